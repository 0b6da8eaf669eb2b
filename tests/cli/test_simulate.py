"""Batches of games."""

from __future__ import annotations

import pytest

from sandtable.players import RandomPlayer

from .conftest import SCENARIO, TITLE, Run


def test_json_adds_up(run: Run) -> None:
    outcome = run("simulate", TITLE, "--scenario", SCENARIO, "--games", 4, "--bots", "random,random", "--json")
    data = outcome.data
    assert outcome.code == 0
    assert (data["games"], data["finished"], data["errors"]) == (4, 4, 0)
    assert sum(data["winners"].values()) == 4
    assert data["decisions_per_second"] == pytest.approx(data["decisions"] / data["seconds"], rel=0.1)


def test_workers_change_nothing_but_the_time(run: Run) -> None:
    args = ("simulate", TITLE, "--games", 4, "--seed", 9, "--json")
    alone, together = run(*args).data, run(*args, "--workers", 2).data
    for name in ("decisions", "winners", "finished"):
        assert alone[name] == together[name]


def test_a_seed_is_another_batch(run: Run) -> None:
    one, other = (run("simulate", TITLE, "--games", 3, "--seed", seed, "--json").data for seed in (1, 2))
    assert one["decisions"] != other["decisions"]


def test_a_table_for_people(run: Run) -> None:
    shown = run("simulate", TITLE, "--games", 2).out
    assert "decisions per second" in shown
    assert "won by" in shown


def test_games_that_fail_are_counted_and_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomPlayer, "choose", lambda self, view, decision: "do:nonsense")
    outcome = run("simulate", TITLE, "--games", 2)
    assert outcome.code == 1
    assert outcome.err.count("do:nonsense") == 2
