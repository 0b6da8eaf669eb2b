"""What happens in a game of Panzer, beside what happens in every title."""

from __future__ import annotations

from sandtable.kernel import Event


class SetUp(Event, frozen=True, kw_only=True):
    """A unit was set up."""

    unit: str
    at: str
    facing: str


class WorkPlaced(Event, frozen=True, kw_only=True):
    """A work was put on the map before the game."""

    at: str
    work: str


class BeganHullDown(Event, frozen=True, kw_only=True):
    """A vehicle begins the game hull down."""

    unit: str
    at: str


class Recovered(Event, frozen=True, kw_only=True):
    """A unit is no longer suppressed."""

    unit: str


class TookFullCover(Event, frozen=True, kw_only=True):
    """A unit has gone into Full Cover."""

    unit: str


class LeftFullCover(Event, frozen=True, kw_only=True):
    """A unit has left Full Cover."""

    unit: str


class SpotLost(Event, frozen=True, kw_only=True):
    """Nobody spots a unit any more: its SPOT counter is removed."""

    unit: str


class FirstPlayer(Event, frozen=True, kw_only=True):
    """It is settled who is First Player."""

    side: str


class Shown(Event, frozen=True, kw_only=True):
    """A command counter was turned face up."""

    unit: str
    order: str


class AllShown(Event, frozen=True, kw_only=True):
    """The counters of several units with the same command were turned face up together."""

    side: str
    order: str
    units: tuple[str, ...]


class Claimed(Event, frozen=True, kw_only=True):
    """A command that moves was shown to claim the modifier of a moving target, and lies face down again."""

    unit: str
    order: str


class NoTarget(Event, frozen=True, kw_only=True):
    """All targets of a unit are gone: its command counts as none."""

    unit: str


class Damaged(Event, frozen=True, kw_only=True):
    """A vehicle was damaged."""

    unit: str


class Destroyed(Event, frozen=True, kw_only=True):
    """A vehicle was knocked out or brewed up."""

    unit: str
    at: str
    how: str


class Moved(Event, frozen=True, kw_only=True):
    """A vehicle moved along some hexes."""

    unit: str
    path: tuple[str, ...]


class Turned(Event, frozen=True, kw_only=True):
    """A vehicle turned where it stands."""

    unit: str
    facing: str


class ThrownBack(Event, frozen=True, kw_only=True):
    """A vehicle that cannot go on goes back from the hex of an enemy."""

    unit: str
    to: str


class LeftMap(Event, frozen=True, kw_only=True):
    """A vehicle left the map."""

    side: str
    unit: str
    at: str


class TookControl(Event, frozen=True, kw_only=True):
    """A side gained control of an objective."""

    side: str
    objective: str


EVENTS: tuple[type[Event], ...] = (
    SetUp, WorkPlaced, BeganHullDown, Recovered, TookFullCover, LeftFullCover,
    SpotLost, FirstPlayer, Shown, AllShown, Claimed, NoTarget, Damaged, Destroyed, Moved, Turned, ThrownBack,
    LeftMap, TookControl,
)  # fmt: skip
