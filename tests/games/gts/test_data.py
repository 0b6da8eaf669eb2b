"""The data that ships: every figure that the rules quote holds on the map, on the counters and in the tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

import sandtable
from sandtable.board import Board, load_board
from sandtable.board.legend import Name
from sandtable.datafile import read
from sandtable.kernel.rules import Rule, Status
from sandtable.render.symbols import BRANCHES, SIZES

DATA = Path(sandtable.__file__).parent / "games" / "gts" / "data"
LANGUAGES = ("en", "ja")
SCENARIOS = ("krafft", "bridge", "perimeter")
WEAPONS = ("DP", "SA", "AP", "HE-M", "HE-I", "HE-D")
SEVERITY = ("S?", "S", "C", "1", "E")
CLASSES = ("leg", "motorized", "tracked")
LISTED = """
1.0 1.1 1.2 1.2/d10 1.2/movement 1.2/terrain 1.2/elevation 1.2/stacking 1.2/combat 1.2/results 1.2/command 2.0
2.0/layout 3.0 4.0 5.0 6.0 7.0 7.1 7.2 7.2/cost 7.2/limits 7.2/leader 7.2/division 8.0 8.0/restriction 9.0 10.0 10.0.1
10.0.1/formation 10.0.1/division 10.0.1/direct 10.0.2 10.0.2/1 10.0.2/2 10.0.2/3 10.0.2/4 10.0.2/5 10.0.2/6
10.0.2/stack 10.0.3 10.0.3/cp 10.0.3/dp 10.0.3/night 10.0.4 10.0.5 10.0.5/1 10.0.5/2 10.0.5/3 10.0.5/4 10.0.5/5
10.0.5/6 10.0.5/7 10.0.5/8 10.0.6 11.0 12.0 13.0 13.1 13.2 13.2/1 13.2/2 13.2/3 13.2/4 13.2/5 13.2/6 13.2/7 13.2/8
13.2/second 13.2/repeat 13.3 13.3/leader-stays 13.3/range 13.4 14.0 14.1 14.2 14.3 14.4 14.5 14.6 14.6.1 14.6.2 14.7
14.7/opfire 14.7/limits 14.7/restrictions 14.8 14.9 14.10 14.10.1 14.10.2 14.10.3 14.10.4 14.11 15.0 15.1 15.2 15.3
15.3/note 15.4 15.4.1 15.4.2 15.4.3 15.5 15.5/1 15.5/2 15.5/3 15.5/4 15.5/5 15.6 15.6/1 15.6/2 15.6/3 15.6/4 15.6/5
15.6/6 15.6/7 15.6/8 15.6/9 16.0 16.1 16.1/mortar 16.1/artillery 16.2 16.2/marker 16.2/1 16.2/2 16.2/3 16.2/4 16.2/5
16.2/6 16.2/note-many 16.2/note-mortar 16.2/note-entry 16.3 16.3/1 16.3/2 16.3/3 16.3/4 16.3/5 16.3/6 16.3/7 16.3/8
16.3/9 16.3/10 16.3/nine 16.4 16.4.1 16.4.2 16.4.2.1 16.4.2.2 16.4.2.2/leave 16.4.2.2/stack 17.0 17.1 17.2 17.2/1
17.2/2 17.2/3 17.2/4 17.2/5 17.2/timing 17.2/state 17.3 17.4 17.5 17.6 17.6/1 17.6/2 17.6/3 17.6/4 17.7 17.8 18.0 18.1
18.2 18.3 18.4 18.5 18.6 18.7 18.7/1 18.7/2 18.7/3 18.7/4 18.7/5A 18.7/5B 18.7/5C 18.7/5D 18.7/5D-shots 18.7/5D-who
18.7/5D-mods 18.7/5D-after 18.7/5E 18.7/5F 18.7/6 19.0 19.1 19.2 19.2.1 19.2.2 19.2.2/effects 19.2.3 19.2.3/effects
19.2.4 19.2.5 20.0 20.0/night 21.0 21.1 21.2 21.2/with-units 21.3 21.4 21.5 22.0 22.1 22.2 22.2.1 22.2.2 22.2.3 22.2.4
22.2.5 22.3 22.3.1 22.3.2 22.3.3 22.3.4 22.3.5 22.3.6 23.0 23.1 23.2 23.3 24.0 24.1 24.2 24.3 24.4 24.5 25.0 26.0
26.0/clear 26.0/fog 26.0/overcast 26.0/rain 26.0/fog-note 27.0 27.0/attack 28.0 29.0 29.1 29.2 29.3 29.4 29.5 29.6
29.7 29.8 29.9 29.10 29.11 29.12 29.13 29.14 29.15 29.16 29.17 29.18 29.19 29.20 29.21 29.22 29.23 29.24 29.25 29.26
29.27 29.28 29.29 29.30 29.31 29.32 29.33 29.34 29.35 29.36 29.37 29.38 29.39 29.40 29.41 29.42 29.43 29.44 29.45
29.46 29.47 29.48 29.49 29.50 29.51 29.52 30.0 14/ex-forced-march 14/ex-column 14/ex-stack 14/ex-dismount
15/ex-direct-fire 16/ex-self-observed 16/ex-observed 17/ex-opportunity-fire 18/ex-assault-1 18/ex-assault-2
21/ex-leader
"""
RULE_IDS = LISTED.split()

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
    name: Text
    direct_command: str


class Division(Strict, frozen=True, kw_only=True):
    short: str
    name: Text
    commander: Text
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
    colour: str


class Leader(Strict, frozen=True, kw_only=True):
    short: str
    name: Text
    formation: str
    range: int


class AirUnit(Strict, frozen=True, kw_only=True):
    name: Text
    side: Side
    nat: str
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
    name: Text
    side: Side
    fill: str
    ink: str
    symbol: str


class Kind(Strict, frozen=True, kw_only=True):
    name: Text
    symbol: str


class Marker(Strict, frozen=True, kw_only=True):
    name: Text
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
    abilities: dict[str, Text]
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
    set_up_order: tuple[Side, ...]
    leaders: dict[str, str]
    free_set_up: FreeSetUp | None = None
    set_up: tuple[Stack, ...]
    reinforcements: tuple[Arrival, ...]
    victory: tuple[Award, ...]
    levels: tuple[Grade, ...]
    early_end: EarlyEnd | None = None


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
    assault: Literal["allowed", "first-round-penalty", "by-bridge"]


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
    bridge: str = ""
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


def neighbours(label: str) -> list[str]:
    return [board().labels[j] for j in board().adjacent(board().index[label])]


def features(label: str, other: str) -> frozenset[str]:
    i, j = board().index[label], board().index[other]
    return board().side_features(i, board().direction(i, j))


def has_way(network: str, label: str, other: str) -> bool:
    i, j = board().index[label], board().index[other]
    return bool(board().networks[network][6 * i + board().direction(i, j)])


def ways(label: str) -> set[str]:
    """The networks that run through a hex."""
    i = board().index[label]
    return {name for name, marks in board().networks.items() if any(marks[6 * i : 6 * i + 6])}


def hexsides() -> Iterator[tuple[str, str]]:
    """Every hexside between two hexes of the map, once."""
    for label in board().labels:
        for other in neighbours(label):
            if label < other:
                yield label, other


def bank(label: str) -> str:
    return next(name for name in ("north-bank", "betuwe", "liemers") if label in region(name))


def distance(label: str, other: str) -> int:
    return board().distance(board().index[label], board().index[other])


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


# The map


@pytest.mark.rule("gts:1.0")
def test_the_map_is_a_rectangle_of_45_columns_and_30_rows() -> None:
    assert board().size == 45 * 30
    assert {"0101", "0130", "4501", "4530"} <= set(board().labels)
    assert set(neighbours("2018")) == {"2017", "2118", "2119", "2019", "1919", "1918"}
    assert set(neighbours("2118")) == {"2117", "2217", "2218", "2119", "2018", "2017"}


@pytest.mark.rule("gts:1.2/elevation")
def test_there_are_no_levels_of_height() -> None:
    assert {info.elevation for info in board().hexes} == {0}
    assert any(board().sides["ridge"])


def test_the_ground_is_that_of_the_chart() -> None:
    assert set(board().legend.terrain) == set(terrain().terrain) - {"fortified"}
    for name, style in board().legend.terrain.items():
        assert (style.height > 0) == (terrain().terrain[name].blocks != "never"), name
    assert set(board().legend.networks) == set(terrain().ways)
    assert set(board().legend.sides) - {"bridge", "ferry", "crossing"} == set(terrain().hexsides) - {"canal"}
    counts = Counter(info.terrain for info in board().hexes)
    assert counts == {
        "city": 11, "clear": 162, "floodplain": 116, "heath": 146, "orchard": 31, "polder": 345, "town": 56,
        "village": 32, "woods": 451,
    }  # fmt: skip


def test_the_rivers_part_the_three_banks() -> None:
    parts = [region(name) for name in ("north-bank", "betuwe", "liemers")]
    assert sum(map(len, parts)) == board().size
    assert set[str]().union(*parts) == set(board().labels)
    for label, other in hexsides():
        assert ("river" in features(label, other)) == (bank(label) != bank(other)), f"{label}-{other}"
    for part in parts:
        left = set(part)
        frontier = [left.pop()]
        while frontier:
            near = left.intersection(neighbours(frontier.pop()))
            left -= near
            frontier += near
        assert not left


def test_a_way_crosses_a_river_only_by_bridge_or_ferry() -> None:
    crossed = set()
    for label, other in hexsides():
        found = features(label, other)
        for network in board().legend.networks:
            if has_way(network, label, other) and "river" in found:
                assert found & {"bridge", "ferry"}, f"{network} {label}-{other}"
                crossed.add((network, f"{label}-{other}"))
        assert "river" in found or not found & {"bridge", "ferry"}, f"{label}-{other}"
    crossings = table("crossings")
    listed = {
        (network, entry["side"])
        for kind in ("bridges", "ferries")
        for entry in crossings[kind].values()
        for network in entry["carries"]
    }
    assert crossed == listed


def test_a_road_passes_an_embankment_only_at_a_crossing() -> None:
    found = {f"{a}-{b}" for a, b in hexsides() if "crossing" in features(a, b)}
    assert found == {entry["side"] for entry in table("crossings")["embankments"].values()}
    for label, other in hexsides():
        assert "crossing" not in features(label, other) or "embankment" in features(label, other)
        if "embankment" in features(label, other) and "crossing" not in features(label, other):
            assert not has_way("road", label, other), f"{label}-{other}"
            assert not has_way("trail", label, other), f"{label}-{other}"


@pytest.mark.parametrize(
    ("kind", "side"),
    [
        ("bridge", "3419-3420"),
        ("bridge", "2521-2620"),
        ("bridge", "4220-4221"),
        ("ferry", "1820-1921"),
        ("crossing", "2013-2014"),
        ("crossing", "4018-4019"),
    ],
)
def test_crossings_stand_on_the_map(kind: str, side: str) -> None:
    assert kind in features(*side.split("-"))


def test_water_never_shares_a_hexside_with_another_obstacle() -> None:
    obstacles = {"river", "stream", "dike", "ridge", "embankment"}
    seen = Counter[str]()
    for label, other in hexsides():
        found = features(label, other) & obstacles
        assert "river" not in found or found == {"river"}, f"{label}-{other}"
        seen.update(found)
    assert seen == {"river": 117, "stream": 33, "embankment": 59, "ridge": 91, "dike": 92}


def test_every_path_ends_somewhere() -> None:
    """A road or trail ends at another one, at the edge of the map, or at an entry hex."""
    degree = Counter[str]()
    for path in board().paths:
        if path.network != "rail":
            for i, j in pairwise(path.hexes):
                degree.update((board().labels[i], board().labels[j]))
    for label in (label for label, count in degree.items() if count == 1):
        assert column(label) in (1, 45) or row(label) in (1, 30), label


def test_driel_is_joined_to_the_dike_road() -> None:
    assert has_way("road", "1922", "1923")


@pytest.mark.rule("gts:8.0")
def test_entry_hexes() -> None:
    entries = table("entry")["entries"]
    assert len(entries) == 11
    for name, entry in entries.items():
        (label,) = region(entry["region"])
        info = board().named(label)
        assert "entry" in info.features
        assert info.data["entry"] == name
        assert ways(label), label
        assert column(label) in (1, 45) or row(label) in (1, 30), label
        assert {manifest().divisions[division].side for division in entry["divisions"]} == {entry["side"]}
    assert {info.label for info in board().hexes if "entry" in info.features} == {
        next(iter(region(entry["region"]))) for entry in entries.values()
    }


def test_landing_areas() -> None:
    areas = table("landing")["areas"]
    assert set(areas) == {str(info.data["landing"]) for info in board().hexes if "landing" in info.data}
    for name in areas:
        assert region(name) == {info.label for info in board().hexes if info.data.get("landing") == name}
    assert all(in_both(area["name"]) for area in areas.values())


@pytest.mark.rule("gts:15.4.2", "gts:15.4.3")
def test_posts_and_stations() -> None:
    marked = defaultdict(set)
    for info in board().hexes:
        for feature in info.features:
            marked[feature].add(info.label)
    assert marked["observation-post"] == {"1923", "2019", "2319", "2613", "2817", "3023", "3418"}
    assert marked["strongpoint"] == {"1521", "1915", "2216", "2618", "3017", "3419"}
    assert marked["station"] == {info.label for info in board().hexes if "station" in info.data}
    assert all("rail" in ways(label) for label in marked["station"])


def test_regions_of_the_scenarios() -> None:
    riverside = {a for pair in hexsides() if "river" in features(*pair) for a in pair}
    north = region("north-bank")
    assert region("arnhem-bridge") == {"3419", "3420"}
    assert region("heveadorp-ferry") == {"1820", "1921"}
    assert region("krafft-set-up") == {x for x in board().labels if 16 <= column(x) <= 19 and 13 <= row(x) <= 17}
    assert region("krafft-exit") == {
        x
        for x in north
        if column(x) == 24
        and 9 <= row(x) <= 21
        and any(column(y) == 25 and has_way("road", x, y) for y in neighbours(x))
    }
    assert region("bridge-approach") == {"3419", *neighbours("3419")}
    assert region("arnhem-east") == {x for x in board().labels if column(x) > 27}
    assert region("perimeter-bank") == {x for x in north & riverside if 18 <= column(x) <= 25}
    bankside = {x for x in north & riverside if 19 <= column(x) <= 24}
    assert region("withdrawal") == {x for x in north if bankside & {x, *neighbours(x)}}
    strip = {x for x in north if any(distance(x, y) <= 2 for y in region("perimeter-bank"))}
    assert region("perimeter-strip") == strip
    assert region("supply-perimeter") == {
        x
        for x in board().labels
        if board().named(x).terrain in ("town", "village") and 20 <= column(x) <= 24 and 15 <= row(x) <= 19
    }
    assert region("boats") == {x for x in board().labels if distance(x, "1922") <= 3}


def test_everything_on_the_map_is_named_in_both_languages() -> None:
    legend = board().legend
    for styles in (legend.terrain, legend.features, legend.sides, legend.networks):
        assert all(in_both(style.name) for style in styles.values())
    assert all(in_both(info.name) for info in board().hexes if info.name)
    assert all(path.name and in_both(path.name) for path in board().paths)
    for run in board().side_runs:
        if run.feature in ("river", "stream", "ferry"):
            assert run.name is not None
            assert in_both(run.name)


@pytest.mark.parametrize(
    ("label", "name"),
    [("2216", "Hartenstein"), ("3419", "Arnhem bridge"), ("1923", "Driel"), ("2019", "Westerbouwing")],
)
def test_objectives_are_named(label: str, name: str) -> None:
    info = board().named(label)
    assert info.name is not None
    assert info.name.en == name


# The counters


def test_there_are_216_counters_in_20_formations_of_5_divisions() -> None:
    assert len(units()) == 216
    assert Counter(unit.side for unit in units().values()) == {"allied": 111, "german": 105}
    assert len(manifest().formations) == 20
    assert len(manifest().divisions) == 5
    assert len(manifest().leaders) == 15


@pytest.mark.rule("gts:29.22", "gts:29.27")
def test_units_belong_to_formations_and_these_to_divisions() -> None:
    formations, divisions = manifest().formations, manifest().divisions
    assert {unit.formation for unit in units().values()} == set(formations)
    assert {formation.division for formation in formations.values()} == set(divisions)
    for unit_id, unit in units().items():
        assert unit.division == formations[unit.formation].division, unit_id
        assert unit.side == divisions[unit.division].side, unit_id
        assert unit.side == manifest().nationalities[unit.nat].side, unit_id
    for division in divisions:
        independent = [f for f in formations.values() if f.division == division and not f.leader]
        assert len(independent) == 1, division


@pytest.mark.rule("gts:29.31")
def test_leaders_lead_the_formations_that_name_them() -> None:
    led = {formation.leader: name for name, formation in manifest().formations.items() if formation.leader}
    assert led == {name: leader.formation for name, leader in manifest().leaders.items()}
    assert all(1 <= leader.range <= 6 for leader in manifest().leaders.values())
    assert manifest().leaders["krafft"].range == 5
    assert manifest().leaders["hackett"].formation == "4para"


@pytest.mark.rule("gts:29.2", "gts:29.18")
def test_chits_are_distinct() -> None:
    chits = [army.direct_command for army in manifest().sides.values()]
    chits += [division.chit for division in manifest().divisions.values()]
    chits += [formation.chit for formation in manifest().formations.values()]
    assert len(set(chits)) == len(chits) == 27


@pytest.mark.parametrize("unit_id", sorted(units()))
def test_ratings_are_sound(unit_id: str) -> None:
    unit = units()[unit_id]
    front = unit.front
    assert unit.steps in (0, 1, 2)
    assert unit.like in manifest().archetypes
    assert unit.type in manifest().types
    assert unit.size in SIZES
    assert front.fire is not None
    assert 0 <= front.fire <= 8
    assert 1 <= front.quality <= 8
    assert (front.weapon == "HE-I") == (unit.contact is not None)
    assert front.mobility == "immobile" or (front.move is not None) != front.star
    assert front.move is None or front.mobility != "immobile"
    assert not front.star or unit.unit_class == "artillery"
    assert unit.unit_class != "vehicle" or front.mobility in ("motorized", "tracked")
    assert unit.unit_class != "vehicle" or unit.transport is None
    for face in (front, unit.transport):
        if face is not None:
            assert face.armored == (face.defense <= -1)
            assert (face.fire is None) == (face.weapon is None)
            assert (face.assault is None) == (face.assault_weapon is None)
            assert face.range >= 1
            assert face.assault is not None or not face.red
    if unit.transport is not None:
        assert unit.transport.mobility in ("motorized", "tracked")
        assert unit.transport.move is not None
        assert unit.transport.quality == front.quality


def test_units_alike_have_like_ratings() -> None:
    """Only troop quality, and the contact values of scratch artillery, differ within an archetype."""
    faces = defaultdict(set)
    for unit in units().values():
        shown = [msgspec.structs.replace(face, quality=0) if face else None for face in (unit.front, unit.transport)]
        faces[unit.like].add((unit.type, unit.unit_class, unit.steps, unit.abilities, *shown))
    assert set(faces) == set(manifest().archetypes)
    assert {like for like, found in faces.items() if len(found) > 1} == set()


def test_figures_of_the_examples() -> None:
    """What the worked examples of the rules show on counters."""

    def likes(like: str) -> list[Unit]:
        return [unit for unit in units().values() if unit.like == like]

    for unit in likes("para_coy"):
        assert (unit.steps, unit.front.defense, unit.front.move, unit.front.mobility) == (2, 0, 4, "leg")
        assert unit.front.quality >= 6
    assert any(unit.front.quality == 6 for unit in likes("para_coy"))
    assert {(unit.front.fire, unit.front.weapon) for unit in likes("mortar3")} == {(3, "HE-M")}
    for unit in likes("pack_bty"):
        assert (unit.front.fire, unit.steps) == (4, 2)
        assert unit.contact is not None
        assert unit.contact.pending == 6
    for unit in likes("flak20"):
        front = unit.front
        assert (front.fire, front.weapon, front.defense, unit.steps) == (3, "HE-D", 2, 0)
    for unit in likes("naval_coy"):
        front = unit.front
        assert (front.fire, front.assault, front.defense, unit.steps) == (2, 2, 1, 2)
    assert min(unit.front.quality for unit in likes("naval_coy")) == 1
    assert {(unit.front.fire, unit.front.assault, unit.steps) for unit in likes("ss_coy")} == {(4, 4, 2)}
    assert {(unit.front.quality, unit.front.move) for unit in likes("army_alarm")} == {(3, 4)}
    assert {(unit.transport.move, unit.transport.mobility) for unit in likes("spw_coy") if unit.transport} == {
        (16, "tracked")
    }
    assert units()["kra-orpo"].front.move == 7
    assert units()["kra-orpo"].short == "10/3 Orpo"


@pytest.mark.rule("gts:24.1", "gts:29.40")
def test_rearguards() -> None:
    rearguard = manifest().rearguard
    assert (rearguard.fire, rearguard.defense, rearguard.steps, rearguard.range) == (0, 0, 0, 1)
    assert rearguard.mobility == "immobile"
    for division in manifest().divisions.values():
        assert division.rearguards > 0
        assert division.roadblocks > 0
        assert 1 <= division.rearguard_quality <= 5


@pytest.mark.rule("gts:29.21")
def test_the_dispatch_rating_of_the_example_is_that_of_the_9th_ss() -> None:
    assert manifest().divisions["9ss"].dispatch == 6


def test_engineers_and_flame_weapons() -> None:
    engineers = {unit_id for unit_id, unit in units().items() if "engineer" in unit.abilities}
    assert engineers == {unit_id for unit_id, unit in units().items() if unit.type.endswith("engineers")}
    assert {unit_id for unit_id, unit in units().items() if unit.front.red} == {
        unit_id for unit_id, unit in units().items() if "flame" in unit.abilities
    }
    assert {unit_id for unit_id, unit in units().items() if "off-map" in unit.abilities} == {"med64-1", "med64-2"}


def test_everybody_is_named_in_both_languages() -> None:
    things: list[Any] = [*units().values(), *manifest().divisions.values(), *manifest().formations.values()]
    things += [*manifest().leaders.values(), *manifest().nationalities.values(), *manifest().types.values()]
    things += [*manifest().markers.values(), *manifest().air_units.values(), *manifest().sides.values()]
    assert all(in_both(thing.name) for thing in things)
    assert all(in_both(name) for name in manifest().abilities.values())
    for side in manifest().sides:
        shorts = [unit.short for unit in units().values() if unit.side == side]
        assert len(set(shorts)) == len(shorts)
        assert max(map(len, shorts)) <= 12
    names = [unit.name[lang] for unit in units().values() for lang in LANGUAGES]
    assert len(set(names)) == len(names)
    assert {kind.symbol for kind in manifest().types.values()} <= set(BRANCHES)


# The tables


def test_every_table_says_where_it_comes_from() -> None:
    paths = sorted((DATA / "tables").glob("*.yaml"))
    assert len(paths) == 32
    for path in paths:
        file = read(path, dict[str, Any])
        assert file["source"] in ("seed", "derived", "authored"), path.name
        assert file["rules"], path.name
        assert set(file["rules"]) <= set(RULE_IDS), path.name
    assert set(manifest().rules) <= set(RULE_IDS)


@pytest.mark.rule("gts:15.5/5")
def test_every_row_of_the_combat_results_grows_worse() -> None:
    rows = table("fire")["rows"]
    assert set(rows) == set(WEAPONS)
    for weapon, targets in rows.items():
        assert set(targets) == {"unarmored", "armored"}
        for cells in targets.values():
            assert len(cells) == 9
            ranks = [SEVERITY.index(cell) for cell in cells]
            assert ranks[1:] == sorted(ranks[1:]), weapon
            assert cells[0] in ("C", "1")


@pytest.mark.rule("gts:15.5/4", "gts:15.5/5", "gts:16.1")
@pytest.mark.parametrize(
    ("weapon", "roll", "result"),
    [("HE-D", 1, "S"), ("HE-M", 1, "S?"), ("HE-I", 4, "C"), ("SA", 3, "S"), ("SA", 4, "C")],
)
def test_quoted_combat_results(weapon: str, roll: int, result: str) -> None:
    assert table("fire")["rows"][weapon]["unarmored"][roll] == result
    assert (table("fire")["always_hit"], table("fire")["always_miss"]) == (0, 9)


def test_later_results_differ_from_ours() -> None:
    for cell in table("fire")["later"]:
        assert table("fire")["rows"][cell["weapon"]][cell["target"]][cell["roll"]] != cell["result"]


@pytest.mark.rule("gts:29.52", "gts:16.1/mortar", "gts:16.1/artillery")
def test_weapon_classes() -> None:
    weapons = table("weapons")
    classes = weapons["classes"]
    assert set(classes) == set(WEAPONS)
    assert {name for name, row in classes.items() if row["indirect"]} == {"HE-M", "HE-I"}
    assert {name for name, row in classes.items() if not row["opportunity"]} == {"HE-M"}
    assert classes["HE-I"]["direct_as"] == "HE-D"
    assert (weapons["direct_within"], weapons["default_range"], weapons["range_in_barrage"]) == (3, 1, 1)
    assert weapons["range_adjacent_to_enemy"] == 1


@pytest.mark.rule("gts:15.6/4")
@pytest.mark.parametrize(("steps", "modifier"), [(0, 0), (2, 0), (4, 0), (5, 1), (6, 1), (8, 2), (12, 3)])
def test_size_modifiers(steps: int, modifier: int) -> None:
    assert banded(table("size")["rows"], steps, "modifier") == modifier


@pytest.mark.rule("gts:15.6/3")
def test_range_modifiers() -> None:
    chart = table("range")
    assert chart["unarmored"] == {hexes: 1 - hexes for hexes in range(1, 9)}
    assert chart["armored"] == {"adjacent": 0, "between": -1, "at_range": -2}
    assert max(chart["unarmored"]) == table("line-of-sight")["reach"]["clear"]["normal"]


@pytest.mark.rule("gts:15.6", "gts:17.6", "gts:18.7/5D-mods")
def test_fire_modifiers() -> None:
    modifiers = table("fire-modifiers")["modifiers"]
    shown = {name: row["value"] for name, row in modifiers.items() if row["value"] is not None}
    assert shown == {
        "cohesion-1": -1,
        "cohesion-2": -2,
        "step-loss": -1,
        "column": -1,
        "entrenchment": 1,
        "light-barrage": -1,
        "heavy-barrage": -2,
        "company-bonus": 2,
        "suppressed": -2,
        "fog": -1,
        "rain": -2,
        "night": -2,
        "target-column": 2,
        "target-improved-position": -1,
        "target-entrenchment": -1,
        "into-fire-zone": 3,
        "out-of-fire-zones": -1,
        "retreating": 2,
        "charging": 2,
    }
    assert {name for name, row in modifiers.items() if not row["opportunity"]} == {
        "company-bonus", "suppressed", "charging",
    }  # fmt: skip
    assert {name for name, row in modifiers.items() if row["direct"] and not row["indirect"]} == {"range"}
    assert {name for name, row in modifiers.items() if row["value"] is None} == {"defense", "range", "size", "terrain"}


@pytest.mark.rule("gts:14.6.1", "gts:16.4.2.2", "gts:19.2.2/effects", "gts:19.2.3/effects", "gts:22.2.4", "gts:22.3.6")
def test_markers_agree_with_the_modifiers() -> None:
    markers, modifiers = table("markers")["markers"], table("fire-modifiers")["modifiers"]
    for name in ("cohesion-1", "cohesion-2", "step-loss", "column", "entrenchment", "light-barrage", "heavy-barrage"):
        assert markers[name]["fire"] == markers[name]["assault"] == modifiers[name]["value"], name
    for name in ("column", "improved-position", "entrenchment"):
        assert markers[name]["defense"] == modifiers[f"target-{name}"]["value"], name
    quality = {name: row["quality"] for name, row in markers.items()}
    assert quality == {
        "column": 0,
        "suppressed": -1,
        "cohesion-1": 0,
        "cohesion-2": -1,
        "step-loss": -1,
        "improved-position": 1,
        "entrenchment": 2,
        "light-barrage": -1,
        "heavy-barrage": -2,
        "out-of-command": -1,
    }
    for name, barrage in table("barrage")["markers"].items():
        assert {key: barrage[key] for key in ("fire", "assault", "quality")} == {
            key: markers[name][key] for key in ("fire", "assault", "quality")
        }


@pytest.mark.rule("gts:14.5", "gts:15.6/5", "gts:18.1")
def test_terrain_effects() -> None:
    ground = terrain().terrain
    assert (ground["polder"].leg.combat, ground["polder"].leg.column) == (2, 1)
    assert ground["clear"].tracked.combat == 2
    assert (ground["clear"].defense, ground["woods"].defense) == (0, -2)
    assert "HE-M" in ground["woods"].no_defense_against
    for name in ("town", "city"):
        for vehicle in (ground[name].motorized, ground[name].tracked):
            assert vehicle.combat is None
            assert vehicle.column is not None
    for name, row in ground.items():
        for cost in (row.leg, row.motorized, row.tracked):
            assert cost.combat is None or (cost.column is not None and cost.column <= cost.combat), name
        assert row.leg.combat is not None
        assert (row.defense < 0) == (row.blocks != "never"), name


@pytest.mark.rule("gts:14.5", "gts:14.6")
def test_ways_and_hexsides() -> None:
    chart = terrain()
    assert chart.hexsides["stream"].leg == SideCost(combat=Extra(add=2), column=Extra(add=4))
    assert {getattr(chart.ways["road"], name) for name in CLASSES} == {0.5}
    assert chart.hexsides["river"].leg is None
    assert {name for name, side in chart.hexsides.items() if side.blocks} == {"embankment", "dike", "ridge"}
    sight = table("line-of-sight")["blocking"]
    assert set(sight["hexsides"]) == {name for name, side in chart.hexsides.items() if side.blocks}
    assert set(sight["first"]) == {name for name, row in chart.terrain.items() if row.blocks == "first"}
    assert set(sight["second"]) == {name for name, row in chart.terrain.items() if row.blocks == "second"}
    assert set(table("assault")["obstacles"]) == {
        name for name, side in chart.hexsides.items() if side.assault == "first-round-penalty"
    }


@pytest.mark.rule("gts:14.3", "gts:14.8")
def test_the_forced_march_example() -> None:
    """Polder behind a stream takes the whole allowance of 4; a march adds the 2 points for another hex."""
    polder, stream = terrain().terrain["polder"].leg.combat, terrain().hexsides["stream"].leg
    assert polder is not None
    assert stream is not None
    assert polder + stream.combat.add == 4
    assert table("movement")["forced_march"]["points"] == polder


@pytest.mark.rule("gts:14.6")
def test_the_column_example() -> None:
    """One point for column, one for polder, and four road hexes for the other two."""
    polder = terrain().terrain["polder"].leg.column
    assert polder is not None
    assert table("movement")["start_column"] + polder + 4 * terrain().ways["road"].leg == 4


@pytest.mark.rule("gts:14.10.3")
def test_the_dismounting_example() -> None:
    carrier = units()["gra-3"].transport
    assert carrier is not None
    assert carrier.move is not None
    assert carrier.move // table("movement")["dismount_divisor"] == 8


@pytest.mark.rule("gts:15.4", "gts:15.4.2", "gts:15.4.3")
def test_lines_of_sight() -> None:
    sight = table("line-of-sight")
    assert {name: row["normal"] for name, row in sight["reach"].items()} == {
        "clear": 8, "overcast": 8, "fog": 2, "rain": 2, "night": 2,
    }  # fmt: skip
    assert sight["reach"]["clear"] == {"normal": 8, "observation_post": 13, "strongpoint": 8}
    assert sight["passes"] == {"normal": 0, "observation_post": 3, "strongpoint": 2}
    assert set(sight["blocking"]["markers"]) == set(table("barrage")["markers"])
    for name, effect in table("weather")["effects"].items():
        assert effect["reach"] == sight["reach"][name]["normal"]
    assert table("night")["reach"] == sight["reach"]["night"]["normal"]


@pytest.mark.rule("gts:16.3/6", "gts:15.4.2", "gts:15.4.3")
def test_contact() -> None:
    modifiers = table("contact")["modifiers"]
    quoted = {name: row["value"] for name, row in modifiers.items() if row["source"] == "seed"}
    assert quoted == {"same-division": 0, "observation-post": 1, "strongpoint": 1}
    assert modifiers["other-army"]["value"] is None
    assert len(table("contact")["lost_by"]) == 5
    for unit_id, unit in units().items():
        assert unit.contact is None or unit.contact.changing < unit.contact.pending, unit_id


@pytest.mark.rule("gts:16.4.2.1")
@pytest.mark.parametrize(("rating", "marker"), [(0, "light"), (3, "light"), (5, "light"), (6, "heavy"), (8, "heavy")])
def test_barrages(rating: int, marker: str) -> None:
    assert banded(table("barrage")["placement"], rating, "marker") == f"{marker}-barrage"
    assert table("barrage")["no_marker_on"] == 9
    assert {row["leave"] for row in table("barrage")["markers"].values()} == {2}


@pytest.mark.rule("gts:29.46", "gts:29.47")
def test_checks_without_command_points() -> None:
    checks = table("quality")["checks"]
    assert {name for name, row in checks.items() if not row["command_point"]} == {
        "bravery", "opportunity-fire", "engineer",
    }  # fmt: skip
    assert (table("quality")["always_success"], table("quality")["always_failure"]) == (0, 9)


@pytest.mark.rule("gts:18.7", "gts:18.7/2", "gts:18.7/5D-shots", "gts:18.7/6")
def test_assault() -> None:
    assault = table("assault")
    assert assault["max_rounds"] == 3
    assert assault["shots"] == {
        "black": ["fire", "assault"],
        "red": ["assault", "assault"],
        "suppressed": ["assault"],
        "none": [],
    }
    assert {name: row["value"] for name, row in assault["modifiers"].items() if row["source"] == "seed"} == {
        "charge": 2, "retreat": 2, "suppressed": -2, "company-bonus": 2,
    }  # fmt: skip
    cases = table("bravery")["cases"]
    assert cases["entrenched-defender"]["value"] == -2
    assert {name for name, row in cases.items() if row["source"] == "seed"} == {
        "armored-defender", "entrenched-defender", "across-bridge",
    }  # fmt: skip


@pytest.mark.rule("gts:18.7/3", "gts:22.3.6")
def test_the_assault_example() -> None:
    """The entrenched infantry fires at 4 - 2 (woods) - 1 (defense) + 1 (6 steps) + 3 + 1 (entrenchment) = 6."""
    modifiers = table("fire-modifiers")["modifiers"]
    rating = 4 + terrain().terrain["woods"].defense - 1 + banded(table("size")["rows"], 6, "modifier")
    rating += modifiers["into-fire-zone"]["value"] + modifiers["entrenchment"]["value"]
    assert rating == 6


@pytest.mark.rule("gts:19.1", "gts:19.2.3", "gts:19.2.4", "gts:29.43")
def test_results() -> None:
    results = table("results")
    assert tuple(results["order"]) == SEVERITY == tuple(results["results"])
    assert results["hits_before_loss"] == 2
    assert [results["steps"][steps]["company_bonus"] for steps in (0, 1, 2)] == [False, False, True]
    assert results["steps"][0]["hit"] == "eliminated"
    assert not results["steps"][0]["can_assault"]


@pytest.mark.rule("gts:20.0", "gts:20.0/night")
def test_rally() -> None:
    rows = {(row["night"], row["in_fire_zone"]): row for row in table("rally")["rows"]}
    assert len(rows) == 4
    assert {key for key, row in rows.items() if not row["cohesion"]} == {(False, True)}
    assert {key for key, row in rows.items() if not row["check"]} == {(True, False)}
    assert all(row["suppression"] for row in rows.values())


@pytest.mark.rule("gts:10.0.3/cp", "gts:10.0.4", "gts:7.2/cost")
def test_command_points() -> None:
    command = table("command")
    assert command["command_gain"] == {roll: roll // 2 for roll in range(10)}
    assert command["limits"] == {"least": 0, "most": 19}
    assert command["chit_cost"] == {"this_turn": 2, "next_turn": 1}
    assert (command["second_action"], command["direct_command"], command["before_night"]) == (1, 1, 2)


@pytest.mark.rule("gts:10.0.3/dp")
@pytest.mark.parametrize(("roll", "gain"), [(0, 3), (1, 2), (2, 1), (6, 1), (7, 0), (9, -1)])
def test_dispatch_points_of_the_example(roll: int, gain: int) -> None:
    """A division of rating 6 that holds 2 points; a roll of 2 is not below them."""
    lines = table("command")["dispatch_gain"]
    fits = {"roll-9": roll == 9, "roll-0": roll == 0, "not-above-rating": roll <= 6, "below-points-held": roll < 2}
    assert set(fits) == set(lines)
    assert sum(lines[name] for name, fit in fits.items() if fit) == gain
    assert table("switches")["switches"]["dispatch-not-above"] == {"value": False, "rule": "10.0.3/dp"}


@pytest.mark.rule("gts:10.0.1/division", "gts:10.0.2/5", "gts:10.0.5/3", "gts:10.0.5/8", "gts:13.2")
def test_what_chits_allow() -> None:
    chits = table("chits")
    assert not {"fire", "assault"} & set(chits["division"]["first"])
    assert not chits["division"]["into_fire_zone"]
    assert chits["direct"]["second"] == []
    assert chits["direct"]["cost"] == table("command")["direct_command"]
    assert {kind for kind in ("division", "formation", "direct") if "engineer" in chits[kind]["first"]} == {
        "division", "formation",
    }  # fmt: skip
    assert all("engineer" not in chits[kind]["second"] for kind in ("division", "formation", "direct"))
    assert {kind for kind in ("division", "formation", "direct") if chits[kind]["bought"]} == {"formation"}


@pytest.mark.rule("gts:17.2", "gts:17.2/2", "gts:17.2/3", "gts:17.2/state")
def test_triggers_of_opportunity_fire() -> None:
    triggers = table("opportunity")["triggers"]
    assert {name for name, row in triggers.items() if row["firers"] != "all"} == {"assault", "retreat"}
    assert triggers["change-column"]["target"] == "column"
    assert {name for name, row in triggers.items() if row["target"] == "either-side"} == {"mount", "dismount"}
    assert set(table("opportunity")["never"]) == {"enter-hex", "drop-column-by-hit"}


@pytest.mark.rule("gts:22.2.1", "gts:22.3.1", "gts:23.1", "gts:23.3", "gts:24.2")
def test_engineer_actions() -> None:
    actions = table("engineers")["actions"]
    assert {name for name, row in actions.items() if not row["check"]} == {
        "improved-position-engineer", "remove-roadblock-engineer",
    }  # fmt: skip
    assert {name for name, row in actions.items() if row["source"] != "seed"} == {"boats"}
    assert actions["entrenchment"]["needs"] == ["improved-position"]
    assert table("engineers")["rearguard_distance"] == 2
    assert set(table("engineers")["boats_divisions"]) <= set(manifest().divisions)
    assert set(table("engineers")["boats_formations"]) <= set(manifest().formations)


@pytest.mark.rule("gts:1.2/stacking", "gts:14.1", "gts:14.11", "gts:28.0")
def test_stacking_and_movement() -> None:
    stacking, movement = table("stacking"), table("movement")
    assert (stacking["combat"], stacking["column"], stacking["per_entrenchment"]) == (4, 1, 1)
    assert (movement["entry_hex_clearance"], movement["night_factor"]) == (2, 2)
    assert movement["emergency_displacement"] == {"hexes": 1, "failure_hits": 1}
    assert movement["weather"] == {name: row["movement"] for name, row in table("weather")["effects"].items()}
    assert movement["night_factor"] == table("night")["movement_factor"]


@pytest.mark.rule("gts:26.0", "gts:26.0/fog", "gts:26.0/rain", "gts:26.0/overcast", "gts:26.0/fog-note", "gts:5.0")
def test_weather() -> None:
    weather = table("weather")
    effects = weather["effects"]
    shown = {name: (row["fire"], row["assault"], row["movement"], row["air"]) for name, row in effects.items()}
    assert shown == {
        "clear": (0, 0, 0, True),
        "fog": (-1, -1, 1, False),
        "overcast": (0, 0, 0, False),
        "rain": (-2, -2, 1, False),
    }
    assert [change for change in weather["changes"] if change["source"] == "seed"] == [
        {"weather": "fog", "time": "11:00", "rolls": [0, 9], "becomes": "overcast", "source": "seed"}
    ]
    dates = range(17, 26)
    assert list(weather["dates"]) == list(weather["history"]) == list(dates)
    for modifier in weather["dates"].values():
        assert all(banded(weather["rows"], roll + modifier, "weather") in effects for roll in range(10))
    times = {turn["time"] for turn in table("turn-track")["turns"].values()}
    for day in weather["history"].values():
        assert set(day) <= times
        assert set(day.values()) <= set(effects)


@pytest.mark.rule("gts:28.0")
def test_night() -> None:
    night = table("night")
    assert (night["fire"], night["assault"], night["reach"]) == (-2, -2, 2)
    assert 8 <= night["hours"] <= 12


@pytest.mark.rule("gts:27.0", "gts:27.0/attack")
def test_air_power() -> None:
    air = table("air")
    assert air["weather"] == ["clear"]
    assert not air["barrage"]
    assert {manifest().air_units[unit].side: unit for unit in air["units"].values()} == air["units"]
    for side in manifest().sides:
        for date in range(17, 26):
            rows = [r for r in air["available"] if r["side"] == side and r["dates"][0] <= date <= r["dates"][1]]
            assert len(rows) == 1, (side, date)
            numbers = [banded(rows[0]["rolls"], roll, "number") for roll in range(10)]
            assert numbers == sorted(numbers, reverse=True)


@pytest.mark.rule("gts:3.0", "gts:12.0")
def test_turn_track() -> None:
    turns = table("turn-track")["turns"]
    assert list(turns) == list(range(1, 61))
    assert [number for number, turn in turns.items() if turn["time"] == "night"] == [4, *range(11, 61, 7)]
    assert turns[1] == {"date": 17, "time": "13:00"}
    assert turns[60] == {"date": 25, "time": "night"}
    by_date = defaultdict(list)
    for turn in turns.values():
        by_date[turn["date"]].append(turn["time"])
    day = ["07:00", "09:00", "11:00", "13:00", "15:00", "17:00", "night"]
    assert all(by_date[date] == day for date in range(18, 26))
    assert by_date[17] == day[3:]


@pytest.mark.rule("gts:4.0")
def test_sequence_of_play() -> None:
    steps = table("sequence")["steps"]
    assert [step["id"] for step in steps] == [
        "weather",
        "air-power",
        "weather-change",
        "dispatch",
        "reinforcements",
        "cup",
        "activation",
        "remove-barrages",
        "turn-end",
    ]
    assert [step["id"] for step in steps if step["first_of_day"]] == ["weather", "air-power"]


def test_landings_and_supply() -> None:
    landing = table("landing")
    assert set(landing["markers"]) <= set(manifest().markers)
    for kind in ("parachute", "glider"):
        first, second = (landing["markers"][f"{kind}-{level}"] for level in (1, 2))
        assert all(second[key] == 2 * first[key] for key in ("fire", "assault", "defense"))
    supply = table("supply")
    assert {name for area in supply["areas"] for name in area["regions"]} <= set(board().regions)
    assert supply["division"] in manifest().divisions


def test_markers_have_counters() -> None:
    named = set(manifest().markers)
    assert set(table("markers")["markers"]) - {"out-of-command"} <= named
    assert set(table("barrage")["markers"]) <= named


def test_special_rules_name_what_there_is() -> None:
    for name, rule in special().items():
        assert in_both(rule.name), name
        assert in_both(rule.text), name
        assert not rule.division or rule.division in manifest().divisions, name
        assert not rule.formation or rule.formation in manifest().formations, name
        assert not rule.unit or rule.unit in units(), name
        assert not rule.region or rule.region in board().regions, name
        assert not rule.area or rule.area in table("landing")["areas"], name
        assert not rule.entry or rule.entry in table("entry")["entries"], name
        assert not rule.bridge or rule.bridge in table("crossings")["bridges"], name
        assert not rule.ferry or rule.ferry in table("crossings")["ferries"], name
        assert not rule.measured_from or rule.measured_from in board().index, name
    assert {name for play in SCENARIOS for name in scenario(play).special} == set(special())


# The scenarios


def inside(play: Scenario, label: str) -> bool:
    first, last = play.area
    return (
        label in board().index
        and column(first) <= column(label) <= column(last)
        and row(first) <= row(label) <= row(last)
    )


def placed(play: Scenario) -> list[str]:
    """Every unit of a scenario, those set up first."""
    begun = [unit_id for stack in play.set_up for unit_id in stack.units]
    return begun + [unit_id for arrival in play.reinforcements for unit_id in arrival.units]


def entries(play: Scenario) -> dict[str, Any]:
    chart = table("entry")
    return {**chart["entries"], **{name: chart["scenario"][name] for name in play.entries}}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_stand_on_the_map(name: str) -> None:
    play = scenario(name)
    assert play.map == "arnhem"
    assert in_both(play.name)
    assert in_both(play.description)
    assert all(inside(play, label) for label in (*play.area, *play.leaders.values()))
    for stack in play.set_up:
        assert inside(play, stack.at), stack.at
    for award in play.victory:
        assert all(inside(play, label) for label in award.hexes), award.id
    named = [award.region for award in play.victory if award.region]
    named += [play.early_end.region] if play.early_end else []
    named += [play.free_set_up.region] if play.free_set_up else []
    assert set(named) <= set(board().regions)
    for entry in play.entries:
        assert all(inside(play, label) for label in region(entries(play)[entry]["region"]))


@pytest.mark.parametrize("name", SCENARIOS)
def test_set_up_stacks_are_legal(name: str) -> None:
    play = scenario(name)
    stacks: Counter[tuple[str, bool]] = Counter()
    holders: dict[str, str] = {}
    for stack in play.set_up:
        ground = board().named(stack.at).terrain
        in_column = stack.state != "combat"
        for unit_id in stack.units:
            unit = units()[unit_id]
            stacks[stack.at, in_column] += 1
            assert holders.setdefault(stack.at, unit.side) == unit.side, stack.at
            assert stack.state != "transport" or unit.transport is not None, unit_id
            if unit.unit_class == "vehicle" or stack.state == "transport":
                assert in_column or ground not in terrain().column_only["vehicles"], unit_id
                assert ground != "woods" or ways(stack.at), unit_id
        assert set(stack.step_loss) | set(stack.cohesion) <= set(stack.units)
        assert all(units()[unit_id].steps == 2 for unit_id in stack.step_loss)
        assert not (stack.improved and in_column)
    limits = {False: table("stacking")["combat"], True: table("stacking")["column"]}
    assert all(count <= limits[in_column] for (_, in_column), count in stacks.items())


@pytest.mark.parametrize("name", SCENARIOS)
def test_leaders_come_with_their_formations(name: str) -> None:
    play = scenario(name)
    leaders = manifest().leaders
    home = {unit_id: unit.formation for unit_id, unit in units().items()}
    home |= {unit_id: formation for formation, members in play.attached.items() for unit_id in members}
    at: defaultdict[str, set[str]] = defaultdict(set)
    for stack in play.set_up:
        at[stack.at] |= {home[unit_id] for unit_id in stack.units}
    for leader, label in play.leaders.items():
        assert leaders[leader].formation in at[label], leader
    arriving = [leader for arrival in play.reinforcements for leader in arrival.leaders]
    present = [*play.leaders, *arriving]
    assert len(set(present)) == len(present)
    for arrival in play.reinforcements:
        formations = {home[unit_id] for unit_id in arrival.units}
        assert {leaders[leader].formation for leader in arrival.leaders} <= formations
    used = set(placed(play))
    led = {leaders[leader].formation for leader in present}
    for unit_id in used:
        formation = home[unit_id]
        assert formation in led or not manifest().formations[formation].leader, unit_id


@pytest.mark.rule("gts:8.0")
@pytest.mark.parametrize("name", SCENARIOS)
def test_reinforcements_arrive_in_time_and_where_they_may(name: str) -> None:
    play = scenario(name)
    turns = [arrival.turn for arrival in play.reinforcements]
    assert turns == sorted(turns)
    for arrival in play.reinforcements:
        assert play.first_turn <= arrival.turn <= play.last_turn
        assert [bool(arrival.at), bool(arrival.area), bool(arrival.hex), arrival.off_map].count(True) == 1
        assert bool(arrival.area) == (arrival.arrive is not None)
        assert bool(arrival.or_at) == (arrival.or_at_if is not None)
        for entry in filter(None, (arrival.at, arrival.or_at)):
            divisions = entries(play)[entry]["divisions"]
            assert {units()[unit_id].division for unit_id in arrival.units} <= set(divisions), entry
        if arrival.area:
            assert arrival.arrive in table("landing")["areas"][arrival.area]["uses"]
            assert "landing" in play.special
            room = table("landing")["per_hex"] * len(region(arrival.area))
            same = [a for a in play.reinforcements if (a.area, a.turn) == (arrival.area, arrival.turn)]
            assert sum(len(a.units) for a in same) <= room
        if arrival.hex:
            assert inside(play, arrival.hex)
        for unit_id in arrival.units:
            assert ("off-map" in units()[unit_id].abilities) == arrival.off_map
            assert play.divisions[units()[unit_id].division].turn <= arrival.turn or arrival.off_map, unit_id
        assert set(arrival.step_loss) <= set(arrival.units)


@pytest.mark.parametrize(("name", "count", "allied"), [("krafft", 13, 7), ("bridge", 89, 37), ("perimeter", 216, 111)])
def test_every_unit_is_used_once(name: str, count: int, allied: int) -> None:
    play = scenario(name)
    used = placed(play)
    assert len(set(used)) == len(used) == count
    assert sum(units()[unit_id].side == "allied" for unit_id in used) == allied
    assert {units()[unit_id].division for unit_id in used} == set(play.divisions)


@pytest.mark.rule("gts:9.0", "gts:10.0.1")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_first_cup(name: str) -> None:
    play = scenario(name)
    here = {name for name, points in play.divisions.items() if points.turn == play.first_turn}
    allowed = {army.direct_command for army in manifest().sides.values()}
    allowed |= {manifest().divisions[division].chit for division in here}
    allowed |= {manifest().formations[manifest().leaders[leader].formation].chit for leader in play.leaders}
    assert set(play.cup.chits) <= allowed
    assert {manifest().divisions[division].chit for division in here} <= set(play.cup.chits)
    assert len(set(play.cup.chits)) == len(play.cup.chits)
    assert play.cup.first in play.cup.chits
    limits = table("command")["limits"]
    for points in play.divisions.values():
        assert limits["least"] <= points.dispatch <= points.command <= limits["most"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_turns_and_weather(name: str) -> None:
    play = scenario(name)
    turns = table("turn-track")["turns"]
    assert 1 <= play.first_turn < play.last_turn <= len(turns)
    assert ("fixed" in play.weather) == bool(play.fixed_weather)
    played = {(turns[n]["date"], turns[n]["time"]) for n in range(play.first_turn, play.last_turn + 1)}
    for date, day in play.fixed_weather.items():
        assert {(date, time) for time in day} <= played
        assert set(day.values()) <= set(table("weather")["effects"])


def test_lengths() -> None:
    shown = {name: (scenario(name).first_turn, scenario(name).last_turn) for name in SCENARIOS}
    assert shown == {"krafft": (2, 6), "bridge": (4, 28), "perimeter": (1, 60)}


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize("name", SCENARIOS)
def test_victory(name: str) -> None:
    play = scenario(name)
    ids = [award.id for award in play.victory]
    assert len(set(ids)) == len(ids)
    used = set(placed(play))
    for award in play.victory:
        assert in_both(award.name), award.id
        assert award.points > 0
        assert set(award.units) | set(award.joins) <= used, award.id
        assert (award.kind == "losses") == (award.turns is None), award.id
        assert (award.kind == "losses") == (award.of is not None), award.id
        assert (award.kind in ("occupy", "control", "clear", "link-up")) == bool(award.hexes), award.id
        assert not award.unless or award.unless in ids
        assert not award.division or award.division in play.divisions
        assert not award.exempt or award.exempt in manifest().formations
        if award.turns is not None:
            assert play.first_turn <= award.turns[0] <= award.turns[1] <= play.last_turn, award.id
    leads = [grade.lead for grade in play.levels]
    assert leads[-1] is None
    bounds = [lead for lead in leads if lead is not None]
    assert bounds == sorted(bounds, reverse=True)
    assert [grade.level for grade in play.levels] == list(Level.__args__)  # type: ignore[attr-defined]
    assert bounds[0] == 1 - bounds[3]
    assert bounds[1] == 1 - bounds[2]


def test_nobody_has_linked_up_at_the_bridge_before_the_first_turn() -> None:
    play = scenario("bridge")
    (award,) = [award for award in play.victory if award.kind == "link-up"]
    near = {unit_id for stack in play.set_up if stack.at in region("bridge-approach") for unit_id in stack.units}
    assert set(award.joins) & near
    assert not set(award.units) & near


# The rules and the words


def test_the_rule_list_is_complete_and_in_order() -> None:
    rules = read(DATA / "rules.yaml", list[Rule])
    assert len(RULE_IDS) == 316
    assert [rule.id for rule in rules] == RULE_IDS
    for rule in rules:
        assert in_both(rule.title), rule.id
        assert in_both(rule.summary), rule.id
        assert not any("\n" in text for text in rule.summary.values()), rule.id
        assert bool(rule.reason) >= (rule.status is Status.NOT_APPLICABLE), rule.id


def test_headings_and_examples_are_not_applicable() -> None:
    status = {rule.id: rule.status for rule in read(DATA / "rules.yaml", list[Rule])}
    headings = {"7.0", "10.0", "13.0", "14.0", "14.10", "15.0", "16.0", "16.4", "17.0", "19.0", "19.2", "21.0", "22.0"}
    headings |= {"22.2", "22.3", "23.0", "24.0", "29.0", "30.0"}
    examples = {rule_id for rule_id in RULE_IDS if "/ex-" in rule_id}
    assert len(examples) == 11
    assert all(status[rule_id] is Status.NOT_APPLICABLE for rule_id in headings | examples)
    assert status["15.5/4"] is not Status.NOT_APPLICABLE


def test_the_glossaries_name_everything_in_both_languages() -> None:
    glossaries = {lang: read(DATA / "text" / f"glossary-{lang}.yaml", dict[str, str]) for lang in LANGUAGES}
    assert list(glossaries["en"]) == list(glossaries["ja"])
    chits = table("chits")
    wanted: dict[str, Iterable[str]] = {
        "side": manifest().sides,
        "nat": manifest().nationalities,
        "division": manifest().divisions,
        "formation": manifest().formations,
        "leader": manifest().leaders,
        "type": manifest().types,
        "class": {unit.unit_class for unit in units().values()},
        "size": {unit.size for unit in units().values()},
        "mobility": {unit.front.mobility for unit in units().values()},
        "weapon": WEAPONS,
        "ability": manifest().abilities,
        "terrain": terrain().terrain,
        "feature": board().legend.features,
        "hexside": {*board().legend.sides, *terrain().hexsides},
        "way": terrain().ways,
        "state": {"combat", "column", "transport", *table("markers")["markers"], *table("landing")["markers"]},
        "phase": [step["id"] for step in table("sequence")["steps"]],
        "action": {action for kind in ("division", "formation", "direct") for action in chits[kind]["first"]},
        "engineer": table("engineers")["actions"],
        "chit": {"division", "formation", "direct"},
        "result": {*SEVERITY, "hit", "miss"},
        "check": table("quality")["checks"],
        "weather": table("weather")["effects"],
        "modifier": {*table("fire-modifiers")["modifiers"], *table("contact")["modifiers"]},
        "marker": manifest().markers,
        "air": manifest().air_units,
        "level": {grade.level for name in SCENARIOS for grade in scenario(name).levels},
        "length": {scenario(name).length for name in SCENARIOS},
        "arrive": {"parachute", "glider"},
        "entry": {*table("entry")["entries"], *table("entry")["scenario"]},
    }
    for lang, words in glossaries.items():
        missing = {f"{kind}.{name}" for kind, names in wanted.items() for name in names} - set(words)
        assert not missing, lang
        assert all(words.values()), lang


def test_the_glossary_says_what_the_data_says() -> None:
    for lang in LANGUAGES:
        words = read(DATA / "text" / f"glossary-{lang}.yaml", dict[str, str])
        for formation_id, formation in manifest().formations.items():
            assert words[f"formation.{formation_id}"] == formation.name[lang]
        for name, style in board().legend.terrain.items():
            assert words[f"terrain.{name}"] == style.name.text(lang)
