"""E1.2, E1.21, E1.4, E1.53, E1.9, E1.16, CG4: raiders under Cloaking counters, sentries, Straying and starshells."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl import hidden
from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.gaining import gain_concealment
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.night import LitUp, Uncloaked
from sandtable.games.asl.fire.attack import Attack, resolve
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.pieces import Piece, mode_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import end_of_phase, try_rally
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.entry import due
from sandtable.games.asl.movement.fences import may_breach
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.night import no_move, starshells, straying
from sandtable.games.asl.night.cloaking import uncloak_attacked
from sandtable.games.asl.night.light import place_light
from sandtable.games.asl.scenario import Entry
from sandtable.games.asl.sequence.fieldworks import hidden_limit
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.snipers import sniper_number
from sandtable.games.asl.state import DUMMY, Light, Unit, Weapon
from sandtable.games.asl.terrain.fires import FiresSpread
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import overrun
from sandtable.games.asl.vehicles.close_combat import Charge as Charging
from sandtable.games.asl.vehicles.close_combat import attack as attack_vehicle
from sandtable.games.asl.vehicles.close_combat import strike_back
from sandtable.games.asl.vehicles.losses import wreck
from sandtable.games.asl.victory import has_gun, is_achieved
from sandtable.games.asl.weapons.demolition import resolve_placed, throw
from sandtable.games.asl.weather.wind import wind_change
from sandtable.kernel import Rolled, Table, determinise, title
from sandtable.kernel.state import fork
from sandtable.kernel.views import View

MEADOW = meadow()
LEADER = "de-l91"


def night(**state: Any) -> Game:
    return position(on=state.pop("on", MEADOW), nvr=state.pop("nvr", 3), active=state.pop("active", "german"), **state)


@cache
def raid() -> Content:
    return title("rileys_road").load("raid", ())


def cloaked(at: str, kind: str = "de-548", number: int = 1, **facts: Any) -> Unit:
    return de(at, kind, cloak=number, concealed=True, **facts)


def decoy(at: str, number: int = 2) -> Unit:
    return Unit("german", DUMMY, at, cloak=number, concealed=True)


# Set-up


def set_up() -> Table:
    table = Table.new("rileys_road", "raid", seed=1)
    table.choose("do:suggested")
    return table


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:CG4/night-rules")
def test_the_raiders_set_up_under_three_counters_and_two_dummies() -> None:
    table = set_up()
    table.choose("do:suggested")
    germans = [unit for unit in table.state.units.values() if unit.side == "german"]
    assert {(unit.at, unit.cloak) for unit in germans if unit.kind != DUMMY} == {("M23", 2), ("O23", 3), ("Q23", 4)}
    assert {(unit.at, unit.cloak) for unit in germans if unit.kind == DUMMY} == {("K24", 1), ("R24", 5)}
    assert all(unit.concealed for unit in germans)


@pytest.mark.rule("rileys_road:E1.4")
def test_no_counter_sets_up_with_another_and_none_may_stay_empty() -> None:
    table = set_up()
    for unit, at in (("g1", "K23"), ("g2", "L23")):
        table.choose(f"unit:{unit}")
        table.choose(f"hex:{at}")
    for name in ("gq1", "gq2"):
        table.choose(f"unit:{name}")
        assert "hex:K23" not in table.decision.ids  # type: ignore[union-attr]
        refusal = table.explain("hex:K23")
        assert refusal is not None
        assert refusal.rule == "E1.4"
        table.choose("hex:R25" if name == "gq1" else "hex:Q25")
    for unit in ("g3", "g4", "g5", "g6", "g7"):
        table.choose(f"unit:{unit}")
        if unit in ("g3", "g4"):
            table.choose("hex:K23")
        else:
            table.choose("hex:L23" if unit != "g7" else "hex:K23")
    table.choose("unit:g8")
    assert "hex:K23" not in table.decision.ids  # type: ignore[union-attr]
    assert "hex:M24" in table.decision.ids  # type: ignore[union-attr]


@pytest.mark.rule("rileys_road:E1.2", "rileys_road:E1.21", "rileys_road:CG4/night-rules")
def test_the_defender_is_under_no_move_counters_but_for_his_two_best_leaders() -> None:
    table = set_up()
    canadians = {name: unit for name, unit in table.state.units.items() if unit.side == "canadian"}
    free = {unit.kind for unit in canadians.values() if not unit.frozen}
    assert free == {"ca-l81", "ca-l70"}
    table.choose("do:suggested")
    assert not any(unit.frozen for unit in table.state.units.values() if unit.side == "german")


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:A9.8")
def test_what_can_be_taken_apart_is_carried_so_under_a_cloaking_counter() -> None:
    table = set_up()
    table.choose("do:suggested")
    guns = [weapon for weapon in table.state.weapons.values() if weapon.side == "german"]
    apart = [weapon.kind for weapon in guns if weapon.dismantled]
    assert set(apart) <= {"de-lmg", "de-mmg"}
    assert "de-dc" not in apart


@pytest.mark.rule("rileys_road:E1.2", "rileys_road:2.520/table")
def test_a_defender_at_night_may_hide_more_of_his_squads() -> None:
    squads = {f"c{n}": ca("O16", "ca-457") for n in range(4)} | {f"g{n}": de("O23") for n in range(4)}
    game = night(on=raid(), units=squads)
    assert hidden_limit(game, "canadian") == 4
    assert hidden_limit(game, "german") == 2


# What brings a counter onto the map


@pytest.mark.rule("rileys_road:E1.4")
def test_who_is_attacked_comes_onto_the_map_concealed_and_a_dummy_goes() -> None:
    game = night(units={"a": cloaked("J8"), "b": cloaked("J8", LEADER), "d": decoy("K8"), "c": ca("J5")})
    uncloak_attacked(game, ("a", "d"))
    assert game.state.units["a"].cloak == game.state.units["b"].cloak == 0
    assert game.state.units["a"].concealed
    assert "d" not in game.state.units
    assert [event.real for event in game.events if isinstance(event, Uncloaked)] == [True, False]


@pytest.mark.rule("rileys_road:E1.4")
def test_fire_at_a_cloaking_counter_is_fire_at_what_is_under_it() -> None:
    units = {"a": cloaked("J8"), "c": ca("J6")}
    game = night(units=units, active="canadian", phase="prep-fire", dice=[6, 5])
    resolve(game, Attack((Piece("c", "", "prep"),), (), "J8"), Aftermath())
    assert game.state.units["a"].cloak == 0
    assert game.state.units["a"].concealed


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:E1.9")
def test_light_uncovers_those_whom_an_enemy_in_good_order_sees() -> None:
    units = {"a": cloaked("J8"), "e": cloaked("C8", number=3), "c": ca("J15"), "x": ca("C15", broken=True)}
    game = night(units=units)
    place_light(game, "J8", "starshell")
    assert game.state.units["a"].cloak == 0
    walls = meadow({f"{column}12": "woods" for column in "ABCDEFG"})
    hidden = night(on=walls, units={"e": cloaked("C8", number=3), "x": ca("C15", broken=True)})
    place_light(hidden, "C8", "starshell")
    assert hidden.state.units["e"].cloak == 3


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:E1.9")
@pytest.mark.parametrize(("abandoned", "left"), [(False, 0), (True, 1)])
def test_light_uncovers_those_whom_the_crew_of_a_tank_sees(abandoned: bool, left: int) -> None:
    game = night(units={"a": cloaked("J8")}, vehicles={"t": tank("J15", abandoned=abandoned)})
    place_light(game, "J8", "starshell")
    assert game.state.units["a"].cloak == left


@pytest.mark.rule("rileys_road:E1.4")
def test_a_move_through_the_open_into_sight_uncovers_and_one_out_of_sight_does_not() -> None:
    game = night(units={"a": cloaked("J8"), "c": ca("J3")}, dice=[1, 2])
    play(game, MovementPhase(side="german"), "unit:a", "hex:J6", "do:done")
    assert game.state.units["a"].cloak == 0
    game = night(units={"a": cloaked("J8"), "c": ca("J2")}, dice=[1, 2])
    play(game, MovementPhase(side="german"), "unit:a", "hex:J6", "do:done")
    assert game.state.units["a"].cloak == 1


@pytest.mark.rule("rileys_road:E1.4")
def test_a_counter_moves_as_one_stack_without_double_time_and_not_onto_another() -> None:
    units = {"a": cloaked("J8"), "b": cloaked("J8", LEADER), "d": decoy("J6"), "c": ca("A20")}
    game = night(units=units)
    play(game, MovementPhase(side="german"), "unit:b")
    ids = offered(game)
    assert "do:double-time" not in ids
    assert "unit:a" not in ids
    assert "do:uncloak" in ids
    assert "hex:J7" in ids
    assert "hex:J6" not in ids


@pytest.mark.rule("rileys_road:E1.4")
def test_the_owner_may_take_the_counter_off_and_then_move_them_apart() -> None:
    units = {"a": cloaked("J8"), "b": cloaked("J8", LEADER), "c": ca("A20")}
    game = night(units=units)
    play(game, MovementPhase(side="german"), "unit:a", "do:uncloak", "unit:a")
    assert game.state.units["b"].cloak == 0
    assert "unit:b" in offered(game)


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:A11.4")
def test_who_advances_onto_the_enemy_comes_onto_the_map() -> None:
    game = night(units={"a": cloaked("J8"), "c": ca("J7")}, phase="advance")
    play(game, AdvancePhase(side="german"), "unit:a", "hex:J7")
    assert game.state.units["a"].at == "J7"
    assert game.state.units["a"].cloak == 0


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:A12.16")
def test_the_other_side_sees_numbers_and_may_imagine_anything_under_them() -> None:
    table = set_up()
    table.choose("do:suggested")
    view = View(table.game, "canadian")
    seen = {name: unit.at for name, unit in view.state.units.items() if unit.side == "german"}
    assert seen == {f"?german-{n}": at for n, at in enumerate(("K24", "M23", "O23", "Q23", "R24"), 1)}
    worlds = [determinise(view, random.Random(seed)) for seed in range(12)]
    empty = {unit.at for world in worlds for unit in world.state.units.values() if unit.kind == DUMMY}
    assert len(empty) > 2
    assert all(sum(unit.kind == DUMMY for unit in world.state.units.values()) == 2 for world in worlds)


# No Move


@pytest.mark.rule("rileys_road:E1.21")
def test_a_sentry_wakes_when_a_known_enemy_comes_into_sight_but_not_for_a_question_mark() -> None:
    units = {"c": ca("J3", frozen=True), "a": de("J7", concealed=True)}
    game = night(units=units)
    no_move.wake(game)
    assert game.state.units["c"].frozen
    game.state.units["a"] = de("J7")
    no_move.wake(game)
    assert game.state.units["c"].frozen
    game.state.units["a"] = de("J6")
    no_move.wake(game)
    assert not game.state.units["c"].frozen


@pytest.mark.rule("rileys_road:E1.21")
def test_fire_of_a_known_enemy_wakes_its_targets() -> None:
    units = {"c": ca("J3", frozen=True), "a": de("J7"), "d": ca("K3", frozen=True)}
    game = night(units=units, lights={"J3": (Light(1, 1),)}, phase="prep-fire", dice=[6, 5])
    resolve(game, Attack((Piece("a", "", "prep"),), (), "J3"), Aftermath())
    assert not game.state.units["c"].frozen
    assert game.state.units["d"].frozen


@pytest.mark.rule("rileys_road:E1.21")
def test_a_leader_who_is_free_frees_those_whom_he_comes_to() -> None:
    units = {"l": ca("J8", "ca-l81"), "c": ca("J7", frozen=True), "d": ca("J8", frozen=True), "a": de("A20")}
    game = night(units=units, active="canadian", dice=[1, 2])
    play(game, MovementPhase(side="canadian"), "unit:l", "hex:J7")
    assert not game.state.units["d"].frozen
    assert not game.state.units["c"].frozen


@pytest.mark.rule("rileys_road:E1.21")
def test_an_enemy_in_sight_who_is_shown_by_fire_wakes_a_sentry_at_once() -> None:
    units = {"c": ca("J7", frozen=True), "d": ca("J8"), "a": de("J5", concealed=True)}
    game = night(units=units, phase="defensive-fire", dice=[2, 3, 2, 2])
    play(game, FirePhase(side="canadian", phase="defensive-fire"), "unit:d", "hex:J5")
    assert game.state.units["c"].frozen
    game.choose("do:fire")
    assert not game.state.units["a"].concealed
    assert not game.state.units["c"].frozen


@pytest.mark.rule("rileys_road:E1.21", "rileys_road:E1.9")
def test_a_light_above_a_known_enemy_wakes_those_who_see_him() -> None:
    game = night(units={"c": ca("J12", frozen=True), "a": de("J5")})
    place_light(game, "J5", "starshell")
    assert not game.state.units["c"].frozen


@pytest.mark.rule("rileys_road:E1.21")
def test_men_who_advance_and_vehicles_free_those_to_whom_they_come() -> None:
    units = {"m": ca("J8"), "c": ca("J7", frozen=True), "a": de("A20")}
    game = night(units=units, active="canadian", phase="advance")
    play(game, AdvancePhase(side="canadian"), "unit:m", "hex:J7")
    assert not game.state.units["c"].frozen
    assert "unit:c" in offered(game)
    driven = night(units={"c": units["c"], "a": units["a"]}, vehicles={"t": tank("J8", facing=0)}, active="canadian")
    play(driven, MovementPhase(side="canadian"), "vehicle:t", "hex:J7")
    assert not driven.state.units["c"].frozen


@pytest.mark.rule("rileys_road:E1.21")
def test_who_may_not_move_is_not_offered_and_told_why() -> None:
    game = night(units={"c": ca("J3", frozen=True), "a": de("A20")}, active="canadian")
    play(game, MovementPhase(side="canadian"))
    assert "unit:c" not in offered(game)
    refusal = game.explain("unit:c")
    assert refusal is not None
    assert refusal.rule == "E1.21"


@pytest.mark.rule("rileys_road:CG4/night-rules")
def test_reinforcements_of_the_defender_wait_for_a_dr_below_the_turn_or_an_attack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    content = raid()
    force = content.forces["canadian"]
    late = {"platoon": replace(force.groups["platoon"], setup=None, enters=Entry(turn=2, corners=("J12", "S12")))}
    monkeypatch.setitem(content.forces, "canadian", replace(force, groups=late))
    monkeypatch.setattr(content, "scenario", replace(content.scenario, forces={**content.forces}))
    units = {"c1": Unit("canadian", "ca-457", ""), "a": de("O23")}

    def waiting(dice: list[int | str]) -> Game:
        return night(on=content, units=units, active="canadian", turn=2, to_place={"c1": "platoon"}, dice=dice)

    game = waiting([2])
    no_move.roll_for_release(game)
    assert due(game, "canadian") == []
    game = waiting([1])
    no_move.roll_for_release(game)
    assert due(game, "canadian") == ["c1"]
    game = waiting([])
    game.state.units["d"] = ca("O16")
    no_move.stir(game, ["d"])
    assert game.state.released


def _thrown(game: Game) -> None:
    throw(game, "a", "J7", Aftermath())


def _placed(game: Game) -> None:
    game.state.weapons["w"] = replace(game.state.weapons["w"], placed="J7")
    resolve_placed(game, Aftermath())


def _overrun(game: Game) -> None:
    overrun.resolve(game, "o", Aftermath())


def _struck_by_a_tank(game: Game) -> None:
    strike_back(game, "o", "c", Aftermath())


def _fought_on_foot(game: Game) -> None:
    attack_vehicle(game, Charging(unit="b", vehicle="u"), Aftermath())


@pytest.mark.rule("rileys_road:E1.21", "rileys_road:CG4/night-rules")
@pytest.mark.parametrize(
    ("attack", "phase", "woken"),
    [
        (_thrown, "advancing-fire", {"c", "u"}), (_placed, "advancing-fire", {"c", "u"}),
        (_overrun, "movement", {"c"}), (_struck_by_a_tank, "close-combat", {"c"}),
        (_fought_on_foot, "close-combat", {"u"}),
    ],
)  # fmt: skip
def test_charges_overruns_and_close_combat_with_vehicles_wake_whom_they_strike(
    attack: Callable[[Game], None], phase: str, woken: set[str]
) -> None:
    units = {"a": de("J8"), "b": de("J7"), "c": ca("J7", frozen=True), "far": ca("J12", frozen=True)}
    vehicles = {"o": tank("J7", "de-pz4j"), "u": tank("J7", frozen=True)}
    weapons = {"w": Weapon("de-dc", "german", holder="a")}
    game = night(units=units, vehicles=vehicles, weapons=weapons, phase=phase, dice=[6] * 20)
    before = {name for name, one in {**game.state.units, **game.state.vehicles}.items() if one.frozen}
    attack(game)
    after = {name for name, one in {**game.state.units, **game.state.vehicles}.items() if one.frozen}
    assert before - after == woken


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:E1.21", "rileys_road:B25/fire", "rileys_road:E1.9")
def test_a_house_that_begins_to_burn_shows_whom_it_lights_up_at_once() -> None:
    on = meadow({"J8": "wooden-building"}, houses={"J8": {"building": "h", "type": "wooden", "stories": 1}})
    units = {"a": cloaked("J9"), "k": de("J10"), "c": ca("J15", frozen=True)}
    game = play(night(on=on, units=units, phase="rally", flames={"J8": True}), FiresSpread())
    assert (game.state.units["a"].cloak, game.state.units["c"].frozen) == (0, False)


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:E1.9", "rileys_road:C7.6")
def test_a_tank_that_is_set_on_fire_lights_up_cloaking_counters_around_it() -> None:
    game = night(units={"a": cloaked("J9"), "c": ca("J15")}, vehicles={"t": tank("J8")})
    aftermath = Aftermath()
    wreck(game, "t", aftermath, burning=True, survivors=False)
    settle(game, aftermath)
    assert game.state.units["a"].cloak == 0


@pytest.mark.rule("rileys_road:E1.21", "rileys_road:E1.1", "rileys_road:E3.1")
@pytest.mark.parametrize(("white", "frozen"), [(4, False), (3, True)])
def test_a_sentry_who_sees_farther_once_the_night_clears_is_free_at_once(white: int, frozen: bool) -> None:
    content = meadow()
    content.scenario = replace(content.scenario, conditions=replace(content.scenario.conditions, changes=True))
    units = {"c": ca("J4", frozen=True), "a": de("J8")}
    game = night(on=content, units=units, player_turn=2, phase="rally", dice=[6, white])
    wind_change(game)
    assert game.state.units["c"].frozen is frozen


@pytest.mark.rule("rileys_road:E1.53", "rileys_road:A12.16")
def test_who_has_not_strayed_is_known_to_his_own_side_alone() -> None:
    game = night(units={"g": de("J8", concealed=True), "c": ca("A1")}, trails={"J9": ("J8",)})
    for side, seen in (("german", True), ("canadian", False)):
        state = fork(game.state)
        hidden.mask(state, game.content, side)
        assert bool(state.trails) is seen


@pytest.mark.rule("rileys_road:E1.21", "rileys_road:CG4/night-rules")
def test_an_afv_that_is_free_frees_another_by_radio_once_in_a_rally_phase() -> None:
    tanks = {"t": tank("O16"), "u": tank("O18", frozen=True), "v": tank("O20", frozen=True)}
    game = night(on=raid(), active="canadian", phase="rally", vehicles=tanks, dice=[3])
    assert no_move.callable_by_radio(game, "canadian") == ["vehicle:u", "vehicle:v"]
    no_move.call(game, "u")
    assert not game.state.vehicles["u"].frozen
    assert no_move.callers(game, "canadian") == ["u"]
    failed = night(on=raid(), active="canadian", phase="rally", vehicles=tanks, dice=[4])
    no_move.call(failed, "u")
    assert failed.state.vehicles["u"].frozen
    assert no_move.callable_by_radio(failed, "canadian") == []


# Straying


def _walk(dice: list[int | str], *, on: Content = MEADOW, **units: Unit) -> Game:
    game = night(on=on, units={**units, "c": ca("A20")}, dice=dice)
    return play(game, MovementPhase(side="german"), "unit:a", "hex:J7")


@pytest.mark.rule("rileys_road:E1.53", "rileys_road:CG4/straying")
@pytest.mark.parametrize(
    ("dice", "at"), [([1, 2], "J7"), ([3, 3], "K8"), ([4, 6], "I8"), ([6, 4], "K8"), ([4, 5], "J7")]
)
def test_doubles_and_high_rolls_lead_astray_to_the_left_or_right(dice: list[int | str], at: str) -> None:
    game = _walk(dice, a=de("J8"))
    assert game.state.units["a"].at == at
    assert game.state.units["a"].strayed == (at != "J7")


@pytest.mark.rule("rileys_road:E1.53")
def test_a_leader_keeps_them_on_their_way_and_woods_do_not() -> None:
    units = {"a": de("J8"), "l": de("J8", LEADER), "c": ca("A20")}
    game = night(units=units, dice=[4, 6])
    play(game, MovementPhase(side="german"), "unit:a", "unit:l", "hex:J7")
    assert game.state.units["a"].at == "J7"
    game = _walk([3, 6], on=meadow({"J7": "woods"}), a=de("J8"))
    assert game.state.units["a"].strayed


@pytest.mark.rule("rileys_road:E1.53", "rileys_road:A.10")
def test_a_berserk_leader_does_not_find_the_way() -> None:
    for facts, shown in (({}, {"leadership": -1}), ({"berserk": True}, {"no-leader": 1})):
        game = night(units={"l": de("J8", LEADER, **facts), "c": ca("A20")})
        drm = straying.straying_modifiers(game, Move(units=("l",)), "J7")
        assert {part.label: part.value for part in drm} == shown


@pytest.mark.rule("rileys_road:E1.53")
def test_nobody_strays_out_of_light_or_a_building_or_behind_friends() -> None:
    lit = night(units={"a": de("J8"), "c": ca("A20")}, lights={"J8": (Light(3, 9),)})
    play(lit, MovementPhase(side="german"), "unit:a", "hex:J7")
    assert lit.state.units["a"].at == "J7"
    house = night(on=meadow({"J8": "stone-building"}), units={"a": de("J8"), "c": ca("A20")})
    play(house, MovementPhase(side="german"), "unit:a", "hex:J7")
    assert house.state.units["a"].at == "J7"
    behind = night(units={"a": de("J8"), "b": de("J8"), "c": ca("A20")}, dice=[1, 2])
    play(behind, MovementPhase(side="german"), "unit:a", "hex:J7", "do:done", "unit:b", "hex:J7")
    assert behind.state.units["b"].at == "J7"


@pytest.mark.rule("rileys_road:E1.53")
def test_men_who_go_where_a_vehicle_went_do_not_stray() -> None:
    track = {"t": tank("J8", "de-pz4h", 0)}
    game = night(units={"b": de("J8"), "c": ca("A20")}, vehicles=track)
    play(game, MovementPhase(side="german"), "vehicle:t", "hex:J7", "do:stop", "do:done", "unit:b", "hex:J7")
    assert game.state.units["b"].at == "J7"


@pytest.mark.rule("rileys_road:E1.53")
def test_who_cannot_go_where_he_strays_is_immobilized() -> None:
    game = night(units={"a": de("J8"), "c": ca("K8")}, dice=[3, 3])
    play(game, MovementPhase(side="german"), "unit:a", "hex:J7")
    assert game.state.units["a"].at == "J8"
    assert game.state.units["a"].ti


@pytest.mark.rule("rileys_road:E1.53", "rileys_road:RR13.21")
def test_who_has_strayed_neither_fires_in_advancing_fire_nor_breaches_a_fence() -> None:
    game = night(units={"a": de("J8", strayed=True)}, phase="advancing-fire")
    assert mode_of(game, game.state.units["a"], "") is None
    assert not may_breach(game, "a")


# Starshells


@pytest.mark.rule("rileys_road:E1.9")
def test_before_the_first_starshell_only_who_sees_an_enemy_may_try() -> None:
    units = {"l": ca("J8", "ca-l81"), "m": ca("C3"), "a": de("J6", concealed=True)}
    game = night(units=units, phase="prep-fire", active="canadian")
    assert starshells.able(game, "canadian") == ["l"]
    game.state.starshells_fired["canadian"] = True
    assert starshells.able(game, "canadian") == ["l", "m"]


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:A7.4/casualty")
def test_what_is_left_of_a_squad_that_has_tried_does_not_try_again() -> None:
    units = {"m.1": ca("J8", "ca-248"), "a": de("J6")}
    assert starshells.able(night(units=units, phase="defensive-fire"), "canadian") == ["m.1"]
    tried = night(units=units, phase="defensive-fire", starshells_tried={"canadian": ("m",)})
    assert starshells.able(tried, "canadian") == []


@pytest.mark.rule("rileys_road:E1.9")
def test_a_leader_needs_a_four_and_it_burns_beside_where_it_was_aimed() -> None:
    units = {"l": ca("J8", "ca-l81"), "a": de("J6")}
    game = night(units=units, phase="prep-fire", active="canadian", dice=[4, 1])
    play(game, starshells.StarshellWindow(side="canadian"), "starshell:l")
    assert "hex:J2" in offered(game)
    assert "hex:J1" not in offered(game)
    game.choose("hex:J4")
    assert set(game.state.lights) == {"J3"}
    told = next(event for event in game.events if isinstance(event, Rolled))
    assert [line.value for line in told.arithmetic()] == ["4"], "what is needed"
    assert [event.hex for event in game.events if isinstance(event, LitUp)] == ["J3"]


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:A12.1")
def test_what_a_starshell_needs_does_not_tell_a_leader_beneath_a_question_mark() -> None:
    units = {"l": ca("J8", "ca-l81", concealed=True), "a": de("J6")}
    game = night(units=units, phase="prep-fire", active="canadian", dice=[6])
    play(game, starshells.StarshellWindow(side="canadian"), "starshell:l")
    assert [event.arithmetic() for event in game.events if isinstance(event, Rolled)] == [()]


@pytest.mark.rule("rileys_road:E1.9")
def test_men_need_a_two_count_as_having_used_a_weapon_and_try_once() -> None:
    units = {"m": ca("J8"), "n": ca("J8"), "a": de("J6")}
    game = night(units=units, phase="prep-fire", active="canadian", dice=[3])
    starshells.attempt(game, "m")
    assert game.state.lights == {}
    assert "starshell" in game.state.units["m"].spent
    assert starshells.able(game, "canadian") == []
    starshells.begin_phase(game)
    assert starshells.able(game, "canadian") == ["n"]


@pytest.mark.rule("rileys_road:E1.9", "rileys_road:A12.16")
@pytest.mark.parametrize(("at", "asked"), [("J6", True), ("T18", False)])
def test_whether_a_question_mark_is_asked_for_a_starshell_does_not_tell_what_it_is(at: str, asked: bool) -> None:
    for kind in ("de-548", "dummy"):
        units = {"l": ca("J8"), "a": Unit("german", kind, at, concealed=True)}
        game = night(units=units, phase="prep-fire", active="canadian")
        play(game, starshells.StarshellWindow(side="german"))
        assert [decision.prompt for decision in game.decisions] == ["starshell"] * asked


# Other effects


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:A14.1")
def test_snipers_are_called_more_often_at_night() -> None:
    game = night(san={"german": 2, "canadian": 6})
    assert sniper_number(game, "german") == 4
    assert sniper_number(game, "canadian") == 7


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:A10.62")
@pytest.mark.parametrize(("dice", "desperate"), [([4, 4], False), ([5, 4], True)])
def test_desperation_goes_only_after_a_rally_dr_within_the_morale(dice: list[int | str], desperate: bool) -> None:
    game = night(units={"a": de("J8", broken=True, dm=True), "c": ca("A20")}, phase="rally", dice=dice)
    try_rally(game, "a", None)
    end_of_phase(game)
    assert game.state.units["a"].dm == desperate


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:A12.14")
def test_movement_gives_a_concealed_unit_away_in_the_light_only() -> None:
    game = night(units={"a": de("J8", concealed=True), "c": ca("J6")})
    assert not gives_away(game, "a", "moves")
    assert not gives_away(game, "a", "advances-into-open")
    game.state.lights = {"J8": (Light(3, 9),)}
    assert not gives_away(game, "a", "assault-moves-into-open")
    assert gives_away(game, "a", "moves")


@pytest.mark.rule("rileys_road:E1.16", "rileys_road:A12.12")
def test_whoever_is_out_of_sight_is_concealed_again_without_a_roll() -> None:
    game = night(units={"a": de("J8"), "b": de("J5"), "c": ca("J3")}, phase="close-combat")
    gain_concealment(game, "german")
    assert game.state.units["a"].concealed
    assert not game.state.units["b"].concealed


# The raid


@pytest.mark.rule("rileys_road:C10.5", "rileys_road:A26.1")
def test_the_gun_is_lost_when_it_is_destroyed_or_taken_and_three_squads_are_safe() -> None:
    gun = Weapon("ca-6pdr", "canadian", holder="c")
    units = {"c": ca("O17", "ca-228"), "a": de("O23"), "b": de("O24"), "d": de("P24")}
    game = night(on=raid(), units=units, weapons={"cg1": gun})
    victory = raid().scenario.victory
    assert has_gun(game, "canadian", "ca-6pdr")
    assert not is_achieved(game, victory)
    game.state.weapons["cg1"] = replace(gun, holder="", at="O17")
    assert not is_achieved(game, victory)
    game.state.weapons["cg1"] = replace(gun, holder="a")
    assert is_achieved(game, victory)
    del game.state.weapons["cg1"]
    game.state.units["d"] = de("P24", broken=True)
    assert not is_achieved(game, victory)
    del game.state.units["d"]
    game.state.exited["d"] = "de-548"
    assert is_achieved(game, victory)


@pytest.mark.rule("rileys_road:C10.5")
def test_who_has_a_gun_may_destroy_it_in_a_movement_phase() -> None:
    gun = Weapon("ca-6pdr", "canadian", holder="a")
    game = night(on=raid(), units={"a": de("O17"), "c": ca("O14")}, weapons={"cg1": gun})
    play(game, MovementPhase(side="german"), "destroy:cg1")
    assert "cg1" not in game.state.weapons


@pytest.mark.rule("rileys_road:A2.5")
def test_raiders_may_leave_by_the_south_edge_in_the_advance_phase_from_turn_three_on() -> None:
    units = {"a": cloaked("O25"), "c": ca("O14")}
    early = night(on=raid(), units=units, phase="advance", turn=2)
    play(early, AdvancePhase(side="german"), "unit:a")
    assert "do:exit" not in offered(early)
    game = night(on=raid(), units=units, phase="advance", turn=3)
    play(game, AdvancePhase(side="german"), "unit:a", "do:exit")
    assert game.state.exited == {"a": "de-548"}
