"""Chapter 11.6: units leave the map through an exit area of the scenario."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.efs.content import Content, quarters
from sandtable.games.efs.state import enemy_of
from sandtable.games.efs.tables import MovementFile
from sandtable.games.efs.units import Game, is_flotilla, take_off
from sandtable.kernel import Refusal, derived, of_content, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

WITHOUT_EXITS: frozenset[str] = frozenset()


@of_content
def areas_at(content: Content, label: str) -> list[str]:
    """The exit areas that a hex belongs to."""
    exits = content.card.exits
    return [area for area, region in exits.items() if label in content.region(region)] if exits else []


@rule("11.61")
def cost_of_exit(content: Content) -> int:
    """What it costs to leave the map, in quarters of a movement point."""
    return quarters(content.table("movement", MovementFile).map_exit)


@rule("10.27b", "11.0", "11.6", "11.61", "22.51f")
def why_no_exit(game: Game, unit_ids: Iterable[str], label: str, area: str, left: int) -> Refusal | None:
    """Why units in a hex may not leave the map through an exit area, if they may not: it has to be one of its hexes,
    and they need a movement point and have used no other special movement.
    """
    about = {"hex": label}
    if area not in areas_at(game.content, label):
        return Refusal("refused.no-exit", "10.27b", about)
    if any(is_flotilla(game, unit_id) for unit_id in unit_ids):
        return Refusal("refused.flotilla-stays", "22.51f", about)
    if any(game.state.units[unit_id].special for unit_id in unit_ids):
        return Refusal("refused.special-used", "11.0", about)
    return Refusal("refused.exit-too-dear", "11.61", about) if left < cost_of_exit(game.content) else None


@rule("11.61", "11.62", "11.63")
def leave_the_map(game: Game, unit_ids: Iterable[str], supply_ids: Iterable[str], side: str, area: str) -> None:
    """Units move off the map for good, and are not eliminated; the enemy may no longer use their exit area."""
    for unit_id in unit_ids:
        spent = game.state.units[unit_id].spent + cost_of_exit(game.content)
        change(game, unit_id, spent=spent, finished=True, special="exit")
        take_off(game, unit_id, "exited", "11.62")
    for supply_id in supply_ids:
        del game.state.supplies[supply_id]
    used_by = game.state.exits.get(area, "")
    if side not in used_by:
        game.state.exits[area] = f"{used_by}+{side}" if used_by else side


@derived("exits")
@rule("11.63")
def lost_exits(game: Game, side: str) -> frozenset[str]:
    """The hexes of exit areas through which the enemy of a side has left the map: nobody of it comes onto the map
    through them any more, nor does its supply.
    """
    taken = [area for area, used_by in game.state.exits.items() if enemy_of(side) in used_by]
    return WITHOUT_EXITS.union(*[game.content.region(game.content.card.exits[area]) for area in taken])


@derived(lost_exits)
@rule("11.63")
def shut_exits(game: Game, side: str) -> frozenset[str]:
    """Those of them that its units on the map may not enter either: all, or by a switch none."""
    return WITHOUT_EXITS if is_on(game.content, "exits-keep-nobody-off") else lost_exits(game, side)
