"""Chapters 10.0.2, 10.0.5 and 18.3: what stacks do together, though they come apart, cannot pay or hold a column."""

from __future__ import annotations

import pytest

from games.gts.marching import COMPANY, EAST, ENEMY, MORTARS, NEXT, OPEN, SECOND, STREAM, at, order, reason
from games.gts.positions import choose, ids, position, unit
from games.gts.test_command import Idle
from sandtable.games.gts.fire.opportunity_fire import OpportunityFire
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.state import Active, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Option
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
    assert game.decisions[0].prompt == "second-without"
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


# Stacks under Direct Command, and stacks with a column


def direct(units: dict[str, str | Unit], *joined: str, command: int = 9) -> Game:
    """Units of the first brigade are activated together by a Direct Command chit."""
    game = position(
        units, Idle(), Activation(step="pick"), leaders={"lathbury": EAST}, points={"1ab": Points(command, 0)},
        active=Active(chit="dc-allied", kind="direct", side="allied", owner="allied"),
    )  # fmt: skip
    choose(game, f"unit:{joined[0]}", *(f"join:{unit_id}" for unit_id in joined[1:]))
    return game


def kinds(game: Game) -> set[str]:
    """What the open options do, wherever it leads."""
    return {option.split(":")[0] if option.startswith(("hex", "unit")) else option for option in ids(game)}


@pytest.mark.rule("gts:10.0.5/7")
def test_direct_command_activates_a_stack_to_move_or_assault_and_for_nothing_else() -> None:
    units = {COMPANY: at(EAST, hits=1), SECOND: at(EAST, hits=1), ENEMY: STREAM}
    assert kinds(direct(units, COMPANY, SECOND)) == {"hex", "do:forced-march", "do:assault", "do:leave"}
    units = {COMPANY: at(OPEN, hits=1), SECOND: at(OPEN, hits=1)}
    game = direct(units, COMPANY, SECOND)
    assert "do:rally" not in ids(game)
    assert reason(game, "do:rally") == ("refused.direct-stack", "10.0.5/7")
    assert "do:rally" in ids(direct(units, COMPANY))


@pytest.mark.rule("gts:10.0.5/7", "gts:24.4")
def test_direct_command_takes_in_rearguards_one_by_one() -> None:
    guards = {f"rg-1ab-{number}": Unit(at=OPEN, steps=0, formation="1para") for number in (1, 2)}
    game = direct(dict(guards), "rg-1ab-1", "rg-1ab-2")
    assert ids(game) == {"do:leave"}
    assert reason(game, "do:remove-rearguard") == ("refused.direct-stack", "10.0.5/7")
    assert "do:remove-rearguard" in ids(direct(dict(guards), "rg-1ab-1"))


@pytest.mark.rule("gts:10.0.5/5")
def test_a_unit_on_which_nothing_is_spent_says_that_its_part_is_over() -> None:
    game = direct({COMPANY: OPEN, SECOND: OPEN}, COMPANY)
    assert game.texts("en").option(Option("do:leave")).endswith("does not act under this chit")
    choose(game, "do:leave")
    assert f"unit:{COMPANY}" not in ids(game)


TANKS, GRENADIERS, FUSILIERS = "all-jpz", "all-1", "all-2"
BEFORE_TOWN, TOWN = "2414", "2415"


def town(kind: str, *told: str, switches: tuple[str, ...] = (), command: int = 9, **changes: Unit) -> Game:
    """Tanks in column and grenadiers in one hex, before a town with a British company in it."""
    units: dict[str, str | Unit] = {
        TANKS: Unit(at=BEFORE_TOWN, steps=1, column=True), GRENADIERS: BEFORE_TOWN, FUSILIERS: BEFORE_TOWN,
        COMPANY: TOWN, **changes,
    }  # fmt: skip
    owner = {"formation": "allworden", "division": "9ss", "direct": "german"}[kind]
    game = position(
        units, Idle(), Activation(step="pick"), leaders={"allworden": BEFORE_TOWN}, switches=switches,
        points={"9ss": Points(command, 0)}, active=Active(chit="", kind=kind, side="german", owner=owner),
    )  # fmt: skip
    choose(game, *told)
    return game


@pytest.mark.rule("gts:18.3", "gts:18.1", "gts:1.2/stacking")
@pytest.mark.parametrize("kind", ["formation", "direct"])
@pytest.mark.parametrize(("first", "then"), [(TANKS, GRENADIERS), (GRENADIERS, TANKS)])
def test_a_tank_column_assaults_a_town_together_with_infantry(kind: str, first: str, then: str) -> None:
    game = town(kind, f"unit:{first}", f"join:{then}")
    assert {"do:assault", f"join:{FUSILIERS}"} <= ids(game)
    choose(game, "do:assault")
    assert game.state.stack[-1] == OpportunityFire(
        trigger="assault", units=(first, then), into=TOWN, firers=(COMPANY,)
    )  # fmt: skip


@pytest.mark.rule("gts:18.3", "gts:10.0.1/division", "gts:10.0.2/stack")
def test_under_a_division_chit_they_pass_and_assault_for_a_point_each() -> None:
    game = town("division", f"unit:{GRENADIERS}", f"join:{TANKS}")
    assert ids(game) == {f"join:{FUSILIERS}", "do:pass"}
    choose(game, "do:pass")
    assert ids(game) == {"do:assault", f"drop:{GRENADIERS}", f"drop:{TANKS}", "do:no-second"}
    choose(game, "do:assault")
    assert game.state.divisions["9ss"].command == 7


@pytest.mark.rule("gts:14.7", "gts:18.3")
def test_a_column_neither_moves_nor_fires_with_others() -> None:
    game = town("formation", f"unit:{GRENADIERS}", f"join:{TANKS}")
    assert kinds(game) == {"do:assault", f"join:{FUSILIERS}", "do:pass"}
    assert reason(game, "hex:2413") == ("refused.column-only-assaults", "14.7")
    assert reason(game, "do:fire") == ("refused.column-only-assaults", "14.7")


@pytest.mark.rule("gts:14.7", "gts:18.3")
def test_without_anybody_to_assault_a_column_acts_by_itself() -> None:
    game = town("formation", f"unit:{GRENADIERS}", **{COMPANY: Unit(at="2718", steps=2)})
    assert reason(game, f"join:{TANKS}") == ("refused.column-only-assaults", "14.7")
    assert f"join:{FUSILIERS}" in ids(game)


@pytest.mark.rule("gts:18.3")
def test_a_game_may_have_columns_assault_by_themselves_only() -> None:
    game = town("formation", f"unit:{GRENADIERS}", switches=("18.3",))
    assert reason(game, f"join:{TANKS}") == ("refused.column-only-assaults", "14.7")
    game = town("formation", f"unit:{TANKS}", switches=("18.3",))
    assert "do:assault" in ids(game)
    assert not any(option.startswith("join:") for option in ids(game))


@pytest.mark.rule("gts:18.3", "gts:18.7/5E", "gts:14.6.1")
def test_tanks_and_infantry_take_the_town_and_stand_in_it_as_they_came() -> None:
    """The company holds its fire and retreats; both shots of each attacker miss."""
    game = town("formation", f"unit:{GRENADIERS}", f"join:{TANKS}")
    game.dice = ScriptedDice([9] * 8)
    choose(game, "do:assault", "do:hold", "do:retreat", "do:hold", "hex:2416")
    assert [(unit(game, i).at, unit(game, i).column) for i in (GRENADIERS, TANKS)] == [(TOWN, False), (TOWN, True)]
