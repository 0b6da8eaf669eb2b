"""What a player may have lit up on the map: what is in sight, fields of fire, and where he would be seen."""

from __future__ import annotations

from sandtable.games.panzer.combat.fields_of_fire import in_limited_field
from sandtable.games.panzer.spotting.line_of_sight import seen_from
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_in, units_of
from sandtable.mechanics.title import Overlay

SIGHT = Overlay("sight", "sight", needs_hex=True)
FIELD = Overlay("field", "field", needs_hex=True)
SEEN = Overlay("seen", "seen")
OVERLAYS = (SIGHT, FIELD, SEEN)


@rule("4.1.4", "4.4.3.1.4")
def lit(game: Game, overlay_id: str, label: str, side: str) -> frozenset[str]:
    """The hexes of an overlay: in sight of a hex, before the vehicles in it, or in sight of the enemy."""
    content, on_map = game.content, changes(game)
    if overlay_id == SIGHT.id:
        return seen_from(content, on_map, label)
    if overlay_id == FIELD.id:
        units = [game.state.units[unit_id] for unit_id in units_in(game, label)]
        return frozenset(
            there
            for there in content.board.labels
            if any(in_limited_field(content, unit, "forward", there) for unit in units)
        )
    sides = (enemy_of(side),) if side else ()
    places = {unit.at for each in sides for unit in units_of(game, each).values()}
    return frozenset().union(*(seen_from(content, on_map, at) for at in places))
