"""A9: why a machine gun cannot be fired now."""

from __future__ import annotations

from sandtable.games.asl.counters import MACHINE_GUNS
from sandtable.games.asl.fire.pieces import (
    REPEATED,
    figures_of,
    has_use_left,
    is_barred_by_moving,
    mode_of,
    pieces_now,
)
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Refusal, rule


def is_machine_gun(game: Game, weapon: Weapon) -> bool:
    """Whether a weapon is a machine gun, in whatever state."""
    card = game.content.weapons.get(weapon.kind)
    return card is not None and card.type in MACHINE_GUNS


@rule("A9.1", "A4.4")
def refuse_machine_gun(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why a machine gun that was named cannot be fired now; None for what is none, and for one that can be."""
    state = game.state
    weapon = state.weapons.get(choice.name) if choice.kind == "weapon" else None
    if weapon is None or not is_machine_gun(game, weapon):
        return None
    named, holder = {"weapon": choice.name}, state.units.get(weapon.holder)
    if holder is None:
        return Refusal("refused.unmanned", "A4.4", named)
    if holder.side != side:
        return Refusal("refused.other-weapon", "A3/turn", named)
    if any(piece.weapon == choice.name for piece in pieces_now(game, weapon.holder)):
        return None
    if weapon.broken:
        return Refusal("refused.malfunctioned", "A9.7", named)
    if not figures_of(game.content.weapons[weapon.kind], weapon).fp:
        return Refusal("refused.gun-dismantled", "A9.8", named)
    return _refuse_use(game, choice.name, weapon, {**named, "unit": weapon.holder})


@rule("A9.22", "A4.41", "A9.2", "A7.35", "A7.352", "A7.353")
def _refuse_use(game: Game, name: str, weapon: Weapon, args: dict[str, str]) -> Refusal | None:
    """Why one that is in order cannot be used; None where its possessor can fire nothing at all."""
    unit = game.state.units[weapon.holder]
    if name in game.state.lanes:
        return Refusal("refused.gun-lane", "A9.22", args)
    mode = mode_of(game, unit, weapon.fire)
    if mode == "advancing" and is_barred_by_moving(game, weapon):
        return Refusal("refused.gun-moved", "A4.41", args)
    if weapon.fire and (mode is None or mode in ("prep", *REPEATED)):
        return Refusal("refused.weapon-fired", "A9.2", args)
    if unit.spent and not has_use_left(game, unit, name):
        return Refusal("refused.gun-too-many", "A7.35", args)
    return None
