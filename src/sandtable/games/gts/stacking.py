"""Chapters 1 and 14.7: stacking."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = ()


def crowded(game: Game, side: str) -> list[str]:
    """The hexes in which a side has more units in combat formation than the limit (14.7/limits). STUB"""
    return []


def column_in(game: Game, label: str, without: tuple[str, ...] = ()) -> bool:
    """Whether a unit in column stands in a hex, other than some. STUB"""
    return False


def settle(game: Game, side: str) -> None:
    """At the end of an activation: the owner removes what is too much from hexes that are too full. STUB"""
