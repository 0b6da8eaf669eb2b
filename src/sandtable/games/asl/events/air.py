"""What aircraft do."""

from __future__ import annotations

from sandtable.kernel import Event


class AircraftDue(Event, frozen=True, kw_only=True):
    """Fighter-bombers are on their way."""

    side: str


class AircraftCame(Event, frozen=True, kw_only=True):
    """Fighter-bombers have come."""

    side: str
    number: int


class AircraftLeft(Event, frozen=True, kw_only=True):
    """Fighter-bombers have gone home."""

    side: str


class ShotDown(Event, frozen=True, kw_only=True):
    """An aircraft was shot down."""

    aircraft: str


class DrivenOff(Event, frozen=True, kw_only=True):
    """An aircraft was damaged and flies home."""

    aircraft: str


class NothingSighted(Event, frozen=True, kw_only=True):
    """A pilot did not find his target."""

    aircraft: str
    at: str


class Mistaken(Event, frozen=True, kw_only=True):
    """A pilot takes something else for his target."""

    aircraft: str
    at: str


AIR_EVENTS = (AircraftDue, AircraftCame, AircraftLeft, ShotDown, DrivenOff, NothingSighted, Mistaken)
