"""C10.5: Guns that their possessors destroy, be they captured, so that nobody else has them."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.units import Game, is_good_order
from sandtable.kernel import Choice, Option, Refusal, derived, rule

DESTROY = "destroy"


@rule("C10.5")
def guns_to_destroy(game: Game, side: str) -> list[str]:
    """The Guns that Good Order units of a side possess."""
    units = game.state.units
    return [
        name
        for name, holder in _guns_held(game)
        if holder in units and units[holder].side == side and is_good_order(game, units[holder])
    ]


@derived("weapons")
def _guns_held(game: Game) -> Sequence[tuple[str, str]]:
    """The Guns that somebody possesses, in order, each with who does."""
    guns = game.content.guns
    found = [(name, weapon.holder) for name, weapon in game.state.weapons.items() if weapon.kind in guns]
    return sorted([each for each in found if each[1]])


@rule("C10.5")
def options(game: Game, side: str) -> list[Option]:
    """The options to destroy a Gun, in any Movement Phase or Rally Phase, without a roll."""
    return [Option(f"{DESTROY}:{name}", rule="C10.5", grave=True) for name in guns_to_destroy(game, side)]


def offers(game: Game, side: str) -> list[str]:
    return [option.id for option in options(game, side)]


@rule("C10.5")
def carry_out(game: Game, weapon_id: str) -> None:
    """A Gun is destroyed; those who do it are seen at it."""
    gives_away(game, game.state.weapons[weapon_id].holder, "labors")
    destroy(game, weapon_id, "C10.5")


def refuse(game: Game, choice: Choice) -> Refusal | None:
    """Why a weapon cannot be destroyed now."""
    if choice.kind != DESTROY or choice.name not in game.state.weapons:
        return None
    return Refusal("refused.destroy-gun", "C10.5", {"weapon": choice.name})
