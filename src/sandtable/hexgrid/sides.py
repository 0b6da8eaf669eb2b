"""Hexsides and vertices as values that are the same whichever of their hexes names them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.hexgrid.coordinates import Hex, direction_to, neighbour, opposite


class Vertex(NamedTuple):
    """A corner where three hexes meet. Make one with `Vertex.of`, which picks the one hex that names it."""

    hex: Hex
    corner: int

    @classmethod
    def of(cls, hex_: Hex, corner: int) -> Vertex:
        """The corner of a hex: corner k lies between its hexsides k and k + 1."""
        corner %= 6
        if corner < 2:
            return cls(hex_, corner)
        if corner < 4:
            return cls(neighbour(hex_, corner + 1), corner - 2)
        return cls(neighbour(hex_, corner), corner - 4)

    @property
    def hexes(self) -> tuple[Hex, Hex, Hex]:
        """The three hexes that meet here."""
        return (self.hex, neighbour(self.hex, self.corner), neighbour(self.hex, self.corner + 1))


class Side(NamedTuple):
    """A hexside. Make one with `Side.of` or `Side.between`, which pick the one hex that names it."""

    hex: Hex
    direction: int

    @classmethod
    def of(cls, hex_: Hex, direction: int) -> Side:
        """The hexside of a hex in a direction."""
        direction %= 6
        if direction < 3:
            return cls(hex_, direction)
        return cls(neighbour(hex_, direction), opposite(direction))

    @classmethod
    def between(cls, a: Hex, b: Hex) -> Side:
        """The hexside that two hexes share.

        Raises ValueError if they are not adjacent.
        """
        return cls.of(a, direction_to(a, b))

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that it divides."""
        return (self.hex, neighbour(self.hex, self.direction))

    @property
    def vertices(self) -> tuple[Vertex, Vertex]:
        """Its two ends, anticlockwise end first as seen from its hex."""
        return (Vertex.of(self.hex, self.direction - 1), Vertex.of(self.hex, self.direction))


def chains(sides: Iterable[Side]) -> tuple[tuple[Vertex, ...], ...]:
    """Hexsides joined end to end into as few continuous lines as a greedy walk finds, each a run of vertices.

    Every hexside is drawn once. Open lines begin at an end or a fork; a closed line begins and ends at one vertex.
    """
    links: dict[Vertex, list[Vertex]] = {}
    for side in dict.fromkeys(sides):
        start, end = side.vertices
        links.setdefault(start, []).append(end)
        links.setdefault(end, []).append(start)
    starts = [vertex for vertex, ends in links.items() if len(ends) % 2 == 1]
    lines = []
    for start in [*starts, *links]:
        while links[start]:
            lines.append(_walk(links, start))
    return tuple(lines)


def _walk(links: dict[Vertex, list[Vertex]], start: Vertex) -> tuple[Vertex, ...]:
    """One line from a vertex until it can go no further, taking the hexsides that it uses."""
    run = [start]
    here = start
    while links[here]:
        there = links[here].pop(0)
        links[there].remove(here)
        run.append(there)
        here = there
    return tuple(run)
