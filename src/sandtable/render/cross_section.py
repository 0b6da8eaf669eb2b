"""A line of sight as a cross-section: the ground and what stands on it, the line, what blocks it and what is blind."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec

from sandtable.kernel import Texts
from sandtable.mechanics.sightline import Crossing, Eye, Sight, called, level_told
from sandtable.render.counters import text_width
from sandtable.render.picture import Picture
from sandtable.render.plot import chart
from sandtable.render.svg import el, group, mix, num, points, sans, text

_LEFT, _RIGHT, _TOP, _BOTTOM = 56.0, 28.0, 74.0, 46.0
_RIM = 28.0
"""The room above a drawing without a heading."""
_HEX, _NARROWEST, _LEVEL, _FONT, _TITLE = 46.0, 440.0, 30.0, 12.0, 15.0
_EYE = 0.25
"""How far above the ground, in levels, the line is drawn, so that it can be told from it."""
_INK, _PALE, _EARTH, _SKY = "#333333", "#c8c8c8", "#b79b6c", "#f4f8fb"
_CLEAR, _BLOCKED, _BLIND = "#1f7a3d", "#b3261e", "#5b6470"


class _Slice(msgspec.Struct, frozen=True):
    """A stretch of the profile: a hex, or the two beside a hexside along which the line runs."""

    start: float
    end: float
    labels: tuple[str, ...]
    ground: int
    top: float
    fill: str
    kind: str = ""
    blocks: bool = False
    gap: bool = False
    """Whether the line follows a way through what stands there."""


class _Frame(msgspec.Struct, frozen=True):
    """Where distances and levels go on the drawing."""

    width: float
    height: float
    low: int
    high: int

    def x(self, along: float) -> float:
        return _LEFT + (self.width - _LEFT - _RIGHT) * along

    def y(self, level: float) -> float:
        return self.height - _BOTTOM - (level - self.low) * _LEVEL


def cross_section(sight: Sight, texts: Texts) -> Picture:
    """A line of sight as a picture, with its words in the language of the texts: the ends and the verdict above it."""
    words = max(text_width(ends_told(sight, texts)) * _TITLE, text_width(verdict_told(sight, texts)) * _FONT)
    return _drawn(sight, texts, _TOP, max(_NARROWEST, words), _heading(sight, texts))


def profile(sight: Sight, texts: Texts) -> Picture:
    """The same for a page that says the ends and the verdict itself."""
    return _drawn(sight, texts, _RIM, _NARROWEST, "")


def _drawn(sight: Sight, texts: Texts, above: float, least: float, heading: str) -> Picture:
    """The drawing with so much room above it, its own width at least, and a heading."""
    slices = _slices(sight)
    tops = [
        *(each.top for each in slices),
        *(step.level for step in sight.steps),
        sight.viewer.level,
        sight.target.level,
    ]
    low, high = min(0, *(each.ground for each in slices)) - 1, math.ceil(max(1, *tops)) + 1
    width = _LEFT + _RIGHT + max(least, _HEX * (sight.distance + 1))
    frame = _Frame(width, above + _BOTTOM + (high - low) * _LEVEL, low, high)
    parts = [
        el("rect", x=0, y=0, width=frame.width, height=frame.height, fill=_SKY),
        _scale(frame, texts),
        *(_blind(step, sight, frame, texts) for step in sight.steps if step.blind),
        *(_slice(each, sight, frame, texts) for each in slices),
        *(_hexside(step, sight, frame, texts) for step in sight.steps if step.is_hexside),
        _blind_word(sight, frame, texts),
        _line(sight, frame),
        heading,
    ]
    return Picture(chart("".join(parts), frame.width, frame.height))


def _slices(sight: Sight) -> list[_Slice]:
    """The profile from end to end. Where the line runs along a hexside the higher of the two hexes is drawn."""
    hexes: dict[float, list[Crossing]] = {}
    for step in sight.steps:
        if not step.is_hexside and (not step.beside or _runs_beside(step, sight)):
            hexes.setdefault(round(step.along, 6), []).append(step)
    middles = sorted(hexes)
    bounds = [0.0, *((a + b) / 2 for a, b in pairwise([0.0, *middles, 1.0])), 1.0]
    found = [_end(sight.viewer, bounds[0], bounds[1])]
    for place, along in enumerate(middles):
        steps = hexes[along]
        tallest = max(steps, key=lambda step: (step.blocks, step.level))
        found.append(
            _Slice(
                start=bounds[place + 1],
                end=bounds[place + 2],
                labels=tuple(step.at for step in steps),
                ground=tallest.ground,
                top=tallest.top,
                fill=tallest.fill,
                kind=tallest.kind,
                blocks=tallest.blocks,
                gap=tallest.top > tallest.level,
            )
        )
    return [*found, _end(sight.target, bounds[-2], bounds[-1])]


def _runs_beside(step: Crossing, sight: Sight) -> bool:
    """Whether the line runs along the edge of a hex, which another flanks on the other side: more than a corner."""
    return any(
        other.beside and other is not step and not other.is_hexside and abs(other.along - step.along) < 1e-6
        for other in sight.steps
    )


def _end(eye: Eye, start: float, end: float) -> _Slice:
    return _Slice(start, end, (eye.at,), eye.ground, eye.top, eye.fill)


def _scale(frame: _Frame, texts: Texts) -> str:
    """The levels at the left, with a line across for each."""
    parts = []
    for level in range(frame.low, frame.high + 1):
        y = frame.y(level)
        stroke = mix(_INK, _SKY, 0.5) if level == 0 else _PALE
        parts.append(el("path", d=f"M{num(_LEFT)} {num(y)}H{num(frame.width - _RIGHT)}", stroke=stroke))
        parts.append(el("text", str(level), x=_LEFT - 10, y=y + 4, text_anchor="end", fill=_INK))
    word = texts.phrase("sight.level")
    parts.append(
        el("text", text(word), x=_LEFT - 10, y=frame.y(frame.high) - 12, text_anchor="end", fill=_INK,
           font_family=sans(word))
    )  # fmt: skip
    return group(parts, class_="levels")


def _slice(each: _Slice, sight: Sight, frame: _Frame, texts: Texts) -> str:
    """The ground of a hex, what stands on it, and its label below."""
    left, right = frame.x(each.start), frame.x(each.end)
    base, ground, top = frame.y(frame.low), frame.y(each.ground), frame.y(each.top)
    middle = (left + right) / 2
    parts = [
        el("polygon", points=points([(left, base), (left, ground), (right, ground), (right, base)]), fill=_EARTH),
        el("path", d=f"M{num(left)} {num(ground)}H{num(right)}", stroke=mix(_EARTH, "#000000", 0.4), stroke_width="2"),
    ]
    if each.top > each.ground:
        edge = _BLOCKED if each.blocks else mix(each.fill, "#000000", 0.4)
        look: dict[str, str | float | None] = {"stroke": edge, "stroke_width": "2.5" if each.blocks else "1"}
        if each.gap:
            look |= {"fill_opacity": "0.35", "stroke_dasharray": "3 3"}
        size = {"x": left + 1, "y": top, "width": right - left - 2, "height": ground - top}
        parts.append(el("rect", fill=each.fill, **size, **look))
    elif each.blocks:
        parts.append(el("path", d=f"M{num(left)} {num(ground)}H{num(right)}", stroke=_BLOCKED, stroke_width="4"))
    name = called(sight, each.kind, texts) if each.kind else ""
    letters = min(_FONT, max(6.0, (right - left) / max(text_width(max(each.labels, key=len)), 0.1) * 0.95))
    for row, label in enumerate(each.labels):
        parts.append(
            el(
                "text",
                text(label),
                x=middle,
                y=base + 16 + 13 * row,
                text_anchor="middle",
                fill=_INK,
                font_size=letters,
            )
        )
    tip = " ".join((*each.labels, name)).strip()
    return group([el("title", text(tip)), *parts], class_="hex")


def _hexside(step: Crossing, sight: Sight, frame: _Frame, texts: Texts) -> str:
    """A crest or hedge as a post on the line."""
    x, low, high = frame.x(step.along), frame.y(step.ground), frame.y(step.level)
    tip = el("title", text(f"{step.at} {called(sight, step.kind, texts)}"))
    post = el("path", d=f"M{num(x)} {num(low)}V{num(high)}", stroke=step.fill, stroke_width="6", stroke_linecap="round")
    mark = el("circle", cx=x, cy=high, r=5, fill="none", stroke=_BLOCKED, stroke_width="2") if step.blocks else ""
    return group([tip, post, mark], class_="hexside")


def _blind_stretch(step: Crossing, sight: Sight) -> tuple[float, float]:
    """From where to where the hexes behind an obstacle are blind, along the line."""
    hexes = 1 / max(sight.distance, 1)
    away = hexes if sight.falls else -hexes
    start = step.along if step.is_hexside else step.along + away / 2
    left, right = sorted(min(max(along, 0.0), 1.0) for along in (start, start + step.blind * away))
    return left, right


def _blind_word(sight: Sight, frame: _Frame, texts: Texts) -> str:
    """What the bands are, written into the longest."""
    word = texts.phrase("sight.blind-hexes")
    longest = max((step for step in sight.steps if step.blind), key=lambda step: step.blind, default=None)
    if longest is None:
        return ""
    left, right = (frame.x(along) for along in _blind_stretch(longest, sight))
    if right - left < text_width(word) * _FONT:
        return ""
    y = frame.y(longest.level) + 14
    return el("text", text(word), x=(left + right) / 2, y=y, text_anchor="middle", fill=_INK, font_family=sans(word))


def _blind(step: Crossing, sight: Sight, frame: _Frame, texts: Texts) -> str:
    """The hexes that are blind behind an obstacle, as a band over the ground."""
    left, right = _blind_stretch(step, sight)
    band = el(
        "rect", x=frame.x(left), y=frame.y(step.level), width=frame.x(right) - frame.x(left),
        height=frame.y(frame.low) - frame.y(step.level), fill=_BLIND, fill_opacity="0.25",
    )  # fmt: skip
    return group([el("title", text(texts.phrase(step.reason, step.args))), band], class_="blind")


def _line(sight: Sight, frame: _Frame) -> str:
    """The line from eye to eye: red from what blocks it on."""

    def at(along: float) -> tuple[float, float]:
        level = sight.viewer.level + (sight.target.level - sight.viewer.level) * along + _EYE
        return frame.x(along), frame.y(level)

    first = next((step.along for step in sight.steps if step.blocks), 0.0)
    stop = 1.0 if sight.blocked_by is None else first
    parts = []
    if stop > 0:
        (x, y), (to_x, to_y) = at(0.0), at(stop)
        parts.append(el("path", d=f"M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}", stroke=_CLEAR, stroke_width="2.5"))
    if stop < 1:
        (x, y), (to_x, to_y) = at(stop), at(1.0)
        parts.append(
            el("path", d=f"M{num(x)} {num(y)}L{num(to_x)} {num(to_y)}", stroke=_BLOCKED, stroke_width="2.5",
               stroke_dasharray="6 4")
        )  # fmt: skip
    for along, colour in ((0.0, _CLEAR), (1.0, _CLEAR if sight.blocked_by is None else _BLOCKED)):
        x, y = at(along)
        parts.append(el("circle", cx=x, cy=y, r=5, fill="#ffffff", stroke=colour, stroke_width="2.5"))
    return group(parts, class_="sight", fill="none")


def _heading(sight: Sight, texts: Texts) -> str:
    """From where to where, and what becomes of the line."""
    colour = _CLEAR if sight.blocked_by is None else _BLOCKED
    told = (ends_told(sight, texts), verdict_told(sight, texts))
    return group(
        [
            el("text", text(told[0]), x=_LEFT, y=24, fill=_INK, font_size=_TITLE, font_weight="bold",
               font_family=sans(told[0])),
            el("text", text(told[1]), x=_LEFT, y=44, fill=colour, font_family=sans(told[1])),
        ]
    )  # fmt: skip


def ends_told(sight: Sight, texts: Texts) -> str:
    """From where to where a line runs, in words."""
    levels = {"from_level": level_told(sight.viewer.level), "to_level": level_told(sight.target.level)}
    ends = {"viewer": sight.viewer.at, "target": sight.target.at}
    return texts.phrase("sight.ends", {**ends, **levels, "distance": sight.distance})


def verdict_told(sight: Sight, texts: Texts) -> str:
    """Whether a line is clear, or what blocks it, why and by which rule, in words."""
    told = reason_told(sight, texts)
    return told if sight.blocked_by is None else f"{told} [{sight.blocked_by.rule}]"


def reason_told(sight: Sight, texts: Texts) -> str:
    """The same without the rule."""
    found = sight.blocked_by
    if found is None:
        hindrance = sight.hindrance
        return texts.phrase("sight.hindered", {"hindrance": hindrance}) if hindrance else texts.phrase("sight.clear")
    why = texts.phrase(found.reason, found.args)
    args = {"what": called(sight, found.kind, texts), "level": level_told(found.level), "at": found.at, "why": why}
    return texts.phrase("sight.blocked", args)
