"""Chapter 1: counters and their strength."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, play, position, reach, sum_of, unit


def attack_of(table_name: str, **facts: object) -> str:
    """What a blue counter brings to an attack on its own."""
    table = position(counter("b1", table_name, "0505", **facts), counter("r1", "infantry", "0504"), phase="combat")
    play(table, "hex:0504")
    return sum_of(table, "unit:b1")["attack"]


@pytest.mark.rule("primer:1.2")
def test_half_of_an_odd_attack_is_rounded_up() -> None:
    assert attack_of("infantry", steps=1) == "2"


@pytest.mark.rule("primer:1.2")
def test_half_of_an_odd_movement_is_rounded_up() -> None:
    table = position(counter("b1", "recon", "0301", supplied=False))
    assert max(cost or 0 for cost in reach(table, "b1").values()) == 4


@pytest.mark.rule("primer:1.3")
def test_a_whole_counter_fights_at_its_printed_strength() -> None:
    assert attack_of("armour") == "6"


@pytest.mark.rule("primer:1.3")
def test_a_counter_that_has_lost_a_step_attacks_at_half() -> None:
    assert attack_of("armour", steps=1) == "3"


@pytest.mark.rule("primer:1.3")
def test_a_counter_that_has_lost_a_step_defends_at_half() -> None:
    table = position(counter("b1", "armour", "0505"), counter("r1", "guards", "0504", steps=1), phase="combat")
    play(table, "hex:0504")
    assert sum_of(table, "unit:b1")["defence"] == "3"


@pytest.mark.rule("primer:1.3")
def test_a_counter_of_one_step_is_not_halved() -> None:
    assert attack_of("engineers") == "3"


@pytest.mark.rule("primer:1.3")
def test_the_last_step_lost_eliminates() -> None:
    table = position(
        counter("b1", "infantry", "0505", steps=1), counter("r1", "infantry", "0504"), phase="combat", dice=[1]
    )
    play(table, "hex:0504", "unit:b1", "do:attack")
    assert unit(table, "b1").at == ""


@pytest.mark.rule("primer:1.3")
def test_a_step_lost_before_the_last_leaves_the_counter_on_the_map() -> None:
    table = position(counter("b1", "infantry", "0505"), counter("r1", "infantry", "0504"), phase="combat", dice=[1])
    play(table, "hex:0504", "unit:b1", "do:attack")
    assert (unit(table, "b1").at, unit(table, "b1").steps) == ("0505", 1)
