"""The data that ships, as it is in its files, for the tests of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import sandtable
from sandtable.board import Board, load_board
from sandtable.board.legend import Name
from sandtable.datafile import read
from sandtable.games.gts.arnhem.special_rules import SpecialRule, SpecialRulesFile
from sandtable.games.gts.content import PrintedUnit, ScenarioFile, UnitsFile
from sandtable.games.gts.movement.terrain_chart import TerrainFile

DATA = Path(sandtable.__file__).parent / "games" / "gts" / "data"
LANGUAGES = ("en", "ja")
SCENARIOS = ("krafft", "bridge", "perimeter")
WEAPONS = ("DP", "SA", "AP", "HE-M", "HE-I", "HE-D")
SEVERITY = ("S?", "S", "C", "1", "E")


@cache
def board() -> Board:
    return load_board(DATA / "maps" / "arnhem.yaml")


@cache
def manifest() -> UnitsFile:
    return read(DATA / "units" / "units.yaml", UnitsFile)


def units() -> dict[str, PrintedUnit]:
    return manifest().units


@cache
def scenario(name: str) -> ScenarioFile:
    return read(DATA / "scenarios" / f"{name}.yaml", ScenarioFile)


@cache
def table(name: str) -> dict[str, Any]:
    return read(DATA / "tables" / f"{name}.yaml", dict[str, Any])


@cache
def terrain() -> TerrainFile:
    return read(DATA / "tables" / "terrain.yaml", TerrainFile)


@cache
def special() -> dict[str, SpecialRule]:
    return read(DATA / "tables" / "special-rules.yaml", SpecialRulesFile).special


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


def in_both(name: dict[str, str] | Name) -> bool:
    texts = name if isinstance(name, dict) else {"en": name.en, "ja": name.ja}
    return set(texts) == set(LANGUAGES) and all(texts.values())


def banded(rows: Iterable[dict[str, Any]], number: int, field: str) -> Any:
    """What a list of rows with a lower bound each gives for a number."""
    return [row[field] for row in rows if row["at_least"] is None or number >= row["at_least"]][-1]
