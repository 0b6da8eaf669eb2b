"""What happens around the sequence of play: counters set up, control gained, weapons handed on."""

from __future__ import annotations

from sandtable.kernel import Event


class Placed(Event, frozen=True, kw_only=True):
    """A counter was set up."""

    unit: str
    at: str


class Controlled(Event, frozen=True, kw_only=True):
    """A side gained control of a hex or a building."""

    side: str
    at: str


class Deployed(Event, frozen=True, kw_only=True):
    """A squad deployed into its half-squads."""

    unit: str


class Recombined(Event, frozen=True, kw_only=True):
    """Two half-squads became a squad."""

    unit: str
    at: str


SEQUENCE_EVENTS = (Placed, Controlled, Deployed, Recombined)
