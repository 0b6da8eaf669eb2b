"""A8 and A9: fire at units that move, what it leaves behind, and Fire Lanes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.fields import meadow
from games.asl.heavy import tank
from games.asl.position import Last, ca, de, offered, position
from sandtable.games.asl.fire.fire_group import nearest_enemy
from sandtable.games.asl.fire.fire_lanes import lane_hexes, may_lay_lane
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.fire.first_fire import FirstFire, GiveUpRate, able_to_fire, first_fire_pieces
from sandtable.games.asl.fire.under_fire import UnderFire, strike_modifiers
from sandtable.games.asl.hidden import mask
from sandtable.games.asl.state import FireLane, Moving, Smoke, Unit, Weapon, Works, Wreck
from sandtable.games.asl.units import Game
from sandtable.kernel import Procedure, Resolved, Rolled


def moving(units: dict[str, Unit], at: str, *movers: str, **facts: Any) -> Game:
    """The Canadians move; the movers have just spent a MF in a Location."""
    told = {
        name: facts.pop(name)
        for name in ("came_from", "spent_here", "assault", "shots", "hazardous", "dash", "protected")
        if name in facts
    }
    told.setdefault("spent_here", 2)
    on = facts.pop("on", None) or meadow(facts.pop("terrain", None))
    return position(units=units, on=on, moving=Moving(movers, at, **told), **facts)


def run(game: Game, procedure: Procedure, *choices: str) -> Game:
    game.stack.extend((Last(), procedure))
    game.advance()
    for choice in choices:
        game.choose(choice)
    return game


def fire(game: Game, *choices: str) -> Game:
    return run(game, FirstFire(), *choices)


def drms(game: Game) -> list[dict[str, str]]:
    return [{line.label: line.value for line in each.lines} for each in game.events if isinstance(each, Resolved)]


def firepower_shown(game: Game, option: str) -> str:
    return next(line.value for line in game.preview(option).lines if line.label == "firepower")


@pytest.mark.rule("rileys_road:A8.1", "rileys_road:A8.9")
def test_first_fire_strikes_the_movers_with_both_modifiers_in_the_open() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9"), "other": ca("F9")}
    game = fire(moving(units, "F9", "c", dice=(6, 5)), "unit:g", "do:fire")
    (lines,) = drms(game)
    assert (lines["ffnam"], lines["ffmo"], lines["column"]) == ("-1", "-1", "4")
    assert game.state.units["g"].fire == "first"


@pytest.mark.rule("rileys_road:A8.9", "rileys_road:A4.61")
def test_assault_movement_spares_ffnam_but_not_ffmo() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    (lines,) = drms(fire(moving(units, "F9", "c", assault=True, dice=(6, 5)), "unit:g", "do:fire"))
    assert "ffnam" not in lines
    assert lines["ffmo"] == "-1"


@pytest.mark.rule("rileys_road:A8.9")
@pytest.mark.parametrize("terrain", ["woods", "orchard", "stone-building"])
def test_who_moves_into_cover_is_not_in_open_ground(terrain: str) -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    (lines,) = drms(fire(moving(units, "F9", "c", terrain={"F9": terrain}, dice=(6, 5)), "unit:g", "do:fire"))
    assert "ffmo" not in lines


@pytest.mark.rule("rileys_road:A4.62", "rileys_road:A8.9")
def test_hazardous_movement_takes_the_place_of_both() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    (lines,) = drms(fire(moving(units, "F9", "c", hazardous=True, dice=(6, 6, 6)), "unit:g", "do:fire"))
    assert lines["hazardous"] == "-2"
    assert not {"ffmo", "ffnam"} & lines.keys()


@pytest.mark.rule("rileys_road:A8.1")
def test_a_unit_fires_no_oftener_than_mf_were_spent_in_the_location() -> None:
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("F7")}
    assert able_to_fire(moving(dict(units), "F7", "c", spent_here=2, shots=(("g", 1),)), "german") == []
    assert able_to_fire(moving(dict(units), "F7", "c", spent_here=4, shots=(("g", 1),)), "german") == ["g"]


@pytest.mark.rule("rileys_road:A8.1")
def test_half_a_mf_still_gives_one_shot() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    assert able_to_fire(moving(units, "F9", "c", spent_here=1), "german") == ["g"]


@pytest.mark.rule("rileys_road:A8.3", "rileys_road:A7.21", "rileys_road:A8.2")
def test_subsequent_first_fire_is_halved_leaves_residual_and_ends_the_units_fire() -> None:
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("F7")}
    game = fire(moving(units, "F7", "c", dice=(6, 5)), "unit:g", "do:fire")
    (lines,) = drms(game)
    assert (lines["column"], lines["ffnam"], lines["ffmo"]) == ("4", "-1", "-1")
    assert game.state.residual == {"F7": 2}
    assert game.state.units["g"].fire == "final"


@pytest.mark.rule("rileys_road:A8.3")
def test_subsequent_first_fire_reaches_no_farther_than_the_nearest_known_enemy_and_normal_range() -> None:
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("F10"), "near": ca("F8")}
    assert able_to_fire(moving(dict(units), "F10", "c"), "german") == []
    units["near"] = ca("F8", concealed=True)
    assert able_to_fire(moving(dict(units), "F10", "c"), "german") == ["g"]
    assert able_to_fire(moving({"g": units["g"], "c": ca("F13")}, "F13", "c"), "german") == []


@pytest.mark.rule("rileys_road:A8.3", "rileys_road:A7.353", "rileys_road:A9.3")
def test_a_gun_not_used_in_subsequent_first_fire_is_used_up_with_its_unit() -> None:
    units = {"g": de("F6", "de-248", fire="first"), "c": ca("F7")}
    weapons = {"w": Weapon("de-lmg", "german", holder="g", fire="first")}
    game = moving(units, "F7", "c", weapons=weapons, dice=(6, 5))
    assert [piece.name for piece in first_fire_pieces(game, "g")] == ["g", "w"]
    fire(game, "unit:g", "do:fire")
    assert (game.state.units["g"].fire, game.state.weapons["w"].fire) == ("final", "final")


@pytest.mark.rule("rileys_road:A8.31")
def test_final_protective_fire_only_at_the_own_or_an_adjacent_hex() -> None:
    units = {"g": de("F6", "de-468", fire="final"), "c": ca("F8")}
    assert able_to_fire(moving(dict(units), "F8", "c"), "german") == []
    units["c"] = ca("F7")
    assert able_to_fire(moving(dict(units), "F7", "c"), "german") == ["g"]


@pytest.mark.rule("rileys_road:A8.31")
@pytest.mark.parametrize(
    ("dice", "broken", "pinned"),
    [((4, 5), True, False), ((3, 5), False, True), ((3, 4), False, False)],
    ids=["above", "equal", "below"],
)
def test_the_dr_of_final_protective_fire_is_a_morale_check_of_the_firers(
    dice: tuple[int, ...], broken: bool, pinned: bool
) -> None:
    units = {"g": de("F6", "de-468", fire="final"), "c": ca("F7", "ca-458", broken=True)}
    game = fire(moving(units, "F7", "c", dice=(*dice, 1, 2, 1, 2)), "unit:g", "do:fire")
    assert (game.state.units["g"].broken, game.state.units["g"].pinned) == (broken, pinned)


@pytest.mark.rule("rileys_road:A8.31")
@pytest.mark.parametrize(
    ("kind", "picked", "column"), [("de-468", "unit:b", "8"), ("de-468", "weapon:w", "8"), ("de-248", "unit:b", "6")]
)
def test_who_joins_final_protective_fire_fires_his_machine_gun_too(kind: str, picked: str, column: str) -> None:
    units = {"a": de("F6", "de-468", fire="final"), "b": de("F6", kind, fire="final"), "c": ca("F7")}
    gun = {"w": Weapon("de-lmg", "german", holder="b", fire="final")}
    game = fire(moving(units, "F7", "c", weapons=gun, dice=(6, 5, *[6] * 6)), "unit:a", picked, "do:fire")
    assert drms(game)[0]["column"] == column


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A9.2", "rileys_road:A9.3")
@pytest.mark.parametrize(
    ("facts", "dice", "asks"),
    [({}, (1, 6), True), ({}, (4, 6), False), ({"fire": "first"}, (1, 6), False), ({"pinned": True}, (1, 6), False)],
    ids=["keeps its rate", "loses it", "Sustained Fire", "pinned"],
)
def test_only_a_gun_that_has_kept_its_rate_gives_it_up(
    facts: dict[str, Any], dice: tuple[int, int], asks: bool
) -> None:
    units = {"g": de("F6", "de-228", **facts), "c": ca("F7")}
    gun = {"w": Weapon("de-hmg", "german", holder="g", fire=facts.get("fire", ""))}
    game = fire(moving(units, "F7", "c", weapons=gun, dice=(*dice, 1, 2)), "unit:g", "do:fire")
    assert (bool(game.decisions) and game.decisions[0].prompt == "give-up-rate") is asks


@pytest.mark.rule("rileys_road:A9.2", "rileys_road:A8.2")
@pytest.mark.parametrize(
    ("choice", "residual", "marker"), [("do:keep-rate", {}, ""), ("do:give-up-rate", {"F12": 2}, "first")]
)
def test_a_gun_that_keeps_its_rate_leaves_no_residual_unless_it_gives_it_up(
    choice: str, residual: dict[str, int], marker: str
) -> None:
    units, gun = {"g": de("F6", "de-228"), "c": ca("F12")}, {"w": Weapon("de-hmg", "german", holder="g")}
    game = fire(moving(units, "F12", "c", weapons=gun, dice=(3, 6, 1, 2)), "unit:g", "do:fire", choice)
    assert (game.state.residual, game.state.weapons["w"].fire) == (residual, marker)
    assert game.state.units["g"].fire == marker


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A12.1")
@pytest.mark.parametrize(("concealed", "sees"), [(False, GiveUpRate), (True, FirstFire)])
def test_the_mover_sees_that_a_gun_has_kept_its_rate_if_he_knows_who_fires(
    concealed: bool, sees: type[Procedure]
) -> None:
    units, gun = {"g": de("F6", "de-228"), "c": ca("F12")}, {"w": Weapon("de-hmg", "german", holder="g")}
    game = fire(moving(units, "F12", "c", weapons=gun, dice=(3, 6, 1, 2)), "unit:g", "do:fire")
    assert isinstance(game.state.stack[-1], GiveUpRate)
    seen = game.fork().state
    seen.units["g"] = replace(seen.units["g"], concealed=concealed)
    mask(seen, game.content, "canadian")
    assert isinstance(seen.stack[-1], sees)


@pytest.mark.rule("rileys_road:A8.2")
def test_nobody_is_asked_to_give_up_his_rate_for_no_more_residual_than_lies_there() -> None:
    units, gun = {"g": de("F6", "de-228"), "c": ca("F12")}, {"w": Weapon("de-hmg", "german", holder="g")}
    game = moving(units, "F12", "c", weapons=gun, residual={"F12": 2}, dice=(3, 6, 1, 2))
    assert not fire(game, "unit:g", "do:fire").decisions


@pytest.mark.rule("rileys_road:A8.26")
def test_a_hindrance_lowers_what_is_left() -> None:
    units = {"a": de("F6", "de-468"), "b": de("F6", "de-468"), "c": ca("F9")}
    game = moving(units, "F9", "c", terrain={"F8": "orchard"}, dice=(6, 5))
    fire(game, "unit:a", "unit:b", "do:fire")
    assert game.state.residual == {"F9": 2}


@pytest.mark.rule("rileys_road:A8.2")
def test_only_the_highest_residual_of_a_location_stays() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    game = fire(moving(units, "F9", "c", residual={"F9": 6}, dice=(6, 5)), "unit:g", "do:fire")
    assert game.state.residual == {"F9": 6}


@pytest.mark.rule("rileys_road:A8.2", "rileys_road:A8.9")
def test_residual_strikes_who_enters_without_leaders_and_halves_nothing() -> None:
    units = {"g": de("P6"), "c": ca("F9", concealed=True)}
    game = run(moving(units, "F9", "c", came_from="F10", residual={"F9": 2}, dice=(6, 6)), UnderFire())
    (lines,) = drms(game)
    assert (lines["column"], lines["ffnam"], lines["ffmo"]) == ("2", "-1", "-1")


@pytest.mark.rule("rileys_road:A8.2")
def test_residual_does_not_strike_mf_spent_in_place() -> None:
    game = run(moving({"c": ca("F9")}, "F9", "c", residual={"F9": 2}), UnderFire())
    assert drms(game) == []


@pytest.mark.rule("rileys_road:A8.15")
def test_a_snap_shot_is_halved_knows_no_cover_and_leaves_nothing() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("G9")}
    game = moving(units, "G9", "c", came_from="F9", terrain={"G9": "stone-building"}, dice=(6, 5))
    fire(game, "unit:g", "do:snap-shot", "do:fire")
    (lines,) = drms(game)
    assert lines["column"] == "2"
    assert not {"ffmo", "ffnam", "tem.stone-building"} & lines.keys()
    assert game.state.residual == {}


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A4.62", "rileys_road:RR13.21")
def test_a_snap_shot_at_hazardous_movement_gains_by_it() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("G9")}
    game = moving(units, "G9", "c", came_from="F9", hazardous=True, terrain={"G9": "stone-building"}, dice=(6, 5))
    (lines,) = drms(fire(game, "unit:g", "do:snap-shot", "do:fire"))
    assert lines["hazardous"] == "-2"


@pytest.mark.rule("rileys_road:A8.15")
def test_no_snap_shot_from_one_of_the_two_hexes_or_at_mf_spent_in_place() -> None:
    units = {"g": de("F9", "de-468"), "c": ca("F10")}
    assert first_fire_pieces(moving(dict(units), "F10", "c", came_from="F9"), "g", manner="snap") == []
    units["g"] = de("F6", "de-468")
    assert first_fire_pieces(moving(dict(units), "F10", "c"), "g", manner="snap") == []


@pytest.mark.rule("rileys_road:A8.15")
def test_nobody_takes_a_snap_shot_at_a_vehicle() -> None:
    game = moving({"g": de("F6", "de-468")}, "G9", "t", came_from="F9", vehicles={"t": tank("G9", exposed=True)})
    assert game.state.moving is not None
    game.state.moving = replace(game.state.moving, units=(), vehicle="t")
    assert first_fire_pieces(game, "g") != []
    assert first_fire_pieces(game, "g", manner="snap") == []


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A7.5")
def test_before_an_answer_the_sum_of_first_fire_is_shown_as_it_will_be_with_it() -> None:
    units = {"g": de("F6", "de-468"), "h": de("G6", "de-468"), "c": ca("G9")}
    game = run(moving(units, "G9", "c", came_from="F9"), FirstFire(), "unit:g")
    shown = [firepower_shown(game, each) for each in ("do:fire", "unit:h", "do:snap-shot")]
    assert shown == ["4", "8", "2"]


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A8.3")
def test_a_snap_shot_by_those_who_fire_again_goes_no_farther_than_the_nearest_known_enemy() -> None:
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("G9"), "near": ca("F8")}
    assert first_fire_pieces(moving(dict(units), "G9", "c", came_from="F9"), "g", manner="snap") == []
    units["near"] = ca("F8", concealed=True)
    assert first_fire_pieces(moving(dict(units), "G9", "c", came_from="F9"), "g", manner="snap") != []


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:B27/infantry")
def test_nobody_takes_a_snap_shot_at_those_who_go_from_trench_to_trench() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("G9", stance="trench")}
    for protected in (False, True):
        game = moving(dict(units), "G9", "c", came_from="F9", protected=protected)
        assert (first_fire_pieces(game, "g", manner="snap") == []) is protected


@pytest.mark.rule("rileys_road:A9.221", "rileys_road:B27/infantry")
def test_a_fire_lane_takes_no_snap_shot_at_them_either() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("G9", stance="trench")}
    lane = FireLane("w", 2, ("F9",), ("F9-G9",))
    for protected, strikes in ((False, 1), (True, 0)):
        facts: dict[str, Any] = {"protected": protected, "weapons": dict(GUN), "lanes": {"w": lane}, "dice": (6, 5)}
        game = moving(dict(units), "G9", "c", came_from="F9", **facts)
        assert len(drms(run(game, UnderFire()))) == strikes


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:B9.21")
def test_the_entrenched_take_no_snap_shot_over_a_hedge_before_them() -> None:
    hedged = meadow(walls={"hedge": ["F6-F7"]})
    works = {"F6": Works("german", foxholes=1)}
    units = {"g": de("F6", "de-468"), "c": ca("G9")}
    assert first_fire_pieces(moving(dict(units), "G9", "c", came_from="F9", on=hedged), "g", manner="snap") != []
    units["g"] = de("F6", "de-468", stance="foxhole")
    told = moving(units, "G9", "c", came_from="F9", on=hedged, works=works)
    assert first_fire_pieces(told, "g", manner="snap") == []


@pytest.mark.rule("rileys_road:A8.3", "rileys_road:B9.21")
def test_the_entrenched_fire_again_past_a_tank_that_a_hedge_hides_from_them() -> None:
    hedged = meadow(walls={"hedge": ["F7-F8"]}, levels={"H10": 1})
    works, vehicles = {"F6": Works("german", foxholes=1)}, {"v": tank("F8")}
    units = {"g": de("F6", "de-468", fire="first"), "c": ca("H10")}
    facts: dict[str, Any] = {"on": hedged, "works": works, "vehicles": vehicles}
    assert nearest_enemy(moving(dict(units), "H10", "c", **facts), "g") == 2
    units["g"] = de("F6", "de-468", fire="first", stance="foxhole")
    assert nearest_enemy(moving(units, "H10", "c", **facts), "g") == 5


# Fire Lanes

GUN = {"w": Weapon("de-mmg", "german", holder="g")}


@pytest.mark.rule("rileys_road:A9.22")
def test_a_lane_covers_the_row_out_to_normal_range_with_the_column_to_the_left() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("F6")}
    game = moving(units, "F6", "c", weapons=dict(GUN), dice=(5, 6, 1, 2))
    assert may_lay_lane(game, ("w",), "F6")
    fire(game, "unit:g", "do:fire-lane")
    lane = game.state.lanes["w"]
    assert lane.fp == 2
    assert lane.hexes[:3] == ("F4", "F5", "F6")
    assert len(lane.hexes) == 12
    assert game.state.weapons["w"].fire == "first"


@pytest.mark.rule("rileys_road:A9.22")
def test_a_lane_ends_where_the_gun_sees_no_farther_and_at_another_level() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("F6")}
    on = meadow({"F8": "woods"}, levels={"F5": 1})
    game = moving(units, "F4", "c", weapons=dict(GUN), on=on)
    hexes, _ = lane_hexes(game, "w", "F4")["straight"]
    assert "F5" not in hexes
    assert "F9" not in hexes


@pytest.mark.rule("rileys_road:A9.22")
@pytest.mark.parametrize(
    ("facts", "weapon"),
    [({"pinned": True}, {}), ({"shortage": True}, {}), ({}, {"fire": "first"}), ({}, {"low": True})],
    ids=["pinned", "shortage", "fired", "low"],
)
def test_who_lays_no_lane(facts: dict[str, Any], weapon: dict[str, Any]) -> None:
    units = {"g": de("F3", "de-228", **facts), "c": ca("F6")}
    gun = {"w": Weapon("de-mmg", "german", holder="g", **weapon)}
    assert not may_lay_lane(moving(units, "F6", "c", weapons=gun), ("w",), "F6")


@pytest.mark.rule("rileys_road:A9.22")
def test_a_lane_is_no_lane_off_the_grain() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("G7")}
    assert not may_lay_lane(moving(units, "G7", "c", weapons=dict(GUN)), ("w",), "G7")


@pytest.mark.rule("rileys_road:A9.22")
def test_a_lane_is_no_lane_in_the_hex_of_the_gun() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("F3")}
    assert not may_lay_lane(moving(units, "F3", "c", weapons=dict(GUN)), ("w",), "F3")


@pytest.mark.rule("rileys_road:A9.221")
def test_a_lane_along_an_alternate_hexgrain_covers_one_row_beside_it() -> None:
    units = {"g": de("F6", "de-228"), "c": ca("H6")}
    rows = lane_hexes(moving(units, "H6", "c", weapons=dict(GUN)), "w", "H6")
    assert set(rows) == {"left", "right"}
    left, right = rows["left"], rows["right"]
    assert {"H6", "J6"} <= set(left[0]) & set(right[0])
    assert set(left[0]) - set(right[0])
    assert len(left[1]) == 6


@pytest.mark.rule("rileys_road:A9.22")
def test_a_lane_strikes_every_expenditure_doubled_next_to_the_gun_and_may_break_down() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("F4"), "h": de("P9")}
    lane = FireLane("w", 2, ("F4", "F5", "F6"))
    game = moving(units, "F4", "c", weapons=dict(GUN), lanes={"w": lane}, dice=(6, 6))
    run(game, UnderFire())
    (lines,) = drms(game)
    assert lines["column"] == "4"
    assert game.state.weapons["w"].broken
    assert game.state.lanes == {}


@pytest.mark.rule("rileys_road:A9.22")
def test_a_lane_ends_when_its_gunner_is_pinned() -> None:
    units = {"g": de("F3", "de-228", pinned=True), "c": ca("F5")}
    game = run(moving(units, "F5", "c", weapons=dict(GUN), lanes={"w": FireLane("w", 2, ("F5",))}), UnderFire())
    assert game.state.lanes["w"].hexes == ()
    assert drms(game) == []


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A8.3")
def test_a_gun_whose_lane_has_ended_does_not_fire_again_in_the_phase() -> None:
    crew = de("F3", "de-228", pinned=True, fire="first")
    gun = {"w": Weapon("de-hmg", "german", holder="g", fire="first")}
    game = moving({"g": crew, "c": ca("F5")}, "F5", "c", weapons=gun, lanes={"w": FireLane("w", 2, ("F5",))})
    pieces = first_fire_pieces(run(game, UnderFire()), "g")
    assert [(piece.weapon, piece.mode) for piece in pieces] == [("", "subsequent")]


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:B9.21")
@pytest.mark.parametrize(("stance", "strikes"), [("", 1), ("foxhole", 0)])
def test_a_lane_does_not_strike_the_entrenched_behind_a_hedge(stance: str, strikes: int) -> None:
    units, lane = {"g": de("F3", "de-228"), "c": ca("F6", stance=stance)}, FireLane("w", 2, ("F4", "F5", "F6"))
    facts: dict[str, Any] = {"weapons": dict(GUN), "works": {"F6": Works("canadian", foxholes=1)}}
    on = meadow(walls={"hedge": ["F5-F6"]})
    game = moving(units, "F6", "c", came_from="G6", lanes={"w": lane}, on=on, dice=(6, 5), **facts)
    assert len(drms(run(game, UnderFire()))) == strikes


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:B9.21")
@pytest.mark.parametrize(("stance", "covered"), [("", 3), ("foxhole", 1)])
def test_an_entrenched_gun_lays_no_lane_over_the_hedge_before_it(stance: str, covered: int) -> None:
    units = {"g": de("F3", "de-228", stance=stance), "c": ca("F4")}
    game = moving(units, "F4", "c", weapons=dict(GUN), on=meadow(walls={"hedge": ["F3-F4"]}))
    hexes, _ = lane_hexes(game, "w", "F4")["straight"]
    assert {"F4", "F5", "F6"}.intersection(hexes) == set(["F4", "F5", "F6"][:covered])


@pytest.mark.rule("rileys_road:A14.1", "rileys_road:A8.2", "rileys_road:A9.22")
@pytest.mark.parametrize("facts", [{"residual": {"F6": 2}}, {"lanes": {"w": FireLane("w", 2, ("F6",))}}])
def test_the_dice_of_residual_fp_and_lanes_call_the_sniper_of_the_movers(facts: dict[str, Any]) -> None:
    units = {"g": de("F3", "de-228"), "c": ca("F6")}
    called = {"san": {"german": 0, "canadian": 11}, "snipers": {"canadian": "F4"}}
    game = moving(units, "F6", "c", came_from="F7", weapons=dict(GUN), dice=(6, 5, 4), **called, **facts)
    run(game, UnderFire())
    assert [event.why for event in game.events if isinstance(event, Rolled)][1:] == ["sniper"]


@pytest.mark.rule("rileys_road:A9.22", "rileys_road:A9.221")
def test_smoke_does_not_hinder_a_lane_and_an_orchard_does() -> None:
    units = {"g": de("F3", "de-228"), "c": ca("F8")}
    lane = FireLane("w", 2, ("F8",))
    game = moving(units, "F8", "c", weapons=dict(GUN), lanes={"w": lane}, terrain={"F5": "orchard"})
    assert {part.label for part in strike_modifiers(game, "c", "F8", "lane", lane)} == {"hindrance", "ffnam"}


@pytest.mark.rule("rileys_road:A8.1", "rileys_road:A8.4")
def test_who_can_do_nothing_is_not_asked_and_passing_ends_it() -> None:
    units = {"g": de("F6"), "c": ca("F9")}
    game = fire(moving(dict(units), "F9", "c"))
    assert set(offered(game)) == {"unit:g", "do:pass"}
    assert not fire(moving(dict(units), "F9", "c"), "do:pass").decisions
    units["g"] = de("F6", broken=True)
    assert not fire(moving(units, "F9", "c")).decisions


@pytest.mark.rule("rileys_road:A7.53", "rileys_road:A8.3")
def test_a_leader_who_has_directed_directs_only_those_who_fire_once_more() -> None:
    units = {"a": de("F6", fire="first"), "b": de("F6"), "l": de("F6", "de-l91", fire="first"), "c": ca("F7")}
    game = fire(moving(dict(units), "F7", "c"), "unit:a")
    assert "unit:l" in offered(game)
    game = fire(moving(dict(units), "F7", "c"), "unit:b")
    assert "unit:l" not in offered(game)


@pytest.mark.rule("rileys_road:A8.2")
def test_the_part_of_a_group_that_keeps_no_rate_leaves_residual() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    gun = {"w": Weapon("de-mmg", "german", holder="g")}
    game = fire(moving(units, "F9", "c", weapons=gun, dice=(1, 6, 1, 2)), "unit:g", "do:fire")
    assert game.state.weapons["w"].fire == ""
    assert game.state.residual == {"F9": 2}


@pytest.mark.rule("rileys_road:A7.1")
def test_less_than_one_firepower_is_no_attack() -> None:
    units = {"g": de("F6", "de-238", pinned=True), "c": ca("F11"), "h": de("F6", "de-238")}
    game = fire(moving(units, "F11", "c"), "unit:g")
    assert "do:fire" not in offered(game)
    game.choose("unit:h")
    assert "do:fire" in offered(game), "one and a half are worth firing"


@pytest.mark.rule("rileys_road:A7.5")
def test_each_location_of_a_fire_group_adds_at_least_one_firepower() -> None:
    units = {"g": de("F6", "de-238", pinned=True), "c": ca("F11"), "h": de("G6", "de-468")}
    game = fire(moving(units, "F11", "c"), "unit:g", "unit:h")
    assert "do:fire" not in offered(game)
    units["i"] = de("F6", "de-238")
    game = fire(moving(units, "F11", "c"), "unit:g", "unit:h", "unit:i")
    assert "do:fire" in offered(game), "both in F6 together do"


@pytest.mark.rule("rileys_road:A7.352", "rileys_road:A7.53")
@pytest.mark.parametrize("marker", ["", "first"])
def test_a_leader_who_fires_a_machine_gun_directs_nobody_himself_least_of_all(marker: str) -> None:
    spent = ("w",) if marker else ()
    units = {"l": de("F6", "de-l91", fire=marker, spent=spent), "g": de("F6", fire=marker), "c": ca("F7")}
    weapons = {"w": Weapon("de-hmg", "german", holder="l", fire=marker)}
    game = fire(moving(units, "F7", "c", weapons=weapons), "unit:l")
    assert "unit:l" not in offered(game)
    if not marker:
        game = fire(moving(units, "F7", "c", weapons=weapons), "unit:g", "unit:l")
        assert "weapon:w" not in offered(game), "who directs does not fire in the same attack"


@pytest.mark.rule("rileys_road:A8.26", "rileys_road:A24.8", "rileys_road:C7.6")
def test_smoke_in_the_targets_hex_leaves_as_much_and_a_burning_wreck_is_smoke_to_fire_out_of() -> None:
    units = {"g": de("F6", "de-468"), "c": ca("F9")}
    wreck = {"t": Wreck("ca-sherman3", "F6", 0, burning=True)}
    game = fire(moving(units, "F9", "c", smoke={"F9": (Smoke(2),)}, dice=(6, 5)), "unit:g", "do:fire")
    assert game.state.residual == {"F9": 2}
    game = fire(moving(units, "F9", "c", wrecks=wreck, dice=(6, 5)), "unit:g", "do:fire")
    assert (drms(game)[0]["hindrance"], drms(game)[0]["out-of-smoke"], game.state.residual) == ("+2", "+1", {})


@pytest.mark.rule("rileys_road:A7.53", "rileys_road:A8.3", "rileys_road:A8.31")
@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_a_leader_who_is_not_marked_directs_whoever_fires_and_is_marked_as_they_are(order: tuple[str, str]) -> None:
    units = {"a": de("F6", "de-467"), "b": de("F6", "de-467", fire="first"), "l": de("F6", "de-l91"), "c": ca("F7")}
    first, second = order
    game = fire(moving(units, "F7", "c", dice=(6, 5, 1, 2)), f"unit:{first}", f"unit:{second}", "unit:l", "do:fire")
    assert drms(game)[0]["leadership"] == "-1"
    assert {name: unit.fire for name, unit in game.state.units.items()} == {
        "a": "first", "b": "final", "l": "final", "c": "",
    }  # fmt: skip


@pytest.mark.rule("rileys_road:A8.1", "rileys_road:A8.3", "rileys_road:A8.31", "rileys_road:A7.55")
@pytest.mark.parametrize(
    ("firer", "reason"),
    [
        (de("E6", fire="final"), "refused.adjacent-only"),
        (de("D6", fire="first"), "refused.subsequent"),
        (de("F1", "de-436"), "refused.out-of-range"),
        (de("F12"), "refused.no-los"),
        (de("F6", "de-447"), "refused.one-group"),
        (de("C7", "de-468"), "refused.shots"),
    ],
)
def test_who_cannot_fire_at_movers_is_told_what_bars_him(firer: Unit, reason: str) -> None:
    units = {"g": de("F6", "de-468"), "x": firer, "c": ca("F9"), "near": ca("D7")}
    trees = {"F10": "woods", "F11": "woods"}
    shots = (("x", 1),) if reason == "refused.shots" else ()
    game = moving({**units, "z": de("G7")}, "F9", "c", terrain=trees, shots=shots, dice=(6, 5))
    refusal = fire(game, "unit:g", "do:fire").explain("unit:x")
    assert refusal is not None
    assert refusal.reason == reason


@pytest.mark.rule("rileys_road:A7.55", "rileys_road:A8.4")
@pytest.mark.parametrize(("marker", "reason"), [("", "refused.one-group"), ("first", "refused.adjacent-only")])
def test_who_has_no_target_left_in_a_fire_phase_is_told_why(marker: str, reason: str) -> None:
    units = {"g": de("F6", "de-468"), "x": de("F6", fire=marker), "z": de("F5"), "c": ca("F9")}
    game = position(units=units, on=meadow(), phase="defensive-fire", dice=(6, 5))
    run(game, FirePhase(side="german", phase="defensive-fire"), "unit:g", "hex:F9", "do:fire")
    refusal = game.explain("unit:x")
    assert refusal is not None
    assert refusal.reason == reason
