"""The data of a scenario: map, counters, tables and victory conditions, read strictly and made ready for play."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable import datafile
from sandtable.board import CLOSED, FORBIDDEN, Board, Mover, Tracer, cropped, load_board
from sandtable.datafile import Document, read_document
from sandtable.games.gsfg.state import NATO, SIDES, SOVIET
from sandtable.kernel import AnyTitle

T = TypeVar("T")

RIVERS = ("river", "stream", "canal")
WATER = ("sea", "lake")
SOVIET_COUNTRIES = ("gdr", "cssr")
Text = dict[str, str]
Nat = Literal["su_8ga", "su", "gdr", "us", "uk", "ca", "nl", "be", "frg", "fr"]


class Counter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a counter (2.4)."""

    short: str
    name: Text
    side: Literal["soviet", "nato"]
    nat: Nat
    type: str
    size: Literal["XX", "X", "III"]
    steps: Annotated[int, msgspec.Meta(ge=1, le=2)]
    attack: int
    defense: int
    move: int
    code: str = ""
    at: str = ""
    turn: int = 0
    group: str = ""
    air: bool = False
    jaeger: bool = False
    two_brigades: bool = False
    sources: Text = {}


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A US division that two counters can form (9.8)."""

    brigade: str
    rest: str
    whole: str


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A nationality and the colours of its counters (2.5)."""

    name: Text
    side: str
    fill: str
    ink: str
    symbol: str


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit type and its symbol (2.8)."""

    name: Text
    symbol: str


class UnitsFile(msgspec.Struct, frozen=True):
    """The counter manifest."""

    source: str
    rules: tuple[str, ...]
    units: dict[str, Counter]
    links: tuple[Link, ...]
    nationalities: dict[str, Nation]
    types: dict[str, UnitType]


class TerrainCost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the terrain effects chart (12.5); no cost means no entry."""

    move: int | None
    mountain_infantry: int | None
    shift: int = 0


class BorderSurcharge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a Soviet unit pays to cross a border in the first turn (5.10)."""

    regular: int
    road: int


class TerrainFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terrain effects chart."""

    source: str
    rules: tuple[str, ...]
    terrain: dict[str, TerrainCost]
    river: int
    border: BorderSurcharge


class SupplyFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the portions of a supply line may be (8.4, 8.7)."""

    cross_country: int
    post_city: int


class SupplyFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The supply parameters of both sides."""

    source: str
    rules: tuple[str, ...]
    sides: dict[str, SupplyFigures]


class StackingFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Stacking values and limits, in half divisions (7.1, 7.3)."""

    source: str
    rules: tuple[str, ...]
    limit: int
    sizes: dict[str, int]
    territorial: int


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box of the turn track."""

    air: int | None
    """The modifier of the air superiority die; none where it is not rolled."""
    r_units: int
    mini_turn: bool
    wild_weasels: int


class TurnTrackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn track."""

    source: str
    rules: tuple[str, ...]
    days: int
    turns: dict[int, Turn]


class NationEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the reinforcements of a NATO nation enter: regions of the map, or nothing."""

    city: str | None
    edge: str | None
    edge_when: Literal["always", "no-city", "never"]
    delay: int
    """How many turns late units come that enter over the edge."""


class EntryFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where reinforcements enter."""

    source: str
    rules: tuple[str, ...]
    quota: int
    artillery_per_turn: int
    groups: dict[str, str]
    setup: dict[str, str]
    nations: dict[str, NationEntry]
    lost_without_city: tuple[str, ...]
    """The nations whose units to come are lost while none of their cities is up and running."""


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way for the Soviets to win: control of enough hexes of a region, connected and supplied where it says so."""

    rule: str
    name: Text
    level: str
    """The key of the victory that it gives."""
    region: str
    count: Annotated[int, msgspec.Meta(ge=1)]
    bridgehead: bool = False
    """The hexes must form one connected group in overland supply (4.6)."""


class Placement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a unit of a shorter scenario starts, or when it arrives."""

    at: str = ""
    turn: int = 0
    group: str = ""
    steps: int = 0


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario as written down."""

    name: Text
    description: Text
    source: str
    map: str
    first_turn: Annotated[int, msgspec.Meta(ge=1, le=15)]
    last_turn: Annotated[int, msgspec.Meta(ge=1, le=15)]
    victory: tuple[Condition, ...]
    area: tuple[str, str] | None = None
    """The corners of the part of the map in play: first and last label of a rectangle of columns and rows."""
    units: dict[str, Placement] | None = None
    """The units that take part, where not all do as their counters say."""
    r_units: dict[int, int] | None = None
    """Soviet R reinforcements by turn, where they differ from the standard schedule."""
    captured: dict[str, tuple[str, ...]] = {}
    """Hexes that a side holds at the start beside its own, by side."""
    regions: dict[str, str] = {}
    """Regions of the map that others stand in for, such as the supply sources where the map edge is out of play."""


class Content:
    """A scenario ready for play; nothing in it changes but its caches."""

    def __init__(
        self,
        scenario: ScenarioFile,
        board: Board,
        units: UnitsFile,
        tables: Callable[[str], Path],
        switches: tuple[str, ...],
    ) -> None:
        self.scenario = scenario
        self.board = board
        self.switches = frozenset(switches)
        self.first_turn = scenario.first_turn
        self.last_turn = scenario.last_turn
        self.counters = units.units
        self.links = units.links
        self.nations = units.nationalities
        self.types = units.types
        self.placements = _placements(scenario, units.units)
        self._tables = tables
        self._read: dict[str, object] = {}
        self._regions: dict[str, frozenset[str]] = {}
        self._around: dict[tuple[str, int], frozenset[str]] = {}
        self.derived: dict[Any, Any] = {}
        """What follows from the data, kept by `of_content`."""
        self.track = self.table("turn-track", TurnTrackFile).turns
        self.entry = self.table("entry", EntryFile)
        self._map_facts()
        self._stacking(self.table("stacking", StackingFile))
        self._costs(self.table("terrain", TerrainFile))
        self._supply(self.table("supply", SupplyFile))

    def table(self, name: str, type_: type[T]) -> T:
        """A table of the title by the name of its file, read once."""
        if name not in self._read:
            self._read[name] = datafile.read(self._tables(f"tables/{name}.yaml"), type_)
        found = self._read[name]
        assert isinstance(found, type_)
        return found

    def region(self, name: str) -> frozenset[str]:
        """The labels of the hexes of a region, or of what stands in for it in the scenario, that are in play."""
        if name not in self._regions:
            board = self.board
            hexes = board.regions[self.scenario.regions.get(name, name)]
            self._regions[name] = frozenset(board.labels[i] for i in hexes)
        return self._regions[name]

    def around(self, label: str, distance: int) -> frozenset[str]:
        """The hexes within a distance of a hex, worked out once."""
        found = self._around.get((label, distance))
        if found is None:
            board = self.board
            found = frozenset(board.labels[i] for i in board.within(board.index[label], distance))
            self._around[label, distance] = found
        return found

    def _map_facts(self) -> None:
        board = self.board
        self.closed = bytes(CLOSED if info.terrain in WATER else 0 for info in board.hexes)
        self.terrain = {info.label: info.terrain for info in board.hexes}
        self.natural = {info.label: str(info.data.get("natural", info.terrain)) for info in board.hexes}
        self.country = {info.label: str(info.data.get("country", "")) for info in board.hexes}
        self.adjacent = {
            label: tuple(board.labels[j] for j in board.adjacent(i)) for i, label in enumerate(board.labels)
        }
        self.land_adjacent = {
            label: tuple(
                board.labels[j]
                for d in range(6)
                if (j := board.neighbour(i, d)) >= 0 and not board.side_features(i, d) & {*RIVERS, "shore"}
            )
            for i, label in enumerate(board.labels)
        }
        """The neighbours of each hex that no river, lake or sea hexside parts from it."""
        self.first_holder = {
            label: SOVIET if country in SOVIET_COUNTRIES else NATO for label, country in self.country.items()
        }
        for side, labels in self.scenario.captured.items():
            self.first_holder |= dict.fromkeys(labels, side)
        self.soviet_home = frozenset(label for label, country in self.country.items() if country in SOVIET_COUNTRIES)
        self.city_labels = tuple(label for label, terrain in self.terrain.items() if terrain == "city")
        self.west = frozenset(info.label for info in board.hexes if info.data.get("west"))
        self.hex_ids = [f"hex:{label}" for label in board.labels]
        self.sf_reach = {
            label: {near for near in nearby if self.terrain[near] not in WATER}
            for label, nearby in self.adjacent.items()
        }

    def _stacking(self, file: StackingFile) -> None:
        self.stack_limit = file.limit
        self.stack_size = {
            unit_id: file.territorial if kind.type == "territorial" else file.sizes[kind.size]
            for unit_id, kind in self.counters.items()
        }

    def _costs(self, file: TerrainFile) -> None:
        self.terrain_shift = {name: row.shift for name, row in file.terrain.items()}
        self.border_surcharge = file.border
        self.mover_cache: dict[object, tuple[array[int], Mover]] = {}
        surcharges = {0, file.border.regular, file.border.road}
        self.enter_cost = {
            mountain: {
                name: cost
                for name, row in file.terrain.items()
                if (cost := row.mountain_infantry if mountain else row.move) is not None
            }
            for mountain in (False, True)
        }
        sides = dict.fromkeys(RIVERS, file.river) | {"shore": FORBIDDEN}
        self.edge_costs: dict[tuple[bool, int], array[int]] = {
            (mountain, extra): self.board.costs(self.enter_cost[mountain], sides | {"border": extra})
            for mountain in (False, True)
            for extra in surcharges
        }

    def _barred_at_start(self, side: str) -> bytes:
        """The hexes that the map closes to a side's supply: cities that its enemy begins with, water to the Soviets."""
        return bytes(
            CLOSED
            if (info.terrain in WATER and side == SOVIET)
            or (info.terrain == "city" and self.first_holder[info.label] != side)
            else 0
            for info in self.board.hexes
        )

    def _supply(self, file: SupplyFile) -> None:
        board = self.board
        self.supply = file.sides
        self.supply_cache: dict[object, bytes] = {}
        every = dict.fromkeys(board.legend.terrain, 1)
        self.supply_costs = {SOVIET: board.costs(every, {"shore": FORBIDDEN}), NATO: board.costs(every)}
        self.supply_lines = {
            side: Tracer(board.neighbours, bytes(cost < FORBIDDEN for cost in costs))
            for side, costs in self.supply_costs.items()
        }
        self.supply_barred = {side: self._barred_at_start(side) for side in SIDES}
        self.soviet_sources = tuple(board.index[label] for label in sorted(self.region("soviet-sources")))
        self.sources_of = {
            nat: tuple(sorted(self.region(f"source-{'us' if nat == 'ca' else nat}")))
            for nat, nation in self.nations.items()
            if nation.side == NATO
        }
        self.nato_sources = frozenset(label for labels in self.sources_of.values() for label in labels)
        cities = [board.index[label] for label in self.city_labels]
        self.all_cities = tuple(cities)
        self.soviet_cities = tuple(i for i in cities if board.labels[i] not in self.west)


def _placements(scenario: ScenarioFile, counters: dict[str, Counter]) -> dict[str, Placement]:
    """Where and when each unit that takes part comes into play: as its counter says, or as the scenario does."""
    if scenario.units is None:
        return {
            unit_id: Placement(at=kind.at, turn=kind.turn, group=kind.group, steps=kind.steps)
            for unit_id, kind in counters.items()
        }
    return {
        unit_id: replace(placement, steps=placement.steps or counters[unit_id].steps)
        for unit_id, placement in scenario.units.items()
    }


def _area(board: Board, corners: tuple[str, str]) -> list[str]:
    """The hexes between two corners."""
    (left, top), (right, bottom) = (board.grid.column_row(board.grid.parse(label)) for label in corners)
    places = {label: board.grid.column_row(board.hex(i)) for i, label in enumerate(board.labels)}
    return [label for label, (x, y) in places.items() if left <= x <= right and top <= y <= bottom]


def load(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    board = load_board(title.data_file(f"maps/{document.value.map}.yaml"))
    units = datafile.read(title.data_file("units/units.yaml"), UnitsFile)
    _check(document, board, units)
    if document.value.area is not None:
        board = cropped(board, _area(board, document.value.area))
    return Content(document.value, board, units, title.data_file, switches)


def _check(document: Document[ScenarioFile], board: Board, units: UnitsFile) -> None:
    """What the types alone cannot say of a scenario."""
    file = document.value
    if file.last_turn < file.first_turn:
        raise document.error(("last_turn",), f"must not be before first_turn ({file.first_turn})")
    for i, condition in enumerate(file.victory):
        if condition.region not in board.regions:
            raise document.error(("victory", i, "region"), f"unknown region; the map has {', '.join(board.regions)}")
    for unit_id, placement in (file.units or {}).items():
        if unit_id not in units.units:
            raise document.error(("units", unit_id), "is not a counter of the manifest")
        if placement.at and placement.at not in board.index:
            raise document.error(("units", unit_id, "at"), f"{placement.at!r} is not a hex of the map")
    for region, stand_in in file.regions.items():
        for name in (region, stand_in):
            if name not in board.regions:
                raise document.error(("regions", region), f"the map has no region {name!r}")
    for side, labels in file.captured.items():
        if side not in SIDES:
            raise document.error(("captured", side), f"must be one of {', '.join(SIDES)}")
        for i, label in enumerate(labels):
            if label not in board.index:
                raise document.error(("captured", side, i), f"{label!r} is not a hex of the map")
