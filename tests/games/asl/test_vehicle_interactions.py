"""C, D, A11.5: guns and vehicles where two rules meet, each position judged beside the sentence that it tries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, SOUTH, aimed, ca, cases, de, field, pak, shot, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.heavy_fire import begin_player_turn, clear_markers, refuse
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.arrivals import bring
from sandtable.games.asl.ordnance.effects import firepower as firepower_of_shells
from sandtable.games.asl.ordnance.firing import fire
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.shots import gunner_of, in_reach, spotters
from sandtable.games.asl.ordnance.targets import infantry_targets
from sandtable.games.asl.staff.shots import burst_worth, worth_of
from sandtable.games.asl.state import DUMMY, Moving, Unit, Weapon, Works, Wreck
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import collateral, overrun
from sandtable.games.asl.vehicles.boarding import board
from sandtable.games.asl.vehicles.close_combat import Charge, lines_of, modifiers, use_close_defense
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.ground import HALF, Entry, entry
from sandtable.games.asl.vehicles.machine_guns import Burst, firepower, groups_of, is_ready, resolve, targets
from sandtable.games.asl.vehicles.motion import attempts
from sandtable.games.asl.vehicles.overrun import preventing
from sandtable.games.asl.vehicles.vehicle_fire import VehicleFire, refuse_arm
from sandtable.kernel import Choice, Resolved


def rolled(game: Game) -> list[str]:
    """For what dice have fallen."""
    return [event.why for event in game.events if hasattr(event, "why")]


# C6.8


@pytest.mark.rule("rileys_road:C6.8", "rileys_road:B23.74")
@pytest.mark.parametrize(("at", "cover"), [("F11", {"tem.factory-inside": 1}), ("F14", {"tem.stone-factory": 3})])
def test_walls_of_a_factory_do_not_shield_a_tank_from_those_inside(at: str, cover: dict[str, int]) -> None:
    factory = {"building": "f", "stories": 1, "factory": True}
    terrain = dict.fromkeys(("F10", "F11", "F12"), "stone-building")
    on = meadow(terrain, houses=dict.fromkeys(terrain, factory))
    game = field(on=on, units={"g": de(at, "de-228")}, vehicles={"t": tank("F10")})
    found = cases(aimed(game, "t"))
    assert {label: value for label, value in found.items() if label.startswith("tem")} == cover


@pytest.mark.rule("rileys_road:C6.8", "rileys_road:B23.3")
@pytest.mark.parametrize(("at", "cover"), [("F10+1", 3), ("F10", 0)])
def test_a_floor_is_between_a_tank_and_those_above_it(at: str, cover: int) -> None:
    on = meadow({"F10": "stone-building"}, houses={"F10": {"building": "h", "stories": 3, "stairwell": True}})
    weapons = {"s": Weapon("de-psk", "german", holder="p")}
    game = field(on=on, units={"p": de(at)}, weapons=weapons, vehicles={"t": tank("F10")})
    assert cases(aimed(game, "t", ammunition="heat", firer="s", way="final")).get("tem.stone-building", 0) == cover


# C2.29


@pytest.mark.rule("rileys_road:C2.29", "rileys_road:D3.54")
@pytest.mark.parametrize(("arm", "ammunition", "rolls"), [("bmg", "mg", 1), ("", "ap", 4)])
def test_the_bow_machine_gun_of_a_flak_tank_rolls_once_to_kill(arm: Any, ammunition: str, rolls: int) -> None:
    vehicles = {"k": tank("F8", "de-flakpz"), "t": tank("F10", "ca-carrier-a", facing=NORTH)}
    game = field(vehicles=vehicles, dice=[1, 2, *[6, 5] * 8])
    fire(game, shot(game, "t", ammunition=ammunition, firer="k", way="final", arm=arm), Aftermath())
    assert rolled(game).count("to-kill") == rolls


@pytest.mark.rule("rileys_road:C2.29", "rileys_road:C6.5")
@pytest.mark.parametrize(("acquired", "kept"), [("t", False), ("F10", True)])
def test_a_gun_that_sprays_somebody_else_has_acquired_its_target_no_more(acquired: str, kept: bool) -> None:
    spraying = tank("F8", "de-flakpz", acquired=acquired, acquisition=2)
    game = field(units={"c": ca("F10")}, vehicles={"k": spraying, "t": tank("F12", facing=NORTH)}, dice=[4, 5] * 9)
    resolve(game, Burst("k", ("ife",), "F10"), Aftermath())
    assert (game.state.vehicles["k"].acquisition == 2) is kept


# C2.1, C5.64


@pytest.mark.rule("rileys_road:C5.64", "rileys_road:C2.1")
@pytest.mark.parametrize(
    ("crew", "gun", "fires"),
    [({}, {}, True), ({"fire": "first"}, {"fire": "first", "used": True}, True),
     ({"fire": "first", "spent": ("inherent",)}, {}, False)],
)  # fmt: skip
def test_a_crew_that_has_fired_its_own_weapons_does_not_fire_its_gun_at_what_overruns_it(
    crew: Any, gun: Any, fires: bool
) -> None:
    weapons = {"w": Weapon("de-pak40", "german", holder="g", **gun)}
    vehicles = {"t": tank("F13", started=True)}
    game = field(phase="movement", units={"g": de("F14", "de-228", **crew)}, weapons=weapons, vehicles=vehicles)
    assert bool(preventing(game, "t", "F14")) is fires


@pytest.mark.rule("rileys_road:C5.64", "rileys_road:C10.1")
def test_a_gun_that_is_towed_does_not_fire_at_what_overruns_its_crew() -> None:
    vehicles = {"t": tank("F13", started=True), "h": tank("F14", "de-spw251", towing="w")}
    assert preventing(field(phase="movement", vehicles=vehicles), "t", "F14") == []


# C6.5


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:C9.1")
def test_a_light_mortar_that_is_carried_on_has_acquired_nothing_any_more() -> None:
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c", acquired="area:F10", acquisition=2)}
    walks = position(units={"c": ca("F6")}, on=meadow(), weapons=dict(weapons))
    bring(walks, ("c",), "F7")
    assert walks.state.weapons["m"].acquisition == 0
    rides = position(units={"c": ca("F6")}, on=meadow(), weapons=weapons, vehicles={"t": tank("F6")})
    board(rides, "t", ("c",))
    assert rides.state.weapons["m"].acquisition == 0


# C9.3


@pytest.mark.rule("rileys_road:C9.3", "rileys_road:A.8")
def test_those_on_the_upper_floors_of_the_next_house_spot_for_a_mortar() -> None:
    on = meadow({"F5": "stone-building"}, houses={"F5": {"building": "h", "stories": 3, "stairwell": True}})
    units = {"c": ca("F6"), "s": ca("F5+1")}
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c")}
    game = position(units=units, on=on, weapons=weapons, phase="prep-fire")
    assert spotters(game, "m", gunner_of(game, "m"), "F12") == ["s"]


# C5.6


@pytest.mark.rule("rileys_road:C5.6", "rileys_road:D5.4")
@pytest.mark.parametrize(("marker", "leaves"), [("ma:prep", True), ("ma:intensive", False)])
def test_a_crew_that_has_fired_intensively_does_not_leave_its_tank_in_that_player_turn(
    marker: str, leaves: bool
) -> None:
    game = position(on=meadow(), phase="advancing-fire", vehicles={"t": tank("F10", fired=(marker,))})
    clear_markers(game, "canadian")
    game.state.phase = "advance"
    play(game, AdvancePhase(side="canadian"))
    assert ("abandon:t" in offered(game)) is leaves
    begin_player_turn(game)
    assert game.state.vehicles["t"].fired == ()


# D2.2


@pytest.mark.rule("rileys_road:D2.2", "rileys_road:D2.4")
def test_a_tank_that_has_stopped_in_reverse_may_start_forward() -> None:
    game = position(on=meadow(), phase="movement", vehicles={"t": tank("F10", facing=NORTH)})
    play(game, Drive(vehicle="t"), "do:reverse", "hex:F11", "do:stop")
    assert {name for name in offered(game) if name.startswith("hex:")} == {"hex:F10", "hex:G11"}


# D2.1, C3.22


@pytest.mark.rule("rileys_road:D2.1", "rileys_road:C3.22")
def test_a_tank_that_stands_may_delay_and_turn_its_turret() -> None:
    game = position(on=meadow(), phase="movement", vehicles={"t": tank("F10", facing=NORTH)})
    play(game, Drive(vehicle="t"), "do:delay", "turret:3")
    tank_ = game.state.vehicles["t"]
    assert (tank_.turret, tank_.facing, tank_.started, tank_.motion) == (3, 0, False, False)


# D2.4


@pytest.mark.rule("rileys_road:D2.4", "rileys_road:A3.2")
@pytest.mark.parametrize("motion", [False, True])
def test_a_tank_in_motion_does_not_fire_before_it_must_move_or_stop(motion: bool) -> None:
    vehicles = {"t": tank("F8", facing=SOUTH, motion=motion, hatched=True), "e": tank("F12", "de-pz4j", facing=NORTH)}
    game = field(phase="prep-fire", units={"g": de("F14", "de-228"), "c": ca("A1")}, vehicles=vehicles)
    play(game, FirePhase(side="canadian", phase="prep-fire"))
    assert any(is_ready(game, "t", arm) for arm in ("bmg", "cmg")) is not motion
    if motion:
        for refusal in (refuse(game, Choice("vehicle", "t"), "canadian"), refuse_arm(game, "t", "cmg")):
            assert refusal is not None
            assert (refusal.reason, refusal.rule) == ("refused.prep-in-motion", "D2.4")
    else:
        assert "vehicle:t" in offered(game)


# D2.401


def setting_off(shots: tuple[tuple[str, int], ...] = (), at: str = "F12", **facts: Any) -> Game:
    """A Sherman has entered F8 before a Panzer e, and is fired at."""
    vehicles = {"e": tank(at, "de-pz4j", facing=NORTH, **facts), "t": tank("F8", started=True)}
    on = meadow({"F10": "woods"}) if at == "F13" else meadow()
    track = (("F8", 2),)
    spent = Moving(units=(), at="F8", spent_here=2, spent=2, vehicle="t", track=track, shots=shots)
    return position(on=on, phase="movement", vehicles=vehicles, moving=spent)


@pytest.mark.rule("rileys_road:D2.401", "rileys_road:C2.24")
def test_a_tank_that_has_fired_at_others_may_still_try_to_set_off() -> None:
    assert [option.id for option in attempts(setting_off(fired=("ma+:first",)), "german")] == ["motion:e"]
    assert attempts(setting_off(shots=(("e", 1),), fired=("ma+:first",)), "german") == []


@pytest.mark.rule("rileys_road:D2.401")
@pytest.mark.parametrize(
    ("facts", "reason", "rule"),
    [
        ({"tried": True}, "motion-tried", "D2.401"),
        ({"motion": True}, "motion-already", "D2.401"),
        ({"immobile": True}, "vehicle-immobile", "C7.5"),
        ({"bogged": "bogged"}, "vehicle-bogged", "D8.2"),
        ({"frozen": True}, "vehicle-frozen", "E1.21"),
        ({"stun": "stunned"}, "vehicle-state", "D5.34"),
        ({"fired": ("ma:intensive",)}, "worn-out", "C5.6"),
        ({"shots": (("e:mg", 1),)}, "motion-fired", "D2.401"),
        ({"at": "F13"}, "motion-unseen", "D2.401"),
    ],
)
def test_a_tank_is_told_why_it_may_not_try_to_set_off(facts: Any, reason: str, rule: str) -> None:
    game = setting_off(**facts)
    refusal = refuse(game, Choice("motion", "e"), "german")
    assert attempts(game, "german") == []
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (f"refused.{reason}", rule)


# D2.5


@pytest.mark.rule("rileys_road:D2.5", "rileys_road:D5.34")
@pytest.mark.parametrize(("stun", "immobile"), [("", False), ("shaken", True)])
def test_a_crew_that_was_stunned_drives_too_fast_at_greater_risk(stun: str, immobile: bool) -> None:
    """Three more MP, one less for an American tank: 9 is below 12, and 10 with 1 more is not."""
    game = position(
        on=meadow(), phase="movement", vehicles={"t": tank("F10", facing=NORTH, stun=stun)}, dice=[4, 5, *[1] * 8]
    )
    play(game, Drive(vehicle="t"), "do:start", "speed:3")
    assert game.state.vehicles["t"].immobile is immobile


# D2.14


@pytest.mark.rule("rileys_road:D2.14", "rileys_road:B23.74")
def test_a_wreck_in_a_factory_costs_one_mp_even_on_the_way_through_its_door() -> None:
    factory = {"building": "f", "stories": 1, "factory": True}
    on = meadow({"F9": "stone-building"}, houses={"F9": factory}, roads=[("F10", "F9", "F8")])
    costs = []
    for wrecks in ({}, {"x": Wreck("ca-sherman3", "F9", 0)}):
        game = position(on=on, phase="movement", vehicles={"t": tank("F10", facing=NORTH)}, wrecks=wrecks)
        found = entry(game, "t", "F10", "F9")
        assert isinstance(found, Entry)
        costs.append(found.cost / HALF)
    assert costs == [2, 3]


# A11.5


@pytest.mark.rule("rileys_road:A11.5", "rileys_road:A12.16")
def test_nobody_is_told_whether_a_question_mark_beside_a_tank_escorts_it() -> None:
    told, added = [], []
    for escort in (de("F10", concealed=True), Unit("german", DUMMY, "F10", concealed=True)):
        vehicles = {"t": tank("F10", "de-pz4j")}
        game = position(on=meadow(), phase="close-combat", units={"c": ca("F10"), "e": escort}, vehicles=vehicles)
        told.append(lines_of(game, Charge("c", "t")))
        added.append(modifiers(game, Charge("c", "t")).total)
    assert told[0] == told[1]
    assert added == [2, 0]


@pytest.mark.rule("rileys_road:A11.5")
@pytest.mark.parametrize(("kind", "expected"), [("ca-carrier-a", -4), ("ca-sherman3", -2)])
def test_an_abandoned_carrier_is_open_and_abandoned(kind: str, expected: int) -> None:
    vehicles = {"t": tank("F10", kind, abandoned=True)}
    game = position(on=meadow(), phase="close-combat", units={"c": de("F10")}, vehicles=vehicles)
    assert modifiers(game, Charge("c", "t")).total == expected


# A10.62


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:D13/vehicle-smoke")
def test_a_close_defense_weapon_drives_the_broken_to_despair() -> None:
    units, vehicles = {"c": ca("F10", broken=True)}, {"t": tank("F10", "de-pz4j")}
    game = position(on=meadow(), phase="close-combat", units=units, vehicles=vehicles, dice=[3, 4, 6, 6])
    use_close_defense(game, "t", Aftermath())
    assert game.state.units["c"].dm


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:D.8")
def test_broken_men_aboard_who_are_fired_at_despair() -> None:
    units = {"g": de("F10", aboard="h", broken=True)}
    game = position(on=meadow(), units=units, vehicles={"h": tank("F10", "de-spw251")}, dice=[6, 6, *[6] * 8])
    collateral.attack(game, "h", 8, Aftermath())
    assert game.state.units["g"].dm


# B26, A7.7, A15.2, C6.4


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A7.7", "rileys_road:C13.1")
@pytest.mark.parametrize(
    ("facts", "expected"),
    [({}, {}), ({"stance": "above-wire"}, {"above-wire": 1}), ({"encircled": True}, {"encircled": 1})],
)
def test_what_hampers_men_who_fire_hampers_their_rockets_and_guns(facts: Any, expected: dict[str, int]) -> None:
    weapons = {"s": Weapon("de-psk", "german", holder="p")}
    units = {"p": de("F11", **facts), "g": de("F14", "de-228", **facts)}
    game = field(units=units, weapons=weapons, vehicles={"t": tank("F10")})
    for firer, ammunition in (("s", "heat"), ("w", "ap")):
        found = cases(aimed(game, "t", ammunition=ammunition, firer=firer, way="final"))
        assert {label: value for label, value in found.items() if label in ("above-wire", "encircled")} == expected


@pytest.mark.rule("rileys_road:D3.54", "rileys_road:A15.2", "rileys_road:C6.4")
@pytest.mark.parametrize(
    ("man", "gun", "nvr", "expected"),
    [
        ("de-hero", {}, 0, {"hero": -1, "hero-mg": 1}),
        ("de-548", {"sighted": "F10", "sighted_from": "F14"}, 3, {"M": -2}),
        ("de-548", {"sighted": "F10", "sighted_from": "F14"}, 0, {}),
        ("de-548", {"sighted": "F10", "sighted_from": "F15"}, 3, {}),
    ],
)
def test_a_machine_gun_aims_at_a_carrier_with_what_it_has_for_men(man: str, gun: Any, nvr: int, expected: Any) -> None:
    weapons = {"m": Weapon("de-hmg", "german", holder="h", **gun)}
    vehicles = {"t": tank("F10", "ca-carrier-a")}
    flashes = {"F10": True} if nvr else {}
    game = field(units={"h": de("F14", man)}, weapons=weapons, vehicles=vehicles, nvr=nvr, gunflashes=flashes)
    found = cases(aimed(game, "t", ammunition="mg", firer="m", way="final"))
    assert {label: value for label, value in found.items() if label in ("hero", "hero-mg", "M")} == expected


@pytest.mark.rule("rileys_road:D11.1", "rileys_road:D3.54")
@pytest.mark.parametrize(("arm", "ammunition", "case"), [("", "ap", 1), ("cmg", "mg", 2)])
def test_a_gyrostabilizer_steadies_the_main_armament_alone(arm: Any, ammunition: str, case: int) -> None:
    vehicles = {"t": tank("F8", gyro=True, bounding=True, entered=1), "h": tank("F12", "de-spw251", facing=NORTH)}
    game = field(phase="advancing-fire", vehicles=vehicles, dice=[6, 6, *[6] * 8])
    made = shot(game, "h", ammunition=ammunition, firer="t", way="bounding", arm=arm)
    assert cases(aimed(game, "h", ammunition=ammunition, firer="t", way="bounding", arm=arm))["C"] == case
    fire(game, made, Aftermath())
    assert game.state.vehicles["t"].gyro is bool(arm)


# A11.15, A20.5


def in_melee(**facts: Any) -> Game:
    """A German c and a Canadian squad d in Melee in F10, before a PaK w and a Panzer v."""
    units = {"c": ca("F10"), "d": de("F10"), **facts.pop("units", {})}
    vehicles = {"v": tank("F13", "de-pz4j", facing=NORTH)}
    return field(units=units, vehicles=vehicles, melees={"F10": "normal"}, **facts)


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:C3.32", "rileys_road:D3.1")
def test_guns_and_tanks_may_fire_into_a_melee_and_strike_all_who_are_in_it() -> None:
    game = in_melee()
    assert infantry_targets(game, "w", gunner_of(game, "w")) == ["F10"]
    assert [mark.units for mark in aimed(game, "F10", "infantry", "he").marks] == [("c", "d")]
    assert targets(game, "v", ("bmg",)) == ["F10"]
    assert [group.units for group in groups_of(game, Burst("v", ("bmg",), "F10"))] == [("c", "d")]


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:D9.3")
@pytest.mark.parametrize("type_", ["infantry", "area"])
def test_before_shells_go_into_a_melee_the_sum_of_the_enemy_is_shown(type_: Any) -> None:
    units = {"a": de("F10"), "c": ca("F10", stance="foxhole")}
    game = field(units=units, melees={"F10": "normal"})
    assert aimed(game, "F10", type_, "he").marks[0].units == ("c",)


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:D7.1")
def test_an_overrun_of_a_melee_strikes_friends_as_well() -> None:
    game = in_melee(phase="movement", active="german", dice=[1, 1, *[6] * 30])
    game.state.vehicles["v"] = tank("F10", "de-pz4j", facing=NORTH, started=True)
    overrun.resolve(game, "v", Aftermath())
    assert not {"c", "d"} & game.state.units.keys()


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A7.4", "rileys_road:C3.32")
def test_shells_and_machine_guns_strike_prisoners_with_their_guard() -> None:
    units = {"c": ca("F10"), "p": de("F10", guard="c", unarmed=True)}
    game = field(units=units, vehicles={"v": tank("F13", "de-pz4j", facing=NORTH)})
    assert [mark.units for mark in aimed(game, "F10", "infantry", "he").marks] == [("c", "p")]
    assert [group.units for group in groups_of(game, Burst("v", ("bmg",), "F10"))] == [("c", "p")]


@pytest.mark.rule("rileys_road:A11.15", "rileys_road:C3.32")
def test_the_staff_spares_its_own_men_in_a_melee() -> None:
    game = in_melee(units={"e": de("F10")})
    assert worth_of(game, shot(game, "F10", "infantry", "he")) < 0
    assert burst_worth(game, Burst("v", ("bmg",), "F10")) < 0


@pytest.mark.rule("rileys_road:A7.21", "rileys_road:A11.15")
def test_a_tank_does_not_fire_machine_guns_into_the_melee_where_it_is() -> None:
    game = in_melee()
    game.state.vehicles["v"] = tank("F10", "de-pz4j", facing=NORTH)
    assert targets(game, "v", ("bmg",)) == []
    refusal = VehicleFire(vehicle="v", arm="bmg").sweep_refused(game, Choice("hex", "F10"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.own-melee", "A7.21")


# C3.33, A4.62, A4.63


@pytest.mark.rule("rileys_road:C3.33", "rileys_road:B27/infantry")
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_shells_at_a_hex_strike_those_in_its_foxholes_and_those_beside_them_apart(order: tuple[str, str]) -> None:
    stances: dict[str, Any] = {"a": "foxhole", "b": ""}
    units = {"c": ca("F6"), **{name: de("F10", stance=stances[name]) for name in order}}
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c")}
    dice = [3, 3, 1, 3, *[6] * 20]
    game = position(units=units, weapons=weapons, on=meadow(), works={"F10": Works(foxholes=3)}, phase="prep-fire",
                    dice=dice)  # fmt: skip
    fire(game, shot(game, "F10", "area", "he", firer="m"), Aftermath())
    told = [event for event in game.events if isinstance(event, Resolved) and event.what == "effect"]
    assert {event.subject: event.lines[1].value for event in told} == {"a": "+2", "b": "+0"}


@pytest.mark.rule("rileys_road:C6.6", "rileys_road:A4.62", "rileys_road:B24.7")
def test_men_who_clear_mines_are_easy_to_hit_in_every_phase() -> None:
    game = field(units={"c": ca("F10", clears="minefield", ti=True), "d": ca("F10")})
    found = aimed(game, "F10", "infantry", "he")
    assert [(mark.units, mark.drm.total) for mark in found.marks] == [(("c",), -2), (("d",), 0)]


@pytest.mark.rule("rileys_road:C6.6", "rileys_road:A4.62", "rileys_road:C3.33")
def test_men_who_clear_mines_in_a_hex_that_is_fired_at_suffer_more_by_the_shell() -> None:
    game = field(units={"c": ca("F10", clears="minefield", ti=True)}, dice=[3, 3, 4, 4, *[6] * 20])
    assert cases(aimed(game, "F10", "area", "he")) == {}
    fire(game, shot(game, "F10", "area", "he"), Aftermath())
    (struck,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "effect"]
    assert struck.lines[1].value == "-2"


@pytest.mark.rule("rileys_road:A4.63", "rileys_road:D3.31", "rileys_road:C.4")
@pytest.mark.parametrize(("dash", "bullets", "shells"), [(False, 3, 12), (True, Fraction(3, 2), 6)])
def test_a_dash_halves_what_machine_guns_and_shells_do(dash: bool, bullets: Any, shells: int) -> None:
    facts: dict[str, Any] = {"units": {"c": ca("F10")}, "vehicles": {"v": tank("F13", "de-pz4j", facing=NORTH)}}
    game = field(phase="movement", **facts)
    game.state.moving = Moving(units=("c",), at="F10", came_from="F9", spent_here=2, spent=2, dash=dash)
    assert firepower(game, Burst("v", ("bmg",), "F10")) == bullets
    assert firepower_of_shells(game, aimed(game, "F10", "infantry", "he", way="first")) == shells


# A12.16


@pytest.mark.rule("rileys_road:A12.16", "rileys_road:C3.32")
def test_a_shell_that_harms_nobody_beneath_a_question_mark_does_not_tell_how_they_stand() -> None:
    told = []
    for stance in ("", "foxhole"):
        units = {"c": ca("F10", concealed=True, stance=stance), "d": ca("F10", concealed=True)}
        game = field(units=units, works={"F10": Works(foxholes=3)}, dice=[1, 2, 6, 6, *[6] * 8])
        fire(game, shot(game, "F10", "infantry", "he"), Aftermath())
        events = [event for event in game.events if isinstance(event, Resolved) and event.what == "effect"]
        told.append(len([event for event in events if event.seen_by is None or "german" in event.seen_by]))
    assert told == [1, 1]


# Refusals


@pytest.mark.rule("rileys_road:C5.6", "rileys_road:C2.1", "rileys_road:C2.24", "rileys_road:A8.1")
@pytest.mark.parametrize(
    ("crew", "gun", "shots", "reason"),
    [
        ({"fire": "first", "pinned": True}, {"fire": "first", "used": True}, (), "pinned-intensive"),
        ({"fire": "first", "spent": ("inherent",)}, {}, (), "crew-has-fired"),
        ({}, {"fire": "intensive", "used": True}, (), "weapon-fired"),
        ({}, {}, (("w", 1),), "weapon-shots"),
        ({}, {"turned": True, "arc": SOUTH}, (), "weapon-arc"),
        ({}, {}, (), "weapon-los"),
    ],
)
def test_a_gun_is_refused_in_first_fire_for_what_keeps_it_from_firing(
    crew: Any, gun: Any, shots: Any, reason: str
) -> None:
    track = (("F10", 2),)
    spent = Moving(units=(), at="F10", came_from="F9", spent_here=2, spent=2, vehicle="t", track=track, shots=shots)
    units = {"g": de("F14", "de-228", **crew)}
    facts: dict[str, Any] = {"terrain": {"F12": "woods"} if reason == "weapon-los" else {}, "moving": spent}
    game = field(
        phase="movement", units=units, weapons={"w": pak(**gun)}, vehicles={"t": tank("F10", started=True)}, **facts
    )
    refusal = refuse(game, Choice.of("weapon:w"), "german")
    assert refusal is not None
    assert refusal.reason == f"refused.{reason}"


@pytest.mark.rule("rileys_road:C13.31", "rileys_road:CG15")
@pytest.mark.parametrize(
    ("man", "left", "at", "reason"),
    [
        ({"kind": "de-548", "side": "canadian"}, 3, "F13", "other-side"),
        ({}, 0, "F13", "no-panzerfausts"),
        ({"pinned": True, "ti": True}, 3, "F13", "no-panzerfaust"),
        ({}, 3, "F8", "panzerfaust-target"),
    ],
)
def test_a_panzerfaust_is_refused_for_what_keeps_it_from_being_fired(man: Any, left: int, at: str, reason: str) -> None:
    unit = Unit(man.pop("side", "german"), man.pop("kind", "de-548"), "F14", **man)
    game = field(units={"p": unit}, vehicles={"t": tank(at)}, shots={"german": left})
    refusal = refuse(game, Choice.of("pf:p"), "german")
    assert refusal is not None
    assert refusal.reason == f"refused.{reason}"


# D7.21


@pytest.mark.rule("rileys_road:D7.21", "rileys_road:A11.5/vehicles")
def test_a_leader_joins_a_squad_that_attacks_the_tank_which_has_overrun_them() -> None:
    units = {"c": ca("F10"), "l": ca("F10", "ca-l91")}
    vehicles = {"v": tank("F10", "de-pz4j", facing=NORTH, started=True, smoked=True)}
    game = position(
        on=meadow(), phase="movement", active="german", units=units, vehicles=vehicles, dice=[3, 3, 3, 4, *[6] * 9]
    )
    play(game, overrun.Reaction(vehicle="v"), "unit:c")
    assert set(offered(game)) == {"vehicle:v", "unit:l"}
    game.choose("unit:l")
    (told,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "vehicle-combat"]
    shown = {line.label: line.value for line in told.lines}
    assert (shown["ccv.helper"], shown["leadership"]) == ("+1", "-1")
    assert not game.decisions, "both have attacked"


@pytest.mark.rule("rileys_road:D7.21", "rileys_road:A11.5/vehicles")
def test_a_squad_alone_is_not_asked_how_it_attacks_a_tank() -> None:
    vehicles = {"v": tank("F10", "de-pz4j", facing=NORTH, started=True, smoked=True)}
    facts: dict[str, Any] = {"units": {"c": ca("F10")}, "vehicles": vehicles, "dice": [3, 3, 3, 4, *[6] * 9]}
    game = position(on=meadow(), phase="movement", active="german", **facts)
    play(game, overrun.Reaction(vehicle="v"), "unit:c")
    assert not game.decisions


# C5.7, C13.8


@pytest.mark.rule("rileys_road:C5.7", "rileys_road:C13.8")
@pytest.mark.parametrize(
    ("choice", "label", "blasts"), [("do:immobilize", 2, False), ("do:immobilize-desperate", 0, True)]
)
def test_a_rocket_from_a_house_may_be_aimed_at_the_tracks_without_regard_to_the_backblast(
    choice: str, label: int, blasts: bool
) -> None:
    weapons = {"s": Weapon("de-psk", "german", holder="p")}
    facts: dict[str, Any] = {"terrain": {"F12": "stone-building"}, "dice": [4, 5, *[6] * 9]}
    game = field(units={"p": de("F12")}, weapons=weapons, vehicles={"t": tank("F10")}, **facts)
    play(game, Gunnery(firer="s"), "vehicle:t", choice)
    fired = next(event for event in game.events if isinstance(event, Resolved))
    shown = {line.label: line.value for line in fired.lines}
    assert shown["case.G"] == "+5"
    assert shown.get("case.C3-backblast", "+0") == f"+{label}"
    assert ("backblast" in rolled(game)) is blasts


@pytest.mark.rule("rileys_road:C5.7", "rileys_road:C7.2", "rileys_road:C8.1", "rileys_road:C5.8", "rileys_road:C13.8")
@pytest.mark.parametrize(
    ("gun", "target", "at", "option", "reason"),
    [
        ({"gone": ("apcr",)}, {}, "F10", "do:apcr", "ammunition-gone"),
        ({}, {}, "F10", "do:apds", "ammunition-none"),
        ({"side": "canadian"}, {}, "F10", "do:apcr", "ammunition-strange"),
        ({}, {}, "F4", "do:immobilize", "immobilize-far"),
        ({}, {"immobile": True}, "F10", "do:immobilize", "vehicle-immobile"),
        ({}, {}, "F10", "do:desperate", "desperate-open"),
    ],
)
def test_it_is_told_why_a_gun_is_not_loaded_so(gun: Any, target: Any, at: str, option: str, reason: str) -> None:
    weapon = Weapon("de-pak40", gun.pop("side", "german"), holder="g", **gun)
    game = field(weapons={"w": weapon}, vehicles={"t": tank(at, **target)})
    play(game, Gunnery(firer="w"), "vehicle:t")
    assert game.explain(option).reason == f"refused.{reason}"


# C2.6


@pytest.mark.rule("rileys_road:C2.6")
@pytest.mark.parametrize(("firer", "at", "expected"), [("t", "F10", True), ("t", "F10+1", False), ("s", "F10+1", True)])
def test_a_tank_in_a_house_does_not_aim_its_gun_at_those_above_it(firer: str, at: str, expected: bool) -> None:
    on = meadow({"F10": "stone-building"}, houses={"F10": {"building": "h", "stories": 3, "stairwell": True}})
    weapons = {"s": Weapon("de-psk", "german", holder="p")}
    vehicles = {"t": tank("F10", "de-pz4j")}
    game = field(on=on, units={"p": de("F10")}, weapons=weapons, vehicles=vehicles)
    assert in_reach(game, gunner_of(game, firer), at) is expected


# D2, D3.3, D5.1, D8.3


@pytest.mark.rule("rileys_road:D2.1", "rileys_road:D2.2", "rileys_road:D2.4", "rileys_road:D2.5", "rileys_road:D5.1")
@pytest.mark.parametrize(
    ("kind", "facts", "before", "option", "reason"),
    [
        ("ca-sherman3", {}, (), "do:stop", "has-stopped"),
        ("ca-sherman3", {}, (), "speed:1", "has-stopped"),
        ("ca-sherman3", {}, (), "turret:2", "turret-later"),
        ("ca-sherman3", {}, (), "do:free", "not-bogged"),
        ("ca-sherman3", {}, (), "do:bounding-fire", "bounding-entered"),
        ("ca-sherman3", {}, (), "slow:F9", "slow-where"),
        ("ca-sherman3", {}, ("do:start",), "do:reverse", "has-started"),
        ("ca-sherman3", {}, ("do:start",), "do:expose", "hatch-later"),
        ("ca-sherman3", {}, ("do:start",), "speed:9", "speed-much"),
        ("ca-sherman3", {}, ("do:reverse",), "speed:1", "speed-reverse"),
        ("ca-sherman3", {"bogged": "bogged"}, (), "do:start", "vehicle-bogged"),
        ("ca-sherman3", {"motion": True}, (), "do:delay", "must-move"),
        ("ca-sherman3", {"hatched": True}, (), "do:expose", "hatch-again"),
        ("de-spw251", {}, (), "turret:2", "no-turret"),
        ("de-spw251", {}, ("do:start",), "speed:1", "speed-tracks"),
        ("de-spw251", {}, (), "do:expose", "hatch-none"),
    ],
)
def test_a_driver_is_told_why_he_cannot(kind: str, facts: Any, before: Any, option: str, reason: str) -> None:
    active = "german" if kind.startswith("de") else "canadian"
    vehicles = {"t": tank("F10", kind, facing=NORTH, **facts)}
    game = position(on=meadow(), phase="movement", active=active, vehicles=vehicles)
    play(game, Drive(vehicle="t"), *before)
    assert option not in offered(game)
    assert game.explain(option).reason == f"refused.{reason}"


# D.8, D6.2


@pytest.mark.rule("rileys_road:D.8", "rileys_road:D6.2")
def test_riders_suffer_what_strikes_them_before_they_jump_off_for_the_crew() -> None:
    """A 2 on the 12 column kills the Riders, and Stuns the crew; half of them had come away by jumping off."""
    vehicles = {"t": tank("F10", exposed=True)}
    game = field(units={"r": ca("F10", aboard="t")}, vehicles=vehicles, dice=[1, 1, 6, 6, *[6] * 8])
    collateral.attack(game, "t", 12, Aftermath())
    assert {name for name, unit in game.state.units.items() if unit.side == "canadian"} == set()
    assert game.state.vehicles["t"].stun == "stunned"


@pytest.mark.rule("rileys_road:C7.341", "rileys_road:D.8", "rileys_road:D6.9")
def test_riders_are_struck_by_a_shell_before_they_jump_off_for_the_shock() -> None:
    game = field(units={"r": ca("F10", aboard="t")}, vehicles={"t": tank("F10")}, dice=[3, 3, 1, 2, *[6] * 9])
    fire(game, shot(game, "F10", "area", "he"), Aftermath())
    assert game.state.vehicles["t"].shock == "shocked"
    order = [event for event in game.events if type(event).__name__ in ("Shocked", "Reduced", "Eliminated", "Broke")]
    assert type(order[0]).__name__ != "Shocked"


# D7.1


@pytest.mark.rule("rileys_road:D7.1")
@pytest.mark.parametrize(
    ("facts", "immobile", "broken"),
    [
        ({}, False, {"bmg", "cmg"}),
        ({"fired": ("bmg:bounding-first", "cmg:bounding-first")}, False, set()),
        ({"broken": ("bmg", "cmg")}, True, {"bmg", "cmg"}),
    ],
)
def test_the_worst_overrun_stops_only_a_vehicle_without_machine_guns(
    facts: Any, immobile: bool, broken: set[str]
) -> None:
    """Those that had fired before are not used, and so do not malfunction either."""
    vehicles = {"t": tank("F10", started=True, bounding=True, entered=1, **facts)}
    game = position(on=meadow(), phase="movement", units={"g": de("F10")}, vehicles=vehicles, dice=[6, 6, *[1] * 9])
    overrun.resolve(game, "t", Aftermath())
    assert (game.state.vehicles["t"].immobile, set(game.state.vehicles["t"].broken)) == (immobile, broken)
