"""A6 and what B says of sight: lines of sight between Locations, to vertices and to hexsides."""

from sandtable.games.asl.sight.lines import Block, Hindrance, Line
from sandtable.games.asl.sight.on_map import (
    eye_of,
    line_between,
    line_of_sight,
    line_to_bypass,
    line_to_place,
    line_to_side,
    line_to_unit,
    line_to_vertex,
    position_of,
    printed_line,
    seen_now,
    seen_of,
    sees,
    sees_any,
)

__all__ = [
    "Block",
    "Hindrance",
    "Line",
    "eye_of",
    "line_between",
    "line_of_sight",
    "line_to_bypass",
    "line_to_place",
    "line_to_side",
    "line_to_unit",
    "line_to_vertex",
    "position_of",
    "printed_line",
    "seen_now",
    "seen_of",
    "sees",
    "sees_any",
]
