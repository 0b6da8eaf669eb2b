"""How good a position is: what the computer opponents steer by.

A position is judged by how far the Soviets have come with each of their ways to win, by the strength that both sides
have on the map and to come, by how near the Soviets are to what they still want, and by the supply sources that NATO
has left. It is read off the state in a pass or two and one trace over the map, so that searches can afford it.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.board import trace
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.files import Condition
from sandtable.games.gsfg.movement.costs import edge_costs
from sandtable.games.gsfg.state import SOVIET, State
from sandtable.kernel import of_content

WON = 10_000.0
NEAREST_WAY = 400.0
"""What a whole way to victory is worth, for the one on which the Soviets are farthest."""
OTHER_WAYS = 60.0
"""The same for the other ways: progress there keeps choices open."""
HELD_FIRMLY = 0.25
"""How much more a hex that counts is worth with a unit of its holder in it."""
STEP = 2.0
"""What a point of a unit's strength is worth while it has all its steps."""
RESERVE = 0.6
"""The share of its strength for which a unit that is still to come counts."""
SOURCE = 15.0
"""What a NATO supply source is worth that is up and running."""
NEARER = 0.2
"""What a movement point nearer to a hex that counts is worth for a Soviet unit."""
FAR_AWAY = 40
"""The movement points from which on nearness no longer counts."""


def evaluate(state: State, content: Content, side: str) -> float:
    """How good the position is for a side; what it is for one it lacks for the other."""
    if state.result is not None:
        return WON if state.result.winner == side else -WON
    value = ways_to_victory(state, content) + strength(state, content)
    value += approach(state, content) + SOURCE * len(state.sources_down)
    return value if side == SOVIET else -value


def ways_to_victory(state: State, content: Content) -> float:
    """How far the Soviets have come: most by the way on which they are farthest."""
    occupied = {unit.at: content.counters[unit_id].side for unit_id, unit in state.units.items()}
    shares = sorted(progress(state, content, condition, occupied) for condition in content.scenario.victory)
    return NEAREST_WAY * shares[-1] + OTHER_WAYS * sum(shares[:-1])


def progress(state: State, content: Content, condition: Condition, occupied: Mapping[str, str]) -> float:
    """The share of what a condition takes that the Soviets control; hexes with units in them count a bit more."""
    held = 0.0
    for label in content.region(condition.region):
        if state.captured.get(label, content.first_holder[label]) == SOVIET:
            held += 1.0 + HELD_FIRMLY * (occupied.get(label) == SOVIET)
        elif label not in occupied:
            held += HELD_FIRMLY / 2
    return held / condition.count


def strength(state: State, content: Content) -> float:
    """The Soviet strength less NATO's, on the map and to come; a unit that has lost a step counts half."""
    counters = content.counters
    total = 0.0
    for unit_id, unit in state.units.items():
        kind = counters[unit_id]
        worth = (kind.attack + kind.defense) * (1.0 + unit.steps) / 3.0
        total += worth if kind.side == SOVIET else -worth
    for unit_id, steps in state.waiting.items():
        kind = counters[unit_id]
        worth = RESERVE * (kind.attack + kind.defense) * (1.0 + steps) / 3.0
        total += worth if kind.side == SOVIET else -worth
    return STEP * total


def approach(state: State, content: Content) -> float:
    """How near the Soviet units are to hexes that count and are not theirs yet."""
    board, captured, first_holder = content.board, state.captured, content.first_holder
    wanted = [i for label, i in places_that_count(content) if captured.get(label, first_holder[label]) != SOVIET]
    ways = trace(board.neighbours, wanted, content.closed, edge_cost=edge_costs(content, False, 0))
    total = 0.0
    for unit_id, unit in state.units.items():
        if content.counters[unit_id].side == SOVIET:
            far = ways.cost(board.index[unit.at])
            total -= NEARER * (FAR_AWAY if far is None else min(far, FAR_AWAY))
    return total


@of_content
def places_that_count(content: Content) -> tuple[tuple[str, int], ...]:
    """The hexes of all victory conditions, by label and number."""
    labels = {label for condition in content.scenario.victory for label in content.region(condition.region)}
    return tuple((label, content.board.index[label]) for label in sorted(labels))
