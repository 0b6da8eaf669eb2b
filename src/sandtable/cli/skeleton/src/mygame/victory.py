"""Chapter 5: victory, and how good a position is on the way to it."""

from collections import Counter

from sandtable.kernel import rule
from sandtable.mechanics.roster import hexes_of

from mygame.content import Content
from mygame.state import SIDES, State
from mygame.units import Game

WON, OBJECTIVE, NEARNESS = 1000.0, 10.0, 0.5
"""What victory, an objective, and each hex nearer to one are worth."""


@rule("5.2")
def judge(game: Game) -> None:
    """The side that holds more objectives has won; one that has no counter left holds none."""
    held = Counter(holder for holder in game.state.holders.values() if hexes_of(game, holder))
    blue, red = (held[side] for side in SIDES)
    if blue == red:
        game.end(None, "draw", "5.2")
    else:
        game.end("blue" if blue > red else "red", "win", "5.2")


def evaluate(state: State, content: Content, side: str) -> float:
    """How good a position is for a side: what computer players that look ahead steer by."""
    if state.result is not None:
        return 0.0 if state.result.winner is None else WON if state.result.winner == side else -WON
    value = 0.0
    for holder in state.holders.values():
        value += OBJECTIVE if holder == side else -OBJECTIVE
    for unit in state.units.values():
        if unit.at:
            kind = content.kinds[unit.kind]
            worth = kind.attack + kind.defence - NEARNESS * way_to_go(state, content, unit.side, unit.at)
            value += worth if unit.side == side else -worth
    return value


def way_to_go(state: State, content: Content, side: str, at: str) -> int:
    """How far a hex is from the nearest objective that a side does not hold."""
    aims = [label for label, holder in state.holders.items() if holder != side]
    return min((content.distance(at, label) for label in aims), default=0)
