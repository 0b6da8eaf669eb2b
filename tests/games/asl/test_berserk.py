"""A15.4: berserk men: who goes with a leader, what they drop, fire at and must attack, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.close_combat.combat_phase import CloseCombatPhase
from sandtable.games.asl.fire.attack import Attack, firepower_of
from sandtable.games.asl.fire.fire_phase import FirePhase, pieces_named
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.morale.berserk import come_to_themselves, enemies_in_sight
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.checks import morale_check
from sandtable.games.asl.morale.heat_of_battle import go_berserk
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.sequence.game_turn import PlayerTurn
from sandtable.games.asl.state import Moving, Unit, Vehicle, Weapon, Works
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.close_combat import VehicleFight
from sandtable.games.asl.victory import judge


def mad(units: dict[str, Unit]) -> set[str]:
    return {name for name, unit in units.items() if unit.berserk}


@pytest.mark.rule("rileys_road:A15.4")
def test_the_stack_of_a_leader_who_goes_berserk_checks_and_goes_with_him_if_it_fails() -> None:
    units = {
        "l": ca("F6", "ca-l80"), "a": ca("F6"), "b": ca("F6"), "crew": ca("F6", "ca-228"),
        "broken": ca("F6", broken=True), "beside": ca("F7"), "g": de("F9"),
    }  # fmt: skip
    # The leader's MC: 2. Heat of Battle 11, Canadian -1: berserk. Then a NTC for a (12: fails) and b (8: passes).
    game = position(units=units, on=meadow(), dice=(1, 1, 5, 6, 6, 6, 4, 4))
    morale_check(game, "l", 0, Aftermath())
    assert mad(game.state.units) == {"l", "a"}


@pytest.mark.rule("rileys_road:A15.4")
def test_a_squad_that_goes_berserk_takes_nobody_with_it() -> None:
    units = {"u": ca("F6", "ca-457"), "a": ca("F6", "ca-457"), "g": de("F9")}
    game = position(units=units, on=meadow(), dice=(1, 1, 5, 6))
    morale_check(game, "u", 0, Aftermath())
    assert mad(game.state.units) == {"u"}


@pytest.mark.rule("rileys_road:A15.4")
def test_berserk_men_drop_light_machine_guns_that_they_cannot_carry() -> None:
    weapons = {f"w{n}": Weapon("de-lmg", "german", holder="h") for n in range(5)}
    game = position(units={"h": de("F6", "de-l91"), "c": ca("F8")}, weapons=weapons, on=meadow())
    go_berserk(game, "h")
    assert [weapon.holder for weapon in game.state.weapons.values()].count("h") == 1


@pytest.mark.rule("rileys_road:A15.4")
def test_prisoners_and_abandoned_vehicles_are_nobody_to_charge_and_manned_vehicles_are() -> None:
    units = {"c": ca("F6", berserk=True), "k": ca("F8"), "p": de("F8", guard="k")}
    game = position(units=units, on=meadow())
    assert enemies_in_sight(game, units["c"]) == []
    for facts, seen in (({}, ["F10"]), ({"abandoned": True}, []), ({"concealed": True}, [])):
        tank = {"t": Vehicle("german", "de-flakpz", "F10", **facts)}  # type: ignore[arg-type]
        assert enemies_in_sight(position(units=units, vehicles=tank, on=meadow()), units["c"]) == seen


@pytest.mark.rule("rileys_road:A15.4")
def test_a_berserk_unit_that_must_charge_does_nothing_else() -> None:
    units = {"c": ca("F6", berserk=True), "g": de("F9")}
    lying = {"w": Weapon("ca-lmg", "canadian", at="F6"), "own": Weapon("ca-lmg", "canadian", holder="c")}
    game = play(position(units=units, weapons=lying, on=meadow()), MovementPhase(side="canadian"), "unit:c")
    assert list(offered(game)) == ["hex:F9"]
    assert game.explain("drop:own").reason == "refused.must-charge"  # type: ignore[union-attr]


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A20.5")
def test_prisoners_of_a_berserk_guard_stay_behind_when_he_charges() -> None:
    units = {"c": ca("F6", berserk=True), "p": de("F6", guard="c"), "g": de("F8")}
    game = play(position(units=units, on=meadow()), MovementPhase(side="canadian"), "unit:c", "hex:F8")
    left = game.state.units["p"]
    assert (left.at, left.guard, left.unarmed) == ("F6", "", True)
    kept = {**units, "k": ca("F6")}
    game = play(position(units=kept, on=meadow()), MovementPhase(side="canadian"), "unit:c", "hex:F8")
    assert game.state.units["p"].guard == "k"


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:B27/infantry", "rileys_road:A7.7")
@pytest.mark.parametrize(
    ("facts", "goal", "cost"), [({}, "F14", 8), ({"stance": "foxhole"}, "F13", 8), ({"encircled": True}, "F13", 8)]
)
def test_leaving_a_foxhole_and_encirclement_are_paid_of_a_charge(facts: dict[str, Any], goal: str, cost: int) -> None:
    works = {"F6": Works(side="canadian", foxholes=1)}
    game = position(units={"c": ca("F6", berserk=True, **facts), "g": de("F18")}, on=meadow(), works=works)
    play(game, MovementPhase(side="canadian"), "unit:c")
    assert offered(game) == {f"hex:{goal}": cost}


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A7.7", "rileys_road:A8.1")
def test_encircled_men_charge_from_hex_to_hex_as_others_do() -> None:
    game = position(units={"c": ca("F6", berserk=True, encircled=True), "g": de("F9")}, on=meadow())
    play(game, MovementPhase(side="canadian"), "unit:c")
    assert game.preview("hex:F9").path == ("F6", "F7", "F8", "F9")
    game.choose("hex:F9")
    assert (game.decisions[0].prompt, game.decisions[0].args["hex"]) == ("first-fire", "F7")
    assert not game.state.units["c"].encircled


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:B23.9/infantry")
def test_a_charge_at_a_fortified_location_ends_beside_it() -> None:
    on = meadow({"F9": "stone-building"}, houses={"F9": {"building": "h"}})
    units = {"c": ca("F6", berserk=True), "g": de("F9")}
    game = play(position(units=units, on=on, fortified={"F9": "german"}), MovementPhase(side="canadian"), "unit:c")
    assert offered(game) == {"hex:F8": 2}
    units["c"] = ca("F8", berserk=True)
    there = play(position(units=units, on=on, fortified={"F9": "german"}), MovementPhase(side="canadian"))
    assert "do:done" in offered(there)


# Fire


def firing(phase: str, units: dict[str, Unit], **facts: Any) -> Game:
    return position(units=units, on=meadow({"F6": "stone-building"}), phase=phase, **facts)


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A7.21")
def test_in_the_advancing_fire_phase_berserk_men_fire_at_their_own_location_and_no_other() -> None:
    units = {"c": ca("F6", berserk=True), "g": de("F6"), "far": de("F8")}
    game = play(firing("advancing-fire", units), FirePhase(side="canadian", phase="advancing-fire"))
    assert "unit:c" in offered(game)
    game.choose("unit:c")
    assert [name for name in offered(game) if name.startswith("hex:")] == ["hex:F6"]
    # Tripled at no range, halved as Advancing Fire, and no cover within one Location.
    attack = Attack(pieces_named(game, ("c",)), (), "F6")
    assert firepower_of(game, attack) == 6
    assert not any(line.label == "tem" for line in game.preview("hex:F6").lines)


@pytest.mark.rule("rileys_road:A15.4")
def test_berserk_men_fire_in_no_other_phase_and_nobody_else_fires_within_a_location() -> None:
    units = {"c": ca("F6", berserk=True), "g": de("F6"), "far": de("F8")}
    assert pieces_of(firing("prep-fire", units), "c") == []
    assert pieces_of(firing("defensive-fire", units, active="german"), "c") == []
    lone = play(
        firing("advancing-fire", {"c": units["c"], "far": units["far"]}), FirePhase("canadian", "advancing-fire")
    )
    assert not lone.decisions or "unit:c" not in offered(lone)
    same = {"c": ca("F6"), "g": de("F6")}
    game = play(firing("advancing-fire", same), FirePhase(side="canadian", phase="advancing-fire"))
    assert not game.decisions or "unit:c" not in offered(game)


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A8.1")
def test_berserk_men_fire_first_at_those_who_come_into_their_location_only() -> None:
    units = {"g": de("F6", berserk=True), "c": ca("F6", berserk=True)}
    came = Moving(units=("c",), at="F6", came_from="F5", spent_here=2)
    assert [piece.mode for piece in pieces_of(firing("movement", units, moving=came), "g")] == ["first"]
    beside = Moving(units=("c",), at="F5", came_from="F4", spent_here=2)
    assert pieces_of(firing("movement", {**units, "c": ca("F5")}, moving=beside), "g") == []


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A.10")
def test_a_berserk_leader_directs_nobody() -> None:
    units = {"l": ca("F6", "ca-l91", berserk=True), "c": ca("F6", berserk=True), "g": de("F6")}
    game = play(firing("advancing-fire", units), FirePhase("canadian", "advancing-fire"), "unit:c", "hex:F6")
    assert "unit:l" not in offered(game)


# Advance and Close Combat


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A4.7")
def test_berserk_men_advance_only_upon_the_enemy() -> None:
    units = {"c": ca("F6", berserk=True), "g": de("F7"), "x": de("G6", concealed=True)}
    game = play(position(units=units, on=meadow(), phase="advance"), AdvancePhase(side="canadian"), "unit:c")
    assert {name for name in offered(game) if name.startswith("hex:")} == {"hex:F7", "hex:G6"}
    assert game.explain("hex:F5").reason == "refused.berserk-advance"  # type: ignore[union-attr]


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A11.1")
def test_berserk_men_must_attack_in_close_combat() -> None:
    units = {"c": ca("F6", berserk=True), "k": ca("F6"), "g": de("F6")}
    game = play(
        position(units=units, on=meadow(), phase="close-combat", dice=(3, 3)), CloseCombatPhase(side="canadian")
    )
    while game.decisions[0].prompt != "cc-attacker":
        game.choose(game.decisions[0].default or game.decisions[0].options[0].id)
    assert "do:done" not in offered(game)
    assert game.explain("do:done").reason == "refused.berserk-attacks"  # type: ignore[union-attr]


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A11.5/vehicles")
def test_berserk_men_must_attack_a_manned_vehicle_that_they_have_reached() -> None:
    for abandoned, free in ((False, False), (True, True)):
        tank = {"t": Vehicle("german", "de-flakpz", "F6", abandoned=abandoned)}
        game = position(units={"c": ca("F6", berserk=True)}, vehicles=tank, on=meadow(), phase="close-combat")
        play(game, VehicleFight(at="F6", side="canadian"))
        assert ("do:done" in offered(game)) is free


# The end of it


@pytest.mark.rule("rileys_road:A15.4")
@pytest.mark.parametrize(
    ("others", "still"),
    [
        ({"g": de("F6")}, True), ({"g": de("F9")}, True), ({"g": de("F9", concealed=True)}, False),
        ({"g": de("F6", guard="k"), "k": ca("F6")}, False), ({"g": de("F6", unarmed=True)}, True), ({}, False),
    ],
)  # fmt: skip
def test_berserk_men_come_to_themselves_where_nobody_is_left_and_no_enemy_is_seen(
    others: dict[str, Unit], still: bool
) -> None:
    game = position(units={"c": ca("F6", berserk=True), **others}, on=meadow())
    come_to_themselves(game)
    assert game.state.units["c"].berserk is still


@pytest.mark.rule("rileys_road:A15.4")
def test_it_ends_with_the_player_turn_of_either_side_and_the_ground_is_theirs_again() -> None:
    units = {"c": ca("F6", berserk=True), "g": de("F9", hidden=True)}
    for active in ("canadian", "german"):
        game = position(units=dict(units), on=meadow(), active=active, phase="close-combat", held={"F6": "german"})
        play(game, PlayerTurn(side=active, step="end"))
        assert not game.state.units["c"].berserk
        assert game.state.held["F6"] == "canadian"


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:A26.1")
def test_at_the_end_of_the_scenario_berserk_men_hold_what_they_stand_on() -> None:
    units = {"c": ca("F6", berserk=True), "g": de("F9")}
    game = position(units=units, on=meadow(), held={"F6": "german"}, turn=99)
    judge(game)
    assert (game.state.units["c"].berserk, game.state.held["F6"]) == (False, "canadian")


@pytest.mark.rule("rileys_road:A12.15", "rileys_road:A12.14", "rileys_road:A15.4")
def test_who_charges_among_the_concealed_reveals_one_of_them_and_stays() -> None:
    units = {
        "c": ca("F6", berserk=True), "g": de("F8"), "a": de("F8", concealed=True), "b": de("F8", hidden=True),
        "d": Unit("german", "dummy", "F8", concealed=True),
    }  # fmt: skip
    game = position(units=units, on=meadow(), dice=(6, 1))
    play(game, MovementPhase(side="canadian"), "unit:c", "hex:F8")
    left = game.state.units
    assert left["c"].at == "F8"
    assert (left["a"].concealed, left["b"].hidden, left["b"].concealed, "d" in left) == (False, False, True, False)
