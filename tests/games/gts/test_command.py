"""Chapters 7, 9 and 10: buying chits, the cup, the draw, and command and dispatch points."""

from __future__ import annotations

import pytest

from games.gts.positions import DAY, TITLE, activated, choose, content, ids, position, quiet, unit
from sandtable.games.gts.events.base import Spent
from sandtable.games.gts.sequence import dispatch, game_turn
from sandtable.games.gts.sequence.actions import Order
from sandtable.games.gts.sequence.activation import Activation
from sandtable.games.gts.sequence.dispatch import Buying
from sandtable.games.gts.sequence.unit_action import UnitAction
from sandtable.games.gts.state import ALLIED, GERMAN, HIDDEN, Points, State, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure, View
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.views import determinise

BRIGADES = {"1pb1-r": "1413", "4pb10-a": "1410", "alk-a": "1210", "lr-1": "1315", "kra-2": "1715"}
LEADERS = {"lathbury": "1413", "hackett": "1410", "krafft": "1715"}


class Idle(Procedure, frozen=True):
    """Ends the game, so that a position under test can run out; keeps what the procedure above it has come to."""

    result: object = None

    def begin(self, game: Game) -> None:
        game.end(None, "draw", "12.0")

    def begin_done(self, game: Game, result: object) -> None:
        game.goto("begin", result=result)


def came_to(game: Game) -> object:
    """What the procedure under test has come to; everything has run out."""
    frame = game.state.stack[-1]
    assert isinstance(frame, Idle)
    assert game.state.result is not None
    return frame.result


def buying(dispatch_points: int = 5, *, turn: int = DAY, **changes: object) -> Game:
    """The Allied player about to buy chits."""
    game = quiet(BRIGADES, leaders=LEADERS, turn=turn, points={"1ab": Points(0, dispatch_points)})
    for name, value in changes.items():
        setattr(game.state, name, value)
    game.state.stack += [Idle(), Buying(side=ALLIED)]
    game.advance()
    return game


@pytest.mark.rule("gts:7.2", "gts:7.2/cost", "gts:29.20")
def test_a_chit_for_this_turn_costs_two_points_and_for_the_next_one() -> None:
    costs = {option.id: option.cost for option in buying().decisions[0].options}
    assert (costs["now:1para"], costs["next:1para"]) == (2, 1)


@pytest.mark.rule("gts:7.2/cost", "gts:7.2")
def test_one_for_each_turn_costs_three_together() -> None:
    game = buying(5)
    choose(game, "now:1para", "next:4para", "do:done")
    dispatch.settle(game)
    assert game.state.divisions["1ab"].dispatch == 2


@pytest.mark.rule("gts:7.2/limits")
def test_points_must_be_there() -> None:
    assert ids(buying(1)) == {"next:1para", "next:4para", "next:1ab-ind", "do:done"}


@pytest.mark.rule("gts:7.2/limits")
def test_what_is_too_dear_is_refused_with_the_rule() -> None:
    refusal = buying(1).explain("now:1para")
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("refused.no-dispatch", "7.2/limits")


@pytest.mark.rule("gts:7.2/limits")
def test_a_chit_laid_beside_the_cup_cannot_be_bought_again() -> None:
    game = buying(beside=["fmn-1para"])
    assert not {"now:1para", "next:1para"} & ids(game)


@pytest.mark.rule("gts:7.2/limits", "gts:10.0.6")
def test_a_chit_carried_over_cannot_be_bought() -> None:
    game = buying(carried="fmn-1para")
    assert not {"now:1para", "next:1para"} & ids(game)


@pytest.mark.rule("gts:7.2/limits")
def test_a_formation_is_bought_once_a_turn() -> None:
    game = buying()
    choose(game, "next:1para")
    assert not {"now:1para", "next:1para"} & ids(game)


@pytest.mark.rule("gts:7.2/leader")
def test_a_formation_without_its_leader_on_the_map_is_not_for_sale() -> None:
    refusal = buying().explain("now:1al")
    assert refusal is not None
    assert refusal.rule == "7.2/leader"


@pytest.mark.rule("gts:7.2/leader")
def test_a_leader_in_an_entry_hex_is_not_yet_on_the_map() -> None:
    game = quiet(BRIGADES, leaders=LEADERS, points={"1ab": Points(0, 5)})
    game.state.leaders["lathbury"] = type(game.state.leaders["lathbury"])(at="1530", entry="s2")
    assert not dispatch.is_led(game, "1para")


@pytest.mark.rule("gts:7.2/leader", "gts:29.27")
def test_an_independent_formation_needs_only_a_unit_on_the_map() -> None:
    game = quiet(BRIGADES, leaders=LEADERS)
    assert dispatch.is_led(game, "1ab-ind")
    del game.state.units["lr-1"]
    assert not dispatch.is_led(game, "1ab-ind")


@pytest.mark.rule("gts:7.2/division")
def test_points_buy_only_chits_of_their_own_division() -> None:
    game = quiet(BRIGADES, leaders=LEADERS, points={"1ab": Points(0, 5), "9ss": Points(0, 0)})
    assert dispatch.for_sale(game, GERMAN) == []
    assert dispatch.for_sale(game, ALLIED)


@pytest.mark.rule("gts:9.0")
def test_in_the_first_turn_chits_are_bought_for_the_next_only() -> None:
    game = buying(turn=content().first_turn)
    assert not any(option.startswith("now:") for option in ids(game))


def turn_of(game: Game) -> Game:
    game.state.stack += [Idle(), game_turn.Turn(step="buy")]
    game.advance()
    return game


@pytest.mark.rule("gts:7.2")
def test_both_sides_buy_at_once_and_neither_sees_the_other() -> None:
    points = {"1ab": Points(0, 5), "9ss": Points(0, 5)}
    game = turn_of(quiet(BRIGADES, leaders=LEADERS, points=points))
    assert {decision.side for decision in game.decisions} == {ALLIED, GERMAN}
    game.choose("now:1para", ALLIED)
    seen = View(game, GERMAN).state
    assert isinstance(seen, State)
    assert seen.orders == {}


@pytest.mark.rule("gts:7.2", "gts:7.1", "gts:9.0")
def test_bought_chits_go_into_the_cup_with_divisions_and_direct_command() -> None:
    game = quiet(BRIGADES, leaders=LEADERS, points={"1ab": Points(0, 5)})
    game.state.orders = {"fmn-1para": "now", "fmn-4para": "next"}
    dispatch.fill_cup(game)
    assert game.state.cup == ["dc-allied", "dc-german", "div-1ab", "div-9ss", "fmn-1para"]
    assert game.state.beside == ["fmn-4para"]


@pytest.mark.rule("gts:9.0")
def test_chits_bought_last_turn_go_into_the_cup() -> None:
    game = quiet(BRIGADES, leaders=LEADERS)
    game.state.beside = ["fmn-krafft"]
    dispatch.fill_cup(game)
    assert "fmn-krafft" in game.state.cup
    assert game.state.beside == []


@pytest.mark.rule("gts:9.0", "gts:10.0.6")
def test_the_chit_carried_over_is_not_in_the_cup_as_well() -> None:
    game = quiet(BRIGADES, leaders=LEADERS)
    game.state.carried = "div-1ab"
    dispatch.fill_cup(game)
    assert "div-1ab" not in game.state.cup


@pytest.mark.rule("gts:9.0")
def test_a_division_without_units_puts_no_chit_in() -> None:
    game = quiet({"1pb1-r": "1413"}, leaders={"lathbury": "1413"})
    dispatch.fill_cup(game)
    assert "div-9ss" not in game.state.cup


@pytest.mark.rule("gts:9.0")
def test_the_cup_of_the_first_turn_is_the_scenarios() -> None:
    state = TITLE.start(content("krafft"))
    assert state.carried == "fmn-1para"
    assert state.cup == ["dc-allied", "dc-german", "div-1ab", "div-9ss", "fmn-krafft"]


def drawing(cup: list[str], carried: str, dice: list[int | str]) -> Game:
    game = quiet(BRIGADES, leaders=LEADERS)
    game.state.cup, game.state.carried = cup, carried
    game.dice = ScriptedDice(dice)
    game.state.stack += [Idle(), game_turn.Turn(step="draw")]
    game.advance()
    return game


@pytest.mark.rule("gts:10.0.1", "gts:10.0.6")
def test_the_chit_carried_over_is_used_first() -> None:
    game = drawing(["div-9ss", "fmn-krafft"], "fmn-1para", [])
    assert game.state.active is not None
    assert game.state.active.chit == "fmn-1para"


@pytest.mark.rule("gts:10.0.1")
def test_the_next_chit_is_drawn_from_the_cup() -> None:
    game = drawing(["fmn-4para", "fmn-krafft"], "fmn-1para", ["fmn-krafft"])
    choose(game, "do:end")
    while game.state.active is not None and game.state.active.chit == "fmn-1para":
        choose(game, "do:stay")
    assert game.state.active is not None
    assert game.state.active.side == GERMAN


@pytest.mark.rule("gts:10.0.6")
def test_the_last_chit_stays_and_comes_first_in_the_next_turn() -> None:
    game = drawing(["fmn-krafft"], "", [])
    assert game.state.carried == "fmn-krafft"
    assert game.state.cup == []
    assert game.state.result is not None


@pytest.mark.rule("gts:11.0")
def test_barrage_markers_go_at_the_end_of_the_turn() -> None:
    game = quiet(BRIGADES)
    game.state.barrages = {"1413": "light-barrage"}
    game.state.stack += [Idle(), game_turn.Turn(step="close")]
    game.advance()
    assert game.state.barrages == {}


@pytest.mark.rule("gts:4.0", "gts:12.0")
def test_the_turn_marker_advances_and_the_battle_ends_after_the_last_turn() -> None:
    game = quiet(BRIGADES, turn=content().last_turn)
    game.state.stack += [game_turn.Battle(step="after")]
    game.advance()
    assert game.state.result is not None


def gained(
    division: str, points: Points, dice: list[int], *, turn: int = DAY, switches: tuple[str, ...] = ()
) -> Points:
    game = quiet(BRIGADES, points={division: points}, turn=turn, switches=switches)
    game.dice = ScriptedDice(dice)
    dispatch.gain_points(game, division)
    return game.state.divisions[division]


@pytest.mark.rule("gts:10.0.3/cp", "gts:10.0.3", "gts:29.15")
@pytest.mark.parametrize(("roll", "gain"), [(0, 3), (1, 3), (7, 6), (9, 7)])
def test_command_points_are_half_the_roll_plus_the_rating(roll: int, gain: int) -> None:
    assert content().divisions["9ss"].command == 3
    assert gained("9ss", Points(0, 0), [roll, 8]).command == gain


@pytest.mark.rule("gts:10.0.3/dp", "gts:29.21")
@pytest.mark.parametrize(("roll", "gain"), [(0, 3), (1, 2), (2, 1), (6, 1), (7, 0), (9, -1)])
def test_every_line_of_the_dispatch_roll_that_fits_counts(roll: int, gain: int) -> None:
    assert content().divisions["9ss"].dispatch == 6
    assert gained("9ss", Points(0, 2), [0, roll]).dispatch == 2 + gain


@pytest.mark.rule("gts:10.0.3/dp")
def test_a_game_may_read_the_last_line_as_not_above() -> None:
    assert gained("9ss", Points(0, 2), [0, 2], switches=("10.0.3/dp",)).dispatch == 4


@pytest.mark.rule("gts:10.0.3/night")
def test_two_more_dispatch_points_before_a_night_turn() -> None:
    assert content().track[11].night
    assert gained("9ss", Points(0, 2), [0, 7], turn=10).dispatch == 4


@pytest.mark.rule("gts:10.0.4")
@pytest.mark.parametrize(("held", "dice", "left"), [(0, [0, 9], 0), (19, [9, 0], 19)])
def test_points_stay_between_nothing_and_nineteen(held: int, dice: list[int], left: int) -> None:
    assert gained("9ss", Points(held, held), dice).dispatch == left


@pytest.mark.rule("gts:29.15")
def test_a_division_whose_general_is_cut_off_gains_less() -> None:
    there, away = content().divisions["1ab"].command, 1
    assert gained("1ab", Points(0, 0), [0, 8], turn=4).command == there
    assert gained("1ab", Points(0, 0), [0, 8], turn=5).command == away
    assert gained("1ab", Points(0, 0), [0, 8], turn=12).command == there


# What the other side may not know


@pytest.mark.rule("gts:7.2")
def test_bought_chits_are_hidden_from_the_other_side_until_drawn() -> None:
    game = quiet(BRIGADES)
    game.state.cup = ["dc-allied", "div-9ss", "fmn-1para", "fmn-krafft"]
    game.state.beside = ["fmn-4para"]
    TITLE.mask(game.state, game.content, GERMAN)
    assert game.state.cup == sorted(["dc-allied", "div-9ss", HIDDEN, "fmn-krafft"])
    assert game.state.beside == [HIDDEN]


@pytest.mark.rule("gts:7.2")
def test_hidden_chits_are_filled_with_ones_that_could_have_been_bought() -> None:
    game = position(BRIGADES, Idle(), Activation(step="pick"), leaders=LEADERS, active=activated(owner="1para"))
    game.state.cup = ["fmn-1para", "fmn-krafft"]
    import random

    whole = determinise(View(game, GERMAN), random.Random(3))
    assert "fmn-krafft" in whole.state.cup
    assert HIDDEN not in whole.state.cup


# Second actions and Direct Command


def formation_turn(points: int, *, kind: str = "formation", owner: str = "1para", **units: Unit | str) -> Game:
    placed = {"1pb1-r": "1413", **{name.replace("_", "-"): at for name, at in units.items()}}
    return position(
        placed, Idle(), Activation(step="pick"), leaders={"lathbury": "1413"}, points={"1ab": Points(points, 0)},
        active=activated(kind, owner),
    )  # fmt: skip


@pytest.mark.rule("gts:10.0.1/formation", "gts:13.1", "gts:29.3")
def test_a_formation_chit_activates_the_units_of_the_formation() -> None:
    game = position(BRIGADES, Idle(), Activation(step="pick"), leaders=LEADERS, active=activated("formation", "1para"))
    assert ids(game) == {"unit:1pb1-r", "do:end"}


@pytest.mark.rule("gts:10.0.1/division", "gts:13.1")
def test_a_division_chit_activates_every_unit_of_the_division() -> None:
    game = position(BRIGADES, Idle(), Activation(step="pick"), leaders=LEADERS, active=activated("division", "1ab"))
    assert {"unit:1pb1-r", "unit:4pb10-a", "unit:alk-a", "unit:lr-1"} <= ids(game)
    assert "unit:kra-2" not in ids(game)


@pytest.mark.rule("gts:10.0.1/direct", "gts:10.0.5", "gts:10.0.5/6", "gts:10.0.5/2")
def test_direct_command_activates_units_in_command_whose_division_can_pay() -> None:
    game = position(
        BRIGADES, Idle(), Activation(step="pick"), leaders=LEADERS, active=activated("direct", ALLIED),
        points={"1ab": Points(2, 0)},
    )  # fmt: skip
    assert content().distance("1413", "1315") <= content().leaders["lathbury"].range
    assert ids(game) == {"unit:1pb1-r", "unit:4pb10-a", "unit:lr-1", "do:end"}


@pytest.mark.rule("gts:10.0.2", "gts:13.2/8", "gts:10.0.2/3")
def test_after_its_action_a_unit_in_command_may_act_again_for_a_point() -> None:
    game = formation_turn(1)
    choose(game, "unit:1pb1-r", "do:pass")
    assert game.decisions[0].prompt == "second-action"


@pytest.mark.rule("gts:10.0.2/3", "gts:10.0.2")
def test_without_a_command_point_there_is_no_second_action() -> None:
    game = formation_turn(0)
    choose(game, "unit:1pb1-r", "do:pass")
    assert game.state.result is not None


@pytest.mark.rule("gts:10.0.2/2", "gts:21.5")
def test_out_of_command_there_is_no_second_action() -> None:
    game = position(
        {"1pb1-r": "1413"}, Idle(), Activation(step="pick"), leaders={"lathbury": "2213"},
        points={"1ab": Points(3, 0)}, active=activated(),
    )  # fmt: skip
    assert content().distance("1413", "2213") > content().leaders["lathbury"].range
    choose(game, "unit:1pb1-r", "do:pass")
    assert game.decisions == () or game.decisions[0].prompt != "second-action"


@pytest.mark.rule("gts:10.0.5/3", "gts:10.0.2/1")
def test_direct_command_allows_one_action_only() -> None:
    game = formation_turn(5, kind="direct", owner=ALLIED)
    choose(game, "unit:1pb1-r", "do:leave")
    assert game.state.result is not None
    assert game.state.divisions["1ab"].command == 5


def kinds(game: Game, order: Order) -> set[str]:
    """The kinds of action that are open."""
    return {action.name for action in order.actions(game).actions if isinstance(action, UnitAction)}


@pytest.mark.rule("gts:10.0.2/4", "gts:10.0.2/5", "gts:13.2/second", "gts:29.42")
def test_a_second_action_is_of_another_kind_and_no_engineer_action() -> None:
    game = formation_turn(3)
    allowed = kinds(game, Order(units=("1pb1-r",), second=True, first="move"))
    assert "move" not in allowed
    assert "engineer" not in allowed
    assert {"fire", "assault", "rally"} <= allowed


@pytest.mark.rule("gts:10.0.1/division", "gts:13.2", "gts:13.2/2", "gts:13.2/3")
def test_the_first_action_under_a_division_chit_is_no_combat() -> None:
    game = formation_turn(3, kind="division", owner="1ab")
    first = kinds(game, Order(units=("1pb1-r",)))
    second = kinds(game, Order(units=("1pb1-r",), second=True, first="pass"))
    assert not {"fire", "assault"} & first
    assert {"fire", "assault", "move"} <= second


@pytest.mark.rule("gts:10.0.5/8", "gts:29.23")
def test_direct_command_allows_no_engineer_action() -> None:
    game = formation_turn(3, kind="direct", owner=ALLIED)
    assert "engineer" not in kinds(game, Order(units=("1pb1-r",)))


@pytest.mark.rule("gts:10.0.2/stack", "gts:10.0.5/7", "gts:18.3")
def test_a_stack_acts_together_and_needs_a_point_for_each_unit() -> None:
    game = formation_turn(1, kind="direct", owner=ALLIED, **{"1pb1_s": "1413"})
    choose(game, "unit:1pb1-r")
    assert "join:1pb1-s" not in ids(game)
    game = formation_turn(2, kind="direct", owner=ALLIED, **{"1pb1_s": "1413"})
    choose(game, "unit:1pb1-r")
    assert "join:1pb1-s" in ids(game)


@pytest.mark.rule("gts:10.0.2/stack", "gts:10.0.5/1")
def test_what_a_stack_pays_is_told_in_one_line() -> None:
    game = formation_turn(3, kind="direct", owner=ALLIED, **{"1pb1_s": "1413"})
    choose(game, "unit:1pb1-r", "join:1pb1-s")
    choose(game, next(option for option in game.decisions[0].ids if option.startswith("hex:")))
    assert [(event.points, event.left) for event in game.events if isinstance(event, Spent)] == [(2, 1)]


@pytest.mark.rule("gts:13.3", "gts:10.0.2/6")
def test_a_question_names_the_option_that_ends_it_where_there_is_one() -> None:
    game = formation_turn(1, **{"1pb1_s": "1413"})
    assert game.decisions[0].done == "do:end"
    choose(game, "unit:1pb1-r")
    assert game.decisions[0].find(game.decisions[0].done) is None
    choose(game, "do:pass")
    assert game.decisions[0].done == "do:no-second"


@pytest.mark.rule("gts:13.3", "gts:10.0.2/6")
def test_a_unit_that_has_acted_does_not_act_again_under_this_chit() -> None:
    game = formation_turn(0, **{"1pb1_s": "1413"})
    choose(game, "unit:1pb1-r", "do:pass")
    assert "unit:1pb1-r" not in ids(game)
    refusal = game.explain("unit:1pb1-r")
    assert refusal is not None
    assert refusal.reason == "refused.has-acted"


@pytest.mark.rule("gts:13.2/repeat")
def test_a_new_activation_is_a_fresh_chance_to_act() -> None:
    game = formation_turn(0)
    choose(game, "unit:1pb1-r", "do:pass")
    assert game.state.acted == {}


@pytest.mark.rule("gts:8.0/restriction")
def test_no_points_for_a_unit_that_has_just_arrived() -> None:
    game = formation_turn(5, kind="direct", owner=ALLIED, **{"1pb1_s": Unit(at="1413", steps=2, fresh=True)})
    assert "unit:1pb1-s" not in ids(game)


@pytest.mark.rule("gts:8.0/restriction")
def test_once_its_division_chit_has_been_used_it_may_have_points() -> None:
    units = {"1pb1-r": Unit(at="1413", steps=2, fresh=True), "1pb1-s": Unit(at="1530", steps=2, fresh=True, entry="s2")}
    game = quiet(units)
    dispatch.lift_restriction(game, "1ab")
    assert not unit(game, "1pb1-r").fresh
    assert not unit(game, "1pb1-s").fresh


@pytest.mark.rule("gts:10.0.5/1", "gts:10.0.5/4", "gts:29.13")
def test_direct_command_goes_on_unit_by_unit_as_long_as_points_last() -> None:
    suppressed = {"1pb1_s": Unit(at="1413", steps=2, hits=1), "1pb1_t": Unit(at="1413", steps=2, hits=1)}
    game = formation_turn(1, kind="direct", owner=ALLIED, **suppressed)
    game.dice = ScriptedDice([0])
    choose(game, "unit:1pb1-s", "do:rally")
    assert game.state.divisions["1ab"].command == 0
    assert game.state.result is not None


@pytest.mark.rule("gts:10.0.5/5")
def test_points_may_be_saved_instead() -> None:
    game = formation_turn(4, kind="direct", owner=ALLIED)
    choose(game, "do:end")
    assert game.state.divisions["1ab"].command == 4


@pytest.mark.rule("gts:13.3/range", "gts:10.0.2/2")
def test_a_unit_that_has_moved_out_of_range_has_no_second_action() -> None:
    """A company marches along the road in column; it could rally if it were still in command."""
    home, near, beyond = "1018", "1417", "1517"
    assert [content().distance(home, i) - content().leaders["lathbury"].range for i in (near, beyond)] == [0, 1]
    for label, prompt in ((near, "second-action"), (beyond, "act")):
        game = position(
            {"1pb1-r": Unit(at="1118", steps=2, hits=1, column=True), "1pb1-s": home}, Idle(), Activation(step="pick"),
            leaders={"lathbury": home}, points={"1ab": Points(5, 0)}, active=activated(),
        )  # fmt: skip
        choose(game, "unit:1pb1-r", f"hex:{label}", "do:stop")
        assert game.decisions[0].prompt == prompt


@pytest.mark.rule("gts:10.0.5/5", "gts:25.0")
def test_a_unit_that_is_left_alone_keeps_its_men_at_work() -> None:
    digging = {"1pb1_s": Unit(at="1413", steps=2, task="improve", men_at_work=1)}
    game = formation_turn(5, kind="direct", owner=ALLIED, **digging)
    choose(game, "unit:1pb1-s", "do:leave")
    assert unit(game, "1pb1-s").men_at_work == 1


@pytest.mark.rule("gts:7.2")
def test_a_side_with_points_is_asked_even_if_it_finds_nothing_to_buy() -> None:
    """Otherwise the other side would learn that its only chit has been bought already."""
    points = {"1ab": Points(0, 5), "9ss": Points(0, 5)}
    game = quiet({"1pb1-r": "1413", "kra-2": "1715"}, leaders={"lathbury": "1413", "krafft": "1715"}, points=points)
    game.state.beside = ["fmn-1para"]
    turn_of(game)
    options = {decision.side: decision.ids for decision in game.decisions}
    assert options[ALLIED] == ["do:done"]
    assert "now:krafft" in options[GERMAN]


# Turning to another unit


def turned_to(game: Game) -> set[str]:
    """What can be picked instead of an answer to the question that is open."""
    turning = game.turning()
    return set() if turning is None else set(turning.ids)


def first_hex(game: Game) -> str:
    return next(option for option in game.decisions[0].ids if option.startswith("hex:"))


@pytest.mark.rule("gts:13.3")
def test_another_unit_can_be_picked_instead_of_an_action() -> None:
    game = formation_turn(3, **{"1pb1_s": "1412"})
    able = ids(game)
    choose(game, "unit:1pb1-r")
    assert turned_to(game) == able
    choose(game, "unit:1pb1-s")
    assert game.decisions[0].args["unit"] == "1pb1-s"
    assert game.state.acted == {}


@pytest.mark.rule("gts:13.3", "gts:10.0.2")
def test_to_pick_another_unit_ends_a_move_and_forgoes_the_second_action() -> None:
    game = formation_turn(3, **{"1pb1_s": "1412"})
    choose(game, "unit:1pb1-r")
    choose(game, first_hex(game))
    assert game.decisions[0].prompt == "move-on"
    assert turned_to(game) == {"unit:1pb1-s", "do:end"}
    choose(game, "unit:1pb1-s")
    assert (game.decisions[0].prompt, game.decisions[0].args["unit"]) == ("action", "1pb1-s")
    assert game.state.acted == {"1pb1-r": "move"}


@pytest.mark.rule("gts:10.0.2")
def test_to_pick_another_unit_forgoes_the_second_action() -> None:
    game = formation_turn(3, **{"1pb1_s": "1412"})
    choose(game, "unit:1pb1-r", "do:pass")
    assert game.decisions[0].prompt == "second-action"
    choose(game, "unit:1pb1-s")
    assert game.decisions[0].prompt == "action"
    assert game.state.active is not None
    assert not game.state.active.second
    assert game.state.divisions["1ab"].command == 3
