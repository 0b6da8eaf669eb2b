"""Facings, bearings and arcs of fire.

A facing counts twelfths of a turn clockwise from direction 0: even facings point through a hexside, odd ones through a
vertex.
"""

from __future__ import annotations

from sandtable.hexgrid.coordinates import Hex, within


def side_facing(direction: int) -> int:
    """The facing through the hexside of a direction."""
    return direction % 6 * 2


def vertex_facing(corner: int) -> int:
    """The facing through a corner; corner k lies between hexsides k and k + 1."""
    return corner % 6 * 2 + 1


def turn(facing: int, steps: int) -> int:
    """A facing turned clockwise by this many steps of 60 degrees."""
    return (facing + 2 * steps) % 12


def bearing(a: Hex, b: Hex) -> int:
    """Where one hex lies from another, in 24ths of a turn clockwise from direction 0.

    An even bearing is exactly twice a facing; an odd one lies anywhere between the two facings beside it.
    Raises ValueError if the two are the same hex.
    """
    if a == b:
        raise ValueError(f"{a} has no bearing from itself")
    q, r = b.q - a.q, b.r - a.r
    for direction in range(6):
        along, aside = -q - r, q
        if along > 0 and aside >= 0:
            return 4 * direction + _within_sixth(along, aside)
        q, r = q + r, -q
    raise AssertionError("one of six turns brings every hex into the first sixth")


def _within_sixth(along: int, aside: int) -> int:
    """The place between two neighbouring directions, 0 to 3, of so many hexes along the first and the second."""
    if aside == 0:
        return 0
    if aside == along:
        return 2
    return 1 if aside < along else 3


def in_arc(origin: Hex, facing: int, degrees: int, target: Hex) -> bool:
    """Whether a hex lies in the arc that opens this wide, half to each side of a facing.

    Hexes whose centres lie on the edge of an arc are in it; the origin itself is not.
    Raises ValueError unless degrees is a multiple of 60 from 60 to 360.
    """
    if degrees not in range(60, 361, 60):
        raise ValueError(f"an arc is 60, 120, 180, 240, 300 or 360 degrees wide, not {degrees}")
    if target == origin:
        return False
    off = (bearing(origin, target) - 2 * facing) % 24
    return 30 * min(off, 24 - off) <= degrees


def arc(origin: Hex, facing: int, degrees: int, radius: int) -> tuple[Hex, ...]:
    """The hexes of an arc out to a range, by column and row.

    Raises ValueError for a negative radius or a width that `in_arc` refuses.
    """
    return tuple(hex_ for hex_ in within(origin, radius) if in_arc(origin, facing, degrees, hex_))
