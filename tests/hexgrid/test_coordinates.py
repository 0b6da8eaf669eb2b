"""Neighbours, distance, rings and rotation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.hexgrid import (
    DIRECTIONS,
    ORIGIN,
    Hex,
    are_adjacent,
    direction_to,
    distance,
    neighbour,
    neighbours,
    opposite,
    ring,
    rotate,
    rotate_direction,
    within,
)

coordinates = st.integers(-60, 60)
hexes = st.builds(Hex, coordinates, coordinates)
directions = st.integers(0, 5)
radii = st.integers(0, 8)


@given(hexes, directions)
def test_stepping_out_and_back_returns(hex_: Hex, direction: int) -> None:
    assert neighbour(neighbour(hex_, direction), opposite(direction)) == hex_


@given(hexes, directions)
def test_direction_to_names_the_step_taken(hex_: Hex, direction: int) -> None:
    there = neighbour(hex_, direction)
    assert direction_to(hex_, there) == direction
    assert are_adjacent(hex_, there)
    assert neighbours(hex_)[direction] == there


@pytest.mark.parametrize("other", [ORIGIN, Hex(2, 0), Hex(1, 1)])
def test_direction_to_refuses_hexes_that_are_not_adjacent(other: Hex) -> None:
    assert not are_adjacent(ORIGIN, other)
    with pytest.raises(ValueError, match="not adjacent"):
        direction_to(ORIGIN, other)


@given(hexes, hexes)
def test_distance_is_symmetric_and_zero_only_at_home(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)


@given(hexes, hexes, hexes)
def test_no_detour_is_shorter(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_some_neighbour_is_one_nearer(a: Hex, b: Hex) -> None:
    if a != b:
        assert min(distance(hex_, b) for hex_ in neighbours(a)) == distance(a, b) - 1


@given(hexes, st.integers(1, 8))
def test_a_ring_has_six_hexes_for_each_step_out(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    assert len(set(found)) == len(found) == 6 * radius
    assert {distance(centre, hex_) for hex_ in found} == {radius}
    assert all(are_adjacent(a, b) for a, b in zip(found, found[1:] + found[:1], strict=True))


def test_a_ring_runs_clockwise_from_direction_zero() -> None:
    assert ring(ORIGIN, 1) == DIRECTIONS


@given(hexes, radii)
def test_within_is_all_the_rings(centre: Hex, radius: int) -> None:
    found = within(centre, radius)
    assert len(found) == 1 + 3 * radius * (radius + 1)
    assert set(found) == {hex_ for step in range(radius + 1) for hex_ in ring(centre, step)}


def test_a_negative_radius_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        ring(ORIGIN, -1)
    with pytest.raises(ValueError, match="negative"):
        within(ORIGIN, -1)


@given(hexes, hexes, st.integers(-12, 12))
def test_rotation_keeps_the_distance_and_has_order_six(hex_: Hex, about: Hex, steps: int) -> None:
    turned = rotate(hex_, steps, about)
    assert distance(turned, about) == distance(hex_, about)
    assert rotate(turned, 6 - steps, about) == hex_
    if hex_ != about:
        assert (turned == hex_) == (steps % 6 == 0)


@given(directions, st.integers(-12, 12))
def test_rotating_a_neighbour_rotates_its_direction(direction: int, steps: int) -> None:
    assert rotate(neighbour(ORIGIN, direction), steps) == neighbour(ORIGIN, rotate_direction(direction, steps))
