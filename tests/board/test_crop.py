"""A part of a map as a map of its own."""

from __future__ import annotations

import pytest

from sandtable.board import Sight, board_from_text, cropped
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


def test_a_part_remembers_the_whole() -> None:
    assert (PART.whole, WHOLE.whole, cropped(PART, ["0101"]).whole) == (WHOLE, WHOLE, WHOLE)


def test_hexes_are_found_again_on_the_whole() -> None:
    assert [WHOLE.labels[i] for i in PART.in_whole] == list(PART.labels)


def test_a_line_along_the_edge_of_a_part_sees_the_flank_beyond_it() -> None:
    # The line from 0101 to 0302 runs along the hexside between 0201, which is left out, and 0202.
    part = cropped(WHOLE, ["0101", "0202", "0302"])
    a, b = part.index["0101"], part.index["0302"]
    trees = {"woods": 1, "clear": 0}
    alone = Sight(*part.coordinates, [0] * part.size, top=[trees[info.terrain] for info in part.hexes])
    within = Sight(
        *WHOLE.coordinates,
        [0] * WHOLE.size,
        top=[trees[info.terrain] for info in WHOLE.hexes],
        stands=part.in_whole,
    )
    assert alone.clear(a, b)
    assert WHOLE.labels[within.check(a, b).blocked_hex] == "0201"


def test_an_unknown_hex_is_refused() -> None:
    with pytest.raises(LabelError):
        cropped(WHOLE, ["0909"])
