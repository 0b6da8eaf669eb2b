"""A force brought to its points: platoons are taken away, put back and added until it is near enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

import msgspec

from sandtable.games.panzer.formations import Element, Forces, Part
from sandtable.games.panzer.tables.generator import Budget
from sandtable.games.panzer.tables.parts import Grade


class Draft(msgspec.Struct):
    """A formation of a force that is being made: its parts by element, and those of the full formation."""

    formation: str
    branch: str
    grade: Grade
    parts: dict[str, int]
    full: dict[str, int]
    added: dict[str, int] = {}

    @classmethod
    def of(cls, forces: Forces, formation: str, grade: Grade) -> Draft:
        """A formation as it stands on paper."""
        parts = {part.element: part.count for part in forces.parts(formation)}
        return cls(formation, forces.formations[formation].branch, grade, dict(parts), parts, {})

    def worth(self, forces: Forces, hundredths: int) -> int:
        both = [Part(name, count) for each in (self.parts, self.added) for name, count in each.items() if count]
        return forces.points(both, hundredths)


class Fitting:
    """The force of a side, and what its points are measured by."""

    def __init__(
        self, drafts: list[Draft], support: int, forces: Forces, grades: dict[Grade, int], points: int, budget: Budget
    ) -> None:
        self.drafts, self._support, self._forces, self._grades = drafts, support, forces, grades
        self._points, self._budget = points, budget

    @property
    def total(self) -> int:
        """What the force is worth."""
        return self._support + sum(draft.worth(self._forces, self._grades[draft.grade]) for draft in self.drafts)

    def fit(self, fillers: Iterable[str]) -> None:
        """Bring the force to its points, as near as it goes."""
        fillers = tuple(fillers)
        for _ in range(self._budget.rounds):
            total = 100 * self.total
            if total > self._budget.most * self._points:
                if not self._reduce():
                    return
            elif total < self._budget.least * self._points:
                if not self._enlarge(fillers):
                    return
            else:
                return

    def _off(self, change: tuple[Callable[[], None], int]) -> int:
        return abs(self.total + change[1] - self._points)

    def _reduce(self) -> bool:
        """Take away the platoon that brings the force nearest to its points, or else the last formation."""
        steps = list(self._removals())
        low = self._budget.least * self._points
        good = [step for step in steps if 100 * (self.total + step[1]) >= low]
        if good or steps:
            min(good or steps, key=self._off)[0]()
            return True
        if len(self.drafts) > 1:
            self.drafts.pop()
            return True
        return False

    def _removals(self) -> Iterator[tuple[Callable[[], None], int]]:
        for draft in self.drafts:
            platoons = {name: count for name, count in draft.parts.items() if count and not self._is_staff(name)}
            if sum(platoons.values()) < 2:
                continue
            for name, count in platoons.items():
                if count > 1 or draft.full[name] == 1:
                    yield partial(_change, draft.parts, name, -1), -self._worth(draft, name)

    def _enlarge(self, fillers: tuple[str, ...]) -> bool:
        """Put back what was taken away, or else add an element, if one fits."""
        high = self._budget.most * self._points
        back = [
            (partial(_change, draft.parts, name, 1), self._worth(draft, name))
            for draft in self.drafts
            for name in draft.full
            if draft.parts[name] < draft.full[name]
        ]
        for steps in (back, [self._addition(name) for name in fillers]):
            fitting = [step for step in steps if 100 * (self.total + step[1]) <= high]
            if fitting:
                min(fitting, key=self._off)[0]()
                return True
        return False

    def _addition(self, name: str) -> tuple[Callable[[], None], int]:
        branch = self._forces.elements[name].branch
        draft = next((each for each in self.drafts if each.branch == branch), self.drafts[0])
        return partial(_change, draft.added, name, 1), self._worth(draft, name)

    def _worth(self, draft: Draft, element: str) -> int:
        return self._forces.points((Part(element),), self._grades[draft.grade])

    def _is_staff(self, name: str) -> bool:
        element: Element = self._forces.elements[name]
        return element.level == "headquarters"


def _change(parts: dict[str, int], name: str, by: int) -> None:
    parts[name] = parts.get(name, 0) + by
