"""One search: candidates for a decision, tried in the same made-up worlds and given up one after another.

Every round makes up a world that fits the view and plays on from each candidate that is left, down the tree that
earlier rounds have grown below it and then after the title's own ways of playing, to the end of a turn. All candidates
of a round meet the same world and the same dice, so that luck falls on all of them alike. Where the title asks for it,
what luck is left is taken out as well: each roll counts as the average of what it could have come to. The budget is
spent in stages, and after each the worse half is given up; whatever is clearly behind goes at once.
"""

from __future__ import annotations

import contextlib
import math
import random
from collections.abc import Sequence
from typing import Any

from sandtable.kernel import Decision, Game, Option, View, determinise
from sandtable.kernel.odds import TooManyResults, leaves
from sandtable.kernel.player import Way
from sandtable.players.greedy import WORK, GreedyPlayer
from sandtable.players.search.budget import Budget, Meter
from sandtable.players.search.fate import Fate
from sandtable.players.search.thoughts import Candidate, Thoughts
from sandtable.players.search.tree import Branch, Candidacy
from sandtable.players.search.ways import Sampling, own_ways
from sandtable.players.search.worth import Outcome, Scale, advantage

FAIR, ALIKE = 6, 3
"""In how many worlds a candidate is tried before it can be given up; in so few where affairs fall out alike."""
MOST = 12
"""How many candidates are tried at most."""
LOOKED_AT = 40
"""How many options are looked at when the candidates are picked."""
CLEARLY = 3.0
"""By how many standard errors a candidate must be behind to be given up at once."""
CAUTION = 0.7
"""By how many standard errors a candidate must be ahead of the title's own preference to be chosen before it."""
DOUBT = 0.5
"""By how many standard errors something must be ahead of that preference after a stage for the thinking to go on."""
EXPAND = 8
"""How often a branch is followed before the tree grows below it."""
TURNS = 1
"""The game is played on to the end of this turn, or of a later one."""
LEAST = 0
LONGEST = 400
"""How many choices are made at most in playing on."""
PICKS = 6
"""How many picks of an order are made at most before it is judged."""
RESULTS = 30
"""How many results of a roll are told apart at most to see how lucky it was; with more, luck is left as it fell."""


class Search:
    """What is thought about one decision."""

    def __init__(self, view: View, decision: Decision, budget: Budget, rng: random.Random) -> None:
        self._view = view
        self._side = view.side
        self._decision = decision
        self._rng = rng
        self._meter = Meter(budget)
        own = own_ways(view.title, rng)
        self._ways: list[Way] = own or [Sampling(rng, self._meter)]
        self._own_ways = len(own)
        self._scale = Scale()
        self._thinking = view.title.thinking
        self._go_on = self._fairly if self._thinking.without_luck else self._choose
        self._fair = ALIKE if self._thinking.alike else FAIR
        self._luck = 0.0
        self.candidates: list[Candidacy] = []

    def run(self, slack: float = 0.0) -> Candidacy:
        """The candidate to choose; with some slack, any that is only so much worse than the best."""
        self._nominate()
        alive = self._first_round()
        rounds = math.ceil(math.log2(len(alive))) if len(alive) > 1 else 0
        for stage in range(rounds, 0, -1):
            share = self._meter.share
            alive = self._stage(alive, share + (1 - share) / stage)
            if len(alive) == 1:
                break
            if self._is_settled(alive):
                break
            alive = self._better_half(alive) if stage > 1 else alive
        return self._settled(alive) if not slack else self._any_good(slack)

    @property
    def saw_the_end(self) -> bool:
        """Whether playing on mostly came to the end of the game."""
        results = [outcome.result for one in self.candidates for outcome in one.outcomes]
        return 2 * results.count(None) < len(results)

    def visits(self) -> dict[str, int]:
        """How often the game was played on from each option that was tried."""
        found: dict[str, int] = {}
        for one in self.candidates:
            found[one.option] = found.get(one.option, 0) + len(one.outcomes)
        return found

    def thoughts(self, chosen: Candidacy) -> Thoughts:
        """Every option that was tried, with the best that it led to."""
        best: dict[str, Candidacy] = {}
        for one in sorted(self.candidates, key=lambda one: (one is not chosen, -self._worth(one))):
            best.setdefault(one.option, one)
        world = determinise(self._view, self._rng)
        candidates = tuple(self._told(one, world) for one in best.values())
        return Thoughts(candidates, self._meter.nodes, self._meter.seconds)

    def _told(self, one: Candidacy, world: Game[Any, Any]) -> Candidate:
        value = math.fsum(outcome.value for outcome in one.outcomes) / len(one.outcomes)
        return Candidate(one.option, value, self._worth(one), len(one.outcomes), self._rest_of_order(one, world))

    def _rest_of_order(self, one: Candidacy, world: Game[Any, Any]) -> tuple[Option, ...]:
        """The further picks of the order that begins with a candidate; where dice fall first, nobody can tell."""
        game = world.branch()
        picks: list[Option] = []
        rolls, way = game.state.rolls, self._ways[one.way]
        self._choose(game, one.option, self._side)
        while len(picks) < PICKS and game.state.rolls == rolls:
            decision = _next(game, self._side)
            if decision is None or decision.side != self._side or not decision.continues:
                break
            option = decision.find(way.answer(game, decision))
            if option is None or option.id == decision.done:
                break
            picks.append(option)
            self._choose(game, option.id, self._side)
        return tuple(picks)

    # Candidates

    def _nominate(self) -> None:
        """What each way would choose, and then the options that promise most after one order."""
        world = determinise(self._view, self._rng)
        decision = next(d for d in world.decisions if d.side == self._side)
        preferred = [(self._ways[i].answer(world, decision), i) for i in range(self._own_ways)]
        if "greedy" not in self._view.title.bots and self._meter.affords(2 * WORK):
            preferred.append((GreedyPlayer(self._rng.getrandbits(32)).choose(self._view, decision), 0))
            self._meter.spend(WORK)
        preferred = list(dict.fromkeys(preferred))
        named = {option for option, _ in preferred}
        self._has_preference = bool(preferred)
        others = [option for option in decision.ids if option not in named]
        self.candidates = [Candidacy(option, way) for option, way in preferred]
        self.candidates += [Candidacy(option, 0) for option in self._by_promise(world, others)]

    def _by_promise(self, world: Game[Any, Any], options: Sequence[str]) -> list[str]:
        if len(options) > LOOKED_AT:
            options = self._rng.sample(options, LOOKED_AT)
        promise = {option: (self._promise(world, option), self._rng.random()) for option in options}
        return sorted(promise, key=promise.__getitem__, reverse=True)

    def _promise(self, world: Game[Any, Any], option: str) -> float:
        """What a position is worth once the order that begins with an option has been given."""
        game = world.branch()
        game.state.seed = self._rng.getrandbits(63)
        self._choose(game, option, self._side)
        for _ in range(PICKS):
            decision = _next(game, self._side)
            if decision is None or decision.side != self._side or not decision.continues:
                break
            self._choose(game, self._ways[0].answer(game, decision), self._side)
        return self._judged(game)

    # Rounds

    def _first_round(self) -> list[Candidacy]:
        """Try the first candidate, and then as many as the budget can give a fair trial."""
        world = determinise(self._view, self._rng)
        before = self._meter.share
        self._try(world, self.candidates[0])
        cost = self._meter.share - before
        affordable = (1 - self._meter.share) / (cost * self._fair) if cost > 0 else MOST
        self.candidates = self.candidates[: max(2, min(int(affordable), MOST))]
        for one in self.candidates[1:]:
            self._try(world, one)
        return list(self.candidates)

    def _stage(self, alive: list[Candidacy], limit: float) -> list[Candidacy]:
        """Rounds until so much of the budget is spent or only one candidate is left."""
        while self._meter.share < limit and len(alive) > 1:
            world = determinise(self._view, self._rng)
            for one in alive:
                self._try(world, one)
            if len(alive[0].outcomes) >= self._fair:
                alive = self._without_the_clearly_worse(alive)
        return alive

    def _without_the_clearly_worse(self, alive: list[Candidacy]) -> list[Candidacy]:
        """Those that are not far behind, and of several that come to the same in every world the first."""
        best, kept = max(alive, key=self._worth), dict[tuple[Outcome, ...], Candidacy]()
        for one in alive:
            if one is best or self._lead(best, one) < CLEARLY:
                kept.setdefault(tuple(one.outcomes), one)
        return list(kept.values())

    def _better_half(self, alive: list[Candidacy]) -> list[Candidacy]:
        """The better half, and the title's own preference, with which the last is compared in the end."""
        kept = sorted(alive, key=self._worth, reverse=True)[: math.ceil(len(alive) / 2)]
        first = self.candidates[0]
        if self._has_preference and first in alive and first not in kept:
            kept.append(first)
        return kept

    def _is_settled(self, alive: list[Candidacy]) -> bool:
        """Whether so little speaks against the title's own preference that more thought would be wasted."""
        return self._has_preference and self._lead(max(alive, key=self._worth), self.candidates[0]) < DOUBT

    def _settled(self, alive: list[Candidacy]) -> Candidacy:
        best, first = max(alive, key=self._worth), self.candidates[0]
        if self._has_preference and best is not first and not self._is_surely_better(best, first):
            return first
        return best

    def _is_surely_better(self, one: Candidacy, first: Candidacy) -> bool:
        gains = [better.value - worse.value for better, worse in zip(one.outcomes, first.outcomes, strict=False)]
        return self._lead(one, first) >= CAUTION and math.fsum(gains) >= self._thinking.margin * len(gains)

    def _any_good(self, slack: float) -> Candidacy:
        best = max(map(self._worth, self.candidates))
        return self._rng.choice([one for one in self.candidates if self._worth(one) >= best - slack])

    def _worth(self, one: Candidacy) -> float:
        return math.fsum(map(self._scale.of, one.outcomes)) / len(one.outcomes)

    def _lead(self, one: Candidacy, other: Candidacy) -> float:
        of = self._scale.of
        return advantage([of(each) for each in one.outcomes], [of(each) for each in other.outcomes])

    # Playing on

    def _choose(self, game: Game[Any, Any], option: str, side: str) -> None:
        game.choose(option, side)
        game.events.clear()
        self._meter.spend()

    def _fairly(self, game: Game[Any, Any], option: str, side: str) -> None:
        """Make a choice, and note how lucky the side was with the dice that it let fall."""
        before, rolls = game.branch(), game.state.rolls
        self._choose(game, option, side)
        if game.state.rolls == rolls or game.state.result is not None:
            return
        with contextlib.suppress(TooManyResults):
            found = list(leaves(before, option, side, RESULTS, then=lambda branch: ()))
            self._meter.spend(len(found))
            self._luck += self._judged(game) - sum(float(leaf.probability) * self._judged(leaf.game) for leaf in found)

    def _judged(self, game: Game[Any, Any]) -> float:
        return float(game.title.evaluate(game.state, game.content, self._side))

    def _try(self, world: Game[Any, Any], one: Candidacy) -> None:
        """Play on from a candidate: down its tree, and from there after the ways."""
        game = world.branch()
        if self._thinking.alike:
            game.dice = Fate(game)
        until = game.title.turn(game.state) + TURNS
        self._luck = 0.0
        self._go_on(game, one.option, self._side)
        path: list[tuple[Branch, str]] = []
        branch: Branch = one
        while branch.visits >= EXPAND and (decision := _next(game, self._side)) is not None:
            if game.title.turn(game.state) >= until or (game.state.branches and decision.side != self._side):
                break
            branch = self._grow(game, decision, branch, one)
            path.append((branch, decision.side))
            self._go_on(game, branch.option, decision.side)
        outcome = self._played_on(game, one, until)
        self._scale.add(outcome)
        one.outcomes.append(outcome)
        worth = self._scale.of(outcome)
        one.count(worth)
        for branch, side in path:
            branch.count(worth if side == self._side else 1 - worth)

    def _grow(self, game: Game[Any, Any], decision: Decision, branch: Branch, one: Candidacy) -> Branch:
        node = branch.below(decision)
        node.visits += 1
        way = one.way if decision.side == self._side else 0
        preferred = decision.options[0].id if len(decision.options) == 1 else self._ways[way].answer(game, decision)
        return node.widened(decision, preferred, way, self._rng) or node.most_promising(decision)

    def _played_on(self, game: Game[Any, Any], one: Candidacy, until: int) -> Outcome:
        title, made = game.title, 0
        while made < LONGEST and (made < LEAST or title.turn(game.state) < until):
            decision = _next(game, self._side)
            if decision is None:
                break
            way = self._ways[one.way if decision.side == self._side else 0]
            option = decision.options[0].id if len(decision.options) == 1 else way.answer(game, decision)
            self._go_on(game, option, decision.side)
            made += 1
        return self._outcome(game)

    def _outcome(self, game: Game[Any, Any]) -> Outcome:
        """What became of a line of play; a game that is over is also judged as if it went on."""
        state, result = game.state, None
        if state.result is not None:
            winner = state.result.winner
            result = 0.5 if winner is None else float(winner == self._side)
            state.result = None
        return Outcome(self._judged(game) - self._luck, result)


def _next(game: Game[Any, Any], side: str) -> Decision | None:
    """The decision to make next: of several that are open at once, first that of the searching side."""
    decisions = game.decisions
    for decision in decisions:
        if decision.side == side:
            return decision
    return decisions[0] if decisions else None
