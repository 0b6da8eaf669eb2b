"""Chapter 8: reinforcements, by road and from the air."""

from __future__ import annotations

from sandtable.games.gts.units import Game
from sandtable.kernel import Procedure

PROCEDURES: tuple[type[Procedure], ...] = ()


def start(game: Game) -> None:
    """Place the reinforcements of the turn (8.0). STUB"""
