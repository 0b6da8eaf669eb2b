"""How hexes lie to each other: the compiled answers against those of the geometry."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board import Compass, board_from_text
from sandtable.hexgrid import distance

BOARD = board_from_text("..._.\n....._\n._...\n.....\n......", {".": "clear"})
COMPASS = Compass(*BOARD.coordinates, BOARD.index)
LABELS = st.sampled_from(BOARD.labels)


def far(a: str, b: str) -> int:
    return distance(BOARD.hex(BOARD.index[a]), BOARD.hex(BOARD.index[b]))


@given(LABELS, LABELS)
def test_distances_are_those_of_the_geometry(a: str, b: str) -> None:
    assert COMPASS.distance(a, b) == far(a, b)


@given(LABELS, LABELS)
def test_the_hexes_in_directions_that_lead_nearer_are_nearer_and_no_others(a: str, b: str) -> None:
    nearer = COMPASS.nearer(a, b)
    beside = {direction: BOARD.neighbour(BOARD.index[a], direction) for direction in range(6)}
    for direction, there in beside.items():
        if there >= 0:
            assert bool(nearer >> direction & 1) == (far(BOARD.labels[there], b) < far(a, b))


def test_nothing_leads_nearer_to_the_hex_itself() -> None:
    assert COMPASS.nearer(BOARD.labels[0], BOARD.labels[0]) == 0


def test_a_hex_off_the_board_is_not_found() -> None:
    with pytest.raises(KeyError):
        COMPASS.distance(BOARD.labels[0], "Z99")


def test_every_hex_has_coordinates() -> None:
    with pytest.raises(ValueError, match="not of the same hexes"):
        Compass(array("i", [0]), array("i", [0, 1]), {})
    with pytest.raises(ValueError, match="no coordinates"):
        Compass(array("i", [0]), array("i", [0]), {"a": 1})
