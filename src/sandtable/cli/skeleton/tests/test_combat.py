"""Chapter 4: who may attack, at which odds, and what comes of it."""

import pytest
from sandtable.kernel import Table

from positions import offered, play, position, reason


def sum_of(table: Table, option: str) -> dict[str, str]:
    """The sum that is shown for an attack: label to value."""
    return {line.label: line.value for line in table.preview(option).lines}


@pytest.mark.rule("mygame:4.1")
def test_a_counter_attacks_one_enemy_next_to_it_and_is_done() -> None:
    table = position(dice=[3], b1="0303", b2="0101", r1="0402", r2="0501")
    play(table, "unit:b1")
    assert offered(table, "unit") == {"r1"}
    assert reason(table, "unit:r2") == ("refused.no-target", "4.1")
    play(table, "unit:r1")
    assert offered(table, "unit") == {"b2"}


@pytest.mark.rule("mygame:4.2")
def test_friends_next_to_the_target_add_to_the_attack() -> None:
    table = position(b2="0303", r1="0402")
    play(table, "unit:b2")
    assert sum_of(table, "unit:r1")["column"] == "1:1"
    table = position(b2="0303", b4="0302", b5="0403", r1="0402")
    play(table, "unit:b2")
    assert sum_of(table, "unit:r1")["support"] == "+2"
    assert sum_of(table, "unit:r1")["column"] == "3:2"


@pytest.mark.rule("mygame:4.3")
def test_terrain_shifts_the_column() -> None:
    table = position(b2="0202", r1="0302")
    play(table, "unit:b2")
    assert (sum_of(table, "unit:r1")["terrain"], sum_of(table, "unit:r1")["column"]) == ("-1", "1:2")


@pytest.mark.rule("mygame:4.4")
@pytest.mark.parametrize(("die", "lost"), [(1, "b2"), (2, "b2"), (3, None), (4, None)])
def test_a_low_roll_costs_the_attacker(die: int, lost: str | None) -> None:
    table = position(dice=[die], b2="0303", r1="0402")
    play(table, "unit:b2", "unit:r1")
    assert [name for name in ("b2", "r1") if not table.state.units[name].at] == ([lost] if lost else [])


@pytest.mark.rule("mygame:4.5", "mygame:4.6")
def test_the_defender_falls_back_and_the_attacker_follows() -> None:
    table = position(dice=[5], b2="0303", r1="0402")
    play(table, "unit:b2", "unit:r1")
    assert table.decision is not None
    assert (table.decision.side, offered(table, "hex")) == ("red", {"0401", "0502", "0503"})
    assert reason(table, "hex:0302") == ("refused.no-retreat", "4.5")
    play(table, "hex:0503")
    assert (table.state.units["b2"].at, table.state.units["r1"].at) == ("0402", "0503")


@pytest.mark.rule("mygame:4.5")
def test_a_defender_with_nowhere_to_go_is_eliminated() -> None:
    table = position(dice=[5], b2="0303", b4="0501", b5="0504", r1="0402")
    play(table, "unit:b2", "unit:r1")
    assert (table.state.units["b2"].at, table.state.units["r1"].at) == ("0402", "")


def test_the_odds_of_an_attack_are_exact() -> None:
    table = position(b2="0303", r1="0402")
    play(table, "unit:b2")
    found = table.odds("unit:r1")
    assert found.exact
    assert [outcome.probability for outcome in found.outcomes] == pytest.approx([1 / 3, 1 / 3, 1 / 3])
