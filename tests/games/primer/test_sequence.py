"""Chapter 2: the sequence of play and the secret orders."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, happened, offered, play, position, prompt, reach, reason, sum_of, unit
from sandtable.games.primer.events import Ordered
from sandtable.kernel import Began, Table

B1 = counter("b1", "infantry", "0505")
R1 = counter("r1", "infantry", "1005")


def both_order(table: Table, blue: str, red: str) -> None:
    table.choose(f"order:{blue}", "blue")
    table.choose(f"order:{red}", "red")


@pytest.mark.rule("primer:2.1")
def test_a_turn_begins_with_the_orders_of_both_sides() -> None:
    table = position(B1, R1, phase="orders")
    assert [(decision.side, decision.prompt) for decision in table.decisions] == [("blue", "order"), ("red", "order")]


@pytest.mark.rule("primer:2.1")
def test_the_side_named_by_the_scenario_moves_first() -> None:
    table = position(B1, R1, phase="orders", scenario="meeting")
    both_order(table, "march", "hold")
    assert prompt(table) == ("red", "move-unit")


@pytest.mark.rule("primer:2.1")
def test_the_second_player_follows_and_the_next_turn_begins_after_the_score() -> None:
    table = position(B1, R1, phase="orders", control={"0905": "blue"})
    both_order(table, "march", "hold")
    play(table, "do:done", "do:done")
    whats = [(event.what, event.turn, event.side) for event in happened(table, Began) if isinstance(event, Began)]
    assert whats == [("turn", 1, ""), ("player-turn", 1, "blue"), ("player-turn", 1, "red"), ("turn", 2, "")]
    assert table.state.points == {"blue": 2}


@pytest.mark.rule("primer:2.2")
def test_one_order_alone_reveals_nothing() -> None:
    table = position(B1, R1, phase="orders")
    table.choose("order:march", "blue")
    assert happened(table, Ordered) == []


@pytest.mark.rule("primer:2.2")
def test_orders_are_revealed_together() -> None:
    table = position(B1, R1, phase="orders")
    both_order(table, "march", "hold")
    assert happened(table, Ordered) == [
        Ordered(rule="2.2", side="blue", order="march"),
        Ordered(rule="2.2", side="red", order="hold"),
    ]


@pytest.mark.rule("primer:2.2")
def test_the_order_in_which_orders_arrive_changes_nothing() -> None:
    one, two = position(B1, R1, phase="orders"), position(B1, R1, phase="orders")
    both_order(one, "march", "hold")
    two.choose("order:hold", "red")
    two.choose("order:march", "blue")
    assert one.hash == two.hash


@pytest.mark.rule("primer:2.2")
def test_march_gives_one_more_movement_point() -> None:
    table = position(B1, orders={"blue": "march"})
    assert max(cost or 0 for cost in reach(table, "b1").values()) == 5


@pytest.mark.rule("primer:2.2")
def test_the_point_of_a_march_is_added_after_halving() -> None:
    table = position(counter("b1", "infantry", "0301", supplied=False), orders={"blue": "march"})
    assert max(cost or 0 for cost in reach(table, "b1").values()) == 3


@pytest.mark.rule("primer:2.2")
def test_assault_shifts_an_attack_to_the_right() -> None:
    table = position(B1, counter("r1", "infantry", "0504"), phase="combat", orders={"blue": "assault"})
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["assault-order"] == "+1"


@pytest.mark.rule("primer:2.2")
def test_hold_shifts_an_attack_on_it_to_the_left() -> None:
    table = position(B1, counter("r1", "infantry", "0504"), phase="combat", orders={"red": "hold"})
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["hold-order"] == "-1"


@pytest.mark.rule("primer:2.2")
def test_the_attacker_gains_nothing_by_holding() -> None:
    table = position(B1, counter("r1", "infantry", "0504"), phase="combat", orders={"blue": "hold", "red": "assault"})
    play(table, "hex:0504")
    assert not {"hold-order", "assault-order"} & sum_of(table, "unit:b1").keys()


@pytest.mark.rule("primer:2.2")
def test_guns_that_hold_fire_better() -> None:
    table = position(counter("b1", "infantry", "0506"), counter("r1", "guns", "0705"), orders={"red": "hold"})
    play(table, "unit:b1", "hex:0606")
    assert sum_of(table, "unit:r1")["hold-order"] == "+1"


@pytest.mark.rule("primer:2.3")
def test_the_order_of_the_last_turn_is_not_offered() -> None:
    table = position(B1, R1, phase="orders", orders={"blue": "march"})
    assert offered(table) == {"order:assault", "order:hold"}


@pytest.mark.rule("primer:2.3")
def test_the_refusal_of_an_order_names_the_rule() -> None:
    table = position(B1, R1, phase="orders", orders={"blue": "march"})
    assert reason(table, "order:march") == ("same-order", "2.3")


@pytest.mark.rule("primer:2.3")
def test_the_order_of_the_other_side_does_not_matter() -> None:
    table = position(B1, R1, phase="orders", orders={"red": "march"})
    assert "order:march" in offered(table)


@pytest.mark.rule("primer:2.4")
def test_a_player_turn_goes_from_recovery_over_reinforcements_and_movement_to_combat() -> None:
    table = position(
        counter("b1", "infantry", "0505", disrupted=True),
        counter("b8", "armour", ""),
        counter("r1", "infantry", "0504"),
        phase="start",
        arrivals={"b8": 1},
    )
    asked = [(prompt(table)[1], unit(table, "b1").disrupted)]
    play(table, "do:wait")
    asked.append((prompt(table)[1], unit(table, "b1").disrupted))
    play(table, "do:done")
    asked.append((prompt(table)[1], unit(table, "b1").disrupted))
    assert asked == [("enter", False), ("move-unit", False), ("attack-hex", False)]


@pytest.mark.rule("primer:2.4")
def test_a_new_player_turn_lets_counters_move_fight_and_fire_again() -> None:
    table = position(counter("b1", "guns", "0505", moved=True, fought=True, fired=True), R1, phase="start")
    assert (unit(table, "b1").moved, unit(table, "b1").fought, unit(table, "b1").fired) == (False, False, False)


@pytest.mark.rule("primer:2.4")
def test_a_choice_can_be_taken_back_as_long_as_nothing_was_revealed() -> None:
    table = position(B1, R1)
    before = table.hash
    play(table, "unit:b1", "hex:0506")
    table.undo()
    table.undo()
    assert table.hash == before


@pytest.mark.rule("primer:2.2")
def test_an_order_can_be_taken_back_before_the_other_is_in() -> None:
    table = position(B1, R1, phase="orders")
    table.choose("order:march", "blue")
    table.undo("blue")
    assert [decision.side for decision in table.decisions] == ["blue", "red"]


@pytest.mark.rule("primer:2.2")
def test_orders_that_were_revealed_stand() -> None:
    table = position(B1, R1, phase="orders")
    both_order(table, "march", "hold")
    assert not table.can_undo()


def test_a_choice_made_before_the_orders_stands_whether_or_not_the_enemy_has_given_his() -> None:
    """If it stood only then, a side could tell that the enemy has chosen."""
    table = Table.new("primer", "meeting", seed=2)
    while len(table.decisions) == 2:
        table.choose(table.decisions[0].ids[0], table.decisions[0].side)
    while len(table.decisions) == 1:
        table.choose(table.decisions[0].ids[-1])
    last = table.entries[-1].side
    enemy = "blue" if last == "red" else "red"
    assert not table.can_undo(last)
    table.choose(next(d for d in table.decisions if d.side == enemy).ids[0], enemy)
    assert not table.can_undo(last)
    assert table.can_undo(enemy)
