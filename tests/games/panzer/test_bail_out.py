"""Crews and passengers who leave their vehicle (5.15, 6.5.2.6, 6.5.4.5)."""

from __future__ import annotations

import pytest

from games.panzer.firing import Placed, aim, placed, position, results
from sandtable.games.panzer.combat.advanced_ap_fire import ApFire
from sandtable.games.panzer.combat.bail_out import BailOut
from sandtable.games.panzer.combat.gp_fire import GpFire
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.units import Game

TRUCK = {"g1": placed("opel-blitz", "A1"), "g2": placed("de-rifle", "A1", carrier="g1")}
GUN_TRUCK = {"g1": placed("opel-blitz", "A1"), "g2": placed("pak-40", "A1", carrier="g1")}


def check(units: dict[str, Placed], dice: list[int], **more: object) -> Game:
    return position(units, BailOut(vehicle="g1", **more), dice=dice)  # type: ignore[arg-type]


# Crews


@pytest.mark.rule("panzer:6.5.2.6.1")
@pytest.mark.parametrize(("cause", "most"), [("track-hit", 30), ("damaged", 30)])
def test_a_crew_bails_out_at_the_number_and_not_above(cause: str, most: int) -> None:
    tank = {"g1": placed("pz-iv-h", "A1")}
    game = check(tank, [most], crew=(cause,))
    assert results(game) == ["bailed-out"]
    assert game.state.lost["g1"].how == "abandoned"
    assert "g1" not in game.state.commands
    assert not game.state.wrecks
    assert results(check(tank, [most + 1], crew=(cause,))) == ["stays"]


@pytest.mark.rule("panzer:6.5.2.6.1")
@pytest.mark.rule("panzer:5.8.3")
@pytest.mark.parametrize(("grade", "roll", "expected"), [
    ("elite", 26, "stays"), ("elite", 25, "bailed-out"), ("green", 35, "bailed-out"), ("green", 36, "stays"),
    ("veteran", 30, "bailed-out"),
])  # fmt: skip
def test_the_elite_stay_and_the_green_run(grade: str, roll: int, expected: str) -> None:
    tank = {"g1": placed("pz-iv-h", "A1", grade=grade)}  # type: ignore[arg-type]
    assert results(check(tank, [roll], crew=("damaged",))) == [expected]


@pytest.mark.rule("panzer:6.5.2.6.1")
def test_a_crew_checks_for_each_hit_without_damage_until_it_leaves() -> None:
    tank = {"g1": placed("pz-iv-h", "A1")}
    causes = ("no-damage", "no-damage", "no-damage")
    assert results(check(tank, [99, 99, 99], crew=causes)) == ["stays", "stays", "stays"]
    assert results(check(tank, [99, 1], crew=causes)) == ["stays", "bailed-out"]


@pytest.mark.rule("panzer:6.5.2.6.1")
@pytest.mark.rule("panzer:5.15")
def test_passengers_follow_the_crew_without_a_roll_and_face_where_they_like() -> None:
    game = check(TRUCK, [1], crew=("damaged",), riders=("damaged",))
    assert results(game) == ["bailed-out"]
    decision = game.decisions[0]
    assert (decision.side, decision.prompt, len(decision.options)) == ("german", "bailed-facing", 6)
    game.choose(decision.ids[3])
    squad = game.state.units["g2"]
    assert (squad.carrier, squad.at, squad.suppressed, squad.facing) == ("", "A1", "on", 3)
    assert game.decisions[0].prompt == "rest"


# Passengers


@pytest.mark.rule("panzer:6.5.2.6.2/nd-dm-tk")
@pytest.mark.parametrize(("roll", "expected"), [(50, "bailed-out"), (51, "stays")])
def test_passengers_check_when_the_crew_stays(roll: int, expected: str) -> None:
    game = check(TRUCK, [99, roll], crew=("no-damage",), riders=("no-damage",))
    assert results(game) == ["stays", expected]
    assert game.state.units["g2"].suppressed == ("on" if expected == "bailed-out" else "")


@pytest.mark.rule("panzer:6.5.2.6.2/nd-dm-tk")
def test_passengers_under_cover_stay() -> None:
    units = {"g1": placed("spw-251-1", "A1"), "g2": placed("de-rifle", "A1", carrier="g1")}
    assert results(check(units, [99], crew=("no-damage",), riders=("no-damage",), shaken=("g2",))) == ["stays"]


@pytest.mark.rule("panzer:6.5.2.6.2/nd-dm-tk")
def test_each_passenger_checks_by_itself_and_for_each_hit() -> None:
    units = {**TRUCK, "g3": placed("de-section", "A1", carrier="g1")}
    game = check(units, [99, 51, 50, 99, 99], crew=("no-damage",), riders=("no-damage", "track-hit"))
    assert results(game) == ["stays", "stays", "bailed-out", "stays", "stays"]
    assert game.state.units["g2"].carrier == ""
    assert game.state.units["g3"].carrier == "g1"


@pytest.mark.rule("panzer:6.5.2.6.2/ko-bu")
@pytest.mark.parametrize(
    ("units", "lost", "roll", "expected"),
    [
        (TRUCK, "knocked-out", 21, "escapes"), (TRUCK, "knocked-out", 20, "perishes"),
        (GUN_TRUCK, "knocked-out", 61, "escapes"), (GUN_TRUCK, "knocked-out", 60, "perishes"),
    ],
)  # fmt: skip
def test_who_gets_out_of_a_vehicle_that_is_lost(units: dict[str, Placed], lost: str, roll: int, expected: str) -> None:
    game = check(units, [roll], lost=lost)
    assert results(game) == [expected]
    assert ("g2" in game.state.units) == (expected == "escapes")
    if expected == "perishes":
        assert game.state.lost["g2"].how == "eliminated"


@pytest.mark.rule("panzer:6.5.2.6.2/ko-bu")
def test_a_fire_is_worse_and_cover_does_not_help_out_of_it() -> None:
    units = {"g1": placed("spw-251-1", "A1"), "g2": placed("de-rifle", "A1", carrier="g1")}
    assert results(check(units, [21], lost="brewed-up")) == ["perishes"]


# By AP fire


@pytest.mark.rule("panzer:6.5.2.6")
def test_a_shot_knocks_out_a_truck_and_its_squad_escapes() -> None:
    units = {**TRUCK, "s1": placed("t-34-76-m43", "A4")}
    game = position(units, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[1, 1, 9, 50])
    assert results(game) == ["hits-1", "knocked-out", "escapes"]


@pytest.mark.rule("panzer:6.5.2.6.1")
def test_a_second_track_hit_is_nothing_to_the_crew_but_passengers_check() -> None:
    units = {
        "g1": placed("opel-blitz", "A1", tracks=True), "g2": TRUCK["g2"], "s1": placed("t-34-76-m43", "A4"),
    }  # fmt: skip
    game = position(units, ApFire(aim=aim("s1", "g1", "f34-76", "AP")), dice=[1, 10, 99])
    assert results(game) == ["hits-1", "track-hit-again", "stays"]


@pytest.mark.rule("panzer:5.1.3.4")
@pytest.mark.rule("panzer:6.5.4.2.3")
def test_a_panzerfaust_strikes_those_inside_as_well() -> None:
    units = {
        "g1": placed("de-rifle", "A2", attached=("de-pzf",), dump="A2"),
        "s1": placed("zis-5", "A1"),
        "s2": placed("su-rifle", "A1", carrier="s1"),
    }
    game = position(units, ApFire(aim=aim("g1", "s1", "de-pzf", "HEAT")), dice=[100, 30, 21])
    assert results(game) == ["miss", "suppressed", "stays"]


# By GP fire


@pytest.mark.rule("panzer:5.15")
@pytest.mark.rule("panzer:6.5.4.5")
def test_who_is_suppressed_in_a_vehicle_that_is_knocked_out_must_escape_from_it() -> None:
    """The row of the knock-out counts, and not that of the suppression."""
    units = {**TRUCK, "s1": placed("t-34-76-m43", "A4")}
    game = position(units, GpFire(aim=aim("s1", "g1", "f34-76")), dice=[98, 10, 40, 21])
    assert results(game) == ["knocked-out", "suppressed", "escapes"]
    assert game.state.units["g2"].carrier == ""


@pytest.mark.rule("panzer:5.15")
def test_a_towed_gun_leaves_a_damaged_truck_with_its_crew() -> None:
    units = {**GUN_TRUCK, "s1": placed("t-34-76-m43", "A4")}
    game = position(units, GpFire(aim=aim("s1", "g1", "f34-76")), dice=[95, 40, 30])
    assert results(game) == ["damaged", "suppressed", "bailed-out"]
    assert game.state.units["g2"].carrier == ""


@pytest.mark.rule("panzer:6.5.4.5")
@pytest.mark.parametrize(("roll", "expected"), [(20, "bailed-out"), (21, "stays")])
def test_passengers_who_are_suppressed_may_bail_out_and_the_crew_does_not(roll: int, expected: str) -> None:
    units = {**TRUCK, "s1": placed("t-34-76-m43", "A4")}
    game = position(units, GpFire(aim=aim("s1", "g1", "f34-76")), dice=[41, 41, roll])
    assert results(game) == ["suppressed", "suppressed", expected]
    assert "g1" in game.state.units


@pytest.mark.rule("panzer:6.5.4.5")
def test_passengers_check_for_a_second_track_hit_of_gp_fire_and_the_crew_does_not() -> None:
    units = {
        "s1": placed("t-34-76-m43", "A4"), "g1": placed("opel-blitz", "A1", tracks=True),
        "g2": placed("de-rifle", "A1", carrier="g1"),
    }  # fmt: skip
    game = position(units, GpFire(aim=aim("s1", "g1", "f34-76")), dice=[90, 1, 50])
    assert results(game) == ["track-hit-again", "no-effect", "bailed-out"]
    assert not game.state.units["g2"].carrier
    assert "g1" in game.state.units


@pytest.mark.rule("panzer:6.5.4.5")
def test_only_those_who_were_not_suppressed_on_before_check() -> None:
    units = {
        "g1": placed("opel-blitz", "A1"), "s1": placed("t-34-76-m43", "A4"),
        "g2": placed("de-rifle-half", "A1", carrier="g1", suppressed="on"),
        "g3": placed("de-rifle-half", "A1", carrier="g1", suppressed="off"),
        "g4": placed("de-rifle-half", "A1", carrier="g1"),
    }  # fmt: skip
    game = position(units, GpFire(aim=aim("s1", "g1", "f34-76")), dice=[1, 41, 41, 1, 99])
    assert results(game) == ["no-effect", "suppressed", "suppressed", "no-effect", "stays"]


@pytest.mark.rule("panzer:6.5.4.2.3")
def test_passengers_may_be_lost_while_their_vehicle_is_not() -> None:
    units = {
        "g1": placed("opel-blitz", "A1"), "g2": placed("de-section", "A1", carrier="g1"),
        "s1": placed("t-34-76-m43", "A4"),
    }  # fmt: skip
    game = position(units, GpFire(aim=aim("s1", "g1", "f34-76")), dice=[1, 99])
    assert results(game) == ["no-effect", "eliminated"]
    assert set(game.state.units) == {"g1", "s1"}


@pytest.mark.rule("panzer:6.1.4.3.7")
def test_a_position_is_free_when_its_vehicle_is_abandoned() -> None:
    works = {"p": Work(at="A1", kind="improved-position", holds=("g1",))}
    game = position({"g1": placed("pz-iv-h", "A1")}, BailOut(vehicle="g1", crew=("damaged",)), dice=[1], works=works)
    assert game.state.works["p"].holds == ()
