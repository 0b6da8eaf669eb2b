"""Lettering: hex numbers, and the names of towns, rivers, roads and regions."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from sandtable.board.legend import Name
from sandtable.hexgrid import Side
from sandtable.render import curves
from sandtable.render.counters import text_width
from sandtable.render.sheet import RADIUS, Sheet
from sandtable.render.svg import Attributes, Point, el, group, ident, is_blue, mix, num, points, sans, serif, text
from sandtable.render.terrain import is_hollow, is_water

_PAPER = "#f8f2de"
_HALO: Attributes = {
    "stroke": _PAPER,
    "stroke_opacity": "0.85",
    "stroke_width": "3.2",
    "stroke_linejoin": "round",
    "paint_order": "stroke",
    "text_anchor": "middle",
}
_INK = "#241c10"
_BUILT = ("blocks", "roofs")
_NUMBER_INK = "#2b2418"
_RIVER_SIZE = 11.5
_REPEAT = 1500.0
"""How far a long river runs before its name stands beside it again."""


class _Place(msgspec.Struct, frozen=True):
    """Adjoining hexes of one name."""

    name: str
    hexes: tuple[int, ...]
    at: Point


def numbers(sheet: Sheet) -> str:
    """The number of every hex, small, at its top."""
    rise = sheet.inner - 8.5 if sheet.flat else RADIUS - 16
    shown = [
        f'<text x="{num(x)}" y="{num(y - rise)}">{text(label)}</text>'
        for label, (x, y) in zip(sheet.board.labels, sheet.centres, strict=True)
    ]
    return group(
        shown,
        class_="hex-numbers",
        font_size="7.4",
        fill=_NUMBER_INK,
        stroke=_PAPER,
        stroke_opacity="0.6",
        stroke_width="1.8",
        stroke_linejoin="round",
        paint_order="stroke",
        text_anchor="middle",
    )


def levels(sheet: Sheet) -> str:
    """The level of every hex that is higher or lower than most ground, small, at its foot."""
    drop = sheet.inner - 3.5 if sheet.flat else RADIUS - 9
    shown = [
        f'<text x="{num(x)}" y="{num(y + drop)}">{info.elevation}</text>'
        for index, (info, (x, y)) in enumerate(zip(sheet.board.hexes, sheet.centres, strict=True))
        if info.elevation > 0 or is_hollow(sheet, index)
    ]
    return group(
        shown,
        class_="hex-levels",
        font_size="9",
        font_weight="bold",
        fill="#6b3f10",
        stroke=_PAPER,
        stroke_opacity="0.55",
        stroke_width="1.8",
        stroke_linejoin="round",
        paint_order="stroke",
        text_anchor="middle",
    )


def clickable(sheet: Sheet) -> str:
    """A transparent hexagon over every hex, for a browser to find and to click."""
    shapes = [
        f'<polygon id="{text(ident("hex", label))}" points="{points(corners)}"/>'
        for label, corners in zip(sheet.board.labels, sheet.corners, strict=True)
    ]
    return group(shapes, class_="hexes", fill="#ffffff", fill_opacity="0")


def names(sheet: Sheet, lang: str) -> str:
    """Every name on the map; those of rivers lie under those of towns."""
    places = _places(sheet, lang)
    return group(
        [
            *_river_names(sheet, lang, [place.at for place in places]),
            *_road_names(sheet, lang),
            *(_place_name(sheet, place) for place in places),
        ],
        class_="names",
    )


def _places(sheet: Sheet, lang: str) -> list[_Place]:
    board = sheet.board
    left = {index: info.name.text(lang) for index, info in enumerate(board.hexes) if info.name}
    found = []
    while left:
        first = next(iter(left))
        name = left.pop(first)
        together, frontier = [first], [first]
        while frontier:
            for other in board.adjacent(frontier.pop()):
                if left.get(other) == name:
                    del left[other]
                    together.append(other)
                    frontier.append(other)
        found.append(_Place(name, tuple(sorted(together)), _spot(sheet, together)))
    return found


def _spot(sheet: Sheet, hexes: Sequence[int]) -> Point:
    """Where the name of these hexes is written: low in the hex that lies nearest to their middle."""
    x = sum(sheet.centres[index][0] for index in hexes) / len(hexes)
    y = sum(sheet.centres[index][1] for index in hexes) / len(hexes)
    cx, cy = min((sheet.centres[index] for index in hexes), key=lambda centre: math.dist(centre, (x, y)))
    return cx, cy + (sheet.inner if sheet.flat else RADIUS * 0.8) - 7


def _place_name(sheet: Sheet, place: _Place) -> str:
    infos = [sheet.board.hexes[index] for index in place.hexes]
    built = any(sheet.board.legend.terrain[info.terrain].pattern in _BUILT for info in infos)
    x, y = place.at
    style: Attributes
    if is_water(sheet, place.hexes[0]):
        style = {"fill": "#1f4a6b", "font_style": "italic", "font_family": serif(place.name), "font_size": 12.0}
    elif built:
        size = 12.5 if len(place.hexes) == 1 else 15.0
        if all(sheet.board.legend.terrain[info.terrain].pattern == "roofs" for info in infos):
            size = 10.5
        style = {"fill": _INK, "font_weight": "bold", "font_family": sans(place.name), "font_size": size}
    elif any(info.features for info in infos):
        style = {"fill": _INK, "font_family": sans(place.name), "font_size": 10.5}
    else:
        style = {"fill": "#4b3a1d", "font_style": "italic", "font_family": serif(place.name), "font_size": 12.0}
    half = text_width(place.name) * float(style["font_size"] or 0) / 2 + 4
    x = min(max(x, half), sheet.width - half)
    return el("text", text(place.name), x=x, y=y, **style, **_HALO)


def _river_names(sheet: Sheet, lang: str, crowded: Sequence[Point]) -> list[str]:
    segments: dict[Name, list[tuple[Point, Point]]] = defaultdict(list)
    inks: dict[Name, str] = {}
    for run in sheet.board.side_runs:
        if run.name:
            stroke = sheet.board.legend.sides[run.feature].stroke
            inks[run.name] = "#1f4a6b" if is_blue(stroke) else mix(stroke, "#000000", 0.6)
            segments[run.name] += [_ends(sheet, side) for side in run.sides]
    shown = []
    for place, (name, sides) in enumerate(segments.items()):
        written = name.text(lang)
        for line in sorted(curves.chains(sides), key=curves.length, reverse=True)[:1]:
            shown += _along(f"{place}", written, line, inks[name], crowded)
    return shown


def _ends(sheet: Sheet, side: Side) -> tuple[Point, Point]:
    first, second = side.vertices
    return sheet.vertex(first), sheet.vertex(second)


def _along(place: str, name: str, line: Sequence[Point], ink: str, crowded: Sequence[Point]) -> list[str]:
    """The name beside its line, again and again on a long one; on a short one it simply stands beside the middle."""
    soft = _softened(line)
    needed = text_width(name) * _RIVER_SIZE * 1.15 + 14
    whole = curves.length(soft)
    style: Attributes = {
        "fill": ink,
        "font_style": "italic",
        "font_family": serif(name),
        "font_size": _RIVER_SIZE,
        **_HALO,
    }
    if whole < needed:
        x, y = line[len(line) // 2]
        return [el("text", text(name), x=x + 6, y=y - 6, **(style | {"text_anchor": "start"}))]
    shown = []
    stretches = max(1, round(whole / _REPEAT))
    for stretch in range(stretches):
        window = _best_window(soft, whole * stretch / stretches, whole * (stretch + 1) / stretches, needed, crowded)
        key = f"line-name-{place}-{stretch}"
        path = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in window)
        written = el("textPath", text(name), href=f"#{key}", startOffset="50%")
        shown.append(el("path", id=key, d=path, fill="none") + el("text", written, dy=-5.0, **style))
    return shown


def _softened(line: Sequence[Point]) -> list[Point]:
    """The line without the zigzag of its hexsides."""
    soft = [curves.middle(a, b) for a, b in pairwise(line)]
    for _ in range(3):
        if len(soft) > 2:
            inner = [
                ((a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3)
                for a, b, c in zip(soft, soft[1:], soft[2:], strict=False)
            ]
            soft = [soft[0], *inner, soft[-1]]
    return soft


def _best_window(
    line: Sequence[Point], start: float, end: float, needed: float, crowded: Sequence[Point]
) -> list[Point]:
    """The straightest stretch of a line that is long enough and keeps clear of other names, read from left to right."""
    last = max(start, min(end, curves.length(line)) - needed)
    tries = 12
    windows = []
    for attempt in range(tries + 1):
        at = start + (last - start) * attempt / tries
        window = curves.part(line, at, at + needed)
        if len(window) > 1:
            windows.append(window)
    best = max(windows, key=lambda window: _clearness(window, crowded))
    return best if best[0][0] <= best[-1][0] else best[::-1]


def _clearness(window: Sequence[Point], crowded: Sequence[Point]) -> float:
    straight = math.dist(window[0], window[-1]) / max(curves.length(window), 1.0)
    level = abs(window[0][0] - window[-1][0]) / max(curves.length(window), 1.0)
    near = sum(any(math.dist(point, other) < 42 for point in window) for other in crowded)
    return 2 * straight + 0.5 * level - near


def _road_names(sheet: Sheet, lang: str) -> list[str]:
    """A small plate on the middle of every named road."""
    plates = []
    for path in sheet.board.paths:
        if not path.name or len(path.hexes) < 2:
            continue
        half = len(path.hexes) // 2
        x, y = curves.middle(sheet.centres[path.hexes[half - 1]], sheet.centres[path.hexes[half]])
        name = path.name.text(lang)
        width = text_width(name) * 7 + 7
        plate = el(
            "rect",
            x=x - width / 2,
            y=y - 5.5,
            width=width,
            height=11,
            rx=3,
            fill="#fbf6e4",
            stroke="#6b5634",
            stroke_width="0.7",
        )
        written = el(
            "text", text(name), x=x, y=y + 2.6, font_size="7", font_family=sans(name), fill=_INK, text_anchor="middle"
        )
        plates.append(plate + written)
    return plates
