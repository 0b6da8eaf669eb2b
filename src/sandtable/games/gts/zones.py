"""Chapter 17.3: fire zones, and the range of units."""

from __future__ import annotations

from sandtable.games.gts.units import Game


def range_of(game: Game, unit_id: str) -> int:
    """How far a unit can fire now: 1 next to an enemy unit or under a barrage (15.3/note). STUB"""
    return 1


def fire_zone(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes of a unit's fire zone (17.3). STUB"""
    return frozenset()


def zones_of(game: Game, side: str) -> frozenset[str]:
    """The hexes in the fire zone of any unit of a side; kept until the position changes. STUB"""
    return frozenset()


def in_enemy_zone(game: Game, label: str, side: str) -> bool:
    """Whether a hex is in the fire zone of an enemy of a side. STUB"""
    return False


def watchers(game: Game, label: str, side: str) -> list[str]:
    """The units of a side whose fire zone covers a hex, whether they could fire now or not. STUB"""
    return []
