"""C10.5: Guns that their possessors destroy, be they captured, so that nobody else has them."""

from __future__ import annotations

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.units import Game, is_good_order
from sandtable.kernel import Choice, Option, Refusal, rule

DESTROY = "destroy"


@rule("C10.5")
def guns_to_destroy(game: Game, side: str) -> list[str]:
    """The Guns that Good Order units of a side possess."""
    state = game.state
    return [
        name
        for name, weapon in sorted(state.weapons.items())
        if weapon.kind in game.content.guns and weapon.holder in state.units
        if state.units[weapon.holder].side == side and is_good_order(game, state.units[weapon.holder])
    ]


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
