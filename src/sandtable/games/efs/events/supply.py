"""What happens to supply."""

from __future__ import annotations

from sandtable.kernel import Event


class SupplyChanged(Event, frozen=True, kw_only=True):
    """Units came into another supply state."""

    units: tuple[str, ...]
    now: str


class Fed(Event, frozen=True, kw_only=True):
    """A supply unit was a temporary source for some hexes."""

    unit: str
    hexes: tuple[str, ...]


class Deteriorated(Event, frozen=True, kw_only=True):
    """A strongpoint fell into decay."""

    at: str


class FuelChecked(Event, frozen=True, kw_only=True):
    """A group was checked for fuel."""

    division: str
    result: str


EVENTS: tuple[type[Event], ...] = (SupplyChanged, Fed, Deteriorated, FuelChecked)
