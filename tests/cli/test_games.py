"""The list of titles."""

from __future__ import annotations

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
