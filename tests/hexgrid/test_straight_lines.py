"""The hexes under a thread stretched between two centres."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.hexgrid import ORIGIN, Hex, Side, are_adjacent, distance, line, neighbours, rotate, within

coordinates = st.integers(-40, 40)
hexes = st.builds(Hex, coordinates, coordinates)
near = st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4))


def square(q: Fraction, r: Fraction) -> Fraction:
    return q * q + q * r + r * r


def nearest_along(b: Hex) -> list[tuple[Hex, ...]]:
    """The line from the origin by brute force: the nearest centres between all moments at which they may change."""
    around = within(ORIGIN, distance(ORIGIN, b) + 1)
    moments = {Fraction(0), Fraction(1)}
    for hex_ in around:
        for other in neighbours(hex_):
            dq, dr = other.q - hex_.q, other.r - hex_.r
            speed = 2 * b.q * dq + 2 * b.r * dr + b.q * dr + b.r * dq
            if speed:
                gap = square(Fraction(other.q), Fraction(other.r)) - square(Fraction(hex_.q), Fraction(hex_.r))
                moments.add(min(max(gap / speed, Fraction(0)), Fraction(1)))
    steps: list[tuple[Hex, ...]] = []
    for start, end in pairwise(sorted(moments)):
        time = (start + end) / 2
        away = {hex_: square(b.q * time - hex_.q, b.r * time - hex_.r) for hex_ in around}
        least = min(away.values())
        step = tuple(sorted(hex_ for hex_ in around if away[hex_] == least))
        if not steps or steps[-1] != step:
            steps.append(step)
    return steps or [(ORIGIN,)]


@settings(max_examples=60, deadline=None)
@given(near)
def test_a_line_is_what_brute_force_finds(b: Hex) -> None:
    assert list(line(ORIGIN, b)) == nearest_along(b)


@given(hexes, hexes)
def test_a_line_reads_the_same_both_ways(a: Hex, b: Hex) -> None:
    assert line(b, a) == line(a, b)[::-1]


@given(hexes, hexes)
def test_a_line_runs_from_end_to_end_without_a_gap(a: Hex, b: Hex) -> None:
    steps = line(a, b)
    assert steps[0] == (a,)
    assert steps[-1] == (b,)
    assert len(steps) >= distance(a, b) + 1 - sum(len(step) == 2 for step in steps)
    for here, there in pairwise(steps):
        assert all(are_adjacent(x, y) for x in here for y in there)


@given(hexes, hexes)
def test_no_hex_is_crossed_twice(a: Hex, b: Hex) -> None:
    crossed = [hex_ for step in line(a, b) for hex_ in step]
    assert len(set(crossed)) == len(crossed)


@given(hexes, hexes)
def test_double_steps_straddle_a_hexside_on_the_line(a: Hex, b: Hex) -> None:
    heading = (b.q - a.q, b.r - a.r)
    for step in line(a, b):
        if len(step) == 2:
            one, other = step
            assert Side.between(one, other)
            # The middle of the hexside lies on the line.
            q, r = one.q + other.q - 2 * a.q, one.r + other.r - 2 * a.r
            assert q * heading[1] == r * heading[0]


@given(hexes, st.integers(0, 5))
def test_turning_the_ends_turns_the_line(b: Hex, steps: int) -> None:
    turned = [{rotate(hex_, steps) for hex_ in step} for step in line(ORIGIN, b)]
    assert [set(step) for step in line(ORIGIN, rotate(b, steps))] == turned


def test_a_line_to_the_same_hex_is_that_hex() -> None:
    assert line(ORIGIN, ORIGIN) == ((ORIGIN,),)


def test_a_line_through_hexsides_crosses_one_hex_at_a_time() -> None:
    assert line(Hex(0, 0), Hex(0, 3)) == ((Hex(0, 0),), (Hex(0, 1),), (Hex(0, 2),), (Hex(0, 3),))


def test_a_line_through_corners_runs_along_hexsides() -> None:
    assert line(Hex(0, 0), Hex(2, 2)) == (
        (Hex(0, 0),),
        (Hex(0, 1), Hex(1, 0)),
        (Hex(1, 1),),
        (Hex(1, 2), Hex(2, 1)),
        (Hex(2, 2),),
    )


def test_a_slanting_line_clips_more_hexes_than_the_distance_counts() -> None:
    assert distance(ORIGIN, Hex(1, 10)) == 11
    assert len(line(ORIGIN, Hex(1, 10))) > 12
