"""Chapter 6.2: supply sources."""

from __future__ import annotations

from sandtable.games.efs.content import card_of
from sandtable.games.efs.control import friend, great_cities
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.state import SOVIET
from sandtable.games.efs.units import Game
from sandtable.kernel import derived, rule
from sandtable.mechanics.roster import enemy_hexes, occupier


@derived(enemy_hexes, "control", "idle_sources", "exits")
@rule("6.21", "6.23", "6.23/note", "6.25")
def named_sources(game: Game, side: str) -> frozenset[str]:
    """The hexes that provide supply by themselves, those of the card and Soviet ports: friendly ones, but none that was
    retaken and waits to work again, nor any of an exit area that the enemy has used.
    """
    ports = game.content.ports if side == SOVIET else ()
    return frozenset(label for label in (*card_of(game.content, side).sources, *ports) if works(game, side, label))


@rule("6.21", "11.63")
def works(game: Game, side: str, label: str) -> bool:
    """Whether a source is in its owner's hands, has not just been retaken, and the enemy has not left the map by it."""
    if label in game.state.idle_sources or label in lost_exits(game, side):
        return False
    return friend(game, label) == side and occupier(game, label) in (side, None)


@derived(enemy_hexes, "control", "idle_sources", "exits")
@rule("6.24")
def major_cities(game: Game, side: str) -> frozenset[str]:
    """Soviet major cities, which are sources as long as they can trace a route to another."""
    if side != SOVIET:
        return frozenset()
    return frozenset(label for label in great_cities(game.content) if works(game, side, label))
