"""What happens to units in every chapter."""

from __future__ import annotations

from sandtable.kernel import Event


class LostStep(Event, frozen=True, kw_only=True):
    """A unit lost a step and fights on."""

    unit: str


class Eliminated(Event, frozen=True, kw_only=True):
    """A unit was eliminated."""

    unit: str
    at: str


class Spent(Event, frozen=True, kw_only=True):
    """A division spent command points."""

    division: str
    points: int
    left: int


EVENTS = (LostStep, Eliminated, Spent)
