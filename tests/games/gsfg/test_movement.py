"""Chapter 10, with 5.8 and 5.10: movement."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.gsfg.flights import is_over, refused, run
from games.gsfg.positions import choose, content, ids, quiet, where
from sandtable.games.gsfg.events import Moved
from sandtable.games.gsfg.movement.allowance import allowance, is_pinned, may_march, why_immobile
from sandtable.games.gsfg.movement.costs import mover
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, controller
from sandtable.mechanics.roster import change

TANKS, MORE_TANKS, GUNS = "su-10g-tk", "su-12g-tk", "su-34g-art"
GUARDS = "su-27g-mr"
AMERICANS, GERMANS, ALPINE, PARAS = "us-3-arm", "frg-5", "frg-8", "us-82-abn"
OPEN, NEXT, SECOND = "2530", "2531", "2532"
"""Clear hexes in a row with clear hexes around and no rivers, in West Germany."""
EAST, WEST = "3025", "3026"
"""Clear hexes on either side of the inner German border."""
FOOT, PEAK = "1137", "1138"
"""A clear hex in the far south-west and a mountain next to it."""
WUERZBURG = "2527"


def terrain(*labels: str) -> list[str]:
    return [content().terrain[label] for label in labels]


def between(a: str, b: str) -> frozenset[str]:
    """The features of the hexside between two hexes."""
    board = content().board
    return board.side_features(board.index[a], board.direction(board.index[a], board.index[b]))


def cost(a: str, b: str, unit_id: str = AMERICANS, *, turn: int = 5, road: bool = False) -> int:
    """What it costs a unit to go from a hex to the next."""
    kind = content().counters[unit_id]
    game = quiet({}, turn=turn)
    board = content().board
    costs = mover(game, kind.side, kind.type == "mountain_infantry", road)
    return costs.step(board.index[a], board.index[b])


def phase(
    units: Mapping[str, str],
    side: str = NATO,
    group: str = "",
    *,
    turn: int = 5,
    captured: Mapping[str, str] | None = None,
    fought: tuple[str, ...] = (),
) -> Game:
    """A movement phase about to begin its moves."""
    group = group or ("nato" if side == NATO else "main")
    game = run(units, turn=turn, active=side, captured=captured)
    for unit_id in fought:
        change(game, unit_id, fought=True)
    game.state.stack.append(MovementPhase(side=side, group=group))
    game.advance()
    return game


def farthest(game: Game) -> int:
    """The dearest hex that is offered."""
    return int(max(option.cost or 0 for option in game.decisions[0].options))


def test_the_hexes_of_these_tests_are_what_they_should_be() -> None:
    row = (OPEN, NEXT, SECOND)
    assert (terrain(*row, EAST, WEST), between(OPEN, NEXT), between(EAST, WEST)) == (
        ["clear"] * 5,
        frozenset(),
        {"border"},
    )


# 5.8


@pytest.mark.rule("gsfg:5.8")
def test_a_soviet_unit_that_starts_next_to_nato_may_not_move() -> None:
    game = phase({TANKS: OPEN, AMERICANS: NEXT}, SOVIET)
    assert refused(game, f"unit:{TANKS}") == ("refused.pinned", "5.8")


@pytest.mark.rule("gsfg:5.8")
def test_a_nato_unit_that_starts_next_to_the_enemy_may_move() -> None:
    assert f"unit:{AMERICANS}" in ids(phase({TANKS: OPEN, AMERICANS: NEXT}))


@pytest.mark.rule("gsfg:5.8")
def test_a_river_between_lets_a_soviet_unit_go() -> None:
    here, there = "1008", "1009"
    assert between(here, there) == {"river"}
    assert f"unit:{TANKS}" in ids(phase({TANKS: here, AMERICANS: there}, SOVIET))


@pytest.mark.rule("gsfg:5.8")
def test_a_lake_or_sea_hexside_between_lets_a_soviet_unit_go() -> None:
    here, there = "2002", "2003"
    assert between(here, there) == {"shore"}
    assert f"unit:{TANKS}" in ids(phase({TANKS: here, AMERICANS: there}, SOVIET))


@pytest.mark.rule("gsfg:5.8")
def test_one_enemy_across_land_is_enough_whoever_is_across_the_river() -> None:
    here, river, land = "1109", "1209", "1009"
    assert (between(here, river), between(here, land)) == ({"river"}, frozenset())
    game = quiet({TANKS: here, AMERICANS: river, GERMANS: land})
    assert is_pinned(game, TANKS, game.state.units[TANKS])


@pytest.mark.rule("gsfg:5.8")
def test_a_unit_is_pinned_by_where_it_started_not_by_where_it_meets_the_enemy() -> None:
    game = phase({TANKS: OPEN, AMERICANS: "2534"}, SOVIET, captured={WUERZBURG: SOVIET})
    choose(game, f"unit:{TANKS}", f"hex:{SECOND}")
    assert f"hex:{NEXT}" in ids(game)


@pytest.mark.rule("gsfg:5.4/5")
@pytest.mark.parametrize(("turn", "moves"), [(3, True), (4, False)])
def test_the_8th_guards_army_moves_away_from_the_enemy_for_three_turns(turn: int, moves: bool) -> None:
    game = phase({GUARDS: OPEN, AMERICANS: NEXT}, SOVIET, "8ga" if turn <= 3 else "main", turn=turn)
    assert (f"unit:{GUARDS}" in ids(game)) is moves


@pytest.mark.rule("gsfg:5.4/5")
def test_other_soviet_units_are_pinned_from_the_first_turn() -> None:
    game = phase({TANKS: OPEN, AMERICANS: NEXT}, SOVIET, turn=1)
    assert refused(game, f"unit:{TANKS}") == ("refused.pinned", "5.8")


# 5.6, 5.10, 10.15


@pytest.mark.rule("gsfg:5.6")
@pytest.mark.parametrize(("turn", "points"), [(1, 4), (2, 8)])
def test_nato_moves_half_as_far_in_the_first_turn(turn: int, points: int) -> None:
    assert allowance(quiet({AMERICANS: OPEN}, turn=turn), AMERICANS, road=False) == points


@pytest.mark.rule("gsfg:5.10")
@pytest.mark.rule("gsfg:10.15")
@pytest.mark.parametrize(("turn", "road", "points"), [(1, False, 2), (1, True, 3), (2, False, 1), (2, True, 1)])
def test_a_border_costs_the_soviets_extra_in_the_first_turn(turn: int, road: bool, points: int) -> None:
    assert cost(EAST, WEST, TANKS, turn=turn, road=road) == points


@pytest.mark.rule("gsfg:5.10")
@pytest.mark.rule("gsfg:10.15")
def test_a_border_costs_nato_nothing() -> None:
    assert cost(WEST, EAST, AMERICANS, turn=1) == 1


@pytest.mark.rule("gsfg:5.10")
def test_every_unit_of_a_stack_pays_for_the_border() -> None:
    game = phase({TANKS: EAST, MORE_TANKS: EAST}, SOVIET, turn=1)
    choose(game, f"unit:{TANKS}", f"join:{MORE_TANKS}", f"hex:{WEST}")
    assert [game.state.units[unit_id].spent for unit_id in (TANKS, MORE_TANKS)] == [2, 2]


@pytest.mark.rule("gsfg:5.10")
def test_both_sides_may_use_road_mode_in_the_first_turn() -> None:
    game = quiet({TANKS: "3221", AMERICANS: OPEN}, turn=1)
    assert (may_march(game, TANKS), may_march(game, AMERICANS)) == (True, True)


# 10.1, 10.2


@pytest.mark.rule("gsfg:10.1")
@pytest.mark.rule("gsfg:2.10")
def test_a_unit_spends_its_movement_factor_hex_by_hex() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{SECOND}")
    assert (game.state.units[AMERICANS].spent, farthest(game)) == (2, 6)


@pytest.mark.rule("gsfg:10.1")
def test_nothing_beyond_the_movement_factor_is_offered() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}")
    assert (farthest(game), refused(game, "hex:4030")) == (8, ("refused.too-far", "10.1"))


@pytest.mark.rule("gsfg:10.1")
def test_the_path_is_shown_before_the_move() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}")
    assert game.preview(f"hex:{SECOND}").path == (OPEN, NEXT, SECOND)


@pytest.mark.rule("gsfg:10.1")
@pytest.mark.rule("gsfg:3.3")
def test_every_hex_on_the_way_changes_hands() -> None:
    game = phase({TANKS: OPEN}, SOVIET, captured={WUERZBURG: SOVIET})
    choose(game, f"unit:{TANKS}", f"hex:{SECOND}")
    assert (controller(game, NEXT), controller(game, SECOND)) == (SOVIET, SOVIET)


@pytest.mark.rule("gsfg:10.1")
def test_the_enemy_does_not_move_in_ones_own_phase() -> None:
    game = phase({AMERICANS: OPEN, TANKS: "2534"})
    assert refused(game, f"unit:{TANKS}") == ("refused.enemy-to-attack", "10.1")


@pytest.mark.rule("gsfg:10.2")
def test_a_unit_moves_once_in_a_phase() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", "do:stop")
    assert refused(game, f"unit:{AMERICANS}") == ("refused.moved", "10.2")


@pytest.mark.rule("gsfg:10.2")
def test_no_unit_need_move() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, "do:done")
    assert (is_over(game), where(game, AMERICANS)) == (True, OPEN)


@pytest.mark.rule("gsfg:10.2")
def test_points_left_over_are_gone() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", "do:stop", "do:done")
    game.state.stack.append(MovementPhase(side=NATO, group="nato"))
    game.advance()
    choose(game, f"unit:{AMERICANS}")
    assert farthest(game) == 8


@pytest.mark.rule("gsfg:10.2")
def test_one_move_is_finished_before_another_begins() -> None:
    game = phase({AMERICANS: OPEN, GERMANS: "2430"})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", f"unit:{GERMANS}", "do:stop")
    assert f"unit:{AMERICANS}" not in ids(game)


@pytest.mark.rule("gsfg:10.2")
def test_a_unit_put_down_without_a_step_may_still_move() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", "do:stop", f"unit:{AMERICANS}", f"hex:{NEXT}", "do:stop")
    assert (where(game, AMERICANS), f"unit:{AMERICANS}" in ids(game)) == (NEXT, False)


@pytest.mark.rule("gsfg:10.2", "gsfg:7.2")
def test_a_unit_put_down_moves_once_others_have_made_room() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": NEXT, "us-1-arm": NEXT})
    choose(game, f"unit:{AMERICANS}")
    barred = refused(game, f"hex:{NEXT}")
    choose(game, "do:stop", "unit:us-8-mech", f"hex:{SECOND}", "do:stop", f"unit:{AMERICANS}", f"hex:{NEXT}")
    assert (barred, where(game, AMERICANS)) == (("refused.over-stacked", "7.1"), NEXT)


@pytest.mark.rule("gsfg:10.2", "gsfg:10.5")
def test_a_stack_put_down_may_still_move_together() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": OPEN})
    choose(game, f"unit:{AMERICANS}", "join:us-8-mech", "do:stop", "unit:us-8-mech", f"join:{AMERICANS}")
    choose(game, f"hex:{NEXT}", "do:stop")
    assert (where(game, AMERICANS), where(game, "us-8-mech")) == (NEXT, NEXT)


@pytest.mark.rule("gsfg:6.12", "gsfg:10.2")
def test_an_air_mobile_unit_put_down_may_still_fly() -> None:
    game = phase({"us-101-am": OPEN})
    choose(game, "unit:us-101-am", "do:stop", "unit:us-101-am", f"hex:{SECOND}")
    assert where(game, "us-101-am") == SECOND


# 10.3


@pytest.mark.rule("gsfg:10.3")
def test_a_unit_can_always_move_one_hex() -> None:
    """Guns that have fired, without supply, have a point left of six, and a mountain costs three."""
    assert (terrain(PEAK), between(FOOT, PEAK)) == (["mountain"], frozenset())
    game = phase({GUNS: FOOT}, SOVIET, fought=(GUNS,))
    choose(game, f"unit:{GUNS}")
    assert (allowance(game, GUNS, road=False), f"hex:{PEAK}" in ids(game)) == (1, True)


@pytest.mark.rule("gsfg:10.3")
def test_the_one_hex_takes_all_its_points() -> None:
    game = phase({GUNS: FOOT}, SOVIET, fought=(GUNS,))
    choose(game, f"unit:{GUNS}", f"hex:{PEAK}")
    assert (where(game, GUNS), game.decisions[0].prompt) == (PEAK, "move-unit")


@pytest.mark.rule("gsfg:10.3")
def test_the_guarantee_does_not_open_a_forbidden_hexside() -> None:
    game = phase({AMERICANS: "2002"})
    choose(game, f"unit:{AMERICANS}")
    assert "hex:2003" not in {option.id for option in game.decisions[0].options if option.cost == 1}


@pytest.mark.rule("gsfg:10.3")
def test_the_guarantee_does_not_cover_units_that_may_not_move() -> None:
    game = phase({"nl-t": "1309"})
    assert refused(game, "unit:nl-t") == ("refused.territorial", "9.6")


@pytest.mark.rule("gsfg:10.3")
def test_the_8th_guards_army_does_not_move_in_the_main_phase() -> None:
    game = phase({GUARDS: "3221", TANKS: "3222"}, SOVIET, turn=3)
    assert refused(game, f"unit:{GUARDS}") == ("refused.not-in-group", "5.4")


# 10.4


@pytest.mark.rule("gsfg:10.4")
def test_a_hex_with_an_enemy_is_closed() -> None:
    game = phase({AMERICANS: OPEN, TANKS: NEXT})
    choose(game, f"unit:{AMERICANS}")
    assert refused(game, f"hex:{NEXT}") == ("refused.enemy-in-hex", "10.4")


# 10.5 to 10.7


@pytest.mark.rule("gsfg:10.5")
def test_units_that_start_together_may_move_together() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": OPEN})
    choose(game, f"unit:{AMERICANS}", "join:us-8-mech", f"hex:{SECOND}", "do:stop")
    assert (where(game, AMERICANS), where(game, "us-8-mech")) == (SECOND, SECOND)


@pytest.mark.rule("gsfg:10.5")
def test_they_need_not() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{SECOND}", "do:stop")
    assert (where(game, "us-8-mech"), "unit:us-8-mech" in ids(game)) == (OPEN, True)


@pytest.mark.rule("gsfg:10.5")
def test_units_met_on_the_way_do_not_join() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": NEXT})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}")
    assert refused(game, "join:us-8-mech") == ("refused.not-stacked", "10.5")


@pytest.mark.rule("gsfg:10.5")
def test_a_unit_joined_later_in_the_phase_does_not_move_along() -> None:
    """One that has come to the hex of another may not be taken along by it."""
    game = phase({AMERICANS: OPEN, "us-8-mech": NEXT})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", "do:stop", "unit:us-8-mech")
    assert f"join:{AMERICANS}" not in ids(game)


@pytest.mark.rule("gsfg:10.5")
def test_two_groups_never_move_as_one_stack() -> None:
    game = phase({GUARDS: "3221", "gdr-4-mr": "3221"}, SOVIET, "8ga", turn=1)
    choose(game, f"unit:{GUARDS}")
    assert "join:gdr-4-mr" not in ids(game)


def stack_under_way() -> Game:
    """An armored division and the mountain division with it, two hexes on."""
    game = phase({GERMANS: OPEN, ALPINE: OPEN})
    choose(game, f"unit:{GERMANS}", f"join:{ALPINE}", f"hex:{SECOND}")
    return game


@pytest.mark.rule("gsfg:10.6")
def test_a_unit_splits_off_and_the_rest_goes_on() -> None:
    game = stack_under_way()
    choose(game, f"split:{ALPINE}", "hex:2431", "do:stop", "hex:2631", "do:stop")
    assert (where(game, ALPINE), where(game, GERMANS)) == ("2431", "2631")


@pytest.mark.rule("gsfg:10.6")
def test_a_unit_that_has_split_off_goes_first() -> None:
    game = stack_under_way()
    choose(game, f"split:{ALPINE}")
    assert game.decisions[0].args["unit"] == ALPINE


@pytest.mark.rule("gsfg:10.6")
def test_once_another_move_has_begun_the_first_is_over() -> None:
    game = phase({GERMANS: OPEN, ALPINE: OPEN, AMERICANS: "2630"})
    choose(game, f"unit:{GERMANS}", f"join:{ALPINE}", f"hex:{SECOND}", "do:stop", f"unit:{AMERICANS}", "do:stop")
    assert {f"unit:{GERMANS}", f"unit:{ALPINE}"}.isdisjoint(ids(game))


@pytest.mark.rule("gsfg:10.7")
def test_a_stack_moves_at_the_lowest_factor() -> None:
    game = phase({GERMANS: OPEN, ALPINE: OPEN})
    choose(game, f"unit:{GERMANS}", f"join:{ALPINE}")
    assert farthest(game) == 6


@pytest.mark.rule("gsfg:10.7")
def test_the_slow_unit_is_dropped_and_the_others_go_on() -> None:
    game = phase({GERMANS: OPEN, ALPINE: OPEN})
    choose(game, f"unit:{GERMANS}", f"join:{ALPINE}")
    last = next(option.id for option in game.decisions[0].options if option.cost == 6)
    choose(game, last, f"split:{ALPINE}")
    assert (game.decisions[0].args["unit"], farthest(game)) == (GERMANS, 2)


@pytest.mark.rule("gsfg:10.7")
def test_a_dropped_unit_has_had_its_move() -> None:
    game = phase({GERMANS: OPEN, ALPINE: OPEN})
    choose(game, f"unit:{GERMANS}", f"join:{ALPINE}")
    last = next(option.id for option in game.decisions[0].options if option.cost == 6)
    choose(game, last, f"split:{ALPINE}", "do:stop")
    assert f"unit:{ALPINE}" not in ids(game)


@pytest.mark.rule("gsfg:10.7")
@pytest.mark.rule("gsfg:10.11")
def test_each_unit_of_a_stack_pays_by_its_own_type() -> None:
    here, rough = "2533", "2534"
    assert (terrain(rough), between(here, rough)) == (["rough"], frozenset())
    game = phase({GERMANS: here, ALPINE: here})
    choose(game, f"unit:{GERMANS}", f"join:{ALPINE}", f"hex:{rough}")
    assert (game.state.units[GERMANS].spent, game.state.units[ALPINE].spent) == (2, 1)


@pytest.mark.rule("gsfg:10.3")
@pytest.mark.rule("gsfg:10.7")
def test_the_guarantee_of_a_slow_unit_is_no_discount_for_a_fast_one() -> None:
    """A stack of guns that have fired, without supply, and tanks enters a mountain."""
    game = phase({TANKS: FOOT, GUNS: FOOT}, SOVIET, fought=(GUNS,))
    choose(game, f"unit:{TANKS}", f"join:{GUNS}", f"hex:{PEAK}")
    assert (game.state.units[GUNS].spent, game.state.units[TANKS].spent) == (1, 3)


@pytest.mark.rule("gsfg:10.5")
@pytest.mark.parametrize(
    ("unit_id", "why"),
    [
        ("frg-t-i-1", ("refused.territorial", "9.6")),
        ("us-101-am", ("refused.flies-alone", "6.12")),
        (GERMANS, ("refused.not-stacked", "10.5")),
        (TANKS, ("refused.enemy-to-attack", "10.1")),
    ],
)
def test_who_may_not_come_along_is_told_why(unit_id: str, why: tuple[str, str]) -> None:
    units = {AMERICANS: OPEN, "frg-t-i-1": OPEN, "us-101-am": OPEN, GERMANS: "2430", TANKS: "2438"}
    game = phase(units)
    choose(game, f"unit:{AMERICANS}")
    assert refused(game, f"join:{unit_id}") == why


@pytest.mark.rule("gsfg:10.2", "gsfg:10.5")
def test_in_the_middle_of_a_move_who_may_not_move_or_join_is_told_why() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": OPEN, "frg-t-i-1": OPEN, GERMANS: "2430"})
    choose(game, f"unit:{GERMANS}", "hex:2431", f"unit:{AMERICANS}", f"hex:{NEXT}")
    asked = (f"unit:{GERMANS}", "unit:frg-t-i-1", "join:us-8-mech")
    assert [refused(game, option) for option in asked] == [
        ("refused.moved", "10.2"),
        ("refused.territorial", "9.6"),
        ("refused.under-way", "10.5"),
    ]


@pytest.mark.rule("gsfg:10.6", "gsfg:6.9")
def test_supply_flown_in_the_middle_of_a_move_does_not_end_it() -> None:
    game = phase({AMERICANS: OPEN, GERMANS: "2430"})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", "do:aerial-supply", "hex:2630")
    left = farthest(game)
    choose(game, f"hex:{SECOND}", "do:stop")
    assert (left, where(game, AMERICANS), game.state.aerial_supply) == (7, SECOND, "2630")


@pytest.mark.rule("gsfg:10.6", "gsfg:6.9")
def test_supply_flown_for_one_that_has_split_off_leaves_both_moves_open() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": OPEN})
    choose(game, f"unit:{AMERICANS}", "join:us-8-mech", f"hex:{NEXT}", "split:us-8-mech", "do:aerial-supply")
    choose(game, "hex:2630", f"hex:{SECOND}", "do:stop", f"hex:{OPEN}", "do:stop")
    assert (where(game, "us-8-mech"), where(game, AMERICANS)) == (SECOND, OPEN)


@pytest.mark.rule("gsfg:8.12", "gsfg:6.9")
def test_supply_flown_in_before_a_unit_sets_out_gives_it_its_whole_move() -> None:
    game = phase({AMERICANS: OPEN}, captured=dict.fromkeys(content().city_labels, SOVIET))
    choose(game, f"unit:{AMERICANS}")
    starved = farthest(game)
    choose(game, "do:aerial-supply", f"hex:{OPEN}")
    assert (starved, farthest(game)) == (4, 8)


@pytest.mark.rule("gsfg:8.12", "gsfg:6.9")
def test_supply_flown_in_after_a_step_comes_too_late_for_the_move() -> None:
    game = phase({AMERICANS: OPEN}, captured=dict.fromkeys(content().city_labels, SOVIET))
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", "do:aerial-supply", f"hex:{NEXT}")
    assert farthest(game) == 3


@pytest.mark.rule("gsfg:10.6", "gsfg:6.9")
def test_supply_is_flown_once_in_a_move_too() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}", "do:aerial-supply", f"hex:{NEXT}")
    assert "do:aerial-supply" not in ids(game)


# 10.8 to 10.16


@pytest.mark.rule("gsfg:10.8")
@pytest.mark.rule("gsfg:10.9")
def test_a_hex_has_one_natural_terrain_and_perhaps_a_city() -> None:
    natural = {"clear", "rough", "heath", "mountain"}
    data = content()
    odd = [
        info.label
        for info in data.board.hexes
        if info.terrain not in ("sea", "lake") and info.data.get("natural", info.terrain) not in natural
    ]
    assert odd == []


@pytest.mark.rule("gsfg:10.9")
@pytest.mark.parametrize(
    ("here", "there", "kind", "others", "mountaineers"),
    [
        (OPEN, NEXT, "clear", 1, 1),
        ("1025", "1125", "rough", 2, 1),
        ("1137", "1138", "mountain", 3, 2),
        ("2106", "2105", "heath", 3, 3),
        ("1216", "1215", "city", 2, 2),
    ],
)
def test_what_terrain_costs(here: str, there: str, kind: str, others: int, mountaineers: int) -> None:
    assert (terrain(there), between(here, there)) == ([kind], frozenset())
    assert (cost(here, there), cost(here, there, ALPINE)) == (others, mountaineers)


@pytest.mark.rule("gsfg:10.10")
def test_clear_costs_every_unit_one_point() -> None:
    assert {cost(OPEN, NEXT), cost(OPEN, NEXT, ALPINE), cost(OPEN, NEXT, TANKS)} == {1}


@pytest.mark.rule("gsfg:10.11")
def test_rough_is_half_as_dear_for_mountain_infantry() -> None:
    assert (cost("1025", "1125"), cost("1025", "1125", ALPINE)) == (2, 1)


@pytest.mark.rule("gsfg:10.12")
def test_mountains_cost_three_and_mountain_infantry_two() -> None:
    assert (cost("1137", "1138"), cost("1137", "1138", ALPINE)) == (3, 2)


@pytest.mark.rule("gsfg:10.13")
def test_heath_costs_every_unit_three() -> None:
    assert (cost("2106", "2105"), cost("2106", "2105", ALPINE)) == (3, 3)


@pytest.mark.rule("gsfg:10.14")
@pytest.mark.parametrize(
    ("here", "there", "feature"), [("1008", "1009", "river"), ("1029", "1129", "stream"), ("1603", "1703", "canal")]
)
def test_a_river_costs_one_more(here: str, there: str, feature: str) -> None:
    assert (terrain(there), between(here, there)) == (["clear"], {feature})
    assert (cost(here, there), cost(here, there, ALPINE)) == (2, 2)


@pytest.mark.rule("gsfg:10.14")
def test_nobody_crosses_a_lake_or_sea_hexside() -> None:
    game = phase({AMERICANS: "3900"})
    assert between("3801", "3900") == {"shore"}
    choose(game, f"unit:{AMERICANS}")
    direct = [option.id for option in game.decisions[0].options if option.cost == 1]
    assert "hex:3801" not in direct


@pytest.mark.rule("gsfg:10.14")
def test_nobody_enters_water() -> None:
    game = phase({AMERICANS: "2300"})
    choose(game, f"unit:{AMERICANS}")
    water = next(label for label in content().board.labels if content().terrain[label] == "sea")
    assert refused(game, f"hex:{water}") == ("refused.water", "10.14")


@pytest.mark.rule("gsfg:10.15")
def test_a_border_has_no_effect_after_the_first_turn() -> None:
    assert cost(EAST, WEST, TANKS, turn=2) == cost(WEST, EAST, AMERICANS) == 1


@pytest.mark.rule("gsfg:10.16")
def test_a_city_costs_two_whatever_lies_around_it() -> None:
    data = content()
    rugged = [label for label in data.city_labels if data.board.named(label).data["natural"] != "clear"]
    entries = {
        cost(near, label)
        for label in (*rugged, WUERZBURG)
        for near in data.adjacent[label]
        if not between(near, label) and data.terrain[near] not in ("sea", "lake")
    }
    assert entries == {2}


# 10.17


@pytest.mark.rule("gsfg:10.17")
def test_road_mode_doubles_the_movement_factor() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", "do:road-mode")
    assert farthest(game) == 16


@pytest.mark.rule("gsfg:10.17")
def test_road_mode_needs_overland_supply() -> None:
    game = quiet({TANKS: OPEN}, air=SOVIET)
    game.state.aerial_supply = OPEN
    assert not may_march(game, TANKS)


@pytest.mark.rule("gsfg:10.17")
def test_a_unit_next_to_an_enemy_may_not_march_even_across_water() -> None:
    game = phase({AMERICANS: "1009", TANKS: "1008"})
    choose(game, f"unit:{AMERICANS}")
    assert refused(game, "do:road-mode") == ("refused.road-mode", "10.17")


@pytest.mark.rule("gsfg:10.17")
def test_road_mode_keeps_away_from_the_enemy() -> None:
    game = phase({AMERICANS: "2526", TANKS: OPEN})
    choose(game, f"unit:{AMERICANS}", "do:road-mode")
    assert refused(game, "hex:2529") == ("refused.road-near-enemy", "10.17")


@pytest.mark.rule("gsfg:10.17")
def test_regular_movement_may_end_next_to_the_enemy() -> None:
    game = phase({AMERICANS: "2526", TANKS: OPEN})
    choose(game, f"unit:{AMERICANS}")
    assert "hex:2529" in ids(game)


@pytest.mark.rule("gsfg:10.17")
def test_the_mode_cannot_change_on_the_way() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{NEXT}")
    assert refused(game, "do:road-mode") == ("refused.road-mode", "10.17")


@pytest.mark.rule("gsfg:10.17")
def test_a_unit_that_has_attacked_may_not_march() -> None:
    game = phase({AMERICANS: OPEN}, fought=(AMERICANS,))
    choose(game, f"unit:{AMERICANS}")
    assert "do:road-mode" not in ids(game)


@pytest.mark.rule("gsfg:10.17")
def test_a_marching_stack_takes_no_one_along_who_may_not_march() -> None:
    game = phase({AMERICANS: OPEN, "us-8-mech": OPEN}, fought=("us-8-mech",))
    choose(game, f"unit:{AMERICANS}", "do:road-mode")
    assert "join:us-8-mech" not in ids(game)


@pytest.mark.rule("gsfg:10.17")
def test_a_march_is_remembered() -> None:
    game = phase({GUNS: "3819"}, SOVIET)
    choose(game, f"unit:{GUNS}", "do:road-mode", "hex:3820")
    assert game.state.units[GUNS].marched


@pytest.mark.rule("gsfg:10.17")
def test_a_unit_that_has_flown_moves_no_more() -> None:
    game = quiet({PARAS: OPEN})
    change(game, PARAS, flew=True)
    refusal = why_immobile(game, PARAS)
    assert refusal is not None
    assert refusal.reason == "refused.flew"


@pytest.mark.rule("gsfg:10.17")
@pytest.mark.rule("gsfg:5.6")
@pytest.mark.rule("gsfg:7.6")
@pytest.mark.parametrize(("mixed", "points"), [(False, 8), (True, 7)])
def test_road_mode_is_doubled_then_halved_then_reduced(mixed: bool, points: int) -> None:
    game = quiet({AMERICANS: OPEN}, turn=1)
    change(game, AMERICANS, mixed=mixed)
    assert allowance(game, AMERICANS, road=True) == points


@pytest.mark.rule("gsfg:5.6")
@pytest.mark.rule("gsfg:8.11")
def test_every_cause_of_halving_halves_again() -> None:
    game = quiet({AMERICANS: OPEN}, turn=1, captured={"2024": SOVIET})
    assert allowance(game, AMERICANS, road=False) == 2


# 10.18


@pytest.mark.rule("gsfg:10.18")
@pytest.mark.parametrize(("fought", "points"), [(False, 6), (True, 3)])
def test_artillery_that_has_fired_moves_half_as_far(fought: bool, points: int) -> None:
    game = quiet({GUNS: "3819"})
    change(game, GUNS, fought=fought)
    assert allowance(game, GUNS, road=False) == points


@pytest.mark.rule("gsfg:10.18")
def test_other_units_that_have_fought_move_as_far_as_ever() -> None:
    game = quiet({TANKS: "3819"})
    change(game, TANKS, fought=True)
    assert allowance(game, TANKS, road=False) == 8


# 10.19


@pytest.mark.rule("gsfg:10.19")
def test_nobody_leaves_the_map() -> None:
    game = phase({AMERICANS: "1010"})
    choose(game, f"unit:{AMERICANS}")
    moves = [option.id for option in game.decisions[0].options if option.id.startswith("hex:")]
    assert {move.removeprefix("hex:") for move in moves} <= set(content().board.labels)


@pytest.mark.rule("gsfg:10.19")
def test_what_lies_outside_the_area_of_a_scenario_is_not_on_its_map() -> None:
    assert "2024" in content("fulda-gap").board.index
    assert "1010" not in content("fulda-gap").board.index


@pytest.mark.rule("gsfg:10.1")
def test_a_move_says_what_it_cost() -> None:
    game = phase({AMERICANS: OPEN})
    choose(game, f"unit:{AMERICANS}", f"hex:{SECOND}")
    said = [event for event in game.events if isinstance(event, Moved)]
    assert said == [Moved(rule="10.1", units=(AMERICANS,), path=(OPEN, NEXT, SECOND), cost=2)]
