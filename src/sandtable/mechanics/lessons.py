"""Lessons: a position with things to do in it, words that point at what they speak of, and when each thing is done.

A title brings its lessons as data, `lessons/*.yaml` in the order of their names. A lesson is played at an ordinary
table, on a scenario with a fixed seed; `mechanics.tutor` follows how far a learner has come.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from sandtable.board.board import Board
from sandtable.datafile import DataError, Document, FieldPath, read_document
from sandtable.kernel import LANGUAGES, SandtableError, Table
from sandtable.kernel.title import LESSONS
from sandtable.mechanics.content import Strict, Text
from sandtable.mechanics.title import AnyHexTitle

PANELS = ("prompt", "track", "status", "log", "odds", "unit", "undo", "hint", "book", "lights")
"""What a lesson can point at beside counters, hexes and the buttons of options: parts of the screen."""
_CITED = re.compile(r"\[([^\]]*)\]")
_LANGUAGES = set(LANGUAGES)


class Condition(Strict, frozen=True):
    """When a step is done: everything that is named here holds."""

    at: dict[str, str | tuple[str, ...]] = {}
    """By counter: the hex, or one of the hexes, in which it stands."""
    gone: tuple[str, ...] = ()
    """The counters that are no longer in play."""
    happened: dict[str, str | int | bool] = {}
    """An event since the step began: the name of its kind as `event`, and values of its fields."""
    asked: str = ""
    """The question that the learner is asked, by its prompt."""
    winner: str = ""
    """The side that has won the game."""


class Step(Strict, frozen=True):
    """One thing to read or to do."""

    say: Text
    """What the learner is told; a rule in brackets, as [3.5], opens the rule."""
    point: tuple[str, ...] = ()
    """What the words point at: `unit:`, `hex:`, `panel:` or a button's option; if nothing, at the next pick."""
    do: tuple[str | tuple[str, ...], ...] = ()
    """The picks that do it, one after the other; of several that count, the first is the one that is shown."""
    until: Condition | None = None
    """When it is done; without this, once its picks are made. A step with neither is only read."""
    otherwise: Text = {}
    """What to say to a learner who does something else."""

    @property
    def is_task(self) -> bool:
        return bool(self.do) or self.until is not None


class LessonFile(Strict, frozen=True):
    """A lesson as written down."""

    name: Text
    about: Text
    scenario: str
    side: str
    seed: int
    steps: tuple[Step, ...]
    done: Text
    """What to say at the end."""
    options: tuple[str, ...] = ()
    """The optional rules in force."""
    before: tuple[tuple[str, str], ...] = ()
    """The choices that lead to the position: side and option."""
    opponent: dict[str, tuple[str, ...]] = {}
    """What the other sides answer, by prompt: one after the other, as far as they are offered."""


class Lesson:
    """A lesson of a title."""

    def __init__(self, title: AnyHexTitle, document: Document[LessonFile]) -> None:
        self.title = title
        self.id = document.path.stem
        self.file = document.value
        self._document = document

    def error(self, field: FieldPath, problem: str) -> DataError:
        return self._document.error(field, problem)

    def table(self) -> Table:
        """A table at the position of the lesson. Raises DataError where a choice that leads there is not offered."""
        file = self.file
        table = Table.new(self.title, file.scenario, file.options, file.seed)
        for place, (side, option) in enumerate(file.before):
            try:
                table.choose(option, side)
            except SandtableError as error:
                raise self.error(("before", place), f"{error}; choose something that is offered here") from None
        return table


class StepSheet(msgspec.Struct, frozen=True):
    """A step as a learner is shown it; `[3.5]` in its text is the number of a rule."""

    text: str
    points: tuple[str, ...]
    """What the words point at: `unit:`, `hex:`, `panel:` or the option of a button; if nothing, at the next pick."""
    task: bool
    """Whether there is something to do in it; else it is read."""
    otherwise: str
    """What to say to a learner who has strayed, if not what is always said."""


class LessonSheet(msgspec.Struct, frozen=True):
    """A lesson as a learner is shown it: which of how many of its title it is, and which comes after it."""

    id: str
    name: str
    about: str
    number: int
    of: int
    steps: tuple[StepSheet, ...]
    done: str
    next: str


@functools.cache
def lessons(title: AnyHexTitle) -> dict[str, Lesson]:
    """The lessons of a title by id, in their order. Raises DataError where a file is bad."""
    return {path.stem: read_lesson(title, path) for path in title.data_files(LESSONS)}


def read_lesson(title: AnyHexTitle, path: Path) -> Lesson:
    """A lesson from its file. Raises DataError."""
    return Lesson(title, read_document(path, LessonFile))


def sheets(title: AnyHexTitle, lang: str) -> list[LessonSheet]:
    """All lessons of a title in a language."""
    found = list(lessons(title).values())
    return [
        LessonSheet(
            id=lesson.id,
            name=lesson.file.name[lang],
            about=lesson.file.about[lang],
            number=number,
            of=len(found),
            steps=tuple(_step_sheet(step, lang) for step in lesson.file.steps),
            done=lesson.file.done[lang],
            next=found[number].id if number < len(found) else "",
        )
        for number, lesson in enumerate(found, 1)
    ]


def _step_sheet(step: Step, lang: str) -> StepSheet:
    return StepSheet(step.say[lang], step.point, step.is_task, step.otherwise.get(lang, ""))


# What the types alone cannot say of a lesson


def check(lesson: Lesson) -> None:
    """Raises DataError at the first thing that a lesson speaks of and that does not exist."""
    file, title = lesson.file, lesson.title
    for field, words in (("name", file.name), ("about", file.about), ("done", file.done)):
        _check_words(lesson, (field,), words)
    try:
        info = title.scenario(file.scenario)
        content = title.content(info.id, tuple(sorted(set(file.options))))
    except SandtableError as error:
        raise lesson.error(("scenario",), str(error)) from None
    if file.side not in info.sides:
        raise lesson.error(("side",), f"must be one of {', '.join(info.sides)}")
    if not file.steps:
        raise lesson.error(("steps",), "a lesson has at least one step")
    for prompt in file.opponent:
        if not title.texts("en").has(f"prompt.{prompt}"):
            raise lesson.error(("opponent", prompt), "is not a question of this title; name a prompt of its texts")
    units = {*title.ids("unit", content), *title.texts("en").names("unit")}
    board = title.board(content)
    for place, step in enumerate(file.steps):
        _check_step(lesson, ("steps", place), step, units, board)


def _check_step(lesson: Lesson, where: FieldPath, step: Step, units: set[str], board: Board) -> None:
    _check_words(lesson, (*where, "say"), step.say)
    if step.otherwise:
        _check_words(lesson, (*where, "otherwise"), step.otherwise)
    for place, target in enumerate(step.point):
        _check_named(lesson, (*where, "point", place), target, units, board)
    for place, pick in enumerate(step.do):
        for option in picks(pick):
            _check_named(lesson, (*where, "do", place), option, units, board)
    if step.until is not None:
        if not step.do:
            raise lesson.error((*where, "until"), "say as well how it is done: the picks (do) that lead there")
        _check_condition(lesson, (*where, "until"), step.until, units, board)


def _check_words(lesson: Lesson, where: FieldPath, words: Text) -> None:
    if set(words) != _LANGUAGES or not all(words.values()):
        raise lesson.error(where, f"say it in each of the languages {', '.join(LANGUAGES)}, and in no other")
    known = _rule_ids(lesson.title)
    for lang, text in words.items():
        for cited in _CITED.findall(text):
            if cited not in known:
                raise lesson.error((*where, lang), f"there is no rule [{cited}]; brackets hold the number of a rule")


@functools.cache
def _rule_ids(title: AnyHexTitle) -> frozenset[str]:
    return frozenset(rule.id for rule in title.rules())


def _check_named(lesson: Lesson, where: FieldPath, target: str, units: set[str], board: Board) -> None:
    """A counter, a hex, a panel or a kind of option must exist."""
    kind, _, name = target.partition(":")
    if kind == "panel":
        if name not in PANELS or "do" in where:
            raise lesson.error(where, f"there is no panel {name!r}; there are {', '.join(PANELS)}")
    elif kind not in lesson.title.kinds or not name:
        kinds = ", ".join(f"{each}:" for each in (*lesson.title.kinds, "panel"))
        raise lesson.error(where, f"{target!r} begins with none of {kinds}")
    else:
        _check_thing(lesson, where, kind, name, units, board)


def _check_thing(lesson: Lesson, where: FieldPath, kind: str, name: str, units: set[str], board: Board) -> None:
    if kind == "unit" and name not in units:
        raise lesson.error(where, f"{lesson.file.scenario} has no counter {name!r}")
    if kind == "hex" and name not in board.index:
        raise lesson.error(where, f"{name!r} is not a hex of the map")


def _check_condition(
    lesson: Lesson, where: FieldPath, condition: Condition, units: set[str], board: Board
) -> None:  # fmt: skip
    if condition == Condition():
        raise lesson.error(where, f"name something that is to hold: {', '.join(Condition.__struct_fields__)}")
    for unit, hexes in condition.at.items():
        _check_thing(lesson, (*where, "at", unit), "unit", unit, units, board)
        for label in picks(hexes):
            _check_thing(lesson, (*where, "at", unit), "hex", label, units, board)
    for place, unit in enumerate(condition.gone):
        _check_thing(lesson, (*where, "gone", place), "unit", unit, units, board)
    if condition.happened:
        _check_event(lesson, (*where, "happened"), condition.happened)
    if condition.asked and not lesson.title.texts("en").has(f"prompt.{condition.asked}"):
        raise lesson.error((*where, "asked"), f"{condition.asked!r} is not a question of this title")
    sides = lesson.title.scenario(lesson.file.scenario).sides
    if condition.winner and condition.winner not in sides:
        raise lesson.error((*where, "winner"), f"must be one of {', '.join(sides)}")


def _check_event(lesson: Lesson, where: FieldPath, happened: dict[str, str | int | bool]) -> None:
    kinds = {kind.__name__: kind for kind in lesson.title.all_events}
    named = happened.get("event")
    if named not in kinds:
        raise lesson.error((*where, "event"), f"name the kind of event: one of {', '.join(sorted(kinds))}")
    fields = kinds[str(named)].__struct_fields__
    for field in happened:
        if field != "event" and field not in fields:
            raise lesson.error((*where, field), f"is no field of {named}; it has {', '.join(fields)}")


def picks(given: str | Iterable[str]) -> tuple[str, ...]:
    """What counts, where one thing or several may be given."""
    return (given,) if isinstance(given, str) else tuple(given)
