"""C2-C13: positions at the edges of the rules of ordnance, each judged beside the sentence that it tries."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.heavy import aimed, ca, cases, de, field, meadow, moving, pak, position, results, shot, tank
from sandtable.games.asl.concealment.gaining import way_to_gain
from sandtable.games.asl.fire.dice import Dr
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.able import can_fire
from sandtable.games.asl.ordnance.at_movers import count_shot
from sandtable.games.asl.ordnance.firing import fire, preview_lines, rate_of, read
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.refusing import refuse_vehicle_target
from sandtable.games.asl.ordnance.shots import gunner_of, in_reach, spotters
from sandtable.games.asl.ordnance.targets import area_targets, infantry_targets, vehicle_targets
from sandtable.games.asl.ordnance.to_hit import marks_of
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.state import DUMMY, Moving, Unit, Vehicle, Weapon, Works
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.losses import crew_check
from sandtable.games.asl.vehicles.overrun import preventing
from sandtable.games.asl.vehicles.route import may_move
from sandtable.games.asl.vehicles.status import kept_rate
from sandtable.kernel import Resolved


def mortar(dice: list[Any], *, units: dict[str, Any], **facts: Any) -> Game:
    """A Canadian squad c with a light mortar m in F6, in its Prep Fire Phase."""
    weapons = {"m": Weapon("ca-mtr51", "canadian", holder="c"), **facts.pop("weapons", {})}
    content = facts.pop("on", None) or meadow()
    return position(units={"c": ca("F6"), **units}, on=content, weapons=weapons, phase="prep-fire", dice=dice, **facts)


# C3.33, C6.5


@pytest.mark.rule("rileys_road:C8.5", "rileys_road:C6.2", "rileys_road:C6.7")
def test_smoke_is_aimed_at_the_hex_and_not_at_those_in_it() -> None:
    units = {"c": ca("F8", concealed=True)}
    game = field(units=units, vehicles={"t": tank("F8")})
    assert cases(aimed(game, "F8", "area", "smoke")) == cases(aimed(game, "F9", "area", "smoke")) == {}


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:C3.33")
@pytest.mark.parametrize("ammunition", ["he", "smoke"])
def test_an_acquired_hex_helps_against_vehicles_in_it_and_with_smoke(ammunition: Any) -> None:
    game = field(weapons={"w": pak(acquired="area:F8", acquisition=2)}, vehicles={"t": tank("F8")})
    assert cases(aimed(game, "F8", "area", ammunition))["N-2"] == -2


@pytest.mark.rule("rileys_road:C3.33", "rileys_road:D3.3")
def test_a_vehicle_that_moves_fires_at_an_area_with_an_enemy_vehicle() -> None:
    vehicles = {"t": tank("F8", bounding=True, entered=1), "e": tank("F10", "de-pz4j", facing=0)}
    game = field(phase="movement", vehicles=vehicles, moving=moving("t", "F8", ("F8", 6)))
    made = shot(game, "F10", "area", "he", firer="t", way="bounding-first")
    assert [mark.vehicle for mark in marks_of(game, made, gunner_of(game, "t"))] == ["e"]


# A14.1


@pytest.mark.rule("rileys_road:A14.1", "rileys_road:C3.32", "rileys_road:C3.33", "rileys_road:D.8")
@pytest.mark.parametrize(("type_", "target"), [("infantry", "F10"), ("area", "F10"), ("vehicle", "t")])
def test_an_effects_dr_calls_the_sniper_of_the_enemy(type_: Any, target: str) -> None:
    units = {"c": ca("F10")} if type_ != "vehicle" else {}
    vehicles = {"t": tank("F10", exposed=True)} if type_ == "vehicle" else {}
    game = field(
        units=units, vehicles=vehicles, san={"canadian": 4}, dice=[1, 2, *([6, 5] if vehicles else []), 2, 2, *[6] * 20]
    )
    aftermath = Aftermath()
    fire(game, shot(game, target, type_, "he"), aftermath)
    assert aftermath.snipers == ["german"]


@pytest.mark.rule("rileys_road:A14.1", "rileys_road:D5.34")
def test_a_check_of_a_crew_calls_a_sniper() -> None:
    for phase, called in (("defensive-fire", ["canadian"]), ("rally", [])):
        aftermath = Aftermath()
        game = field(vehicles={"t": tank("F10", exposed=True)}, san={"german": 9}, phase=phase, dice=[4, 5])
        assert not crew_check(game, "t", 0, "crew-check", "D5.34", aftermath)
        assert aftermath.snipers == called


# B9.21


@pytest.mark.rule("rileys_road:B9.21", "rileys_road:C3.1")
@pytest.mark.parametrize(
    ("stance", "at", "levels", "seen"),
    [
        ("", "F10", {}, True),
        ("foxhole", "F10", {}, False),
        ("foxhole", "F10", {"F10": 1, "F9": 1}, True),
        ("foxhole", "F13", {}, True),
        ("trench", "F10", {}, False),
    ],
    ids=["beside the holes", "in a foxhole", "at a hill", "at the next hex", "in a trench"],
)
def test_a_crew_in_its_hole_does_not_fire_over_a_hedge(
    stance: Any, at: str, levels: dict[str, int], seen: bool
) -> None:
    units = {"g": de("F14", "de-228", stance=stance), "c": ca(at, concealed=True)}
    works = {"F14": Works(side="german", foxholes=stance == "foxhole", trench=stance == "trench")}
    walls, vehicles = {"hedge": ["F13-F14"]}, {"t": tank(at)}
    game = field(units=units, works=works, vehicles=vehicles, levels=levels, walls=walls)
    gunner = gunner_of(game, "w")
    assert vehicle_targets(game, "w", gunner) == ["t"] * seen
    assert infantry_targets(game, "w", gunner) == [at] * seen
    assert list(area_targets(game, "w", gunner)) == [at] * seen
    if not seen:
        refusal = refuse_vehicle_target(game, "w", gunner, "t")
        assert refusal is not None
        assert (refusal.reason, refusal.rule) == ("refused.weapon-los", "B9.21")


@pytest.mark.rule("rileys_road:B9.21", "rileys_road:C9.3")
@pytest.mark.parametrize(("stance", "spots"), [("", ["b"]), ("foxhole", [])])
def test_who_is_dug_in_behind_a_hedge_spots_nothing_beyond_it(stance: Any, spots: list[str]) -> None:
    units = {"b": ca("G6", stance=stance), "d": de("G11")}
    game = mortar([], units=units, on=meadow({"F8": "woods"}, walls={"hedge": ["G6-G7"]}),
                  works={"G6": Works(side="canadian", foxholes=1)})  # fmt: skip
    assert spotters(game, "m", gunner_of(game, "m"), "G11") == spots


# C3.7


@pytest.mark.rule("rileys_road:C3.7", "rileys_road:A.9")
def test_a_critical_hit_strikes_one_of_all_in_the_location_whatever_their_cover() -> None:
    units = {"a": ca("F13"), "b": ca("F13", stance="foxhole")}
    game = field(units=units, dice=[1, 1, 5, 2, 4, 4, *[3] * 20])
    fire(game, shot(game, "F13", "infantry", "he"), Aftermath())
    columns = [event.lines[0].value for event in game.events if isinstance(event, Resolved) and event.what == "effect"]
    assert sorted(columns) == ["12", "24"]


@pytest.mark.rule("rileys_road:C3.7", "rileys_road:C11.4")
def test_a_critical_hit_of_a_mortar_destroys_a_gun_with_its_crew() -> None:
    game = mortar([1, 1, 6, 6], units={"e": de("F10", "de-228")}, weapons={"p": pak("e")})
    fire(game, shot(game, "F10", "area", "he", firer="m"), Aftermath())
    assert "p" not in game.state.weapons
    assert "e" not in game.state.units


@pytest.mark.rule("rileys_road:C3.7", "rileys_road:C7.341")
def test_a_critical_hit_on_an_area_doubles_what_strikes_a_vehicle() -> None:
    """The 6 column of a halved 75 has K number 3; the 24 column of a doubled one has 5, so that a 4 destroys."""
    plain = field(vehicles={"t": tank("F13")}, dice=[1, 2, 3, 1, *[3] * 6])
    fire(plain, shot(plain, "F13", "area", "he"), Aftermath())
    assert plain.state.vehicles["t"].immobile
    lucky = field(vehicles={"t": tank("F13")}, dice=[1, 1, 3, 1, *[3] * 6])
    fire(lucky, shot(lucky, "F13", "area", "he"), Aftermath())
    assert "t" not in lucky.state.vehicles


# C2.24


@pytest.mark.rule("rileys_road:C2.24", "rileys_road:C5.8")
@pytest.mark.parametrize(("side", "rate"), [("canadian", 1), ("german", 0)])
def test_a_captured_tank_fires_more_slowly(side: str, rate: int) -> None:
    mine = Vehicle(side, "ca-sherman3", "F8", facing=0, turret=0, manned_kind="" if side == "canadian" else "de-127")
    other = tank("F4", "de-pz4j") if side == "canadian" else tank("F4")
    game = field(phase="prep-fire", active=side, vehicles={"t": mine, "e": other})
    made = shot(game, "e", firer="t", way="prep")
    assert rate_of(game, made, gunner_of(game, "t")) == rate


@pytest.mark.rule("rileys_road:C2.24", "rileys_road:A3.2", "rileys_road:D3.3")
def test_a_tank_that_keeps_its_rate_in_prep_fire_has_fired_all_the_same() -> None:
    vehicles = {"t": tank("F8"), "e": tank("F16", "de-pz4j", facing=0)}
    game = field(phase="prep-fire", vehicles=vehicles, dice=[1, 6, 6, 5])
    fire(game, shot(game, "e", firer="t", way="prep"), Aftermath())
    assert kept_rate(game.state.vehicles["t"], "ma")
    assert way_of(game, "t") == "prep"
    game.state.phase = "movement"
    assert not may_move(game, "t")
    game.state.phase = "advancing-fire"
    assert way_of(game, "t") is None


@pytest.mark.rule("rileys_road:C2.24", "rileys_road:C5.3", "rileys_road:C5.35")
def test_a_tank_that_has_stopped_may_keep_its_rate_in_bounding_first_fire() -> None:
    for stopped, rate in ((True, 1), (False, 0)):
        vehicles = {"t": tank("F8", bounding=True, started=not stopped), "e": tank("F16", "de-pz4j", facing=0)}
        game = field(phase="movement", vehicles=vehicles, moving=moving("t", "F8", ("F8", 6)))
        made = shot(game, "e", firer="t", way="bounding-first")
        assert rate_of(game, made, gunner_of(game, "t")) == rate


@pytest.mark.rule("rileys_road:C2.1", "rileys_road:A3.2")
def test_a_squad_that_has_fired_a_gun_in_prep_fire_does_not_move() -> None:
    units = {"g": de("F14"), "c": ca("F8")}
    game = field(units=units, phase="prep-fire", active="german", dice=[6, 5])
    fire(game, shot(game, "F8", "infantry", "ap", way="prep"), Aftermath())
    assert game.state.units["g"].fire == "prep"


# A12.34, A12.14


@pytest.mark.rule("rileys_road:A12.34")
@pytest.mark.parametrize(("colored", "at", "known"), [(4, "F8", False), (5, "F8", True)])
def test_a_concealed_gun_is_judged_by_its_colored_die_as_a_hidden_one_is(colored: int, at: str, known: bool) -> None:
    game = field(units={"g": de("F14", "de-228", concealed=True), "c": ca(at)}, vehicles={"t": tank("F9")})
    dr = Dr(colored, 6)
    assert read(game, aimed(game, "t"), dr).shows is known


@pytest.mark.rule("rileys_road:A12.14")
def test_a_crew_of_a_tank_sees_who_fires() -> None:
    weapons = {"p": Weapon("de-psk", "german", holder="g")}
    for abandoned in (False, True):
        game = position(units={"g": de("F8", concealed=True)}, on=meadow(), weapons=weapons, phase="defensive-fire",
                        vehicles={"t": tank("F6", abandoned=abandoned)}, dice=[6, 5])  # fmt: skip
        fire(game, shot(game, "t", ammunition="heat", firer="p"), Aftermath())
        assert game.state.units["g"].concealed is abandoned


@pytest.mark.rule("rileys_road:A12.12")
def test_nobody_vanishes_before_the_eyes_of_a_tank_crew() -> None:
    woods = meadow({"F8": "woods"})
    for at, way in (("F6", ""), ("S20", "roll")):
        game = position(units={"g": de("F8")}, on=woods, vehicles={"t": tank(at)})
        assert way_to_gain(game, "g") == way


# C9.3


@pytest.mark.rule("rileys_road:C9.3")
def test_a_spotter_goes_on_spotting_for_the_mortar_that_keeps_its_rate() -> None:
    house = meadow({"F8": "stone-building"})
    game = mortar([1, 6], units={"s": ca("G6", "ca-248"), "e": de("F12")}, on=house)
    fire(game, shot(game, "F12", "area", "he", firer="m", spotter="s"), Aftermath())
    assert area_targets(game, "m", gunner_of(game, "m")) == {"F12": "s"}
    assert spotters(game, "another", gunner_of(game, "m"), "F12") == []


@pytest.mark.rule("rileys_road:C9.3", "rileys_road:A7.35")
def test_a_squad_that_spots_may_still_fire_by_itself() -> None:
    house = meadow({"F8": "stone-building"})
    game = mortar([6, 5], units={"s": ca("G6"), "e": de("F12")}, on=house)
    game.state.phase, game.state.active = "defensive-fire", "german"
    fire(game, shot(game, "F12", "area", "he", firer="m", spotter="s"), Aftermath())
    assert game.state.units["s"].fire == ""
    assert "s" in FirePhase(side="canadian", phase="defensive-fire").able(game)


# C13.31


@pytest.mark.rule("rileys_road:C13.31")
@pytest.mark.parametrize(("kind", "result"), [("de-548", "th.hit"), ("de-436", "th.miss")])
def test_an_eleven_misses_and_costs_men_where_poor_troops_fire_a_panzerfaust(kind: str, result: str) -> None:
    game = position(units={"g": de("F8", kind)}, on=meadow(), phase="defensive-fire", shots={"german": 2},
                    vehicles={"t": tank("F8", facing=0)}, dice=[5, 6, 6, 6])  # fmt: skip
    fire(game, shot(game, "t", ammunition="heat", firer="g"), Aftermath())
    assert results(game)[0] == result


# E1.6


@pytest.mark.rule("rileys_road:E1.6/freedom-to-fire", "rileys_road:C6.2")
def test_a_tank_of_which_only_a_gunflash_is_seen_is_as_hard_to_hit_as_a_concealed_one() -> None:
    for at, more in (("F6", 2), ("F12", 0)):
        game = field(nvr=3, vehicles={"t": tank(at, fired=("ma:first",))})
        assert cases(aimed(game, "t")).get("gunflash", 0) == more


# C5.64


@pytest.mark.rule("rileys_road:C5.64", "rileys_road:C2.8")
@pytest.mark.parametrize(
    ("kind", "gun", "crew", "fires"),
    [
        ("de-pak43", {"limbered": True}, {}, True),
        ("de-pak4341", {"limbered": True}, {}, False),
        ("de-pak4341", {"fire": "first"}, {}, True),
        ("de-pak4341", {}, {"ti": True}, False),
        ("de-pak4341", {}, {"pinned": True}, False),
    ],
)
def test_which_guns_fire_at_the_vehicle_that_is_about_to_overrun_them(
    kind: str, gun: dict[str, Any], crew: dict[str, Any], fires: bool
) -> None:
    game = field(units={"g": de("F14", "de-228", **crew)}, weapons={"w": pak(kind=kind, **gun)}, phase="movement",
                 vehicles={"t": tank("F13", started=True, bounding=True)})  # fmt: skip
    assert bool(preventing(game, "t", "F14")) is fires


@pytest.mark.rule("rileys_road:A7.25", "rileys_road:C5.2")
@pytest.mark.parametrize(("pinned", "way"), [(False, "opportunity"), (True, "advancing")])
def test_a_crew_that_has_waited_and_is_pinned_fires_as_in_advancing_fire(pinned: bool, way: str) -> None:
    crew = de("F14", "de-228", fire="opportunity", pinned=pinned)
    game = field(units={"g": crew}, phase="advancing-fire", active="german", vehicles={"t": tank("F8")})
    assert way_of(game, "w") == way


@pytest.mark.rule("rileys_road:C11.2", "rileys_road:C1.5")
def test_an_emplacement_protects_from_artillery_too() -> None:
    for emplaced, cover in ((True, 2), (False, 0)):
        game = field(weapons={"w": pak(emplaced=emplaced)})
        assert sum(part.value for part in tem(game, "F14", ("g",), (), "oba")) == cover


@pytest.mark.rule("rileys_road:C3.32", "rileys_road:A12.14")
def test_a_shell_that_finds_a_dummy_takes_it_off_the_map() -> None:
    game = field(units={"d": Unit("canadian", DUMMY, "F13", concealed=True)}, dice=[1, 2, 1, 1])
    fire(game, shot(game, "F13", "infantry", "he"), Aftermath())
    assert "d" not in game.state.units


@pytest.mark.rule("rileys_road:C13.31")
@pytest.mark.parametrize(("phase", "active", "found"), [("movement", "canadian", []), ("prep-fire", "german", ["F7"])])
def test_a_panzerfaust_is_not_fired_at_men_who_move(phase: str, active: str, found: list[str]) -> None:
    moved = Moving(units=("c",), at="F7", came_from="F6", spent_here=4, spent=4) if phase == "movement" else None
    game = position(units={"g": de("F8"), "c": ca("F7")}, on=meadow({"F7": "stone-building"}), phase=phase,
                    active=active, shots={"german": 2}, moving=moved)  # fmt: skip
    assert infantry_targets(game, "g", gunner_of(game, "g")) == found


@pytest.mark.rule("rileys_road:C8.1", "rileys_road:A12.14")
def test_who_finds_no_smoke_has_not_fired_and_is_not_seen() -> None:
    game = mortar([6, 5], units={"c": ca("F6", concealed=True), "e": de("F12")})
    smoke = shot(game, "F10", "area", "smoke", firer="m")
    assert {line.label: line.value for line in preview_lines(game, smoke)}["th.depletion"] == "7"
    assert not fire(game, smoke, Aftermath())
    assert [event.outcome() for event in game.events if event.outcome()] == ["th.depleted"]
    assert game.state.units["c"].concealed
    assert game.events[-1].seen_by == ("canadian",)


@pytest.mark.rule("rileys_road:A12.34", "rileys_road:A12.1")
def test_what_a_concealed_gun_turns_to_and_acquires_is_known_to_its_side_alone() -> None:
    game = field(units={"g": de("F14", "de-228", concealed=True)}, weapons={"w": pak(arc=3)},
                 vehicles={"t": tank("F8")}, dice=[4, 6])  # fmt: skip
    fire(game, shot(game, "t"), Aftermath())
    told = {type(event).__name__: event.seen_by for event in game.events}
    assert told["GunTurned"] == told["Acquired"] == ("german",)
    assert game.state.units["g"].concealed


@pytest.mark.rule("rileys_road:C2.24", "rileys_road:C6.1")
def test_a_tank_that_keeps_its_rate_fires_again_though_it_has_spent_one_mp_there() -> None:
    vehicles = {"t": tank("F8", bounding=True), "e": tank("F16", "de-pz4j", facing=0)}
    game = field(phase="movement", vehicles=vehicles, moving=moving("t", "F8", ("F8", 2)), dice=[1, 6])
    fire(game, shot(game, "e", firer="t", way="bounding-first"), Aftermath())
    count_shot(game, "t")
    assert can_fire(game, "t")
    assert way_of(game, "t") == "bounding-first"


@pytest.mark.rule("rileys_road:A7.53", "rileys_road:A8.4", "rileys_road:C5.9")
@pytest.mark.parametrize(
    ("weapon", "at", "mark", "directs"),
    [
        ("ca-mtr51", "F10", "", True),
        ("ca-mtr51", "F10", "first", False),
        ("ca-piat", "F8", "", True),
        ("ca-piat", "F8", "first", False),
        ("ca-piat", "F7", "first", True),
    ],
)
def test_a_leader_marked_from_the_movement_phase_directs_ordnance_of_men_as_far_as_the_next_hex(
    weapon: str, at: str, mark: str, directs: bool
) -> None:
    units = {"c": ca("F6"), "l": ca("F6", "ca-l91", fire=mark), "e": de(at)}
    vehicles = {"t": tank(at, "de-pz4j")}
    weapons = {"m": Weapon(weapon, "canadian", holder="c")}
    game = position(
        units=units, weapons=weapons, vehicles=vehicles, on=meadow(), phase="defensive-fire", active="german"
    )
    area = weapon == "ca-mtr51"
    asked = Gunnery(firer="m", kind="area" if area else "vehicle", target=at if area else "t")
    assert ("unit:l" in {option.id for option in asked.choices(game)}) is directs


# C2.6, C3.7, C8.31, C11.1


@pytest.mark.rule("rileys_road:C2.6")
@pytest.mark.parametrize(("kind", "expected"), [("de-flakpz", True), ("de-pz4j", False)])
def test_guns_made_for_aircraft_are_elevated_as_far_as_need_be(kind: str, expected: bool) -> None:
    game = field(vehicles={"t": tank("F10", kind, facing=0)}, levels={"F9": 3})
    assert in_reach(game, gunner_of(game, "t"), "F9") is expected


@pytest.mark.rule("rileys_road:C8.31", "rileys_road:C3.6")
@pytest.mark.parametrize(("ammunition", "expected"), [("he", "th.critical"), ("ap", "th.hit")])
def test_solid_shot_strikes_men_critically_not_even_by_an_improbable_hit(ammunition: Any, expected: str) -> None:
    units = {"g": de("F14", "de-228", pinned=True, cx=True), "c": ca("F3")}
    game = field(units=units, terrain={"F3": "stone-building"}, dice=[1, 1, 1, *[6] * 12])
    fire(game, shot(game, "F3", "infantry", ammunition), Aftermath())
    assert results(game)[0] == expected


@pytest.mark.rule("rileys_road:C3.7", "rileys_road:C9.1")
def test_a_critical_hit_of_a_mortar_bursts_in_the_trees_all_the_same() -> None:
    game = mortar([1, 1, *[6] * 12], units={"g": de("F10")}, on=meadow({"F10": "woods"}))
    fire(game, shot(game, "F10", "area", "he", firer="m"), Aftermath())
    effect = next(event for event in game.events if isinstance(event, Resolved) and event.what == "effect")
    assert [line.value for line in effect.lines][:2] == ["12", "-1"]


@pytest.mark.rule("rileys_road:C11.1", "rileys_road:C3.33")
@pytest.mark.parametrize(("at", "expected"), [("F10", "+2"), ("F18", "+0")])
def test_a_gunshield_counts_against_fire_at_its_hex_from_within_its_arc(at: str, expected: str) -> None:
    """Only a shell that strikes the Gun itself, with the Infantry type, passes the shield by."""
    vehicles = {"t": tank(at, facing=3 if at == "F10" else 0)}
    game = field(phase="prep-fire", vehicles=vehicles, dice=[1, 2, *[6] * 12])
    fire(game, shot(game, "F14", "area", "he", firer="t"), Aftermath())
    effect = next(event for event in game.events if isinstance(event, Resolved) and event.what == "effect")
    assert [line.value for line in effect.lines][:2] == ["6", expected]


@pytest.mark.rule("rileys_road:D3.3", "rileys_road:D2.1", "rileys_road:C5.1")
@pytest.mark.parametrize(("phase", "expected"), [("movement", False), ("advancing-fire", True)])
def test_a_gun_in_the_hull_is_turned_in_its_own_movement_for_mp_only(phase: str, expected: bool) -> None:
    vehicles = {"t": tank("F10", "de-jgdpz5", facing=0, bounding=True, entered=1), "c": tank("F13")}
    game = position(on=meadow(), vehicles=vehicles, phase=phase, active="german")
    assert can_fire(game, "t") is expected
