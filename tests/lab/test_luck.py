"""Dice luck: exactly what came less what was to be expected, zero on average whatever is played."""

from __future__ import annotations

import statistics

import pytest

from games.primer.positions import counter, position
from games.primer.positions import play as play_on
from kernel.toybox import begin
from sandtable.kernel import Table
from sandtable.kernel import title as title_of
from sandtable.kernel.odds import leaves
from sandtable.kernel.title import AnyTitle
from sandtable.lab import PlanFile, make_plan
from sandtable.lab.luck import luck
from sandtable.lab.plan import Job
from sandtable.lab.playing import Limits
from sandtable.lab.work import Work, play

MISS = 26 / 36
"""The chance that a shot of the toy misses: 2d6 below nine."""


def under_fire(toy: AnyTitle, *dice: int) -> Table:
    """Red moves a counter three spaces, for three points, and blue may shoot."""
    table = begin(toy, *dice)
    table.choose("unit:red-1")
    table.choose("space:3")
    return table


@pytest.mark.parametrize(("dice", "gained"), [((1, 2), 3), ((6, 6), 0)])
def test_luck_is_what_came_less_what_was_to_be_expected(toy: AnyTitle, dice: tuple[int, int], gained: int) -> None:
    table = under_fire(toy, *dice)
    before = table.game.fork()
    table.choose("do:shoot", "blue")
    red = luck(before, "do:shoot", "blue", table.game, "red")
    assert red == pytest.approx(gained - 3 * MISS)
    assert luck(before, "do:shoot", "blue", table.game, "blue") == pytest.approx(3 * MISS - gained)


def test_luck_averages_zero_over_all_results(toy: AnyTitle) -> None:
    table = under_fire(toy)
    before = table.game.fork()
    total = 0.0
    for leaf in leaves(table.game, "do:shoot", "blue", then=lambda game: ()):
        found = luck(before, "do:shoot", "blue", leaf.game, "red")
        assert found is not None
        total += float(leaf.probability) * found
    assert total == pytest.approx(0)


def test_the_game_that_is_judged_is_left_as_it_was(toy: AnyTitle) -> None:
    table = under_fire(toy, 1, 2)
    before = table.game.fork()
    table.choose("do:shoot", "blue")
    state = table.hash
    luck(before, "do:shoot", "blue", table.game, "red")
    assert table.hash == state
    assert table.game.dice is not None
    assert table.decision is not None


def test_too_many_results_are_not_judged(toy: AnyTitle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.lab.luck.BUDGET", 1)
    table = under_fire(toy, 1, 2)
    before = table.game.fork()
    table.choose("do:shoot", "blue")
    assert luck(before, "do:shoot", "blue", table.game, "red") is None


def test_a_loss_counts_before_it_is_chosen_who_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """An attacker who has yet to say which of two counters loses a step has been unlucky already."""
    b1, b2, r1 = counter("b1", "infantry", "0604"), counter("b2", "guns", "0604"), counter("r1", "infantry", "0504")
    table = position(b1, b2, r1, phase="combat", dice=(1,))
    play_on(table, "hex:0504", "unit:b1", "unit:b2")
    before = table.game.fork()
    table.choose("do:attack")
    assert table.decision is not None
    assert table.decision.prompt == "lose-step"
    thought_through = luck(before, "do:attack", "blue", table.game, "blue")
    monkeypatch.setattr("sandtable.lab.luck.PICKS", 0)
    at_once = luck(before, "do:attack", "blue", table.game, "blue")
    assert thought_through is not None
    assert at_once is not None
    assert thought_through < at_once - 0.5


def test_luck_in_whole_games_is_zero_on_average() -> None:
    plan = make_plan(title_of("primer"), PlanFile("primer", ("meeting",)))
    work = Work("primer", plan.cells, ((),), Limits(), watched=True)
    lucks = []
    for number in range(150):
        record = play(work, Job(0, 7, number))
        assert record.account is not None
        lucks.append(record.account.luck)
    assert statistics.stdev(lucks) > 0
    assert abs(statistics.fmean(lucks)) < 4 * statistics.stdev(lucks) / len(lucks) ** 0.5
