"""The data of a scenario: map, counters, tables and forces, read strictly and made ready for play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from sandtable.board import Board, load_board
from sandtable.datafile import Document, FieldPath, read, read_document
from sandtable.games.primer.state import SIDES
from sandtable.kernel import AnyTitle
from sandtable.mechanics.content import HexContent, Strict, Table, Text
from sandtable.mechanics.crt import Crt, CrtFile

Mobility = Literal["foot", "vehicle"]


class Kind(Strict, frozen=True):
    """What is printed on the counters of a kind."""

    name: Text
    symbol: str
    attack: int
    defence: int
    movement: int
    steps: int
    mobility: Mobility
    range: int = 0
    bridging: bool = False
    dummy: bool = False


class Terrain(Strict, frozen=True):
    """A row of the terrain table."""

    foot: int | None
    vehicle: int | None
    shift: int
    cover: int

    def cost(self, mobility: Mobility) -> int | None:
        return self.foot if mobility == "foot" else self.vehicle


class River(Strict, frozen=True):
    """What crossing a river costs, and its shift in combat."""

    foot: int
    vehicle: int
    shift: int

    def cost(self, mobility: Mobility) -> int:
        return self.foot if mobility == "foot" else self.vehicle


class TerrainFile(Table, frozen=True):
    """The terrain table."""

    terrain: dict[str, Terrain]
    river: River
    road: float


class FireFile(Table, frozen=True):
    """The figures of opportunity fire."""

    die: str
    hit: int
    kill: int
    on_road: int
    long_range: int
    long_range_from: int
    hold: int
    ammunition: int


class FiguresFile(Table, frozen=True):
    """The figures that stand in no table."""

    stacking: int
    march: int
    assault: int
    hold: int
    combined_arms: int
    disrupted: int
    decisive: int


class KindsFile(Table, frozen=True):
    """The kinds of counters."""

    kinds: dict[str, Kind]


class Placed(Strict, frozen=True):
    """A counter of a scenario: where it starts, or when and where it arrives; its kind, or none if it is drawn."""

    kind: str | None = None
    at: str | None = None
    turn: int | None = None
    entry: tuple[str, ...] = ()


class Force(Strict, frozen=True):
    """One side of a scenario."""

    hidden: bool
    counters: dict[str, Placed]
    pool: tuple[str, ...] = ()


class ScenarioFile(Strict, frozen=True):
    """A scenario as written down."""

    name: Text
    description: Text
    map: str
    turns: Annotated[int, msgspec.Meta(ge=1)]
    first: str
    supply: dict[str, str]
    objectives: dict[str, int]
    control: dict[str, tuple[str, ...]]
    handicap: dict[str, int]
    forces: dict[str, Force]


class Content(HexContent):
    """A scenario ready for play."""

    def __init__(
        self,
        scenario: ScenarioFile,
        board: Board,
        kinds: dict[str, Kind],
        data_file: Callable[[str], Path],
        switches: tuple[str, ...],
    ) -> None:
        super().__init__(board, data_file, switches)
        self.scenario = scenario
        self.kinds = kinds
        self.figures = self.table("figures", FiguresFile)
        self.fire = self.table("fire", FireFile)
        self.ground = self.table("terrain", TerrainFile)
        self.crt = Crt(self.table("combat", CrtFile))
        self.terrain_at = {label: self.ground.terrain[name] for label, name in self.terrain.items()}

    def kind_pool(self, side: str) -> list[str]:
        """The kinds of a side's counters that are dealt at random, which everybody knows."""
        return sorted(self.scenario.forces[side].pool)


def load(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    board = load_board(title.data_file(f"maps/{document.value.map}.yaml"))
    kinds = read(title.data_file("units/kinds.yaml"), KindsFile).kinds
    _check_terrain(read_document(title.data_file("tables/terrain.yaml"), TerrainFile), board)
    content = Content(document.value, board, kinds, title.data_file, switches)
    _check(document, board, kinds, content.figures.stacking)
    return content


def _check_terrain(document: Document[TerrainFile], board: Board) -> None:
    for name in board.legend.terrain:
        if name not in document.value.terrain:
            raise document.error(("terrain",), f"has no row for {name!r}, which the map uses")


def _check(document: Document[ScenarioFile], board: Board, kinds: dict[str, Kind], stacking: int) -> None:
    """What the types alone cannot say of a scenario."""
    file = document.value
    for field, by_side in (("forces", file.forces), ("control", file.control), ("handicap", file.handicap)):
        for side in by_side:
            if side not in SIDES:
                raise document.error((field, side), f"must be one of {', '.join(SIDES)}")
    for side in SIDES:
        if side not in file.forces:
            raise document.error(("forces",), f"has no force for {side}")
        if file.supply.get(side) not in board.regions:
            raise document.error(("supply",), f"{side} needs a region of the map: {', '.join(board.regions)}")
        _check_force(document, ("forces", side), file.forces[side], board, kinds)
    _check_stacks(document, stacking)
    if file.first not in SIDES:
        raise document.error(("first",), f"must be one of {', '.join(SIDES)}")
    for label in file.objectives:
        if label not in board.index:
            raise document.error(("objectives", label), "is not a hex of the map")
    for side, labels in file.control.items():
        for i, label in enumerate(labels):
            if label not in file.objectives:
                raise document.error(("control", side, i), f"{label!r} is not an objective")


def _check_stacks(document: Document[ScenarioFile], stacking: int) -> None:
    stacks: dict[str, list[str]] = {}
    for side, force in document.value.forces.items():
        for name, placed in force.counters.items():
            if placed.at is None:
                continue
            stack = stacks.setdefault(placed.at, [])
            stack.append(side)
            here = ("forces", side, "counters", name, "at")
            if side != stack[0]:
                raise document.error(here, f"{placed.at!r} is held by the other side")
            if len(stack) > stacking:
                raise document.error(here, f"{placed.at!r} is full: {stacking} counters stand there already")


def _check_force(
    document: Document[ScenarioFile], where: FieldPath, force: Force, board: Board, kinds: dict[str, Kind]
) -> None:
    drawn = [name for name, placed in force.counters.items() if placed.kind is None]
    if len(drawn) != len(force.pool):
        raise document.error((*where, "pool"), f"has {len(force.pool)} kinds for {len(drawn)} counters without one")
    for i, kind in enumerate(force.pool):
        if kind not in kinds:
            raise document.error((*where, "pool", i), f"unknown kind {kind!r}; there are {', '.join(kinds)}")
    for name, placed in force.counters.items():
        here = (*where, "counters", name)
        letter = str(where[-1])[0]
        if name[:1] != letter or not name[1:].isdecimal():
            raise document.error(here, f"counters of this side are called {letter}1, {letter}2 and so on")
        if placed.kind is not None and placed.kind not in kinds:
            raise document.error((*here, "kind"), f"unknown kind {placed.kind!r}; there are {', '.join(kinds)}")
        if (placed.at is None) == (placed.turn is None):
            raise document.error(here, "give either the hex it starts in (at) or the turn it arrives (turn)")
        if placed.turn is not None and not placed.entry:
            raise document.error(here, "name the hexes where it may arrive (entry)")
        for label in (placed.at, *placed.entry):
            if label is not None and label not in board.index:
                raise document.error(here, f"{label!r} is not a hex of the map")
