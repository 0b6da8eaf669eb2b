"""What happens to bridges."""

from __future__ import annotations

from sandtable.kernel import Event, Line


class BridgePlaced(Event, frozen=True, kw_only=True):
    """A Bridge marker was placed."""

    at: str
    to: str
    side: str


class BridgeCompleted(Event, frozen=True, kw_only=True):
    """A Bridge marker was turned to its completed side."""

    at: str
    to: str
    side: str


class BridgeRemoved(Event, frozen=True, kw_only=True):
    """A Bridge marker was taken off the map."""

    at: str
    to: str
    side: str


class BridgeDestroyed(Event, frozen=True, kw_only=True):
    """The printed bridges across a hexside were destroyed."""

    at: str
    to: str
    side: str


class RepairTried(Event, frozen=True, kw_only=True):
    """Engineers worked on a destroyed bridge."""

    at: str
    to: str
    result: str
    left: int
    lines: tuple[Line, ...] = ()

    def arithmetic(self) -> tuple[Line, ...]:
        return self.lines


class FerryPlaced(Event, frozen=True, kw_only=True):
    """A Ferry marker of the Axis was placed."""

    at: str
    to: str


class FerryCompleted(Event, frozen=True, kw_only=True):
    """A Ferry marker was turned to its completed side."""

    at: str
    to: str


class FerryRemoved(Event, frozen=True, kw_only=True):
    """A Ferry marker was taken off the map."""

    at: str
    to: str


class RailroadConverted(Event, frozen=True, kw_only=True):
    """The railroad of a hex is Soviet again."""

    unit: str
    at: str


class Repositioned(Event, frozen=True, kw_only=True):
    """A storm drove a flotilla into port."""

    unit: str
    at: str
    to: str


EVENTS: tuple[type[Event], ...] = (
    BridgePlaced, BridgeCompleted, BridgeRemoved, BridgeDestroyed, RepairTried, FerryPlaced, FerryCompleted,
    FerryRemoved, RailroadConverted, Repositioned,
)  # fmt: skip
