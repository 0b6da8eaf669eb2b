"""What can happen in this game, beside what happens in every game."""

from __future__ import annotations

from sandtable.kernel import Event
from sandtable.mechanics.events import Eliminated, LostStep


class Captured(Event, frozen=True, kw_only=True):
    """Control of hexes passed to a side, one after the other."""

    hexes: tuple[str, ...]
    side: str


class Moved(Event, frozen=True, kw_only=True):
    """Units moved along a path."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    cost: int


class Entered(Event, frozen=True, kw_only=True):
    """A unit entered the map."""

    unit: str
    at: str


class Declared(Event, frozen=True, kw_only=True):
    """A group's order of phases was declared."""

    group: str
    sequence: str


EVENTS: tuple[type[Event], ...] = (Captured, LostStep, Eliminated, Moved, Entered, Declared)
