"""What must hold of the lessons of a title: each is done as it says, and no step by something else."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.datafile import DataError
from sandtable.kernel import AnyTitle, Table
from sandtable.kernel.title import LESSONS
from sandtable.mechanics.lessons import Lesson, picks, read_lesson
from sandtable.mechanics.title import HexTitle
from sandtable.mechanics.tutor import Tutor, fault, solution

_OTHERS = 3
"""How many other choices are tried in the place of each pick."""


def faults_of_lessons(title: AnyTitle) -> Iterator[DataError]:
    """The first thing that is wrong with each lesson."""
    if isinstance(title, HexTitle):
        for path in title.data_files(LESSONS):
            wrong = fault(title, path) or looseness(read_lesson(title, path))
            if wrong is not None:
                yield wrong


def looseness(lesson: Lesson) -> DataError | None:
    """A step that another choice than its picks does as well; None where there is none."""
    for played in solution(lesson):
        counted = {option for pick in lesson.file.steps[played.step].do for option in picks(pick)}
        asked = [each for each in played.table.decisions if each.side == lesson.file.side]
        others = [option for decision in asked for option in decision.ids if option not in counted]
        for option in others[:_OTHERS]:
            if _step_after(lesson, played.table, option) != played.step:
                problem = f"{option} does it as well; say more exactly when it is done"
                return lesson.error(("steps", played.step, "until"), problem)
    return None


def _step_after(lesson: Lesson, table: Table, option: str) -> int:
    """How far a learner has come who chooses something, at a table of its own."""
    twin = lesson.table()
    for entry in table.entries[len(twin.entries) :]:
        twin.choose(entry.option, entry.side)
    twin.choose(option, lesson.file.side)
    return Tutor.resumed(lesson, twin.entries).progress(twin).step
