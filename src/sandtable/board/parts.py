"""Parts of hexes that titles share: facings, floors, ways that do not meet; and steps of a title's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product
from typing import NamedTuple

from sandtable.board.place import Place, parse_place
from sandtable.board.plane import Plane
from sandtable.hexgrid import side_facing, turn


class Parts(NamedTuple):
    """Places that hexes are divided into, and steps between places, each in one direction; both by label."""

    labels: tuple[str, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()


def both_ways(pairs: Iterable[tuple[str, str]]) -> Parts:
    """Steps there and back between places that are there already: a stair, a road off the map, a gangway."""
    return Parts(steps=tuple(step for a, b in pairs for step in ((a, b), (b, a))))


def facings(plane: Plane, hexes: Iterable[str] | None = None) -> Parts:
    """A place for each of six facings of some hexes, or of all.

    Steps turn by a hexside to either hand, and lead into the hexes ahead and behind with the facing kept.
    """
    chosen = [plane.known(label) for label in hexes] if hexes is not None else list(range(plane.on_map))
    faced = {i: parse_place(plane.labels[i], plane.grid) for i in chosen}

    def label(i: int, facing: int) -> str:
        place = faced[i]
        return Place(place.hex, place.board, facing=facing).label(plane.grid)

    steps = []
    for i, direction in product(faced, range(6)):
        facing = side_facing(direction)
        here = label(i, facing)
        steps += [(here, label(i, turn(facing, 1))), (here, label(i, turn(facing, -1)))]
        for way in (direction, (direction + 3) % 6):
            there = plane.neighbours[6 * i + way]
            if there in faced:
                steps.append((here, label(there, facing)))
    return Parts(tuple(label(i, side_facing(d)) for i, d in product(faced, range(6))), tuple(steps))


def floors(levels: Mapping[str, Iterable[int]]) -> Parts:
    """A place for each level of some hexes besides the ground, which is the hex itself; stairs join those in turn.

    Levels below 0 are cellars. What else leads to a level (a neighbouring house, a ladder) is for the title to say.
    """
    labels, stairs = [], []
    for hex_, given in levels.items():
        storeys = [f"{hex_}{level:+d}" if level else hex_ for level in sorted({0, *given})]
        labels += [label for label in storeys if label != hex_]
        stairs += list(pairwise(storeys))
    return Parts(tuple(labels), both_ways(stairs).steps)


def ways(plane: Plane, names: Mapping[str, Iterable[str]]) -> Parts:
    """A place for each way through some hexes in which ways pass without meeting, for those who came by it.

    From every place of such a hex, and of its neighbours, a step leads to every place of the next hex. Those that a
    mover cannot take have no price: FORBIDDEN.
    """
    through = {plane.known(label): (label, *(f"{label}~{way}" for way in given)) for label, given in names.items()}

    def all_of(i: int) -> tuple[str, ...]:
        return through.get(i, (plane.labels[i],))

    def steps() -> Iterator[tuple[str, str]]:
        for i in through:
            for j in plane.adjacent(i):
                yield from product(all_of(i), all_of(j))
                yield from product(all_of(j), all_of(i))

    return Parts(tuple(label for places in through.values() for label in places[1:]), tuple(dict.fromkeys(steps())))
