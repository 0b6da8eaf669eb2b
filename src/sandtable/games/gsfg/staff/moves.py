"""Where the staff sends a unit: what a hex is worth to it."""

from __future__ import annotations

from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.units import controller

UNSUPPLIED = 6.0
STEP_FORWARD = 0.3
"""What a movement point nearer to the goal is worth to a Soviet unit."""
ATTACK = 6.0
"""What bringing an attack to full strength is worth."""
TRAP = 2.5
"""What contact without an attack costs: next to the enemy a Soviet unit cannot move on (5.8)."""
ARTILLERY_REACH = 2


def value(situation: Situation, unit_id: str, label: str) -> float:
    """How good it is to have a unit in a hex."""
    kind = situation.content.counters[unit_id]
    worth = soviet_value(situation, unit_id, label) if kind.side == SOVIET else nato_value(situation, unit_id, label)
    if not situation.is_supplied_at(unit_id, label):
        worth -= UNSUPPLIED
    return worth


def soviet_value(situation: Situation, unit_id: str, label: str) -> float:
    """The Soviet side drives for its goals, takes what lies open and gathers strength against what does not."""
    content = situation.content
    kind = content.counters[unit_id]
    far = situation.goals.cost(content.board.index[label])
    worth = -STEP_FORWARD * (99 if far is None else far)
    if kind.type == "artillery":
        return worth + artillery_value(situation, label)
    if label in situation.worth and controller(situation.game, label) != SOVIET:
        worth += 2.0 * situation.worth[label]
    return worth + attack_value(situation, unit_id, label) + own_strength(situation, unit_id, label)


def artillery_value(situation: Situation, label: str) -> float:
    """Guns belong behind others, within their reach of the enemy."""
    distance = situation.distance_to_enemy(label)
    worth = 4.0 if distance == ARTILLERY_REACH else 2.0 if distance == 1 else 0.0
    here = situation.stacks.get(label)
    return worth + (1.0 if here is not None and here.size < situation.content.stack_limit else 0.0)


def attack_value(situation: Situation, unit_id: str, label: str) -> float:
    """What a unit adds from here to attacks that can be made strong enough; contact that leads to none is a trap."""
    content = situation.content
    best, trapped = 0.0, False
    at = situation.game.state.units[unit_id].at if unit_id in situation.game.state.units else ""
    for near in content.adjacent[label]:
        stack = situation.stacks.get(near)
        if stack is None or stack.side != situation.enemy:
            continue
        needed = max(1.0, situation.needed(near))
        if situation.potential[near] < needed:
            trapped = True
            continue
        mine = content.counters[unit_id].attack * (0.5 if situation.is_across_river(label, near) else 1.0)
        others = situation.pressure.get(near, 0.0) - (mine if at in content.adjacent[near] else 0.0)
        gain = min(1.0, (others + mine) / needed) - min(1.0, others / needed)
        eager = 0.5 + min(1.0, others / needed)
        best = max(best, gain * eager * ATTACK * (1.0 + 0.2 * situation.worth.get(near, 0.0)))
    return best - (TRAP if trapped and not best and situation.side == SOVIET else 0.0)


def own_strength(situation: Situation, unit_id: str, label: str) -> float:
    """Company is welcome next to the enemy, and a division alone there is in danger."""
    here = situation.stacks.get(label)
    if here is None or here.ids == [unit_id]:
        return 0.0
    return 0.5 if situation.distance_to_enemy(label) <= 1 else 0.0


def nato_value(situation: Situation, unit_id: str, label: str) -> float:
    """NATO holds what counts, in good terrain and in strength, and strikes back where it can."""
    content = situation.content
    distance = situation.distance_to_enemy(label)
    urgency = 1.0 if distance <= 2 else 0.8 if distance <= 5 else 0.5 if distance <= 9 else 0.15
    others = [other for other in (situation.stacks[label].ids if label in situation.stacks else ()) if other != unit_id]
    garrison = sum(content.counters[other].defense for other in others)
    importance = 0.6 + 1.5 * situation.worth.get(label, 0.0)
    if label in content.nato_sources:
        importance += 3.0
    enough = max(4.0, 0.35 * situation.threat.get(label, 0.0))
    mine = content.counters[unit_id].defense
    covered = min(1.0, (garrison + mine) / enough) - min(1.0, garrison / enough)
    worth = urgency * importance * covered
    if distance <= 3:
        worth -= 0.4 * content.terrain_shift[content.terrain[label]]
        worth += 0.15 * sum(
            situation.is_across_river(label, near)
            for near in content.adjacent[label]
            if situation.distance_to_enemy(near) < distance
        )
    if others and any(content.counters[other].nat != content.counters[unit_id].nat for other in others):
        worth -= 0.8
    retaken = label in situation.worth and controller(situation.game, label) == SOVIET
    return worth + 0.6 * attack_value(situation, unit_id, label) + (2.0 * situation.worth[label] if retaken else 0.0)
