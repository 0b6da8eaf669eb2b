"""The hexes that bar a side: held by the enemy, in his fire zones, or too near to where his units enter the map."""

from __future__ import annotations

from sandtable.board import CLOSED, ZOC
from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_zones import zones_of
from sandtable.games.gts.index import Barred
from sandtable.games.gts.movement.terrain_chart import movement_figures
from sandtable.games.gts.sequence.active_units import rights
from sandtable.games.gts.state import SIDES, enemy_of
from sandtable.games.gts.units import Game
from sandtable.kernel import index, of_content, rule

SHUT = bytes(flags | CLOSED if flags & ZOC else flags for flags in range(256))
"""What becomes of the flags of each hex where fire zones may not be entered."""


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


@rule("13.2/1")
def shuns_fire_zones(game: Game) -> bool:
    """Whether units may not move into enemy fire zones: in the first action under a division chit."""
    now = game.state.active
    return now is not None and not now.second and not rights(game, now.kind).into_fire_zone


def _barred(game: Game, side: str) -> Barred:
    return Barred(side, forbidden_ground(game.content)[side], zones_of)


barred = index(_barred, "units", "barrages", "turn", "weather")


@rule("13.2/1", "14.1")
def barriers(game: Game, side: str) -> bytearray:
    """The hexes that a side's units may not enter, and those in enemy fire zones; the caller may mark more."""
    flags = barred(game, side).flags
    return flags.translate(SHUT) if shuns_fire_zones(game) else flags[:]
