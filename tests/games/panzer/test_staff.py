"""The computer's staff: it fires where it promises something, takes what counts, and turns its front to the enemy."""

from __future__ import annotations

import pytest

from games.panzer.positions import TITLE, moving, position
from sandtable.games.panzer.movement.costs import way_slots
from sandtable.games.panzer.movement.leaving_the_map import edges
from sandtable.games.panzer.spotting.cover import Covered
from sandtable.games.panzer.staff import StaffPlayer
from sandtable.games.panzer.staff.doctrine import STANDARD
from sandtable.games.panzer.staff.estimates import promise
from sandtable.games.panzer.staff.goals import distances, exit_hexes
from sandtable.games.panzer.staff.ground import seen_from
from sandtable.games.panzer.staff.moves import face
from sandtable.games.panzer.staff.situation import Situation, pressure
from sandtable.games.panzer.title import Panzer
from sandtable.kernel import Table, View
from sandtable.lab import simulate
from sandtable.players import player


def answer(table: Table, side: str) -> str:
    decision = next(each for each in table.game.decisions if each.side == side)
    return StaffPlayer(1).choose(View(table.game, side), decision)


def ordered(table: Table, side: str, unit_id: str) -> str:
    """The command that the staff of a side gives to a vehicle."""
    table.choose(f"unit:{unit_id}", side)
    return answer(table, side)


def test_the_staff_is_the_greedy_player_of_the_title() -> None:
    assert isinstance(player("greedy", 1, TITLE), StaffPlayer)


def test_fire_promises_more_from_behind_and_from_near() -> None:
    content = TITLE.content("proving-ground", ())
    assert promise(content, "sA1-1", "gA1-1", 12, "front") < promise(content, "sA1-1", "gA1-1", 12, "rear")
    assert promise(content, "gA1-1", "sA1-1", 20, "front") < promise(content, "gA1-1", "sA1-1", 4, "front")
    assert promise(content, "gB1-5", "sA1-1", 1, "rear") == 0


def test_a_tank_with_an_enemy_before_its_gun_fires() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "1928/S"})
    assert ordered(table, "german", "gA1-1") == "command:fire"


def test_a_tank_without_an_enemy_moves_on() -> None:
    table = position({"gA1-1": "1931/N", "sA1-1": "0101/S"})
    assert ordered(table, "german", "gA1-1") == "command:move"


def test_who_has_come_to_the_end_of_its_move_turns_its_front_to_the_enemy() -> None:
    """The armor of its rear does not stop a shell that its front would stop."""
    table = moving({"gA1-1": "1931/S", "sA1-1": "1923/S"})
    table.choose("unit:gA1-1")
    while table.game.decisions[0].side == "soviet":
        table.choose("do:pass", "soviet")
    decision = table.game.decisions[0]
    turned = face(StaffPlayer(1).situation(table.game, decision), decision, "gA1-1")
    assert turned in ("face:N", "face:NE", "face:NW")


def test_edges_that_score_are_goals_where_the_way_leads() -> None:
    content = Panzer().content("gully")
    far = distances(content, frozenset({"1L11", "1M6"}))
    assert (far["1L11"], far["1L10"], far["1M6"]) == (0, 1, 0)
    assert exit_hexes(content, "west", ()) == edges(content)["west"]
    by_road = exit_hexes(content, "west", ("road",))
    assert all(any(6 * content.board.index[label] + d in way_slots(content) for d in range(6)) for label in by_road)
    assert by_road < edges(content)["west"]


def test_who_is_not_winning_risks_the_more_the_less_time_is_left() -> None:
    """The Soviets hold the bridge, and with it ten points."""
    tanks = {"gA1-1": "1931/N", "sA1-1": "0101/S"}
    games = [position(tanks, turn=turn).game for turn in (1, 2, 3)]
    assert [pressure(game, "german") for game in games] == [0.5, 0.75, 1.0]
    assert [pressure(game, "soviet") for game in games] == [0.0, 0.0, 0.0]
    calm, pressed = STANDARD, STANDARD.pressed(1.0)
    assert (pressed.fear < calm.fear, pressed.watch < calm.watch, pressed.goal > calm.goal) == (True, True, True)


def test_an_objective_pulls_only_those_who_come_there_in_time() -> None:
    """Who takes control is there for the whole of the last turn."""
    tank = {"gA1-1": "2515/N", "sA1-1": "0101/S"}
    early, late = (Situation(position(tank, turn=turn).game, "german", STANDARD) for turn in (1, 2))
    assert early.pull("gA1-1", "2515") > early.pull("gA1-1", "2513") > 0
    assert late.pull("gA1-1", "2515") > 0 == late.pull("gA1-1", "2513")


def test_cover_takes_from_the_danger_and_from_the_range_at_which_one_is_seen() -> None:
    content = TITLE.content("proving-ground", ())
    covers = [Covered(cover, "", "4.1.3") for cover in ("none", "light", "medium", "heavy")]
    seen = [seen_from(content, "gA1-1", cover, "move") for cover in covers]
    assert seen == sorted(seen, reverse=True)
    assert seen[0] > seen[-1] > seen_from(content, "gA1-1", covers[-1], "")
    assert promise(content, "sA1-1", "gA1-1", 4, "front", -5) < promise(content, "sA1-1", "gA1-1", 4, "front")


@pytest.mark.parametrize(("side", "other"), [("german", "soviet"), ("soviet", "german")])
def test_the_staff_beats_chance_from_either_side(side: str, other: str) -> None:
    found = simulate("panzer", "gully", players={side: "greedy", other: "random"}, games=4, seed=5)
    assert found.summary.winners == {side: 4}
