"""Places: the hexes of the table and their parts, and the steps that lead from one to another.

A place is a hex, a hex with a facing, a level or cellar of a hex, a way through it, or a box beside the map; `place.py`
has the grammar of their labels, `parts.py` the parts that titles share. What a step costs is for each kind of mover to
say:

    places = Places(board.plane, floors({"0405": (-1, 1, 2)}))
    ground = places.plane.costs({"clear": 1, "building": 2})
    squad = places.mover(places.prices(lambda step: ground[step.side] if step.side >= 0 else 1))
    reach = places.field(places.index["0304"], squad, 4)
    [places.labels[place] for place in reach.ends]
"""

from __future__ import annotations

import functools
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from typing_extensions import Buffer

from sandtable.board._kernels import Field, Graph, Mover, Trace, trace
from sandtable.board.parts import Parts
from sandtable.board.place import Place, parse_place
from sandtable.board.plane import Plane
from sandtable.hexgrid import LabelError


class Step(NamedTuple):
    """A step from one place to another, by its number among all steps."""

    edge: int
    here: int
    there: int
    side: int
    """The hexside that it crosses, as 6 * hex + direction, if it leads to a hex next to that of `here`; else -1."""


class Places:
    """The places of a table, numbered from 0: hexes, then boxes, then parts of hexes.

    The hexes and boxes have the numbers that they have on the plane, where a box counts as a hex. From every hex a
    step leads in each of the six directions, from and to its parts only those that were given with them. Where there
    are no parts the steps are the slots of an array of size * 6. Nothing here changes once it is made.
    """

    def __init__(self, plane: Plane, *parts: Parts) -> None:
        """The hexes and boxes of a table with some parts of hexes and the steps that these bring.

        Raises LabelError for a label that is no place, is listed twice, or of a hex or place that there is not.
        """
        self.plane = plane
        labels, index, hex_of = list(plane.labels), dict(plane.index), list(range(plane.size))
        found: list[Place] = []
        for label in (label for each in parts for label in each.labels):
            place = self._part(label)
            if label in index:
                raise LabelError(f"the place {label!r} is listed twice")
            index[label] = len(labels)
            hex_of.append(plane.known(place.whole.label(plane.grid)))
            labels.append(label)
            found.append(place)
        self.labels: tuple[str, ...] = tuple(labels)
        self.index: dict[str, int] = index
        self.hex_of: array[int] = array("i", hex_of)
        """The hex of each place; a box is its own."""
        self.size = len(labels)
        self._parts: tuple[Place, ...] = tuple(found)
        self.first, self.to = self._lay_steps((a, b) for each in parts for a, b in each.steps)
        self.graph = Graph(plane.neighbours) if self.is_plain else Graph(self.to, first=self.first, hex_of=self.hex_of)

    def _part(self, label: str) -> Place:
        place = parse_place(label, self.plane.grid)
        if place == place.whole:
            raise LabelError(f"{label!r} is no part of a hex: it has no level, way or facing")
        return place

    def _lay_steps(self, steps: Iterable[tuple[str, str]]) -> tuple[array[int], array[int]]:
        """Where the steps of each place begin, and where each leads; one that is given twice is still one step."""
        around = self.plane.neighbours
        more: dict[int, list[int]] = {}
        for here, there in dict.fromkeys((self.at(a), self.at(b)) for a, b in steps):
            if there not in around[6 * here : 6 * here + 6]:
                more.setdefault(here, []).append(there)
        first, to = array("i", [0]), array("i")
        for here in range(self.size):
            to.extend(around[6 * here : 6 * here + 6])
            to.extend(more.get(here, ()))
            first.append(len(to))
        return first, to

    @property
    def is_plain(self) -> bool:
        """Whether there are only hexes and the steps between neighbours."""
        return self.size == self.plane.size and len(self.to) == 6 * self.size

    def at(self, label: str) -> int:
        """The place with a label.

        Raises LabelError if it is no label of a place, or there is no such place.
        """
        found = self.index.get(label)
        if found is None:
            parse_place(label, self.plane.grid)
            raise LabelError(f"there is no place {label!r} on the table")
        return found

    def place(self, i: int) -> Place:
        """What a place is: its hex, level, way, facing."""
        return self._places[i]

    @functools.cached_property
    def _places(self) -> tuple[Place, ...]:
        return (*(parse_place(label, self.plane.grid) for label in self.plane.labels), *self._parts)

    @functools.cached_property
    def _parts_of(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, tuple[int, ...]] = {}
        for place in range(self.plane.size, self.size):
            hex_ = self.hex_of[place]
            found[hex_] = (*found.get(hex_, (hex_,)), place)
        return found

    def places_of(self, hex_: int) -> tuple[int, ...]:
        """The places of a hex, itself first."""
        return self._parts_of.get(hex_, (hex_,))

    def name_of(self, label: str, language: str) -> str:
        """What a place is called: its label with the name that the map gives its hex, or the name of a box.

        A label that names no place is its own name.
        """
        index = self.index.get(label)
        name = None if index is None else self.plane.name(self.hex_of[index])
        if name is None:
            return label
        return name.text(language) if label.startswith("box:") else f"{name.text(language)} {label}"

    # Steps and what they cost

    def edges(self, here: int) -> range:
        """The numbers of the steps that lead from a place; those of a hex begin with its six directions."""
        return range(self.first[here], self.first[here + 1])

    def edge(self, here: int, there: int) -> int:
        """The number of the step from a place to another. Raises ValueError if there is none."""
        for edge in self.edges(here):
            if self.to[edge] == there:
                return edge
        raise ValueError(f"no step leads from {self.labels[here]} to {self.labels[there]}")

    def step(self, edge: int) -> Step:
        """The step with a number. Raises ValueError for one that leads off the map."""
        here, there = bisect_right(self.first, edge) - 1, self.to[edge]
        if there < 0:
            raise ValueError(f"step {edge} leads off the map")
        return Step(edge, here, there, self._sides(self.hex_of[here]).get(self.hex_of[there], -1))

    def steps(self) -> Iterator[Step]:
        """All steps that lead anywhere, in the order of their numbers."""
        to, hex_of = self.to, self.hex_of
        for here in range(self.size):
            sides = self._sides(hex_of[here])
            for edge in self.edges(here):
                there = to[edge]
                if there >= 0:
                    yield Step(edge, here, there, sides.get(hex_of[there], -1))

    def _sides(self, hex_: int) -> dict[int, int]:
        """The hexsides that lead from a hex to each of those next to it."""
        around = self.plane.neighbours[6 * hex_ : 6 * hex_ + 6]
        return {there: 6 * hex_ + around.index(there) for there in around if there >= 0}

    def prices(self, price: Callable[[Step], int]) -> array[int]:
        """What each step costs, by a rule; those that lead off the map cost nothing, since nobody can take them."""
        found = array("i", bytes(4 * len(self.to)))
        for step in self.steps():
            found[step.edge] = price(step)
        return found

    def mover(self, prices: Iterable[int], *, scale: int = 1) -> Mover:
        """A kind of mover, by what each step costs it; `Mover` says what the scale is for."""
        return Mover(self.graph, prices, scale=scale)

    @functools.cached_property
    def _open(self) -> bytes:
        return bytes(self.size)

    def field(
        self,
        start: int,
        mover: Mover,
        most: int,
        flags: Buffer | None = None,
        *,
        extra: Buffer | None = None,
        zoc_enter: int = 0,
        zoc_leave: int = 0,
        zoc_to_zoc: int = 0,
        zoc_stop: bool = False,
        minimum_move: bool = False,
    ) -> Field:
        """Where a mover can go from a place for at most so many points; `Mover.field` has the details."""
        return mover.field(
            start,
            most,
            self._open if flags is None else flags,
            extra=extra,
            zoc_enter=zoc_enter,
            zoc_leave=zoc_leave,
            zoc_to_zoc=zoc_to_zoc,
            zoc_stop=zoc_stop,
            minimum_move=minimum_move,
        )

    def trace(
        self,
        sources: Iterable[int],
        passable: Buffer | None = None,
        *,
        prices: Buffer | None = None,
        limit: int | None = None,
        start_costs: Iterable[int] | None = None,
        network: Buffer | None = None,
        network_limit: int | None = None,
    ) -> Trace:
        """What can be traced to some sources; `trace` of the kernels has the details."""
        return trace(
            self.graph,
            sources,
            self._open if passable is None else passable,
            edge_cost=prices,
            limit=limit,
            start_costs=start_costs,
            network=network,
            network_limit=network_limit,
        )

    # Lines of sight

    def stands(self, terrain: Plane) -> array[int]:
        """The hex of a terrain in which each place stands, for `Sight`; -1 for boxes.

        The terrain is the plane itself, or `plane.whole` where only a part of the map is in play.
        """
        on_map = self.plane.on_map
        found = [terrain.known(self.plane.labels[i]) if i < on_map else -1 for i in range(self.plane.size)]
        return array("i", [found[hex_] for hex_ in self.hex_of])

    @property
    def levels(self) -> array[int]:
        """The level of each place: how high its eyes are, for `Sight`, where a level is as high as a step of ground."""
        return array("i", [*[0] * self.plane.size, *(place.level for place in self._parts)])
