"""How a game stands for a side, as a number from -1 (lost) to 1 (won)."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import Game

HALF_WON = 10.0
"""The title's evaluation at which a side counts as half way to victory."""


def outcome(game: Game[Any, Any], side: str, sides: int) -> float:
    """What a finished game is worth to one of so many sides: they add up to 0. A game that is not over is a draw."""
    result = game.state.result
    if result is None or result.winner is None:
        return 0.0
    return 1.0 if result.winner == side else -1.0 / (sides - 1)


def standing(game: Game[Any, Any], side: str, sides: int) -> float:
    """The outcome of a finished game; before its end the title's evaluation, drawn in between -1 and 1."""
    if game.state.result is not None:
        return outcome(game, side, sides)
    worth = float(game.title.evaluate(game.state, game.content, side))
    return worth / (abs(worth) + HALF_WON)
