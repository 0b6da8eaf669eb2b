"""A4: the Movement Phase, played choice by choice."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.events.movement import Moved, Stopped
from sandtable.games.asl.movement.charges import charges
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.movement.moves import price
from sandtable.games.asl.state import Mines, Unit, Weapon, Works
from sandtable.games.asl.units import Game

PHASE = MovementPhase(side="canadian")


def moved(*choices: str, dice: tuple[int, ...] = (), **facts: Any) -> Game:
    return play(position(dice=dice, **facts), PHASE, *choices)


# Picking and walking


@pytest.mark.rule("rileys_road:A3.3", "rileys_road:A4.2")
def test_units_that_fired_worked_broke_or_are_held_are_not_offered() -> None:
    units = {
        "ok": ca("S13"), "broken": ca("S13", broken=True), "pinned": ca("S13", pinned=True),
        "fired": ca("T13", fire="prep"), "waits": ca("T13", fire="opportunity"), "dug": ca("T13", ti=True),
        "held": ca("P13"), "frozen": ca("R13", frozen=True), "e": de("P13"),
    }  # fmt: skip
    game = moved(units=units, melees={"P13": "normal"})
    assert list(offered(game)) == ["unit:ok", "do:done"]
    reasons = {
        name: game.explain(f"unit:{name}") for name in ("broken", "pinned", "fired", "dug", "held", "frozen", "e")
    }
    assert {name: reason.reason for name, reason in reasons.items() if reason} == {
        "broken": "refused.broken", "pinned": "refused.pinned", "fired": "refused.prep-fired",
        "dug": "refused.immobilized", "held": "refused.melee", "frozen": "refused.no-move", "e": "refused.not-yours",
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A4.2", "rileys_road:A4.13")
def test_picking_a_unit_offers_destinations_at_their_costs() -> None:
    game = moved("unit:c", units={"c": ca("T12")})
    found = offered(game)
    assert (found["hex:T11"], found["hex:T13"], found["hex:S13"]) == (1, 1.5, 1.5)
    assert found["place:T10-1"] == 4
    assert "hex:T12" not in found
    assert game.preview("place:T10-1").path == ("T12", "T11", "T10", "T10-1")


@pytest.mark.rule("rileys_road:A4.2")
def test_a_unit_walks_step_by_step_and_goes_on_with_what_is_left() -> None:
    game = moved("unit:c", "hex:T10", units={"c": ca("T12")})
    assert game.state.units["c"].at == "T10"
    assert [event.path for event in game.events if isinstance(event, Moved)] == [("T11", "T10")]
    assert offered(game)["place:T10-1"] == 1
    assert "hex:T9" in offered(game)
    assert "hex:S11" not in offered(game)


@pytest.mark.rule("rileys_road:A4.2")
def test_a_move_that_is_over_is_not_taken_up_again() -> None:
    game = moved("unit:c", "hex:T11", "do:done", units={"c": ca("T12"), "d": ca("S13")})
    assert "unit:c" not in offered(game)
    assert game.explain("unit:c") is not None
    assert game.state.units["c"].moved


@pytest.mark.rule("rileys_road:A4.2", "rileys_road:A4.12")
def test_a_stack_moves_as_one_and_may_leave_a_unit_behind() -> None:
    units = {"c": ca("T12"), "l": ca("T12", "ca-l80"), "d": ca("S13")}
    game = moved("unit:c", "unit:l", units=units)
    assert "unit:d" not in offered(game)
    assert offered(game)["hex:T11"] == 1
    assert max(cost or 0 for name, cost in offered(game).items() if name.startswith("hex")) == 6
    game.choose("hex:T11")
    assert game.state.units["c"].at == game.state.units["l"].at == "T11"
    game.choose("leave:l")
    assert game.state.units["l"].moved
    assert max(cost or 0 for name, cost in offered(game).items() if name.startswith("hex")) <= 3


@pytest.mark.rule("rileys_road:A4.14", "rileys_road:A5.1")
def test_why_a_location_cannot_be_entered_is_said() -> None:
    units = {"c": ca("S13"), "e": de("S14")} | {f"f{n}": ca("R13") for n in range(3)}
    game = moved("unit:c", units=units)
    reasons = [game.explain(f"hex:{hex_}") for hex_ in ("S14", "R13", "Z13")]
    assert [each.reason for each in reasons if each] == ["refused.enemy-there", "refused.no-room", "refused.too-far"]


@pytest.mark.rule("rileys_road:A4.2")
def test_each_step_tells_the_defender_what_was_spent() -> None:
    game = position(units={"c": ca("T12"), "g": de("U12")})
    play(game, PHASE)
    game.choose("unit:c")
    game.choose("hex:S13")
    assert game.decisions[0].prompt == "first-fire"
    moving = game.state.moving
    assert moving is not None
    assert (moving.units, moving.at, moving.came_from, moving.spent_here, moving.spent) == (("c",), "S13", "T12", 3, 3)


@pytest.mark.rule("rileys_road:A4.51", "rileys_road:A4.5")
def test_exhaustion_ends_when_the_phase_begins_and_bars_double_time() -> None:
    game = moved("unit:c", units={"c": ca("T12", cx=True), "d": ca("T12")})
    assert not game.state.units["c"].cx
    assert "do:double-time" not in offered(game)
    game.choose("do:done")
    game.choose("unit:d")
    assert "do:double-time" in offered(game)


@pytest.mark.rule("rileys_road:A4.5")
def test_double_time_gains_two_mf_before_the_move_and_one_during_it() -> None:
    game = moved("unit:c", "do:double-time", units={"c": ca("T12")})
    assert game.state.units["c"].cx
    assert max(cost or 0 for name, cost in offered(game).items() if name.startswith("hex")) == 6
    late = moved("unit:c", "hex:T11", "do:double-time", units={"c": ca("T12")})
    assert max(cost or 0 for name, cost in offered(late).items() if name.startswith("hex")) == 4


@pytest.mark.rule("rileys_road:A4.61")
def test_assault_movement_enters_one_location_and_leaves_mf_over() -> None:
    game = moved("unit:c", "do:assault", units={"c": ca("T11")})
    found = offered(game)
    assert found["hex:T10"] == 2
    assert {name for name in found if name.startswith(("hex", "place"))} == {
        "hex:T10", "hex:U11", "hex:U12", "hex:T12", "hex:S12", "hex:S11",
    }  # fmt: skip
    game.choose("hex:T10")
    assert game.state.units["c"].at == "T10"
    assert not [name for name in offered(game) if name.startswith(("hex", "place"))]


@pytest.mark.rule("rileys_road:A4.61")
def test_a_step_that_takes_all_mf_is_no_assault_movement() -> None:
    weapons = {"w": Weapon("ca-mtr51", "canadian", holder="c"), "v": Weapon("ca-lmg", "canadian", holder="c")}
    game = moved("unit:c", "do:assault", units={"c": ca("T11")}, weapons=weapons)
    assert "hex:T10" not in offered(game)
    refusal = game.explain("hex:T10")
    assert refusal is not None
    assert refusal.rule == "A4.61"


@pytest.mark.rule("rileys_road:A4.63")
def test_a_dash_crosses_a_road_and_ends_beyond_it() -> None:
    game = moved("unit:c", "do:dash", units={"c": ca("T8")})
    found = {name for name in offered(game) if name.startswith("hex")}
    assert "hex:T10" in found
    assert not found & {"hex:T9", "hex:S9", "hex:U9", "hex:S10"}
    game.choose("hex:T10")
    assert game.state.units["c"].at == "T10"


# Roads


@pytest.mark.rule("rileys_road:B3.4", "rileys_road:A4.132")
def test_those_who_keep_to_the_road_have_one_mf_more_for_the_last_step() -> None:
    game = moved("unit:c", units={"c": ca("R9")})
    assert offered(game)["hex:V9"] == 4
    assert offered(game)["hex:W10"] == 5
    assert "hex:X10" not in offered(game)
    game.choose("hex:W10")
    assert game.state.units["c"].at == "W10"


@pytest.mark.rule("rileys_road:B3.4")
def test_the_one_mf_more_of_the_road_is_had_once() -> None:
    game = moved("unit:c", "hex:W10", units={"c": ca("R9")})
    asked = [option.id for decision in game.decisions for option in decision.options]
    assert not [name for name in asked if name.startswith("hex")]


@pytest.mark.rule("rileys_road:B3.4")
def test_who_has_left_the_road_has_no_bonus() -> None:
    game = moved("unit:c", "hex:S9", units={"c": ca("R9")})
    assert max(cost or 0 for name, cost in offered(game).items() if name.startswith("hex")) <= 3


# Minimum Move


@pytest.mark.rule("rileys_road:A4.134")
def test_a_minimum_move_exhausts_and_pins() -> None:
    weapons = {"w": Weapon("ca-mtr51", "canadian", holder="c"), "v": Weapon("ca-mmg", "canadian", holder="c")}
    weapons["v"] = Weapon("ca-lmg", "canadian", holder="c")
    weapons["u"] = Weapon("ca-lmg", "canadian", holder="c")
    game = moved("unit:c", units={"c": ca("T11")}, weapons=weapons)
    assert offered(game)["hex:T10"] == 1
    game.choose("hex:T10")
    unit = game.state.units["c"]
    assert (unit.at, unit.cx, unit.pinned, unit.moved) == ("T10", True, True, True)


# Concealed and hidden enemies


@pytest.mark.rule("rileys_road:A12.15")
def test_who_runs_into_a_concealed_enemy_is_turned_back_and_his_move_is_over() -> None:
    game = moved("unit:c", "hex:T14", units={"c": ca("T12"), "g": de("T14", concealed=True)})
    assert (game.state.units["c"].at, game.state.units["c"].moved) == ("T13", True)
    assert not game.state.units["g"].concealed
    assert any(isinstance(event, Stopped) for event in game.events)


@pytest.mark.rule("rileys_road:A12.15")
def test_hidden_enemies_stop_a_move_that_knew_nothing_of_them() -> None:
    game = moved("unit:c", "hex:T14", units={"c": ca("T12"), "g": de("T13", hidden=True)})
    assert game.state.units["c"].at == "T12"
    assert not game.state.units["g"].hidden


@pytest.mark.rule("rileys_road:A12.15")
def test_dummies_are_taken_away_and_the_move_goes_on() -> None:
    game = moved("unit:c", "hex:T14", units={"c": ca("T12"), "g": Unit("german", "dummy", "T14", concealed=True)})
    assert game.state.units["c"].at == "T14"
    assert "g" not in game.state.units


@pytest.mark.rule("rileys_road:A12.14", "rileys_road:A4.61")
def test_concealed_units_that_move_in_view_are_known_but_by_assault_movement_into_cover() -> None:
    units = {"c": ca("T11", concealed=True), "g": de("T13")}
    assert not moved("unit:c", "hex:U11", units=dict(units)).state.units["c"].concealed
    assert moved("unit:c", "do:assault", "hex:T10", units=dict(units)).state.units["c"].concealed


@pytest.mark.rule("rileys_road:A10.62")
def test_broken_enemies_beside_whom_somebody_comes_are_desperate() -> None:
    game = moved("unit:c", "hex:T13", units={"c": ca("T12"), "g": de("T14", broken=True)})
    assert game.state.units["g"].dm


# Bypass


@pytest.mark.rule("rileys_road:A4.3", "rileys_road:A4.34")
def test_in_bypass_a_unit_passes_corners_and_may_not_stop() -> None:
    game = position(units={"c": ca("T11"), "g": de("T12")})
    play(game, PHASE)
    game.choose("unit:c")
    assert offered(game)["hex:T9"] == 2
    assert game.preview("hex:T9").path == ("T11", "T10", "T9")
    game.choose("hex:T9")
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("T10", "bypass")
    assert len(game.state.units["c"].vertices) == 3
    game.choose("do:pass")
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("T9", "")


@pytest.mark.rule("rileys_road:A4.32")
def test_at_the_end_of_the_phase_those_in_bypass_are_in_the_obstacle() -> None:
    unit = ca("T10", stance="bypass", vertices=(3, 4), pinned=True)
    game = moved("do:done", units={"c": unit})
    assert (game.state.units["c"].stance, game.state.units["c"].vertices) == ("", ())


@pytest.mark.rule("rileys_road:A4.3", "rileys_road:A4.32")
def test_from_bypass_one_leaves_the_hex_or_enters_the_obstacle_but_does_not_stay() -> None:
    game = moved("unit:c", units={"c": ca("T10", stance="bypass", vertices=(3, 4))})
    found = offered(game)
    assert "do:done" not in found
    assert found["hex:T10"] == 2
    assert found["hex:S10"] == 1


# Field works


@pytest.mark.rule("rileys_road:B27/infantry")
def test_a_foxhole_is_entered_for_one_mf_more_with_the_hex_or_later() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}, "works": {"S14": Works("canadian", foxholes=1)}}
    game = moved("unit:c", **facts)
    assert (offered(game)["hex:S14"], offered(game)["place:S14~foxhole"]) == (1.5, 2.5)
    assert moved("unit:c", "place:S14~foxhole", **facts).state.units["c"].stance == "foxhole"
    later = moved("unit:c", "hex:S14", **facts)
    assert offered(later)["place:S14~foxhole"] == 1
    later.choose("place:S14~foxhole")
    assert later.state.units["c"].stance == "foxhole"


@pytest.mark.rule("rileys_road:B27/infantry")
def test_a_foxhole_holds_no_more_than_its_squads() -> None:
    units = {"c": ca("S13"), "d": ca("S14", stance="foxhole")}
    game = moved("unit:c", units=units, works={"S14": Works("canadian", foxholes=1)})
    assert "place:S14~foxhole" not in offered(game)
    assert "hex:S14" in offered(game)


@pytest.mark.rule("rileys_road:B27/infantry")
def test_leaving_a_foxhole_costs_one_mf_and_leaving_a_trench_nothing() -> None:
    works = {"S14": Works("canadian", foxholes=1), "P13": Works("canadian", trench=True)}
    game = moved("unit:c", units={"c": ca("S14", stance="foxhole")}, works=works)
    assert (offered(game)["hex:S13"], offered(game)["hex:S14"]) == (2.5, 1)
    game = moved("unit:c", units={"c": ca("P13", stance="trench")}, works=works)
    assert offered(game)["hex:P14"] in (1, 1.5, 2)


@pytest.mark.rule("rileys_road:B27/infantry")
def test_from_trench_to_trench_a_step_costs_one_mf_and_is_protected() -> None:
    works = {"S14": Works("canadian", trench=True), "S13": Works("canadian", trench=True)}
    game = position(units={"c": ca("S14", stance="trench"), "g": de("S16")}, works=works)
    play(game, PHASE)
    game.choose("unit:c")
    assert offered(game)["place:S13~trench"] == 1
    game.choose("place:S13~trench")
    assert game.state.moving is not None
    assert game.state.moving.protected
    assert game.state.units["c"].stance == "trench"


@pytest.mark.rule("rileys_road:B2.1")
def test_shellholes_are_used_for_one_mf_more() -> None:
    game = moved("unit:c", units={"c": ca("S13")}, shellholes={"S14": True})
    assert (offered(game)["hex:S14"], offered(game)["place:S14~shellholes"]) == (1.5, 2.5)


@pytest.mark.rule("rileys_road:B26/infantry")
def test_wire_stops_those_who_enter_and_a_die_says_what_getting_off_it_costs() -> None:
    works = {"S14": Works("german", wire=True)}
    game = moved("unit:c", "hex:S14", units={"c": ca("S13")}, works=works, dice=(2,))
    assert game.state.units["c"].stance == "above-wire"
    assert not [name for name in offered(game) if name.startswith("hex")]
    refusal = game.explain("hex:S15")
    assert refusal is not None
    assert refusal.reason == "refused.on-wire"
    game.choose("do:wire")
    assert game.state.units["c"].stance == "beneath-wire"
    assert "unit:c" not in offered(game)


@pytest.mark.rule("rileys_road:B26/infantry")
def test_who_lacks_the_mf_stays_on_the_wire_and_his_move_ends() -> None:
    works = {"S14": Works("german", wire=True)}
    game = moved("unit:c", "hex:S14", "do:wire", units={"c": ca("S13")}, works=works, dice=(5,))
    assert (game.state.units["c"].stance, game.state.units["c"].moved) == ("above-wire", True)


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:A12.3")
@pytest.mark.parametrize("concealed", [False, True])
def test_known_men_who_get_off_their_own_hidden_wire_show_it(concealed: bool) -> None:
    units = {"c": ca("S14", stance="beneath-wire", concealed=concealed)}
    works = {"S14": Works("canadian", wire=True, known=False)}
    assert moved("unit:c", "do:wire", units=units, works=works, dice=(1,)).state.works["S14"].known != concealed


@pytest.mark.rule("rileys_road:B26/infantry")
def test_hidden_wire_is_found_by_whoever_enters() -> None:
    works = {"S14": Works("german", wire=True, known=False)}
    game = moved("unit:c", "hex:S15", units={"c": ca("S13")}, works=works)
    assert (game.state.units["c"].at, game.state.units["c"].stance) == ("S14", "above-wire")
    assert game.state.works["S14"].known


@pytest.mark.rule("rileys_road:B28/infantry")
def test_mines_attack_those_who_enter_and_those_who_leave_and_are_known_then() -> None:
    mines = {"S14": Mines("german", ap=6)}
    game = moved("unit:c", "hex:S14", units={"c": ca("S13")}, mines=mines, dice=(6, 6))
    assert game.state.mines["S14"].known
    again = moved("unit:c", "hex:S14", "hex:S13", units={"c": ca("S13")}, mines=mines, dice=(6, 6, 6, 6))
    assert again.state.rolls == 2


# In place


@pytest.mark.rule("rileys_road:A4.44")
def test_a_weapon_that_lies_there_is_taken_up_with_a_five_or_less() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}, "weapons": {"w": Weapon("ca-lmg", "canadian", at="S13")}}
    game = moved("unit:c", "weapon:w", dice=(5,), **facts)
    assert game.state.weapons["w"].holder == "c"
    assert "weapon:w" not in offered(game)
    failed = moved("unit:c", "weapon:w", dice=(6,), **facts)
    assert failed.state.weapons["w"].holder == ""
    assert "weapon:w" not in offered(failed)


@pytest.mark.rule("rileys_road:A4.44", "rileys_road:A4.51", "rileys_road:E1.16")
def test_taking_up_a_weapon_is_harder_when_exhausted_and_at_night() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("S13")},
        "weapons": {"w": Weapon("ca-lmg", "canadian", at="S13")},
        "nvr": 3,
    }
    game = moved("unit:c", "do:double-time", "weapon:w", dice=(4,), **facts)
    assert game.state.weapons["w"].holder == ""


@pytest.mark.rule("rileys_road:A4.44")
def test_where_several_could_it_is_asked_who_takes_a_weapon_up() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("S13"), "d": ca("S13")},
        "weapons": {"w": Weapon("ca-lmg", "canadian", at="S13")},
    }
    game = moved("unit:c", "unit:d", "weapon:w", "unit:d", dice=(1,), **facts)
    assert game.state.weapons["w"].holder == "d"


@pytest.mark.rule("rileys_road:A4.43", "rileys_road:A4.42")
def test_a_weapon_is_dropped_for_nothing_and_no_longer_slows_its_bearer() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}, "weapons": {"w": Weapon("ca-mtr51", "canadian", holder="c")}}
    game = moved("unit:c", "drop:w", **facts)
    assert game.state.weapons["w"].at == "S13"
    assert max(cost or 0 for name, cost in offered(game).items() if name.startswith("hex")) > 3


@pytest.mark.rule("rileys_road:A4.41")
def test_a_weapon_that_was_carried_into_another_hex_has_moved() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}, "weapons": {"w": Weapon("ca-lmg", "canadian", holder="c")}}
    assert moved("unit:c", "hex:S14", **facts).state.weapons["w"].moved


@pytest.mark.rule("rileys_road:A4.4", "rileys_road:C1/radio")
def test_a_field_phone_stays_where_it_was_set_up() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}, "weapons": {"w": Weapon("ca-phone", "canadian", holder="c")}}
    game = moved("unit:c", "hex:S14", **facts)
    assert (game.state.weapons["w"].holder, game.state.weapons["w"].at) == ("", "S13")


@pytest.mark.rule("rileys_road:A24.1")
def test_smoke_is_placed_on_an_exponent_roll_and_a_six_ends_the_move() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13")}}
    game = moved("unit:c", "do:smoke", **facts)
    assert offered(game)["hex:S13"] == 1
    assert offered(game)["hex:S14"] == 2
    assert offered(game)["wp:S14"] == 2
    game = moved("unit:c", "do:smoke", "hex:S14", dice=(2,), **facts)
    assert [cloud.value for cloud in game.state.smoke["S14"]] == [2]
    assert "do:smoke" not in offered(game)
    game = moved("unit:c", "do:smoke", "hex:S14", dice=(6,), **facts)
    assert not game.state.smoke
    assert game.state.units["c"].moved


@pytest.mark.rule("rileys_road:A24.1", "rileys_road:A24.31")
def test_phosphorus_needs_one_less_and_burns_those_who_are_there() -> None:
    facts: dict[str, Any] = {"units": {"c": ca("S13"), "g": de("S14")}}
    game = moved("unit:c", "do:smoke", "wp:S14", dice=(1, 6, 5), **facts)
    assert game.state.smoke["S14"][0].wp
    assert game.state.units["g"].broken
    assert not moved("unit:c", "do:smoke", "wp:S14", dice=(2,), **facts).state.smoke


@pytest.mark.rule("rileys_road:A24.1")
def test_nobody_places_smoke_in_rain_or_from_a_cellar_nor_do_half_squads() -> None:
    assert "do:smoke" not in offered(moved("unit:c", units={"c": ca("S13")}, weather="rain"))
    assert "do:smoke" not in offered(moved("unit:c", units={"c": ca("T10-1")}))
    assert "do:smoke" not in offered(moved("unit:c", units={"c": ca("S13", "ca-248")}))


@pytest.mark.rule("rileys_road:A3.3", "rileys_road:A24.1")
def test_grenade_smoke_ends_with_the_phase() -> None:
    game = moved("unit:c", "do:smoke", "hex:S14", "do:done", "do:done", units={"c": ca("S13")}, dice=(1,))
    assert not game.state.smoke


@pytest.mark.rule("rileys_road:A23.3")
def test_a_charge_is_placed_for_what_entering_would_cost_and_lost_with_its_bearer() -> None:
    facts: dict[str, Any] = {
        "units": {"c": ca("T11"), "g": de("T10")},
        "weapons": {"w": Weapon("ca-dc", "canadian", holder="c")},
    }
    game = moved("unit:c", "do:place-charge", **facts)
    assert offered(game)["hex:T10"] == 2
    game.choose("hex:T10")
    assert game.state.weapons["w"].placed == "T10"
    while game.decisions and game.decisions[0].prompt == "first-fire":
        game.choose("do:pass")
    game.choose("do:done")
    game.choose("do:done")
    assert "w" in game.state.weapons
    units = {"c": ca("T11", broken=True)}
    lost = moved("do:done", units=units, weapons={"w": Weapon("ca-dc", "canadian", holder="c", placed="T10")})
    assert "w" not in lost.state.weapons


@pytest.mark.rule("rileys_road:B24.7", "rileys_road:A4.62")
def test_clearing_takes_the_whole_turn() -> None:
    works = {"S13": Works("german", wire=True)}
    game = moved("unit:c", "do:clear-wire", units={"c": ca("S13", stance="beneath-wire")}, works=works)
    unit = game.state.units["c"]
    assert (unit.clears, unit.ti, unit.moved) == ("wire", True, True)


@pytest.mark.rule("rileys_road:B9.32")
def test_wall_advantage_is_claimed_on_arrival() -> None:
    game = moved("unit:c", "hex:K17", "do:claim-wall", units={"c": ca("J17")})
    assert game.state.units["c"].wall


@pytest.mark.rule("rileys_road:A7.7")
def test_who_is_encircled_on_his_way_pays_double_for_the_next_location() -> None:
    game = position(units={"c": ca("T12", encircled=True), "d": ca("T12")})
    late = {name: price(game, Move(units=(name,), entered=1, spent=2), "T11") for name in ("c", "d")}
    assert late == {"c": 4, "d": 2}


@pytest.mark.rule("rileys_road:A15.4", "rileys_road:B27/infantry")
def test_a_charge_out_of_a_foxhole_pays_for_leaving_it() -> None:
    units = {"c": ca("T12", berserk=True, stance="foxhole"), "g": de("T15")}
    on_foot = position(units={**units, "c": ca("T12", berserk=True)})
    dug_in = position(units=units)
    costs = [charges(game, Move(units=("c",)))["T15"][1] for game in (on_foot, dug_in)]
    assert costs[1] - costs[0] == 2


@pytest.mark.rule("rileys_road:A7.7")
def test_the_first_location_costs_an_encircled_unit_double() -> None:
    game = moved("unit:c", units={"c": ca("T12", encircled=True)})
    assert offered(game)["hex:T11"] == 2
    assert "hex:T10" not in offered(game)
    game.choose("hex:T11")
    assert not game.state.units["c"].encircled
    assert offered(game)["hex:T10"] == 2


# Berserk units


@pytest.mark.rule("rileys_road:A15.4")
def test_a_berserk_unit_must_charge_the_nearest_enemy_whom_it_sees() -> None:
    units = {"c": ca("S13", berserk=True), "g": de("S15"), "far": de("S18")}
    game = position(units=units)
    play(game, PHASE)
    assert list(offered(game)) == ["unit:c"]
    game.choose("unit:c")
    assert set(offered(game)) == {"hex:S15"}
    game.choose("hex:S15")
    while game.decisions and game.decisions[0].prompt == "first-fire":
        game.choose("do:pass")
    assert (game.state.units["c"].at, game.state.units["c"].moved) == ("S15", True)
    assert "do:done" in offered(game)


@pytest.mark.rule("rileys_road:A15.4")
def test_a_charge_goes_as_far_as_its_mf_reach() -> None:
    game = moved("unit:c", units={"c": ca("S13", berserk=True), "g": de("TT12")})
    ((target, cost),) = [each for each in offered(game).items() if each[0] != "do:done"]
    assert game.preview(target).path[0] == "S13"
    assert 6 < (cost or 0) <= 8
    assert "do:done" not in offered(game)


@pytest.mark.rule("rileys_road:A5.12")
def test_too_many_units_in_a_location_must_leave_it_if_they_can() -> None:
    units = {f"c{n}": ca("S13") for n in range(4)}
    game = moved(units=units)
    assert "do:done" not in offered(game)
    game.choose("unit:c0")
    assert "do:done" not in offered(game)
    game.choose("hex:S14")
    game.choose("do:done")
    assert "do:done" in offered(game)


@pytest.mark.rule("rileys_road:A24.1", "rileys_road:A24.31")
def test_phosphorus_that_costs_its_thrower_half_his_men_ends_his_move() -> None:
    game = moved("unit:c", "do:smoke", "wp:S13", dice=(1, 6, 6, 6, 6), units={"c": ca("S13"), "m": ca("P10")})
    assert "c" not in game.state.units
    assert game.decisions[0].prompt == "move-unit"
    assert "unit:c.1" not in offered(game)
