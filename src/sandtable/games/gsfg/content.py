"""The data of a scenario: map, counters, tables and victory conditions, read strictly and made ready for play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec.structs import replace

from sandtable import datafile
from sandtable.board import CLOSED, Board, load_board
from sandtable.datafile import Document, read_document
from sandtable.games.gsfg.files import (
    EntryFile,
    MovementFile,
    Placement,
    PrintedUnit,
    ScenarioFile,
    StackingFile,
    TerrainFile,
    TurnTrackFile,
    UnitsFile,
)
from sandtable.games.gsfg.state import NATO, SIDES, SOVIET
from sandtable.kernel import AnyTitle, of_content
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import HexContent, part_of

T_co = TypeVar("T_co", covariant=True)

RIVERS = ("river", "stream", "canal")
WATER = ("sea", "lake")
SOVIET_COUNTRIES = ("gdr", "cssr")


class Content(HexContent):
    """A scenario ready for play."""

    def __init__(
        self,
        scenario: ScenarioFile,
        board: Board,
        units: UnitsFile,
        data_file: Callable[[str], Path],
        switches: tuple[str, ...],
    ) -> None:
        super().__init__(board, data_file, switches)
        self.scenario = scenario
        self.first_turn = scenario.first_turn
        self.last_turn = scenario.last_turn
        self.counters = units.units
        self.links = units.links
        self.nations = units.nationalities
        self.types = units.types
        self.placements = _placements(scenario, units.units)
        self.track = self.table("turn-track", TurnTrackFile).turns
        self.mini_turns = frozenset(turn for turn, row in self.track.items() if row.mini_turn)
        """The turns in which the 8th Guards Army acts by itself (5.4)."""
        self.entry = self.table("entry", EntryFile)
        self.road_factor = self.table("movement", MovementFile).road_factor
        self._map_facts()
        self._stacking(self.table("stacking", StackingFile))
        self.terrain_chart = self.table("terrain", TerrainFile)
        self.terrain_shift = {name: row.shift for name, row in self.terrain_chart.terrain.items()}
        self.sources_of = {
            nat: tuple(sorted(self.region(f"source-{'us' if nat == 'ca' else nat}")))
            for nat, nation in self.nations.items()
            if nation.side == NATO
        }
        """The supply sources of each NATO nation (8.8)."""
        self.nato_sources = frozenset(label for labels in self.sources_of.values() for label in labels)

    def region(self, name: str) -> frozenset[str]:
        """The hexes in play of a region, or of what stands in for it in the scenario."""
        return super().region(self.scenario.regions.get(name, name))

    def _map_facts(self) -> None:
        board = self.board
        self.closed = bytes(CLOSED if info.terrain in WATER else 0 for info in board.hexes)
        self.country = {info.label: str(info.data.get("country", "")) for info in board.hexes}
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

    def _stacking(self, file: StackingFile) -> None:
        self.stack_limit = file.limit
        self.stack_size = {
            unit_id: file.territorial if kind.type == "territorial" else file.sizes[kind.size]
            for unit_id, kind in self.counters.items()
        }


def _placements(scenario: ScenarioFile, counters: dict[str, PrintedUnit]) -> dict[str, Placement]:
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


def load(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    board = load_board(title.data_file(f"maps/{document.value.map}.yaml"))
    units = datafile.read(title.data_file("units/units.yaml"), UnitsFile)
    _check(document, board, units)
    if document.value.area is not None:
        board = part_of(board, document.value.area)
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


class Rows(Protocol[T_co]):
    """A table of entries by the result of a roll."""

    @property
    def rows(self) -> Mapping[int, T_co]: ...


@of_content
def chart(content: Content, name: str, file: type[Rows[T_co]]) -> Chart[T_co]:
    """A table, by the name of its file, as a chart."""
    return Chart(content.table(name, file).rows)
