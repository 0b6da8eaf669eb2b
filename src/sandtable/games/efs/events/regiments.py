"""What happens to regiments of the Axis."""

from __future__ import annotations

from sandtable.kernel import Event


class RegimentDetached(Event, frozen=True, kw_only=True):
    """A division has detached a regiment."""

    unit: str
    regiment: str
    at: str


class RegimentRecombined(Event, frozen=True, kw_only=True):
    """A division has taken a regiment in."""

    unit: str
    regiment: str
    at: str


EVENTS: tuple[type[Event], ...] = (RegimentDetached, RegimentRecombined)
