"""Chapter 7.31.1: minefields that others do not know of, and guesses at them."""

from __future__ import annotations

import random
from collections import Counter

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.mines.laying import LayMines, gaps_to_mine, hexes_to_mine, lay, mines_of
from sandtable.games.panzer.state import State, enemy_of
from sandtable.kernel import rule


@rule("7.31.1", "6.1.4.3.8")
def hide_mines(state: State, side: str) -> None:
    """Take the mines of others out of a view that nobody has run into."""
    if not state.mines:
        return
    state.mines = {field_id: field for field_id, field in state.mines.items() if field.side == side or field.known}


def guess_mines(state: State, content: Content, side: str, rng: random.Random) -> None:
    """Put mines where the enemy may have laid those that nobody has run into, once he has laid them."""
    enemy = enemy_of(side)
    if any(isinstance(frame, LayMines) and frame.side == enemy for frame in state.stack):
        return
    known = Counter(field.kind for field in state.mines.values() if field.side == enemy)
    for kind in (Counter(mines_of(content, enemy)) - known).elements():
        hexes = gaps_to_mine(state, content, enemy) or hexes_to_mine(state, content, enemy)
        if not hexes:
            return
        lay(state, content, enemy, rng.choice(hexes), kind)
