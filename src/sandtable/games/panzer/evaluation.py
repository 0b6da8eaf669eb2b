"""How good a position is for a side: what computer players that look ahead steer by.

It is a guess at the victory points by which a side will lead in the end. What is destroyed stays so. Control may still
change hands, and counts the more the later it is. What is left to be won goes to who is stronger, the more of it the
more time there is; and shots that are open now are about to be fired. The weights are fitted to games of two staffs.
"""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.staff.doctrine import STANDARD
from sandtable.games.panzer.staff.estimates import worth
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.state import State, enemy_of
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import margin, objectives_of, scores
from sandtable.kernel import of_content
from sandtable.mechanics.roster import units_of

WON = 1_000_000.0
POINT = 10.0
"""What a victory point is worth."""
DAMAGE = 0.4
"""The share of its strength that a damaged vehicle has lost."""
KEPT = 0.5
"""What control counts at the start of the last turn, as against the end of it."""
AHEAD, STILL = 0.5, 0.2
"""How much of what is at stake goes to the stronger side: at the end the second, at the start the first besides."""
SHOTS = 0.6
"""How much of what shots promise that are open now comes true."""
NEARNESS = 0.25
"""What it counts in the end to be where one is drawn to."""


def evaluate(game: Game, side: str) -> float:
    """The lead that a side may expect, in tenths of a victory point."""
    state, content = game.state, game.content
    if state.result is not None:
        return 0.0 if state.result.winner is None else WON if state.result.winner == side else -WON
    lead = float(margin(state, content, side))
    if not state.stack:
        return POINT * lead
    spent = (state.turn - 1) / max(1, content.last_turn - 1)
    enemy = enemy_of(side)
    lead -= (1 - KEPT * spent**2) * (held(state, content, side) - held(state, content, enemy))
    ours, theirs = strength(game, side), strength(game, enemy)
    if ours + theirs:
        goes = AHEAD * (1 - spent) + STILL
        lead += goes * at_stake(game) * (ours - theirs) / (ours + theirs)
    if state.turn < content.last_turn:
        lead += places(game, side, spent) - places(game, enemy, spent)
    return POINT * lead


def held(state: State, content: Content, side: str) -> int:
    """The victory points that a side has for objectives."""
    return sum(score.points for score in scores(state, content, side) if score.award.kind == "control")


def strength(game: Game, side: str) -> float:
    """The points of the cards of a side's units."""
    content = game.content
    return sum(
        content.card(content.counters[unit_id].card).points * (1 - DAMAGE * unit.damaged)
        for unit_id, unit in units_of(game, side).items()
    )


def at_stake(game: Game) -> float:
    """The victory points that are still to be won: all objectives, and the units of both sides."""
    return points_of_objectives(game.content) + sum(worth(game.content, unit_id) for unit_id in game.state.units)


@of_content
def points_of_objectives(content: Content) -> int:
    """What all objectives are worth to the side to which they are worth most."""
    most: dict[str, int] = {}
    for award in content.scenario.victory:
        if award.kind == "control":
            for name in objectives_of(content, award):
                most[name] = max(most.get(name, 0), award.points or 0)
    return sum(most.values())


def places(game: Game, side: str, spent: float) -> float:
    """What the places of a side's units promise: shots that are open, and what they are near to."""
    situation = Situation(game, side, STANDARD)
    return sum(
        SHOTS * situation.prospect(unit_id, unit.at) + NEARNESS * spent * situation.pull(unit_id, unit.at)
        for unit_id, unit in units_of(game, side).items()
    )
