"""What happens around fire: markers, weapons that break down, what is left behind."""

from __future__ import annotations

from sandtable.kernel import Event


class Malfunctioned(Event, frozen=True, kw_only=True):
    """A weapon malfunctioned."""

    weapon: str


class Destroyed(Event, frozen=True, kw_only=True):
    """A weapon is lost for good."""

    weapon: str


class Repaired(Event, frozen=True, kw_only=True):
    """A weapon works again."""

    weapon: str


class Cowered(Event, frozen=True, kw_only=True):
    """A unit cowered."""

    unit: str


class LeftResidual(Event, frozen=True, kw_only=True):
    """Residual FP stays in a Location."""

    at: str
    fp: int


class LaidLane(Event, frozen=True, kw_only=True):
    """A machine gun lays a Fire Lane."""

    weapon: str
    fp: int


class LostLane(Event, frozen=True, kw_only=True):
    """A Fire Lane is no more."""

    weapon: str


class Encircled(Event, frozen=True, kw_only=True):
    """A unit is Encircled."""

    unit: str


class SniperMoved(Event, frozen=True, kw_only=True):
    """A Sniper counter strikes from a hex."""

    side: str
    at: str


class SniperHunted(Event, frozen=True, kw_only=True):
    """A sniper check has lowered the number of a side."""

    side: str
    san: int


FIRE_EVENTS = (
    Malfunctioned, Destroyed, Repaired, Cowered, LeftResidual, LaidLane, LostLane, Encircled, SniperMoved, SniperHunted,
)  # fmt: skip
