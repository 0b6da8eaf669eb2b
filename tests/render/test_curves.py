"""Lines joined and bent."""

from __future__ import annotations

import pytest

from sandtable.render import curves

A, B, C, D = (0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (10.0, 10.0)


def test_segments_join_whatever_their_order_and_direction() -> None:
    assert curves.chains([(C, B), (A, B)]) in ([[A, B, C]], [[C, B, A]])


def test_a_segment_given_twice_is_drawn_once() -> None:
    assert len(curves.chains([(A, B), (B, A)])) == 1


def test_a_ring_comes_back_to_its_start() -> None:
    (ring,) = curves.chains([(A, B), (B, D), (D, A)])
    assert ring[0] == ring[-1]
    assert len(ring) == 4


def test_at_a_fork_the_straight_way_runs_on() -> None:
    lines = curves.chains([(A, B), (B, C), (B, D)])
    assert sorted(map(len, lines)) == [2, 3]


def test_a_branch_ends_on_the_curve_that_it_meets() -> None:
    fork, left, right, foot = (0.0, 0.0), (-20.0, 10.0), (20.0, 10.0), (0.0, -20.0)
    branch = min(curves.chains([(left, fork), (fork, right), (fork, foot)]), key=len)
    assert set(branch) == {(0.0, 2.5), foot}


def test_an_outline_with_a_hole_is_two_loops() -> None:
    outer = [((0.0, 0.0), (9.0, 0.0)), ((9.0, 0.0), (0.0, 9.0)), ((0.0, 9.0), (0.0, 0.0))]
    inner = [((2.0, 2.0), (3.0, 2.0)), ((3.0, 2.0), (2.0, 3.0)), ((2.0, 3.0), (2.0, 2.0))]
    assert sorted(map(len, curves.loops([*outer, *inner]))) == [3, 3]


def test_a_point_wobbles_the_same_way_every_time() -> None:
    assert curves.wobble((12.0, 34.0), 3) == curves.wobble((12.0, 34.0), 3)
    assert curves.wobble((12.0, 34.0), 3) == pytest.approx((12.0, 34.0), abs=3)


def test_a_part_of_a_line_is_as_long_as_asked() -> None:
    assert curves.length(curves.part([A, B, C], 4, 16)) == pytest.approx(12)
