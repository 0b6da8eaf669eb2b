"""Two more small charts as SVG: shares with their intervals, and bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from sandtable.render.axis import label, ticks
from sandtable.render.counters import text_width
from sandtable.render.plot import chart
from sandtable.render.svg import el, group, mix, num, text

_WIDTH = 640.0
_ROW, _SPAN, _EDGE, _SCALE, _FONT = 30.0, 420.0, 24.0, 26.0, 12.0
_BARS_HEIGHT, _BARS_LEFT, _BARS_TOP, _BARS_BOTTOM = 220.0, 44.0, 16.0, 40.0
_INK, _LINE = "#333333", "#cccccc"


class Share(Protocol):
    """A share between 0 and 1 and the interval around it."""

    @property
    def value(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


class Row(msgspec.Struct, frozen=True):
    """A line of a chart of shares: a name, a colour, the share, and beneath it perhaps another way to reckon it."""

    name: str
    colour: str
    share: Share
    other: Share | None = None


class Bar(msgspec.Struct, frozen=True):
    """A bar: what stands below it, how high it is, and how high it might be."""

    name: str
    height: float
    colour: str
    low: float | None = None
    high: float | None = None


def shares(rows: Sequence[Row]) -> str:
    """Each share as a dot on a line from 0 to 100 per cent, with its interval; the other reckoning as a ring."""
    height = _SCALE + len(rows) * _ROW + 6
    names = _EDGE + max((text_width(row.name) for row in rows), default=0.0) * _FONT
    scale = [_percent(place / 4, names, height) for place in range(5)]
    middle = names + _SPAN / 2
    even = el("path", d=f"M{num(middle)} {num(_SCALE)}V{num(height)}", stroke="#888888", stroke_dasharray="4 3")
    drawn = [_row(row, names, _SCALE + (place + 0.5) * _ROW) for place, row in enumerate(rows)]
    return chart("".join([*scale, even, *drawn]), names + _SPAN + _EDGE, height)


def _percent(share: float, names: float, height: float) -> str:
    x = names + _SPAN * share
    line = el("path", d=f"M{num(x)} {num(_SCALE)}V{num(height)}", stroke=_LINE)
    return line + el("text", f"{share:.0%}", x=x, y=_SCALE - 8, text_anchor="middle", fill=_INK)


def _row(row: Row, names: float, y: float) -> str:
    ink = mix(row.colour, "#000000", 0.35)
    name = el("text", text(row.name), x=names - 14, y=y + 4, text_anchor="end", fill=_INK)
    if row.other is None:
        return name + _mark(row.share, names, y, ink, ink)
    return name + _mark(row.share, names, y - 5, ink, ink) + _mark(row.other, names, y + 6, ink, "#ffffff")


def _mark(share: Share, names: float, y: float, ink: str, fill: str) -> str:
    low, value, high = (names + _SPAN * part for part in (share.low, share.value, share.high))
    whisker = el("path", d=f"M{num(low)} {num(y)}H{num(high)}", stroke=ink, stroke_width="2")
    dot = el("circle", cx=value, cy=y, r=4, fill=fill, stroke=ink, stroke_width="2")
    tip = el("title", f"{share.value:.1%} ({share.low:.1%} – {share.high:.1%})")
    return group([tip, whisker, dot])


def bars(shown: Sequence[Bar]) -> str:
    """Bars side by side over an axis of counts."""
    marks = ticks(max((bar.height for bar in shown), default=1.0))
    return _bars(shown, {mark: label(mark) for mark in marks})


def share_bars(shown: Sequence[Bar]) -> str:
    """Bars side by side over an axis from 0 to 100 per cent."""
    return _bars(shown, {mark / 4: f"{mark / 4:.0%}" for mark in range(5)})


def _bars(shown: Sequence[Bar], axis: dict[float, str]) -> str:
    most = max(axis)
    drawn = [_level(mark, most, shown) for mark, shown in axis.items()]
    pitch = (_WIDTH - _BARS_LEFT) / max(1, len(shown))
    drawn += [_bar(bar, _BARS_LEFT + place * pitch, pitch, most) for place, bar in enumerate(shown)]
    return chart("".join(drawn), _WIDTH, _BARS_HEIGHT)


def _y(height: float, most: float) -> float:
    return _BARS_HEIGHT - _BARS_BOTTOM - (_BARS_HEIGHT - _BARS_TOP - _BARS_BOTTOM) * height / most


def _level(mark: float, most: float, shown: str) -> str:
    y = _y(mark, most)
    line = el("path", d=f"M{num(_BARS_LEFT)} {num(y)}H{num(_WIDTH)}", stroke=_LINE)
    return line + el("text", shown, x=_BARS_LEFT - 8, y=y + 4, text_anchor="end", fill=_INK)


def _bar(bar: Bar, left: float, pitch: float, most: float) -> str:
    width = min(48.0, pitch * 0.7)
    middle, top = left + pitch / 2, _y(bar.height, most)
    body = el("rect", x=middle - width / 2, y=top, width=width, height=_y(0, most) - top, fill=bar.colour)
    name = el("text", text(bar.name), x=middle, y=_y(0, most) + 18, text_anchor="middle", fill=_INK)
    if bar.low is None or bar.high is None:
        return body + name
    whisker = f"M{num(middle)} {num(_y(bar.low, most))}V{num(_y(bar.high, most))}"
    return body + name + el("path", d=whisker, stroke=_INK, stroke_width="1.6")
