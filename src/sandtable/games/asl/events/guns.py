"""What happens to Guns: limbered, pushed, towed, taken."""

from __future__ import annotations

from sandtable.kernel import Event


class GunLimbered(Event, frozen=True, kw_only=True):
    """A crew limbered its Gun."""

    weapon: str


class GunReady(Event, frozen=True, kw_only=True):
    """A crew unlimbered its Gun."""

    weapon: str


class GunCaptured(Event, frozen=True, kw_only=True):
    """A Gun without a crew was taken by the enemy."""

    weapon: str
    unit: str


class GunPushed(Event, frozen=True, kw_only=True):
    """Men pushed a Gun into a hex."""

    weapon: str
    to: str


class GunStuck(Event, frozen=True, kw_only=True):
    """Men could not push a Gun into a hex."""

    weapon: str
    to: str


class GunHooked(Event, frozen=True, kw_only=True):
    """A Gun was hooked up to a vehicle."""

    vehicle: str
    weapon: str


class GunUnhooked(Event, frozen=True, kw_only=True):
    """A Gun was unhooked from a vehicle."""

    vehicle: str
    weapon: str


GUN_EVENTS = (GunLimbered, GunReady, GunCaptured, GunPushed, GunStuck, GunHooked, GunUnhooked)
