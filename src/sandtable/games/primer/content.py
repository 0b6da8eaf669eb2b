"""The data of a scenario: map, counters, tables and forces, read strictly and made ready for play."""

from __future__ import annotations

from array import array
from typing import Annotated

import msgspec

from sandtable.board import Board, Mover, Sight, Tracer, load_board
from sandtable.datafile import Document, FieldPath, read_document
from sandtable.games.primer.state import SIDES
from sandtable.kernel import AnyTitle, Option, rule
from sandtable.mechanics.crt import Crt, CrtFile

POINT = 2
"""Costs are counted in halves of a movement point, because a road costs half."""
MOBILITIES = ("foot", "vehicle")


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a counter."""

    name: dict[str, str]
    symbol: str
    attack: int
    defence: int
    movement: int
    steps: int
    mobility: str
    range: int = 0
    bridging: bool = False
    dummy: bool = False


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the terrain table."""

    foot: int | None
    vehicle: int | None
    shift: int
    cover: int

    def cost(self, mobility: str) -> int | None:
        return self.foot if mobility == "foot" else self.vehicle


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What crossing a river costs, and its shift in combat."""

    foot: int
    vehicle: int
    shift: int

    def cost(self, mobility: str) -> int:
        return self.foot if mobility == "foot" else self.vehicle


class TerrainFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain table."""

    source: str
    rules: tuple[str, ...]
    terrain: dict[str, Terrain]
    river: River
    road: float


class FireFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of opportunity fire."""

    source: str
    rules: tuple[str, ...]
    die: str
    hit: int
    kill: int
    on_road: int
    long_range: int
    long_range_from: int
    hold: int
    ammunition: int


class FiguresFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures that stand in no table."""

    source: str
    rules: tuple[str, ...]
    stacking: int
    march: int
    assault: int
    hold: int
    combined_arms: int
    disrupted: int
    decisive: int


class KindsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The kinds of counters."""

    source: str
    rules: tuple[str, ...]
    kinds: dict[str, Kind]


class Placed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A counter of a scenario: where it starts, or when and where it arrives; its kind, or none if it is drawn."""

    kind: str | None = None
    at: str | None = None
    turn: int | None = None
    entry: tuple[str, ...] = ()


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a scenario."""

    hidden: bool
    counters: dict[str, Placed]
    pool: tuple[str, ...] = ()


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as written down."""

    name: dict[str, str]
    description: dict[str, str]
    map: str
    turns: Annotated[int, msgspec.Meta(ge=1)]
    first: str
    supply: dict[str, str]
    objectives: dict[str, int]
    control: dict[str, tuple[str, ...]]
    handicap: dict[str, int]
    forces: dict[str, Force]


class Content:
    """A scenario ready for play; nothing in it ever changes."""

    def __init__(
        self,
        scenario: ScenarioFile,
        board: Board,
        kinds: dict[str, Kind],
        terrain: TerrainFile,
        fire: FireFile,
        figures: FiguresFile,
        crt: Crt,
        switches: tuple[str, ...],
    ) -> None:
        self.scenario = scenario
        self.board = board
        self.kinds = kinds
        self.terrain = terrain
        self.fire = fire
        self.figures = figures
        self.crt = crt
        self.switches = frozenset(switches)
        self.edge_costs = {
            (mobility, bridging): self._edge_costs(mobility, bridging)
            for mobility in MOBILITIES
            for bridging in (False, True)
        }
        self.movers = {key: Mover(board.neighbours, costs) for key, costs in self.edge_costs.items()}
        self.terrain_at = {info.label: terrain.terrain[info.terrain] for info in board.hexes}
        self.adjacent = {
            label: frozenset(board.labels[j] for j in board.adjacent(i)) for i, label in enumerate(board.labels)
        }
        self.longest_range = max(kind.range for kind in kinds.values())
        self.in_sight = self._in_sight()
        self.under_fire = {
            (label, reach): frozenset(seen for seen, distance in sight.items() if distance <= reach)
            for label, sight in self.in_sight.items()
            for reach in {kind.range for kind in kinds.values()}
        }
        """The hexes that guns in a hex can fire at, by how far they reach."""
        self.nearness = self._nearness()
        self.destinations = self._destinations()
        self.unit_options = {
            side: {unit_id: Option(f"unit:{unit_id}", rule="3.1") for unit_id in force.counters}
            for side, force in scenario.forces.items()
        }
        self.impassable = [i for i, info in enumerate(board.hexes) if terrain.terrain[info.terrain].foot is None]
        self.supply_lines = Tracer(board.neighbours, b"\1" * len(board.neighbours))
        self.sources = {side: sorted(board.regions[region]) for side, region in scenario.supply.items()}

    @rule("3.2", "3.3", "3.4", "3.9")
    def _edge_costs(self, mobility: str, bridging: bool) -> array[int]:
        enter = {
            name: cost * POINT for name, row in self.terrain.terrain.items() if (cost := row.cost(mobility)) is not None
        }
        river = 0 if bridging else self.terrain.river.cost(mobility) * POINT
        return self.board.costs(enter, {"river": river}, {"road": round(self.terrain.road * POINT)})

    @rule("3.2")
    def _destinations(self) -> list[list[Option]]:
        """The option of every destination at every cost that a move may come to: a row a cost, an entry a hex."""
        most = (max(kind.movement for kind in self.kinds.values()) + self.figures.march) * POINT
        ids = [f"hex:{label}" for label in self.board.labels]
        return [[Option(ident, cost / POINT, "3.2") for ident in ids] for cost in range(most + 1)]

    @rule("4.2")
    def _in_sight(self) -> dict[str, dict[str, int]]:
        """For each hex, how far away the hexes are that it sees and is seen from, as far as any gun can shoot."""
        board = self.board
        ground = array("i", [info.elevation for info in board.hexes])
        top = array("i", [board.legend.terrain[info.terrain].height for info in board.hexes])
        q, r = board.coordinates
        sight = Sight(q, r, ground, top=top, touching=True)
        return {
            label: {board.labels[j]: board.distance(i, j) for j in sight.field(i, self.longest_range)}
            for i, label in enumerate(board.labels)
        }

    def _nearness(self) -> dict[str, tuple[int, ...]]:
        """For each hex, how much nearer it is to each objective than the furthest hex of the map."""
        board = self.board
        aims = [board.index[label] for label in self.scenario.objectives]
        furthest = [max(board.distance(i, aim) for i in range(board.size)) for aim in aims]
        return {
            label: tuple(far - board.distance(i, aim) for far, aim in zip(furthest, aims, strict=True))
            for i, label in enumerate(board.labels)
        }

    def kind_pool(self, side: str) -> list[str]:
        """The kinds of a side's counters that are dealt at random, which everybody knows."""
        return sorted(self.scenario.forces[side].pool)


def load(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    file = document.value
    board = load_board(title.data_file(f"maps/{file.map}.yaml"))
    kinds = read_document(title.data_file("units/kinds.yaml"), KindsFile).value.kinds
    terrain = read_document(title.data_file("tables/terrain.yaml"), TerrainFile)
    for name in board.legend.terrain:
        if name not in terrain.value.terrain:
            raise terrain.error(("terrain",), f"has no row for {name!r}, which the map uses")
    fire = read_document(title.data_file("tables/fire.yaml"), FireFile).value
    figures = read_document(title.data_file("tables/figures.yaml"), FiguresFile)
    crt = Crt(read_document(title.data_file("tables/combat.yaml"), CrtFile).value)
    _check(document, board, kinds, figures.value.stacking)
    return Content(file, board, kinds, terrain.value, fire, figures.value, crt, switches)


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
