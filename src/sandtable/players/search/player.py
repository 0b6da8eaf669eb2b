"""The searching player: thinks where it must, and keeps to what it has resolved on where it need not."""

from __future__ import annotations

import hashlib
import random

import msgspec

from sandtable.kernel import Decision, GameState, View, determinise
from sandtable.players.search.budget import Budget
from sandtable.players.search.search import Search
from sandtable.players.search.thoughts import Candidate, Thoughts
from sandtable.players.search.ways import own_ways

FEW = 3
"""Among so few options the title's ways are believed where they agree."""


class Intent(msgspec.Struct, frozen=True):
    """A way of playing that was resolved on, until the procedure is left below which it was."""

    way: int
    rolls: int
    """How many rolls had been made: once dice fall, the way is only kept where all ways agree."""
    depth: int
    frames: str
    """A digest of the procedures below the one that asked."""

    @classmethod
    def at(cls, state: GameState, way: int) -> Intent:
        depth = max(0, len(state.stack) - 1)
        return cls(way, state.rolls, depth, _digest(state, depth))

    def holds(self, state: GameState) -> bool:
        return self.frames == _digest(state, self.depth)


def _digest(state: GameState, depth: int) -> str:
    return hashlib.blake2b(msgspec.json.encode(state.stack[:depth]), digest_size=16).hexdigest()


class SearchPlayer:
    """Chooses what turns out best when the game is played on from it, in worlds that fit its view.

    It sees no more than its view. With a budget of nodes the same seed makes the same choices. Where a title has
    several ways of its own to play on, the one that turned out best is kept to without thinking again, until dice fall
    and the ways part; where the end of the game is in sight every choice is thought about. A title may also say which
    questions are routine, and which are to be pondered in any case. With some `slack` it takes any candidate whose
    prospects are only so much worse than those of the best.
    """

    def __init__(self, seed: int, budget: Budget, slack: float = 0.0, intent: Intent | None = None) -> None:
        self._rng = random.Random(seed)
        self._budget = budget
        self._slack = slack
        self._search: Search | None = None
        self.intent = intent
        """What it has resolved on; another player that is given it goes on in its place."""

    def choose(self, view: View, decision: Decision) -> str:
        self._search = None
        if len(decision.options) == 1:
            return decision.options[0].id
        known = self._known(view, decision)
        if known is not None:
            return known
        pondered = decision.prompt in view.title.thinking.pondered
        budget = self._budget.part(view.title.thinking.share) if pondered else self._budget
        search = self._search = Search(view, decision, budget, self._rng)
        chosen = search.run(self._slack)
        several = len(view.title.playbook) > 1
        self.intent = Intent.at(view.state, chosen.way) if several and not search.saw_the_end else None
        return chosen.option

    def visits(self) -> dict[str, int]:
        """How often the last choice played on from each option; nothing where it needed no thought."""
        return {} if self._search is None else self._search.visits()

    def thoughts(self, view: View, decision: Decision) -> Thoughts:
        """What it considers, and would choose if it were to choose."""
        if len(decision.options) == 1:
            return Thoughts((Candidate(decision.options[0].id, 0.0, 1.0, 0),))
        search = Search(view, decision, self._budget, self._rng)
        return search.thoughts(search.run())

    def _known(self, view: View, decision: Decision) -> str | None:
        """What needs no thought: what the way resolved on says, or all ways say."""
        state, intent, thinking = view.state, self.intent, view.title.thinking
        if decision.prompt in thinking.pondered:
            return None
        routine = decision.prompt in thinking.routine
        if not routine and len(view.title.playbook) < 2:
            return None
        holds = intent is not None and intent.holds(state)
        world = determinise(view, self._rng)
        decision = next(each for each in world.decisions if each.side == view.side)
        ways = own_ways(view.title, self._rng)
        if routine and ways:
            return ways[0].answer(world, decision)
        if intent is not None and holds and intent.rolls == state.rolls:
            return ways[intent.way].answer(world, decision)
        if not holds and len(decision.options) > FEW:
            return None
        answers = {way.answer(world, decision) for way in ways}
        if len(answers) > 1:
            return None
        if intent is not None and holds:
            self.intent = Intent.at(state, intent.way)
        return answers.pop()
