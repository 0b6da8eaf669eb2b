"""Where a phase ends, in every title: from then on it is taken back only with the leave of the other side."""

from __future__ import annotations

import random

import pytest

from sandtable.kernel import NeedsLeave, Phase, Table

GAMES = [("primer", "bridge"), pytest.param("gsfg", "hamburg", marks=pytest.mark.rule("gsfg:5.1")), ("gts", "krafft")]


def phases(table: Table) -> int:
    return sum(isinstance(frame, Phase) for frame in table.state.stack)


def at_the_end_of_a_phase(title: str, scenario: str) -> tuple[Table, str]:
    """A game in which a side has just ended a phase by what it calls done, and nothing has come to light by it."""
    table, rng = Table.new(title, scenario, seed=3), random.Random(3)
    while table.decision is not None:
        decision = rng.choice(table.decisions)
        option = decision.done if decision.find(decision.done) else rng.choice(decision.ids)
        table.choose(option, decision.side)
        if option == decision.done and table.leave_needed(decision.side):
            return table, decision.side
    raise AssertionError("no phase ended without dice")


@pytest.mark.parametrize(("title", "scenario"), GAMES)
def test_a_side_that_has_ended_a_phase_needs_leave_to_take_that_back(title: str, scenario: str) -> None:
    table, side = at_the_end_of_a_phase(title, scenario)
    (other,) = table.leave_needed(side)
    after, in_phase = table.hash, phases(table)
    with pytest.raises(NeedsLeave):
        table.undo(side)
    assert table.hash == after
    table.undo(side, (other,))
    assert phases(table) >= in_phase
    assert table.decision is not None
    assert table.decision.side == side
