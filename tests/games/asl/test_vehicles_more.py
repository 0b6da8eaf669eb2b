"""A12.34, B28, C2, C6.5, C11.2, D2.4, D3.4, D5.341, RR7, RR9: hidden Guns, mines, Motion, Recall, leaders, ground."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, ca, cases, de, field, moving, pak, shot, tank
from games.asl.heavy import aimed as aim_at
from games.asl.position import Last, offered, play, position
from sandtable.games.asl import heavy_fire
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.dice import Dr
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.movement.moves import leaving_cost
from sandtable.games.asl.ordnance.able import able_weapons
from sandtable.games.asl.ordnance.firing import fire, rate_of, shows_itself
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.panzerfausts import panzerfaust_way
from sandtable.games.asl.ordnance.shots import gunner_of
from sandtable.games.asl.scenario import Area, Group
from sandtable.games.asl.sequence.setup import gunners, hide_guns
from sandtable.games.asl.state import FireLane, Mines, Smoke, Weapon, Works
from sandtable.games.asl.terrain.labor import clearable
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import bog, collateral
from sandtable.games.asl.vehicles.devices import end_of_device_smoke
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.ground import Entry, entry, may_stand
from sandtable.games.asl.vehicles.losses import find_gyrostabilizers, wreck
from sandtable.games.asl.vehicles.machine_guns import GUNS, Burst, common, resolve, struck_by, targets
from sandtable.games.asl.vehicles.route import home_edge
from sandtable.games.asl.vehicles.under_fire import VehicleUnderFire, suffer_mines
from sandtable.games.rileys_road.title import RileysRoad


def soft(on: Content) -> Content:
    """The same ground after rain."""
    conditions = msgspec.structs.replace(on.scenario.conditions, soft=True)
    on.scenario = msgspec.structs.replace(on.scenario, conditions=conditions)
    return on


def alone(*, on: Content | None = None, **facts: Any) -> Game:
    """A Sherman t in F10 that looks north."""
    vehicles = {"t": tank("F10", facing=0, **facts.pop("tank", {})), **facts.pop("others", {})}
    return position(on=on or meadow(), vehicles=vehicles, **facts)


# Guns


@pytest.mark.rule("rileys_road:C.1/ordnance", "rileys_road:C2.5")
def test_guns_mortars_and_rockets_are_ordnance_and_rockets_have_no_rate() -> None:
    weapons = {
        "w": pak(),
        "p": Weapon("de-psk", "german", holder="s"),
        "m": Weapon("de-mmg", "german", holder="r"),
    }
    units = {"s": de("F13"), "r": de("F13")}
    game = field(weapons=weapons, units=units, vehicles={"t": tank("F10")})
    assert able_weapons(game, "german") == ["w", "p"]
    assert gunner_of(game, "w").sort == "gun"
    assert rate_of(game, shot(game, "t", ammunition="heat", firer="p"), gunner_of(game, "p")) == 0


@pytest.mark.rule("rileys_road:A12.34")
@pytest.mark.parametrize(
    ("enemy", "colored", "expected"), [("F4", 5, True), ("F4", 4, False), (None, 6, False), ("E4", 6, True)]
)
def test_a_hidden_gun_shows_itself_by_the_colored_die(enemy: str | None, colored: int, expected: bool) -> None:
    units = {"g": de("F14", "de-228", hidden=True)} | ({"c": ca(enemy)} if enemy else {})
    game = field(units=units)
    assert shows_itself(game, gunner_of(game, "w"), Dr(colored, 1)) is expected


@pytest.mark.rule("rileys_road:A12.34", "rileys_road:A12.3")
@pytest.mark.parametrize(("colored", "concealed"), [(4, True), (5, False)])
def test_a_gun_that_fires_is_placed_concealed_or_known(colored: int, concealed: bool) -> None:
    units = {"g": de("F14", "de-228", hidden=True), "c": ca("F4")}
    game = field(units=units, vehicles={"t": tank("F8", motion=True)}, dice=[colored, 6])
    fire(game, shot(game, "t"), Aftermath())
    crew = game.state.units["g"]
    assert (crew.hidden, crew.concealed) == (False, concealed)


@pytest.mark.rule("rileys_road:A12.34")
def test_guns_set_up_hidden_only_in_concealment_terrain_where_that_is_granted() -> None:
    on = meadow({"F14": "woods"})
    game = field(on=on)
    hide_guns(game, "german")
    assert not game.state.units["g"].hidden
    on.forces["german"] = msgspec.structs.replace(on.forces["german"], hides_guns=True)
    hide_guns(game, "german")
    assert game.state.units["g"].hidden


@pytest.mark.rule("rileys_road:C2.1", "rileys_road:C2.7")
def test_crews_man_guns_at_set_up_one_each() -> None:
    units = {"s": de("F12"), "h": de("F12", "de-228"), "i": de("F14", "de-228")}
    game = field(units=units, weapons={"w": pak("i"), "x": Weapon("de-pak40", "german")})
    assert gunners(game, "x", ["s", "h", "i"]) == ["h"]


@pytest.mark.rule("rileys_road:C11.2")
def test_a_crew_pays_a_mf_to_leave_its_emplacement() -> None:
    game = field(weapons={"w": pak(emplaced=True)}, phase="movement", active="german")
    assert leaving_cost(game, Move(units=("g",))) == 2
    game = field(phase="movement", active="german")
    assert leaving_cost(game, Move(units=("g",))) == 0


@pytest.mark.rule("rileys_road:C13.31")
def test_berserk_men_use_panzerfausts_too() -> None:
    game = position(units={"g": de("F6", berserk=True)}, on=meadow(), shots={"german": 1}, phase="defensive-fire")
    assert panzerfaust_way(game, "g") == "final"


# Driving


@pytest.mark.rule("rileys_road:D2.4")
def test_a_vehicle_in_motion_must_move_or_stop_before_the_phase_ends() -> None:
    game = play(alone(tank={"motion": True}, units={"c": ca("A1")}), MovementPhase(side="canadian"))
    assert "do:done" not in offered(game)
    why = game.explain("do:done", "canadian")
    assert (why.reason, why.args) == ("refused.motion-due", {"vehicle": "t"})
    game = play(alone(tank={"motion": True}), Drive(vehicle="t"))
    assert not {"do:done", "do:delay"} & offered(game).keys()
    play(game, Drive(vehicle="t"), "do:stop", "do:done")
    assert not game.state.vehicles["t"].motion


@pytest.mark.rule("rileys_road:D5.341")
def test_a_recalled_vehicle_drives_towards_its_edge_and_leaves() -> None:
    on = meadow()
    north = {"all": Group(setup=Area(hexes=("F1", "G1", "F3")))}
    on.forces["canadian"] = msgspec.structs.replace(on.forces["canadian"], groups=north)
    game = alone(tank={"recalled": True}, on=on)
    waiting = play(alone(tank={"recalled": True}, on=on), MovementPhase(side="canadian"))
    assert waiting.explain("do:done", "canadian").reason == "refused.home-due"
    edge = home_edge(game.content, "canadian")
    play(game, Drive(vehicle="t"), "do:start")
    found = offered(game)
    assert "do:done" not in found
    assert "do:stop" not in found
    assert set(edge) == {"F1", "G1"}
    home = position(on=on, vehicles={"t": tank("F1", facing=0, recalled=True)})
    play(home, Drive(vehicle="t"), "do:start", "do:exit")
    assert "t" in home.state.exited


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:C5.9")
def test_a_recalled_vehicle_fires_worse() -> None:
    game = alone(tank={"recalled": True}, others={"p": tank("F5", "de-pz4j")}, phase="prep-fire")
    assert cases(aim_at(game, "p", firer="t"))["shaken"] == 1


@pytest.mark.rule("rileys_road:RR9", "rileys_road:E3.9/soft-ground")
def test_soft_ground_costs_a_mp_but_on_paved_roads_and_into_obstacles() -> None:
    def cost(on: Content) -> int:
        found = entry(alone(on=on), "t", "F10", "F9")
        assert isinstance(found, Entry)
        return found.cost

    assert cost(soft(meadow())) == 4
    assert cost(soft(meadow(roads=[["F10", "F9"]]))) == 2
    assert cost(soft(meadow({"F9": "woods"}))) == cost(meadow({"F9": "woods"}))


@pytest.mark.rule("rileys_road:RR9", "rileys_road:D8.2")
@pytest.mark.parametrize(
    ("kind", "paved", "expected"), [("woods", False, 1 + 1), ("woods", True, 1), ("stone-building", False, 1)]
)
def test_soft_ground_makes_bogging_more_likely(kind: str, paved: bool, expected: int) -> None:
    game = alone(on=soft(meadow()))
    assert bog.modifiers(game, "t", Entry(2, (0,), False, False, paved, False, kind), 0).total == expected


@pytest.mark.rule("rileys_road:RR10", "rileys_road:RR9")
def test_plowed_fields_up_a_slope_bog_on_soft_ground() -> None:
    def checks(on: Content) -> tuple[int, ...]:
        found = entry(alone(on=on), "t", "F10", "F9")
        assert isinstance(found, Entry)
        return found.checks

    assert checks(soft(meadow({"F9": "plowed"}, slopes=["F10-F9"]))) == (0,)
    assert checks(soft(meadow({"F9": "plowed"}))) == ()
    assert checks(meadow({"F9": "plowed"}, slopes=["F10-F9"])) == ()


@pytest.mark.rule("rileys_road:A2.9", "rileys_road:D2.1")
@pytest.mark.parametrize(("terrain", "expected"), [("open", True), ("orchard", True), ("woods", False)])
def test_where_vehicles_set_up(terrain: str, expected: bool) -> None:
    assert may_stand(alone(on=meadow({"F5": terrain})), "t", "F5") is expected


# Mines


@pytest.mark.rule("rileys_road:B28.5")
@pytest.mark.parametrize(
    ("dice", "state"), [([3], "unharmed"), ([2, 1, 2], "burning"), ([2, 3, 3], "lost"), ([1, 4, 3, 1, 1], "immobile")]
)
def test_anti_tank_mines(dice: list[int], state: str) -> None:
    game = alone(mines={"F10": Mines("german", at=2)}, dice=[*dice, 6, 6])
    suffer_mines(game, "t", "F10", Aftermath())
    vehicle, left = game.state.vehicles.get("t"), game.state.wrecks.get("t")
    found = "unharmed"
    if vehicle is None:
        found = "burning" if left is not None and left.burning else "lost"
    elif vehicle.immobile:
        found = "immobile"
    assert found == state
    assert game.state.mines["F10"].at == (2 if state == "unharmed" else 1)


@pytest.mark.rule("rileys_road:B28.5", "rileys_road:B28/infantry")
@pytest.mark.parametrize(("factors", "left"), [(2, Mines("german", 6, 1, True, "ap")), (1, Mines("german", 6))])
def test_a_mine_that_destroys_a_tank_does_not_show_those_against_men(factors: int, left: Mines) -> None:
    game = alone(mines={"F10": Mines("german", 6, factors)}, dice=[1, 1, 1])
    suffer_mines(game, "t", "F10", Aftermath())
    assert "t" in game.state.wrecks
    assert game.state.mines["F10"] == left


@pytest.mark.rule("rileys_road:B28.5", "rileys_road:B24.7")
@pytest.mark.parametrize(("ap", "left"), [(0, False), (6, True)])
def test_with_its_last_mine_a_minefield_is_gone_unless_there_are_others(ap: int, left: bool) -> None:
    game = alone(mines={"F10": Mines("german", at=1, ap=ap)}, dice=[1, 4, 3, 1, 1, 6, 6])
    suffer_mines(game, "t", "F10", Aftermath())
    assert ("F10" in game.state.mines) is left
    assert (clearable(game, "F10", "canadian") == ["minefield"]) is left


@pytest.mark.rule("rileys_road:B28.5")
def test_a_carrier_has_no_armor_against_mines() -> None:
    game = alone(tank={"kind": "ca-wasp"}, mines={"F10": Mines("german", at=5)}, dice=[1, 6, 6, 6, 6])
    suffer_mines(game, "t", "F10", Aftermath())
    assert "t" in game.state.wrecks


@pytest.mark.rule("rileys_road:B28.1", "rileys_road:D.8")
@pytest.mark.parametrize(("dice", "immobile"), [([1, 1, 2, 2], True), ([5, 5], False)])
def test_mines_against_men_immobilize_with_a_kia(dice: list[int], immobile: bool) -> None:
    game = alone(mines={"F10": Mines("german", ap=12)}, dice=dice)
    suffer_mines(game, "t", "F10", Aftermath())
    assert game.state.vehicles["t"].immobile is immobile


@pytest.mark.rule("rileys_road:D.8", "rileys_road:A8.2")
def test_residual_firepower_and_fire_lanes_strike_exposed_crews_that_drive_in() -> None:
    lane = FireLane("m", 4, ("F10",))
    game = alone(tank={"exposed": True, "started": True}, residual={"F10": 2}, lanes={"m": lane}, dice=[6, 6, 6, 6],
                 weapons={"m": Weapon("de-hmg", "german", holder="g")}, units={"g": de("F4")},
                 moving=moving("t", "F10", ("F10", 2), came_from="F11"))  # fmt: skip
    game.stack.append(VehicleUnderFire())
    game.advance()
    rolled = [event for event in game.events if getattr(event, "why", "") == "collateral"]
    assert len(rolled) == 2


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:D.8")
@pytest.mark.parametrize(
    ("gunner", "dice", "broken", "lanes"),
    [({"g": de("F4")}, [6, 6], True, []), ({"g": de("F4")}, [6, 5], False, ["m"]), ({}, [], False, ["m"])],
    ids=["its number is rolled", "it holds", "its gunner is gone"],
)
def test_a_lane_that_strikes_a_crew_may_break_its_gun_and_ends_without_a_gunner(
    gunner: dict[str, Any], dice: list[int], broken: bool, lanes: list[str]
) -> None:
    gun = Weapon("de-hmg", "german", holder="g") if gunner else Weapon("de-hmg", "german", at="F4")
    game = alone(tank={"exposed": True, "started": True}, lanes={"m": FireLane("m", 4, ("F10",))}, dice=dice,
                 weapons={"m": gun}, units=gunner, moving=moving("t", "F10", ("F10", 2), came_from="F11"))  # fmt: skip
    game.stack.extend((Last(), VehicleUnderFire()))
    game.advance()
    assert (game.state.weapons["m"].broken, list(game.state.lanes)) == (broken, lanes)
    assert len([event for event in game.events if getattr(event, "why", "") == "collateral"]) == len(gunner)


# Leaders and gyrostabilizers


@pytest.mark.rule("rileys_road:D3.4", "rileys_road:D5.6")
@pytest.mark.parametrize(("dice", "crew", "leader"), [([3, 3, 3, 3], False, True), ([3, 2, 4, 3], True, False)])
def test_an_armor_leader_survives_by_himself(dice: list[int], crew: bool, leader: bool) -> None:
    game = alone(tank={"leader": "ca-al81"}, dice=dice)
    wreck(game, "t", Aftermath(), burning=False)
    assert ("tc" in game.state.units, "tl" in game.state.units) == (crew, leader)
    if leader:
        assert game.state.units["tl"].kind == "ca-l81"


@pytest.mark.rule("rileys_road:C5.9", "rileys_road:D3.4")
def test_an_armor_leader_directs_one_weapon_in_a_phase() -> None:
    others = {"p": tank("F4", "de-pz4j")}
    game = alone(tank={"leader": "ca-al81"}, units={"g": de("F5")}, others=others, phase="prep-fire", dice=[6, 5])
    resolve(game, Burst("t", ("cmg",), "F5"), Aftermath())
    assert "leadership" not in cases(aim_at(game, "p", firer="t"))
    heavy_fire.begin_phase(game)
    assert cases(aim_at(game, "p", firer="t"))["leadership"] == -1
    assert common(game, Burst("t", ("bmg",), "F5")).total == -1


@pytest.mark.rule("rileys_road:RR7", "rileys_road:H1.42", "rileys_road:D11.1")
def test_a_secret_die_decides_which_gyrostabilizers_work() -> None:
    game = alone(others={"u": tank("F5"), "v": tank("F6", "ca-sherman2c")}, dice=[2, 3])
    find_gyrostabilizers(game)
    assert [game.state.vehicles[name].gyro for name in ("t", "u", "v")] == [True, False, False]
    assert all(event.seen_by == ("canadian",) for event in game.events)
    assert [event.vehicle for event in game.events if hasattr(event, "vehicle")] == ["t", "u"]


@pytest.mark.rule("rileys_road:H1.42")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Does the gyrostabilizer of {} work? 2"),
        ("ja", "{}のジャイロスタビライザーは機能するか：2"),
    ],
)
def test_the_log_names_the_tank_whose_gyrostabilizer_is_rolled_for(lang: str, said: str) -> None:
    game = alone(dice=[2])
    find_gyrostabilizers(game)
    texts = RileysRoad().texts(lang)
    assert texts.event(game.events[0]) == said.format(texts.name("vehicle", "t"))


@pytest.mark.rule("rileys_road:C6.5")
def test_a_tank_that_drives_loses_what_it_has_acquired_but_with_a_gyrostabilizer() -> None:
    for gyro, left in ((False, 0), (True, 2)):
        facts = {"gyro": gyro, "acquired": "p", "acquisition": 2}
        game = alone(tank=facts, others={"p": tank("F3", "de-pz4j", abandoned=True)})
        play(game, Drive(vehicle="t"), "hex:F9")
        assert game.state.vehicles["t"].acquisition == left


@pytest.mark.rule("rileys_road:D3.3", "rileys_road:C5.3")
def test_a_tank_fires_in_the_middle_of_its_move_and_not_again() -> None:
    game = alone(others={"p": tank("F3", "de-pz4j", abandoned=True)}, dice=[6, 5])
    play(game, Drive(vehicle="t"), "hex:F9", "do:stop", "do:bounding-fire", "arm:ma", "vehicle:p", "do:he")
    assert game.state.vehicles["t"].fired == ("ma:bounding-first",)
    assert "do:bounding-fire" not in offered(game)


@pytest.mark.rule("rileys_road:C2.241", "rileys_road:D5.1")
def test_markers_of_vehicles_go_after_their_last_fire_phase() -> None:
    game = alone(tank={"fired": ("ma:first",), "exposed": True}, phase="defensive-fire", active="german")
    play(game, FirePhase(side="canadian", phase="defensive-fire"), "vehicle:t", "do:button")
    assert game.state.vehicles["t"].fired == ()
    assert not game.state.vehicles["t"].exposed
    assert collateral.exposed_at(game, "F10") == []


@pytest.mark.rule("rileys_road:D13/vehicle-smoke")
def test_the_smoke_of_devices_thins_out_and_goes_with_the_next_player_turn() -> None:
    cloud = Smoke(3, source="device")
    game = alone(smoke={"F8": (cloud,)})
    end_of_device_smoke(game)
    assert game.state.smoke["F8"] == (cloud,)
    heavy_fire.begin_player_turn(game)
    assert [each.value for each in game.state.smoke["F8"]] == [2]
    end_of_device_smoke(game)
    assert "F8" not in game.state.smoke


@pytest.mark.rule("rileys_road:C2.7", "rileys_road:C3.22")
def test_a_gun_in_a_building_is_turned_only_by_firing() -> None:
    game = play(field(vehicles={"t": tank("F8")}, terrain={"F14": "stone-building"}),
                FirePhase(side="german", phase="defensive-fire"), "weapon:w")  # fmt: skip
    assert not [name for name in offered(game) if name.startswith("spine:")]


@pytest.mark.rule("rileys_road:C5.64", "rileys_road:D7.21", "rileys_road:D7.1")
def test_a_gun_fires_at_the_tank_that_is_about_to_overrun_it_even_out_of_its_arc() -> None:
    units = {"g": de("F9", "de-228")}
    game = alone(units=units, weapons={"w": pak(fire="first", used=True)}, tank={"started": True, "bounding": True},
                 moving=moving("t", "F10", ("F10", 8)), dice=[2, 1, 2, 2])  # fmt: skip
    play(game, Drive(vehicle="t"), "overrun:F9", "weapon:w")
    assert "t" not in game.state.vehicles
    assert game.state.wrecks["t"].at == "F10"
    assert game.state.weapons["w"].fire == "intensive"


@pytest.mark.rule("rileys_road:C5.64", "rileys_road:D7.1")
def test_an_overrun_goes_on_when_no_gun_stops_it() -> None:
    game = alone(units={"g": de("F9", "de-228")}, weapons={"w": pak()}, dice=[1, 2, 5, 5])
    play(game, Drive(vehicle="t"), "overrun:F9", "do:pass")
    assert game.state.vehicles["t"].at == "F9"
    assert "w" not in game.state.weapons


@pytest.mark.rule("rileys_road:B9.21")
def test_machine_guns_and_guns_of_vehicles_do_not_see_the_entrenched_behind_a_hedge() -> None:
    units = {"c": ca("F10", stance="foxhole"), "d": ca("F10")}
    works = {"F10": Works("canadian", foxholes=2)}
    vehicles = {"t": tank("F14", "de-pz4j", facing=NORTH)}
    game = field(units=units, works=works, vehicles=vehicles, walls={"hedge": ["F10-F11"]})
    assert "F10" in targets(game, "t", GUNS)
    assert struck_by(game, Burst("t", GUNS, "F10")) == ["d"]
    dug_in = field(units={"c": units["c"]}, works=works, vehicles=vehicles, walls={"hedge": ["F10-F11"]})
    assert targets(dug_in, "t", GUNS) == []
    assert "hex:F10" not in [option.id for option in Gunnery(firer="t").targets(dug_in, gunner_of(dug_in, "t"))]
