"""Chapters 2.10, 5.8, 10.1 and 10.17: who may move, how far, and who may use road mode."""

from __future__ import annotations

from sandtable.games.gsfg.air import air_mobile
from sandtable.games.gsfg.state import NATO, SOVIET, Unit
from sandtable.games.gsfg.supply import OVERLAND, UNSUPPLIED, supply_state
from sandtable.games.gsfg.units import Game, counter, group_of, halved, is_8ga, multinational_figures
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.roster import enemy_hexes, is_adjacent_to_enemy


@rule("5.8")
def is_pinned(game: Game, unit_id: str, unit: Unit) -> bool:
    """Whether a unit begins its movement phase next to an enemy by land; water lets a Soviet unit go."""
    enemies = enemy_hexes(game, counter(game, unit_id).side)
    return not enemies.isdisjoint(game.content.land_adjacent[unit.at])


@rule("5.4", "10.1")
def why_not_to_move(game: Game, unit_id: str, group: str) -> Refusal | None:
    """Why a unit on the map may not move in the movement phase of a group, or None."""
    if group_of(game, unit_id) == group:
        return why_immobile(game, unit_id)
    if (counter(game, unit_id).side == NATO) != (group == "nato"):
        return Refusal("refused.enemy-to-attack", "10.1", {"unit": unit_id})
    return Refusal("refused.not-in-group", "5.4", {"unit": unit_id})


@rule("10.2")
def why_immobile(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not move in this phase, or None."""
    if game.state.units[unit_id].moved:
        return Refusal("refused.moved", "10.2", {"unit": unit_id})
    return why_held(game, unit_id)


def is_mobile(game: Game, unit_id: str) -> bool:
    """Whether a unit may still move in this phase."""
    return not game.state.units[unit_id].moved and why_held(game, unit_id) is None


@rule("5.4/5", "5.8", "6.17", "9.6", "13.17")
def why_held(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit that has not moved may not do so, or None."""
    unit, kind = game.state.units[unit_id], game.content.counters[unit_id]
    if kind.type == "territorial":
        return Refusal("refused.territorial", "9.6", {"unit": unit_id})
    if unit.flew:
        return Refusal("refused.flew", "6.8", {"unit": unit_id})
    if unit.pinned and kind.side == SOVIET and not is_8ga(game, unit_id):
        return Refusal("refused.pinned", "5.8", {"unit": unit_id})
    if unit.ew == "collapsed" or (unit.ew == "degraded" and unit.fought):
        return Refusal("refused.jammed", "13.17", {"unit": unit_id})
    if kind.type == air_mobile.AIR_MOBILE:
        return air_mobile.why_immobile(game, unit_id)
    return None


@rule("2.10", "10.1", "10.17", "10.18", "5.6", "7.6", "8.11", "8.12")
def allowance(game: Game, unit_id: str, *, road: bool) -> int:
    """A unit's movement points for this phase.

    Twice the printed factor in road mode; halved for NATO in the first turn, out of supply, and for artillery that has
    fired, each in turn; less one for a stack of several nations.
    """
    unit, kind = game.state.units[unit_id], counter(game, unit_id)
    points = kind.move * game.content.road_factor if road else kind.move
    if kind.side == NATO and game.state.turn == 1:
        points = halved(points)
    if not road and supply_state(game, unit_id) == UNSUPPLIED:
        points = halved(points)
    if kind.type == "artillery" and unit.fought:
        points = halved(points)
    if unit.mixed:
        points -= multinational_figures(game.content).move_loss
    return max(points, 0)


@rule("10.17", "10.18")
def may_march(game: Game, unit_id: str) -> bool:
    """Whether a unit may use road mode: in overland supply, away from the enemy, and not after an attack."""
    unit = game.state.units[unit_id]
    return (
        not unit.fought
        and not is_adjacent_to_enemy(game, unit.at, counter(game, unit_id).side)
        and supply_state(game, unit_id) == OVERLAND
    )
