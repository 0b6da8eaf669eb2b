"""How good a position is: what the computer opponents steer by."""

from __future__ import annotations

from operator import mul

from sandtable.games.primer.content import Content
from sandtable.games.primer.state import OFF_MAP, SIDES, State, Unit
from sandtable.kernel import of_content

WON = 1000.0
STEP = 1.2
STRENGTH = 0.12
NEARNESS = 0.09
"""What each hex nearer to an objective is worth for each of its points, while the other side holds it."""
HELD = 0.4
"""How much of that counts once the objective is held."""
DISRUPTED = 0.5
CUT_OFF = 0.6


@of_content
def nearness(content: Content) -> dict[str, tuple[int, ...]]:
    """For each hex, how much nearer it is to each objective than the furthest hex of the map."""
    board = content.board
    aims = [board.index[label] for label in content.scenario.objectives]
    furthest = [max(board.distance(i, aim) for i in range(board.size)) for aim in aims]
    return {
        label: tuple(far - board.distance(i, aim) for far, aim in zip(furthest, aims, strict=True))
        for i, label in enumerate(board.labels)
    }


def evaluate(state: State, content: Content, side: str) -> float:
    """Points won and to be expected, forces alive and in order, and how near they stand to what matters."""
    if state.result is not None:
        return 0.0 if state.result.winner is None else WON if state.result.winner == side else -WON
    value = 0.0
    turns = content.scenario.turns - state.turn + 1
    for label, points in content.scenario.objectives.items():
        holder = state.control.get(label)
        if holder is not None:
            value += points * (0.5 + 0.5 * turns) * (1 if holder == side else -1)
    for owner, points in state.points.items():
        value += points if owner == side else -points
    near = nearness(content)
    pull = {owner: _pull(state, content, owner) for owner in SIDES}
    for unit in state.units.values():
        if unit.at != OFF_MAP:
            worth = _worth(content, unit) + sum(map(mul, pull[unit.side], near[unit.at]))
            value += worth if unit.side == side else -worth
    return value


def _pull(state: State, content: Content, side: str) -> list[float]:
    """What each hex nearer to each objective is worth to a side."""
    return [
        NEARNESS * points * (HELD if state.control.get(label) == side else 1.0)
        for label, points in content.scenario.objectives.items()
    ]


def _worth(content: Content, unit: Unit) -> float:
    kind = content.kinds[unit.kind]
    if kind.dummy:
        return 0.0
    worth = unit.steps * STEP + (kind.attack + kind.defence) * STRENGTH * unit.steps / kind.steps
    if unit.disrupted:
        worth -= DISRUPTED
    if not unit.supplied:
        worth -= CUT_OFF
    return worth
