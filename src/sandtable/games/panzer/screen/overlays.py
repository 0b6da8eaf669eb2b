"""What a player may have lit up on the map: sight, fields of fire, spotting ranges and ground that hides hulls."""

from __future__ import annotations

from sandtable.games.panzer.combat.fields_of_fire import ap_weapons, in_limited_field
from sandtable.games.panzer.combat.weapons import weapons_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.ground import terrain_table
from sandtable.games.panzer.spotting.cover import Hider
from sandtable.games.panzer.spotting.hull_down import hull_down_by_terrain, hull_down_range
from sandtable.games.panzer.spotting.line_of_sight import seen_from
from sandtable.games.panzer.spotting.spotting_phase import changes, range_to_spot
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, printed
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in, units_of
from sandtable.mechanics.title import Overlay

SIGHT = Overlay("sight", "sight", needs_hex=True)
FIELD = Overlay("field", "field", needs_hex=True)
REACH = Overlay("reach", "reach", needs_hex=True)
SPOTTED = Overlay("spotted", "spotted", needs_hex=True)
SEEN = Overlay("seen", "seen")
HULL_DOWN = Overlay("hull-down", "hull-down")


def overlays(content: Content) -> tuple[Overlay, ...]:
    """What can be lit up; hulls are hidden in the Advanced Game only."""
    basic = (SIGHT, FIELD, REACH, SPOTTED, SEEN)
    return basic if content.scenario.game == "basic" else (*basic, HULL_DOWN)


@rule("4.1.4", "4.4.3.1.4")
def lit(game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
    """The hexes of an overlay for a side, and for a hex where it needs one."""
    if overlay_id == SIGHT.id:
        return seen_from(game.content, changes(game), label)
    if overlay_id == FIELD.id:
        return fields_of_fire(game, label)
    if overlay_id == REACH.id:
        return fields_of_fire(game, label) & seen_from(game.content, changes(game), label)
    if overlay_id == SPOTTED.id:
        return spotted_from(game, label)
    return hides_hulls(game) if overlay_id == HULL_DOWN.id else in_sight_of_enemy(game, side)


def fields_of_fire(game: Game, label: str) -> frozenset[str]:
    """The hexes in the field of fire and within the range of a weapon of the units in a hex."""
    content = game.content
    return frozenset(
        there
        for unit_id in units_in(game, label)
        for mount, reach in _weapons(game, unit_id)
        for there in content.board.labels
        if content.distance(label, there) <= reach
        and (mount == "360" or in_limited_field(content, game.state.units[unit_id], mount, there))
    )


def _weapons(game: Game, unit_id: str) -> set[tuple[str, int]]:
    """How the weapons of a unit are mounted, and how far each fires."""
    if game.content.scenario.game == "basic":
        return {(weapon.mount, weapon.ammo.reach) for weapon in ap_weapons(game.content, printed(game, unit_id).card)}
    return {(weapon.mount, weapon.row(load).reach) for weapon in weapons_of(game, unit_id) for load in weapon.loads}


def spotted_from(game: Game, label: str) -> frozenset[str]:
    """The hexes from which one of the units in a hex is spotted now."""
    ranges = [range_to_spot(game, unit_id).hexes for unit_id in units_in(game, label)]
    within = max(ranges, default=-1)
    content = game.content
    seeing = seen_from(content, changes(game), label)
    return frozenset(there for there in seeing if content.distance(there, label) <= within)


def hides_hulls(game: Game) -> frozenset[str]:
    """The hexes whose terrain hides the hull of a vehicle by itself, or is searched as well as a hill or better."""
    content, on_map = game.content, changes(game)
    well = terrain_table(content).hill_hull_down
    return frozenset(
        label
        for label in content.board.labels
        if hull_down_by_terrain(content, on_map, Hider(label, "vehicle"))
        or hull_down_range(content, on_map, label) >= well
    )


def in_sight_of_enemy(game: Game, side: str) -> frozenset[str]:
    """The hexes that an enemy looks into; a spectator has none."""
    sides = (enemy_of(side),) if side else ()
    places = {unit.at for each in sides for unit in units_of(game, each).values()}
    return frozenset().union(*(seen_from(game.content, changes(game), at) for at in places))
