"""Standing orders: holding overwatch fire without being asked hex by hex."""

from __future__ import annotations

import pytest

from games.panzer.positions import moving, play, prompt, state_of
from sandtable.games.panzer.state import Command
from sandtable.kernel import StandingOrder


@pytest.mark.rule("panzer:4.4.2")
def test_overwatch_is_held_by_order_unless_a_kill_is_likely() -> None:
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S"}, {"sA1-1": Command("overwatch")})
    table.give(StandingOrder("overwatch", "do:pass", unless=0.9, hopes=("kill",)), "soviet")
    play(table, "unit:gA1-1")
    assert prompt(table) == "overwatch"
    answer = table.standing_answer()
    assert answer is not None
    assert answer[1] == "do:pass"
    table.obey(*answer)
    assert (prompt(table), state_of(table).commands["sA1-1"].fired) == ("move-to", False)


@pytest.mark.rule("panzer:4.4.2")
def test_an_order_asks_after_all_where_damage_is_likely_enough() -> None:
    table = moving({"gA1-1": "1932/N", "sA1-1": "1928/S"}, {"sA1-1": Command("overwatch")})
    table.give(StandingOrder("overwatch", "do:pass", unless=0.5, hopes=("hit",)), "soviet")
    play(table, "unit:gA1-1")
    assert table.standing_answer() is None
