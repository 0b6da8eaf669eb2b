"""The data of a scenario: map, counters, Set-Up Card and charts, read strictly and made ready for play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Protocol, TypeVar

from msgspec.structs import replace

from sandtable import datafile
from sandtable.board import Board, load_board
from sandtable.datafile import Document, FieldPath, read_document
from sandtable.games.efs.files import Placement, ScenarioFile, SetUpCard, SideCard, UnitsFile
from sandtable.games.efs.state import AXIS, QUARTERS, SIDES, SOVIET
from sandtable.games.efs.tables import TerrainFile, UntriedFile
from sandtable.kernel import AnyTitle, of_content
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import HexContent

T_co = TypeVar("T_co", covariant=True)

Edge = tuple[str, str]
"""Two adjacent hexes, in the order in which a hexside is crossed."""
ROADS = ("motorway", "main", "minor")
"""From the highest class to the lowest (10.43)."""
HEXSIDES = 6
WATER = frozenset({"sea", "lake", "shallow-water"})


def quarters(points: float) -> int:
    """Movement points in quarters."""
    return round(points * QUARTERS)


class Content(HexContent):
    """A scenario ready for play."""

    def __init__(
        self,
        scenario: ScenarioFile,
        card: SetUpCard,
        board: Board,
        units: UnitsFile,
        data_file: Callable[[str], Path],
        switches: tuple[str, ...],
    ) -> None:
        super().__init__(board, data_file, switches)
        self.scenario = scenario
        self.card = card
        self.first_turn = card.first_turn
        self.last_turn = scenario.last_turn
        self.counters = units.units
        self.nations = units.nations
        self.types = units.types
        self.divisions = units.divisions
        self.formations = units.formations
        self.side_of = {unit_id: units.nations[unit.nation].side for unit_id, unit in units.units.items()}
        self.terrain_chart = self.table("terrain", TerrainFile)
        self._hex_facts()
        self._hexside_facts()

    def _hex_facts(self) -> None:
        board, chart = self.board, self.terrain_chart
        self.parts = {info.label: frozenset(chart.hexes[info.terrain]) for info in board.hexes}
        """What the terrain of each hex is made of, by lines of the Terrain Effects Chart (10.41)."""
        self.land = frozenset(label for label, parts in self.parts.items() if not parts & WATER)
        self.towns = self._with_feature("town")
        self.cities = frozenset(label for label, parts in self.parts.items() if parts & {"city", "major-city"})
        self.ports = self._with_feature("port")
        self.belts = self._with_feature("fortified-belt")
        self.citadels = self._with_feature("citadel")
        self.coasts = {info.label: _words(info.data.get("coast", "")) for info in board.hexes}
        """The waters on which a land hex lies."""
        self.faces = {info.label: _words(info.data.get("faces", "")) for info in board.hexes}
        """The hexes that the fortified line of a hex faces (18.21)."""
        axis = frozenset(self.card.axis_hexes)
        self.first_friend = {label: AXIS if label in axis else SOVIET for label in self.land}
        """To whom each land hex is friendly at the start."""

    def _with_feature(self, feature: str) -> frozenset[str]:
        return frozenset(info.label for info in self.board.hexes if feature in info.features)

    def _hexside_facts(self) -> None:
        board = self.board
        self.hexsides: dict[Edge, frozenset[str]] = {}
        """What lies along a hexside, as it is crossed from one hex to the other."""
        self.roads: dict[Edge, str] = {}
        """The highest road that crosses a hexside."""
        self.rails: frozenset[Edge] = frozenset(self._crossed_by("rail"))
        for i, label in enumerate(board.labels):
            for direction in range(6):
                j = board.neighbour(i, direction)
                if j >= 0:
                    self.hexsides[label, board.labels[j]] = board.side_features(i, direction)
        for road in reversed(ROADS):
            self.roads.update(dict.fromkeys(self._crossed_by(road), road))
        self.byroads: dict[Edge, str] = {}
        """The highest other road beside a motorway, for those to whom that is closed (10.44a)."""
        for road in ROADS[:0:-1]:
            beside = [edge for edge in self._crossed_by(road) if self.roads[edge] == ROADS[0]]
            self.byroads.update(dict.fromkeys(beside, road))
        crossed = frozenset(label for edge in self.rails for label in edge)
        self.rail_hexes = crossed | self.cities
        """The railroad hexes; every city is one (6.16/note)."""

    def _crossed_by(self, network: str) -> list[Edge]:
        board = self.board
        marks = board.networks.get(network, bytearray())
        slots = [divmod(slot, 6) for slot, mark in enumerate(marks) if mark]
        return [(board.labels[i], board.labels[board.neighbour(i, way)]) for i, way in slots]

    def is_at_edge(self, label: str) -> bool:
        """Whether a hex lies at the edge of the map."""
        return len(self.adjacent[label]) < HEXSIDES

    def roads_across(self, edge: Edge) -> tuple[str | None, str | None]:
        """The highest road that crosses a hexside, and the one beside it if that is a motorway."""
        return self.roads.get(edge), self.byroads.get(edge)

    def hexside_id(self, a: str, b: str) -> str:
        """The id of the hexside between two hexes."""
        return f"{min(a, b)}-{max(a, b)}"


def _words(text: object) -> frozenset[str]:
    return frozenset(str(text).split())


def load(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    if document.value.card is None and not document.value.like:
        raise document.error((), "needs a map and a card of its own, or a scenario that it is like")
    whole = document
    if document.value.like:
        whole = read_document(title.data_file(f"scenarios/{document.value.like}.yaml"), ScenarioFile)
    card = whole.value.card
    if card is None:
        raise document.error(("like",), f"{document.value.like!r} has no card of its own")
    card = replace(card, units={**card.units, **document.value.besides})
    board = load_board(title.data_file(f"maps/{whole.value.map}.yaml"))
    units = datafile.read(title.data_file("units/units.yaml"), UnitsFile)
    _check(whole, card, board, units)
    content = Content(document.value, card, board, units, title.data_file, switches)
    _check_terrain(whole, content)
    return content


def _check(document: Document[ScenarioFile], card: SetUpCard, board: Board, units: UnitsFile) -> None:
    """What the types alone cannot say of a card."""

    def known(field: FieldPath, labels: Iterable[str]) -> None:
        for label in labels:
            if label not in board.index:
                raise document.error(field, f"{label!r} is not a hex of the map")

    if document.value.last_turn < card.first_turn:
        raise document.error(("last_turn",), f"must not be before the first turn ({card.first_turn})")
    for unit_id, placement in card.units.items():
        field = ("card", "units", unit_id)
        if unit_id not in units.units:
            raise document.error(field, "is not a counter of the manifest")
        known(field, [label for label in (placement.at, placement.city, *placement.entry) if label])
        if placement.waters and placement.waters not in board.regions:
            raise document.error((*field, "waters"), f"the map has no region {placement.waters!r}")
        if placement.group and placement.group not in card.groups:
            raise document.error((*field, "group"), f"{placement.group!r} is not a group of the card")
    for side, own in card.sides.items():
        known(("card", "sides", side, "sources"), own.sources)
        known(("card", "sides", side, "railroads"), own.railroads)
        known(("card", "sides", side, "railheads"), own.railheads)
        known(("card", "sides", side, "supply_at_start"), [each.at for each in own.supply_at_start])
        known(("card", "sides", side, "supply_received"), [each for row in own.supply_received for each in row.entry])
    _check_exchanges(document, card, units)
    for unit_id, withdrawal in card.withdrawals.items():
        known(("card", "withdrawals", unit_id), withdrawal.entry)
        if withdrawal.returns and not withdrawal.entry:
            raise document.error(("card", "withdrawals", unit_id), "names no hexes of entry for its return")
    known(("card", "axis_hexes"), card.axis_hexes)
    known(("card", "strongpoints"), card.strongpoints)
    known(("card", "locations"), card.locations)
    for name, region in [*((f"closed.{side}", region) for side, region in card.closed.items()), *card.exits.items()]:
        if region not in board.regions:
            raise document.error(("card", name), f"the map has no region {region!r}")
    for region in card.stacking:
        if region not in board.regions:
            raise document.error(("card", "stacking", region), "is not a region of the map")
    for division in card.fuel_groups:
        if division not in units.divisions:
            raise document.error(("card", "fuel_groups"), f"{division!r} is not a division")


def _check_exchanges(document: Document[ScenarioFile], card: SetUpCard, units: UnitsFile) -> None:
    """Whoever a card calls away or exchanges is in play by it, and sides do not exchange units with each other."""
    in_play = {*card.units, *(each for conversion in card.conversions.values() for each in conversion.receive)}
    for unit_id in card.withdrawals:
        if unit_id not in in_play:
            raise document.error(("card", "withdrawals", unit_id), "is not a unit of the card")
    for name, conversion in card.conversions.items():
        field: FieldPath = ("card", "conversions", name)
        if not conversion.remove or not conversion.receive:
            raise document.error(field, "must name units to remove and units to receive")
        for unit_id in conversion.receive:
            if unit_id not in units.units:
                raise document.error((*field, "receive"), f"{unit_id!r} is not a counter of the manifest")
        for unit_id in conversion.remove:
            if unit_id not in in_play:
                raise document.error((*field, "remove"), f"{unit_id!r} is not a unit of the card")
        nations = {units.units[unit_id].nation for unit_id in (*conversion.remove, *conversion.receive)}
        if len({units.nations[nation].side for nation in nations}) > 1:
            raise document.error(field, "has units of both sides")


def _check_terrain(document: Document[ScenarioFile], content: Content) -> None:
    """What is said twice is said alike: fortified lines on the map and which way they face; units stand on land."""
    drawn = {content.hexside_id(*edge) for edge, found in content.hexsides.items() if "fortified-line" in found}
    facing = {content.hexside_id(label, other) for label, others in content.faces.items() for other in others}
    if drawn != facing:
        raise document.error(("map",), f"fortified lines without a facing: {', '.join(sorted(drawn ^ facing))}")
    pools = content.table("untried", UntriedFile).pools
    for unit_id, placement in content.card.units.items():
        afloat = content.counters[unit_id].ma == "blue"
        if placement.at and placement.at not in content.land and not afloat:
            raise document.error(("card", "units", unit_id, "at"), f"{placement.at!r} is not on land")
        kind = content.counters[unit_id].untried
        if kind and kind not in pools:
            raise document.error(("card", "units", unit_id), f"no tried sides are listed for {kind!r}")


def card_of(content: Content, side: str) -> SideCard:
    """What a side has besides its units."""
    return content.card.sides["axis" if side == AXIS else "soviet"]


def supply_names(content: Content) -> list[str]:
    """Every supply counter that a scenario allows."""
    found = []
    for side in SIDES:
        counters = card_of(content, side).supply_counters
        found += [f"{side}-s{number}" for number in range(1, counters.small + 1)]
        found += [f"{side}-l{number}" for number in range(1, counters.large + 1)]
    return found


def placement_of(content: Content, unit_id: str) -> Placement:
    """How the card has a unit come into play; nothing is said of one for which others are exchanged (8.6)."""
    return content.card.units.get(unit_id, Placement())


class Rows(Protocol[T_co]):
    """A table of entries by the result of a roll."""

    @property
    def rows(self) -> Mapping[int, T_co]: ...


@of_content
def chart(content: Content, name: str, file: type[Rows[T_co]]) -> Chart[T_co]:
    """A table, by the name of its file, as a chart."""
    return Chart(content.table(name, file).rows)


@of_content
def divisions_in_play(content: Content) -> dict[str, tuple[str, ...]]:
    """The units of each division that a scenario has, by the option that moves them together."""
    found: dict[str, tuple[str, ...]] = {}
    for unit_id in content.card.units:
        division = content.counters[unit_id].division
        if division:
            found[f"division:{division}"] = (*found.get(f"division:{division}", ()), unit_id)
    return found


@of_content
def order_of_battle(content: Content) -> dict[tuple[str, str], tuple[str, ...]]:
    """The units of a scenario by division, and those of none by formation."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for unit_id in content.card.units:
        counter = content.counters[unit_id]
        key = ("division", counter.division) if counter.division else ("formation", counter.formation)
        found[key] = (*found.get(key, ()), unit_id)
    return found
