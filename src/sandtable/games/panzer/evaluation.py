"""How good a position is for a side: what computer players that look ahead steer by."""

from __future__ import annotations

from sandtable.games.panzer.staff.doctrine import STANDARD
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import margin
from sandtable.mechanics.roster import units_of

WON = 1_000_000.0
POINT = 10.0
"""What a victory point is worth, against a point of a card."""
DAMAGE = 0.4
"""The share of its worth that a damaged vehicle has lost."""
PROMISED = 0.5
"""What a victory point is worth that a staff only sees coming, against one that is scored."""


def evaluate(game: Game, side: str) -> float:
    """Victory points first, then units, then what their places promise and threaten."""
    state, content = game.state, game.content
    if state.result is not None:
        return 0.0 if state.result.winner is None else WON if state.result.winner == side else -WON
    return POINT * margin(state, content, side) + _strength(game, side) - _strength(game, enemy_of(side))


def _strength(game: Game, side: str) -> float:
    """What the units of a side are worth where they are."""
    content, situation, found = game.content, Situation(game, side, STANDARD), 0.0
    places = POINT * PROMISED if game.state.turn < content.last_turn else 0.0
    for unit_id, unit in units_of(game, side).items():
        found += content.card(content.counters[unit_id].card).points * (1 - DAMAGE * unit.damaged)
        if places:
            found += places * situation.value(unit_id, unit.at)
    return found
