"""What a player may have lit up on the map: zones of control, supply, command, railroads, fortifications, ground."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.efs.control import friend
from sandtable.games.efs.fortifications.works import is_active_in
from sandtable.games.efs.headquarters.command import headquarters, in_range
from sandtable.games.efs.state import SIDES, SOVIET
from sandtable.games.efs.supply.attack_supply import in_reach
from sandtable.games.efs.supply.hexsides import usable_rail
from sandtable.games.efs.supply.routes import supplied_hexes, waters
from sandtable.games.efs.units import Game
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.games.efs.zones import zone_of
from sandtable.kernel import rule
from sandtable.mechanics.title import Overlay

LOCATIONS, COMMAND, IDLE = "locations", "command", "idle"
OF_SIDES = ("zone", "supply", "points", "rail", "works", "friendly")


def overlays() -> tuple[Overlay, ...]:
    """Zones of control, supply, attack supply, railroads, fortifications and friendly ground of both sides, the range
    of Soviet HQs, and the locations that score.
    """
    found = [Overlay(f"{what}-{side}", what, {"side": side}) for what in OF_SIDES for side in SIDES]
    return (*found, Overlay(COMMAND, COMMAND), Overlay(IDLE, IDLE), Overlay(LOCATIONS, LOCATIONS))


@rule("3.11/hexes", "3.21", "6.12", "24.21")
def lit(game: Game, overlay_id: str) -> frozenset[str]:
    """The hexes of an overlay."""
    if overlay_id == LOCATIONS:
        return frozenset(game.content.card.locations)
    if overlay_id == COMMAND:
        return commanded(game, [hq for hq in headquarters(game, SOVIET) if game.state.units[hq].operational])
    if overlay_id == IDLE:
        return commanded(game, [hq for hq in headquarters(game, SOVIET) if not game.state.units[hq].operational])
    what, _, side = overlay_id.partition("-")
    if what == "zone":
        return zone_of(game, side)
    if what == "supply":
        return supplied_hexes(game, side) & walked_on(game)
    if what == "points":
        return in_attack_supply(game, side)
    if what == "rail":
        return frozenset(label for label in game.content.rail_hexes if usable_rail(game, side, label))
    if what == "works":
        return frozenset(label for label in game.content.land if is_active_in(game, label, side))
    return frozenset(label for label in game.content.land if friend(game, label) == side)


def walked_on(game: Game) -> frozenset[str]:
    """The hexes in which there may be units that need supply: land, and water that is frozen."""
    content, closed = game.content, waters(game.content, is_frozen(game))
    return frozenset(label for label, is_closed in zip(content.board.labels, closed, strict=True) if not is_closed)


@rule("21.11", "21.21")
def commanded(game: Game, hqs: Sequence[str]) -> frozenset[str]:
    """The hexes in the command range of some HQs."""
    return frozenset(label for label in game.content.land for hq in hqs if in_range(game, hq, label))


@rule("15.21")
def in_attack_supply(game: Game, side: str) -> frozenset[str]:
    """The hexes from which an attack could draw on a supply unit of a side."""
    own = [name for name, supply in game.state.supplies.items() if supply.side == side]
    return frozenset(label for label in game.content.land for name in own if in_reach(game, name, (label,)))
