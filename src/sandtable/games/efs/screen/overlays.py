"""What a player may have lit up on the map: zones of control, supply, what is friendly to whom, victory locations."""

from __future__ import annotations

from sandtable.games.efs.control import friend
from sandtable.games.efs.state import SIDES
from sandtable.games.efs.supply.routes import supplied_hexes
from sandtable.games.efs.units import Game
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import rule
from sandtable.mechanics.title import Overlay

LOCATIONS = "locations"


def overlays() -> tuple[Overlay, ...]:
    """Zones of control, supply and friendly ground of both sides, and the locations that score."""
    found = [
        Overlay(f"{what}-{side}", what, {"side": side}) for what in ("zone", "supply", "friendly") for side in SIDES
    ]
    return (*found, Overlay(LOCATIONS, LOCATIONS))


@rule("3.11/hexes", "3.21", "6.12", "24.21")
def lit(game: Game, overlay_id: str) -> frozenset[str]:
    """The hexes of an overlay."""
    if overlay_id == LOCATIONS:
        return frozenset(game.content.card.locations)
    what, _, side = overlay_id.partition("-")
    if what == "zone":
        return zone_of(game, side)
    if what == "supply":
        return supplied_hexes(game, side)
    return frozenset(label for label in game.content.land if friend(game, label) == side)
