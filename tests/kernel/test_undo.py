"""Undo and redo: back to the last point where something was revealed, and forward again."""

from __future__ import annotations

import pytest

from kernel.toybox import begin
from sandtable.kernel import NothingToUndo
from sandtable.kernel.title import AnyTitle


def test_undo_restores_the_state_the_log_and_the_journal(toy: AnyTitle) -> None:
    table = begin(toy)
    trail = [(table.hash, list(table.events), table.choices)]
    for option in ("unit:red-2", "space:1", "do:hold"):
        table.choose(option)
        trail.append((table.hash, list(table.events), table.choices))
    for mark in reversed(trail[:-1]):
        table.undo()
        assert (table.hash, table.events, table.choices) == mark
    for mark in trail[1:]:
        table.redo()
        assert (table.hash, table.events, table.choices) == mark


def test_nothing_goes_back_beyond_a_roll(toy: AnyTitle) -> None:
    table = begin(toy, 1, 1)
    for option in ("unit:red-2", "space:1", "do:shoot"):
        table.choose(option)
    assert not table.can_undo()
    with pytest.raises(NothingToUndo, match="since something was last revealed"):
        table.undo()


def test_what_was_chosen_after_a_roll_can_be_taken_back(toy: AnyTitle) -> None:
    table = begin(toy, 1, 1)
    for option in ("unit:red-2", "space:1", "do:shoot"):
        table.choose(option)
    before = table.hash
    table.choose("unit:blue-1")
    table.undo()
    assert table.hash == before
    assert not table.can_undo()


def test_a_side_cannot_take_back_a_choice_after_which_another_chose_openly(toy: AnyTitle) -> None:
    table = begin(toy)
    for option in ("unit:red-2", "space:1", "do:hold"):
        table.choose(option)
    assert not table.can_undo("red")
    assert table.can_undo("blue")


def test_a_new_choice_forgets_what_was_taken_back(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    table.undo()
    table.choose("unit:red-2")
    with pytest.raises(NothingToUndo, match="nothing was taken back"):
        table.redo()


def test_the_end_of_the_game_can_be_taken_back_if_nothing_was_revealed(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("do:pass")
    table.choose("do:pass")
    assert table.result is not None
    table.undo()
    assert table.result is None
    assert table.decision is not None


def test_a_fork_has_no_way_back(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    assert not table.fork().can_undo()
    assert table.can_undo()
