"""Chapters 6.1.4.3, 6.6.3, 6.6.8 and 6.6.9: counters in the way, buildings, storeys, positions dug, taken and found."""

from __future__ import annotations

import pytest

from games.panzer.firing import placed, position, results, sum_of
from games.panzer.marching import (
    BIKES,
    CARRIER,
    GUN,
    RIFLES,
    TANK,
    TRUCK,
    costs,
    drawn,
    left,
    marching,
    mover,
    offered,
    play,
    reach_of,
    reason,
    unit_of,
)
from sandtable.games.panzer.adjustment.adjustment_phase import AdjustmentPhase
from sandtable.games.panzer.movement.entrenchments import dig_entrenchments, perish_in_fires
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.units import Game

# Counters


@pytest.mark.rule("panzer:6.1.4.3", "panzer:6.1.4.3.3", "panzer:6.1.4.3.4", "panzer:6.1.4.3.5", "panzer:6.1.4.3.9",
                  "panzer:6.1.4.3.11")  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "enter"),
    [
        ("block", {RIFLES: 2}),
        ("ditch", {RIFLES: 2}),
        ("on-fire", {}),
        ("rubble", {RIFLES: 2, TANK: 3}),
        ("wire", {TANK: 2}),
        ("hasty-entrenchment", {RIFLES: 1, TANK: 1, TRUCK: 1, CARRIER: 1, GUN: 1}),
    ],
)
def test_whom_a_counter_lets_into_its_hex(kind: str, enter: dict[str, int]) -> None:
    for card in (RIFLES, TANK, TRUCK, CARRIER, GUN):
        game = play(marching({"g1": mover(card, "A5")}, works={"w": Work("A4", kind)}), "unit:g1")
        assert reach_of(game).get("A4") == enter.get(card), card


@pytest.mark.rule("panzer:6.1.4.3", "panzer:4.5.1.1.5")
@pytest.mark.parametrize(("kind", "at"), [("rubble", "A5"), ("block", "A7"), ("wire", "A6")])
def test_what_takes_the_place_of_the_terrain_takes_that_of_the_road(kind: str, at: str) -> None:
    board = drawn("\n".join("." * 9), roads=[[f"A{row}" for row in range(1, 10)]])
    assert "A2" in reach_of(play(marching({"g1": mover(TANK, "A9")}, board), "unit:g1"))
    game = play(marching({"g1": mover(TANK, "A9")}, board, works={"w": Work(at, kind)}), "unit:g1")
    assert "A2" not in reach_of(game)


@pytest.mark.rule("panzer:6.5.4.4.3/bridge")
def test_nobody_crosses_a_bridge_that_has_fallen() -> None:
    board = drawn(".\nB\n.\n.", roads=[["A1", "A2", "A3", "A4"]])
    for card in (RIFLES, TANK):
        whole = play(marching({"g1": mover(card, "A3")}, board), "unit:g1")
        assert "A2" in reach_of(whole), card
        fallen = marching({"g1": mover(card, "A3")}, board, works={"w": Work("A2", "rubble", was="bridge")})
        assert not {"A1", "A2"} & set(reach_of(play(fallen, "unit:g1"))), card


@pytest.mark.rule("panzer:6.1.4.3.9", "panzer:4.5.1.1.4")
def test_rubble_costs_what_it_says_to_turn_and_back_in() -> None:
    game = play(marching({"g1": mover(TANK, "A5", 3)}, works={"w": Work("A4", "rubble")}), "unit:g1")
    assert "back:A4" not in costs(play(game, "hex:A6"))
    game = play(marching({"g1": mover(TANK, "A4")}, works={"w": Work("A4", "rubble")}), "unit:g1")
    assert (costs(game)["face:NE"], costs(game)["face:S"]) == (0, 2)


@pytest.mark.rule("panzer:6.1.4.3.11")
def test_a_tracked_vehicle_crushes_wire() -> None:
    units = {"g1": mover(TANK, "A5"), "g2": mover(RIFLES, "A5")}
    game = play(marching(units, works={"w": Work("A4", "wire")}), "unit:g1", "hex:A3")
    assert game.state.works == {}
    play(game, "do:stop", "unit:g2")
    assert "A4" in reach_of(game)


@pytest.mark.rule("panzer:6.1.4.3.5")
def test_who_has_not_left_a_burning_hex_by_the_end_of_the_next_turn_is_lost() -> None:
    units = {"g1": mover(RIFLES, "A4"), "g2": placed(TANK, "A4"), "g3": placed(RIFLES, "A5")}
    game = marching(units, works={"w": Work("A4", "on-fire", since=1)})
    perish_in_fires(game)
    assert set(game.state.units) == {"g1", "g2", "g3"}
    play(game, "unit:g1")
    assert set(reach_of(game)) == {"A3", "A2", "A5", "A6"}
    play(game, "hex:A3", "do:stop")
    game.state.turn = 2
    perish_in_fires(game)
    assert set(game.state.units) == {"g1", "g3"}


# Positions


@pytest.mark.rule("panzer:6.1.4.3.6", "panzer:6.1.4.3.7")
@pytest.mark.parametrize(
    ("kind", "card", "may"),
    [
        ("hasty-entrenchment", RIFLES, True),
        ("hasty-entrenchment", GUN, True),
        ("hasty-entrenchment", TANK, False),
        ("improved-position", RIFLES, True),
        ("improved-position", GUN, True),
        ("improved-position", TANK, True),
    ],
)
def test_who_takes_a_free_position(kind: str, card: str, may: bool) -> None:
    game = play(marching({"g1": mover(card, "A5")}, works={"w": Work("A4", kind)}), "unit:g1", "hex:A4")
    assert ("occupy" in offered(game, "do")) == may
    if not may:
        assert reason(game, "do:occupy") == ("refused.no-position-here", "6.1.4.3.6")
    else:
        play(game, "do:occupy")
        assert (game.state.works["w"].holds, offered(game, "do") & {"occupy"}) == (("g1",), set())


@pytest.mark.rule("panzer:6.1.4.3.6", "panzer:6.1.4.3.7")
def test_a_position_holds_one_unit_and_is_free_once_that_has_left() -> None:
    units = {"g1": mover(RIFLES, "A4"), "g2": mover(RIFLES, "A5")}
    works = {"w": Work("A4", "hasty-entrenchment", holds=("g1",), progress=4)}
    game = play(marching(units, works=works), "unit:g2", "hex:A4")
    assert "occupy" not in offered(game, "do")
    play(game, "do:stop", "unit:g1", "hex:A3")
    assert game.state.works["w"].holds == ()
    units = {"g1": mover(RIFLES, "A4", order="no-command"), "g2": mover(RIFLES, "A4")}
    assert "occupy" in offered(play(marching(units, works={"w": Work("A4", "improved-position")}), "unit:g2"), "do")


@pytest.mark.rule("panzer:6.1.4.3.7")
def test_a_vehicle_is_open_behind_as_it_was_when_it_took_its_position() -> None:
    game = play(marching({"g1": mover(TANK, "A5", 0)}, works={"w": Work("A4", "improved-position")}), "unit:g1")
    play(game, "hex:A4", "face:NE", "do:occupy", "face:N")
    assert (game.state.works["w"].facing, unit_of(game).facing) == (1, 0)


@pytest.mark.rule("panzer:6.1.4.3.7")
def test_a_vehicle_that_backs_into_its_position_is_open_to_the_front_and_men_do_not_back() -> None:
    units = {"g1": mover(TANK, "A5", 0), "g2": mover(RIFLES, "A4")}
    game = play(marching(units, works={"w": Work("A4", "improved-position")}), "unit:g1", "hex:A4", "do:back-into")
    assert (game.state.works["w"].facing, unit_of(game).facing) == (3, 0)
    game = play(marching(units, works={"w": Work("A4", "improved-position")}), "unit:g2")
    assert "back-into" not in offered(game, "do")
    assert reason(game, "do:back-into") == ("refused.no-position-here", "6.1.4.3.7")


# Digging


def after_turns(game: Game, turns: int) -> list[int]:
    """The sides that the entrenchments of a hex show after some turns of work."""
    for _ in range(turns):
        dig_entrenchments(game)
    return [work.progress for work in game.state.works.values()]


@pytest.mark.rule("panzer:6.6.8")
@pytest.mark.parametrize(("card", "shows"), [(RIFLES, [1, 2, 3, 4]), (GUN, [1, 2, 3, 4]), (BIKES, [1, 2, 3, 4]),
                                            ("de-engineer", [2, 4])])  # fmt: skip
def test_an_entrenchment_takes_four_turns_and_engineers_two(card: str, shows: list[int]) -> None:
    for turns, shown in enumerate(shows, 1):
        game = marching({"g1": placed(card, "A4", order="no-command", full_cover=True)})
        assert after_turns(game, turns) == [shown]
        assert [work.holds for work in game.state.works.values()] == [("g1",) if shown == 4 else ()]
    assert after_turns(game, 1) == [4], "who is in a position digs no other"


@pytest.mark.rule("panzer:6.6.8")
@pytest.mark.parametrize(("begun", "card", "shows"), [(1, RIFLES, 2), (1, "de-engineer", 4), (3, "de-engineer", 4)])
def test_who_comes_later_goes_on_where_others_stopped(begun: int, card: str, shows: int) -> None:
    works = {"w": Work("A4", "hasty-entrenchment", progress=begun)}
    game = marching({"g1": placed(card, "A4", order="no-command", full_cover=True)}, works=works)
    assert after_turns(game, 1) == [shows]


@pytest.mark.rule("panzer:6.6.8", "panzer:6.8.2")
def test_a_turn_of_work_counts_in_the_step_in_which_full_cover_is_adjusted() -> None:
    units = {
        "g1": placed(RIFLES, "A4", order="no-command", full_cover=True),
        "g2": placed("de-engineer", "A4", order="no-command", full_cover=True),
    }
    game = position(units, AdjustmentPhase(), first="german")
    while game.decisions[0].prompt != "rest":
        play(game, "do:done")
    assert [work.progress for work in game.state.works.values()] == [1, 2]


@pytest.mark.rule("panzer:6.6.8")
@pytest.mark.parametrize(
    ("card", "state"),
    [
        (RIFLES, {"full_cover": False}),
        (RIFLES, {"order": "overwatch"}),
        (RIFLES, {"suppressed": "off"}),
        (RIFLES, {"carrier": "g2"}),
        (TANK, {}),
    ],
)
def test_who_does_not_dig(card: str, state: dict[str, object]) -> None:
    digger = placed(card, "A4", **{"order": "no-command", "full_cover": True, **state})  # type: ignore[arg-type]
    game = marching({"g1": digger, "g2": placed(TRUCK, "A4", order="fire")})
    assert after_turns(game, 1) == []


@pytest.mark.rule("panzer:6.6.8")
def test_each_unit_digs_for_itself_and_an_unfinished_entrenchment_is_taken_by_nobody() -> None:
    diggers = {name: placed(RIFLES, "A4", order="no-command", full_cover=True) for name in ("g1", "g2")}
    game = marching({**diggers, "g3": mover(RIFLES, "A4")})
    assert after_turns(game, 2) == [2, 2]
    assert "occupy" not in offered(play(game, "unit:g3"), "do")


# Buildings


def drive_in(card: str, *dice: int, building: str = "b", **state: object) -> Game:
    """A vehicle in A2 drives into the building in A1, if it may."""
    board = drawn(f"{building}\n.\n.")
    game = play(marching({"g1": mover(card, "A2", **state)}, board, dice=dice), "unit:g1")
    return play(game, "inside:A1") if offered(game, "inside") else game


@pytest.mark.rule("panzer:6.6.3", "panzer:6.1.4.3.1")
def test_a_vehicle_of_gp_defense_4_enters_a_brick_building_and_is_damaged() -> None:
    """Examples of 6.6.3: the first roll of 22 becomes 42 and harms it, the second of 77 damages it."""
    game = drive_in("jgpz-iv", 22, 77)
    assert results(game) == ["damaged"]
    assert (sum_of(game)["gp-defense"], sum_of(game)["harmed-up-to"], sum_of(game)["tracks-up-to"]) == (
        "+20",
        "65",
        "65",
    )
    assert (unit_of(game).at, unit_of(game).indoors, unit_of(game).damaged) == ("A1", True, True)


@pytest.mark.rule("panzer:6.6.3")
@pytest.mark.parametrize(
    ("building", "rolls", "harm"),
    [
        ("t", (30, 75), "track-hit"), ("t", (30, 76), "damaged"), ("t", (31,), "unharmed"),
        ("b", (50, 65), "track-hit"), ("b", (50, 66), "damaged"), ("b", (51,), "unharmed"),
        ("s", (65, 55), "track-hit"), ("s", (65, 56), "damaged"), ("s", (66,), "unharmed"),
    ],
)  # fmt: skip
def test_what_buildings_do_to_vehicles(building: str, rolls: tuple[int, ...], harm: str) -> None:
    game = drive_in(TANK, *rolls, building=building)
    assert results(game) == [harm]
    assert unit_of(game).at == ("A2" if harm == "track-hit" else "A1")


@pytest.mark.rule("panzer:6.6.3", "panzer:6.1.4.3.1")
def test_without_harm_a_vehicle_pays_as_usual_and_stands_inside() -> None:
    game = drive_in(TANK, 100)
    assert (unit_of(game).indoors, left(game)) == (True, 2)
    assert costs(play(marching({"g1": mover(TANK, "A2")}, drawn("b\n.\n.")), "unit:g1"))["inside:A1"] == 3
    alley = play(marching({"g1": mover(TANK, "A2")}, drawn("b\n.\n.")), "unit:g1", "hex:A1")
    assert (unit_of(alley).at, unit_of(alley).indoors, results(alley)) == ("A1", False, [])


@pytest.mark.rule("panzer:6.6.3/results", "panzer:6.5.2.2.1/movement-effect")
def test_a_track_hit_stops_a_vehicle_outside_for_good() -> None:
    game = drive_in(TANK, 1, 1)
    unit = unit_of(game)
    assert (unit.at, unit.tracks, unit.indoors) == ("A2", True, False)
    assert (reach_of(game), offered(game, "face"), offered(game, "back")) == ({}, set(), set())
    assert reason(game, "hex:A3") == ("refused.too-far", "4.5.1.1.3")


@pytest.mark.rule("panzer:6.6.3/results")
def test_damage_leaves_half_of_the_movement_and_perhaps_too_little() -> None:
    board = drawn("b\n.\n.\n.")
    game = play(marching({"g1": mover(TANK, "A3")}, board, dice=(1, 100)), "unit:g1", "hex:A2", "inside:A1")
    assert (unit_of(game).at, unit_of(game).damaged, left(game)) == ("A2", True, 2)
    assert drive_in(TANK, 1, 100).state.units["g1"].at == "A1", "one hex may always be moved"


@pytest.mark.rule("panzer:6.6.3/results", "panzer:4.4.3.2.6/damaged")
def test_a_second_damage_knocks_out() -> None:
    game = drive_in(TANK, 1, 100, damaged=True)
    assert (results(game), game.state.units) == (["knocked-out"], {})
    assert game.decisions[0].prompt == "rest"


@pytest.mark.rule("panzer:6.6.3", "panzer:6.1.4.3.1")
@pytest.mark.parametrize("card", ["su-76m-m43", "nashorn", "wirbelwind", CARRIER, TRUCK, RIFLES, GUN])
def test_who_does_not_drive_into_buildings(card: str) -> None:
    """Examples of 6.1.4.3.1: the open SU-76M M43 does not, the PzKpfw III M does."""
    assert unit_of(drive_in("pz-iii-m", 100)).indoors
    game = drive_in(card)
    assert offered(game, "inside") == set()
    assert reason(game, "inside:A1") == ("refused.not-inside", "6.6.3")
    assert "A1" in reach_of(game)


@pytest.mark.rule("panzer:6.6.3")
def test_no_vehicle_drives_in_with_passengers_in_reverse_along_a_road_or_into_rubble() -> None:
    board = drawn("b\n.\n.")
    rider = {"g2": placed(RIFLES, "A2", carrier="g1", order="no-command")}
    assert offered(play(marching({"g1": mover(TANK, "A2"), **rider}, board), "unit:g1"), "inside") == set()
    assert offered(play(marching({"g1": mover(TANK, "A2", 3)}, board), "unit:g1"), "inside") == set()
    road = drawn("b\n.\n.", roads=[["A1", "A2"]])
    assert offered(play(marching({"g1": mover(TANK, "A2")}, road), "unit:g1"), "inside") == set()
    works = {"w": Work("A1", "rubble", was="building-brick")}
    assert offered(play(marching({"g1": mover(TANK, "A2")}, board, works=works), "unit:g1"), "inside") == set()


def come_out(*dice: int, road: bool = False, **state: object) -> Game:
    """A tank in the buildings of A1 comes out to A2."""
    board = drawn("b\n.\n.", roads=[["A1", "A2", "A3"]] if road else [])
    game = marching({"g1": mover(TANK, "A1", 3, indoors=True, **state)}, board, dice=dice)
    return play(game, "unit:g1", "hex:A2")


@pytest.mark.rule("panzer:6.6.3", "panzer:6.6.3/results")
def test_a_vehicle_is_checked_as_it_comes_out_as_well() -> None:
    assert (unit_of(come_out(100)).at, unit_of(come_out(100)).indoors) == ("A2", False)
    stuck = unit_of(come_out(1, 1))
    assert (stuck.at, stuck.tracks, stuck.indoors) == ("A1", True, True)
    damaged = come_out(1, 100)
    assert (unit_of(damaged).at, unit_of(damaged).damaged, left(damaged)) == ("A2", True, 1)
    assert results(come_out(road=True)) == []


# Storeys


@pytest.mark.rule("panzer:6.1.4.3.1", "panzer:6.6.4.1")
def test_men_go_to_the_top_floor_and_down_for_a_point() -> None:
    """Example of 6.1.4.3.1: on the top floor of three storeys a squad is two levels up."""
    board = drawn("b\n.", storeys={"A1": 3})
    game = play(marching({"g1": mover(RIFLES, "A1")}, board), "unit:g1", "do:up")
    assert (unit_of(game).floor, left(game), reach_of(game)) == (2, 1, {})
    play(game, "do:down")
    assert (unit_of(game).floor, left(game), reach_of(game)) == (0, 0, {})
    game = play(marching({"g1": mover(RIFLES, "A1", floor=2)}, board), "unit:g1", "do:down")
    assert reach_of(game) == {"A2": 1}


@pytest.mark.rule("panzer:6.1.4.3.1")
@pytest.mark.parametrize(("card", "storeys"), [(RIFLES, 1), (GUN, 3), (TANK, 3), (BIKES, 3)])
def test_there_is_no_upstairs_for_vehicles_guns_and_in_low_houses(card: str, storeys: int) -> None:
    board = drawn("b\n.", storeys={"A1": storeys})
    game = play(marching({"g1": mover(card, "A1")}, board), "unit:g1")
    assert reason(game, "do:up") == ("refused.no-stairs", "6.6.4.1")


# Hull down


def searching(roll: int, sought: str = "full", card: str = TANK, **more: object) -> Game:
    """A vehicle in scrub searches."""
    game = marching({"g1": mover(card, "A5", **more)}, "....x....", dice=(roll,))
    return play(game, "unit:g1", f"search:{sought}")


@pytest.mark.rule("panzer:6.6.9")
@pytest.mark.parametrize(
    ("card", "grade", "sought", "most"),
    [
        (TANK, "seasoned", "full", 50),
        (TANK, "seasoned", "partial", 70),
        (TANK, "elite", "full", 60),
        (TANK, "veteran", "full", 55),
        (TANK, "regulars", "full", 45),
        (TANK, "green", "full", 40),
        ("pz-vi-b", "seasoned", "full", 40),
        ("pz-v-d", "seasoned", "full", 45),
        ("stug-iii-g", "seasoned", "full", 55),
        ("pz-i-b", "seasoned", "full", 60),
    ],
)
def test_small_vehicles_and_good_crews_find_positions_sooner(card: str, grade: str, sought: str, most: int) -> None:
    """Rough ground offers positions at 50 or less."""
    assert results(searching(most, sought, card, grade=grade)) == ["position-found"]
    assert results(searching(most + 1, sought, card, grade=grade)) == ["no-position"]


@pytest.mark.rule("panzer:6.6.9")
@pytest.mark.parametrize(("how", "in_reverse"), [("do:forward", False), ("do:reverse", True)])
def test_a_position_is_entered_either_way_and_the_vehicle_turns_as_it_likes(how: str, in_reverse: bool) -> None:
    game = play(searching(1, "partial"), how)
    unit = unit_of(game)
    assert (unit.hull_down, unit.hull_down_in_reverse, left(game), reach_of(game)) == ("partial", in_reverse, 0, {})
    assert costs(game)["face:S"] == 0
    play(game, "face:S", "do:stop")
    assert (unit_of(game).facing, unit_of(game).hull_down) == (3, "partial")


@pytest.mark.rule("panzer:6.6.9")
def test_a_search_takes_the_whole_move() -> None:
    assert (left(searching(100)), reach_of(searching(100)), unit_of(searching(100)).hull_down) == (0, {}, "")
    assert offered(searching(100), "search") == set()
    game = play(marching({"g1": mover(TANK, "A5")}, "...xx...."), "unit:g1", "hex:A4")
    assert offered(game, "search") == set()


@pytest.mark.rule("panzer:6.6.9", "panzer:6.6.7.1.2")
def test_passengers_may_only_bail_out_of_a_vehicle_that_searches() -> None:
    units = {"g1": mover(TANK, "A5"), "g2": placed(RIFLES, "A5", carrier="g1", order="no-command")}
    game = play(marching(units, "....x....", dice=(100,)), "unit:g1", "search:full")
    assert (offered(game, "dismount"), offered(game, "bail")) == (set(), {"g2"})


@pytest.mark.rule("panzer:6.6.9")
@pytest.mark.parametrize(
    ("card", "ground", "state"),
    [
        (TANK, "w", {"order": "short-halt"}),
        (RIFLES, "x", {}),
        (TANK, "b", {}),
        (TANK, "f", {}),
        (TANK, "x", {"tracks": True}),
    ],
)
def test_where_and_by_whom_no_position_is_sought(card: str, ground: str, state: dict[str, object]) -> None:
    game = play(marching({"g1": mover(card, "A5", **state)}, f"....{ground}...."), "unit:g1")
    assert offered(game, "search") == set()
    assert reason(game, "search:full") == ("refused.no-search", "6.6.9")


@pytest.mark.rule("panzer:6.6.9")
@pytest.mark.parametrize("order", ["move", "short-halt"])
def test_a_position_is_lost_as_soon_as_the_vehicle_is_to_move(order: str) -> None:
    game = marching({"g1": mover(TANK, "A5", order=order, hull_down="full", hull_down_in_reverse=True)}, "....x....")
    play(game, "unit:g1", "do:stop")
    assert (unit_of(game).hull_down, unit_of(game).hull_down_in_reverse) == ("", False)


@pytest.mark.rule("panzer:6.6.3", "panzer:4.5.1.1.7")
def test_nobody_backs_into_a_building_hex_but_along_a_road() -> None:
    units = {"g1": mover(TANK, "A3")}
    game = play(marching(units, "...t....."), "unit:g1")
    assert "A4" in offered(game, "hex")
    assert offered(game, "back") == set()
    assert reason(game, "back:A4") == ("refused.no-backing-indoors", "6.6.3")
    by_road = drawn("\n".join("...t....."), roads=[["A1", "A2", "A3", "A4", "A5"]])
    assert offered(play(marching(units, by_road), "unit:g1"), "back") == {"A4"}
