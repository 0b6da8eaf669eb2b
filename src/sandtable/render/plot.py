"""A small line chart as SVG: one curve for each side, by turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sandtable.render.axis import label, ticks
from sandtable.render.svg import SANS, el, group, mix, num, points, text

_WIDTH, _HEIGHT = 640.0, 260.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 44.0, 120.0, 16.0, 34.0
_MOST_LABELS = 12


class Curve(msgspec.Struct, frozen=True):
    """A name, a colour and what was counted at each turn."""

    name: str
    colour: str
    points: tuple[tuple[int, float], ...]


class Span(NamedTuple):
    """The turns at both ends of an axis."""

    first: int
    last: int


def plot(curves: Sequence[Curve]) -> str:
    """The curves over one pair of axes, each with its name at its end."""
    turns = [turn for curve in curves for turn, _ in curve.points]
    first, last = min(turns, default=0), max(turns, default=1)
    span = Span(first, max(last, first + 1))
    marks = ticks(max((count for curve in curves for _, count in curve.points), default=1))
    drawn = [_axes(span, marks), *(_curve(curve, span, marks[-1], place) for place, curve in enumerate(curves))]
    return chart("".join(drawn), _WIDTH, _HEIGHT)


def chart(body: str, width: float, height: float) -> str:
    """A drawing that stands in a page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" width="{num(width)}" height="{num(height)}" '
        f'viewBox="0 0 {num(width)} {num(height)}" font-family="{text(SANS)}" font-size="12">{body}</svg>'
    )


def _at(turn: float, count: float, span: Span, most: float) -> tuple[float, float]:
    x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * (turn - span.first) / (span.last - span.first)
    return x, _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * count / most


def _axes(span: Span, marks: Sequence[float]) -> str:
    parts = []
    for turn in range(span.first, span.last + 1, -(-(span.last - span.first) // _MOST_LABELS)):
        x, y = _at(turn, 0, span, marks[-1])
        parts.append(el("text", str(turn), x=x, y=y + 18, text_anchor="middle"))
    for count in marks:
        x, y = _at(span.first, count, span, marks[-1])
        parts.append(el("path", d=f"M{num(x)} {num(y)}H{num(_WIDTH - _RIGHT)}", stroke="#cccccc", stroke_width="1"))
        parts.append(el("text", label(count), x=x - 8, y=y + 4, text_anchor="end"))
    return group(parts, fill="#333333")


def _curve(curve: Curve, span: Span, most: float, place: int) -> str:
    ink = mix(curve.colour, "#000000", 0.35)
    line = [_at(turn, count, span, most) for turn, count in curve.points]
    path = el("polyline", points=points(line), fill="none", stroke=ink, stroke_width="2.5")
    swatch = el("rect", x=_WIDTH - _RIGHT + 14, y=_TOP + place * 20, width=12, height=12, fill=ink)
    name = el("text", text(curve.name), x=_WIDTH - _RIGHT + 32, y=_TOP + 10 + place * 20, fill="#333333")
    return path + swatch + name
