"""A14: snipers, called by the dice of the enemy."""

from __future__ import annotations

from sandtable.games.asl.tables.morale import Sniper
from sandtable.games.asl.units import Game, other
from sandtable.kernel import rule

PHASES = ("prep-fire", "movement", "defensive-fire", "advancing-fire")
"""The phases in which dice call a sniper."""


@rule("A14.1", "E1.16")
def sniper_number(game: Game, side: str) -> int:
    """The SAN of a side now; 0 where its sniper is out of play."""
    figures = game.content.table("sniper", Sniper)
    san = game.state.san.get(side, 0)
    if san < figures.least:
        return 0
    return min(san + figures.night, figures.night_most) if game.state.nvr else san


@rule("A14.1")
def calls_sniper(game: Game, side: str, original: int) -> bool:
    """Whether an Original DR of a side calls the sniper of its enemy."""
    return game.state.phase in PHASES and original == sniper_number(game, other(side))
