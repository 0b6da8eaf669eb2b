"""Chapter 27: air power."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = ()


def determine(game: Game) -> None:
    """Before the first day turn of a day: how many air units each side has (27.0). STUB"""


def start(game: Game) -> None:
    """Let both sides place and resolve their air attacks (27.0/attack). STUB"""
