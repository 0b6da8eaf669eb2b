"""What nothing reads of a title's data is listed, and so is what play never reaches: `evidence` compares at the end.

The tests of this file see to what the titles' own tests have no reason to read, and to the lists themselves.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from evidence import TITLES, Record, admitted, verdict
from sandtable.cli.main import app
from sandtable.kernel import Table, title
from sandtable.mechanics.title import HexTitle

LISTS = ("unread.yaml", "unreached.yaml")


def run(*args: object) -> str:
    outcome = CliRunner().invoke(app, [str(arg) for arg in args], catch_exceptions=False)
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("title_id", TITLES)
def test_the_map_can_be_drawn(title_id: str, lang: str, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    run("render", title_id, "-o", picture, "--lang", lang)
    assert "<svg" in picture.read_text(encoding="utf8")


@pytest.mark.parametrize("title_id", TITLES)
def test_whatever_can_be_lit_up_lies_on_the_map(title_id: str) -> None:
    table = Table.new(title_id, seed=1)
    found = table.title
    assert isinstance(found, HexTitle)
    for side in found.scenario(table.header.scenario).sides:
        game = table.view(side).game
        labels = set(found.board(game.content).labels)
        held = sorted({standing.at for standing in found.forces(table.game).values()} & labels)
        for overlay in found.overlays(game.content):
            for label in held[::10] if overlay.needs_hex else [""]:
                assert found.overlay(game, overlay.id, label, side) <= labels


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("title_id", TITLES)
def test_how_a_game_stands_is_told_to_each_side_of_each_scenario(title_id: str, lang: str) -> None:
    for scenario in title(title_id).known_scenarios:
        table = Table.new(title_id, scenario, seed=1)
        found = table.title
        assert isinstance(found, HexTitle)
        for side in found.scenario(scenario).sides:
            lines = found.status(table.view(side).game, lang)
            assert lines
            assert all(line.label and line.value for line in lines)


@pytest.mark.parametrize("title_id", TITLES)
def test_rules_can_be_listed_and_shown_with_their_reasons(title_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.kernel.rules.rules_under_test", lambda title_id: {})
    listed = title(title_id).rules()
    assert listed[-1].id in run("rules", title_id)
    for rule in [rule for rule in listed if rule.reason][:1]:
        assert rule.reason in run("rules", title_id, rule.id)


@pytest.mark.parametrize("file", LISTS)
def test_whatever_is_admitted_has_its_reason(file: str) -> None:
    assert [place for place, reason in admitted(file).items() if not reason.strip()] == []


def test_only_titles_are_in_the_lists() -> None:
    assert {place.split()[0] for file in LISTS for place in admitted(file)} <= set(TITLES)


def test_what_is_found_must_be_admitted_and_what_is_admitted_must_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = {"unread.yaml": {"toy tables/old.yaml": "to go"}, "unreached.yaml": {"toy fire.aim": "to go"}}
    monkeypatch.setattr("evidence.admitted", lists.get)
    record = Record(
        known={"toy tables/new.yaml", "toy tables/used.yaml"},
        read={"toy tables/used.yaml"},
        cited={"sandtable.games.toy.fire.aim", "sandtable.games.toy.fire.shoot"},
        reached={"sandtable.games.toy.fire.shoot"},
    )
    assert verdict(record) == {
        "all data is read": [
            "toy tables/new.yaml: nothing reads it",
            "toy tables/old.yaml: no longer so: strike it from tests/games/unread.yaml",
        ],
        "all citations are reached in play": [],
    }
