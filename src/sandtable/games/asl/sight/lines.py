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
