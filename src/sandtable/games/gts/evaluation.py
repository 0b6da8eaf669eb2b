"""How good a position is for a side."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import State


def evaluate(state: State, content: Content, side: str) -> float:
    """0 for even, better is more; won and lost lie beyond all others. STUB"""
    return 0.0
