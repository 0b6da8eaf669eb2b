"""RR11: cellars beneath stone buildings of one storey."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import GROUND, floor_of, hex_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.features import Cellars
from sandtable.games.asl.units import unit_size
from sandtable.kernel import rule


@rule("RR11", "RR11.1", "RR11/base-interface")
def is_cellar(location: str) -> bool:
    """Whether a Location is a cellar."""
    return floor_of(location) < GROUND


@rule("RR11.11")
def cellar_tem(content: Content) -> int:
    """The TEM of a cellar, whatever stands above it."""
    return content.table("cellars", Cellars).tem


@rule("RR11.4")
def is_fire_halved(content: Content, location: str, firers: Iterable[Unit], target: str) -> bool:
    """Whether the inherent FP of men who fire out of a cellar is halved: too many at the windows.

    The leader who directs them is not counted; fire that stays within the building is never halved.
    """
    if not is_cellar(location) or hex_of(target) == hex_of(location):
        return False
    return sum(unit_size(content, unit) for unit in firers) >= content.table("cellars", Cellars).units


@rule("RR11.4")
def throws_from_cellar(location: str) -> str:
    """The only Location into which a DC can be thrown from a cellar: the one above it."""
    return hex_of(location)
