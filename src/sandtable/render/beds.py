"""Streams, ravines and the bridges over them: terrain that fills a hex and is drawn as a band from hex to hex."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.board.legend import TerrainStyle
from sandtable.render import curves
from sandtable.render.sheet import Sheet
from sandtable.render.svg import Attributes, Point, chance, el, group, mix, num, point

BEDS = ("stream", "ravine")
BRIDGE, WATER = "bridge", "waves"

_BEND = 5.0
_STREAM, _RAVINE = 19.0, 24.0
_DECK = 25.0
_MOUTH = 7.0
_PEN: Attributes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def beds(sheet: Sheet) -> str:
    """The beds of streams and ravines, those of one kind in one piece."""
    drawn = []
    for pattern, draw in _DRAWN.items():
        names = [name for name, style in sheet.board.legend.terrain.items() if style.pattern == pattern]
        hexes = [index for index, info in enumerate(sheet.board.hexes) if info.terrain in names]
        if hexes:
            path = "".join(map(curves.open_curve, curves.chains(_segments(sheet, pattern, hexes))))
            drawn.append(draw(path, sheet.board.legend.terrain[_commonest(sheet, names)]))
            drawn += [_stones(sheet, index) for index in hexes if _is_crossed(sheet, index)]
    return group(drawn, class_="beds", **_PEN)


def bridges(sheet: Sheet) -> str:
    """The decks of bridges, to lie under the roads that they carry."""
    decks = []
    for index in range(sheet.board.size):
        if _pattern(sheet, index) == BRIDGE:
            ways = [way for way in range(6) if any(flags[index * 6 + way] for flags in sheet.board.networks.values())]
            ends = [_towards(_middle(sheet, index), _side(sheet, index, way), _DECK) for way in ways]
            decks += [f"M{point(_middle(sheet, index))}L{point(end)}" for end in ends]
    path = "".join(decks)
    stone: Attributes = {"fill": "none", "stroke_linecap": "butt"}
    parapet = el("path", d=path, stroke="#5d5548", stroke_width="15", **stone)
    return parapet + el("path", d=path, stroke="#d9d1bf", stroke_width="11.5", **stone) if decks else ""


def _pattern(sheet: Sheet, index: int) -> str:
    return sheet.board.legend.terrain[sheet.board.hexes[index].terrain].pattern


def _commonest(sheet: Sheet, names: list[str]) -> str:
    terrains = [info.terrain for info in sheet.board.hexes]
    return max(names, key=terrains.count)


def is_in_water(sheet: Sheet, index: int) -> bool:
    """Whether a hex is a bridge or a ford in open water, and in no bed of its own."""
    near = [_pattern(sheet, other) for way in range(6) if (other := sheet.beyond(index, way)) is not None]
    return _pattern(sheet, index) in (BRIDGE, "stream") and near.count(WATER) > 1 and not set(near) & set(BEDS)


def _segments(sheet: Sheet, pattern: str, hexes: list[int]) -> list[tuple[Point, Point]]:
    """From hex to hex of a kind, on below bridges, and out into open water; a hex alone has a stretch of its own."""
    spans = {i for i in range(sheet.board.size) if _pattern(sheet, i) == BRIDGE and not is_in_water(sheet, i)}
    course = {index for index in (*hexes, *spans) if not is_in_water(sheet, index)}
    linked: dict[int, set[int]] = {index: set() for index in course}
    found = []
    for index in sorted(course):
        for way in range(6):
            other = sheet.beyond(index, way)
            if other is None:
                continue
            if other in course and index < other and not {index, other} <= spans:
                if linked[index] & linked[other]:
                    continue
                linked[index].add(other)
                linked[other].add(index)
                found.append((_middle(sheet, index), _middle(sheet, other)))
    for index in sorted(course - spans):
        mouth = _mouth(sheet, index) if pattern == "stream" and len(linked[index]) < 2 else None
        if mouth is not None:
            found.append((_middle(sheet, index), mouth))
        elif not linked[index]:
            x, y = _middle(sheet, index)
            found.append(((x - 14, y - 4), (x + 14, y + 4)))
    return found


def _mouth(sheet: Sheet, index: int) -> Point | None:
    """Where a stream that ends runs out into open water."""
    for way in range(6):
        other = sheet.beyond(index, way)
        if other is not None and _pattern(sheet, other) == WATER:
            return _towards(_side(sheet, index, way), sheet.centres[other], _MOUTH)
    return None


def _is_crossed(sheet: Sheet, index: int) -> bool:
    """Whether a road or a path leads through a bed without a bridge."""
    return any(any(flags[index * 6 : index * 6 + 6]) for flags in sheet.board.networks.values())


def _stones(sheet: Sheet, index: int) -> str:
    """The shallows of a ford."""
    x, y = _middle(sheet, index)
    source = chance("stones", index)
    wide, high = (26, 18) if is_in_water(sheet, index) else (13, 9)
    places = [(x + source.uniform(-wide, wide), y + source.uniform(-high, high)) for _ in range(wide)]
    stones = [el("circle", cx=num(a), cy=num(b), r=num(source.uniform(1, 2.2))) for a, b in places]
    shoal = el("ellipse", cx=num(x), cy=num(y), rx=num(wide + 8), ry=num(high + 8), fill="#f3ecd2", fill_opacity="0.55")
    return shoal + group(stones, fill="#efe6d0", stroke="#8b7f66", stroke_width="0.5")


def _middle(sheet: Sheet, index: int) -> Point:
    return curves.wobble(sheet.centres[index], _BEND)


def _side(sheet: Sheet, index: int, way: int) -> Point:
    return curves.middle(*sheet.side(index, way))


def _towards(start: Point, end: Point, reach: float) -> Point:
    share = reach / ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _stream(path: str, style: TerrainStyle) -> str:
    """Water between a sandy edge and dark banks, lighter in the middle."""
    strokes = [
        ("#d9c796", _STREAM + 8, "0.75"),
        (mix(style.fill, "#1d3c55", 0.6), _STREAM + 2.4, "1"),
        (style.fill, _STREAM, "1"),
        (mix(style.fill, "#ffffff", 0.4), _STREAM * 0.3, "0.7"),
    ]
    return "".join(_stroke(path, *stroke) for stroke in strokes)


def _ravine(path: str, style: TerrainStyle) -> str:
    """A sunken bed: hachures down from its rims, a shaded wall, a floor that catches the light."""
    dark = mix(style.fill, "#2e2210", 0.55)
    ticks: Attributes = {"stroke_dasharray": "1.3 3.6", "stroke_linecap": "butt"}
    rims = el("path", d=path, stroke="#5a4322", stroke_width=num(_RAVINE + 12), stroke_opacity="0.75", **ticks)
    walls = _stroke(path, dark, _RAVINE, "0.95")
    floor = el("g", _stroke(path, mix(style.fill, "#e9dcb4", 0.25), _RAVINE * 0.5, "1"), transform="translate(2 2.5)")
    return rims + walls + floor


def _stroke(path: str, colour: str, width: float, opacity: str) -> str:
    return el("path", d=path, stroke=colour, stroke_width=num(width), stroke_opacity=opacity)


_DRAWN: dict[str, Callable[[str, TerrainStyle], str]] = {"ravine": _ravine, "stream": _stream}
