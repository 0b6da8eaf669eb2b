"""What happens in Close Combat."""

from __future__ import annotations

from sandtable.kernel import Event


class Ambushed(Event, frozen=True, kw_only=True):
    """A side ambushed the other."""

    side: str
    at: str


class HandToHand(Event, frozen=True, kw_only=True):
    """Close Combat is fought Hand-to-Hand."""

    at: str


class Locked(Event, frozen=True, kw_only=True):
    """Both sides are held in Melee."""

    at: str


class Withdrew(Event, frozen=True, kw_only=True):
    """A unit withdrew from Close Combat."""

    unit: str
    to: str


class Infiltrated(Event, frozen=True, kw_only=True):
    """A unit slipped away from Close Combat."""

    unit: str
    to: str


CLOSE_COMBAT_EVENTS = (Ambushed, HandToHand, Locked, Withdrew, Infiltrated)
