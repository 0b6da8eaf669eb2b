"""What can happen in a game of Primer, beside what happens in every game."""

from __future__ import annotations

from sandtable.kernel import Event
from sandtable.mechanics.events import Advanced, Delayed, Eliminated, LostStep


class Dealt(Event, frozen=True, kw_only=True):
    """A face-down counter was dealt; only its owner knows what it is."""

    unit: str
    kind: str


class Ordered(Event, frozen=True, kw_only=True):
    """A side's order for the turn was revealed."""

    side: str
    order: str


class Moved(Event, frozen=True, kw_only=True):
    """A counter entered hexes, one after the other."""

    unit: str
    path: tuple[str, ...]


class Revealed(Event, frozen=True, kw_only=True):
    """A counter was turned over."""

    unit: str
    kind: str
    at: str


class HeldFire(Event, frozen=True, kw_only=True):
    """A side that could have fired at a mover let it pass."""

    side: str
    unit: str
    at: str


class Disrupted(Event, frozen=True, kw_only=True):
    """A counter was thrown into disorder."""

    unit: str


class Rallied(Event, frozen=True, kw_only=True):
    """A counter recovered from disorder."""

    unit: str


class Retreated(Event, frozen=True, kw_only=True):
    """A counter fell back."""

    unit: str
    to: str


class Stood(Event, frozen=True, kw_only=True):
    """A defender stood its ground at the price of a step."""

    side: str
    at: str


class Arrived(Event, frozen=True, kw_only=True):
    """A reinforcement was placed on the map."""

    unit: str
    at: str


class CutOff(Event, frozen=True, kw_only=True):
    """A counter has no line of supply."""

    unit: str


class Scored(Event, frozen=True, kw_only=True):
    """A side scored points for what it holds."""

    side: str
    points: int
    total: int


EVENTS: tuple[type[Event], ...] = (
    Dealt, Ordered, Moved, HeldFire, Revealed, Disrupted, Rallied, LostStep, Eliminated, Retreated, Stood, Advanced,
    Arrived, Delayed, CutOff, Scored,
)  # fmt: skip
