"""Undo and redo: back to the last point where something was revealed, and forward again."""

from __future__ import annotations

import pytest

from kernel.toybox import begin
from sandtable.kernel import NeedsLeave, NothingToUndo, StandingOrder
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
    assert not table.can_undo("red", ("blue",))
    assert table.can_undo("blue", ("red",))


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


def test_the_end_of_a_phase_is_taken_back_with_the_leave_of_the_other_side_only(toy: AnyTitle) -> None:
    table = begin(toy)
    before = table.hash
    table.choose("do:pass")
    assert not table.can_undo("red")
    assert table.leave_needed("red") == ("blue",)
    with pytest.raises(NeedsLeave, match="only if the other side agrees"):
        table.undo("red")
    assert table.can_undo("red", ("blue",))
    table.undo("red", ("blue",))
    assert table.hash == before
    assert table.redo("red").option == "do:pass"
    assert not table.can_undo("red"), "to end it again is to end it"


def test_within_a_phase_a_side_needs_nobodys_leave(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-2")
    assert table.leave_needed("red") == ()
    assert table.can_undo("red")


def test_who_plays_all_sides_takes_back_whatever_was_not_revealed(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("do:pass")
    table.choose("unit:blue-1")
    table.undo()
    assert table.undo().option == "do:pass"


def test_nobody_is_asked_for_leave_once_the_other_side_has_chosen(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("do:pass")
    table.choose("unit:blue-1")
    assert table.leave_needed("red") == ()
    with pytest.raises(NothingToUndo, match="has gone on"):
        table.undo_phase("red")


def test_orders_given_since_the_phase_ended_stay_in_force(toy: AnyTitle) -> None:
    table = begin(toy)
    before = table.hash
    table.choose("do:pass")
    hold = StandingOrder("react", "do:hold")
    for side in ("red", "blue"):
        table.give(hold, side)
    assert table.leave_needed("red") == ("blue",)
    assert table.can_undo("red"), "its own order"
    assert table.undo_phase("red").option == "do:pass"
    assert table.hash == before
    assert table.orders == {"red": (hold,), "blue": (hold,)}


def test_a_phase_that_ends_by_what_the_other_side_answers_is_taken_back_by_leave(toy: AnyTitle) -> None:
    table = begin(toy)
    for option in ("unit:red-2", "space:1", "do:hold"):
        table.choose(option)
    assert table.leave_needed("blue") == ("red",)
    assert not table.can_undo("blue")
