"""How good a position is: what the computer opponents steer by."""

from __future__ import annotations

from sandtable.games.primer.content import Content
from sandtable.games.primer.state import OFF_MAP, State, Unit

WON = 1000.0
STEP = 1.2
STRENGTH = 0.12
NEARNESS = 0.09
DISRUPTED = 0.5
CUT_OFF = 0.6
CROWDING = 0.02


def evaluate(state: State, content: Content, side: str) -> float:
    """Points won and to be expected, forces alive and in order, and how near they stand to what matters."""
    if state.result is not None:
        return 0.0 if state.result.winner is None else WON if state.result.winner == side else -WON
    value = 0.0
    for label, points in content.scenario.objectives.items():
        holder = state.control.get(label)
        if holder is not None:
            turns = content.scenario.turns - state.turn + 1
            value += points * (0.5 + 0.5 * turns) * (1 if holder == side else -1)
    for owner, points in state.points.items():
        value += points if owner == side else -points
    for unit in state.units.values():
        if unit.at != OFF_MAP:
            value += _worth(state, content, unit) * (1 if unit.side == side else -1)
    return value


def _worth(state: State, content: Content, unit: Unit) -> float:
    kind = content.kinds[unit.kind]
    worth = unit.steps * STEP + (kind.attack + kind.defence) * STRENGTH * unit.steps / kind.steps
    if unit.disrupted:
        worth -= DISRUPTED
    if not unit.supplied:
        worth -= CUT_OFF
    board = content.board
    here = board.index[unit.at]
    for label, points in content.scenario.objectives.items():
        weight = points * (1.0 if state.control.get(label) != unit.side else 0.4)
        worth -= NEARNESS * weight * board.distance(here, board.index[label]) * (0.5 if kind.dummy else 1.0)
    return worth
