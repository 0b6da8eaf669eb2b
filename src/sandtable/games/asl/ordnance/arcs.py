"""C3.2, D1.6, D3.2: hexspines that Guns and vehicles face, their Covered Arcs, and which side of a vehicle is struck.

Hexspine 0 lies between the hexsides to the north and to the north-east; they are counted clockwise.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Literal, get_args

from sandtable.board.outlines import CORNERS
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import hex_of, parts_of
from sandtable.games.asl.scenario import Spine
from sandtable.games.asl.sight.geometry import Spot, center, corner
from sandtable.games.asl.sight.ground import CORNERED
from sandtable.games.asl.terrain.hexsides import crossed_sides
from sandtable.hexgrid import DIRECTIONS
from sandtable.kernel import Filled, of_content, rule

SPINES: tuple[Spine, ...] = get_args(Spine)
"""The names of the hexspines, in order."""

Facing = Literal["front", "side", "rear"]


@functools.cache
def _between(dq: int, dr: int) -> tuple[int, ...]:
    """The hexspines whose wedge holds a hex that lies so far away: one, or two where it lies on a hex row."""
    found = []
    for spine in range(6):
        (aq, ar), (bq, br) = DIRECTIONS[spine], DIRECTIONS[(spine + 1) % 6]
        det = aq * br - ar * bq
        a, b = (dq * br - dr * bq) / det, (aq * dr - ar * dq) / det
        if a >= 0 and b >= 0:
            found.append(spine)
    return tuple(found)


@functools.cache
def _holds(wedge: tuple[Spot, Spot], way: Spot) -> tuple[int, int]:
    """How far a way leads along each of the two edges of a wedge, up to a common factor: both positive within it."""
    ((ax, ay), (bx, by)), (x, y) = wedge, way
    turn = 1 if ax * by - ay * bx > 0 else -1
    return turn * (x * by - y * bx), turn * (ax * y - ay * x)


@functools.cache
def _spines_along(way: Spot) -> tuple[int, ...]:
    """The hexspines whose wedge holds a spot that lies so far away from where it begins."""
    rows = [center(direction) for direction in DIRECTIONS]
    return tuple([spine for spine in range(6) if min(_holds((rows[spine], rows[(spine + 1) % 6]), way)) >= 0])


def _spot(content: Content, label: str) -> Spot:
    """Where a hex has its center, or a vertex of it lies."""
    hex_, way = hex_of(label), parts_of(label).way
    at = content.board.hex(content.board.index[hex_])
    return corner((at.q, at.r), CORNERED[way]) if way in CORNERED else center((at.q, at.r))


def _way(content: Content, here: str, there: str) -> Spot:
    (ax, ay), (bx, by) = _spot(content, here), _spot(content, there)
    return (bx - ax, by - ay)


@rule("C3.2", "D2.3")
def spines_toward(content: Content, here: str, there: str) -> tuple[int, ...]:
    """The hexspines of a hex whose Covered Arc holds another hex; none for the hex itself.

    The arcs of a vehicle in Bypass, as in T10~corner2, begin at that vertex.
    """
    return _spines_from(content, here)[there]


@of_content
def _spines_from(content: Content, here: str) -> Mapping[str, tuple[int, ...]]:
    """The hexspines of a hex whose Covered Arc holds others, by their labels."""
    return Filled(lambda there: _found_spines(content, here, there))


def _found_spines(content: Content, here: str, there: str) -> tuple[int, ...]:
    hex_, way = hex_of(here), parts_of(here).way
    if hex_ == there:
        return ()
    if way in CORNERED:
        return _spines_along(_way(content, here, there))
    board = content.board
    a, b = board.hex(board.index[hex_]), board.hex(board.index[there])
    return _between(b.q - a.q, b.r - a.r)


@rule("C3.2")
def in_arc(content: Content, spine: int, here: str, there: str) -> bool:
    """Whether a hex lies in the Covered Arc of a hexspine of another."""
    return spine in spines_toward(content, here, there)


@rule("C3.21")
def turn_to(content: Content, spine: int, here: str, there: str) -> tuple[int, int]:
    """The hexspine to turn to so that a hex lies in the arc, and by how many hexspines: as few as will do."""
    return _turns_from(content, spine, here)[there]


@of_content
def _turns_from(content: Content, spine: int, here: str) -> Mapping[str, tuple[int, int]]:
    """The same for the hexes that anybody has turned to, by their labels."""
    spines = _spines_from(content, here)
    return Filled(lambda there: _turned(spine, spines[there]))


def _turned(spine: int, to: tuple[int, ...]) -> tuple[int, int]:
    if not to or spine in to:
        return spine, 0
    return min([(each, apart(spine, each)) for each in to], key=lambda each: each[1])


def apart(a: int, b: int) -> int:
    """How many hexspines lie between two."""
    return min((a - b) % 6, (b - a) % 6)


@rule("D1.6", "D3.2", "D2.3")
def facing_of(content: Content, spine: int, here: str, firer: str) -> Facing:
    """Which side of a vehicle is turned towards a firer; on the line between two, that which is worse for him.

    A firer in the hex itself strikes the side. In Bypass, as in T10~corner2, both are where that vertex is.
    """
    if "~" in here or "~" in firer:
        return _facing_by_way(content, spine, here, firer)
    crossed = crossed_sides(content, here, firer)
    if not crossed:
        return "side"
    found = {_facing(spine, side) for side in crossed}
    return "front" if "front" in found else "side" if "side" in found else "rear"


def _facing_by_way(content: Content, spine: int, here: str, firer: str) -> Facing:
    if parts_of(here).hex == parts_of(firer).hex:
        return "side"
    corners, way = CORNERS["flat"], _way(content, here, firer)
    if min(_holds((corners[spine - 1], corners[(spine + 1) % 6]), way)) >= 0:
        return "front"
    return "rear" if min(_holds((corners[(spine + 2) % 6], corners[spine - 2]), way)) > 0 else "side"


def _facing(spine: int, side: int) -> Facing:
    away = (side - spine) % 6
    if away in (0, 1):
        return "front"
    return "rear" if away in (3, 4) else "side"


@rule("D2.1")
def front_hexes(content: Content, spine: int, here: str) -> tuple[str, ...]:
    """The two hexes before a vehicle, as far as they are on the map."""
    return _beside(content, here, spine, (spine + 1) % 6)


@rule("D2.2")
def rear_hexes(content: Content, spine: int, here: str) -> tuple[str, ...]:
    """The two hexes behind a vehicle."""
    return _beside(content, here, (spine + 3) % 6, (spine + 4) % 6)


def _beside(content: Content, here: str, *directions: int) -> tuple[str, ...]:
    board = content.board
    found = [board.neighbour(board.index[here], direction) for direction in directions]
    return tuple(board.labels[i] for i in found if i >= 0)
