"""What runs along hexsides and through hexes: rivers, borders, walls, cliffs, roads and rails as continuous lines."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sandtable.board.legend import NetworkStyle, SideStyle
from sandtable.render import curves
from sandtable.render.sheet import Sheet
from sandtable.render.svg import Attributes, Point, el, group, is_blue, mix, num, point
from sandtable.render.terrain import is_water

_RIVER_WOBBLE = 3.0
_ROAD_WOBBLE = 4.0
_PARALLEL = 8.0
_TIE_SPACING = 7.0
_DECK = 9.0
"""How far the edges of a bridge lie from its middle: a road and a railroad have room between them."""
_PARAPET = ((3.0, -13.0), (0.0, -10.0), (0.0, 10.0), (3.0, 13.0))
"""The corners of such an edge: how far it is splayed, and how far it reaches over the water."""


def river_beds(sheet: Sheet) -> str:
    """The dark banks of watercourses, to lie under the water of all of them."""
    parts = [_bed(_curved(_joined(sheet, feature)), style) for feature, style in _watercourses(sheet)]
    return group(parts, **_PEN)


def watercourses(sheet: Sheet) -> str:
    """The water of rivers, streams and canals, the widest last."""
    found = sorted(_watercourses(sheet), key=lambda item: item[1].width)
    return group([_water(_curved(_flowing(sheet, feature)), style) for feature, style in found], **_PEN)


def barriers(sheet: Sheet) -> str:
    """Borders, walls and cliffs: every hexside that is no watercourse."""
    parts = []
    for feature, style in side_styles(sheet):
        if _is_watercourse(style):
            continue
        if style.style == "none":
            continue
        if style.style == "wall":
            parts.append(_wall(_straight_sides(sheet, feature), style))
        elif style.style in _DRAWN:
            parts.append(_DRAWN[style.style](_curved(_joined(sheet, feature)), style))
        elif style.style == "cliff":
            parts.append(_cliff(_straight_sides(sheet, feature), _teeth(sheet, feature), style))
        elif style.style == "slope":
            parts.append(_slope(_strokes_down(sheet, feature), style))
        elif style.style == "fence":
            parts.append(_fence(_straight_sides(sheet, feature), _barbs(sheet, feature), style))
        elif style.style == "bridge":
            parts.append(_stroke(_parapets(sheet, feature), style.stroke, style.width))
        else:
            parts.append(_border(_curved(_joined(sheet, feature)), style))
    return group(parts, **_PEN)


def roads(sheet: Sheet) -> str:
    """Roads and rails, casings first, so that crossings stay open."""
    drawn = [(style, _curved(_through_hexes(sheet, name))) for name, style in network_styles(sheet)]
    casings = [_casing(path, style) for style, path in drawn]
    surfaces = [_surface(path, style) for style, path in drawn]
    return group([*casings, *surfaces], **_PEN)


def side_sample(style: SideStyle) -> str:
    """A short stretch of a hexside feature for the key."""
    path = "M3 0H37"
    if _is_watercourse(style):
        return group([_bed(path, style), _water(path, style)], **_PEN)
    if style.style == "wall":
        return group([_wall(path, style)], **_PEN)
    if style.style in _DRAWN:
        return group([_DRAWN[style.style](path, style)], **_PEN)
    if style.style == "cliff":
        return group([_cliff(path, "M6 0v6M13 0v6M20 0v6M27 0v6M34 0v6", style)], **_PEN)
    if style.style == "slope":
        return group([_slope("M5 -2v8M12 -2v6M19 -2v8M26 -2v6M33 -2v8", style)], **_PEN)
    if style.style == "fence":
        return group([_fence(path, "".join(f"M{x} -2l4 4m-4 0l4 -4" for x in (8, 18, 28)), style)], **_PEN)
    if style.style == "bridge":
        return group(
            [_stroke("M12 -7l2.5 2.5H25.5l2.5 -2.5M12 7l2.5 -2.5H25.5l2.5 2.5", style.stroke, style.width)], **_PEN
        )
    return group([_border(path, style)], **_PEN)


def network_sample(style: NetworkStyle) -> str:
    """A short stretch of a network for the key."""
    return group([_casing("M3 0H37", style), _surface("M3 0H37", style)], **_PEN)


def _through_hexes(sheet: Sheet, name: str) -> list[list[Point]]:
    """The hexes that a network joins as lines through their centres, beside the networks drawn before it."""
    segments = []
    for index, direction in _marked(sheet, sheet.board.networks[name]):
        other = sheet.beyond(index, direction)
        start = _crossing(sheet, name, index)
        end = curves.middle(*sheet.side(index, direction)) if other is None else _crossing(sheet, name, other)
        segments.append((start, end))
    segments += _runoffs(sheet, name)
    return curves.chains(segments)


_PEN: Attributes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}


def _marked(sheet: Sheet, flags: bytearray) -> Iterator[tuple[int, int]]:
    for place, flag in enumerate(flags):
        if flag:
            index, direction = divmod(place, 6)
            other = sheet.beyond(index, direction)
            if other is None or index < other:
                yield index, direction


def side_styles(sheet: Sheet) -> list[tuple[str, SideStyle]]:
    return [(name, style) for name, style in sheet.board.legend.sides.items() if any(sheet.board.sides.get(name, b""))]


def network_styles(sheet: Sheet) -> list[tuple[str, NetworkStyle]]:
    styles = sheet.board.legend.networks.items()
    return [(name, style) for name, style in styles if any(sheet.board.networks.get(name, b""))]


def _segments(sheet: Sheet, feature: str) -> list[tuple[Point, Point]]:
    segments = []
    for index, direction in _marked(sheet, sheet.board.sides[feature]):
        start, end = sheet.side(index, direction)
        segments.append((curves.wobble(start, _RIVER_WOBBLE), curves.wobble(end, _RIVER_WOBBLE)))
    return segments


def _joined(sheet: Sheet, feature: str) -> list[list[Point]]:
    """The hexsides of a feature as bent lines."""
    return curves.chains(_segments(sheet, feature))


def _flowing(sheet: Sheet, feature: str) -> list[list[Point]]:
    """The hexsides of a watercourse as bent lines, led onto the rivers and into the lakes that they reach."""
    mouths = _mouths(sheet, feature)
    lines = []
    for line in _joined(sheet, feature):
        first, last = mouths.get(curves.key(line[0])), mouths.get(curves.key(line[-1]))
        lines.append([*([first] if first else []), *line, *([last] if last else [])])
    return lines


def _mouths(sheet: Sheet, feature: str) -> dict[curves.Key, Point]:
    """Where a line that ends at a corner runs on to: out into a lake, or onto the curve of another watercourse."""
    found: dict[curves.Key, Point] = {}
    for index in range(sheet.board.size):
        if is_water(sheet, index):
            for corner in sheet.corners[index]:
                found[curves.key(curves.wobble(corner, _RIVER_WOBBLE))] = _towards(corner, sheet.centres[index], 12)
    others = [name for name, _ in _watercourses(sheet) if name != feature]
    for line in curves.chains([segment for name in others for segment in _segments(sheet, name)]):
        for before, at, after in zip(line, line[1:], line[2:], strict=False):
            found[curves.key(at)] = curves.between(curves.middle(before, at), at, curves.middle(at, after))
    return found


def _towards(start: Point, end: Point, reach: float) -> Point:
    share = reach / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _runoffs(sheet: Sheet, name: str) -> list[tuple[Point, Point]]:
    """Where a road or rail ends in an empty hex at the edge of the board, it visibly runs on."""
    found = []
    flags, legend = sheet.board.networks[name], sheet.board.legend.features
    for index, info in enumerate(sheet.board.hexes):
        ways = [direction for direction in range(6) if flags[index * 6 + direction]]
        if len(ways) != 1 or info.name or any(legend[name].mark != "none" for name in info.features if name in legend):
            continue
        ahead = [(ways[0] + turn) % 6 for turn in (3, 2, 4)]
        off = [direction for direction in ahead if sheet.beyond(index, direction) is None]
        if off:
            found.append((_crossing(sheet, name, index), curves.middle(*sheet.side(index, off[0]))))
    return found


def _crossing(sheet: Sheet, name: str, index: int) -> Point:
    """Where a network crosses a hex: near its centre, and apart from other networks that cross it."""
    x, y = curves.wobble(sheet.centres[index], _ROAD_WOBBLE)
    before = 0
    for other, _ in network_styles(sheet):
        if other == name:
            break
        before += any(sheet.board.networks[other][index * 6 : index * 6 + 6])
    return (x + before * _PARALLEL, y) if sheet.flat else (x, y + before * _PARALLEL)


def _is_watercourse(style: SideStyle) -> bool:
    """Banks mean water, and so does an unbroken blue line."""
    return style.style == "bank" or (style.style == "line" and not style.dash and is_blue(style.stroke))


def _watercourses(sheet: Sheet) -> list[tuple[str, SideStyle]]:
    return [(feature, style) for feature, style in side_styles(sheet) if _is_watercourse(style)]


def _curved(lines: list[list[Point]]) -> str:
    return "".join(map(curves.open_curve, lines))


def _stroke(path: str, colour: str, width: float, dash: str = "") -> str:
    return el("path", d=path, stroke=colour, stroke_width=width, stroke_dasharray=dash or None)


def _bed(path: str, style: SideStyle) -> str:
    return _stroke(path, mix(style.stroke, "#15324a", 0.5), style.width + 1.8)


def _water(path: str, style: SideStyle) -> str:
    water = _stroke(path, style.stroke, style.width, style.dash)
    if style.width < 4:
        return water
    return water + _stroke(path, mix(style.stroke, "#ffffff", 0.45), style.width * 0.28)


def _casing(path: str, style: NetworkStyle) -> str:
    return _stroke(path, style.casing, style.width + 2.2) if style.casing else ""


def _surface(path: str, style: NetworkStyle) -> str:
    """A road as a band, a rail as a line with ties."""
    if not style.ties:
        return _stroke(path, style.stroke, style.width, style.dash)
    ties = el(
        "path",
        d=path,
        stroke=style.stroke,
        stroke_width=style.width + 5,
        stroke_dasharray=f"1.2 {num(_TIE_SPACING - 1.2)}",
        stroke_linecap="butt",
    )
    return ties + _stroke(path, style.stroke, style.width)


def _border(path: str, style: SideStyle) -> str:
    return el("g", _stroke(path, style.stroke, style.width * 3.2), stroke_opacity="0.22") + _stroke(
        path, style.stroke, style.width, style.dash
    )


def _crest(path: str, style: SideStyle) -> str:
    """The line of a ridge, with hachures that fall away from it to both sides."""
    ticks = el(
        "path",
        d=path,
        stroke=mix(style.stroke, "#3a2208", 0.45),
        stroke_width=style.width + 9,
        stroke_dasharray="1.3 3.7",
        stroke_linecap="butt",
    )
    return (
        ticks
        + _stroke(path, mix(style.stroke, "#3a2208", 0.6), style.width + 1.4)
        + _stroke(path, style.stroke, style.width)
    )


def _hedge(path: str, style: SideStyle) -> str:
    """A row of bushes on a bank of earth."""
    bushes = ((style.width * 2.3, mix(style.stroke, "#10240c", 0.5)), (style.width * 1.6, style.stroke))
    rows = "".join(_stroke(path, colour, width, "0.1 6.4") for width, colour in bushes)
    return _stroke(path, mix(style.stroke, "#4a3a1c", 0.6), style.width * 0.7) + rows


_DRAWN = {"crest": _crest, "hedge": _hedge}


def _wall(path: str, style: SideStyle) -> str:
    stones = el(
        "path",
        d=path,
        stroke=mix(style.stroke, "#ffffff", 0.55),
        stroke_width=style.width * 0.5,
        stroke_dasharray="4 4",
        stroke_linecap="butt",
    )
    shade = mix(style.stroke, "#000000", 0.4)
    return _stroke(path, shade, style.width + 1.6) + _stroke(path, style.stroke, style.width) + stones


def _cliff(path: str, teeth: str, style: SideStyle) -> str:
    return _stroke(path, style.stroke, style.width) + _stroke(teeth, style.stroke, max(style.width * 0.6, 1.0))


def _slope(strokes: str, style: SideStyle) -> str:
    """Short strokes down the ground, on a pale band that tells them from the furrows of a field."""
    return el("g", _stroke(strokes, "#fff3d6", style.width + 2.6), stroke_opacity="0.4") + _stroke(
        strokes, style.stroke, style.width
    )


def _fence(path: str, barbs: str, style: SideStyle) -> str:
    return _stroke(path, style.stroke, style.width * 0.7) + _stroke(barbs, style.stroke, style.width)


def _strokes_down(sheet: Sheet, feature: str) -> str:
    """Strokes from every hexside of a slope down into the lower hex, the middle ones the longest."""
    strokes = []
    for slot, flag in enumerate(sheet.board.falls[feature]):
        if not flag:
            continue
        index, direction = divmod(slot, 6)
        (ax, ay), (bx, by) = sheet.side(index, direction)
        half, centre = curves.middle((ax, ay), (bx, by)), sheet.centres[index]
        down = ((half[0] - centre[0]) / sheet.inner, (half[1] - centre[1]) / sheet.inner)
        for share in (0.08, 0.2, 0.32, 0.44, 0.56, 0.68, 0.8, 0.92):
            reach = 13 - 14 * abs(share - 0.5)
            foot = (ax + (bx - ax) * share, ay + (by - ay) * share)
            strokes.append(f"M{point(foot)}l{point((down[0] * reach, down[1] * reach))}")
    return "".join(strokes)


def _barbs(sheet: Sheet, feature: str) -> str:
    """The small crosses of a wire fence."""
    crosses = []
    for place in _marked(sheet, sheet.board.sides[feature]):
        (ax, ay), (bx, by) = sheet.side(*place)
        for share in (0.14, 0.38, 0.62, 0.86):
            x, y = ax + (bx - ax) * share, ay + (by - ay) * share
            crosses.append(f"M{num(x - 2)} {num(y - 2)}l4 4m-4 0l4 -4")
    return "".join(crosses)


def _straight_sides(sheet: Sheet, feature: str) -> str:
    sides = (sheet.side(*place) for place in _marked(sheet, sheet.board.sides[feature]))
    return "".join(f"M{point(a)}L{point(b)}" for a, b in sides)


def _teeth(sheet: Sheet, feature: str) -> str:
    """Short strokes from every hexside of a cliff down into the lower hex."""
    heights = [info.elevation for info in sheet.board.hexes]
    teeth = []
    for index, direction in _marked(sheet, sheet.board.sides[feature]):
        other = sheet.beyond(index, direction)
        a, b = sheet.side(index, direction)
        half, centre = curves.middle(a, b), sheet.centres[index]
        down = 6 if other is None or heights[other] <= heights[index] else -6
        fall = (down * (half[0] - centre[0]) / sheet.inner, down * (half[1] - centre[1]) / sheet.inner)
        for share in (0.08, 0.29, 0.5, 0.71, 0.92):
            foot = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            teeth.append(f"M{point(foot)}l{point(fall)}")
    return "".join(teeth)


def _parapets(sheet: Sheet, feature: str) -> str:
    """Both edges of a bridge over every hexside of a feature, splayed at their ends."""
    drawn = []
    for index, direction in _marked(sheet, sheet.board.sides[feature]):
        a, b = sheet.side(index, direction)
        half, length = curves.middle(a, b), math.dist(a, b)
        along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        for edge in (-1, 1):
            corners = [(edge * (_DECK + splay), across) for splay, across in _PARAPET]
            points = [
                (half[0] + along[0] * off - along[1] * across, half[1] + along[1] * off + along[0] * across)
                for off, across in corners
            ]
            drawn.append("M" + "L".join(point(each) for each in points))
    return "".join(drawn)
