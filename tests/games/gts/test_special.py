"""The special rules of single scenarios: boats, the withdrawal, demolitions, the ferry, and breaking a column."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, ENEMY, OPEN, at, order, reason
from games.gts.positions import DAY, activated, choose, content, ids, position, quiet, unit
from games.gts.test_command import Idle
from sandtable.games.gts.arnhem import boats, withdrawal
from sandtable.games.gts.arnhem.boats import opposite, shores
from sandtable.games.gts.arnhem.special_rules import holds, now, special
from sandtable.games.gts.arnhem.special_rules import order as moment
from sandtable.games.gts.arnhem.withdrawal import OrderWithdrawal
from sandtable.games.gts.engineers.boats_brought_up import BringUpBoats
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.movement import bridges_and_ferries
from sandtable.games.gts.movement.bridges_and_ferries import closed_crossings
from sandtable.games.gts.sequence import game_turn
from sandtable.games.gts.state import ALLIED, GERMAN, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel.dice import ScriptedDice

POLES, POLISH_SAPPERS, SAPPERS = "pol2-4", "pol-re", "re204"
SOUTH, NORTH = "2220", "2219"
"""Hexes on the two banks of the Rhine, at Driel and in the perimeter."""
BOATS_NIGHT, LAST_BOATS, LAST_NIGHT = 39, 53, 60
MINED, NORTH_END, SOUTH_END = "oosterbeek", "2620", "2521"
QUALITY = 6 - 1
"""The troop quality of a Polish company out of command."""


def test_the_ground_is_as_these_tests_need_it() -> None:
    assert NORTH in opposite(quiet({}), SOUTH)
    assert content().track[BOATS_NIGHT].date == 22
    assert content().track[LAST_BOATS].date == 24
    assert all(content().track[turn].night for turn in (BOATS_NIGHT, LAST_BOATS, LAST_NIGHT))
    assert bridges_and_ferries.crossings(content()).bridges[MINED].side == f"{SOUTH_END}-{NORTH_END}"


# Boats: bringing them up


@pytest.mark.rule("gts:13.2/5")
@pytest.mark.parametrize(
    ("turn", "who", "able"),
    [
        (BOATS_NIGHT, POLISH_SAPPERS, True),
        (BOATS_NIGHT - 1, POLISH_SAPPERS, False),
        (LAST_NIGHT, POLISH_SAPPERS, False),
        (BOATS_NIGHT, SAPPERS, False),
        (LAST_BOATS, SAPPERS, True),
        (LAST_BOATS, POLISH_SAPPERS, True),
        (LAST_BOATS, "1pb-re", False),
        (BOATS_NIGHT, POLES, False),
    ],
)
def test_boats_are_there_on_some_nights_for_some_engineers(turn: int, who: str, able: bool) -> None:
    assert bool(BringUpBoats().targets(quiet({who: SOUTH}, turn=turn), who)) is able


@pytest.mark.rule("gts:13.2/5", "gts:25.0")
@pytest.mark.parametrize(("roll", "boats"), [(QUALITY, {SOUTH: "polish"}), (QUALITY + 1, {})])
def test_bringing_them_up_takes_an_engineer_check(roll: int, boats: dict[str, str]) -> None:
    game = order({POLISH_SAPPERS: SOUTH}, POLISH_SAPPERS, turn=BOATS_NIGHT, dice=[roll])
    choose(game, "do:boats")
    assert game.state.boats == boats
    assert bool(unit(game, POLISH_SAPPERS).men_at_work) is not bool(boats)


@pytest.mark.rule("gts:13.2/5")
def test_the_division_of_engineers_without_a_formation_has_them() -> None:
    game = order({SAPPERS: SOUTH}, SAPPERS, turn=LAST_BOATS, dice=[0])
    choose(game, "do:boats")
    assert game.state.boats == {SOUTH: "43wx"}


@pytest.mark.rule("gts:13.2/5")
@pytest.mark.parametrize(
    ("label", "why"), [("2121", "refused.boats-place"), ("2320", "refused.boats-place"), (SOUTH, None)]
)
def test_they_are_brought_to_the_river_near_driel(label: str, why: str | None) -> None:
    found = BringUpBoats().why_not(quiet({POLISH_SAPPERS: label}, turn=BOATS_NIGHT), POLISH_SAPPERS)
    assert (found.reason if found is not None else None) == why


@pytest.mark.rule("gts:13.2/5")
@pytest.mark.parametrize(
    ("who", "turn", "others", "able"),
    [
        (POLISH_SAPPERS, BOATS_NIGHT, {"2120": "polish"}, False),
        (SAPPERS, LAST_BOATS, {"2120": "43wx"}, True),
        (SAPPERS, LAST_BOATS, {"2120": "43wx", "2020": "43wx"}, False),
        (SAPPERS, LAST_BOATS, {"2120": "polish", "2020": "43wx"}, True),
    ],
)
def test_there_are_only_so_many(who: str, turn: int, others: dict[str, str], able: bool) -> None:
    game = quiet({who: SOUTH}, turn=turn)
    game.state.boats = others
    assert bool(BringUpBoats().targets(game, who)) is able


@pytest.mark.rule("gts:13.2/5", "gts:4.0")
def test_they_are_gone_at_the_end_of_the_turn() -> None:
    game = quiet({}, turn=BOATS_NIGHT)
    game.state.boats = {SOUTH: "polish"}
    game.state.stack += [Idle(), game_turn.Turn(step="close")]
    game.advance()
    assert game.state.boats == {}


@pytest.mark.rule("gts:13.2/7", "gts:14.7/restrictions")
def test_a_new_activation_frees_the_boats_and_tries_the_bridges_again() -> None:
    game = quiet({COMPANY: NORTH_END, POLES: SOUTH}, turn=BOATS_NIGHT)
    game.dice = ScriptedDice([0, 4, 9])
    game.state.rowed, game.state.bridges[MINED], game.state.carried = {SOUTH: 1}, "tried-1", "div-1ab"
    game.state.stack.append(game_turn.Turn(step="draw"))
    game.advance()
    assert (game.state.rowed, game.state.bridges[MINED]) == ({}, "blown")


# Boats: crossing


def rowing(units: dict[str, str | Unit], who: str = POLES, *, turn: int = BOATS_NIGHT, **more: object) -> Game:
    """A unit about to be told what to do where there are boats."""
    game = order(units, who, turn=turn, **more)  # type: ignore[arg-type]
    game.state.boats = {SOUTH: "polish"}
    game.advance()
    return game


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize(("roll", "end"), [(QUALITY + 1, (NORTH, 0)), (QUALITY + 2, (SOUTH, 1))])
def test_a_check_that_is_easier_by_night_decides(roll: int, end: tuple[str, int]) -> None:
    game = rowing({POLES: SOUTH}, dice=[roll])
    choose(game, "do:row", f"hex:{NORTH}")
    assert (unit(game, POLES).at, unit(game, POLES).hits) == end


@pytest.mark.rule("gts:13.2/7")
def test_by_day_it_is_not_easier_and_costs_a_hit() -> None:
    game = rowing({POLES: SOUTH}, turn=DAY, dice=[QUALITY])
    choose(game, "do:row", f"hex:{NORTH}")
    assert (unit(game, POLES).at, unit(game, POLES).hits) == (NORTH, 1)
    game = rowing({POLES: SOUTH}, turn=DAY, dice=[QUALITY + 1])
    choose(game, "do:row", f"hex:{NORTH}")
    assert unit(game, POLES).at == SOUTH


@pytest.mark.rule("gts:13.2/7", "gts:29.46")
def test_a_command_point_takes_the_place_of_the_roll() -> None:
    game = rowing({POLES: SOUTH}, leaders={"sosabowski": SOUTH}, points={"1ab": Points(1, 0)})
    choose(game, "do:row", f"hex:{NORTH}", "do:spend")
    assert unit(game, POLES).at == NORTH


@pytest.mark.rule("gts:13.2/7")
def test_an_enemy_fire_zone_on_either_bank_costs_a_hit() -> None:
    game = rowing({POLES: SOUTH, ENEMY: "2319"}, dice=[0])
    assert in_enemy_zone(game, NORTH, ALLIED)
    assert not in_enemy_zone(game, SOUTH, ALLIED)
    choose(game, "do:row", f"hex:{NORTH}")
    assert (unit(game, POLES).at, unit(game, POLES).hits) == (NORTH, 1)


@pytest.mark.rule("gts:13.2/7", "gts:17.2/1")
def test_leaving_the_hex_triggers_opportunity_fire() -> None:
    game = rowing({POLES: SOUTH, ENEMY: "2221"})
    choose(game, "do:row", f"hex:{NORTH}")
    assert game.decisions[0].prompt == "opportunity-move"


@pytest.mark.rule("gts:13.2/7", "gts:17.7")
def test_a_unit_that_is_suppressed_stays() -> None:
    game = rowing({POLES: SOUTH, ENEMY: "2221"})
    choose(game, "do:row", f"hex:{NORTH}")
    game.state.units[POLES] = Unit(at=SOUTH, steps=2, suppressed=True)
    choose(game, "do:hold")
    assert (unit(game, POLES).at, game.state.rolls) == (SOUTH, 0)


@pytest.mark.rule("gts:13.2/7", "gts:13.2/1")
def test_it_is_the_whole_movement_action() -> None:
    game = rowing({POLES: SOUTH}, dice=[0])
    choose(game, "do:row", f"hex:{NORTH}")
    assert game.state.acted[POLES] == "move"
    assert not game.decisions


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"column": True}, "refused.boats-leg"),
        ({"suppressed": True}, "refused.suppressed"),
        ({"works": "entrenched"}, "refused.entrenched"),
    ],
)
def test_who_cannot_cross(facts: dict[str, object], why: str) -> None:
    game = rowing({POLES: Unit(at=SOUTH, steps=2, **facts)})  # type: ignore[arg-type]
    assert reason(game, "do:row")[0] == why


@pytest.mark.rule("gts:13.2/7")
def test_vehicles_do_not_cross() -> None:
    game = rowing({"pol-at": Unit(at=SOUTH, steps=1, mounted=True)}, "pol-at")
    assert reason(game, "do:row")[0] == "refused.boats-leg"


@pytest.mark.rule("gts:13.2/7", "gts:14.4", "gts:14.11")
def test_guns_without_an_allowance_do_not_cross_though_they_are_displaced_like_leg_units() -> None:
    game = rowing({"pol-at": SOUTH}, "pol-at")
    assert reason(game, "do:row")[0] == "refused.boats-leg"
    assert "do:emergency" in ids(game)


@pytest.mark.rule("gts:13.2/7")
def test_boats_must_be_there_and_ones_own() -> None:
    assert reason(order({POLES: SOUTH}, POLES), "do:row")[0] == "refused.no-boats"
    assert reason(rowing({ENEMY: SOUTH}, ENEMY), "do:row")[0] == "refused.no-boats"


@pytest.mark.rule("gts:13.2/7")
def test_one_unit_crosses_in_an_activation() -> None:
    game = rowing({POLES: SOUTH, "pol2-5": SOUTH}, dice=[9])
    choose(game, "do:row", f"hex:{NORTH}")
    why = boats.why_no_boats(game, "pol2-5")
    assert why is not None
    assert why.reason == "refused.boats-used"


@pytest.mark.rule("gts:13.2/7", "gts:14.1", "gts:14.7/limits")
def test_the_other_bank_must_be_free_of_enemies_and_have_room() -> None:
    full = dict.fromkeys(("1pb1-r", "1pb1-s", "1pb1-t", "1pb2-a"), "2320")
    game = quiet({POLES: SOUTH, ENEMY: NORTH} | full, turn=BOATS_NIGHT)
    assert shores(game, POLES) == []
    assert set(shores(quiet({POLES: SOUTH}), POLES)) == {NORTH, "2320"}


@pytest.mark.rule("gts:13.2/7", "gts:13.2/1")
def test_under_a_division_chit_nobody_rows_into_an_enemy_fire_zone() -> None:
    game = quiet({POLES: SOUTH, ENEMY: "2218"}, active=activated("division", "1ab"))
    assert in_enemy_zone(game, NORTH, ALLIED)
    assert shores(game, POLES) == ["2320"]


@pytest.mark.rule("gts:13.2/7")
def test_a_hex_that_is_no_shore_is_refused() -> None:
    game = rowing({POLES: SOUTH})
    choose(game, "do:row")
    assert reason(game, "hex:2218") == ("refused.not-a-shore", "13.2/7")


@pytest.mark.rule("gts:13.2/7", "gts:16.4.2.2/leave")
def test_a_heavy_barrage_must_be_braved_first() -> None:
    game = rowing({POLES: SOUTH}, dice=[9], barrages={SOUTH: "heavy-barrage"})
    choose(game, "do:row", f"hex:{NORTH}")
    assert (unit(game, POLES).at, unit(game, POLES).hits) == (SOUTH, 1)


@pytest.mark.rule("gts:13.2/7", "gts:21.2/with-units")
def test_a_leader_may_go_along_in_a_second_action() -> None:
    game = rowing(
        {POLES: SOUTH, "pol2-5": SOUTH}, active=activated(owner="polish", second=True), dice=[0],
        leaders={"sosabowski": SOUTH}, points={"1ab": Points(1, 0)},
    )  # fmt: skip
    choose(game, "do:row", f"hex:{NORTH}", "do:leader-goes")
    assert game.state.leaders["sosabowski"].at == NORTH


@pytest.mark.rule("gts:13.2/7")
def test_the_preview_shows_the_check() -> None:
    lines = rowing({POLES: SOUTH}).preview("do:row").lines
    assert [(line.label, line.value) for line in lines][-1] == ("night-boats", "+1")


# The withdrawal


def withdrawing(units: dict[str, str | Unit], who: str = COMPANY, **more: object) -> Game:
    """A unit about to be told what to do after the withdrawal has been ordered."""
    game = order(units, who, turn=LAST_NIGHT, **more)  # type: ignore[arg-type]
    game.state.withdrawing = True
    game.advance()
    return game


@pytest.mark.rule("gts:13.2/7")
def test_the_allies_may_order_it_before_the_first_chit_of_the_last_night() -> None:
    game = position({}, Idle(), OrderWithdrawal(), turn=LAST_NIGHT)
    assert [option.id for option in game.decisions[0].options if option.grave] == ["do:order-withdrawal"]
    assert game.decisions[0].side == ALLIED
    choose(game, "do:order-withdrawal")
    assert game.state.withdrawing


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize(("turn", "scenario", "asked"), [(60, "perimeter", 1), (59, "perimeter", 0), (11, "bridge", 0)])
def test_it_is_asked_for_in_that_turn_only(turn: int, scenario: str, asked: int) -> None:
    game = quiet({}, turn=turn, scenario=scenario)
    withdrawal.before_first_chit(game)
    assert len(game.state.stack) == asked


@pytest.mark.rule("gts:13.2/7", "gts:4.0")
def test_the_question_comes_between_the_cup_and_the_draw() -> None:
    game = quiet({COMPANY: NORTH}, turn=LAST_NIGHT)
    game.state.stack.append(game_turn.Turn(step="fill_cup"))
    game.advance()
    assert game.decisions[0].prompt == "order-withdrawal"


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize(("roll", "left"), [(7, False), (8, True)])
def test_a_check_at_one_more_takes_a_unit_off_the_map(roll: int, left: bool) -> None:
    game = withdrawing({COMPANY: NORTH}, dice=[roll])
    choose(game, "do:withdraw")
    assert (COMPANY in game.state.units) is left
    assert game.state.withdrawn == ({} if left else {COMPANY: 2})


@pytest.mark.rule("gts:13.2/7")
def test_a_failure_costs_a_step() -> None:
    game = withdrawing({COMPANY: NORTH}, dice=[9])
    choose(game, "do:withdraw")
    assert (unit(game, COMPANY).steps, game.state.losses) == (1, {ALLIED: 1})


@pytest.mark.rule("gts:13.2/7")
def test_a_failure_is_the_end_of_a_unit_of_one_step() -> None:
    game = withdrawing({COMPANY: Unit(at=NORTH, steps=1)}, dice=[9])
    choose(game, "do:withdraw")
    assert COMPANY in game.state.lost


@pytest.mark.rule("gts:13.2/7", "gts:29.46")
def test_a_command_point_helps() -> None:
    game = withdrawing({COMPANY: NORTH}, leaders={"lathbury": NORTH}, points={"1ab": Points(1, 0)})
    choose(game, "do:withdraw", "do:spend")
    assert game.state.withdrawn == {COMPANY: 2}


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize("who", ["1pb-at1", "lr-1"])
def test_guns_may_be_withdrawn_too(who: str) -> None:
    assert "do:withdraw" in ids(withdrawing({who: NORTH}, who))


@pytest.mark.rule("gts:13.2/7")
@pytest.mark.parametrize(
    ("where", "why"),
    [
        (Unit(at="2216", steps=2), "refused.not-at-the-river"),
        (Unit(at=NORTH, steps=2, suppressed=True), "refused.suppressed"),
        (Unit(at=NORTH, steps=2, works="entrenched"), "refused.entrenched"),
    ],
)
def test_who_cannot_be_withdrawn(where: Unit, why: str) -> None:
    assert reason(withdrawing({COMPANY: where}), "do:withdraw")[0] == why


@pytest.mark.rule("gts:13.2/7")
def test_a_unit_that_has_just_advanced_to_the_river_cannot() -> None:
    game = quiet({COMPANY: NORTH}, turn=LAST_NIGHT, active=activated(second=True))
    game.state.withdrawing = True
    assert boats.options(game, COMPANY)
    game.state.acted[COMPANY] = "assault"
    assert not boats.options(game, COMPANY)


@pytest.mark.rule("gts:13.2/7")
def test_it_must_have_been_ordered() -> None:
    assert reason(order({COMPANY: NORTH}, COMPANY, turn=LAST_NIGHT), "do:withdraw")[0] == "refused.no-withdrawal"


@pytest.mark.rule("gts:13.2/7", "gts:17.2/1", "gts:17.6/2")
def test_the_enemy_may_fire_at_those_who_leave_at_one_less() -> None:
    game = withdrawing({COMPANY: NORTH, ENEMY: "2218"}, dice=[0, 9, 0])
    choose(game, "do:withdraw", f"unit:{ENEMY}")
    (shot,) = [event for event in game.events if getattr(event, "what", "") == "fire"]
    assert [line.value for line in shot.lines if line.rule == "17.6/2"] == ["-1"]  # type: ignore[attr-defined]


@pytest.mark.rule("gts:13.2/7")
def test_whoever_is_left_north_of_the_rhine_is_lost() -> None:
    game = quiet({COMPANY: "2216", POLES: SOUTH, ENEMY: NORTH}, turn=LAST_NIGHT)
    game.state.withdrawing = True
    withdrawal.end_turn(game)
    assert set(game.state.units) == {POLES, ENEMY}
    assert game.state.losses == {ALLIED: 2}


@pytest.mark.rule("gts:13.2/7")
def test_nobody_is_lost_if_it_was_not_ordered() -> None:
    game = quiet({COMPANY: "2216"}, turn=LAST_NIGHT)
    withdrawal.end_turn(game)
    assert set(game.state.units) == {COMPANY}


# Demolitions


@pytest.mark.rule("gts:14.7/restrictions")
@pytest.mark.parametrize(("roll", "fate"), [(8, "blown"), (9, "tried-1")])
def test_the_first_enemy_at_a_mined_bridge_sees_it_blown_or_not(roll: int, fate: str) -> None:
    game = order({COMPANY: "2619"}, COMPANY, dice=[roll])
    choose(game, f"hex:{NORTH_END}")
    assert game.state.bridges == {MINED: fate}


@pytest.mark.rule("gts:14.7/restrictions")
def test_those_who_mined_it_do_not_blow_it() -> None:
    game = order({ENEMY: "2619"}, ENEMY)
    choose(game, f"hex:{NORTH_END}")
    assert game.state.bridges == {}


@pytest.mark.rule("gts:14.7/restrictions", "gts:14.3")
def test_the_mover_chooses_anew_after_it() -> None:
    start = Unit(at="2619", steps=2, column=True)
    game = order({COMPANY: start}, COMPANY, dice=[0])
    assert f"hex:{SOUTH_END}" in ids(game)
    choose(game, f"hex:{SOUTH_END}")
    assert (unit(game, COMPANY).at, game.decisions[0].prompt) == (NORTH_END, "move-on")
    assert reason(game, f"hex:{SOUTH_END}") == ("refused.bridge-gone", "14.7/restrictions")


@pytest.mark.rule("gts:14.7/restrictions")
@pytest.mark.parametrize(
    ("fate", "roll", "after"),
    [
        ("tried-1", 6, "blown"),
        ("tried-1", 7, "tried-2"),
        ("tried-2", 4, "blown"),
        ("tried-2", 5, "tried-3"),
        ("tried-7", 0, "blown"),
    ],
)
def test_each_later_activation_that_begins_so_brings_a_harder_roll(fate: str, roll: int, after: str) -> None:
    game = quiet({COMPANY: NORTH_END})
    game.dice = ScriptedDice([roll])
    game.state.bridges[MINED] = fate
    bridges_and_ferries.try_again(game)
    assert game.state.bridges[MINED] == after


@pytest.mark.rule("gts:14.7/restrictions")
def test_without_an_enemy_there_nobody_rolls() -> None:
    game = quiet({COMPANY: "2619"})
    game.state.bridges[MINED] = "tried-1"
    bridges_and_ferries.try_again(game)
    assert (game.state.bridges[MINED], game.state.rolls) == ("tried-1", 0)


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_blown_bridge_is_plain_river() -> None:
    start = Unit(at=NORTH_END, steps=2, column=True)
    assert f"hex:{SOUTH_END}" in ids(order({COMPANY: start}, COMPANY, bridges={MINED: "tried-1"}))
    game = order({COMPANY: start}, COMPANY, bridges={MINED: "blown"})
    assert MINED in closed_crossings(game, "leg")
    assert f"hex:{SOUTH_END}" not in ids(game)


@pytest.mark.rule("gts:14.7/restrictions")
def test_the_road_bridge_of_arnhem_is_not_mined() -> None:
    assert "3419" not in bridges_and_ferries.prepared(content())


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_scenario_without_the_rule_has_no_demolitions() -> None:
    assert bridges_and_ferries.prepared(content("krafft")) == {}


# The ferry


@pytest.mark.rule("gts:14.7/restrictions")
@pytest.mark.parametrize(("turn", "fate"), [(24, None), (25, "lost"), (30, "lost")])
def test_the_ferry_drifts_away_after_the_night_of_the_20th(turn: int, fate: str | None) -> None:
    game = quiet({}, turn=turn)
    bridges_and_ferries.end_turn(game)
    assert game.state.bridges.get("heveadorp") == fate


@pytest.mark.rule("gts:14.7/restrictions")
@pytest.mark.parametrize(("who", "fate"), [(ENEMY, "lost"), (COMPANY, None)])
def test_it_is_lost_at_once_when_germans_come_to_a_landing(who: str, fate: str | None) -> None:
    side = GERMAN if who == ENEMY else ALLIED
    game = quiet({who: "1820"})
    game.state.holders["1820"] = side
    bridges_and_ferries.reached(game, "1820")
    assert game.state.bridges.get("heveadorp") == fate


# Breaking a column (14.6)


@pytest.mark.rule("gts:14.6", "gts:29.12")
def test_breaking_a_column_is_no_action() -> None:
    game = order({COMPANY: at(OPEN, column=True)}, COMPANY)
    choose(game, "do:drop-column")
    assert (unit(game, COMPANY).column, unit(game, COMPANY).hits) == (False, 1)
    assert game.decisions[0].prompt == "action"
    assert "do:improve" in ids(game)
    assert COMPANY not in game.state.acted


@pytest.mark.rule("gts:14.6")
def test_it_may_be_the_end_of_a_unit() -> None:
    game = order({COMPANY: Unit(at=OPEN, steps=1, column=True, hits=2)}, COMPANY)
    choose(game, "do:drop-column")
    assert COMPANY in game.state.lost
    assert not game.decisions


@pytest.mark.rule("gts:14.6")
def test_a_unit_in_combat_formation_has_none_to_break() -> None:
    assert reason(order({COMPANY: OPEN}, COMPANY), "do:drop-column") == ("refused.not-in-column", "14.6")


@pytest.mark.rule("gts:14.6")
def test_it_may_come_before_a_second_action_too() -> None:
    game = order(
        {COMPANY: at(OPEN, column=True)}, COMPANY, active=activated(second=True), leaders={"lathbury": OPEN},
        points={"1ab": Points(3, 0)},
    )  # fmt: skip
    choose(game, "do:drop-column")
    assert game.decisions[0].prompt == "second-action"
    assert game.state.divisions["1ab"].command == 3


# The table of special rules


@pytest.mark.rule("gts:13.2/7")
def test_a_scenario_has_only_its_own() -> None:
    assert special(quiet({}, scenario="krafft"), "boats") is None
    assert special(quiet({}), "boats") is not None


@pytest.mark.rule("gts:29.15")
@pytest.mark.parametrize(("turn", "missing"), [(4, False), (5, True), (11, True), (12, False)])
def test_the_general_is_missing_for_a_day(turn: int, missing: bool) -> None:
    game = quiet({}, turn=turn)
    row = special(game, "missing-general")
    assert row is not None
    assert holds(game, row) is missing


def test_moments_are_in_the_order_of_the_turn_track() -> None:
    numbers = [now(quiet({}, turn=turn)) for turn in sorted(content().track)]
    assert numbers == sorted(set(numbers))
    assert moment(17, "night") < moment(18, "07:00")
