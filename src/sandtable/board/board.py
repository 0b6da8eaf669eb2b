"""The board: an immutable map compiled into flat arrays, with hexes numbered from 0 in the order of their labels."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import msgspec

from sandtable.board.legend import Legend, Name, Outline
from sandtable.board.outlines import outlines
from sandtable.board.places import Places
from sandtable.board.plane import Plane, marked
from sandtable.hexgrid import (
    ORIGIN,
    Grid,
    Hex,
    LabelError,
    Side,
    Vertex,
    chains,
    distance,
    neighbour,
    within,
)

Fact = str | int | float | bool


class HexInfo(msgspec.Struct, frozen=True):
    """What the map says of one hex."""

    label: str
    terrain: str
    elevation: int = 0
    features: frozenset[str] = frozenset()
    name: Name | None = None
    data: dict[str, Fact] = {}
    """Facts that only one title knows the meaning of."""
    outline: Outline = ()
    """The shape of its terrain, where that does not fill the hex and looks otherwise than the legend says."""


class SideRun(msgspec.Struct, frozen=True):
    """A feature along hexsides, such as one river."""

    feature: str
    sides: tuple[Side, ...]
    name: Name | None = None
    lower: tuple[Hex, ...] = ()
    """For what has a lower side: the hex on that side of each hexside."""

    @property
    def chains(self) -> tuple[tuple[Vertex, ...], ...]:
        """Its hexsides joined into continuous lines, for drawing."""
        return chains(self.sides)


class Route(msgspec.Struct, frozen=True):
    """A stretch of a network from hex to hex, such as one road."""

    network: str
    hexes: tuple[int, ...]
    name: Name | None = None


@functools.cache
def _disc(radius: int) -> tuple[Hex, ...]:
    """The steps from a hex to all within a radius."""
    return within(ORIGIN, radius)


class Board:
    """A compiled map; two boards are equal only if they are the same object.

    An array of size * 6 holds one entry for each hex and direction, at `6 * hex + direction`. Nothing here changes
    after the board is made: treat its arrays and dicts as read-only.
    """

    def __init__(
        self,
        grid: Grid,
        hexes: Iterable[HexInfo],
        legend: Legend,
        *,
        side_runs: Sequence[SideRun] = (),
        paths: Sequence[tuple[str, Sequence[str], Name | None]] = (),
        regions: Mapping[str, Iterable[str]] | None = None,
        name: Name | None = None,
        whole: Board | None = None,
        laid: Mapping[str, Hex] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        """Compiles a map. A path is its network, the labels that it runs through and its name; `whole` is the board
        of which this one is a part. `laid` says where the hexes lie if their labels are not those of the grid, and
        `aliases` gives the labels of hexes that have a second one, as both have where two boards are joined.

        Raises LabelError for a label that names no hex of the map, ValueError for a path between hexes that are not
        adjacent, and KeyError for a side feature or network that the legend does not have.
        """
        place_of = grid.parse if laid is None else laid.__getitem__
        placed = sorted(((place_of(info.label), info) for info in hexes), key=lambda pair: grid.sort_key(pair[0]))
        self.grid = grid
        self.laid = laid
        self.legend = legend
        self.name = name
        self.whole: Board = whole or self
        self.hexes: tuple[HexInfo, ...] = tuple(info for _, info in placed)
        self.size = len(self.hexes)
        self.labels: tuple[str, ...] = tuple(info.label for info in self.hexes)
        self.index: dict[str, int] = {label: i for i, label in enumerate(self.labels)}
        self.aliases: dict[str, str] = dict(aliases or {})
        self.index.update({alias: self._known(label) for alias, label in self.aliases.items()})
        self.coordinates: tuple[array[int], array[int]] = (
            array("i", [hex_.q for hex_, _ in placed]),
            array("i", [hex_.r for hex_, _ in placed]),
        )
        self._places: tuple[Hex, ...] = tuple(hex_ for hex_, _ in placed)
        self._index_of: dict[tuple[int, int], int] = {hex_: i for i, hex_ in enumerate(self._places)}
        self.neighbours: array[int] = array(
            "i", [self._index_of.get(neighbour(hex_, d), -1) for hex_ in self._places for d in range(6)]
        )
        self.side_runs: tuple[SideRun, ...] = tuple(side_runs)
        self.sides: dict[str, bytearray] = {feature: bytearray(self.size * 6) for feature in legend.sides}
        for run in self.side_runs:
            self._mark_sides(self.sides[run.feature], run.sides)
        self.falls: dict[str, bytearray] = {
            feature: bytearray(self.size * 6) for feature, style in legend.sides.items() if style.falls
        }
        """For each feature that has a lower side, the hexsides over which one goes down, as seen from the upper hex."""
        for run in self.side_runs:
            for side, lower in zip(run.sides, run.lower, strict=False):
                self._mark_fall(self.falls[run.feature], side, lower)
        self.paths: tuple[Route, ...] = tuple(
            Route(network, tuple(self._known(label) for label in labels), title) for network, labels, title in paths
        )
        self.networks: dict[str, bytearray] = {network: bytearray(self.size * 6) for network in legend.networks}
        for path in self.paths:
            self._mark_sides(self.networks[path.network], self._crossed(path))
        self.regions: dict[str, frozenset[int]] = {
            region: frozenset(self._known(label) for label in labels) for region, labels in (regions or {}).items()
        }
        self._side_features: dict[int, frozenset[str]] = _by_slot(self.sides)

    @functools.cached_property
    def in_whole(self) -> array[int]:
        """The number that each hex has on the whole board, which lines of sight cross where only a part is in play."""
        return array("i", [self.whole.index[label] for label in self.labels])

    @functools.cached_property
    def places(self) -> Places:
        """The hexes as places: a graph of plain hexes."""
        return Places(self.plane)

    @functools.cached_property
    def plane(self) -> Plane:
        """A table on which it lies alone."""
        return Plane(self)

    def name_of(self, label: str, language: str) -> str:
        """What a hex is called: its label with the name that the map gives it; a label off the map is its own name."""
        index = self.index.get(label)
        name = self.hexes[index].name if index is not None else None
        return label if name is None else f"{name.text(language)} {label}"

    def _known(self, label: str) -> int:
        try:
            return self.index[label]
        except KeyError:
            raise LabelError(f"the map has no hex {label!r}") from None

    def _crossed(self, path: Route) -> list[Side]:
        places = [self._places[i] for i in path.hexes]
        return [Side.between(a, b) for a, b in pairwise(places)]

    def _mark_sides(self, marks: bytearray, sides: Iterable[Side]) -> None:
        for hex_, direction in sides:
            here, there = self._index_of.get(hex_), self._index_of.get(neighbour(hex_, direction))
            if here is not None:
                marks[6 * here + direction] = 1
            if there is not None:
                marks[6 * there + direction + 3] = 1

    def _mark_fall(self, marks: bytearray, side: Side, lower: Hex) -> None:
        upper, direction = (side.hex, side.direction) if side.hex != lower else (side.hexes[1], side.direction + 3)
        here = self._index_of.get(upper)
        if here is not None:
            marks[6 * here + direction] = 1

    @functools.cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """What each hex holds of terrain that does not fill it, as the corners of its shape; none elsewhere."""
        return outlines(self)

    def named(self, label: str) -> HexInfo:
        """What the map says of the hex with a label.

        Raises LabelError if the map has no such hex.
        """
        return self.hexes[self._known(label)]

    def hex(self, i: int) -> Hex:
        """The coordinates of a hex."""
        return self._places[i]

    def at(self, hex_: Hex) -> int:
        """The hex at coordinates, or -1 off the map."""
        return self._index_of.get(hex_, -1)

    def neighbour(self, i: int, direction: int) -> int:
        """The hex next to another in a direction 0..5, or -1 off the map."""
        return self.neighbours[6 * i + direction]

    def adjacent(self, i: int) -> tuple[int, ...]:
        """The hexes of the map next to one, by direction."""
        return tuple(j for j in self.neighbours[6 * i : 6 * i + 6] if j >= 0)

    def direction(self, i: int, j: int) -> int:
        """The direction that leads from a hex to one next to it.

        Raises ValueError if the two are not adjacent.
        """
        try:
            return self.neighbours.index(j, 6 * i, 6 * i + 6) - 6 * i
        except ValueError:
            raise ValueError(f"{self.labels[i]} and {self.labels[j]} are not adjacent") from None

    def distance(self, i: int, j: int) -> int:
        """The number of hexes to cross from one hex to another, whatever lies between."""
        return distance(self._places[i], self._places[j])

    def within(self, i: int, radius: int) -> tuple[int, ...]:
        """The hexes of the map at this distance or nearer, the hex itself included.

        Raises ValueError for a negative radius.
        """
        get, (q, r) = self._index_of.get, self._places[i]
        found = [get((q + dq, r + dr), -1) for dq, dr in _disc(radius)]
        return tuple([j for j in found if j >= 0])

    def side_features(self, i: int, direction: int) -> frozenset[str]:
        """The features on the hexside of a hex in a direction 0..5."""
        return self._side_features.get(6 * i + direction, frozenset())

    def side_label(self, i: int, direction: int) -> str:
        """The stable id of a hexside, such as 2114-2115; at the edge of joined boards hex and direction, as in 1A4/NW.

        Raises LabelError where the hexside is on the edge of the map and the hex beyond has no label.
        """
        if self.laid is None:
            return self.grid.side_label(Side.of(self._places[i], direction))
        return self.plane.side_label(i, direction)

    def boundary(self, hexes: Iterable[int]) -> tuple[tuple[int, int], ...]:
        """The hexsides, as hex and direction, where a set of hexes ends; the edge of the map counts."""
        inside = set(hexes)
        return tuple((i, d) for i in sorted(inside) for d in range(6) if self.neighbour(i, d) not in inside)

    def costs(
        self,
        enter: Mapping[str, int],
        side_extra: Mapping[str, int] | None = None,
        network: Mapping[str, int] | None = None,
    ) -> array[int]:
        """The cost of leaving each hex in each direction, as an array of size * 6.

        It is the cost of entering the terrain ahead plus what each side feature crossed adds, or, along a network, that
        network's cost alone (the least, of several). Terrain without a cost, and the edge of the map, are FORBIDDEN.
        Raises ValueError for a terrain, side feature or network that the legend does not have.
        """
        return self.plane.costs(enter, side_extra, network)


def _by_slot(sides: Mapping[str, bytearray]) -> dict[int, frozenset[str]]:
    """The features of every hexside that has any."""
    found: dict[int, set[str]] = {}
    for feature, marks in sides.items():
        for slot in marked(marks):
            found.setdefault(slot, set()).add(feature)
    return {slot: frozenset(features) for slot, features in found.items()}
