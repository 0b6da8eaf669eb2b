"""The map alone, without a position: what a browser draws once and lays counters on."""

from __future__ import annotations

from sandtable.board.board import Board
from sandtable.render import beds, features, labels, lines, terrain
from sandtable.render.sheet import Sheet
from sandtable.render.svg import SANS, el, group, num, text


def terrain_svg(board: Board, lang: str = "en") -> str:
    """A board as an SVG document; every hex is an element with the id `hex-<label>`."""
    sheet = Sheet(board)
    body = (
        el("defs", terrain.definitions(sheet))
        + terrain.paper(sheet.width, sheet.height)
        + map_layers(sheet, lang)
        + labels.clickable(sheet)
    )
    return document(body, sheet.width, sheet.height)


def map_layers(sheet: Sheet, lang: str) -> str:
    """Everything printed on the map, from the ground up; needs the definitions of the terrain."""
    frame = el("path", d=sheet.border(sheet.everything), fill="none", stroke="#4a3d22", stroke_width="1.6")
    drawn = [
        lines.river_beds(sheet),
        lines.watercourses(sheet),
        _grid(sheet),
        lines.barriers(sheet),
        beds.bridges(sheet),
        lines.roads(sheet),
    ]
    trimmed = group(drawn, clip_path="url(#board-outline)", class_="lines")
    lettering = features.marks(sheet) + labels.numbers(sheet) + labels.levels(sheet) + labels.names(sheet, lang)
    return terrain.ground(sheet) + trimmed + frame + lettering


def document(body: str, width: float, height: float) -> str:
    """A whole SVG document."""
    size = f'width="{num(width)}" height="{num(height)}" viewBox="0 0 {num(width)} {num(height)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{text(SANS)}">{body}</svg>\n'


def _grid(sheet: Sheet) -> str:
    edges = []
    for index in range(sheet.board.size):
        for direction in range(6):
            other = sheet.beyond(index, direction)
            if other is not None and index < other:
                (ax, ay), (bx, by) = sheet.side(index, direction)
                edges.append(f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}")
    return el("path", d="".join(edges), fill="none", stroke="#4a4028", stroke_width="0.8", stroke_opacity="0.42")
