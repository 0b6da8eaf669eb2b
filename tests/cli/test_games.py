"""The list of titles."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import TITLE, Run


def test_json_lists_every_scenario_with_its_turns_and_sides(run: Run) -> None:
    listed = {each["game"]: each for each in run("games", "--json").data}
    assert listed[TITLE] == {
        "game": "primer",
        "name": "Primer",
        "scenarios": [
            {"id": "bridge", "name": "The Bridge at Holm", "turns": 8, "sides": ["blue", "red"]},
            {"id": "meeting", "name": "Meeting Engagement", "turns": 6, "sides": ["blue", "red"]},
        ],
    }


def test_json_is_english_in_every_language(run: Run) -> None:
    assert run("games", "--json", "--lang", "ja").data == run("games", "--json").data


def test_the_table_shows_both_languages(run: Run) -> None:
    shown = run("games", "--lang", "ja").out
    assert "入門 (Primer)" in shown
    assert "入門" not in run("games").out


def test_a_broken_title_of_another_package_is_named_after_those_that_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = tmp_path / "my_games-1.5.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-games\nVersion: 1.5\n")
    (metadata / "entry_points.txt").write_text("[sandtable.titles]\ncheckers = no_such_package:TITLE\n")
    monkeypatch.syspath_prepend(tmp_path)
    shown = run("games")
    assert (shown.code, "Primer" in shown.out) == (0, True)
    assert "Broken: the title 'checkers' of the package my-games 1.5 cannot be used: ModuleNotFoundError" in shown.out
    (broken,) = [each for each in run("games", "--json").data if each["game"] == "checkers"]
    assert "uninstall its package" in broken["broken"]
