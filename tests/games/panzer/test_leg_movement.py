"""Chapters 6.6.2 and 6.6.4 to 6.6.6: men, horses, motorcycles and guns on the move, suppression, and barrages."""

from __future__ import annotations

import pytest

from games.panzer.firing import placed, results
from games.panzer.marching import (
    BIKES,
    FLAK,
    GUN,
    HMG,
    HORSE,
    RED,
    RIFLES,
    SECTION,
    TANK,
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
from games.panzer.shipped import cards
from sandtable.games.panzer.counters import PrintedBattery
from sandtable.games.panzer.movement.allowance import allowance
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game

DOWN = [f"A{row}" for row in range(1, 10)]
"""A road along the column."""

# Men on foot


@pytest.mark.rule("panzer:6.6.4", "panzer:6.6.4.1")
def test_a_squad_moves_in_any_direction_and_turns_for_nothing() -> None:
    """Example of 6.6.4.1: a squad has 2L3."""
    assert cards().leg[RIFLES].movement.printed == "2L3"
    game = play(marching({"g1": mover(RIFLES, "A5", 0)}), "unit:g1")
    assert reach_of(game) == {"A4": 1, "A6": 1, "A3": 2, "A7": 2}
    assert all(costs(game)[f"face:{name}"] == 0 for name in ("NE", "SE", "S", "SW", "NW"))
    play(game, "hex:A6")
    unit = unit_of(game)
    assert (unit.at, unit.facing, unit.spot, left(game)) == ("A6", 3, "move", 1)
    play(game, "face:N", "do:stop")
    assert unit_of(game).facing == 0


@pytest.mark.rule("panzer:6.6.4.1")
def test_men_enter_what_vehicles_cannot_and_always_move_one_hex() -> None:
    assert reach_of(play(marching({"g1": mover(TANK, "A2")}, "h.", "00"), "unit:g1")) == {}
    game = play(marching({"g1": mover(HMG, "A2", attached=("de-hmg",))}, "h."), "unit:g1")
    assert reach_of(game) == {"A1": 1}
    play(game, "hex:A1")
    assert (left(game), reach_of(game)) == (0, {})


@pytest.mark.rule("panzer:6.6.4.1", "panzer:5.1.2")
@pytest.mark.parametrize(
    ("card", "attached", "up"), [(RIFLES, (), 2), (SECTION, (), 2), (HMG, ("de-hmg",), 1), (HORSE, (), 2)]
)
def test_how_many_levels_men_climb_in_a_hex(card: str, attached: tuple[str, ...], up: int) -> None:
    for levels in (1, 2, 3):
        game = play(marching({"g1": mover(card, "A2", attached=attached)}, "..", f"{levels}0"), "unit:g1")
        assert ("A1" in reach_of(game)) == (levels <= up)


@pytest.mark.rule("panzer:6.6.4.1")
def test_by_another_reading_men_climb_one_level_and_horses_two() -> None:
    for card, up in ((RIFLES, 1), (HORSE, 2)):
        for levels in (1, 2):
            game = marching({"g1": mover(card, "A2")}, "..", f"{levels}0", switches=("6.6.4.1",))
            assert ("A1" in reach_of(play(game, "unit:g1"))) == (levels <= up)


@pytest.mark.rule("panzer:6.6.4.1", "panzer:6.6.2", "panzer:3.7", "panzer:5.12")
@pytest.mark.parametrize(
    ("card", "order", "state", "points"),
    [
        (RIFLES, "move", {}, 2),
        (RIFLES, "short-halt", {}, 1),
        (RIFLES, "move", {"suppressed": "on"}, 1),
        (RIFLES, "short-halt", {"suppressed": "off"}, 1),
        (HORSE, "short-halt", {"suppressed": "on"}, 1),
        (TANK, "move", {"suppressed": "off"}, 2),
        (TANK, "short-halt", {"suppressed": "on"}, 1),
        (TANK, "short-halt", {"suppressed": "on", "damaged": True}, 1),
    ],
)
def test_suppression_halves_the_movement_factor(card: str, order: str, state: dict[str, object], points: int) -> None:
    game = marching({"g1": mover(card, "A5", order=order, **state)})
    assert allowance(game, "g1").cross_country == points


@pytest.mark.rule("panzer:6.6.2")
def test_on_the_road_a_suppressed_vehicle_has_an_eighth_at_worst() -> None:
    game = marching({"g1": mover("opel-blitz", "A5", order="short-halt", suppressed="on", damaged=True)})
    assert allowance(game, "g1") == (1, 1, 18 // 8)


# Motorcycles, bicycles and horses


@pytest.mark.rule("panzer:6.6.4.4")
def test_motorcycles_move_like_wheeled_vehicles() -> None:
    board = drawn(".\n.\n.\n.\n.\n.\n.\n.\n.", roads=[DOWN], sides={"wall": ["A5-A6"]})
    game = play(marching({"g1": mover(BIKES, "A5", 0)}, board), "unit:g1")
    assert reach_of(game)["A1"] == 4
    assert costs(game)["face:S"] == 1
    walled = drawn(".\n.", sides={"wall": ["A1-A2"]})
    assert "A1" not in reach_of(play(marching({"g1": mover(BIKES, "A2", 0)}, walled), "unit:g1"))


@pytest.mark.rule("panzer:6.6.4.5")
def test_horses_pay_as_men_do_and_cross_no_walls_or_hedgerows() -> None:
    game = play(marching({"g1": mover(HORSE, "A5")}, "w" * 9), "unit:g1")
    assert reach_of(game) == {"A4": 2, "A6": 2, "A3": 4, "A7": 4}
    for side in ("wall", "hedgerow"):
        board = drawn(".\n.\n.", sides={side: ["A1-A2"]})
        assert "A1" in reach_of(play(marching({"g1": mover(RIFLES, "A2")}, board), "unit:g1"))
        assert reach_of(play(marching({"g1": mover(HORSE, "A2")}, board), "unit:g1")) == {"A3": 1}


@pytest.mark.rule("panzer:6.6.4.1/road-blocking", "panzer:5.13")
@pytest.mark.parametrize(
    ("card", "blocks"), [(RIFLES, False), (HMG, False), (GUN, True), (HORSE, True), (BIKES, True), (TANK, False)]
)
def test_guns_and_mounted_men_keep_vehicles_from_the_road(card: str, blocks: bool) -> None:
    board = drawn("\n".join("." * 9), roads=[DOWN])
    units = {"g1": mover(TANK, "A9", 0), "g2": placed(card, "A7", order="no-command")}
    game = play(marching(units, board), "unit:g1")
    assert ("A2" in reach_of(game)) != blocks


@pytest.mark.rule("panzer:6.6.4.1/road-blocking", "panzer:4.5.1.1.5")
def test_men_of_the_enemy_do_not_keep_vehicles_from_the_road_but_his_guns_do() -> None:
    board = drawn("\n".join("." * 9), roads=[DOWN])
    for card, blocks in ((RED, False), ("atg-76-m42", True)):
        game = marching({"g1": mover(TANK, "A9", 0), "s1": placed(card, "A7", order="no-command")}, board)
        game = play(game, "unit:g1")
        assert ("A2" in reach_of(game)) != blocks


# Guns


@pytest.mark.rule("panzer:6.6.5", "panzer:5.2")
def test_a_gun_is_pushed_one_hex_in_any_direction() -> None:
    game = play(marching({"g1": mover(GUN, "A5", 0)}), "unit:g1")
    assert reach_of(game) == {"A4": 1, "A6": 1}
    play(game, "hex:A6")
    assert reach_of(game) == {}
    assert len(offered(game, "face")) == 5


@pytest.mark.rule("panzer:6.6.5")
def test_what_a_gun_is_not_pushed_over() -> None:
    assert reach_of(play(marching({"g1": mover(GUN, "A2")}, "...", "201"), "unit:g1")) == {"A3": 1}
    for side in ("wall", "hedgerow"):
        board = drawn(".\n.\n.", sides={side: ["A1-A2"]})
        assert reach_of(play(marching({"g1": mover(GUN, "A2")}, board), "unit:g1")) == {"A3": 1}
    assert reach_of(play(marching({"g1": mover(GUN, "A2")}, "h.w"), "unit:g1")) == {"A3": 1}


@pytest.mark.rule("panzer:6.6.5", "panzer:6.1.4.3.1")
@pytest.mark.parametrize(("card", "indoors"), [(FLAK, False), (GUN, True)])
def test_the_heaviest_guns_and_guns_indoors_turn_but_do_not_move(card: str, indoors: bool) -> None:
    game = play(marching({"g1": mover(card, "A2", indoors=indoors)}, ".b."), "unit:g1")
    assert reach_of(game) == {}
    assert reason(game, "hex:A1") == ("refused.too-far", "4.5.1.1.3")
    play(game, "face:S", "do:stop")
    assert unit_of(game).facing == 3


# Barrages


def under_barrage(game: Game, *hexes: str, sources: tuple[str, ...] = ("s-battery-1",)) -> Game:
    """Soviet batteries of medium howitzers fire on some hexes."""
    battery = PrintedBattery(
        side="soviet", card="su-medium", attachment="organic", to=None, planned=0, pre_registered=0
    )
    game.content.batteries = dict.fromkeys(sources, battery)
    bands: tuple[Band, ...] = ("M",) * len(sources)
    game.state.missions = {"s1": Mission(side="soviet", sources=sources, bands=bands, at=hexes[0], hexes=hexes, turn=1)}
    return game


@pytest.mark.rule("panzer:6.6.6")
@pytest.mark.parametrize("card", [RIFLES, GUN, HORSE, BIKES, TANK])
def test_whoever_moves_into_a_barrage_is_attacked_at_once_and_only_once(card: str) -> None:
    game = under_barrage(marching({"g1": mover(card, "A5")}, dice=(1, 1)), "A4", "A3")
    play(game, "unit:g1", "hex:A4")
    assert results(game) == ["no-effect"]
    if card != GUN:
        play(game, "hex:A3")
    assert results(game) == ["no-effect"]


@pytest.mark.rule("panzer:6.6.6")
def test_who_stays_in_a_barrage_or_turns_there_is_not_attacked_again() -> None:
    game = under_barrage(marching({"g1": mover(RIFLES, "A4")}), "A4", "A3")
    play(game, "unit:g1", "face:S", "do:stop")
    assert results(game) == []


@pytest.mark.rule("panzer:6.6.6", "panzer:6.6.2")
def test_whoever_is_suppressed_on_the_way_has_half_of_the_rest_left() -> None:
    game = under_barrage(marching({"g1": mover(HORSE, "A5")}, dice=(40,)), "A4")
    play(game, "unit:g1", "hex:A3")
    assert results(game) == ["suppressed"]
    assert (unit_of(game).at, unit_of(game).suppressed, left(game)) == ("A4", "on", 1)


@pytest.mark.rule("panzer:6.6.6")
def test_every_battery_attacks_and_who_is_lost_moves_no_more() -> None:
    game = under_barrage(
        marching({"g1": mover(GUN, "A5")}, dice=(1, 100)), "A4", sources=("s-battery-1", "s-battery-2")
    )
    play(game, "unit:g1", "hex:A4")
    assert results(game) == ["no-effect", "eliminated"]
    assert "g1" not in game.state.units
