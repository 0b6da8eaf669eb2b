"""The compiled marking of adjacent hexes against the reference."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board import board_from_text, mark_adjacent, reference

BOARD = board_from_text("..._.\n....._\n._...\n.....", {".": "clear"})


@given(st.lists(st.integers(0, BOARD.size - 1)), st.sampled_from([1, 4, 128]))
def test_it_marks_what_the_reference_marks(hexes: list[int], flag: int) -> None:
    flags, expected = bytearray(BOARD.size), bytearray(BOARD.size)
    mark_adjacent(BOARD.neighbours, hexes, flag, flags)
    reference.mark_adjacent(BOARD.neighbours, hexes, flag, expected)
    assert flags == expected


def test_flags_set_before_stay() -> None:
    flags = bytearray([2] * BOARD.size)
    mark_adjacent(BOARD.neighbours, [0], 1, flags)
    assert set(flags) == {2, 3}


def test_a_hex_off_the_board_is_refused() -> None:
    with pytest.raises(ValueError, match="off the board"):
        mark_adjacent(BOARD.neighbours, [BOARD.size], 1, bytearray(BOARD.size))


def test_arrays_of_different_boards_are_refused() -> None:
    with pytest.raises(ValueError, match="entries"):
        mark_adjacent(array("i", [-1] * 6), [0], 1, bytearray(2))


def test_a_flag_must_fit_into_a_byte() -> None:
    with pytest.raises(ValueError, match="byte"):
        mark_adjacent(BOARD.neighbours, [0], 256, bytearray(BOARD.size))
