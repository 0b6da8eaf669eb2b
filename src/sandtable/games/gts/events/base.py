"""What happens to units in every chapter."""

from __future__ import annotations

from sandtable.kernel import Event
from sandtable.mechanics.events import Eliminated, LostStep


class Spent(Event, frozen=True, kw_only=True):
    """A division spent command points."""

    division: str
    points: int
    left: int


EVENTS = (LostStep, Eliminated, Spent)
