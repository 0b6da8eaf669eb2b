"""Units move (10.2, 10.3, 10.4): one, a stack or a division at a time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.moves import moving, reach, rules, why
from games.efs.positions import (
    FLAK,
    GUNS,
    HQ,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TANKS,
    TITLE,
    asked,
    quiet,
)
from sandtable.games.efs import control
from sandtable.games.efs.content import load
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.state import AXIS, SOVIET, SupplyUnit, Weather
from sandtable.games.efs.units import Game

FROZEN = Weather(kind="snow", frozen=True)
AXIS_SUPPLY, SOVIET_SUPPLY = "axis-s1", "soviet-s1"


def stands(game: Game, unit_id: str) -> str:
    return game.state.units[unit_id].at


@pytest.mark.rule("efs:10.0", "efs:10.21", "efs:10.23")
def test_a_unit_moves_hex_by_hex_and_once_in_a_phase() -> None:
    game = moving({SCOUTS: "0613", PIONEERS: "0614"}, f"unit:{SCOUTS}", "hex:0513")
    assert (stands(game, SCOUTS), game.state.units[SCOUTS].spent) == ("0513", 4)
    assert asked(game).args["left"] == 6
    assert reach(game)["0413"] == 1
    game.choose("do:stop")
    assert why(game, f"unit:{SCOUTS}") == "refused.has-moved"
    assert f"unit:{PIONEERS}" in asked(game).ids


def test_a_unit_that_was_picked_and_stays_may_move_later() -> None:
    game = moving({SCOUTS: "0613"}, f"unit:{SCOUTS}", "do:stop")
    assert f"unit:{SCOUTS}" in asked(game).ids


def test_to_pick_another_unit_is_to_be_done_with_the_first() -> None:
    game = moving({SCOUTS: "0613", PIONEERS: "0614"}, f"unit:{SCOUTS}", "hex:0513", f"unit:{PIONEERS}")
    assert asked(game).args["unit"] == PIONEERS


@pytest.mark.rule("efs:10.43a", "efs:10.4")
def test_who_leaves_the_road_pays_for_the_hex_in_which_it_does() -> None:
    game = moving({SCOUTS: "0613"}, f"unit:{SCOUTS}")
    preview = game.preview("hex:0714")
    assert preview.path == ("0613", "0614", "0714")
    assert [line.value for line in preview.lines] == ["4"]
    game.choose("hex:0614")
    assert game.state.units[SCOUTS].spent == 2
    assert reach(game)["0714"] == 3.5


@pytest.mark.rule("efs:10.32", "efs:10.34")
def test_whoever_enters_an_enemy_zone_pays_more_and_stops() -> None:
    game = moving({SCOUTS: "0613", NKVD: "0711"}, f"unit:{SCOUTS}")
    assert reach(game)["0612"] == 2
    assert why(game, "hex:0610") == "refused.too-far"
    game.choose("hex:0612")
    assert asked(game).prompt == "move-unit"
    assert stands(game, SCOUTS) == "0612"


@pytest.mark.rule("efs:10.35", "efs:10.36")
def test_from_zone_to_zone_only_by_a_hex_between() -> None:
    game = moving({RIFLES: "0612", NKVD: "0711"}, f"unit:{RIFLES}")
    assert reach(game)["0712"] == 7
    assert game.preview("hex:0712").path == ("0612", "0613", "0712")
    slower = moving({RIFLES: "0612", NKVD: "0711"}, f"unit:{RIFLES}", phase="axis/motorized")
    assert why(slower, "hex:0712") == "refused.zone-to-zone"


@pytest.mark.rule("efs:10.31")
def test_friendly_zones_do_not_matter() -> None:
    alone = moving({SCOUTS: "0613"}, f"unit:{SCOUTS}")
    among_friends = moving({SCOUTS: "0613", INFANTRY: "0512"}, f"unit:{SCOUTS}")
    assert reach(alone) == reach(among_friends)


@pytest.mark.rule("efs:10.24")
def test_enemy_combat_units_are_in_the_way_and_friends_are_not() -> None:
    game = moving({SCOUTS: "0613", NKVD: "0711", INFANTRY: "0513"}, f"unit:{SCOUTS}")
    assert why(game, "hex:0711") == "refused.enemy-in-hex"
    assert reach(game)["0513"] == 1


@pytest.mark.rule("efs:10.24", "efs:11.36c")
def test_who_could_overrun_is_told_why_he_cannot_be_it_the_hex_or_the_counter_that_is_clicked() -> None:
    """Three against one from the next hex, and out of the zone of control of the border guards."""
    game = moving({SCOUTS: "0612", NKVD: "0711", INFANTRY: "0513"}, f"unit:{SCOUTS}")
    assert why(game, "hex:0711") == why(game, f"unit:{NKVD}") == "refused.too-weak-to-overrun"
    assert why(moving({INFANTRY: "0612", NKVD: "0711"}, f"unit:{INFANTRY}"), "hex:0711") == "refused.enemy-in-hex"


@pytest.mark.rule("efs:10.24", "efs:6.42")
def test_enemy_supply_units_are_lost_where_somebody_passes() -> None:
    supply = SupplyUnit("soviet", "0513", 1)
    game = moving({SCOUTS: "0613"}, f"unit:{SCOUTS}", "hex:0413", supplies={SOVIET_SUPPLY: supply})
    assert SOVIET_SUPPLY not in game.state.supplies
    assert "0513" not in game.state.supplies


@pytest.mark.rule("efs:10.22")
def test_a_division_moves_in_one_gesture() -> None:
    division = dict.fromkeys((PANZER, RIFLES, OTHER_RIFLES, SCOUTS), "0613")
    game = moving({**division, PIONEERS: "0613"}, "division:6-pz", "hex:0513")
    assert {stands(game, unit_id) for unit_id in division} == {"0513"}
    assert stands(game, PIONEERS) == "0613"
    game.choose(f"unit:{PIONEERS}")
    assert why(game, "division:6-pz") == "refused.no-division"


@pytest.mark.rule("efs:10.22")
def test_a_stack_has_the_lowest_allowance_and_the_dearest_way() -> None:
    stack = {INFANTRY: "0613", PIONEERS: "0613"}
    game = moving(stack, "stack:0613")
    assert asked(game).args["left"] == 5
    assert reach(game)["0512"] == 3
    assert reach(moving({INFANTRY: "0613"}, f"unit:{INFANTRY}"))["0512"] == 2
    game.choose("hex:0512")
    assert {game.state.units[unit_id].spent for unit_id in stack} == {12}


@pytest.mark.rule("efs:10.22")
def test_who_is_left_behind_has_finished_and_nobody_is_taken_up() -> None:
    units = {SCOUTS: "0613", RIFLES: "0613", FLAK: "0614"}
    game = moving(units, f"unit:{SCOUTS}", f"join:{RIFLES}", "hex:0614")
    assert why(game, f"join:{FLAK}") == "refused.under-way"
    game.choose(f"leave:{RIFLES}")
    game.choose("hex:0714")
    assert (stands(game, SCOUTS), stands(game, RIFLES)) == ("0714", "0614")
    assert why(game, f"unit:{RIFLES}") == "refused.has-moved"


@pytest.mark.rule("efs:10.22")
def test_a_stack_keeps_the_allowance_with_which_it_set_out() -> None:
    """Infantry of five points sets out with pioneers of seven, who do not get two more by leaving it behind."""
    game = moving({INFANTRY: "0613", PIONEERS: "0613"}, "stack:0613", "hex:0614")
    assert asked(game).args["left"] == 4.5
    game.choose(f"leave:{INFANTRY}")
    assert asked(game).args["left"] == 4.5
    before = moving({INFANTRY: "0613", PIONEERS: "0613"}, "stack:0613", f"leave:{INFANTRY}", "hex:0614")
    assert asked(before).args["left"] == 6.5


@pytest.mark.rule("efs:10.22", "efs:10.29")
def test_guns_that_only_ride_hold_no_stack_back() -> None:
    """The anti-aircraft battalion of Dzhankoi has no allowance, and a stack moves by the lowest."""
    units = {"su-40-cav-cav": "1615", "su-184-inf": "1615", "su-aa-dzhankoi-ant": "1615"}
    game = moving(units, "stack:1615", phase="soviet/movement", scenario="perekop")
    assert asked(game).args == {"unit": "su-40-cav-cav", "count": 2, "left": 4}
    alone = moving({name: units[name] for name in [*units][1:]}, phase="soviet/movement", scenario="perekop")
    assert "unit:su-aa-dzhankoi-ant" in asked(alone).ids
    assert why(alone, "stack:1615") == "refused.no-stack"


@pytest.mark.rule("efs:10.22")
def test_who_is_left_out_before_the_stack_sets_out_may_still_move() -> None:
    game = moving({SCOUTS: "0613", RIFLES: "0613"}, "stack:0613", f"leave:{RIFLES}", "hex:0614", "do:stop")
    assert f"unit:{RIFLES}" in asked(game).ids


@pytest.mark.rule("efs:10.22", "efs:11.32", "efs:11.37a")
@pytest.mark.parametrize("company", [GUNS, AXIS_SUPPLY])
def test_those_who_can_overrun_leave_the_others_behind_to_do_so(company: str) -> None:
    """Beside the enemy a stack has nowhere to go, and with guns or supply units it does not overrun."""
    units = {PANZER: "1006", RIFLES: "1006", NKVD: "0804"} | ({GUNS: "1006"} if company == GUNS else {})
    supplies = {} if company == GUNS else {AXIS_SUPPLY: SupplyUnit(side="axis", at="1006", points=1)}
    picks = ("stack:1006", *(f"join:{name}" for name in supplies), "hex:0805")
    game = moving(units, *picks, supplies=supplies)
    assert asked(game).prompt == "move-to"
    assert not any(each.startswith(("hex", "overrun")) for each in asked(game).ids)
    game.choose(f"leave:{company}")
    assert "overrun:0804" in asked(game).ids


@pytest.mark.rule("efs:10.22")
def test_a_stack_that_cannot_pay_any_more_leaves_its_motors_behind() -> None:
    """The woods off the road cost motor vehicles three points, infantry two, and the stack has two left."""
    woods = dict.fromkeys(("0905", "0906", "1005", "1006", "1007", "1105", "1106"), "clear woods")
    game = moving({PANZER: "1005", INFANTRY: "1005"}, "stack:1005", "hex:1006", parts=woods)
    assert asked(game).args["left"] == 2
    assert not reach(game)
    game.choose(f"leave:{PANZER}")
    assert reach(game)["1106"] == 2


@pytest.mark.rule("efs:10.22", "efs:10.32")
def test_a_stack_of_which_nobody_could_go_on_is_not_asked_again() -> None:
    units = {PANZER: "1006", RIFLES: "1006", RIFLE_DIVISION: "0804"}
    game = moving(units, "stack:1006", "hex:0805")
    assert (stands(game, PANZER), asked(game).prompt) == ("0805", "move-unit")


@pytest.mark.rule("efs:10.12a", "efs:10.0/asymmetry")
def test_only_some_move_in_the_motorized_movement_phase() -> None:
    units = {SCOUTS: "0613", INFANTRY: "1414", GUNS: "1414"}
    game = moving(units, f"unit:{SCOUTS}", phase="axis/motorized")
    assert asked(game).args["left"] == 3.5
    assert why(game, f"unit:{INFANTRY}") == "refused.not-in-this-phase"
    assert why(game, f"unit:{GUNS}") == "refused.not-in-this-phase"
    soviets = moving({TANKS: "1510", RIFLE_DIVISION: "0403"}, f"unit:{TANKS}", phase="soviet/motorized")
    assert asked(soviets).args["left"] == 5
    later = moving({TANKS: "1510", HQ: "1511"}, f"unit:{TANKS}", phase="soviet/movement")
    assert asked(later).args["left"] == 2.5


@pytest.mark.rule("efs:10.25", "efs:6.46")
def test_supply_units_enter_enemy_zones_only_in_company() -> None:
    supplies = {AXIS_SUPPLY: SupplyUnit("axis", "0613", 1)}
    alone = moving({NKVD: "0711"}, f"unit:{AXIS_SUPPLY}", supplies=supplies)
    assert why(alone, "hex:0612") == "refused.supply-in-zone"
    assert asked(alone).args["left"] == 8
    joining = moving({NKVD: "0711", INFANTRY: "0612"}, f"unit:{AXIS_SUPPLY}", supplies=supplies)
    assert reach(joining)["0612"] == 2
    escorted = moving(
        {NKVD: "0711", SCOUTS: "0613"}, f"unit:{SCOUTS}", f"join:{AXIS_SUPPLY}", "hex:0612", supplies=supplies
    )
    assert escorted.state.supplies[AXIS_SUPPLY].at == "0612"


@pytest.mark.rule("efs:6.48")
def test_a_dump_does_not_move_by_itself() -> None:
    game = moving({SCOUTS: "0613"}, supplies={AXIS_SUPPLY: SupplyUnit("axis", "0613", 2)})
    assert why(game, f"unit:{AXIS_SUPPLY}") == "refused.dump"


@pytest.mark.rule("efs:6.48", "efs:11.51")
def test_a_dump_that_waits_for_a_train_goes_no_single_hex_in_company() -> None:
    supplies = {AXIS_SUPPLY: SupplyUnit("axis", "1413", 2)}
    game = moving({GUNS: "1413"}, f"unit:{AXIS_SUPPLY}", f"join:{GUNS}", supplies=supplies)
    assert reach(game) == {}


@pytest.mark.rule("efs:10.28")
def test_guns_with_an_orange_allowance_pay_as_motor_vehicles() -> None:
    game = moving({GUNS: "0613"}, f"unit:{GUNS}")
    assert reach(game)["0512"] == 3


@pytest.mark.rule("efs:10.27b")
def test_a_scenario_closes_ground_to_a_side() -> None:
    game = moving({"su-156-inf": "0908"}, "unit:su-156-inf", scenario="perekop", phase="soviet/movement")
    assert why(game, "hex:0907") == "refused.closed"


@pytest.mark.rule("efs:10.48")
def test_a_thaw_strands_motor_vehicles_in_the_swamp() -> None:
    game = moving({PANZER: "1708"}, f"unit:{PANZER}")
    assert not reach(game)
    assert why(game, "hex:1808") == "refused.stranded"
    game.choose("do:abandon")
    assert game.state.units[PANZER].box == "cadre"
    assert reach(moving({PANZER: "1708"}, f"unit:{PANZER}", weather=FROZEN))


@pytest.mark.rule("efs:3.11/hexes", "efs:10.48")
def test_the_swamp_in_which_motor_vehicles_are_abandoned_is_at_once_the_enemys_beside_it() -> None:
    game = moving({PANZER: "1708", RIFLE_DIVISION: "1709"}, f"unit:{PANZER}")
    control.settle(game)
    assert control.friend(game, "1708") == AXIS
    game.choose("do:abandon")
    assert control.friend(game, "1708") == SOVIET


@pytest.mark.rule("efs:10.48", "efs:10.47a")
@pytest.mark.parametrize("ground", ["alpine", "shallow-water"])
def test_only_swamps_hold_motor_vehicles_that_stand_on_ground_they_may_not_enter(ground: str) -> None:
    game = moving({PANZER: "1404"}, f"unit:{PANZER}", parts={"1404": ground, "1405": "clear", "1504": ground})
    assert reach(game)["1405"] == 1
    assert why(game, "hex:1504") == "refused.prohibited-terrain"
    assert why(game, "do:abandon") == "refused.not-stranded"


@pytest.mark.rule("efs:10.47", "efs:10.47a", "efs:10.47d")
def test_lakes_are_in_the_way_unless_they_are_frozen() -> None:
    assert why(moving({PANZER: "0508"}, f"unit:{PANZER}", "hex:0409", phase="axis/motorized"), "hex:0509") != ""
    frozen = moving({SCOUTS: "0508"}, f"unit:{SCOUTS}", weather=FROZEN)
    assert frozen.preview("hex:0509").path == ("0508", "0509")


@pytest.mark.rule("efs:10.49")
def test_zones_do_not_reach_into_major_cities() -> None:
    """A unit goes from a major city directly into a zone, and through one that lies beside the enemy."""
    game = moving({RIFLES: "0612", NKVD: "0711"}, f"unit:{RIFLES}", parts={"0612": "major-city", "0611": "major-city"})
    assert reach(game)["0611"] == 0.5
    assert reach(game)["0712"] == 4


@pytest.mark.rule("efs:11.37a", "efs:11.37b", "efs:11.31")
def test_moving_units_overrun_and_go_on() -> None:
    game = moving(
        {SCOUTS: "0613", PANZER: "0613", NKVD: "0711"}, "division:6-pz", "hex:0612", "overrun:0711", dice=(1,)
    )
    assert stands(game, PANZER) == "0711"
    assert game.state.units[PANZER].spent == 4 * 4
    assert asked(game).args["left"] == 3
    assert game.state.units[NKVD].box == "cannot-rebuild" or not game.state.units[NKVD].at


@pytest.mark.rule("efs:11.37j")
def test_an_overrun_that_fails_ends_the_move() -> None:
    game = moving(
        {SCOUTS: "0613", PANZER: "0613", NKVD: "0711"}, "division:6-pz", "hex:0612", "overrun:0711", dice=(10,)
    )
    assert stands(game, PANZER) == "0612"
    assert asked(game).prompt == "move-unit"


def test_the_odds_of_an_overrun_are_shown_before_it() -> None:
    game = moving({SCOUTS: "0613", PANZER: "0613", NKVD: "0711"}, "division:6-pz", "hex:0612")
    assert [line.value for line in game.preview("overrun:0711").lines] == ["9 : 1", "-2", "+1", "-1", "2"]


@pytest.mark.rule("efs:21.32a", "efs:21.32b", "efs:10.33/note")
def test_an_armored_train_keeps_to_the_railroad() -> None:
    train = "su-1-tk-tr-arm"
    game = moving({train: "1615"}, f"unit:{train}", scenario="perekop", phase="soviet/movement")
    assert {*reach(game)} <= game.content.rail_hexes
    assert reach(game)["1616"] == 1
    held = moving({train: "1615", SCOUTS: "1413"}, f"unit:{train}", scenario="perekop", phase="soviet/movement")
    assert reach(held)["1414"] == 3
    assert "1313" not in reach(held)


@pytest.mark.rule("efs:10.45d")
def test_canals_are_crossed_as_rivers_are() -> None:
    game = moving({SCOUTS: "0613"}, f"unit:{SCOUTS}", hexsides={("0613", "0513"): "canal"})
    assert reach(game)["0513"] == 1.5
    foot = moving({INFANTRY: "0613"}, f"unit:{INFANTRY}", "hex:0512", hexsides={("0512", "0513"): "canal"})
    assert reach(foot)["0513"] == 2


@pytest.mark.rule("efs:10.52")
def test_an_untried_unit_with_a_printed_allowance_moves_and_stays_untried() -> None:
    gunners, ground = "su-mg-a-inf", load(TITLE, "perekop", ())
    ground.counters = {**ground.counters, gunners: replace(ground.counters[gunners], untried_allowance=3)}
    state = quiet({gunners: "0909"}, scenario="perekop", phase="soviet/movement").state
    state.stack = [MovementPhase(side="soviet")]
    game = Game(TITLE, ground, state)
    game.advance()
    game.choose(f"unit:{gunners}")
    assert asked(game).args["left"] == 3
    game.choose("hex:0910")
    assert (stands(game, gunners), game.state.units[gunners].tried) == ("0910", "")


def test_options_name_their_rules() -> None:
    game = moving({SCOUTS: "0613"}, f"unit:{SCOUTS}")
    assert rules(game)["hex:0614"] == "10.21"
