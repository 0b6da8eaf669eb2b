"""The geomorphic boards joined: every pair and order, either way up, in both directions."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from games.panzer.shipped import board, data_file, join
from sandtable.board import Board
from sandtable.games.panzer.maps import BoardPlace, Seam, map_of

COLUMNS, ROWS = 25, 16
SEAM = ("clear", "brush", "crops", "scrub", "rough", "light-woods", "woods", "heavy-woods")
PAIRS = [
    pytest.param(f"{one}{up}", f"{other}{other_up}", id=f"{one}{up}-{other}{other_up}")
    for (one, other), up, other_up in product(permutations("1234", 2), ("", "t"), ("", "t"))
]


def turned(label: str) -> str:
    """The hex that lies where a hex lay before its board was turned."""
    column, row = ord(label[0]) - 64, int(label[1:])
    return f"{chr(64 + COLUMNS + 1 - column)}{(ROWS if column % 2 else ROWS + 1) - row}"


def at(text: str, label: str) -> str:
    """What lies at a place of a board by the label that is printed there when it is not turned: "3t", "A8" is 3Y8."""
    return text[0] + (turned(label) if text.endswith("t") else label)


def has_way(map_: Board, label: str, other: str) -> bool:
    i, j = map_.index[label], map_.index[other]
    slot = 6 * i + map_.direction(i, j)
    return any(map_.networks[network][slot] for network in ("road", "path"))


def check_seam(map_: Board, pairs: list[tuple[str, str]]) -> None:
    """Half hexes that meet are one hex, which has the terrain that stands later in the list, at level 0."""
    for one, other in pairs:
        assert map_.index[one] == map_.index[other], (one, other)
        halves = [board(f"board{label[0]}").named(label[1:]) for label in (one, other)]
        info = map_.named(one)
        assert info.terrain == max((half.terrain for half in halves), key=SEAM.index)
        assert info.elevation == 0


@pytest.mark.rule("panzer:1.3")
@pytest.mark.parametrize(("west", "east"), PAIRS)
def test_two_boards_side_by_side(west: str, east: str) -> None:
    map_ = join(f"{west} {east}")
    assert map_.size == 2 * board("board1").size - (ROWS + 1)
    check_seam(map_, [(at(west, f"Y{row}"), at(east, f"A{row}")) for row in range(ROWS + 1)])
    for row in range(1, ROWS):
        seam = map_.index[at(west, f"Y{row}")]
        around = {
            map_.index[at(text, f"{column}{r}")] for text, column in ((west, "X"), (east, "B")) for r in (row, row + 1)
        }
        assert set(map_.adjacent(seam)) == around | {map_.index[at(west, f"Y{r}")] for r in (row - 1, row + 1)}
    road = [n for n in map_.adjacent(map_.index[at(west, "Y8")]) if has_way(map_, at(west, "Y8"), map_.labels[n])]
    assert len(road) == 2, "the road goes on from board to board"


@pytest.mark.rule("panzer:1.3")
@pytest.mark.parametrize(("north", "south"), PAIRS)
def test_two_boards_one_above_the_other(north: str, south: str) -> None:
    map_ = join(north, south)
    odd, even = "ACEGIKMOQSUWY", "BDFHJLNPRTVX"
    assert map_.size == 2 * board("board1").size - len(odd)
    check_seam(map_, [(at(north, f"{column}16"), at(south, f"{column}0")) for column in odd])
    for column in even:
        assert map_.index[at(south, f"{column}1")] in map_.adjacent(map_.index[at(north, f"{column}16")])
    assert has_way(map_, at(north, "M15"), at(north, "M16"))
    assert has_way(map_, at(south, "M0"), at(south, "M1"))


def test_a_row_over_a_row_joins_four_quarters_into_a_hex() -> None:
    map_ = join("1 3t", "2t 4")
    corner = {map_.index[at(text, label)] for text, label in (("1", "Y16"), ("3t", "A16"), ("2t", "Y0"), ("4", "A0"))}
    assert len(corner) == 1
    assert map_.size == 4 * board("board1").size - 2 * 17 - 2 * 13 + 1


def test_a_turned_board_has_the_same_ground_in_the_same_hexes() -> None:
    plain, upside_down = join("2"), join("2t")
    assert plain.labels != upside_down.labels
    for label in plain.labels:
        i, j = plain.index[label], upside_down.index[label]
        assert plain.hexes[i] == upside_down.hexes[j]
        for direction in range(6):
            assert plain.side_features(i, direction) == upside_down.side_features(j, (direction + 3) % 6)


def test_a_turn_puts_column_a_where_y_was() -> None:
    plain, upside_down = join("1"), join("1t")
    for label in ("A0", "A8", "C10", "D16", "X1", "Y16"):
        assert plain.hex(plain.index["1" + label]) == upside_down.hex(upside_down.index["1" + turned(label)])


@pytest.mark.rule("panzer:1.3")
def test_labels_carry_the_number_of_the_board() -> None:
    map_ = join("1 2")
    assert {"1C10", "2C10", "1C0"} <= set(map_.labels)
    assert "1B0" not in map_.index


def test_a_board_by_itself_carries_its_number_too() -> None:
    assert set(join("3").labels) == {"3" + label for label in board("board3").labels}


def test_places_keep_their_regions_on_a_joined_map() -> None:
    map_ = join("4 3t")
    assert {map_.labels[i][0] for i in map_.regions["3.1"]} == {"3"}
    assert len(map_.regions["3.1"]) == len(board("board3").regions["3.1"])


def test_the_large_map_keeps_its_labels() -> None:
    assert map_of(data_file, ((BoardPlace("krasny-brod"),),)).labels == board("krasny-brod").labels


def test_a_map_is_made_once() -> None:
    assert join("1", "2t") is join("1", "2t")


def test_a_large_map_is_not_joined_to_boards() -> None:
    with pytest.raises(ValueError, match="the geomorphic boards are board1"):
        map_of(data_file, ((BoardPlace("krasny-brod"), BoardPlace("board1")),))


def test_halves_that_no_rule_puts_together_are_refused() -> None:
    bridge = next(info for info in board("board1").hexes if info.terrain == "bridge")
    with pytest.raises(ValueError, match="terrain must be one of clear, brush"):
        Seam(SEAM).merged(bridge, bridge)
