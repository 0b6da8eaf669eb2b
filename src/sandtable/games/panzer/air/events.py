"""What happens in the air, beside what happens in every title."""

from __future__ import annotations

from sandtable.kernel import Event


class Loaded(Event, frozen=True, kw_only=True):
    """It was chosen what an aircraft carries."""

    unit: str
    arms: str


class Appeared(Event, frozen=True, kw_only=True):
    """An aircraft came over the map."""

    unit: str
    at: str
    facing: str
    speed: str
    altitude: str


class FlewOff(Event, frozen=True, kw_only=True):
    """An aircraft left the map."""

    unit: str
    edges: tuple[str, ...]


class Acquiring(Event, frozen=True, kw_only=True):
    """An aircraft has begun to acquire a target."""

    unit: str
    target: str
    hexes: int


class Acquired(Event, frozen=True, kw_only=True):
    """An aircraft has acquired a target."""

    unit: str
    target: str


class LostTarget(Event, frozen=True, kw_only=True):
    """An aircraft no longer has its target before it and in sight."""

    unit: str
    target: str


class ObservesForAircraft(Event, frozen=True, kw_only=True):
    """A forward observer has spotted a target for aircraft."""

    unit: str
    target: str


class AttackedFromAir(Event, frozen=True, kw_only=True):
    """An aircraft attacks."""

    unit: str
    attack: str
    at: str


class FiredAtAircraft(Event, frozen=True, kw_only=True):
    """A unit declares anti-aircraft fire."""

    unit: str
    aircraft: str


class ShotDown(Event, frozen=True, kw_only=True):
    """An aircraft was shot down."""

    unit: str
    at: str


class Crashed(Event, frozen=True, kw_only=True):
    """An aircraft that was shot down has hit the ground."""

    unit: str
    at: str


AIR_EVENTS: tuple[type[Event], ...] = (
    Loaded, Appeared, FlewOff, Acquiring, Acquired, LostTarget, ObservesForAircraft, AttackedFromAir, FiredAtAircraft,
    ShotDown, Crashed,
)  # fmt: skip
