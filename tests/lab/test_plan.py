"""Plans: every scenario with all bots, rules and seeds, and mistakes told with their place."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.datafile import DataError
from sandtable.kernel import UnknownScenario
from sandtable.kernel.title import AnyTitle
from sandtable.lab import PlanError, PlanFile, make_plan, read_plan
from sandtable.lab.plan import Cell, Job
from sandtable.players import UnknownPlayer

PLAN = """\
title: toy
scenarios: [short, long]
bots: [random, [greedy, random]]
options: [[], ["9.1"]]
seeds: [4, 5]
games: 3
"""


def test_a_grid_is_every_scenario_with_all_bots_and_rules(toy: AnyTitle) -> None:
    plan = make_plan(toy, PlanFile("toy", ("short", "long"), ("random", ("greedy", "random")), ((), ("9.1",))))
    assert len(plan.cells) == 8
    assert plan.cells[0] == Cell("short", (), {"red": "random", "blue": "random"})
    assert plan.cells[-1] == Cell("long", ("9.1",), {"red": "greedy", "blue": "random"})


def test_every_game_of_a_grid_is_listed_once(toy: AnyTitle) -> None:
    plan = make_plan(toy, PlanFile("toy", ("short", "long"), seeds=(4, 5), games=3))
    jobs = plan.jobs()
    assert len(set(jobs)) == len(jobs) == 12
    assert jobs[0] == Job(0, 4, 0)
    assert jobs[-1] == Job(1, 5, 2)


def test_without_a_scenario_the_first_is_played(toy: AnyTitle) -> None:
    assert [cell.scenario for cell in make_plan(toy, PlanFile("toy")).cells] == ["short"]


def test_a_plan_is_read_from_a_file(toy: AnyTitle, tmp_path: Path) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    title, plan = read_plan(path)
    assert title is toy
    assert (len(plan.cells), plan.seeds, plan.games) == (8, (4, 5), 3)


def test_the_plan_among_the_examples_can_be_carried_out() -> None:
    title, plan = read_plan(Path(__file__).parents[2] / "examples" / "plan.yaml")
    assert title.tutorial
    assert len(plan.jobs()) == 80


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("games: 3", "games: 0", "plan.yaml:6: games"),
        ("games: 3", "game: 3", "plan.yaml:6: game"),
        ("seeds: [4, 5]", "seeds: [4, x]", "plan.yaml:5: seeds[1]"),
        ("scenarios: [short, long]", "scenarios: [endless]", "has no scenario 'endless'"),
        ("title: toy", "title: chess", "there is no title 'chess'"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_place(
    toy: AnyTitle, tmp_path: Path, line: str, wrong: str, said: str
) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN.replace(line, wrong))
    with pytest.raises(DataError) as error:
        read_plan(path)
    assert str(path) in str(error.value)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("file", "error", "said"),
    [
        (PlanFile("toy", bots=(("random", "random", "random"),)), PlanError, r"3 bots for 2 sides \(red, blue\)"),
        (PlanFile("toy", bots=("napoleon",)), UnknownPlayer, "napoleon"),
        (PlanFile("toy", options=(("8.8",),)), UnknownScenario, "no optional rule '8.8'"),
        (PlanFile("toy", scenarios=("long", "long")), PlanError, "long with random, random and no optional rules is"),
        (PlanFile("toy", bots=("random", ("random", "random"))), PlanError, "listed twice"),
        (PlanFile("toy", seeds=(1, 1)), PlanError, "seed 1 is listed twice"),
        (PlanFile("toy", options=((), ())), PlanError, "listed twice; list it once"),
        (PlanFile("toy", seeds=()), PlanError, "at least one seed"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(
    toy: AnyTitle, file: PlanFile, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        make_plan(toy, file)
