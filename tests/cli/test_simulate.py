"""Batches and grids of games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sandtable.kernel import Table
from sandtable.players import RandomPlayer

from .conftest import SCENARIO, TITLE, Run

PLAN = f"""\
title: {TITLE}
scenarios: [{SCENARIO}]
options: [[], ["10.1"]]
games: 2
"""


def test_json_adds_up(run: Run) -> None:
    outcome = run("simulate", TITLE, "--scenario", SCENARIO, "--games", 4, "--bots", "random,random", "--json")
    data = outcome.data
    assert outcome.code == 0
    assert (data["games"], data["finished"], data["errors"], data["resumed"]) == (4, 4, 0, 0)
    assert sum(data["winners"].values()) == 4
    assert data["decisions_per_second"] == pytest.approx(data["decisions"] / data["seconds"], rel=0.1)
    cell = data["cells"][0]
    assert (cell["scenario"], cell["options"], cell["games"]) == (SCENARIO, [], 4)
    assert sum(side["wins"] for side in cell["sides"]) + cell["draws"] == 4
    assert all(side["share"]["low"] <= side["share"]["value"] <= side["share"]["high"] for side in cell["sides"])


def test_workers_change_nothing_but_the_time(run: Run) -> None:
    args = ("simulate", TITLE, "--games", 4, "--seed", 9, "--json")
    alone, together = run(*args, "--workers", 1).data, run(*args, "--workers", 2).data
    for name in ("decisions", "winners", "finished", "cells"):
        assert alone[name] == together[name]


def test_a_seed_is_another_batch(run: Run) -> None:
    args = ("simulate", TITLE, "--games", 3, "--workers", 1, "--json", "--seed")
    one, other = (run(*args, seed).data for seed in (1, 2))
    assert one["decisions"] != other["decisions"]


def test_options_that_are_repeated_make_a_grid(run: Run) -> None:
    grid = ("--scenario", "meeting,bridge", "--options", "", "--options", "10.1", "--seed", "1,2")
    data = run("simulate", TITLE, *grid, "--games", 1, "--workers", 1, "--json").data
    assert data["games"] == 2 * 2 * 2
    cells = [(cell["scenario"], cell["options"]) for cell in data["cells"]]
    assert cells == [("meeting", []), ("meeting", ["10.1"]), ("bridge", []), ("bridge", ["10.1"])]


def test_a_plan_can_be_written_down(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    data = run("simulate", path, "--workers", 1, "--json").data
    assert (data["games"], len(data["cells"])) == (4, 2)


def test_what_stands_in_a_plan_is_not_given_twice(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    outcome = run("simulate", path, "--games", 5)
    assert outcome.code == 2
    assert "--games stands in the plan; change it there" in outcome.err


def test_a_table_for_people(run: Run) -> None:
    shown = run("simulate", TITLE, "--games", 2, "--workers", 1).out
    assert "decisions per second" in shown
    assert "Who won" in shown
    assert "100%" in shown


def test_games_that_fail_are_counted_told_and_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda self, view, decision: "do:nonsense")
    outcome = run("simulate", TITLE, "--games", 2, "--workers", 1, "--output", tmp_path)
    assert outcome.code == 1
    assert outcome.err.count("do:nonsense") == 2
    saved = list((tmp_path / "failed").iterdir())
    assert len(saved) == 2
    assert Table.load(saved[0]).title.id == TITLE


def test_results_are_kept_reported_on_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    args = ("simulate", TITLE, "--games", 3, "--workers", 1, "--json", "--output", tmp_path / "results")
    first = run(*args).data
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == [
        "games.jsonl", "games.parquet", "report.html",
    ]  # fmt: skip
    assert first["files"] == {
        "report": str(tmp_path / "results" / "report.html"),
        "table": str(tmp_path / "results" / "games.parquet"),
    }
    again = run(*args).data
    assert (again["resumed"], again["cells"]) == (3, first["cells"])


def test_a_report_in_japanese(run: Run, tmp_path: Path) -> None:
    run("simulate", TITLE, "--games", 1, "--workers", 1, "--output", tmp_path, "--lang", "ja")
    assert "戦闘のあった場所" in (tmp_path / "report.html").read_text("utf8")


def test_another_plan_in_the_same_folder_is_refused(run: Run, tmp_path: Path) -> None:
    args = ("simulate", TITLE, "--workers", 1, "--output", tmp_path, "--games")
    run(*args, 1)
    outcome = run(*args, 2)
    assert outcome.code == 2
    assert "holds games of another plan: games was 1 and is 2" in outcome.err


def test_without_parquet_the_rest_is_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    outcome = run("simulate", TITLE, "--games", 1, "--workers", 1, "--output", tmp_path)
    assert outcome.code == 0
    assert "pip install 'sandtable[lab]'" in outcome.err
    assert (tmp_path / "report.html").exists()
    assert not (tmp_path / "games.parquet").exists()


def test_without_ray_it_is_said_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    outcome = run("simulate", TITLE, "--games", 1, "--engine", "ray")
    assert outcome.code == 2
    assert "pip install 'sandtable[ray]'" in outcome.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--seed", "one"), "'--seed': 'one' is not a whole number from 0 on"),
        (("--bots", "random,random,random"), "3 bots for 2 sides"),
        (("--scenario", "waterloo"), "no scenario 'waterloo'"),
    ],
)
def test_mistakes_are_told_in_one_line(run: Run, args: tuple[str, str], said: str) -> None:
    outcome = run("simulate", TITLE, *args)
    assert outcome.code == 2
    assert said in outcome.err
    assert outcome.err.count("\n") == 1


def test_recorded_games_can_be_told_and_verified(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    args = ("simulate", TITLE, "--scenario", SCENARIO, "--games", 2, "--workers", 1)
    data = run(*args, "--record", "--output", folder, "--json").data
    assert data["files"]["records"] == str(folder / "records")
    assert run("replay", folder / "records", "--game", 1, "--verify").code == 0
    assert run("replay", folder / "records").code != 0
    assert run(*args, "--record").code != 0
