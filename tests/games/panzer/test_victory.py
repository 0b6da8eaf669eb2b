"""Chapters 2.0, 3.6 and 4.6: set-up, control of objectives, victory points and the end of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.panzer.positions import (
    GERMANS_FIRST,
    PACK,
    SCENARIO,
    TITLE,
    Unit,
    command,
    content,
    offered,
    play,
    position,
    prompt,
    reason,
    said,
    state_of,
)
from sandtable.datafile import DataError
from sandtable.games.panzer.state import Loss, State
from sandtable.games.panzer.title import Panzer
from sandtable.games.panzer.victory import margin, note_occupants, scores, set_control, take_control
from sandtable.kernel import Table
from sandtable.kernel import title as title_of

BRIDGE, HILL = "2515", "5.4"


def points(state: State, side: str) -> int:
    return sum(score.points for score in scores(state, content(), side))


@pytest.mark.rule("panzer:3.6", "panzer:4.6.2")
def test_an_objective_is_taken_by_holding_it_for_a_whole_turn_and_kept_afterwards() -> None:
    table = position({"gA1-1": f"{BRIDGE}/NE", "sA1-1": "4330/S"}, (*GERMANS_FIRST, *GERMANS_FIRST))
    assert state_of(table).occupied[BRIDGE] == "german"
    command(table)
    play(table, "do:first")
    assert state_of(table).control[BRIDGE] == "german"
    assert [event.objective for event in said(table, "TookControl")] == [BRIDGE]  # type: ignore[attr-defined]
    state_of(table).units["gA1-1"] = Unit("0112", 0)
    command(table)
    play(table, "do:first")
    assert state_of(table).control[BRIDGE] == "german"


@pytest.mark.rule("panzer:3.6")
def test_another_vehicle_may_take_its_place_but_arriving_late_is_not_enough() -> None:
    game = position({"gA1-1": f"{BRIDGE}/NE", "gA1-2": "2416/NE", "sA1-1": "4330/S"}).game
    state = game.state
    state.control = {}
    state.units["gA1-1"], state.units["gA1-2"] = Unit("2416", 1), Unit(BRIDGE, 1)
    take_control(game)
    assert state.control == {BRIDGE: "german"}
    state.control, state.occupied = {}, {}
    take_control(game)
    assert state.control == {}


@pytest.mark.rule("panzer:3.6", "panzer:4.1.1")
def test_trucks_take_no_objective() -> None:
    game = position({"gB1-5": f"{BRIDGE}/NE", "sA1-1": "4330/S"}).game
    game.state.control = {}
    note_occupants(game)
    take_control(game)
    assert game.state.control == {}


@pytest.mark.rule("panzer:3.6")
def test_where_both_sides_are_neither_controls() -> None:
    hexes = sorted(content().region(HILL))
    game = position({"gA1-1": f"{hexes[0]}/N", "sA1-1": f"{hexes[-1]}/N"}).game
    game.state.control[HILL] = "german"
    take_control(game)
    assert HILL not in game.state.control


@pytest.mark.rule("panzer:3.6", "panzer:4.5.1.1.9", "panzer:4.6.2")
def test_what_scores() -> None:
    state = State(scenario=SCENARIO)
    set_control(state, content())
    assert (points(state, "german"), points(state, "soviet")) == (0, 10)
    state.control |= {"1614": "german", "1214": "german", HILL: "german"}
    state.lost = {"sA1-1": Loss("brewed-up", "1931"), "sA1-2": Loss("knocked-out", "1931")}
    state.units = {"sA1-3": Unit("1931", 0, damaged=True), "gA1-1": Unit("1930", 0)}
    worth = content().card("t-34-76-m43").points * 120 // 100
    assert points(state, "german") == 4 + 5 + 2 * round(worth / 10) + 1
    state.exited = {"sA1-4": "3100", "gA1-2": "3100", "sB1-1": "3300"}
    assert points(state, "soviet") == 13
    assert margin(state, content(), "german") == points(state, "german") - 13


@pytest.mark.rule("panzer:4.6.2", "panzer:4.6", "panzer:4.0")
@pytest.mark.parametrize(
    ("lost", "winner", "level"),
    [((), "soviet", "victory"), (("sA1-2", "sA1-3"), None, "draw"), (("gA1-2", "gA1-3"), "soviet", "decisive")],
)
def test_after_the_last_turn_the_margin_decides(lost: tuple[str, ...], winner: str | None, level: str) -> None:
    table = position({"gA1-1": "0112/N", "sA1-1": "4330/S"}, GERMANS_FIRST, turn=3)
    state_of(table).lost = {name: Loss("knocked-out", "1931") for name in lost}
    command(table)
    play(table, "do:first")
    result = state_of(table).result
    assert result is not None
    assert (result.winner, result.level) == (winner, level)


@pytest.mark.rule("panzer:2.0", "panzer:1.6", "panzer:1.7.1")
def test_both_sides_set_up_in_their_areas_one_after_the_other() -> None:
    table = Table.new(TITLE, SCENARIO)
    assert (table.decisions[0].side, prompt(table)) == ("soviet", "set-up")
    assert {int(label[:2]) for label in offered(table, "hex")} <= {42, 43, 44, 45}
    assert reason(table, "hex:0112") == ("refused.not-set-up-hex", "2.0")
    play(table, "hex:4330", "face:S")
    assert state_of(table).units["sA1-1"] == Unit("4330", 3)
    play(table, "do:standard")
    assert (table.decisions[0].side, len(state_of(table).units)) == ("german", 7)


@pytest.mark.rule("panzer:2.0")
def test_a_scenario_may_want_vehicles_apart() -> None:
    table = Table.new(TITLE, SCENARIO)
    play(table, "do:standard", "hex:0112", "face:N")
    assert reason(table, "hex:0111") == ("refused.not-apart", "2.0")
    assert reason(table, "hex:0112") == ("refused.not-apart", "2.0")
    assert "0114" in offered(table, "hex")


def test_a_scenario_of_the_basic_game_in_which_units_enter_later_is_refused(tmp_path: Path) -> None:
    written = (PACK / "scenarios" / f"{SCENARIO}.yaml").read_text(encoding="utf8")
    areas = "{groups: [B], areas: [{edges: [{edge: west, within: 4}]}]}"
    assert areas in written
    (tmp_path / "scenarios").mkdir()
    later = written.replace(areas, "{groups: [B], entrances: [{edge: west}], turn: 2}")
    (tmp_path / "scenarios" / f"{SCENARIO}.yaml").write_text(later, encoding="utf8")
    with pytest.raises(DataError, match="nobody enters later"):
        Panzer([PACK, tmp_path]).content(SCENARIO)


@pytest.mark.rule("panzer:2.0")
def test_the_basic_scenarios_come_first_and_the_shortest_of_the_advanced_after_them() -> None:
    names = list(title_of("panzer").known_scenarios)
    assert set(names[:4]) == {"gully", "saddle", "village", "forest"}
    assert names[0] == "gully"
    assert names[4] == "crossroads"
    assert len(names) == 11
