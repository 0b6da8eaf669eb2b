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


class Arrived(Event, frozen=True, kw_only=True):
    """Reinforcements came, to an entry hex or onto the map."""

    units: tuple[str, ...]
    at: str
    entry: str


class Postponed(Event, frozen=True, kw_only=True):
    """Reinforcements could not come in this turn."""

    units: tuple[str, ...]


class Diverted(Event, frozen=True, kw_only=True):
    """Reinforcements were sent round to another entry."""

    units: tuple[str, ...]
    entry: str


class Landed(Event, frozen=True, kw_only=True):
    """A unit landed from the air."""

    unit: str
    at: str


class SupplyDropped(Event, frozen=True, kw_only=True):
    """Supplies were dropped, and received or lost."""

    what: str
    division: str


class WithdrawalOrdered(Event, frozen=True, kw_only=True):
    """The Allies are to withdraw across the Rhine."""


class SetUp(Event, frozen=True, kw_only=True):
    """A unit was set up in a hex of its owner's choice."""

    unit: str
    at: str


EVENTS: tuple[type[Event], ...] = (
    WeatherIs, AirPower, Scored, Arrived, Postponed, Diverted, Landed, SupplyDropped, WithdrawalOrdered, SetUp,
)  # fmt: skip
