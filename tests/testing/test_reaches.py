"""The record of which code that cites a rule is reached in play."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kernel.toybox import begin, toy_module
from sandtable.kernel.title import AnyTitle
from sandtable.testing.reaches import Reaches

TURN = f"{toy_module.__name__}.Turn.pick"


@pytest.fixture
def reaches(toy: AnyTitle) -> Iterator[Reaches]:
    record = Reaches(["toy"])
    record.go_on()
    yield record
    record.pause()


def test_what_the_game_gets_to_is_reached(toy: AnyTitle, reaches: Reaches) -> None:
    assert TURN in reaches.cited
    assert TURN not in reaches.reached
    begin(toy)
    assert TURN in reaches.reached


def test_what_only_a_test_calls_is_not_reached(toy: AnyTitle, reaches: Reaches) -> None:
    reaches.pause()
    game = begin(toy).game
    reaches.go_on()
    assert toy_module.Turn(side="red").pick(game) == game.decisions[0]
    assert TURN not in reaches.reached


def test_nothing_is_noted_in_a_pause(toy: AnyTitle, reaches: Reaches) -> None:
    reaches.pause()
    begin(toy)
    assert reaches.reached == set()


def test_a_function_is_itself_again_once_it_was_reached(toy: AnyTitle, reaches: Reaches) -> None:
    trapped = toy_module.Turn.pick.__code__
    begin(toy)
    code = toy_module.Turn.pick.__code__
    assert code is not trapped
    reaches.pause()
    assert toy_module.Turn.pick.__code__ is code
    assert code.co_filename == toy_module.__file__
