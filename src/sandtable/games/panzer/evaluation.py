"""How good a position is for a side: what computer players that look ahead steer by."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import State, enemy_of
from sandtable.games.panzer.victory import margin, objectives

WON = 1_000_000.0
POINT = 10.0
"""What a victory point is worth, against a point of a card."""
DAMAGE = 0.4
"""The share of its worth that a damaged vehicle has lost."""
NEARNESS = 0.2
"""What it is worth to a vehicle to be a hex nearer to an objective that its side does not control."""


def evaluate(state: State, content: Content, side: str) -> float:
    """Victory points first, then vehicles, then the way to go to the objectives."""
    if state.result is not None:
        return 0.0 if state.result.winner is None else WON if state.result.winner == side else -WON
    value = POINT * margin(state, content, side)
    aims = {each: _aims(state, content, each) for each in (side, enemy_of(side))}
    for unit_id, unit in state.units.items():
        owner = content.side_of[unit_id]
        worth = content.card(content.counters[unit_id].card).points * (1 - DAMAGE * unit.damaged)
        if aims[owner]:
            worth -= NEARNESS * min(content.distance(unit.at, aim) for aim in aims[owner])
        value += worth if owner == side else -worth
    return value


def _aims(state: State, content: Content, side: str) -> list[str]:
    """A hex of each objective that a side does not control."""
    return [min(hexes) for name, hexes in objectives(content).items() if state.control.get(name) != side]
