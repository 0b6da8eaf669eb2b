"""Hexes in axial coordinates: neighbours, distance, rings and rotation.

Directions run clockwise from 0 to 5. On a flat-top grid direction 0 is north (N NE SE S SW NW); on a pointy-top grid it
is north-west (NW NE E SE SW W).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Hex(NamedTuple):
    """A hex by its axial coordinates."""

    q: int
    r: int


ORIGIN = Hex(0, 0)
DIRECTIONS = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
_DIRECTION_OF = {step: direction for direction, step in enumerate(DIRECTIONS)}


def neighbour(hex_: Hex, direction: int) -> Hex:
    """The hex next to this one in a direction; directions beyond 0..5 wrap round."""
    dq, dr = DIRECTIONS[direction % 6]
    return Hex(hex_.q + dq, hex_.r + dr)


def neighbours(hex_: Hex) -> tuple[Hex, ...]:
    """The six hexes next to this one, by direction."""
    return tuple(Hex(hex_.q + dq, hex_.r + dr) for dq, dr in DIRECTIONS)


def are_adjacent(a: Hex, b: Hex) -> bool:
    """Whether two hexes share a hexside."""
    return (b.q - a.q, b.r - a.r) in _DIRECTION_OF


def direction_to(a: Hex, b: Hex) -> int:
    """The direction that leads from a hex to one next to it.

    Raises ValueError if the two are not adjacent.
    """
    try:
        return _DIRECTION_OF[Hex(b.q - a.q, b.r - a.r)]
    except KeyError:
        raise ValueError(f"{a} and {b} are not adjacent") from None


def distance(a: Hex, b: Hex) -> int:
    """The number of hexes to cross from one hex to the other."""
    dq = a.q - b.q
    dr = a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly this distance, clockwise from direction 0.

    Raises ValueError for a negative radius.
    """
    _check_radius(radius)
    if radius == 0:
        return (centre,)
    return tuple(_walk_ring(centre, radius))


def _walk_ring(centre: Hex, radius: int) -> Iterator[Hex]:
    dq, dr = DIRECTIONS[0]
    here = Hex(centre.q + dq * radius, centre.r + dr * radius)
    for direction in range(2, 8):
        for _ in range(radius):
            yield here
            here = neighbour(here, direction)


def within(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at this distance or nearer, the centre included, by column and row.

    Raises ValueError for a negative radius.
    """
    _check_radius(radius)
    return tuple(
        Hex(centre.q + dq, centre.r + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1)
    )


def _check_radius(radius: int) -> None:
    if radius < 0:
        raise ValueError(f"a radius cannot be negative: {radius}")


def opposite(direction: int) -> int:
    """The direction that points the other way."""
    return (direction + 3) % 6


def rotate_direction(direction: int, steps: int) -> int:
    """A direction turned clockwise by this many steps of 60 degrees."""
    return (direction + steps) % 6


def rotate(hex_: Hex, steps: int, about: Hex = ORIGIN) -> Hex:
    """A hex turned clockwise about another by this many steps of 60 degrees."""
    q, r = hex_.q - about.q, hex_.r - about.r
    for _ in range(steps % 6):
        q, r = -r, q + r
    return Hex(about.q + q, about.r + r)
