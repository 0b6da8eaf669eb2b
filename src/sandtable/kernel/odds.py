"""Exact odds: every result that the dice allow, from a choice to the next real decision, with its probability."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

import msgspec

from sandtable.kernel.decisions import Choice
from sandtable.kernel.dice import ExploringDice, GuessingDice, ScriptedDice, SeededDice
from sandtable.kernel.errors import DiceExhausted
from sandtable.kernel.events import Event, Resolved
from sandtable.kernel.game import Game
from sandtable.kernel.views import View, determinise, guesses, hides_anything

BUDGET = 4096
"""How many results are listed before sampling takes over."""
SAMPLES = 2000
HIDDEN_WORLDS = 24
"""How many guesses at hidden facts the odds of a side are averaged over."""
GUESSED = 48
"""How many results are looked at in each of them, where they are too many to be listed."""


PIECES = ("unit", "vehicle", "weapon")
"""The kinds of options by which counters are picked for an attack or the like."""


class Leaf(NamedTuple):
    """One way in which a choice may turn out."""

    probability: Fraction
    game: Game[Any, Any]
    assumed: tuple[str, ...] = ()
    """The prompts of decisions on the way in which the default was taken."""


Then = Callable[[Game[Any, Any]], tuple[str, ...]]
"""Goes on with a game after a choice, and says the prompts of the decisions that it made."""


class Outcome(msgspec.Struct, frozen=True):
    """A result, as the keys of what was settled on the way, with its probability and what an instance looks like."""

    results: tuple[str, ...]
    probability: float
    events: tuple[Event, ...] = ()

    @property
    def favours(self) -> str:
        """The side that all it settles is good for, as far as it is good for anybody."""
        settled = [event for event in self.events if isinstance(event, Resolved) and event.outcome() is not None]
        sides = {event.favours for event in settled} - {""}
        return sides.pop() if len(sides) == 1 else ""


class Odds(msgspec.Struct, frozen=True):
    """The outcomes of a choice, likeliest first; `exact` unless they had to be sampled."""

    exact: bool
    outcomes: tuple[Outcome, ...]
    samples: int = 0
    assumed: tuple[str, ...] = ()
    """The prompts of decisions on the way in which everybody is taken to let things take their course."""


class TooManyResults(Exception):
    """The budget does not suffice to list every result."""


def leaves(
    game: Game[Any, Any], option_id: str, side: str | None = None, budget: int = BUDGET, then: Then | None = None
) -> Iterator[Leaf]:
    """Every result of a choice up to the next decision without a default. Raises TooManyResults beyond the budget.

    `then` goes on from the next decision in another way than by defaults.
    """
    go_on = then or take_defaults
    pending: list[tuple[int, ...]] = [()]
    made = 0
    while pending:
        if made == budget:
            raise TooManyResults
        made += 1
        dice = ExploringDice(pending.pop())
        branch = game.branch()
        branch.dice = dice
        branch.choose(option_id, side)
        assumed = go_on(branch)
        branch.dice = game.dice
        pending += dice.alternatives()
        yield Leaf(dice.probability, branch, assumed)


def take_defaults(game: Game[Any, Any], until: str = "") -> tuple[str, ...]:
    """Let things take their course as long as everybody can, and say which questions were passed over.

    A question of the kind `until` is not passed over.
    """
    passed = []
    while len(game.decisions) == 1 and (decision := game.decisions[0]).default and decision.prompt != until:
        passed.append(decision.prompt)
        game.choose(decision.default, decision.side)
    return tuple(passed)


def with_all_that_can(game: Game[Any, Any], until: str = "") -> tuple[str, ...]:
    """Let things take their course; an attack or the like for which counters are to be picked is made with all, and
    what comes after it, maybe another of its kind, is left alone.
    """
    passed = take_defaults(game, until)
    if len(game.decisions) != 1 or not game.decisions[0].begins:
        return passed
    first, picked = game.decisions[0], ""
    while picked != first.gathers and len(game.decisions) == 1 and game.decisions[0].prompt == first.prompt:
        able = (option.id for option in game.decisions[0].options if Choice.of(option.id).kind in PIECES)
        picked = next(able, first.gathers)
        game.choose(picked, first.side)
        passed = (*passed, first.prompt, *take_defaults(game, until))
    return tuple(dict.fromkeys(passed))


def with_those_picked(game: Game[Any, Any]) -> tuple[str, ...]:
    """Carry out what counters are being picked for, once it can be, and let things take their course."""
    if len(game.decisions) == 1 and (decision := game.decisions[0]).gathers and decision.find(decision.gathers):
        game.choose(decision.gathers, decision.side)
    return take_defaults(game)


def sampled(
    game: Game[Any, Any], option_id: str, side: str | None, samples: int, rng: random.Random, then: Then | None = None
) -> Iterator[Leaf]:
    """Results drawn at random, each with the same weight."""
    go_on = then or take_defaults
    each = Fraction(1, samples)
    for _ in range(samples):
        branch = game.branch()
        branch.dice = SeededDice()
        branch.state.seed = rng.getrandbits(64)
        branch.choose(option_id, side)
        yield Leaf(each, branch, go_on(branch))


def leaves_or_samples(
    game: Game[Any, Any], option_id: str, side: str | None, budget: int, rng: random.Random, then: Then | None = None
) -> tuple[list[Leaf], bool]:
    """The results within the budget and whether they are all of them; `budget` samples where they are too many."""
    try:
        return list(leaves(game, option_id, side, budget, then)), True
    except TooManyResults:
        return list(sampled(game, option_id, side, min(budget, SAMPLES), rng, then)), False


def odds(game: Game[Any, Any], option_id: str, side: str | None = None, budget: int = BUDGET) -> Odds:
    """The distribution of outcomes of a choice, up to what comes of the attack that it begins or adds to."""
    start = _before_dice(game, option_id, side)
    found, exact = leaves_or_samples(start.game, start.option_id, start.side, budget, random.Random(0), start.then)
    return _told(found, exact)


class _Start(NamedTuple):
    """A choice that leads to dice, and what follows on it."""

    game: Game[Any, Any]
    option_id: str
    side: str | None
    then: Then


def _before_dice(game: Game[Any, Any], option_id: str, side: str | None) -> _Start:
    """Where the dice come in on the way from a choice: what is picked or passed over before is the same for all results
    and done once.
    """
    if any(decision.gathers for decision in game.decisions if decision.find(option_id)):
        return _Start(game, option_id, side, with_those_picked)
    now, option, chooser = game, option_id, side
    prompts: list[str] = []
    attack, is_made = "", False
    while (ahead := _without_dice(now, option, chooser)) is not None:
        decision = ahead.decisions[0] if len(ahead.decisions) == 1 else None
        if decision is not None and decision.default:
            option = decision.default
        elif decision is not None and decision.begins and not is_made and attack in ("", decision.prompt):
            able = (each.id for each in decision.options if Choice.of(each.id).kind in PIECES)
            option, attack = next(able, decision.gathers), decision.prompt
            is_made = option == decision.gathers
        else:
            return _Start(game, option_id, side, with_all_that_can)
        now, chooser = ahead, decision.side
        prompts.append(decision.prompt)
    rest = take_defaults if is_made else with_all_that_can
    return _Start(now, option, chooser, lambda branch: tuple(dict.fromkeys((*prompts, *rest(branch)))))


def _without_dice(game: Game[Any, Any], option_id: str, side: str | None) -> Game[Any, Any] | None:
    """What comes of a choice, if no dice fall."""
    ahead = game.branch()
    ahead.dice = ScriptedDice(())
    try:
        ahead.choose(option_id, side)
    except DiceExhausted:
        return None
    ahead.dice = game.dice
    return ahead


def _told(found: list[Leaf], exact: bool) -> Odds:
    assumed = tuple(sorted({prompt for leaf in found for prompt in leaf.assumed}))
    return Odds(exact, group(found), 0 if exact else len(found), assumed)


def as_known(view: View, option_id: str, rng: random.Random, budget: int = BUDGET) -> Odds:
    """The outcomes of an offered choice as far as its side can know them.

    They are exact, unless there are too many or something that the side cannot see may matter.
    """
    if not hides_anything(view):
        return odds(determinise(view, rng), option_id, view.side, budget)
    share = max(1, budget // HIDDEN_WORLDS)
    parts: list[Odds] = []
    for world in guesses(view, rng, HIDDEN_WORLDS):
        start = _before_dice(world, option_id, view.side)
        if all(part.exact for part in parts):
            with contextlib.suppress(TooManyResults):
                found = leaves(start.game, start.option_id, start.side, share, start.then)
                parts.append(_told(list(found), exact=True))
                continue
        parts.append(_Guess(start.game, start.option_id, start.side, start.then, rng).often(min(share, GUESSED)))
    return mixture(parts)


def at_a_glance(view: View, option_id: str, rng: random.Random, until: str, budget: int, worlds: int) -> Odds:
    """About the same with little work: up to a question of the kind `until`, the first dice exactly, others at random.

    What the first dice settle is exact if nothing hidden matters to it.
    """
    guessed = list(guesses(view, rng, worlds if hides_anything(view) else 1))
    share = max(1, budget // len(guessed))
    then = partial(with_all_that_can, until=until)
    looks = [_Guess(world, option_id, view.side, then, rng).first_dice_first(share) for world in guessed]
    return mixture([_told([each.leaf for each in look], not any(each.width for each in look)) for look in looks])


class _Branch(NamedTuple):
    """A result whose first dice are given by their outcomes, and whose later ones are guessed at."""

    leaf: Leaf
    given: tuple[int, ...]
    width: int
    """Into how many outcomes the first of the dice that are guessed at branches; 0 where there is none."""


class _Guess(NamedTuple):
    """A choice in one world, looked into with little work."""

    game: Game[Any, Any]
    option_id: str
    side: str | None
    then: Then
    rng: random.Random

    def follow(self, given: tuple[int, ...]) -> _Branch:
        dice = GuessingDice(given, self.rng)
        branch = self.game.branch()
        branch.dice = dice
        branch.choose(self.option_id, self.side)
        assumed = self.then(branch)
        branch.dice = self.game.dice
        return _Branch(Leaf(dice.probability, branch, assumed), given, dice.width)

    def first_dice_first(self, budget: int) -> list[_Branch]:
        """All results of the first roll, then of the second, and so on while the budget lasts."""
        found, made = [self.follow(())], 1
        while (more := sum(each.width for each in found)) and made + more <= budget:
            made += more
            closed = [each for each in found if not each.width]
            further = [self.follow((*each.given, i)) for each in found for i in range(each.width)]
            found = closed + further
        return found

    def often(self, budget: int) -> Odds:
        """The same, and what is left of the budget guesses again at later dice, more where results are likelier."""
        found = self.first_dice_first(budget)
        results = [each.leaf for each in found if not each.width]
        open_ends = [each for each in found if each.width]
        left = budget - len(found)
        for leaf, given, _ in open_ends:
            alike = [leaf, *(self.follow(given).leaf for _ in range(int(left * leaf.probability)))]
            results += [each._replace(probability=leaf.probability / len(alike)) for each in alike]
        return _told(results, exact=not open_ends)


def group(found: list[Leaf]) -> tuple[Outcome, ...]:
    """Results that settle the same things put together, likeliest first."""
    sums: dict[tuple[str, ...], Fraction] = {}
    example: dict[tuple[str, ...], tuple[Event, ...]] = {}
    for leaf in found:
        results = tuple(result for event in leaf.game.events if (result := event.outcome()) is not None)
        sums[results] = sums.get(results, Fraction(0)) + leaf.probability
        example.setdefault(results, tuple(leaf.game.events))
    ranked = sorted(sums, key=lambda results: (-sums[results], results))
    return tuple(Outcome(results, float(sums[results]), example[results]) for results in ranked)


def mixture(parts: list[Odds]) -> Odds:
    """The average of several odds of one choice, one for each guess at what is hidden.

    It counts as exact where every guess has led to the same exact odds: then what is hidden makes no difference.
    """
    sums: dict[tuple[str, ...], float] = {}
    example: dict[tuple[str, ...], tuple[Event, ...]] = {}
    for part in parts:
        for outcome in part.outcomes:
            sums[outcome.results] = sums.get(outcome.results, 0.0) + outcome.probability / len(parts)
            example.setdefault(outcome.results, outcome.events)
    ranked = sorted(sums, key=lambda results: (-sums[results], results))
    alike = all(part.exact and _chances(part) == _chances(parts[0]) for part in parts)
    outcomes = parts[0].outcomes if alike else tuple(Outcome(key, sums[key], example[key]) for key in ranked)
    assumed = tuple(sorted({prompt for part in parts for prompt in part.assumed}))
    return Odds(alike, outcomes, 0 if alike else len(parts), assumed)


def _chances(odds: Odds) -> dict[tuple[str, ...], float]:
    return {outcome.results: outcome.probability for outcome in odds.outcomes}
