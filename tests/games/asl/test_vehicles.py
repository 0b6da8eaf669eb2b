"""D2, D8: vehicles move, turn, stop, bog and break down, played choice by choice."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, moving, pak, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.ordnance.at_movers import may_still_fire
from sandtable.games.asl.state import Smoke, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import bog
from sandtable.games.asl.vehicles.driving import Drive, may_move
from sandtable.games.asl.vehicles.ground import Entry, entry
from sandtable.games.asl.vehicles.losses import end_stuns, recall, recover_from_shock, stun
from sandtable.games.asl.vehicles.motion import attempt, attempts
from sandtable.games.asl.vehicles.route import price
from sandtable.games.asl.vehicles.status import aerial_armor, armor, card_of, is_vulnerable
from sandtable.kernel import Refusal, Rolled


def road_trip(*, dice: list[int] | None = None, **facts: Any) -> Game:
    """A Sherman t in F10 that looks north, in the Movement Phase of its side."""
    kinds = ("walls", "roads", "levels", "slopes", "houses")
    ground = {name: facts.pop(name) for name in kinds if name in facts}
    on = meadow(facts.pop("terrain", None), **ground)
    vehicle = facts.pop("vehicle", None) or tank("F10", facing=0, **facts.pop("tank", {}))
    units = facts.pop("units", {})
    return position(units=units, on=on, vehicles={"t": vehicle, **facts.pop("others", {})}, dice=dice or [], **facts)


def drive(game: Game, *choices: str) -> Game:
    return play(game, Drive(vehicle="t"), *choices)


def cost(game: Game, there: str = "F9", **facts: Any) -> float:
    found = entry(game, "t", "F10", there, **facts)
    assert isinstance(found, Entry), found
    return found.cost / 2


# What it costs


@pytest.mark.rule("rileys_road:D2.1")
@pytest.mark.parametrize(
    ("terrain", "expected"),
    [("open", 1), ("orchard", 1), ("brush", 2), ("plowed", 1), ("woods", 7), ("stone-rubble", 7)],
)
def test_what_terrain_costs_a_tank(terrain: str, expected: float) -> None:
    assert cost(road_trip(terrain={"F9": terrain})) == expected


@pytest.mark.rule("rileys_road:D2.1")
@pytest.mark.parametrize(("terrain", "expected"), [("open", 1), ("plowed", 2), ("woods", 16), ("stone-building", None)])
def test_what_terrain_costs_a_halftrack(terrain: str, expected: float | None) -> None:
    game = road_trip(terrain={"F9": terrain}, vehicle=tank("F10", "de-spw251", 0), active="german")
    found = entry(game, "t", "F10", "F9")
    if expected is None:
        assert isinstance(found, Refusal)
    else:
        assert cost(game) == expected


@pytest.mark.rule("rileys_road:D2.16")
@pytest.mark.parametrize(("exposed", "expected"), [(True, 0.5), (False, 1)])
def test_along_a_road_exposed_crews_drive_faster(exposed: bool, expected: float) -> None:
    game = road_trip(roads=[["F10", "F9", "F8"]], terrain={"F9": "woods"}, tank={"exposed": exposed})
    assert cost(game) == expected


@pytest.mark.rule("rileys_road:D2.14")
def test_each_vehicle_and_wreck_in_a_hex_costs_a_mp_more() -> None:
    assert cost(road_trip(others={"u": tank("F9"), "v": tank("F9")})) == 3
    assert cost(road_trip(others={"u": tank("F9")}, roads=[["F10", "F9"]])) == 3


@pytest.mark.rule("rileys_road:D2.1")
@pytest.mark.parametrize(("kind", "expected"), [("wall", 2), ("hedge", 2)])
def test_walls_and_hedges_cost_a_tank_a_mp(kind: str, expected: float) -> None:
    assert cost(road_trip(walls={kind: ["F9-F10"]})) == expected


@pytest.mark.rule("rileys_road:D2.1")
def test_a_halftrack_does_not_cross_a_wall_but_a_hedge() -> None:
    vehicle = tank("F10", "de-spw251", 0)
    assert isinstance(entry(road_trip(walls={"wall": ["F9-F10"]}, vehicle=vehicle), "t", "F10", "F9"), Refusal)
    found = entry(road_trip(walls={"hedge": ["F9-F10"]}, vehicle=vehicle), "t", "F10", "F9")
    assert isinstance(found, Entry)
    assert (found.cost, found.hedge) == (6, True)


@pytest.mark.rule("rileys_road:RR12.52", "rileys_road:D2.1")
def test_slopes_cost_one_mp_up_and_levels_four() -> None:
    assert cost(road_trip(slopes=["F10-F9"])) == 2
    assert cost(road_trip(levels={"F9": 1})) == 5
    assert cost(road_trip(levels={"F10": 1})) == 1
    assert cost(road_trip(levels={"F9": 1}, roads=[["F10", "F9"]], tank={"exposed": True})) == 2.5


@pytest.mark.rule("rileys_road:A24.2")
def test_smoke_costs_a_mp() -> None:
    assert cost(road_trip(smoke={"F9": (Smoke(3, source="ordnance"),)})) == 2


@pytest.mark.rule("rileys_road:D2.2")
def test_reverse_costs_four_times_as_much_and_goes_backward() -> None:
    game = drive(road_trip(), "do:reverse")
    options = offered(game)
    assert options["hex:F11"] == 4
    assert "hex:F9" not in options


# Moving


@pytest.mark.rule("rileys_road:D2.1", "rileys_road:D2.4")
def test_a_tank_starts_drives_and_stops() -> None:
    game = drive(road_trip(), "hex:F9", "do:stop", "do:done")
    vehicle = game.state.vehicles["t"]
    assert (vehicle.at, vehicle.motion, vehicle.bounding, vehicle.moved) == ("F9", False, True, True)


@pytest.mark.rule("rileys_road:D2.1")
def test_it_enters_only_the_two_hexes_before_it() -> None:
    game = drive(road_trip())
    assert {name for name in offered(game) if name.startswith("hex:")} == {"hex:F9", "hex:G10"}


@pytest.mark.rule("rileys_road:D2.4", "rileys_road:C.8")
def test_a_tank_that_has_not_stopped_is_in_motion() -> None:
    game = drive(road_trip(), "hex:F9", "do:done")
    assert game.state.vehicles["t"].motion


@pytest.mark.rule("rileys_road:D2.1")
def test_turning_the_hull_costs_a_mp_and_more_in_woods() -> None:
    game = drive(road_trip(), "do:start")
    assert offered(game)["spine:1"] == 1
    game = drive(road_trip(terrain={"F10": "woods"}), "do:start")
    assert offered(game)["spine:1"] == 2


@pytest.mark.rule("rileys_road:C3.22")
def test_the_turret_turns_for_nothing_on_the_move() -> None:
    game = drive(road_trip(), "do:start", "turret:2")
    assert game.state.vehicles["t"].turret == 2
    assert offered(game)["do:stop"] == 1


@pytest.mark.rule("rileys_road:E3.54", "rileys_road:RR12.53")
@pytest.mark.parametrize(("ground", "more"), [({}, 0), ({"levels": {"F9": -1}}, 1), ({"levels": {"F9": -2}}, 2),
    ({"levels": {"F9": -1}, "slopes": ["F9-F10"]}, 2)])  # fmt: skip
def test_in_rain_a_vehicle_pays_for_each_level_and_each_slope(ground: dict[str, Any], more: int) -> None:
    assert cost(road_trip(**ground, weather="rain")) == cost(road_trip(**ground)) + more


@pytest.mark.rule("rileys_road:D2.15")
def test_a_vehicle_may_always_enter_one_hex_with_all_its_mp() -> None:
    game = road_trip(terrain={"F9": "woods"}, levels={"F9": 2})
    assert price(game, Drive(vehicle="t"), "F9") == 2 * 14
    assert isinstance(price(game, Drive(vehicle="t", spent=2), "F9"), Refusal)


@pytest.mark.rule("rileys_road:D2.15", "rileys_road:D8.2")
@pytest.mark.parametrize(("kind", "option"), [("de-spw251", "hex:F9"), ("de-pz4j", "slow:F9")])
def test_all_the_mp_are_still_there_after_the_start_and_not_after_a_turn(kind: str, option: str) -> None:
    def halted() -> Game:
        on, panzer = meadow({"F9": "woods"}), tank("F10", kind, 0)
        return position(on=on, vehicles={"t": panzer}, active="german", dice=[1, 1])

    assert option in offered(drive(halted()))
    game = drive(halted(), "do:start")
    assert option in offered(game)
    assert option not in offered(drive(halted(), "do:start", "spine:1", "spine:0"))
    assert option not in offered(drive(halted(), "do:start", "do:delay"))
    game.choose(option)
    assert game.state.vehicles["t"].at == "F9"
    assert game.state.moving is None or game.state.moving.spent == 2 * game.content.vehicles[kind].mp


@pytest.mark.rule("rileys_road:A3.2", "rileys_road:D3.3")
def test_a_tank_that_has_fired_in_the_prep_fire_phase_does_not_move() -> None:
    assert not may_move(road_trip(tank={"fired": ("ma:prep",)}), "t")
    assert may_move(road_trip(), "t")


@pytest.mark.rule("rileys_road:C7.4", "rileys_road:C7.5", "rileys_road:D5.34")
@pytest.mark.parametrize("facts", [{"shock": "shocked"}, {"stun": "stunned"}, {"immobile": True}, {"abandoned": True}])
def test_what_keeps_a_tank_from_moving(facts: dict[str, Any]) -> None:
    assert not may_move(road_trip(tank=facts), "t")


@pytest.mark.rule("rileys_road:D2.5")
@pytest.mark.parametrize(("dice", "immobile"), [([5, 4], False), ([5, 5], True)])
def test_excessive_speed_may_break_a_tank_down(dice: list[int], immobile: bool) -> None:
    game = drive(road_trip(dice=[*dice, 1, 1]), "do:start", "speed:3")
    assert game.state.vehicles["t"].immobile is immobile


@pytest.mark.rule("rileys_road:D2.5")
def test_only_a_quarter_of_the_mp_can_be_gained() -> None:
    game = drive(road_trip(), "do:start")
    assert {name for name in offered(game) if name.startswith("speed:")} == {"speed:1", "speed:2", "speed:3"}


@pytest.mark.rule("rileys_road:D2.6")
def test_a_tank_does_not_stop_beside_an_enemy_that_it_cannot_harm() -> None:
    game = drive(road_trip(others={"p": tank("F9", "de-pz5g", 0)}), "hex:F9")
    assert "do:stop" in offered(game)
    game = drive(road_trip(vehicle=tank("F10", "ca-carrier-a", 0), others={"p": tank("F9", "de-pz5g", 0)}), "hex:F9")
    assert not {"do:stop", "do:done"} & offered(game).keys()


@pytest.mark.rule("rileys_road:D5.1")
def test_the_crew_comes_up_once_in_a_player_turn_before_it_moves() -> None:
    game = drive(road_trip(), "do:expose")
    assert game.state.vehicles["t"].exposed
    assert not {"do:expose", "do:button"} & offered(game).keys()


@pytest.mark.rule("rileys_road:D2.1", "rileys_road:A8.1", "rileys_road:C2.241")
def test_every_expenditure_can_be_answered_by_fire() -> None:
    game = road_trip(units={"g": de("F4", "de-228")}, weapons={"w": pak(arc=3)}, dice=[6, 6])
    game.stack.extend((Drive(vehicle="t"),))
    game.advance()
    game.choose("do:start")
    assert game.decisions[0].prompt == "first-fire"
    assert "weapon:w" in offered(game)


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:D2.4")
def test_vehicles_are_among_those_who_move() -> None:
    game = play(road_trip(), MovementPhase(side="canadian"))
    assert "vehicle:t" in offered(game)


# Bogging


@pytest.mark.rule("rileys_road:D8.2")
@pytest.mark.parametrize(("dice", "state"), [((4, 3), ""), ((4, 4), "bogged")])
def test_a_tank_may_bog_in_woods(dice: tuple[int, int], state: str) -> None:
    game = drive(road_trip(terrain={"F9": "woods"}, dice=list(dice)), "hex:F9")
    assert game.state.vehicles["t"].bogged == state


@pytest.mark.rule("rileys_road:D8.2")
def test_entering_woods_with_all_mp_bogs_less() -> None:
    game = drive(road_trip(terrain={"F9": "woods"}, dice=[5, 5]), "slow:F9")
    assert game.state.vehicles["t"].bogged == ""
    assert game.state.vehicles["t"].at == "F9"


@pytest.mark.rule("rileys_road:RR13.3")
@pytest.mark.parametrize(("dice", "state"), [([5, 6], ""), ([6, 6], "bogged")])
def test_a_fence_bogs_a_tank_only_on_a_twelve(dice: list[int], state: str) -> None:
    game = road_trip(dice=dice)
    bog.check(game, "t", Entry(2, (), True, False, False, False, "open"), Aftermath())
    assert game.state.vehicles["t"].bogged == state
    told = next(event for event in game.events if isinstance(event, Rolled))
    assert [(line.label, line.value) for line in told.arithmetic()] == [("dice.at-least", "12")]


@pytest.mark.rule("rileys_road:RR13.3", "rileys_road:D8.2")
def test_two_bog_checks_that_fail_mire() -> None:
    game = road_trip(dice=[6, 6, 6, 6])
    bog.check(game, "t", Entry(2, (3,), True, False, False, False, "woods"), Aftermath())
    assert game.state.vehicles["t"].bogged == "mired"


@pytest.mark.rule("rileys_road:D8.3")
@pytest.mark.parametrize(
    ("dice", "bogged", "immobile"),
    [([2, 3], "", False), ([4, 6], "bogged", False), ([5, 1], "mired", False), ([6, 1, 1, 1], "", True)],
)
def test_getting_free(dice: list[int], bogged: str, immobile: bool) -> None:
    game = road_trip(tank={"bogged": "bogged"}, dice=dice)
    bog.free(game, "t", Aftermath())
    vehicle = game.state.vehicles["t"]
    assert (vehicle.bogged, vehicle.immobile) == (bogged, immobile)


@pytest.mark.rule("rileys_road:B27.5")
def test_a_trench_is_crossed_with_a_bog_check_and_not_by_halftracks() -> None:
    works = {"F9": Works(side="german", trench=True)}
    found = entry(road_trip(works=works), "t", "F10", "F9")
    assert isinstance(found, Entry)
    assert (found.cost, found.checks) == (4, (0,))
    game = road_trip(works=works, vehicle=tank("F10", "de-spw251", 0))
    assert isinstance(entry(game, "t", "F10", "F9"), Refusal)


@pytest.mark.rule("rileys_road:B26")
@pytest.mark.parametrize(("dice", "wire", "state"), [([3], False, ""), ([4], True, ""), ([6, 6, 6], True, "bogged")])
def test_wire_is_crushed_or_stops_a_tank(dice: list[int], wire: bool, state: str) -> None:
    game = drive(road_trip(works={"F9": Works(side="german", wire=True)}, dice=dice), "hex:F9")
    assert game.state.works["F9"].wire is wire
    assert game.state.vehicles["t"].bogged == state


@pytest.mark.rule("rileys_road:B26", "rileys_road:B26/infantry")
@pytest.mark.parametrize("stance", ["above-wire", "beneath-wire"])
def test_men_are_free_of_wire_that_a_tank_has_crushed(stance: str) -> None:
    wire = {"F9": Works(side="german", wire=True)}
    game = drive(road_trip(units={"c": ca("F9", stance=stance)}, works=wire, dice=[3]), "hex:F9")
    assert game.state.units["c"].stance == ""
    left = drive(road_trip(units={"c": ca("F9", stance=stance)}, works=wire, dice=[4]), "hex:F9")
    assert left.state.units["c"].stance == stance


@pytest.mark.rule("rileys_road:B24.2", "rileys_road:D2.16")
def test_a_tank_finds_no_road_through_rubble() -> None:
    street = {"terrain": {"F9": "stone-building"}, "roads": [("F10", "F9", "F8")]}
    assert cost(road_trip(**street)) == 1
    buried = entry(road_trip(**street, rubble={"F9": "stone"}), "t", "F10", "F9")
    assert isinstance(buried, Entry)
    assert (buried.cost, buried.checks, buried.paved) == (14, (3,), False)


@pytest.mark.rule("rileys_road:RR11.61")
def test_an_afv_falls_into_a_cellar() -> None:
    house = {"F9": {"building": "h", "stories": 1, "cellar": True}}
    game = road_trip(terrain={"F9": "stone-building"}, houses=house, dice=[5, 1, 2, 3])
    drive(game, "hex:F9")
    assert "t" not in game.state.vehicles
    assert "t" not in game.state.wrecks
    assert game.state.units["tc"].at == "F9-1"


@pytest.mark.rule("rileys_road:RR11.61", "rileys_road:A7.303")
@pytest.mark.parametrize(("face", "left"), [(3, {"m": False, "p": False}), (5, {"m": True, "p": False}), (6, {})])
def test_men_in_the_cellar_check_leaders_first_and_lose_what_can_be_lost(face: int, left: dict[str, bool]) -> None:
    """A rocket launcher cannot malfunction, and is lost by a 6 alone; the leader checks before the squad."""
    house = {"F9": {"building": "h", "stories": 1, "cellar": True}}
    units = {"b": de("F9-1"), "l": de("F9-1", "de-l91")}
    weapons = {"m": Weapon("de-lmg", "german", holder="b"), "p": Weapon("de-psk", "german", holder="b")}
    dice = [5, 1, 2, 3, 3, 3, 5, 5, face, face]
    game = road_trip(terrain={"F9": "stone-building"}, houses=house, units=units, weapons=weapons, dice=dice)
    drive(game, "hex:F9")
    assert (game.state.units["b"].broken, game.state.units["l"].broken) == (True, False)
    assert {name: weapon.broken for name, weapon in game.state.weapons.items()} == left


@pytest.mark.rule("rileys_road:B23.41", "rileys_road:RR11.61")
@pytest.mark.parametrize("dice", [[5, 1], [6, 1, 2, 3]])
def test_an_afv_breaks_through_other_floors_by_a_six_and_its_crew_is_on_the_ground(dice: list[int]) -> None:
    barn = {"F9": {"building": "h", "type": "wooden", "stories": 1}}
    game = drive(road_trip(terrain={"F9": "wooden-building"}, houses=barn, dice=dice), "hex:F9")
    assert ("t" in game.state.vehicles) is (dice[0] == 5)
    assert "t" not in game.state.wrecks
    if dice[0] == 6:
        assert game.state.units["tc"].at == "F9"


@pytest.mark.rule("rileys_road:RR14", "rileys_road:B23.41")
def test_the_floor_of_a_factory_holds() -> None:
    halls = {at: {"building": "h", "type": "wooden", "stories": 1, "factory": True} for at in ("F9", "F8")}
    terrain = {"F9": "wooden-building", "F8": "wooden-building"}
    game = drive(road_trip(terrain=terrain, houses=halls, dice=[6, 1]), "hex:F9")
    assert game.state.vehicles["t"].at == "F9"


# Crews


@pytest.mark.rule("rileys_road:D5.34")
def test_a_stunned_crew_is_shaken_after_the_next_player_turn_and_then_recalled() -> None:
    game = road_trip(tank={"exposed": True}, player_turn=3)
    stun(game, "t")
    assert (game.state.vehicles["t"].stun, game.state.vehicles["t"].exposed) == ("stunned", False)
    end_stuns(game)
    assert game.state.vehicles["t"].stun == "stunned"
    game.state.player_turn = 4
    end_stuns(game)
    assert game.state.vehicles["t"].stun == "shaken"
    stun(game, "t")
    assert game.state.vehicles["t"].recalled


@pytest.mark.rule("rileys_road:D5.341")
def test_a_recalled_tank_that_cannot_move_is_abandoned() -> None:
    game = road_trip(tank={"bogged": "bogged"})
    recall(game, "t")
    assert game.state.vehicles["t"].abandoned
    assert "tc" in game.state.units


@pytest.mark.rule("rileys_road:C7.42")
@pytest.mark.parametrize(
    ("state", "face", "expected"),
    [("shocked", 2, ""), ("shocked", 3, "unconfirmed"), ("unconfirmed", 3, ""), ("unconfirmed", 4, None)],
)
def test_recovery_from_shock(state: str, face: int, expected: str | None) -> None:
    game = road_trip(tank={"shock": state}, dice=[face])
    recover_from_shock(game, Aftermath())
    if expected is None:
        assert not game.state.wrecks["t"].burning
        assert "tc" not in game.state.units
    else:
        assert game.state.vehicles["t"].shock == expected


@pytest.mark.rule("rileys_road:D1.1", "rileys_road:D5.1", "rileys_road:D1.6", "rileys_road:C7.22")
def test_what_a_vehicle_is() -> None:
    game = road_trip(others={"w": tank("A1", "ca-wasp"), "p": tank("A2", "de-pz4j")})
    sherman, wasp = card_of(game, "t"), card_of(game, "w")
    assert not is_vulnerable(sherman, game.state.vehicles["t"])
    assert is_vulnerable(wasp, game.state.vehicles["w"])
    assert (armor(sherman, "hull", "front"), armor(sherman, "turret", "rear")) == (8, 6)
    assert (aerial_armor(game, sherman), aerial_armor(game, wasp)) == (3, 0)


@pytest.mark.rule("rileys_road:D2.401")
@pytest.mark.parametrize(
    ("facts", "face", "motion"),
    [({}, 2, True), ({}, 3, False), ({"exposed": True}, 4, True), ({"exposed": True}, 5, False)],
)
def test_a_defender_may_try_to_go_into_motion(facts: dict[str, Any], face: int, motion: bool) -> None:
    game = road_trip(others={"p": tank("F4", "de-pz4j", **facts)}, moving=moving("t", "F10", ("F10", 2)), dice=[face])
    assert [option.id for option in attempts(game, "german")] == ["motion:p"]
    attempt(game, "p")
    assert game.state.vehicles["p"].motion is motion
    assert attempts(game, "german") == []


@pytest.mark.rule("rileys_road:D2.401", "rileys_road:E1.21", "rileys_road:A8.1")
def test_a_defender_tries_to_go_into_motion_instead_of_firing_and_not_beneath_a_no_move_counter() -> None:
    road = moving("t", "F10", ("F10", 2))
    game = road_trip(others={"p": tank("F4", "de-pz4j")}, moving=road, phase="movement", dice=[5])
    assert may_still_fire(game, "p")
    attempt(game, "p")
    assert not may_still_fire(game, "p")
    assert not may_still_fire(game, "p:mg")
    frozen = road_trip(others={"p": tank("F4", "de-pz4j", frozen=True)}, moving=road, phase="movement")
    assert attempts(frozen, "german") == []


@pytest.mark.rule("rileys_road:D13/vehicle-smoke")
@pytest.mark.parametrize(("dice", "smoke"), [([3, 3], True), ([3, 4], False)])
def test_a_smoke_dispenser_works_up_to_its_number(dice: list[int], smoke: bool) -> None:
    game = drive(road_trip(dice=dice), "device:F10")
    assert ("F10" in game.state.smoke) is smoke
    assert game.state.vehicles["t"].smoked


@pytest.mark.rule("rileys_road:A12.15")
def test_a_vehicle_drives_in_among_concealed_men_and_shows_one() -> None:
    game = drive(road_trip(units={"g": de("F9", concealed=True), "c": ca("A1")}), "hex:F9")
    assert not game.state.units["g"].concealed
    assert game.state.vehicles["t"].at == "F9"
    assert results(game) == []
