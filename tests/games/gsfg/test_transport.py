"""Aerial transport and aerial supply (6.8 and 6.9)."""

from __future__ import annotations

import pytest

from games.gsfg.flights import is_over, refused, run
from games.gsfg.positions import choose, content, ids, quiet, where
from sandtable.games.gsfg.air.transport import (
    Fly,
    FlySupply,
    fly_option,
    land,
    landing_hexes,
    may_fly_supply,
    why_no_flight,
)
from sandtable.games.gsfg.movement.allowance import why_immobile
from sandtable.games.gsfg.movement.move import Move
from sandtable.games.gsfg.state import NATO, SOVIET, Air
from sandtable.games.gsfg.supply import AERIAL, UNSUPPLIED, supply_state
from sandtable.games.gsfg.units import Game, controller
from sandtable.mechanics.roster import change

PARAS = "frg-ll-27"
GUARDS = "su-7g-abn"
TANKS = "su-10g-tk"
FIELD, NEAR, ACROSS = "2214", "2215", "2113"
CITY, ROUGH, HEATH, SEA = "2521", "1118", "2104", "1004"
SOVIET_AIR = Air(side=SOVIET)


def reasons(game: Game, unit_id: str = PARAS) -> str:
    refusal = why_no_flight(game, unit_id)
    return refusal.reason if refusal else ""


def landings(enemy_at: str = "4207", *, air: str = NATO, **captured: str) -> list[str]:
    game = quiet({PARAS: FIELD, TANKS: enemy_at}, air=air, captured={label[1:]: who for label, who in captured.items()})
    return landing_hexes(game, PARAS)


def test_the_hexes_used_here_are_what_they_are_taken_for() -> None:
    data = content()
    assert [data.terrain[label] for label in (FIELD, NEAR, ACROSS, CITY, ROUGH, HEATH, SEA)] == [
        "clear", "clear", "clear", "city", "rough", "heath", "lake",
    ]  # fmt: skip
    assert (NEAR in data.adjacent[FIELD], ACROSS in data.adjacent[FIELD], ACROSS in data.land_adjacent[FIELD]) == (
        True,
        True,
        False,
    )


# Taking off


@pytest.mark.rule("gsfg:6.8")
def test_an_air_transportable_unit_in_supply_and_in_the_open_may_fly() -> None:
    assert [option.id for option in fly_option(quiet({PARAS: FIELD}), PARAS)] == ["do:fly"]


@pytest.mark.rule("gsfg:6.8")
def test_other_units_do_not_fly() -> None:
    assert reasons(quiet({"us-3-arm": FIELD}), "us-3-arm") == "refused.not-air-transportable"


@pytest.mark.rule("gsfg:6.17")
def test_air_mobile_units_are_not_air_transportable() -> None:
    assert reasons(quiet({"us-101-am": FIELD}), "us-101-am") == "refused.not-air-transportable"


@pytest.mark.rule("gsfg:6.8")
def test_nobody_flies_in_a_turn_of_enemy_air_superiority() -> None:
    assert reasons(quiet({PARAS: FIELD}, air=SOVIET)) == "refused.no-air-superiority"


@pytest.mark.rule("gsfg:6.8")
@pytest.mark.parametrize("enemy_at", [NEAR, ACROSS])
def test_no_take_off_next_to_the_enemy_not_even_across_a_river(enemy_at: str) -> None:
    assert reasons(quiet({PARAS: FIELD, TANKS: enemy_at})) == "refused.takes-off-near-enemy"


@pytest.mark.rule("gsfg:6.8")
def test_take_off_from_a_city() -> None:
    assert reasons(quiet({PARAS: CITY})) == ""


@pytest.mark.rule("gsfg:6.8")
@pytest.mark.parametrize("label", [ROUGH, HEATH])
def test_no_take_off_from_other_terrain(label: str) -> None:
    assert reasons(quiet({PARAS: label})) == "refused.no-airfield"


@pytest.mark.rule("gsfg:6.8")
def test_no_take_off_without_overland_supply() -> None:
    cities = dict.fromkeys(content().city_labels, SOVIET)
    assert reasons(quiet({PARAS: FIELD}, captured=cities)) == "refused.takes-off-unsupplied"


@pytest.mark.rule("gsfg:6.8", "gsfg:6.9")
def test_aerial_supply_is_not_enough_to_take_off() -> None:
    game = quiet({PARAS: FIELD}, captured=dict.fromkeys(content().city_labels, SOVIET))
    game.state.aerial_supply = FIELD
    assert (supply_state(game, PARAS), reasons(game)) == (AERIAL, "refused.takes-off-unsupplied")


@pytest.mark.rule("gsfg:6.8", "gsfg:10.17")
def test_a_unit_that_has_moved_does_not_fly() -> None:
    game = quiet({PARAS: FIELD})
    change(game, PARAS, moved=True)
    assert reasons(game) == "refused.moved"


@pytest.mark.rule("gsfg:6.8")
def test_flying_is_offered_with_the_other_moves_of_the_unit() -> None:
    game = run({PARAS: FIELD}, Move(units=(PARAS,)))
    choose(game, "do:fly")
    assert f"hex:{CITY}" in ids(game)


# Landing


@pytest.mark.rule("gsfg:6.8")
def test_clear_hexes_are_open_whoever_controls_them() -> None:
    assert (content().first_holder["3220"], "3220" in landings()) == (SOVIET, True)


@pytest.mark.rule("gsfg:6.8")
def test_friendly_cities_are_open() -> None:
    assert CITY in landings()


@pytest.mark.rule("gsfg:6.8")
def test_enemy_cities_are_closed() -> None:
    assert (content().terrain["3321"], "3321" in landings(), CITY in landings(**{f"x{CITY}": SOVIET})) == (
        "city",
        False,
        False,
    )


@pytest.mark.rule("gsfg:6.8")
def test_no_landing_in_other_terrain() -> None:
    assert {content().terrain[label] for label in landings()} == {"clear", "city"}


@pytest.mark.rule("gsfg:6.8")
def test_no_landing_on_the_enemy_or_next_to_him_not_even_across_a_river() -> None:
    found = set(landings("1313"))
    assert "1413" not in content().land_adjacent["1313"]
    assert found.isdisjoint({"1313", *content().adjacent["1313"]})


@pytest.mark.rule("gsfg:6.8", "gsfg:10.14")
def test_any_distance_over_anything() -> None:
    assert {"1006", "4237"} <= set(landings())


@pytest.mark.rule("gsfg:7.1")
def test_stacking_holds_on_landing() -> None:
    game = quiet({PARAS: FIELD, "us-3-arm": "2024", "us-8-mech": "2024"})
    assert ("2024" in landing_hexes(game, PARAS), "2023" in landing_hexes(game, PARAS)) == (False, True)


@pytest.mark.rule("gsfg:6.8")
def test_no_landing_without_air_superiority() -> None:
    assert landings(air=SOVIET) == []


@pytest.mark.rule("gsfg:6.8")
@pytest.mark.parametrize(
    ("label", "reason"),
    [
        (FIELD, "refused.already-there"), (HEATH, "refused.no-landing-here"), ("3012", "refused.enemy-there"),
        ("3013", "refused.lands-near-enemy"), ("3321", "refused.enemy-city"), ("2024", "refused.over-stacked"),
    ],
)  # fmt: skip
def test_why_a_hex_is_no_landing_place(label: str, reason: str) -> None:
    units = {PARAS: FIELD, TANKS: "3012", "us-3-arm": "2024", "us-8-mech": "2024"}
    assert refused(run(units, Fly(unit=PARAS)), f"hex:{label}")[0] == reason


@pytest.mark.rule("gsfg:6.8")
def test_a_flight_ends_in_the_hex_and_takes_control_of_it() -> None:
    game = run({PARAS: FIELD}, Fly(unit=PARAS), picks=["hex:3220"])
    assert (where(game, PARAS), controller(game, "3220"), is_over(game)) == ("3220", NATO, True)


@pytest.mark.rule("gsfg:6.8", "gsfg:10.17")
def test_after_landing_a_unit_does_not_move_again() -> None:
    game = run({PARAS: FIELD}, Fly(unit=PARAS), picks=["hex:3220"])
    change(game, PARAS, moved=False)
    refusal = why_immobile(game, PARAS)
    assert refusal is not None
    assert refusal.reason == "refused.flew"


@pytest.mark.rule("gsfg:6.8")
def test_a_unit_may_land_out_of_supply() -> None:
    cities = dict.fromkeys(content().city_labels, SOVIET)
    game = run({PARAS: FIELD}, Fly(unit=PARAS), picks=["hex:4118"], captured=cities)
    assert supply_state(game, PARAS) == UNSUPPLIED


# Arrival by air


@pytest.mark.rule("gsfg:9.7", "gsfg:6.8", "gsfg:5.10")
def test_guards_airborne_arrive_by_air_in_the_first_turn() -> None:
    game = quiet({}, turn=1, active=SOVIET, air=SOVIET, waiting=[GUARDS])
    land(game, GUARDS, landing_hexes(game, GUARDS)[0])
    unit = game.state.units[GUARDS]
    assert (unit.steps, unit.flew, unit.arrived, game.state.waiting) == (1, True, True, {})


@pytest.mark.rule("gsfg:9.7")
def test_units_that_arrive_by_air_are_supplied() -> None:
    game = quiet({}, active=SOVIET, air=SOVIET, waiting=[GUARDS])
    land(game, GUARDS, FIELD)
    assert supply_state(game, GUARDS) == "overland"


# Aerial supply


@pytest.mark.rule("gsfg:6.9")
def test_supplies_are_flown_into_any_hex_without_enemies() -> None:
    game = run({TANKS: "3012", PARAS: FIELD}, FlySupply(side=NATO))
    assert ids(game) == {f"hex:{label}" for label in content().board.labels if label != "3012"}


@pytest.mark.rule("gsfg:6.9")
def test_no_supplies_into_the_enemy() -> None:
    game = run({TANKS: "3012"}, FlySupply(side=NATO))
    assert refused(game, "hex:3012") == ("refused.enemy-there", "6.9")


@pytest.mark.rule("gsfg:6.9")
def test_only_the_side_with_air_superiority_flies_supplies() -> None:
    game = quiet({})
    assert (may_fly_supply(game, NATO), may_fly_supply(game, SOVIET)) == (True, False)


@pytest.mark.rule("gsfg:6.9")
def test_supplies_are_flown_once_a_game_turn() -> None:
    game = run({PARAS: FIELD}, FlySupply(side=NATO), picks=[f"hex:{FIELD}"])
    assert (game.state.aerial_supply, may_fly_supply(game, NATO)) == (FIELD, False)


@pytest.mark.rule("gsfg:6.9")
@pytest.mark.parametrize(("label", "state"), [(FIELD, AERIAL), (NEAR, AERIAL), ("2216", UNSUPPLIED)])
def test_the_hex_and_its_neighbours_are_supplied(label: str, state: str) -> None:
    cities = dict.fromkeys(content().city_labels, SOVIET)
    game = run({PARAS: label}, FlySupply(side=NATO), picks=[f"hex:{FIELD}"], captured=cities)
    assert supply_state(game, PARAS) == state


@pytest.mark.rule("gsfg:6.8")
def test_whoever_may_not_fly_is_told_why() -> None:
    game = run({PARAS: FIELD}, Move(units=(PARAS,)), air=SOVIET_AIR)
    assert refused(game, "do:fly") == ("refused.no-air-superiority", "6.8")
