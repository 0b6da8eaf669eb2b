"""What happens to garrisons."""

from __future__ import annotations

from sandtable.kernel import Event


class GarrisonReleased(Event, frozen=True, kw_only=True):
    """The garrison of a hex was released."""

    at: str
    units: tuple[str, ...]


class GarrisonLeft(Event, frozen=True, kw_only=True):
    """A unit has to stay in a location as its garrison."""

    at: str
    unit: str


EVENTS: tuple[type[Event], ...] = (GarrisonReleased, GarrisonLeft)
