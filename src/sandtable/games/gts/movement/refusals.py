"""Why a move is not offered, with the rule."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.gts.engineers.works import ENTRENCHED
from sandtable.games.gts.fire.fire_zones import in_enemy_zone
from sandtable.games.gts.movement import bridges_and_ferries, column_and_transport
from sandtable.games.gts.movement.barred_hexes import shuns_fire_zones, shut_behind
from sandtable.games.gts.movement.costs import costs_of
from sandtable.games.gts.movement.entry_clearance import forbidden_ground
from sandtable.games.gts.movement.reach import Start, can_march, origin
from sandtable.games.gts.movement.stacking import column_in, may_stay
from sandtable.games.gts.movement.terrain_chart import terrain_chart
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, face, side_of, unit_class
from sandtable.kernel import Choice, Refusal, rule
from sandtable.mechanics.roster import occupier

WHOLE_ACTIONS = (
    column_and_transport.MOUNT,
    column_and_transport.MOUNT_COLUMN,
    column_and_transport.ENTER,
    column_and_transport.LEAVE,
)


def refuse(game: Game, start: Start, choice: Choice, *, columned: bool) -> Refusal | None:
    """Why units cannot do something in a movement action."""
    first = start.units[0]
    if any(game.state.units[unit_id].suppressed for unit_id in start.units):
        return Refusal("refused.suppressed", "19.2.2/effects", {"unit": first})
    if choice.kind == "hex":
        known = choice.name in game.content.board.index
        return _why_immobile(game, start) or _why_not_hex(game, start, choice.name) if known else None
    if choice.name == "forced-march":
        return Refusal("refused.no-forced-march", "14.8", {"unit": first})
    if choice.name == "emergency":
        return Refusal("refused.no-emergency", "14.11", {"unit": first})
    if choice.kind != "do" or choice.name not in column_and_transport.ACTIVITIES:
        return None
    if len(start.units) > 1:
        return Refusal("refused.not-as-stack", "14.7", {"unit": first})
    return column_and_transport.why_not(game, first, choice.name, start.left[0], columned)


@rule("14.4", "14.11", "22.3.3")
def _why_immobile(game: Game, start: Start) -> Refusal | None:
    """Why units can go nowhere at all."""
    for unit_id in start.units:
        args = {"unit": unit_id}
        if not can_march(game, unit_id):
            star = face(game, unit_id).star
            return Refusal("refused.star" if star else "refused.immobile", "14.11" if star else "14.4", args)
        if game.state.units[unit_id].works == ENTRENCHED:
            return Refusal("refused.entrenched", "22.3.3", args)
    return None


@rule("13.2/1", "14.1", "14.6.1", "14.7/limits", "14.9")
def _why_not_hex(game: Game, start: Start, label: str) -> Refusal:
    """Why units cannot move to a hex."""
    first = start.units[0]
    side, unit, args = side_of(game, first), game.state.units[first], {"unit": first, "hex": label}
    if origin(game, first) == label:
        return Refusal("refused.already-there", "14.3", args)
    if occupier(game, label) == enemy_of(side):
        return Refusal("refused.enemy-there", "14.1", args)
    if forbidden_ground(game.content)[side][game.content.board.index[label]]:
        return Refusal("refused.near-entry", "14.1", args)
    if shuns_fire_zones(game) and in_enemy_zone(game, label, side):
        return Refusal("refused.fire-zone", "13.2/1", args)
    if label in shut_behind(game, start.units):
        return Refusal("refused.fire-zone-set-free", "13.2/1", args)
    if unit.column and column_in(game, label):
        return Refusal("refused.second-column", "14.6.1", args)
    if not unit.column and not may_stay(game, label, start.units):
        return Refusal("refused.full", "14.7/limits", args)
    return _why_prohibited(game, first, label) or Refusal("refused.too-far", "14.3", args)


@rule("14.5", "14.7/restrictions", "14.9")
def _why_prohibited(game: Game, unit_id: str, label: str) -> Refusal | None:
    """Why neither ground nor hexside let a unit into a hex next to it."""
    at, args = origin(game, unit_id), {"unit": unit_id, "hex": label}
    if label not in game.content.adjacent[at]:
        return None
    board = game.content.board
    here = board.index[at]
    direction = board.direction(here, board.index[label])
    if costs_of(game, unit_id).enter(here, board.index[label]) < FORBIDDEN:
        return None
    column = game.state.units[unit_id].column
    over = bridges_and_ferries.river_sides(game.content).get(frozenset((at, label)), "")
    if game.state.bridges.get(over) in bridges_and_ferries.GONE:
        return Refusal("refused.bridge-gone", "14.7/restrictions", args)
    column_only = terrain_chart(game.content).column_only
    if not column and not board.side_features(here, direction).isdisjoint(column_only.all):
        return Refusal("refused.bridge-in-column", "14.7/restrictions", args)
    if not column and unit_class(game, unit_id) == "vehicle" and game.content.terrain[label] in column_only.vehicles:
        return Refusal("refused.column-only", "14.5", args)
    return Refusal("refused.prohibited", "14.9", args)
