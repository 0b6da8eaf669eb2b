"""What happens in rally and engineer actions."""

from __future__ import annotations

from sandtable.kernel import Event


class Rallied(Event, frozen=True, kw_only=True):
    """A unit recovered from suppression, a cohesion hit or the confusion of a landing."""

    what: str
    unit: str


EVENTS: tuple[type[Event], ...] = (Rallied,)
