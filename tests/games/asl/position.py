"""Positions on the map of Riley's Road, made for one test each: units and weapons by name, and scripted dice."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import sandtable
from sandtable import datafile
from sandtable.board import Board, load_board
from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import PersonnelFile, WeaponsFile
from sandtable.games.asl.scenario import ScenarioFile
from sandtable.games.asl.state import State, Unit, Weapon
from sandtable.games.asl.units import Game
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.roster import Roster

GAMES = Path(sandtable.__file__).parent / "games"
OWN, SYSTEM = GAMES / "rileys_road" / "data", GAMES / "asl" / "data"


def data_file(name: str) -> Path:
    own = OWN / name
    return own if own.exists() else SYSTEM / name


@cache
def board() -> Board:
    return load_board(OWN / "maps" / "rileys-road.yaml")


@cache
def content() -> Content:
    return content_on(board())


def content_on(board: Board) -> Content:
    """The farm scenario on a map, which need not be its own."""
    return Content(
        datafile.read(OWN / "scenarios" / "farm.yaml", ScenarioFile),
        board,
        datafile.read(OWN / "units" / "personnel.yaml", PersonnelFile),
        datafile.read(OWN / "units" / "weapons.yaml", WeaponsFile),
        data_file,
        (),
    )


class _Title:
    """As much of a title as a position needs."""

    roster_type = Roster
    id = "rileys_road"


def position(
    *,
    units: dict[str, Unit] | None = None,
    weapons: dict[str, Weapon] | None = None,
    on: Content | None = None,
    **state: Any,
) -> Game:
    """A game in the Movement Phase of the Canadians, with some units and whatever else the test needs."""
    made = State(
        scenario="farm",
        seed=1,
        units=units or {},
        weapons=weapons or {},
        active=state.pop("active", "canadian"),
        phase=state.pop("phase", "movement"),
        elr={"german": 3, "canadian": 3},
        san={"german": 0, "canadian": 0},
        **state,
    )
    return KernelGame(_Title(), on or content(), made)  # type: ignore[arg-type]


def ca(at: str, kind: str = "ca-458", **facts: Any) -> Unit:
    return Unit("canadian", kind, at, **facts)


def de(at: str, kind: str = "de-548", **facts: Any) -> Unit:
    return Unit("german", kind, at, **facts)
