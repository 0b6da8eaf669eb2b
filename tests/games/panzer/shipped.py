"""The data that ships, loaded for the tests of it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import sandtable
from sandtable.board import Board, load_board
from sandtable.datafile import read
from sandtable.games.panzer.cards import Cards, load_cards
from sandtable.games.panzer.content import Content, load
from sandtable.games.panzer.formations import Forces, load_forces
from sandtable.games.panzer.maps import BoardPlace, map_of

T = TypeVar("T")

DATA = Path(sandtable.__file__).parent / "games" / "panzer" / "data"
BOARDS = ("board1", "board2", "board3", "board4")
MAPS = (*BOARDS, "krasny-brod")
BEDS = ("gully", "stream", "ford", "water")


def data_file(path: str) -> Path:
    return DATA / path


@cache
def board(name: str) -> Board:
    """A map as printed."""
    return load_board(DATA / "maps" / f"{name}.yaml")


_read: dict[str, Any] = {}


def table(name: str, file: type[T]) -> T:
    """A table by the name of its file."""
    if name not in _read:
        _read[name] = read(DATA / "tables" / f"{name}.yaml", file)
    found = _read[name]
    assert isinstance(found, file)
    return found


def join(*rows: str) -> Board:
    """Boards joined: "1 3t" is board 1 to the west of board 3 turned, and a second row lies to the south."""
    return map_of(
        data_file,
        tuple(tuple(BoardPlace(f"board{text[0]}", text.endswith("t")) for text in row.split()) for row in rows),
    )


@cache
def cards() -> Cards:
    return load_cards(data_file)


@cache
def forces() -> Forces:
    return load_forces(data_file)


SCENARIOS = ("gully", "saddle", "village", "forest", "crossroads", "houses", "don", "belt", "causeway", "sand", "oder")


@cache
def scenario(name: str) -> Content:
    return load(data_file, name)
