"""Data packs and their faults."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from sandtable.kernel import title

from .conftest import TITLE, Run


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack that replaces everything by copies of the title's own data."""
    folder = tmp_path / "my-pack"
    for part in ("maps", "units", "tables", "scenarios"):
        shutil.copytree(title(TITLE).folder() / part, folder / part)
    (folder / "pack.yaml").write_text(f"title: {TITLE}\nname: My pack\n")
    return folder


def spoil(file: Path, old: str, new: str) -> int:
    """Replace a text in a file once and say on which line it stood."""
    text = file.read_text(encoding="utf8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf8")
    return text[: text.index(old)].count("\n") + 1


def test_a_sound_pack_passes(run: Run, pack: Path) -> None:
    outcome = run("check", pack)
    assert (outcome.code, outcome.out) == (0, f"{pack}: no problem found\n")


def test_a_wrong_value_is_told_with_file_line_and_field(run: Run, pack: Path) -> None:
    file = pack / "scenarios" / "bridge.yaml"
    line = spoil(file, "turns: 8", "turns: eight")
    outcome = run("check", pack)
    assert outcome.code == 1
    assert f"{file}:{line}: turns: expected int, found str" in outcome.out


def test_every_unreadable_file_is_told(run: Run, pack: Path) -> None:
    for name in ("bridge", "meeting"):
        spoil(pack / "scenarios" / f"{name}.yaml", "turns:", "turns: [")
    problems = run("check", pack).out.splitlines()
    assert [problem.split(":")[0] for problem in problems] == [
        str(pack / "scenarios" / f"{name}.yaml") for name in ("bridge", "meeting")
    ]


def test_every_file_at_fault_is_told(run: Run, pack: Path) -> None:
    lines = {
        name: spoil(pack / "scenarios" / f"{name}.yaml", old, new)
        for name, old, new in (("bridge", "turns: 8", "turns: eight"), ("meeting", "turns: 6", "turns: six"))
    }
    outcome = run("check", pack)
    assert outcome.out.splitlines() == [
        f"{pack / 'scenarios' / name}.yaml:{line}: turns: expected int, found str" for name, line in lines.items()
    ]


def test_what_follows_from_another_fault_is_not_told(run: Run, pack: Path) -> None:
    kinds, scenario = pack / "units" / "kinds.yaml", pack / "scenarios" / "mine.yaml"
    scenario.write_text((pack / "scenarios" / "bridge.yaml").read_text(encoding="utf8"), encoding="utf8")
    spoil(scenario, "map: holm", "map: mine")
    (pack / "maps" / "holm.yaml").rename(pack / "maps" / "mine.yaml")
    spoil(pack / "maps" / "mine.yaml", "\n", "\nnonsense: 1\n")
    spoil(kinds, "steps: 2", "steps: two")
    files = [problem.split(":")[0] for problem in run("check", pack).out.splitlines()]
    assert sorted(files) == [str(pack / "maps" / "mine.yaml"), str(kinds)]


def test_faults_of_several_files_are_told_as_json(run: Run, pack: Path) -> None:
    spoil(pack / "maps" / "holm.yaml", "\n", "\nnonsense: 1\n")
    (pack / "extra.yaml").write_text("a: 1\n")
    outcome = run("check", pack, "--json")
    problems = "\n".join(outcome.data["problems"])
    assert outcome.code == 1
    assert "extra.yaml: nothing reads this file: data stands in maps/, " in problems
    assert "nonsense: unknown field" in problems


def test_a_misspelt_suffix_is_told(run: Run, pack: Path) -> None:
    (pack / "maps" / "other.yml").write_text("a: 1\n")
    assert "other.yml: nothing reads this file: the name of a data file ends in .yaml" in run("check", pack).out


def test_an_unknown_title_is_told(run: Run, pack: Path) -> None:
    (pack / "pack.yaml").write_text("title: nonsense\nname: My pack\n")
    outcome = run("check", pack)
    assert outcome.code == 1
    assert f"{pack / 'pack.yaml'}:1: title: there is no title 'nonsense'" in outcome.out


def test_a_pack_without_its_manifest_is_told(run: Run, pack: Path) -> None:
    (pack / "pack.yaml").unlink()
    outcome = run("check", pack)
    assert (outcome.code, outcome.out) == (1, f"{pack / 'pack.yaml'}: no such file\n")


def test_a_file_is_not_a_pack(run: Run, pack: Path) -> None:
    assert run("check", pack / "pack.yaml").code == 2


def test_a_crash_of_the_title_is_told_as_a_problem(run: Run, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: object, content: object) -> None:
        raise KeyError("missing")

    monkeypatch.setattr(type(title(TITLE)), "start", start)
    outcome = run("check", pack)
    assert outcome.code == 1
    assert "cannot be played: KeyError: 'missing'" in outcome.out


@pytest.mark.parametrize(
    ("file", "cure"),
    [
        ("tables/terain.yaml", "did you mean terrain.yaml?"),
        ("tables/weather.yaml", "in tables/ the title has combat.yaml, "),
        ("tables/mine/terrain.yaml", "data stands in maps/, units/, tables/, scenarios/, text/, lessons/"),
        ("text/words.yaml", "the name of a file of words ends in its language, as in mine-en.yaml"),
        ("maps/elsewhere.yaml", "no scenario names it as its map"),
        ("rules.yaml", "data stands in maps/, units/, tables/, scenarios/, text/, lessons/"),
    ],
)
def test_a_file_that_nothing_reads_is_told_with_the_cure(run: Run, pack: Path, file: str, cure: str) -> None:
    (pack / file).parent.mkdir(exist_ok=True)
    shutil.copy(pack / "maps" / "holm.yaml", pack / file)
    outcome = run("check", pack)
    (told,) = outcome.out.splitlines()
    assert outcome.code == 1
    assert told.startswith(f"{pack / file}: nothing reads this file: {cure}")


def test_a_game_refuses_a_pack_with_a_file_that_nothing_reads(run: Run, pack: Path) -> None:
    (pack / "tables" / "terrain.yaml").rename(pack / "tables" / "terain.yaml")
    outcome = run("play", TITLE, "--plain", "--pack", pack)
    assert outcome.code != 0
    assert f"{pack / 'tables' / 'terain.yaml'}: nothing reads this file: did you mean terrain.yaml?" in outcome.err


@pytest.mark.parametrize("table", ["combat", "figures", "fire", "terrain"])
def test_an_unknown_field_is_told_wherever_the_table_is_first_needed(run: Run, pack: Path, table: str) -> None:
    file = pack / "tables" / f"{table}.yaml"
    line = spoil(file, "source:", "nonsense: 1\nsource:")
    assert run("check", pack).out == f"{file}:{line}: nonsense: unknown field\n"


def test_sources_and_rules_that_are_none_are_told(run: Run, pack: Path) -> None:
    file = pack / "tables" / "fire.yaml"
    line = spoil(file, '"4.3"', '"44.3"')
    assert f"{file}:{line}: rules[0]: '44.3' is not in the rule list" in run("check", pack).out


LESSON = """
name: {en: A march, ja: 行軍}
about: {en: One step, ja: 一歩}
scenario: bridge
side: blue
seed: 1
before: [[blue, "order:march"], [red, "order:hold"]]
steps:
  - say: {en: "Pick it [3.1].", ja: "選ぶ。[3.1]"}
    do: ["unit:b6", "hex:0405"]
done: {en: Done, ja: 終わり}
"""


def test_the_lessons_of_a_pack_are_played_as_they_say(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lessons" / "march.yaml"
    file.parent.mkdir()
    file.write_text(LESSON, encoding="utf8")
    (tmp_path / "pack.yaml").write_text(f"title: {TITLE}\nname: My lessons\n")
    assert run("check", tmp_path).code == 0
    line = spoil(file, "hex:0405", "hex:1205")
    outcome = run("check", tmp_path)
    assert outcome.code == 1
    assert f"{file}:{line}: steps[0].do[1]: hex:1205 cannot be chosen: " in outcome.out


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("a: 1\nb: " + "9" * 5000, 2, "not a value"),
        ("a: 2024-13-45", 1, "month must be in 1..12"),
        ("a: [1, 2024-02-30]", 1, "day is out of range"),
        ("a: " + "[" * 5000, 2, "not YAML"),
        ("a: " + "[" * 3000 + "]" * 3000, None, "nested too deeply"),
    ],
)
def test_what_stands_for_no_value_is_told_with_its_line(
    run: Run, pack: Path, content: str, line: int | None, words: str
) -> None:
    file = pack / "units" / "kinds.yaml"
    file.write_text(content)
    outcome = run("check", pack)
    assert outcome.code == 1
    assert outcome.out.startswith(f"{file}:{line}: " if line else f"{file}: ")
    assert words in outcome.out


def test_a_pipe_is_no_data_file(run: Run, pack: Path) -> None:
    os.mkfifo(pack / "tables" / "pipe.yaml")
    assert "pipe.yaml: cannot be read: not a file" in run("check", pack).out


def test_a_link_to_itself_leads_nowhere(run: Run, pack: Path) -> None:
    (pack / "again").symlink_to(pack, target_is_directory=True)
    assert run("check", pack).out == f"{pack}: no problem found\n"


@pytest.mark.parametrize(
    ("phrase", "words"),
    [("Where {unit", "the braces do not fit together"), ("{nobody:unit} goes", "nothing is put into nobody")],
)
def test_a_broken_phrase_is_told_with_its_line(run: Run, pack: Path, phrase: str, words: str) -> None:
    (pack / "text").mkdir()
    file = pack / "text" / "mine-en.yaml"
    file.write_text(f'do.stay: Here\nprompt.move-to: "{phrase}"\n')
    outcome = run("check", pack)
    assert (outcome.code, f"{file}:2: prompt.move-to: {words}" in outcome.out) == (1, True)
