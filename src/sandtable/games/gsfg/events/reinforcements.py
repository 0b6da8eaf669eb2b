"""What happens to units on their way to the map, and what the verdict rests on."""

from __future__ import annotations

from sandtable.kernel import Event
from sandtable.mechanics.events import Delayed


class SetUp(Event, frozen=True, kw_only=True):
    """A unit was set up before the first turn."""

    unit: str
    at: str


class Picked(Event, frozen=True, kw_only=True):
    """A reinforcement of the turn was picked."""

    unit: str


class Mustered(Event, frozen=True, kw_only=True):
    """A territorial unit was placed, to be called out or not."""

    unit: str
    at: str


class Stranded(Event, frozen=True, kw_only=True):
    """Units to come were lost because no place is left for them to enter."""

    units: tuple[str, ...]


class LinkedUp(Event, frozen=True, kw_only=True):
    """Two counters formed a division."""

    brigade: str
    rest: str
    whole: str
    at: str


class Judged(Event, frozen=True, kw_only=True):
    """A Soviet victory condition was checked."""

    condition: str
    """The key of the victory that it would give."""
    count: int
    needed: int
    met: bool


EVENTS: tuple[type[Event], ...] = (SetUp, Picked, Delayed, Mustered, Stranded, LinkedUp, Judged)
