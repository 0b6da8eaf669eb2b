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
    narrow: bool = False
    """Whether to play on, once an even setting is known, to know better how far even reaches."""


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

    @property
    def leaning(self) -> Verdict:
        """The side that is ahead, for sure or not."""
        return "first" if self.score.value > 0.5 else "second"

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
    """Which setting is tried next: the lowest, the highest, then halfway between those that favour different sides.

    To narrow it down, settings halfway between an even one and those that favour a side for sure are tried as well,
    until one of them on each side does not.
    """

    def __init__(self, values: list[int], rules: Rules) -> None:
        self._values = values
        self._rules = rules
        halvings = math.ceil(math.log2(max(2, len(values))))
        self._doubt = rules.doubt / (2 + halvings + (halvings if rules.narrow else 0))
        self.trials: dict[int, Trial] = {}
        self._low, self._high = 0, len(values) - 1
        self._even: int | None = None
        self._unknown = ["low", "high"] if rules.narrow else []
        """The sides of an even setting on which there may be surer ones than those known."""
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
            self._decide(place, trial)

    def _decide(self, place: int, trial: Trial) -> None:
        last = len(self._values) - 1
        at_an_end = place in (0, last)
        if self._even is not None:
            self._narrow(place, trial)
        elif trial.verdict == "even" or (trial.verdict == "open" and not at_an_end):
            self._even = place
            self._go_to(None if at_an_end else self._halfway())
        elif place == 0 and last > 0:
            self._go_to(last)
        elif place == last and self.trials[0].leaning == trial.leaning:
            self._go_to(None)
        else:
            self._halve(place, trial)

    def _narrow(self, place: int, trial: Trial) -> None:
        """Take a surer setting for the one known, or be content with that."""
        if trial.verdict not in ("first", "second"):
            self._unknown.pop(0)
        elif self._unknown[0] == "low":
            self._low = place
        else:
            self._high = place
        self._go_to(self._halfway())

    def _halfway(self) -> int | None:
        """The place halfway between an even setting and the nearest that is known to favour a side."""
        assert self._even is not None
        while self._unknown:
            known = self._low if self._unknown[0] == "low" else self._high
            if abs(known - self._even) > 1:
                return (known + self._even) // 2
            self._unknown.pop(0)
        return None

    @property
    def points(self) -> tuple[Point, ...]:
        """The settings tried so far, from the lowest to the highest."""
        return tuple(
            Point(self._values[place], trial.games, trial.score, trial.verdict or "open")
            for place, trial in sorted(self.trials.items())
        )

    def _halve(self, place: int, trial: Trial) -> None:
        if trial.leaning == self.trials[self._low].leaning:
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
    settled = next((point for point in points if point.verdict == "even"), None)
    if settled is not None and len(points) == 1:
        return float(settled.value)
    for low, high in itertools.pairwise(points):
        a, b = _log_odds(low), _log_odds(high)
        if a == 0 or a * b < 0:
            return low.value + (high.value - low.value) * a / (a - b)
    return None if settled is None else float(settled.value)


def _log_odds(point: Point) -> float:
    won = point.score.value * point.games
    return math.log((won + 0.5) / (point.games - won + 0.5))
