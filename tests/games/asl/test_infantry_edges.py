"""A1 to A20 where two rules meet: helpers, prisoners, No Quarter, halves of squads, leaders who cannot lend."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from games.asl.fields import meadow
from games.asl.heavy import aimed, cases, field, tank
from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.close_combat.ambush import ambush_modifiers
from sandtable.games.asl.close_combat.withdrawal import Infiltrate
from sandtable.games.asl.concealment.gaining import gain_modifier
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.fire import Cowered
from sandtable.games.asl.fire.attack import Attack, firepower_of, groups_of, resolve
from sandtable.games.asl.fire.encirclement import note_direction
from sandtable.games.asl.fire.fire_group import joining_locations
from sandtable.games.asl.fire.fire_phase import FirePhase, pieces_named
from sandtable.games.asl.fire.first_fire import FirstFire
from sandtable.games.asl.fire.pieces import pieces_of
from sandtable.games.asl.fire.under_fire import strike_modifiers
from sandtable.games.asl.morale.casualties import Aftermath, break_unit, pin
from sandtable.games.asl.morale.guards import prisoners_of
from sandtable.games.asl.morale.rally import RallyPhase, end_of_phase, try_rally
from sandtable.games.asl.morale.replacement import split
from sandtable.games.asl.morale.rout import RoutPhase
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import MOVES, Move, MovementPhase
from sandtable.games.asl.night.no_move import wake
from sandtable.games.asl.state import FireLane, Mines, Moving, Smoke, Unit, Weapon, Works
from sandtable.games.asl.terrain.fires import FleeFire
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.in_fire_phases import ACTIONS
from sandtable.games.asl.weapons.smoke_grenades import burn
from sandtable.kernel import Resolved, title

# Two single men at a machine gun


def crewed(phase: str, units: dict[str, Unit], **facts: Any) -> Game:
    """A heavy machine gun w of the leader l, who fires at F9."""
    weapons = {"w": Weapon("de-hmg", "german", holder="l")}
    men = {"c": ca("F9"), **units}
    return position(units=men, weapons=weapons, on=meadow(), phase=phase, active="german", **facts)


def burst(game: Game) -> Attack:
    return Attack(pieces_named(game, ("w",)), (), "F9")


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A9.2")
def test_two_men_go_on_firing_a_machine_gun_that_keeps_its_rate() -> None:
    game = crewed("prep-fire", {"l": de("F6", "de-l80"), "m": de("F6", "de-l70")}, dice=(1, 6, 1, 2))
    resolve(game, burst(game), Aftermath())
    assert game.state.units["m"].spent == ("w",)
    assert firepower_of(game, burst(game)) == 7


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A7.53")
def test_who_fires_or_directs_himself_does_not_help_a_leader_with_his_gun() -> None:
    units = {"l": de("F6", "de-l80"), "m": de("F6", "de-hero"), "s": de("F6", "de-468")}
    game = crewed("prep-fire", units)
    alone = firepower_of(game, Attack(pieces_named(game, ("w", "m")), (), "F9"))
    assert alone == Fraction(7, 2) + 1
    led = crewed("prep-fire", {**units, "m": de("F6", "de-l91")})
    directed = Attack(pieces_named(led, ("w", "s")), ("m",), "F9")
    assert firepower_of(led, directed) == Fraction(7, 2) + 4


@pytest.mark.rule("rileys_road:A7.352")
def test_one_man_helps_with_one_gun() -> None:
    units = {"l": de("F6", "de-l80"), "m": de("F6", "de-l70"), "h": de("F6", "de-hero")}
    game = crewed("prep-fire", units)
    game.state.weapons["v"] = Weapon("de-lmg", "german", holder="m")
    assert firepower_of(game, Attack(pieces_named(game, ("w", "v")), (), "F9")) == 7 + Fraction(3, 2)


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A15.2")
def test_a_heroic_leader_leaves_the_man_beside_him_free() -> None:
    units = {"l": de("F6", "de-l80", heroic=True), "m": de("F6", "de-l70")}
    game = crewed("prep-fire", units, dice=(6, 5, 1, 2))
    resolve(game, burst(game), Aftermath())
    assert (game.state.units["m"].fire, game.state.units["m"].spent) == ("", ())


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A3.2")
def test_who_has_fired_in_the_prep_fire_phase_helps_nobody_in_the_advancing_fire_phase() -> None:
    units = {"l": de("F6", "de-l80"), "m": de("F6", "de-l70", fire="prep")}
    assert firepower_of(crewed("advancing-fire", units), burst(crewed("advancing-fire", units))) == Fraction(7, 4)


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A12.14")
def test_who_helps_to_fire_from_beneath_a_question_mark_is_known() -> None:
    units = {"l": de("F6", "de-l80", concealed=True), "m": de("F6", "de-l70", concealed=True)}
    game = crewed("prep-fire", units, dice=(6, 5, 1, 2))
    resolve(game, burst(game), Aftermath())
    assert not game.state.units["m"].concealed


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:A7.53")
@pytest.mark.parametrize(("target", "drm"), [("F9", -2), ("F10", -2), ("F11", -1)])
def test_a_heroic_leader_brings_both_his_modifiers_to_the_fire_that_he_directs(target: str, drm: int) -> None:
    units = {"g": de("F6", "de-468"), "l": de("F6", "de-l81", heroic=True), "c": ca(target)}
    game = position(units=units, on=meadow(), phase="prep-fire", active="german")
    made = Attack(pieces_named(game, ("g",)), ("l",), target)
    assert groups_of(game, made, firepower_of(game, made))[0].drm.total == drm


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:A7.352")
def test_a_hero_who_helps_a_leader_with_his_gun_brings_his_modifier() -> None:
    units = {"l": de("F6", "de-l80"), "m": de("F6", "de-hero")}
    game = crewed("prep-fire", units)
    assert firepower_of(game, burst(game)) == 7
    assert groups_of(game, burst(game), firepower_of(game, burst(game)))[0].drm.total == -1


@pytest.mark.rule("rileys_road:A15.2", "rileys_road:C13.1")
def test_heroes_and_heroic_leaders_hit_better_with_light_anti_tank_weapons() -> None:
    for firer, leader, heroes in (("de-548", "", 0), ("de-hero", "", 1), ("de-548", "l", 1)):
        units = {"g": de("F14", firer), "l": de("F14", "de-l80", heroic=True)}
        weapons = {"w": Weapon("de-psk", "german", holder="g")}
        game = field(units=units, weapons=weapons, vehicles={"t": tank("F11")})
        assert cases(aimed(game, "t", ammunition="heat", leader=leader)).get("hero", 0) == -heroes


@pytest.mark.rule("rileys_road:B27.11")
def test_who_fires_begins_his_digging_anew() -> None:
    units = {"g": de("F6", labor=1), "d": de("F6", labor=1), "c": ca("F9")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="german", dice=(6, 5, 6, 5))
    resolve(game, Attack(pieces_named(game, ("g",)), (), "F9"), Aftermath())
    play(game, FirePhase(side="german", phase="prep-fire"), "unit:d", "do:entrench")
    assert (game.state.units["g"].labor, game.state.units["d"].labor) == (0, 2)


# Encirclement


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A20.5")
def test_a_prisoner_does_not_keep_his_guards_from_being_encircled() -> None:
    units = {"p": ca("F6", guard="u"), "u": de("F6"), "a": ca("F5"), "b": ca("F7")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="canadian")
    for name in "ab":
        made = Attack(pieces_named(game, (name,)), (), "F6")
        note_direction(game, made, groups_of(game, made, firepower_of(game, made)))
    assert (game.state.units["u"].encircled, game.state.units["p"].encircled) == (True, False)


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A20.5")
def test_a_prisoner_is_no_enemy_who_keeps_his_guard_encircled() -> None:
    for held, stays in ((ca("F6", guard="u"), False), (ca("F9"), True)):
        game = position(units={"u": de("F6", encircled=True), "p": held}, on=meadow(), phase="rally")
        end_of_phase(game)
        assert game.state.units["u"].encircled is stays


@pytest.mark.rule("rileys_road:A7.7", "rileys_road:A20.3")
def test_the_encircled_rout_from_those_who_give_no_quarter() -> None:
    units = {"u": de("F6", broken=True, dm=True, encircled=True), "c": ca("F7")}
    for cruel in (False, True):
        game = position(units=dict(units), on=meadow({"F4": "woods"}), phase="rout", no_quarter={"canadian": cruel})
        play(game, RoutPhase(side="canadian"), "do:done")
        assert game.decisions[0].prompt == ("rout" if cruel else "capture")
        assert ("unit:u" in offered(game)) is cruel


# Rally, and halves that become one


@pytest.mark.rule("rileys_road:A10.6")
def test_a_rally_dr_of_twelve_costs_men_whatever_is_added() -> None:
    units = {"u": de("F6", "de-548", broken=True), "l": de("F6", "de-l103")}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="rally", active="german", dice=(6, 6))
    try_rally(game, "u", "l")
    assert "u" not in game.state.units
    assert game.state.units["u.1"].broken


def recombined(first: dict[str, Any], second: dict[str, Any]) -> Unit:
    units = {"s.1": de("F6", "de-248", **first), "t.1": de("F6", "de-248", **second), "l": de("F6", "de-l80")}
    game = position(units=units, on=meadow({"F6": "woods"}), phase="rally", active="german")
    return play(game, RallyPhase(), "unit:s.1").state.units["s"]


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A19.131", "rileys_road:E1.21")
def test_a_squad_is_short_of_ammunition_and_stands_still_as_either_half_did() -> None:
    squad = recombined({}, {"shortage": True, "frozen": True})
    assert (squad.shortage, squad.frozen) == (True, True)


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:B9.32")
def test_a_squad_has_the_wall_advantage_that_either_half_had() -> None:
    assert recombined({"wall": True}, {}).wall
    assert recombined({}, {"wall": True}).wall
    assert not recombined({}, {}).wall


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:A12.3")
def test_a_squad_is_no_better_hidden_than_either_half() -> None:
    def seen(squad: Unit) -> tuple[bool, bool]:
        return squad.hidden, squad.concealed

    assert seen(recombined({"hidden": True}, {})) == (False, False)
    assert seen(recombined({}, {"concealed": True})) == (False, False)
    assert seen(recombined({"hidden": True}, {"concealed": True})) == (False, True)
    assert seen(recombined({"hidden": True}, {"hidden": True})) == (True, False)


@pytest.mark.rule("rileys_road:A1.32", "rileys_road:B27/infantry")
def test_a_half_in_a_foxhole_does_not_take_the_other_into_it() -> None:
    assert recombined({"stance": "foxhole"}, {}).stance == ""
    assert recombined({"stance": "foxhole"}, {"stance": "foxhole"}).stance == "foxhole"


# Who lends nothing, and who does not count


@pytest.mark.rule("rileys_road:A12.12", "rileys_road:A.10")
def test_a_leader_who_is_pinned_or_no_better_does_not_help_to_hide() -> None:
    def modifier(**units: Unit) -> int:
        return gain_modifier(position(units=units, on=meadow({"F6": "woods"})), "u")

    assert modifier(u=de("F6"), l=de("F6", "de-l92")) == modifier(u=de("F6")) - 2
    assert modifier(u=de("F6"), l=de("F6", "de-l92", pinned=True)) == modifier(u=de("F6"))
    assert modifier(u=de("F6", "de-l103"), l=de("F6", "de-l92")) == modifier(u=de("F6", "de-l103"))


@pytest.mark.rule("rileys_road:A11.4", "rileys_road:A20.5")
def test_prisoners_do_not_count_in_an_ambush() -> None:
    def modifier(**units: Unit) -> int:
        game = position(units=units, on=meadow({"F6": "woods"}), phase="close-combat")
        return ambush_modifiers(game, "F6", "german").total

    assert modifier(c=ca("F6"), p=de("F6", guard="c", pinned=True), d=de("F6")) == 0
    assert modifier(c=ca("F6"), p=de("F6", guard="c"), d=de("F6", "de-l92")) == 0


@pytest.mark.rule("rileys_road:A11.4")
def test_a_vehicle_with_its_side_and_a_crew_under_its_hatches_tell_of_an_ambush() -> None:
    def modifier(**facts: Any) -> int:
        vehicles = {"t": tank("F6", **facts)} if facts else {}
        units = {"c": ca("F6"), "d": de("F6")}
        game = position(units=units, vehicles=vehicles, on=meadow({"F6": "woods"}), phase="close-combat")
        return ambush_modifiers(game, "F6", "canadian").total

    assert modifier() == 0
    assert modifier(exposed=True) == 2
    assert modifier(exposed=False) == 3
    assert modifier(exposed=True, stun="stunned") == 3
    assert modifier(abandoned=True) == 2


# Who fires together


@pytest.mark.rule("rileys_road:A7.55", "rileys_road:A7.21", "rileys_road:A7.5")
def test_those_into_whose_location_men_charge_fire_as_one_group() -> None:
    units = {"b": ca("F6", berserk=True), "x": de("F6"), "y": de("F6"), "z": de("F7")}
    moving = Moving(units=("b",), at="F6", came_from="F7", spent_here=8, spent=8)
    game = position(units=units, on=meadow(), dice=(6, 5, 1, 2), moving=moving)
    game.stack.append(FirstFire())
    game.advance()
    assert {"unit:x", "unit:y", "unit:z"} <= offered(game).keys()
    game.choose("unit:x")
    assert "unit:y" in offered(game)
    game.choose("do:fire")
    assert {"unit:x", "unit:y"}.isdisjoint(offered(game))
    assert "unit:z" in offered(game)


@pytest.mark.rule("rileys_road:A7.9", "rileys_road:A.9")
def test_all_who_tie_for_cowering_cower() -> None:
    units = {"x": de("F6"), "y": de("F6"), "c": ca("F9")}
    game = position(units=units, on=meadow(), phase="prep-fire", active="german", dice=(6, 6, 4, 4))
    resolve(game, Attack(pieces_named(game, ("x", "y")), (), "F9"), Aftermath())
    assert [event.unit for event in game.events if isinstance(event, Cowered)] == ["x", "y"]


@pytest.mark.rule("rileys_road:A7.5", "rileys_road:A.8", "rileys_road:RR11.3")
def test_men_in_a_cellar_join_the_fire_of_those_above() -> None:
    game = position(units={"x": ca("T10"), "y": ca("T10-1"), "z": ca("T11"), "g": de("T7")}, phase="prep-fire")
    assert set(joining_locations(game, "canadian", ["T10"])) == {"T10", "T10-1", "T11"}


# What else a rule says of another


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A1.31")
def test_the_halves_of_a_guard_share_the_prisoners_whom_one_cannot_hold() -> None:
    units = {"x": de("F6"), **{f"p{i}": ca("F6", guard="x") for i in range(4)}}
    game = position(units=units, on=meadow())
    split(game, "x", "de-238", "A1.31")
    assert [len(prisoners_of(game, name)) for name in ("x.1", "x.2")] == [3, 1]


@pytest.mark.rule("rileys_road:B28/infantry", "rileys_road:A2.5")
@pytest.mark.parametrize("phase", [MovementPhase, AdvancePhase])
def test_mines_strike_who_leaves_the_map_out_of_them(phase: type[MovementPhase | AdvancePhase]) -> None:
    raid = cast(Content, title("rileys_road").load("raid", ()))
    facts: dict[str, Any] = {"on": raid, "turn": 3, "active": "german", "mines": {"K25": Mines("canadian", ap=8)}}
    game = position(units={"u": de("K25")}, dice=(1, 3, 6, 1, 6, 6, 6), **facts)
    play(game, phase(side="german"), "unit:u", "do:exit")
    assert [event.target for event in game.events if isinstance(event, Resolved)] == ["K25"]
    assert not game.state.units


@pytest.mark.rule("rileys_road:A10.51", "rileys_road:A17.1", "rileys_road:A10.53")
def test_who_is_wounded_on_his_rout_goes_no_farther_than_three_mf() -> None:
    for fails in (False, True):
        units = {"u": de("F6", "de-l80", broken=True, dm=True), "x": ca("F10")}
        dice = (6, 5, 1, *(1, 2) * 9) if fails else (1, 2) * 9
        game = position(units=units, on=meadow({"A4": "woods", "B4": "woods"}), phase="rout", dice=dice)
        play(game, RoutPhase(side="german"), "unit:u", "hex:B4")
        after = game.state.units["u"]
        assert after.wounded is fails
        assert game.content.distance("F6", after.at) == (3 if fails else game.content.distance("F6", "B4"))


@pytest.mark.rule("rileys_road:A24.31", "rileys_road:A12.14", "rileys_road:A12.16")
def test_whom_phosphorus_burns_is_known_and_nothing_is_left_of_a_dummy() -> None:
    units = {
        "u": de("F6", concealed=True), "h": de("F6", hidden=True), "d": de("F6", "dummy", concealed=True),
        "c": ca("F7"),
    }  # fmt: skip
    game = position(units=units, on=meadow({"F6": "woods"}), dice=(1, 2, 1, 2))
    burn(game, "F6", Aftermath())
    assert not any(game.state.units[name].concealed or game.state.units[name].hidden for name in "uh")
    assert "d" not in game.state.units


@pytest.mark.rule("rileys_road:A4.5", "rileys_road:E1.53")
def test_who_has_strayed_does_not_run() -> None:
    for strayed in (False, True):
        game = position(units={"u": ca("F6", strayed=strayed)}, on=meadow(), nvr=3)
        options = [option.id for option in MOVES.options(game, Move(units=("u",), spent=2, entered=1))]
        assert ("do:double-time" in options) is not strayed


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A8.9")
def test_smoke_on_the_way_keeps_the_target_of_a_lane_from_being_in_open_ground_and_adds_nothing() -> None:
    units = {"g": de("F12", "de-228"), "c": ca("F6")}
    lane = FireLane("w", 2, ("F11", "F10", "F9", "F8", "F7", "F6"))
    moving = Moving(units=("c",), at="F6", came_from="F5", spent_here=2, spent=2)
    weapons = {"w": Weapon("de-mmg", "german", holder="g", fire="first")}
    for smoke, labels in (({}, {"ffnam", "ffmo"}), ({"F9": (Smoke(2),)}, {"ffnam"})):
        game = position(units=units, weapons=weapons, on=meadow(), smoke=smoke, moving=moving, lanes={"w": lane})
        assert {part.label for part in strike_modifiers(game, "c", "F6", "lane", lane)} == labels


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A8.3")
def test_the_gun_of_a_lane_does_not_fire_again_and_its_squad_does() -> None:
    units = {"g": de("F12", fire="first"), "c": ca("F8")}
    moving = Moving(units=("c",), at="F8", came_from="F7", spent_here=2, spent=2)
    weapons = {"w": Weapon("de-mmg", "german", holder="g", fire="first")}
    for lanes, pieces in (({"w": FireLane("w", 2, ("F11",))}, ["g"]), ({}, ["g", "w"])):
        game = position(units=units, weapons=weapons, on=meadow(), moving=moving, lanes=lanes)
        assert [piece.name for piece in pieces_of(game, "g")] == pieces


@pytest.mark.rule("rileys_road:A9.73", "rileys_road:A7.352")
def test_a_half_squad_that_has_fired_has_no_use_left_to_destroy_another_weapon() -> None:
    weapons = {
        "w": Weapon("de-lmg", "german", holder="h", fire="prep"), "v": Weapon("de-lmg", "german", holder="h")
    }  # fmt: skip
    for kind, destroys in (("de-238", False), ("de-548", True)):
        units = {"h": de("F12", kind, spent=("w",), fire="prep"), "c": ca("F8")}
        game = position(units=units, weapons=weapons, on=meadow(), phase="prep-fire", active="german")
        assert ("destroy:v" in [option.id for option in ACTIONS.options(game, "h")]) is destroys


@pytest.mark.rule("rileys_road:A4.62", "rileys_road:B24.7")
def test_who_clears_wire_is_fired_at_as_in_hazardous_movement_till_the_end_of_the_turn() -> None:
    units = {"u": ca("F6", clears="wire", ti=True), "g": de("F9")}
    game = position(units=units, on=meadow(), phase="defensive-fire", works={"F6": Works(wire=True)})
    made = Attack(pieces_named(game, ("g",)), (), "F6")
    assert [(part.label, part.value) for part in groups_of(game, made, firepower_of(game, made))[0].drm] == [
        ("hazardous", -2)
    ]


@pytest.mark.rule("rileys_road:A11.22", "rileys_road:A11.2", "rileys_road:A19.12")
def test_who_is_not_fit_to_withdraw_does_not_infiltrate() -> None:
    for state, goes in (
        ({}, True), ({"broken": True}, True), ({"pinned": True}, False), ({"berserk": True}, False),
        ({"broken": True, "disrupted": True}, False),
    ):  # fmt: skip
        units = {"u": de("F6", **state), "c": ca("F6")}
        game = position(units=units, on=meadow(), phase="close-combat")
        play(game, Infiltrate(units=("u",)))
        assert bool(game.decisions) is goes, state


@pytest.mark.rule("rileys_road:A20.5", "rileys_road:A10.3")
def test_prisoners_are_pinned_no_longer_than_their_guard() -> None:
    game = position(units={"g": de("F6"), "p": ca("F6", guard="g")}, on=meadow())
    pin(game, "g", "A7.8")
    assert game.state.units["p"].pinned
    break_unit(game, "g", "A10.3")
    assert not game.state.units["p"].pinned


@pytest.mark.rule("rileys_road:E1.21", "rileys_road:A20.5")
def test_a_prisoner_is_no_enemy_whose_sight_gives_freedom_of_movement() -> None:
    for foe, frozen in ((ca("F6", guard="g"), True), (ca("F7"), False)):
        game = position(units={"g": de("F6", frozen=True), "p": foe}, on=meadow(), nvr=3)
        wake(game)
        assert game.state.units["g"].frozen is frozen


@pytest.mark.rule("rileys_road:B25/infantry", "rileys_road:B28/infantry", "rileys_road:A12.3")
def test_who_flees_from_fire_meets_mines_and_hidden_enemies() -> None:
    units = {"u": de("F6"), "h": ca("F7", hidden=True)}
    mines = {"F7": Mines("canadian", ap=8)}
    game = position(units=units, on=meadow(), phase="rally", mines=mines, blazes={"F6": True}, dice=(6, 6))
    play(game, FleeFire(place="F6"), "hex:F7")
    assert (game.state.units["h"].hidden, game.state.units["h"].concealed) == (False, True)
    assert [event.target for event in game.events if isinstance(event, Resolved)] == ["F7"]


@pytest.mark.rule("rileys_road:A10.62", "rileys_road:B25/infantry")
def test_who_flees_from_fire_brings_broken_enemies_beside_him_under_dm() -> None:
    units = {"u": de("F6"), "b": ca("F8", broken=True)}
    game = position(units=units, on=meadow(), phase="rally", blazes={"F6": True})
    assert play(game, FleeFire(place="F6"), "hex:F7").state.units["b"].dm


# Why something is not offered


@pytest.mark.rule("rileys_road:A3.2", "rileys_road:A20.5", "rileys_road:E1.53")
@pytest.mark.parametrize(
    ("unit", "reason"),
    [
        (de("F6", ti=True), ("refused.immobilized", "A3.2")),
        (de("F6", "de-248"), ("refused.guards-many", "A20.5")),
        (de("F6", strayed=True), ("refused.strayed", "E1.53")),
        (de("F6", unarmed=True), ("refused.not-good-order", "A.7")),
    ],
    ids=["TI", "guard", "strayed", "unarmed"],
)
def test_who_does_not_fire_is_told_the_true_reason(unit: Unit, reason: tuple[str, str]) -> None:
    units = {"u": unit, "v": de("H6"), "c": ca("F9")}
    if unit.kind == "de-248":
        units["p"] = ca("F6", guard="u")
    game = position(units=units, on=meadow(), phase="advancing-fire", active="german", nvr=5)
    play(game, FirePhase(side="german", phase="advancing-fire"))
    refusal = game.explain("unit:u")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == reason


@pytest.mark.rule("rileys_road:A4.7", "rileys_road:B25/infantry", "rileys_road:B23.9/infantry")
def test_who_cannot_advance_there_is_told_why() -> None:
    on = meadow({"F7": "stone-building"}, houses={"F7": {"building": "h", "type": "stone"}})
    facts: dict[str, Any] = {"blazes": {"F5": True}, "fortified": {"F7": "german"}}
    game = position(units={"c": ca("F6"), "g": de("F7")}, on=on, phase="advance", **facts)
    play(game, AdvancePhase(side="canadian"), "unit:c")
    told = {at: refusal.rule for at in ("F5", "F7", "F9") if (refusal := game.explain(f"hex:{at}")) is not None}
    assert told == {"F5": "B25/infantry", "F7": "B23.9/infantry", "F9": "A4.7"}


@pytest.mark.rule("rileys_road:A10.53", "rileys_road:A12.16", "rileys_road:A12.1")
@pytest.mark.parametrize(
    ("veil", "terrain", "asked"),
    [
        (ca("F9", concealed=True), {}, {"unit:c", "do:pass"}),
        (ca("F9", "ca-l80", concealed=True), {}, {"do:pass"}),
        (ca("F9", "dummy", concealed=True), {}, {"do:pass"}),
        (ca("F9", "dummy", concealed=True), {"F7": "woods"}, set()),
        (ca("F9", "dummy", concealed=True), {"F6": "woods"}, set()),
    ],
    ids=["squad", "leader", "dummy", "out of sight", "not in the open"],
)
def test_whether_a_question_mark_is_asked_to_interdict_does_not_tell_what_it_is(
    veil: Unit, terrain: dict[str, str], asked: set[str]
) -> None:
    units = {"u": de("F6", broken=True, dm=True), "c": veil}
    game = position(units=units, on=meadow({"F5": "woods", **terrain}), phase="rout", dice=(1, 1))
    play(game, RoutPhase(side="german"), "unit:u", "hex:F5")
    found = game.decisions[0] if game.decisions and game.decisions[0].prompt == "interdict" else None
    assert (set() if found is None else {option.id for option in found.options}) == asked
