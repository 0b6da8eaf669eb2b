"""Chapter 7: supply and recovery."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, happened, play, position, reach, sum_of, unit
from sandtable.games.primer.events import CutOff, Rallied

R1 = counter("r1", "infantry", "1005")


@pytest.mark.rule("primer:7.1")
def test_a_counter_with_a_way_to_its_edge_is_in_supply() -> None:
    table = position(counter("b1", "infantry", "0505", supplied=False), R1, phase="start")
    assert unit(table, "b1").supplied


@pytest.mark.rule("primer:7.1")
def test_a_counter_behind_a_line_of_enemies_is_cut_off() -> None:
    # Red in column 06 holds every hex of columns 05 to 07 in its zones.
    wall = [counter(f"r{i}", "infantry", f"06{row:02}") for i, row in enumerate((1, 3, 5, 7, 9), 1)]
    table = position(counter("b1", "infantry", "0905"), *wall, phase="start")
    assert (unit(table, "b1").supplied, happened(table, CutOff)) == (False, [CutOff(rule="7.2", unit="b1")])


@pytest.mark.rule("primer:7.1")
@pytest.mark.parametrize("disrupted", [False, True])
def test_only_enemies_in_good_order_close_the_road_beside_them(disrupted: bool) -> None:
    wall = [counter(f"r{i}", "infantry", f"06{row:02}") for i, row in enumerate((1, 3, 8, 10), 1)]
    gap = counter("r5", "infantry", "0606", disrupted=disrupted)
    table = position(counter("b1", "infantry", "0905"), *wall, gap, phase="start")
    assert unit(table, "b1").supplied is disrupted


@pytest.mark.rule("primer:7.1")
def test_friends_keep_the_line_open_through_a_zone() -> None:
    wall = [counter(f"r{i}", "infantry", f"06{row:02}") for i, row in enumerate((1, 3, 5, 8, 10), 1)]
    chain = [counter("b2", "infantry", "0606"), counter("b3", "infantry", "0706"), counter("b4", "infantry", "0506")]
    table = position(counter("b1", "infantry", "0906"), *wall, *chain, phase="start")
    assert unit(table, "b1").supplied


@pytest.mark.rule("primer:7.1")
def test_the_hex_of_a_disrupted_enemy_is_closed_all_the_same() -> None:
    wall = [counter(f"r{i}", "infantry", f"06{row:02}", disrupted=row == 5) for i, row in enumerate((1, 3, 5, 7, 9), 1)]
    table = position(counter("b1", "infantry", "0905"), *wall, phase="start")
    assert not unit(table, "b1").supplied


@pytest.mark.rule("primer:7.1")
def test_no_line_runs_over_a_lake() -> None:
    # Red holds everything around 0308 in its zones but the lake of 0208.
    ring = [counter(f"r{i}", "infantry", at) for i, at in enumerate(("0206", "0508", "0310"), 1)]
    table = position(counter("b1", "infantry", "0308"), *ring, phase="start")
    assert not unit(table, "b1").supplied


@pytest.mark.rule("primer:7.1")
def test_each_side_looks_to_its_own_edge() -> None:
    wall = [counter(f"b{i}", "infantry", f"06{row:02}") for i, row in enumerate((1, 3, 5, 7, 9), 1)]
    table = position(counter("r1", "infantry", "0305"), *wall, phase="start", side="red")
    assert not unit(table, "r1").supplied


@pytest.mark.rule("primer:7.1")
def test_supply_is_checked_for_the_side_whose_turn_begins() -> None:
    table = position(
        counter("b1", "infantry", "0505"), counter("r1", "infantry", "1005", supplied=False), phase="start"
    )
    assert not unit(table, "r1").supplied


@pytest.mark.rule("primer:7.2")
def test_out_of_supply_movement_is_halved() -> None:
    found = reach(position(counter("b1", "infantry", "0907", supplied=False)), "b1")
    assert max(cost or 0 for cost in found.values()) == 2


@pytest.mark.rule("primer:7.2")
def test_out_of_supply_attack_is_halved() -> None:
    table = position(counter("b1", "armour", "0505", supplied=False), counter("r1", "infantry", "0504"), phase="combat")
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["attack"] == "3"


@pytest.mark.rule("primer:7.2")
def test_a_weakened_counter_out_of_supply_is_halved_twice() -> None:
    table = position(
        counter("b1", "armour", "0505", supplied=False, steps=1), counter("r1", "infantry", "0504"), phase="combat"
    )
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["attack"] == "2"


@pytest.mark.rule("primer:7.2")
def test_out_of_supply_defence_is_whole() -> None:
    table = position(counter("b1", "armour", "0505"), counter("r1", "infantry", "0504", supplied=False), phase="combat")
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["defence"] == "4"


@pytest.mark.rule("primer:7.3")
def test_disrupted_counters_recover_when_their_turn_begins() -> None:
    table = position(counter("b1", "infantry", "0505", disrupted=True), R1, phase="start")
    assert (unit(table, "b1").disrupted, happened(table, Rallied)) == (False, [Rallied(rule="7.3", unit="b1")])


@pytest.mark.rule("primer:7.3")
def test_the_other_side_does_not_recover() -> None:
    table = position(
        counter("b1", "infantry", "0505"), counter("r1", "infantry", "1005", disrupted=True), phase="start"
    )
    assert unit(table, "r1").disrupted
