"""What lies on the map as numbers: a row for every counter and one for every hex."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Sequence

import numpy as np
import numpy.typing as npt

from sandtable.board.board import Board
from sandtable.board.scene import Counter, Scene
from sandtable.hexgrid.layout import centre
from sandtable.lab.agents.facts import HALF, signed, squashed

Table = npt.NDArray[np.float32]

FIGURES = 3
"""How many of the figures along the bottom of a counter are read."""
FACINGS = 12
"""Facings count twelfths of a turn, as in `sandtable.hexgrid.arcs`."""
STATES = ("moved", "fired", "disrupted", "suppressed", "out-of-supply", "hidden", "face-down")
UNIT_COLUMNS = (
    "whose", "on map", "beside map", "across", "down", "steps left", *(f"figure {n + 1}" for n in range(FIGURES)),
    "facing", *STATES, "other states", "asked about", "in procedure",
)  # fmt: skip
MARKERS = {1.0: "own markers", -1.0: "other markers", 0.0: "markers of nobody"}
MARKS = (*MARKERS.values(), "control", "asked about", "in procedure", "offered")
_FIGURE = re.compile(r"\d+")


class Named:
    """The ids that a decision asks about, those that the procedures under way name, and those on offer."""

    def __init__(self, asked: Collection[str], stack: Collection[str], offered: Collection[str]) -> None:
        self.asked = asked
        self.stack = stack
        self.offered = offered


class Pieces:
    """The tables of counters and hexes of a scenario."""

    def __init__(self, board: Board, unit_ids: Sequence[str], sides: Sequence[str]) -> None:
        self.unit_rows = {unit_id: row for row, unit_id in enumerate(unit_ids)}
        self.hex_rows = board.index
        seats = ["own", *(f"other {n}" for n in range(1, len(sides)))]
        summed = ("counters", "steps", *(f"figure {n + 1}" for n in range(FIGURES)))
        self._summed = len(summed)
        self.hex_columns = (*(f"{seat} {column}" for seat in seats for column in summed), *MARKS)
        self._column = {column: number for number, column in enumerate(self.hex_columns)}
        self._places = _places(board)

    def units(self, scene: Scene, named: Named, seats: Sequence[str]) -> Table:
        """A row for each counter that the title lists; one that is not in play is all zeros."""
        table = np.zeros((len(self.unit_rows), len(UNIT_COLUMNS)), np.float32)
        for counter in scene.counters:
            row = self.unit_rows.get(counter.id)
            if row is not None:
                table[row] = self._unit(counter, named, seats)
        return table

    def _unit(self, counter: Counter, named: Named, seats: Sequence[str]) -> list[float]:
        place = self._places.get(counter.at)
        return [
            signed(counter.side, seats),
            float(place is not None),
            float(place is None),
            *(place or (0.0, 0.0)),
            counter.steps / max(1, counter.full_steps),
            *map(squashed, _figures(counter.values)),
            0.0 if counter.facing is None else (counter.facing + 1) / FACINGS,
            *(float(state in counter.states) for state in STATES),
            squashed(sum(state not in STATES for state in counter.states)),
            float(counter.id in named.asked),
            float(counter.id in named.stack),
        ]

    def hexes(self, scene: Scene, named: Named, seats: Sequence[str]) -> Table:
        """A row for each hex: what stands in it, whose it is, and what it has to do with the decision."""
        table = np.zeros((len(self.hex_rows), len(self.hex_columns)), np.float32)
        rows, column = self.hex_rows, self._column
        self._add_up(table, scene, seats)
        for label, palette in scene.control.items():
            table[rows[label], column["control"]] = signed(palette, seats)
        for mark, ids in (("asked about", named.asked), ("in procedure", named.stack), ("offered", named.offered)):
            table[[rows[label] for label in ids if label in rows], column[mark]] = 1.0
        return table

    def _add_up(self, table: Table, scene: Scene, seats: Sequence[str]) -> None:
        """Sums over the counters and markers in each hex."""
        rows = self.hex_rows
        for counter in scene.counters:
            row = rows.get(counter.at)
            if row is not None and counter.side in seats:
                first = self._summed * seats.index(counter.side)
                table[row, first : first + self._summed] += (1.0, counter.steps, *_figures(counter.values))
        for marker in scene.markers:
            if marker.at in rows:
                table[rows[marker.at], self._column[MARKERS[signed(marker.palette, seats)]]] += 1.0
        table /= HALF + np.abs(table)


@functools.cache
def _figures(values: str) -> tuple[float, ...]:
    """The first figures printed on a counter; zeros where it shows fewer."""
    found = [float(figure) for figure in _FIGURE.findall(values)[:FIGURES]]
    return (*found, *[0.0] * (FIGURES - len(found)))


def _places(board: Board) -> dict[str, tuple[float, float]]:
    """How far across and down the map each hex lies, from 0 to 1."""
    points = [centre(board.hex(i), board.grid.orientation) for i in range(board.size)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    width = max(x for x, _ in points) - left or 1.0
    height = max(y for _, y in points) - top or 1.0
    return {label: ((x - left) / width, (y - top) / height) for label, (x, y) in zip(board.labels, points, strict=True)}
