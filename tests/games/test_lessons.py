"""The lessons of every title: each can be done as it says, and by nothing less."""

from __future__ import annotations

import pytest

from sandtable.kernel import LANGUAGES, Table, title, titles
from sandtable.mechanics.lessons import Lesson, check, lessons, picks, sheets
from sandtable.mechanics.title import AnyHexTitle, HexTitle
from sandtable.mechanics.tutor import Tutor, let_reply, solution
from sandtable.testing.teaching import looseness

TITLES = titles()


def taught(title_id: str) -> AnyHexTitle:
    found = title(title_id)
    assert isinstance(found, HexTitle)
    return found


LESSONS = [
    pytest.param(lesson, id=f"{name}/{lesson.id}") for name in TITLES for lesson in lessons(taught(name)).values()
]


def untouched(lesson: Lesson) -> tuple[Table, Tutor]:
    """A lesson before the learner has done anything."""
    table = lesson.table()
    tutor = Tutor(lesson, table)
    let_reply(lesson, table, tutor)
    return table, tutor


def test_the_tutorial_teaches_from_the_first_move_to_the_victory() -> None:
    found = list(lessons(taught("primer")).values())
    assert 6 <= len(found) <= 10
    assert found[-1].file.steps[-2].until is not None
    assert found[-1].file.steps[-2].until.winner == found[-1].file.side


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_done_by_its_solution(lesson: Lesson) -> None:
    check(lesson)
    *_, last = solution(lesson)
    assert last.tutor.progress(last.table).step == len(lesson.file.steps)


@pytest.mark.parametrize("lesson", LESSONS)
def test_who_does_nothing_has_done_nothing(lesson: Lesson) -> None:
    table, tutor = untouched(lesson)
    tasks = [place for place, step in enumerate(lesson.file.steps) if step.is_task]
    assert tutor.progress(table).step == tasks[0]
    assert tutor.progress(table).next == picks(lesson.file.steps[tasks[0]].do[0])[0]


@pytest.mark.parametrize("lesson", LESSONS)
def test_another_choice_does_not_do_a_step(lesson: Lesson) -> None:
    assert str(looseness(lesson) or "") == ""


@pytest.mark.parametrize("lesson", LESSONS)
def test_who_does_something_else_has_strayed(lesson: Lesson) -> None:
    table, tutor = untouched(lesson)
    wanted = tutor.progress(table).next
    asked = next(each for each in table.decisions if each.side == lesson.file.side)
    others = [option for option in asked.ids if option != wanted]
    for option in others[-1:]:
        table.choose(option, lesson.file.side)
        tutor.follow(table)
        assert tutor.progress(table).strayed


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_taken_back_is_not_done(lesson: Lesson) -> None:
    table, tutor = untouched(lesson)
    before = tutor.progress(table)
    table.choose(before.next, lesson.file.side)
    tutor.follow(table)
    if table.can_undo(lesson.file.side):
        table.undo(lesson.file.side, lesson.title.scenario(lesson.file.scenario).sides)
        tutor.follow(table)
        assert tutor.progress(table) == before


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title_id", TITLES)
def test_a_lesson_speaks_each_language(title_id: str, lang: str) -> None:
    for number, sheet in enumerate(found := sheets(taught(title_id), lang)):
        assert all([sheet.name, sheet.about, sheet.done, *(step.text for step in sheet.steps)])
        assert (sheet.number, sheet.of) == (number + 1, len(found))
        assert sheet.next == ("" if sheet.number == sheet.of else found[number + 1].id)
