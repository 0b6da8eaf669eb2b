"""Chapters 1.2/stacking and 14.7: stacks, and how many units a hex holds."""

from __future__ import annotations

import pytest

from games.gts.marching import (
    COMPANY,
    EAST,
    ENEMY,
    FIFTH,
    FOURTH,
    MORTARS,
    NEXT,
    OPEN,
    PLATOON,
    SECOND,
    SIXTH,
    STREAM,
    THIRD,
    at,
    cost,
    order,
    reason,
)
from games.gts.positions import activated, choose, ids, position, quiet, unit
from games.gts.test_command import Idle
from sandtable.games.gts.movement.stacking import Overflow, column_in, crowded, may_stay
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.state import ALLIED, GERMAN, Points
from sandtable.games.gts.units import Game

FOUR = (SECOND, FOURTH, FIFTH, SIXTH)
OTHERS = ("4pb10-a", "4pb10-b", "4pb10-d", "4pb11-a")
"""Companies of another brigade, which the chit of the 1st does not activate."""


@pytest.mark.rule("gts:1.2/stacking")
@pytest.mark.rule("gts:14.7/limits")
def test_four_units_in_combat_formation_and_one_in_column_are_not_too_many() -> None:
    units = dict.fromkeys(FOUR, OPEN) | {COMPANY: at(OPEN, column=True)}
    assert crowded(quiet(units), ALLIED) == []


@pytest.mark.rule("gts:1.2/stacking")
@pytest.mark.rule("gts:14.7/limits")
def test_a_fifth_in_combat_formation_is() -> None:
    assert crowded(quiet(dict.fromkeys((*FOUR, COMPANY), OPEN)), ALLIED) == [OPEN]


@pytest.mark.rule("gts:1.2/stacking")
def test_steps_do_not_matter() -> None:
    small = {"1pb1-mg", "1pb2-mg", "1pb3-mg", "1pb1-mor", "1pb2-mor"}
    assert crowded(quiet(dict.fromkeys(small, OPEN)), ALLIED) == [OPEN]


@pytest.mark.rule("gts:14.6.1")
def test_a_column_is_found_among_the_units_of_a_hex() -> None:
    game = quiet({COMPANY: at(OPEN, column=True), SECOND: OPEN})
    assert column_in(game, OPEN)
    assert not column_in(game, OPEN, (COMPANY,))
    assert not column_in(game, NEXT)


@pytest.mark.rule("gts:14.7/limits")
def test_a_full_hex_is_passed_but_not_ended_in() -> None:
    game = order({COMPANY: OPEN} | dict.fromkeys(OTHERS, NEXT), COMPANY)
    assert reason(game, f"hex:{NEXT}") == ("refused.full", "14.7/limits")
    assert cost(game, THIRD) == 4.0


@pytest.mark.rule("gts:14.7/limits")
def test_a_move_may_end_in_a_full_hex_while_a_unit_there_may_still_leave_it() -> None:
    game = order({COMPANY: OPEN} | dict.fromkeys(FOUR, NEXT), COMPANY)
    assert cost(game, NEXT) == 2.0


def directed(points: int, *movers: str) -> Game:
    """Units that are told by Direct Command to move, with a full hex of their brigade before them."""
    return order(
        dict.fromkeys(movers, OPEN) | dict.fromkeys(FOUR, NEXT), *movers, active=activated("direct", "allied"),
        leaders={"lathbury": OPEN}, points={"1ab": Points(points, 0)},
    )  # fmt: skip


@pytest.mark.rule("gts:10.0.5/1")
@pytest.mark.rule("gts:14.7/limits")
def test_by_direct_command_nobody_makes_room_without_a_point_for_it() -> None:
    assert reason(directed(1, COMPANY), f"hex:{NEXT}") == ("refused.full", "14.7/limits")
    assert cost(directed(2, COMPANY), NEXT) == 2.0


@pytest.mark.rule("gts:10.0.5/1")
@pytest.mark.rule("gts:14.7/limits")
def test_two_do_not_make_room_with_one_point() -> None:
    game = directed(3, COMPANY, "1pb3-a")
    game.choose(f"hex:{NEXT}")
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")
    game = directed(4, COMPANY, "1pb3-a")
    game.choose(f"hex:{NEXT}")
    assert "do:stop" in ids(game)


@pytest.mark.rule("gts:14.7/limits")
def test_units_that_have_acted_or_are_suppressed_make_no_room() -> None:
    units = {name: at(NEXT, name, suppressed=True) for name in FOUR}
    assert not may_stay(order({COMPANY: OPEN} | units, COMPANY), NEXT, (COMPANY,))
    game = order({COMPANY: OPEN} | dict.fromkeys(FOUR, NEXT), COMPANY)
    game.state.acted |= dict.fromkeys(FOUR, "fire")
    assert not may_stay(game, NEXT, (COMPANY,))


@pytest.mark.rule("gts:14.7/limits")
@pytest.mark.rule("gts:22.3.3")
def test_units_in_entrenchments_make_no_room_for_it_takes_their_move_to_leave_them() -> None:
    units = {name: at(NEXT, name, works="entrenched") for name in FOUR}
    game = order({COMPANY: OPEN} | units, COMPANY)
    assert reason(game, f"hex:{NEXT}") == ("refused.full", "14.7/limits")


@pytest.mark.rule("gts:14.7/limits")
def test_a_stack_needs_room_for_all_of_it_where_it_ends() -> None:
    units = {COMPANY: OPEN, SECOND: OPEN} | dict.fromkeys(OTHERS[:3], THIRD)
    assert reason(order(units, COMPANY, SECOND), f"hex:{THIRD}") == ("refused.full", "14.7/limits")
    assert cost(order(units, COMPANY), THIRD) == 4.0


@pytest.mark.rule("gts:14.7")
@pytest.mark.rule("gts:14.7/limits")
def test_a_stack_leaves_a_unit_behind_where_there_is_room_for_one_and_goes_on() -> None:
    game = order({COMPANY: OPEN, SECOND: OPEN} | dict.fromkeys(OTHERS[:3], NEXT), COMPANY, SECOND)
    game.choose(f"hex:{NEXT}")
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")
    game.choose(f"split:{SECOND}")
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")
    game.choose(f"hex:{THIRD}")
    assert (unit(game, SECOND).at, unit(game, COMPANY).at) == (NEXT, THIRD)


@pytest.mark.rule("gts:14.7")
@pytest.mark.rule("gts:14.7/limits")
def test_a_stack_halted_by_fire_in_a_full_hex_leaves_nobody_there() -> None:
    """The enemy beside NEXT fires and misses, so the way on is chosen anew in the hex behind it, which is full."""
    full = dict.fromkeys(OTHERS, NEXT)
    game = order({COMPANY: THIRD, SECOND: THIRD, ENEMY: EAST} | full, COMPANY, SECOND, dice=[0, 9])
    choose(game, f"hex:{OPEN}", f"unit:{ENEMY}", f"unit:{COMPANY}")
    assert (unit(game, COMPANY).at, unit(game, SECOND).at) == (NEXT, NEXT)
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")
    assert reason(game, f"split:{SECOND}") == ("refused.full", "14.7/limits")


@pytest.mark.rule("gts:14.7")
@pytest.mark.rule("gts:14.7/limits")
def test_a_stack_of_several_classes_passes_a_full_hex_too() -> None:
    crowd = dict.fromkeys(("kra-2", "kra-4", "spi-1", "spi-2"), NEXT)
    game = order({"gra-5": OPEN, "gra-3": OPEN} | crowd, "gra-5", "gra-3")
    game.choose(f"hex:{NEXT}")
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")
    game.choose(f"hex:{THIRD}")
    assert "do:stop" in ids(game)


@pytest.mark.rule("gts:14.7/limits")
def test_the_activation_does_not_end_while_a_crowd_can_still_part() -> None:
    game = position(
        dict.fromkeys((*FOUR, COMPANY), OPEN), Idle(), Activation(step="pick"), active=activated(),
    )  # fmt: skip
    assert "do:end" not in ids(game)


@pytest.mark.rule("gts:14.7/limits")
def test_at_the_end_of_the_activation_the_owner_removes_what_is_too_much() -> None:
    game = position(dict.fromkeys((*FOUR, COMPANY), OPEN), Idle(), Overflow(side=ALLIED))
    assert ids(game) == {f"unit:{name}" for name in (*FOUR, COMPANY)}
    game.choose(f"unit:{FIFTH}")
    assert set(game.state.lost) == {FIFTH}
    assert crowded(game, ALLIED) == []


@pytest.mark.rule("gts:14.7/limits")
def test_units_in_hexes_that_are_not_too_full_are_not_removed() -> None:
    game = position(dict.fromkeys((*FOUR, COMPANY), OPEN) | {MORTARS: NEXT}, Idle(), Overflow(side=ALLIED))
    assert reason(game, f"unit:{MORTARS}") == ("refused.not-too-many", "14.7/limits")


@pytest.mark.rule("gts:14.7/limits")
def test_a_column_that_breaks_up_in_a_full_hex_has_to_go_on() -> None:
    game = order({COMPANY: at(NEXT, column=True)} | dict.fromkeys(OTHERS, OPEN), COMPANY)
    choose(game, f"hex:{OPEN}", "do:drop-column")
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")


@pytest.mark.rule("gts:14.6")
@pytest.mark.rule("gts:14.7/limits")
def test_a_column_does_not_end_for_its_last_point_in_a_full_hex() -> None:
    """Two clear hexes and a point for the column take three of its four points; the last takes it nowhere."""
    game = order({COMPANY: at(OPEN, column=True)} | dict.fromkeys(OTHERS, THIRD), COMPANY)
    game.choose(f"hex:{THIRD}")
    assert game.decisions[0].args["points"] == "2"
    assert reason(game, "do:uncolumn") == ("refused.full", "14.7/limits")
    assert "do:drop-column" in ids(game)
    game = order({COMPANY: at(NEXT, column=True)} | dict.fromkeys(OTHERS, THIRD), COMPANY)
    choose(game, f"hex:{THIRD}", "do:uncolumn")
    assert reason(game, "do:stop") == ("refused.full", "14.7/limits")


# Stacks on the move


@pytest.mark.rule("gts:14.7")
def test_a_stack_moves_together_at_the_pace_of_its_slowest() -> None:
    game = order({COMPANY: OPEN, PLATOON: OPEN}, COMPANY, PLATOON)
    assert (cost(game, NEXT), cost(game, THIRD)) == (2.0, None)
    game.choose(f"hex:{NEXT}")
    assert (unit(game, COMPANY).at, unit(game, PLATOON).at) == (NEXT, NEXT)


@pytest.mark.rule("gts:14.7")
def test_a_unit_that_is_left_behind_has_ended_its_move_and_the_rest_go_on() -> None:
    game = order({COMPANY: OPEN, PLATOON: OPEN}, COMPANY, PLATOON)
    choose(game, f"hex:{NEXT}", f"split:{PLATOON}", f"hex:{THIRD}")
    assert (unit(game, COMPANY).at, unit(game, PLATOON).at) == (THIRD, NEXT)
    assert game.state.acted[PLATOON] == "move"


@pytest.mark.rule("gts:14/ex-stack")
@pytest.mark.rule("gts:14.7")
def test_the_example_of_a_moving_stack() -> None:
    """EX-14-03: three units move a hex, the mortars stay, two go on; the second action costs a point each."""
    units = {COMPANY: OPEN, SECOND: OPEN, MORTARS: OPEN, ENEMY: STREAM}
    game = order(
        units, COMPANY, SECOND, MORTARS, leaders={"lathbury": OPEN}, points={"1ab": Points(9, 0)}
    )  # fmt: skip
    choose(game, f"hex:{NEXT}", f"split:{MORTARS}", f"hex:{EAST}", "do:stop")
    assert [unit(game, name).at for name in (COMPANY, SECOND, MORTARS)] == [EAST, EAST, NEXT]
    game.choose(f"unit:{COMPANY}")
    assert (game.decisions[0].prompt, game.decisions[0].args["points"]) == ("second-action", 2)
    assert not any(option.startswith("hex:") for option in ids(game))


@pytest.mark.rule("gts:14.7")
def test_a_stack_of_several_classes_pays_unit_by_unit() -> None:
    game = order({"gra-5": OPEN, "gra-3": OPEN}, "gra-5", "gra-3")
    assert {option for option in ids(game) if option.startswith("hex:")} == {
        f"hex:{label}" for label in ("1013", "1114", "1115", "1015", "0915", "0914")
    }
    choose(game, f"hex:{NEXT}", f"hex:{THIRD}", "split:gra-3")
    assert game.decisions[0].args["points"] == "12"


@pytest.mark.rule("gts:14.7/restrictions")
def test_a_stack_does_not_use_roads() -> None:
    game = order({COMPANY: "1018", SECOND: "1018"}, COMPANY, SECOND)
    assert cost(game, "1118") == 2.0
    assert "do:column" not in ids(game)


@pytest.mark.rule("gts:14.7/opfire")
def test_only_one_unit_of_a_stack_is_fired_at() -> None:
    game = order({COMPANY: NEXT, SECOND: NEXT, ENEMY: EAST}, COMPANY, SECOND)
    choose(game, f"hex:{OPEN}", f"unit:{ENEMY}")
    assert game.decisions[0].side == GERMAN
    assert ids(game) == {f"unit:{COMPANY}", f"unit:{SECOND}"}


@pytest.mark.rule("gts:17.7")
def test_what_stops_one_unit_of_a_stack_does_not_stop_the_others() -> None:
    game = order({COMPANY: NEXT, SECOND: NEXT, ENEMY: EAST}, COMPANY, SECOND)
    game.choose(f"hex:{OPEN}")
    game.state.units[COMPANY] = at(NEXT, suppressed=True)
    game.choose("do:hold")
    assert (unit(game, COMPANY).at, unit(game, SECOND).at) == (NEXT, OPEN)


@pytest.mark.rule("gts:14.8")
def test_of_a_stack_that_marches_on_those_that_fail_are_left_behind_with_a_hit() -> None:
    game = order({COMPANY: OPEN, SECOND: OPEN}, COMPANY, SECOND, dice=[9, 0])
    choose(game, "do:forced-march", f"hex:{NEXT}")
    assert [(unit(game, name).at, unit(game, name).hits) for name in (COMPANY, SECOND)] == [(OPEN, 1), (NEXT, 0)]
