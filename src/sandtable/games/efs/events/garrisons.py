"""What happens to garrisons."""

from __future__ import annotations

from sandtable.kernel import Event


class GarrisonReleased(Event, frozen=True, kw_only=True):
    """The garrison of a hex was released."""

    at: str
    units: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (GarrisonReleased,)
