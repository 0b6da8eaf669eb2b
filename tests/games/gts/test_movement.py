"""Chapter 14: movement in combat formation, forced marches, minimum moves, barrages and opportunity fire."""

from __future__ import annotations

import pytest

from games.gts.marching import (
    CARS,
    COMPANY,
    EAST,
    ENEMY,
    FOURTH,
    GUNS,
    MORTARS,
    NEXT,
    OPEN,
    PLATOON,
    SECOND,
    STREAM,
    THIRD,
    at,
    between,
    cost,
    is_over,
    order,
    reason,
    step_cost,
)
from games.gts.positions import NIGHT, activated, choose, content, ids, unit
from sandtable.games.gts.events.moving import LeftMap, Moved, Stopped
from sandtable.games.gts.movement.costs import may_enter
from sandtable.games.gts.movement.reach import allowance, can_reach
from sandtable.games.gts.state import ALLIED, GERMAN, Leader, Points
from sandtable.games.gts.units import Game
from sandtable.kernel import Resolved

RAW = "spi-web"
"""A German company of troop quality 3 with 4 MP."""


def moved(game: Game) -> list[Moved]:
    return [event for event in game.events if isinstance(event, Moved)]


def test_the_hexes_of_these_tests_are_what_they_should_be() -> None:
    terrain = content().terrain
    assert {terrain[label] for label in (OPEN, NEXT, THIRD, EAST, STREAM)} == {"clear"}
    assert between(EAST, STREAM) == {"stream"}
    assert not any((between(OPEN, NEXT), between(NEXT, THIRD), between(THIRD, EAST)))


@pytest.mark.rule("gts:14.3")
@pytest.mark.rule("gts:14.5")
@pytest.mark.rule("gts:1.2/terrain")
def test_each_hex_costs_what_the_chart_says_of_its_terrain() -> None:
    game = order({COMPANY: OPEN}, COMPANY)
    assert (cost(game, NEXT), cost(game, THIRD)) == (2.0, 4.0)
    assert cost(order({COMPANY: "0417"}, COMPANY), "0416") == 4.0
    assert content().terrain["0416"] == "woods"


@pytest.mark.rule("gts:1.2/movement")
@pytest.mark.rule("gts:14.2")
@pytest.mark.rule("gts:29.34")
def test_the_same_hex_costs_each_class_something_else() -> None:
    assert cost(order({"gra-1": OPEN}, "gra-1"), NEXT) == 3.0
    assert cost(order({"gra-5": OPEN}, "gra-5"), NEXT) == 2.0
    assert cost(order({COMPANY: OPEN}, COMPANY), NEXT) == 2.0


@pytest.mark.rule("gts:14.3")
def test_a_move_is_carried_out_hex_by_hex_along_the_path_shown() -> None:
    game = order({COMPANY: OPEN}, COMPANY)
    shown = game.preview(f"hex:{THIRD}")
    game.choose(f"hex:{THIRD}")
    assert shown.path == (OPEN, NEXT, THIRD)
    assert [(event.path, event.points) for event in moved(game)] == [((OPEN, NEXT, THIRD), 4.0)]


@pytest.mark.rule("gts:14.3")
def test_the_preview_shows_what_each_hex_costs_and_what_is_left() -> None:
    shown = order({COMPANY: OPEN}, COMPANY).preview(f"hex:{NEXT}")
    assert [(line.label, line.value) for line in shown.lines] == [("enter-hex", "2"), ("movement-left", "2")]


@pytest.mark.rule("gts:14.3")
def test_a_mover_goes_on_with_what_it_has_left() -> None:
    game = order({COMPANY: OPEN}, COMPANY)
    game.choose(f"hex:{NEXT}")
    assert cost(game, THIRD) == 2.0
    assert "do:stop" in ids(game)


@pytest.mark.rule("gts:14.4")
def test_a_unit_without_an_allowance_cannot_move() -> None:
    game = order({"spi-flak": OPEN}, "spi-flak")
    assert not any(option.startswith("hex:") for option in ids(game))
    assert reason(game, f"hex:{NEXT}") == ("refused.immobile", "14.4")


@pytest.mark.rule("gts:14.4")
def test_a_unit_without_an_allowance_may_enter_no_hex() -> None:
    game = order({"spi-flak": OPEN}, "spi-flak")
    assert not may_enter(game, "spi-flak", OPEN, NEXT)


@pytest.mark.rule("gts:14.4")
def test_a_unit_without_an_allowance_can_mount_and_then_move() -> None:
    assert "do:mount" in ids(order({"spi-flak": OPEN}, "spi-flak"))
    assert cost(order({"spi-flak": at(OPEN, "spi-flak", mounted=True)}, "spi-flak"), NEXT) == 2.0


@pytest.mark.rule("gts:14.1")
def test_a_hex_with_an_enemy_cannot_be_entered() -> None:
    game = order({COMPANY: OPEN, ENEMY: NEXT}, COMPANY)
    assert cost(game, NEXT) is None
    assert reason(game, f"hex:{NEXT}") == ("refused.enemy-there", "14.1")


@pytest.mark.rule("gts:14.1")
def test_nobody_comes_within_two_hexes_of_an_enemy_entry_hex() -> None:
    assert content().entry_hex["s3"] == "2630"
    game = order({COMPANY: "2627"}, COMPANY)
    assert reason(game, "hex:2628") == ("refused.near-entry", "14.1")
    assert cost(order({RAW: "2627"}, RAW), "2628") == 2.0


@pytest.mark.rule("gts:14.1")
def test_the_clearance_of_an_entry_hex_ends_at_two_hexes() -> None:
    assert content().distance("2630", "2627") == 3
    assert cost(order({COMPANY: "2626"}, COMPANY), "2627") == 2.0


@pytest.mark.rule("gts:13.2/1")
def test_a_first_action_under_a_division_chit_does_not_enter_enemy_fire_zones() -> None:
    units = {COMPANY: OPEN, ENEMY: EAST}
    first = order(units, COMPANY, active=activated("division", "1ab"))
    assert reason(first, f"hex:{NEXT}") == ("refused.fire-zone", "13.2/1")
    assert cost(order(units, COMPANY), NEXT) == 2.0


def beside_the_88(**facts: object) -> Game:
    """A company next to an 88, which reaches no further than that as long as the company stands there."""
    units = {COMPANY: "2126", "fb-88a": "2127"}
    return order(units, COMPANY, active=activated("division", "1ab"), **facts)  # type: ignore[arg-type]


@pytest.mark.rule("gts:13.2/1")
@pytest.mark.rule("gts:17.3")
def test_a_later_step_does_not_enter_a_fire_zone_that_the_first_step_has_set_free() -> None:
    game = beside_the_88()
    assert cost(game, "2124") is None
    assert reason(game, "hex:2124") == ("refused.fire-zone-set-free", "13.2/1")
    choose(game, "hex:2125", "do:hold")
    assert reason(game, "hex:2124") == ("refused.fire-zone", "13.2/1")


def hex_by_hex(units: dict[str, str], mover: str, points: float) -> dict[str, float]:
    """What each hex costs a unit that is asked anew in every hex, with the fire zones as they then are."""
    found: dict[str, float] = {}
    ahead = [(0.0, units[mover])]
    while ahead:
        spent, here = ahead.pop(ahead.index(min(ahead)))
        if here not in found:
            found[here] = spent
            game = order(units | {mover: here}, mover, active=activated("division", "1ab"))
            steps = [(label, cost(game, label)) for label in content().adjacent[here]]
            ahead += [(spent + price, label) for label, price in steps if price and spent + price <= points]
    del found[units[mover]]
    return found


@pytest.mark.rule("gts:13.2/1")
@pytest.mark.parametrize("others", [{}, {"fb-88b": "2326"}, {SECOND: "2226"}])
@pytest.mark.parametrize("start", ["2126", "2226", "2227", "2128", "2027", "2026"])
def test_a_move_beside_a_gun_leads_where_it_would_lead_hex_by_hex(start: str, others: dict[str, str]) -> None:
    units = {COMPANY: start, "fb-88a": "2127"} | others
    game = order(units, COMPANY, active=activated("division", "1ab"))
    offered = {option.id[4:]: option.cost for option in game.decisions[0].options if option.id.startswith("hex:")}
    assert offered == hex_by_hex(units, COMPANY, 4.0)


@pytest.mark.rule("gts:13.2/1")
@pytest.mark.parametrize(("others", "offered"), [({}, False), ({ENEMY: "0516"}, True)])
def test_a_hex_next_to_the_start_is_not_entered_by_a_way_around(others: dict[str, str], offered: bool) -> None:
    """Cars beside a gun cannot cross the stream to 0714, and on the way around they have set the gun free."""
    game = order({CARS: "0614", GUNS: "0515"} | others, CARS, active=activated("division", "9ss", GERMAN))
    assert step_cost(game, CARS, "0614", "0714") is None
    assert (cost(game, "0714") is not None) is offered


@pytest.mark.rule("gts:13.2/1")
def test_the_first_step_goes_by_the_fire_zones_that_there_are_when_it_begins() -> None:
    assert cost(beside_the_88(), "2125") == 2.0
    barred = beside_the_88(switches=("13.2/1",))
    assert reason(barred, "hex:2125") == ("refused.fire-zone-set-free", "13.2/1")


@pytest.mark.rule("gts:13.2/1")
@pytest.mark.rule("gts:17.3")
@pytest.mark.parametrize(
    ("facts", "offered"),
    [({}, False), ({SECOND: "2126"}, True), ({SECOND: "2226"}, True), ({SECOND: "2124"}, False)],
)
def test_whoever_stays_beside_the_enemy_keeps_his_zone_short(facts: dict[str, str], offered: bool) -> None:
    units = {COMPANY: "2126", "fb-88a": "2127"} | facts
    game = order(units, COMPANY, active=activated("division", "1ab"))
    assert (cost(game, "2124") is not None) is offered


@pytest.mark.rule("gts:13.2/1")
@pytest.mark.rule("gts:16.4.2.2")
def test_a_barrage_on_the_enemy_keeps_his_zone_short_too() -> None:
    assert cost(beside_the_88(barrages={"2127": "light-barrage"}), "2124") is not None


@pytest.mark.rule("gts:13.2/1")
def test_a_second_action_under_a_division_chit_does() -> None:
    game = order(
        {COMPANY: OPEN, ENEMY: EAST}, COMPANY, active=activated("division", "1ab", second=True),
        leaders={"lathbury": OPEN}, points={"1ab": Points(3, 0)},
    )  # fmt: skip
    assert cost(game, NEXT) == 2.0


@pytest.mark.rule("gts:13.2/1")
def test_a_unit_in_an_enemy_fire_zone_may_change_its_column_under_a_division_chit() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY, active=activated("division", "1ab"))
    assert "do:column" in ids(game)


@pytest.mark.rule("gts:13.2/1")
@pytest.mark.rule("gts:29.33")
@pytest.mark.rule("gts:19.2.2/effects")
def test_a_suppressed_unit_performs_no_movement_action() -> None:
    game = order({COMPANY: at(OPEN, suppressed=True)}, COMPANY)
    assert not ids(game) & {f"hex:{NEXT}", "do:column", "do:forced-march"}
    assert reason(game, f"hex:{NEXT}") == ("refused.suppressed", "19.2.2/effects")


def test_a_unit_that_has_just_landed_moves_at_half_its_allowance() -> None:
    game = order({COMPANY: at(OPEN, landing="parachute-1")}, COMPANY)
    assert (cost(game, NEXT), cost(game, THIRD)) == (2.0, None)
    assert allowance(order({PLATOON: at(OPEN, PLATOON, landing="parachute-1")}, PLATOON), PLATOON) == 2


@pytest.mark.rule("gts:1.2/movement")
def test_of_ways_that_cost_the_same_the_one_out_of_fire_is_taken() -> None:
    enemy = "1016"
    assert content().distance("1014", "1213") == 2
    game = order({COMPANY: OPEN, ENEMY: enemy}, COMPANY)
    path = game.preview("hex:1213").path
    assert path == ("1014", "1114", "1213")


# Hexsides


@pytest.mark.rule("gts:14.5")
def test_hexsides_add_to_the_cost_of_the_hex() -> None:
    game = order({COMPANY: EAST}, COMPANY)
    assert cost(game, STREAM) == 4.0


@pytest.mark.rule("gts:14.5")
def test_an_embankment_doubles_the_cost_of_the_hex() -> None:
    assert between("2422", "2522") == {"embankment"}
    assert cost(order({COMPANY: "2422"}, COMPANY), "2522") == 4.0


@pytest.mark.rule("gts:14.5")
def test_what_a_class_may_not_cross_it_does_not_cross() -> None:
    game = order({"gra-5": EAST}, "gra-5")
    assert not may_enter(game, "gra-5", EAST, STREAM)
    assert not may_enter(game, "gra-5", "1613", "1713")
    assert may_enter(order({COMPANY: OPEN}, COMPANY), COMPANY, "1613", "1713")


# Weather and night


@pytest.mark.rule("gts:26.0/fog")
def test_fog_adds_a_point_to_every_hex() -> None:
    assert cost(order({COMPANY: OPEN}, COMPANY, weather="fog"), NEXT) == 3.0


@pytest.mark.rule("gts:26.0/clear")
@pytest.mark.rule("gts:26.0/overcast")
def test_clear_and_overcast_weather_change_no_cost() -> None:
    assert cost(order({COMPANY: OPEN}, COMPANY, weather="clear"), NEXT) == 2.0
    assert cost(order({COMPANY: OPEN}, COMPANY, weather="overcast"), NEXT) == 2.0


@pytest.mark.rule("gts:26.0/rain")
def test_rain_adds_a_point_off_the_ways() -> None:
    assert cost(order({COMPANY: OPEN}, COMPANY, weather="rain"), NEXT) == 3.0


@pytest.mark.rule("gts:28.0")
def test_night_doubles_the_cost() -> None:
    assert cost(order({COMPANY: OPEN}, COMPANY, turn=NIGHT), NEXT) == 4.0


@pytest.mark.rule("gts:28.0")
@pytest.mark.rule("gts:26.0/fog")
def test_night_doubles_what_the_weather_has_added() -> None:
    game = order({COMPANY: OPEN}, COMPANY, turn=NIGHT, weather="fog")
    assert step_cost(game, COMPANY, OPEN, NEXT) == 2 * 6


# Forced march


@pytest.mark.rule("gts:14.8")
def test_a_forced_march_gives_two_more_points() -> None:
    game = order({RAW: EAST}, RAW, dice=[1], leaders={"spindler": EAST})
    choose(game, f"hex:{STREAM}", "do:forced-march")
    assert cost(game, "1217") == 2.0


@pytest.mark.rule("gts:14.8")
@pytest.mark.rule("gts:14/ex-forced-march")
def test_the_example_of_a_forced_march() -> None:
    """EX-14-01: 2 + 2 MP across the stream, a passed check at 3, one more hex at 2 MP."""
    game = order({RAW: EAST}, RAW, dice=[1], leaders={"spindler": EAST})
    before = cost(game, STREAM)
    choose(game, f"hex:{STREAM}", "do:forced-march", "hex:1217")
    check = next(event for event in game.events if isinstance(event, Resolved))
    assert (before, check.result, [line.value for line in check.lines]) == (4.0, "passed", ["+3", "1"])
    assert unit(game, RAW).at == "1217"


@pytest.mark.rule("gts:14.8")
def test_a_failed_forced_march_costs_a_cohesion_hit_and_ends_the_action() -> None:
    game = order({RAW: OPEN}, RAW, dice=[4], leaders={"spindler": OPEN})
    game.choose("do:forced-march")
    assert (unit(game, RAW).hits, is_over(game)) == (1, True)


@pytest.mark.rule("gts:14.8")
def test_out_of_command_a_forced_march_is_harder() -> None:
    game = order({RAW: OPEN}, RAW, dice=[3])
    game.choose("do:forced-march")
    assert unit(game, RAW).hits == 1


@pytest.mark.rule("gts:14.8")
def test_a_command_point_takes_the_place_of_the_check() -> None:
    game = order({RAW: OPEN}, RAW, leaders={"spindler": OPEN}, points={"9ss": Points(1, 0)})
    choose(game, "do:forced-march", "do:spend")
    assert cost(game, THIRD) == 4.0
    assert game.state.divisions["9ss"].command == 0


@pytest.mark.rule("gts:14.8")
def test_there_is_one_forced_march_in_an_action() -> None:
    game = order({RAW: OPEN}, RAW, dice=[1], leaders={"spindler": OPEN})
    game.choose("do:forced-march")
    assert reason(game, "do:forced-march") == ("refused.no-forced-march", "14.8")


@pytest.mark.rule("gts:14.8")
def test_only_leg_units_make_forced_marches() -> None:
    assert "do:forced-march" not in ids(order({"gra-5": OPEN}, "gra-5"))
    assert "do:forced-march" not in ids(order({GUNS: OPEN}, GUNS))
    assert "do:forced-march" in ids(order({MORTARS: OPEN}, MORTARS))


# Minimum move


@pytest.mark.rule("gts:14.9")
def test_leg_infantry_may_always_move_one_hex() -> None:
    assert content().counters[PLATOON].front.move == 3
    assert cost(order({PLATOON: EAST}, PLATOON), STREAM) == 3.0


@pytest.mark.rule("gts:14.9")
def test_the_minimum_move_uses_everything_and_allows_no_forced_march() -> None:
    game = order({PLATOON: EAST}, PLATOON)
    game.choose(f"hex:{STREAM}")
    assert (unit(game, PLATOON).at, is_over(game)) == (STREAM, True)


@pytest.mark.rule("gts:14.8", "gts:14.9")
def test_of_a_stack_only_those_who_made_a_minimum_move_march_no_further() -> None:
    """A company pays the four points of the stream; the machine guns with it have but three."""
    game = order({COMPANY: EAST, PLATOON: EAST}, COMPANY, PLATOON)
    game.choose(f"hex:{STREAM}")
    assert reason(game, "do:forced-march") == ("refused.no-forced-march", "14.8")
    game.choose(f"split:{PLATOON}")
    assert "do:forced-march" in ids(game)
    game = order({COMPANY: EAST, PLATOON: EAST}, COMPANY, PLATOON)
    choose(game, f"hex:{STREAM}", f"split:{COMPANY}")
    assert is_over(game)


@pytest.mark.rule("gts:14.9")
def test_artillery_on_foot_has_no_minimum_move() -> None:
    assert cost(order({MORTARS: EAST}, MORTARS), STREAM) is None


@pytest.mark.rule("gts:14.9")
def test_the_minimum_move_is_no_way_over_a_prohibited_hexside() -> None:
    """EX-14-05."""
    assert {"bridge", "river"} == between("3419", "3420")
    game = order({COMPANY: "3419"}, COMPANY)
    assert reason(game, "hex:3420") == ("refused.bridge-in-column", "14.7/restrictions")


@pytest.mark.rule("gts:14.9")
def test_the_minimum_move_is_for_the_first_hex_only() -> None:
    game = order({COMPANY: THIRD}, COMPANY)
    game.choose(f"hex:{EAST}")
    assert cost(game, STREAM) is None


# Emergency displacement


@pytest.mark.rule("gts:14.11")
def test_guns_with_a_star_are_displaced_one_hex_after_a_check() -> None:
    game = order({GUNS: OPEN}, GUNS, dice=[5])
    choose(game, "do:emergency", f"hex:{NEXT}")
    assert unit(game, GUNS).at == NEXT
    assert is_over(game)


@pytest.mark.rule("gts:14.11")
def test_a_failed_displacement_costs_a_cohesion_hit() -> None:
    game = order({GUNS: OPEN}, GUNS, dice=[6])
    game.choose("do:emergency")
    assert (unit(game, GUNS).at, unit(game, GUNS).hits) == (OPEN, 1)


@pytest.mark.rule("gts:14.11")
def test_a_command_point_makes_the_displacement_certain() -> None:
    game = order({GUNS: OPEN}, GUNS, leaders={"lathbury": OPEN}, points={"1ab": Points(1, 0)})
    choose(game, "do:emergency", "do:spend")
    assert f"hex:{NEXT}" in ids(game)


@pytest.mark.rule("gts:14.11")
def test_guns_are_not_displaced_into_enemy_fire_zones() -> None:
    game = order({GUNS: OPEN, ENEMY: EAST}, GUNS, dice=[0])
    game.choose("do:emergency")
    assert reason(game, f"hex:{NEXT}") == ("refused.displaced-into-fire", "14.11")
    assert "hex:1013" in ids(game)


@pytest.mark.rule("gts:14.11")
def test_guns_are_displaced_one_hex_only_and_as_if_on_foot() -> None:
    game = order({GUNS: EAST}, GUNS, dice=[0])
    game.choose("do:emergency")
    assert f"hex:{STREAM}" in ids(game)
    assert reason(game, f"hex:{OPEN}") == ("refused.one-hex", "14.11")


@pytest.mark.rule("gts:14.11")
def test_guns_with_a_star_do_not_march() -> None:
    assert reason(order({GUNS: OPEN}, GUNS), f"hex:{NEXT}") == ("refused.star", "14.11")


@pytest.mark.rule("gts:14.11")
def test_displaced_guns_may_enter_an_entrenchment_out_of_fire() -> None:
    game = order({GUNS: OPEN}, GUNS, dice=[0], trenches={f"{OPEN}/1": ALLIED})
    choose(game, "do:emergency", "do:enter-trench")
    assert unit(game, GUNS).works == "entrenched"
    assert not game.state.trenches


@pytest.mark.rule("gts:14.11")
def test_displaced_guns_do_not_enter_an_entrenchment_under_fire() -> None:
    game = order({GUNS: NEXT, ENEMY: EAST}, GUNS, dice=[0], trenches={f"{NEXT}/1": ALLIED})
    game.choose("do:emergency")
    assert "do:enter-trench" not in ids(game)


# Barrages


@pytest.mark.rule("gts:16.4.2.2/leave")
def test_leaving_a_barraged_hex_costs_two_more_points() -> None:
    game = order({COMPANY: OPEN}, COMPANY, barrages={OPEN: "light-barrage"})
    assert (cost(game, NEXT), cost(game, THIRD)) == (4.0, None)


@pytest.mark.rule("gts:16.4.2.2/leave")
def test_entering_a_barraged_hex_costs_nothing_more_and_night_does_not_double_what_leaving_costs() -> None:
    game = order({COMPANY: OPEN}, COMPANY, barrages={NEXT: "light-barrage"})
    assert (cost(game, NEXT), cost(game, THIRD)) == (2.0, None)
    night = order({COMPANY: OPEN}, COMPANY, barrages={OPEN: "light-barrage"}, turn=NIGHT)
    assert step_cost(night, COMPANY, OPEN, NEXT) == 2 * (4 + 2)


@pytest.mark.rule("gts:16.4.2.2/leave")
def test_leaving_a_heavy_barrage_takes_a_hit_and_a_check() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[4], barrages={OPEN: "heavy-barrage"})
    game.choose(f"hex:{NEXT}")
    assert (unit(game, COMPANY).at, unit(game, COMPANY).hits) == (NEXT, 1)


@pytest.mark.rule("gts:16.4.2.2/leave")
def test_whoever_fails_the_check_has_the_hit_and_stays() -> None:
    game = order({COMPANY: OPEN}, COMPANY, dice=[5], barrages={OPEN: "heavy-barrage"})
    game.choose(f"hex:{NEXT}")
    assert (unit(game, COMPANY).at, unit(game, COMPANY).hits, is_over(game)) == (OPEN, 1, True)


@pytest.mark.rule("gts:16.4.2.2/stack")
def test_the_units_of_a_stack_check_one_by_one_and_those_that_pass_leave_together() -> None:
    units = {COMPANY: OPEN, SECOND: OPEN, FOURTH: OPEN}
    game = order(units, *units, dice=[0, 9, 0], barrages={OPEN: "heavy-barrage"})
    game.choose(f"hex:{NEXT}")
    assert [(unit(game, name).at, unit(game, name).hits) for name in units] == [(NEXT, 1), (OPEN, 1), (NEXT, 1)]


@pytest.mark.rule("gts:16.4.2.2/stack")
def test_nobody_joins_or_calls_off_once_checking_has_begun() -> None:
    units = {COMPANY: OPEN, SECOND: OPEN, FOURTH: OPEN}
    game = order(
        units, COMPANY, SECOND, dice=[0], barrages={OPEN: "heavy-barrage"}, leaders={"lathbury": OPEN},
        points={"1ab": Points(1, 0)},
    )  # fmt: skip
    game.choose(f"hex:{NEXT}")
    assert ids(game) == {"do:roll", "do:spend"}


# Opportunity fire


@pytest.mark.rule("gts:17.2/1")
@pytest.mark.rule("gts:17.2/timing")
def test_leaving_a_hex_in_an_enemy_fire_zone_triggers_opportunity_fire() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY)
    game.choose(f"hex:{OPEN}")
    assert (game.decisions[0].prompt, game.decisions[0].side) == ("opportunity-move", GERMAN)
    assert unit(game, COMPANY).at == NEXT


@pytest.mark.rule("gts:17.2/1")
def test_entering_one_does_not() -> None:
    game = order({COMPANY: OPEN, ENEMY: EAST}, COMPANY)
    game.choose(f"hex:{NEXT}")
    assert (game.decisions[0].prompt, unit(game, COMPANY).at) == ("move-on", NEXT)


@pytest.mark.rule("gts:17.2/1")
def test_a_leg_through_fire_zones_stops_for_fire_in_every_hex_of_them() -> None:
    game = order({COMPANY: OPEN, ENEMY: EAST}, COMPANY)
    assert game.preview(f"hex:{THIRD}").path == (OPEN, NEXT, THIRD)
    game.choose(f"hex:{THIRD}")
    assert (game.decisions[0].prompt, unit(game, COMPANY).at) == ("opportunity-move", NEXT)


@pytest.mark.rule("gts:17.7")
def test_a_unit_that_is_not_suppressed_goes_on() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY, dice=[9])
    choose(game, f"hex:{OPEN}", f"unit:{ENEMY}")
    assert (unit(game, COMPANY).at, game.decisions[0].prompt) == (OPEN, "move-on")


@pytest.mark.rule("gts:17.7")
def test_a_unit_that_is_suppressed_stays_in_the_hex_that_it_was_leaving() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY)
    game.choose(f"hex:{OPEN}")
    game.state.units[COMPANY] = at(NEXT, suppressed=True)
    game.choose("do:hold")
    assert (unit(game, COMPANY).at, is_over(game)) == (NEXT, True)
    assert any(isinstance(event, Stopped) for event in game.events)


@pytest.mark.rule("gts:17.7")
def test_a_cohesion_hit_does_not_stop_a_move() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY)
    game.choose(f"hex:{OPEN}")
    game.state.units[COMPANY] = at(NEXT, hits=2)
    game.choose("do:hold")
    assert unit(game, COMPANY).at == OPEN


@pytest.mark.rule("gts:17.7")
def test_elimination_ends_the_move() -> None:
    game = order({COMPANY: NEXT, ENEMY: EAST}, COMPANY)
    game.choose(f"hex:{OPEN}")
    del game.state.units[COMPANY]
    game.choose("do:hold")
    assert is_over(game)


# Entry hexes and exits


@pytest.mark.rule("gts:14.1")
@pytest.mark.rule("gts:8.0")
def test_a_unit_moves_off_its_entry_hex_without_counting_it() -> None:
    game = order({RAW: at("2630", RAW, entry="s3")}, RAW)
    assert cost(game, "2629") == 2.0
    assert cost(game, "2630") is None
    game.choose("hex:2629")
    assert (unit(game, RAW).at, unit(game, RAW).entry) == ("2629", "")


@pytest.mark.rule("gts:8.0")
def test_a_leader_who_waits_in_the_entry_hex_comes_in_with_his_unit() -> None:
    game = order({RAW: at("2630", RAW, entry="s3")}, RAW)
    game.state.leaders["spindler"] = Leader(at="2630", entry="s3")
    game.choose("hex:2629")
    assert game.state.leaders["spindler"] == Leader(at="2629")


@pytest.mark.rule("gts:13.2/7")
def test_a_unit_leaves_the_map_in_column_for_a_point_where_the_scenario_says_so() -> None:
    game = order({"1pb3-a": at("2416", column=True)}, "1pb3-a", scenario="krafft", turn=3)
    assert [(option.cost, option.grave) for option in game.decisions[0].options if option.id == "do:exit"] == [
        (1.0, True)
    ]
    game.choose("do:exit")
    assert game.state.exited == {"1pb3-a": 3}
    assert "1pb3-a" not in game.state.units
    assert any(isinstance(event, LeftMap) for event in game.events)


@pytest.mark.rule("gts:13.2/7")
def test_in_combat_formation_it_goes_into_column_first() -> None:
    game = order({"1pb3-a": "2416", "1pb3-b": "2416"}, "1pb3-a", scenario="krafft", turn=3)
    assert reason(game, "do:exit") == ("refused.exit-in-column", "13.2/7")
    choose(game, "do:column", "do:exit")
    assert game.state.exited == {"1pb3-a": 3}


@pytest.mark.rule("gts:13.2/7", "gts:14.7")
def test_a_stack_is_in_combat_formation_and_does_not_leave_the_map() -> None:
    game = order({"1pb3-a": "2416", "1pb3-b": "2416"}, "1pb3-a", "1pb3-b", scenario="krafft", turn=3)
    assert "do:exit" not in ids(game)


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize(("start", "spent", "leaves"), [("1816", 3.0, True), ("1717", 3.5, False)])
def test_whoever_comes_along_the_road_needs_a_whole_point_more(start: str, spent: float, leaves: bool) -> None:
    game = order({"1pb3-a": at(start, column=True)}, "1pb3-a", scenario="krafft", turn=3)
    assert cost(game, "2416") == spent
    game.choose("hex:2416")
    assert ("do:exit" in ids(game)) is leaves
    if not leaves:
        assert reason(game, "do:exit") == ("refused.no-movement-left", "13.2/7")


@pytest.mark.rule("gts:13.2/7")
def test_any_unit_of_the_side_may_leave_there_but_no_enemy_and_nowhere_else() -> None:
    game = order({"1pb-hq": at("2416", "1pb-hq", column=True)}, "1pb-hq", scenario="krafft", turn=3)
    assert "do:exit" in ids(game)
    game = order({"kra-2": at("2416", column=True)}, "kra-2", scenario="krafft", turn=3)
    assert reason(game, "do:exit") == ("refused.no-exit", "13.2/7")
    game = order({"1pb3-a": at("2415", column=True)}, "1pb3-a", scenario="krafft", turn=3)
    assert reason(game, "do:exit") == ("refused.no-exit", "13.2/7")


@pytest.mark.rule("gts:13.2/7")
def test_grabners_battalion_may_leave_to_the_south_on_the_first_day_and_is_kept() -> None:
    assert content().track[1].date == 17
    game = order({"gra-1": at("2630", "gra-1", hits=1)}, "gra-1", turn=1)
    game.choose("do:exit")
    assert game.state.away["gra-1"].hits == 1
    assert game.state.exited == {"gra-1": 1}
    assert "do:exit" not in ids(order({"gra-1": "2630"}, "gra-1"))


@pytest.mark.rule("gts:16.4.2.2/leave")
def test_leaving_the_map_from_under_a_light_barrage_costs_two_points_more() -> None:
    game = order(
        {"1pb3-a": at("2416", column=True)}, "1pb3-a", scenario="krafft", turn=3, barrages={"2416": "light-barrage"}
    )  # fmt: skip
    assert [option.cost for option in game.decisions[0].options if option.id == "do:exit"] == [3.0]
    game = order({"1pb3-a": at("1816", column=True)}, "1pb3-a", scenario="krafft", turn=3)
    game.state.barrages["2416"] = "light-barrage"
    game.choose("hex:2416")
    assert reason(game, "do:exit") == ("refused.no-movement-left", "13.2/7")


@pytest.mark.rule("gts:16.4.2.2/leave")
@pytest.mark.parametrize(("roll", "exited"), [(9, {}), (0, {"1pb3-a": 3})])
def test_whoever_leaves_the_map_from_under_a_heavy_barrage_takes_a_hit_and_checks(
    roll: int, exited: dict[str, int]
) -> None:
    game = order(
        {"1pb3-a": at("2416", column=True)}, "1pb3-a", scenario="krafft", turn=3, barrages={"2416": "heavy-barrage"},
        dice=[roll],
    )  # fmt: skip
    game.choose("do:exit")
    assert game.state.exited == exited
    if not exited:
        assert (unit(game, "1pb3-a").at, unit(game, "1pb3-a").hits, is_over(game)) == ("2416", 1, True)


@pytest.mark.rule("gts:24.3")
def test_what_a_unit_could_reach_in_one_action_is_known_without_forced_march() -> None:
    assert can_reach(order({COMPANY: OPEN}, COMPANY), COMPANY, (THIRD, STREAM)) == [THIRD]
