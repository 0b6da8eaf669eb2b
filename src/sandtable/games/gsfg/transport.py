"""Chapter 6.8 and 6.9: aerial transport and aerial supply."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Option, Procedure


def fly_option(game: Game, unit_id: str) -> list[Option]:
    """STUB: `do:fly` for a unit on the map that may use aerial transport now."""
    return []


def may_fly_supply(game: Game, side: str) -> bool:
    """STUB: whether a side may still place its aerial supply marker in this game turn."""
    return False


class Fly(Procedure, frozen=True):
    """STUB: a unit on the map flies to a hex."""

    unit: str

    def begin(self, game: Game) -> None:
        game.finish()


class FlySupply(Procedure, frozen=True):
    """STUB: a side places its aerial supply marker."""

    side: str

    def begin(self, game: Game) -> None:
        game.finish()


PROCEDURES = (Fly, FlySupply)
