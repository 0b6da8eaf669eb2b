"""A3.2-A3.5, A8.1, A9.2: the markers of those who have fired."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from sandtable.games.asl.fire.pieces import DIRECTS, INHERENT, REPEATED, Mode, Piece, helpers_in
from sandtable.games.asl.units import Game, change, is_squad, weapons_of
from sandtable.kernel import rule

MARKERS: dict[Mode, str] = {
    "prep": "prep",
    "opportunity": "final",
    "advancing": "final",
    "first": "first",
    "subsequent": "final",
    "protective": "final",
    "final": "final",
    "final-marked": "final",
}


@rule("A3.2", "A7.1", "A7.353", "A8.1", "A8.3", "A8.4", "A9.2", "B27.11")
def mark_fired(
    game: Game, pieces: Sequence[Piece], leaders: Sequence[str], kept: Collection[str], apart: Sequence[str] = ()
) -> None:
    """Mark what has fired; a machine gun that keeps its rate of fire is not marked, nor its possessor for it.

    `apart` are those who could have helped with one and did not.
    """
    state, helping = game.state, helpers_in(game, pieces, (*leaders, *apart))
    for piece in pieces:
        unit = state.units[piece.unit]
        marker = MARKERS[piece.mode]
        helper = helping.get(piece.weapon)
        if helper is not None:
            _mark_helper(game, helper, piece, "" if piece.weapon in kept else marker)
        name = piece.weapon or INHERENT
        spent = unit.spent if name in unit.spent else (*unit.spent, name)
        change(game, piece.unit, spent=spent, labor=0)
        if piece.weapon in state.weapons and piece.weapon not in kept:
            state.weapons[piece.weapon] = replace(state.weapons[piece.weapon], fire=marker)
        used_up = not piece.weapon or (piece.weapon not in kept and _is_used_up(game, piece.unit, piece.mode))
        if used_up and unit.fire != "opportunity":
            change(game, piece.unit, fire=marker)
    for piece in pieces:
        if piece.mode in REPEATED:
            _mark_final(game, piece.unit)
    for name in leaders:
        unit = state.units[name]
        own = [piece for piece in pieces if state.units[piece.unit].at == unit.at]
        rated = [piece.weapon for piece in own if piece.weapon in kept]
        is_done = len(rated) < len(own)
        repeats = any(piece.mode in REPEATED for piece in own)
        marker = "final" if repeats else MARKERS[own[0].mode]
        change(game, name, spent=(DIRECTS, *rated), fire=marker if is_done or unit.fire == marker else unit.fire)


@rule("A3.2")
def note_other_fire(game: Game, location: str) -> None:
    """Something but SMOKE is fired from a Location: SMOKE comes before that in the Prep Fire Phase."""
    if game.state.phase == "prep-fire":
        game.state.fired_at.setdefault(location, ())


@rule("A3.2")
def is_too_late_for_smoke(game: Game) -> bool:
    """Whether other fire has been made in the Prep Fire Phase, before which SMOKE is fired."""
    return game.state.phase == "prep-fire" and bool(game.state.fired_at)


def _mark_helper(game: Game, helper: str, piece: Piece, marker: str) -> None:
    """Whoever helps a leader to fire a machine gun has fired too (A7.352), and goes on while that keeps its rate."""
    unit = game.state.units[helper]
    fire = marker if marker and unit.fire != "opportunity" else unit.fire
    change(game, helper, spent=tuple(dict.fromkeys((*unit.spent, piece.weapon))), fire=fire)


def _is_used_up(game: Game, unit_id: str, mode: Mode) -> bool:
    """Whether a unit that has fired a weapon has nothing else left to fire, or may do nothing else in this turn."""
    unit = game.state.units[unit_id]
    if mode == "prep" or not is_squad(game.content, unit):
        return True
    return len([name for name in unit.spent if name != INHERENT]) > 1


@rule("A8.3", "A7.353")
def _mark_final(game: Game, unit_id: str) -> None:
    """After it has fired once more a unit is done with all of its weapons."""
    change(game, unit_id, fire="final")
    for name in weapons_of(game, unit_id):
        game.state.weapons[name] = replace(game.state.weapons[name], fire="final")


@rule("A7.9", "A9.8", "A23.6", "B27.11")
def mark_used_up(game: Game, unit_id: str) -> None:
    """A unit that has cowered, or done something else instead of firing, has no more fire, nor have its weapons; it
    begins its labor anew, unless that is what it has done."""
    marker = "prep" if game.state.phase == "prep-fire" else "final"
    unit = game.state.units[unit_id]
    spent = tuple(dict.fromkeys((*unit.spent, INHERENT, *weapons_of(game, unit_id))))
    change(game, unit_id, fire=marker, spent=spent, labor=unit.labor if unit.ti else 0)
    for name in weapons_of(game, unit_id):
        game.state.weapons[name] = replace(game.state.weapons[name], fire=marker)


@rule("A3.4", "A3.5")
def clear_markers(game: Game, side: str, *markers: str) -> None:
    """Take the fire markers of a kind off the units and weapons of a side, and what they have spent."""
    state = game.state
    for name, unit in state.units.items():
        if unit.side == side and (unit.fire in markers or unit.spent):
            state.units[name] = replace(unit, fire="" if unit.fire in markers else unit.fire, spent=())
    for name, weapon in state.weapons.items():
        holder = state.units.get(weapon.holder)
        if (holder is None or holder.side == side) and weapon.fire in markers:
            state.weapons[name] = replace(weapon, fire="")


@rule("A3.2", "A9.2")
def mark_prep_fire(game: Game, side: str) -> None:
    """Whoever has fired or directed in the Prep Fire Phase is marked as it ends, be it that a gun kept its rate."""
    state = game.state
    for name, unit in state.units.items():
        if unit.side == side and unit.spent and not unit.fire:
            state.units[name] = replace(unit, fire="prep")
            for weapon in unit.spent:
                if weapon in state.weapons:
                    state.weapons[weapon] = replace(state.weapons[weapon], fire="prep")


def clear_spent(game: Game, side: str) -> None:
    """A new fire phase of a side begins: its units choose anew what they use."""
    state = game.state
    for name, unit in state.units.items():
        if unit.side == side and unit.spent:
            state.units[name] = replace(unit, spent=())
