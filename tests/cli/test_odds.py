"""The odds of a choice in a saved game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from sandtable.cli.charts import odds_chart
from sandtable.cli.output import bar
from sandtable.kernel import Odds, Outcome, Preview, Table, title

from .conftest import TITLE, Run


@pytest.fixture(scope="module")
def battle(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A saved game with an option that rolls dice, and that option."""
    rng = random.Random(0)
    for seed in range(20):
        table = Table.new(TITLE, seed=seed)
        while table.decision is not None and len(table.entries) < 150:
            for option in table.decision.ids:
                if len(table.odds(option).outcomes) > 1:
                    path = tmp_path_factory.mktemp("odds") / "battle.sandtable"
                    table.save(path)
                    return path, option
            table.choose(rng.choice(table.decision.ids), table.decision.side)
    raise AssertionError("no option rolled dice")


def test_json_sums_to_one(run: Run, battle: tuple[Path, str]) -> None:
    path, option = battle
    data = run("odds", path, option, "--json").data
    assert data["option"] == option
    assert len(data["outcomes"]) > 1
    assert sum(outcome["probability"] for outcome in data["outcomes"]) == pytest.approx(1)


def test_json_agrees_with_the_kernel(run: Run, battle: tuple[Path, str]) -> None:
    path, option = battle
    table = Table.load(path)
    data = run("odds", path, option, "--json").data
    expected = table.odds(option)
    assert data["exact"] == expected.exact
    assert [tuple(each["results"]) for each in data["outcomes"]] == [each.results for each in expected.outcomes]
    assert [line["value"] for line in data["lines"]] == [line.value for line in table.preview(option).lines]


def test_the_chart_has_a_bar_for_each_outcome(run: Run, battle: tuple[Path, str]) -> None:
    path, option = battle
    shown = run("odds", path, option).out
    outcomes = run("odds", path, option, "--json").data["outcomes"]
    assert sum("%" in line for line in shown.splitlines()) == len(outcomes)
    assert f"{outcomes[0]['probability']:.1%}" in shown


def test_the_chart_speaks_japanese(run: Run, battle: tuple[Path, str]) -> None:
    assert "この確率は" in run("odds", *battle, "--lang", "ja").out


def test_an_option_that_is_not_offered_is_refused_with_the_reason(run: Run, halfway: Path) -> None:
    outcome = run("odds", halfway, "do:nonsense")
    assert outcome.code == 2
    assert "do:nonsense cannot be chosen" in outcome.err


def test_a_finished_game_has_no_odds(run: Run, saved: Path) -> None:
    outcome = run("odds", saved, "do:pass")
    assert (outcome.code, outcome.err) == (2, "error: the game is over\n")


@pytest.mark.parametrize(("share", "drawn"), [(0, ""), (0.5, "██"), (1, "████"), (0.375, "█▌"), (2, "████")])
def test_a_bar_is_as_long_as_its_share(share: float, drawn: str) -> None:
    assert bar(share, 4) == drawn


def test_rare_outcomes_are_put_together() -> None:
    outcomes = tuple(Outcome((f"result-{n}",), 1 / 25) for n in range(25))
    lines = odds_chart(title(TITLE).texts("en"), Odds(True, outcomes), Preview(), "en")
    assert len(lines) == 22
    assert "20.0%" in lines[20]
    assert "5 other outcomes" in lines[20]
