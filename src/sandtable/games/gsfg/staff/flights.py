"""What the staff does with aircraft, heavy bombers, airborne divisions and aerial supply."""

from __future__ import annotations

from sandtable.games.gsfg.movement.costs import terrain_costs
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.units import controller
from sandtable.kernel import Decision

AHEAD = 3
"""How far ahead of enemies their way is made slow."""
WORTH_A_DROP = 2.0
"""What must lie open about a landing place for an airborne division to be risked there."""


def hexes(decision: Decision) -> list[str]:
    return [option.removeprefix("hex:") for option in decision.ids if option.startswith("hex:")]


def bomb(situation: Situation, decision: Decision) -> str:
    """The stack that matters most: strong, near the front, and with steps that are easily lost."""
    labels = hexes(decision)
    if not labels:
        return decision.options[-1].id
    return f"hex:{max(labels, key=lambda label: (weight(situation, label), label))}"


def weight(situation: Situation, label: str) -> float:
    """What a step of a stack is worth to the other side."""
    stack = situation.stacks[label]
    near = 3.0 if situation.pressure.get(label) else 0.0
    city = -1.5 if situation.content.terrain[label] == "city" else 0.0
    fragile = 1.5 if stack.steps == len(stack.ids) else 0.0
    return stack.attack + stack.defense + near + city + fragile


def deep_strike(situation: Situation, decision: Decision) -> str:
    """A share of the aircraft goes deep."""
    wanted = round(situation.game.state.air.aircraft * situation.doctrine.deep_strikes)
    return decision.ids[min(wanted, len(decision.ids) - 1)]


def keeps_for_interdiction(situation: Situation, pointed_out: int) -> bool:
    """Whether the aircraft that are left, beside those that strike already, are to interdict."""
    left = situation.game.state.air.aircraft
    return left <= int((left + pointed_out) * situation.doctrine.interdiction)


def interdict(situation: Situation, decision: Decision) -> str:
    """Before the enemies that are free to move, where they would go and where the going is slow."""
    content, taken = situation.content, situation.game.state.interdiction
    doubled = {near for label in taken for near in content.around(label, 1)}
    free = [(label, stack) for label, stack in situation.stacks_of(situation.enemy) if is_free(situation, label)]
    harm: dict[str, float] = {}
    for label, stack in free:
        for near in content.around(label, AHEAD):
            if near not in doubled and not content.closed[content.board.index[near]]:
                slowed = delay(situation, label, near) * stack.attack
                harm[near] = harm.get(near, 0.0) + slowed
    hampered = {label: sum(harm.get(near, 0.0) for near in content.around(label, 1)) for label in harm}
    offered = [label for label in hampered if decision.find(f"hex:{label}")]
    if not offered:
        return decision.options[-1].id
    return f"hex:{max(offered, key=lambda label: (hampered[label], label))}"


def is_free(situation: Situation, label: str) -> bool:
    """Whether an enemy stack is not held by units next to it."""
    return situation.side == SOVIET or not any(
        near in situation.stacks and situation.stacks[near].side == situation.side
        for near in situation.content.land_adjacent[label]
    )


def delay(situation: Situation, start: str, label: str) -> float:
    """How many points more a hex costs enemies who go forward from another, or nothing where they would go back."""
    content = situation.content
    index = content.board.index
    if situation.side == SOVIET:
        forward = situation.distance_from_own(label) < situation.distance_from_own(start)
    else:
        here, there = (situation.goals.cost(index[each]) for each in (start, label))
        forward = here is not None and there is not None and there < here
    return float(terrain_costs(content, False)[content.terrain[label]]) if forward else 0.0


def drop(situation: Situation, decision: Decision) -> str:
    """An airborne division lands beside what lies open, or waits for a better moment."""
    labels = hexes(decision)
    best = max(((opening(situation, label), label) for label in labels), default=(0.0, ""))
    if best[0] < WORTH_A_DROP and decision.find("do:delay"):
        return "do:delay"
    return f"hex:{best[1]}" if best[1] else decision.options[0].id


def opening(situation: Situation, label: str) -> float:
    """What can be taken from a landing place in the next turn: goals next to it that nobody guards or is about to."""
    content, stacks = situation.content, situation.stacks
    found = 0.0
    for near in content.adjacent[label]:
        worth = situation.worth.get(near, 0.0) + 4.0 * (near in content.nato_sources)
        if worth and near not in stacks and controller(situation.game, near) != situation.side:
            found += worth
    if label in stacks or situation.gathered.get(label):
        found = 0.0
    return found * min(1.0, situation.distance_to_enemy(label) / 4)


def supply(situation: Situation, decision: Decision) -> str | None:
    """Where most of the unsupplied can draw on it."""
    content = situation.content
    hungry = [
        unit.at
        for unit_id, unit in situation.game.state.units.items()
        if content.counters[unit_id].side == situation.side and not situation.is_supplied_at(unit_id, unit.at)
    ]
    near = {label for at in hungry for label in (at, *content.adjacent[at])}
    offered = [label for label in sorted(near) if decision.find(f"hex:{label}")]
    if not offered:
        return None
    fed = {label: sum(at == label or at in content.adjacent[label] for at in hungry) for label in offered}
    return f"hex:{max(offered, key=lambda label: fed[label])}"
