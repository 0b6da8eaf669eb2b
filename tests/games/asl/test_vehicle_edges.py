"""B28, C3.8, C5.6, D: vehicles at the edges of their rules, each position judged beside the sentence that it tries."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import ca, de, field, moving, pak, shot, tank
from games.asl.position import board, content_on, offered, play, position
from games.asl.test_vehicles_more import soft
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.ordnance.firing import disable, fire
from sandtable.games.asl.state import Mines, Unit, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import collateral, devices
from sandtable.games.asl.vehicles.close_combat import (
    Charge,
    blow_drm,
    blow_fp,
    defense_fp,
    has_machine_gun,
    modifiers,
    value_of,
)
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.ground import HALF, Entry, entry
from sandtable.games.asl.vehicles.machine_guns import Burst, resolve
from sandtable.games.asl.vehicles.overrun import Reaction
from sandtable.games.asl.vehicles.under_fire import suffer_mines
from sandtable.kernel import Refusal


def alone(kind: str = "ca-sherman3", **facts: Any) -> Game:
    """A vehicle t in F10 that looks north."""
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    vehicles = {"t": tank("F10", kind, facing=0, **facts.pop("tank", {})), **facts.pop("others", {})}
    return position(on=on, vehicles=vehicles, **facts)


def state_of(game: Game, name: str = "t") -> str:
    if name in game.state.wrecks:
        return "burning" if game.state.wrecks[name].burning else "lost"
    return "immobile" if game.state.vehicles[name].immobile else "unharmed"


# B28


@pytest.mark.rule("rileys_road:B28.1", "rileys_road:C7.7")
@pytest.mark.parametrize(
    ("dice", "state"),
    [((1, 2), "burning"), ((2, 2), "lost"), ((3, 3), "lost"), ((3, 4), "immobile"), ((4, 4), "unharmed")],
)  # fmt: skip
def test_mines_against_men_strike_a_carrier_by_the_vehicle_line(dice: tuple[int, int], state: str) -> None:
    """The 8 column has the kill number 7: half of it burns, at it the Carrier is immobilized."""
    game = alone("ca-carrier-a", mines={"F10": Mines("german", ap=8)}, dice=[*dice, *[1] * 8])
    suffer_mines(game, "t", "F10", Aftermath())
    assert state_of(game) == state


@pytest.mark.rule("rileys_road:B28.1", "rileys_road:D5.7")
@pytest.mark.parametrize(("kind", "state"), [("ca-carrier-a", "lost"), ("ca-wasp", "burning")])
def test_a_wasp_burns_more_easily_on_mines(kind: str, state: str) -> None:
    game = alone(kind, mines={"F10": Mines("german", ap=8)}, dice=[2, 2, *[6] * 8])
    suffer_mines(game, "t", "F10", Aftermath())
    assert state_of(game) == state


@pytest.mark.rule("rileys_road:B28.5", "rileys_road:D5.7")
@pytest.mark.parametrize(
    ("kind", "dice", "state"),
    [("ca-sherman3", (2, 2), "burning"), ("ca-sherman3", (2, 3), "lost"), ("ca-kangaroo", (2, 2), "lost"),
     ("ca-sherman3", (3, 4), "immobile")],
)  # fmt: skip
def test_a_red_number_makes_a_tank_burn_on_a_mine(kind: str, dice: tuple[int, int], state: str) -> None:
    riders = {"c": ca("F10", aboard="t")} if kind == "ca-kangaroo" else {}
    game = alone(kind, units=riders, mines={"F10": Mines("german", at=1)}, dice=[1, *dice, *[1] * 8])
    suffer_mines(game, "t", "F10", Aftermath())
    assert state_of(game) == state


# C3.8


@pytest.mark.rule("rileys_road:C3.8", "rileys_road:C2.29")
def test_a_quick_gun_strikes_men_twice_by_doubles_and_a_vehicle_as_often_as_ever() -> None:
    men = field(active="german", phase="prep-fire", units={"c": ca("F8")}, dice=[2, 2, 6, 6, 5, 6],
                vehicles={"v": tank("F14", "de-flakpz", facing=0)})  # fmt: skip
    fire(men, shot(men, "F8", "infantry", "he", firer="v"), Aftermath())
    rolled = [getattr(event, "why", "") for event in men.events]
    assert rolled.count("effect") == 2


# C5.6


@pytest.mark.rule("rileys_road:C5.6")
def test_a_tank_does_nothing_else_after_intensive_fire() -> None:
    vehicles = {"e": tank("F5", "de-pz4j")}
    for marker, able in (("ma:prep", True), ("ma:intensive", False)):
        units = {"g": de("F6"), "c": ca("F11")}
        game = alone(phase="prep-fire", units=units, others=vehicles, tank={"fired": (marker,)})
        play(game, FirePhase(side="canadian", phase="prep-fire"))
        assert ("vehicle:t" in offered(game)) is able
    refusal = game.explain("vehicle:t")
    assert (refusal.reason, refusal.rule) == ("refused.worn-out", "C5.6")


@pytest.mark.rule("rileys_road:C5.6", "rileys_road:C2.1", "rileys_road:A8.31")
def test_a_squad_that_has_fired_its_gun_intensively_fires_nothing_else() -> None:
    units = {"g": de("F14"), "c": ca("F13")}
    for marker, pieces in (("first", 1), ("intensive", 0)):
        game = field(units=units, weapons={"w": pak(fire=marker, used=True)})
        assert len(pieces_of(game, "g")) == pieces


# D2


@pytest.mark.rule("rileys_road:D2.6", "rileys_road:D3.6")
@pytest.mark.parametrize(("facts", "stops"), [({}, True), ({"disabled": ("ma",)}, False)])
def test_a_wasp_stops_beside_whatever_its_flames_can_burn(facts: dict[str, Any], stops: bool) -> None:
    game = alone("ca-wasp", others={"e": tank("F9", "de-pz5g")}, tank=facts)
    play(game, Drive(vehicle="t"), "hex:F9")
    assert ({"do:stop", "do:done"} <= offered(game).keys()) is stops


@pytest.mark.rule("rileys_road:D8.2", "rileys_road:D2.4")
def test_a_tank_in_motion_enters_woods_with_all_of_its_mp() -> None:
    game = alone(terrain={"F9": "woods"}, tank={"motion": True}, dice=[5, 5])
    play(game, Drive(vehicle="t"))
    assert offered(game)["slow:F9"] == 14
    game.choose("slow:F9")
    vehicle = game.state.vehicles["t"]
    assert (vehicle.at, vehicle.bogged, vehicle.started) == ("F9", "", True)


@pytest.mark.rule("rileys_road:D8.3", "rileys_road:D5.42")
@pytest.mark.parametrize(("driver", "bogged"), [("", ""), ("ca-458", "bogged")])
def test_strangers_have_no_more_mp_to_get_free_than_to_drive(driver: str, bogged: str) -> None:
    game = alone(tank={"bogged": "bogged", "manned_kind": driver, "manned_by": "x" if driver else ""}, dice=[2, 5])
    play(game, Drive(vehicle="t"), "do:free")
    assert game.state.vehicles["t"].bogged == bogged


# D3.7


@pytest.mark.rule("rileys_road:D3.7")
@pytest.mark.parametrize("face", [1, 6])
def test_only_the_machine_gun_whose_number_is_reached_malfunctions(face: int) -> None:
    """The bow gun of a Carrier C breaks down at 11, the other at 12."""
    game = alone("ca-carrier-c", phase="prep-fire", units={"g": de("F6")}, dice=[5, 6, *[face] * 3])
    resolve(game, Burst("t", ("bmg", "aamg"), "F6"), Aftermath())
    assert game.state.vehicles["t"].broken == ("ma",)


# D5.6


@pytest.mark.rule("rileys_road:D5.6", "rileys_road:C7.5")
@pytest.mark.parametrize("attack", [(2, 3), (4, 4)])
def test_a_crew_that_loses_its_tank_on_the_way_does_not_walk_on(attack: tuple[int, int]) -> None:
    mines = {"F9": Mines("german", at=5)}
    game = alone(mines=mines, units={"x": ca("A1")}, dice=[1, *attack, 2, 2] if attack == (2, 3) else [1, 4, 4, 6, 6])
    play(game, MovementPhase(side="canadian"), "vehicle:t", "hex:F9")
    assert game.state.units["tc"].at == "F9"
    assert "unit:x" in offered(game)
    assert "unit:tc" not in offered(game)


# A11.5


def melee(*, tank_facts: dict[str, Any] | None = None, kind: str = "de-pz4j", **facts: Any) -> Game:
    """A Canadian squad c beside a German tank v, in the Canadian Close Combat Phase."""
    vehicles = {"v": tank("F10", kind, **(tank_facts or {}))}
    units = {"c": ca("F10"), **facts.pop("units", {})}
    return position(on=meadow(), units=units, vehicles=vehicles, phase="close-combat", active="canadian", **facts)


@pytest.mark.rule("rileys_road:A11.1", "rileys_road:A11.5/vehicles")
def test_men_who_have_attacked_men_attack_no_vehicle_in_the_same_phase() -> None:
    game = melee(units={"g": de("F10")}, tank_facts={"exposed": True}, dice=[4, 4] * 8)
    play(game, CloseCombatPhase(side="canadian"), "do:normal", "unit:c", "unit:g", "do:attack", "do:done")
    assert game.decisions[0].prompt == "vehicle-strikes"
    game = melee(units={"g": de("F10"), "d": ca("F10")}, tank_facts={"exposed": True}, dice=[4, 4] * 8)
    play(game, CloseCombatPhase(side="canadian"), "do:normal", "unit:c", "unit:g", "do:attack", "do:done")
    assert (game.decisions[0].prompt, set(offered(game))) == ("vehicle-fight", {"unit:d", "do:done"})


@pytest.mark.rule("rileys_road:A11.5", "rileys_road:A11.4", "rileys_road:A4.51", "rileys_road:B26/infantry")
@pytest.mark.parametrize(
    ("facts", "ambusher", "expected"),
    [({}, "", 0), ({"ti": True}, "", 1), ({"cx": True}, "", 1), ({"stance": "above-wire"}, "", 1),
     ({}, "canadian", -1), ({}, "german", 1)],
)  # fmt: skip
def test_what_counts_among_men_counts_against_a_vehicle(facts: dict[str, Any], ambusher: str, expected: int) -> None:
    game = melee(units={"c": ca("F10", **facts)})
    assert modifiers(game, Charge("c", "v", ambusher=ambusher)).total == expected


@pytest.mark.rule("rileys_road:A11.5")
def test_a_guard_fights_a_vehicle_with_less() -> None:
    game = melee(units={"p": de("F10", guard="c", unarmed=True)})
    assert value_of(game, Charge("c", "v")).total == 4


@pytest.mark.rule("rileys_road:A11.5/vehicles", "rileys_road:A11.16", "rileys_road:A4.51", "rileys_road:D5.34")
@pytest.mark.parametrize(
    ("facts", "crew", "ambusher", "expected"),
    [({}, {}, "", 0), ({"broken": True}, {}, "", -2), ({"ti": True}, {}, "", -1), ({}, {"stun": "shaken"}, "", 1),
     ({}, {}, "canadian", 1), ({}, {}, "german", -1)],
)  # fmt: skip
def test_what_counts_when_a_vehicle_strikes_back(
    facts: dict[str, Any], crew: dict[str, Any], ambusher: str, expected: int
) -> None:
    game = melee(units={"c": ca("F10", **facts)}, tank_facts=crew)
    assert blow_drm(game, "v", "c", ambusher).total == expected


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A11.5/vehicles")
def test_a_vehicle_strikes_those_beneath_a_question_mark_with_half_its_power() -> None:
    assert blow_fp(melee(), "v", "c") == 2 * blow_fp(melee(units={"c": ca("F10", concealed=True)}), "v", "c") == 5


@pytest.mark.rule("rileys_road:A11.19", "rileys_road:A11.5/vehicles", "rileys_road:A12.16")
def test_men_beneath_a_question_mark_are_named_to_no_vehicle_that_strikes_one_of_them() -> None:
    units = {"c": ca("F10", concealed=True), "d": Unit("canadian", "dummy", "F10", concealed=True)}
    game = melee(units=units, dice=[1, 1])
    play(game, CloseCombatPhase(side="canadian"), "do:done")
    assert (game.decisions[0].prompt, set(offered(game))) == ("vehicle-strikes", {"do:concealed", "do:done"})
    game.choose("do:concealed")
    assert not game.state.units


@pytest.mark.rule("rileys_road:A11.14", "rileys_road:A11.5")
@pytest.mark.parametrize(("facts", "expected"), [({}, -1), ({"berserk": True}, 0)])
def test_a_leader_lends_nothing_to_berserk_men_who_attack_a_vehicle(facts: dict[str, Any], expected: int) -> None:
    game = melee(units={"c": ca("F10", **facts), "l": ca("F10", "ca-l91")})
    assert modifiers(game, Charge("c", "v", "l")).total == expected


@pytest.mark.rule("rileys_road:A11.5/vehicles")
def test_a_vehicle_attacks_broken_men_with_whom_it_is() -> None:
    game = melee(units={"c": ca("F10", broken=True, dm=True)}, dice=[2, 2])
    play(game, CloseCombatPhase(side="canadian"))
    assert game.decisions[0].prompt == "vehicle-strikes"
    game.choose("unit:c")
    assert "c" not in game.state.units


@pytest.mark.rule("rileys_road:A11.5/vehicles", "rileys_road:D3.1", "rileys_road:D3.7")
@pytest.mark.parametrize(
    ("kind", "facts", "usable", "strikes"),
    [("de-spw251", {"exposed": True}, True, 3), ("de-spw251", {"exposed": True, "broken": ("ma",)}, False, 0),
     ("de-pz4j", {"broken": ("bmg", "cmg")}, False, 0),
     ("de-pz4j", {"broken": ("bmg", "cmg"), "exposed": True}, True, 2)],
)  # fmt: skip
def test_a_machine_gun_that_is_broken_or_not_manned_does_not_count_in_close_combat(
    kind: str, facts: dict[str, Any], usable: bool, strikes: int
) -> None:
    game = melee(kind=kind, tank_facts=facts)
    assert (has_machine_gun(game, "v"), defense_fp(game, "v")) == (usable, strikes)


@pytest.mark.rule("rileys_road:D7.21", "rileys_road:D13/vehicle-smoke")
def test_a_tank_uses_its_close_defense_weapon_against_those_whom_it_has_overrun() -> None:
    vehicles = {"v": tank("F10", "de-pz4j", started=True, bounding=True)}
    game = position(on=meadow(), units={"c": ca("F10")}, vehicles=vehicles, phase="movement", active="german",
                    moving=moving("v", "F10", ("F10", 8)), dice=[3, 3, 4, 4, 1, 1, 1, 1])  # fmt: skip
    play(game, Reaction(vehicle="v"), "unit:c")
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("close-defense", "german")
    game.choose("do:device")
    assert "c" not in game.state.units
    assert "v" in game.state.vehicles


@pytest.mark.rule("rileys_road:D13/vehicle-smoke", "rileys_road:D5.34")
@pytest.mark.parametrize(("stun", "works"), [("", True), ("shaken", False)])
def test_a_crew_that_was_stunned_handles_its_device_worse(stun: str, works: bool) -> None:
    game = alone(tank={"stun": stun}, phase="movement", dice=[3, 3])
    devices.use(game, "t", "F10")
    assert bool(game.state.smoke) is works


# D2.1, B23.9, RR9, C10.1, D5.341


@pytest.mark.rule("rileys_road:D2.1", "rileys_road:D8.2")
@pytest.mark.parametrize(
    ("terrain", "rubble", "dice"),
    [("stone-building", {}, ()), ("woods", {}, (1, 1)), ("stone-building", {"F10": "stone"}, (1, 1))],
)
def test_a_vehicle_that_turns_may_bog_in_woods_and_rubble_but_not_in_a_building(
    terrain: str, rubble: dict[str, str], dice: tuple[int, ...]
) -> None:
    game = alone(terrain={"F10": terrain}, tank={"started": True}, rubble=rubble, dice=dice)
    play(game, Drive(vehicle="t"), "spine:1")
    assert game.state.vehicles["t"].facing == 1


@pytest.mark.rule("rileys_road:RR9", "rileys_road:E3.9/soft-ground")
def test_soft_ground_costs_nothing_within_a_factory() -> None:
    game = position(on=soft(content_on(board())), vehicles={"t": tank("V23")})
    found = entry(game, "t", "V23", "V22")
    assert isinstance(found, Entry)
    assert found.cost == HALF * 2


@pytest.mark.rule("rileys_road:B23.9")
def test_no_vehicle_enters_a_fortified_factory_by_its_gate() -> None:
    game = position(vehicles={"t": tank("V23")}, fortified={"V22": "german"})
    assert isinstance(entry(game, "t", "V23", "V22"), Refusal)


@pytest.mark.rule("rileys_road:C2.7", "rileys_road:C10.1")
@pytest.mark.parametrize(("known", "enters"), [(True, False), (False, True)])
def test_no_gun_is_towed_into_wire_that_is_known(known: bool, enters: bool) -> None:
    carrier = {"towing": "w", "exposed": True}
    game = alone("ca-carrier-a", tank=carrier, works={"F9": Works("german", wire=True, known=known)})
    assert isinstance(entry(game, "t", "F10", "F9"), Entry) is enters


@pytest.mark.rule("rileys_road:C10.1", "rileys_road:D6.64")
@pytest.mark.parametrize(("towing", "fires"), [("w", False), ("", True)])
def test_the_crew_of_a_gun_does_not_fire_while_it_is_towed(towing: str, fires: bool) -> None:
    halftrack = tank("F14", "de-spw251", exposed=True, towing=towing)
    game = field(units={"g": de("F14", "de-228", aboard="h"), "c": ca("F11")}, vehicles={"h": halftrack})
    assert bool(pieces_of(game, "g")) is fires


@pytest.mark.rule("rileys_road:D5.341", "rileys_road:D6.8")
@pytest.mark.parametrize(
    ("kind", "lost", "recalled"),
    [
        ("ca-carrier-a", ("ma",), True),
        ("ca-carrier-c", ("ma",), False),
        ("ca-carrier-c", ("piat",), False),
        ("ca-carrier-c", ("ma", "piat"), True),
        ("ca-carrier-c", ("piat", "ma"), True),
        ("ca-carrier-c", ("ma", "piat", "aamg"), True),
    ],
)
def test_a_carrier_goes_home_when_all_of_its_armament_is_lost(kind: str, lost: tuple[str, ...], recalled: bool) -> None:
    game = alone(kind, tank={"exposed": True})
    for arm in lost:
        disable(game, "t", arm, lost=True)
    assert game.state.vehicles["t"].recalled is recalled


@pytest.mark.rule("rileys_road:RR8", "rileys_road:D5.34", "rileys_road:D5.341")
def test_a_kangaroo_that_cannot_move_is_lost_when_its_crew_is_to_take_it_home() -> None:
    game = alone("ca-kangaroo", tank={"immobile": True, "exposed": True})
    collateral.strike(game, collateral.exposed_at(game, "F10"), 36, 2, 0, Aftermath())
    assert state_of(game) == "lost"
