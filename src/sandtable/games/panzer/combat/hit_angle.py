"""Chapter 4.4.3.2.4: from which side a hit comes."""

from __future__ import annotations

from typing import Literal

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Unit
from sandtable.hexgrid import bearing
from sandtable.kernel import rule

Aspect = Literal["front", "rear"]
QUARTER, TURN = 6, 24
"""A quarter of a turn and a whole one, as bearings count them."""


@rule("3.3", "4.4.3.2.4")
def aspects(content: Content, target: Unit, firer: Unit) -> tuple[Aspect, ...]:
    """The armor that a shot may strike: front or rear, or both where the line of fire runs along their border.

    The border is square to the facing (ruling). Fire from the same hex may strike either.
    """
    if target.at == firer.at:
        return ("front", "rear")
    board = content.board
    there, here = board.hex(board.index[target.at]), board.hex(board.index[firer.at])
    off = (bearing(there, here) - 4 * target.facing) % TURN
    if off in (QUARTER, TURN - QUARTER):
        return ("front", "rear")
    return ("rear",) if QUARTER < off < TURN - QUARTER else ("front",)
