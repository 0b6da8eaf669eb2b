"""How far a learner has come in a lesson: told from the table alone, so that a test can follow as a server does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sandtable.datafile import DataError
from sandtable.kernel import Decision, Event, IllegalChoice, Table
from sandtable.kernel.journal import Entry
from sandtable.kernel.table import is_order
from sandtable.mechanics.lessons import Condition, Lesson, Step, check, picks, read_lesson
from sandtable.mechanics.title import AnyHexTitle

_MOST_REPLIES = 400
"""How many choices others may make in a row before a lesson is taken to have no end."""


class Mark(NamedTuple):
    """The step at which a learner stands, and how many choices and events lay before it began."""

    step: int
    entries: int
    events: int


class Progress(NamedTuple):
    """What a learner is to be told: the first step that is not done, what to pick next, and whether he has strayed."""

    step: int
    next: str
    strayed: bool


class Tutor:
    """Follows a table through a lesson, and back where choices are taken back."""

    def __init__(self, lesson: Lesson, table: Table) -> None:
        """The table stands at the position of the lesson."""
        self.lesson = lesson
        self._first = len(table.entries)
        self._marks = [self._settled(table, Mark(0, len(table.entries), len(table.events)))]

    @classmethod
    def resumed(cls, lesson: Lesson, entries: list[Entry]) -> Tutor:
        """One that has followed a game so far."""
        table = lesson.table()
        tutor = cls(lesson, table)
        for entry in entries[len(table.entries) :]:
            table.choose(entry.option, entry.side)
            tutor.follow(table)
        return tutor

    def follow(self, table: Table) -> None:
        """Take note of the choice that was made, or of those that were taken back."""
        made = max(0, len(table.entries) - self._first)
        if made < len(self._marks):
            del self._marks[made + 1 :]
        else:
            self._marks.append(self._settled(table, self._marks[-1]))

    def progress(self, table: Table) -> Progress:
        mark, steps = self._marks[-1], self.lesson.file.steps
        if mark.step == len(steps):
            return Progress(mark.step, "", False)
        chosen, step = self._chosen(table, mark), steps[mark.step]
        if not _begins(step, chosen):
            return Progress(mark.step, "", True)
        following = picks(step.do[len(chosen)]) if len(chosen) < len(step.do) else ()
        return Progress(mark.step, next((option for option in following if option not in chosen), ""), False)

    def _settled(self, table: Table, mark: Mark) -> Mark:
        """The mark after all that is done by now; what is only read does not hold anybody up."""
        steps = self.lesson.file.steps
        while mark.step < len(steps) and self._is_done(table, mark, steps[mark.step]):
            mark = Mark(mark.step + 1, len(table.entries), len(table.events))
        return mark

    def _is_done(self, table: Table, mark: Mark, step: Step) -> bool:
        if not step.is_task:
            return True
        if step.until is not None:
            return _holds(step.until, table, self.lesson, table.events[mark.events :])
        latest = self._chosen(table, mark)[-len(step.do) :]
        return len(latest) == len(step.do) and _begins(step, latest)

    def _chosen(self, table: Table, mark: Mark) -> list[str]:
        """What the learner has chosen since the step began."""
        made, side = table.entries[mark.entries :], self.lesson.file.side
        return [entry.option for entry in made if entry.side == side and not is_order(entry.option)]


def _begins(step: Step, chosen: list[str]) -> bool:
    """Whether choices are the first of those that do a step."""
    wanted = zip(step.do, chosen, strict=False)
    return len(chosen) <= len(step.do) and all(option in picks(pick) for pick, option in wanted)


def _holds(condition: Condition, table: Table, lesson: Lesson, events: list[Event]) -> bool:
    forces = lesson.title.forces(table.game) if condition.at or condition.gone else {}
    asked = {decision.prompt for decision in table.decisions if decision.side == lesson.file.side}
    return (
        all(unit in forces and forces[unit].at in picks(hexes) for unit, hexes in condition.at.items())
        and not any(unit in forces for unit in condition.gone)
        and (not condition.happened or any(_is_such(event, condition.happened) for event in events))
        and (not condition.asked or condition.asked in asked)
        and (not condition.winner or (table.result is not None and table.result.winner == condition.winner))
    )


def _is_such(event: Event, happened: dict[str, str | int | bool]) -> bool:
    fields = {field: value for field, value in happened.items() if field != "event"}
    return type(event).__name__ == happened["event"] and all(getattr(event, f) == value for f, value in fields.items())


def reply(lesson: Lesson, table: Table, decision: Decision) -> str:
    """What another side than the learner's answers; where the lesson does not say, it lets things take their course.

    Of the answers that the lesson has for a question, those that were not given yet come first.
    """
    given = {entry.option for entry in table.entries if entry.side == decision.side}
    wanted = lesson.file.opponent.get(decision.prompt, ())
    usual = (decision.default, decision.done, decision.options[-1].id)
    in_order = (*(option for option in wanted if option not in given), *wanted, *usual)
    return next(option for option in in_order if decision.find(option) is not None)


def let_reply(lesson: Lesson, table: Table, tutor: Tutor) -> None:
    """Let the other sides answer until the learner is asked, or the game is over."""
    for _ in range(_MOST_REPLIES):
        others = [each for each in table.decisions if each.side != lesson.file.side]
        if not others:
            return
        table.choose(reply(lesson, table, others[0]), others[0].side)
        tutor.follow(table)


class Played(NamedTuple):
    """A lesson at a moment of its solution: a step, the pick that is next, and the table before it is made."""

    step: int
    pick: str
    table: Table
    tutor: Tutor


def solution(lesson: Lesson) -> Iterator[Played]:
    """Play a lesson by its own picks, pausing before each. Raises DataError where that does not do what it should."""
    table = lesson.table()
    tutor = Tutor(lesson, table)
    let_reply(lesson, table, tutor)
    for number, step in enumerate(lesson.file.steps):
        for place, pick in enumerate(step.do):
            option, here = picks(pick)[0], ("steps", number, "do", place)
            if tutor.progress(table).step > number:
                raise lesson.error(here, "the step is done already before this pick; strike it, or ask for more")
            yield Played(number, option, table, tutor)
            try:
                table.choose(option, lesson.file.side)
            except IllegalChoice as error:
                raise lesson.error(here, f"{error}; offered are {_offered(table, lesson)}") from None
            tutor.follow(table)
            let_reply(lesson, table, tutor)
        if step.is_task and tutor.progress(table).step <= number:
            problem = "does not hold after the picks of the step; change either"
            raise lesson.error(("steps", number, "until"), problem)


def _offered(table: Table, lesson: Lesson) -> str:
    found = [option for each in table.decisions if each.side == lesson.file.side for option in each.ids]
    return ", ".join(found) or "no options: it is not the learner's turn"


def fault(title: AnyHexTitle, path: Path) -> DataError | None:
    """What is wrong with the file of a lesson, the first thing; None if it can be done as it says."""
    try:
        lesson = read_lesson(title, path)
        check(lesson)
        for _ in solution(lesson):
            pass
    except DataError as error:
        return error
    return None
