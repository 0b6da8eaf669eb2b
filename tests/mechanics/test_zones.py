"""Zones of control."""

from __future__ import annotations

from sandtable.board import CLOSED, ZOC, board_from_text
from sandtable.mechanics.zones import zone

BOARD = board_from_text(
    """
    . . . .
    . . . .
    . . . .
    """,
    {".": "clear"},
)


def marked(flags: bytearray, flag: int) -> set[str]:
    return {BOARD.labels[i] for i in range(BOARD.size) if flags[i] & flag}


def test_a_zone_is_made_of_the_hexes_around_a_counter() -> None:
    flags = bytearray(BOARD.size)
    here = BOARD.index["0202"]
    zone(BOARD, [here], ZOC, flags)
    assert marked(flags, ZOC) == {BOARD.labels[i] for i in BOARD.adjacent(here)}


def test_a_zone_ends_at_the_edge_of_the_map() -> None:
    flags = bytearray(BOARD.size)
    corner = BOARD.index["0101"]
    zone(BOARD, [corner], ZOC, flags)
    assert len(marked(flags, ZOC)) == len(BOARD.adjacent(corner)) < 6


def test_neighbours_hold_each_other_in_their_zones() -> None:
    flags = bytearray(BOARD.size)
    zone(BOARD, [BOARD.index["0202"], BOARD.index["0203"]], ZOC, flags)
    assert {"0202", "0203"} <= marked(flags, ZOC)


def test_other_flags_are_left_as_they_were() -> None:
    flags = bytearray(BOARD.size)
    flags[BOARD.index["0203"]] = CLOSED
    zone(BOARD, [BOARD.index["0202"]], ZOC, flags)
    assert flags[BOARD.index["0203"]] == CLOSED | ZOC
