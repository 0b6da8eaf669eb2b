"""Engineers, bridges, demolition and repair (22.1, 22.2, 22.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from games.efs.positions import (
    CADETS,
    HQ,
    INFANTRY,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    TITLE,
    asked,
    marked,
    quiet,
    sum_of,
)
from games.efs.readings import on_ground
from sandtable.games.efs import control
from sandtable.games.efs.content import Content
from sandtable.games.efs.engineering import EngineeringPhase
from sandtable.games.efs.engineers.bridges import bridge_id, is_bridged, printed_bridge
from sandtable.games.efs.engineers.building import BuildBridge, complete_bridges, may_build, near_banks
from sandtable.games.efs.engineers.demolition import modifiers, repair, repairable, targets, workers_for
from sandtable.games.efs.engineers.markers import far_banks
from sandtable.games.efs.events.engineers import RepairTried
from sandtable.games.efs.movement.costs import ground_cost
from sandtable.games.efs.sequence import TURN, GameTurn, start_phase
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Construction, Damage, Strongpoint, Weather
from sandtable.games.efs.supply.states import deteriorate
from sandtable.games.efs.units import Game
from sandtable.kernel.dice import ScriptedDice

BANK, ACROSS = "0513", "0614"
CHONGAR, STRAIT = "1811-1812", "2108-2109"
AXIS_ENGINEERS, SOVIET_ENGINEERS, RIFLES, GERMANS = "ax-liv-pi-eng", "su-51-eng-eng", "su-276-inf", "ax-22-inf"
MARKER = "axis-bridge-1"
WEATHER = [1] * 9
"""Dice for what follows the phase."""


def at_phase(game: Game, phase: str, dice: Sequence[int] = ()) -> Game:
    """Let a phase of the turn run to its first question."""
    game.state.phase, game.state.active = phase, phase.partition("/")[0]
    place = [step.id for step in TURN].index(phase)
    game.dice = ScriptedDice(dice)
    game.state.stack += [GameTurn(step="close", place=place), TURN[place].procedure]
    game.advance()
    return game


def engineering(game: Game, side: str, dice: Sequence[int] = ()) -> Game:
    game.state.phase, game.state.active = f"{side}/engineering", side
    place = [step.id for step in TURN].index(game.state.phase)
    game.dice = ScriptedDice(dice)
    game.state.stack += [GameTurn(step="close", place=place), EngineeringPhase(side=side)]
    game.advance()
    return game


def refusal(game: Game, choice: str) -> str:
    found = game.explain(choice)
    assert found is not None
    return found.reason


def major_river(edge: tuple[str, str]) -> Content:
    """The map of the learning scenario with a major river along a hexside."""
    here = TITLE.load("luga-line", ())
    for way in (edge, (edge[1], edge[0])):
        here.hexsides[way] = frozenset({"major-river"})
    return here


@pytest.mark.rule("efs:22.2", "efs:22.21", "efs:22.22", "efs:22.23a", "efs:22.23c", "efs:22.24a")
def test_a_bridge_over_a_river_stands_as_soon_as_it_is_placed() -> None:
    game = at_phase(quiet({INFANTRY: BANK}), "axis/movement")
    before = ground_cost(game, INFANTRY, (BANK, ACROSS), "country", None)
    game.choose("do:bridge")
    assert f"hex:{BANK}" in asked(game).ids
    assert refusal(game, "hex:0706") == "refused.bank-not-friendly"
    assert refusal(game, "hex:1414") == "refused.nothing-to-bridge"
    game.choose(f"hex:{BANK}")
    assert asked(game).ids == [f"hex:{ACROSS}"]
    assert refusal(game, "hex:0514") == "refused.nothing-to-bridge"
    game.choose(f"hex:{ACROSS}")
    assert game.state.bridges == {MARKER: Bridge(AXIS, BANK, ACROSS, "completed", 11)}
    after = ground_cost(game, INFANTRY, (BANK, ACROSS), "country", None)
    assert before is not None
    assert after == before - 4
    assert "do:bridge" not in asked(game).ids


@pytest.mark.rule("efs:22.23a")
def test_a_hex_of_water_is_refused_as_a_bank_with_a_reason() -> None:
    game = at_phase(quiet({GERMANS: "1505"}, scenario="perekop"), "soviet/motorized")
    game.choose("do:bridge")
    assert refusal(game, "hex:0109") == "refused.nothing-to-bridge"


@pytest.mark.rule("efs:22.23c")
def test_a_bank_across_from_the_enemy_is_refused_because_of_him() -> None:
    game = quiet({INFANTRY: BANK, CADETS: ACROSS})
    game.state.stack.append(BuildBridge(side=AXIS, marker=MARKER, step="near"))
    game.state.phase, game.state.active = "axis/movement", AXIS
    game.advance()
    found = game.explain(f"hex:{BANK}")
    assert (found and (found.reason, found.rule, found.args)) == (
        "refused.enemy-on-far-bank",
        "22.23c",
        {"hex": ACROSS},
    )


@pytest.mark.rule("efs:22.22", "efs:22.22/note-facing")
def test_a_marker_is_placed_once_a_turn_and_taken_from_where_it_lies() -> None:
    game = quiet({INFANTRY: BANK}, turn=12)
    game.state.bridges[MARKER] = Bridge(AXIS, BANK, ACROSS, "completed", 12)
    assert not may_build(game, AXIS)
    game.state.bridges[MARKER] = Bridge(AXIS, BANK, ACROSS, "completed", 11)
    at_phase(game, "axis/movement")
    game.choose("do:bridge")
    assert asked(game).ids == [f"hex:{BANK}", "do:stop"]
    game.choose(f"hex:{BANK}")
    game.choose("hex:0713")
    game.choose("hex:0714")
    assert game.state.bridges == {MARKER: Bridge(AXIS, "0713", "0714", "completed", 12)}


@pytest.mark.rule("efs:22.23c")
@pytest.mark.parametrize(
    ("side", "phase", "scenario", "so"),
    [
        (AXIS, "axis/movement", "luga-line", True),
        (AXIS, "axis/motorized", "luga-line", False),
        (SOVIET, "soviet/motorized", "perekop", True),
        (SOVIET, "soviet/movement", "perekop", False),
    ],
)
def test_the_axis_builds_in_its_movement_phase_and_the_soviets_in_their_motorized(
    side: str, phase: str, scenario: str, so: bool
) -> None:
    game = at_phase(quiet({}, scenario=scenario), phase)
    assert ("do:bridge" in asked(game).ids) is so
    if not so:
        assert refusal(game, "do:bridge") == "refused.bridges-later"


@pytest.mark.rule("efs:22.22", "efs:22.23a")
def test_no_bridge_is_offered_where_none_can_be_placed() -> None:
    """At Perekop the Axis has a marker, and all rivers lie behind the enemy; by the Luga the Soviets have none."""
    game = at_phase(quiet({}, scenario="perekop"), "axis/movement")
    assert "do:bridge" not in asked(game).ids
    assert refusal(game, "do:bridge") == "refused.no-bank"
    assert refusal(at_phase(quiet({}), "soviet/motorized"), "do:bridge") == "refused.no-bridge-marker"


@pytest.mark.rule("efs:22.23a", "efs:22.23a/note-supply")
def test_a_bank_out_of_supply_is_made_eligible_by_a_temporary_source() -> None:
    game = at_phase(quiet({INFANTRY: "0706"}), "axis/movement")
    control.settle(game)
    game.choose("do:bridge")
    assert refusal(game, "hex:0706") == "refused.bank-without-supply"
    game.state.fed["0706"] = AXIS
    assert "0706" in near_banks(game, AXIS)


@pytest.mark.rule("efs:22.23b")
def test_a_bridge_stays_where_supply_is_lost() -> None:
    game = quiet({RIFLE_DIVISION: "0403"}, turn=12)
    game.state.bridges[MARKER] = Bridge(AXIS, "0706", "0606", "completed", 11)
    deteriorate(game)
    complete_bridges(game, AXIS)
    control.settle(game)
    assert game.state.bridges == {MARKER: Bridge(AXIS, "0706", "0606", "completed", 11)}


@pytest.mark.rule("efs:22.23c")
def test_no_bridge_is_built_to_a_bank_that_the_enemy_holds() -> None:
    assert far_banks(quiet({}), BANK, AXIS) == [ACROSS]
    assert far_banks(quiet({RIFLE_DIVISION: ACROSS}), BANK, AXIS) == []
    assert far_banks(quiet({RIFLE_DIVISION: "0713"}), BANK, AXIS) == [ACROSS]


@pytest.mark.rule("efs:22.23a")
def test_where_a_road_crosses_the_river_there_is_a_bridge() -> None:
    game = quiet({})
    crossed = [
        edge for edge, found in game.content.hexsides.items() if "river" in found and printed_bridge(game, edge, "road")
    ]
    assert crossed
    assert all(edge[1] not in far_banks(game, edge[0], AXIS) for edge in crossed)


@pytest.mark.rule("efs:22.23a")
@pytest.mark.parametrize(("status", "found"), [("completed", []), ("under-construction", [ACROSS])])
def test_a_bridge_of_the_enemy_that_stands_leaves_no_room_for_another(status: Construction, found: list[str]) -> None:
    game = quiet({})
    game.state.bridges["soviet-bridge-1"] = Bridge(SOVIET, ACROSS, BANK, status, 10)
    assert far_banks(game, BANK, AXIS) == found


@pytest.mark.rule("efs:22.24b", "efs:22.24c")
@pytest.mark.parametrize(
    ("units", "status"),
    [
        ({INFANTRY: BANK}, "completed"),
        ({INFANTRY: BANK, RIFLE_DIVISION: "0613"}, "under-construction"),
        ({INFANTRY: BANK, PANZER: ACROSS, RIFLE_DIVISION: "0613"}, "completed"),
    ],
)
def test_a_bridge_over_a_major_river_is_completed_between_secure_banks(units: Mapping[str, str], status: str) -> None:
    base = quiet(units)
    game = Game(TITLE, major_river((BANK, ACROSS)), base.state)
    at_phase(game, "axis/movement")
    game.choose("do:bridge")
    game.choose(f"hex:{BANK}")
    game.choose(f"hex:{ACROSS}")
    assert game.state.bridges[MARKER].status == "under-construction"
    assert not is_bridged(game, (BANK, ACROSS), AXIS)
    complete_bridges(game, AXIS)
    assert game.state.bridges[MARKER].status == status
    assert is_bridged(game, (BANK, ACROSS), AXIS) is (status == "completed")


@pytest.mark.rule("efs:22.25")
@pytest.mark.parametrize(("turn", "found"), [(98, []), (99, [ACROSS])])
def test_the_soviets_bridge_no_major_river_through_turn_98(turn: int, found: list[str]) -> None:
    game = Game(TITLE, major_river((BANK, ACROSS)), quiet({}, turn=turn).state)
    assert far_banks(game, BANK, SOVIET) == found
    assert far_banks(game, BANK, AXIS) == [ACROSS]


@pytest.mark.rule("efs:22.26", "efs:22.26/note-no-capture")
def test_an_enemy_in_its_hex_removes_a_bridge_until_a_later_turn() -> None:
    game = quiet({RIFLE_DIVISION: ACROSS}, turn=12)
    game.state.bridges[MARKER] = Bridge(AXIS, BANK, ACROSS, "completed", 11)
    control.settle(game)
    assert is_bridged(game, (BANK, ACROSS), AXIS)
    assert not is_bridged(game, (BANK, ACROSS), SOVIET)
    marked(game, RIFLE_DIVISION, at=BANK)
    control.settle(game)
    assert game.state.bridges[MARKER].at == ""
    marked(game, RIFLE_DIVISION, at="0910")
    assert not may_build(game, AXIS)
    game.state.turn = 13
    assert may_build(game, AXIS)


@pytest.mark.rule("efs:22.41", "efs:22.42", "efs:22.43a", "efs:22.43b")
def test_a_unit_at_a_bridge_destroys_all_bridges_of_the_hexside_while_an_enemy_is_near() -> None:
    game = engineering(quiet({RIFLES: "1812", GERMANS: "1908"}, scenario="perekop"), SOVIET, WEATHER)
    assert asked(game).ids == [f"bridge:{CHONGAR}", "do:done"]
    assert refusal(game, f"bridge:{STRAIT}") == "refused.nobody-at-bridge"
    game.choose(f"bridge:{CHONGAR}")
    assert game.state.damage == {f"{CHONGAR}/road": Damage(2), f"{CHONGAR}/rail": Damage(2)}
    assert not printed_bridge(game, ("1811", "1812"), "road")


@pytest.mark.rule("efs:22.42")
@pytest.mark.parametrize(("enemy", "found"), [("1805", [CHONGAR]), ("1804", [])])
def test_the_enemy_must_be_within_seven_hexes(enemy: str, found: list[str]) -> None:
    game = quiet({RIFLES: "1812", GERMANS: enemy}, scenario="perekop")
    assert game.content.distance("1812", enemy) == (7 if found else 8)
    assert targets(game, SOVIET) == found
    assert targets(game, AXIS) == []


@pytest.mark.rule("efs:21.26a", "efs:22.43c")
def test_an_idle_headquarters_hinders_a_demolition() -> None:
    game = quiet({RIFLES: "1812", GERMANS: "1908", "su-batov-hea": "1813"}, scenario="perekop")
    assert targets(game, SOVIET) == [CHONGAR]
    marked(game, "su-batov-hea", operational=False)
    assert targets(game, SOVIET) == []


@pytest.mark.rule("efs:22.44a", "efs:22.44b", "efs:22.45a", "efs:22.45b", "efs:22.46", "efs:22.47")
def test_engineers_mend_a_point_at_a_time_once_a_turn() -> None:
    game = quiet({AXIS_ENGINEERS: "2108"}, scenario="perekop", turn=49)
    game.state.damage = dict(TITLE.start(game.content).damage)
    engineering(game, AXIS, dice=[1])
    game.choose("do:done")
    assert asked(game).ids == [f"bridge:{STRAIT}/road", "do:done"]
    game.choose(f"bridge:{STRAIT}/road")
    assert game.state.damage == {f"{STRAIT}/road": Damage(1, 49)}
    assert repairable(game, AXIS) == []
    game.state.turn = 50
    marked(game, AXIS_ENGINEERS, repaired=False)
    game.dice = ScriptedDice([6])
    repair(game, f"{STRAIT}/road", AXIS)
    assert game.state.damage == {f"{STRAIT}/road": Damage(1, 50)}
    game.state.turn = 51
    marked(game, AXIS_ENGINEERS, repaired=False)
    game.dice = ScriptedDice([5])
    repair(game, f"{STRAIT}/road", AXIS)
    assert game.state.damage == {}
    assert printed_bridge(game, ("2108", "2109"), "road")


@pytest.mark.rule("efs:22.44b", "efs:22.45b")
@pytest.mark.parametrize(
    ("broken", "helped"), [((f"{STRAIT}/road",), True), ((f"{STRAIT}/road", f"{STRAIT}/rail"), False)]
)
def test_a_second_engineer_helps_unless_another_bridge_has_need_of_him(broken: tuple[str, ...], helped: bool) -> None:
    game = quiet({AXIS_ENGINEERS: "2108", "ax-504-mot": "2108"}, scenario="perekop", turn=49)
    game.state.damage = {each: Damage(2) for each in broken}
    game.state.railheads["axis-railhead-1"] = "2108"
    game.dice = ScriptedDice([10])
    repair(game, broken[0], AXIS)
    assert game.state.units["ax-504-mot"].repaired is helped
    assert ("repair-second-engineer" in sum_of(game, RepairTried)) is helped
    assert len(repairable(game, AXIS)) == len(broken) - 1


@pytest.mark.rule("efs:22.44b", "efs:22.44c")
@pytest.mark.parametrize(
    ("units", "changes", "able"),
    [
        ({AXIS_ENGINEERS: "2108"}, {}, True),
        ({AXIS_ENGINEERS: "2108"}, {"supply": "out"}, False),
        ({AXIS_ENGINEERS: "2108"}, {"repaired": True}, False),
        ({AXIS_ENGINEERS: "2108", RIFLES: "2109"}, {}, False),
        ({AXIS_ENGINEERS: "2108", RIFLES: "2110"}, {}, True),
        ({AXIS_ENGINEERS: "2107"}, {}, False),
    ],
)
def test_who_can_repair(units: Mapping[str, str], changes: Mapping[str, object], able: bool) -> None:
    game = quiet(units, scenario="perekop", turn=49)
    game.state.damage[f"{STRAIT}/road"] = Damage(2)
    marked(game, AXIS_ENGINEERS, **changes)
    assert bool(repairable(game, AXIS)) is able


@pytest.mark.rule("efs:22.44b")
def test_a_railroad_bridge_needs_a_railhead() -> None:
    game = quiet({AXIS_ENGINEERS: "1811"}, scenario="perekop", turn=49)
    game.state.damage[f"{CHONGAR}/rail"] = Damage(2)
    assert repairable(game, AXIS) == []
    game.state.railheads["axis-1"] = "1811"
    assert repairable(game, AXIS) == [f"{CHONGAR}/rail"]


@pytest.mark.rule("efs:22.44b", "efs:22.44c")
@pytest.mark.parametrize(
    ("units", "way", "reason", "rule"),
    [
        ({RIFLES: "2110"}, "road", "refused.no-engineer-at-bridge", "22.44b"),
        ({AXIS_ENGINEERS: "2108"}, "rail", "refused.no-railhead-at-bridge", "22.44b"),
        ({AXIS_ENGINEERS: "2108", RIFLES: "2109"}, "road", "refused.enemy-on-far-bank", "22.44c"),
    ],
)
def test_what_keeps_a_bridge_from_being_repaired_is_named(
    units: Mapping[str, str], way: str, reason: str, rule: str
) -> None:
    game = quiet({**units, "ax-504-mot": "1811"}, scenario="perekop", turn=49)
    game.state.damage = {f"{STRAIT}/{way}": Damage(2), f"{CHONGAR}/road": Damage(2)}
    engineering(game, AXIS)
    while asked(game).prompt != "repair-bridge":
        game.choose("do:done")
    found = game.explain(f"bridge:{STRAIT}/{way}")
    assert (found and (found.reason, found.rule)) == (reason, rule)


@pytest.mark.rule("efs:22.44a", "efs:22.44b")
def test_the_engineer_works_on_a_bridge_whom_no_other_needs() -> None:
    """One stands at both broken bridges, the other at one of them: both can be worked on in the turn."""
    both, one, shared, other = PIONEERS, AXIS_ENGINEERS, ("0809", "0810"), ("0808", "0809")
    bridges = dict.fromkeys((shared, other), "major-river")
    game = on_ground({both: "0809", one: "0810"}, (), phase="axis/engineering", hexsides=bridges)
    for edge in (shared, other):
        game.state.damage[bridge_id(game, edge, "road")] = Damage(2)
    assert workers_for(game, "0809-0810/road", AXIS) == [one]
    assert workers_for(game, "0808-0809/road", AXIS) == [both]
    del game.state.damage["0808-0809/road"]
    assert workers_for(game, "0809-0810/road", AXIS) == [both, one]


@pytest.mark.rule("efs:22.45b")
def test_what_makes_a_repair_harder() -> None:
    game = quiet({SOVIET_ENGINEERS: "1812", GERMANS: "1810"}, scenario="perekop", weather=Weather(kind="mud"))
    found = modifiers(game, f"{CHONGAR}/rail", [SOVIET_ENGINEERS])
    assert set(found) >= {"railroad", "mud-or-snow", "soviet"}
    assert modifiers(quiet({AXIS_ENGINEERS: "2108"}, scenario="perekop"), f"{STRAIT}/road", [AXIS_ENGINEERS]) == {}


@pytest.mark.rule("efs:22.46")
def test_a_bridge_under_repair_may_be_destroyed_again() -> None:
    game = quiet({RIFLES: "2109", GERMANS: "2107"}, scenario="perekop", turn=49)
    game.state.damage[f"{STRAIT}/road"] = Damage(1, 48)
    assert targets(game, SOVIET) == [STRAIT]
    engineering(game, SOVIET, WEATHER)
    game.choose(f"bridge:{STRAIT}")
    assert game.state.damage == {f"{STRAIT}/road": Damage(2, 48)}


@pytest.mark.rule("efs:22.44a", "efs:22.46")
def test_destroying_a_bridge_again_gives_it_no_second_repair_in_the_turn() -> None:
    game = quiet({RIFLES: "2109", SOVIET_ENGINEERS: "2109", GERMANS: "2107"}, scenario="perekop", turn=49)
    game.state.damage[f"{STRAIT}/road"] = Damage(1, 49)
    engineering(game, SOVIET, WEATHER)
    game.choose(f"bridge:{STRAIT}")
    assert game.state.damage == {f"{STRAIT}/road": Damage(2, 49)}
    assert repairable(game, SOVIET) == []
    game.state.turn = 50
    assert repairable(game, SOVIET) == [f"{STRAIT}/road"]


@pytest.mark.rule("efs:22.23a")
def test_a_marker_goes_when_the_bridge_under_it_is_repaired() -> None:
    game = quiet({AXIS_ENGINEERS: "2108"}, scenario="perekop", turn=49)
    game.state.damage[f"{STRAIT}/road"] = Damage(1)
    game.state.bridges[MARKER] = Bridge(AXIS, "2108", "2109", "completed", 48)
    game.dice = ScriptedDice([1])
    repair(game, f"{STRAIT}/road", AXIS)
    assert game.state.bridges[MARKER].at == ""


@pytest.mark.rule("efs:18.44c", "efs:22.11", "efs:22.14")
def test_engineers_complete_a_strongpoint_in_one_turn() -> None:
    game = engineering(quiet({AXIS_ENGINEERS: "0907"}, scenario="perekop", turn=49), AXIS)
    game.choose(f"unit:{AXIS_ENGINEERS}")
    assert game.state.strongpoints == {"0907": Strongpoint(AXIS, "completed", 49)}
    assert game.state.units[AXIS_ENGINEERS].task == "strongpoint"


@pytest.mark.rule("efs:22.11", "efs:22.14")
@pytest.mark.parametrize(
    "changes",
    [{"fought": True}, {"used_special": True}, {"task": "crossing"}, {"supply": "out"}],
)
def test_engineers_that_were_busy_build_as_others_do(changes: Mapping[str, object]) -> None:
    game = quiet({AXIS_ENGINEERS: "0907"}, scenario="perekop", turn=49)
    marked(game, AXIS_ENGINEERS, **changes)
    engineering(game, AXIS)
    game.choose(f"unit:{AXIS_ENGINEERS}")
    assert game.state.strongpoints["0907"].status == "under-construction"


@pytest.mark.rule("efs:10.45c", "efs:11.0", "efs:22.11")
@pytest.mark.parametrize(("special", "status"), [("crossing", "completed"), ("infiltration", "under-construction")])
def test_engineers_who_crossed_a_river_in_boats_have_used_no_special_movement(special: str, status: str) -> None:
    """Neither in the phase that has just ended nor in an earlier one of the turn."""
    for phase in ("axis/engineering", "axis/motorized"):
        game = quiet({AXIS_ENGINEERS: "0907"}, scenario="perekop", turn=49, phase=phase)
        marked(game, AXIS_ENGINEERS, special=special, finished=True)
        if phase == "axis/motorized":
            start_phase(game)
        engineering(game, AXIS)
        game.choose(f"unit:{AXIS_ENGINEERS}")
        assert game.state.strongpoints["0907"].status == status


@pytest.mark.rule("efs:22.11")
def test_soviet_engineers_use_a_granted_strongpoint() -> None:
    game = quiet({SOVIET_ENGINEERS: "1011"}, scenario="perekop", turn=49)
    game.state.replacements["soviet/strongpoints"] = 1
    engineering(game, SOVIET, WEATHER)
    game.choose(f"unit:{SOVIET_ENGINEERS}")
    assert game.state.strongpoints["1011"].status == "completed"
    idle = quiet({SOVIET_ENGINEERS: "1011", HQ: "1012"}, scenario="perekop", turn=49)
    marked(idle, HQ, operational=False)
    idle.state.replacements["soviet/strongpoints"] = 1
    engineering(idle, SOVIET)
    assert f"unit:{SOVIET_ENGINEERS}" not in asked(idle).ids
