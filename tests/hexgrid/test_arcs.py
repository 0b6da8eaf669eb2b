"""Facings, bearings and arcs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.hexgrid import (
    ORIGIN,
    Grid,
    Hex,
    LabelError,
    Orientation,
    arc,
    bearing,
    in_arc,
    neighbour,
    ring,
    rotate,
    side_facing,
    turn,
    vertex_facing,
    within,
)

coordinates = st.integers(-30, 30)
hexes = st.builds(Hex, coordinates, coordinates)
others = hexes.filter(lambda hex_: hex_ != ORIGIN)
facings = st.integers(0, 11)
steps = st.integers(-6, 6)


@pytest.mark.parametrize("direction", range(6))
def test_a_neighbour_bears_exactly_through_its_side(direction: int) -> None:
    assert bearing(ORIGIN, neighbour(ORIGIN, direction)) == 2 * side_facing(direction)


@pytest.mark.parametrize("corner", range(6))
def test_the_hex_beyond_a_corner_bears_exactly_through_it(corner: int) -> None:
    beyond = neighbour(neighbour(ORIGIN, corner), corner + 1)
    assert bearing(ORIGIN, beyond) == 2 * vertex_facing(corner)


def test_bearings_grow_clockwise_round_a_ring() -> None:
    bearings = [bearing(ORIGIN, hex_) for hex_ in ring(ORIGIN, 4)]
    assert bearings == sorted(bearings)
    assert set(bearings) == set(range(24))


@given(others, hexes, st.integers(1, 5))
def test_a_bearing_depends_on_the_way_only(hex_: Hex, origin: Hex, scale: int) -> None:
    far = Hex(origin.q + scale * hex_.q, origin.r + scale * hex_.r)
    assert bearing(origin, far) == bearing(ORIGIN, hex_)


@given(others, steps)
def test_turning_a_hex_turns_its_bearing(hex_: Hex, by: int) -> None:
    assert bearing(ORIGIN, rotate(hex_, by)) == (bearing(ORIGIN, hex_) + 4 * by) % 24


@given(others)
def test_the_way_back_bears_the_other_way(hex_: Hex) -> None:
    assert bearing(hex_, ORIGIN) == (bearing(ORIGIN, hex_) + 12) % 24


def test_a_hex_has_no_bearing_from_itself() -> None:
    with pytest.raises(ValueError, match="no bearing"):
        bearing(ORIGIN, ORIGIN)


@given(others, facings)
def test_six_arcs_of_60_degrees_share_out_the_map(hex_: Hex, facing: int) -> None:
    holding = [step for step in range(6) if in_arc(ORIGIN, turn(facing, step), 60, hex_)]
    on_an_edge = bearing(ORIGIN, hex_) % 4 == (2 * facing + 2) % 4
    assert len(holding) == (2 if on_an_edge else 1)


@given(others, facings, st.sampled_from([60, 120, 180, 240, 300]))
def test_an_arc_and_its_complement_meet_on_their_edges_only(hex_: Hex, facing: int, degrees: int) -> None:
    ahead = in_arc(ORIGIN, facing, degrees, hex_)
    behind = in_arc(ORIGIN, facing + 6, 360 - degrees, hex_)
    off = (bearing(ORIGIN, hex_) - 2 * facing) % 24
    assert ahead or behind
    assert (ahead and behind) == (off in (degrees // 30, 24 - degrees // 30))


@given(others, facings)
def test_a_wider_arc_holds_a_narrower_one(hex_: Hex, facing: int) -> None:
    held = [in_arc(ORIGIN, facing, degrees, hex_) for degrees in range(60, 361, 60)]
    assert held == sorted(held)
    assert held[-1]


@given(st.integers(0, 5), st.integers(1, 5), st.sampled_from([60, 120, 180]), st.integers(0, 5))
def test_turning_the_facing_turns_the_arc(corner: int, radius: int, degrees: int, by: int) -> None:
    facing = vertex_facing(corner)
    turned = {rotate(hex_, by) for hex_ in arc(ORIGIN, facing, degrees, radius)}
    assert set(arc(ORIGIN, turn(facing, by), degrees, radius)) == turned


def test_the_60_degree_arc_through_a_side_is_the_hexes_between_two_vertex_lines() -> None:
    assert arc(ORIGIN, side_facing(0), 60, 1) == (Hex(0, -1),)
    assert set(arc(ORIGIN, side_facing(0), 60, 2)) == {Hex(0, -1), Hex(-1, -1), Hex(0, -2), Hex(1, -2)}


def test_the_60_degree_arc_through_a_vertex_lies_between_two_rows_of_hexes() -> None:
    assert set(arc(ORIGIN, vertex_facing(0), 60, 2)) == {Hex(0, -1), Hex(1, -1), Hex(0, -2), Hex(1, -2), Hex(2, -2)}


@pytest.mark.parametrize(("degrees", "count"), [(60, 1), (120, 3), (180, 3)])
def test_neighbours_in_an_arc_through_a_side(degrees: int, count: int) -> None:
    assert len(arc(ORIGIN, side_facing(2), degrees, 1)) == count


@pytest.mark.parametrize(("degrees", "count"), [(60, 2), (120, 2), (180, 4)])
def test_neighbours_in_an_arc_through_a_vertex(degrees: int, count: int) -> None:
    assert len(arc(ORIGIN, vertex_facing(2), degrees, 1)) == count


def test_an_arc_of_360_degrees_is_everything_but_the_origin() -> None:
    assert set(arc(ORIGIN, 0, 360, 3)) == set(within(ORIGIN, 3)) - {ORIGIN}


@pytest.mark.parametrize("degrees", [0, 30, 90, 420])
def test_other_widths_are_refused(degrees: int) -> None:
    with pytest.raises(ValueError, match="degrees wide"):
        in_arc(ORIGIN, 0, degrees, Hex(1, 0))


@pytest.mark.parametrize(
    ("orientation", "facing", "name"), [("flat", 0, "N"), ("flat", 3, "E"), ("pointy", 0, "NW"), ("pointy", 1, "N")]
)
def test_a_facing_has_a_compass_name(orientation: Orientation, facing: int, name: str) -> None:
    assert Grid(orientation=orientation).facing_name(facing) == name


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_names_of_facings_round_trip(orientation: Orientation) -> None:
    grid = Grid(orientation=orientation)
    assert [grid.parse_facing(grid.facing_name(facing)) for facing in range(12)] == list(range(12))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_facing_through_a_hexside_is_named_as_its_direction(orientation: Orientation) -> None:
    grid = Grid(orientation=orientation)
    assert [grid.facing_name(side_facing(d)) for d in range(6)] == [grid.direction_name(d) for d in range(6)]


def test_an_unknown_facing_is_refused() -> None:
    with pytest.raises(LabelError, match="'ENE' is not a facing: write one of N, NNE"):
        Grid().parse_facing("ENE")
