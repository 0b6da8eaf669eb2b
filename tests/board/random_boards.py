"""Boards for testing the kernels: neat discs for positions made by hand, ragged ones with holes made at random."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from sandtable.board._kernels import FORBIDDEN, Graph
from sandtable.board.reference import Web
from sandtable.hexgrid.coordinates import DIRECTIONS, ORIGIN, Hex, distance


@dataclass(frozen=True)
class Patch:
    """Hexes numbered from 0, with their neighbours."""

    hexes: tuple[Hex, ...]
    index: dict[Hex, int]
    neighbours: array[int]

    @property
    def size(self) -> int:
        return len(self.hexes)

    @property
    def q(self) -> array[int]:
        return array("i", [hex_.q for hex_ in self.hexes])

    @property
    def r(self) -> array[int]:
        return array("i", [hex_.r for hex_ in self.hexes])

    def at(self, q: int, r: int) -> int:
        return self.index[Hex(q, r)]

    def many(self, *places: tuple[int, int]) -> list[int]:
        return [self.at(q, r) for q, r in places]

    def slot(self, a: tuple[int, int], b: tuple[int, int]) -> int:
        """Where an array of size * 6 holds the hexside from one hex to the next."""
        return self.at(*a) * 6 + DIRECTIONS.index(Hex(b[0] - a[0], b[1] - a[1]))

    def marks(self, values: dict[tuple[int, int], int]) -> array[int]:
        """An array with these values at these hexes and 0 elsewhere."""
        result = array("i", [0] * self.size)
        for place, value in values.items():
            result[self.at(*place)] = value
        return result

    def flags(self, values: dict[tuple[int, int], int]) -> bytes:
        return bytes(self.marks(values).tolist())

    def sides(self, values: dict[tuple[tuple[int, int], tuple[int, int]], int], fill: int = 0) -> array[int]:
        """An array of size * 6 with these values on these hexsides, seen from both hexes."""
        result = array("i", [fill] * (self.size * 6))
        for (a, b), value in values.items():
            result[self.slot(a, b)] = result[self.slot(b, a)] = value
        return result


def patch(hexes: Iterable[Hex]) -> Patch:
    """A board of these hexes, numbered in this order."""
    placed = tuple(hexes)
    index = {hex_: i for i, hex_ in enumerate(placed)}
    around = [index.get(Hex(h.q + d.q, h.r + d.r), -1) for h in placed for d in DIRECTIONS]
    return Patch(placed, index, array("i", around))


def disc(radius: int) -> Patch:
    """Every hex within a radius of the origin, in the order of its coordinates."""
    span = range(-radius, radius + 1)
    return patch(Hex(q, r) for q in span for r in span if distance(ORIGIN, Hex(q, r)) <= radius)


def ragged(rng: Random) -> Patch:
    """A board of at most 11 by 11 hexes with holes, numbered in no order."""
    width, height, gaps = rng.randint(1, 11), rng.randint(1, 11), rng.choice((0.0, 0.1, 0.4))
    hexes = [Hex(q, r - q // 2) for q in range(width) for r in range(height) if rng.random() >= gaps]
    rng.shuffle(hexes)
    return patch(hexes or [Hex(3, -2)])


@dataclass(frozen=True)
class Tangle:
    """Places of a board and steps between them, drawn by lot: hexes, then parts of hexes."""

    hexes: int
    neighbours: array[int]
    first: array[int]
    hex_of: array[int]

    @property
    def size(self) -> int:
        return len(self.hex_of)

    @property
    def edges(self) -> int:
        return len(self.neighbours)

    @property
    def graph(self) -> Graph:
        return Graph(self.neighbours, first=self.first, hex_of=self.hex_of)

    @property
    def web(self) -> Web:
        return Web(self.neighbours, self.first, self.hex_of)

    def draw_bytes(self, rng: Random, choices: Sequence[int]) -> bytes:
        """One random byte for each place, or for each hex."""
        return draw_bytes(rng, choices, rng.choice((self.size, self.hexes)))


def tangle(rng: Random) -> Tangle:
    """A ragged board whose hexes have up to four parts, with a few steps more than lead from hex to hex."""
    board = ragged(rng)
    hex_of = [*range(board.size), *rng.choices(range(board.size), k=rng.choice((0, 1, 4, 60)))]
    parts: dict[int, list[int]] = {}
    for place, hex_ in enumerate(hex_of):
        parts.setdefault(hex_, []).append(place)
    neighbours: list[int] = []
    first = [0]
    for place, hex_ in enumerate(hex_of):
        around = board.neighbours[6 * hex_ : 6 * hex_ + 6]
        ahead = [there if place < board.size or there < 0 else rng.choice(parts[there]) for there in around]
        within = [other for other in parts[hex_] if other != place and rng.random() < 0.7]
        far = rng.choices(range(len(hex_of)), k=rng.choice((0, 0, 0, 1, 2)))
        neighbours += [*ahead, *within, *far] if rng.random() < 0.9 else []
        first.append(len(neighbours))
    return Tangle(board.size, array("i", neighbours), array("i", first), array("i", hex_of))


def draw(rng: Random, choices: Sequence[int], count: int) -> array[int]:
    """An array of random values."""
    return array("i", rng.choices(choices, k=count))


def draw_bytes(rng: Random, choices: Sequence[int], count: int) -> bytes:
    """One random byte for each hex or hexside."""
    return bytes(rng.choices(choices, k=count))


def draw_sides(rng: Random, board: Patch, choices: Sequence[int]) -> array[int]:
    """Random values for hexsides, the same from both hexes."""
    result = draw(rng, choices, board.size * 6)
    for i in range(board.size):
        for d in range(3):
            other = board.neighbours[i * 6 + d]
            if other >= 0:
                result[other * 6 + d + 3] = result[i * 6 + d]
    return result


COST_CHOICES = (
    (1,),
    (1, 1, 2, 3, FORBIDDEN),
    (0, 0, 1, 2),
    (4, 6, 8, 12, FORBIDDEN),
    (0, 7, 300, 90_000),
)

rngs = st.integers(min_value=0, max_value=2**32 - 1).map(Random)
"""Random generators; the boards above are drawn from them, so that a failure names one seed."""
