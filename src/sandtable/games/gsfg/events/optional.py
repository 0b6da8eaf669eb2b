"""What the optional rules make happen: special forces and electronic warfare."""

from __future__ import annotations

from sandtable.kernel import Event


class SfPlaced(Event, frozen=True, kw_only=True):
    """A special forces marker came into play."""

    marker: str
    at: str


class SfMoved(Event, frozen=True, kw_only=True):
    """A special forces marker moved overland."""

    marker: str
    to: str


class SfFlew(Event, frozen=True, kw_only=True):
    """A special forces marker was flown to a hex."""

    marker: str
    to: str


class SfDisplaced(Event, frozen=True, kw_only=True):
    """The enemy moved a special forces marker away from units of its own side."""

    marker: str
    to: str


class SfRoused(Event, frozen=True, kw_only=True):
    """A suppressed special forces marker is active again."""

    marker: str


class JammersSet(Event, frozen=True, kw_only=True):
    """A side set its electronic warfare markers, which only it may know."""

    side: str
    offensive: int
    defensive: int


class JammerPlaced(Event, frozen=True, kw_only=True):
    """A side used an electronic warfare marker in a hex."""

    side: str
    hex: str
    use: str


class JammerGone(Event, frozen=True, kw_only=True):
    """A side lost an electronic warfare marker until a later turn."""

    side: str
    turn: int


class Jammed(Event, frozen=True, kw_only=True):
    """Units were degraded or collapsed."""

    units: tuple[str, ...]
    state: str


EVENTS: tuple[type[Event], ...] = (
    SfPlaced, SfMoved, SfFlew, SfDisplaced, SfRoused, JammersSet, JammerPlaced, JammerGone, Jammed,
)  # fmt: skip
