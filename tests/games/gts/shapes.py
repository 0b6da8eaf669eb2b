"""The strict shapes of the data files, and helpers that load them, for the tests of the data that ships."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

import sandtable
from sandtable.board import Board, load_board
from sandtable.board.legend import Name
from sandtable.datafile import read

DATA = Path(sandtable.__file__).parent / "games" / "gts" / "data"
LANGUAGES = ("en", "ja")
SCENARIOS = ("krafft", "bridge", "perimeter")
WEAPONS = ("DP", "SA", "AP", "HE-M", "HE-I", "HE-D")
SEVERITY = ("S?", "S", "C", "1", "E")

Text = dict[str, str]
Side = Literal["allied", "german"]
Weapon = Literal["DP", "SA", "AP", "HE-M", "HE-I", "HE-D"]
Source = Literal["seed", "derived", "authored"]
Mobility = Literal["leg", "motorized", "tracked", "immobile"]
Level = Literal["allied-decisive", "allied-marginal", "draw", "german-marginal", "german-decisive"]
AwardKind = Literal[
    "occupy", "control", "clear", "absent", "losses", "exit", "no-exit", "link-up", "crossed", "perimeter", "saved"
]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every entry of a data file is: complete, and without anything that has no name here."""


class Ratings(Strict, frozen=True, kw_only=True):
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


class Contact(Strict, frozen=True, kw_only=True):
    pending: int
    changing: int


class Unit(Strict, frozen=True, kw_only=True):
    short: str
    name: Text
    side: Side
    nat: str
    division: str
    formation: str
    type: str
    unit_class: Literal["infantry", "artillery", "vehicle"]
    size: str
    like: str
    steps: int
    front: Ratings
    transport: Ratings | None = None
    abilities: tuple[Literal["engineer", "flame", "off-map"], ...] = ()
    contact: Contact | None = None


class Army(Strict, frozen=True, kw_only=True):
    direct_command: str


class Division(Strict, frozen=True, kw_only=True):
    short: str
    name: Text
    side: Side
    command: int
    dispatch: int
    chit: str
    roadblocks: int
    rearguards: int
    rearguard_quality: int


class Formation(Strict, frozen=True, kw_only=True):
    short: str
    name: Text
    division: str
    leader: str = ""
    chit: str


class Leader(Strict, frozen=True, kw_only=True):
    short: str
    name: Text
    formation: str
    range: int


class AirUnit(Strict, frozen=True, kw_only=True):
    name: Text
    fire: int
    weapon: Weapon


class Rearguard(Strict, frozen=True, kw_only=True):
    fire: int
    weapon: Weapon
    range: int
    defense: int
    steps: int
    mobility: Mobility


class Nation(Strict, frozen=True, kw_only=True):
    fill: str
    ink: str
    symbol: str


class Kind(Strict, frozen=True, kw_only=True):
    symbol: str


class Marker(Strict, frozen=True, kw_only=True):
    label: str
    kind: Literal["disc", "lozenge", "flag", "star"]


class Units(Strict, frozen=True, kw_only=True):
    source: Source
    rules: tuple[str, ...]
    sides: dict[Side, Army]
    divisions: dict[str, Division]
    formations: dict[str, Formation]
    leaders: dict[str, Leader]
    archetypes: dict[str, tuple[str, ...]]
    units: dict[str, Unit]
    air_units: dict[str, AirUnit]
    rearguard: Rearguard
    nationalities: dict[str, Nation]
    types: dict[str, Kind]
    markers: dict[str, Marker]


class Points(Strict, frozen=True, kw_only=True):
    turn: int
    command: int
    dispatch: int


class Cup(Strict, frozen=True, kw_only=True):
    chits: tuple[str, ...]
    first: str


class FreeSetUp(Strict, frozen=True, kw_only=True):
    side: Side
    region: str
    improved: Literal["leg-infantry"] | None = None


class Stack(Strict, frozen=True, kw_only=True):
    at: str
    units: tuple[str, ...]
    state: Literal["combat", "column", "transport"] = "combat"
    improved: bool = False
    step_loss: tuple[str, ...] = ()
    cohesion: dict[str, int] = {}


class Arrival(Strict, frozen=True, kw_only=True):
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
    id: str
    side: Side
    points: int
    kind: AwardKind
    name: Text
    per: Literal["once", "turn", "step", "unit"]
    hexes: tuple[str, ...] = ()
    all: bool = False
    region: str = ""
    units: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    division: str = ""
    exempt: str = ""
    of: Side | None = None
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
    lead: int | None
    level: Level


class EarlyEnd(Strict, frozen=True, kw_only=True):
    units: tuple[str, ...]
    region: str
    side: Side
    points: int


class WayOut(Strict, frozen=True, kw_only=True):
    side: Side
    region: str
    points: int


class Scenario(Strict, frozen=True, kw_only=True):
    name: Text
    description: Text
    source: Source
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
    divisions: dict[str, Points]
    attached: dict[str, tuple[str, ...]] = {}
    cup: Cup
    leaders: dict[str, str]
    free_set_up: FreeSetUp | None = None
    set_up: tuple[Stack, ...]
    reinforcements: tuple[Arrival, ...]
    victory: tuple[Award, ...]
    levels: tuple[Grade, ...]
    early_end: EarlyEnd | None = None
    way_out: WayOut | None = None


class Cost(Strict, frozen=True, kw_only=True):
    combat: int | None
    column: int | None


class Extra(Strict, frozen=True, kw_only=True):
    add: int = 0
    times: int = 1


class SideCost(Strict, frozen=True, kw_only=True):
    combat: Extra
    column: Extra


class Ground(Strict, frozen=True, kw_only=True):
    leg: Cost
    motorized: Cost
    tracked: Cost
    blocks: Literal["never", "first", "second"]
    defense: int
    no_defense_against: tuple[Weapon, ...] = ()


class Way(Strict, frozen=True, kw_only=True):
    leg: float
    motorized: float
    tracked: float


class Hexside(Strict, frozen=True, kw_only=True):
    leg: SideCost | None
    motorized: SideCost | None
    tracked: SideCost | None
    blocks: bool


class Terrain(Strict, frozen=True, kw_only=True):
    source: Source
    rules: tuple[str, ...]
    terrain: dict[str, Ground]
    ways: dict[str, Way]
    joined: tuple[str, ...]
    rail_joins_in: tuple[str, ...]
    rail_joins_at: str
    hexsides: dict[str, Hexside]
    column_only: dict[str, tuple[str, ...]]


class Moment(Strict, frozen=True, kw_only=True):
    date: int
    time: str


class BoatNight(Strict, frozen=True, kw_only=True):
    date: int
    markers: int
    formation: str = ""
    division: str = ""


class SpecialRule(Strict, frozen=True, kw_only=True):
    name: Text
    text: Text
    division: str = ""
    formation: str = ""
    unit: str = ""
    command: int | None = None
    contact: int = 0
    quality: int = 0
    steps: int = 0
    failure_steps: int = 0
    distance: int = 0
    measured_from: str = ""
    region: str = ""
    area: str = ""
    entry: str = ""
    ferry: str = ""
    dates: tuple[int, int] | None = None
    begins: Moment | None = None
    ends: Moment | None = None
    after: Moment | None = None
    turn: Moment | None = None
    leaves_on: int | None = None
    returns: Moment | None = None
    nights: tuple[BoatNight, ...] = ()


class SpecialRules(Strict, frozen=True, kw_only=True):
    source: Source
    rules: tuple[str, ...]
    special: dict[str, SpecialRule]


@cache
def board() -> Board:
    return load_board(DATA / "maps" / "arnhem.yaml")


@cache
def manifest() -> Units:
    return read(DATA / "units" / "units.yaml", Units)


def units() -> dict[str, Unit]:
    return manifest().units


@cache
def scenario(name: str) -> Scenario:
    return read(DATA / "scenarios" / f"{name}.yaml", Scenario)


@cache
def table(name: str) -> dict[str, Any]:
    return read(DATA / "tables" / f"{name}.yaml", dict[str, Any])


@cache
def terrain() -> Terrain:
    return read(DATA / "tables" / "terrain.yaml", Terrain)


@cache
def special() -> dict[str, SpecialRule]:
    return read(DATA / "tables" / "special-rules.yaml", SpecialRules).special


def region(name: str) -> set[str]:
    return {board().labels[i] for i in board().regions[name]}


def ways(label: str) -> set[str]:
    """The networks that run through a hex."""
    i = board().index[label]
    return {name for name, marks in board().networks.items() if any(marks[6 * i : 6 * i + 6])}


def column(label: str) -> int:
    return int(label[:2])


def row(label: str) -> int:
    return int(label[2:])


def in_both(name: Text | Name) -> bool:
    texts = name if isinstance(name, dict) else {"en": name.en, "ja": name.ja}
    return set(texts) == set(LANGUAGES) and all(texts.values())


def banded(rows: Iterable[dict[str, Any]], number: int, field: str) -> Any:
    """What a list of rows with a lower bound each gives for a number."""
    return [row[field] for row in rows if row["at_least"] is None or number >= row["at_least"]][-1]
