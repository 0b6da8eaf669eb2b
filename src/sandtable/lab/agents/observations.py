"""Views as numbers: what an agent of any title sees, of one size for all games of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from sandtable.kernel import AnyTitle, Choice, Decision, GameState, View
from sandtable.lab.agents.facts import state_reader
from sandtable.lab.agents.pieces import UNIT_COLUMNS, Named, Pieces
from sandtable.mechanics.title import HexTitle

Observation = npt.NDArray[np.float32]
_Table = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A name, rows and columns."""


class Block(msgspec.Struct, frozen=True):
    """A table within an observation: its place, and what its rows and columns stand for."""

    name: str
    start: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)


class Observations:
    """Makes observations of the views of one scenario: numbers from -1 to 1, one table after the other.

    `situation` is one row: whether the side is asked, how much of the game has passed, the question, and the facts of
    the state. `units` has a row for every counter, `hexes` one for every hex; a title without a map has neither. They
    are made of the view alone, so nothing that the side may not know can be in them.
    """

    def __init__(self, title: AnyTitle, scenario: str, switches: tuple[str, ...] = ()) -> None:
        content = title.content(scenario, switches)
        info = title.scenario(scenario)
        self._title = title
        self._sides = info.sides
        self._turns = info.turns
        self._prompts = {prompt: place for place, prompt in enumerate(title.texts("en").names("prompt"))}
        self._facts = state_reader(title.start(content), info.sides)
        self._pieces: Pieces | None = None
        situation = ("asked", "time passed", *(f"prompt {prompt}" for prompt in self._prompts), *self._facts.columns)
        tables: list[_Table] = [("situation", ("",), situation)]
        if isinstance(title, HexTitle):
            pieces = self._pieces = Pieces(title.board(content), tuple(title.ids("unit", content)), info.sides)
            tables.append(("units", tuple(pieces.unit_rows), UNIT_COLUMNS))
            tables.append(("hexes", tuple(pieces.hex_rows), pieces.hex_columns))
        self.blocks = tuple(_blocks(tables))
        self.size = sum(block.size for block in self.blocks)

    def tables(self, observation: Observation) -> dict[str, Observation]:
        """The tables that an observation consists of, by name, each with the shape of its block."""
        return {
            block.name: observation[block.start : block.start + block.size].reshape(len(block.rows), len(block.columns))
            for block in self.blocks
        }

    def of(self, view: View) -> Observation:
        """What a side sees."""
        own = self._sides.index(view.side)
        seats = (*self._sides[own:], *self._sides[:own])
        parts = [self._situation(view, seats)]
        if self._pieces is not None:
            scene = view.title.scene(view.game, "en")
            named = _named(view)
            parts.append(self._pieces.units(scene, named, seats).ravel())
            parts.append(self._pieces.hexes(scene, named, seats).ravel())
        return np.concatenate(parts)

    def _situation(self, view: View, seats: Sequence[str]) -> Observation:
        decision = view.decision
        prompts = [0.0] * len(self._prompts)
        if decision is not None and decision.prompt in self._prompts:
            prompts[self._prompts[decision.prompt]] = 1.0
        passed = min(1.0, max(0.0, self._title.turn(view.state) / self._turns))
        numbers = [float(decision is not None), passed, *prompts, *self._facts.read(view.state, seats)]
        return np.array(numbers, np.float32)


def _blocks(tables: list[_Table]) -> Iterator[Block]:
    start = 0
    for name, rows, columns in tables:
        block = Block(name, start, rows, columns)
        yield block
        start += block.size


def _named(view: View) -> Named:
    """The ids that stand in the open decision and in the procedures under way."""
    decision = view.decision
    return Named(set(_words(_arguments(decision))), set(_in_stack(view.state, view.side)), set(_offered(decision)))


def _arguments(decision: Decision | None) -> list[Any]:
    return [] if decision is None else list(decision.args.values())


def _offered(decision: Decision | None) -> Iterator[str]:
    for option in () if decision is None else decision.options:
        yield Choice.of(option.id).name


def _in_stack(state: GameState, side: str) -> Iterator[str]:
    for frame in (*state.stack, *state.branches.get(side, ())):
        for name in frame.__struct_fields__:
            yield from _words(getattr(frame, name))


def _words(value: object) -> Iterator[str]:
    """The texts in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _words([*value, *value.values()])
    elif isinstance(value, list | tuple | frozenset):
        for part in value:
            yield from _words(part)
