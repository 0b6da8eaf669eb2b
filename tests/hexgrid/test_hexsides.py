"""Hexsides and vertices have one name each, whoever asks."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.hexgrid import ORIGIN, Hex, Side, Vertex, chains, neighbour, within

coordinates = st.integers(-60, 60)
hexes = st.builds(Hex, coordinates, coordinates)
sixths = st.integers(0, 5)
near_sides = st.builds(Side.of, st.sampled_from(within(ORIGIN, 3)), sixths)


@given(hexes, sixths)
def test_both_hexes_name_the_same_side(hex_: Hex, direction: int) -> None:
    there = neighbour(hex_, direction)
    side = Side.of(hex_, direction)
    assert side == Side.of(there, direction + 3) == Side.between(hex_, there) == Side.between(there, hex_)
    assert set(side.hexes) == {hex_, there}
    assert side.direction in (0, 1, 2)


@given(hexes, sixths)
def test_all_three_hexes_name_the_same_vertex(hex_: Hex, corner: int) -> None:
    vertex = Vertex.of(hex_, corner)
    assert set(vertex.hexes) == {hex_, neighbour(hex_, corner), neighbour(hex_, corner + 1)}
    for other in vertex.hexes:
        assert vertex in {Vertex.of(other, k) for k in range(6)}


@given(hexes, sixths)
def test_the_ends_of_a_side_touch_both_its_hexes(hex_: Hex, direction: int) -> None:
    side = Side.of(hex_, direction)
    start, end = side.vertices
    assert start != end
    assert set(start.hexes) & set(end.hexes) == set(side.hexes)


def test_hexes_that_are_not_adjacent_share_no_side() -> None:
    with pytest.raises(ValueError, match="not adjacent"):
        Side.between(Hex(0, 0), Hex(0, 2))


def test_a_patch_has_as_many_sides_and_vertices_as_euler_says() -> None:
    patch = within(ORIGIN, 2)
    sides = {Side.of(hex_, direction) for hex_ in patch for direction in range(6)}
    vertices = {Vertex.of(hex_, corner) for hex_ in patch for corner in range(6)}
    assert len(vertices) - len(sides) + len(patch) == 1


@given(st.lists(near_sides, max_size=20))
def test_chains_draw_each_side_once(sides: list[Side]) -> None:
    drawn = Counter(frozenset(link) for chain in chains(sides) for link in pairwise(chain))
    assert drawn == Counter(frozenset(side.vertices) for side in set(sides))


def test_a_river_is_one_line_whatever_the_order_of_its_sides() -> None:
    river = [Side.of(ORIGIN, direction) for direction in (2, 0, 3, 1)]
    (run,) = chains(river)
    assert len(run) == 5
    assert {run[0], run[-1]} == {Vertex.of(ORIGIN, 5), Vertex.of(ORIGIN, 3)}


def test_a_lake_shore_closes() -> None:
    (run,) = chains([Side.of(ORIGIN, direction) for direction in range(6)])
    assert run[0] == run[-1]
    assert len(run) == 7
