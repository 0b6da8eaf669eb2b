"""What happens in combat."""

from __future__ import annotations

from sandtable.kernel import Event


class Fired(Event, frozen=True, kw_only=True):
    """A unit fires at another."""

    kind: str
    """direct, indirect, opportunity or assault."""
    unit: str
    target: str
    at: str


class Bombed(Event, frozen=True, kw_only=True):
    """An air unit attacks a unit."""

    unit: str
    target: str
    at: str


class TookHit(Event, frozen=True, kw_only=True):
    """A unit took a cohesion hit and now has so many."""

    unit: str
    hits: int


class Suppressed(Event, frozen=True, kw_only=True):
    """A unit is suppressed."""

    unit: str


class Converted(Event, frozen=True, kw_only=True):
    """A unit takes a cohesion hit instead of being suppressed."""

    unit: str


class Shelled(Event, frozen=True, kw_only=True):
    """A unit fires at a hex to lay a barrage there."""

    unit: str
    at: str


class ContactMade(Event, frozen=True, kw_only=True):
    """A unit is in radio contact with an observing formation."""

    unit: str
    formation: str


class ContactLost(Event, frozen=True, kw_only=True):
    """A unit lost its radio contact."""

    unit: str
    formation: str


class BarragePlaced(Event, frozen=True, kw_only=True):
    """A barrage marker was put on a hex."""

    at: str
    marker: str


EVENTS: tuple[type[Event], ...] = (
    Fired, Bombed, TookHit, Suppressed, Converted, Shelled, ContactMade, ContactLost, BarragePlaced,
)  # fmt: skip
