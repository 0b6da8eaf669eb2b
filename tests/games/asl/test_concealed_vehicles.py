"""A12 and scope/vehicle-concealment: vehicles beneath a "?"."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.heavy import aimed, ca, cases, de, meadow, position, shot, tank
from games.asl.position import offered, play
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.concealment.interrogation import nearest_hidden
from sandtable.games.asl.concealment.revealing import cover_of, reveal_vehicle
from sandtable.games.asl.concealment.vehicles import (
    conceal,
    gain_at_night,
    gives_vehicle_away,
    is_under_cover,
    set_up_concealed,
)
from sandtable.games.asl.fire.fire_group import target_locations
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.hidden import fill
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.ordnance.acquisition import lose_sight_of
from sandtable.games.asl.ordnance.firing import fire, preview_lines
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import gunner_of
from sandtable.games.asl.ordnance.targets import veiled_targets
from sandtable.games.asl.ordnance.turning import turn
from sandtable.games.asl.screen.names import name_of
from sandtable.games.asl.sight import line_of_sight
from sandtable.games.asl.state import Moving, Unit, Weapon
from sandtable.games.asl.units import Game, change, is_empty, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.boarding import board
from sandtable.games.asl.vehicles.close_combat import Charge, VehicleFight, lines_of, strike_back, value_of
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.ground import entry
from sandtable.games.asl.vehicles.losses import stun
from sandtable.games.asl.vehicles.status import beneath, known_at, known_vehicles
from sandtable.kernel import Resolved, title
from sandtable.kernel.table import Table
from sandtable.kernel.views import View, determinise, masked

PANZER = "de-pz4j"


def veiled(at: str = "F6", kind: str = PANZER, vehicle: dict[str, Any] | None = None, **facts: Any) -> Game:
    """A panzer v beneath a "?", and whatever else the test needs; the PaK of the field is not there."""
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    vehicles = {"v": tank(at, kind, **(vehicle or {})), **facts.pop("vehicles", {})}
    game = position(on=on, vehicles=vehicles, units=facts.pop("units", {}), **facts)
    conceal(game, "v")
    game.events.clear()
    return game


def told(game: Game, side: str) -> list[str]:
    return [type(event).__name__ for event in game.events if event.visible_to(side)]


# Where it gets a "?"


@pytest.mark.rule(
    "rileys_road:scope/vehicle-concealment", "rileys_road:CG10", "rileys_road:A12.11", "rileys_road:A12.12"
)
def test_vehicles_set_up_concealed_in_concealment_terrain_where_nobody_sees_them() -> None:
    tanks = {"a": tank("F6", PANZER), "b": tank("H6", PANZER), "c": tank("J6", PANZER)}
    terrain = {"F6": "orchard", "J6": "orchard", "J7": "woods"}
    game = position(on=meadow(terrain), vehicles=tanks, units={"m": ca("F9")})
    assert is_under_cover(game, "a")
    assert not is_under_cover(game, "b")
    set_up_concealed(game, "german")
    seen = line_of_sight(game, "F9", "J6").clear
    assert {name for name, each in game.state.vehicles.items() if each.concealed} == (set() if seen else {"c"})
    alone = position(on=meadow(terrain), vehicles=tanks)
    set_up_concealed(alone, "german")
    assert {name for name, each in alone.state.vehicles.items() if each.concealed} == {"a", "c"}
    assert alone.state.units[cover_of("a")] == Unit("german", "dummy", "F6", concealed=True, covers="a")


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:D9.3", "rileys_road:D2.1")
def test_nobody_knows_a_vehicle_beneath_a_question_mark_and_it_is_in_nobodys_way() -> None:
    game = veiled("F6", units={"m": ca("F9")}, vehicles={"t": tank("F8")})
    assert list(known_vehicles(game, "canadian")) == []
    assert known_at(game, "F6", "german") == []
    assert beneath(game, "F6", "german") == "v"
    assert target_locations(game, "canadian") == ("F6",)
    elsewhere = veiled("A1", units={"m": ca("F9")}, vehicles={"t": tank("F8")})
    assert line_of_sight(game, "F9", "F3").hindrance == line_of_sight(elsewhere, "F9", "F3").hindrance
    open_ = veiled("A1", vehicles={"t": tank("F7")})
    assert entry(veiled("F6", vehicles={"t": tank("F7")}), "t", "F7", "F6") == entry(open_, "t", "F7", "F6")
    reveal_vehicle(game, "v")
    assert list(known_vehicles(game, "canadian")) == ["v"]
    assert cover_of("v") not in game.state.units


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:E1.16", "rileys_road:A12.12")
def test_at_night_a_vehicle_out_of_sight_is_concealed_again_and_by_day_it_is_not() -> None:
    for nvr, foe, expected in ((0, ca("R16"), False), (3, ca("R16"), True), (3, ca("F7"), False)):
        game = position(on=meadow(), vehicles={"v": tank("F6", PANZER)}, units={"m": foe}, nvr=nvr)
        gain_at_night(game, "german")
        assert game.state.vehicles["v"].concealed is expected
    moves = position(on=meadow(), vehicles={"v": tank("F6", PANZER, motion=True)}, nvr=3)
    gain_at_night(moves, "german")
    assert not moves.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:A12.12", "rileys_road:E1.16")
@pytest.mark.parametrize(
    "with_it", [{"units": {"c": ca("F10", broken=True)}}, {"vehicles": {"u": tank("F10", stun="stunned")}}]
)
def test_a_vehicle_is_not_concealed_at_night_where_enemies_are_who_do_not_look(with_it: dict[str, Any]) -> None:
    vehicles = {"v": tank("F10", "de-pz4j"), **with_it.get("vehicles", {})}
    game = position(on=meadow(), nvr=3, active="german", units=with_it.get("units", {}), vehicles=vehicles)
    gain_at_night(game, "german")
    assert not game.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A8.1")
def test_who_is_asked_for_first_fire_is_told_of_a_question_mark_and_not_which_vehicle_moves() -> None:
    game = veiled("F6", units={"m": ca("F9")})
    game.state.moving = Moving(units=(), at="F6", vehicle="v")
    assert FirstFire().target(game) == "?F6"
    reveal_vehicle(game, "v")
    assert FirstFire().target(game) == "v"


def test_a_vehicle_beneath_a_question_mark_has_a_name_in_what_is_told_of_it() -> None:
    content = veiled("F6").content
    assert name_of("vehicle", "?F6", "en", content, "F6") == name_of("unit", "?F6", "en", content, "F6")
    assert name_of("vehicle", "?F6", "en", content, "F6")


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:A12.1")
def test_what_vanishes_is_not_acquired_any_more() -> None:
    vehicles = {"v": tank("F6", PANZER), "t": tank("F9", acquired="v", acquisition=2)}
    game = position(on=meadow(), vehicles=vehicles)
    lose_sight_of(game, "v")
    assert game.state.vehicles["t"].acquisition == 0


# What takes it away


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14", "rileys_road:A12.141")
def test_an_act_gives_a_vehicle_away_to_enemies_in_good_order_within_sixteen_hexes() -> None:
    def gives(foe: Unit | None, terrain: dict[str, str] | None = None, act: Any = "fires", **facts: Any) -> bool:
        game = veiled("F3", units={"m": foe} if foe is not None else {}, terrain=terrain, **facts)
        return gives_vehicle_away(game, "v", act)

    assert gives(ca("F8"))
    assert gives(ca("F19"))
    assert not gives(ca("F20"))
    assert not gives(ca("F8", broken=True))
    assert not gives(ca("F8"), {"F5": "woods"})
    assert not gives(None)
    assert gives(None, act="attacks-in-close-combat")
    assert gives(None, vehicles={"t": tank("F8")})
    assert not gives(None, vehicles={"t": tank("F8", stun="stunned")})
    assert gives(ca("F5"), nvr=2)
    assert not gives(ca("F8"), nvr=2)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14")
def test_a_vehicle_that_fires_is_known_to_those_who_see_it() -> None:
    game = veiled("F6", units={"m": ca("F9")}, phase="defensive-fire", dice=[6, 5])
    fire(game, shot(game, "F9", "infantry", "he", firer="v"), Aftermath())
    assert not game.state.vehicles["v"].concealed
    assert told(game, "canadian").index("VehicleRevealed") < told(game, "canadian").index("Resolved")


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14", "rileys_road:A12.16")
def test_a_vehicle_that_fires_from_afar_stays_beneath_its_question_mark_and_nobody_is_told_what_it_is() -> None:
    game = veiled("F2", units={"m": ca("F20")}, phase="defensive-fire", dice=[6, 5])
    fire(game, shot(game, "F20", "infantry", "he", firer="v"), Aftermath())
    assert game.state.vehicles["v"].concealed
    said = [event for event in game.events if isinstance(event, Resolved) and event.visible_to("canadian")]
    assert [event.subject for event in said] == ["?F2"]


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:C3.22", "rileys_road:A12.141")
def test_a_vehicle_that_turns_its_gun_is_known_to_those_who_see_it() -> None:
    game = veiled("F6", units={"m": ca("F9")}, phase="defensive-fire")
    turn(game, "v", 1)
    assert not game.state.vehicles["v"].concealed
    alone = veiled("F6", phase="defensive-fire")
    turn(alone, "v", 1)
    assert alone.state.vehicles["v"].concealed
    assert told(alone, "canadian") == []
    assert told(alone, "german") == ["TurretTurned"]


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14", "rileys_road:D2.1")
def test_a_vehicle_drives_out_of_sight_with_its_question_mark() -> None:
    game = veiled("F6", active="german")
    play(game, Drive(vehicle="v"), "do:start", "hex:F7", "do:stop", "do:done")
    assert game.state.vehicles["v"].at == "F7"
    assert game.state.vehicles["v"].concealed
    assert game.state.units[cover_of("v")].at == "F7"
    assert not {"Started", "Drove", "Halted"} & set(told(game, "canadian"))
    seen = veiled("F6", active="german", units={"m": ca("F9")})
    play(seen, Drive(vehicle="v"), "do:start")
    assert not seen.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14")
def test_a_vehicle_may_show_itself() -> None:
    game = play(veiled("F6", active="german"), Drive(vehicle="v"), "do:appear")
    assert not game.state.vehicles["v"].concealed
    assert "do:appear" not in offered(game)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14", "rileys_road:C6.2")
def test_a_hit_with_a_result_makes_a_vehicle_known_and_one_without_tells_nobody_anything() -> None:
    def hit(kind: str, *dice: int) -> Game:
        game = veiled("F6", kind, units={"c": ca("F9", "ca-228")}, phase="prep-fire", dice=dice,
                      vehicles={"t": tank("F9", facing=0)})  # fmt: skip
        fire(game, shot(game, "F6", firer="t"), Aftermath())
        return game

    harmless = hit("de-jgdpz5", 1, 2, 6, 6)
    assert harmless.state.vehicles["v"].concealed
    assert told(harmless, "canadian").count("Rolled") == 1
    assert told(harmless, "german").count("Rolled") == 2
    killed = hit(PANZER, 2, 1, 1, 1)
    assert "VehicleRevealed" in told(killed, "canadian")


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:D5.34", "rileys_road:A12.14")
def test_a_crew_that_is_stunned_is_known() -> None:
    game = veiled("F6")
    stun(game, "v")
    assert not game.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:D6.1")
def test_men_who_climb_aboard_make_a_vehicle_known() -> None:
    game = veiled("F6", units={"g": de("F6")}, active="german")
    board(game, "v", ["g"])
    assert not game.state.vehicles["v"].concealed


# Fire at it


@pytest.mark.rule(
    "rileys_road:scope/vehicle-concealment",
    "rileys_road:C6.2",
    "rileys_road:C3.31",
    "rileys_road:C6.7",
    "rileys_road:A12.1",
)
def test_ordnance_fires_at_a_vehicle_beneath_a_question_mark_with_case_k_whether_or_not_there_is_one() -> None:
    game = veiled("F6", "de-pz5g", phase="prep-fire", units={"d": Unit("german", "dummy", "H6", concealed=True)},
                  vehicles={"t": tank("F9", facing=0)})  # fmt: skip
    gunner = gunner_of(game, "t")
    assert veiled_targets(game, "t", gunner) == ["F6", "H6"]
    real, nothing = aimed(game, "F6", firer="t"), aimed(game, "H6", firer="t")
    assert cases(real)["K"] == 2
    assert "P" not in cases(real)
    assert real.marks[0].unseen == -1
    assert nothing.marks[0].vehicle == ""
    assert [line.label for line in preview_lines(game, real.shot)] == [
        line.label for line in preview_lines(game, nothing.shot)
    ]
    reveal_vehicle(game, "v")
    assert veiled_targets(game, "t", gunner) == []


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:C6.1", "rileys_road:C6.3", "rileys_road:A12.1")
def test_that_a_vehicle_beneath_a_question_mark_is_in_motion_counts_and_is_not_told() -> None:
    tanks = {"t": tank("F8", facing=0)}
    moves = veiled("F6", vehicle={"motion": True}, phase="prep-fire", vehicles=tanks)
    stands = veiled("F6", phase="prep-fire", vehicles=tanks)
    one, other = aimed(moves, "F6", firer="t"), aimed(stands, "F6", firer="t")
    assert one.lines == other.lines
    assert "J" not in cases(one)
    assert cases(one)["L-2"] == -1
    assert one.final(one.marks[0], 3, 4) == other.final(other.marks[0], 3, 4) + 2 + 1
    reveal_vehicle(moves, "v")
    known = aimed(moves, "v", firer="t")
    assert one.final(one.marks[0], 3, 4) == known.final(known.marks[0], 3, 4) + 2


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:D4.2", "rileys_road:A12.1")
def test_nobody_is_told_whether_what_is_beneath_a_question_mark_is_hull_down() -> None:
    def shot_at(**facts: Any) -> Any:
        game = veiled("F6", on=meadow(walls={"wall": ["F6-F7"]}), vehicle=facts, phase="prep-fire",
                      vehicles={"t": tank("F9", facing=0)})  # fmt: skip
        return aimed(game, "F6", firer="t")

    stands, moves = shot_at(), shot_at(motion=True)
    assert stands.lines == moves.lines
    assert (stands.marks[0].cover, moves.marks[0].cover) == (0, 2)
    assert moves.marks[0].unseen == stands.marks[0].unseen + 2 + 2


@pytest.mark.rule("rileys_road:D2.14", "rileys_road:scope/vehicle-concealment")
def test_whoever_drives_pays_for_a_vehicle_of_his_own_beneath_a_question_mark() -> None:
    game = veiled("F6", vehicles={"p": tank("F7", "de-pz4j"), "t": tank("F7")})
    empty = veiled("A1", vehicles={"p": tank("F7", "de-pz4j"), "t": tank("F7")})
    own, foe = ("p", "F7", "F6"), ("t", "F7", "F6")
    assert entry(game, *own).cost == entry(empty, *own).cost + 2  # type: ignore[union-attr]
    assert entry(game, *foe) == entry(empty, *foe)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:C3.31", "rileys_road:A12.1")
def test_a_shot_at_a_vehicle_that_is_not_there_hits_nothing() -> None:
    game = veiled("H6", phase="prep-fire", units={"d": Unit("german", "dummy", "F6", concealed=True)},
                  vehicles={"t": tank("F9", facing=0)}, dice=[1, 2])  # fmt: skip
    play(game, Gunnery(firer="t"), "veiled:F6", "do:ap")
    assert "d" in game.state.units
    assert game.state.vehicles["t"].acquisition == 0


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:C5.9", "rileys_road:C13.1")
def test_a_leader_may_direct_a_light_antitank_weapon_at_a_question_mark() -> None:
    men = {"c": ca("F7"), "l": ca("F7", "ca-l81")}
    game = veiled("F6", phase="prep-fire", active="canadian", units=men,
                  weapons={"p": Weapon("ca-piat", "canadian", holder="c")})  # fmt: skip
    play(game, Gunnery(firer="p"), "veiled:F6")
    assert "unit:l" in offered(game)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A7.23", "rileys_road:D.8")
def test_small_arms_strike_an_exposed_crew_beneath_a_question_mark_on_half_the_column() -> None:
    game = veiled("F6", vehicle={"exposed": True})
    (crew,) = collateral.exposed_at(game, "F6")
    assert crew.veiled
    collateral.strike(game, [crew], 8, 4, 0, Aftermath(), 0)
    assert game.state.vehicles["v"].concealed
    known = veiled("F6", vehicle={"exposed": True}, dice=[6, 6])
    reveal_vehicle(known, "v")
    collateral.strike(known, collateral.exposed_at(known, "F6"), 8, 4, 0, Aftermath(), 0)
    assert known.state.vehicles["v"].stun == "stunned"


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.14", "rileys_road:A7.23")
def test_fire_with_a_result_at_the_question_mark_makes_the_vehicle_known() -> None:
    from sandtable.games.asl.fire.results import apply_result
    from sandtable.games.asl.tables.fire import Result

    game = veiled("F6")
    apply_result(game, [cover_of("v")], Result("none", 0), Aftermath())
    assert game.state.vehicles["v"].concealed
    apply_result(game, [cover_of("v")], Result("ptc", 0), Aftermath())
    assert not game.state.vehicles["v"].concealed
    assert told(game, "canadian") == ["VehicleRevealed"]


# Coming upon it


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.15")
def test_men_who_run_into_it_are_turned_back_and_know_it() -> None:
    game = veiled("F6", units={"c": ca("F7")})
    play(game, MovementPhase(side="canadian"), "unit:c", "hex:F6")
    assert game.state.units["c"].at == "F7"
    assert not game.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.15")
def test_a_tank_that_drives_into_it_stays_and_knows_it() -> None:
    game = veiled("F6", vehicles={"t": tank("F7", facing=0)})
    play(game, Drive(vehicle="t"), "do:start", "hex:F6")
    assert game.state.vehicles["t"].at == "F6"
    assert not game.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A5.1")
def test_the_question_mark_of_a_vehicle_does_not_move_by_itself() -> None:
    game = play(veiled("F6", active="german"), MovementPhase(side="german"))
    assert f"unit:{cover_of('v')}" not in offered(game)
    assert "vehicle:v" in offered(game)
    assert not is_empty(game.state.units[cover_of("v")])


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A11.19", "rileys_road:A11.5")
def test_in_close_combat_a_concealed_vehicle_is_attacked_at_half_and_known_when_it_strikes() -> None:
    game = veiled("F6", units={"c": ca("F6")}, phase="close-combat")
    charge = Charge("c", "v")
    known = veiled("F6", units={"c": ca("F6")})
    reveal_vehicle(known, "v")
    assert value_of(game, charge).total < value_of(known, charge).total
    assert "cc.needs" not in [line.label for line in lines_of(game, charge)]
    play(game, VehicleFight(at="F6", side="canadian"), "unit:c")
    assert "veiled:F6" in offered(game)
    assert "vehicle:v" not in offered(game)
    strike = veiled("F6", units={"c": ca("F6")}, phase="close-combat", dice=[6, 6])
    strike_back(strike, "v", "c", Aftermath())
    assert not strike.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A11.19")
def test_the_question_mark_of_a_vehicle_is_not_fought_over_as_men_are() -> None:
    game = veiled("F6", units={"c": ca("F6")}, phase="close-combat", dice=[6, 6])
    play(game, CloseCombatPhase(side="canadian"))
    assert game.decisions[0].prompt == "vehicle-fight"
    assert game.state.vehicles["v"].concealed


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:E2.4")
def test_people_tell_of_a_vehicle_that_hides() -> None:
    from games.asl.position import content
    from sandtable.games.asl.locations import buildings, houses

    game = position(vehicles={"v": tank("U16", PANZER)}, on=content())
    conceal(game, "v")
    assert nearest_hidden(game, houses(content())["U17"].building, "german") == ["vehicle:v"]
    assert "U17" in buildings(content())[houses(content())["U17"].building]


# What others see of it


def at_the_toll_house(*, seed: int = 3) -> Table:
    table = Table.new(title("rileys_road"), "pak-front", (), seed)
    for _ in ("german", "canadian"):
        table.choose("do:suggested")
    return table


@pytest.mark.rule(
    "rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A12.16", "rileys_road:CG10"
)
def test_the_shermans_in_the_orchard_at_the_toll_house_are_a_question_mark_to_the_germans() -> None:
    game = at_the_toll_house().game
    veiled_ = {name for name, each in game.state.vehicles.items() if each.concealed}
    assert {game.state.vehicles[name].at for name in veiled_} == {"PP2"}
    own, theirs = View(game, "canadian").state, View(game, "german").state
    assert veiled_ <= own.vehicles.keys()
    assert not veiled_ & theirs.vehicles.keys()
    assert theirs.units["?PP2"].kind == "?"
    assert not any(unit.covers for unit in theirs.units.values())


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A12.16")
def test_what_is_beneath_a_question_mark_makes_no_difference_to_what_others_see() -> None:
    game = at_the_toll_house().game
    twin = game.fork()
    one, two = sorted(name for name, each in twin.state.vehicles.items() if each.concealed)
    turned = replace(twin.state.vehicles[one], facing=1, turret=4, exposed=True, fired=("ma:prep",), gyro=True)
    twin.state.vehicles[one] = turned
    codec = title("rileys_road").codec
    assert codec.canonical(masked(twin, "german")) == codec.canonical(masked(game, "german"))
    known = next(name for name, each in twin.state.vehicles.items() if each.at == "PP3")
    vehicles = twin.state.vehicles
    vehicles[known], vehicles[two] = (
        replace(vehicles[known], kind=vehicles[two].kind), replace(vehicles[two], leader="ca-al81"),
    )  # fmt: skip
    assert codec.canonical(masked(twin, "german")) == codec.canonical(masked(game, "german"))


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1")
def test_a_world_made_up_has_the_missing_vehicles_beneath_question_marks() -> None:
    game = at_the_toll_house().game
    codec = title("rileys_road").codec
    view = View(game, "german")
    for seed in range(12):
        world = determinise(view, random.Random(seed))
        made = {name: each.at for name, each in world.state.vehicles.items() if each.concealed}
        assert len(made) == 2
        assert all(world.state.units[cover_of(name)].at == at for name, at in made.items())
        assert codec.canonical(masked(world, "german")) == codec.canonical(view.state)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:D2.1")
def test_others_do_not_see_how_a_vehicle_beneath_a_question_mark_is_driven() -> None:
    game = at_the_toll_house().game
    name = next(name for name, each in game.state.vehicles.items() if each.concealed)
    before = masked(game, "german")
    game.state.stack.append(Drive(vehicle=name, step="ask", spent=4))
    seen = masked(game, "german")
    assert not any(isinstance(frame, Drive) for frame in seen.stack)
    assert len(seen.stack) <= len(before.stack)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A8.1")
def test_in_a_world_made_up_no_vehicle_is_beneath_what_goes_on_foot() -> None:
    game = at_the_toll_house().game
    name = next(name for name, unit in game.state.units.items() if unit.side == "canadian" and unit.at == "OO3")
    for each in units_at(game, "OO3"):
        change(game, each, concealed=True)
    game.state.stack += [Move(units=(name,), step="shot_at"), FirstFire(step="begin")]
    game.state.moving = Moving(units=(name,), at="OO3")
    view = View(game, "german")
    for seed in range(12):
        world = determinise(view, random.Random(seed))
        (move,) = [frame for frame in world.state.stack if isinstance(frame, Move)]
        assert move.units
        assert not any(world.state.units[each].covers for each in move.units)


@pytest.mark.rule("rileys_road:D6.1", "rileys_road:A12.1")
def test_in_a_world_made_up_it_is_men_who_get_onto_a_vehicle_and_no_dummy() -> None:
    game = Table.new(title("rileys_road"), "initial", (), 1).game
    state = game.state
    state.active = "canadian"
    tank = next(name for name, each in state.vehicles.items() if each.side == "canadian")
    state.vehicles[tank] = replace(state.vehicles[tank], at="T3")
    for number, name in enumerate(name for name, unit in list(state.units.items()) if unit.side == "canadian"):
        state.to_place.pop(name, None)
        state.units[name] = replace(state.units[name], at="T3" if number < 2 else "T5", concealed=number < 2)
    rider = next(iter(units_at(game, "T3")))
    state.stack[:] = [Move(units=(rider,), step="shot_at", onto=tank), FirstFire(step="begin")]
    state.moving = Moving(units=(rider,), at="T3", vehicle=tank)
    for seed in range(12):
        world = masked(game, "german")
        fill(world, game.content, "german", random.Random(seed))
        (move,) = [frame for frame in world.stack if isinstance(frame, Move)]
        assert move.units
        assert all(world.units[each].kind != "dummy" for each in move.units)


@pytest.mark.rule("rileys_road:scope/vehicle-concealment", "rileys_road:A12.1", "rileys_road:A8.1")
def test_whoever_fires_at_a_vehicle_beneath_a_question_mark_that_drives_sees_himself_aim() -> None:
    game = at_the_toll_house().game
    name = next(name for name, each in game.state.vehicles.items() if each.concealed)
    gun = next(name for name, weapon in game.state.weapons.items() if weapon.kind == "de-pak40")
    game.state.stack += [Drive(vehicle=name, spent=4), FirstFire(step="begin"), Gunnery(firer=gun)]
    assert masked(game, "german").stack[-1] == Gunnery(firer=gun)
