"""The searching player: thinks where it must, and keeps to what it has resolved on where it need not."""

from __future__ import annotations

import hashlib
import random

import msgspec

from sandtable.kernel import Decision, GameState, View
from sandtable.players.search.budget import Budget
from sandtable.players.search.search import Search
from sandtable.players.search.thoughts import Candidate, Thoughts


class Intent(msgspec.Struct, frozen=True):
    """A way of playing that was resolved on: it holds until dice fall or the procedure that asked is left."""

    way: int
    rolls: int
    depth: int
    frames: str
    """A digest of the procedures below the one that asked."""

    @classmethod
    def at(cls, state: GameState, way: int) -> Intent:
        depth = max(0, len(state.stack) - 1)
        return cls(way, state.rolls, depth, _digest(state, depth))

    def holds(self, state: GameState) -> bool:
        return self.rolls == state.rolls and self.frames == _digest(state, self.depth)


def _digest(state: GameState, depth: int) -> str:
    return hashlib.blake2b(msgspec.json.encode(state.stack[:depth]), digest_size=16).hexdigest()


class SearchPlayer:
    """Chooses what turns out best when the game is played on from it, in worlds that fit its view.

    It sees no more than its view. With a budget of nodes the same seed makes the same choices. Where a title has ways
    of its own to play on, the one that turned out best is kept to as long as no dice fall, without thinking again. With
    some `slack` it takes any candidate whose prospects are only so much worse than those of the best.
    """

    def __init__(self, seed: int, budget: Budget, slack: float = 0.0, intent: Intent | None = None) -> None:
        self._rng = random.Random(seed)
        self._budget = budget
        self._slack = slack
        self.intent = intent
        """What it has resolved on; another player that is given it goes on in its place."""

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].id
        if self.intent is not None and self.intent.holds(view.state):
            way = view.title.playbook[self.intent.way](self._rng.getrandbits(32))
            return str(way.choose(view, decision))
        search = Search(view, decision, self._budget, self._rng)
        chosen = search.run(self._slack)
        self.intent = Intent.at(view.state, chosen.way) if view.title.playbook else None
        return chosen.option

    def thoughts(self, view: View, decision: Decision) -> Thoughts:
        """What it considers, and would choose if it were to choose."""
        if len(decision.options) == 1:
            return Thoughts((Candidate(decision.options[0].id, 0.0, 1.0, 0),))
        search = Search(view, decision, self._budget, self._rng)
        return search.thoughts(search.run())
