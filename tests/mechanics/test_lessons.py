"""Files of lessons: what is wrong with one is told with its place and the cure."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sandtable.kernel import title
from sandtable.mechanics.lessons import PANELS, Condition, LessonFile, Step
from sandtable.mechanics.title import HexTitle
from sandtable.mechanics.tutor import fault

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "lessons.md").read_text(encoding="utf8")
LESSON = """
name: {en: A march, ja: 行軍}
about: {en: One step, ja: 一歩}
scenario: bridge
side: blue
seed: 1
before: [[blue, "order:march"], [red, "order:hold"]]
opponent: {fire: ["do:pass"]}
steps:
  - say: {en: "Pick it [3.1].", ja: "選ぶ。[3.1]"}
    point: ["panel:log"]
    do: ["unit:b6", "hex:0405"]
    until: {at: {b6: "0405"}}
done: {en: Done, ja: 終わり}
"""


def told(file: Path) -> str:
    primer = title("primer")
    assert isinstance(primer, HexTitle)
    return str(fault(primer, file) or "")


def test_a_lesson_that_can_be_done_as_it_says_is_sound(tmp_path: Path) -> None:
    file = tmp_path / "march.yaml"
    file.write_text(LESSON, encoding="utf8")
    assert told(file) == ""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("scenario: bridge", "scenario: nowhere", "scenario: primer has no scenario 'nowhere'; it has bridge, "),
        ("side: blue", "side: green", "side: must be one of blue, red"),
        ("seed: 1", "seed: one", "seed: expected int, found str"),
        ("{fire:", "{firing:", "opponent.firing: is not a question of this title; name a prompt"),
        ("panel:log", "panel:logs", "steps[0].point[0]: there is no panel 'logs'; there are prompt, "),
        ("panel:log", "log", "steps[0].point[0]: 'log' begins with none of do:, unit:, hex:, "),
        ("hex:0405", "hex:9999", "steps[0].do[1]: '9999' is not a hex of the map"),
        ("unit:b6", "unit:x1", "steps[0].do[0]: bridge has no counter 'x1'"),
        ("hex:0405", "hex:1205", "steps[0].do[1]: hex:1205 cannot be chosen: "),
        ('["unit:b6", "hex:0405"]', "[]", "steps[0].until: say as well how it is done: the picks (do)"),
        ('"0405"}}', '"0505"}}', "steps[0].until: does not hold after the picks of the step; change either"),
        ('"0405"}}', '"0406"}}', "steps[0].do[0]: the step is done already before this pick; strike it, or ask"),
        ("{at: {b6", "{stands: {b6", "steps[0].until.stands: unknown field"),
        ('{at: {b6: "0405"}}', "{}", "steps[0].until: name something that is to hold: at, "),
        ("{at: {b6: ", "{happened: {event: ", "steps[0].until.happened.event: name the kind of event: one of "),
        ('{at: {b6: "0405"', "{happened: {event: Moved, by: x", "steps[0].until.happened.by: is no field of Moved; "),
        ("ja: 一歩", "fr: Un pas", "about: say it in each of the languages en, ja, and in no other"),
        ("[3.1].", "[3.99].", "steps[0].say.en: there is no rule [3.99]; brackets hold the number of a rule"),
        ('"order:march"', '"order:dig"', "before[0]: order:dig cannot be chosen: "),
    ],
)
def test_what_is_wrong_with_a_lesson_is_told_with_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    file = tmp_path / "march.yaml"
    assert old in LESSON
    file.write_text(LESSON.replace(old, new, 1), encoding="utf8")
    place, _, rest = told(file).partition(": ")
    assert rest.startswith(problem)
    line = LESSON.partition(old)[0].count("\n") + 1
    assert place in (f"{file}:{line}", f"{file}:{line + 1}", f"{file}:{line - 1}")


def test_the_lesson_of_the_page_can_be_done(tmp_path: Path) -> None:
    file = tmp_path / "march.yaml"
    file.write_text(PAGE.partition("```yaml\n")[2].partition("```")[0], encoding="utf8")
    assert told(file) == ""


@pytest.mark.parametrize("struct", [LessonFile, Step, Condition])
def test_the_page_names_every_field(struct: type[msgspec.Struct]) -> None:
    assert [field for field in struct.__struct_fields__ if f"`{field}`" not in PAGE and f"{field}:" not in PAGE] == []


@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_is_in_the_page_and_known_to_the_browser(panel: str) -> None:
    client = (ROOT / "web" / "src" / "table" / "LessonCard.tsx").read_text(encoding="utf8")
    assert f"`{panel}`" in PAGE
    assert f'  {panel}: ".' in client
