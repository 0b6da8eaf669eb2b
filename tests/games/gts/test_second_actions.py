"""Chapter 10.0.2: the second action of stacks, also of those that have come apart or cannot all pay."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, EAST, ENEMY, MORTARS, NEXT, OPEN, SECOND, STREAM, at, order, reason
from games.gts.positions import choose, ids, position, unit
from games.gts.test_command import Idle
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.state import Active, Points
from sandtable.games.gts.units import Game
from sandtable.kernel.dice import ScriptedDice

CHIT = Active(chit="fmn-1para", kind="formation", side="allied", owner="1para")


def came_apart(*picked: str, command: int = 9) -> Game:
    """Mortars and two companies have moved a hex together; the companies went on and stand next to the enemy."""
    units = {COMPANY: OPEN, SECOND: OPEN, MORTARS: OPEN, ENEMY: STREAM}
    game = order(units, *picked, leaders={"lathbury": OPEN}, points={"1ab": Points(command, 0)})
    choose(game, f"hex:{NEXT}", f"split:{MORTARS}", f"hex:{EAST}", "do:stop")
    return game


@pytest.mark.rule("gts:10.0.2/stack", "gts:14.7", "gts:14/ex-stack")
def test_whoever_was_picked_first_the_companies_that_went_on_may_act_again() -> None:
    game = came_apart(MORTARS, COMPANY, SECOND)
    assert game.decisions[0].prompt == "second-part"
    assert ids(game) == {f"unit:{MORTARS}", f"unit:{COMPANY}", "do:no-second"}
    choose(game, f"unit:{COMPANY}")
    assert {"do:assault", "do:fire", f"drop:{COMPANY}", f"drop:{SECOND}"} <= ids(game)


@pytest.mark.rule("gts:10.0.2/stack", "gts:10.0.2/3")
def test_the_parts_of_a_stack_act_one_after_the_other_and_each_unit_pays() -> None:
    game = came_apart(COMPANY, SECOND, MORTARS)
    game.dice = ScriptedDice([9])
    choose(game, f"unit:{MORTARS}", f"unit:{ENEMY}")
    assert game.decisions[0].args["unit"] == COMPANY
    assert game.state.divisions["1ab"].command == 8


@pytest.mark.rule("gts:10.0.2/stack", "gts:10.0.2/4")
def test_after_one_part_has_acted_the_other_still_may_not_repeat_the_first_action() -> None:
    game = came_apart(COMPANY, SECOND, MORTARS)
    choose(game, f"unit:{MORTARS}", "do:no-second")
    assert game.decisions[0].args["unit"] == COMPANY
    assert reason(game, f"hex:{NEXT}") == ("refused.same-action", "10.0.2/4")


@pytest.mark.rule("gts:10.0.2/stack")
def test_a_part_that_declines_leaves_the_other_its_second_action() -> None:
    game = came_apart(COMPANY, SECOND, MORTARS)
    choose(game, f"unit:{COMPANY}", "do:no-second")
    assert (game.decisions[0].prompt, game.decisions[0].args["unit"]) == ("second-action", MORTARS)
    choose(game, "do:no-second")
    assert game.state.active is not None
    assert not game.state.active.second
    assert game.state.result is not None


@pytest.mark.rule("gts:10.0.2/stack")
def test_no_part_need_act_again() -> None:
    game = came_apart(COMPANY, SECOND, MORTARS)
    choose(game, "do:no-second")
    assert game.state.result is not None


@pytest.mark.rule("gts:10.0.2/stack", "gts:10.0.2/3")
def test_with_one_point_for_a_stack_of_two_the_owner_picks_who_acts_again() -> None:
    game = order(
        {COMPANY: EAST, SECOND: EAST, ENEMY: STREAM}, COMPANY, SECOND, leaders={"lathbury": EAST},
        points={"1ab": Points(1, 0)},
    )  # fmt: skip
    choose(game, "do:pass")
    assert ids(game) == {f"drop:{COMPANY}", f"drop:{SECOND}", "do:no-second"}
    assert reason(game, "do:assault") == ("refused.no-points-for-all", "10.0.2/stack")
    choose(game, f"drop:{COMPANY}")
    assert game.decisions[0].args["unit"] == SECOND
    assert "do:assault" in ids(game)


@pytest.mark.rule("gts:10.0.2/stack", "gts:19.2.2/effects")
def test_a_suppressed_unit_does_not_keep_its_stack_from_acting_again() -> None:
    units = {COMPANY: EAST, SECOND: at(EAST, suppressed=True), ENEMY: STREAM}
    game = order(units, SECOND, COMPANY, leaders={"lathbury": EAST}, points={"1ab": Points(2, 0)})
    choose(game, "do:pass")
    assert ids(game) == {f"drop:{COMPANY}", f"drop:{SECOND}", "do:no-second"}
    choose(game, f"drop:{SECOND}")
    assert "do:assault" in ids(game)


@pytest.mark.rule("gts:10.0.2/stack")
def test_nobody_is_left_out_if_the_rest_could_do_nothing() -> None:
    units = {COMPANY: at(OPEN, hits=1), SECOND: OPEN}
    game = order(units, SECOND, COMPANY, leaders={"lathbury": OPEN}, points={"1ab": Points(2, 0)})
    choose(game, f"hex:{NEXT}", "do:stop")
    assert ids(game) == {f"drop:{SECOND}", "do:no-second"}
    choose(game, f"drop:{SECOND}")
    assert "do:rally" in ids(game)


@pytest.mark.rule("gts:10.0.2/6", "gts:10.0.2/stack")
def test_to_turn_to_another_unit_forgoes_the_second_actions_of_all_parts() -> None:
    units = {COMPANY: OPEN, SECOND: OPEN, MORTARS: OPEN, ENEMY: STREAM, "1pb2-a": OPEN}
    game = position(
        units, Idle(), Activation(step="pick"), leaders={"lathbury": OPEN}, points={"1ab": Points(9, 0)}, active=CHIT,
    )  # fmt: skip
    choose(game, f"unit:{MORTARS}", f"join:{COMPANY}", f"hex:{NEXT}", f"split:{MORTARS}", f"hex:{EAST}", "do:stop")
    assert game.decisions[0].prompt == "second-part"
    choose(game, "unit:1pb2-a")
    assert game.decisions[0].prompt == "action"
    assert unit(game, MORTARS).at == NEXT
    assert f"unit:{MORTARS}" not in ids(game)
