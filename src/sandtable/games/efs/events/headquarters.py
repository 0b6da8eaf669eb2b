"""What happens to headquarters and through them."""

from __future__ import annotations

from sandtable.kernel import Event


class Activated(Event, frozen=True, kw_only=True):
    """An HQ activated a unit."""

    unit: str
    hq: str


class CommandDoubled(Event, frozen=True, kw_only=True):
    """An HQ doubled what it had left of its command value."""

    hq: str


class Recovered(Event, frozen=True, kw_only=True):
    """An HQ became operational again."""

    unit: str


class Disbanded(Event, frozen=True, kw_only=True):
    """An HQ was disbanded."""

    unit: str


EVENTS: tuple[type[Event], ...] = (Activated, CommandDoubled, Recovered, Disbanded)
