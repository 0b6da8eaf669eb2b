"""Charts and heat maps: everything in its place, and to scale."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from sandtable.kernel import title as title_of
from sandtable.lab.statistics import Estimate
from sandtable.mechanics.title import HexTitle
from sandtable.render.axis import ticks
from sandtable.render.charts import Bar, Row, bars, share_bars, shares
from sandtable.render.heat import heat_colour, heat_svg
from sandtable.render.plot import Curve, plot
from sandtable.render.svg import luminance

SVG = "{http://www.w3.org/2000/svg}"


def numbers(drawing: str, tag: str, attribute: str) -> list[float]:
    return [float(found.attrib[attribute]) for found in ElementTree.fromstring(drawing).iter(f"{SVG}{tag}")]


@pytest.mark.parametrize(
    ("most", "last", "count"), [(0, 1, 2), (0.5, 0.5, 6), (1, 1, 2), (4, 4, 5), (7, 8, 5), (231.5, 250, 6)]
)
def test_an_axis_ends_at_a_round_number_beyond_the_most(most: float, last: float, count: int) -> None:
    marks = ticks(most)
    assert (marks[0], marks[-1], len(marks)) == (0, pytest.approx(last), count)


def test_shares_stand_in_proportion_with_the_other_reckoning_below() -> None:
    low, even = Estimate(0.25, 0.2, 0.3), Estimate(0.5, 0.4, 0.6)
    drawing = shares([Row("<Blue>", "#4444ff", low, even), Row("Red", "#ff4444", Estimate(1.0, 0.9, 1.0))])
    x, y = numbers(drawing, "circle", "cx"), numbers(drawing, "circle", "cy")
    assert len(x) == 3
    assert (x[1] - x[0]) * 2 == pytest.approx(x[2] - x[1], abs=0.2)
    assert y[0] < y[1] < y[2]
    assert "&lt;Blue&gt;" in drawing


def test_a_long_name_makes_room_for_itself() -> None:
    share = Estimate(0.5, 0.4, 0.6)
    short, long = (shares([Row(name, "#4444ff", share)]) for name in ("Blue", "Blue " * 20))
    width = re.compile(r'width="([\d.]+)"')
    assert float(width.search(long)[1]) > float(width.search(short)[1]) + 300  # type: ignore[index]


def test_bars_are_as_high_as_what_they_count() -> None:
    heights = numbers(bars([Bar("1", 5, "#888888"), Bar("2", 10, "#888888")]), "rect", "height")
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.2)


def test_shares_as_bars_reach_the_top_at_one() -> None:
    heights = numbers(share_bars([Bar("", 0.25, "#888888", 0.1, 0.4), Bar("", 1.0, "#888888")]), "rect", "height")
    assert heights[1] == pytest.approx(4 * heights[0], abs=0.4)


def test_a_curve_may_pass_between_whole_numbers() -> None:
    drawing = plot([Curve("Blue", "#4444ff", ((0, 0.0), (1, 0.25), (2, 0.5)))])
    line = next(iter(ElementTree.fromstring(drawing).iter(f"{SVG}polyline"))).attrib["points"]
    heights = [float(point.split(",")[1]) for point in line.split()]
    assert heights[0] - heights[1] == pytest.approx(heights[1] - heights[2], abs=0.2)
    assert ">0.5<" in drawing


def test_turns_that_begin_late_take_up_the_whole_axis() -> None:
    """A scenario in the middle of a campaign has no empty turns before its first."""
    late, early = (plot([Curve("Blue", "#4444ff", ((turn, 0.0), (turn + 4, 2.0)))]) for turn in (47, 0))
    assert numbers(late, "text", "x") == numbers(early, "text", "x")
    assert ">47<" in late


def test_a_heat_map_colours_the_hexes_that_have_something() -> None:
    title = title_of("primer")
    assert isinstance(title, HexTitle)
    board = title.board(title.content("meeting"))
    drawing = heat_svg(board, {"0805": 4.0, "0705": 1.0, "0101": 0.0, "box": 2.0}, "{hex}: {amount} fights")
    hexes = list(ElementTree.fromstring(drawing).iter(f"{SVG}polygon"))
    assert [hexagon.attrib["fill"] for hexagon in hexes] == [heat_colour(1.0), heat_colour(0.25)]
    assert "0805: 4.00 fights" in drawing


def test_more_heat_is_a_darker_colour() -> None:
    shades = [luminance(heat_colour(share / 10)) for share in range(11)]
    assert shades == sorted(shades, reverse=True)
    assert len(set(shades)) == 11
