"""The log of one seat: the events that it may know, counted as it sees them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.kernel import Began, Event


class Heard(NamedTuple):
    """An event that a side knows of and the turn in which it happened."""

    event: Event
    turn: int


class SeatLog:
    """What a side has heard so far. It follows a list of all events, which grows, or is cut back by an undo."""

    def __init__(self, side: str, first_turn: int) -> None:
        self.lines: list[Heard] = []
        self._side = side
        self._first_turn = first_turn
        self._turn = first_turn
        self._heard = 0

    def follow(self, events: Sequence[Event]) -> None:
        """Hear what was added at the end."""
        for event in events[self._heard :]:
            if isinstance(event, Began):
                self._turn = event.turn
            if event.visible_to(self._side):
                self.lines.append(Heard(event, self._turn))
        self._heard = len(events)

    def rewrite(self, events: Sequence[Event]) -> int:
        """Hear everything anew after an undo; the first line that is not what it was."""
        before = self.lines
        self.lines, self._turn, self._heard = [], self._first_turn, 0
        self.follow(events)
        for index, (old, new) in enumerate(zip(before, self.lines, strict=False)):
            if old != new:
                return index
        return min(len(before), len(self.lines))
