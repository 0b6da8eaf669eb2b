"""The data that ships: every figure that the rules quote holds on the map, on the counters and in the tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.board import Board, load_board
from sandtable.board.legend import Name
from sandtable.datafile import read
from sandtable.kernel.rules import Rule, Status
from sandtable.mechanics.crt import Crt, CrtFile
from sandtable.render.symbols import BRANCHES

DATA = Path(sandtable.__file__).parent / "games" / "gsfg" / "data"
LANGUAGES = ("en", "ja")
NATO_NATIONS = frozenset({"us", "uk", "ca", "nl", "be", "frg", "fr"})
LISTED = """
0/key 0/contents 1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2.0 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11
2.11/design-note 2.12 2.13 3.0 3.1 3.2 3.3 4.0 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 5.0 5.1 5.2 5.3 5.4 5.4/1 5.4/2 5.4/3
5.4/4 5.4/5 5.4/design-note 5.5 5.6 5.7 5.8 5.9 5.10 6.0 6.0/design-note 6.1 6.2 6.3 6.4 6.5 6.5/1 6.5/2 6.5/3 6.5/4
6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13 6.14 6.15 6.16 6.17 7.0 7.1 7.2 7.3 7.4 7.5 7.6 7.7 7.8 8.0 8.1 8.2 8.3 8.4 8.5
8.6 8.7 8.8 8.9 8.10 8.11 8.12 8.12/design-note 9.0 9.1 9.2 9.2/erratum 9.3 9.3/entry-hexes 9.4 9.5 9.6 9.7 9.8 10.0
10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.9 10.10 10.11 10.12 10.13 10.14 10.15 10.16 10.17 10.18 10.19 11.0 11.1
11.2 11.3 11.4 11.5 11.6 11.7 11.8 11.9 11.10 11.11 11.12 11.13 11.14 11.14/design-note 11.15 11.16 11.17 11.18
11.19 11.20 11.21 11.22 11.23 12.0 12.1 12.2 12.3 12.4 12.5 12.6 13.0 13.1 13.2 13.3 13.4 13.5 13.6
13.5/clarification 13.7 13.8 13.9 13.9/design-note 13.10 13.11 13.12 13.13 13.14 13.15 13.16 13.16/design-note 13.17
13.18 13.19 13.20 13.21 13.22 0/acknowledgement
"""
RULE_IDS = LISTED.split()


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    short: str
    name: dict[str, str]
    side: str
    nat: str
    type: str
    size: str
    steps: int
    attack: int
    defense: int
    move: int
    code: str
    at: str = ""
    turn: int = 0
    group: str = ""
    air: bool = False
    jaeger: bool = False

    @property
    def values(self) -> tuple[int, int, int]:
        return self.attack, self.defense, self.move

    @property
    def stacking(self) -> float:
        return 0 if self.type == "territorial" else 1 if self.size == "XX" else 0.5


class Nation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: str
    fill: str
    ink: str
    symbol: str


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    symbol: str


class Units(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    rules: tuple[str, ...]
    units: dict[str, Unit]
    links: tuple[dict[str, str], ...]
    nationalities: dict[str, Nation]
    types: dict[str, Kind]


@cache
def board() -> Board:
    return load_board(DATA / "maps" / "germany.yaml")


@cache
def manifest() -> Units:
    return read(DATA / "units" / "units.yaml", Units)


def units() -> dict[str, Unit]:
    return manifest().units


def table(name: str) -> dict[str, Any]:
    return read(DATA / "tables" / f"{name}.yaml", dict[str, Any])


def fact(label: str, name: str) -> object:
    return board().named(label).data.get(name)


def is_land(label: str) -> bool:
    return board().named(label).terrain not in ("sea", "lake")


def region(name: str) -> set[str]:
    return {board().labels[i] for i in board().regions[name]}


def country(label: str) -> object:
    return fact(label, "country")


def neighbours(label: str) -> list[str]:
    return [board().labels[j] for j in board().adjacent(board().index[label])]


def features(label: str, other: str) -> frozenset[str]:
    i, j = board().index[label], board().index[other]
    return board().side_features(i, board().direction(i, j))


def is_connected(labels: Iterable[str]) -> bool:
    left = set(labels)
    frontier = [left.pop()]
    while frontier:
        near = left.intersection(neighbours(frontier.pop()))
        left -= near
        frontier += near
    return not left


def river_sides(name: str) -> set[frozenset[str]]:
    grid = board().grid
    return {
        frozenset(grid.side_label(side).split("-"))
        for run in board().side_runs
        if run.name and run.name.en == name
        for side in run.sides
    }


def in_both(name: dict[str, str] | Name) -> bool:
    texts = name if isinstance(name, dict) else {"en": name.en, "ja": name.ja}
    return set(texts) == set(LANGUAGES) and all(texts.values())


# The map


@pytest.mark.rule("gsfg:1.6", "gsfg:2.2")
def test_the_map_is_the_grid_of_the_rules() -> None:
    assert board().size == 1286
    assert {"1400", "4200", "4237", "2939"} <= set(board().labels)
    assert not {"1300", "4238", "1036", "0909", "4300"} & set(board().labels)
    assert "1210" in neighbours("1109")
    assert "2133" in neighbours("2034")


@pytest.mark.rule("gsfg:2.2", "gsfg:8.8", "gsfg:9.5", "gsfg:9.6", "gsfg:9.8")
@pytest.mark.parametrize(
    ("label", "nation", "city"),
    [
        ("1233", "fr", "strasbourg"),
        ("1309", "nl", "arnhem"),
        ("1702", "nl", "groningen"),
        ("1408", "nl", "apeldoorn"),
        *((label, "frg", "cologne") for label in ("1316", "1416", "1417", "1515", "1516")),
        *((label, "frg", "ruhr") for label in ("1414", "1613")),
        ("2024", "frg", "frankfurt"),
        ("2034", "frg", "stuttgart"),
        ("2133", "frg", "stuttgart"),
        ("2521", "frg", "kassel"),
        ("2939", "frg", "munich"),
        ("3011", "frg", "hanover"),
        ("3111", "frg", "hanover"),
        ("3031", "frg", "nuremberg"),
        ("3302", "frg", "hamburg"),
    ],
)
def test_quoted_cities(label: str, nation: str, city: str) -> None:
    info = board().named(label)
    assert info.terrain == "city"
    assert info.data["country"] == nation
    assert info.data["city"] == city


@pytest.mark.rule("gsfg:3.2")
@pytest.mark.parametrize(
    ("label", "nation"),
    [
        ("1824", "frg"),
        ("2235", "frg"),
        ("2806", "frg"),
        ("3221", "gdr"),
        ("3815", "gdr"),
        ("4202", "gdr"),
        ("4212", "gdr"),
        ("4221", "gdr"),
        ("4231", "cssr"),
        ("4237", "cssr"),
    ],
)
def test_quoted_hexes_lie_in_their_country(label: str, nation: str) -> None:
    assert country(label) == nation


def test_land_has_a_country_and_water_none() -> None:
    for info in board().hexes:
        assert ("country" in info.data) == is_land(info.label), info.label
    land = {info.label for info in board().hexes if is_land(info.label)}
    assert {country(label) for label in land} == {"frg", "gdr", "nl", "fr", "cssr"}
    for nation in ("frg", "gdr", "nl", "fr", "cssr"):
        assert is_connected(label for label in land if country(label) == nation), nation


@pytest.mark.rule("gsfg:10.8", "gsfg:10.9", "gsfg:10.16")
def test_cities_keep_their_natural_terrain() -> None:
    for info in board().hexes:
        assert ("natural" in info.data) == ("city" in info.data) == (info.terrain == "city"), info.label
        assert info.data.get("natural", "clear") in ("clear", "rough", "mountain", "heath"), info.label


@pytest.mark.rule("gsfg:10.15")
def test_borders_are_closed_and_nothing_else_is_a_border() -> None:
    for label in board().labels:
        for other in neighbours(label):
            parted = is_land(label) and is_land(other) and country(label) != country(other)
            assert ("border" in features(label, other)) == parted, f"{label}-{other}"


@pytest.mark.rule("gsfg:10.14")
def test_water_hexsides_lie_between_land_and_hold_one_kind_of_water() -> None:
    water = {"river", "stream", "canal", "shore"}
    seen = Counter[str]()
    for label in board().labels:
        for other in neighbours(label):
            found = features(label, other) & water
            if found and label < other:
                assert is_land(label)
                assert is_land(other)
                assert len(found) == 1, f"{label}-{other}"
                seen.update(found)
    assert seen == {"river": 311, "stream": 348, "canal": 30, "shore": 5}


@pytest.mark.rule("gsfg:4.6")
def test_the_rhine_has_a_west_bank_from_1009_to_1035() -> None:
    bank = region("rhine-west-bank")
    assert {"1009", "1035", "1109", "1210", "1211", "1233", "1416", "1417"} <= bank
    assert len(bank) == 35
    assert is_connected(bank)
    assert is_connected(["1109", "1210", "1211"])
    assert bank == {label for side in river_sides("Rhine") for label in side if fact(label, "west")}
    assert min(bank) == "1009"


@pytest.mark.rule("gsfg:8.4")
def test_the_rhine_parts_west_from_east() -> None:
    rhine = river_sides("Rhine")
    for label in board().labels:
        for other in neighbours(label):
            if is_land(label) and is_land(other):
                parted = fact(label, "west") != fact(other, "west")
                assert parted == (frozenset((label, other)) in rhine), f"{label}-{other}"
    west = {"1009", "1035", "1109", "1210", "1211", "1233", "1316", "1416", "1417"}
    east = {"1309", "1414", "1515", "1516", "1613", "1824", "2024", "2034"}
    assert all(fact(label, "west") for label in west)
    assert not any(fact(label, "west") for label in east)


@pytest.mark.rule("gsfg:9.5")
def test_the_moselle_parts_north_from_south_west_of_the_rhine() -> None:
    moselle = river_sides("Moselle")
    assert fact("1023", "north_of_moselle")
    assert not fact("1024", "north_of_moselle")
    for label in board().labels:
        for other in neighbours(label):
            if fact(label, "west") and fact(other, "west") and is_land(label) and is_land(other):
                parted = fact(label, "north_of_moselle") != fact(other, "north_of_moselle")
                assert parted == (frozenset((label, other)) in moselle), f"{label}-{other}"


def test_wuerzburg_lies_on_the_right_bank_of_the_main() -> None:
    main = river_sides("Main")
    banks = {other for other in neighbours("2527") if frozenset(("2527", other)) in main}
    assert banks == {"2427", "2428", "2528"}


def test_the_isar_reaches_the_danube_on_the_map() -> None:
    vertices = [
        {
            vertex
            for run in board().side_runs
            if run.name and run.name.en == name
            for s in run.sides
            for vertex in s.vertices
        }
        for name in ("Isar", "Danube")
    ]
    assert len(vertices[0] & vertices[1]) == 1


def test_the_labelled_canals_are_canals() -> None:
    for label in ("1703", "2501"):
        touching = {feature for other in neighbours(label) for feature in features(label, other)}
        assert "canal" in touching, label


@pytest.mark.rule("gsfg:4.4", "gsfg:4.5")
def test_enough_cities_and_ruhr_hexes_to_win() -> None:
    assert region("ruhr") == {"1414", "1513", "1514", "1613", "1614", "1714", "1715", "1814"}
    assert all(fact(label, "city") == "ruhr" and not fact(label, "west") for label in region("ruhr"))
    cities = {info.label for info in board().hexes if info.terrain == "city" and info.data["country"] == "frg"}
    assert region("frg-cities") == cities
    assert len(cities) == 67
    assert len([label for label in cities if not fact(label, "west")]) == 55 > 32


@pytest.mark.rule("gsfg:8.4", "gsfg:8.7")
def test_no_nato_hex_is_far_from_a_city() -> None:
    cities = [i for i, info in enumerate(board().hexes) if info.terrain == "city"]
    for i, label in enumerate(board().labels):
        if country(label) in ("frg", "nl", "fr"):
            assert min(board().distance(i, j) for j in cities) <= 6, label


@pytest.mark.rule("gsfg:1.6")
def test_edges() -> None:
    assert region("edge-north") == {f"{column}00" for column in range(14, 43)}
    assert region("edge-east") == {f"42{row:02}" for row in range(38)}
    rows = defaultdict(list)
    columns = defaultdict(list)
    for label in board().labels:
        rows[label[2:]].append(label)
        columns[label[:2]].append(label)
    assert region("edge-west") == {min(row) for row in rows.values()}
    assert region("edge-south") == {max(column) for column in columns.values()}


@pytest.mark.rule("gsfg:3.2", "gsfg:3.3", "gsfg:5.10", "gsfg:8.3", "gsfg:9.3/entry-hexes")
def test_soviet_regions() -> None:
    home = {label for label in board().labels if country(label) in ("gdr", "cssr")}
    edges = set[str]().union(*(region(f"edge-{edge}") for edge in ("north", "east", "south", "west")))
    assert region("start-soviet") == home
    assert region("soviet-sources") == home & edges
    assert region("entry-r") == home & region("edge-east")
    for group, label in {"a": "4202", "b": "4212", "c": "4231", "d": "4221"}.items():
        assert region(f"entry-{group}") == {label, *neighbours(label)} & region("edge-east") & home
    for group, label in {"e": "3221", "f": "3815"}.items():
        assert region(f"setup-{group}") == {label, *neighbours(label)} & home


@pytest.mark.rule("gsfg:8.8", "gsfg:9.5")
def test_nato_regions() -> None:
    assert region("source-us") == {"2024"}
    assert region("source-fr") == {"1233"}
    assert region("source-nl") == {"1408"}
    assert region("source-be") == {"1316", "1416", "1417", "1515", "1516"}
    assert region("source-uk") == region("ruhr")
    named = {"frankfurt", "stuttgart", "kassel", "munich", "hanover", "nuremberg", "hamburg", "ruhr"}
    assert region("source-frg") == {info.label for info in board().hexes if info.data.get("city") in named}
    west = {label for label in region("edge-west") if is_land(label)}
    assert region("west-edge") == west
    assert region("west-edge-nl") == {label for label in west if country(label) == "nl"}
    assert region("west-edge-fr") == {label for label in west if country(label) == "fr"}
    north = {label for label in west if country(label) == "frg" and fact(label, "north_of_moselle")}
    assert region("west-edge-frg-north-of-moselle") == north
    assert north == {f"10{row}" for row in range(16, 24)}


def test_everything_on_the_map_is_named_in_both_languages() -> None:
    legend = board().legend
    for styles in (legend.terrain, legend.features, legend.sides, legend.networks):
        assert all(in_both(style.name) for style in styles.values())
    assert all(in_both(info.name) for info in board().hexes if info.name)
    assert all(info.name for info in board().hexes if info.terrain == "city" or "town" in info.features)
    for run in board().side_runs:
        if run.feature in ("river", "stream", "canal"):
            assert run.name is not None
            assert in_both(run.name)


def test_the_motorways_touch_no_water() -> None:
    assert len({path.name for path in board().paths if path.name}) >= 14
    for path in board().paths:
        assert all(is_land(board().labels[i]) for i in path.hexes)


# The counters


def test_there_are_204_units() -> None:
    assert len(units()) == 204
    assert Counter(unit.side for unit in units().values()) == {"soviet": 102, "nato": 102}


@pytest.mark.rule("gsfg:2.12")
def test_every_unit_begins_somewhere() -> None:
    for unit_id, unit in units().items():
        assert [bool(unit.at), bool(unit.turn), bool(unit.group)].count(True) == 1, unit_id
        if unit.at or unit.turn:
            assert unit.side == "nato", unit_id
            assert unit.code == (unit.at or str(unit.turn)), unit_id
            assert 0 <= unit.turn <= 15, unit_id


@pytest.mark.rule("gsfg:1.8", "gsfg:3.2", "gsfg:9.3", "gsfg:9.6")
def test_groups() -> None:
    sizes = Counter(unit.group for unit in units().values() if unit.group)
    assert sizes == {
        "a": 4, "b": 6, "c": 5, "d": 6, "e": 5, "f": 6, "r": 63, "airborne": 7, "link-up": 3, "call-out": 12,
    }  # fmt: skip
    airborne = {unit_id for unit_id, unit in units().items() if unit.group == "airborne"}
    assert "su-102g-abn" in airborne
    assert all(units()[unit_id].air and units()[unit_id].type == "airborne" for unit_id in airborne)
    assert {unit.nat for unit in units().values() if unit.group == "e"} == {"su_8ga", "gdr"}
    assert {unit.group for unit in units().values() if unit.nat == "su_8ga"} == {"e"}


@pytest.mark.rule("gsfg:3.2", "gsfg:7.1", "gsfg:7.5")
@pytest.mark.parametrize("group", "abcdef")
def test_a_group_fits_into_its_hexes(group: str) -> None:
    members = [unit for unit in units().values() if unit.group == group]
    room = region(f"setup-{group}" if group in "ef" else f"entry-{group}")
    assert sum(unit.stacking for unit in members) <= 2 * len(room)
    assert sum(unit.nat == "gdr" for unit in members) <= len(room)
    assert sum(unit.type == "artillery" for unit in members) <= len(room)


@pytest.mark.rule("gsfg:3.2", "gsfg:7.1")
def test_nato_stacks_are_legal_at_start() -> None:
    stacks = defaultdict(list)
    for unit in units().values():
        if unit.at:
            stacks[unit.at].append(unit)
    assert sum(map(len, stacks.values())) == 35
    for label, stack in stacks.items():
        assert is_land(label)
        assert country(label) in ("frg", "nl", "fr"), label
        assert sum(unit.stacking for unit in stack) <= 2, label
        assert len({unit.nat for unit in stack}) == 1, label


@pytest.mark.rule("gsfg:2.4", "gsfg:2.11")
def test_ratings_are_alike_for_nation_type_and_size() -> None:
    ratings: dict[tuple[str, str, str, bool], set[tuple[int, int, int]]] = defaultdict(set)
    incomplete = {link["rest"] for link in manifest().links}
    for unit_id, unit in units().items():
        key = (unit.nat.removesuffix("_8ga"), unit.type, unit.size, unit_id in incomplete)
        ratings[key].add(unit.values)
        assert unit.steps in (1, 2)
    assert all(len(found) == 1 for found in ratings.values())


@pytest.mark.rule("gsfg:9.8")
def test_incomplete_us_divisions() -> None:
    starts = {"us-4-2": ("2806", 7), "us-3-1": ("2235", 6), "us-4-4": ("1824", 12)}
    assert {link["brigade"] for link in manifest().links} == set(starts)
    for link in manifest().links:
        brigade, rest, whole = (units()[link[part]] for part in ("brigade", "rest", "whole"))
        assert (brigade.at, rest.turn) == starts[link["brigade"]]
        assert brigade.values == (1, 2, 8)
        assert rest.steps == 1
        assert whole.group == "link-up"
        assert whole.attack > brigade.attack + rest.attack
        assert {unit.nat for unit in (brigade, rest, whole)} == {"us"}


@pytest.mark.rule("gsfg:9.6")
def test_territorials_never_move() -> None:
    territorials = {unit_id: unit for unit_id, unit in units().items() if unit.type == "territorial"}
    assert {unit.nat for unit in territorials.values()} == {"frg", "nl"}
    assert all(unit.move == 0 for unit in territorials.values())
    assert [unit.at for unit in territorials.values() if unit.nat == "nl"] == ["1309"]
    assert all(unit.group == "call-out" for unit in territorials.values() if unit.nat == "frg")


@pytest.mark.rule("gsfg:6.10", "gsfg:6.17")
def test_air_mobile_units() -> None:
    found = {unit_id: unit for unit_id, unit in units().items() if unit.type == "air_mobile"}
    assert set(found) == {"us-101-am", "us-6-am", "uk-3-am"}
    assert not any(unit.air for unit in found.values())


@pytest.mark.rule("gsfg:11.14")
def test_jaegers_are_west_german_light_infantry() -> None:
    jaegers = [unit for unit in units().values() if unit.jaeger]
    assert jaegers
    assert all((unit.nat, unit.type) == ("frg", "light_infantry") for unit in jaegers)


@pytest.mark.rule("gsfg:2.5", "gsfg:2.7", "gsfg:2.8", "gsfg:3.1")
def test_nations_types_and_sizes() -> None:
    nations, types = manifest().nationalities, manifest().types
    assert {nat for nat, nation in nations.items() if nation.side == "nato"} == NATO_NATIONS
    for unit_id, unit in units().items():
        assert nations[unit.nat].side == unit.side, unit_id
        assert unit.type in types, unit_id
        assert unit.size in ("XX", "X", "III"), unit_id
        assert in_both(unit.name), unit_id
        assert (unit.type == "artillery") <= (unit.side == "soviet"), unit_id
    assert {kind.symbol for kind in types.values()} <= set(BRANCHES)


# The tables


def test_every_table_says_where_it_comes_from() -> None:
    for path in sorted((DATA / "tables").glob("*.yaml")):
        file = read(path, dict[str, Any])
        assert file["source"] in ("seed", "derived", "authored"), path.name
        assert set(file["rules"]) <= set(RULE_IDS), path.name
        assert file["rules"], path.name


@pytest.mark.rule("gsfg:11.16", "gsfg:12.6")
def test_combat_results() -> None:
    crt = Crt(read(DATA / "tables" / "combat.yaml", CrtFile))
    assert crt.columns == tuple(f"{odds}:1" for odds in range(1, 11))
    assert crt.result(5, 5) == "EX"
    shown = ["".join(crt.result(column, die)[0] for column in range(10)) for die in range(1, 7)]
    assert shown == ["DDDDDDDDEE", "DDDDDDDEED", "ADDDDDEEED", "AEDDDEEEDD", "AAEDEEEDDD", "AAAEEEDDDD"]
    eliminated = [(die, column) for die in range(1, 7) for column in range(10) if crt.result(column, die) == "DE"]
    assert eliminated == [
        (2, 9), (3, 9), (4, 8), (4, 9), (5, 7), (5, 8), (5, 9), (6, 6), (6, 7), (6, 8), (6, 9),
    ]  # fmt: skip


@pytest.mark.rule("gsfg:10.10", "gsfg:10.11", "gsfg:10.12", "gsfg:10.13", "gsfg:10.16", "gsfg:12.5")
def test_terrain_effects() -> None:
    chart = table("terrain")
    assert set(chart["terrain"]) == set(board().legend.terrain)
    shown = {name: (row["move"], row["mountain_infantry"], row["shift"]) for name, row in chart["terrain"].items()}
    assert shown == {
        "clear": (1, 1, 0),
        "rough": (2, 1, -1),
        "mountain": (3, 2, -2),
        "heath": (3, 3, 0),
        "city": (2, 2, -2),
        "sea": (None, None, 0),
        "lake": (None, None, 0),
    }
    assert chart["river"] == 1
    assert chart["border"] == {"regular": 1, "road": 2}


@pytest.mark.rule("gsfg:12.1", "gsfg:6.5/2")
def test_air_superiority() -> None:
    chart = table("air-superiority")
    assert {total for total, side in chart["rows"].items() if side == "nato"} == set(range(-2, 4))
    assert {total for total, side in chart["rows"].items() if side == "soviet"} == set(range(4, 8))
    assert chart["deep_strike"] == -1
    assert chart["automatic"] == {1: "soviet"}
    modifiers = [turn["air"] for turn in table("turn-track")["turns"].values() if turn["air"] is not None]
    lowest, highest = 1 + min(modifiers) + chart["deep_strike"], 6 + max(modifiers)
    assert set(range(lowest, highest + 1)) == set(chart["rows"])


@pytest.mark.rule("gsfg:6.2", "gsfg:6.3")
def test_bombers_and_aircraft() -> None:
    bombers = table("heavy-bomber")
    assert [bombers["soviet"][die] for die in range(1, 7)] == [0, 1, 0, 1, 0, 1]
    assert [bombers["nato"][die] for die in range(1, 7)] == [die // 2 for die in range(1, 7)]
    assert table("aircraft")["rows"] == {die: die + 1 for die in range(1, 7)}


@pytest.mark.rule("gsfg:12.2")
def test_deep_strike() -> None:
    chart = table("deep-strike")
    assert chart["rows"] == {
        1: [],
        2: ["air-penalty"],
        3: ["crippled"],
        4: ["out-of-supply"],
        5: ["air-penalty", "crippled"],
        6: ["air-penalty", "crippled", "out-of-supply"],
    }
    assert chart["extra_aircraft"] == 1


@pytest.mark.rule("gsfg:12.3", "gsfg:13.19")
def test_ground_attack() -> None:
    chart = table("ground-attack")
    assert [chart["rows"][die] for die in range(1, 7)] == [0, 0, 0, 0, 0, 1]
    assert (chart["extra_aircraft"], chart["city"]) == (1, -1)
    assert table("wild-weasel")["ground_attack"] == 1


@pytest.mark.rule("gsfg:12.4", "gsfg:7.6")
def test_multinational_attacks() -> None:
    chart = table("multinational")
    assert [chart["rows"][total] for total in range(8)] == [0, 0, 0, -1, -1, -1, -2, -3]
    assert chart["friends"] == {"nations": ["us", "uk"], "modifier": -1}
    assert chart["crowd"] == {"nations": 3, "modifier": 1}
    assert chart["exempt"] == ["us", "ca"]
    assert (chart["defense_shift"], chart["move_loss"]) == (1, 1)


@pytest.mark.rule("gsfg:4.7", "gsfg:9.6", "gsfg:8.9")
def test_single_dice() -> None:
    assert [die for die, result in table("chemical")["rows"].items() if result == "nuclear"] == [6]
    assert [die for die, called in table("call-out")["rows"].items() if called] == [2, 4, 6]
    assert table("recovery")["rows"] == {die: die for die in range(1, 7)}


@pytest.mark.rule("gsfg:8.4", "gsfg:8.7", "gsfg:7.1", "gsfg:7.3")
def test_supply_and_stacking() -> None:
    assert table("supply")["sides"] == {
        "soviet": {"cross_country": 6, "post_city": 30},
        "nato": {"cross_country": 8, "post_city": 30},
    }
    stacking = table("stacking")
    assert stacking["limit"] == 2 * stacking["sizes"]["XX"]
    assert stacking["sizes"]["X"] == stacking["sizes"]["III"] == stacking["sizes"]["XX"] / 2
    assert stacking["territorial"] == 0


@pytest.mark.rule("gsfg:5.4", "gsfg:9.3", "gsfg:12.1", "gsfg:13.18")
def test_turn_track() -> None:
    turns = table("turn-track")["turns"]
    assert list(turns) == list(range(1, 16))
    assert [turn["air"] for turn in turns.values()] == [None, 1, 0, 0, -1, -1, -1, *[-2] * 8]
    assert [turn["r_units"] for turn in turns.values()] == [0, 2, 3, 4, 5, *[6] * 10]
    assert [number for number, turn in turns.items() if turn["mini_turn"]] == [1, 2, 3]
    assert [turn["wild_weasels"] for turn in turns.values()] == [0, 2, 2, 2, *[4] * 11]
    assert sum(turn["r_units"] for turn in turns.values()) >= sum(u.group == "r" for u in units().values())


@pytest.mark.rule("gsfg:9.2", "gsfg:9.3", "gsfg:9.5")
def test_entry() -> None:
    entry = table("entry")
    named = [*entry["groups"].values(), *entry["setup"].values()]
    for way in entry["nations"].values():
        named += [place for place in (way["city"], way["edge"]) if place]
        assert way["edge_when"] in ("always", "never", "no-city")
    assert set(named) <= set(board().regions)
    assert set(entry["nations"]) == NATO_NATIONS
    assert {nat for nat, way in entry["nations"].items() if way["delay"]} == {"us", "ca"}
    assert entry["quota"] == table("stacking")["limit"]
    assert entry["artillery_per_turn"] == 1


@pytest.mark.rule("gsfg:6.12", "gsfg:6.15", "gsfg:6.16", "gsfg:6.17")
def test_air_mobile_figures() -> None:
    figures = table("air-mobile")
    assert figures["no_landing"] == ["city", "heath", "mountain"]
    assert (figures["air"]["nato"]["attack_range"], figures["air"]["nato"]["support_range"]) == (8, 8)
    assert (figures["air"]["soviet"]["attack_range"], figures["air"]["soviet"]["moves"]) == (1, False)


@pytest.mark.rule("gsfg:11.9", "gsfg:11.14", "gsfg:11.15", "gsfg:5.5", "gsfg:5.6")
def test_shifts() -> None:
    shifts = table("shifts")
    assert shifts["envelopment"] == {"nato": 2, "soviet": 1}
    assert (shifts["alternate"], shifts["many"]) == (3, 4)
    assert (shifts["jaeger_defends_city"], shifts["jaeger_attacks_city"]) == (-3, -1)
    assert (shifts["second_fight"], shifts["nato_first_turn"]) == (-1, -1)
    assert shifts["city_results"] == {"DR": "1+1"}


@pytest.mark.rule("gsfg:7.5", "gsfg:8.11", "gsfg:10.3", "gsfg:10.17", "gsfg:11.10", "gsfg:11.23")
def test_strength_and_movement() -> None:
    strength, movement = table("strength"), table("movement")
    assert (strength["lone_gdr"], strength["artillery_range"]) == (1, 2)
    assert movement["road_factor"] == 2
    assert table("chemical")["factor"] == 2


@pytest.mark.rule("gsfg:13.10", "gsfg:13.14", "gsfg:13.17", "gsfg:13.20", "gsfg:13.22")
def test_optional_tables() -> None:
    assert list(table("counter-sf")["rows"].values()) == [*["none"] * 4, "suppressed", "suppressed", "eliminated"]
    warfare = table("ew")
    shown = ["countermeasures", *["none"] * 4, "degraded", "degraded", "collapsed"]
    assert [warfare["rows"][total] for total in range(8)] == shown
    assert warfare["limits"] == {"nato": 3, "soviet": 2}
    assert (warfare["extra_attacker"], warfare["defender"]) == (1, -1)
    weasels = table("wild-weasel")
    assert (weasels["per_aircraft"], weasels["ground_attack"], weasels["interdiction_radius"]) == (2, 1, 2)
    totals = Counter[str]()
    for row in table("optional-forces")["markers"]:
        totals[f"{row['marker']}_{row['side']}"] += row["number"]
    assert totals == {"special_forces_nato": 4, "special_forces_soviet": 3, "ew_nato": 5, "ew_soviet": 6}


# The rules and the words


def test_the_rule_list_is_complete_and_in_order() -> None:
    rules = read(DATA / "rules.yaml", list[Rule])
    assert len(RULE_IDS) == 193
    assert [rule.id for rule in rules] == RULE_IDS
    for rule in rules:
        assert in_both(rule.title), rule.id
        assert in_both(rule.summary), rule.id
        assert bool(rule.reason) >= (rule.status is Status.NOT_APPLICABLE), rule.id


def test_headings_and_notes_are_not_applicable() -> None:
    status = {rule.id: rule.status for rule in read(DATA / "rules.yaml", list[Rule])}
    for rule_id, found in status.items():
        if rule_id.endswith("/design-note") or rule_id.startswith("0/"):
            assert found is Status.NOT_APPLICABLE, rule_id
    headings = {f"{chapter}.0" for chapter in range(1, 13)}
    assert all(status[rule_id] is Status.NOT_APPLICABLE for rule_id in headings)
    assert status["13.0"] is not Status.NOT_APPLICABLE


def test_the_glossaries_name_everything_in_both_languages() -> None:
    glossaries = {lang: read(DATA / "text" / f"glossary-{lang}.yaml", dict[str, str]) for lang in LANGUAGES}
    assert list(glossaries["en"]) == list(glossaries["ja"])
    results = {cell for row in read(DATA / "tables" / "combat.yaml", CrtFile).rows.values() for cell in row}
    wanted = {
        "side": {"soviet", "nato"},
        "nat": set(manifest().nationalities),
        "type": set(manifest().types),
        "size": {"XX", "X", "III"},
        "terrain": set(board().legend.terrain),
        "feature": set(board().legend.sides),
        "group": {unit.group for unit in units().values() if unit.group},
        "sequence": {"move-fight", "fight-move", "fight-fight"},
        "result": {*results, "1+1", *table("counter-sf")["rows"].values(), *table("ew")["rows"].values()},
    }
    for lang, words in glossaries.items():
        missing = {f"{kind}.{name}" for kind, names in wanted.items() for name in names} - set(words)
        assert not missing, lang
        assert all(words.values()), lang
