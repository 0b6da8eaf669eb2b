"""Making a scenario even from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.balance import answer
from sandtable.kernel import title as title_of
from sandtable.lab.balance import Balance
from sandtable.lab.search import Point, Verdict
from sandtable.lab.statistics import Estimate

from .conftest import SCENARIO, TITLE, Run

QUICK = ("--bots", "random", "--margin", 0.2, "--most", 200, "--workers", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the games of this file are kept, so that they are played once."""
    return tmp_path_factory.mktemp("balance")


def test_the_even_setting_is_told_with_how_sure_it_is(run: Run, folder: Path) -> None:
    data = run("balance", TITLE, "--scenario", SCENARIO, *QUICK, "--output", folder, "--json").data
    assert (data["handle"], data["now"], data["first_side"]) == ("points", 3, "blue")
    assert data["games"] == sum(point["games"] for point in data["points"])
    low, high = data["between"]
    assert low < data["even_at"] < high
    best = data["best"]
    assert best["score"]["low"] < 0.5 < best["score"]["high"]
    assert data["changes"] == [f"handicap.blue: 3 → {best['value']}"]


def test_the_even_scenario_can_be_played(run: Run, folder: Path) -> None:
    data = run("balance", TITLE, "--scenario", SCENARIO, *QUICK, "--output", folder, "--json").data
    assert run("check", data["pack"]).code == 0
    even = title_of(TITLE, [Path(data["pack"])]).content(SCENARIO)
    assert even.scenario.handicap["blue"] == data["best"]["value"]
    played = run(
        "simulate", TITLE, "--scenario", SCENARIO, "--pack", data["pack"], "--games", 1, "--workers", 1, "--json"
    )
    assert played.data["finished"] == 1


def test_people_are_told_what_to_change(run: Run, folder: Path) -> None:
    shown = run("balance", TITLE, "--scenario", SCENARIO, *QUICK, "--output", folder).out
    assert "Blue's head start in points (points), now 3" in shown
    assert "red is ahead" in shown
    assert "With 95% confidence it lies between" in shown
    assert f"To change in scenarios/{SCENARIO}.yaml: handicap.blue: 3 → " in shown
    assert "Other handles: turns, strength-blue, strength-red" in shown


def test_where_no_setting_helps_that_is_the_answer(run: Run) -> None:
    shown = run("balance", TITLE, "--scenario", "bridge", "--handle", "strength-blue", *QUICK).out
    assert "No setting makes it even" in shown


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (("first", "first"), "No setting makes it even"),
        (("second", "open", "second"), "No setting makes it even"),
        (("open", "first"), "40 games do not tell whether any setting makes it even"),
        (("open", "open"), "40 games do not tell whether any setting makes it even"),
    ],
)
def test_what_the_games_do_not_tell_is_not_said(verdicts: tuple[Verdict, ...], told: str) -> None:
    handle = title_of(TITLE).handles(SCENARIO)[0]
    points = tuple(Point(n, 20, Estimate(0.7, 0.4, 0.9), verdict) for n, verdict in enumerate(verdicts))
    found = Balance(handle, ("blue", "red"), points, 40, None, None, points[0])
    assert answer(found)[0].startswith(told)


def test_an_unknown_handle_is_told(run: Run) -> None:
    outcome = run("balance", TITLE, "--handle", "moon")
    assert outcome.code == 2
    assert "it has points, turns, strength-blue, strength-red" in outcome.err
