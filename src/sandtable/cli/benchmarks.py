"""What is measured: forks, movement fields, lines of sight, traces, random play, agents, the wire, saving, loading."""

from __future__ import annotations

import contextlib
import copy
import itertools
import pickle
import random
import tempfile
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sandtable.board import Board, HexInfo, Legend, Mover, Name, Sight, TerrainStyle, reference, trace
from sandtable.cli.measuring import MICROSECONDS, Comparison, Peer, Weighing, Work
from sandtable.cli.opponents import peers_of_play
from sandtable.cli.wire import bytes_a_choice
from sandtable.hexgrid import Grid
from sandtable.kernel import AnyTitle, GameState, Procedure, Table, title, titles
from sandtable.kernel.journal import write_atomically
from sandtable.kernel.state import fork
from sandtable.lab import play_out
from sandtable.lab.agents.match import Match
from sandtable.lab.agents.slots import Rows, Slots, Unobserved, shapes
from sandtable.players import RandomPlayer

_UNITS, _COLUMNS, _ROWS, _ALLOWANCE, _RANGE = 300, 50, 30, 6, 12
_SEED, _MOST_BYTES = 3, 4000
_LEAST_OBSERVED, _MOST_STEPS = 0.7, 2000
"""The share of the unobserved rate that is aimed at, and the most steps of a game that count."""
_CHOICES = 200
"""How far the game that is saved and loaded has gone."""


class _Unit(msgspec.Struct, frozen=True):
    side: str
    at: str
    steps: int
    moved: bool = False


class _Frame(Procedure, frozen=True, kw_only=True):
    unit: str = ""


class _State(GameState):
    units: dict[str, _Unit] = {}
    control: dict[str, str] = {}


@contextlib.contextmanager
def all_comparisons() -> Iterator[list[Comparison | Weighing]]:
    """Everything that is measured; files that it needs live as long as this."""
    with tempfile.TemporaryDirectory() as folder:
        found = [title(title_id) for title_id in titles()]
        games = [(each, scenario) for each in found for scenario in _first_and_largest(each)]
        plays = [_play(*game) for game in games]
        wires = [_wire(*game) for game in games]
        looks = [_observed(*game) for game in games]
        yield [_fork(), *_on_the_map(_board()), *plays, *looks, *wires, *_saving(found[0], Path(folder))]


@contextlib.contextmanager
def comparisons_of(title_id: str, scenarios: Sequence[str]) -> Iterator[list[Comparison | Weighing]]:
    """Random play, observed and not, and the wire of a title in some scenarios, or in all.

    Raises UnknownTitle, UnknownScenario.
    """
    found = title(title_id)
    chosen = [found.scenario(name).id for name in scenarios] or list(found.known_scenarios)
    games = [(found, scenario) for scenario in dict.fromkeys(chosen)]
    yield [
        *(_play(*game) for game in games),
        *(_observed(*game) for game in games),
        *(_wire(*game) for game in games),
    ]


def _first_and_largest(found: AnyTitle) -> list[str]:
    """The scenario for newcomers and the one with the most to keep track of, by how long its first state is."""

    def size(scenario: str) -> int:
        return len(found.codec.encode(found.start(found.content(scenario))))

    return list(dict.fromkeys([found.scenario().id, max(found.known_scenarios, key=size)]))


def _each(work: Callable[[], object], times: int = 1) -> Work:
    """Work that does one thing so many times between two looks at the clock."""

    def run() -> int:
        for _ in range(times):
            work()
        return times

    return run


def _fork() -> Comparison:
    units = {f"unit-{n}": _Unit("blue" if n % 2 else "red", f"{n:04}", 2) for n in range(_UNITS)}
    state = _State(scenario="", units=units, control=dict.fromkeys((f"{n:04}" for n in range(100)), "red"))
    state.stack = [_Frame(step="pick", unit=f"unit-{n}") for n in range(4)]
    ours, theirs = partial(fork, state), partial(copy.deepcopy, state)
    return Comparison("fork", MICROSECONDS, _each(ours, 100), (Peer("copy.deepcopy", _each(theirs)),), 5)


def _board() -> Board:
    """A map of 1,500 hexes with open ground, woods and hills by lot."""
    rng, grid = random.Random(1), Grid()
    terrain = {name: TerrainStyle(Name(name), "#cccccc") for name in ("clear", "woods", "hills")}
    hexes = [
        HexInfo(grid.label(grid.at(column, row)), rng.choice(["clear", "clear", "clear", "woods", "hills"]))
        for column in range(1, _COLUMNS + 1)
        for row in range(1, _ROWS + 1)
    ]
    return Board(grid, hexes, Legend(terrain))


def _on_the_map(board: Board) -> list[Comparison]:
    return [_movement(board), _sight(board), _trace(board)]


def _movement(board: Board) -> Comparison:
    costs = board.costs({"clear": 1, "woods": 2, "hills": 3})
    mover, flags, start = Mover(board.neighbours, costs), bytes(board.size), board.size // 2
    ours = _each(lambda: mover.field(start, _ALLOWANCE, flags).pairs, 100)
    theirs = _each(lambda: reference.movement_field(board.neighbours, costs, start, _ALLOWANCE, flags))
    return Comparison("movement_field", MICROSECONDS, ours, (Peer("plain Python", theirs),), 10)


def _sight(board: Board) -> Comparison:
    """Lines up to twelve hexes long between hexes drawn by lot."""
    rng = random.Random(2)
    starts = rng.sample(range(board.size), 50)
    pairs = [(a, rng.choice([b for b in board.within(a, _RANGE) if b != a])) for a in starts]
    ground = [2 if info.terrain == "hills" else 0 for info in board.hexes]
    tops = [1 if info.terrain == "woods" else 0 for info in board.hexes]
    none, no_sides = [0] * board.size, [0] * (6 * board.size)
    sight = Sight(*board.coordinates, ground, top=tops)
    hexes = [board.hex(index) for index in range(board.size)]
    plain = reference.Terrain(hexes, ground, tops, none, no_sides, no_sides)
    lookers = [reference.Looker(plain, a, b) for a, b in pairs]

    def ours() -> int:
        for a, b in pairs:
            sight.check(a, b)
        return len(pairs)

    def theirs() -> int:
        for looker in lookers:
            looker.view()
        return len(lookers)

    return Comparison("line_of_sight", MICROSECONDS, ours, (Peer("plain Python", theirs),), 2)


def _trace(board: Board) -> Comparison:
    passable, sources = bytes(board.size), [0, board.size - 1]
    costs = array("i", board.costs({"clear": 1, "woods": 1, "hills": 2}))
    ours = _each(lambda: trace(board.neighbours, sources, passable, edge_cost=costs), 10)
    theirs = _each(lambda: reference.trace(board.neighbours, sources, passable, edge_cost=costs))
    return Comparison("trace", MICROSECONDS, ours, (Peer("plain Python", theirs),))


def _play(found: AnyTitle, scenario: str) -> Comparison:
    """Whole games at random: a decision here against a move there."""
    seeds = itertools.count()
    sides = found.scenario(scenario).sides

    def ours() -> int:
        seed = next(seeds)
        return play_out(found, scenario, (), {side: RandomPlayer(seed) for side in sides}, seed).decisions

    found.content(scenario)
    return Comparison(f"play_{found.id}/{scenario}", "decisions/s", ours, peers_of_play(), 1)


def _observed(found: AnyTitle, scenario: str) -> Comparison:
    """Games of an environment with all that an agent sees at each step, against the same without looking."""
    ours, theirs = (_stepped(Match(found, scenario, (), "terminal", None), looks) for looks in (True, False))
    name = f"observed_{found.id}/{scenario}"
    return Comparison(name, "steps/s", ours, (Peer("unobserved", theirs),), _LEAST_OBSERVED)


def _stepped(match: Match, looks: bool) -> Work:
    """Whole games of random actions, each with the mask of what is legal, and with what is seen where one looks."""
    found: dict[str, Any] = {name: np.zeros(shape, of) for name, (shape, of) in shapes(match, 1).items()}
    slots = Slots([match], Rows(**found)) if looks else Unobserved([match], Rows(**found))
    seeds = itertools.count()
    rng = random.Random(_SEED)

    def run() -> int:
        slots.reset([next(seeds)])
        rows, steps = slots.rows, 0
        while not rows.ended[0] and steps < _MOST_STEPS:
            rows.actions[0] = rng.choice(slots.allowed(0))
            slots.step()
            steps += 1
        return steps

    return run


def _wire(found: AnyTitle, scenario: str) -> Weighing:
    """What the server sends to a seat for a choice, against what it would send if it sent the whole position."""
    name = f"wire_{found.id}/{scenario}"
    return Weighing(name, "whole positions", lambda: bytes_a_choice(found, scenario, _SEED), _MOST_BYTES)


def _saving(found: AnyTitle, folder: Path) -> list[Comparison]:
    """A game under way against a pickle of the same things, written as safely."""
    table = Table.new(found, seed=1)
    rng = random.Random(4)
    while table.decision is not None and len(table.entries) < _CHOICES:
        table.choose(rng.choice(table.decision.ids), table.decision.side)
    ours, theirs = folder / "game.sandtable", folder / "game.pickle"
    contents = (table.header, table.entries, table.events, table.state)

    def pickled() -> None:
        write_atomically(theirs, pickle.dumps(contents))

    table.save(ours)
    pickled()
    saving = (_each(lambda: table.save(ours)), Peer("pickle", _each(pickled)))
    loading = (_each(lambda: Table.trusted(ours)), Peer("pickle", _each(lambda: pickle.loads(theirs.read_bytes()))))
    return [
        Comparison(name, MICROSECONDS, work, (peer,), clock=time.perf_counter)
        for name, (work, peer) in (("save", saving), ("load", loading))
    ]
