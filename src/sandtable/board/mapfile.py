"""The format of a map as a YAML file, and its compilation into a board.

    name: {en: The Ford, ja: 渡河点}
    grid: {orientation: flat, shift: even, first_column: 1, first_row: 1}
    terrains: {clear: {name: {en: Clear, ja: 平地}, fill: "#e8e4c9"}, woods: {...}}
    features: {airfield: {name: {en: Airfield, ja: 飛行場}, mark: ring}}
    sides: {river: {name: {en: River, ja: 川}, stroke: "#4a7fb5", width: 3}}
    networks: {road: {name: {en: Road, ja: 道路}, stroke: "#8b5a2b"}}
    fill: {terrain: clear, from: "0101", to: "1210"}
    holes: ["0101"]
    hexes:
      "0304": {terrain: woods, elevation: 1, features: [airfield], name: Wolfheze, data: {points: 2}}
    hexsides:
      - {feature: river, name: {en: Rhine, ja: ライン川}, sides: ["0304-0305", "0305-0405"]}
    paths:
      - {network: road, name: N225, path: ["0201", "0202", "0203"]}
    regions: {west: ["0304", "0305"]}

Every hex of the rectangle of `fill` is on the map with its terrain unless `holes` leaves it out; `hexes` gives the
exceptions, and hexes beyond the rectangle. A hexside of a feature that falls names its lower hex first. What stands
in a hex without filling it may have a shape, as in `outline: [[-40, -30], [40, -30], [40, 30], [-40, 30]]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from sandtable.board.board import Board, Fact, HexInfo, SideRun
from sandtable.board.legend import FeatureStyle, Legend, Name, NetworkStyle, Outline, SideStyle, TerrainStyle
from sandtable.datafile import Document, FieldPath, read_document
from sandtable.hexgrid import Grid, Hex, LabelError, Side, are_adjacent

AnyName = Name | str


class Fill(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """The rectangle of columns and rows between two corners, and the terrain of its hexes."""

    terrain: str
    start: str
    end: str


class HexEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file says of one hex; a hex of the rectangle that names no terrain keeps that of the rectangle."""

    terrain: str | None = None
    elevation: int = 0
    features: tuple[str, ...] = ()
    name: AnyName | None = None
    data: dict[str, Fact] = {}
    outline: Outline = ()


class SideEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A feature along hexsides."""

    feature: str
    sides: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    name: AnyName | None = None


class PathEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stretch of a network through adjacent hexes."""

    network: str
    path: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]
    name: AnyName | None = None


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A map as its file gives it."""

    name: AnyName | None = None
    source: Literal["seed", "derived", "authored"] = "authored"
    """Whether the map stands in the rulebook, follows from what does, or is ours."""
    grid: Grid = Grid()
    terrains: dict[str, TerrainStyle]
    features: dict[str, FeatureStyle] = {}
    sides: dict[str, SideStyle] = {}
    networks: dict[str, NetworkStyle] = {}
    fill: Fill | None = None
    holes: tuple[str, ...] = ()
    hexes: dict[str, HexEntry] = {}
    hexsides: tuple[SideEntry, ...] = ()
    paths: tuple[PathEntry, ...] = ()
    regions: dict[str, tuple[str, ...]] = {}
    region_names: dict[str, Name] = {}
    """What regions are called of which players are told."""


def load_board(path: Path) -> Board:
    """The board of a map file.

    Raises DataError, with file, line and field, for a file that is not a map or contradicts itself.
    """
    return _Compiler(read_document(path, MapFile)).board()


class _Compiler:
    """Turns a map file into a board, checking each field as it goes."""

    def __init__(self, document: Document[MapFile]) -> None:
        self.document = document
        self.file = document.value
        self.grid = self.file.grid
        self.places: dict[str, Hex] = {}

    def board(self) -> Board:
        hexes = self._hexes()
        file = self.file
        return Board(
            self.grid,
            hexes,
            Legend(file.terrains, file.features, file.sides, file.networks, self._region_names()),
            side_runs=self._side_runs(),
            paths=[self._path(i, entry) for i, entry in enumerate(file.paths)],
            regions=self._regions(),
            name=_name(file.name),
        )

    def _hexes(self) -> list[HexInfo]:
        infos = self._filled()
        holes = frozenset(self.file.holes)
        for label, entry in self.file.hexes.items():
            field = ("hexes", label)
            if label in holes:
                raise self.document.error(field, "is also listed under holes")
            default = infos.get(label)
            if default is None:
                self.places[label] = self._parse(field, label)
            infos[label] = self._hex_info(label, entry, default.terrain if default else None)
        if not infos:
            raise self.document.error((), "the map has no hexes: give it a fill or some hexes")
        return list(infos.values())

    def _filled(self) -> dict[str, HexInfo]:
        """The hexes of the rectangle, less the holes."""
        labels = self._rectangle()
        infos = {label: HexInfo(label, self.file.fill.terrain) for label in labels} if self.file.fill else {}
        self._check_distinct(("holes",), self.file.holes)
        for i, label in enumerate(self.file.holes):
            if label not in infos:
                raise self.document.error(("holes", i), f"{label!r} is not in the rectangle of fill")
            del infos[label], self.places[label]
        return infos

    def _rectangle(self) -> list[str]:
        fill = self.file.fill
        if fill is None:
            return []
        self._check_legend(("fill", "terrain"), fill.terrain, self.file.terrains, "terrain")
        left, top = self.grid.column_row(self._parse(("fill", "from"), fill.start))
        right, bottom = self.grid.column_row(self._parse(("fill", "to"), fill.end))
        if right < left or bottom < top:
            raise self.document.error(("fill", "to"), f"{fill.end!r} lies left of or above {fill.start!r}")
        hexes = [self.grid.at(column, row) for column in range(left, right + 1) for row in range(top, bottom + 1)]
        self.places = {self.grid.label(hex_): hex_ for hex_ in hexes}
        return list(self.places)

    def _hex_info(self, label: str, entry: HexEntry, default: str | None) -> HexInfo:
        field = ("hexes", label)
        terrain = entry.terrain if entry.terrain is not None else default
        if terrain is None:
            raise self.document.error((*field, "terrain"), "missing: the hex lies outside the rectangle of fill")
        self._check_legend((*field, "terrain"), terrain, self.file.terrains, "terrain")
        self._check_distinct((*field, "features"), entry.features)
        for i, feature in enumerate(entry.features):
            self._check_legend((*field, "features", i), feature, self.file.features, "feature")
        if len(entry.outline) in (1, 2):
            raise self.document.error((*field, "outline"), "needs three corners or more")
        return HexInfo(
            label, terrain, entry.elevation, frozenset(entry.features), _name(entry.name), entry.data, entry.outline
        )

    def _side_runs(self) -> list[SideRun]:
        seen: dict[tuple[str, Side], FieldPath] = {}
        runs = []
        for i, entry in enumerate(self.file.hexsides):
            self._check_legend(("hexsides", i, "feature"), entry.feature, self.file.sides, "side feature")
            sides = []
            for j, text in enumerate(entry.sides):
                field: FieldPath = ("hexsides", i, "sides", j)
                side = self._side(field, text)
                if seen.setdefault((entry.feature, side), field) is not field:
                    raise self.document.error(field, f"{text!r} already has the side feature {entry.feature!r}")
                sides.append(side)
            falls = self.file.sides[entry.feature].falls
            lower = tuple(self.places[text.split("-")[0]] for text in entry.sides) if falls else ()
            runs.append(SideRun(entry.feature, tuple(sides), _name(entry.name), lower))
        return runs

    def _side(self, field: FieldPath, text: str) -> Side:
        try:
            side = self.grid.parse_side(text)
        except LabelError as error:
            raise self.document.error(field, str(error)) from None
        for label in text.split("-"):
            self._place(field, label)
        return side

    def _path(self, i: int, entry: PathEntry) -> tuple[str, Sequence[str], Name | None]:
        self._check_legend(("paths", i, "network"), entry.network, self.file.networks, "network")
        places = [self._place(("paths", i, "path", j), label) for j, label in enumerate(entry.path)]
        crossed: set[Side] = set()
        for j in range(1, len(places)):
            field = ("paths", i, "path", j)
            if not are_adjacent(places[j - 1], places[j]):
                raise self.document.error(field, f"{entry.path[j]!r} is not adjacent to {entry.path[j - 1]!r}")
            side = Side.between(places[j - 1], places[j])
            if side in crossed:
                raise self.document.error(field, f"the path runs from {entry.path[j - 1]!r} to {entry.path[j]!r} twice")
            crossed.add(side)
        return (entry.network, entry.path, _name(entry.name))

    def _regions(self) -> dict[str, tuple[str, ...]]:
        for region, labels in self.file.regions.items():
            self._check_distinct(("regions", region), labels)
            for i, label in enumerate(labels):
                self._place(("regions", region, i), label)
        return self.file.regions

    def _region_names(self) -> dict[str, Name]:
        for region in self.file.region_names:
            if region not in self.file.regions:
                raise self.document.error(("region_names", region), "there is no such region")
        return self.file.region_names

    def _place(self, field: FieldPath, label: str) -> Hex:
        """The hex of the map that a label names."""
        place = self.places.get(label)
        if place is None:
            self._parse(field, label)
            raise self.document.error(field, f"{label!r} is not on the map")
        return place

    def _parse(self, field: FieldPath, label: str) -> Hex:
        try:
            return self.grid.parse(label)
        except LabelError as error:
            raise self.document.error(field, str(error)) from None

    def _check_legend(self, field: FieldPath, name: str, legend: Iterable[str], kind: str) -> None:
        if name not in legend:
            known = ", ".join(sorted(legend)) or "none"
            raise self.document.error(field, f"unknown {kind} {name!r}; the legend has {known}")

    def _check_distinct(self, field: FieldPath, items: Sequence[str]) -> None:
        if len(set(items)) == len(items):
            return
        for i, item in enumerate(items):
            if item in items[:i]:
                raise self.document.error((*field, i), f"{item!r} is listed twice")


def _name(name: AnyName | None) -> Name | None:
    return Name(name) if isinstance(name, str) else name
