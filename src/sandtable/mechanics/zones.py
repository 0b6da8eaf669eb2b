"""Zones of control: the hexes next to those that exert one."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board.board import Board


def zone(board: Board, occupied: Iterable[int], flag: int, flags: bytearray) -> None:
    """Set a flag in every hex adjacent to an occupied one."""
    neighbours = board.neighbours
    for hex_ in occupied:
        for near in neighbours[6 * hex_ : 6 * hex_ + 6]:
            if near >= 0:
                flags[near] |= flag
