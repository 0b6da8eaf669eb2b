"""The Supply Status Phase (6.3, 6.26, 6.36, 6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    CADETS,
    INFANTRY,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    TITLE,
    asked,
    marked,
    quiet,
    with_counters,
)
from sandtable.games.efs import control
from sandtable.games.efs.engineers.building import near_banks
from sandtable.games.efs.movement.allowances import allowance_now, may_move
from sandtable.games.efs.movement.rail import why_not_by_rail
from sandtable.games.efs.movement.strategic import why_no_strategic_move
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.supply import fuel
from sandtable.games.efs.supply.attack_supply import in_reach, promise, spend_promised
from sandtable.games.efs.supply.routes import is_fed_in, is_in_general_supply, within_loc
from sandtable.games.efs.supply.sources import major_cities, named_sources
from sandtable.games.efs.supply.states import determine, state_found
from sandtable.games.efs.supply.supply_phase import SupplyStatusPhase
from sandtable.games.efs.supply.supply_units import spend_point
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import in_enemy_zone
from sandtable.kernel import Refusal, Resolved
from sandtable.kernel.dice import ScriptedDice

FAR = "0706"
"""Sabsk, nine hexes from Lyady."""
SS, SCOUTS = "ax-ss-lah-mot", "ax-ss-lah-aa-rec"


def run(game: Game, dice: Sequence[int] = ()) -> Game:
    """Let the Supply Status Phase run to its first question, or the turn go on to the next one."""
    place = [step.id for step in TURN].index("strategic/supply")
    game.state.phase = "strategic/supply"
    game.dice = ScriptedDice(dice)
    game.state.stack += [GameTurn(step="close", place=place), SupplyStatusPhase()]
    game.advance()
    return game


def with_supply(units: Mapping[str, str], **supplies: str) -> Game:
    game = quiet(units)
    for name, at in supplies.items():
        game.state.supplies[name.replace("_", "-")] = SupplyUnit(AXIS, at, 1)
    return game


@pytest.mark.rule("efs:6.31", "efs:6.32", "efs:6.33", "efs:6.34")
def test_a_unit_without_a_route_goes_from_emergency_supply_to_none_and_back() -> None:
    game = quiet({PANZER: FAR})
    seen = []
    for _ in range(3):
        run(game)
        seen.append(game.state.units[PANZER].supply)
        game.state.stack.clear()
    assert seen == ["emergency", "out", "out"]
    marked(game, PANZER, at="0613")
    run(game)
    assert game.state.units[PANZER].supply == "supplied"


@pytest.mark.rule("efs:6.22", "efs:6.37")
def test_units_that_entered_and_trains_are_in_supply() -> None:
    game = quiet({PANZER: FAR})
    marked(game, PANZER, entered=True)
    assert state_found(game, PANZER) == "supplied"
    train = quiet({"su-1-tk-tr-arm": "0302"}, scenario="perekop")
    assert state_found(train, "su-1-tk-tr-arm") == "supplied"


@pytest.mark.rule("efs:6.21")
def test_a_source_that_was_retaken_works_again_from_the_phase_on() -> None:
    game = quiet({PANZER: "0513"})
    game.state.idle_sources["0514"] = AXIS
    run(game)
    assert game.state.idle_sources == {}
    assert game.state.units[PANZER].supply == "supplied"


@pytest.mark.rule("efs:6.26a", "efs:6.26b", "efs:6.26c")
def test_a_supply_unit_feeds_hexes_for_the_turn_and_is_gone() -> None:
    """The third lesson: an MSU at Osmino feeds the bridgehead of Sabsk."""
    game = run(with_supply({PANZER: FAR, RIFLES: "0605"}, axis_s1="0809"))
    assert asked(game).prompt == "temporary-source"
    game.choose("unit:axis-s1")
    assert f"hex:{FAR}" in asked(game).ids
    assert "hex:0613" not in asked(game).ids
    game.choose(f"hex:{FAR}")
    game.choose("hex:0605")
    game.choose("do:feed")
    assert game.state.units[PANZER].supply == game.state.units[RIFLES].supply == "supplied"
    assert game.state.fed == {FAR: AXIS, "0605": AXIS}
    assert "axis-s1" not in game.state.supplies
    assert game.state.phase == "axis/movement"


@pytest.mark.rule("efs:6.26a")
def test_a_point_feeds_five_hexes_at_most() -> None:
    game = run(with_supply({PANZER: FAR}, axis_s1="0809"))
    game.choose("unit:axis-s1")
    for label in (FAR, "0605", "0606", "0607", "0707"):
        if game.state.phase == "strategic/supply":
            game.choose(f"hex:{label}")
    assert len(game.state.fed) == 5
    assert game.state.phase == "axis/movement"


@pytest.mark.rule("efs:6.26a")
@pytest.mark.parametrize("frozen", [True, False])
def test_who_stands_on_the_ice_of_the_sivash_is_fed_there(frozen: bool) -> None:
    """Nobody else is offered to be fed on water, whether it is frozen or has melted under the unit."""
    weather = Weather(kind="snow" if frozen else "mud", frozen=frozen)
    game = quiet({SS: "1409", RIFLE_DIVISION: "1415"}, scenario="perekop", turn=60, weather=weather)
    game.state.control.update({"0601": SOVIET, "2205": SOVIET})
    marked(game, SS, supply="out")
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "1407", 1)
    run(game)
    game.choose("unit:axis-s1")
    assert {*asked(game).ids} - {f"hex:{label}" for label in game.content.land} == {"hex:1409"}
    game.choose("hex:1409")
    game.choose("do:feed")
    assert game.state.units[SS].supply == "supplied"


@pytest.mark.rule("efs:6.26a")
def test_nobody_is_asked_who_needs_no_help() -> None:
    game = run(with_supply({PANZER: "0613"}, axis_s1="0613"))
    assert game.state.phase == "axis/movement"


@pytest.mark.rule("efs:6.26c")
@pytest.mark.parametrize(("points", "left"), [(4, 3), (3, 2), (2, 1), (1, 0)])
def test_paying_reduces_a_dump_to_the_next_smaller(points: int, left: int) -> None:
    game = quiet({}, scenario="perekop")
    name = "axis-l1" if points > 2 else "axis-s1"
    game.state.supplies[name] = SupplyUnit(AXIS, "0807", points)
    spend_point(game, name)
    assert sum(each.points for each in game.state.supplies.values()) == left
    assert all(name[5] == ("l" if each.points > 2 else "s") for name, each in game.state.supplies.items())


@pytest.mark.rule("efs:6.36")
def test_strongpoints_decay_where_nobody_stands_near_and_no_supply_comes() -> None:
    game = quiet({CADETS: "0901"})
    game.state.strongpoints["0603"] = Strongpoint(AXIS, "completed", 11)
    game.state.strongpoints["0514"] = Strongpoint(AXIS, "completed", 11)
    game.state.strongpoints["0805"] = Strongpoint(SOVIET, "completed", 11)
    run(game)
    assert set(game.state.strongpoints) == {"0514", "0805"}
    beside = quiet({INFANTRY: "0604"})
    beside.state.strongpoints["0603"] = Strongpoint(AXIS, "completed", 11)
    run(beside)
    assert "0603" in beside.state.strongpoints


@pytest.mark.rule("efs:6.36")
@pytest.mark.parametrize("order", [1, -1])
def test_strongpoints_that_decay_together_do_not_feed_each_other(order: int) -> None:
    """Those of the Axis on all Soviet sources cut off the Soviet one until the phase is over; one of them is fed."""
    game = quiet({INFANTRY: "1414"})
    works = {label: Strongpoint(AXIS, "completed", 10) for label in sorted(named_sources(game, SOVIET))}
    works["0703"] = Strongpoint(SOVIET, "completed", 10)
    game.state.strongpoints.update([*works.items()][::order])
    run(game)
    assert [*game.state.strongpoints] == ["1814"]


def short_of_fuel(*, out: Sequence[str] = (SS, SCOUTS), weather: Weather | None = None) -> Game:
    """The Leibstandarte far from supply in Perekop, its units out of supply."""
    game = quiet({SS: "1316", SCOUTS: "1215", RIFLE_DIVISION: "2213"}, scenario="perekop", weather=weather)
    for unit_id in out:
        marked(game, unit_id, supply="out")
    return game


@pytest.mark.rule("efs:6.51", "efs:6.52", "efs:6.53", "efs:6.54c")
@pytest.mark.parametrize(("die", "fails"), [(4, False), (5, True)])
def test_a_group_out_of_supply_rolls_for_fuel(die: int, fails: bool) -> None:
    game = short_of_fuel()
    game.dice = ScriptedDice([die])
    fuel.check_groups(game)
    assert game.state.units[SS].fuel_shortage is fails
    assert game.state.units[SCOUTS].fuel_shortage is fails
    told = next(event for event in game.events if isinstance(event, Resolved))
    assert (told.subject, told.result) == ("ss-lah", "fuel-fails" if fails else "fuel-passes")
    *modifiers, net, thrown, row = [int(line.value) for line in told.lines]
    assert (sum(modifiers), thrown, row) == (net, die, net + die), "the whole sum is told"


@pytest.mark.rule("efs:6.53")
def test_one_unit_out_of_supply_is_enough_and_further_turns_are_worse() -> None:
    game = short_of_fuel(out=[SCOUTS])
    game.dice = ScriptedDice([1, 1, 1])
    seen = []
    for _ in range(3):
        fuel.check_groups(game)
        seen.append(fuel.modifiers(game, "ss-lah", [SS, SCOUTS]))
    assert seen == [{}, {"second-turn": 1}, {"third-turn": 2}]
    marked(game, SCOUTS, supply="supplied")
    fuel.check_groups(game)
    assert game.state.fuel_turns["ss-lah"] == 0


@pytest.mark.rule("efs:6.55")
def test_motorized_units_beside_a_group_that_failed_are_out_of_fuel_too() -> None:
    game = quiet({PANZER: FAR, PIONEERS: FAR, INFANTRY: FAR})
    assert fuel.attached(game, [PANZER]) == [PIONEERS]


def test_the_learning_scenario_has_no_fuel_shortage() -> None:
    game = quiet({PANZER: FAR})
    marked(game, PANZER, supply="out")
    fuel.check_groups(game)
    assert not game.state.units[PANZER].fuel_shortage
    assert game.state.fuel_turns["6-pz"] == 1


@pytest.mark.rule("efs:6.5", "efs:6.53/note")
def test_points_spent_in_the_phase_keep_a_group_from_the_check() -> None:
    """Both units are fed before fuel is checked, and no die is rolled."""
    game = short_of_fuel()
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "1215", 1)
    game.state.control.update(dict.fromkeys(("0601", "2205"), SOVIET))
    run(game)
    for choice in ("unit:axis-s1", "hex:1215", "hex:1316", "do:feed"):
        game.choose(choice)
    assert not game.state.units[SS].fuel_shortage
    assert game.state.fuel_turns["ss-lah"] == 0


@pytest.mark.rule("efs:6.54a")
@pytest.mark.parametrize("phase", ["axis/movement", "axis/motorized", "soviet/reaction"])
def test_who_is_short_of_fuel_does_not_move_in_any_phase(phase: str) -> None:
    game = quiet({SS: "1316"}, scenario="perekop", phase=phase)
    assert may_move(game, SS) is None
    marked(game, SS, fuel_shortage=True)
    refusal = may_move(game, SS)
    assert refusal is not None
    assert refusal.reason == "refused.fuel-shortage"


@pytest.mark.rule("efs:6.54e")
def test_units_in_the_active_box_keep_their_fuel() -> None:
    game = short_of_fuel(out=[SCOUTS])
    marked(game, SS, at="", box="active")
    game.dice = ScriptedDice([10])
    fuel.check_groups(game)
    assert game.state.units[SCOUTS].fuel_shortage
    assert not game.state.units[SS].fuel_shortage


@pytest.mark.rule("efs:6.54f", "efs:6.55")
def test_who_passed_is_not_held_by_who_failed_beside_it() -> None:
    """Two groups in one hex: the first fails, the second passes."""
    game = quiet({SS: "1316", PANZER: "1316", PIONEERS: "1316", RIFLE_DIVISION: "2213"}, scenario="perekop")
    changed = copy(game.content)
    changed.card = replace(game.content.card, fuel_groups=("ss-lah", "6-pz"))
    game = Game(TITLE, changed, game.state)
    for unit_id in (SS, PANZER):
        marked(game, unit_id, supply="out")
    game.dice = ScriptedDice([10, 1])
    fuel.check_groups(game)
    assert game.state.units[SS].fuel_shortage
    assert not game.state.units[PANZER].fuel_shortage
    assert game.state.units[PIONEERS].fuel_shortage, "no division's own, beside a group that failed"


@pytest.mark.rule("efs:6.22")
def test_units_off_the_map_are_in_supply() -> None:
    game = quiet({PANZER: FAR, RIFLES: ""})
    for _ in range(2):
        run(game)
        game.state.stack.clear()
    assert game.state.units[PANZER].supply == "out"
    assert game.state.units[RIFLES].supply == "supplied"


@pytest.mark.rule("efs:6.26d")
def test_a_bridge_and_a_strongpoint_are_begun_in_a_hex_that_is_fed_and_stay() -> None:
    fed, unfed = (quiet({PIONEERS: FAR}, phase="axis/movement") for _ in range(2))
    for game in (fed, unfed):
        game.state.control[FAR] = AXIS
    fed.state.fed[FAR] = AXIS
    assert (FAR in near_banks(fed, AXIS), FAR in near_banks(unfed, AXIS)) == (True, False)
    assert (is_in_general_supply(fed, AXIS, FAR), is_in_general_supply(unfed, AXIS, FAR)) == (True, False)
    far_side = next(label for label in fed.content.adjacent[FAR] if "river" in fed.content.hexsides[FAR, label])
    unfed.state.bridges["axis-b1"] = Bridge(AXIS, FAR, far_side, "completed", unfed.state.turn - 1)
    run(unfed)
    assert unfed.state.bridges["axis-b1"].at == FAR


@pytest.mark.rule("efs:6.48e", "efs:6.48e/note")
def test_a_dump_gives_several_points_in_a_phase_without_another_counter() -> None:
    """All small counters are in use: a large dump of three gives two points all the same."""
    game = quiet({}, scenario="perekop")
    for number in range(1, 7):
        game.state.supplies[f"axis-s{number}"] = SupplyUnit(AXIS, f"060{number}", 1)
    game.state.supplies["axis-l1"] = SupplyUnit(AXIS, "0807", 3)
    for _ in range(2):
        assert in_reach(game, "axis-l1", ["0807"])
        promise(game, "axis-l1")
    spend_promised(game, AXIS)
    assert game.state.supplies["axis-l1"].points == 1
    assert len(game.state.supplies) == 7


@pytest.mark.rule("efs:6.33", "efs:11.11", "efs:11.23")
@pytest.mark.parametrize(("switches", "reason"), [((), ""), (("6.33",), "refused.not-supplied")])
def test_emergency_supply_is_as_good_as_supply(switches: tuple[str, ...], reason: str) -> None:
    game = quiet({RIFLE_DIVISION: "1601"}, phase="soviet/movement", switches=switches)
    marked(game, RIFLE_DIVISION, supply="emergency")
    for refusal in (why_not_by_rail(game, (RIFLE_DIVISION,), (), SOVIET, "1601"), strategic_fault(game)):
        assert (refusal.reason if refusal else "") == reason


@pytest.mark.rule("efs:6.35", "efs:11.11", "efs:11.23")
def test_who_is_out_of_supply_uses_neither_railroads_nor_strategic_movement() -> None:
    game = quiet({RIFLE_DIVISION: "1601"}, phase="soviet/movement")
    ask = (why_not_by_rail(game, (RIFLE_DIVISION,), (), SOVIET, "1601"), strategic_fault(game))
    assert ask == (None, None)
    marked(game, RIFLE_DIVISION, supply="out")
    refusals = (why_not_by_rail(game, (RIFLE_DIVISION,), (), SOVIET, "1601"), strategic_fault(game))
    assert [each and each.reason for each in refusals] == ["refused.not-supplied"] * 2


def strategic_fault(game: Game) -> Refusal | None:
    return why_no_strategic_move(game, (RIFLE_DIVISION,), SOVIET, "1601")


@pytest.mark.rule("efs:6.35")
@pytest.mark.parametrize(
    ("kind", "less"),
    [("infantry", 2), ("cavalry", 0), ("armored-train", 0), ("flotilla", 0), ("railroad-artillery", 2)],
)
def test_two_points_of_the_allowance_are_lost_except_by_horsemen_trains_and_ships(kind: str, less: int) -> None:
    game = quiet({RIFLE_DIVISION: "1601"}, phase="soviet/movement")
    game = with_counters(game, {RIFLE_DIVISION: {"type": kind}})
    before = allowance_now(game, RIFLE_DIVISION)
    marked(game, RIFLE_DIVISION, supply="out")
    assert before - allowance_now(game, RIFLE_DIVISION) == 4 * less


@pytest.mark.rule("efs:6.26a")
def test_nobody_feeds_the_enemy() -> None:
    game = with_supply({PANZER: FAR, RIFLE_DIVISION: "0705"}, axis_s1=FAR)
    marked(game, RIFLE_DIVISION, supply="out")
    game.state.control[FAR] = AXIS
    run(game)
    game.choose("unit:axis-s1")
    assert f"hex:{FAR}" in asked(game).ids
    assert "hex:0705" not in asked(game).ids
    refusal = game.explain("hex:0705")
    assert refusal is not None


@pytest.mark.rule("efs:6.26a", "efs:6.26d")
def test_both_sides_may_feed_the_same_empty_hex() -> None:
    game = with_supply({PANZER: FAR, RIFLE_DIVISION: "0704"}, axis_s1=FAR)
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, "0704", 1)
    game.state.control.update(dict.fromkeys(("1601", "1001", "0103", "1814"), AXIS))
    run(game)
    for choice in ("do:done", "unit:soviet-s1"):
        game.choose(choice)
    empty = next(each for each in asked(game).ids if each not in ("hex:0704", "do:feed"))
    label = empty.removeprefix("hex:")
    game.state.fed[label] = AXIS
    game.choose(empty)
    game.choose("do:feed")
    assert is_fed_in(game, AXIS, label)
    assert is_fed_in(game, SOVIET, label)


@pytest.mark.rule("efs:6.26a", "efs:6.36")
def test_a_point_saves_a_strongpoint_that_nobody_is_near() -> None:
    game = with_supply({INFANTRY: "0613"}, axis_s1="0709")
    game.state.strongpoints[FAR] = Strongpoint(AXIS, "completed", 10)
    run(game)
    for choice in ("unit:axis-s1", f"hex:{FAR}", "do:feed"):
        game.choose(choice)
    assert FAR in game.state.strongpoints
    assert game.state.phase == "axis/movement"


@pytest.mark.rule("efs:6.26a", "efs:6.26d")
@pytest.mark.parametrize(("owner", "asks"), [(AXIS, True), (SOVIET, False)])
def test_a_point_may_feed_a_friendly_bank_for_a_bridge_though_all_units_are_supplied(owner: str, asks: bool) -> None:
    game = with_supply({INFANTRY: "0613"}, axis_s1="0709")
    game.state.control[FAR] = owner
    run(game)
    assert (asked(game).prompt == "temporary-source") == asks


@pytest.mark.rule("efs:6.13", "efs:6.26b", "efs:15.21")
def test_lines_end_in_a_supply_unit_that_lies_in_an_enemy_zone() -> None:
    units = {PANZER: "0709", RIFLE_DIVISION: "0807"}
    for switches, expected in (((), True), (("6.13",), False)):
        game = quiet(units, switches=switches)
        game.state.supplies["axis-s1"] = SupplyUnit(AXIS, "0808", 1)
        assert in_enemy_zone(game, "0808", AXIS)
        assert in_reach(game, "axis-s1", ["0709"]) == expected
        assert ("0709" in within_loc(game, AXIS, ["0808"])) == expected


@pytest.mark.rule("efs:6.54e")
def test_who_came_onto_the_map_in_this_turn_keeps_its_fuel() -> None:
    game = short_of_fuel(out=[SCOUTS])
    marked(game, SS, entered=True)
    game.dice = ScriptedDice([10])
    fuel.check_groups(game)
    assert (game.state.units[SCOUTS].fuel_shortage, game.state.units[SS].fuel_shortage) == (True, False)


@pytest.mark.rule("efs:6.21", "efs:6.23", "efs:6.24")
@pytest.mark.parametrize("kind", ["port", "major city"])
def test_a_port_or_major_city_that_was_retaken_waits_for_the_phase(kind: str) -> None:
    here = TITLE.load("luga-line", ())
    if kind == "port":
        here.ports = frozenset({"1102"})
    else:
        here.parts["1102"] = frozenset({"major-city"})
        here.cities |= {"1102"}
    game = Game(TITLE, here, quiet({INFANTRY: "1102", RIFLE_DIVISION: "0403"}).state)
    sources = named_sources if kind == "port" else major_cities
    assert "1102" not in sources(game, SOVIET)
    control.settle(game)
    marked(game, INFANTRY, at="0613")
    marked(game, RIFLE_DIVISION, at="1102")
    control.settle(game)
    assert "1102" not in sources(game, SOVIET)
    determine(game)
    assert "1102" in sources(game, SOVIET)
    assert "1102" not in sources(game, AXIS)
