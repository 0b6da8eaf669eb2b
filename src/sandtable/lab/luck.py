"""The luck of the dice: what a result was worth, by the title's own judgement, beyond what was to be expected of it.

For each choice that let dice fall, every result is explored, as for the odds, and the position after it is judged. The
luck of the choice is the worth of what came less the average over what could have come. Given all that was decided
before, its average is zero whatever the judgement is like: so a sum of luck can be taken out of a result without bias.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.kernel import Game
from sandtable.kernel.dice import Bands
from sandtable.kernel.odds import TooManyResults, leaves

BUDGET = 256
"""How many results of a choice are explored at most; a choice with more is left out."""
PICKS = 4
"""How many decisions that the dice set off are followed: who takes a loss, where to retreat."""
MOST_OPTIONS = 12
"""A decision with more options than this has nothing to do with what the dice set off."""


class _DiceWouldFall(Exception):
    """Further dice are needed."""


class _NoDice:
    """Dice that end a line of thought."""

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        raise _DiceWouldFall

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        raise _DiceWouldFall

    def fork(self) -> _NoDice:
        return self


_NO_DICE = _NoDice()


def luck(before: Game[Any, Any], option_id: str, chooser: str, after: Game[Any, Any], side: str) -> float | None:
    """How lucky a side was in what followed a choice; None where there were too many results to explore."""
    depth = len(before.state.stack)
    try:
        found = list(leaves(before, option_id, chooser, BUDGET, then=lambda branch: ()))
    except TooManyResults:
        return None
    expected = sum(float(leaf.probability) * _worth(leaf.game, depth, side) for leaf in found)
    return _worth(after.fork(), depth, side) - expected


def _worth(game: Game[Any, Any], depth: int, side: str) -> float:
    """What a position is worth once everything that the dice set off has been decided, without further dice."""
    game.dice = _NO_DICE
    for _ in range(PICKS):
        if len(game.decisions) != 1 or len(game.state.stack) < depth:
            break
        further = _best_answer(game)
        if further is None:
            break
        game = further
    return _judged(game, side)


def _best_answer(game: Game[Any, Any]) -> Game[Any, Any] | None:
    """The position after the answer that its chooser likes best; None where dice would decide."""
    decision = game.decisions[0]
    if len(decision.options) > MOST_OPTIONS:
        return None
    best, best_worth = None, 0.0
    for option in decision.options:
        branch = game.fork()
        try:
            branch.choose(option.id, decision.side)
        except _DiceWouldFall:
            continue
        worth = _judged(branch, decision.side)
        if best is None or worth > best_worth:
            best, best_worth = branch, worth
    return best


def _judged(game: Game[Any, Any], side: str) -> float:
    """The title's judgement of a position; of a last one as it stood the moment before the verdict."""
    result = game.state.result
    game.state.result = None
    worth = float(game.title.evaluate(game.state, game.content, side))
    game.state.result = result
    return worth
