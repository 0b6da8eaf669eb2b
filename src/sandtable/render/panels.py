"""The panels beside the map: off-map boxes with their counters, and the key to the map."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.board.legend import Name
from sandtable.board.scene import Scene
from sandtable.render import counters, features, lines, markers
from sandtable.render.sheet import RADIUS, Sheet
from sandtable.render.svg import el, group, num, sans, serif, text
from sandtable.render.terrain import present, style_of, texture_id

WIDTH = 268.0
_COLUMNS = 4
_GAP = 14.0
_TITLE = 26.0
_ROW = 34.0
_KEY = Name("Key to the map", "凡例")


class Panel(msgspec.Struct, frozen=True):
    """A framed rectangle with a title, `WIDTH` wide."""

    title: str
    body: str
    height: float


def panels(scene: Scene, sheet: Sheet, lang: str, legend: bool) -> list[Panel]:
    """The off-map boxes of a scene, and the key if it is wanted."""
    shown = [_box(scene, sheet, name, title) for name, title in scene.boxes.items()]
    return [*shown, _key(sheet, lang)] if legend else shown


def arranged(shown: Sequence[Panel], left: float, top: float, height: float) -> tuple[str, float, float]:
    """Panels in columns no taller than the map if they can; also the width and height that they take."""
    if not shown:
        return "", 0.0, 0.0
    room = max(height, *(panel.height for panel in shown))
    drawn = []
    column, y, lowest = 0, 0.0, 0.0
    for panel in shown:
        if y and y + panel.height > room:
            column, y = column + 1, 0.0
        drawn.append(_framed(panel, left + column * (WIDTH + _GAP), top + y))
        y += panel.height + _GAP
        lowest = max(lowest, y - _GAP)
    return "".join(drawn), (column + 1) * (WIDTH + _GAP), lowest


def _framed(panel: Panel, x: float, y: float) -> str:
    back = el("rect", width=WIDTH, height=panel.height, rx=6, fill="#f4edd7", stroke="#6b5a36", stroke_width="1.2")
    title = el(
        "text",
        text(panel.title),
        x=12,
        y=18,
        font_size="13",
        font_weight="bold",
        font_family=serif(panel.title),
        fill="#33291a",
    )
    rule = el("path", d=f"M10 {num(_TITLE - 2)}H{num(WIDTH - 10)}", stroke="#6b5a36", stroke_width="0.7")
    body = group([panel.body], transform=f"translate(0 {num(_TITLE)})")
    return group([back, title, rule, body], class_="panel", transform=f"translate({num(x)} {num(y)})")


def _box(scene: Scene, sheet: Sheet, name: str, title: str) -> Panel:
    """A box: its counters in rows, and its markers at the right of its title."""
    inside = [counter for counter in scene.counters if counter.at == name]
    marked = [marker for marker in scene.markers if marker.at == name]
    cards, rows = counters.shelf(inside, scene.palettes, sheet.angles, _COLUMNS)
    right = WIDTH - 8 - len(marked) * markers.PITCH / 2
    body = group([cards], transform="translate(12 4)") + markers.row(marked, scene.palettes, (right, -_TITLE / 2))
    return Panel(title or name, body, _TITLE + max(rows, 1) * counters.PITCH + 8)


def _key(sheet: Sheet, lang: str) -> Panel:
    legend = sheet.board.legend
    rows: list[tuple[str, Name]] = []
    for name in present(sheet):
        style = style_of(sheet, name)
        ground = sheet.board.legend.terrain[sheet.commonest].fill if style.pattern == "roofs" else style.fill
        rows.append((_terrain_swatch(name, ground), style.name))
    used = {feature for info in sheet.board.hexes for feature in info.features}
    for name, feature in legend.features.items():
        if name in used and feature.mark != "none":
            rows.append((group([features.mark(feature)], transform="translate(20 0)"), feature.name))
    for _, side in lines.side_styles(sheet):
        rows.append((lines.side_sample(side), side.name))
    for _, network in lines.network_styles(sheet):
        rows.append((lines.network_sample(network), network.name))
    drawn = [_key_row(swatch, name.text(lang), place) for place, (swatch, name) in enumerate(rows)]
    return Panel(_KEY.text(lang), "".join(drawn), _TITLE + -(-len(rows) // 2) * _ROW + 12)


def _key_row(swatch: str, name: str, place: int) -> str:
    row, column = divmod(place, 2)
    size = min(9.5, 80 / max(counters.text_width(name), 0.1))
    label = el("text", text(name), x=46, y=size * 0.36, font_size=size, font_family=sans(name), fill="#33291a")
    x, y = 10 + column * WIDTH / 2, row * _ROW + _ROW / 2 + 4
    return group([swatch, label], transform=f"translate({num(x)} {num(y)})")


def _terrain_swatch(name: str, fill: str) -> str:
    scale = 15 / RADIUS
    patch = el("rect", x=2, y=-13, width=36, height=26, rx=5, fill=fill, stroke="#6b5a36", stroke_width="0.8")
    texture = el("use", href=f"#{texture_id(name, 0)}", transform=f"translate(20 0) scale({scale:.2f})")
    return patch + texture
