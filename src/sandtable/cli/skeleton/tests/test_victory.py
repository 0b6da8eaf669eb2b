"""Chapter 5: objectives, and the end of the game."""

import pytest
from sandtable.kernel import Table

from positions import SCENARIO, play, position


@pytest.mark.rule("mygame:5.1")
def test_an_objective_is_held_by_whoever_ended_a_move_there_last() -> None:
    table = position(b1="0203", r4="0501")
    play(table, "unit:b1", "hex:0302")
    assert table.state.holders == {"0302": "blue", "0403": "red", "0502": "red"}


@pytest.mark.rule("mygame:5.2")
def test_after_the_last_turn_the_side_with_more_objectives_wins() -> None:
    table = position(turn=6, b1="0101", r1="0501")
    play(table, "do:done", "do:done")
    assert table.result is not None
    assert (table.result.winner, table.result.level) == ("red", "win")


@pytest.mark.rule("mygame:5.2")
def test_a_side_without_counters_holds_nothing() -> None:
    table = position(b1="0302")
    table.state.holders["0302"] = "blue"
    play(table, "do:done")
    assert table.result is not None
    assert table.result.winner == "blue"


def test_the_sergeant_plays_to_the_end() -> None:
    table = Table.new("mygame", SCENARIO, seed=1)
    bots = {side: table.title.bots["sergeant"](seed) for seed, side in enumerate(("blue", "red"))}
    while table.decision is not None:
        side = table.decision.side
        table.choose(bots[side].choose(table.view(side), table.decision), side)
    assert table.result is not None
