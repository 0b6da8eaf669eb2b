"""What an agent sees, as numbers: made of what a title declares in its `observed`, and of what a side may know."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from sandtable.board import Board
from sandtable.hexgrid.layout import centre
from sandtable.kernel import AnyTitle, Decision, Game, GameState, View
from sandtable.kernel.observed import (
    Column,
    Figures,
    Flag,
    Number,
    Observed,
    Place,
    Pointer,
    There,
    Things,
    Vocabulary,
    Whose,
    Word,
    Words,
)
from sandtable.kernel.views import glanced
from sandtable.lab.agents import _sight, undeclared
from sandtable.lab.agents._sight import Facts, Leaf, Leaves, Listed, Page, Pile, Sight, Source
from sandtable.lab.agents.actions import Actions
from sandtable.lab.agents.types import paths_and_words
from sandtable.mechanics.title import HexTitle

Observation = npt.NDArray[np.float32]

VERSION = 1
"""Raised whenever what all titles have in common changes: tables, marks, the columns of facts."""
FACT_COLUMNS = ("there", "about", "entry", "position", "number", "whose", "thing", "across", "down", "word")
MARKS = ("asked about", "in procedure", "offered")
COUNTERS_HALF, SUM_HALF = 4.0, 16.0


class Block(msgspec.Struct, frozen=True):
    """A table within an observation: its place, its shape, and what its rows and columns stand for.

    That of the map is of planes: a column is a plane of `grid` rows and columns.
    """

    name: str
    start: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    grid: tuple[int, int] | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self.rows), len(self.columns)) if self.grid is None else (len(self.columns), *self.grid)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


class Observations:
    """The observations of one scenario: numbers from -1 to 1, one table after the other, of one size in every game.

    `situation` is one row, `sides` one for each side from the observer's own on; then come the title's tables of
    things, the planes over the map (`hexes`), and lists of facts: what the procedures under way are about, and what is
    of no fixed shape.
    """

    def __init__(self, title: AnyTitle, scenario: str, switches: tuple[str, ...] = ()) -> None:
        content = title.content(scenario, switches)
        info = title.scenario(scenario)
        self.observed: Observed = title.observed or undeclared.observed(title, content)
        self.version = f"{VERSION}.{self.observed.version}"
        """Two versions are the same where all names are, and mean the same."""
        self.actions = Actions(title, content)
        self._title = title
        self._sides = info.sides
        self._content = content
        self._map = _Map(title.board(content)) if isinstance(title, HexTitle) else None
        self._things = {table.name: tuple(dict.fromkeys(table.ids(content))) for table in self.observed.things}
        self._counters = frozenset(title.ids("unit", content))
        self.paths, words = paths_and_words(title, self.observed)
        """What facts are about, in the order of their numbers."""
        self.words = tuple(dict.fromkeys(map(str, (*words, *_listed(self.observed.words, content)))))
        """What facts may say, in the order of their numbers."""
        self._prompts = title.texts("en").names("prompt")
        self._levels = title.texts("en").names("level")
        self.blocks = tuple(self._blocks())
        self.size = sum(block.size for block in self.blocks)
        self._by_name = {block.name: block for block in self.blocks}
        self._drawings: dict[str, _Drawing] = {}
        self._own = Observer(self)

    # What it consists of

    def _blocks(self) -> Iterator[Block]:
        observed, content, start = self.observed, self._content, 0
        tables: list[tuple[str, tuple[str, ...], list[str], tuple[int, int] | None]] = []
        situation = ["asked", "over", "won", "level", *(f"prompt: {prompt}" for prompt in self._prompts)]
        tables.append(("situation", ("",), [*situation, *_columns("", observed.situation, content)], None))
        if observed.sides:
            seats = ("own", *(f"other {n}" for n in range(1, len(self._sides))))
            tables.append(("sides", seats, _all_columns(observed.sides, content), None))
        for table in observed.things:
            tables.append((table.name, self._things[table.name], self._columns_of(table), None))
        if self._map is not None:
            tables.append(("hexes", self._map.labels, self._planes(), self._map.shape))
        tables.append(("procedures", _numbered_rows("", observed.procedures), list(FACT_COLUMNS), None))
        if observed.facts:
            listed = (_numbered_rows(f"{name} ", most) for name, most in observed.facts.items())
            tables.append(("facts", tuple(itertools.chain(*listed)), list(FACT_COLUMNS), None))
        for name, rows, columns, grid in tables:
            block = Block(name, start, rows, tuple(columns), grid)
            yield block
            start += block.size

    def _columns_of(self, table: Things) -> list[str]:
        marks = MARKS if self._counters.intersection(self._things[table.name]) else ()
        state_type = self._title.state_type
        found = []
        for number, (field, columns) in enumerate(table.fields.items()):
            if _is_list(state_type, field):
                found += [f"{field} times", f"{field} place"]
            else:
                found += _columns(field, columns, self._content, "" if number == 0 else field)
        return [*found, *marks]

    def _planes(self) -> list[str]:
        piles = []
        for table in self.observed.things:
            if table.standing is not None:
                named = ("counters", *table.standing.sums)
                piles += [f"{whose} {table.name} {name}" for whose in ("own", "other") for name in named]
        return [*piles, *_all_columns(self.observed.hexes, self._content), *MARKS]

    @property
    def constants(self) -> dict[str, npt.NDArray[Any]]:
        """What no game changes, given once: of the map, the cell of each hex, its neighbours, terrain and hexsides."""
        return {} if self._map is None else self._map.constants()

    def tables(self, observation: Observation) -> dict[str, Observation]:
        """The tables that an observation consists of, by name: windows on it, each with the shape of its block."""
        return {
            block.name: observation[block.start : block.start + block.size].reshape(block.shape)
            for block in self.blocks
        }

    def cell(self, table: str, row: str, column: str) -> int:
        """The place of one number in an observation. Raises KeyError, ValueError for what there is not."""
        block = self._by_name[table]
        place = block.columns.index(column)
        if block.grid is None:
            return block.start + block.rows.index(row) * len(block.columns) + place
        assert self._map is not None
        return block.start + place * self._map.area + self._map.cells[row]

    # Looking

    def of(self, view: View) -> Observation:
        """What a side sees."""
        return self._own.seen(view.side, view.state, view.decision).copy()

    def look(self, game: Game[Any, Any], side: str) -> Observation:
        """What a side sees of a game, in an array that the next look at the same side's overwrites."""
        return self._own.look(game, side)

    def observer(self) -> Observer:
        """Somebody who keeps an eye on one game: its looks write only what has changed since the last."""
        return Observer(self)

    def sight(self, side: str) -> Sight:
        """A new eye of a side, which has seen nothing yet."""
        if side not in self._drawings:
            self._drawings[side] = _Drawing(self, side)
        return self._drawings[side].sight()


class Observer:
    """The eyes of all sides on a game."""

    def __init__(self, observations: Observations) -> None:
        self._all = observations
        self._sights: dict[str, Sight] = {}
        self._page = Page()

    def write(self, game: Game[Any, Any], side: str, row: Observation) -> None:
        """Write what a side sees into a row, always the same: only what differs from what it shows."""
        self.look(game, side)
        self._page.show(self._sights[side], row)

    def look(self, game: Game[Any, Any], side: str) -> Observation:
        """What a side sees, in an array that the next look at the same side's overwrites."""
        decision = None
        for each in game.decisions:
            if each.side == side:
                decision = each
        return self.seen(side, glanced(game, side), decision)

    def seen(self, side: str, state: GameState, decision: Decision | None) -> Observation:
        """The same of a state as the side knows it, and what it is asked."""
        sight = self._sights.get(side)
        if sight is None:
            sight = self._sights[side] = self._all.sight(side)
        try:
            return sight.look(state, decision, () if decision is None else self._all.actions.numbers(decision))
        except BaseException:
            # An eye that failed has half seen something, and is not looked with again.
            del self._sights[side]
            raise


class _Map:
    """The hexes of a map as cells of a grid."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.labels = board.labels
        places = [board.grid.column_row(board.hex(i)) for i in range(board.size)]
        left, top = min(x for x, _ in places), min(y for _, y in places)
        self.shape = (max(y for _, y in places) - top + 1, max(x for x, _ in places) - left + 1)
        self.area = self.shape[0] * self.shape[1]
        numbers = [(y - top) * self.shape[1] + x - left for x, y in places]
        self.cells = {label: numbers[i] for label, i in board.index.items()}
        points = [centre(board.hex(i), board.grid.orientation) for i in range(board.size)]
        west, north = min(x for x, _ in points), min(y for _, y in points)
        width = max(x for x, _ in points) - west or 1.0
        height = max(y for _, y in points) - north or 1.0
        self.places = {
            label: ((points[i][0] - west) / width, (points[i][1] - north) / height) for label, i in board.index.items()
        }

    def constants(self) -> dict[str, npt.NDArray[Any]]:
        board, rows, columns = self.board, *self.shape
        order = [self.cells[label] for label in board.labels]
        cells = np.array([divmod(cell, columns) for cell in order], np.int32)
        terrain = np.zeros((len(board.legend.terrain), rows, columns), np.float32)
        kinds = list(board.legend.terrain)
        height = np.zeros((rows, columns), np.float32)
        for (row, column), info in zip(cells, board.hexes, strict=True):
            terrain[kinds.index(info.terrain), row, column] = 1.0
            height[row, column] = info.elevation
        found: dict[str, npt.NDArray[Any]] = {
            "cells": cells,
            "adjacency": np.array(board.neighbours, np.int32).reshape(board.size, 6),
            "terrain": terrain,
            "elevation": height,
        }
        for name, marks in (*board.sides.items(), *board.networks.items()):
            found[f"hexsides {name}"] = np.frombuffer(bytes(marks), np.int8).reshape(board.size, 6)
        return found


class _Drawing:
    """Makes the eye of one side: which field of the state goes to which cells."""

    def __init__(self, observations: Observations, side: str) -> None:
        self.all = observations
        sides = observations._sides
        own = sides.index(side) if side in sides else 0
        self.seats = (*sides[own:], *sides[:own])
        self.signs = {each: 1.0 if each == side else -1.0 for each in sides}
        self.content = observations._content
        self.map = observations._map
        self.paths = _numbered(observations.paths)
        self.levels = _numbered(observations._levels)
        self.prompts = {
            prompt: observations.cell("situation", "", f"prompt: {prompt}") for prompt in observations._prompts
        }
        self.leaves = Leaves(self._leaves(), self.signs)
        self.asked_about, self.offered = self._marks("asked about"), self._offered()

    def sight(self) -> Sight:
        everything = self.all
        array = np.zeros(everything.size, np.float32)
        situation = everything._by_name["situation"]
        frames = self._facts("procedures", marks=True)
        asked = everything.cell("situation", "", "asked")
        return Sight(
            array,
            [*self._of_situation(situation), *self._of_sides(), *self._of_things(), *self._of_hexes()],
            [Listed(name, self._facts(name, marks=False)) for name in everything.observed.facts],
            frames,
            self.prompts,
            self.asked_about,
            self.offered,
            asked,
            asked + 1,
            self.signs,
            self.levels,
        )

    def _of_situation(self, block: Block) -> Iterator[Source]:
        at = 4 + len(self.all._prompts)
        for column in self.all.observed.situation:
            assert not isinstance(column, Figures)
            field, _, rest = column.of.partition(".")
            made = self._column(msgspec.structs.replace(column, of=rest), f"situation {column.of}", at)
            yield Source(field, None, block.start, 1, [made], None)
            at += made.width

    def _of_sides(self) -> Iterator[Source]:
        block = self.all._by_name.get("sides")
        if block is not None:
            starts = {side: block.start + n * len(block.columns) for n, side in enumerate(self.seats)}
            yield from self._of_fields(self.all.observed.sides, starts, 1, 0)

    def _of_fields(
        self,
        fields: Mapping[str, tuple[Column, ...]],
        starts: dict[str, int],
        step: int,
        at: int,
        pile: Pile | None = None,
    ) -> Iterator[Source]:
        """Sources that fill columns from `at` on; `pile` is that of the first field."""
        for field, columns in fields.items():
            if _is_list(self.all._title.state_type, field):
                made = [
                    _sight.Column("number", field, at, 1, (), 4.0, {}),
                    _sight.Column("number", field, at + 1, 1, (), 10.0, {}),
                ]
            else:
                made = []
                for column in columns:
                    made.append(self._column(column, field, at + sum(each.width for each in made)))
            yield Source(field, starts, 0, step, made, pile)
            pile = None
            at += sum(each.width for each in made)

    def _of_things(self) -> Iterator[Source]:
        for table in self.all.observed.things:
            block = self.all._by_name[table.name]
            starts = {each: block.start + n * len(block.columns) for n, each in enumerate(block.rows)}
            yield from self._of_fields(table.fields, starts, 1, 0, self._pile(table))

    def _pile(self, table: Things) -> Pile | None:
        standing = table.standing
        if standing is None or self.map is None:
            return None
        side = standing.side if isinstance(standing.side, str) else dict(standing.side(self.content))
        printed = next((each for each in next(iter(table.fields.values())) if isinstance(each, Figures)), None)
        names = () if printed is None else printed.names
        figures = {} if printed is None else {key: tuple(row) for key, row in printed.printed(self.content).items()}
        paths: list[str | int] = [names.index(name) if name in names else name for name in standing.sums]
        first = next(n for n, name in enumerate(self.all._by_name["hexes"].columns) if f" {table.name} " in name)
        start = self.all._by_name["hexes"].start
        width = 1 + len(paths)
        return Pile(
            standing.at,
            side,
            self.signs,
            self.map.cells,
            paths,
            figures,
            "" if printed is None else printed.by,
            [COUNTERS_HALF, *[SUM_HALF] * len(paths)],
            start + first * self.map.area,
            start + (first + width) * self.map.area,
            self.map.area,
            self.map.area,
        )

    def _of_hexes(self) -> Iterator[Source]:
        if self.map is None:
            return
        block = self.all._by_name["hexes"]
        starts = {label: block.start + cell for label, cell in self.map.cells.items()}
        first = len(block.columns) - len(MARKS) - len(_all_columns(self.all.observed.hexes, self.content))
        yield from self._of_fields(self.all.observed.hexes, starts, self.map.area, first)

    def _column(self, column: Column, name: str, at: int) -> _sight.Column:
        path = tuple(filter(None, (column.by if isinstance(column, Figures) else column.of).split(".")))
        width, half, known = 1, 1.0, dict[Any, Any]()
        if isinstance(column, Number):
            half = column.half
        elif isinstance(column, Whose):
            known = self.signs
        elif isinstance(column, Place):
            width, known = 3, {} if self.map is None else self.map.places
        elif isinstance(column, Word | Words):
            words = _listed(column.words, self.content)
            width, known = len(words), {word: n for n, word in enumerate(words)}
        elif isinstance(column, Pointer):
            known = _numbered(_listed(column.words, self.content))
        elif isinstance(column, Figures):
            width, half = len(column.names), column.half
            printed = column.printed(self.content).items()
            known = {key: tuple(value / (half + abs(value)) for value in row) for key, row in printed}
        kind, when = type(column).__name__.lower(), column.when or None if isinstance(column, Figures) else None
        return _sight.Column(kind, f"{name} {_named(column)}", at, width, path, half, known, when)

    def _facts(self, name: str, marks: bool) -> Facts:
        observed = self.all.observed
        if name == "procedures":
            first, most = self.all.cell(name, "1", FACT_COLUMNS[0]), observed.procedures
        else:
            first, most = self.all.cell("facts", f"{name} 1", FACT_COLUMNS[0]), observed.facts[name]
        return Facts(name, first, most, self.paths, self.leaves, marks)

    def _leaves(self) -> dict[str, list[Leaf]]:
        marks = self._marks("in procedure")
        known: dict[str, list[Leaf]] = {
            word: [(0.0, 0.0, 0.0, 0.0, 0.0, number, -1, -1)] for word, number in _numbered(self.all.words).items()
        }
        for side, sign in self.signs.items():
            known[side] = [(0.0, sign, 0.0, 0.0, 0.0, known[side][0][5] if side in known else 0.0, -1, -1)]
        things = _numbered(dict.fromkeys(each for ids in self.all._things.values() for each in ids))
        for each, number in things.items():
            known[each] = [(0.0, 0.0, number, 0.0, 0.0, 0.0, marks.get(each, -1), -1)]
        for label, (across, down) in (self.map.places if self.map is not None else {}).items():
            # A text that is both, such as a box that is called like a hex, says both.
            known[label] = [(1.0, 0.0, 0.0, across, down, 0.0, -1, marks.get(label, -1))]
        return known

    def _marks(self, mark: str) -> dict[str, int]:
        """The cells in which counters and hexes are marked."""
        found: dict[str, int] = {}
        for table in self.all.observed.things:
            block = self.all._by_name[table.name]
            if mark in block.columns:
                width, place = len(block.columns), block.columns.index(mark)
                found |= {each: block.start + n * width + place for n, each in enumerate(block.rows)}
        if self.map is not None:
            block = self.all._by_name["hexes"]
            first = block.start + block.columns.index(mark) * self.map.area
            found |= {label: first + cell for label, cell in self.map.cells.items()}
        return found

    def _offered(self) -> npt.NDArray[np.int32]:
        """The cell that shows that a thing is offered, for each action; -1 for those that are of no thing."""
        marks, actions = self._marks("offered"), self.all.actions
        found = [marks.get(actions.name(number).partition(":")[2], -1) for number in range(actions.size)]
        return np.array(found, np.int32)


def _numbered_rows(name: str, most: int) -> tuple[str, ...]:
    return tuple(f"{name}{n}" for n in range(1, most + 1))


def _listed(words: Vocabulary, content: Any) -> list[str | int]:
    found: Iterable[str | int] = words(content) if callable(words) else words
    return [word for word in dict.fromkeys(found) if word != ""]


def _numbered(words: Iterable[Any]) -> dict[Any, float]:
    """The numbers that words are pointed at with: the n-th of m is n / (m + 1)."""
    listed = list(words)
    return {word: n / (len(listed) + 1) for n, word in enumerate(listed, 1)}


def _is_list(state_type: type[GameState], field: str) -> bool:
    return str(state_type.__annotations__.get(field, "")).startswith("list[")


def _named(column: Column) -> str:
    return column.by if isinstance(column, Figures) else column.of


def _columns(field: str, columns: Iterable[Column], content: Any, prefix: str | None = None) -> list[str]:
    """The names of what some declarations come to; the first field of a table does without its own as a prefix."""
    found = []
    for column in columns:
        name = " ".join(filter(None, (field if prefix is None else prefix, _named(column)))) or field
        if isinstance(column, There):
            found.append("in play" if prefix == "" else f"{field} there")
        elif isinstance(column, Word | Words):
            found += [f"{name}: {word}" for word in _listed(column.words, content)]
        elif isinstance(column, Place):
            found += [f"{name} on map", f"{name} across", f"{name} down"]
        elif isinstance(column, Figures):
            found += [*column.names]
        elif isinstance(column, Whose):
            found.append(f"{name} whose")
        elif isinstance(column, Flag | Number | Pointer):
            found.append(name)
    return found


def _all_columns(fields: Mapping[str, tuple[Column, ...]], content: Any) -> list[str]:
    return [name for field, columns in fields.items() for name in _columns(field, columns, content)]
