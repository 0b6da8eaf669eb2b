"""Chapter 15.4: line of sight."""

from __future__ import annotations

from sandtable.games.gts.units import Game


def reach(game: Game, *, post: bool = False) -> int:
    """How many hexes a line of sight may be long now, from an observation post if so. STUB"""
    return 8


def sees(game: Game, a: str, b: str, *, observing: bool = False) -> bool:
    """Whether there is a line of sight from hex a to hex b. STUB

    Strongpoints help all lines from their hex, observation posts only those of an observer of indirect fire.
    """
    return False
