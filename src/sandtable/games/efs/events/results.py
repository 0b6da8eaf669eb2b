"""What combat and overruns lead to: retreats, advances, supply units lost."""

from __future__ import annotations

from sandtable.kernel import Event, Line


class Retreated(Event, frozen=True, kw_only=True):
    """Units retreated along a route."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]


class SlippedThrough(Event, frozen=True, kw_only=True):
    """It was seen whether units got away through an enemy zone of control."""

    units: tuple[str, ...]
    modifier: int
    result: str
    lines: tuple[Line, ...] = ()

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


class Advanced(Event, frozen=True, kw_only=True):
    """A unit advanced after combat."""

    unit: str
    at: str


class SupplyLost(Event, frozen=True, kw_only=True):
    """Supply units were removed."""

    units: tuple[str, ...]


EVENTS: tuple[type[Event], ...] = (Retreated, SlippedThrough, Advanced, SupplyLost)
