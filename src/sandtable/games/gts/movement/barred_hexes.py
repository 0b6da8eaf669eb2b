"""The hexes that bar a side: held by the enemy, in his fire zones, or too near to where his units enter the map."""

from __future__ import annotations

from sandtable.board import CLOSED, ZOC
from sandtable.games.gts.fire.fire_zones import far_reaching, in_enemy_zone, printed_zones, side_zones
from sandtable.games.gts.fire.line_of_sight import seen_from
from sandtable.games.gts.index import NOWHERE, positions
from sandtable.games.gts.sequence.active_units import rights
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, side_of
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on

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


@rule("15.3/note", "17.3")
def zones_set_free(game: Game, units: tuple[str, ...]) -> frozenset[str]:
    """The fire zones that enemies have once units that move together have left the hex next to them.

    As long as somebody stands beside it, or under a barrage, an enemy reaches one hex. Every hex beside it is in its
    zone, so whoever may not enter fire zones comes to no other enemy on the way.
    """
    unit, content = game.state.units[units[0]], game.content
    enemies = side_zones(game, enemy_of(side_of(game, units[0])))
    if unit.entry or unit.at not in enemies.watched:
        return NOWHERE
    far = far_reaching(content, enemy_of(side_of(game, units[0])))
    freed = NOWHERE
    for enemy in enemies.watched[unit.at] & far:
        there = game.state.units[enemy]
        stays = there.at not in content.adjacent[unit.at] or there.at in game.state.barrages
        if not stays and not _is_beside_others(game, there.at, units):
            freed |= seen_from(game, there.at, printed_zones(content)[enemy][there.mounted])
    return freed


def _is_beside_others(game: Game, label: str, units: tuple[str, ...]) -> bool:
    """Whether units of a side other than some that move together stand next to a hex."""
    where, at = positions(game), game.state.units[units[0]].at
    held = where.held[side_of(game, units[0])]
    beside = [near for near in game.content.adjacent[label] if near in held]
    return any(near != at or len(where.hexes[near]) > len(units) for near in beside)


@rule("13.2/1")
def shut_behind(game: Game, units: tuple[str, ...]) -> frozenset[str]:
    """The hexes of zones that a move would set free and may not enter: by our reading a first step may."""
    freed = zones_set_free(game, units) if shuns_fire_zones(game) else NOWHERE
    if freed and is_on(game.content, "fire-zones-as-a-step-begins"):
        return freed.difference(game.content.adjacent[game.state.units[units[0]].at])
    return freed


@rule("13.2/1", "14.11")
def leads_into_fire_zone(game: Game, units: tuple[str, ...], label: str) -> bool:
    """Whether a step into the next hex leads into an enemy fire zone: into one that there is when the step begins."""
    if in_enemy_zone(game, label, side_of(game, units[0])):
        return True
    return not is_on(game.content, "fire-zones-as-a-step-begins") and label in zones_set_free(game, units)
