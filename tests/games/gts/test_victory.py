"""Chapter 12: the end of a game, and every kind of award by which it is judged."""

from __future__ import annotations

import pytest

from games.gts.positions import content, position, quiet
from sandtable.games.gts.arnhem import victory
from sandtable.games.gts.arnhem.victory import amount, conclude, count_turn, ends_early, falls_due, lead, points
from sandtable.games.gts.content import Award
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.sequence import game_turn
from sandtable.games.gts.state import ALLIED, GERMAN, Unit
from sandtable.games.gts.units import Game, eliminate, lose_step

COMPANY, SECOND, ENEMY = "1pb1-r", "1pb1-s", "kra-2"
THIRD_BATTALION = "1pb3-a"
NORTH, SOUTH = "3419", "3420"


def award(name: str, scenario: str) -> Award:
    return next(row for row in content(scenario).scenario.victory if row.id == name)


def due(name: str, scenario: str, units: dict[str, str | Unit], turn: int, **facts: object) -> int:
    """How many times an award would be given at the end of a turn."""
    game = quiet(units, turn=turn, scenario=scenario, leaders=facts.pop("leaders", None))  # type: ignore[arg-type]
    for field, value in facts.items():
        setattr(game.state, field, value)
    row = award(name, scenario)
    return amount(game, row) if falls_due(game, row) else 0


def scored(scenario: str, units: dict[str, str | Unit], turn: int, **facts: object) -> Game:
    """A game after the points of a turn have been counted."""
    game = quiet(units, turn=turn, scenario=scenario)
    for field, value in facts.items():
        setattr(game.state, field, value)
    count_turn(game)
    return game


# Krafft's line


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("turn", "early", "late"), [(3, 2, 0), (4, 2, 0), (5, 0, 2)])
def test_companies_that_leave_the_map_score_by_the_time(turn: int, early: int, late: int) -> None:
    exited = {"1pb3-a": turn, "1pb3-b": turn, "1pb3-c": 2, "1pb3-mg": turn}
    assert due("exit-early", "krafft", {}, turn, exited=exited) == early
    assert due("exit-late", "krafft", {}, turn, exited=exited) == late


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("turn", "exited", "given"), [(4, {}, 1), (3, {}, 0), (5, {}, 0), (4, {"1pb3-mor": 3}, 0)])
def test_nobody_through_by_nightfall(turn: int, exited: dict[str, int], given: int) -> None:
    assert due("none-through", "krafft", {}, turn, exited=exited) == given


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("holder", "turn", "given"), [(ALLIED, 6, 1), (GERMAN, 6, 0), (ALLIED, 5, 0)])
def test_a_hex_is_held_by_the_side_that_was_last_in_it(holder: str, turn: int, given: int) -> None:
    assert due("hartenstein", "krafft", {}, turn, holders={"2216": holder}) == given


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(
    ("units", "given"),
    [({ENEMY: "1616"}, 1), ({ENEMY: "1816"}, 1), ({ENEMY: "1715"}, 0), ({"kra-9f": "1616"}, 0), ({COMPANY: "1616"}, 0)],
)
def test_the_road_is_blocked_by_a_german_step(units: dict[str, str | Unit], given: int) -> None:
    assert due("line", "krafft", units, 3) == given


@pytest.mark.rule("gts:12.0", "gts:29.43")
def test_steps_lost_score_and_a_0_step_unit_counts_one() -> None:
    game = quiet({ENEMY: "1616", "kra-9f": "1616", COMPANY: "1413"}, turn=3, scenario="krafft")
    lose_step(game, ENEMY, "19.2.4")
    eliminate(game, "kra-9f", "19.2.5")
    lose_step(game, COMPANY, "19.2.4")
    count_turn(game)
    assert (game.state.scores["german-losses"], game.state.scores["allied-losses"]) == (2, 2)


@pytest.mark.rule("gts:12.0")
def test_losses_are_not_counted_twice() -> None:
    game = quiet({COMPANY: "1413"}, turn=3, scenario="krafft")
    lose_step(game, COMPANY, "19.2.4")
    count_turn(game)
    count_turn(game)
    assert game.state.scores["allied-losses"] == 2


# The bridge


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(
    ("who", "turn", "given"),
    [
        (Unit(at=NORTH, steps=2), 5, 1),
        (Unit(at=NORTH, steps=2), 4, 0),
        (Unit(at=NORTH, steps=2, suppressed=True), 5, 0),
        (Unit(at="3418", steps=2), 5, 0),
    ],
)
def test_each_turn_at_the_north_end_scores(who: Unit, turn: int, given: int) -> None:
    assert due("north-end", "bridge", {COMPANY: who}, turn) == given


@pytest.mark.rule("gts:12.0")
def test_it_scores_turn_after_turn() -> None:
    game = scored("bridge", {COMPANY: NORTH}, 5)
    game.state.turn = 6
    count_turn(game)
    assert game.state.scores["north-end"] == 4


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(
    ("where", "leader", "given"),
    [("3418", "3418", 1), ("3418", "2016", 0), (NORTH, "3319", 1), ("3317", "3317", 0)],
)
def test_the_brigade_reaches_the_bridge_in_command(where: str, leader: str, given: int) -> None:
    assert due("link-up", "bridge", {THIRD_BATTALION: where}, 9, leaders={"lathbury": leader}) == given


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("where", "given"), [("3418", 1), ("3317", 0)])
def test_or_stacks_there_with_a_unit_that_waits(where: str, given: int) -> None:
    assert due("link-up", "bridge", {THIRD_BATTALION: where, "1pb2-a": where}, 9) == given


@pytest.mark.rule("gts:12.0")
def test_the_link_up_counts_once() -> None:
    game = scored("bridge", {THIRD_BATTALION: NORTH, "1pb2-a": NORTH}, 9)
    assert game.state.scores["link-up"] == 10
    game.state.turn = 10
    count_turn(game)
    assert game.state.scores["link-up"] == 10


@pytest.mark.rule("gts:12.0")
def test_the_south_end() -> None:
    assert due("south-end", "bridge", {}, 9, holders={SOUTH: ALLIED}) == 1
    assert due("south-end", "bridge", {}, 9, holders={NORTH: ALLIED, SOUTH: GERMAN}) == 0


@pytest.mark.rule("gts:12.0", "gts:29.4")
def test_german_armoured_steps_score_but_not_those_lost_before_the_battle() -> None:
    game = quiet({"hum": Unit(at="3616", steps=1), "gra-5": "3616", ENEMY: "2816"}, scenario="bridge", turn=20)
    count_turn(game)
    assert game.state.scores["armour"] == 0
    eliminate(game, "hum", "19.2.5")
    eliminate(game, "gra-5", "19.2.5")
    eliminate(game, ENEMY, "19.2.5")
    count_turn(game)
    assert game.state.scores["armour"] == 1 + 1


@pytest.mark.rule("gts:12.0", "gts:29.4")
def test_infantry_in_armoured_vehicles_counts_as_armour() -> None:
    assert content("bridge").counters["bri-2"].transport is not None
    game = quiet({"bri-2": Unit(at="3616", steps=2, mounted=True), "bri-3": "3616"}, scenario="bridge", turn=20)
    lose_step(game, "bri-2", "19.2.4")
    lose_step(game, "bri-3", "19.2.4")
    assert (game.state.armour, game.state.losses) == ({GERMAN: 1}, {GERMAN: 2})


@pytest.mark.rule("gts:12.0", "gts:17.3")
def test_the_bridge_is_free_without_allied_units_and_fire_zones() -> None:
    assert due("cleared", "bridge", {ENEMY: NORTH}, 9) == 1
    assert due("cleared", "bridge", {COMPANY: SOUTH}, 9) == 0
    near = quiet({COMPANY: "3418"}, scenario="bridge")
    assert in_enemy_zone(near, NORTH, GERMAN)
    assert due("cleared", "bridge", {COMPANY: "3418"}, 9) == 0
    assert due("cleared", "bridge", {COMPANY: "2016"}, 9) == 1


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("where", "turn", "given"), [("2016", 28, 1), ("2016", 27, 0), ("3016", 28, 0)])
def test_no_allied_unit_in_arnhem_at_the_end(where: str, turn: int, given: int) -> None:
    assert ("3016" in content("bridge").region("arnhem-east"), "2016" in content("bridge").region("arnhem-east")) == (
        True, False,
    )  # fmt: skip
    assert due("none-east", "bridge", {COMPANY: where}, turn) == given


@pytest.mark.rule("gts:12.0")
def test_units_still_to_enter_are_not_there() -> None:
    waiting = Unit(at="3016", entry="x1", steps=2)
    assert due("none-east", "bridge", {COMPANY: waiting}, 28) == 1


# The whole battle


@pytest.mark.rule("gts:12.0")
def test_both_ends_need_units_in_command() -> None:
    units: dict[str, str | Unit] = {COMPANY: NORTH, SECOND: SOUTH}
    assert due("both-ends", "perimeter", units, 9, leaders={"lathbury": NORTH}) == 1
    assert due("both-ends", "perimeter", units, 9) == 0
    assert due("both-ends", "perimeter", {COMPANY: NORTH}, 9, leaders={"lathbury": NORTH}) == 0


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(
    ("who", "where", "given"), [("dor4-a", "2219", 1), ("dor4-a", "2220", 0), (COMPANY, "2219", 0)]
)
def test_the_43rd_division_across_the_rhine(who: str, where: str, given: int) -> None:
    assert due("wessex-across", "perimeter", {who: where}, 53) == given


@pytest.mark.rule("gts:12.0")
def test_either_height_will_do() -> None:
    assert due("heights", "perimeter", {}, 46, holders={"1820": ALLIED, "2019": GERMAN}) == 1
    assert due("heights", "perimeter", {}, 46, holders={"1820": GERMAN, "2019": GERMAN}) == 0


@pytest.mark.rule("gts:12.0")
def test_steps_of_the_division_in_the_perimeter() -> None:
    units: dict[str, str | Unit] = {
        COMPANY: "2219",
        SECOND: Unit(at="2119", steps=1),
        "dor4-a": "2219",
        "1pb2-a": "2216",
    }
    assert due("perimeter", "perimeter", units, 53) == 3


@pytest.mark.rule("gts:12.0")
def test_steps_brought_back_are_those_withdrawn_and_those_in_the_south_without_the_poles() -> None:
    units: dict[str, str | Unit] = {
        COMPANY: "2220",
        SECOND: "2219",
        "pol2-4": "2220",
        "dor4-a": "2220",
        "med64-1": Unit(at="", steps=2),
    }
    withdrawn = {"1pb2-a": 2, "pol2-5": 2, "dor4-b": 1}
    assert due("saved", "perimeter", units, 60, withdrawn=withdrawn) == 2 + 2 + 1


@pytest.mark.rule("gts:12.0")
def test_the_earlier_the_bridge_is_free_the_more_it_scores() -> None:
    game = scored("perimeter", {}, 18)
    game.state.turn = 32
    count_turn(game)
    assert (game.state.scores.get("cleared-early"), game.state.scores.get("cleared-late")) == (10, None)
    late = scored("perimeter", {}, 32)
    assert late.state.scores.get("cleared-late") == 5


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("where", "given"), [("2218", 0), ("1413", 1)])
def test_the_north_bank_cleared(where: str, given: int) -> None:
    assert due("bank-cleared", "perimeter", {COMPANY: where}, 46) == given


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(("turn", "given"), [(38, 0), (39, 1), (40, 0), (46, 1)])
def test_driel_is_looked_at_every_night(turn: int, given: int) -> None:
    assert due("driel", "perimeter", {}, turn, holders={"1923": GERMAN}) == given


# The end


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize(
    ("allied", "german", "level", "winner"),
    [
        (20, 0, "allied-decisive", ALLIED),
        (19, 0, "allied-marginal", ALLIED),
        (8, 0, "allied-marginal", ALLIED),
        (7, 0, "draw", None),
        (0, 7, "draw", None),
        (0, 8, "german-marginal", GERMAN),
        (0, 19, "german-marginal", GERMAN),
        (0, 20, "german-decisive", GERMAN),
    ],
)
def test_the_lead_in_points_decides(allied: int, german: int, level: str, winner: str | None) -> None:
    game = quiet({"1pb2-a": NORTH}, turn=28, scenario="bridge")
    game.state.scores = {"north-end": allied, "cleared": german}
    assert (points(game, ALLIED), points(game, GERMAN), lead(game)) == (allied, german, allied - german)
    conclude(game)
    result = game.state.result
    assert result is not None
    assert (result.level, result.winner) == (level, winner)


@pytest.mark.rule("gts:12.0")
def test_the_bridge_ends_when_the_second_battalion_is_gone_from_the_north_bank() -> None:
    assert not ends_early(quiet({"1pb2-a": NORTH}, scenario="bridge"))
    assert ends_early(quiet({"1pb2-a": SOUTH, COMPANY: NORTH}, scenario="bridge"))
    assert not ends_early(quiet({}))


@pytest.mark.rule("gts:12.0")
def test_the_germans_then_score_for_the_turns_left() -> None:
    game = quiet({}, turn=20, scenario="bridge")
    conclude(game)
    assert game.state.scores["early-german"] == 2 * 8
    assert game.state.result is not None
    assert game.state.result.level == "german-marginal"


@pytest.mark.rule("gts:12.0")
def test_after_the_last_turn_there_are_none_left() -> None:
    game = quiet({}, turn=28, scenario="bridge")
    conclude(game)
    assert "early-german" not in game.state.scores


@pytest.mark.rule("gts:12.0")
def test_the_turn_marker_advances_until_the_last_turn() -> None:
    game = quiet({"1pb2-a": NORTH}, turn=27, scenario="bridge")
    game.state.stack.append(game_turn.Battle(step="after"))
    game_turn.Battle(step="after").after(game)
    assert (game.state.turn, game.state.result) == (28, None)
    over = position({"1pb2-a": NORTH}, game_turn.Battle(step="after"), turn=28, scenario="bridge")
    assert over.state.result is not None


@pytest.mark.rule("gts:12.0")
def test_every_award_of_every_scenario_can_be_counted() -> None:
    for scenario in ("krafft", "bridge", "perimeter"):
        for row in content(scenario).scenario.victory:
            turn = row.turns[1] if row.turns is not None else content(scenario).last_turn
            game = quiet({}, turn=turn, scenario=scenario)
            assert victory.lost_steps(game, row) == 0 if row.kind == "losses" else amount(game, row) >= 0
