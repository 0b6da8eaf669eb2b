"""Passages of chapters 3 to 11 that can be read in two ways: what is played, and the other by its switch."""

from __future__ import annotations

import pytest

from games.efs.positions import (
    CADETS,
    GUNS,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    STRONG_DIVISION,
    TANKS,
    asked,
    marked,
    running,
)
from games.efs.readings import AVERTED, FACED, ICE, LUGA, MUD, SNOW, both, on_ground, reason
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.combat.retreats import Retreat
from sandtable.games.efs.combat.strengths import attack_strength
from sandtable.games.efs.files import Conversion, Withdrawal
from sandtable.games.efs.movement.allowances import allowance_now, may_move, supply_allowance
from sandtable.games.efs.movement.costs import rate
from sandtable.games.efs.movement.move import Move, reach
from sandtable.games.efs.movement.overrun import may_overrun, overrun_cost
from sandtable.games.efs.movement.single_hex import why_no_crossing, why_no_infiltration, why_too_many
from sandtable.games.efs.movement.strategic import why_no_strategic_move
from sandtable.games.efs.movement.walking import Party
from sandtable.games.efs.reinforcements.conversions import Convert
from sandtable.games.efs.reinforcements.entering import is_open_to
from sandtable.games.efs.reinforcements.map_entry import rates_for
from sandtable.games.efs.reinforcements.withdrawals import CallAway, is_surrounded
from sandtable.games.efs.stacking import RemoveExcess
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Strongpoint, SupplyUnit, Unit, Weather, WeatherKind
from sandtable.games.efs.supply.depots import why_not_reduced
from sandtable.games.efs.supply.hexsides import may_cross
from sandtable.games.efs.supply.routes import blocked
from sandtable.games.efs.supply.states import deteriorate
from sandtable.games.efs.supply.supply_units import spend_point
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import mud_in
from sandtable.games.efs.weather.weather_phase import following
from sandtable.games.efs.zones import zone_of

OTHER_INFANTRY, MOUNTAIN, CAVALRY, SCHOOL = "ax-58-inf", "ax-1-mtn-mou", "su-42-cav-cav", "su-lstpu-inf"
OPEN, BESIDE = "0805", "0806"


# Concepts


@pytest.mark.rule("efs:3.22")
@both("3.22", False, True)
def test_the_zone_of_a_motorized_unit_ends_before_a_swamp(switches: tuple[str, ...], expected: bool) -> None:
    game = on_ground({PANZER: "1606"}, switches)
    assert ("1608" in zone_of(game, AXIS), "1607" in zone_of(game, AXIS)) == (False, expected)
    assert "1607" in zone_of(on_ground({INFANTRY: "1606"}, switches), AXIS)


@pytest.mark.rule("efs:3.33")
@both("3.33", SOVIET, AXIS)
def test_the_owner_takes_the_excess_off_a_stack(switches: tuple[str, ...], expected: str) -> None:
    crowd = (RIFLE_DIVISION, STRONG_DIVISION, CADETS, TANKS, "su-111-inf")
    game = on_ground(dict.fromkeys(crowd, OPEN), switches, phase="soviet/combat")
    running(game, RemoveExcess(side=SOVIET, at=OPEN))
    assert (asked(game).side, asked(game).prompt) == (expected, "remove-excess")


@pytest.mark.rule("efs:24.41")
@both("24.41", 0, 3)
def test_armor_that_is_taken_off_a_stack_is_not_lost_in_combat(switches: tuple[str, ...], expected: int) -> None:
    crowd = (RIFLE_DIVISION, STRONG_DIVISION, "su-111-inf", TANKS)
    game = on_ground(dict.fromkeys(crowd, OPEN), switches, phase="soviet/combat", steps={TANKS: 3})
    running(game, RemoveExcess(side=SOVIET, at=OPEN))
    game.choose(f"unit:{TANKS}")
    assert (game.state.units[TANKS].box, game.state.losses.get(SOVIET, 0)) == ("cadre", expected)


@pytest.mark.rule("efs:3.42", "efs:3.43")
@both("3.42", 3, 2)
def test_a_group_is_halved_and_not_each_of_its_units(switches: tuple[str, ...], expected: int) -> None:
    """Two regiments of three points attack out of a swamp."""
    pair = (RIFLES, OTHER_RIFLES)
    game = on_ground(dict.fromkeys(pair, "1607"), switches)
    assert [game.content.counters[unit_id].faces[0][0] for unit_id in pair] == [3, 3]
    assert attack_strength(game, pair, ("1606",)) == expected


# Weather


def after(switches: tuple[str, ...], before: Weather, kind: WeatherKind, climate: WeatherKind) -> Weather:
    return following(on_ground({}, switches), before, kind, False, climate)


@pytest.mark.rule("efs:5.21a")
@both("5.21a", False, True)
def test_frost_leaves_no_mud_in_the_woods(switches: tuple[str, ...], expected: bool) -> None:
    now = after(switches, MUD, "frost", "frost")
    assert (now.kind, now.lingering_mud) == ("frost", expected)
    assert mud_in(on_ground({}, switches, weather=now), "0103") is expected


@pytest.mark.rule("efs:5.22")
@both("5.22", "dry", "snow")
def test_dry_weather_ends_snow(switches: tuple[str, ...], expected: str) -> None:
    assert after(switches, SNOW, "dry", "frost").kind == expected
    assert after(switches, SNOW, "frost", "frost").kind == "snow"
    assert after(switches, SNOW, "mud", "frost").kind == "mud"


@pytest.mark.rule("efs:5.23a")
@both("5.23a", 2, 0)
def test_frost_that_is_kept_as_snow_counts_towards_frozen_conditions(switches: tuple[str, ...], expected: int) -> None:
    now = after(switches, Weather(kind="snow", snow_run=1), "frost", "snow")
    assert (now.kind, now.snow_run) == ("snow", expected)


@pytest.mark.rule("efs:13.51")
@both("13.51", False, True)
def test_frost_that_is_kept_as_snow_does_not_limit_artillery(switches: tuple[str, ...], expected: bool) -> None:
    now = after(switches, Weather(kind="snow", frost_turns=1), "frost", "frost")
    assert (now.kind, now.limited_artillery) == ("snow", expected)
    assert after(switches, Weather(kind="frost", frost_turns=1), "frost", "frost").limited_artillery


@pytest.mark.rule("efs:5.24a", "efs:10.37b")
@both("5.24a", 1, 2)
def test_snow_on_ice_slows_axis_motors_once(switches: tuple[str, ...], expected: int) -> None:
    plain = allowance_now(on_ground({PANZER: OPEN}, switches), PANZER)
    assert plain - allowance_now(on_ground({PANZER: OPEN}, switches, weather=ICE), PANZER) == 4 * expected
    assert plain - allowance_now(on_ground({PANZER: OPEN}, switches, weather=SNOW), PANZER) == 4


# Supply and reinforcements


@pytest.mark.rule("efs:6.26c")
@both("6.26c", "axis-s1", "axis-l1")
def test_a_large_dump_of_three_points_becomes_a_normal_one_of_two(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({}, switches)
    game.state.supplies["axis-l1"] = SupplyUnit(AXIS, OPEN, 3)
    spend_point(game, "axis-l1")
    assert {name: each.points for name, each in game.state.supplies.items()} == {expected: 2}


@pytest.mark.rule("efs:6.36", "efs:6.26d", "efs:18.44b")
@both("6.36", {"0904"}, set())
def test_a_strongpoint_under_construction_stays_where_no_supply_comes(
    switches: tuple[str, ...], expected: set[str]
) -> None:
    """Two Axis strongpoints on Soviet ground, far from anybody; one was begun when a temporary source fed its hex."""
    game = on_ground({}, switches)
    game.state.strongpoints["0805"] = Strongpoint(AXIS, "completed", 11)
    game.state.strongpoints["0904"] = Strongpoint(AXIS, "under-construction", 11)
    deteriorate(game)
    assert {*game.state.strongpoints} == expected


@pytest.mark.rule("efs:6.47a")
@both("6.47a", False, True)
def test_a_mobile_supply_unit_enters_by_road(switches: tuple[str, ...], expected: bool) -> None:
    """At 0602 a main road enters the map, at 0102 nothing does."""
    game = on_ground({}, switches, scenario="perekop")
    party = Party(AXIS, (), ("axis-s1",))
    assert rates_for(game, party, "0601", "")
    assert bool(rates_for(game, party, "0101", "")) is expected


@pytest.mark.rule("efs:6.48d")
@both("6.48d", "", "refused.no-supply-counter")
def test_a_dump_of_four_is_reduced_at_a_loss_without_a_counter(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({}, switches, scenario="perekop")
    game.state.supplies["axis-l1"] = SupplyUnit(AXIS, "0807", 4)
    assert why_not_reduced(game, "axis-l1") is None
    for number in range(1, 7):
        game.state.supplies[f"axis-s{number}"] = SupplyUnit(AXIS, f"060{number}", 1)
    assert reason(why_not_reduced(game, "axis-l1")) == expected


@pytest.mark.rule("efs:18.21", "efs:6.13")
@both("18.21", False, True)
def test_a_fortified_line_lets_no_supply_in_or_out(switches: tuple[str, ...], expected: bool) -> None:
    game = on_ground({INFANTRY: LUGA}, switches)
    assert not may_cross(game, AXIS, (FACED, LUGA))
    assert may_cross(game, AXIS, (LUGA, FACED)) is expected
    assert may_cross(game, SOVIET, (LUGA, FACED))


@pytest.mark.rule("efs:22.34")
@both("22.34", False, True)
def test_a_ferry_feeds_from_the_turn_after_it_was_completed(switches: tuple[str, ...], expected: bool) -> None:
    edge = ("0508", "0509")
    game = on_ground({}, switches)
    game.state.bridges["axis-ferry-1"] = Bridge(
        AXIS, at="0508", to="0509", ferry=True, status="completed", turn=game.state.turn
    )
    assert may_cross(game, AXIS, edge) is expected
    game.state.turn += 1
    assert may_cross(game, AXIS, edge)


@pytest.mark.rule("efs:8.51b")
@both("8.51b", False, True)
def test_who_can_trace_a_line_is_not_surrounded(switches: tuple[str, ...], expected: bool) -> None:
    """Friends beside the unit open the way that enemy zones would close."""
    ring = {INFANTRY: "0704", OTHER_INFANTRY: "0905"}
    game = on_ground({CADETS: OPEN, RIFLE_DIVISION: "0804", STRONG_DIVISION: "0803", **ring}, switches)
    assert is_surrounded(game, CADETS) is expected
    assert not is_surrounded(on_ground({CADETS: OPEN, INFANTRY: "0704"}, switches), CADETS)


def called_away(switches: tuple[str, ...], unit_id: str, units: dict[str, str], steps: int) -> Game:
    """A unit is to withdraw with so many steps, and may not stay."""
    withdrawal = Withdrawal(turn=11, steps=steps, cannot_cancel=True)
    game = on_ground(units, switches, card={"withdrawals": {unit_id: withdrawal}})
    game.state.units.setdefault(unit_id, Unit(at="", steps=1, box="cadre"))
    return running(game, CallAway(unit=unit_id))


@pytest.mark.rule("efs:8.54b")
@both("8.54b", {}, {SCOUTS: "dropped"})
def test_a_withdrawal_waits_until_somebody_can_go(switches: tuple[str, ...], expected: dict[str, str]) -> None:
    ring = {RIFLE_DIVISION: "0704", STRONG_DIVISION: "0905", CADETS: "0804", TANKS: "0806"}
    game = called_away(switches, SCOUTS, {SCOUTS: OPEN, **ring}, 1)
    assert game.state.units[SCOUTS].at == OPEN
    assert game.state.withdrawals == expected


@pytest.mark.rule("efs:8.51a")
@both("8.51a", 0, 1)
def test_a_step_given_for_a_unit_that_leaves_is_no_loss(switches: tuple[str, ...], expected: int) -> None:
    game = called_away(switches, "ax-1-1-pz-arm", {PANZER: "0613"}, 1)
    game.choose(f"unit:{PANZER}")
    assert game.state.units[PANZER].steps == len(game.content.counters[PANZER].faces) - 1
    assert game.state.losses.get(AXIS, 0) == expected


@pytest.mark.rule("efs:8.64")
@both("8.64", "cadre", "active")
def test_a_converted_unit_without_steps_waits_in_the_cadre_box(switches: tuple[str, ...], expected: str) -> None:
    pair = (STRONG_DIVISION, RIFLE_DIVISION)
    conversions = {"both": Conversion(turn=11, remove=(CADETS, SCHOOL), receive=pair)}
    units = {CADETS: "1001", SCHOOL: "1001"}
    game = on_ground(units, switches, steps={CADETS: 1, SCHOOL: 1}, card={"conversions": conversions})
    running(game, Convert(conversion="both"))
    game.choose("hex:1001")
    assert [game.state.units[unit_id].at for unit_id in pair] == ["1001", ""]
    assert game.state.units[RIFLE_DIVISION].box == expected


# Movement


def cost(game: Game, unit_id: str, label: str, way: str) -> float:
    found = rate(game, unit_id, label, way)  # type: ignore[arg-type]
    assert found is not None
    return found / 4


@pytest.mark.rule("efs:10.43a")
@both("10.43a", 0.5, 1)
def test_a_minor_road_is_faster_through_open_country(switches: tuple[str, ...], expected: float) -> None:
    game = on_ground({PANZER: OPEN}, switches)
    assert (cost(game, PANZER, OPEN, "minor"), cost(game, PANZER, "1214", "minor")) == (expected, 1)


@pytest.mark.rule("efs:10.44b", "efs:5.21a")
@both("10.44b", 1, 0.5)
def test_mud_that_lingers_in_woods_slows_main_roads(switches: tuple[str, ...], expected: float) -> None:
    game = on_ground({PANZER: OPEN}, switches, weather=Weather(lingering_mud=True))
    assert (cost(game, PANZER, "0103", "main"), cost(game, PANZER, OPEN, "main")) == (expected, 0.5)
    assert cost(on_ground({PANZER: OPEN}, switches, weather=MUD), PANZER, "0103", "main") == 1


@pytest.mark.rule("efs:10.44c")
@both("10.44c", 3, 2)
def test_minor_roads_in_mud_are_dearer_for_motors(switches: tuple[str, ...], expected: float) -> None:
    game = on_ground({PANZER: OPEN, INFANTRY: OPEN}, switches, weather=MUD)
    assert (cost(game, PANZER, OPEN, "minor"), cost(game, INFANTRY, OPEN, "minor")) == (expected, 2)


@pytest.mark.rule("efs:11.25", "efs:13.41b", "efs:13.41c")
@pytest.mark.parametrize("weather", [MUD, SNOW], ids=["mud", "snow"])
@both("13.41b", False, True)
def test_strategic_movement_takes_no_heavy_guns_along_minor_roads_in_bad_weather(
    switches: tuple[str, ...], expected: bool, weather: Weather
) -> None:
    """A minor road leads from 0413 to 0312, far from anybody."""
    minor, on_the_march = ("0413", "0312"), Move(units=(GUNS,), manner="strategic")
    for now, marches in ((weather, expected), (Weather(), True)):
        game = on_ground({GUNS: minor[0]}, switches, weather=now, counters={GUNS: {"ma": "green"}})
        goal = game.content.board.index[minor[1]]
        assert (reach(game, on_the_march).goal(goal) is not None) is marches
        assert (reach(game, Move(units=(GUNS,))).goal(goal) is not None) is (now.kind == "dry")


RIVER = {("0613", "0512"): "major-river"}


@pytest.mark.rule("efs:10.45c")
@both("10.45c", "", "refused.full-allowance-to-cross")
def test_soviets_on_foot_cross_a_major_river_in_their_movement_phase(switches: tuple[str, ...], expected: str) -> None:
    edge = ("0613", "0512")
    game = on_ground({CADETS: edge[0]}, switches, phase="soviet/movement", hexsides=RIVER)
    assert reason(why_no_crossing(game, CADETS, edge)) == expected
    game.state.phase = "soviet/motorized"
    assert reason(why_no_crossing(game, CADETS, edge)) == "refused.full-allowance-to-cross"
    marked(game, CADETS, activated=True)
    assert why_no_crossing(game, CADETS, edge) is None


@pytest.mark.rule("efs:10.35", "efs:10.45c")
@both("10.35", "refused.zone-to-zone", "")
def test_boats_do_not_go_from_one_enemy_zone_to_another(switches: tuple[str, ...], expected: str) -> None:
    edge = ("0613", "0512")
    game = on_ground({INFANTRY: edge[0], CADETS: "0612"}, switches, hexsides=RIVER)
    assert {*edge} <= zone_of(game, SOVIET)
    assert reason(why_no_crossing(game, INFANTRY, edge)) == expected


LAKE = ("0508", "0509")


@pytest.mark.rule("efs:10.47", "efs:10.47b")
@both("10.47", "", "refused.no-engineers")
def test_engineers_who_began_at_a_lake_need_not_be_there_any_more(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({RIFLES: LAKE[0], PIONEERS: LAKE[0]}, switches)
    assert why_no_crossing(game, RIFLES, LAKE) is None
    marked(game, PIONEERS, at=LAKE[1], task="crossing")
    assert reason(why_no_crossing(game, RIFLES, LAKE)) == expected


@pytest.mark.rule("efs:10.47b")
@both("10.47b", "", "refused.boats-full")
def test_boats_carry_three_points_across_each_hexside(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({RIFLES: LAKE[0]}, switches)
    game.state.crossings["1707-1708"] = 2
    assert reason(why_too_many(game, (RIFLES,), LAKE)) == expected
    game.state.crossings["0508-0509"] = 2
    assert reason(why_too_many(game, (RIFLES,), LAKE)) == "refused.boats-full"


@pytest.mark.rule("efs:11.23")
@both("11.23", "refused.not-supplied", "")
def test_a_unit_without_supply_uses_no_strategic_movement(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({INFANTRY: "0313"}, switches)
    marked(game, INFANTRY, supply="out")
    assert reason(why_no_strategic_move(game, (INFANTRY,), AXIS, "0313")) == expected


@pytest.mark.rule("efs:11.43", "efs:11.42")
@both("11.43", "", "refused.zone-to-zone")
def test_soviet_cavalry_infiltrates_in_its_movement_phase(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({CAVALRY: OPEN, INFANTRY: "0904"}, switches, phase="soviet/movement")
    assert reason(why_no_infiltration(game, CAVALRY, (OPEN, "0804"))) == expected


@pytest.mark.rule("efs:11.47")
@both("11.47", "", "refused.infiltration-into-works")
def test_a_fortified_line_stops_infiltration_from_before_it(switches: tuple[str, ...], expected: str) -> None:
    units = {SCOUTS: AVERTED, CADETS: "1511", RIFLE_DIVISION: "1511"}
    game = on_ground(units, switches)
    assert {AVERTED, LUGA} <= zone_of(game, SOVIET)
    assert reason(why_no_infiltration(game, SCOUTS, (AVERTED, LUGA))) == expected


@pytest.mark.rule("efs:11.48a")
@both("11.48a", "", "refused.cannot-infiltrate")
def test_mountain_troops_infiltrate_out_of_high_ground(switches: tuple[str, ...], expected: str) -> None:
    edge = (OPEN, "0804")
    units = {MOUNTAIN: edge[0], CADETS: "0904"}
    game = on_ground(units, switches, parts={OPEN: "hill"})
    assert {*edge} <= zone_of(game, SOVIET)
    assert reason(why_no_infiltration(game, MOUNTAIN, edge)) == expected
    ridge = on_ground(units, switches, parts={OPEN: "hill", "0804": "hill"})
    assert why_no_infiltration(ridge, MOUNTAIN, edge) is None


@pytest.mark.rule("efs:11.48b")
@both("11.48b", "refused.cannot-infiltrate", "")
def test_a_friend_must_still_be_there_to_let_others_infiltrate(switches: tuple[str, ...], expected: str) -> None:
    edge = (OPEN, "0804")
    game = on_ground({INFANTRY: edge[0], OTHER_INFANTRY: edge[1], CADETS: "0904"}, switches)
    assert why_no_infiltration(game, INFANTRY, edge) is None
    marked(game, OTHER_INFANTRY, at="0703")
    assert reason(why_no_infiltration(game, INFANTRY, edge)) == expected


@pytest.mark.rule("efs:11.52")
@both("11.52", "", "refused.no-allowance")
def test_a_unit_that_has_no_allowance_left_moves_one_hex(switches: tuple[str, ...], expected: str) -> None:
    slow = {INFANTRY: {"faces": ((7, 8, 1), (5, 6, 1), (4, 4, 1))}}
    game = on_ground({INFANTRY: OPEN}, switches, counters=slow)
    marked(game, INFANTRY, supply="out")
    assert allowance_now(game, INFANTRY) == 0
    assert reason(may_move(game, INFANTRY)) == expected


@pytest.mark.rule("efs:10.37b", "efs:6.46")
@both("6.46", 8, 7)
def test_winter_leaves_supply_units_their_allowance(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({}, switches, weather=ICE)
    game.state.supplies = {"axis-s1": SupplyUnit(AXIS, OPEN, 1), "soviet-s1": SupplyUnit(SOVIET, BESIDE, 1)}
    assert supply_allowance(game, "axis-s1") == 4 * expected
    game.state.phase, game.state.active = "soviet/movement", SOVIET
    assert supply_allowance(game, "soviet-s1") == 4 * 8


@pytest.mark.rule("efs:11.63")
@both("11.63", "refused.exit-lost", "")
def test_units_on_the_map_keep_out_of_an_exit_that_the_enemy_has_used(switches: tuple[str, ...], expected: str) -> None:
    game = on_ground({INFANTRY: BESIDE}, switches, card={"exits": {"west": "west"}})
    game.content.regions["west"] = frozenset({OPEN})
    game.state.exits["west"] = SOVIET
    assert reason(may_advance(game, INFANTRY, OPEN)) == expected
    going = running(game, Move(units=(INFANTRY,)))
    assert reason(going.explain(f"hex:{OPEN}")) == expected
    assert not is_open_to(game, AXIS, OPEN)
    assert OPEN in blocked(game, AXIS)


# Overruns


DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
FROM, TO, BOG = "0806", "0805", "0905"


def overrun(game: Game, target: str = TO) -> str:
    return reason(may_overrun(game, DIVISION, (FROM, target)))


@pytest.mark.rule("efs:11.34")
@both("11.34", ("refused.other-zones", ""), ("", "refused.other-zones"))
def test_zones_of_others_forbid_an_overrun_where_it_begins(
    switches: tuple[str, ...], expected: tuple[str, str]
) -> None:
    """The second enemy is next to the attackers, or next to the target only."""
    front = {**dict.fromkeys(DIVISION, FROM), NKVD: TO}
    near, far = ({**front, CADETS: label} for label in ("0807", "0804"))
    assert (overrun(on_ground(near, switches)), overrun(on_ground(far, switches))) == expected


@pytest.mark.rule("efs:11.35a")
@both("11.35a", "refused.ground-forbids-overrun", "")
def test_a_frozen_major_river_forbids_overruns_too(switches: tuple[str, ...], expected: str) -> None:
    ice = Weather(kind="frost", frozen=True)
    units, river = {**dict.fromkeys(DIVISION, FROM), NKVD: TO}, {(FROM, TO): "major-river"}
    assert overrun(on_ground(units, switches, weather=ice, hexsides=river)) == expected
    assert overrun(on_ground(units, switches, hexsides=river)) != ""


@pytest.mark.rule("efs:11.35b")
@both("11.35b", "", "refused.swamp-forbids-overrun")
def test_marsh_is_frozen_with_everything_else(switches: tuple[str, ...], expected: str) -> None:
    ice = Weather(kind="frost", frozen=True)
    units = {**dict.fromkeys(DIVISION, FROM), NKVD: BOG}
    assert overrun(on_ground(units, switches, weather=ice, parts={BOG: "marsh"}), BOG) == expected
    assert overrun(on_ground(units, switches, parts={BOG: "marsh"}), BOG) == "refused.swamp-forbids-overrun"


@pytest.mark.rule("efs:11.36d")
@both("11.36d", "refused.too-weak-to-overrun", "")
def test_untried_defenders_count_for_one_each(switches: tuple[str, ...], expected: str) -> None:
    """Fifteen points against a company of one and three machine guns that nobody knows."""
    guns = dict.fromkeys(("su-mg-a-inf", "su-mg-b-inf", "su-mg-c-inf"), TO)
    game = on_ground({**dict.fromkeys(DIVISION, FROM), NKVD: TO, **guns}, switches)
    assert overrun(game) == expected


@pytest.mark.rule("efs:11.37b", "efs:18.12")
@both("11.37b", 3, 2)
def test_works_make_an_overrun_dearer(switches: tuple[str, ...], expected: int) -> None:
    game = on_ground({PANZER: FROM, NKVD: TO}, switches)
    game.state.strongpoints[TO] = Strongpoint(SOVIET, "completed", 1)
    assert overrun_cost(game, PANZER, (FROM, TO), "country", None) == 4 * expected


@pytest.mark.rule("efs:22.14", "efs:11.35c")
@both("22.14", "", "refused.overrun-needs-engineers")
def test_an_engineer_may_help_to_overrun_works_twice(switches: tuple[str, ...], expected: str) -> None:
    units = dict.fromkeys((*DIVISION, PIONEERS), FROM)
    game = on_ground({**units, NKVD: TO}, switches)
    game.state.strongpoints[TO] = Strongpoint(SOVIET, "completed", 1)
    assert reason(may_overrun(game, tuple(units), (FROM, TO))) == ""
    marked(game, PIONEERS, task="overrun")
    assert reason(may_overrun(game, tuple(units), (FROM, TO))) == expected


@pytest.mark.rule("efs:11.37i")
@both("11.37i", "cadre", "eliminated")
def test_who_cannot_retreat_from_an_overrun_goes_to_cadre(switches: tuple[str, ...], expected: str) -> None:
    ring = {PANZER: "0704", RIFLES: "0904", OTHER_RIFLES: "0905", SCOUTS: "0806", PIONEERS: "0705", INFANTRY: "0804"}
    game = on_ground({CADETS: OPEN, **ring}, switches)
    running(game, Retreat(side=SOVIET, units=(CADETS,), origin=(OPEN,), manner="overrun"))
    assert game.state.units[CADETS].box == expected


@pytest.mark.rule("efs:16.48", "efs:11.37i")
@both("16.48", set(), {"hex:0904"})
def test_who_overruns_leads_nobody_through_his_zones_where_another_way_is_open(
    switches: tuple[str, ...], expected: set[str]
) -> None:
    """0904 is in the zone of the infantry at 1004, the hexes beyond it are not all."""
    game = on_ground({CADETS: OPEN, PANZER: "0806", INFANTRY: "1005"}, switches)
    running(game, Retreat(side=SOVIET, units=(CADETS,), origin=(OPEN,), manner="overrun"))
    assert (asked(game).side, asked(game).prompt) == (AXIS, "retreat")
    assert {*asked(game).ids} & {"hex:0904", "hex:0905"} == expected
