"""What happens in every chapter: units that shrink or leave the map, hexes and points that change hands."""

from __future__ import annotations

from sandtable.kernel import Event


class Captured(Event, frozen=True, kw_only=True):
    """Hexes have become friendly to a side."""

    hexes: tuple[str, ...]
    side: str


class Reduced(Event, frozen=True, kw_only=True):
    """A unit lost steps and has some left."""

    unit: str
    steps: int
    left: int


class BoxChanged(Event, frozen=True, kw_only=True):
    """A unit left the map, or a box, for a box."""

    unit: str
    box: str
    at: str
    steps: int = 0
    """The last steps that it has lost by it."""


class Revealed(Event, frozen=True, kw_only=True):
    """An untried unit was turned over."""

    unit: str
    found: str


class Scored(Event, frozen=True, kw_only=True):
    """The Axis total changed."""

    points: int
    total: int
    why: str
    at: str = ""


EVENTS: tuple[type[Event], ...] = (Captured, Reduced, BoxChanged, Revealed, Scored)
