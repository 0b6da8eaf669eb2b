"""What weather, air power, reinforcements and the scenario bring."""

from __future__ import annotations

from sandtable.kernel import Event


class WeatherIs(Event, frozen=True, kw_only=True):
    """The weather of the turn."""

    weather: str


class AirPower(Event, frozen=True, kw_only=True):
    """The air units of a side for the day."""

    side: str
    number: int


class Scored(Event, frozen=True, kw_only=True):
    """A side scored victory points."""

    award: str
    side: str
    points: int


EVENTS: tuple[type[Event], ...] = (WeatherIs, AirPower, Scored)
