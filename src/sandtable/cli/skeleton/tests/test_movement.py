"""Chapters 1 and 3: where a counter can go."""

import pytest

from positions import offered, play, position, reason


@pytest.mark.rule("mygame:3.1")
def test_a_march_costs_what_the_terrain_says() -> None:
    table = position(b2="0102", r1="0501")
    play(table, "unit:b2")
    assert table.decision is not None
    costs = {option.id: option.cost for option in table.decision.options}
    assert (costs["hex:0103"], costs["hex:0201"]) == (1, 2)
    assert "hex:0302" not in costs
    assert reason(table, "hex:0302") == ("refused.too-far", "3.1")


@pytest.mark.rule("mygame:1.3", "mygame:3.2")
def test_a_march_ends_next_to_an_enemy() -> None:
    table = position(b1="0102", r1="0302")
    play(table, "unit:b1")
    assert "0201" in offered(table, "hex")
    assert "0301" not in offered(table, "hex")


@pytest.mark.rule("mygame:1.2")
def test_a_hex_holds_one_counter_but_friends_may_be_passed() -> None:
    table = position(b1="0103", b2="0203", r1="0501")
    play(table, "unit:b1")
    assert "0203" not in offered(table, "hex")
    assert reason(table, "hex:0203") == ("refused.occupied", "1.2")
    assert table.preview("hex:0304").path == ("0103", "0203", "0304")
