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


class SupplyTaken(Event, frozen=True, kw_only=True):
    """Points were received as a supply unit."""

    unit: str
    points: int


class SupplyForfeited(Event, frozen=True, kw_only=True):
    """Points were lost: no counter was free for them, or they did not enter."""

    side: str
    points: int


class SupplyPlaced(Event, frozen=True, kw_only=True):
    """A supply unit came onto the map."""

    unit: str
    at: str


class SupplyCombined(Event, frozen=True, kw_only=True):
    """Two supply units became one."""

    units: tuple[str, ...]
    unit: str
    points: int
    at: str


class SupplyReduced(Event, frozen=True, kw_only=True):
    """A dump became a smaller one."""

    unit: str
    units: tuple[str, ...]
    lost: int


EVENTS: tuple[type[Event], ...] = (
    SupplyChanged, Fed, Deteriorated, SupplyTaken, SupplyForfeited, SupplyPlaced, SupplyCombined, SupplyReduced,
)  # fmt: skip
