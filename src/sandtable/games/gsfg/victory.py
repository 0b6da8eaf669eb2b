"""Chapter 4: victory."""

from __future__ import annotations

from sandtable.games.gsfg.state import NATO
from sandtable.games.gsfg.units import Game


def judge(game: Game) -> None:
    """STUB: the verdict after the last turn."""
    game.end(NATO, "nato-holds", "4.1")
