"""Chapter 9.1 to 9.7: reinforcements."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Option, Procedure


class PickReinforcements(Procedure, frozen=True):
    """STUB: the Soviet player picks this turn's R units (9.3), unless that was done before the deep strike (6.5/3)."""

    def begin(self, game: Game) -> None:
        game.finish()


class Enter(Procedure, frozen=True):
    """STUB: a unit enters the map and moves on."""

    unit: str

    def begin(self, game: Game) -> None:
        game.finish()


def start_of_movement(game: Game, group: str) -> None:
    """STUB: what happens at the start of a group's movement phase: the call-out of territorials (9.6)."""


def entering(game: Game, group: str) -> list[Option]:
    """STUB: `unit:ID` options for units that may enter the map in this movement phase."""
    return []


def must_enter(game: Game, group: str) -> bool:
    """STUB: whether a unit that may not be delayed can still enter, so that the phase may not be ended."""
    return False


PROCEDURES = (PickReinforcements, Enter)
