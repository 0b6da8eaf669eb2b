"""The ground of a map: colours with organic outlines, relief, water with a shore, and what grows and stands on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.board.legend import TerrainStyle
from sandtable.render import beds, curves, shapes, textures
from sandtable.render.sheet import RADIUS, Sheet
from sandtable.render.svg import Attributes, Point, chance, el, group, ident, mix, num, point, text

_PAPER = "#e9e0c6"
_CONTOUR = "#7a5a2c"
_RELIEF = frozenset({"hills", "mountains"})
_DUG = frozenset({*beds.BEDS, beds.BRIDGE, beds.WATER, "craters"})
"""What lies below the level of the map and is drawn for what it is."""
_FIELD = (330.0, 270.0)
"""How wide and high the fields are, about, whose furrows run one way."""
_BANDS = frozenset({*beds.BEDS, beds.BRIDGE, beds.WATER})
"""Terrain that is drawn over the dry land."""


def definitions(sheet: Sheet) -> str:
    """The outline that trims everything to the board, the paper, and the variants of every texture in use."""
    outline = el("clipPath", el("path", d=sheet.border(sheet.everything)), id="board-outline")
    drawn = []
    for name in present(sheet):
        style = style_of(sheet, name)
        for place, drawing in enumerate(textures.variants(style.pattern, style.fill, RADIUS)):
            drawn.append(el("g", drawing, id=texture_id(name, place)))
    return outline + textures.soft_patches() + _paper_grain() + "".join(drawn)


def ground(sheet: Sheet) -> str:
    """Everything below the rivers and roads."""
    names = present(sheet)
    legend = {name: style_of(sheet, name) for name in names}
    base = _commonest(sheet)
    standing = [name for name in names if shapes.has_shape(legend[name])]
    dry = [name for name in names if name != base and name not in standing and legend[name].pattern not in _BANDS]
    wet = [name for name in names if name != base and legend[name].pattern == "waves"]
    fill = sheet.board.legend.terrain[base].fill if base else _PAPER
    layers = [
        el("rect", width=sheet.width, height=sheet.height, fill=fill),
        *(_land(sheet, name, legend[name]) for name in sorted(dry, key=lambda name: legend[name].pattern == "blocks")),
        *_relief(sheet),
        _scattered(sheet, [name for name in names if name not in wet]),
        shapes.drawn(sheet, standing),
        *(_water(sheet, name, legend[name]) for name in wet),
        beds.beds(sheet),
        _scattered(sheet, wet),
        el("rect", width=sheet.width, height=sheet.height, fill="url(#paper-grain)"),
    ]
    return group(layers, clip_path="url(#board-outline)", class_="ground")


def paper(width: float, height: float) -> str:
    """The sheet under the map."""
    return el("rect", width=width, height=height, fill=_PAPER)


def is_water(sheet: Sheet, index: int) -> bool:
    return _pattern(sheet, index) == beds.WATER


def present(sheet: Sheet) -> list[str]:
    """The kinds of ground on this board, in the order of the legend: terrain, and features that look otherwise."""
    used = {ground_of(sheet, index) for index in range(sheet.board.size)}
    used |= {info.terrain for info in sheet.board.hexes if shapes.has_shape(sheet.board.legend.terrain[info.terrain])}
    return [name for name in (*sheet.board.legend.terrain, *sheet.board.legend.features) if name in used]


def ground_of(sheet: Sheet, index: int) -> str:
    """What a hex looks like: its terrain, or a feature that is drawn in its place, such as an orchard. Below what
    does not fill its hex lies such a feature, or the ground that most of the map has."""
    info, features = sheet.board.hexes[index], sheet.board.legend.features
    shown = [name for name in info.features if name in features and features[name].pattern is not None]
    if shown and _pattern(sheet, index) not in _BANDS:
        return shown[0]
    has_shape = shapes.has_shape(sheet.board.legend.terrain[info.terrain])
    return _commonest(sheet) if has_shape else info.terrain


def style_of(sheet: Sheet, name: str) -> TerrainStyle:
    """How a kind of ground is drawn."""
    legend = sheet.board.legend
    if name in legend.terrain:
        return legend.terrain[name]
    feature = legend.features[name]
    return TerrainStyle(feature.name, feature.fill, feature.pattern or "none")


def _commonest(sheet: Sheet) -> str:
    return sheet.commonest


def texture_id(terrain: str, variant: int) -> str:
    return ident("texture", f"{terrain}-{variant}")


def _scattered(sheet: Sheet, names: Sequence[str]) -> str:
    uses = []
    for index, (info, (x, y)) in enumerate(zip(sheet.board.hexes, sheet.centres, strict=True)):
        ground = ground_of(sheet, index)
        if ground in names:
            source = _field(sheet, index) if style_of(sheet, ground).pattern == "furrows" else info.label
            variant = chance(source).randrange(textures.VARIANTS)
            uses.append(f'<use href="#{text(texture_id(ground, variant))}" x="{num(x)}" y="{num(y)}"/>')
    return group(uses)


def _field(sheet: Sheet, index: int) -> str:
    """The field that a hex belongs to: those of one are nearest to the same of some points strewn over the map."""
    x, y = (RADIUS * each for each in sheet.board.grid.centre(sheet.board.hex(index)))
    wide, high = _FIELD
    column, row = int(x // wide), int(y // high)
    strewn = []
    for across in (column - 1, column, column + 1):
        for down in (row - 1, row, row + 1):
            source = chance("field", across, down)
            at = ((across + source.random()) * wide, (down + source.random()) * high)
            strewn.append((math.dist(at, (x, y)), f"{across} {down}"))
    return min(strewn)[1]


def _outlined(key: str, loops: Sequence[Sequence[Point]], strokes: Sequence[Attributes]) -> str:
    """One outline, written once and drawn several times."""
    shape = el("defs", el("path", id=key, d="".join(map(curves.closed_curve, loops))))
    return shape + "".join(el("use", href=f"#{key}", **stroke) for stroke in strokes)


def _blobs_of(sheet: Sheet, ground: str) -> list[list[Point]]:
    return sheet.blobs({index for index in range(sheet.board.size) if ground_of(sheet, index) == ground})


def _wet(sheet: Sheet, terrain: str) -> list[list[Point]]:
    """The outlines of water, which goes on below the bridges over it and over its fords."""
    wet = {index for index, info in enumerate(sheet.board.hexes) if info.terrain == terrain}
    beside = {other for index in wet for way in range(6) if (other := sheet.beyond(index, way)) is not None}
    return sheet.blobs(wet | {index for index in beside if beds.is_in_water(sheet, index)})


def _land(sheet: Sheet, name: str, style: TerrainStyle) -> str:
    edge = mix(style.fill, "#3a3018", 0.35)
    shadow: Attributes = {"fill": "#3a2a12", "fill_opacity": "0.22", "transform": "translate(3 4)"}
    soft: Attributes = {"fill": "none", "stroke": style.fill, "stroke_width": "7", "stroke_opacity": "0.45"}
    body: Attributes = {"fill": style.fill, "stroke": edge, "stroke_width": "0.7", "stroke_opacity": "0.6"}
    drawn = [shadow, soft, body] if style.pattern in _RELIEF else [soft, body]
    return _outlined(ident("land", name), _blobs_of(sheet, name), drawn)


def _water(sheet: Sheet, name: str, style: TerrainStyle) -> str:
    """Water with a sandy edge, a shore line, and shallows that fade away from it."""
    key = ident("water", name)
    sand: Attributes = {"fill": "none", "stroke": "#d9c796", "stroke_width": "6", "stroke_opacity": "0.7"}
    shore: Attributes = {"fill": "none", "stroke": mix(style.fill, "#1d3c55", 0.65), "stroke_width": "1.3"}
    shallow = mix(style.fill, "#ffffff", 0.3)
    bands = [
        el("use", href=f"#{key}", fill="none", stroke=shallow, stroke_width=width, stroke_opacity=opacity)
        for width, opacity in (("34", "0.3"), ("20", "0.35"), ("9", "0.5"))
    ]
    clip = ident("shore", name)
    return (
        _outlined(key, _wet(sheet, name), [sand, {"fill": style.fill}])
        + el("clipPath", el("use", href=f"#{key}"), id=clip)
        + group(bands, clip_path=f"url(#{clip})")
        + el("use", href=f"#{key}", **shore)
    )


def _relief(sheet: Sheet) -> list[str]:
    """High ground, one step of shade a level: dark where it falls away from the light, bright where it faces it, with a
    contour and hachures."""
    heights = [max(info.elevation, 0) for info in sheet.board.hexes]
    light: Attributes = {
        "fill": "none", "stroke": "#fff4d2", "stroke_width": "5", "stroke_opacity": "0.5",
        "transform": "translate(-1.5 -2.2)",
    }  # fmt: skip
    body: Attributes = {"fill": "#b98d4a", "fill_opacity": "0.22", "stroke": _CONTOUR, "stroke_width": "0.9"}
    everywhere = f"M0 0H{num(sheet.width)}V{num(sheet.height)}H0Z"
    layers = []
    for level in sorted(set(heights))[1:]:
        loops = sheet.blobs({index for index, height in enumerate(heights) if height >= level})
        hachures = "".join(_hachures(loop) for loop in loops)
        key, clip = ident("level", str(level)), ident("below-level", str(level))
        path = "".join(map(curves.closed_curve, loops))
        shadows = [
            el(
                "use",
                href=f"#{key}",
                fill="#3a2a12",
                fill_opacity="0.1",
                transform=f"translate({reach} {reach * 1.4:.1f})",
            )
            for reach in (8, 6, 4, 2)
        ]
        layers += [
            el("clipPath", el("path", d=everywhere + path, clip_rule="evenodd"), id=clip),
            el("defs", el("path", id=key, d=path)),
            group(shadows, clip_path=f"url(#{clip})"),
            el("use", href=f"#{key}", **light),
            el("use", href=f"#{key}", **body),
        ]
        layers.append(el("path", d=hachures, fill="none", stroke=_CONTOUR, stroke_width="0.9", stroke_opacity="0.8"))
    return [*_hollows(sheet), *layers]


def _hollows(sheet: Sheet) -> list[str]:
    """Low ground that is no bed and no crater, one step of shade a level: its wall is dark under the light and bright
    across from it, with hachures down into it."""
    heights = [info.elevation if is_hollow(sheet, i) else 0 for i, info in enumerate(sheet.board.hexes)]
    layers = []
    for level in sorted(set(heights), reverse=True)[1:]:
        loops = sheet.blobs({index for index, height in enumerate(heights) if height <= level})
        key, clip = ident("hollow", str(-level)), ident("inside-hollow", str(-level))
        path = "".join(map(curves.closed_curve, loops))
        shape = el("defs", el("path", id=key, d=path))
        body = el("use", href=f"#{key}", fill="#4f6a5e", fill_opacity="0.2")
        walls = [
            el("use", href=f"#{key}", fill="none", stroke=ink, stroke_width=wide, stroke_opacity=share, transform=shift)
            for ink, wide, share, shift in (
                ("#2c2410", "16", "0.1", "translate(2 3)"),
                ("#2c2410", "9", "0.13", "translate(1.5 2)"),
                ("#fff8dd", "6", "0.5", "translate(-2 -2.6)"),
            )
        ]
        teeth = "".join(_hachures(loop[::-1]) for loop in loops)
        layers += [
            shape,
            body,
            el("clipPath", el("use", href=f"#{key}"), id=clip),
            group(walls, clip_path=f"url(#{clip})"),
            el("path", d=path, fill="none", stroke=_CONTOUR, stroke_width="1"),
            el("path", d=teeth, fill="none", stroke=_CONTOUR, stroke_width="0.9", stroke_opacity="0.8"),
        ]
    return layers


def is_hollow(sheet: Sheet, index: int) -> bool:
    """Whether a hex is low ground that is drawn as a hollow."""
    return sheet.board.hexes[index].elevation < 0 and _pattern(sheet, index) not in _DUG


def _pattern(sheet: Sheet, index: int) -> str:
    return sheet.board.legend.terrain[sheet.board.hexes[index].terrain].pattern


def _hachures(loop: Sequence[Point]) -> str:
    strokes = []
    for before, at, after in zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True):
        start, end = curves.middle(before, at), curves.middle(at, after)
        for share in (0.1, 0.35, 0.6, 0.85):
            x, y = _on_curve(start, at, end, share)
            away = _normal(start, end)
            shade = away[0] * 0.5 + away[1] * 0.87
            if shade > -0.25:
                reach = 3.0 + 4.0 * max(shade, 0.0)
                strokes.append(f"M{num(x)} {num(y)}l{num(away[0] * reach)} {num(away[1] * reach)}")
    return "".join(strokes)


def _on_curve(start: Point, bend: Point, end: Point, share: float) -> Point:
    rest = 1 - share
    a, b, c = rest * rest, 2 * rest * share, share * share
    return a * start[0] + b * bend[0] + c * end[0], a * start[1] + b * bend[1] + c * end[1]


def _normal(start: Point, end: Point) -> Point:
    """The way out of a clockwise outline, one unit long."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    size = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dy / size, -dx / size


def _paper_grain() -> str:
    """Fibres and specks of paper, as a tile."""
    source = chance("paper")
    size = 320
    light: list[str] = []
    dark: list[str] = []
    for place in range(90):
        x, y = source.uniform(0, size), source.uniform(0, size)
        bend, end = [(source.uniform(-reach, reach), source.uniform(-reach, reach)) for reach in (5, 9)]
        fibre = f"M{num(x)} {num(y)}q{point(bend)} {point(end)}"
        (light if place % 2 else dark).append(fibre)
    return el(
        "pattern",
        el("path", d="".join(light), stroke="#ffffff", stroke_opacity="0.22", fill="none", stroke_width="0.7"),
        el("path", d="".join(dark), stroke="#5a4a28", stroke_opacity="0.1", fill="none", stroke_width="0.7"),
        id="paper-grain",
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
    )
