"""A whole position as one drawing: the map, what lies on it, and the panels beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Protocol, TypeVar

from sandtable.board.scene import Scene
from sandtable.render import counters, labels, markers, panels, terrain
from sandtable.render.map import document, map_layers
from sandtable.render.sheet import MARGIN, Sheet
from sandtable.render.svg import RenderError, el, group, num, serif, text

_HEADING = 34.0


class _Placed(Protocol):
    @property
    def at(self) -> str: ...


_Thing = TypeVar("_Thing", bound=_Placed)


def scene_svg(scene: Scene, lang: str = "en", legend: bool = True) -> str:
    """A position as an SVG document.

    Every hex is an element with the id `hex-<label>` and every counter one with the id `unit-<id>`, except for hidden
    counters, of which nothing is given away. Counters of one place are listed from the lowest to the top one.
    Raises RenderError for a palette, branch, size or kind of marker that does not exist, and for a place that is
    neither a hex nor a box of the scene.
    """
    sheet = Sheet(scene.board)
    _check_places(scene)
    top = _HEADING if scene.heading else 0.0
    beside, beside_width, beside_height = panels.arranged(
        panels.panels(scene, sheet, lang, legend), sheet.width, top + MARGIN, sheet.height - 2 * MARGIN
    )
    width = sheet.width + beside_width
    height = max(sheet.height, beside_height + 2 * MARGIN) + top
    board = group([_board(scene, sheet, lang)], transform=f"translate(0 {num(top)})")
    definitions = el("defs", terrain.definitions(sheet), counters.definitions(scene.counters))
    return document(
        definitions + terrain.paper(width, height) + _heading(scene.heading) + board + beside, width, height
    )


def overlay_svg(scene: Scene) -> str:
    """What lies on the map, without the map: to be laid over a drawing of `terrain_svg`. Raises RenderError."""
    sheet = Sheet(scene.board)
    _check_places(scene)
    body = (
        el("defs", counters.definitions(scene.counters))
        + markers.night(sheet, scene.lit)
        + markers.control(sheet, scene.control, scene.palettes)
        + _counters(scene, sheet)
        + _markers(scene, sheet)
    )
    return document(body, sheet.width, sheet.height)


def _check_places(scene: Scene) -> None:
    hexes = scene.board.index.keys()
    things = [*(counter.at for counter in scene.counters), *(marker.at for marker in scene.markers)]
    for at in things:
        if at not in hexes and at not in scene.boxes:
            raise RenderError(f"nothing can lie at {at!r}: the scene has no such hex and no such box")
    for at in [*scene.control, *scene.highlights, *(scene.lit or ())]:
        if at not in hexes:
            raise RenderError(f"{at!r} cannot be marked: the board has no such hex")


def _heading(heading: str) -> str:
    if not heading:
        return ""
    return el(
        "text",
        text(heading),
        x=MARGIN,
        y=27,
        font_size="20",
        font_weight="bold",
        font_family=serif(heading),
        fill="#33291a",
    )


def _board(scene: Scene, sheet: Sheet, lang: str) -> str:
    return (
        map_layers(sheet, lang)
        + markers.night(sheet, scene.lit)
        + markers.control(sheet, scene.control, scene.palettes)
        + labels.clickable(sheet)
        + markers.highlights(sheet, scene.highlights)
        + _counters(scene, sheet)
        + _markers(scene, sheet)
    )


def _by_hex(things: Iterable[_Thing], sheet: Sheet) -> dict[int, list[_Thing]]:
    """What lies in each hex, the northernmost hex first, so that stacks further south lie over it."""
    found: dict[int, list[_Thing]] = defaultdict(list)
    for thing in things:
        if thing.at in sheet.board.index:
            found[sheet.board.index[thing.at]].append(thing)
    return dict(sorted(found.items(), key=lambda item: sheet.centres[item[0]][1]))


def _counters(scene: Scene, sheet: Sheet) -> str:
    stacks = []
    for index, stacked in _by_hex(scene.counters, sheet).items():
        edges = sorted({counter.edge for counter in stacked if counter.edge is not None})
        for edge in (None, *edges):
            together = [counter for counter in stacked if counter.edge == edge]
            if together:
                x, y = sheet.centres[index] if edge is None else sheet.beside(index, edge)
                drawn = counters.stack(together, scene.palettes, sheet.angles)
                stacks.append(group([drawn], class_="stack", transform=f"translate({num(x)} {num(y)})"))
    return group(stacks, class_="counters")


def _markers(scene: Scene, sheet: Sheet) -> str:
    taken = {counter.at for counter in scene.counters}
    rows = []
    for index, shown in _by_hex(scene.markers, sheet).items():
        drawn = markers.beside if sheet.board.labels[index] in taken else markers.row
        middle = [marker for marker in shown if marker.edge is None]
        rows.append(drawn(middle, scene.palettes, sheet.centres[index]))
        for marker in shown:
            if marker.edge is not None:
                rows.append(markers.along(marker, scene.palettes, sheet.beside(index, marker.edge)))
    return group(rows, class_="markers")
