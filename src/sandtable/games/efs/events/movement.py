"""What happens when units move."""

from __future__ import annotations

from sandtable.kernel import Event


class Moved(Event, frozen=True, kw_only=True):
    """Units moved together along a path."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    to: str
    cost: float


class MovedOneHex(Event, frozen=True, kw_only=True):
    """Units spent their whole allowance on a move of a single hex, of the special kind that is named."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    how: str


class MovedByRail(Event, frozen=True, kw_only=True):
    """Units went by rail from a hex to another."""

    units: tuple[str, ...]
    path: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (Moved, MovedOneHex, MovedByRail)
