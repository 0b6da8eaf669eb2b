"""The search for the even setting: which to try next, and when its games have said enough."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from sandtable.lab.sequential import interval
from sandtable.lab.statistics import SURE, Estimate

LOOK = 20
"""After how many games each the results are looked at."""

Verdict = Literal["first", "second", "even", "open"]
"""Which side is ahead for sure; or that neither is by more than the margin; or that the games did not suffice."""


class Rules(msgspec.Struct, frozen=True):
    """When to stop: what counts as even, how sure to be of everything together, and the most games for a setting."""

    margin: float = 0.05
    doubt: float = 1 - SURE
    most: int = 1000


class Point(msgspec.Struct, frozen=True):
    """A setting that was tried: the games that it took, and the first side's score, a draw counting half."""

    value: int
    games: int
    score: Estimate
    verdict: Verdict


class Trial:
    """The games of one setting, looked at in their order: the verdict does not depend on which ends first."""

    def __init__(self, rules: Rules, doubt: float) -> None:
        self._rules = rules
        self._doubt = doubt
        self._results: dict[int, float] = {}
        self._handed_out = 0
        self.games = 0
        self.score = interval(0, 0, doubt)
        self.verdict: Verdict | None = None

    def next(self) -> int:
        """The number of a game to be played next."""
        self._handed_out += 1
        return self._handed_out - 1

    def take(self, number: int, result: float) -> None:
        """A game is over."""
        self._results[number] = result
        while self.verdict is None and all(n in self._results for n in range(self.games, self.games + LOOK)):
            self.games += LOOK
            total = sum(self._results[n] for n in range(self.games))
            self.score = interval(total, self.games, self._doubt)
            self.verdict = self._judged()

    def _judged(self) -> Verdict | None:
        score, margin = self.score, self._rules.margin
        if score.low > 0.5:
            return "first"
        if score.high < 0.5:
            return "second"
        if score.low >= 0.5 - margin and score.high <= 0.5 + margin:
            return "even"
        return "open" if self.games >= self._rules.most else None


class Search:
    """Which setting is tried next: the lowest, the highest, then halfway between those that favour different sides."""

    def __init__(self, values: list[int], rules: Rules) -> None:
        self._values = values
        self._rules = rules
        most_settings = 2 + math.ceil(math.log2(max(2, len(values))))
        self._doubt = rules.doubt / most_settings
        self.trials: dict[int, Trial] = {}
        self._low, self._high = 0, len(values) - 1
        self.place: int | None = None
        self._go_to(0)

    def _go_to(self, place: int | None) -> None:
        self.place = place
        if place is not None:
            self.trials[place] = Trial(self._rules, self._doubt)

    def next(self) -> tuple[int, int] | None:
        """The place of a setting and the number of a game to be played next; None once all is known."""
        return None if self.place is None else (self.place, self.trials[self.place].next())

    def take(self, place: int, number: int, result: float) -> None:
        """A game is over; one of a setting that has been judged already changes nothing."""
        if place != self.place:
            return
        trial = self.trials[place]
        trial.take(number, result)
        if trial.verdict is not None:
            self._decide(place, trial.verdict)

    def _decide(self, place: int, verdict: Verdict) -> None:
        last = len(self._values) - 1
        if verdict in ("even", "open"):
            self._go_to(None)
        elif place == 0 and last > 0 and last not in self.trials:
            self._go_to(last)
        elif place == last and self.trials[0].verdict == verdict:
            self._go_to(None)
        else:
            self._halve(place, verdict)

    @property
    def points(self) -> tuple[Point, ...]:
        """The settings tried so far, from the lowest to the highest."""
        return tuple(
            Point(self._values[place], trial.games, trial.score, trial.verdict or "open")
            for place, trial in sorted(self.trials.items())
        )

    def _halve(self, place: int, verdict: Verdict) -> None:
        if verdict == self.trials[self._low].verdict:
            self._low = place
        else:
            self._high = place
        self._go_to((self._low + self._high) // 2 if self._high - self._low > 1 else None)


def between(points: Sequence[Point]) -> tuple[int, int] | None:
    """The nearest settings at which different sides are ahead for sure."""
    for low, high in itertools.pairwise(point for point in points if point.verdict in ("first", "second")):
        if low.verdict != high.verdict:
            return low.value, high.value
    return None


def even_at(points: Sequence[Point]) -> float | None:
    """Where the score passes one half, on a straight line of log odds between the settings on either side of it."""
    if len(points) == 1:
        return float(points[0].value) if points[0].verdict in ("even", "open") else None
    for low, high in itertools.pairwise(points):
        a, b = _log_odds(low), _log_odds(high)
        if a == 0 or a * b < 0:
            return low.value + (high.value - low.value) * a / (a - b)
    return float(points[-1].value) if _log_odds(points[-1]) == 0 else None


def _log_odds(point: Point) -> float:
    won = point.score.value * point.games
    return math.log((won + 0.5) / (point.games - won + 0.5))
