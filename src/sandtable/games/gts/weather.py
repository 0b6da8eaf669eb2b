"""Chapters 5, 6 and 26: weather."""

from __future__ import annotations

from sandtable.games.gts.units import Game


def determine(game: Game) -> None:
    """Before the first day turn of a day, and on the first turn of the game: the weather of the day (5.0). STUB"""


def change(game: Game) -> None:
    """The weather may change in later turns of the day (6.0, 26.0/fog-note). STUB"""
