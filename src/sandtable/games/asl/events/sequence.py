"""What happens around the sequence of play: counters set up, control gained, weapons handed on."""

from __future__ import annotations

from typing import Literal

from sandtable.kernel import Event


class Placed(Event, frozen=True, kw_only=True):
    """A counter was set up."""

    unit: str
    at: str


class SidesDrawn(Event, frozen=True, kw_only=True):
    """Both players wanted a side: the other has the balance, and lots say whether they change seats (A26.4)."""

    wanted: str
    side: str
    """Which has the balance."""
    what: Literal["stay", "change"]


class Bought(Event, frozen=True, kw_only=True):
    """A side bought something for its set-up."""

    side: str
    work: str


class WorksPlaced(Event, frozen=True, kw_only=True):
    """A side placed field works, mines or a "?", or hid men."""

    side: str
    work: str
    at: str


class TookBack(Event, frozen=True, kw_only=True):
    """A counter that had been set up was taken up again."""

    unit: str


class Controlled(Event, frozen=True, kw_only=True):
    """A side gained control of a hex or a building."""

    side: str
    at: str


class JunctionTaken(Event, frozen=True, kw_only=True):
    """A side controls a junction with all hexes around it (CG6)."""

    side: str
    at: str


class GameEnds(Event, frozen=True, kw_only=True):
    """The die has ended a scenario (CG7)."""

    turn: int


class ShuttlesKept(Event, frozen=True, kw_only=True):
    """A scenario of a campaign is over: how many Kangaroos the next one can use (RR8)."""

    kept: int
    gone: int


class Deployed(Event, frozen=True, kw_only=True):
    """A squad deployed into its half-squads."""

    unit: str


class Recombined(Event, frozen=True, kw_only=True):
    """Two half-squads became a squad."""

    unit: str
    at: str


SEQUENCE_EVENTS = (
    SidesDrawn,
    Placed,
    Bought,
    WorksPlaced,
    TookBack,
    Controlled,
    JunctionTaken,
    GameEnds,
    ShuttlesKept,
    Deployed,
    Recombined,
)
