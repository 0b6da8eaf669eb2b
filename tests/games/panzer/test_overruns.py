"""Overruns (6.6.10)."""

from __future__ import annotations

import pytest

from games.panzer.assaulting import (
    HALF,
    PAK,
    RIFLE,
    TANK,
    as_seen,
    asked,
    before,
    men,
    moving,
    offered,
    seen,
    shown,
    tank,
    why,
)
from games.panzer.country import column, country
from games.panzer.firing import TITLE, Placed, placed, results, sum_of
from sandtable.games.panzer.state import Command, Mission, Work
from sandtable.games.panzer.units import Game

IS2 = "is-2m-m44"


def overruns(game: Game) -> list[str]:
    return [each.removeprefix("overrun:") for each in offered(game) if each.startswith("overrun:")]


# The worked example: an IS-2m against a half-squad on overwatch


def is2_example(dice: list[int]) -> Game:
    units = {
        "s1": tank(IS2, "A1", grade="veteran"),
        "g1": men(HALF, "A3", order="overwatch"),
    }
    game = moving(units, board=column("..u...").board, dice=dice)
    game.choose("unit:s1")
    assert asked(game) == "overwatch", "the half-squad might fire as soon as the tank sets out"
    game.choose("do:pass")
    game.choose("ahead:A2" if "ahead:A2" in offered(game) else "hex:A2")
    game.choose("unit:s1")
    return game


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.rule("panzer:6.6.10.1")
@pytest.mark.rule("panzer:6.6.10.2")
@pytest.mark.rule("panzer:6.5.4.3/overrun")
@pytest.mark.rule("panzer:6.5.3")
def test_an_is_2_overruns_a_half_squad() -> None:
    game = is2_example([83, 5, 42])
    fired = sum_of(game)
    assert (fired["gp-factor"], fired["gp-defense-factor"], fired["net-modifier"]) == ("6", "8A", "-35")
    assert (fired["no-effect-to"], fired["suppressed-to"], fired["final-roll"]) == ("62", "92", "48")
    assert game.decisions[0].args["left"] == 3
    game.choose("overrun:g1")
    found = sum_of(game, 1)
    assert (found["gp-factor"], found["gp-defense-factor"]) == ("8", "4S")
    assert (found["coax-mg"], found["overrun"], found["net-modifier"]) == ("+10", "+20", "+30")
    assert (found["no-effect-to"], found["suppressed-to"], found["final-roll"]) == ("36", "68", "72")
    assert results(game) == ["no-effect", "eliminated"]
    assert game.state.units["s1"].at == "A3"
    assert (game.decisions[0].args["left"], "do:stop" in offered(game)) == (1, True)
    game.choose("hex:A4")
    assert game.state.units["s1"].spot == "move"


@pytest.mark.rule("panzer:6.6.2")
@pytest.mark.rule("panzer:6.6.10")
def test_suppressed_on_the_way_it_has_not_the_points_left() -> None:
    game = is2_example([98])
    assert game.state.units["s1"].suppressed == "on"
    assert game.decisions[0].args["left"] == 1
    assert why(game, "overrun:g1") == ("refused.cannot-drive-there", "6.6.10")
    units = {"s1": tank(IS2, "A1", suppressed="on"), "g1": seen(HALF, "A3")}
    slow = before(units, board=column("..u...").board)
    slow.choose("hex:A2")
    assert slow.decisions[0].args["left"] == 1
    assert why(slow, "overrun:g1") == ("refused.cannot-drive-there", "6.6.10")


# Who overruns whom


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        (tank("zis-5", "A1"), ("refused.only-combat-vehicles-overrun", "6.6.10")),
        (tank(TANK, "A1", order="short-halt"), ("refused.overrun-needs-move", "6.6.10")),
        (men("su-mc", "A1"), ("refused.only-combat-vehicles-overrun", "6.6.10")),
        (men("su-cavalry", "A1"), ("refused.only-combat-vehicles-overrun", "6.6.10")),
    ],
)
def test_only_combat_vehicles_on_move_overrun(unit: Placed, reason: tuple[str, str]) -> None:
    game = before({"s1": unit, "g1": seen(RIFLE, "A2")})
    assert overruns(game) == []
    assert why(game, "overrun:g1") == reason


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.rule("panzer:6.1.4.3.7")
def test_only_men_and_guns_on_foot_that_were_spotted_are_overrun() -> None:
    units = {
        "s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2"), "g2": seen(PAK, "A2"), "g3": seen("opel-blitz", "A2"),
        "g4": seen(HALF, "A2", carrier="g3"), "g5": seen(HALF, "A2"), "g6": seen(RIFLE, "A2"),
    }  # fmt: skip
    works = {"p": Work(at="A2", kind="improved-position", holds=("g6",))}
    game = before(units, works=works, spotted={"s1": ("g1", "g2", "g3", "g4", "g6")})
    assert overruns(game) == ["g1", "g2"]
    assert why(game, "overrun:g3") == ("refused.only-men-are-overrun", "6.6.10")
    assert why(game, "overrun:g4") == ("refused.only-men-are-overrun", "6.6.10")
    assert why(game, "overrun:g5") == ("refused.not-spotted", "6.6.10")
    assert why(game, "overrun:g6") == ("refused.position-is-not-overrun", "6.1.4.3.7")


@pytest.mark.rule("panzer:6.6.10")
def test_a_vehicle_needs_the_points_to_enter_and_terrain_that_it_can() -> None:
    units = {"s1": tank(TANK, "A1", suppressed="on", damaged=True), "g1": seen(RIFLE, "A2")}
    assert overruns(before(units, board=column("...").board)) == ["g1"]
    assert overruns(before(units, board=column(".w.").board)) == [], "one hex can always be moved, but not to overrun"
    fresh = {"s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2")}
    assert overruns(before(fresh, board=column(".w.").board)) == ["g1"]
    assert overruns(before(fresh, board=column(".h.").board)) == []
    far = {"s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A3")}
    assert why(before(far), "overrun:g1") == ("refused.not-next-to-it", "6.6.10")


@pytest.mark.rule("panzer:6.6.10")
def test_turning_to_the_target_is_paid_for() -> None:
    game = before({"s1": tank(TANK, "A1", facing=0), "g1": seen(RIFLE, "A2")})
    cost = {option.id: option.cost for option in game.decisions[0].options}
    assert cost["overrun:g1"] == 2


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.rule("panzer:6.6.10.1")
def test_suppressed_and_damaged_vehicles_overrun_with_less() -> None:
    units = {"s1": tank(TANK, "A1", suppressed="on", damaged=True), "g1": seen(RIFLE, "A2")}
    found = shown(before(units), "overrun:g1")
    assert (found["firer-damaged"], found["firer-suppressed"]) == ("-10", "-20")


# The sum


@pytest.mark.rule("panzer:6.6.10.1")
def test_all_weapons_but_those_against_aircraft_add_up_with_the_men_aboard() -> None:
    lone = shown(before({"s1": tank("m3-lee-su", "A1"), "g1": seen(RIFLE, "A2")}), "overrun:g1")
    with_men = {
        "s1": tank("m3-lee-su", "A1"), "g1": seen(RIFLE, "A2"),
        "s2": seen("su-smg-half", "A1", carrier="s1", attached=("su-hmg",)),
    }  # fmt: skip
    more = shown(before(with_men), "overrun:g1")
    assert int(more["overrun-passenger"]) == 7
    assert int(lone["gp-factor"]) > int(lone["overrun-weapon"])
    assert int(more["gp-factor"]) == min(15, int(lone["gp-factor"]) + 7)


@pytest.mark.rule("panzer:6.6.10.1")
def test_a_vehicle_with_nothing_but_flak_has_nothing_to_overrun_with() -> None:
    flak = moving({"g1": tank("sdkfz-10-4", "A1"), "s1": seen("su-rifle", "A2")}, "german")
    flak.choose("unit:g1")
    assert why(flak, "overrun:s1") == ("refused.nothing-to-overrun-with", "6.6.10.1")


@pytest.mark.rule("panzer:6.6.10.1")
@pytest.mark.rule("panzer:5.16.2.1")
def test_ammunition_that_runs_short_weakens_an_overrun() -> None:
    game = before({"s1": tank(IS2, "A1"), "g1": seen(RIFLE, "A2")}, dice=[8, 50])
    game.choose("overrun:g1")
    assert sum_of(game)["ammo-limit"] == "-10"
    assert sum_of(game)["net-modifier"] == "+20"


@pytest.mark.rule("panzer:6.6.10.1")
@pytest.mark.rule("panzer:6.5.4.3/hasty-entrenchment")
def test_the_terrain_of_the_target_and_what_it_has_dug_count() -> None:
    units = {"s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2")}
    works = {"h": Work(at="A2", kind="hasty-entrenchment", holds=("g1",))}
    found = shown(before(units, board=column(".w.").board, works=works), "overrun:g1")
    assert (found["gp-defense-factor"], found["hasty-entrenchment"]) == ("6S", "-10")


# What comes of it


@pytest.mark.rule("panzer:6.6.10.2")
@pytest.mark.parametrize(
    ("die", "expected", "state"),
    [
        (1, "no-effect", ("on", False)),
        (20, "suppressed", ("on", False)),
        (99, "reduced", ("on", True)),
    ],
)
def test_who_was_recovering_is_suppressed_anew_whatever_comes_of_it(
    die: int, expected: str, state: tuple[str, bool]
) -> None:
    game = before({"s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2", suppressed="off")}, dice=[die])
    game.choose("overrun:g1")
    assert results(game) == [expected]
    unit = game.state.units["g1"]
    assert (unit.suppressed, unit.reduced) == state
    assert unit.under_fire


@pytest.mark.rule("panzer:6.6.10.2")
def test_no_effect_leaves_a_steady_target_as_it_was_with_its_command() -> None:
    units = {"s1": tank(TANK, "A1"), "g1": men(RIFLE, "A2", order="move")}
    game = before(units, dice=[1])
    while asked(game) == "overwatch":
        game.choose("do:pass")
    game.choose("overrun:g1")
    assert game.state.units["g1"].suppressed == ""
    assert game.state.commands["g1"] == Command("move", known=True), "it can still be carried out"


@pytest.mark.rule("panzer:6.6.10.1")
def test_a_vehicle_leaves_the_hex_of_a_target_that_is_left() -> None:
    game = before({"s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2")}, dice=[1])
    game.choose("overrun:g1")
    assert "do:stop" not in offered(game)
    game.choose("hex:A3")
    assert game.state.units["s1"].at == "A3"
    assert overruns(game) == []
    assert why(game, "overrun:g1") == ("refused.has-attacked", "6.6.10")


@pytest.mark.rule("panzer:6.6.10.1")
def test_a_vehicle_leaves_the_hex_where_another_enemy_is_left() -> None:
    game = before({"s1": tank(TANK, "A1"), "g1": seen(PAK, "A2"), "g2": seen(RIFLE, "A2")}, dice=[99])
    game.choose("overrun:g1")
    assert "g1" in game.state.lost
    assert "do:stop" not in offered(game)


@pytest.mark.rule("panzer:6.6.10.1")
@pytest.mark.rule("panzer:6.6.10")
def test_without_points_it_is_put_back_and_may_be_fired_at_there() -> None:
    watcher = men("pz-iv-h", "A6", order="overwatch")
    units = {"s1": tank(IS2, "A1", damaged=True), "g1": seen(RIFLE, "A2"), "g2": watcher}
    game = before(units, board=column(".u....").board, dice=[5, 1])
    assert asked(game) == "overwatch"
    game.choose("do:pass")
    game.choose("overrun:g1")
    assert (game.state.units["s1"].at, asked(game)) == ("A1", "overwatch")
    game.choose("do:pass")
    assert asked(game) == "rest"


@pytest.mark.rule("panzer:6.6.10")
def test_nobody_fires_overwatch_while_it_overruns() -> None:
    units = {"s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2"), "g2": men("pz-iv-h", "A6", order="overwatch")}
    game = before(units, dice=[1])
    game.choose("do:pass")
    game.choose("overrun:g1")
    assert asked(game) == "move-to"
    game.choose("hex:A3")
    assert asked(game) == "overwatch"


@pytest.mark.rule("panzer:6.6.6")
def test_a_barrage_strikes_a_vehicle_that_drives_into_it_to_overrun() -> None:
    fire = Mission(side="german", sources=("g9",), bands=("P",), at="A2", hexes=("A2",), turn=1)
    units = {
        "s1": tank(TANK, "A1"), "g1": seen(RIFLE, "A2"),
        "g9": placed("de-section-weapon", "A9", attached=("de-grw34",)),
    }  # fmt: skip
    game = before(units, missions={"m": fire}, dice=[1, 1, 1])
    game.choose("overrun:g1")
    assert game.state.missions["m"].attacked == (("s1", "g9"),)
    assert len(results(game)) == 2


# Several vehicles


def platoon(target: str = RIFLE, **more: object) -> Game:
    board = country("...\n...\n...\n...").board
    units = {
        "s1": tank(TANK, "B1"), "s2": tank(TANK, "A2"), "s3": tank(TANK, "C2"), "g1": seen(target, "B2"),
        "g2": seen(RIFLE, "B3"),
    }  # fmt: skip
    return before(units, board=board, **more)


@pytest.mark.rule("panzer:6.6.10")
def test_all_who_overrun_a_target_are_declared_before_the_first() -> None:
    game = platoon(dice=[1, 1])
    view = TITLE.codec.encode(as_seen(game, "german"))
    game.choose("overrun:g1")
    assert (asked(game), offered(game)) == ("overrun-with", ["unit:s2", "unit:s3", "do:overrun"])
    game.choose("unit:s2")
    assert why(game, "unit:s2") == ("refused.is-picked", "6.6.10")
    assert TITLE.codec.encode(as_seen(game, "german")) == view, "nobody sees it before it is declared"
    game.choose("do:overrun")
    assert game.state.commands["s2"].shown
    assert not game.state.commands["s3"].shown
    game.choose(next(each for each in offered(game) if each.startswith("hex:")))
    game.choose("do:stop")
    game.choose("unit:s3")
    assert why(game, "overrun:g1") == ("refused.overrun-not-declared", "6.6.10")
    assert "g2" in overruns(game)
    game.choose("do:stop")
    game.choose("unit:s2")
    assert "g1" in overruns(game)
    assert why(game, "overrun:g2") == ("refused.has-attacked", "6.6.1.1/combining")
    game.choose("overrun:g1")
    assert asked(game) == "move-to", "nothing is left to declare"


@pytest.mark.rule("panzer:6.6.10")
def test_who_finds_the_target_gone_moves_but_overruns_nobody_else() -> None:
    game = platoon(PAK, dice=[99])
    game.choose("overrun:g1")
    game.choose("unit:s2")
    game.choose("do:overrun")
    assert "g1" in game.state.lost
    game.choose("do:stop")
    game.choose("unit:s2")
    assert overruns(game) == []
    assert "do:stop" in offered(game)


@pytest.mark.rule("panzer:6.6.11")
def test_vehicles_that_share_a_move_overrun_one_target() -> None:
    commands = {each: Command("move", group="s-1") for each in ("s1", "s2")}
    commands |= {each: Command("no-command", shown=True) for each in ("g1", "g2")} | {"s3": Command("move")}
    game = platoon(commands=commands, dice=[1, 1])
    game.choose("overrun:g1")
    game.choose("do:overrun")
    game.choose(next(each for each in offered(game) if each.startswith("hex:")))
    game.choose("do:stop")
    game.choose("unit:s2")
    assert why(game, "overrun:g2") == ("refused.shares-a-move", "6.6.11")


# Buildings


def into_a_house(dice: list[int], **more: object) -> Game:
    units = {"s1": tank(IS2, "A1", **more), "g1": seen(HALF, "A2")}
    game = before(units, board=column(".t...").board, dice=dice)
    game.choose("overrun:g1")
    return game


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.rule("panzer:6.6.3")
def test_a_target_in_a_building_is_overrun_by_driving_into_it() -> None:
    game = into_a_house([100, 5, 1])
    assert results(game) == ["unharmed", "no-effect"]
    assert game.state.units["s1"].at == "A2"


@pytest.mark.rule("panzer:6.6.10")
def test_a_vehicle_that_loses_its_tracks_stops_before_the_building() -> None:
    game = into_a_house([1, 1])
    assert results(game) == ["track-hit"]
    assert (game.state.units["s1"].at, game.state.units["s1"].tracks) == ("A1", True)
    assert overruns(game) == []


@pytest.mark.rule("panzer:6.6.10")
def test_damage_at_the_wall_halves_the_movement_and_weakens_the_attack() -> None:
    game = into_a_house([1, 100, 5, 1])
    assert results(game) == ["damaged", "no-effect"]
    assert sum_of(game, 1)["firer-damaged"] == "-10"
    assert (game.state.units["s1"].at, asked(game)) == ("A1", "rest"), "it has no points left to go on"


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.rule("panzer:6.6.3")
def test_open_vehicles_and_those_with_passengers_overrun_nobody_in_a_building() -> None:
    open_top = before({"s1": tank("su-76m-m43", "A1"), "g1": seen(HALF, "A2")}, board=column(".t.").board)
    assert why(open_top, "overrun:g1") == ("refused.does-not-fit-indoors", "6.6.3")
    riders = {"s1": tank(TANK, "A1"), "s2": seen("su-smg", "A1", carrier="s1"), "g1": seen(HALF, "A2")}
    assert why(before(riders, board=column(".t.").board), "overrun:g1") == ("refused.does-not-fit-indoors", "6.6.3")
    assert overruns(before(riders, board=column("...").board)) == ["g1"]
    alley = before({"s1": tank("su-76m-m43", "A1"), "g1": seen(PAK, "A2")}, board=column(".t.").board)
    assert overruns(alley) == ["g1"]
