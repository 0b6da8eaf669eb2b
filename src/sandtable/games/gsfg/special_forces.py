"""Chapter 13.1 to 13.10: special forces (optional)."""

from __future__ import annotations

from sandtable.games.gsfg.units import Game
from sandtable.kernel import Option, Procedure


def start_player_turn(game: Game, side: str) -> None:
    """STUB: markers of a side may move and be attacked again; reinforcements arrive (13.22)."""


def movable(game: Game, group: str) -> list[Option]:
    """STUB: `sf:ID` options for markers that may move in this movement phase."""
    return []


def displace(game: Game) -> None:
    """STUB: at the end of a phase, push the displacement of markers that share a hex with friendly units (13.5)."""


def attackable(game: Game, group: str) -> list[Option]:
    """STUB: `sf:ID` options for enemy markers that units of a group may attack in this combat phase (13.8)."""
    return []


class MoveMarker(Procedure, frozen=True):
    """STUB: a marker moves."""

    marker: str

    def begin(self, game: Game) -> None:
        game.finish()


class AttackMarker(Procedure, frozen=True):
    """STUB: a unit attacks a marker in its own hex."""

    marker: str

    def begin(self, game: Game) -> None:
        game.finish()


PROCEDURES = (MoveMarker, AttackMarker)
