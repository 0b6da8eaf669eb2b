"""What fire of the Advanced Game brings about, beside what every title knows."""

from __future__ import annotations

from sandtable.kernel import Event
from sandtable.mechanics.events import Eliminated


class Suppressed(Event, frozen=True, kw_only=True):
    """A unit got a Suppression/ON counter."""

    unit: str


class Reduced(Event, frozen=True, kw_only=True):
    """A squad became a half-squad."""

    unit: str


class TrackHit(Event, frozen=True, kw_only=True):
    """A vehicle was hit in its tracks or wheels."""

    unit: str


class HitsSpread(Event, frozen=True, kw_only=True):
    """A further hit of a shot goes to another vehicle."""

    unit: str
    target: str


class AmmoShort(Event, frozen=True, kw_only=True):
    """The ammunition limit of a weapon takes effect for this fire."""

    unit: str
    load: str


class Abandoned(Event, frozen=True, kw_only=True):
    """The crew of a vehicle has bailed out."""

    unit: str
    at: str


class BailedOut(Event, frozen=True, kw_only=True):
    """A passenger has left its vehicle under fire."""

    unit: str
    at: str


class TerrainDestroyed(Event, frozen=True, kw_only=True):
    """A building, a bridge or a work was destroyed by GP fire."""

    at: str
    terrain: str


FIRE_EVENTS: tuple[type[Event], ...] = (
    Suppressed, Reduced, TrackHit, HitsSpread, AmmoShort, Abandoned, BailedOut, TerrainDestroyed, Eliminated,
)  # fmt: skip
