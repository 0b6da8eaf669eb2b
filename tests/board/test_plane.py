"""The table: one board, or several side by side, and boxes beside them."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from random_boards import rngs

from sandtable.board import FORBIDDEN, Board, Laid, Name, Plane, board_from_text, cropped
from sandtable.hexgrid import Grid, Hex, LabelError

TERRAINS = {"c": "clear", "w": "woods"}
WEST = board_from_text("cw\ncc", TERRAINS, sides={"river": ["0101-0102"]}, networks={"road": [["0102", "0202"]]})
EAST = board_from_text("wc\ncc", TERRAINS, networks={"road": [["0102", "0202"]]})
# West lies as it is; the hexes of east continue its columns.
JOINED = Plane(
    {"w": Laid(WEST, "0101", Hex(0, 0)), "e": Laid(EAST, "0101", WEST.grid.at(3, 1))}, {"rear": Name("Rear", "後方")}
)


def test_one_board_keeps_its_labels_and_numbers() -> None:
    plane = Plane(WEST)
    assert (plane.labels, plane.neighbours, plane.coordinates) == (WEST.labels, WEST.neighbours, WEST.coordinates)


def test_hexes_of_several_boards_are_numbered_through() -> None:
    assert JOINED.labels == (
        "w.0101", "w.0102", "w.0201", "w.0202", "e.0101", "e.0102", "e.0201", "e.0202", "box:rear",
    )  # fmt: skip


def test_hexes_across_the_joint_are_neighbours() -> None:
    assert [JOINED.labels[i] for i in JOINED.adjacent(JOINED.index["w.0201"])] == [
        "e.0101", "e.0102", "w.0202", "w.0102", "w.0101",
    ]  # fmt: skip


def test_distances_are_those_on_the_table() -> None:
    a, b = JOINED.index["w.0101"], JOINED.index["e.0202"]
    assert (JOINED.distance(a, b), JOINED.distance(b, a)) == (3, 3)


def test_what_is_near_lies_on_either_board() -> None:
    assert [JOINED.labels[i] for i in sorted(JOINED.within(JOINED.index["e.0101"], 1))] == [
        "w.0201", "e.0101", "e.0102", "e.0201",
    ]  # fmt: skip


def test_a_direction_leads_over_the_joint() -> None:
    here, there = JOINED.index["w.0201"], JOINED.index["e.0101"]
    assert JOINED.neighbours[6 * here + JOINED.direction(here, there)] == there


def test_a_box_has_no_neighbours() -> None:
    assert JOINED.adjacent(JOINED.index["box:rear"]) == ()


def test_a_box_is_no_hex() -> None:
    with pytest.raises(ValueError, match="8 is no hex of a board; those are 0 to 7"):
        JOINED.info(JOINED.index["box:rear"])


def test_a_box_has_a_name() -> None:
    assert JOINED.name(JOINED.index["box:rear"]) == Name("Rear", "後方")


def test_costs_lead_over_the_joint() -> None:
    costs = JOINED.costs({"clear": 1, "woods": 4}, {"river": 2}, {"road": 0})
    here = JOINED.index["w.0201"]
    ahead = dict(zip(JOINED.neighbours[6 * here : 6 * here + 6], costs[6 * here : 6 * here + 6], strict=True))
    assert (ahead[JOINED.index["e.0101"]], ahead[JOINED.index["e.0102"]], ahead[-1]) == (4, 1, FORBIDDEN)


def test_a_hexside_is_named_by_both_hexes() -> None:
    here = JOINED.index["w.0201"]
    across = JOINED.neighbours[6 * here : 6 * here + 6].index(JOINED.index["e.0101"])
    assert JOINED.side_label(here, across) == "w.0201-e.0101"


def test_a_hexside_at_the_edge_is_named_by_its_direction() -> None:
    assert JOINED.side_label(0, 0) == "w.0101/N"


def test_where_boards_overlap_the_earlier_one_counts() -> None:
    plane = Plane({"a": Laid(WEST, "0101", Hex(0, 0)), "b": Laid(EAST, "0101", WEST.hex(WEST.index["0201"]))})
    shared = plane.index["b.0101"]
    assert (plane.labels[shared], plane.info(shared)) == ("a.0201", WEST.named("0201"))


def test_a_river_on_the_joint_is_seen_from_both_boards() -> None:
    bank = board_from_text("cc\ncc", TERRAINS, sides={"river": ["0201-0301"]})
    plane = Plane({"w": Laid(bank, "0101", Hex(0, 0)), "e": Laid(EAST, "0101", WEST.grid.at(3, 1))})
    there = plane.index["e.0101"]
    back = plane.neighbours[6 * there : 6 * there + 6].index(plane.index["w.0201"])
    assert plane.side_features(there, back) == {"river"}


def test_a_board_may_be_turned() -> None:
    plane = Plane({"": Laid(WEST, "0101", Hex(5, 5), turns=3)})
    here, south = plane.index["0101"], 3
    assert plane.neighbours[6 * here] == plane.index["0102"]
    assert (plane.side_features(here, 0), plane.side_features(here, south)) == ({"river"}, frozenset())


def test_the_whole_of_a_part_is_on_the_whole_table() -> None:
    part = Plane({"": Laid(cropped(WEST, ["0201"]), "0201", Hex(7, 7))})
    assert (part.whole.labels, part.whole.hex(part.whole.index["0201"])) == (WEST.labels, Hex(7, 7))


def test_a_table_of_whole_boards_is_whole() -> None:
    assert JOINED.whole is JOINED


def test_an_unknown_label_is_refused() -> None:
    with pytest.raises(LabelError, match=r"no hex or box 'w\.0909'"):
        JOINED.known("w.0909")


def test_a_board_is_laid_by_one_of_its_hexes() -> None:
    with pytest.raises(ValueError, match="the board 'x' is laid by its hex '0909', which it does not have"):
        Plane({"x": Laid(WEST, "0909", Hex(0, 0))})


def test_a_name_that_no_label_can_hold_is_refused() -> None:
    with pytest.raises(LabelError, match=r"'my board\.0101' is not a place"):
        Plane({"my board": Laid(WEST, "0101", Hex(0, 0))})
    with pytest.raises(LabelError, match="'box:the rear' is not a place"):
        Plane(WEST, {"the rear": Name("Rear")})


def test_boards_lie_alike() -> None:
    other = board_from_text("cc", TERRAINS, grid=Grid(orientation="pointy"))
    with pytest.raises(ValueError, match="all have a side up, or all a corner"):
        Plane({"a": Laid(WEST, "0101", Hex(0, 0)), "b": Laid(other, "0101", Hex(9, 9))})


def random_map(rng: Random) -> Board:
    width, height = rng.randint(2, 7), rng.randint(1, 7)
    rows = "\n".join("".join(rng.choice("ccw") for _ in range(width)) for _ in range(height))
    labels = board_from_text(rows, TERRAINS).labels
    plain = board_from_text(rows, TERRAINS)
    sides = [plain.side_label(i, d) for i in range(plain.size) for d in range(3) if plain.neighbour(i, d) >= 0]
    roads = [[a, labels[j]] for i, a in enumerate(labels) for j in plain.adjacent(i) if i < j and rng.random() < 0.2]
    return board_from_text(
        rows, TERRAINS, sides={"river": rng.sample(sides, len(sides) // 4)}, networks={"road": roads}
    )  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(rngs)
def test_a_map_cut_in_two_and_joined_again_costs_the_same(rng: Random) -> None:
    board, turns = random_map(rng), rng.randrange(6)
    cut = rng.randrange(1, board.size)
    halves = [cropped(board, board.labels[:cut]), cropped(board, board.labels[cut:])]
    whole = Plane({"": Laid(board, board.labels[0], Hex(3, -4), turns)})
    laid = {
        name: Laid(half, half.labels[0], whole.hex(whole.index[half.labels[0]]), turns)
        for name, half in zip("ab", halves, strict=True)
    }
    joined = Plane(laid)
    rules = ({"clear": 1, "woods": 3}, {"river": 2}, {"road": 1})
    kept = [not board.networks["road"][slot] or _same_half(board, slot, cut) for slot in range(6 * board.size)]
    expected, found = whole.costs(*rules), joined.costs(*rules)
    slots = [6 * i + (d + turns) % 6 for i in range(board.size) for d in range(6)]
    assert [found[slot] for slot, keep in zip(slots, kept, strict=True) if keep] == [
        expected[slot] for slot, keep in zip(slots, kept, strict=True) if keep
    ]


def _same_half(board: Board, slot: int, cut: int) -> bool:
    """Whether both hexes of a hexside are on one half: a road that leads over the cut ends there."""
    return (slot // 6 < cut) == (board.neighbours[slot] < cut)
