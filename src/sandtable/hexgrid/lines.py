"""The straight line between two hex centres, as the hexes that a thread stretched over the map would cross."""

from __future__ import annotations

from sandtable.hexgrid.coordinates import DIRECTIONS, Hex

Step = tuple[Hex] | tuple[Hex, Hex]

# A point lies in the hex centred on the origin while each of these three measures of it is between -1 and 1; a measure
# passes 1 through the hexside of the direction named here, and -1 through the opposite one.
_AXES = (2, 0, 4)


def _measures(q: int, r: int) -> tuple[int, int, int]:
    return (2 * q + r, -q - 2 * r, r - q)


def line(a: Hex, b: Hex) -> tuple[Step, ...]:
    """The hexes on the straight line between two centres, both ends included, in order.

    Each step is the one hex that the line crosses, or the two hexes (smaller coordinates first) whose common hexside it
    runs along. A hex touched at a corner only is not crossed. A line may cross more hexes than the distance counts.
    The arithmetic is exact, and `line(b, a)` is `line(a, b)` reversed.
    """
    heading = Hex(b.q - a.q, b.r - a.r)
    motion = _measures(*heading)
    steps: list[Step] = [(a,)]
    here = a
    while here != b:
        exits = _exits(_measures(here.q - a.q, here.r - a.r), motion)
        steps += _beyond(here, exits, heading)
        here = steps[-1][0]
    return tuple(steps)


def _exits(offset: tuple[int, int, int], motion: tuple[int, int, int]) -> list[int]:
    """The directions of the one hexside, or of the two that meet in a corner, through which the line leaves a hex."""
    scale = 1
    for speed in motion:
        scale *= abs(speed) or 1
    best: list[int] = []
    earliest = -1
    for axis, position, speed in zip(_AXES, offset, motion, strict=True):
        if speed == 0:
            continue
        sign = 1 if speed > 0 else -1
        time = (1 + sign * position) * (scale // abs(speed))
        direction = axis if speed > 0 else (axis + 3) % 6
        if not best or time < earliest:
            best, earliest = [direction], time
        elif time == earliest:
            best.append(direction)
    return best


def _beyond(here: Hex, exits: list[int], heading: Hex) -> tuple[Step, ...]:
    """The hex crossed next; before it, where the line runs along a hexside, the two hexes beside that."""
    if len(exits) == 1:
        return ((_shift(here, exits[0]),),)
    first, second = (_shift(here, direction) for direction in exits)
    lean = _dot(Hex(first.q - second.q, first.r - second.r), heading)
    if lean != 0:
        return ((first if lean > 0 else second,),)
    return ((min(first, second), max(first, second)), (_shift(first, exits[1]),))


def _dot(a: Hex, b: Hex) -> int:
    """Twice the scalar product of two displacements in the plane, in units of the distance between centres."""
    return 2 * a.q * b.q + 2 * a.r * b.r + a.q * b.r + a.r * b.q


def _shift(hex_: Hex, direction: int) -> Hex:
    dq, dr = DIRECTIONS[direction]
    return Hex(hex_.q + dq, hex_.r + dr)
