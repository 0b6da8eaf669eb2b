"""Views, made-up worlds and choices made in secret at once."""

from __future__ import annotations

import random

import pytest

from kernel.toybox import begin
from sandtable.kernel import PUBLIC, NothingToUndo, Table, View, determinise
from sandtable.kernel.errors import StaleView
from sandtable.kernel.game import RESIGN
from sandtable.kernel.title import AnyTitle
from sandtable.kernel.views import hides_anything, masked


def test_a_view_shows_ones_own_cards_only(toy: AnyTitle) -> None:
    table = begin(toy)
    table.state.cards = {"red": "moon", "blue": "sun"}
    assert table.public("red").cards == {"red": "moon", "blue": "unknown"}
    assert table.public(PUBLIC).cards == {"red": "unknown", "blue": "unknown"}


def test_once_the_game_is_over_everything_lies_open(toy: AnyTitle) -> None:
    table = begin(toy)
    table.state.cards = {"red": "moon", "blue": "sun"}
    table.choose(RESIGN, "red")
    assert [table.public(side).cards for side in ("red", "blue", PUBLIC)] == [table.state.cards] * 3
    assert table.public(PUBLIC).seed == 0


def test_a_view_as_a_game_knows_what_the_view_knows(toy: AnyTitle) -> None:
    table = begin(toy)
    view = View(table.game, "red")
    assert view.game.state is view.state
    assert view.game is view.game
    assert view.game.decisions == ()
    assert view.game.state.seed == 0 != table.state.seed


def test_a_view_does_not_show_the_seed(toy: AnyTitle) -> None:
    assert begin(toy, seed=99).view("red").state.seed == 0


def test_states_that_differ_in_what_is_hidden_give_equal_views(toy: AnyTitle) -> None:
    one, other = begin(toy), begin(toy)
    for table, card in ((one, "sun"), (other, "moon")):
        table.state.cards["blue"] = card
        table.state.cards["red"] = "moon"
    assert toy.codec.canonical(masked(one.game, "red")) == toy.codec.canonical(masked(other.game, "red"))
    assert toy.codec.canonical(masked(one.game, "blue")) != toy.codec.canonical(masked(other.game, "blue"))


def test_a_made_up_world_fits_the_view_it_was_made_from(toy: AnyTitle) -> None:
    table = begin(toy)
    table.state.cards = {"red": "sun", "blue": "sun"}
    view = table.view("red")
    worlds = [determinise(view, random.Random(n)) for n in range(20)]
    assert {world.state.cards["red"] for world in worlds} == {"sun"}
    assert {world.state.cards["blue"] for world in worlds} == {"sun", "moon"}
    for world in worlds:
        assert toy.codec.canonical(masked(world, "red")) == toy.codec.canonical(view.state)
        assert View(world, "red").decision == view.decision


def test_the_dice_of_a_made_up_world_are_fresh(toy: AnyTitle) -> None:
    table = begin(toy, seed=5)
    seeds = {determinise(table.view("red"), random.Random(n)).state.seed for n in range(5)}
    assert len(seeds) == 5
    assert 5 not in seeds


def test_a_view_read_too_late_says_so(toy: AnyTitle) -> None:
    table = begin(toy)
    read, unread = table.view("red"), table.view("red")
    known = read.state
    table.choose("do:pass")
    assert read.state is known
    with pytest.raises(StaleView):
        _ = unread.state


def test_a_view_has_only_the_decision_of_its_side(toy: AnyTitle) -> None:
    table = begin(toy)
    assert table.view("red").decision == table.decision
    assert table.view("blue").decision is None
    assert table.view("blue").waiting_for == ("red",)


def test_only_those_who_may_know_hear_of_an_event(toy: AnyTitle) -> None:
    table = begin(toy)
    drawn = [event for event in table.events if type(event).__name__ == "Drew"]
    assert len(drawn) == 2
    assert table.view("red").events(drawn) == drawn[:1]
    assert table.view("blue").events(drawn) == drawn[1:]
    assert table.view(PUBLIC).events(drawn) == []


def test_hidden_cards_are_something_hidden(toy: AnyTitle) -> None:
    table = begin(toy)
    assert hides_anything(table.view("red"))
    table.state.cards = {}
    assert not hides_anything(table.view("red"))


def test_whether_anything_is_hidden_does_not_depend_on_what_it_is(toy: AnyTitle) -> None:
    """Also where nothing has been chosen yet: that would tell when it is."""
    table = secret(toy)
    assert hides_anything(table.view("blue"))
    table.choose("do:bold", "red")
    assert hides_anything(table.view("blue"))


def secret(toy: AnyTitle) -> Table:
    return Table.new(toy, "long", seed=3)


def test_both_sides_are_asked_at_once(toy: AnyTitle) -> None:
    table = secret(toy)
    assert [decision.side for decision in table.decisions] == ["red", "blue"]
    assert table.view("red").waiting_for == ("red", "blue")


def test_the_order_of_secret_choices_does_not_matter(toy: AnyTitle) -> None:
    one, other = secret(toy), secret(toy)
    picks = {"red": ["do:bold", "bid:3"], "blue": ["do:meek"]}
    for side in ("red", "blue"):
        for option in picks[side]:
            one.choose(option, side)
    other.choose("do:bold", "red")
    other.choose("do:meek", "blue")
    other.choose("bid:3", "red")
    assert one.hash == other.hash
    assert one.decisions == other.decisions


def test_neither_side_sees_what_the_other_chose_in_secret(toy: AnyTitle) -> None:
    table = secret(toy)
    before = toy.codec.canonical(table.public("blue"))
    asked = table.view("blue").decision
    for option in ("do:bold", "bid:3"):
        table.choose(option, "red")
        assert toy.codec.canonical(table.public("blue")) == before
        assert toy.codec.canonical(table.public(PUBLIC)) == toy.codec.canonical(masked(secret(toy).game, PUBLIC))
    assert table.view("blue").decision == asked
    assert table.view("blue").waiting_for == ("red", "blue")
    assert table.public("red").bids == {"red": 3}


def test_a_side_takes_back_its_own_secret_choice_and_leaves_the_others(toy: AnyTitle) -> None:
    table = secret(toy)
    table.choose("do:bold", "red")
    table.choose("do:bold", "blue")
    table.choose("bid:2", "blue")
    table.undo("red")
    assert [(entry.side, entry.option) for entry in table.entries] == [("blue", "do:bold"), ("blue", "bid:2")]
    assert table.state.bids == {"blue": 2}
    assert [decision.ids for decision in table.decisions] == [["do:meek", "do:bold"]]
    table.redo()
    table.choose("bid:3", "red")
    assert table.state.bids == {"red": 3, "blue": 2}


def test_once_both_are_in_no_secret_choice_can_be_taken_back(toy: AnyTitle) -> None:
    table = secret(toy)
    table.choose("do:meek", "red")
    table.choose("do:meek", "blue")
    for side in ("red", "blue", None):
        with pytest.raises(NothingToUndo):
            table.undo(side)


def test_each_side_makes_its_own_choice_again(toy: AnyTitle) -> None:
    table = secret(toy)
    first = table.decisions[0]
    table.choose(first.ids[0], first.side)
    other = next(decision.side for decision in table.decisions if decision.side != first.side)
    table.undo(first.side)
    with pytest.raises(NothingToUndo):
        table.redo(other)
    table.redo(first.side)
    assert table.choices[-1] == first.ids[0]


def test_what_a_side_took_back_in_secret_is_not_forgotten_when_another_chooses(toy: AnyTitle) -> None:
    table = secret(toy)
    table.choose("do:bold", "red")
    table.undo("red")
    table.choose("do:bold", "blue")
    assert table.can_redo("red")
    assert not table.can_redo("blue")
    table.choose("do:meek", "red")
    assert not table.can_redo("red")


def test_before_a_side_has_chosen_in_secret_it_can_take_back_nothing(toy: AnyTitle) -> None:
    table = secret(toy)
    table.choose("do:bold", "red")
    assert table.can_undo("red")
    assert not table.can_undo("blue")
