"""A6.1, A6.6: which hexes, hexsides and vertices a line meets; and all lines against a slow reading of the rules."""

from __future__ import annotations

import random

import pytest

from games.asl.position import board, content
from games.asl.reference_sight import Reference
from sandtable.games.asl.sight.geometry import BESIDE, CROSSED, OVER, THROUGH, corner, middle, thread, thread_to
from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.on_map import figures
from sandtable.hexgrid import Hex, line


@pytest.mark.rule("rileys_road:A6.1")
@pytest.mark.parametrize("dq", range(-7, 8))
def test_a_line_between_centers_crosses_the_hexes_that_a_thread_would(dq: int) -> None:
    for dr in range(-7, 8):
        if (dq, dr) == (0, 0):
            continue
        steps = line(Hex(0, 0), Hex(dq, dr))[1:-1]
        met = [meeting.hexes for meeting in thread_to(dq, dr).meetings if meeting.kind in (CROSSED, BESIDE)]
        assert [set(step) for step in steps] == [set(map(tuple, hexes)) for hexes in met]


@pytest.mark.rule("rileys_road:A6.6")
def test_a_line_along_a_hexside_meets_both_its_vertices() -> None:
    way = thread_to(1, 1)
    assert [meeting.kind for meeting in way.meetings] == [THROUGH, BESIDE, THROUGH]
    assert way.leaves == (2, 3)
    assert way.enters == (0, 5)
    assert way.meetings[1].by_end


@pytest.mark.rule("rileys_road:A6.6")
def test_only_hexsides_run_along_next_to_an_end_are_by_it() -> None:
    runs = [meeting.by_end for meeting in thread_to(3, 3).meetings if meeting.kind == BESIDE]
    assert runs == [True, False, True]


@pytest.mark.rule("rileys_road:A6.6")
def test_a_line_may_pass_from_hex_to_hex_through_a_vertex() -> None:
    passing = [
        (dq, dr)
        for dq in range(9)
        for dr in range(9)
        if (dq, dr) != (0, 0)
        and any(each.kind == THROUGH and len(each.edges) == 3 for each in thread_to(dq, dr).meetings)
    ]
    assert passing, "three hexsides meet at such a vertex"
    way = thread_to(*passing[0])
    assert way.last == passing[0]


@pytest.mark.rule("rileys_road:A6.5")
def test_a_line_is_the_same_from_both_ends() -> None:
    for dq in range(-6, 7):
        for dr in range(-6, 7):
            there, back = thread_to(dq, dr), thread_to(-dq, -dr)
            mirrored = [
                frozenset((q - dq, r - dr) for q, r in meeting.hexes)
                for meeting in there.meetings
                if meeting.kind in (CROSSED, BESIDE)
            ]
            assert mirrored[::-1] == [
                frozenset(meeting.hexes) for meeting in back.meetings if meeting.kind in (CROSSED, BESIDE)
            ]
            assert (there.leaves, there.enters) == (back.enters, back.leaves)


@pytest.mark.rule("rileys_road:A4.34")
def test_a_line_to_a_vertex_ends_in_the_hex_from_which_it_comes() -> None:
    way = thread(corner((0, -2), 3))
    assert way.last == (0, -1), "the south-western vertex of the second hex to the north"
    assert [meeting.kind for meeting in way.meetings] == [OVER]


@pytest.mark.rule("rileys_road:A4.34")
def test_a_line_to_a_vertex_may_run_along_a_hexside_to_it() -> None:
    way = thread(corner((1, 1), 5))
    assert [meeting.kind for meeting in way.meetings] == [THROUGH, BESIDE]


@pytest.mark.rule("rileys_road:A8.15")
def test_a_line_to_the_middle_of_a_hexside_ends_there() -> None:
    way = thread(middle((0, -2), 0))
    assert way.last == (0, -2)
    assert [meeting.kind for meeting in way.meetings] == [OVER, CROSSED, OVER]


@pytest.mark.rule("rileys_road:A6.9")
@pytest.mark.parametrize("seed", range(3))
def test_lines_agree_with_a_slow_reading_of_the_rules(seed: int) -> None:
    """Every line of a random choice on the map, cellars among the ends."""
    lots = random.Random(seed)
    ground = Ground(board(), figures(content()))
    reference = Reference(board(), figures(content()))
    labels = board().labels
    cellars = [f"{info.label}-1" for info in board().hexes if info.data.get("cellar")]
    for _ in range(120):
        one = lots.choice(cellars if lots.random() < 0.15 else labels)
        near = [each for each in labels if 0 < ground.apart(board().index[each], board().index[one.split("-")[0]]) < 13]
        two = lots.choice(near)
        found, wanted = ground.line(one, two), reference.verdict(one, two)
        assert (found.clear, found.hindrance) == wanted, f"{one} to {two}: {found}"


@pytest.mark.rule("rileys_road:A6.5")
def test_sight_is_mutual() -> None:
    lots = random.Random(11)
    ground = Ground(board(), figures(content()))
    for _ in range(3000):
        one, two = lots.sample(board().labels, 2)
        there, back = ground.line(one, two), ground.line(two, one)
        assert (there.clear, sorted(there.hindrances)) == (back.clear, sorted(back.hindrances)), f"{one} to {two}"
