"""Where a staff bridges rivers, lays ferries and leaves regiments behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sandtable.games.efs.content import Edge
from sandtable.games.efs.engineers.building import near_banks
from sandtable.games.efs.engineers.markers import far_banks, free_marker
from sandtable.games.efs.movement.costs import rate
from sandtable.games.efs.regiments import Detach, detaching
from sandtable.games.efs.staff import ground
from sandtable.games.efs.staff.answers import held_by_it_alone
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.units import is_artillery, is_headquarters
from sandtable.kernel import Decision

NEAR = 3
"""How many hexes troops may be away from a bridge that is built for them."""
SAVED = 12
"""How many quarters of a movement point a bridge must save on the way to a location."""
LASTING = 2
"""How many turns a ferry must still be of use for."""
QUIET = 4
"""How many hexes away the enemy must be from a location that a regiment holds alone."""
WHOLE = 2
"""How many steps a division must have to leave one behind."""


class Crossing(NamedTuple):
    """A bridge that might be built, and what it would be worth to those near it."""

    value: float
    edge: Edge


# Bridges


def crossings(situation: Situation) -> Iterator[Crossing]:
    """The bridges that would shorten the way of troops near them to locations that are wanted."""
    game, content = situation.game, situation.content
    troops = [each for each in situation.own if not is_artillery(game, each) and not is_headquarters(game, each)]
    for label in near_banks(game, situation.side):
        near = [each for each in troops if content.distance(situation.own[each], label) <= NEAR]
        for other in far_banks(game, label, situation.side) if near else ():
            value = sum(worth_to(situation, unit_id, (label, other)) for unit_id in near)
            if value:
                yield Crossing(value, (label, other))


def worth_to(situation: Situation, unit_id: str, edge: Edge) -> float:
    """The points of the best location to which a bridge would shorten the way of a unit, the more the shorter."""
    game, side, at, kind = (
        situation.game,
        situation.side,
        situation.own[unit_id],
        ground.kind_of(situation.game, unit_id),
    )
    step, best = rate(game, kind, edge[1], "country"), 0.0
    for goal, points in situation.prizes.items() if step is not None else ():
        far = ground.distances(game, kind, side, goal)
        now, there = far.get(at, ground.FAR_AWAY), far.get(edge[1], ground.FAR_AWAY) + (step or 0)
        if now - there >= SAVED:
            saved = now - there - ground.distances(game, kind, side, edge[0]).get(at, ground.FAR_AWAY)
            best = max(best, points * saved / (now + 1) if saved >= SAVED else 0.0)
    return best


def best_crossing(situation: Situation) -> Edge | None:
    """The bridge that is worth most, if a marker is free for it."""
    if not free_marker(situation.game, situation.side):
        return None
    found = max(crossings(situation), default=None)
    return None if found is None else found.edge


def bridge_from(situation: Situation, decision: Decision) -> str:
    edge = best_crossing(situation)
    return f"hex:{edge[0]}" if edge is not None else "do:stop"


def bridge_across(situation: Situation, decision: Decision) -> str | None:
    here = str(decision.args["hex"])
    found = [each for each in crossings(situation) if each.edge[0] == here]
    return f"hex:{max(found).edge[1]}" if found else None


# Ferries


def is_ferry_wanted(situation: Situation) -> bool:
    """Whether a ferry would still carry trains and supply for some turns."""
    return situation.turns_left >= LASTING


def ferry_across(situation: Situation, decision: Decision) -> str:
    return decision.options[0].id


# Regiments


def able_to_leave_one(situation: Situation) -> str:
    """A whole division that holds a location by itself, far from the enemy, where a regiment would do."""
    for unit_id in detaching(situation.game):
        at, steps = situation.own[unit_id], situation.state.units[unit_id].steps
        location = situation.content.card.locations.get(at)
        if location is None or location.garrison > 1 or steps < WHOLE:
            continue
        if held_by_it_alone(situation, unit_id) and situation.far_from_enemy(at) >= QUIET:
            return unit_id
    return ""


def detach_from(situation: Situation, decision: Decision) -> str:
    unit_id = able_to_leave_one(situation)
    return f"unit:{unit_id}" if unit_id else "do:done"


def detach_regiment(situation: Situation, decision: Decision) -> str:
    """One is enough."""
    frame = situation.state.stack[-1]
    assert isinstance(frame, Detach)
    return "do:done" if frame.taken else decision.options[0].id


# All of them


def work(situation: Situation, decision: Decision) -> str:
    """What is built or left behind before anybody moves; nothing where nothing is worth it."""
    if decision.find("do:detach") and able_to_leave_one(situation):
        return "do:detach"
    if decision.find("do:bridge") and best_crossing(situation) is not None:
        return "do:bridge"
    if decision.find("do:ferry") and is_ferry_wanted(situation):
        return "do:ferry"
    return ""


def stays_at_work(situation: Situation, name: str) -> bool:
    """Whether engineers have begun to build a ferry, which is completed where they are."""
    return name in situation.state.units and situation.state.units[name].task == "ferry"
