"""Chapter 5: the turn sequence."""

from __future__ import annotations

import pytest

from games.gsfg.flights import refused, run
from games.gsfg.positions import TITLE, choose, ids, quiet
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.events import Declared
from sandtable.games.gsfg.movement.movement_phase import MovementPhase
from sandtable.games.gsfg.sequence import GameTurn, PlayerTurn, groups, phases, sequences
from sandtable.games.gsfg.state import NATO, SOVIET, Air
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Began
from sandtable.kernel.dice import SeededDice

TANKS, GUARDS, AMERICANS = "su-10g-tk", "su-27g-mr", "us-3-arm"
HOME, GUARDS_HOME, FRONT = "3819", "3221", "2024"
ALL = {TANKS: HOME, GUARDS: GUARDS_HOME, AMERICANS: FRONT}


def player_turn(side: str, turn: int, units: dict[str, str] | None = None) -> Game:
    """A player turn at its first question."""
    return run(ALL if units is None else units, PlayerTurn(side=side), turn=turn, active=side)


def frame(game: Game) -> str:
    """The procedure that is asking, with its group."""
    top = game.state.stack[-1]
    return f"{top.group}/{type(top).__name__}" if isinstance(top, MovementPhase | CombatPhase) else type(top).__name__


@pytest.mark.rule("gsfg:5.1")
def test_nothing_may_be_done_outside_its_phase() -> None:
    game = player_turn(NATO, 5)
    choose(game, "sequence:fight-move")
    assert game.explain(f"unit:{TANKS}") is not None


@pytest.mark.rule("gsfg:5.1")
def test_a_phase_that_is_over_does_not_come_back() -> None:
    game = player_turn(NATO, 5)
    choose(game, "sequence:move-fight", "do:done")
    assert frame(game) != "nato/MovementPhase"


@pytest.mark.rule("gsfg:5.1")
@pytest.mark.rule("gsfg:5.2")
def test_the_soviet_player_turn_comes_first() -> None:
    game = quiet(ALL, turn=5)
    game.state.stack = [GameTurn(step="soviet")]
    game.dice = SeededDice()
    game.advance()
    choose(game, "sequence:move-fight", "do:done")
    sides = []
    for _ in range(8):
        sides += [event.side for event in game.events if isinstance(event, Began) and event.what == "player-turn"]
        game.events.clear()
        option = next((pick for pick in ("do:done", "do:pass", "sequence:move-fight") if pick in ids(game)), None)
        if len(sides) == 2 or option is None:
            break
        choose(game, option)
    assert sides == [SOVIET, NATO]


@pytest.mark.rule("gsfg:5.2")
def test_a_game_turn_begins_with_the_air() -> None:
    game = TITLE.new_game("campaign", seed=3)
    choose(game, "do:standard", "do:standard")
    assert game.decisions[0].rule.startswith("6.")


@pytest.mark.rule("gsfg:5.4")
@pytest.mark.rule("gsfg:5.2")
@pytest.mark.parametrize(("turn", "found"), [(1, ["8ga", "main"]), (3, ["8ga", "main"]), (4, ["main"])])
def test_the_8th_guards_army_has_a_turn_of_its_own_for_three_turns(turn: int, found: list[str]) -> None:
    assert groups(quiet(ALL, turn=turn), SOVIET) == found


@pytest.mark.rule("gsfg:5.4")
def test_without_8th_guards_army_units_there_is_no_turn_for_them() -> None:
    assert groups(quiet({TANKS: HOME}, turn=2), SOVIET) == ["main"]


@pytest.mark.rule("gsfg:5.4")
def test_the_whole_sequence_of_the_8th_guards_army_comes_first() -> None:
    game = quiet(ALL, turn=2)
    game.state.plan = {"8ga": "fight-move", "main": "move-fight"}
    assert phases(game, SOVIET) == ["8ga/fight", "8ga/move", "main/move", "main/fight"]


@pytest.mark.rule("gsfg:5.4")
def test_each_group_moves_in_its_own_phase() -> None:
    game = player_turn(SOVIET, 2)
    choose(game, "sequence:move-fight", "sequence:move-fight")
    guards_only = (f"unit:{GUARDS}" in ids(game), f"unit:{TANKS}" in ids(game))
    assert (frame(game), guards_only) == ("8ga/MovementPhase", (True, False))


@pytest.mark.rule("gsfg:5.5")
def test_the_soviets_may_move_first_fight_first_or_fight_twice() -> None:
    assert ids(player_turn(SOVIET, 5)) == {"sequence:move-fight", "sequence:fight-move", "sequence:fight-fight"}


@pytest.mark.rule("gsfg:5.5")
def test_both_groups_declare_before_either_acts() -> None:
    game = player_turn(SOVIET, 2)
    choose(game, "sequence:fight-fight")
    assert (game.decisions[0].prompt, game.decisions[0].args["group"]) == ("sequence", "main")


@pytest.mark.rule("gsfg:5.5")
def test_the_two_groups_may_differ() -> None:
    game = player_turn(SOVIET, 2)
    choose(game, "sequence:fight-move", "sequence:move-fight")
    declared = {event.group: event.sequence for event in game.events if isinstance(event, Declared)}
    assert declared == {"8ga": "fight-move", "main": "move-fight"}


@pytest.mark.rule("gsfg:5.5")
def test_after_turn_three_there_is_one_declaration() -> None:
    game = player_turn(SOVIET, 4)
    choose(game, "sequence:move-fight")
    assert frame(game) == "main/MovementPhase"


@pytest.mark.rule("gsfg:5.5")
def test_fighting_twice_means_two_combat_phases_and_no_movement() -> None:
    game = quiet({TANKS: HOME}, turn=5)
    game.state.plan = {"main": "fight-fight"}
    assert phases(game, SOVIET) == ["main/fight", "main/fight-again"]


@pytest.mark.rule("gsfg:5.5")
def test_a_unit_may_move_and_fight_in_either_order() -> None:
    orders = []
    for sequence in ("move-fight", "fight-move"):
        game = quiet({TANKS: HOME}, turn=5)
        game.state.plan = {"main": sequence}
        orders.append(phases(game, SOVIET))
    assert orders == [["main/move", "main/fight"], ["main/fight", "main/move"]]


@pytest.mark.rule("gsfg:5.6")
def test_nato_may_move_first_or_fight_first() -> None:
    assert ids(player_turn(NATO, 2)) == {"sequence:move-fight", "sequence:fight-move"}


@pytest.mark.rule("gsfg:5.6")
def test_nato_never_fights_twice() -> None:
    assert refused(player_turn(NATO, 5), "sequence:fight-fight") == ("refused.nato-fight-fight", "5.6")


@pytest.mark.rule("gsfg:5.6")
def test_nato_fights_first_in_the_first_turn() -> None:
    assert sequences(quiet(ALL, turn=1), "nato") == ["fight-move"]


@pytest.mark.rule("gsfg:5.10")
@pytest.mark.parametrize("group", ["8ga", "main"])
def test_the_soviets_move_first_in_the_first_turn(group: str) -> None:
    assert sequences(quiet(ALL, turn=1), group) == ["move-fight"]


@pytest.mark.rule("gsfg:5.10")
def test_in_the_first_turn_nobody_is_asked_for_a_sequence() -> None:
    assert frame(player_turn(SOVIET, 1)) == "8ga/MovementPhase"


@pytest.mark.rule("gsfg:5.7")
@pytest.mark.parametrize("side", [SOVIET, NATO])
def test_nobody_moves_twice(side: str) -> None:
    assert refused(player_turn(side, 5), "sequence:move-move") == ("refused.move-move", "5.7")


@pytest.mark.rule("gsfg:5.7")
def test_one_sequence_binds_all_units_of_a_group() -> None:
    game = player_turn(SOVIET, 5)
    choose(game, "sequence:move-fight")
    assert ids(game) >= {f"unit:{TANKS}", f"unit:{GUARDS}"}


@pytest.mark.rule("gsfg:5.7")
def test_a_declaration_does_not_outlast_the_player_turn() -> None:
    game = run(ALL, PlayerTurn(side=SOVIET), turn=5, active=SOVIET)
    game.state.plan["main"] = "fight-fight"
    game.state.stack[-1] = PlayerTurn(side=SOVIET)
    game.advance()
    assert (game.decisions[0].prompt, game.state.plan) == ("sequence", {})


@pytest.mark.rule("gsfg:5.9")
@pytest.mark.rule("gsfg:4.2")
def test_before_the_last_turn_nobody_wins() -> None:
    """Not even with the whole Ruhr in Soviet hands."""
    game = quiet(ALL, turn=14, captured=dict.fromkeys(quiet({}).content.region("ruhr"), SOVIET))
    game.state.stack = [GameTurn(step="end")]
    game.advance()
    assert (game.state.result, game.state.turn) == (None, 15)


@pytest.mark.rule("gsfg:5.9")
@pytest.mark.rule("gsfg:4.2")
def test_after_turn_fifteen_the_game_is_judged() -> None:
    game = quiet(ALL, turn=15)
    game.state.stack = [GameTurn(step="end")]
    game.advance()
    assert game.state.result is not None


@pytest.mark.rule("gsfg:5.2")
def test_what_units_did_is_forgotten_in_the_next_player_turn() -> None:
    game = run(ALL, turn=5)
    units = game.state.units
    for unit_id in units:
        units[unit_id] = type(units[unit_id])(at=units[unit_id].at, steps=2, moved=True, spent=8, fought=True)
    game.state.stack.append(PlayerTurn(side=NATO))
    game.advance()
    assert [(units[u].moved, units[u].spent, units[u].fought) for u in (AMERICANS, TANKS)] == [
        (False, 0, False),
        (True, 8, True),
    ]


@pytest.mark.rule("gsfg:5.3")
def test_the_soviets_have_the_air_in_the_first_turn_without_a_roll() -> None:
    game = TITLE.new_game("campaign", seed=3)
    choose(game, "do:standard", "do:standard")
    assert game.state.air.side == SOVIET


@pytest.mark.rule("gsfg:5.2")
def test_aircraft_and_supplies_go_at_the_end_of_the_turn() -> None:
    game = run(ALL, turn=5, air=Air(side=NATO))
    game.state.interdiction, game.state.aerial_supply = {"2530": 1}, "2530"
    GameTurn().end(game)
    assert (game.state.interdiction, game.state.aerial_supply) == ({}, "")
