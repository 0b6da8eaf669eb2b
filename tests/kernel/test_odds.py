"""Odds: exact, by bands, and honest about sampling and about what is hidden."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from kernel.toybox import begin
from sandtable.kernel import Game, IllegalChoice, Odds, Outcome, Table
from sandtable.kernel import odds as odds_module
from sandtable.kernel.odds import TooManyResults, leaves, leaves_or_samples, mixture, odds
from sandtable.kernel.title import AnyTitle


def under_fire(toy: AnyTitle) -> Table:
    """Blue may shoot: it hits with nine or more on two dice, in ten cases of thirty-six."""
    table = begin(toy)
    table.choose("unit:red-1")
    table.choose("space:2")
    return table


def test_the_odds_of_a_shot_are_those_of_the_dice(toy: AnyTitle) -> None:
    chances = odds(under_fire(toy).game, "do:shoot")
    assert chances.exact
    assert [(outcome.results, outcome.probability) for outcome in chances.outcomes] == [
        (("miss",), pytest.approx(26 / 36)),
        (("hit",), pytest.approx(10 / 36)),
    ]


def test_a_banded_roll_makes_a_leaf_a_band(toy: AnyTitle) -> None:
    found = list(leaves(under_fire(toy).game, "do:shoot"))
    assert len(found) == 2
    assert sum(leaf.probability for leaf in found) == 1
    assert {leaf.probability for leaf in found} == {Fraction(26, 36), Fraction(10, 36)}


def test_a_choice_without_dice_has_one_outcome(toy: AnyTitle) -> None:
    chances = odds(under_fire(toy).game, "do:hold")
    assert chances == Odds(True, (Outcome((), 1.0, chances.outcomes[0].events),))


def test_the_odds_change_nothing(toy: AnyTitle) -> None:
    table = under_fire(toy)
    before = table.hash
    table.odds("do:shoot")
    assert table.hash == before
    assert table.entries[-1].option == "space:2"


def test_an_outcome_comes_with_the_events_of_an_instance(toy: AnyTitle) -> None:
    hit = odds(under_fire(toy).game, "do:shoot").outcomes[1]
    assert [type(event).__name__ for event in hit.events] == ["Rolled", "Resolved"]


def test_beyond_the_budget_odds_are_sampled_and_say_so(toy: AnyTitle) -> None:
    game = under_fire(toy).game
    with pytest.raises(TooManyResults):
        list(leaves(game, "do:shoot", budget=1))
    found, exact = leaves_or_samples(game, "do:shoot", None, 1, random.Random(0))
    assert (len(found), exact) == (1, False)
    chances = odds(game, "do:shoot", budget=1)
    assert (chances.exact, chances.samples) == (False, 1)
    assert sum(outcome.probability for outcome in chances.outcomes) == 1


def test_samples_come_near_the_odds(toy: AnyTitle) -> None:
    found = list(odds_module.sampled(under_fire(toy).game, "do:shoot", None, 2000, random.Random(1)))
    hits = sum("red-1" not in leaf.game.state.units for leaf in found)
    assert abs(hits / 2000 - 10 / 36) < 0.04
    assert sum(leaf.probability for leaf in found) == 1


def test_odds_are_exact_where_what_is_hidden_makes_no_difference(toy: AnyTitle) -> None:
    chances = under_fire(toy).odds("do:shoot")
    assert chances.exact
    assert chances.outcomes[1].probability == pytest.approx(10 / 36)


def test_odds_with_nothing_hidden_are_exact(toy: AnyTitle) -> None:
    table = under_fire(toy)
    table.state.cards = {}
    assert table.odds("do:shoot").exact


def test_where_too_much_may_follow_the_first_dice_are_exact_all_the_same(
    toy: AnyTitle, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []

    def and_much_else(game: Game[Any, Any], until: str = "") -> tuple[str, ...]:
        looked.append(until)
        for _ in range(4):
            game.roll("2d6", "shot", "3.1")
        return ()

    monkeypatch.setattr(odds_module, "with_all_that_can", and_much_else)
    chances = under_fire(toy).odds("do:shoot")
    assert not chances.exact
    assert {outcome.results: outcome.probability for outcome in chances.outcomes} == {
        ("miss",): pytest.approx(26 / 36),
        ("hit",): pytest.approx(10 / 36),
    }
    assert (
        len(looked) <= odds_module.BUDGET // odds_module.HIDDEN_WORLDS + odds_module.HIDDEN_WORLDS * odds_module.GUESSED
    )


def test_there_are_no_odds_of_what_is_not_offered(toy: AnyTitle) -> None:
    with pytest.raises(IllegalChoice):
        under_fire(toy).odds("do:pass")


def test_a_mixture_weighs_its_parts_alike() -> None:
    one = Odds(True, (Outcome(("hit",), 1.0),))
    other = Odds(True, (Outcome(("hit",), 0.5), Outcome(("miss",), 0.5)))
    mixed = mixture([one, other])
    assert (mixed.exact, mixed.samples) == (False, 2)
    assert [(outcome.results, outcome.probability) for outcome in mixed.outcomes] == [
        (("hit",), 0.75),
        (("miss",), 0.25),
    ]
