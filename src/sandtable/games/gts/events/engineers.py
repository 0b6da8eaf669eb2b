"""What happens in rally and engineer actions."""

from __future__ import annotations

from sandtable.kernel import Event


class Rallied(Event, frozen=True, kw_only=True):
    """A unit recovered from suppression, a cohesion hit or the confusion of a landing."""

    what: str
    unit: str


class Built(Event, frozen=True, kw_only=True):
    """A unit is now in a field work."""

    what: str
    unit: str


class WorkFailed(Event, frozen=True, kw_only=True):
    """An engineer action failed; the unit has so many Men at Work markers."""

    unit: str
    deed: str
    markers: int


class RoadblockPlaced(Event, frozen=True, kw_only=True):
    """A roadblock was placed."""

    unit: str
    at: str


class Cleared(Event, frozen=True, kw_only=True):
    """A roadblock was removed."""

    unit: str
    at: str


class RearguardFormed(Event, frozen=True, kw_only=True):
    """A unit detached a rearguard."""

    unit: str
    rearguard: str
    at: str


class RearguardRemoved(Event, frozen=True, kw_only=True):
    """A rearguard was taken in."""

    unit: str
    at: str


class BoatsBroughtUp(Event, frozen=True, kw_only=True):
    """Engineers brought boats to the river."""

    unit: str
    at: str


EVENTS: tuple[type[Event], ...] = (
    Rallied, Built, WorkFailed, RoadblockPlaced, Cleared, RearguardFormed, RearguardRemoved, BoatsBroughtUp,
)  # fmt: skip
