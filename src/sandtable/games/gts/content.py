"""The data of a scenario: map, counters, formations and tables, read strictly and made ready for play."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from sandtable import datafile
from sandtable.board import Board, load_board
from sandtable.datafile import Document, read_document
from sandtable.games.gts.state import ChitKind
from sandtable.kernel import AnyTitle
from sandtable.mechanics.content import HexContent, Strict, Table, Text, part_of

SideName = Literal["allied", "german"]
Weapon = Literal["DP", "SA", "AP", "HE-M", "HE-I", "HE-D"]
Mobility = Literal["leg", "motorized", "tracked", "immobile"]


class Face(Strict, frozen=True, kw_only=True):
    """One side of a counter (2.0)."""

    fire: int | None = None
    weapon: Weapon | None = None
    range: int = 1
    assault: int | None = None
    assault_weapon: Weapon | None = None
    red: bool = False
    defense: int
    armored: bool = False
    quality: int
    move: int | None = None
    star: bool = False
    mobility: Mobility


class ContactValues(Strict, frozen=True, kw_only=True):
    """The values on the two sides of a Contact marker (16.3/6)."""

    pending: int
    changing: int


class PrintedUnit(Strict, frozen=True, kw_only=True):
    """A unit as printed: its place in the army and both its sides."""

    short: str
    name: Text
    side: SideName
    nat: str
    division: str
    formation: str
    type: str
    unit_class: Literal["infantry", "artillery", "vehicle"]
    size: str
    like: str
    steps: int
    front: Face
    transport: Face | None = None
    abilities: tuple[Literal["engineer", "flame", "off-map"], ...] = ()
    contact: ContactValues | None = None
    rearguard: bool = False


class Army(Strict, frozen=True, kw_only=True):
    """A side and its Direct Command chit."""

    direct_command: str


class Division(Strict, frozen=True, kw_only=True):
    """A division with its ratings and its limits (10.0.3, 23.1, 24.5)."""

    short: str
    name: Text
    side: SideName
    command: int
    dispatch: int
    chit: str
    roadblocks: int
    rearguards: int
    rearguard_quality: int


class Formation(Strict, frozen=True, kw_only=True):
    """A formation; one without a leader is independent (29.27)."""

    short: str
    name: Text
    division: str
    leader: str = ""
    chit: str


class LeaderCounter(Strict, frozen=True, kw_only=True):
    """A leader as printed."""

    short: str
    name: Text
    formation: str
    range: int


class AirUnit(Strict, frozen=True, kw_only=True):
    """An air unit as printed (27.0)."""

    name: Text
    fire: int
    weapon: Weapon


class RearguardFace(Strict, frozen=True, kw_only=True):
    """What all rearguards have in common (24.1)."""

    fire: int
    weapon: Weapon
    range: int
    defense: int
    steps: int
    mobility: Mobility


class Nation(Strict, frozen=True, kw_only=True):
    """The colours of the counters of a nationality or service."""

    fill: str
    ink: str
    symbol: str


class Kind(Strict, frozen=True, kw_only=True):
    """The symbol of a type of unit."""

    symbol: str


class MarkerStyle(Strict, frozen=True, kw_only=True):
    """How a marker is drawn."""

    label: str
    kind: Literal["disc", "lozenge", "flag", "star"]


class UnitsFile(Table, frozen=True, kw_only=True):
    """The counter manifest."""

    sides: dict[SideName, Army]
    divisions: dict[str, Division]
    formations: dict[str, Formation]
    leaders: dict[str, LeaderCounter]
    archetypes: dict[str, tuple[str, ...]]
    units: dict[str, PrintedUnit]
    air_units: dict[str, AirUnit]
    rearguard: RearguardFace
    nationalities: dict[str, Nation]
    types: dict[str, Kind]
    markers: dict[str, MarkerStyle]


class StartingPoints(Strict, frozen=True, kw_only=True):
    """From when a division is in play, and the points it begins with."""

    turn: int
    command: int
    dispatch: int


class Cup(Strict, frozen=True, kw_only=True):
    """The chits of the first turn, and the one that comes first (9.0, 10.0.1)."""

    chits: tuple[str, ...]
    first: str


class FreeSetUp(Strict, frozen=True, kw_only=True):
    """Units that their owner may rearrange within a region before the game."""

    side: SideName
    region: str
    improved: Literal["leg-infantry"] | None = None


class Placed(Strict, frozen=True, kw_only=True):
    """Units that begin in a hex."""

    at: str
    units: tuple[str, ...]
    state: Literal["combat", "column", "transport"] = "combat"
    improved: bool = False
    step_loss: tuple[str, ...] = ()
    cohesion: dict[str, int] = {}


class Arrival(Strict, frozen=True, kw_only=True):
    """Reinforcements (8.0)."""

    turn: int
    units: tuple[str, ...]
    leaders: tuple[str, ...] = ()
    at: str = ""
    or_at: str = ""
    or_at_if: Literal["bridge-blocked"] | None = None
    area: str = ""
    arrive: Literal["parachute", "glider"] | None = None
    hex: str = ""
    off_map: bool = False
    state: Literal["column"] | None = None
    step_loss: tuple[str, ...] = ()


class Award(Strict, frozen=True, kw_only=True):
    """Something that scores victory points."""

    id: str
    side: SideName
    points: int
    kind: Literal[
        "occupy", "control", "clear", "absent", "losses", "exit", "no-exit", "link-up", "crossed", "perimeter", "saved"
    ]
    name: Text
    per: Literal["once", "turn", "step", "unit"]
    hexes: tuple[str, ...] = ()
    all: bool = False
    region: str = ""
    units: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    division: str = ""
    exempt: str = ""
    of: SideName | None = None
    armored: bool = False
    steps: int = 0
    zero_step: int = 0
    unsuppressed: bool = False
    command: bool = False
    fire_zones: bool = False
    turns: tuple[int, int] | None = None
    at_nights: bool = False
    unless: str = ""


class Grade(Strict, frozen=True, kw_only=True):
    """A degree of victory, and the least lead in points of the Allies that gives it."""

    lead: int | None
    level: str


class EarlyEnd(Strict, frozen=True, kw_only=True):
    """Units without which in a region the game ends early, and what that gives for each turn left."""

    units: tuple[str, ...]
    region: str
    side: SideName
    points: int


class WayOut(Strict, frozen=True, kw_only=True):
    """Where a side may leave a map that is cut off there: in column, along the roads, for movement points."""

    side: SideName
    region: str
    points: int


class ScenarioFile(Strict, frozen=True, kw_only=True):
    """A scenario as written down."""

    name: Text
    description: Text
    source: str
    map: str
    length: Literal["learning", "medium", "full"]
    first_turn: int
    last_turn: int
    area: tuple[str, str]
    weather: tuple[Literal["fixed", "table", "history"], ...]
    fixed_weather: dict[int, dict[str, str]] = {}
    air_power: bool
    special: tuple[str, ...]
    entries: tuple[str, ...] = ()
    divisions: dict[str, StartingPoints]
    attached: dict[str, tuple[str, ...]] = {}
    cup: Cup
    leaders: dict[str, str]
    free_set_up: FreeSetUp | None = None
    set_up: tuple[Placed, ...]
    reinforcements: tuple[Arrival, ...]
    victory: tuple[Award, ...]
    levels: tuple[Grade, ...]
    early_end: EarlyEnd | None = None
    way_out: WayOut | None = None


class TurnBox(Strict, frozen=True, kw_only=True):
    """A box of the turn track."""

    date: int
    time: str

    @property
    def night(self) -> bool:
        return self.time == "night"


class TurnTrackFile(Table, frozen=True, kw_only=True):
    """The turn track (3.0)."""

    turns: dict[int, TurnBox]


class EntryHex(Strict, frozen=True, kw_only=True):
    """An entry hex (8.0)."""

    name: Text
    region: str
    side: SideName
    divisions: tuple[str, ...]


class EntryFile(Table, frozen=True, kw_only=True):
    """The entry hexes."""

    entries: dict[str, EntryHex]
    scenario: dict[str, EntryHex]
    exchange_delay: int


class Content(HexContent):
    """A scenario ready for play; nothing in it changes but its caches."""

    def __init__(
        self,
        scenario: ScenarioFile,
        board: Board,
        units: UnitsFile,
        tables: Callable[[str], Path],
        switches: tuple[str, ...],
    ) -> None:
        super().__init__(board, tables, switches)
        self.scenario = scenario
        self.manifest = units
        self.first_turn, self.last_turn = scenario.first_turn, scenario.last_turn
        self.divisions, self.leaders = units.divisions, units.leaders
        self.formations = units.formations
        self.counters = _counters(scenario, units)
        self.track = self.table("turn-track", TurnTrackFile).turns
        self.nights = frozenset(turn for turn, box in self.track.items() if box.night)
        self.entries = self._entries(self.table("entry", EntryFile))
        self.special = frozenset(scenario.special)
        self._chits()
        self._map_facts()

    def _entries(self, file: EntryFile) -> dict[str, EntryHex]:
        named = {name: file.scenario[name] for name in self.scenario.entries}
        return {
            name: entry
            for name, entry in (file.entries | named).items()
            if any(self.board.labels[i] for i in self.board.regions[entry.region])
        }

    def _chits(self) -> None:
        """Every activation chit: what it activates, of which kind, and whose it is."""
        self.chit_owner: dict[str, str] = {}
        self.chit_kind: dict[str, ChitKind] = {}
        self.chit_side: dict[str, str] = {}
        for name, division in self.divisions.items():
            self._chit(division.chit, "division", name, division.side)
        for name, formation in self.formations.items():
            self._chit(formation.chit, "formation", name, self.divisions[formation.division].side)
        for side, army in self.manifest.sides.items():
            self._chit(army.direct_command, "direct", side, side)

    def _chit(self, chit: str, kind: ChitKind, owner: str, side: str) -> None:
        self.chit_kind[chit], self.chit_owner[chit], self.chit_side[chit] = kind, owner, side

    def _map_facts(self) -> None:
        self.features = {info.label: info.features for info in self.board.hexes}
        self.entry_hex = {name: label for name, entry in self.entries.items() for label in self.regions[entry.region]}
        self.formation_units: dict[str, tuple[str, ...]] = {
            name: tuple(i for i, counter in self.counters.items() if counter.formation == name)
            for name in self.formations
        }
        """The counters of each formation, without its rearguards."""

    def between(self, label: str, hexes: Collection[str], least: int, most: int) -> set[str]:
        """Those of some hexes whose distance from one is neither less nor more."""
        distance = self.distance
        return {there for there in hexes if least <= distance(label, there) <= most}


def _counters(scenario: ScenarioFile, units: UnitsFile) -> dict[str, PrintedUnit]:
    """The counters of a scenario: those of the manifest, some attached to other formations, and the rearguards."""
    serving = {unit_id: name for name, unit_ids in scenario.attached.items() for unit_id in unit_ids}
    found = {
        unit_id: replace(counter, formation=serving[unit_id], division=units.formations[serving[unit_id]].division)
        if unit_id in serving
        else counter
        for unit_id, counter in units.units.items()
    }
    for name, division in units.divisions.items():
        for number in range(1, division.rearguards + 1):
            found[f"rg-{name}-{number}"] = _rearguard(units, name, division, number)
    return found


def rearguard_name(division: Division, number: int) -> Text:
    """What a rearguard of a division is called."""
    return {"en": f"Rearguard {number}, {division.short}", "ja": f"{division.short} 後衛{number}"}


def _rearguard(units: UnitsFile, name: str, division: Division, number: int) -> PrintedUnit:
    face = units.rearguard
    nat = next(counter.nat for counter in units.units.values() if counter.division == name)
    return PrintedUnit(
        short=f"RG {number}", name=rearguard_name(division, number), side=division.side, nat=nat, division=name,
         formation="", type="infantry", unit_class="infantry",
        size="platoon", like="rearguard", steps=face.steps, rearguard=True,
        front=Face(fire=face.fire, weapon=face.weapon, range=face.range, defense=face.defense,
                   quality=division.rearguard_quality, mobility=face.mobility),
    )  # fmt: skip


def load(title: AnyTitle, scenario: str, switches: tuple[str, ...]) -> Content:
    """Read a scenario and everything that it refers to. Raises DataError where a file is bad."""
    document = read_document(title.data_file(f"scenarios/{scenario}.yaml"), ScenarioFile)
    board = load_board(title.data_file(f"maps/{document.value.map}.yaml"))
    units = datafile.read(title.data_file("units/units.yaml"), UnitsFile)
    _check(document, board, units)
    return Content(document.value, part_of(board, document.value.area), units, title.data_file, switches)


def _check(document: Document[ScenarioFile], board: Board, units: UnitsFile) -> None:
    """What the types alone cannot say of a scenario."""
    file = document.value
    if file.last_turn < file.first_turn:
        raise document.error(("last_turn",), f"must not be before first_turn ({file.first_turn})")
    for corner, label in enumerate(file.area):
        if label not in board.index:
            raise document.error(("area", corner), f"{label!r} is not a hex of the map")
    for i, placed in enumerate(file.set_up):
        if placed.at not in board.index:
            raise document.error(("set_up", i, "at"), f"{placed.at!r} is not a hex of the map")
    named = [("set_up", i, placed.units) for i, placed in enumerate(file.set_up)]
    named += [("reinforcements", i, arrival.units) for i, arrival in enumerate(file.reinforcements)]
    for section, i, unit_ids in named:
        for unit_id in unit_ids:
            if unit_id not in units.units:
                raise document.error((section, i, "units"), f"{unit_id!r} is not a counter of the manifest")
    for leader in file.leaders:
        if leader not in units.leaders:
            raise document.error(("leaders", leader), "is not a leader of the manifest")
    for i, award in enumerate(file.victory):
        if award.region and award.region not in board.regions:
            raise document.error(("victory", i, "region"), f"unknown region {award.region!r}")
