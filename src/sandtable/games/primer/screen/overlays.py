"""What a player may have lit up on the map: fields of sight, supply, and zones of control."""

from __future__ import annotations

from sandtable.games.primer.fire import in_sight
from sandtable.games.primer.state import SIDES, other
from sandtable.games.primer.supply import supplied_hexes
from sandtable.games.primer.units import Game, zone_of_control
from sandtable.kernel import rule
from sandtable.mechanics.title import Overlay

SIGHT = Overlay("sight", "sight", needs_hex=True)
SUPPLY = {f"supply-{side}": side for side in SIDES}
ZONES = Overlay("zones", "zones")
OVERLAYS = (SIGHT, *(Overlay(name, "supply", {"side": side}) for name, side in SUPPLY.items()), ZONES)


@rule("3.7", "4.2", "7.1")
def lit(game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
    """The hexes of an overlay; of the zones of control a spectator is shown those of both sides."""
    if overlay_id == SIGHT.id:
        return frozenset(in_sight(game.content)[label]) | {label}
    if overlay_id == ZONES.id:
        enemies = (other(side),) if side else SIDES
        return frozenset().union(*(_where(game, zone_of_control(game, enemy)) for enemy in enemies))
    return _where(game, supplied_hexes(game, SUPPLY[overlay_id]))


def _where(game: Game, flags: bytes) -> frozenset[str]:
    """The hexes that are flagged."""
    return frozenset(label for label, flag in zip(game.content.board.labels, flags, strict=True) if flag)
