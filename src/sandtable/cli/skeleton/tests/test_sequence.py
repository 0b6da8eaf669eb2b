"""Chapter 2: the turn, and what a counter does in it."""

import pytest

from positions import offered, play, position, reason


@pytest.mark.rule("mygame:2.1")
def test_blue_is_first_and_red_follows() -> None:
    table = position(b1="0101", r1="0501")
    sides = []
    for _ in range(3):
        assert table.decision is not None
        sides.append((table.state.turn, table.decision.side))
        play(table, "do:done")
    assert sides == [(1, "blue"), (1, "red"), (2, "blue")]


@pytest.mark.rule("mygame:2.2")
def test_a_counter_that_has_rested_is_done_for_the_turn() -> None:
    table = position(b1="0101", b2="0104", r1="0501")
    play(table, "unit:b1", "do:rest")
    assert offered(table, "unit") == {"b2"}
    assert reason(table, "unit:b1") == ("refused.not-ready", "2.2")


@pytest.mark.rule("mygame:2.2")
def test_a_counter_may_march_and_then_attack_but_not_march_again() -> None:
    table = position(b1="0101", r1="0302")
    play(table, "unit:b1", "hex:0202")
    assert (offered(table, "hex"), offered(table, "unit")) == (set(), {"r1"})
    assert reason(table, "hex:0101") == ("refused.moved", "2.2")


@pytest.mark.rule("mygame:2.2")
def test_a_side_may_turn_to_another_counter_and_come_back() -> None:
    table = position(b1="0101", b2="0104", r1="0302")
    play(table, "unit:b1", "hex:0202", "unit:b2", "hex:0103", "unit:b1")
    assert offered(table, "unit") == {"r1"}
