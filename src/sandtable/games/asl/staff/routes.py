"""By which ways the staff sends men: how far it is to the goals in MF, and what each way in reach risks."""

from __future__ import annotations

import heapq
from typing import NamedTuple

from sandtable.board import CLOSED
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.movement.moves import MoveBase, first, going, leaving_cost, left
from sandtable.games.asl.movement.reach import PER_MF, flags_for, step_cost
from sandtable.games.asl.movement.ways import places
from sandtable.games.asl.staff.danger import Manner, exposure, mined
from sandtable.games.asl.staff.situation import Situation

LABELS = 2
"""By how many ways a hex is looked at: the safest, and one that is shorter."""
LENGTH = 0.02
"""What half a MF is worth where two ways are equally safe."""


class Way(NamedTuple):
    """A way that a stack could go."""

    end: str
    first: str
    """Its first hex; empty for staying."""
    steps: int
    spent: int
    risk: float
    """The harm that may come to a unit on it."""


def march(situation: Situation) -> dict[str, float]:
    """How many MF it is from every hex to the nearest goal."""
    goals = tuple(situation.goals)
    kept = situation.memory.marches.get(goals)
    if kept is None:
        kept = situation.memory.marches[goals] = _march(situation, goals)
    return kept


def _march(situation: Situation, goals: tuple[str, ...]) -> dict[str, float]:
    game, adjacent = situation.game, situation.content.adjacent
    found: dict[str, float] = {}
    queue = [(0, goal) for goal in goals]
    heapq.heapify(queue)
    while queue:
        cost, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = cost / PER_MF
        for there in adjacent[here]:
            if there not in found:
                heapq.heappush(queue, (cost + step_cost(game, there, here, False), there))
    return found


def ways(situation: Situation, move: MoveBase, manner: Manner = "walk", most: int = 99) -> list[Way]:
    """Where a stack can go at ground level and by which way with least risk; where it is comes first."""
    game, content = situation.game, situation.content
    start, go = first(game, move), going(game, move)
    flags, index = flags_for(game, go), places(content).index
    held = {hex_of(foe.at) for foe in situation.foes}
    have, leave = left(game, move), leaving_cost(game, move)
    here = Way(hex_of(start), "", 0, 0, 0.0)
    found, labels = [here], {here.end: LABELS}
    queue: list[tuple[float, int, Way]] = [(0.0, 0, here)]
    count = 0
    while queue:
        _, _, way = heapq.heappop(queue)
        if way.steps:
            if labels.get(way.end, 0) >= LABELS:
                continue
            labels[way.end] = labels.get(way.end, 0) + 1
            found.append(way)
        if way.steps >= most:
            continue
        for there in content.adjacent[way.end]:
            if labels.get(there, 0) >= LABELS or there in held or flags[index[there]] & CLOSED:
                continue
            at = way.end if way.steps else start
            spent = way.spent + step_cost(game, at, there, go.exhausted) + (0 if way.steps else leave)
            if spent > have:
                continue
            risk = way.risk + exposure(situation, there, manner) + mined(situation, at, there)
            count += 1
            onward = Way(there, way.first or there, way.steps + 1, spent, risk)
            heapq.heappush(queue, (risk + LENGTH * spent, count, onward))
    return found
