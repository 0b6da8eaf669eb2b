"""What the staff does with special forces (13.1): they go where their zone cuts the most enemies off from supply.

A unit in an enemy zone has no overland supply and fights at half strength (8.11, 13.7), so a marker belongs next to
strong stacks, best those in contact; the enemy's markers are driven to where they harm least, and hunted by units that
have nobody else to attack.
"""

from __future__ import annotations

from sandtable.games.gsfg.optional import special_forces_moves
from sandtable.games.gsfg.staff.flights import hexes
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import SOVIET, enemy_of
from sandtable.kernel import Decision

IN_CONTACT = 2.0
"""How much more a stack next to the other side matters: it is about to fight."""
SOURCE = 6.0
"""What closing a supply source of the enemy's is worth."""
NEARNESS = 1.5
"""What strong enemies nearby are worth while none is in the zone, in shares of their strength by distance."""
LOOKS = 6
"""How far away enemies draw a marker."""
WORTH_A_FLIGHT = 1.5
"""How much better a landing place must be than what can be walked to."""


def place(situation: Situation, decision: Decision) -> str:
    """Where a marker comes into play: where it harms most, or is nearest to doing so."""
    return f"hex:{best(situation, hexes(decision), situation.side)}"


def move(situation: Situation, decision: Decision) -> str:
    """On foot, by air where that leads to something much better, or not at all."""
    marker = situation.game.state.special_forces[str(decision.args["marker"])]
    walk = best(situation, [marker.at, *hexes(decision)], situation.side)
    if decision.find("do:fly"):
        landing = best(situation, special_forces_moves.landings(situation.game, marker), situation.side)
        if harm(situation, landing, situation.side) > WORTH_A_FLIGHT * harm(situation, walk, situation.side):
            return "do:fly"
    return "do:stay" if walk == marker.at else f"hex:{walk}"


def fly(situation: Situation, decision: Decision) -> str:
    return f"hex:{best(situation, hexes(decision), situation.side)}"


def displace(situation: Situation, decision: Decision) -> str:
    """An enemy marker goes where it harms the own side least."""
    return f"hex:{min(hexes(decision), key=lambda label: (harm(situation, label, situation.enemy), label))}"


def hunter(situation: Situation, decision: Decision) -> str:
    """The unit that attacks a marker: the weakest, for strength does not matter."""
    counters = situation.content.counters
    return min(decision.ids, key=lambda option: (counters[option.removeprefix("unit:")].attack, option))


def best(situation: Situation, labels: list[str], side: str) -> str:
    return max(labels, key=lambda label: (harm(situation, label, side), label))


def harm(situation: Situation, label: str, side: str) -> float:
    """What the zone of a side's marker in a hex does to the enemy."""
    content, board = situation.content, situation.content.board
    at, found = board.index[label], 0.0
    for where, stack in situation.stacks_of(enemy_of(side)):
        far = board.distance(at, board.index[where])
        if far <= LOOKS:
            share = 1.0 if far <= 1 else NEARNESS / (far + 1) ** 2
            found += share * strength(situation, where, stack.attack + stack.defense)
    if side == SOVIET:
        found += SOURCE * any(near in content.nato_sources for near in (label, *content.adjacent[label]))
    return found


def strength(situation: Situation, label: str, strength: float) -> float:
    """The strength of a stack, more if it is about to fight."""
    side = situation.stacks[label].side
    near = (situation.stacks[each] for each in situation.content.land_adjacent[label] if each in situation.stacks)
    return strength * (IN_CONTACT if any(stack.side != side for stack in near) else 1.0)
