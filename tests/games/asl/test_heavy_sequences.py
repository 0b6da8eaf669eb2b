"""C, D, E: guns, vehicles, artillery and aircraft where one event follows upon another."""

from __future__ import annotations

from typing import Any, cast

import msgspec
import pytest

from games.asl.heavy import NORTH, SOUTH, aimed, ca, de, field, meadow, pak, shot, tank
from games.asl.position import Last, offered, play, position
from sandtable.games.asl.air.attacks import fire_rockets
from sandtable.games.asl.air.strikes import flak_modifiers
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.dice import Dr
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.ordnance.effects import place_smoke
from sandtable.games.asl.ordnance.firing import fire, preview_lines
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.scenario import Area, Group
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import Battery, FireLane, Mines, Smoke, Weapon
from sandtable.games.asl.terrain.fires import burn_vehicles
from sandtable.games.asl.units import Game, change
from sandtable.games.asl.vehicles.close_combat import must_dare, those_who_dare
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.machine_guns import Burst, groups_of, lines_of, read
from sandtable.games.asl.vehicles.manning import leave_options
from sandtable.games.asl.vehicles.status import alter
from sandtable.games.asl.weapons.smoke_grenades import burn
from sandtable.kernel import Resolved, title


def rolled(game: Game) -> list[str]:
    """For what dice have fallen."""
    return [event.why for event in game.events if hasattr(event, "why")]


# D.8


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C7.5", "rileys_road:D6.2")
def test_a_crew_is_struck_by_the_shot_before_it_leaves_its_tank_for_the_tracks() -> None:
    game = field(vehicles={"t": tank("F10", exposed=True)}, dice=[2, 1, 5, 4, 6, 6, 6, 6])
    fire(game, shot(game, "t"), Aftermath())
    assert rolled(game) == ["to-hit", "to-kill", "collateral", "abandonment"]
    assert game.state.vehicles["t"].abandoned


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C7.4")
def test_an_exposed_crew_is_struck_by_the_shot_that_puts_it_in_shock() -> None:
    game = field(vehicles={"t": tank("F10", exposed=True)}, dice=[1, 2, 5, 4, 6, 6])
    fire(game, shot(game, "t"), Aftermath())
    assert rolled(game) == ["to-hit", "to-kill", "collateral"]
    assert game.state.vehicles["t"].shock == "shocked"


@pytest.mark.rule("rileys_road:D6.2", "rileys_road:C7.4")
def test_riders_are_struck_by_the_shot_before_they_jump_off_for_the_shock() -> None:
    units = {"r": ca("F10", aboard="t")}
    game = field(units=units, vehicles={"t": tank("F10")}, dice=[1, 2, 5, 4, 6, 6, *[1, 2] * 5])
    fire(game, shot(game, "t"), Aftermath())
    assert rolled(game)[:4] == ["to-hit", "to-kill", "collateral", "bail-out"]


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:D.8")
def test_rockets_strike_an_exposed_crew_before_it_is_in_shock() -> None:
    game = field(vehicles={"t": tank("F10", "de-pz4j", exposed=True)}, dice=[1, 2, 5, 1, 6, 6])
    fire_rockets(game, "canadian", "F10", "t", Aftermath())
    assert game.state.vehicles["t"].shock == "shocked"
    assert "collateral" in rolled(game)


# C6.5


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:D3.54")
def test_a_tank_goes_on_laying_its_gun_when_a_machine_gun_malfunctions() -> None:
    firer = tank("F14", "de-pz5g", facing=NORTH, acquired="x", acquisition=2)
    vehicles = {"k": firer, "t": tank("F10", "ca-carrier-a"), "x": tank("E10")}
    game = field(vehicles=vehicles, dice=[6, 6])
    fire(game, shot(game, "t", ammunition="mg", firer="k", way="final", arm="cmg"), Aftermath())
    assert game.state.vehicles["k"].broken == ("cmg",)
    assert game.state.vehicles["k"].acquisition == 2


# A7.25


@pytest.mark.rule("rileys_road:A7.25", "rileys_road:C2.24")
@pytest.mark.parametrize(("colored", "way"), [(2, "opportunity"), (3, None)])
def test_a_gun_that_has_waited_may_keep_its_rate_of_fire(colored: int, way: str | None) -> None:
    crew = de("F14", "de-228", fire="opportunity")
    game = field(units={"g": crew}, phase="advancing-fire", active="german", vehicles={"t": tank("F8")},
                 dice=[colored, 6, 6, 6])  # fmt: skip
    fire(game, shot(game, "t", way="opportunity"), Aftermath())
    assert way_of(game, "w") == way


# A11.15


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:C6.8")
@pytest.mark.parametrize("type_", ["infantry", "area"])
def test_of_a_melee_the_sum_of_the_enemy_is_shown_before_a_gun_fires(type_: Any) -> None:
    units = {"friend": de("F9"), "foe": ca("F9")}
    game = field(units=units, vehicles={"v": tank("F9")}, melees={"F9": "normal"})
    assert aimed(game, "F9", type_, "he").marks[0].units == ("foe",)
    shown = [line.label for line in preview_lines(game, shot(game, "F9", type_, "he"))]
    assert ("tem.armor" in shown) is (type_ == "infantry")


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:D9.3")
def test_of_a_melee_the_sum_of_the_enemy_is_shown_before_a_tank_sprays_it() -> None:
    units = {"friend": de("F9"), "foe": ca("F9")}
    vehicles = {"k": tank("F14", "de-pz5g", facing=NORTH), "v": tank("F9")}
    game = field(units=units, vehicles=vehicles, melees={"F9": "normal"})
    burst = Burst("k", ("cmg",), "F9")
    assert "tem.armor" in [line.label for line in lines_of(game, burst, groups_of(game, burst))]


# D5.341


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:E7/attacks")
@pytest.mark.parametrize(("facts", "drm"), [({}, 3), ({"recalled": True}, 4), ({"stun": "shaken"}, 4)])
def test_a_vehicle_that_drives_home_fires_at_aircraft_as_badly_as_at_others(facts: dict[str, Any], drm: int) -> None:
    game = field(vehicles={"k": tank("F8", "de-flakpz", **facts)})
    assert flak_modifiers(game, "k").total == drm


# A24.31


@pytest.mark.rule("rileys_road:A24.31", "rileys_road:D6.2")
@pytest.mark.parametrize("source", ["shell", "grenade"])
def test_white_phosphorus_takes_riders_off_their_tank(source: str) -> None:
    game = field(units={"r": ca("F10", aboard="t")}, vehicles={"t": tank("F10")}, dice=[6, 5])
    if source == "shell":
        place_smoke(game, "F10", wp=True, aftermath=Aftermath())
    else:
        burn(game, "F10", Aftermath())
    rider = game.state.units["r"]
    assert (rider.broken, rider.aboard) == (True, "")


@pytest.mark.rule("rileys_road:A24.31", "rileys_road:C8.5", "rileys_road:D6.2")
def test_riders_jump_off_a_tank_whose_crew_is_stunned_by_white_phosphorus() -> None:
    vehicles = {"t": tank("F10", exposed=True)}
    game = field(units={"r": ca("F10", aboard="t")}, vehicles=vehicles, dice=[1, 1, 6, 5, 1, 2])
    place_smoke(game, "F10", wp=True, aftermath=Aftermath())
    assert game.state.vehicles["t"].stun == "stunned"
    assert game.state.units["r"].aboard == ""


# A2.5


def leaving(*choices: str, dice: tuple[int, ...] = (), **facts: Any) -> Game:
    """A German tank t starts in K24 beside a squad u and may leave the map by K25."""
    raid = cast(Content, title("rileys_road").load("raid", ()))
    facts = {"vehicles": {"t": tank("K24", "de-pz4j")}, "units": {"u": de("K24")}, **facts}
    game = position(on=raid, turn=3, active="german", dice=dice, **facts)
    return play(game, Drive(vehicle="t"), *choices)


@pytest.mark.rule("rileys_road:D9.31", "rileys_road:A2.5")
def test_men_whose_tank_leaves_the_map_have_moved_with_it() -> None:
    game = leaving("do:armored-assault", "unit:u", "do:ready", "hex:K25", "do:exit")
    assert "t" in game.state.exited
    assert game.state.units["u"].at == "K25"
    assert game.state.units["u"].moved


@pytest.mark.rule("rileys_road:B28.5", "rileys_road:A2.5")
@pytest.mark.parametrize(("dice", "leaves"), [((6, 3), True), ((6, 1, 4, 4, 1, 1), False)])
def test_mines_strike_a_vehicle_that_leaves_the_map_out_of_them(dice: tuple[int, ...], leaves: bool) -> None:
    game = leaving("hex:K25", "do:exit", dice=dice, units={}, mines={"K25": Mines("canadian", at=1)})
    assert ("t" in game.state.exited) is leaves
    if not leaves:
        assert game.state.vehicles["t"].immobile
        assert game.state.vehicles["t"].moved


@pytest.mark.rule("rileys_road:C1.5", "rileys_road:A2.5")
def test_artillery_strikes_who_leaves_the_map_out_of_it() -> None:
    raid = cast(Content, title("rileys_road").load("raid", ()))
    units = {"u": de("K25"), "l": ca("J20", "ca-l91")}
    facts: dict[str, Any] = {"registered": ("K25",), "mission": "effect", "at": "K25", "shell": "he", "stage": 1}
    fire_on = Battery("canadian", "ca-oba-art114", "r", 8, 2, used=True, **facts)
    game = position(units=units, on=raid, turn=3, active="german", batteries={"o": fire_on}, dice=(1, 2, 1, 1),
                    weapons={"r": Weapon("ca-radio", "canadian", holder="l")})  # fmt: skip
    play(game, MovementPhase(side="german"), "unit:u", "do:exit")
    assert [event.target for event in game.events if isinstance(event, Resolved)] == ["K25"]


# B25/infantry


def burning(**facts: Any) -> Game:
    """A stopped Sherman t with Riders r in a building F10 that burns, in its own Movement Phase."""
    on = meadow({"F10": "wooden-building"}, houses={"F10": {"building": "h", "stories": 1}})
    vehicles = {"t": tank("F10", **facts.pop("tank", {}))}
    units = {"r": ca("F10", aboard="t")}
    return position(on=on, units=units, vehicles=vehicles, blazes={"F10": True}, **facts)


@pytest.mark.rule("rileys_road:B25/infantry", "rileys_road:D6.1", "rileys_road:D5.4")
def test_nobody_gets_off_a_vehicle_into_a_fire() -> None:
    game = play(burning(), Drive(vehicle="t"))
    assert not {"do:unload", "abandon:t"} & offered(game).keys()
    for choice in ("do:unload", "abandon:t"):
        refusal = game.explain(choice)
        assert refusal is not None
        assert refusal.reason == "refused.blaze"


@pytest.mark.rule("rileys_road:B25/infantry", "rileys_road:B25/fire", "rileys_road:D6.9")
def test_riders_of_a_vehicle_that_burns_with_the_house_flee_from_the_fire() -> None:
    game, aftermath = burning(tank={"immobile": True}, dice=[1, 2]), Aftermath()
    burn_vehicles(game, "canadian", aftermath)
    game.stack.append(Last())
    settle(game, aftermath)
    game.advance()
    assert game.decisions[0].prompt == "flee-fire"
    game.choose("hex:F9")
    assert game.state.units["r"].at == "F9"


# D5.341


def bound_home(at: str, facing: int, **facts: Any) -> Game:
    """A Sherman t that was Recalled before drives home to F1 or G1."""
    on = meadow()
    north = {"all": Group(setup=Area(hexes=("F1", "G1")))}
    on.forces["canadian"] = msgspec.structs.replace(on.forces["canadian"], groups=north)
    vehicles = {"t": tank(at, facing=facing, recalled=True, **facts)}
    return position(on=on, vehicles=vehicles, player_turn=2)


def on_the_way(game: Game) -> set[str]:
    """What a tank may do on its way, but for its turret and its hatches."""
    kinds = ("hex", "spine", "do")
    return {option for option in offered(game) if option.startswith(kinds) and option not in ("do:expose", "do:button")}


@pytest.mark.rule("rileys_road:D5.341")
def test_a_recalled_tank_turns_towards_home_before_it_drives_on() -> None:
    game = play(bound_home("F10", SOUTH), Drive(vehicle="t"))
    assert on_the_way(game) == {"do:start"}
    game.choose("do:start")
    assert on_the_way(game) == {"spine:4"}
    game.choose("spine:4")
    assert on_the_way(game) == {"spine:5"}
    game.choose("spine:5")
    assert on_the_way(game) == {"hex:F9", "spine:4", "spine:0"}
    refusal = game.explain("hex:E10")
    assert refusal is not None
    assert refusal.reason == "refused.recalled"


@pytest.mark.rule("rileys_road:D5.341")
def test_a_recalled_tank_leaves_by_the_edge_that_it_has_reached() -> None:
    game = play(bound_home("F1", NORTH, motion=True), Drive(vehicle="t"))
    assert on_the_way(game) == {"do:exit", "spine:1", "spine:5"}


@pytest.mark.rule("rileys_road:D5.341")
def test_a_recalled_tank_drives_round_what_bars_its_way_home() -> None:
    game = bound_home("F10", SOUTH)
    game.state.blazes = {"F9": True}
    play(game, Drive(vehicle="t"), "do:start")
    assert {"hex:F11"} <= on_the_way(game)


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:D2.1")
@pytest.mark.parametrize(
    ("facing", "reverse", "leaves"), [(SOUTH, False, True), (NORTH, False, False), (NORTH, True, True)]
)
def test_a_vehicle_leaves_the_map_by_the_hexes_before_it(facing: int, reverse: bool, leaves: bool) -> None:
    vehicles = {"t": tank("K25", "de-pz4j", facing=facing)}
    game = leaving("do:reverse" if reverse else "do:start", units={}, vehicles=vehicles)
    assert ("do:exit" in offered(game)) is leaves
    if not leaves:
        refusal = game.explain("do:exit")
        assert refusal is not None
        assert refusal.reason == "refused.exit-facing"


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:C10.1", "rileys_road:E1.16")
@pytest.mark.parametrize(("nvr", "towing", "cost"), [(0, "", 2), (0, "w", 3), (3, "w", 4)])
def test_a_vehicle_leaves_the_map_for_what_one_more_hex_of_that_ground_costs(nvr: int, towing: str, cost: int) -> None:
    vehicles = {"t": tank("K25", "de-spw251", towing=towing)}
    units = {"g": de("K25", "de-228", aboard="t")}
    guns = {"w": pak(limbered=True)} if towing else {}
    raid = cast(Content, title("rileys_road").load("raid", ()))
    game = position(on=raid, turn=3, active="german", units=units, weapons=guns, vehicles=vehicles)
    game.state.nvr = nvr
    play(game, Drive(vehicle="t"), "do:start")
    assert offered(game)["do:exit"] == cost


# CG5


@pytest.mark.rule("rileys_road:CG5", "rileys_road:D5.4", "rileys_road:D5.42")
@pytest.mark.parametrize(("facts", "leaves"), [({}, False), ({"manned_by": "x", "manned_kind": "de-248"}, True)])
def test_only_its_own_crew_may_not_leave_a_tank_of_panzer_lehr(facts: dict[str, Any], leaves: bool) -> None:
    game = field(vehicles={"t": tank("F8", "de-pz4j", elite=True, **facts)}, phase="advance", active="german")
    assert bool(leave_options(game, "t")) is leaves


# A11.6


@pytest.mark.rule("rileys_road:A11.6")
def test_one_check_takes_men_among_all_the_tanks_of_a_location() -> None:
    vehicles = {"t": tank("F10"), "v": tank("F10"), "k": tank("F9")}
    game = field(units={"s": de("F11")}, vehicles=vehicles, phase="advance", active="german", dice=[1, 2])
    assert those_who_dare(game, ["s"], "F10", Aftermath()) == ("s",)
    change(game, "s", at="F10")
    alter(game, "k", at="F10")
    assert [must_dare(game, "s", name) for name in ("t", "v", "k")] == [False, False, True]


# A8.2


def crew_struck(game: Game) -> int:
    """How often an exposed crew has been attacked."""
    return rolled(game).count("collateral")


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:D.8")
def test_residual_firepower_strikes_an_exposed_crew_once_where_it_begins_to_spend_mp() -> None:
    vehicles = {"t": tank("F10", exposed=True)}
    game = position(on=meadow(), vehicles=vehicles, residual={"F10": 4}, dice=[6, 6])
    play(game, Drive(vehicle="t"), "do:start")
    assert crew_struck(game) == 1
    game.choose("spine:2")
    assert crew_struck(game) == 1


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:D.8")
def test_a_fire_lane_strikes_an_exposed_crew_each_time_it_spends_mp_there() -> None:
    vehicles = {"t": tank("F10", exposed=True)}
    guns = {"m": Weapon("de-hmg", "german", holder="g", fire="first")}
    game = position(on=meadow(), units={"g": de("F4", fire="first")}, vehicles=vehicles, weapons=guns,
                    lanes={"m": FireLane("m", 4, ("F10",))}, dice=[6, 4] * 2)  # fmt: skip
    play(game, Drive(vehicle="t"), "do:start")
    game.choose("spine:2")
    assert crew_struck(game) == 2


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A9.22", "rileys_road:A24.2")
@pytest.mark.parametrize("lane", [False, True])
def test_what_hinders_residual_firepower_and_lanes_helps_an_exposed_crew(lane: bool) -> None:
    facts: dict[str, Any] = {"smoke": {"F10": (Smoke(value=3),)}, "residual": {"F10": 4}}
    if lane:
        facts = {"lanes": {"m": FireLane("m", 4, ("F10",))}, "units": {"g": de("F4", fire="first")},
                 "weapons": {"m": Weapon("de-hmg", "german", holder="g", fire="first")}}  # fmt: skip
    on = meadow({"F7": "orchard"})
    game = position(on=on, vehicles={"t": tank("F10", exposed=True)}, dice=[6, 4] * 2, **facts)
    play(game, Drive(vehicle="t"), "do:start")
    (told,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "collateral"]
    assert [(line.label, line.value) for line in told.lines[1:]] == [("hindrance", "+1" if lane else "+3")]


# D3.7


@pytest.mark.rule("rileys_road:D3.7", "rileys_road:A.11")
def test_the_odds_tell_which_machine_guns_may_malfunction() -> None:
    game = field(units={"s": de("F8")}, vehicles={"c": tank("F12", "ca-carrier-c", facing=NORTH, turret=NORTH)})
    burst = Burst("c", ("bmg", "aamg"), "F8")
    found = [read(game, burst, groups_of(game, burst), dr).fails for dr in (Dr(5, 5), Dr(5, 6), Dr(6, 6))]
    assert found == [(), ("bmg",), ("bmg", "aamg")]


# C11.2


@pytest.mark.rule("rileys_road:C11.2", "rileys_road:D9.31")
@pytest.mark.parametrize(("emplaced", "paid"), [(False, 0), (True, 2)])
def test_a_crew_pays_to_leave_its_emplaced_gun_beside_a_tank(emplaced: bool, paid: int) -> None:
    units, guns = {"g": de("F10", "de-228")}, {"w": pak(emplaced=emplaced)}
    game = position(on=meadow(), active="german", units=units, weapons=guns, vehicles={"t": tank("F10", "de-pz4j")})
    play(game, Drive(vehicle="t"), "do:armored-assault", "unit:g", "do:ready")
    drive = game.stack[-1]
    assert isinstance(drive, Drive)
    assert drive.escort_mf == paid
