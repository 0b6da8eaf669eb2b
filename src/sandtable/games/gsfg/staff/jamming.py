"""How the staff wages electronic warfare (13.11): against those who are about to attack, and for its own.

A marker more on a stack makes each result likelier by the same sixth, so markers go on the stacks that matter most, as
many on each as the rules allow; what the enemy has put on a stack is answered where the own loss would be greatest.
"""

from __future__ import annotations

from sandtable.games.gsfg.staff.flights import hexes
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.kernel import Decision

OFFENSIVE = {SOVIET: 0.5, NATO: 0.75}
"""The share of its markers that a side sets to attack: NATO has more to gain, for it holds up the attacker."""
IN_CONTACT = 2.0
"""How much more a stack matters that stands next to the enemy: what it loses is an attack."""
GUARDS = 0.5
"""How much a stack's defence matters beside its attack: to be jammed keeps it from moving away as well."""


def set_markers(situation: Situation, decision: Decision) -> str:
    """How many markers attack; the others defend."""
    total = len(decision.options) - 1
    return f"number:{round(total * OFFENSIVE[situation.side])}"


def jam(situation: Situation, decision: Decision) -> str:
    """The enemy stack whose next player turn is worth most, unless it is jammed already."""
    units = situation.game.state.units
    open_ = [label for label in hexes(decision) if not all(units[each].ew for each in situation.stacks[label].ids)]
    return f"hex:{max(open_, key=lambda label: (weight(situation, label), label))}" if open_ else "do:done"


def counter_jam(situation: Situation, decision: Decision) -> str:
    """The own stack under attack whose next player turn is worth most."""
    offered = hexes(decision)
    return f"hex:{max(offered, key=lambda label: (weight(situation, label), label))}" if offered else "do:done"


def weight(situation: Situation, label: str) -> float:
    """What the next player turn of a stack is worth to its side."""
    stack = situation.stacks[label]
    enemies = (near for near in situation.content.land_adjacent[label] if near in situation.stacks)
    touches = any(situation.stacks[near].side != stack.side for near in enemies)
    guards = GUARDS * stack.defense if stack.side == NATO else 0.0
    return (stack.attack + guards) * (IN_CONTACT if touches else 1.0)
