"""Where the staff sends a unit: what a hex is worth to it.

Both sides weigh what a unit adds to attacks from a hex. The Soviets drive for goals: undefended ones first, then those
for which strength must be gathered, and no more of it than is needed; late in the game they garrison what they have.
NATO covers what counts in proportion to the threat, in good terrain and by single nations, never leaves a supply source
empty, and takes back what lies open behind the spearheads.
"""

from __future__ import annotations

from sandtable.games.gsfg.combat.combat_odds import shift_figures
from sandtable.games.gsfg.combat.strengths import assault_hexes, strength_figures
from sandtable.games.gsfg.staff.battles import promise
from sandtable.games.gsfg.staff.situation import REACH, Situation
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import controller


def value(situation: Situation, unit_id: str, label: str, cost: int) -> float:
    """How good it is to have a unit in a hex that it reaches at a cost."""
    kind = situation.content.counters[unit_id]
    if kind.type == "artillery":
        worth = artillery_value(situation, unit_id, label, cost)
    else:
        worth = (soviet_value if kind.side == SOVIET else nato_value)(situation, unit_id, label)
    if not situation.is_supplied_at(unit_id, label):
        worth -= situation.doctrine.unsupplied * (1.0 - situation.lateness)
    return worth


def others_in(situation: Situation, unit_id: str, label: str) -> list[str]:
    """The units in a hex beside one."""
    stack = situation.stacks.get(label)
    return [other for other in stack.ids if other != unit_id] if stack else []


def soviet_value(situation: Situation, unit_id: str, label: str) -> float:
    """The Soviet side drives for its goals, takes what lies open and gathers strength against what does not."""
    worth = nearness(situation, label) + possession(situation, unit_id, label)
    if others_in(situation, unit_id, label) and situation.distance_to_enemy(label) <= 1:
        worth += situation.doctrine.company
    return worth + attack_value(situation, unit_id, label)


def nearness(situation: Situation, label: str) -> float:
    """What it is worth to be near to what the Soviets still want."""
    far = situation.goals.cost(situation.content.board.index[label])
    return -situation.doctrine.step_forward * (99 if far is None else far)


def possession(situation: Situation, unit_id: str, label: str) -> float:
    """What taking a hex that counts is worth, or at the end of the game keeping it."""
    worth = situation.worth.get(label, 0.0)
    if not worth:
        return 0.0
    if controller(situation.game, label) != situation.side:
        return situation.doctrine.capture * worth
    if others_in(situation, unit_id, label) or situation.distance_to_enemy(label) > REACH:
        return 0.0
    return situation.doctrine.keep * worth * situation.lateness


def artillery_value(situation: Situation, unit_id: str, label: str, cost: int) -> float:
    """Guns belong behind others, within their reach of the enemy, and where they can fire before they move on."""
    content, doctrine = situation.content, situation.doctrine
    distance, reach = situation.distance_to_enemy(label), strength_figures(content).artillery_range
    worth = nearness(situation, label)
    place = doctrine.guns_in_reach if distance == reach else doctrine.guns_in_contact if distance < reach else 0.0
    if is_ready(situation, unit_id, cost):
        worth += place + doctrine.fire * fire(situation, unit_id, label)
    else:
        worth += place * doctrine.fire_later
    here = situation.stacks.get(label)
    return worth + (1.0 if here is not None and here.size < content.stack_limit else 0.0)


def is_ready(situation: Situation, unit_id: str, cost: int) -> bool:
    """Whether guns can still fire in this player turn after a move at a cost (10.17, 10.18)."""
    unit = situation.game.state.units.get(unit_id)
    marched = unit is not None and unit.marched
    spent = cost if unit is None else unit.spent + cost
    return situation.fights_later and not marched and 2 * spent <= situation.content.counters[unit_id].move


def fire(situation: Situation, unit_id: str, label: str) -> float:
    """What guns add from a hex to the best of the attacks that others can make there."""
    content, best = situation.content, 0.0
    guns = content.counters[unit_id].attack
    for near in content.around(label, strength_figures(content).artillery_range):
        others = situation.pressure.get(near, 0.0)
        if others:
            defense = max(1.0, situation.stacks[near].defense)
            shift = situation.shift_against(near) + envelopment(situation, near, "")
            before, after = others / defense + shift, (others + min(guns, others)) / defense + shift
            gain = promise(situation, near, after) - promise(situation, near, before)
            best = max(best, gain * (1.0 + situation.doctrine.place * situation.worth.get(near, 0.0)))
    return best


def attack_value(situation: Situation, unit_id: str, label: str) -> float:
    """What a unit adds from here to the best attack that can be made; contact that leads to none is a trap."""
    best, touching = 0.0, False
    for near in assault_hexes(situation.content)[label]:
        stack = situation.stacks.get(near)
        if stack is not None and stack.side == situation.enemy:
            touching = touching or near in situation.content.land_adjacent[label]
            best = max(best, contribution(situation, unit_id, label, near))
    if best:
        return situation.doctrine.attack * best
    return -situation.doctrine.trap if touching and situation.side == SOVIET else 0.0


def contribution(situation: Situation, unit_id: str, label: str, target: str) -> float:
    """What a unit adds to an attack on a hex: at once, and as a share of what could still be gathered."""
    defense = max(1.0, situation.stacks[target].defense)
    base = situation.shift_against(target)
    most = situation.potential[target] / defense + base
    if most < 1.0:
        return 0.0
    mine = situation.content.counters[unit_id].attack * (0.5 if situation.is_across_river(label, target) else 1.0)
    others = situation.pressure.get(target, 0.0)
    before = others / defense + base + envelopment(situation, target, "")
    after = (others + mine) / defense + base + envelopment(situation, target, label)
    now = promise(situation, target, after) - promise(situation, target, before)
    missing = max(0.0, situation.needed(target) - others)
    share = min(mine, missing) / situation.needed(target)
    gain = max(0.0, now) + situation.doctrine.build_up * share * promise(situation, target, min(most, 4.0))
    return gain * (1.0 + 0.2 * situation.worth.get(target, 0.0))


def envelopment(situation: Situation, target: str, added: str) -> int:
    """The columns for attacks from opposite or many hexes, with one more hex if any is named."""
    board, figures = situation.content.board, shift_figures(situation.content)
    index, center = board.index, board.index[target]
    ways = set()
    for near in assault_hexes(situation.content)[target]:
        stack = situation.stacks.get(near)
        held = stack is not None and stack.side == situation.side and stack.ids != [situation.mover]
        if held or near == added:
            ways.add(board.direction(center, index[near]))
    if any((way + 3) % 6 in ways for way in ways) or len(ways) >= figures.many:
        return figures.envelopment.nato if situation.side == NATO else figures.envelopment.soviet
    return 0


def nato_value(situation: Situation, unit_id: str, label: str) -> float:
    """NATO holds what counts, in good terrain and in strength, and strikes back where it can."""
    content = situation.content
    worth = cover(situation, unit_id, label) + ground(situation, label)
    others = others_in(situation, unit_id, label)
    if others and any(content.counters[other].nat != content.counters[unit_id].nat for other in others):
        worth -= 0.8
    if label in situation.worth and controller(situation.game, label) == SOVIET:
        worth += situation.doctrine.capture * situation.worth[label] * (0.8 + situation.lateness)
    return worth + attack_value(situation, unit_id, label)


def cover(situation: Situation, unit_id: str, label: str) -> float:
    """What a unit adds to the defence of a hex, by the hex's importance, its danger and who is there already."""
    content, doctrine = situation.content, situation.doctrine
    distance = situation.distance_to_enemy(label)
    urgency = 1.0 if distance <= 2 else 0.8 if distance <= 5 else 0.5 if distance <= 9 else 0.15
    garrison = sum(content.counters[other].defense for other in others_in(situation, unit_id, label))
    importance = doctrine.cover_anywhere + doctrine.cover * situation.worth.get(label, 0.0)
    if label in content.nato_sources:
        importance += doctrine.cover_source
    enough = max(4.0, doctrine.enough * situation.threat.get(label, 0.0))
    mine = content.counters[unit_id].defense
    covered = min(1.0, (garrison + mine) / enough) - min(1.0, garrison / enough)
    return urgency * importance * covered


def ground(situation: Situation, label: str) -> float:
    """What the terrain and the rivers before a hex are worth near the enemy."""
    content, distance = situation.content, situation.distance_to_enemy(label)
    if distance > 3:
        return 0.0
    behind = sum(
        situation.is_across_river(label, near)
        for near in content.adjacent[label]
        if situation.distance_to_enemy(near) < distance
    )
    return situation.doctrine.river * behind - situation.doctrine.ground * content.terrain_shift[content.terrain[label]]
