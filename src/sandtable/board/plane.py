"""The table on which boards lie: one of them, or several side by side, and boxes beside them, in one numbering."""

from __future__ import annotations

import functools
from array import array
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sandtable.board._kernels import FORBIDDEN
from sandtable.board.legend import Legend, Name
from sandtable.board.place import Place, parse_place
from sandtable.hexgrid import DIRECTIONS, ORIGIN, Grid, Hex, LabelError, direction_to, distance, rotate, within

if TYPE_CHECKING:
    from sandtable.board.board import Board, HexInfo


class Laid(NamedTuple):
    """How a board lies on the table: the hex that lies at some coordinates, and the turns of 60 degrees clockwise."""

    board: Board
    hex: str
    at: Hex
    turns: int = 0

    def spots(self) -> list[Hex]:
        """Where the hexes of the board come to lie."""
        hexes = [self.board.hex(i) for i in range(self.board.size)]
        turned = [rotate(hex_, self.turns) for hex_ in hexes] if self.turns % 6 else hexes
        pivot = turned[self.board.index[self.hex]]
        dq, dr = self.at.q - pivot.q, self.at.r - pivot.r
        return [Hex(q + dq, r + dr) for q, r in turned] if (dq, dr) != ORIGIN else turned


class Origin(NamedTuple):
    """The board and the number on it of a hex of the table."""

    laid: Laid
    number: int


class Plane:
    """The hexes of all boards, numbered through, and after them the boxes, each of which counts as a hex.

    Directions and facings are those of the table. Hexes of different boards that lie next to each other are
    neighbours. Where boards overlap, the hex of the earlier one counts, and the label on the later one names it too.
    Nothing here changes once it is made: treat its arrays and dicts as read-only.
    """

    def __init__(self, boards: Board | Mapping[str, Laid], boxes: Mapping[str, Name] | None = None) -> None:
        """One board, whose labels stay as they are, or several by name: the hexes of b2 are labelled b2.0405.

        Raises ValueError for boards whose hexes are turned differently, or a board that is laid by a hex it has not,
        and LabelError for a name of a board or box that no label can hold.
        """
        self.boards = boards if isinstance(boards, Mapping) else {"": _alone(boards)}
        self.grid: Grid = self._common_grid()
        self.boxes: dict[str, Name] = dict(boxes or {})
        self._origins: list[Origin] = []
        self._spots: list[Hex] = []
        self.index: dict[str, int] = {}
        self._index_of: dict[tuple[int, int], int] = {}
        labels: list[str] = []
        for name, laid in self.boards.items():
            labels += self._lay(name, laid)
        self.on_map = len(labels)
        """How many hexes lie on a board; the boxes come after them."""
        for box in self.boxes:
            parse_place(f"box:{box}", self.grid)
            self.index[f"box:{box}"] = len(labels)
            labels.append(f"box:{box}")
        self.labels: tuple[str, ...] = tuple(labels)
        self.size = len(labels)
        self.coordinates: tuple[array[int], array[int]] = (
            array("i", [spot.q for spot in self._spots]),
            array("i", [spot.r for spot in self._spots]),
        )
        find = self._index_of.get
        self.neighbours: array[int] = array(
            "i", [find((q + dq, r + dr), -1) for q, r in self._spots for dq, dr in DIRECTIONS]
        )
        self.neighbours.extend([-1] * (6 * len(self.boxes)))

    def _common_grid(self) -> Grid:
        for name, laid in self.boards.items():
            if laid.hex not in laid.board.index:
                raise ValueError(f"the board {name!r} is laid by its hex {laid.hex!r}, which it does not have")
        grids = [laid.board.grid for laid in self.boards.values()]
        if not grids or len({grid.orientation for grid in grids}) > 1:
            raise ValueError("a table needs boards whose hexes all have a side up, or all a corner")
        return grids[0]

    def _lay(self, name: str, laid: Laid) -> list[str]:
        """Numbers the hexes of a board that no other covers yet; returns their labels."""
        prefix = Place(board=name).label(self.grid)
        parse_place(prefix + laid.hex, self.grid)
        labels: list[str] = []
        for i, spot in enumerate(laid.spots()):
            label = prefix + laid.board.labels[i]
            number = self._index_of.setdefault(spot, len(self._spots))
            if number == len(self._spots):
                self._spots.append(spot)
                self._origins.append(Origin(laid, i))
                labels.append(label)
            self.index[label] = number
        for alias, label in laid.board.aliases.items():
            self.index[prefix + alias] = self.index[prefix + label]
        return labels

    @functools.cached_property
    def whole(self) -> Plane:
        """The same table with the whole of every board of which only a part is in play."""
        laid = {name: each._replace(board=each.board.whole) for name, each in self.boards.items()}
        return self if laid == self.boards else Plane(laid, self.boxes)

    def hex(self, i: int) -> Hex:
        """The coordinates of a hex on the table. Raises ValueError for a box."""
        self._origin(i)
        return self._spots[i]

    def at(self, hex_: Hex) -> int:
        """The hex at coordinates of the table, or -1."""
        return self._index_of.get(hex_, -1)

    def info(self, i: int) -> HexInfo:
        """What the map says of a hex. Raises ValueError for a box."""
        laid, number = self._origin(i)
        return laid.board.hexes[number]

    def legend(self, i: int) -> Legend:
        """The legend of the board of a hex. Raises ValueError for a box."""
        return self._origin(i).laid.board.legend

    def _origin(self, i: int) -> Origin:
        if not 0 <= i < self.on_map:
            raise ValueError(f"{i} is no hex of a board; those are 0 to {self.on_map - 1}")
        return self._origins[i]

    def name(self, i: int) -> Name | None:
        """What a hex or box is called."""
        return self.info(i).name if i < self.on_map else self.boxes[self.labels[i].removeprefix("box:")]

    def adjacent(self, i: int) -> tuple[int, ...]:
        """The hexes next to one, by direction."""
        return tuple(j for j in self.neighbours[6 * i : 6 * i + 6] if j >= 0)

    def direction(self, i: int, j: int) -> int:
        """The direction that leads from a hex to one next to it. Raises ValueError if the two are not adjacent."""
        return direction_to(self.hex(i), self.hex(j))

    def distance(self, i: int, j: int) -> int:
        """The number of hexes to cross from one hex to another, whatever lies between. Raises ValueError for a box."""
        return distance(self.hex(i), self.hex(j))

    def within(self, i: int, radius: int) -> tuple[int, ...]:
        """The hexes at this distance or nearer, the hex itself included. Raises ValueError for a negative radius."""
        found = (self.at(hex_) for hex_ in within(self.hex(i), radius))
        return tuple(j for j in found if j >= 0)

    def side_label(self, i: int, direction: int) -> str:
        """A hexside by the hexes that it divides, as in 2114-2115; at the edge of the map by hex and direction."""
        there = self.neighbours[6 * i + direction]
        if there < 0:
            return f"{self.labels[i]}/{self.grid.direction_name(direction)}"
        return "-".join(self.labels[j] for j in sorted((i, there)))

    @functools.cached_property
    def sides(self) -> dict[str, bytearray]:
        """For each side feature the hexsides that have it, as an array of size * 6."""
        return self._gathered(lambda board: board.sides)

    @functools.cached_property
    def networks(self) -> dict[str, bytearray]:
        """For each network the hexsides that it crosses, as an array of size * 6."""
        return self._gathered(lambda board: board.networks)

    def _gathered(self, marks_of: Callable[[Board], Mapping[str, bytearray]]) -> dict[str, bytearray]:
        """The marks of all boards in the numbering of the table; a hexside between boards has those of either."""
        gathered: dict[str, bytearray] = {}
        for laid in self.boards.values():
            numbers = [self._index_of[spot] for spot in laid.spots()]
            for name, marks in marks_of(laid.board).items():
                found = gathered.setdefault(name, bytearray(6 * self.size))
                for slot in marked(marks):
                    self._mark(found, numbers[slot // 6], (slot + laid.turns) % 6)
        return gathered

    def _mark(self, marks: bytearray, i: int, direction: int) -> None:
        marks[6 * i + direction] = 1
        there = self.neighbours[6 * i + direction]
        if there >= 0:
            marks[6 * there + (direction + 3) % 6] = 1

    def side_features(self, i: int, direction: int) -> frozenset[str]:
        """The features on the hexside of a hex in a direction 0..5."""
        return frozenset(feature for feature, marks in self.sides.items() if marks[6 * i + direction])

    def costs(
        self,
        enter: Mapping[str, int],
        side_extra: Mapping[str, int] | None = None,
        network: Mapping[str, int] | None = None,
    ) -> array[int]:
        """The cost of leaving each hex in each direction, as an array of size * 6.

        It is the cost of entering the terrain ahead plus what each side feature crossed adds, or, along a network, that
        network's cost alone (the least, of several). Terrain without a cost, and the edge of the map, are FORBIDDEN.
        Raises ValueError for a terrain, side feature or network that no legend has.
        """
        legends = [laid.board.legend for laid in self.boards.values()]
        _check_known("terrain", enter, (name for legend in legends for name in legend.terrain))
        _check_known("side feature", side_extra or {}, self.sides)
        _check_known("network", network or {}, self.networks)
        entering = [enter.get(self.info(i).terrain, FORBIDDEN) for i in range(self.on_map)]
        costs = array("i", [FORBIDDEN if j < 0 else entering[j] for j in self.neighbours])
        for feature, extra in (side_extra or {}).items():
            for slot in marked(self.sides[feature]):
                costs[slot] = min(FORBIDDEN, costs[slot] + extra)
        dearest_first = sorted((network or {}).items(), key=lambda pair: pair[1], reverse=True)
        for name, price in dearest_first:
            for slot in marked(self.networks[name]):
                costs[slot] = price
        return costs

    def known(self, label: str) -> int:
        """The hex or box with a label. Raises LabelError if there is none."""
        try:
            return self.index[label]
        except KeyError:
            raise LabelError(f"there is no hex or box {label!r} on the table") from None


def _alone(board: Board) -> Laid:
    """A board that keeps its own coordinates."""
    return Laid(board, board.labels[0], board.hex(0))


def marked(marks: bytearray) -> list[int]:
    """Where an array of marks is set."""
    slots = []
    slot = marks.find(1)
    while slot >= 0:
        slots.append(slot)
        slot = marks.find(1, slot + 1)
    return slots


def _check_known(kind: str, given: Iterable[str], known: Iterable[str]) -> None:
    unknown = sorted(set(given) - set(known))
    if unknown:
        raise ValueError(f"the map has no {kind} {', '.join(unknown)}")
