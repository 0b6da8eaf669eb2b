"""What happens to units in every title; a title lists those that it uses among its own events.

Their sentences stand in `texts/`; a title that wants other words has a text of the same key.
"""

from __future__ import annotations

from sandtable.kernel import Event


class LostStep(Event, frozen=True, kw_only=True):
    """A unit lost a step and fights on."""

    unit: str


class Eliminated(Event, frozen=True, kw_only=True):
    """A unit was taken off the map for good."""

    unit: str
    at: str


class Advanced(Event, frozen=True, kw_only=True):
    """A victorious unit took the hex that the defenders had left."""

    unit: str
    to: str


class Delayed(Event, frozen=True, kw_only=True):
    """A reinforcement does not enter now, and waits."""

    unit: str
