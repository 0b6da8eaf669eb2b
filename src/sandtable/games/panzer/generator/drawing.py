"""The force of a side by lot: formations that the year has, their grades, batteries and aircraft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.games.panzer.cards import Month
from sandtable.games.panzer.formations import Forces, Part, in_service
from sandtable.games.panzer.generator.fitting import Draft, Fitting
from sandtable.games.panzer.generator.lots import Lots
from sandtable.games.panzer.tables.generator import GeneratorFile, Nation, Size, Weights
from sandtable.games.panzer.tables.parts import GRADES, Grade

BATTERY = "battery"
INFANTRY = ("motorised-infantry", "rifle")
MOST_OF_A_KIND = 2
UNGRADED: Grade = "seasoned"
"""The grade at which the points of a card count as they are printed."""


class Drawn(msgspec.Struct):
    """A force as it was drawn: its grade, its formations, and its batteries and aircraft by their entries."""

    grade: Grade
    drafts: list[Draft]
    batteries: list[str]
    flights: list[str]
    points: int = 0


class Drawer:
    """Draws the forces of an engagement, all from one stream of lots."""

    def __init__(
        self, lots: Lots, tables: GeneratorFile, forces: Forces, grades: Mapping[Grade, int], size: Size, date: Month,
        *, vehicles_only: bool,
    ) -> None:  # fmt: skip
        self._lots, self._tables, self._forces, self._grades = lots, tables, forces, dict(grades)
        self._size, self._date, self._year = size, date, int(date[:4])
        self._vehicles_only = vehicles_only

    def force_grade(self, side: Nation) -> Grade:
        return UNGRADED if self._vehicles_only else self._lots.up_to(self._tables.force_grade[side][self._year])

    def formations(self, side: Nation) -> list[str]:
        """A formation for every slot, as far as the year has any and the points allow; one at least."""
        chosen: list[str] = []
        for slot in self._size.slots:
            classes = {name: weight for name, weight in slot.items() if name != BATTERY}
            picked = self._pick(side, dict(classes), chosen)
            if picked is None and classes and not chosen:
                known = self._known(side, next(iter(classes)))
                picked = min(known, key=lambda name: self._smallest((name,)))
            if picked is not None:
                chosen.append(picked)
        return chosen

    def _pick(self, side: Nation, classes: dict[str, int], chosen: list[str]) -> str | None:
        while classes:
            branch = self._lots.pick(classes)
            most = self._tables.budget.formations * self._size.points
            weights = {
                name: weight
                for name, weight in self._known(side, branch).items()
                if chosen.count(name) < MOST_OF_A_KIND and 100 * self._smallest((*chosen, name)) <= most
            }
            if weights:
                return self._lots.pick(weights)
            del classes[branch]
        return None

    def _known(self, side: Nation, branch: str) -> dict[str, int]:
        """The formations of a class that the date has, by weight."""
        found = self._of_year(self._tables.weights[side][branch])
        return {
            name: weight
            for name, weight in found.items()
            if in_service(self._forces.formations[name], self._date)
            and (not self._vehicles_only or self._is_motor(self._forces.parts(name)))
        }

    def _of_year(self, weights: Weights) -> dict[str, int]:
        return {name: years[self._year] for name, years in weights.items() if years.get(self._year)}

    def _is_motor(self, parts: Iterable[Part]) -> bool:
        return all(member.card in self._forces.cards.vehicles for member in self._forces.members(parts))

    def _smallest(self, names: Iterable[str]) -> int:
        """What formations are worth with their headquarters and cheapest platoon alone, at their usual grades."""
        total = 0
        for name in names:
            worth = self._grades[self._forces.formations[name].grade]
            staff: list[int] = []
            platoons: list[int] = []
            for part in self._forces.parts(name):
                points = self._forces.points((Part(part.element),), worth)
                is_staff = self._forces.elements[part.element].level == "headquarters"
                (staff if is_staff else platoons).append(points)
            total += sum(staff) + min(platoons, default=0)
        return total

    def grade(self, formation: str) -> Grade:
        """The grade of a formation: its usual one, or one better or worse by lot; the Basic Game knows none."""
        if self._vehicles_only:
            return UNGRADED
        place, roll = GRADES.index(self._forces.formations[formation].grade), self._lots.roll(10)
        place += (roll == self._tables.grade_shift.worse) - (roll == self._tables.grade_shift.better)
        return GRADES[min(max(place, 0), len(GRADES) - 1)]

    def batteries(self, side: Nation) -> list[str]:
        """A battery for every slot of one that the date has."""
        if self._vehicles_only:
            return []
        weights = self._serving(self._tables.support[side].battery)
        return [self._lots.pick(weights) for slot in self._size.slots if BATTERY in slot and weights]

    def flights(self, side: Nation) -> list[str]:
        weights = self._serving(self._tables.support[side].air)
        return [self._lots.pick(weights)] if weights else []

    def _serving(self, weights: Weights) -> dict[str, int]:
        return {
            name: weight
            for name, weight in self._of_year(weights).items()
            if in_service(self._forces.support[name], self._date)
        }

    def flyer(self) -> Nation | None:
        """The side that has aircraft, if one has."""
        roll, air = self._lots.roll(10), self._tables.air
        if roll <= air["german"][self._year]:
            return "german"
        return "soviet" if roll >= air["soviet"][self._year] else None

    def fitted(self, side: Nation, drawn: Drawn, points: int) -> Drawn:
        """The force with its observer, brought to so many points."""
        if drawn.batteries:
            observed = next((each for each in drawn.drafts if each.branch in INFANTRY), drawn.drafts[0])
            observed.added[self._tables.observer[side]] = 1
        support = sum(
            self._forces.support[name].count * self._forces.cards.all[self._forces.support[name].card].points
            for name in (*drawn.batteries, *drawn.flights)
        )
        fitting = Fitting(drawn.drafts, support, self._forces, self._grades, points, self._tables.budget)
        fitting.fit(self._fillers(side))
        drawn.points = fitting.total
        return drawn

    def _fillers(self, side: Nation) -> list[str]:
        return [
            name
            for name in self._tables.fillers[side]
            if in_service(self._forces.elements[name], self._date)
            and (not self._vehicles_only or self._is_motor((Part(name),)))
        ]
