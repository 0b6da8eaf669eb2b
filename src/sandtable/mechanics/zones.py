"""Zones of control: the hexes next to those that exert one."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.board import Board, mark_adjacent


def zone(board: Board, occupied: Iterable[int], flag: int, flags: bytearray) -> None:
    """Set a flag in every hex adjacent to an occupied one."""
    mark_adjacent(board.neighbours, occupied, flag, flags)
