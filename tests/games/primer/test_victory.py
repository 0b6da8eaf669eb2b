"""Chapter 9: points and victory."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, play, position, prompt
from sandtable.kernel import Result, Table

B1 = counter("b1", "infantry", "0505")
R1 = counter("r1", "infantry", "1005")
HOLM = {"0905": "blue", "0906": "red", "1007": "red"}


@pytest.mark.rule("primer:9.1")
def test_both_sides_score_what_they_hold() -> None:
    table = position(B1, R1, phase="score", control=HOLM)
    assert table.state.points == {"blue": 2, "red": 3}


@pytest.mark.rule("primer:9.1")
def test_an_objective_that_nobody_has_taken_scores_for_nobody() -> None:
    assert position(B1, R1, phase="score").state.points == {}


@pytest.mark.rule("primer:9.1")
def test_control_passes_to_the_side_that_was_there_last() -> None:
    table = position(counter("b1", "recon", "0805"), R1, control={"0905": "red"})
    play(table, "unit:b1", "hex:0905")
    assert table.state.control == {"0905": "blue"}


@pytest.mark.rule("primer:9.1")
def test_a_counter_takes_what_it_passes_through() -> None:
    table = position(counter("b1", "infantry", "0805"), control={"0905": "red"})
    play(table, "unit:b1", "hex:0904")
    assert table.state.control == {"0905": "blue"}


@pytest.mark.rule("primer:9.1")
def test_an_objective_stays_taken_when_the_counter_leaves() -> None:
    table = position(counter("b1", "infantry", "0905"), control={"0905": "blue"})
    play(table, "unit:b1", "hex:0904")
    assert table.state.control == {"0905": "blue"}


@pytest.mark.rule("primer:9.2")
def test_a_step_lost_is_a_point_for_the_enemy() -> None:
    table = position(B1, counter("r1", "infantry", "0504"), phase="combat", dice=[1])
    play(table, "hex:0504", "unit:b1", "do:attack")
    assert table.state.points == {"red": 1}


@pytest.mark.rule("primer:9.2")
def test_a_counter_eliminated_whole_counts_all_its_steps() -> None:
    table = position(
        counter("b1", "armour", "0505"), counter("b2", "armour", "0604"), counter("b3", "guards", "0505"),
        counter("r1", "recon", "0504"), counter("r2", "infantry", "1005"), phase="combat", dice=[6],
    )  # fmt: skip
    play(table, "hex:0504", "unit:b1", "unit:b2", "unit:b3", "do:attack")
    assert table.state.points == {"blue": 1}


@pytest.mark.rule("primer:9.3")
@pytest.mark.parametrize(
    ("points", "winner", "level"),
    [
        ({"blue": 12, "red": 3}, "blue", "marginal"),
        ({"blue": 13, "red": 3}, "blue", "decisive"),
        ({"blue": 3, "red": 4}, "red", "marginal"),
        ({"red": 10}, "red", "decisive"),
        ({"blue": 5, "red": 5}, None, "draw"),
    ],
)
def test_points_decide_after_the_last_turn(points: dict[str, int], winner: str | None, level: str) -> None:
    table = position(B1, R1, phase="score", turn=8, points=points)
    assert table.result == Result(winner, level, "9.3")


@pytest.mark.rule("primer:9.3")
def test_the_objectives_of_the_last_turn_count() -> None:
    table = position(B1, R1, phase="score", turn=8, points={"blue": 1, "red": 2}, control={"0905": "blue"})
    assert table.result == Result("blue", "marginal", "9.3")


@pytest.mark.rule("primer:9.3")
def test_the_game_goes_on_before_the_last_turn() -> None:
    table = position(B1, R1, phase="score", turn=7, points={"blue": 30})
    assert (table.result, table.state.turn) == (None, 8)


@pytest.mark.rule("primer:9.4")
def test_a_side_without_counters_has_lost_when_the_player_turn_ends() -> None:
    table = position(B1, points={"red": 50})
    play(table, "do:done")
    assert table.result == Result("blue", "decisive", "9.4")


@pytest.mark.rule("primer:9.4")
def test_a_side_that_still_expects_counters_plays_on() -> None:
    table = position(B1, arrivals={"r8": 5})
    play(table, "do:done")
    assert (table.result, prompt(table)[0]) == (None, "red")


@pytest.mark.rule("primer:9.4")
def test_points_decide_when_neither_side_has_a_counter_left() -> None:
    table = position(
        counter("b1", "recon", "0505"), counter("r1", "recon", "0504"), phase="combat", dice=[5], points={"red": 1}
    )
    play(table, "hex:0504", "unit:b1", "do:attack")
    assert table.result == Result("red", "marginal", "9.3")


@pytest.mark.rule("primer:9.5")
def test_a_scenario_may_give_a_side_points_to_begin_with() -> None:
    assert Table.new("primer", "bridge", seed=1).state.points == {"blue": 6, "red": 0}
