"""The data that ships, as it is in its files, for the tests of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

import sandtable
from sandtable import datafile
from sandtable.board import Board, load_board
from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import Personnel, PersonnelFile, SupportWeapon, WeaponsFile
from sandtable.games.asl.heavy import ArtilleryFile, GunsFile, VehiclesFile
from sandtable.games.asl.scenario import ScenarioFile
from sandtable.games.asl.tables.movement import Stacking
from sandtable.kernel import title
from sandtable.mechanics.content import Table

T = TypeVar("T", bound=Table)

GAMES = Path(sandtable.__file__).parent / "games"
DATA = GAMES / "rileys_road" / "data"
UNITS = DATA / "units"


@cache
def manifest() -> PersonnelFile:
    return datafile.read(UNITS / "personnel.yaml", PersonnelFile)


def personnel() -> dict[str, Personnel]:
    return manifest().personnel


@cache
def weapons() -> dict[str, SupportWeapon]:
    return datafile.read(UNITS / "weapons.yaml", WeaponsFile).weapons


@cache
def board() -> Board:
    return load_board(DATA / "maps" / "rileys-road.yaml")


@cache
def scenario(name: str) -> ScenarioFile:
    return datafile.read(DATA / "scenarios" / f"{name}.yaml", ScenarioFile)


@cache
def guns() -> GunsFile:
    return datafile.read(UNITS / "guns.yaml", GunsFile)


@cache
def vehicles() -> VehiclesFile:
    return datafile.read(UNITS / "vehicles.yaml", VehiclesFile)


@cache
def modules() -> ArtilleryFile:
    return datafile.read(UNITS / "artillery.yaml", ArtilleryFile)


@cache
def stacking() -> Stacking:
    return datafile.read(GAMES / "asl" / "data" / "tables" / "stacking.yaml", Stacking)


@cache
def table(name: str, type_: type[T], data: Path = GAMES / "asl" / "data") -> T:
    """A table of the system, or of the title where its folder is given."""
    return datafile.read(data / "tables" / f"{name}.yaml", type_)


@cache
def content_of(name: str, switches: tuple[str, ...] = ()) -> Content:
    """A scenario ready for play, whether it is offered or not."""
    return title("rileys_road").load(name, switches)  # type: ignore[no-any-return]
