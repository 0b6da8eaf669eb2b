"""C, D, E: positions in which several rules of heavy weapons meet, each judged beside the sentences that it tries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import NORTH, ca, de, field, moving, pak, shot, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.artillery.shells import Salvo, burst
from sandtable.games.asl.heavy_fire import refuse
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rout import routing
from sandtable.games.asl.night import starshells
from sandtable.games.asl.night.light import flashing
from sandtable.games.asl.ordnance.firing import disable, fire
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.state import DUMMY, Smoke, Unit, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.driving import Drive, refuse_mover
from sandtable.games.asl.vehicles.vehicle_fire import VehicleFire, refuse_arm
from sandtable.kernel import Choice, Resolved


def rolled(game: Game) -> list[str]:
    """For what dice have fallen."""
    return [event.why for event in game.events if hasattr(event, "why")]


# E1.4


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:C3.32")
@pytest.mark.parametrize(("company", "effects"), [({}, 0), ({"c": ca("F12", cloak=2, concealed=True)}, 1)])
def test_a_dummy_under_a_cloaking_counter_is_gone_before_the_shell_bursts(company: Any, effects: int) -> None:
    units = {"x": Unit("canadian", DUMMY, "F12", cloak=1, concealed=True), **company}
    game = field(units=units, nvr=3, dice=[1, 2, *[6] * 8])
    fire(game, shot(game, "F12", "infantry", "he"), Aftermath())
    assert "x" not in game.state.units
    assert rolled(game).count("effect") == effects


# E1.8


@pytest.mark.rule("rileys_road:E1.8", "rileys_road:C3.22")
@pytest.mark.parametrize(("fired", "shows"), [((), False), (("cmg:prep",), True), (("ma+:prep",), True)])
def test_a_turret_that_is_turned_at_night_shows_no_gunflash(fired: tuple[str, ...], shows: bool) -> None:
    vehicles = {"v": tank("F10", "de-pz4j", fired=fired)}
    game = field(active="german", phase="prep-fire", nvr=3, vehicles=vehicles)
    play(game, Gunnery(firer="v"), "spine:0")
    assert ("F10" in flashing(game)) is shows


@pytest.mark.rule("rileys_road:E1.8", "rileys_road:D3.3")
@pytest.mark.parametrize(("man", "dark"), [(ca("F10"), True), (ca("F10", fire="prep"), False)])
def test_a_tank_that_has_fired_takes_its_gunflash_along(man: Unit, dark: bool) -> None:
    vehicles = {"t": tank("F10", facing=NORTH, started=True, bounding=True, fired=("cmg:bounding",))}
    game = field(phase="movement", nvr=3, vehicles=vehicles, units={"m": man}, gunflashes={"F10": True})
    play(game, Drive(vehicle="t", entered=1, spent=2), "hex:F9")
    assert ("F9" in flashing(game), "F10" not in flashing(game)) == (True, dark)


@pytest.mark.rule("rileys_road:E1.8", "rileys_road:C5.6")
@pytest.mark.parametrize(("phase", "shows"), [("advancing-fire", True), ("rout", False), ("close-combat", False)])
def test_a_crew_that_is_worn_out_by_intensive_fire_shows_no_flash_after_the_last_fire_phase(
    phase: str, shows: bool
) -> None:
    game = field(active="german", phase=phase, nvr=3, vehicles={"v": tank("F10", "de-pz4j", fired=("ma:intensive",))})
    assert ("F10" in flashing(game)) is shows


@pytest.mark.rule("rileys_road:E1.8", "rileys_road:C5.3")
def test_the_flash_of_a_shot_is_not_seen_by_its_target_before_it_is_fired() -> None:
    """A tank that comes along in the dark has spent no MP in LOS of its target, whom its own flash shows it."""
    vehicles = {"t": tank("F10", started=True, bounding=True, entered=2, exposed=True), "e": tank("F14", "de-pz4j")}
    facts: dict[str, Any] = {"moving": moving("t", "F10", ("F10", 6)), "gunflashes": {"F14": True}, "dice": [6, 5]}
    game = position(on=meadow(), phase="movement", nvr=1, vehicles=vehicles, **facts)
    play(game, Gunnery(firer="t"))
    shown = game.preview("vehicle:e").lines
    game.choose("vehicle:e")
    game.choose("do:ap")
    fired = next(event for event in game.events if isinstance(event, Resolved) and event.what == "at-vehicle")
    assert [line for line in shown if line.label.startswith("case.C")] == [
        line for line in fired.lines if line.label.startswith("case.C")
    ]


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:A3.4", "rileys_road:D3.1")
@pytest.mark.parametrize(("phase", "marked"), [("defensive-fire", True), ("advancing-fire", False)])
def test_a_starshell_after_the_last_fire_phase_does_not_count_in_the_next_player_turn(phase: str, marked: bool) -> None:
    """Its markers go at the end of the Defensive Fire Phase, so none is placed after that."""
    vehicles = {"v": tank("F10", "de-pz4j", exposed=True)}
    game = field(phase=phase, nvr=3, vehicles=vehicles, dice=[6])
    starshells.attempt(game, "v")
    assert bool(game.state.vehicles["v"].fired) is marked


# C6.5


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:D11.1", "rileys_road:C5.35")
@pytest.mark.parametrize(("target", "acquired"), [("e", ("e", 2)), ("f", ("", 0))])
def test_a_stabilized_gun_that_fires_on_the_move_at_another_target_loses_the_first(target: str, acquired: Any) -> None:
    aimed = tank("F8", gyro=True, started=True, bounding=True, exposed=True, acquired="e", acquisition=2)
    vehicles = {"t": aimed, "e": tank("F12", "de-pz4j", facing=0), "f": tank("G12", "de-pz4j", facing=0)}
    game = field(phase="movement", vehicles=vehicles, moving=moving("t", "F8", ("F8", 6)), dice=[5, 5, *[6] * 8])
    fire(game, shot(game, target, firer="t"), Aftermath())
    assert (game.state.vehicles["t"].acquired, game.state.vehicles["t"].acquisition) == acquired


# D5.341


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:D6.1")
def test_riders_do_not_keep_a_tank_that_has_lost_its_gun_from_going_home() -> None:
    game = field(vehicles={"t": tank("F10")}, units={"c": ca("F10", aboard="t")})
    disable(game, "t", "ma", lost=True)
    assert game.state.vehicles["t"].recalled


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:D6.1")
@pytest.mark.parametrize("lost", [True, False])
def test_a_halftrack_without_its_gun_goes_home_once_its_passengers_are_off(lost: bool) -> None:
    halftrack = tank("F10", "de-spw251", exposed=True, disabled=("ma",) if lost else ())
    units = {"g": de("F10", aboard="h")}
    game = position(on=meadow(), phase="movement", active="german", vehicles={"h": halftrack}, units=units)
    assert not game.state.vehicles["h"].recalled
    play(game, Drive(vehicle="h"), "do:unload")
    assert game.state.vehicles["h"].recalled is lost


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:D.8")
@pytest.mark.parametrize(("total", "recalled"), [(2, True), (9, False)])
def test_a_halftrack_without_its_gun_goes_home_when_its_passengers_are_killed(total: int, recalled: bool) -> None:
    halftrack = tank("F10", "de-spw251", exposed=True, disabled=("ma",))
    units = {"l": de("F10", "de-l80", aboard="h")}
    game = position(on=meadow(), active="canadian", vehicles={"h": halftrack}, units=units, dice=[2] * 9)
    men = [each for each in collateral.exposed_at(game, "F10") if each.units]
    collateral.strike(game, men, 36, total, 0, Aftermath())
    assert ("l" not in game.state.units, game.state.vehicles["h"].recalled) == (recalled, recalled)


# B24.1


@pytest.mark.rule("rileys_road:B24.1", "rileys_road:C3.7", "rileys_road:C1.5")
@pytest.mark.parametrize(("men", "shaken"), [({"c": ca("F12")}, True), ({}, False)])
def test_a_critical_hit_of_light_artillery_may_bring_a_house_down(men: Any, shaken: bool) -> None:
    """12 FP are too few, 24 are not; where nobody is struck nothing is doubled."""
    game = field(terrain={"F12": "stone-building"}, units=men, dice=[1, 1, *[6] * 8])
    burst(game, Salvo("german", Fraction(12), 76, "artillery", "C1.5"), "F12", Aftermath())
    assert ("rubble" in rolled(game)) is shaken


# B27.5


@pytest.mark.rule("rileys_road:B27.5", "rileys_road:A12.3")
@pytest.mark.parametrize("kind", ["ca-sherman3", "de-spw251"])
@pytest.mark.parametrize(("hidden", "left"), [(True, 1), (False, 2)])
def test_a_vehicle_finds_a_hidden_trench_and_may_bog_in_it(kind: str, hidden: bool, left: float) -> None:
    side = kind[:2].replace("ca", "canadian").replace("de", "german")
    foe = "german" if side == "canadian" else "canadian"
    works = {"F9": Works(foe, trench=True, known=not hidden)}
    vehicles = {"t": tank("F10", kind, facing=0)}
    game = position(on=meadow(), phase="movement", active=side, vehicles=vehicles, works=works, dice=[6, 6])
    play(game, Drive(vehicle="t"))
    if kind == "de-spw251" and not hidden:
        assert "hex:F9" not in offered(game)
        return
    assert offered(game)["hex:F9"] == 1 + left
    game.choose("hex:F9")
    assert game.state.vehicles["t"].bogged == "bogged"
    assert game.state.works["F9"].known


@pytest.mark.rule("rileys_road:B27.5")
def test_a_road_leads_past_a_hidden_trench() -> None:
    vehicles = {"t": tank("F10", facing=0)}
    on = meadow(roads=[["F10", "F9", "F8"]])
    game = position(on=on, phase="movement", vehicles=vehicles, works={"F9": Works("german", trench=True, known=False)})
    play(game, Drive(vehicle="t"), "hex:F9")
    assert game.state.works["F9"].known
    assert not game.state.vehicles["t"].bogged


# A10.52, E1.16


@pytest.mark.rule("rileys_road:A10.52", "rileys_road:E1.16", "rileys_road:RR11.2")
@pytest.mark.parametrize(("nvr", "able"), [(0, ["g"]), (3, [])])
def test_nobody_crawls_down_into_a_cellar_when_that_is_all_he_may_do(nvr: int, able: list[str]) -> None:
    on = meadow({"F10": "stone-building"}, houses={"F10": {"building": "f10", "stories": 1, "cellar": True}})
    units = {f"c{n}": ca(at) for n, at in enumerate(on.adjacent["F10"])} | {"g": de("F10", broken=True, dm=True)}
    game = position(on=on, phase="rout", nvr=nvr, units=units, active="german")
    assert routing(game, "german") == able


# RR8


@pytest.mark.rule("rileys_road:RR8", "rileys_road:C10.1")
def test_with_the_crew_of_its_gun_all_others_get_off_a_kangaroo_which_goes_home() -> None:
    kangaroo = tank("F10", "ca-kangaroo", exposed=True, towing="w")
    units = {"g": ca("F10", "ca-228", aboard="k"), "c": ca("F10", aboard="k")}
    facts: dict[str, Any] = {"vehicles": {"k": kangaroo}, "units": units, "weapons": {"w": pak(kind="ca-6pdr")}}
    game = position(on=meadow(), phase="movement", **facts)
    play(game, Drive(vehicle="k"), "unhook:0")
    assert [name for name, unit in game.state.units.items() if unit.aboard] == []
    assert game.state.vehicles["k"].recalled


# C3.6, C3.7


@pytest.mark.rule("rileys_road:C3.6", "rileys_road:C3.7", "rileys_road:C3.33")
def test_a_two_that_hits_anybody_is_no_improbable_hit_for_others() -> None:
    """7 at this range; SMOKE adds 3, a pinned crew 2, a "?" 2: a 2 just hits those who are known."""
    units = {"g": de("F14", "de-228", pinned=True), "a": ca("F10"), "b": ca("F10", concealed=True)}
    game = field(units=units, smoke={"F12": (Smoke(3, source="ordnance", until=9),)}, dice=[1, 1, 6, *[6] * 8])
    fire(game, shot(game, "F10", "area", "he"), Aftermath())
    assert rolled(game)[:2] == ["to-hit", "critical-hit"]


# A20.5


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:D7.1", "rileys_road:D9.31")
def test_a_tank_finds_no_enemies_where_there_are_only_prisoners() -> None:
    """It does not overrun them, and men who move in its cover come along."""
    units = {"x": ca("F10"), "c": ca("F9"), "p": de("F9", guard="c", unarmed=True)}
    game = position(on=meadow(), phase="movement", vehicles={"t": tank("F10", facing=0)}, units=units)
    play(game, Drive(vehicle="t"))
    assert "overrun:F9" not in offered(game)
    for choice in ("do:armored-assault", "unit:x", "do:ready", "hex:F9"):
        game.choose(choice)
    while game.decisions[0].prompt == "first-fire":
        game.choose("do:pass")
    assert game.state.units["x"].at == "F9"


# Why not


@pytest.mark.rule("rileys_road:D3.1", "rileys_road:D3.7")
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"broken": ("ma",)}, "refused.arm-broken"),
        ({"disabled": ("ma",)}, "refused.arm-lost"),
        ({"fired": ("ma:prep",)}, "refused.arm-fired"),
        ({}, "refused.arm-target"),
    ],
)
def test_the_gun_of_a_halftrack_is_refused_for_what_keeps_it_from_firing(facts: dict[str, Any], reason: str) -> None:
    game = field(active="german", phase="prep-fire", vehicles={"h": tank("F10", "de-spw251", exposed=True, **facts)})
    refusal = refuse_arm(game, "h", "aamg")
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("rileys_road:C2.1", "rileys_road:C2.8", "rileys_road:C10.1")
@pytest.mark.parametrize(
    ("crew", "gun", "others", "reason"),
    [
        ({}, {"limbered": True, "kind": "de-pak4341"}, {}, "refused.gun-limbered"),
        ({}, {}, {"h": tank("F14", "de-spw251", towing="w")}, "refused.gun-towed"),
        ({"broken": True}, {}, {}, "refused.weapon-not-served"),
        ({"ti": True}, {}, {}, "refused.weapon-not-served"),
        ({}, {}, {}, "refused.weapon-no-target"),
    ],
)
def test_a_gun_is_refused_for_what_keeps_it_from_firing(crew: Any, gun: Any, others: Any, reason: str) -> None:
    game = field(units={"g": de("F14", "de-228", **crew)}, weapons={"w": pak(**gun)}, vehicles=others)
    refusal = refuse(game, Choice.of("weapon:w"), "german")
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("rileys_road:E1.21")
def test_a_vehicle_is_refused_for_its_no_move_counter() -> None:
    game = field(phase="movement", active="german", nvr=3, vehicles={"v": tank("F10", "de-pz4j", frozen=True)})
    refusal = refuse_mover(game, "v", "german")
    assert refusal is not None
    assert refusal.rule == "E1.21"


@pytest.mark.rule("rileys_road:D3.1", "rileys_road:C3.2", "rileys_road:A7.22")
@pytest.mark.parametrize(
    ("arm", "place", "reason"),
    [
        ("bmg", "F8", "refused.no-target-there"),
        ("bmg", "F18", "refused.weapon-arc"),
        ("aamg", "F1", "refused.weapon-range"),
        ("cmg", "F5", "refused.weapon-los"),
    ],
)
def test_machine_guns_are_refused_a_place_for_what_keeps_them_from_it(arm: str, place: str, reason: str) -> None:
    """The bow gun of a tank in Motion cannot be turned; a gun on top reaches twice its range."""
    vehicles = {"v": tank("F10", "de-pz4j", facing=0, exposed=True, motion=True)}
    units = {"c": ca("F9"), "d": ca("G10"), "e": ca("E10")}
    if arm == "aamg":
        vehicles["v"] = tank("F20", "de-pz4j", facing=0, exposed=True)
        units = {"c": ca("F18")}
    game = field(units=units, vehicles=vehicles, terrain={"F6": "woods"} if arm == "cmg" else {})
    play(game, VehicleFire(vehicle="v"), f"arm:{arm}")
    assert game.explain(f"hex:{place}").reason == reason
