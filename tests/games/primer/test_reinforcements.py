"""Chapter 8: reinforcements."""

from __future__ import annotations

import pytest

from games.primer.positions import counter, happened, offered, play, position, prompt, reach, reason, unit
from sandtable.mechanics.events import Delayed

B8 = counter("b8", "armour", "")
R8 = counter("r8", "guards", "")
R1 = counter("r1", "infantry", "1005")
COMING = {"b8": 3}


@pytest.mark.rule("primer:8.1")
@pytest.mark.parametrize(("turn", "asked"), [(2, "move-unit"), (3, "enter"), (4, "enter")])
def test_a_reinforcement_may_enter_on_its_turn_or_later(turn: int, asked: str) -> None:
    table = position(B8, R1, phase="reinforcements", arrivals=COMING, turn=turn)
    assert prompt(table)[1] == asked


@pytest.mark.rule("primer:8.1")
def test_a_side_places_only_its_own() -> None:
    table = position(B8, R8, R1, phase="reinforcements", side="red", arrivals={"b8": 1, "r8": 1})
    play(table, "hex:1205")
    assert (unit(table, "r8").at, unit(table, "b8").at, table.state.arrivals) == ("1205", "", {"b8": 1})


@pytest.mark.rule("primer:8.2")
def test_the_entry_hexes_are_those_of_the_scenario() -> None:
    table = position(R8, R1, phase="reinforcements", side="red", arrivals={"r8": 1})
    assert (offered(table), reason(table, "hex:1206")) == (
        {"hex:1205", "hex:1101", "do:wait"},
        ("no-entry", "8.2"),
    )


@pytest.mark.rule("primer:8.2")
def test_an_entry_hex_held_by_the_enemy_is_closed() -> None:
    table = position(R8, counter("b1", "infantry", "1205"), phase="reinforcements", side="red", arrivals={"r8": 1})
    assert offered(table) == {"hex:1101", "do:wait"}


@pytest.mark.rule("primer:8.2")
def test_a_full_entry_hex_is_closed() -> None:
    full = [counter("r1", "infantry", "1205"), counter("r2", "infantry", "1205")]
    table = position(R8, *full, phase="reinforcements", side="red", arrivals={"r8": 1})
    assert offered(table) == {"hex:1101", "do:wait"}


@pytest.mark.rule("primer:8.2")
def test_a_reinforcement_may_move_on_the_turn_it_enters() -> None:
    table = position(B8, R1, phase="reinforcements", arrivals={"b8": 1})
    play(table, "hex:0105")
    assert reach(table, "b8")["0605"] == 2.5


@pytest.mark.rule("primer:8.3")
def test_a_reinforcement_may_wait() -> None:
    table = position(B8, R1, phase="reinforcements", arrivals={"b8": 1})
    play(table, "do:wait")
    assert (table.state.arrivals, happened(table, Delayed)) == ({"b8": 1}, [Delayed(rule="8.3", unit="b8")])


@pytest.mark.rule("primer:8.3")
def test_a_reinforcement_with_no_open_hex_must_wait() -> None:
    table = position(B8, counter("r1", "infantry", "0105"), phase="reinforcements", arrivals={"b8": 1})
    assert (prompt(table)[1], happened(table, Delayed)) == ("move-unit", [Delayed(rule="8.3", unit="b8")])


@pytest.mark.rule("primer:8.3")
def test_the_next_counter_is_asked_for_when_one_waits() -> None:
    table = position(B8, counter("b9", "infantry", ""), R1, phase="reinforcements", arrivals={"b8": 1, "b9": 1})
    play(table, "do:wait")
    assert (prompt(table)[1], table.decision.args["unit"] if table.decision else "") == ("enter", "b9")
