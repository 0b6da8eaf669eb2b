"""Chapters 7, 9 and 10.0.3: dispatch points, the purchase of chits, the cup, and command points."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = ()


def start(game: Game) -> None:
    """Let both sides buy formation chits in secret at once, where they can buy any (7.2). STUB"""


def settle(game: Game) -> None:
    """Pay for what was ordered and put the chits into the cup or beside it (7.2). STUB"""


def fill_cup(game: Game) -> None:
    """Put the chits of this turn into the cup (9.0). STUB"""


def gain_points(game: Game, division: str) -> None:
    """Roll for a division's command and dispatch points (10.0.3). STUB"""


def season(game: Game, division: str) -> None:
    """After a division chit: its reinforcements that are off the entry hex may have command points (8.0). STUB"""
