"""The geometry of hexagonal maps: coordinates, labels, lines, arcs, hexsides. Knows no game."""

from sandtable.hexgrid.arcs import arc, bearing, in_arc, side_facing, turn, vertex_facing
from sandtable.hexgrid.coordinates import (
    DIRECTIONS,
    ORIGIN,
    Hex,
    are_adjacent,
    direction_to,
    distance,
    neighbour,
    neighbours,
    opposite,
    ring,
    rotate,
    rotate_direction,
    within,
)
from sandtable.hexgrid.grid import Grid, LabelError
from sandtable.hexgrid.layout import Orientation, Point
from sandtable.hexgrid.lines import Step, line
from sandtable.hexgrid.sides import Side, Vertex, chains

__all__ = [
    "DIRECTIONS",
    "ORIGIN",
    "Grid",
    "Hex",
    "LabelError",
    "Orientation",
    "Point",
    "Side",
    "Step",
    "Vertex",
    "arc",
    "are_adjacent",
    "bearing",
    "chains",
    "direction_to",
    "distance",
    "in_arc",
    "line",
    "neighbour",
    "neighbours",
    "opposite",
    "ring",
    "rotate",
    "rotate_direction",
    "side_facing",
    "turn",
    "vertex_facing",
    "within",
]
