"""The hexes that bar a side: held by the enemy, in his fire zones, or too near to where his units enter the map."""

from __future__ import annotations

from sandtable.board import CLOSED, ZOC
from sandtable.games.gts.fire.fire_zones import side_zones
from sandtable.games.gts.sequence.active_units import rights
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game
from sandtable.kernel import rule

SHUT = bytes(flags | CLOSED if flags & ZOC else flags for flags in range(256))
"""What becomes of the flags of each hex where fire zones may not be entered."""


@rule("13.2/1")
def shuns_fire_zones(game: Game) -> bool:
    """Whether units may not move into enemy fire zones: in the first action under a division chit."""
    now = game.state.active
    return now is not None and not now.second and not rights(game, now.kind).into_fire_zone


@rule("13.2/1", "14.1")
def barriers(game: Game, side: str) -> bytearray:
    """The hexes that a side's units may not enter, and those in enemy fire zones; the caller may mark more."""
    flags = side_zones(game, enemy_of(side)).barring
    return flags.translate(SHUT) if shuns_fire_zones(game) else flags[:]
