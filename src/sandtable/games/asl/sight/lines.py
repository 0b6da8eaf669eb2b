"""What a line of sight comes to: blocked, by what and where; or clear, with what hinders it and how it comes in."""

from __future__ import annotations

from typing import NamedTuple


class Hindrance(NamedTuple):
    """Something that hinders a line without blocking it (A6.7)."""

    hex: str
    value: int
    rule: str
    what: str
    """terrain:<kind>, factory, smoke, vehicle, or weather:<kind>."""


class Block(NamedTuple):
    """The first thing that blocks a line, as seen from its first end."""

    rule: str
    at: str
    """The hex, or the hexside as in A1-A2."""
    what: str
    """ground, terrain:<kind>, side:<kind>, floor, darkness, or hindrance for a sum that is too high."""


class Line(NamedTuple):
    """A line of sight between two Locations."""

    block: Block | None = None
    hindrances: tuple[Hindrance, ...] = ()
    sides: tuple[str, ...] = ()
    """The hexsides by which it enters the hex of the second end: two where it comes through a vertex."""

    @property
    def clear(self) -> bool:
        """Whether there is LOS."""
        return self.block is None

    @property
    def hindrance(self) -> int:
        """The sum of what hinders it."""
        return sum([each.value for each in self.hindrances]) if self.hindrances else 0


class End(NamedTuple):
    """An end of a line."""

    hex: int
    level: int
    """That of its ground and floor, a cellar counting as ground level (A6.11, RR11.3)."""
    height: int
    """The same in quarters, and higher where it is Up-Slope for the line."""
    low: bool
    """Entrenched, or in a cellar (B9.21, RR11.3)."""
    rises: bool
    """Whether it counts higher because it is Up-Slope."""
    floor: int
    own: tuple[int, ...]
    """Its hex, the walls and hedges of which do not block; for a hexside both of its hexes."""
    outside: bool = False
    """At a vertex or hexside of its hex, and so not in what stands there."""


class Passed(NamedTuple):
    """What a line passes of hexes that somebody looks for, and between which ends."""

    steps: tuple[tuple[int, ...], ...]
    """The hexes between the ends in the order in which it meets them: two where it runs along their hexside."""
    sides: frozenset[int]
    """The hexsides of those hexes that it crosses, meets at a vertex or runs along, by their slots."""
    viewer: End
    target: End
