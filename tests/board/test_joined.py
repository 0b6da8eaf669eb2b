"""Boards joined into one map: the half hexes of their edges fall on each other, whichever way up a board lies."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.board import Board, HexInfo, Tile, board_from_text, cropped, joined
from sandtable.board.place import parse_place
from sandtable.hexgrid import Grid, LabelError

GRID = Grid(shift="odd", scheme="letters", first_row=0, row_digits=1)
KINDS = {"c": "clear", "w": "woods", "f": "field"}
ONE = board_from_text(
    """
    c _ c _ c
    c c c c w
    c c c c c
    """,
    KINDS,
    sides={"wall": ["B1-B2"]},
    networks={"road": [["A1", "B1", "C1", "D1", "E1"]]},
    regions={"village": ["B1"]},
    grid=GRID,
)
OTHER = board_from_text(
    """
    f _ f _ f
    f f f f f
    f f f w f
    """,
    KINDS,
    networks={"road": [["A1", "B2", "C1", "D1", "E1"]]},
    grid=GRID,
)


def thicker(one: HexInfo, other: HexInfo) -> HexInfo:
    """Of two half hexes the one that stands later in the list decides."""
    order = ("clear", "field", "woods")
    return replace(one, terrain=max(one.terrain, other.terrain, key=order.index))


def side_by_side(*, turned: bool = False) -> Board:
    return joined([[Tile(ONE, "1"), Tile(OTHER, "2", turned)]], thicker)


def stacked(*, turned: bool = False) -> Board:
    return joined([[Tile(ONE, "1")], [Tile(OTHER, "2", turned)]], thicker)


def adjacent(board: Board, label: str) -> set[str]:
    return {board.labels[i] for i in board.adjacent(board.index[label])}


def has_road(board: Board, label: str, other: str) -> bool:
    i, j = board.index[label], board.index[other]
    return bool(board.networks["road"][6 * i + board.direction(i, j)])


def test_a_label_carries_the_mark_of_its_board() -> None:
    assert {"1B1", "2B1"} <= set(side_by_side().labels)


def test_a_column_at_the_seam_is_there_once() -> None:
    assert side_by_side().size == ONE.size + OTHER.size - 3


def test_a_row_at_the_seam_is_there_once_where_both_boards_show_half_of_it() -> None:
    assert stacked().size == ONE.size + OTHER.size - 3


def test_either_label_names_a_hex_at_the_seam() -> None:
    board = side_by_side()
    assert board.index["1E1"] == board.index["2A1"]
    assert board.named("2A1").label == "1E1"
    assert board.plane.known("2A1") == board.index["1E1"]


def test_half_hexes_become_what_the_rule_says() -> None:
    board = side_by_side()
    assert [board.named(label).terrain for label in ("1E0", "1E1", "1E2")] == ["field", "woods", "field"]


def test_hexes_are_adjacent_over_a_seam_between_boards_side_by_side() -> None:
    assert adjacent(side_by_side(), "1E1") == {"1E0", "1E2", "1D1", "1D2", "2B1", "2B2"}


def test_hexes_are_adjacent_over_a_seam_between_boards_one_above_the_other() -> None:
    board = stacked()
    assert adjacent(board, "1C2") == {"1C1", "1B2", "1D2", "2B1", "2D1", "2C1"}
    assert "2B1" in adjacent(board, "1B2")


def test_a_road_goes_on_over_the_seam() -> None:
    board = side_by_side()
    assert has_road(board, "1D1", "1E1")
    assert has_road(board, "2A1", "2B2")


def test_a_turned_board_shows_its_last_column_first() -> None:
    board = side_by_side(turned=True)
    assert board.index["1E1"] == board.index["2E1"]
    assert board.index["1E0"] == board.index["2E2"]


def test_a_turned_board_keeps_what_is_next_to_what() -> None:
    board = side_by_side(turned=True)
    assert {"2B1", "2D1", "2C0", "2C2", "2B2", "2D2"} == adjacent(board, "2C1")
    assert has_road(board, "2A1", "2B2")
    assert not has_road(board, "2A1", "2B1")


def test_a_wall_turns_with_its_board() -> None:
    board = joined([[Tile(ONE, "1", turned=True)]], thicker)
    i, j = board.index["1B1"], board.index["1B2"]
    assert board.direction(i, j) == 0
    assert board.side_features(i, 0) == {"wall"}


def test_regions_carry_the_marks_of_their_board() -> None:
    board = side_by_side()
    assert [board.labels[i] for i in board.regions["village"]] == ["1B1"]


def test_labels_of_places_and_hexsides_follow() -> None:
    board = side_by_side()
    assert parse_place("2B1/NE", GRID).hex == "2B1"
    assert board.side_label(board.index["1E1"], 1) == "1E1-2B1"
    assert board.side_label(board.index["1A0"], 0) == "1A0/N"


def test_a_part_of_a_joined_map_keeps_its_labels() -> None:
    part = cropped(side_by_side(), ["1D1", "2A1", "2B1"])
    assert part.labels == ("1D1", "1E1", "2B1")
    assert part.named("2A1").label == "1E1"
    with pytest.raises(LabelError):
        part.named("2A0")


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([], "one at least"),
        ([[Tile(ONE, "1"), Tile(OTHER, "2")], [Tile(ONE, "3")]], "same length"),
        ([[Tile(ONE, "1"), Tile(OTHER, "1")]], "same mark"),
        ([[Tile(ONE, "1"), Tile(cropped(OTHER, ["A1", "B1", "C1"]), "2")]], "one size"),
        ([[Tile(board_from_text("cc\ncc", KINDS), "1")]], "odd in number"),
    ],
)
def test_boards_that_do_not_fit_are_refused(rows: list[list[Tile]], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        joined(rows, thicker)
