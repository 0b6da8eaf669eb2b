"""How good a position is: what the computer opponents steer by.

A position is judged by the points that both sides have scored and the steps that they have lost, by what the awards of
the scenario would give as things stand, by the chances of those who are to leave the map, by the strength that is left
and how fit it is, and by how near those who have somewhere to go are to it. It is read off the state in a few passes
over the units, so that searches can afford it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.board import trace
from sandtable.games.gts.content import Award, Content, PrintedUnit
from sandtable.games.gts.staff.breakthrough import prospects
from sandtable.games.gts.state import ALLIED, State, Unit
from sandtable.kernel import of_content

WON = 10_000.0
STANDING = 0.75
"""What an award is worth that would be given if it fell due now."""
TURNS_COUNTED = 5
"""How many turns of an award that scores every turn are counted."""
STEP, STEP_BY_RATING = 0.6, 0.1
"""What a step is worth, and how much more for each point of its better rating."""
LEFT, SUPPRESSED, HIT = 0.35, 0.35, 0.1
"""How much of its steps counts for a unit that can fight on, beyond the points that they score when they are lost, and
what suppression and each cohesion hit take away."""
GUN = 0.5
"""The steps for which a unit without any counts."""
NAMED, ANYBODY = 0.5, 0.04
"""What a unit's whole way to a goal is worth of an award: one that is named in it, or any of the side."""
FAR_AWAY = 25
"""The distance in hexes from which on nearness no longer counts."""
JOURNEYS = ("link-up", "crossed")
GROUND = ("occupy", "control", "clear")


class Pull(NamedTuple):
    """How strongly a goal draws units: the Allies' gain for each hex nearer, and how far every hex is from it."""

    gain: float
    award: Award
    far: list[int]


def evaluate(state: State, content: Content, side: str) -> float:
    """How good the position is for a side; what it is for one it lacks for the other."""
    if state.result is not None:
        if state.result.winner is None:
            return 0.0
        return WON if state.result.winner == side else -WON
    value = scored(state, content) + standing(state, content) + prospects(state, content) + forces(state, content)
    return value if side == ALLIED else -value


def sign(side: str) -> int:
    return 1 if side == ALLIED else -1


def scored(state: State, content: Content) -> float:
    """The lead of the Allies in points, with the steps lost since they were last counted."""
    total = 0
    for award in content.scenario.victory:
        if award.kind == "losses" and award.of is not None and not award.armored:
            total += sign(award.side) * award.points * state.losses.get(award.of, 0)
        else:
            total += sign(award.side) * (state.scores.get(award.id, 0) + award.points * just_out(state, award))
    return float(total)


def just_out(state: State, award: Award) -> int:
    """How many units have left the map in this turn, for which an award is given once the turn is over."""
    if award.kind != "exit" or (award.turns and not award.turns[0] <= state.turn <= award.turns[1]):
        return 0
    return sum(state.exited.get(unit_id) == state.turn for unit_id in award.units)


def standing(state: State, content: Content) -> float:
    """What the ground that is held would score."""
    held = {
        unit.at: content.counters[unit_id].side for unit_id, unit in state.units.items() if unit.at and not unit.entry
    }
    total = 0.0
    for award in content.scenario.victory:
        worth = to_come(state, award) if award.kind in GROUND else 0.0
        if worth:
            total += sign(award.side) * STANDING * worth * grip(state, award, held)
    return total


def to_come(state: State, award: Award) -> float:
    """The points that an award can still give."""
    first, last = award.turns or (state.turn, state.turn)
    if state.turn > last or (award.per != "turn" and state.scores.get(award.id)):
        return 0.0
    if award.per == "turn":
        return float(award.points * min(last - max(state.turn, first) + 1, TURNS_COUNTED))
    return award.points / (1.0 + 0.1 * max(first - state.turn, 0))


def grip(state: State, award: Award, held: Mapping[str, str]) -> float:
    """How far an award is fulfilled: the share of its hexes, or the best of them."""
    if award.kind == "control":
        shares = [float(state.holders.get(label) == award.side) for label in award.hexes]
    elif award.kind == "clear":
        shares = [float(held.get(label, award.side) == award.side) for label in award.hexes]
    else:
        shares = [float(held.get(label) == award.side) for label in award.hexes]
    return sum(shares) / len(shares) if award.all or award.kind == "clear" else max(shares)


def forces(state: State, content: Content) -> float:
    """The worth of the units, and how near they are to their goals, the Allies' less the Germans'."""
    pulls, index, turn = pulls_of_units(content), content.board.index, state.turn
    counters, total = content.counters, 0.0
    for unit_id, unit in state.units.items():
        kind = counters[unit_id]
        total += sign(kind.side) * worth(kind, unit)
        if not unit.at:
            continue
        for gain, award, far in pulls.get(unit_id, ()):
            if award.turns is None or turn <= award.turns[1]:
                total += gain * (FAR_AWAY - far[index[unit.at]])
    return total


def worth(kind: PrintedUnit, unit: Unit) -> float:
    """What a unit is worth as it is."""
    step = STEP + STEP_BY_RATING * max(kind.front.fire or 0, kind.front.assault or 0)
    fitness = LEFT - HIT * unit.hits - (SUPPRESSED if unit.suppressed else 0.0)
    return step * (unit.steps or GUN) * fitness


@of_content
def pulls_of_units(content: Content) -> dict[str, list[Pull]]:
    """The goals that draw each unit."""
    found: dict[str, list[Pull]] = {}
    for award in content.scenario.victory:
        hexes = content.region(award.region) if award.region else frozenset(award.hexes)
        if not hexes or award.kind not in (*JOURNEYS, *GROUND):
            continue
        far = distances(content, hexes)
        named = award.kind in JOURNEYS
        movers = award.units or drawn(content, award)
        share = NAMED if named else ANYBODY
        pull = Pull(sign(award.side) * share * award.points / FAR_AWAY, award, far)
        for unit_id in movers:
            found.setdefault(unit_id, []).append(pull)
    return found


def drawn(content: Content, award: Award) -> list[str]:
    """The units whom an award without names concerns: those of its division, or of its side."""
    return [
        unit_id
        for unit_id, kind in content.counters.items()
        if kind.side == award.side and kind.division == (award.division or kind.division)
    ]


def distances(content: Content, hexes: frozenset[str]) -> list[int]:
    """How many hexes every hex is from the nearest of some, at most so many that it no longer counts."""
    board = content.board
    costs = trace(board.neighbours, [board.index[label] for label in sorted(hexes)], bytes(board.size)).costs
    return [min(cost, FAR_AWAY) if cost >= 0 else FAR_AWAY for cost in costs]
