"""How the battle is judged: the awards of the scenario."""

from __future__ import annotations

from sandtable.games.gts.units import Game


def count_turn(game: Game) -> None:
    """Add what this turn scores. STUB"""


def ends_early(game: Game) -> bool:
    """Whether the scenario ends before its last turn. STUB"""
    return False


def conclude(game: Game) -> None:
    """Determine the winner. STUB"""
    game.end(None, "draw", "12.0")
