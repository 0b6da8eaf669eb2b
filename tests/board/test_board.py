"""The compiled board, on maps drawn in text."""

import pickle
from array import array

import pytest

from sandtable.board import FORBIDDEN, Board, board_from_text
from sandtable.board.scene import Scene
from sandtable.hexgrid import Grid, Hex, LabelError, Vertex

TERRAINS = {".": "clear", "w": "woods", "~": "lake"}


@pytest.fixture
def ford() -> Board:
    """A river between the first two rows of the first two columns, bridged by a road in the second."""
    return board_from_text(
        """
        . . w
        . w .
        . . _
        """,
        TERRAINS,
        heights="""
        0 0 2
        0 1 0
        0 0 _
        """,
        sides={"river": ["0101-0102", "0201-0102", "0201-0202"], "wall": ["0201-0202"]},
        networks={"road": [["0201", "0202", "0203"]], "track": [["0101", "0201", "0202"]]},
        regions={"bank": ["0101", "0201"]},
    )


def test_hexes_are_numbered_in_the_order_of_their_labels(ford: Board) -> None:
    assert ford.size == 8
    assert ford.labels == ("0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302")
    assert [ford.index[label] for label in ford.labels] == list(range(8))
    assert [ford.hexes[i].label for i in range(8)] == list(ford.labels)


def test_hexes_carry_terrain_and_elevation(ford: Board) -> None:
    assert (ford.named("0301").terrain, ford.named("0301").elevation) == ("woods", 2)
    assert (ford.named("0101").terrain, ford.named("0101").elevation) == ("clear", 0)


@pytest.mark.parametrize("label", ["0303", "9999", "junk"])
def test_a_label_off_the_map_is_refused(ford: Board, label: str) -> None:
    with pytest.raises(LabelError, match=label):
        ford.named(label)


def test_coordinates_lead_back_to_their_hex(ford: Board) -> None:
    q, r = ford.coordinates
    assert [ford.at(Hex(q[i], r[i])) for i in range(ford.size)] == list(range(ford.size))
    assert [ford.hex(i) for i in range(ford.size)] == [ford.grid.parse(label) for label in ford.labels]
    assert ford.at(ford.grid.parse("0303")) == -1


def test_neighbours_are_mutual_and_end_at_the_edge(ford: Board) -> None:
    assert isinstance(ford.neighbours, array)
    assert len(ford.neighbours) == ford.size * 6
    for i in range(ford.size):
        for d in range(6):
            j = ford.neighbour(i, d)
            if j >= 0:
                assert ford.neighbour(j, (d + 3) % 6) == i
                assert ford.direction(i, j) == d
                assert ford.distance(i, j) == 1


def test_adjacent_leaves_out_what_is_off_the_map(ford: Board) -> None:
    around = {ford.labels[j] for j in ford.adjacent(ford.index["0302"])}
    assert around == {"0301", "0201", "0202"}


def test_direction_refuses_hexes_that_are_not_adjacent(ford: Board) -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        ford.direction(ford.index["0101"], ford.index["0103"])


def test_within_stays_on_the_map(ford: Board) -> None:
    near = {ford.labels[j] for j in ford.within(ford.index["0101"], 1)}
    assert near == {"0101", "0102", "0201"}
    assert len(ford.within(ford.index["0101"], 9)) == ford.size


def test_a_side_feature_is_seen_from_both_hexes(ford: Board) -> None:
    north, south = ford.index["0201"], ford.index["0202"]
    assert ford.side_features(north, 3) == ford.side_features(south, 0) == {"river", "wall"}
    assert ford.side_features(north, 0) == frozenset()
    assert sum(ford.sides["river"]) == 6
    assert sum(ford.sides["wall"]) == 2


def test_a_network_crosses_hexsides_both_ways(ford: Board) -> None:
    north, south = ford.index["0201"], ford.index["0202"]
    assert ford.networks["road"][6 * north + 3] == ford.networks["road"][6 * south] == 1
    assert sum(ford.networks["road"]) == 4


def test_a_river_is_drawn_as_one_line(ford: Board) -> None:
    river = ford.side_runs[0]
    assert river.feature == "river"
    (chain,) = river.chains
    assert len(chain) == 4
    assert all(isinstance(vertex, Vertex) for vertex in chain)


def test_a_road_is_drawn_through_its_hexes_in_order(ford: Board) -> None:
    assert ford.paths[0].network == "road"
    assert [ford.labels[i] for i in ford.paths[0].hexes] == ["0201", "0202", "0203"]


def test_regions_are_sets_of_hexes(ford: Board) -> None:
    assert ford.regions == {"bank": frozenset({ford.index["0101"], ford.index["0201"]})}


def test_sides_have_stable_ids(ford: Board) -> None:
    assert ford.side_label(ford.index["0202"], 0) == ford.side_label(ford.index["0201"], 3) == "0201-0202"


def cost(board: Board, costs: "array[int]", start: str, end: str) -> int:
    i, j = board.index[start], board.index[end]
    return costs[6 * i + board.direction(i, j)]


def test_a_cost_is_the_terrain_ahead_plus_what_the_hexside_adds(ford: Board) -> None:
    costs = ford.costs({"clear": 1, "woods": 2}, {"river": 3})
    assert cost(ford, costs, "0102", "0103") == 1
    assert cost(ford, costs, "0301", "0302") == 1
    assert cost(ford, costs, "0302", "0301") == 2
    assert cost(ford, costs, "0101", "0102") == 1 + 3
    assert cost(ford, costs, "0201", "0202") == 2 + 3


def test_several_side_features_add_up(ford: Board) -> None:
    costs = ford.costs({"clear": 1, "woods": 2}, {"river": 3, "wall": 4})
    assert cost(ford, costs, "0201", "0202") == 2 + 3 + 4


def test_a_network_replaces_terrain_and_hexside(ford: Board) -> None:
    costs = ford.costs({"clear": 2, "woods": 4}, {"river": FORBIDDEN}, {"road": 1})
    assert cost(ford, costs, "0201", "0202") == 1
    assert cost(ford, costs, "0101", "0102") == FORBIDDEN
    assert cost(ford, costs, "0103", "0203") == 2


@pytest.mark.parametrize("network", [{"road": 1, "track": 2}, {"track": 2, "road": 1}])
def test_the_cheapest_network_counts(ford: Board, network: dict[str, int]) -> None:
    costs = ford.costs({"clear": 4, "woods": 4}, network=network)
    assert cost(ford, costs, "0201", "0202") == 1
    assert cost(ford, costs, "0101", "0201") == 2


def test_what_has_no_cost_cannot_be_entered(ford: Board) -> None:
    costs = ford.costs({"clear": 1}, {"river": 2})
    assert cost(ford, costs, "0302", "0301") == FORBIDDEN
    assert cost(ford, costs, "0201", "0202") == FORBIDDEN
    assert costs[6 * ford.index["0101"]] == FORBIDDEN


@pytest.mark.parametrize(
    ("enter", "side_extra", "network", "name"),
    [({"swamp": 1}, {}, {}, "swamp"), ({}, {"canal": 1}, {}, "canal"), ({}, {}, {"rail": 1}, "rail")],
)
def test_costs_of_what_the_legend_lacks_are_refused(
    ford: Board, enter: dict[str, int], side_extra: dict[str, int], network: dict[str, int], name: str
) -> None:
    with pytest.raises(ValueError, match=name):
        ford.costs(enter, side_extra, network)


def test_a_boundary_is_where_a_set_ends(ford: Board) -> None:
    pair = {ford.index["0101"], ford.index["0102"]}
    sides = ford.boundary(pair)
    assert len(sides) == 10
    assert (ford.index["0101"], 3) not in sides
    assert (ford.index["0101"], 0) in sides
    assert (ford.index["0102"], 3) in sides


def test_boards_are_equal_by_identity_and_pickle_whole(ford: Board) -> None:
    copy = pickle.loads(pickle.dumps(ford))
    assert copy != ford
    assert copy.labels == ford.labels
    assert copy.neighbours == ford.neighbours
    assert copy.side_features(3, 3) == ford.side_features(3, 3)
    assert hash(ford) == hash(ford)


def test_a_scene_holds_a_board(ford: Board) -> None:
    assert Scene(board=ford, palettes={}).board is ford


def test_a_drawing_fits_any_grid() -> None:
    grid = Grid(orientation="pointy", shift="even", scheme="letters", row_digits=1, first_row=5)
    board = board_from_text(
        """
        . w .
         . . .
        """,
        TERRAINS,
        grid=grid,
    )
    assert board.labels == ("A5", "A6", "B5", "B6", "C5", "C6")
    assert board.named("B5").terrain == "woods"
    assert board.grid.direction_name(board.direction(board.index["A5"], board.index["A6"])) == "SE"


def test_a_letter_without_a_terrain_is_refused() -> None:
    with pytest.raises(ValueError, match="'x'"):
        board_from_text(". x", TERRAINS)


def test_heights_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="same shape"):
        board_from_text(". .", TERRAINS, heights="0")


def test_a_road_that_jumps_is_refused() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        board_from_text(". . .", TERRAINS, networks={"road": [["0101", "0301"]]})


def test_a_hexside_on_the_edge_of_the_map_is_marked_for_the_hex_on_it() -> None:
    board = board_from_text("_ .\n. _", TERRAINS, sides={"coast": ["0101-0201", "0102-0101"]})
    assert board.side_features(board.index["0201"], 5) == {"coast"}
    assert board.side_features(board.index["0102"], 0) == {"coast"}
    assert sum(board.sides["coast"]) == 2
