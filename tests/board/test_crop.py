"""A part of a map as a map of its own."""

from __future__ import annotations

import pytest

from sandtable.board import board_from_text, cropped
from sandtable.hexgrid import LabelError

WHOLE = board_from_text(
    """
    wwcc
    cccc
    cccc
    """,
    {"w": "woods", "c": "clear"},
    sides={"river": ["0101-0102", "0301-0302", "0102-0103"]},
    networks={"road": [["0101", "0201", "0301", "0401"]]},
    regions={"north": ["0101", "0201", "0301", "0401"]},
)
PART = cropped(WHOLE, ["0101", "0102", "0201", "0202", "0401"])


def test_only_the_chosen_hexes_are_left() -> None:
    assert PART.labels == ("0101", "0102", "0201", "0202", "0401")


def test_hexes_keep_their_terrain() -> None:
    assert PART.named("0201").terrain == "woods"


def test_hexsides_within_and_at_the_edge_are_kept() -> None:
    south = PART.direction(PART.index["0101"], PART.index["0102"])
    assert PART.side_features(PART.index["0101"], south) == {"river"}
    assert PART.side_features(PART.index["0102"], south) == {"river"}


def test_hexsides_elsewhere_are_gone() -> None:
    assert sum(len(run.sides) for run in PART.side_runs) == 2


def test_a_road_is_cut_where_its_hexes_are_gone() -> None:
    assert [[PART.labels[i] for i in path.hexes] for path in PART.paths] == [["0101", "0201"]]


def test_regions_keep_what_is_left_of_them() -> None:
    assert {PART.labels[i] for i in PART.regions["north"]} == {"0101", "0201", "0401"}


def test_an_unknown_hex_is_refused() -> None:
    with pytest.raises(LabelError):
        cropped(WHOLE, ["0909"])
