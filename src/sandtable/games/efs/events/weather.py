"""What happens in the Weather Phase."""

from __future__ import annotations

from sandtable.kernel import Event


class WeatherIs(Event, frozen=True, kw_only=True):
    """The weather of the turn is known."""

    weather: str
    storm: bool
    mud: bool
    frozen: bool


EVENTS: tuple[type[Event], ...] = (WeatherIs,)
