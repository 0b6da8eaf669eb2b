"""What happens in movement and advance."""

from __future__ import annotations

from sandtable.kernel import Event


class Moved(Event, frozen=True, kw_only=True):
    """Units went from Location to Location."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    """The Locations that they have entered."""


class Stirred(Event, frozen=True, kw_only=True):
    """A "?" went to a Location: what the other side sees of a move."""

    at: str


class Stopped(Event, frozen=True, kw_only=True):
    """Units that tried to enter a Location met somebody there and went back."""

    units: tuple[str, ...]
    at: str


class Entrenched(Event, frozen=True, kw_only=True):
    """Units went into a foxhole, a trench or shellholes, or left them."""

    units: tuple[str, ...]
    stance: str


class Exhausted(Event, frozen=True, kw_only=True):
    """A unit is CX."""

    unit: str


class Breached(Event, frozen=True, kw_only=True):
    """A unit holds a breach in a fence open."""

    unit: str
    side: str


class Entangled(Event, frozen=True, kw_only=True):
    """Units did not get off the wire."""

    units: tuple[str, ...]
    at: str


class OffWire(Event, frozen=True, kw_only=True):
    """Units got beneath the wire, or off it."""

    units: tuple[str, ...]
    at: str


class Exited(Event, frozen=True, kw_only=True):
    """Units left the map."""

    units: tuple[str, ...]


class Dropped(Event, frozen=True, kw_only=True):
    """A unit dropped a weapon."""

    unit: str
    weapon: str


class Recovered(Event, frozen=True, kw_only=True):
    """A unit took possession of a weapon."""

    unit: str
    weapon: str


class NotRecovered(Event, frozen=True, kw_only=True):
    """A unit did not manage to take up a weapon."""

    unit: str
    weapon: str


class Transferred(Event, frozen=True, kw_only=True):
    """A weapon changed hands."""

    unit: str
    weapon: str
    to: str


class SmokePlaced(Event, frozen=True, kw_only=True):
    """A squad placed smoke grenades."""

    at: str
    wp: bool


class SmokeFailed(Event, frozen=True, kw_only=True):
    """A squad tried to place smoke grenades."""

    unit: str


class ChargePlaced(Event, frozen=True, kw_only=True):
    """A demolition charge was placed."""

    at: str


class Dud(Event, frozen=True, kw_only=True):
    """A demolition charge did not go off."""

    at: str


class Claimed(Event, frozen=True, kw_only=True):
    """Units claimed Wall Advantage."""

    side: str
    at: str


class GaveUpWall(Event, frozen=True, kw_only=True):
    """Units gave up Wall Advantage."""

    side: str
    at: str


MOVEMENT_EVENTS = (
    Moved, Stirred, Stopped, Entrenched, Exhausted, Breached, Entangled, OffWire, Exited, Dropped, Recovered,
    NotRecovered, Transferred, SmokePlaced, SmokeFailed, ChargePlaced, Dud, Claimed, GaveUpWall,
)  # fmt: skip
