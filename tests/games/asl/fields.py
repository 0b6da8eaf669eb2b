"""Small maps for lines of sight: twenty columns and rows of open ground with a few things on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.asl.position import board as rileys_road
from games.asl.position import content_on
from sandtable.board import Board, HexInfo, SideRun
from sandtable.games.asl.content import Content
from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.on_map import printed_ground
from sandtable.hexgrid import Grid

GRID = Grid(scheme="doubled-letters", row_digits=1)
COLUMNS, ROWS = 20, 20


def meadow(
    terrain: Mapping[str, str] | None = None,
    *,
    levels: Mapping[str, int] | None = None,
    walls: Mapping[str, Sequence[str]] | None = None,
    slopes: Sequence[str] = (),
    houses: Mapping[str, Mapping[str, Any]] | None = None,
    shapes: Mapping[str, tuple[tuple[int, int], ...]] | None = None,
    roads: Sequence[Sequence[str]] = (),
) -> Content:
    """A scenario on a map: terrain and levels by hex, walls and hedges by kind, slopes with the lower hex first, what
    is said of building hexes, and shapes that differ from those of the legend."""
    labels = [GRID.label(GRID.at(column, row)) for column in range(1, COLUMNS + 1) for row in range(1, ROWS + 1)]
    infos = [
        HexInfo(
            label,
            (terrain or {}).get(label, "open"),
            (levels or {}).get(label, 0),
            data=dict((houses or {}).get(label, {})),
            outline=(shapes or {}).get(label, ()),
        )
        for label in labels
    ]
    runs = [SideRun(name, tuple(map(GRID.parse_side, sides))) for name, sides in (walls or {}).items()]
    if slopes:
        lower = tuple(GRID.parse(text.split("-")[0]) for text in slopes)
        runs.append(SideRun("slope", tuple(map(GRID.parse_side, slopes)), None, lower))
    paths = [("road", road, None) for road in roads]
    return content_on(Board(GRID, infos, rileys_road().legend, side_runs=runs, paths=paths))


def ground(*args: Any, **facts: Any) -> Ground:
    """The same map for lines of sight alone."""
    return printed_ground(meadow(*args, **facts))
