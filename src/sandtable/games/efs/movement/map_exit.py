"""Chapter 11.6: units leave the map through an exit area of the scenario."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs.content import Content, quarters
from sandtable.games.efs.state import enemy_of
from sandtable.games.efs.tables import MovementFile
from sandtable.games.efs.units import Game, is_flotilla, take_off
from sandtable.kernel import Refusal, derived, rule

WITHOUT_EXITS: frozenset[str] = frozenset()


def areas_at(content: Content, label: str) -> list[str]:
    """The exit areas that a hex belongs to."""
    exits = content.card.exits
    return [area for area, region in exits.items() if label in content.region(region)] if exits else []


@rule("11.61")
def cost_of_exit(content: Content) -> int:
    """What it costs to leave the map, in quarters of a movement point."""
    return quarters(content.table("movement", MovementFile).map_exit)


@rule("10.27b", "11.0", "11.6", "11.61", "11.63", "22.51f")
def why_no_exit(game: Game, unit_ids: Iterable[str], side: str, label: str, area: str, left: int) -> Refusal | None:
    """Why units in a hex may not leave the map through an exit area, if they may not: it has to be one of its hexes,
    not be the enemy's by now, and they need a movement point and have used no other special movement.
    """
    about = {"hex": label}
    if area not in areas_at(game.content, label):
        return Refusal("refused.no-exit", "10.27b", about)
    if label in lost_exits(game, side):
        return Refusal("refused.exit-lost", "11.63", about)
    if any(is_flotilla(game, unit_id) for unit_id in unit_ids):
        return Refusal("refused.flotilla-stays", "22.51f", about)
    if any(game.state.units[unit_id].special for unit_id in unit_ids):
        return Refusal("refused.special-used", "11.0", about)
    return Refusal("refused.exit-too-dear", "11.61", about) if left < cost_of_exit(game.content) else None


@rule("11.62", "11.63")
def leave_the_map(game: Game, unit_ids: Iterable[str], supply_ids: Iterable[str], side: str, area: str) -> None:
    """Units leave the map for good, and are not eliminated; the enemy may no longer use their exit area."""
    for unit_id in unit_ids:
        take_off(game, unit_id, "exited", "11.62")
    for supply_id in supply_ids:
        del game.state.supplies[supply_id]
    game.state.exits[area] = side


@derived("exits")
@rule("11.63")
def lost_exits(game: Game, side: str) -> frozenset[str]:
    """The hexes of exit areas through which the enemy of a side has left the map: it may not enter them any more."""
    taken = [area for area, user in game.state.exits.items() if user == enemy_of(side)]
    return WITHOUT_EXITS.union(*[game.content.region(game.content.card.exits[area]) for area in taken])
