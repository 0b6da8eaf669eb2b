"""Chapters 11.1 to 11.6 and 11.23: who may attack, and what."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.gsfg.air import air_mobile
from sandtable.games.gsfg.combat.strengths import assault_hexes, strength_figures
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, SOVIET, enemy_of
from sandtable.games.gsfg.supply import is_supplied
from sandtable.games.gsfg.units import Game, counter, group_of, members, occupants
from sandtable.kernel import Refusal, derived, of_content, rule
from sandtable.mechanics.roster import enemy_hexes, hexes_of, occupier

AT_RANGE = ("artillery", "air_mobile")


@rule("5.5", "6.8", "6.11", "11.4", "13.17")
def why_unable(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit may not attack anything now, or None."""
    unit = game.state.units[unit_id]
    args = {"unit": unit_id}
    if unit.attacked:
        return Refusal("refused.attacked", "11.4", args)
    if unit.flew:
        return Refusal("refused.flew", "6.8", args)
    if unit.ew == "collapsed" or (unit.ew == "degraded" and unit.spent):
        return Refusal("refused.jammed", "13.17", args)
    kind = game.content.counters[unit_id].type
    if kind == "air_mobile" and (unit.acted or unit.spent):
        return Refusal("refused.air-mobile-moved", "6.11", args)
    return why_silent(game, unit_id) if kind == "artillery" else None


@rule("8.11", "10.17", "10.18", "11.23", "13.17")
def why_silent(game: Game, unit_id: str) -> Refusal | None:
    """Why artillery may not fire: jammed, after a march or more than half a move, or out of supply."""
    unit = game.state.units[unit_id]
    args = {"unit": unit_id}
    if unit.ew:
        return Refusal("refused.jammed", "13.17", args)
    if unit.marched:
        return Refusal("refused.artillery-marched", "10.17", args)
    if unit.spent * 2 > counter(game, unit_id).move:
        return Refusal("refused.artillery-moved", "10.18", args)
    return None if is_supplied(game, unit_id) else Refusal("refused.artillery-unsupplied", "8.11", args)


@rule("5.4/3", "11.1", "11.3", "11.4")
def targets(game: Game, side: str, group: str, attacked: Collection[str]) -> list[str]:
    """The hexes that a group may attack: with a defender not attacked yet in this phase, and a unit in reach of them.

    Artillery alone makes no attack (11.23), so it is not asked.
    """
    there, units = occupants(game), game.state.units
    done = {units[unit_id].at for unit_id in attacked if unit_id in units}
    spent = [label for label in done if set(attacked).issuperset(there[label])]
    fresh = enemy_hexes(game, side).difference(spent)
    reach = assault_hexes(game.content)
    found: set[str] = set()
    for label in front(game, side):
        near = reach[label] & fresh
        if not near <= found and any(leads_attack(game, unit_id, group) for unit_id in there[label]):
            found |= near
    if side == NATO:
        for unit_id in able_flyers(game):
            found |= fresh & flying_reach(game, unit_id)
    return sorted(found)


@derived(hexes_of, enemy_hexes)
def front(game: Game, side: str) -> frozenset[str]:
    """The hexes of a side from which it could assault an enemy."""
    reach, enemies = assault_hexes(game.content), enemy_hexes(game, side)
    return frozenset(label for label in hexes_of(game, side) if not reach[label].isdisjoint(enemies))


def leads_attack(game: Game, unit_id: str, group: str) -> bool:
    """Whether a unit that fights hand to hand may attack with a group."""
    return (
        game.content.counters[unit_id].type not in AT_RANGE
        and unit_id in members(game, group)
        and why_unable(game, unit_id) is None
    )


@rule("5.4/3", "11.3", "11.6", "11.23", "6.15")
def candidates(game: Game, group: str, target: str) -> list[str]:
    """The units of a group that may join an attack on a hex."""
    there = occupants(game)
    content = game.content
    found = [
        unit_id
        for label in content.adjacent[target]
        if label in assault_hexes(content)[target]
        for unit_id in there.get(label, ())
        if leads_attack(game, unit_id, group)
    ]
    if group == "nato":
        return found + [unit_id for unit_id in able_flyers(game) if target in flying_reach(game, unit_id)]
    return found + [
        unit_id
        for label in firing_hexes(content)[target]
        for unit_id in there.get(label, ())
        if content.counters[unit_id].type == "artillery"
        and unit_id in members(game, group)
        and why_unable(game, unit_id) is None
    ]


def able_flyers(game: Game) -> list[str]:
    """The air mobile units that may still attack."""
    units = game.state.units
    return [
        unit_id
        for unit_id in air_mobile.air_mobile_units(game.content)
        if unit_id in units and why_unable(game, unit_id) is None
    ]


@rule("6.15", "6.17", "12.5")
def flying_reach(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes that an air mobile unit can attack: at a distance over anything, or next to it like infantry."""
    at = game.state.units[unit_id].at
    reach = air_mobile.attack_range(game, unit_id)
    if reach == 1:
        return assault_hexes(game.content)[at]
    return game.content.around(at, reach)


@of_content
@rule("11.23")
def firing_hexes(content: Content) -> dict[str, tuple[str, ...]]:
    """For each hex those from which artillery reaches it, whatever lies between."""
    board, reach = content.board, strength_figures(content).artillery_range
    return {label: tuple(board.labels[j] for j in board.within(i, reach)) for i, label in enumerate(board.labels)}


def refuse_target(game: Game, side: str, group: str, attacked: Collection[str], label: str) -> Refusal:
    """Why a hex cannot be attacked."""
    args = {"hex": label}
    if occupier(game, label) != enemy_of(side):
        return Refusal("refused.no-enemy", "11.1", args)
    if set(attacked).issuperset(occupants(game)[label]):
        return Refusal("refused.attacked-already", "11.4", args)
    if candidates(game, group, label):
        return Refusal("refused.artillery-alone", "11.23", args)
    return Refusal("refused.no-attackers", "11.3", args)


def refuse_attacker(game: Game, unit_id: str, side: str, group: str, target: str) -> Refusal:
    """Why a unit cannot join an attack."""
    args = {"unit": unit_id, "hex": target}
    if counter(game, unit_id).side != side:
        return Refusal("refused.not-yours", "11.1", args)
    if unit_id not in game.state.units:
        return Refusal("refused.not-on-map", "11.1", args)
    if group_of(game, unit_id) != group:
        return Refusal("refused.not-in-group", "5.4/3" if side == SOVIET else "5.1", args)
    unable = why_unable(game, unit_id)
    if unable is not None:
        return unable
    if game.state.units[unit_id].at in game.content.adjacent[target]:
        return Refusal("refused.across-water", "12.5", args)
    rule_id = {"artillery": "11.23", "air_mobile": "6.15"}.get(counter(game, unit_id).type, "11.3")
    return Refusal("refused.out-of-range", rule_id, args)
