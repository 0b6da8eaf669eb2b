"""Reinforcements, special groups, the Active box, untried units, withdrawals, conversions (8)."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    HQ,
    INFANTRY,
    PANZER,
    RIFLE_DIVISION,
    TITLE,
    Afterwards,
    asked,
    content,
    marked,
    quiet,
    running,
    with_counters,
)
from sandtable.games.efs import control
from sandtable.games.efs.combat.advances import may_advance
from sandtable.games.efs.content import load
from sandtable.games.efs.engineers.flotillas import waterways
from sandtable.games.efs.files import Conversion, SetUpCard, Withdrawal
from sandtable.games.efs.fortifications.construction import complete
from sandtable.games.efs.movement.allowances import may_move
from sandtable.games.efs.movement.costs import rate
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.movement.walking import Party
from sandtable.games.efs.reinforcements import map_entry
from sandtable.games.efs.reinforcements.conversions import Convert
from sandtable.games.efs.reinforcements.entering import entries
from sandtable.games.efs.reinforcements.map_entry import can_enter, rates_for
from sandtable.games.efs.reinforcements.reinforcements_phase import ReinforcementsPhase
from sandtable.games.efs.reinforcements.withdrawals import due
from sandtable.games.efs.sequence import TURN, GameTurn
from sandtable.games.efs.state import AXIS, SOVIET, Box, State, Strongpoint, SupplyUnit, Unit, Weather
from sandtable.games.efs.supply.received import why_not_in_city
from sandtable.games.efs.supply.states import state_found
from sandtable.games.efs.units import Game, figures, full_steps
from sandtable.kernel.dice import ScriptedDice

INFANTRY_TO_COME, LDNO, LSTPU = "ax-58-inf", "su-2-ldno-inf", "su-lstpu-inf"
SS, SS_SCOUTS, MOUNTAIN, CAVALRY = "ax-ss-lah-mot", "ax-ss-lah-aa-rec", "ax-1-mtn-mou", "su-48-cav-cav"
MILITIA, MACHINE_GUNS, OTHER_GUNS, TRAINING = "su-simferopol-inf", "su-mg-a-inf", "su-mg-b-inf", "su-1-tk-tr-arm"
DZHANKOI, NAVAL, DZHANKOI_GUNS = "1615", "su-2-naval-inf", "su-aa-dzhankoi-ant"


def waiting(game: Game, unit_id: str, box: Box = "scheduled") -> None:
    """Put a unit into a box."""
    game.state.units[unit_id] = Unit(at="", steps=full_steps(game.content, unit_id), box=box)


def run(game: Game) -> Game:
    """Let the Reinforcements Phase run to its first question."""
    game.state.phase = "strategic/reinforcements"
    place = [step.id for step in TURN].index(game.state.phase)
    game.dice = ScriptedDice([])
    game.state.stack += [GameTurn(step="close", place=place), ReinforcementsPhase()]
    game.advance()
    return game


def with_card(game: Game, **changes: object) -> Game:
    """The same position by another card."""
    changed = copy(game.content)
    card: SetUpCard = replace(game.content.card, **changes)
    changed.card = card
    return Game(TITLE, changed, game.state)


def refusal(game: Game, choice: str) -> str:
    found = game.explain(choice)
    assert found is not None
    return found.reason


def arriving(box: Mapping[str, Box], units: Mapping[str, str] | None = None, *, turn: int, scenario: str) -> Game:
    """Some units in boxes, others on the map, in the Reinforcements Phase of a turn."""
    game = quiet(units or {}, scenario=scenario, turn=turn)
    for unit_id, each in box.items():
        waiting(game, unit_id, each)
    return run(game)


@pytest.mark.rule("efs:8.0", "efs:8.11a", "efs:8.11b", "efs:8.13a", "efs:8.13c")
def test_a_unit_is_placed_in_its_hex_on_its_turn_or_later() -> None:
    game = arriving({LDNO: "scheduled"}, turn=11, scenario="luga-line")
    assert game.state.units[LDNO].box == "scheduled"
    game = arriving({LDNO: "scheduled"}, turn=12, scenario="luga-line")
    assert asked(game).ids == [f"unit:{LDNO}", "do:done"]
    game.choose("do:done")
    assert (game.state.units[LDNO].at, game.state.units[LDNO].box) == ("", "arrived")
    late = arriving({LDNO: "arrived"}, turn=13, scenario="luga-line")
    late.choose(f"unit:{LDNO}")
    assert (late.state.units[LDNO].at, late.state.units[LDNO].box, late.state.units[LDNO].spent) == ("1102", "", 0)


@pytest.mark.rule("efs:8.13a", "efs:8.13b")
@pytest.mark.parametrize(
    ("units", "placed"),
    [
        ({}, True),
        ({PANZER: "1102"}, False),
        ({PANZER: "1103"}, False),
        ({PANZER: "1103", RIFLE_DIVISION: "1102"}, True),
    ],
)
def test_an_enemy_zone_bars_a_hex_that_nobody_of_ours_holds(units: Mapping[str, str], placed: bool) -> None:
    game = quiet(units, turn=12)
    control.settle(game)
    game.state.control.pop("1102", None) if units.get(PANZER) == "1103" else None
    waiting(game, LDNO)
    run(game)
    assert f"unit:{LDNO}" in asked(game).ids if placed else game.state.units[LDNO].box == "arrived"


@pytest.mark.rule("efs:8.13d")
def test_a_hex_without_room_waits() -> None:
    crowd = {"su-177-inf": "1102", "su-191-inf": "1102", "su-111-inf": "1102", "su-118-inf": "1102"}
    game = arriving({LDNO: "scheduled", LSTPU: "scheduled"}, crowd, turn=12, scenario="luga-line")
    assert asked(game).ids == [f"unit:{LSTPU}", "do:done"]
    assert refusal(game, f"unit:{LDNO}") == "refused.no-room-to-place"


@pytest.mark.rule("efs:8.12a", "efs:8.12c", "efs:8.11b")
def test_at_the_edge_infantry_enters_in_the_movement_phase_through_a_hex_without_an_enemy() -> None:
    game = quiet({RIFLE_DIVISION: "0514", HQ: "1413"}, turn=12)
    waiting(game, INFANTRY_TO_COME, "arrived")
    assert entries(game, AXIS) == {INFANTRY_TO_COME: ("1414",)}
    game.state.phase = "axis/motorized"
    assert entries(game, AXIS) == {}
    game.state.phase = "soviet/movement"
    assert entries(game, AXIS) == {}


@pytest.mark.rule("efs:8.12a")
def test_cavalry_enters_in_either_phase() -> None:
    game = quiet({}, scenario="perekop", turn=50, phase="soviet/motorized")
    waiting(game, CAVALRY, "arrived")
    assert entries(game, SOVIET) == {CAVALRY: ("1316",)}
    game.state.phase = "soviet/movement"
    assert entries(game, SOVIET) == {CAVALRY: ("1316",)}


def moving(units: Mapping[str, str], entering: tuple[str, ...], phase: str = "axis/movement") -> Game:
    """The movement phase of a side, with units that have arrived at the map edge."""
    side = phase.partition("/")[0]
    game = quiet(units, turn=12, phase=phase)
    game.state.active = side
    for unit_id in entering:
        waiting(game, unit_id, "arrived")
    place = [step.id for step in TURN].index(phase)
    game.dice = ScriptedDice([])
    game.state.stack += [GameTurn(step="close", place=place), TURN[place].procedure]
    game.advance()
    return game


@pytest.mark.rule("efs:8.12b", "efs:8.12d", "efs:6.22")
def test_a_unit_enters_pays_for_the_first_hex_and_moves_on() -> None:
    game = moving({}, (INFANTRY_TO_COME,))
    game.choose(f"unit:{INFANTRY_TO_COME}")
    assert asked(game).ids == ["hex:0514", "hex:1414", "do:strategic", "do:stop"]
    shown = asked(game).find("hex:1414")
    assert shown is not None
    game.choose("hex:1414")
    unit = game.state.units[INFANTRY_TO_COME]
    assert shown.cost == unit.spent / 4
    assert (unit.at, unit.box, unit.entered, unit.moved_in) == ("1414", "", True, ("movement",))
    rates = rates_for(game, Party(AXIS, (INFANTRY_TO_COME,)), "1414", "")
    assert all(cost == rate(game, INFANTRY_TO_COME, "1414", way) for way, cost in rates.items())
    assert unit.spent == min(rates.values())
    assert asked(game).prompt == "move-to"
    assert state_found(game, INFANTRY_TO_COME) == "supplied"


@pytest.mark.rule("efs:8.12c")
def test_an_enemy_zone_does_not_bar_an_entry_but_holds_who_enters() -> None:
    game = moving({RIFLE_DIVISION: "1413", "su-177-inf": "0514"}, (INFANTRY_TO_COME,))
    game.choose(f"unit:{INFANTRY_TO_COME}")
    assert asked(game).ids == ["hex:1414", "do:stop"]
    assert refusal(game, "hex:0514") == "refused.entry-held"
    assert refusal(game, "hex:1412") == "refused.no-entry-there"
    game.choose("hex:1414")
    assert game.state.units[INFANTRY_TO_COME].at == "1414"
    assert not [each for each in asked(game).ids if each.startswith("hex:")]


@pytest.mark.rule("efs:8.12b", "efs:11.21")
def test_a_unit_enters_by_strategic_movement_away_from_the_enemy() -> None:
    game = moving({}, (INFANTRY_TO_COME,))
    game.choose(f"unit:{INFANTRY_TO_COME}")
    game.choose("do:strategic")
    assert asked(game).ids == ["hex:0514", "hex:1414", "do:stop"]
    game.choose("hex:1414")
    unit, most = game.state.units[INFANTRY_TO_COME], figures(game, INFANTRY_TO_COME).allowance
    assert (unit.special, unit.spent) == ("strategic", 2), "half a point by the main road"
    assert asked(game).args["left"] == most * 1.5 - 0.5
    near = moving({RIFLE_DIVISION: "1412"}, (INFANTRY_TO_COME,))
    near.choose(f"unit:{INFANTRY_TO_COME}")
    near.choose("do:strategic")
    assert asked(near).ids == ["hex:0514", "do:stop"]
    assert refusal(near, "hex:1414") == "refused.near-enemies"


def by_rail(turn: int = 53, **card: object) -> Game:
    """The Soviet Movement Phase, with a brigade that enters south of Dzhankoi; its card may say more."""
    game = quiet({}, scenario="perekop", turn=turn, phase="soviet/movement")
    waiting(game, NAVAL, "arrived")
    units = {**game.content.card.units, NAVAL: replace(game.content.card.units[NAVAL], **card)}
    game = with_card(game, units=units)
    place = [step.id for step in TURN].index("soviet/movement")
    game.dice = ScriptedDice([])
    game.state.stack += [GameTurn(step="close", place=place), TURN[place].procedure]
    return game


@pytest.mark.rule("efs:8.12b", "efs:11.17", "efs:11.13b", "efs:8.12d")
def test_a_unit_enters_by_rail_and_uses_capacity_once() -> None:
    game = by_rail()
    game.advance()
    needed = game.content.counters[NAVAL].stacking
    for choice in (f"unit:{NAVAL}", "do:rail", "hex:1616"):
        game.choose(choice)
    assert game.state.rail_used == {SOVIET: needed}
    game.choose(f"hex:{DZHANKOI}")
    unit = game.state.units[NAVAL]
    assert (unit.at, unit.special, unit.finished, unit.entered) == (DZHANKOI, "rail", True, True)
    assert game.state.rail_used == {SOVIET: needed}
    assert f"unit:{NAVAL}" not in asked(game).ids


@pytest.mark.rule("efs:11.17")
@pytest.mark.parametrize(("beside", "offered"), [(False, False), (True, True)])
def test_the_card_may_let_a_unit_enter_beside_the_capacity(beside: bool, offered: bool) -> None:
    game = by_rail(beside_capacity=beside)
    game.state.rail_used[SOVIET] = 4
    game.advance()
    game.choose(f"unit:{NAVAL}")
    assert ("do:rail" in asked(game).ids) == offered
    if offered:
        game.choose("do:rail")
        game.choose("hex:1616")
        assert (game.state.units[NAVAL].at, game.state.rail_used) == ("1616", {SOVIET: 4})
    else:
        assert refusal(game, "do:rail") == "refused.rail-full"


@pytest.mark.rule("efs:8.32", "efs:11.17")
def test_a_rebuilt_unit_does_not_enter_beside_the_capacity() -> None:
    game = by_rail(beside_capacity=True)
    game.state.rail_used[SOVIET] = 4
    waiting(game, NAVAL, "active")
    game.advance()
    game.choose(f"unit:{NAVAL}")
    assert refusal(game, "do:rail") == "refused.rail-full"


@pytest.mark.rule("efs:11.14a", "efs:11.17")
def test_riding_on_from_the_edge_takes_no_more_capacity() -> None:
    game = by_rail()
    game.advance()
    for choice in (f"unit:{NAVAL}", "do:rail", "hex:1616"):
        game.choose(choice)
    shown = game.preview(f"hex:{DZHANKOI}")
    assert (shown.path[-1], shown.lines) == (DZHANKOI, ())


@pytest.mark.rule("efs:10.29", "efs:11.14a")
def test_what_keeps_guns_that_only_ride_off_the_map_is_the_railroad() -> None:
    game = with_counters(by_rail(), {NAVAL: {"type": "anti-aircraft", "ma": "", "faces": ((1, 1, 0),)}})
    game.state.rail_used[SOVIET] = 4
    game.advance()
    assert refusal(game, f"unit:{NAVAL}") == "refused.rail-full"


@pytest.mark.rule("efs:8.32", "efs:10.29")
def test_guns_that_only_ride_enter_from_the_active_box_by_rail() -> None:
    """The rebuilt battalion comes over Kolay in the Movement Phase, and gets off in towns and cities."""
    for phase, offered in (("soviet/motorized", False), ("soviet/movement", True)):
        game = quiet({}, scenario="perekop", phase=phase)
        waiting(game, DZHANKOI_GUNS, "active")
        assert (can_enter(game, SOVIET) == [DZHANKOI_GUNS]) == offered
    running(game, MovementPhase(side=SOVIET))
    for choice in (f"unit:{DZHANKOI_GUNS}", "do:rail", "hex:1916"):
        game.choose(choice)
    assert f"hex:{DZHANKOI}" in asked(game).ids
    assert refusal(game, "hex:1514") == "refused.gets-off-in-towns"


def at_the_edge(kind: Mapping[str, object], holder: str = SOVIET) -> Game:
    """A unit of some kind in the Active box, which comes through the sources of the edge: Kolay and the hex south of
    Dzhankoi have a railroad, 1316 a main road, 2213 a minor one.
    """
    game = quiet({}, scenario="perekop", phase="soviet/movement")
    game.state.rail_holder["1916"] = holder
    waiting(game, NAVAL, "active")
    game = with_counters(running(game, MovementPhase(side=SOVIET)), {NAVAL: kind})
    game.choose(f"unit:{NAVAL}")
    return game


ON_RAILS: Mapping[str, object] = {"type": "railroad-artillery", "ma": "gray", "faces": ((2, 1, 30),)}


@pytest.mark.rule("efs:8.12b", "efs:8.32", "efs:13.33a")
@pytest.mark.parametrize(("holder", "hexes"), [(SOVIET, ["1616", "1916"]), (AXIS, ["1616"])])
def test_what_moves_on_rails_enters_along_railroads_of_its_side_only(holder: str, hexes: list[str]) -> None:
    game = at_the_edge(ON_RAILS, holder)
    assert asked(game).ids == [*(f"hex:{label}" for label in hexes), "do:stop"]
    assert refusal(game, "hex:1316") == "refused.keeps-to-rails"


@pytest.mark.rule("efs:8.12b", "efs:13.33a", "efs:18.11")
def test_what_moves_on_rails_does_not_enter_where_an_enemy_strongpoint_stands() -> None:
    game = at_the_edge(ON_RAILS)
    game.state.strongpoints["1916"] = Strongpoint(AXIS, "completed", 47)
    game.advance()
    assert asked(game).ids == ["hex:1616", "do:stop"]
    assert refusal(game, "hex:1916") == "refused.keeps-to-rails"


@pytest.mark.rule("efs:8.12b", "efs:13.33a")
def test_who_finds_no_railroad_to_enter_by_is_told_so() -> None:
    game = quiet({RIFLE_DIVISION: "1615"}, scenario="perekop", phase="soviet/movement")
    game.state.rail_holder |= {"1616": AXIS, "1916": AXIS}
    waiting(game, NAVAL, "active")
    game = with_counters(running(game, MovementPhase(side=SOVIET)), {NAVAL: ON_RAILS})
    assert f"unit:{NAVAL}" not in asked(game).ids
    assert refusal(game, f"unit:{NAVAL}") == "refused.keeps-to-rails"


@pytest.mark.rule("efs:8.12b", "efs:13.41a", "efs:13.41b")
@pytest.mark.parametrize(("weather", "roads"), [(Weather("dry"), True), (Weather("mud"), False)])
def test_super_heavy_guns_enter_along_roads_and_railroads_only(weather: Weather, roads: bool) -> None:
    game = at_the_edge({"type": "super-heavy-artillery", "ma": "green", "faces": ((2, 1, 8),)})
    game.state.weather = weather
    game.advance()
    assert ("hex:2213" in asked(game).ids) == roads
    assert "hex:1616" in asked(game).ids
    if not roads:
        assert refusal(game, "hex:2213") == "refused.heavy-guns-need-a-road"


@pytest.mark.rule("efs:8.12b", "efs:22.51a", "efs:22.54a")
def test_flotillas_enter_where_they_sail() -> None:
    game = at_the_edge({"type": "flotilla", "ma": "blue", "faces": ((1, 1, 16),)})
    afloat = [each for each in asked(game).ids if each.startswith("hex:")]
    assert all(waterways(game.content, "")[each.removeprefix("hex:")] for each in afloat)
    assert "hex:1316" not in afloat
    assert refusal(game, "hex:1316") == "refused.no-waterway"


@pytest.mark.rule("efs:8.12b", "efs:11.21", "efs:11.25")
def test_who_can_pay_for_the_first_hex_by_strategic_movement_only_enters_so() -> None:
    """In Mud the minor road takes three points of a motorized unit, which has half of its five."""
    kind = {"type": "motorized-infantry", "ma": "yellow", "box": True, "faces": ((2, 2, 5),)}
    game = quiet({}, scenario="perekop", phase="soviet/movement", weather=Weather(kind="mud"))
    game = with_counters(game, {NAVAL: kind})
    units = {**game.content.card.units, NAVAL: replace(game.content.card.units[NAVAL], entry=("2213",))}
    waiting(game, NAVAL, "arrived")
    game = running(with_card(game, units=units), MovementPhase(side=SOVIET))
    game.choose(f"unit:{NAVAL}")
    assert asked(game).ids == ["do:strategic", "do:stop"]
    for choice in ("do:strategic", "hex:2213"):
        game.choose(choice)
    unit = game.state.units[NAVAL]
    assert (unit.at, unit.spent, unit.special) == ("2213", 12, "strategic")


@pytest.mark.rule("efs:8.12b", "efs:8.71", "efs:8.72")
@pytest.mark.parametrize("by", [("hex:1616",), ("do:rail", "hex:1616")])
def test_a_unit_that_its_card_holds_stays_in_the_hex_through_which_it_enters(by: tuple[str, ...]) -> None:
    game = by_rail(do_not_move=1)
    game.advance()
    for choice in (f"unit:{NAVAL}", *by):
        game.choose(choice)
    assert (game.state.units[NAVAL].at, game.state.units[NAVAL].do_not_move) == ("1616", 1)
    assert asked(game).prompt == "move-unit"


@pytest.mark.rule("efs:8.12b", "efs:8.12d", "efs:11.23")
def test_who_enters_is_in_supply_but_a_hex_that_is_not_bars_strategic_movement(monkeypatch: pytest.MonkeyPatch) -> None:
    game = moving({}, (INFANTRY_TO_COME,))
    game.choose(f"unit:{INFANTRY_TO_COME}")
    monkeypatch.setattr(map_entry, "is_in_general_supply", lambda game, side, label: label != "1414")
    game.choose("do:strategic")
    assert refusal(game, "hex:1414") == "refused.hex-not-supplied"


@pytest.mark.rule("efs:6.47a", "efs:8.12b")
def test_supply_enters_together_with_a_unit_also_into_an_enemy_zone() -> None:
    game = quiet({RIFLE_DIVISION: "1413", "su-177-inf": "0514"}, turn=12)
    waiting(game, INFANTRY_TO_COME, "arrived")
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at="", points=1)
    place = [step.id for step in TURN].index("axis/movement")
    game.dice = ScriptedDice([])
    game.state.stack += [GameTurn(step="close", place=place), TURN[place].procedure]
    game.advance()
    assert refusal(game, "unit:axis-s1") == "refused.supply-in-zone"
    for choice in (f"unit:{INFANTRY_TO_COME}", "join:axis-s1", "hex:1414"):
        game.choose(choice)
    assert game.state.units[INFANTRY_TO_COME].at == game.state.supplies["axis-s1"].at == "1414"


@pytest.mark.rule("efs:8.12a", "efs:8.12b")
def test_units_enter_stacked_and_infantry_not_in_the_motorized_phase() -> None:
    base = content()
    units = {**base.card.units, INFANTRY: replace(base.card.units[INFANTRY_TO_COME])}
    game = with_card(quiet({}, turn=12), units=units)
    for unit_id in (INFANTRY_TO_COME, INFANTRY):
        waiting(game, unit_id, "arrived")
    place = [step.id for step in TURN].index("axis/movement")
    game.state.stack += [GameTurn(step="close", place=place), TURN[place].procedure]
    game.advance()
    game.choose(f"unit:{INFANTRY_TO_COME}")
    game.choose(f"join:{INFANTRY}")
    game.choose("hex:0514")
    assert {game.state.units[unit_id].at for unit_id in (INFANTRY_TO_COME, INFANTRY)} == {"0514"}
    late = moving({PANZER: "0613"}, (INFANTRY_TO_COME,), "axis/motorized")
    assert f"unit:{INFANTRY_TO_COME}" not in asked(late).ids
    assert refusal(late, f"unit:{INFANTRY_TO_COME}") == "refused.enters-in-other-phase"


@pytest.mark.rule("efs:8.21", "efs:8.22", "efs:8.23", "efs:8.25b", "efs:24.31")
def test_the_axis_may_choose_a_group_on_its_turns_for_its_points() -> None:
    corps = dict.fromkeys((MOUNTAIN, "ax-4-mtn-mou", "ax-49-mtn-art-fie"), "group")
    early = arriving(corps, turn=48, scenario="perekop")
    assert early.state.units[MOUNTAIN].box == "group"
    game = arriving(corps, turn=51, scenario="perekop")
    assert asked(game).ids == ["group:mountain-corps", "do:done"]
    assert asked(game).options[0].cost == 4
    preview = game.preview("group:mountain-corps")
    assert preview is not None
    assert [(line.label, line.value) for line in preview.lines] == [("group-points", "-4")]
    assert refusal(game, "group:321-division") == "refused.enemy-group"
    game.choose("group:mountain-corps")
    assert game.state.vp == -4
    assert {game.state.units[unit_id].box for unit_id in corps} == {"arrived"}
    assert game.state.groups == {"mountain-corps": 51}
    late = arriving(corps, turn=53, scenario="perekop")
    assert late.state.units[MOUNTAIN].box == "group"


@pytest.mark.rule("efs:8.25a", "efs:8.22", "efs:8.23")
def test_the_soviets_choose_as_many_groups_as_they_have_releases() -> None:
    groups = {"su-321-inf": "group", "su-184-inf": "group"}
    none = quiet({}, scenario="perekop", turn=51)
    for unit_id in groups:
        waiting(none, unit_id, "group")
    run(none)
    assert none.state.units["su-321-inf"].box == "group"
    one = quiet({}, scenario="perekop", turn=51)
    for unit_id in groups:
        waiting(one, unit_id, "group")
    one.state.replacements["soviet/R"] = 1
    run(one)
    assert asked(one).ids == ["group:321-division", "group:184-division", "do:done"]
    one.choose("group:184-division")
    assert (one.state.vp, one.state.groups) == (1, {"184-division": 51})
    assert one.state.units["su-321-inf"].box == "group"


@pytest.mark.rule("efs:21.84b", "efs:8.25a")
def test_a_release_frees_one_or_two_garrison_hexes_for_no_points() -> None:
    held = {"su-321-inf": "0908", "su-184-inf": "0909", "su-172-inf": "1012", "su-106-inf": "1012"}
    game = quiet(held, scenario="perekop", turn=51)
    for unit_id in held:
        game.state.units[unit_id] = replace(game.state.units[unit_id], garrison=True)
    game.state.replacements["soviet/R"] = 2
    run(game)
    assert asked(game).ids == ["hex:0908", "hex:0909", "hex:1012", "do:done"]
    refused = game.explain("hex:0101")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.no-garrison-to-release", "21.84b")
    game.choose("hex:1012")
    assert asked(game).prompt == "release-second"
    assert asked(game).ids == ["hex:0908", "hex:0909", "do:done"]
    game.choose("do:done")
    assert (asked(game).prompt, game.state.replacements["soviet/R"]) == ("choose-group", 1)
    game.choose("hex:0908")
    game.choose("hex:0909")
    assert [unit_id for unit_id in held if game.state.units[unit_id].garrison] == []
    assert game.state.vp == 0


@pytest.mark.rule("efs:8.24")
def test_units_of_a_group_that_come_later_are_scheduled() -> None:
    base = quiet({}, scenario="perekop", turn=49)
    units = dict(base.content.card.units)
    units["ax-4-mtn-mou"] = replace(units["ax-4-mtn-mou"], turn=51)
    game = with_card(base, units=units)
    for unit_id in (MOUNTAIN, "ax-4-mtn-mou", "ax-49-mtn-art-fie"):
        waiting(game, unit_id, "group")
    run(game)
    game.choose("group:mountain-corps")
    assert game.state.units[MOUNTAIN].box == "arrived"
    assert game.state.units["ax-4-mtn-mou"].box == "scheduled"
    assert game.state.vp == -3


@pytest.mark.rule("efs:8.3", "efs:8.31")
def test_the_active_box_fills_supplied_cities_one_each() -> None:
    game = arriving({"su-271-inf": "active", "su-172-inf": "active"}, turn=49, scenario="perekop")
    assert asked(game).ids == ["unit:su-271-inf", "unit:su-172-inf", "do:done"]
    game.choose("unit:su-271-inf")
    assert game.state.units["su-271-inf"].at == DZHANKOI
    assert game.state.units["su-172-inf"].box == "active"


@pytest.mark.rule("efs:8.31")
def test_a_city_of_two_hexes_takes_one_unit_in_a_turn() -> None:
    ground = TITLE.load("perekop", ())
    ground.cities |= {"1614"}
    game = Game(TITLE, ground, quiet({}, scenario="perekop", turn=49).state)
    for unit_id in ("su-106-inf", "su-276-inf"):
        waiting(game, unit_id, "active")
    run(game)
    game.choose("unit:su-106-inf")
    assert asked(game).ids == ["hex:1614", "hex:1615"]
    game.choose("hex:1614")
    assert asked(game).prompt != "place-reinforcement"
    assert game.state.units["su-276-inf"].box == "active"


@pytest.mark.rule("efs:8.31")
def test_a_city_in_an_enemy_zone_takes_nobody_even_if_it_is_held() -> None:
    game = quiet({"ax-46-inf": "1614", "su-40-cav-cav": DZHANKOI}, scenario="perekop", turn=49)
    waiting(game, "su-271-inf", "active")
    run(game)
    assert game.state.units["su-271-inf"].box == "active"


@pytest.mark.rule("efs:8.31", "efs:8.32")
def test_who_came_into_the_active_box_in_this_turn_waits_and_later_may_enter_at_a_source() -> None:
    game = quiet({}, scenario="perekop", turn=49, phase="soviet/movement")
    waiting(game, "su-271-inf", "active")
    marked(game, "su-271-inf", due=50)
    assert entries(game, SOVIET) == {}
    game.state.turn = 50
    assert entries(game, SOVIET) == {"su-271-inf": ("1316", "1616", "1916", "2213")}


@pytest.mark.rule("efs:8.4", "efs:8.43", "efs:8.43a")
def test_militia_is_placed_within_five_hexes_of_its_city() -> None:
    game = arriving({MILITIA: "scheduled"}, turn=50, scenario="perekop")
    game.choose(f"unit:{MILITIA}")
    offered = {each.partition(":")[2] for each in asked(game).ids}
    assert DZHANKOI in offered
    assert max(game.content.distance(DZHANKOI, label) for label in offered) == 5
    assert refusal(game, "hex:0908") == "refused.not-its-place"


@pytest.mark.rule("efs:8.43a", "efs:10.27b")
def test_nobody_is_placed_on_ground_that_the_scenario_closes_to_his_side() -> None:
    ground = load(TITLE, "perekop", ())
    ground.card = replace(ground.card, closed={SOVIET: "around"})
    ground.regions["around"] = ground.around(DZHANKOI, 1)
    game = Game(TITLE, ground, quiet({}, scenario="perekop", turn=50).state)
    waiting(game, MILITIA)
    run(game)
    game.choose(f"unit:{MILITIA}")
    assert not {f"hex:{label}" for label in game.content.around(DZHANKOI, 1)} & {*asked(game).ids}
    assert refusal(game, f"hex:{DZHANKOI}") == "refused.closed"


@pytest.mark.rule("efs:8.43a", "efs:11.63")
def test_nobody_is_placed_in_an_exit_area_that_the_enemy_has_used() -> None:
    ground = load(TITLE, "perekop", ())
    ground.card = replace(ground.card, exits={"beside": "beside", "city": "city"})
    ground.regions |= {"beside": frozenset({"1614"}), "city": frozenset({DZHANKOI})}
    game = Game(TITLE, ground, quiet({}, scenario="perekop", turn=50).state)
    game.state.exits["beside"] = AXIS
    waiting(game, MILITIA)
    run(game)
    game.choose(f"unit:{MILITIA}")
    assert "hex:1614" not in asked(game).ids
    assert refusal(game, "hex:1614") == "refused.exit-lost"
    assert why_not_in_city(game, DZHANKOI) is None
    game.state.exits["city"] = AXIS
    found = why_not_in_city(game, DZHANKOI)
    assert found is not None
    assert found.reason == "refused.exit-lost"


@pytest.mark.rule("efs:8.43b")
def test_militia_is_not_placed_in_an_axis_zone_unless_a_unit_is_there() -> None:
    game = arriving({MILITIA: "scheduled"}, {"ax-46-inf": "1412", "su-40-cav-cav": "1413"}, turn=50, scenario="perekop")
    game.choose(f"unit:{MILITIA}")
    offered = asked(game).ids
    assert "hex:1413" in offered
    zone = [label for label in game.content.adjacent["1412"] if label in game.content.land and label != "1413"]
    assert zone
    assert not {f"hex:{label}" for label in zone} & {*offered}


@pytest.mark.rule("efs:8.43c")
def test_militia_of_a_city_that_the_axis_holds_waits() -> None:
    game = quiet({"ax-46-inf": DZHANKOI}, scenario="perekop", turn=50)
    control.settle(game)
    waiting(game, MILITIA)
    run(game)
    assert game.state.units[MILITIA].box == "arrived"


@pytest.mark.rule("efs:8.44b", "efs:8.44c")
def test_machine_guns_without_a_hex_go_to_a_supplied_fortification_that_has_none() -> None:
    base = quiet({OTHER_GUNS: "0908"}, scenario="perekop", turn=49)
    units = {**base.content.card.units, MACHINE_GUNS: replace(base.content.card.units[MACHINE_GUNS], at="", turn=49)}
    game = with_card(base, units=units)
    game.state.strongpoints = {
        "1012": Strongpoint(SOVIET, "completed", 48),
        "1112": Strongpoint(SOVIET, "under-construction", 48),
    }
    waiting(game, MACHINE_GUNS)
    run(game)
    game.choose(f"unit:{MACHINE_GUNS}")
    assert asked(game).ids == ["hex:0809", "hex:1012"]
    assert refusal(game, "hex:0908") == "refused.machine-guns-there"


@pytest.mark.rule("efs:8.5", "efs:8.51", "efs:8.51c", "efs:8.54a")
def test_a_withdrawal_that_cannot_be_cancelled_takes_units_off_at_any_strength() -> None:
    game = quiet({SS: "0705", SS_SCOUTS: "0706"}, scenario="perekop", turn=50, steps={SS: 1})
    run(game)
    assert [game.state.units[unit_id].box for unit_id in (SS, SS_SCOUTS)] == ["withdrawn", "withdrawn"]
    assert game.state.units[SS].steps == 1
    assert game.state.withdrawals == {SS: "done", SS_SCOUTS: "done"}


@pytest.mark.rule("efs:3.11/hexes", "efs:3.12", "efs:8.13a", "efs:8.51")
def test_a_hex_that_a_withdrawal_leaves_to_the_enemy_takes_his_reinforcements_at_once() -> None:
    """The rifle division before Volosovo is the only one who exerts a zone of control into it then."""
    game = with_card(
        quiet({INFANTRY: "1102", RIFLE_DIVISION: "1002"}, turn=12),
        withdrawals={INFANTRY: Withdrawal(turn=12, cannot_cancel=True)},
    )
    control.settle(game)
    waiting(game, LDNO)
    run(game)
    assert game.state.units[INFANTRY].box == "withdrawn"
    assert asked(game).ids == [f"unit:{LDNO}", "do:done"]


@pytest.mark.rule("efs:8.53", "efs:24.31")
def test_a_withdrawal_is_cancelled_for_a_point() -> None:
    game = with_card(quiet({INFANTRY: "1414"}), withdrawals={INFANTRY: Withdrawal(turn=11)})
    run(game)
    assert asked(game).ids == ["do:withdraw", "do:cancel-withdrawal"]
    game.choose("do:cancel-withdrawal")
    assert (game.state.units[INFANTRY].at, game.state.vp) == ("1414", -1)
    soviet = with_card(quiet({RIFLE_DIVISION: "0403"}), withdrawals={RIFLE_DIVISION: Withdrawal(turn=11)})
    run(soviet)
    soviet.choose("do:cancel-withdrawal")
    assert soviet.state.vp == 1


@pytest.mark.rule("efs:8.51a", "efs:8.51e")
def test_missing_steps_come_from_replacements_then_from_units_of_the_type() -> None:
    other = "ax-58-inf"
    game = with_card(
        quiet({INFANTRY: "1414", other: "0514"}, steps={INFANTRY: 1}),
        withdrawals={INFANTRY: Withdrawal(turn=11, steps=4, cannot_cancel=True)},
    )
    full = full_steps(game.content, other)
    game.state.replacements["axis/I"] = 2
    run(game)
    assert asked(game).ids == [f"unit:{other}"]
    game.choose(f"unit:{other}")
    assert game.state.replacements["axis/I"] == 0
    assert game.state.units[other].steps == full - 1
    assert (game.state.units[INFANTRY].box, game.state.units[INFANTRY].steps) == ("withdrawn", 4)


@pytest.mark.rule("efs:8.51b")
def test_a_surrounded_unit_stays_and_one_as_strong_goes() -> None:
    ring = {"su-177-inf": "0607", "su-191-inf": "0806"}
    game = with_card(
        quiet({INFANTRY: "0706", "ax-58-inf": "0514", **ring}, steps={INFANTRY: 1}),
        withdrawals={INFANTRY: Withdrawal(turn=11)},
    )
    run(game)
    game.choose("do:withdraw")
    assert asked(game).ids == ["unit:ax-58-inf"]
    assert refusal(game, f"unit:{INFANTRY}") == "refused.surrounded"
    game.choose("unit:ax-58-inf")
    assert game.state.units[INFANTRY].at == "0706"
    assert game.state.units["ax-58-inf"].box == "withdrawn"
    assert game.state.withdrawals == {INFANTRY: "done"}


@pytest.mark.rule("efs:8.54b")
def test_several_units_make_up_the_steps_of_one_that_must_go() -> None:
    ring = {"su-177-inf": "0607", "su-191-inf": "0806"}
    game = with_card(
        quiet(
            {"ax-50-inf": "0706", INFANTRY: "0514", "ax-58-inf": "1414", **ring}, steps={INFANTRY: 1, "ax-50-inf": 3}
        ),
        withdrawals={"ax-50-inf": Withdrawal(turn=11, cannot_cancel=True)},
    )
    run(game)
    game.choose(f"unit:{INFANTRY}")
    assert asked(game).ids == ["unit:ax-58-inf"]
    game.choose("unit:ax-58-inf")
    assert [game.state.units[each].box for each in (INFANTRY, "ax-58-inf")] == ["withdrawn", "withdrawn"]
    assert game.state.units["ax-50-inf"].at == "0706"


@pytest.mark.rule("efs:8.54b")
def test_who_is_cut_off_by_one_who_goes_instead_may_still_go_with_him() -> None:
    """The 46th Division holds the only way to the 73rd open; neither was surrounded when the 22nd was called away."""
    ring = dict(zip(("su-156-inf", "su-172-inf", "su-271-inf"), ("0201", "0202", "0102"), strict=True))
    around = dict(zip(("su-106-inf", "su-276-inf", "su-40-cav-cav"), ("1401", "1302", "1201"), strict=True))
    called, gate, behind = "ax-22-inf", "ax-46-inf", "ax-73-inf"
    game = with_card(
        quiet(
            {called: "0101", gate: "1402", behind: "1301", **ring, **around},
            scenario="perekop",
            steps={called: 2, gate: 1, behind: 1},
        ),
        withdrawals={called: Withdrawal(turn=48, cannot_cancel=True)},
    )
    run(game)
    game.choose(f"unit:{gate}")
    assert asked(game).ids == [f"unit:{behind}"]
    game.choose(f"unit:{behind}")
    assert game.state.withdrawals == {called: "done"}
    assert {game.state.units[each].box for each in (gate, behind)} == {"withdrawn"}


@pytest.mark.rule("efs:8.51b", "efs:8.54b")
@pytest.mark.parametrize("order", [("ax-50-inf", INFANTRY), (INFANTRY, "ax-50-inf")])
def test_nobody_goes_instead_of_another_who_is_called_away_himself(order: tuple[str, ...]) -> None:
    """Whichever of the two the card names first, two divisions leave."""
    ring = {"su-177-inf": "0607", "su-191-inf": "0806"}
    game = with_card(
        quiet({"ax-50-inf": "0706", INFANTRY: "0514", "ax-58-inf": "1414", **ring}),
        withdrawals={unit_id: Withdrawal(turn=11, cannot_cancel=True) for unit_id in order},
    )
    run(game)
    if order[0] == "ax-50-inf":
        assert refusal(game, f"unit:{INFANTRY}") == "refused.called-away"
    assert asked(game).ids == ["unit:ax-58-inf"]
    game.choose("unit:ax-58-inf")
    assert {game.state.units[each].box for each in (INFANTRY, "ax-58-inf")} == {"withdrawn"}


@pytest.mark.rule("efs:8.51b")
def test_where_nobody_can_go_instead_the_withdrawal_waits() -> None:
    ring = {"su-177-inf": "0607", "su-191-inf": "0806"}
    game = with_card(quiet({INFANTRY: "0706", **ring}), withdrawals={INFANTRY: Withdrawal(turn=11, cannot_cancel=True)})
    run(game)
    assert game.state.withdrawals == {}


def converting(units: Mapping[str, str], steps: Mapping[str, int], remove: tuple[str, ...], receive: str) -> Game:
    game = with_card(
        quiet(units, steps=steps), conversions={"new": Conversion(turn=11, remove=remove, receive=(receive,))}
    )
    for unit_id in (*remove, receive):
        if unit_id not in units:
            waiting(game, unit_id, "cadre" if unit_id in remove else "aside")
    return game


@pytest.mark.rule("efs:8.62", "efs:18.45c")
def test_who_comes_for_a_builder_goes_on_building() -> None:
    game = converting({INFANTRY: "1414"}, {}, (INFANTRY,), "ax-58-inf")
    game.state.strongpoints["1414"] = Strongpoint(AXIS, "under-construction", 10, builder=INFANTRY)
    marked(game, INFANTRY, building=True)
    run(game)
    game.choose("hex:1414")
    assert game.state.units["ax-58-inf"].building
    complete(game, AXIS)
    assert game.state.strongpoints["1414"].status == "completed"
    assert not game.state.units["ax-58-inf"].building


@pytest.mark.rule("efs:8.6", "efs:8.61", "efs:8.62", "efs:8.63")
def test_a_unit_is_exchanged_where_it_stands_with_the_steps_that_it_has_lost() -> None:
    game = converting({INFANTRY: "1414"}, {INFANTRY: full_steps(content(), INFANTRY) - 1}, (INFANTRY,), "ax-58-inf")
    run(game)
    assert asked(game).ids == ["hex:1414", "do:to-active"]
    assert refusal(game, "hex:0514") == "refused.nobody-exchanged-there"
    game.choose("hex:1414")
    assert game.state.units[INFANTRY].box == "aside"
    new = game.state.units["ax-58-inf"]
    assert (new.at, new.steps) == ("1414", full_steps(content(), "ax-58-inf") - 1)
    assert game.state.conversions == {"new": 11}


@pytest.mark.rule("efs:6.33", "efs:8.62", "efs:8.72")
@pytest.mark.parametrize("marker", [{"supply": "emergency"}, {"do_not_move": 2}, {"garrison": True}])
def test_a_unit_keeps_the_markers_of_the_one_for_which_it_is_exchanged(marker: dict[str, object]) -> None:
    game = converting({INFANTRY: "1414"}, {}, (INFANTRY,), "ax-58-inf")
    marked(game, INFANTRY, **marker)
    running(game, Afterwards(), Convert(conversion="new"))
    game.choose("hex:1414")
    assert game.state.units["ax-58-inf"] == Unit(at="1414", steps=full_steps(content(), "ax-58-inf"), **marker)


@pytest.mark.rule("efs:8.62")
def test_a_unit_that_is_not_in_supply_is_exchanged_later_and_the_active_box_takes_a_turn() -> None:
    game = converting({INFANTRY: "1414"}, {}, (INFANTRY,), "ax-58-inf")
    marked(game, INFANTRY, supply="out")
    run(game)
    assert asked(game).prompt != "convert"
    assert game.state.conversions == {}
    game.state.stack.clear()
    marked(game, INFANTRY, supply="supplied")
    run(game)
    game.choose("do:to-active")
    assert (game.state.units["ax-58-inf"].box, game.state.units["ax-58-inf"].due) == ("active", game.state.turn + 1)


@pytest.mark.rule("efs:8.62", "efs:8.31", "efs:8.32")
def test_a_unit_that_is_on_no_card_of_its_own_enters_from_the_active_box() -> None:
    """One that others were exchanged for: in a city, at a source, or by rail."""
    new = "su-191-inf"
    game = quiet({"su-177-inf": "1601"}, turn=13, phase="soviet/movement")
    units = {unit_id: each for unit_id, each in game.content.card.units.items() if unit_id != new}
    game = with_card(game, units=units)
    waiting(game, new, "active")
    run(game)
    assert f"unit:{new}" in asked(game).ids
    game.state.stack.clear()
    game.state.phase = "soviet/movement"
    assert "1814" in entries(game, SOVIET)[new]
    assert can_enter(game, SOVIET) == [new]


@pytest.mark.rule("efs:8.64")
def test_several_units_become_one_that_lacks_what_they_had_lost() -> None:
    remove = (INFANTRY, "ax-50-inf")
    game = converting({INFANTRY: "1414", "ax-50-inf": "0514"}, {"ax-50-inf": 3}, remove, "ax-58-inf")
    run(game)
    assert asked(game).ids == ["hex:0514", "hex:1414", "do:to-active"]
    game.choose("hex:0514")
    assert (game.state.units["ax-58-inf"].at, game.state.units["ax-58-inf"].steps) == ("0514", 3)


@pytest.mark.rule("efs:8.64")
def test_a_unit_in_the_cadre_box_weakens_what_comes_for_it() -> None:
    game = converting({INFANTRY: "1414"}, {}, (INFANTRY, "ax-50-inf"), "ax-58-inf")
    run(game)
    assert (game.state.units["ax-58-inf"].at, game.state.units["ax-58-inf"].box) == ("", "cadre")


@pytest.mark.rule("efs:8.7", "efs:8.71", "efs:8.72")
def test_a_unit_with_a_do_not_move_marker_stays_where_it_is() -> None:
    base = quiet({}, turn=12)
    units = {**base.content.card.units, LDNO: replace(base.content.card.units[LDNO], do_not_move=1)}
    game = with_card(base, units=units)
    waiting(game, LDNO)
    run(game)
    game.choose(f"unit:{LDNO}")
    assert game.state.units[LDNO].do_not_move == 1
    game.state.phase, game.state.active = "soviet/movement", SOVIET
    found = may_move(game, LDNO)
    assert found is not None
    assert found.reason == "refused.do-not-move"
    near = game.content.adjacent[game.state.units[LDNO].at][0]
    held = may_advance(game, LDNO, near)
    assert held is not None
    assert held.reason == "refused.do-not-move"


@pytest.mark.rule("efs:8.3", "efs:8.71")
def test_the_card_holds_nobody_who_comes_again() -> None:
    base = quiet({}, scenario="perekop", turn=53)
    units = {**base.content.card.units, NAVAL: replace(base.content.card.units[NAVAL], do_not_move=2)}
    game = with_card(base, units=units)
    waiting(game, NAVAL, "active")
    run(game)
    for choice in (f"unit:{NAVAL}", f"hex:{DZHANKOI}"):
        if choice in asked(game).ids:
            game.choose(choice)
    assert game.state.units[NAVAL].at
    assert game.state.units[NAVAL].do_not_move == 0


@pytest.mark.rule("efs:8.42a", "efs:8.42b", "efs:8.44a")
def test_untried_units_stand_in_their_hexes_and_nobody_knows_them() -> None:
    state: State = TITLE.start(content("perekop"))
    assert state.units[MACHINE_GUNS].at == "0809"
    assert state.units[MACHINE_GUNS].tried == ""
    assert len(state.pools["machine-guns"]) == 10


@pytest.mark.rule("efs:8.51c", "efs:8.51d")
@pytest.mark.parametrize("box", ["cadre", "eliminated"])
def test_a_unit_that_was_withdrawn_without_a_step_returns_into_the_box_that_it_left(box: Box) -> None:
    back = Withdrawal(turn=50, cannot_cancel=True, returns=52, entry=("2205",))
    game = with_card(quiet({}, scenario="perekop", turn=50), withdrawals={SS: back})
    waiting(game, SS, box)
    for turn, expected in ((50, "withdrawn"), (51, "withdrawn"), (52, box)):
        game.state.stack.clear()
        game.state.turn = turn
        run(game)
        assert game.state.units[SS].box == expected


@pytest.mark.rule("efs:8.51d")
def test_a_unit_that_returns_is_as_weak_as_it_left() -> None:
    back = Withdrawal(turn=50, cannot_cancel=True, returns=52, entry=("2205",))
    game = with_card(quiet({SS: "0705"}, scenario="perekop", turn=50, steps={SS: 1}), withdrawals={SS: back})
    run(game)
    assert game.state.units[SS].box == "withdrawn"
    for turn, box in ((51, "withdrawn"), (52, "arrived")):
        game.state.stack.clear()
        game.state.turn = turn
        run(game)
        assert game.state.units[SS].box == box
    game.state.phase = "axis/movement"
    assert entries(game, AXIS) == {SS: ("2205",)}
    assert game.state.units[SS].steps == 1
    assert due(game, AXIS) == []
