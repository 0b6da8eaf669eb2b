"""What happens to ground and field works."""

from __future__ import annotations

from sandtable.kernel import Event


class Dug(Event, frozen=True, kw_only=True):
    """A unit has dug a foxhole and is in it."""

    unit: str
    at: str


class Labored(Event, frozen=True, kw_only=True):
    """A unit has worked without success, which will help it in its next turn."""

    unit: str


class Cleared(Event, frozen=True, kw_only=True):
    """Wire, mines or a flame were cleared."""

    at: str
    what: str


class MinesFound(Event, frozen=True, kw_only=True):
    """A minefield has given itself away."""

    at: str


class WorksFound(Event, frozen=True, kw_only=True):
    """Field works were found that had been hidden."""

    at: str


class DrivenOut(Event, frozen=True, kw_only=True):
    """A unit left a Location that burns."""

    unit: str
    at: str


class CaughtFire(Event, frozen=True, kw_only=True):
    """A building has caught fire."""

    at: str


class BurnsHigh(Event, frozen=True, kw_only=True):
    """A Flame has become a Blaze."""

    at: str


class FellIn(Event, frozen=True, kw_only=True):
    """A building is rubble."""

    at: str


TERRAIN_EVENTS = (Dug, Labored, Cleared, MinesFound, WorksFound, DrivenOut, CaughtFire, BurnsHigh, FellIn)
