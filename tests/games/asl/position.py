"""Positions on the map of Riley's Road, made for one test each: units and weapons by name, and scripted dice."""

from __future__ import annotations

from collections.abc import Sequence
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
from sandtable.kernel import Procedure
from sandtable.kernel.dice import ScriptedDice
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


class Last(Procedure, frozen=True):
    """The end of a test: what is played comes before it."""

    def begin(self, game: Game) -> None:
        game.finish()
        game.end(None, "draw", "")


class _Title:
    """As much of a title as a position needs."""

    roster_type = Roster
    id = "rileys_road"


def position(
    *,
    units: dict[str, Unit] | None = None,
    weapons: dict[str, Weapon] | None = None,
    on: Content | None = None,
    dice: Sequence[int | str] = (),
    **state: Any,
) -> Game:
    """A game in the Movement Phase of the Canadians, with some units and whatever else the test needs."""
    made = State(
        scenario="farm",
        seed=1,
        units=dict(units or {}),
        weapons=dict(weapons or {}),
        active=state.pop("active", "canadian"),
        phase=state.pop("phase", "movement"),
        elr={"german": 3, "canadian": 3},
        san={"german": 0, "canadian": 0},
    )
    for name, value in state.items():
        setattr(made, name, dict(value) if isinstance(value, dict) else value)
    return KernelGame(_Title(), on or content(), made, ScriptedDice(dice))  # type: ignore[arg-type]


def play(game: Game, procedure: Procedure, *choices: str) -> Game:
    """Run a procedure and answer its questions; nobody who is asked for his fire fires."""
    game.stack.extend((Last(), procedure))
    game.advance()
    for choice in choices:
        _hold_fire(game)
        game.choose(choice)
    _hold_fire(game)
    return game


def _hold_fire(game: Game) -> None:
    while game.decisions and game.decisions[0].prompt == "first-fire":
        game.choose("do:pass")


def offered(game: Game) -> dict[str, float | None]:
    """What is offered now, with what each costs."""
    return {option.id: option.cost for option in game.decisions[0].options}


def ca(at: str, kind: str = "ca-458", **facts: Any) -> Unit:
    return Unit("canadian", kind, at, **facts)


def de(at: str, kind: str = "de-548", **facts: Any) -> Unit:
    return Unit("german", kind, at, **facts)
