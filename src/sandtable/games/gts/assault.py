"""Chapter 18: assault."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Option, Preview, Procedure, Refusal

PROCEDURES: tuple[type[Procedure], ...] = ()


def offers(game: Game, units: tuple[str, ...]) -> list[Option]:
    """What units may be told to do now in this kind of action; empty if nothing. STUB"""
    return []


def takes(game: Game, choice: Choice) -> bool:
    """Whether an option belongs to this kind of action, offered or not. STUB"""
    return False


def start(game: Game, units: tuple[str, ...], choice: Choice) -> None:
    """Carry out an offered option: change the state or push the procedure that does. STUB"""


def refuse(game: Game, units: tuple[str, ...], choice: Choice) -> Refusal | None:
    """Why an option that this kind of action takes is not offered. STUB"""
    return None


def preview(game: Game, units: tuple[str, ...], choice: Choice) -> Preview | None:
    """The path or the sum of an offered option. STUB"""
    return None
