"""Chapter 14.1: the hexes around its entry hexes that a side keeps clear of the enemy."""

from __future__ import annotations

from sandtable.board import CLOSED
from sandtable.games.gts.content import Content
from sandtable.games.gts.movement.terrain_chart import movement_figures
from sandtable.games.gts.state import SIDES, enemy_of
from sandtable.kernel import of_content, rule


@of_content
@rule("14.1")
def forbidden_ground(content: Content) -> dict[str, bytes]:
    """For each side the hexes too near to an entry hex of the enemy."""
    board, clearance = content.board, movement_figures(content).entry_hex_clearance
    found = {}
    for side in SIDES:
        flags = bytearray(board.size)
        for name, entry in content.entries.items():
            if entry.side == enemy_of(side):
                for i in board.within(board.index[content.entry_hex[name]], clearance):
                    flags[i] = CLOSED
        found[side] = bytes(flags)
    return found
