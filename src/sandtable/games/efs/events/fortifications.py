"""What happens to fortifications."""

from __future__ import annotations

from sandtable.kernel import Event


class StrongpointBegun(Event, frozen=True, kw_only=True):
    """A strongpoint is under construction."""

    at: str
    side: str


class StrongpointCompleted(Event, frozen=True, kw_only=True):
    """A strongpoint is completed."""

    at: str
    side: str


class StrongpointRemoved(Event, frozen=True, kw_only=True):
    """A strongpoint is no more: destroyed, overrun while it was built, left by its builder, or given up."""

    at: str
    side: str
    why: str


class FortificationDestroyed(Event, frozen=True, kw_only=True):
    """A printed fortification is destroyed for good."""

    at: str
    kind: str


EVENTS: tuple[type[Event], ...] = (
    StrongpointBegun, StrongpointCompleted, StrongpointRemoved, FortificationDestroyed,
)  # fmt: skip
