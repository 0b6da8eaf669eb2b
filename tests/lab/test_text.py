"""A seat for agents that read and write: whole games by words, nothing that the side may not know, clear refusals."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from sandtable.kernel import IllegalChoice, titles
from sandtable.lab.text import Seat
from sandtable.lab.wording import NotNow


def test_a_game_is_played_to_its_end_by_words() -> None:
    seat, rng = Seat("primer", "bridge", "red", bots="random", seed=3), random.Random(1)
    told = []
    while not seat.is_over:
        offers = seat.offers()
        assert all(each.id in seat.question() for each in offers)
        told.append(seat.choose(rng.choice(offers).id))
    assert "Turn 2 begins [2.1]" in "\n".join(told)
    assert seat.result
    assert seat.look().endswith(seat.result)
    with pytest.raises(NotNow, match="the game is over"):
        seat.choose("do:done")


@pytest.mark.parametrize("title_id", titles())
def test_every_title_is_told_in_words(title_id: str) -> None:
    seat, rng = Seat(title_id, seed=5, bots="random"), random.Random(2)
    for _ in range(12):
        offers = seat.offers()
        if not offers:
            break
        shown = seat.look()
        assert "Counters:" in shown
        assert seat.about(offers[0].id)
        seat.choose(rng.choice(offers).id)


def test_what_is_hidden_is_not_told() -> None:
    seat = Seat("primer", "bridge", "blue", seed=4)
    shown = seat.look()
    assert "Red, hidden" in shown
    assert "[r1]" not in shown
    assert "[b1]" in shown
    assert seat.unit("r1") == "" or "3-4-4" not in seat.unit("r1")


def test_odds_facts_and_rules_are_told_on_request() -> None:
    seat = Seat("primer", "bridge", "blue", seed=4)
    assert "These are exact." in seat.odds("order:march")
    assert seat.hex("0905").startswith("Terrain: Town")
    assert seat.unit("b1")
    assert seat.rule("2.2").startswith("2.2 ")
    assert Seat("rileys_road").rule("A22.1").endswith("is fairly certain.)")
    assert "2.2 " in seat.rules("order")
    assert seat.rules("zeppelin") == "No rule speaks of 'zeppelin'."
    assert seat.why_not("order:march") == ""
    assert seat.why_not("hex:0101")


def test_hexes_that_say_nothing_but_their_name_stand_in_one_line() -> None:
    question = Seat("panzer", "gully", "german", seed=1).question()
    assert len(question.splitlines()) < 5
    assert "hex:1A1, " in question


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: Seat("primer", side="green"), "there is no side 'green'"),
        (lambda: Seat("primer", bots={}), "nobody plays red"),
        (lambda: Seat("primer").rule("99.9"), "there is no rule '99.9'"),
    ],
)
def test_what_makes_no_sense_is_refused_with_the_cure(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(NotNow, match=told):
        ask()


def test_an_option_that_is_not_offered_changes_nothing() -> None:
    seat = Seat("primer", "bridge", "blue", seed=4)
    before = seat.look()
    with pytest.raises(IllegalChoice):
        seat.choose("hex:0101")
    assert seat.look() == before


def test_it_speaks_japanese() -> None:
    seat = Seat("primer", "bridge", "blue", seed=4, lang="ja")
    assert "行軍" in seat.question() or "進軍" in seat.question()
