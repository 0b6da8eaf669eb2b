"""Where hexes lie in the plane, for drawing: x to the right, y down, one unit from a centre to a corner."""

from __future__ import annotations

from math import cos, radians, sin, sqrt
from typing import Literal

from sandtable.hexgrid.coordinates import Hex
from sandtable.hexgrid.sides import Vertex

Orientation = Literal["flat", "pointy"]
Point = tuple[float, float]

_SQRT3 = sqrt(3)


def _unit_corners(first_degrees: int) -> tuple[Point, ...]:
    angles = [radians(first_degrees + 60 * corner) for corner in range(6)]
    return tuple((cos(angle), sin(angle)) for angle in angles)


_CORNERS: dict[Orientation, tuple[Point, ...]] = {"flat": _unit_corners(-60), "pointy": _unit_corners(-90)}


def centre(hex_: Hex, orientation: Orientation) -> Point:
    """The centre of a hex."""
    q, r = hex_
    if orientation == "flat":
        return (1.5 * q, _SQRT3 * (r + q / 2))
    return (_SQRT3 * (q + r / 2), 1.5 * r)


def corners(hex_: Hex, orientation: Orientation) -> tuple[Point, ...]:
    """The six corners of a hex; corner k lies between its hexsides k and k + 1."""
    x, y = centre(hex_, orientation)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS[orientation])


def vertex_point(vertex: Vertex, orientation: Orientation) -> Point:
    """The position of a vertex."""
    x, y = centre(vertex.hex, orientation)
    dx, dy = _CORNERS[orientation][vertex.corner]
    return (x + dx, y + dy)
