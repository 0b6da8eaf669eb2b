"""D.8, D3, D7, A11.5, A11.6, C13.7: machine guns of vehicles, exposed crews, Overruns, Close Combat with vehicles."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, moving, pak, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.artillery.shells import Salvo, burst
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.fire import attack as small_arms
from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.fire_phase import FirePhase, pieces_named
from sandtable.games.asl.heavy_fire import begin_phase
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.state import Moving, Weapon
from sandtable.games.asl.tables.fire import Result
from sandtable.games.asl.terrain.tem import tem
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import collateral, overrun
from sandtable.games.asl.vehicles.close_combat import (
    Charge,
    VehicleFight,
    attack,
    dares,
    defense_fp,
    find_mine,
    may_use_mine,
    modifiers,
    must_dare,
    those_who_dare,
    value_of,
)
from sandtable.games.asl.vehicles.machine_guns import (
    Burst,
    bears,
    firepower,
    flame_fate,
    groups_of,
    is_ready,
    printed_fp,
    resolve,
    targets,
    turn_for,
)
from sandtable.games.asl.vehicles.motion import attempts
from sandtable.games.asl.vehicles.repairs import mend, mending
from sandtable.games.asl.vehicles.vehicle_fire import can_shoot
from sandtable.kernel import Resolved


def scene(**facts: Any) -> Game:
    """A Sherman t in F10 that looks south, and what the test adds, in the Canadian Prep Fire Phase."""
    vehicles = {"t": tank("F10", **facts.pop("tank", {})), **facts.pop("others", {})}
    on = meadow(facts.pop("terrain", None))
    return position(on=on, vehicles=vehicles, phase=facts.pop("phase", "prep-fire"), **facts)


# Machine guns


@pytest.mark.rule("rileys_road:D3.1", "rileys_road:C3.2")
@pytest.mark.parametrize(
    ("arm", "at", "expected"), [("bmg", "F15", True), ("bmg", "F5", False), ("cmg", "F15", True), ("aamg", "F5", True)]
)
def test_machine_guns_fire_in_their_arcs_and_that_of_the_commander_all_round(arm: Any, at: str, expected: bool) -> None:
    assert (turn_for(scene(), "t", arm, at)[1] == 0) is expected
    assert bears(scene(), "t", arm, at)


@pytest.mark.rule("rileys_road:D3.1", "rileys_road:D5.1")
def test_the_anti_aircraft_machine_gun_needs_an_exposed_crew_and_not_all_have_one() -> None:
    game = scene(tank={"kind": "de-pz5g"}, active="german")
    assert not is_ready(game, "t", "aamg")
    game = scene(tank={"kind": "de-pz5g", "exposed": True}, active="german")
    assert is_ready(game, "t", "aamg")
    assert printed_fp(scene(), "t", "aamg") == 0


@pytest.mark.rule("rileys_road:D3.31", "rileys_road:A7.22", "rileys_road:A7.24")
@pytest.mark.parametrize(
    ("facts", "phase", "target", "expected"),
    [
        ({}, "prep-fire", "F14", Fraction(6)),
        ({}, "prep-fire", "F11", Fraction(12)),
        ({}, "prep-fire", "F19", Fraction(5)),
        ({"bounding": True}, "movement", "F14", Fraction(3)),
        ({"bounding": True, "started": True}, "movement", "F14", Fraction(3, 2)),
        ({"motion": True}, "defensive-fire", "F14", Fraction(3)),
        ({}, "advancing-fire", "F14", Fraction(3)),
        ({"entered": 1, "immobile": True}, "advancing-fire", "F14", Fraction(3)),
    ],
)
def test_firepower_of_a_tanks_machine_guns(facts: dict[str, Any], phase: str, target: str, expected: Fraction) -> None:
    active = "german" if phase == "defensive-fire" else "canadian"
    game = scene(tank=facts, phase=phase, active=active, units={"g": de(target)})
    assert firepower(game, Burst("t", ("bmg", "cmg"), target)) == expected


@pytest.mark.rule("rileys_road:D3.1", "rileys_road:D3.4")
def test_the_commander_leads_the_machine_guns() -> None:
    game = scene(tank={"leader": "ca-al81"}, units={"g": de("F14")}, terrain={"F14": "woods"})
    (group,) = groups_of(game, Burst("t", ("bmg", "cmg"), "F14"))
    assert (group.column, group.drm.total) == (6, 0)


@pytest.mark.rule("rileys_road:D3.31", "rileys_road:A7.22", "rileys_road:A7.23")
def test_the_sum_of_a_tanks_fire_shows_what_halves_it() -> None:
    game = scene(units={"g": de("F19", concealed=True)}, dice=[4, 5])
    resolve(game, Burst("t", ("bmg", "cmg"), "F19"), Aftermath())
    (said,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "vehicle-fire"]
    assert [(line.label, line.value) for line in said.lines[:6]] == [
        ("arm.bmg", "2"), ("factor.long-range", "x1/2"), ("arm.cmg", "4"), ("firepower", "5"), ("concealed", "x1/2"),
        ("column", "2"),
    ]  # fmt: skip


@pytest.mark.rule("rileys_road:D3.1", "rileys_road:D3.7")
def test_a_twelve_malfunctions_a_machine_gun() -> None:
    game = scene(units={"g": de("F14")}, dice=[6, 6])
    resolve(game, Burst("t", ("cmg",), "F14"), Aftermath())
    assert game.state.vehicles["t"].broken == ("cmg",)
    assert not is_ready(game, "t", "cmg")


@pytest.mark.rule("rileys_road:D3.7", "rileys_road:C2.28")
@pytest.mark.parametrize(
    ("facts", "face", "broken", "disabled"),
    [
        ({"exposed": True}, 1, (), ()),
        ({}, 1, ("cmg",), ()),
        ({"exposed": True}, 2, ("cmg",), ()),
        ({"exposed": True}, 6, (), ("cmg",)),
    ],
)
def test_crews_repair_their_machine_guns(
    facts: dict[str, Any], face: int, broken: tuple[str, ...], disabled: tuple[str, ...]
) -> None:
    game = scene(tank={"broken": ("cmg",), **facts}, phase="rally", dice=[face])
    assert mending(game, "canadian") == ["vehicle:t"]
    mend(game, "t")
    assert (game.state.vehicles["t"].broken, game.state.vehicles["t"].disabled) == (broken, disabled)
    assert mending(game, "canadian") == []


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:C2.28")
def test_a_tank_without_its_main_armament_is_recalled() -> None:
    game = scene(tank={"broken": ("ma",)}, phase="rally", dice=[6])
    mend(game, "t")
    assert game.state.vehicles["t"].recalled


@pytest.mark.rule("rileys_road:C2.29")
@pytest.mark.parametrize(("target", "expected"), [("F14", 20), ("F11", 40), ("F10", 60)])
def test_quick_firing_guns_fire_on_the_fire_table(target: str, expected: int) -> None:
    game = scene(tank={"kind": "de-flakpz"}, active="german", units={"c": ca(target)})
    assert firepower(game, Burst("t", ("ife",), target)) == expected


@pytest.mark.rule("rileys_road:D3.6")
@pytest.mark.parametrize(("target", "expected"), [("F11", 24), ("F12", 12)])
def test_a_flamethrower_is_halved_at_two_hexes_and_knows_no_cover(target: str, expected: int) -> None:
    terrain = {target: "stone-building"}
    game = scene(tank={"kind": "ca-wasp"}, phase="advancing-fire", units={"g": de(target)}, terrain=terrain)
    assert firepower(game, Burst("t", ("ft",), target)) == expected
    assert groups_of(game, Burst("t", ("ft",), target))[0].drm.total == 0
    assert not bears(game, "t", "ft", "F13")


@pytest.mark.rule("rileys_road:D3.6")
@pytest.mark.parametrize(("total", "expected"), [(7, "burning"), (8, "eliminated"), (9, "none")])
def test_flames_against_a_tank(total: int, expected: str) -> None:
    game = scene(tank={"kind": "ca-wasp"}, others={"p": tank("F11", "de-pz4j", 0)}, phase="advancing-fire")
    assert flame_fate(game, Burst("t", ("ft",), "F11"), "p", total) == expected


@pytest.mark.rule("rileys_road:D5.1", "rileys_road:C5.9")
def test_a_crew_sees_to_its_hatches_after_its_fire_and_not_before() -> None:
    units, phase = {"g": de("F14")}, FirePhase(side="canadian", phase="prep-fire")
    before = play(scene(units=units), phase, "vehicle:t", "do:expose")
    assert not before.decisions
    after = play(scene(units=units, dice=[6, 5]), phase, "vehicle:t", "arm:mg", "hex:F14", "vehicle:t", "do:expose")
    assert after.state.vehicles["t"].exposed
    game = scene(units=units, tank={"seen_to": True})
    assert not can_shoot(game, "t")
    begin_phase(game)
    assert can_shoot(game, "t")


@pytest.mark.rule("rileys_road:B23.9", "rileys_road:D3.6")
@pytest.mark.parametrize(("dice", "breached"), [([1, 1], {"F11": "canadian"}), ([5, 5], {})])
def test_flames_with_a_kia_breach_a_fortified_location(dice: list[int], breached: dict[str, str]) -> None:
    game = scene(tank={"kind": "ca-wasp"}, phase="advancing-fire", units={"g": de("F11")},
                 terrain={"F11": "stone-building"}, fortified={"F11": "german"}, dice=[*dice, *[6] * 12])  # fmt: skip
    resolve(game, Burst("t", ("ft",), "F11"), Aftermath())
    assert game.state.breached == breached


@pytest.mark.rule("rileys_road:D3.7", "rileys_road:D2.401")
def test_a_crew_that_has_repaired_a_gun_may_still_try_to_set_off_when_an_enemy_moves() -> None:
    game = scene(others={"p": tank("F6", "de-pz4j", broken=("bmg",))}, phase="rally", dice=[1, 1, 6, 6])
    play(game, RallyPhase(), "vehicle:p")
    assert not game.state.vehicles["p"].tried
    game.state.phase, game.state.moving = "movement", moving("t", "F10", ("F10", 2))
    assert [option.id for option in attempts(game, "german")] == ["motion:p"]


@pytest.mark.rule("rileys_road:D3.1")
def test_a_tank_fires_its_machine_guns_at_men() -> None:
    game = scene(units={"g": de("F14")}, dice=[6, 5])
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:t", "arm:mg", "hex:F14")
    assert game.state.vehicles["t"].fired == ("bmg:prep", "cmg:prep")
    assert results(game) == ["ift.none"]


# Exposed crews


@pytest.mark.rule("rileys_road:D.8", "rileys_road:D5.1")
def test_only_exposed_crews_are_struck() -> None:
    game = scene(others={"u": tank("F10", exposed=True), "w": tank("F10", "ca-wasp")})
    assert [(each.vehicle, each.drm) for each in collateral.exposed_at(game, "F10")] == [("u", 2), ("w", 2)]


@pytest.mark.rule("rileys_road:D.8", "rileys_road:D5.1", "rileys_road:A7.1")
@pytest.mark.parametrize(
    ("dice", "stun", "result"), [((1, 1, 6, 6, 6, 6), "stunned", "ift.mc"), ((6, 5), "", "ift.none")]
)
def test_the_sum_of_small_arms_at_an_exposed_crew_is_shown_and_told(
    dice: tuple[int, ...], stun: str, result: str
) -> None:
    game = scene(tank={"exposed": True}, units={"g": de("F12")}, dice=list(dice), active="german")
    attack = small_arms.Attack(pieces_named(game, ("g",)), (), "F10")
    assert ("crew-exposed", "+2") in [(line.label, line.value) for line in small_arms.preview_lines(game, attack)]
    small_arms.resolve(game, attack, Aftermath())
    (told,) = [event for event in game.events if isinstance(event, Resolved)]
    assert (told.what, told.subject, told.result) == ("collateral", "t", result)
    assert ("crew-exposed", "+2") in [(line.label, line.value) for line in told.lines]
    assert game.state.vehicles["t"].stun == stun


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C1.5")
def test_why_the_crew_under_shells_takes_a_check_is_told() -> None:
    game = scene(tank={"exposed": True}, dice=[1, 2, 6, 6])
    burst(game, Salvo("german", Fraction(8), 80, "artillery", "C1.5"), "F10", Aftermath())
    told = {event.what: event for event in game.events if isinstance(event, Resolved)}
    assert told["collateral"].result == "ift.mc"
    assert [line.label for line in told["collateral"].lines] == ["column", "crew-exposed", "roll", "result"]


@pytest.mark.rule("rileys_road:D5.34", "rileys_road:D.8")
@pytest.mark.parametrize(
    ("result", "dice", "stun", "recalled"),
    [
        (Result("ptc"), [], "", False),
        (Result("mc", 1), [4, 3], "", False),
        (Result("mc", 1), [4, 4], "stunned", False),
        (Result("k", 1), [], "stunned", True),
        (Result("kia", 1), [], "stunned", True),
    ],
)
def test_what_fire_does_to_an_exposed_crew(result: Result, dice: list[int], stun: str, recalled: bool) -> None:
    game = scene(tank={"exposed": True}, dice=dice)
    collateral.strike_crew(game, "t", result, Aftermath())
    vehicle = game.state.vehicles["t"]
    assert (vehicle.stun, vehicle.recalled) == (stun, recalled)


@pytest.mark.rule("rileys_road:D.8", "rileys_road:A7.4")
def test_men_may_fire_at_an_exposed_crew_but_not_at_a_closed_tank() -> None:
    facts: dict[str, Any] = {"units": {"g": de("F13")}, "phase": "defensive-fire"}
    game = play(scene(tank={"exposed": True}, **facts), FirePhase(side="german", phase="defensive-fire"), "unit:g")
    assert "hex:F10" in offered(game)
    assert fire_group.target_locations(scene(**facts), "german") == ()


# Overruns


@pytest.mark.rule("rileys_road:D7.1")
def test_the_firepower_of_an_overrun() -> None:
    game = scene(phase="movement", units={"g": de("F10")})
    assert overrun.firepower(game, "t") == 4 + Fraction(3, 2) * (2 + 4)
    game = scene(phase="movement", tank={"broken": ("ma", "cmg")})
    assert overrun.firepower(game, "t") == 2 + 3
    game = scene(phase="movement", tank={"bogged": "bogged"})
    assert overrun.firepower(game, "t") == Fraction(13, 2)


@pytest.mark.rule("rileys_road:D7.1")
def test_open_ground_and_cover_count_in_an_overrun() -> None:
    game = scene(phase="movement", units={"g": de("F10")})
    assert overrun.modifiers(game, "t", "g").total == -1
    game = scene(phase="movement", units={"g": de("F10", stance="foxhole")})
    assert overrun.modifiers(game, "t", "g").total == 4


@pytest.mark.rule("rileys_road:D7.1", "rileys_road:C11.6")
def test_an_overrun_destroys_a_gun_and_marks_all_weapons() -> None:
    game = scene(phase="movement", units={"g": de("F10", "de-228")}, weapons={"w": pak("g")}, dice=[1, 2, 5, 5])
    overrun.resolve(game, "t", Aftermath())
    assert "w" not in game.state.weapons
    (told,) = [event for event in game.events if isinstance(event, Resolved) and event.what == "overrun"]
    shown = {line.label: line.value for line in told.lines}
    assert (shown["firepower"], shown["column"], shown["ffmo"]) == ("13", "12", "-1"), "as it was before they fired"
    assert set(game.state.vehicles["t"].fired) == {"bmg:bounding-first", "cmg:bounding-first", "ma:bounding-first"}


@pytest.mark.rule("rileys_road:D7.21", "rileys_road:A11.6")
def test_those_who_were_overrun_may_attack() -> None:
    game = scene(phase="movement", units={"g": de("F10")}, moving=moving("t", "F10", ("F10", 8)), dice=[3, 3, 2, 2])
    play(game, overrun.Reaction(vehicle="t"), "unit:g", "vehicle:t")
    assert results(game)[-1] == "tk.eliminated"


# Close Combat


@pytest.mark.rule("rileys_road:A11.5", "rileys_road:H1.22")
@pytest.mark.parametrize(
    ("kind", "facts", "expected"),
    [("de-548", {}, 5), ("de-228", {}, 4), ("de-248", {}, 3), ("de-l81", {}, 2), ("de-548", {"pinned": True}, 4),
     ("de-838", {}, 6)],
)  # fmt: skip
def test_the_close_combat_value(kind: str, facts: dict[str, Any], expected: int) -> None:
    game = scene(phase="close-combat", units={"g": de("F10", kind, **facts)})
    assert value_of(game, Charge("g", "t")).total == expected


@pytest.mark.rule("rileys_road:A11.5", "rileys_road:A11.5/vehicles")
@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, 0),
        ({"motion": True}, 2),
        ({"exposed": True}, -1),
        ({"immobile": True}, -1),
        ({"abandoned": True}, -2),
        ({"stun": "stunned"}, -1),
        ({"kind": "ca-wasp"}, -3),
    ],
)
def test_what_counts_against_a_vehicle(facts: dict[str, Any], expected: int) -> None:
    game = scene(phase="close-combat", tank=facts, units={"g": de("F10")})
    assert modifiers(game, Charge("g", "t")).total == expected


@pytest.mark.rule("rileys_road:A11.5")
def test_escorts_protect_a_vehicle() -> None:
    units = {"g": de("F10"), "c": ca("F10"), "h": ca("F10", "ca-248"), "p": ca("F10", pinned=True)}
    assert modifiers(scene(phase="close-combat", units=units), Charge("g", "t")).total == 3


@pytest.mark.rule("rileys_road:A11.5/vehicles")
@pytest.mark.parametrize(
    ("dice", "result"),
    [([2, 3], "tk.immobilized"), ([2, 2], "tk.eliminated"), ([3, 3], "tk.none"), ([1, 1, 4], "tk.burning")],
)
def test_results_of_an_attack_on_a_tank(dice: list[int], result: str) -> None:
    game = scene(phase="close-combat", units={"g": de("F10")}, dice=[*dice, 3, 3])
    attack(game, Charge("g", "t"), Aftermath())
    assert results(game) == [result]


@pytest.mark.rule("rileys_road:A11.5/vehicles", "rileys_road:D5.6")
def test_no_crew_gets_out_of_a_tank_destroyed_in_close_combat() -> None:
    game = scene(phase="close-combat", units={"g": de("F10")}, dice=[2, 2])
    attack(game, Charge("g", "t"), Aftermath())
    assert "tc" not in game.state.units
    assert "t" in game.state.wrecks


@pytest.mark.rule("rileys_road:A11.6")
@pytest.mark.parametrize(
    ("kind", "facts", "abandoned", "expected"),
    [
        ("de-548", {}, False, True),
        ("de-l81", {}, False, False),
        ("de-548", {"fanatic": True}, False, False),
        ("de-548", {"berserk": True}, False, False),
        ("de-548", {}, True, False),
    ],
)
def test_who_must_check_before_going_at_an_afv(
    kind: str, facts: dict[str, Any], abandoned: bool, expected: bool
) -> None:
    game = scene(tank={"abandoned": abandoned}, units={"g": de("F11", kind, **facts)}, phase="advance", active="german")
    assert must_dare(game, "g", "t") is expected


@pytest.mark.rule("rileys_road:A11.6")
@pytest.mark.parametrize(("dice", "passes"), [([4, 4], True), ([5, 4], False)])
def test_the_check_before_an_afv(dice: list[int], passes: bool) -> None:
    game = scene(units={"g": de("F11")}, phase="advance", active="german", dice=dice)
    assert those_who_dare(game, ("g",), "F10", Aftermath()) == (("g",) if passes else ())
    assert game.state.units["g"].pinned is not passes
    assert those_who_dare(game, ("g",), "F12", Aftermath()) == ("g",)


@pytest.mark.rule("rileys_road:A11.6")
def test_who_has_gone_at_an_afv_need_not_check_again() -> None:
    game = scene(units={"g": de("F10")}, phase="close-combat", dice=[4, 4])
    assert must_dare(game, "g", "t")
    assert dares(game, "g", "t", Aftermath())
    assert not must_dare(game, "g", "t")
    game.state.vehicles["t"] = tank("F9")
    assert must_dare(game, "g", "t")


@pytest.mark.rule("rileys_road:A11.6", "rileys_road:A19.3")
def test_raw_troops_check_at_plus_one() -> None:
    game = scene(units={"c": ca("F11", "ca-447")}, others={"p": tank("F10", "de-pz4j")}, dice=[4, 3], phase="advance")
    assert dares(game, "c", "p", Aftermath()) is True


@pytest.mark.rule("rileys_road:C13.7")
@pytest.mark.parametrize(
    ("face", "kind", "mine", "pinned", "value"),
    [
        (3, "de-548", True, False, 5),
        (4, "de-548", False, False, 5),
        (6, "de-548", False, True, 3),
        (3, "de-248", False, False, 3),
    ],
)
def test_magnetic_mines(face: int, kind: str, mine: bool, pinned: bool, value: int) -> None:
    game = scene(phase="close-combat", units={"g": de("F10", kind)}, dice=[face])
    charge = find_mine(game, Charge("g", "t", mine=True))
    assert (charge.mine, game.state.units["g"].pinned) == (mine, pinned)
    assert value_of(game, charge).total == value
    assert modifiers(game, charge).total == (-3 if mine else 0)


@pytest.mark.rule("rileys_road:C13.7")
def test_no_magnetic_mines_for_canadians_or_against_moving_tanks() -> None:
    game = scene(tank={"motion": True}, units={"g": de("F10"), "c": ca("F11")}, others={"p": tank("F11", "de-pz4j")})
    assert not may_use_mine(game, "g", "t")
    assert not may_use_mine(game, "c", "p")


@pytest.mark.rule("rileys_road:A11.5/vehicles")
@pytest.mark.parametrize(("facts", "expected"), [({}, 4), ({"broken": ("cmg",)}, 0), ({"stun": "stunned"}, 0)])
def test_a_tank_strikes_back_with_its_machine_guns(facts: dict[str, Any], expected: int) -> None:
    assert defense_fp(scene(tank=facts), "t") == expected


@pytest.mark.rule("rileys_road:A11.5/vehicles", "rileys_road:A3.8")
def test_men_and_vehicles_attack_by_turns_in_the_close_combat_phase() -> None:
    game = scene(phase="close-combat", active="german", units={"g": de("F10")}, dice=[3, 3, 5, 6, 6, 6])
    play(game, CloseCombatPhase(side="german"), "unit:g", "vehicle:t", "unit:g")
    assert results(game) == ["tk.none", "cc.none"]


@pytest.mark.rule("rileys_road:D13/vehicle-smoke")
def test_a_close_defense_weapon_strikes_first() -> None:
    game = scene(phase="close-combat", tank={"kind": "de-pz4j"}, units={"c": ca("F10")}, dice=[3, 3, 4, 4, 1, 1, 5])
    play(game, CloseCombatPhase(side="canadian"), "unit:c", "vehicle:t", "do:device")
    assert "c" not in game.state.units


@pytest.mark.rule("rileys_road:D9.3")
def test_a_tank_of_their_own_shields_men() -> None:
    game = scene(units={"c": ca("F10"), "g": de("F10")})
    assert [part.label for part in tem(game, "F10", ("c",), ["F15"])] == ["tem.armor"]
    assert tem(game, "F10", ("g",), ["F15"]) == []


@pytest.mark.rule("rileys_road:C2.1")
def test_weapons_that_nobody_mans_do_not_fire() -> None:
    weapons = {"w": Weapon("de-pak40", "german", at="F14")}
    game = scene(units={"g": de("F14")}, weapons=weapons, phase="defensive-fire")
    play(game, FirePhase(side="german", phase="defensive-fire"))
    assert not game.decisions or "weapon:w" not in offered(game)


@pytest.mark.rule("rileys_road:D.8", "rileys_road:A9.7")
def test_a_weapon_that_is_lost_in_its_attack_has_still_struck_those_in_vehicles() -> None:
    game = position(
        on=meadow(),
        units={"g": de("F12"), "c": ca("F10")},
        weapons={"w": Weapon("de-mmg", "german", holder="g", low=True)},
        vehicles={"t": tank("F10", "ca-carrier-a", exposed=True)},
        phase="defensive-fire",
        dice=(6, 6, *(1,) * 12),
    )
    play(game, FirePhase(side="german", phase="defensive-fire"), "unit:g", "hex:F10", "do:fire")
    assert "w" not in game.state.weapons
    assert results(game)[0] == "ift.none"


@pytest.mark.rule("rileys_road:A18.12", "rileys_road:A11.5")
def test_an_original_2_against_a_vehicle_may_bring_a_leader_forth() -> None:
    game = scene(phase="close-combat", units={"g": de("F10")}, dice=(1, 1, 6, 5, 2, 2))
    attack(game, Charge("g", "t"), Aftermath())
    # German -1, against an AFV -1, morale of 8 -1.
    assert game.content.personnel[game.state.units["gx1"].kind].name == "8-0"
    single = scene(phase="close-combat", units={"g": de("F10", "de-l91")}, dice=(1, 1, 6, 3, 2, 2))
    attack(single, Charge("g", "t"), Aftermath())
    assert "gx1" not in single.state.units


@pytest.mark.rule("rileys_road:A11.5/vehicles")
def test_each_vehicle_strikes_back_itself_in_motion_too_when_the_men_have_had_their_turn() -> None:
    vehicles = {"a": tank("F8", motion=True), "b": tank("F8")}
    game = position(
        units={"m": de("F8", "de-l91")}, vehicles=vehicles, on=meadow(), phase="close-combat", dice=[6, 6, 6, 5]
    )
    play(game, VehicleFight(at="F8", side="german"), "do:done")
    assert (game.decisions[0].prompt, game.decisions[0].args["vehicle"]) == ("vehicle-strikes", "a")
    game.choose("unit:m")
    assert (game.decisions[0].prompt, game.decisions[0].args["vehicle"]) == ("vehicle-strikes", "b")
    game.choose("unit:m")
    assert not game.decisions


@pytest.mark.rule("rileys_road:A4.34", "rileys_road:A7.4", "rileys_road:D3.1")
def test_men_who_pass_behind_a_house_are_no_target_because_of_others_inside_it() -> None:
    def aims(vertices: tuple[int, ...]) -> list[str]:
        passing = de("F14", stance="bypass", vertices=vertices)
        now = Moving(units=("p",), at="F14", came_from="F15", spent_here=2, spent=2)
        units = {"p": passing, "g": de("F14", fire="prep")}
        terrain = {"F14": "stone-building"}
        game = scene(phase="movement", active="german", units=units, moving=now, terrain=terrain)
        return targets(game, "t", ("cmg",))

    assert aims((5, 0)) == ["F14"]
    assert aims((2, 3)) == []
