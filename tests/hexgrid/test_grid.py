"""Printed labels and positions on the sheet."""

from math import dist, isclose, sqrt

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.hexgrid import ORIGIN, Grid, Hex, LabelError, Side, Vertex, distance, neighbour

ORIENTATIONS = ("flat", "pointy")
grids = st.builds(
    Grid,
    orientation=st.sampled_from(ORIENTATIONS),
    shift=st.sampled_from(("odd", "even")),
    scheme=st.sampled_from(("digits", "letters", "doubled-letters")),
    order=st.sampled_from(("column-row", "row-column")),
    column_digits=st.integers(2, 4),
    row_digits=st.integers(2, 4),
    first_column=st.integers(1, 20),
    first_row=st.integers(1, 20),
)
offsets = st.integers(0, 30)
sixths = st.integers(0, 5)


@given(grids, offsets, offsets)
def test_labels_round_trip_in_every_scheme(grid: Grid, across: int, down: int) -> None:
    hex_ = grid.at(grid.first_column + across, grid.first_row + down)
    assert grid.parse(grid.label(hex_)) == hex_
    assert grid.column_row(hex_) == (grid.first_column + across, grid.first_row + down)


@given(grids, offsets, offsets)
def test_neighbours_on_the_grid_are_at_arms_length_on_the_sheet(grid: Grid, across: int, down: int) -> None:
    here = grid.at(grid.first_column + across, grid.first_row + down)
    for direction in range(6):
        there = neighbour(here, direction)
        assert isclose(dist(grid.centre(here), grid.centre(there)), sqrt(3))


@given(grids, offsets, offsets)
def test_rows_and_columns_lie_where_they_are_printed(grid: Grid, across: int, down: int) -> None:
    column, row = grid.first_column + across, grid.first_row + down
    x, y = grid.centre(grid.at(column, row))
    x0, y0 = grid.centre(ORIGIN)
    shifted = grid.shift == "odd"
    if grid.orientation == "flat":
        half = (column % 2 == shifted) - (grid.first_column % 2 == shifted)
        assert isclose(x - x0, 1.5 * across, abs_tol=1e-9)
        assert isclose(y - y0, sqrt(3) * (down + half / 2), abs_tol=1e-9)
    else:
        half = (row % 2 == shifted) - (grid.first_row % 2 == shifted)
        assert isclose(x - x0, sqrt(3) * (across + half / 2), abs_tol=1e-9)
        assert isclose(y - y0, 1.5 * down, abs_tol=1e-9)


@given(grids, st.integers(1, 20), st.integers(1, 20), sixths)
def test_side_and_vertex_ids_round_trip(grid: Grid, across: int, down: int, sixth: int) -> None:
    hex_ = grid.at(grid.first_column + across, grid.first_row + down)
    side, vertex = Side.of(hex_, sixth), Vertex.of(hex_, sixth)
    assert grid.parse_side(grid.side_label(side)) == side
    assert grid.parse_vertex(grid.vertex_label(vertex)) == vertex


def test_four_digits_show_column_and_row() -> None:
    grid = Grid()
    assert grid.label(ORIGIN) == "0101"
    assert grid.column_row(grid.parse("1702")) == (17, 2)


def test_rows_may_come_first() -> None:
    grid = Grid(order="row-column", column_digits=3, row_digits=2)
    assert grid.column_row(grid.parse("17002")) == (2, 17)


def test_letters_count_on_after_z() -> None:
    spread, doubled = Grid(scheme="letters", row_digits=1), Grid(scheme="doubled-letters", row_digits=1)
    assert [spread.label(spread.at(column, 10)) for column in (3, 26, 27, 28, 702)] == [
        "C10",
        "Z10",
        "AA10",
        "AB10",
        "ZZ10",
    ]
    assert [doubled.label(doubled.at(column, 4)) for column in (27, 28, 52)] == ["AA4", "BB4", "ZZ4"]


def test_even_columns_lie_lower_on_a_flat_grid() -> None:
    grid = Grid(orientation="flat", shift="even")
    assert distance(grid.parse("0102"), grid.parse("0201")) == 1
    assert distance(grid.parse("0101"), grid.parse("0202")) == 2


def test_odd_columns_lie_lower_if_the_grid_says_so() -> None:
    grid = Grid(orientation="flat", shift="odd")
    assert distance(grid.parse("0101"), grid.parse("0202")) == 1
    assert distance(grid.parse("0102"), grid.parse("0201")) == 2


def test_the_shift_goes_by_printed_numbers_wherever_they_begin() -> None:
    grid = Grid(shift="even", first_column=12, first_row=30)
    assert grid.label(ORIGIN) == "1230"
    assert distance(grid.parse("1330"), grid.parse("1231")) == 2
    assert distance(grid.parse("1331"), grid.parse("1230")) == 1


@pytest.mark.parametrize("label", ["", "17", "17020", "17O2", "-102", "1 02", "١٧٠٢", "0001", "0100"])
def test_junk_is_no_label_of_digits(label: str) -> None:
    with pytest.raises(LabelError, match=repr(label)):
        Grid().parse(label)


@pytest.mark.parametrize("label", ["", "C", "10", "c10", "C01", "AAA1", "C-1", "C0", "C10 "])
def test_junk_is_no_label_of_letters(label: str) -> None:
    with pytest.raises(LabelError, match=repr(label)):
        Grid(scheme="letters", row_digits=1).parse(label)


def test_doubled_letters_do_not_mix() -> None:
    with pytest.raises(LabelError, match="AB1"):
        Grid(scheme="doubled-letters", row_digits=1).parse("AB1")


@pytest.mark.parametrize("hex_", [Hex(-1, 3), Hex(0, -1), Hex(99, 0), Hex(0, 99)])
def test_a_hex_off_the_grid_has_no_label(hex_: Hex) -> None:
    with pytest.raises(LabelError):
        Grid().label(hex_)


@pytest.mark.parametrize(("scheme", "column"), [("letters", 703), ("doubled-letters", 53)])
def test_letters_run_out(scheme: str, column: int) -> None:
    grid = msgspec.convert({"scheme": scheme}, Grid)
    with pytest.raises(LabelError, match="too high"):
        grid.label(grid.at(column, 1))


def test_letters_cannot_begin_at_zero() -> None:
    with pytest.raises(ValueError, match="A = 1"):
        Grid(scheme="letters", first_column=0)


def test_digits_may_begin_at_zero() -> None:
    assert Grid(first_column=0, first_row=0).label(ORIGIN) == "0000"


def test_a_side_id_begins_with_the_smaller_label() -> None:
    assert Grid().side_label(Grid().parse_side("2115-2114")) == "2114-2115"


def test_a_side_id_compares_numbers_not_letters() -> None:
    grid = Grid(scheme="letters", row_digits=1)
    assert grid.side_label(grid.parse_side("C10-C9")) == "C9-C10"
    assert grid.side_label(grid.parse_side("AA5-Z5")) == "Z5-AA5"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2114", "as in 0101-0102"),
        ("2114-2116", "not adjacent"),
        ("2114-21", "expected 4 digits"),
        ("2114-2114", "not adj"),
    ],
)
def test_junk_is_no_side(text: str, problem: str) -> None:
    with pytest.raises(LabelError, match=problem):
        Grid().parse_side(text)


@pytest.mark.parametrize("text", ["0202-0203", "0202-0203-0204", "0202-0203-0302-0303", "0202-0202-0203"])
def test_junk_is_no_vertex(text: str) -> None:
    with pytest.raises(LabelError, match="not a vertex"):
        Grid().parse_vertex(text)


@pytest.mark.parametrize(
    ("grid", "names"), [(Grid(), "N NE SE S SW NW"), (Grid(orientation="pointy"), "NW NE E SE SW W")]
)
def test_directions_are_named_for_where_they_lead(grid: Grid, names: str) -> None:
    assert [grid.direction_name(direction) for direction in range(6)] == names.split()
    for direction, name in enumerate(names.split()):
        x, y = grid.centre(neighbour(ORIGIN, direction))
        assert (y < -0.1) == ("N" in name)
        assert (y > 0.1) == ("S" in name)
        assert (x > 0.1) == ("E" in name)
        assert (x < -0.1) == ("W" in name)


@given(grids, st.integers(-20, 20), st.integers(-20, 20), sixths)
def test_a_corner_is_one_point_for_all_its_hexes(grid: Grid, q: int, r: int, corner: int) -> None:
    vertex = Vertex.of(Hex(q, r), corner)
    point = grid.vertex_point(vertex)
    assert dist(grid.corners(Hex(q, r))[corner], point) < 1e-9
    for hex_ in vertex.hexes:
        assert isclose(dist(grid.centre(hex_), point), 1.0)
