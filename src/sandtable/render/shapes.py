"""What stands in a hex and does not fill it, in its own shape: copses and houses."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.board.legend import TerrainStyle
from sandtable.render import curves, textures
from sandtable.render.sheet import Sheet
from sandtable.render.svg import Point, chance, el, group, ident, mix, num, point, text

_LIGHT = (-0.55, -0.83)
"""Where the light comes from."""


def has_shape(style: TerrainStyle) -> bool:
    """Whether a kind of terrain does not fill its hexes."""
    return style.patch is not None or bool(style.outline)


def drawn(sheet: Sheet, names: Sequence[str]) -> str:
    """All that stands on the map in a shape of its own, the lowest first."""
    board = sheet.board
    parts = []
    for name in sorted(names, key=lambda name: board.legend.terrain[name].pattern == "roofs"):
        hexes = [index for index, info in enumerate(board.hexes) if info.terrain == name and board.outlines[index]]
        style = board.legend.terrain[name]
        parts.append(_roofs(sheet, hexes, style) if style.pattern == "roofs" else _patches(sheet, name, hexes, style))
    return group(parts, class_="shapes")


def _patches(sheet: Sheet, name: str, hexes: Sequence[int], style: TerrainStyle) -> str:
    """Copses: their exact outlines with what grows in them, and a shadow on the ground beside."""
    key = ident("shape", name)
    path = "".join(curves.straight(sheet.outline(index)) for index in hexes)
    edge = mix(style.fill, "#26331a", 0.55)
    shadow = el("use", href=f"#{key}", fill="#2a2a12", fill_opacity="0.28", transform="translate(2.6 3.6)")
    rim = el("use", href=f"#{key}", fill="none", stroke=edge, stroke_width="2.4", stroke_linejoin="round")
    body = el("use", href=f"#{key}", fill=style.fill, stroke=style.fill, stroke_width="0.8")
    return el("defs", el("path", id=key, d=path)) + shadow + rim + body + _grown(sheet, name, hexes)


def _grown(sheet: Sheet, name: str, hexes: Sequence[int]) -> str:
    uses = []
    for index in hexes:
        x, y = sheet.centres[index]
        variant = chance(sheet.board.hexes[index].label).randrange(textures.VARIANTS)
        uses.append(f'<use href="#{text(ident("texture", f"{name}-{variant}"))}" x="{num(x)}" y="{num(y)}"/>')
    return group(uses)


def _roofs(sheet: Sheet, hexes: Sequence[int], style: TerrainStyle) -> str:
    """Houses as one sees them from above: a shadow, the planes of the roof lit from the north-west, and its ridges."""
    outlines = [sheet.outline(index) for index in hexes]
    whole = "".join(map(curves.straight, outlines))
    edge = mix(style.fill, "#1d150e", 0.75)
    planes: list[str] = []
    ridges: list[str] = []
    for corners in outlines:
        found, lines = _planes(corners)
        planes += [el("path", d=curves.straight(plane), fill=_lit(style.fill, plane, corners)) for plane in found]
        ridges += [f"M{point(a)}L{point(b)}" for a, b in lines]
    return (
        el("path", d=whole, fill="#241a10", fill_opacity="0.4", transform="translate(3.2 4.2)")
        + el("path", d=whole, fill=style.fill)
        + group(planes, stroke_width="0.3")
        + el("path", d="".join(ridges), fill="none", stroke=mix(style.fill, "#fff6e4", 0.5), stroke_width="1")
        + _walls(sheet, hexes, edge)
    )


def _walls(sheet: Sheet, hexes: Sequence[int], ink: str) -> str:
    """The walls of houses, which a house in several hexes does not have where it goes on."""
    edges = []
    for index in hexes:
        corners, shape = sheet.outline(index), sheet.board.outlines[index]
        for place, at in enumerate(corners):
            if not _on_edge(shape[place - 1], shape[place]):
                edges.append(f"M{point(corners[place - 1])}L{point(at)}")
    return el("path", d="".join(edges), fill="none", stroke=ink, stroke_width="1.3", stroke_linecap="round")


def _on_edge(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether an edge of a shape lies on a hexside: both its ends as far out as a hex reaches."""
    return all(_reach(corner) >= 99 for corner in (a, b))


def _reach(corner: tuple[int, int]) -> float:
    x, y = abs(corner[0]), abs(corner[1])
    return max(y, x + y / 2)


def _planes(corners: Sequence[Point]) -> tuple[list[list[Point]], list[tuple[Point, Point]]]:
    """The planes of a roof and its ridges: a gable over four corners, two that meet over a house with a wing."""
    if len(corners) == 4:
        return _gable(corners)
    if len(corners) == 6:
        inner = _inner(corners)
        if inner is not None:
            return _winged([*corners[inner:], *corners[:inner]])
    return [], []


def _gable(corners: Sequence[Point]) -> tuple[list[list[Point]], list[tuple[Point, Point]]]:
    a, b, c, d = corners
    if math.dist(a, b) < math.dist(b, c):
        a, b, c, d = b, c, d, a
    left, right = curves.middle(d, a), curves.middle(b, c)
    return [[a, b, right, left], [left, right, c, d]], [(left, right)]


def _winged(corners: Sequence[Point]) -> tuple[list[list[Point]], list[tuple[Point, Point]]]:
    """A house with a wing, its inner corner given first."""
    inner, a, b, outer, c, d = corners
    meet = curves.middle(inner, outer)
    first, second = curves.middle(a, b), curves.middle(c, d)
    planes = [[inner, a, first, meet], [first, b, outer, meet], [meet, outer, c, second], [meet, second, d, inner]]
    return planes, [(first, meet), (meet, second)]


def _inner(corners: Sequence[Point]) -> int | None:
    """The corner of an outline at which it turns inwards."""
    turns = [
        _cross(corners[place - 1], corners[place], corners[(place + 1) % len(corners)]) for place in range(len(corners))
    ]
    whole = sum(1 if turn > 0 else -1 for turn in turns)
    found = [place for place, turn in enumerate(turns) if turn * whole < 0]
    return found[0] if len(found) == 1 else None


def _cross(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _lit(fill: str, plane: Sequence[Point], roof: Sequence[Point]) -> str:
    """The colour of a plane by the way it slopes: from its ridge, the last two or first corners, out to its wall."""
    cx, cy = sum(x for x, _ in roof) / len(roof), sum(y for _, y in roof) / len(roof)
    px, py = sum(x for x, _ in plane) / len(plane) - cx, sum(y for _, y in plane) / len(plane) - cy
    size = math.hypot(px, py) or 1.0
    shine = (px * _LIGHT[0] + py * _LIGHT[1]) / size
    return mix(fill, "#fff3dd", 0.3 * shine) if shine > 0 else mix(fill, "#1c1410", -0.38 * shine)
