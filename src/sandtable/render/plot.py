"""A small line chart as SVG: one curve for each side, by turn."""

from __future__ import annotations

from collections.abc import Sequence

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


def plot(curves: Sequence[Curve]) -> str:
    """The curves over one pair of axes, each with its name at its end."""
    last = max((turn for curve in curves for turn, _ in curve.points), default=1) or 1
    marks = ticks(max((count for curve in curves for _, count in curve.points), default=1))
    drawn = [_axes(last, marks), *(_curve(curve, last, marks[-1], place) for place, curve in enumerate(curves))]
    return chart("".join(drawn), _WIDTH, _HEIGHT)


def chart(body: str, width: float, height: float) -> str:
    """A drawing that stands in a page."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" width="{num(width)}" height="{num(height)}" '
        f'viewBox="0 0 {num(width)} {num(height)}" font-family="{text(SANS)}" font-size="12">{body}</svg>'
    )


def _at(turn: float, count: float, last: int, most: float) -> tuple[float, float]:
    x = _LEFT + (_WIDTH - _LEFT - _RIGHT) * turn / last
    return x, _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * count / most


def _axes(last: int, marks: Sequence[float]) -> str:
    parts = []
    for turn in range(0, last + 1, -(-last // _MOST_LABELS)):
        x, y = _at(turn, 0, last, marks[-1])
        parts.append(el("text", str(turn), x=x, y=y + 18, text_anchor="middle"))
    for count in marks:
        x, y = _at(0, count, last, marks[-1])
        parts.append(el("path", d=f"M{num(x)} {num(y)}H{num(_WIDTH - _RIGHT)}", stroke="#cccccc", stroke_width="1"))
        parts.append(el("text", label(count), x=x - 8, y=y + 4, text_anchor="end"))
    return group(parts, fill="#333333")


def _curve(curve: Curve, last: int, most: float, place: int) -> str:
    ink = mix(curve.colour, "#000000", 0.35)
    line = [_at(turn, count, last, most) for turn, count in curve.points]
    path = el("polyline", points=points(line), fill="none", stroke=ink, stroke_width="2.5")
    swatch = el("rect", x=_WIDTH - _RIGHT + 14, y=_TOP + place * 20, width=12, height=12, fill=ink)
    name = el("text", text(curve.name), x=_WIDTH - _RIGHT + 32, y=_TOP + 10 + place * 20, fill="#333333")
    return path + swatch + name
