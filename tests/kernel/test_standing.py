"""Standing orders: questions that a side answers in advance, journalled and taken back like any choice."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernel.toybox import begin
from sandtable.kernel import PUBLIC, BadOrder, Formality, Obeyed, StandingOrder, Table, replay
from sandtable.kernel.standing import ASK
from sandtable.kernel.title import AnyTitle

HOLD = StandingOrder("react", "do:hold")
SHOT = 10 / 36
"""The chance of a shot to hit: 9 or more with two dice."""


def asked(toy: AnyTitle, *orders: StandingOrder, scenario: str = "long") -> Table:
    """Blue has given orders, and is asked whether it shoots at red's counter."""
    table = begin(toy, scenario=scenario)
    for order in orders:
        table.give(order, "blue")
    table.choose("unit:red-1")
    table.choose("space:1")
    assert table.decision is not None
    assert table.decision.prompt == "react"
    return table


def answer(table: Table) -> str | None:
    found = table.standing_answer()
    return None if found is None else found[1]


def run(table: Table) -> None:
    """Make the choices that standing orders call for, as whoever runs a table does."""
    while (found := table.standing_answer()) is not None:
        table.obey(*found)


def test_without_an_order_a_side_is_asked(toy: AnyTitle) -> None:
    assert answer(asked(toy)) is None


def test_an_order_answers_its_kind_of_question(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    assert answer(table) == "do:hold"
    run(table)
    assert table.state.units["red-1"].at == 1


def test_an_order_for_one_counter_answers_for_no_other(toy: AnyTitle) -> None:
    assert answer(asked(toy, StandingOrder("react", "do:hold", only={"unit": "red-1"}))) == "do:hold"
    assert answer(asked(toy, StandingOrder("react", "do:hold", only={"unit": "red-2"}))) is None


@pytest.mark.parametrize(("unless", "expected"), [(SHOT + 0.01, "do:hold"), (SHOT - 0.01, None), (1.0, "do:hold")])
def test_a_side_is_asked_after_all_where_the_chance_is_good_enough(
    toy: AnyTitle, unless: float, expected: str | None
) -> None:
    assert answer(asked(toy, StandingOrder("react", "do:hold", unless=unless, hopes=("hit",)))) == expected


def test_a_later_order_on_the_same_questions_takes_the_place_of_an_earlier_one(toy: AnyTitle) -> None:
    shoot = StandingOrder("react", "do:shoot")
    table = asked(toy, HOLD, shoot)
    assert table.orders["blue"] == (shoot,)
    assert answer(table) == "do:shoot"


def test_a_narrower_order_to_be_asked_stands_before_a_wider_one(toy: AnyTitle) -> None:
    ask = StandingOrder("react", ASK, only={"unit": "red-1"})
    assert answer(asked(toy, HOLD, ask)) is None
    assert answer(asked(toy, ask, HOLD)) is None
    assert answer(asked(toy, HOLD, StandingOrder("react", ASK, only={"unit": "red-2"}))) == "do:hold"


def test_an_order_to_be_asked_depends_on_no_chance(toy: AnyTitle) -> None:
    with pytest.raises(BadOrder, match="depends on no chance"):
        asked(toy, StandingOrder("react", ASK, unless=0.5, hopes=("hit",)))


def test_an_order_can_be_withdrawn(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    table.withdraw(HOLD, "blue")
    assert answer(table) is None
    with pytest.raises(BadOrder, match="no such order"):
        table.withdraw(HOLD, "blue")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (StandingOrder("bid", "do:meek"), "'bid' cannot be answered in advance; what can be: react"),
        (StandingOrder("react", "do:pass"), "do:hold, do:shoot"),
        (StandingOrder("react", "do:hold", only={"hex": "1"}), "narrowed by unit, not by hex"),
        (StandingOrder("react", "do:hold", unless=1.5, hopes=("hit",)), "between 0 and 1"),
        (StandingOrder("react", "do:hold", unless=0.5), "says of what"),
        (StandingOrder("react", "do:hold", hopes=("hit",)), "says of what"),
        (StandingOrder("react", "do:hold", unless=0.5, hopes=("rain",)), "depend on hit, not on rain"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused_and_nothing_changes(
    toy: AnyTitle, order: StandingOrder, why: str
) -> None:
    table = begin(toy)
    with pytest.raises(BadOrder, match=why):
        table.give(order, "blue")
    assert (table.orders, len(table.entries)) == ({}, 2)


@pytest.mark.parametrize("text", ["standing:nonsense", 'standing:{"prompt":"react"}', 'standing:{"a":1}'])
def test_a_text_that_is_no_order_is_refused(toy: AnyTitle, text: str) -> None:
    with pytest.raises(BadOrder, match="not a standing order"):
        begin(toy).choose(text, "blue")


def test_an_order_is_a_sides(toy: AnyTitle) -> None:
    with pytest.raises(BadOrder, match="say which"):
        begin(toy).choose(f"standing:{HOLD.name}")


def test_giving_an_order_changes_nothing_that_another_side_can_see(toy: AnyTitle) -> None:
    plain, ordered = begin(toy), begin(toy)
    ordered.give(HOLD, "blue")
    assert plain.hash == ordered.hash
    assert plain.events == ordered.events
    assert plain.decisions == ordered.decisions


def test_a_question_is_the_same_whether_or_not_an_order_answers_it(toy: AnyTitle) -> None:
    by_hand, by_order = asked(toy), asked(toy, HOLD)
    by_hand.choose("do:hold")
    run(by_order)
    assert by_hand.hash == by_order.hash
    assert by_hand.made == by_order.made
    for side in ("red", PUBLIC):
        assert by_hand.view(side).events(by_hand.events) == by_order.view(side).events(by_order.events)


def test_a_side_is_told_what_was_answered_by_order_and_nobody_else(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    run(table)
    (told,) = [event for event in table.events if isinstance(event, Obeyed)]
    assert (told.visible_to("blue"), told.visible_to("red"), told.visible_to(PUBLIC)) == (True, False, False)
    assert toy.texts("en").event(told) == "By standing order: Reaction: Hold fire"
    table.undo("blue", ("red",))
    assert told not in table.events
    table.redo("blue")
    assert told in table.events


def test_an_order_can_be_taken_back_and_given_again(toy: AnyTitle) -> None:
    table = begin(toy)
    table.give(HOLD, "blue")
    assert table.undo("blue").option == f"standing:{HOLD.name}"
    assert table.orders.get("blue", ()) == ()
    table.redo("blue")
    assert table.orders["blue"] == (HOLD,)


def test_an_order_does_not_keep_others_from_taking_back_their_choice(toy: AnyTitle) -> None:
    table = begin(toy)
    table.choose("unit:red-1")
    table.give(HOLD, "blue")
    assert table.undo("red").option == "unit:red-1"
    assert table.orders["blue"] == (HOLD,)
    assert table.decision is not None
    assert table.decision.prompt == "move"
    table.redo("red")
    assert table.decision.prompt == "where"


def test_what_an_order_answered_can_be_taken_back_by_its_side(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    run(table)
    table.undo("blue", ("red",))
    assert table.decision is not None
    assert table.decision.prompt == "react"


def test_an_order_for_a_turn_ends_with_it(toy: AnyTitle) -> None:
    table = asked(toy, StandingOrder("react", "do:hold", until="turn"))
    run(table)
    assert len(table.orders["blue"]) == 1
    table.choose("do:pass")
    assert table.state.turn == 2
    assert table.orders["blue"] == ()


def test_an_order_until_something_happens_ends_when_its_side_sees_it(toy: AnyTitle) -> None:
    table = asked(toy, StandingOrder("react", "do:hold", until="alarm"))
    run(table)
    assert table.orders["blue"] == ()


def test_orders_are_saved_and_replayed(toy: AnyTitle, tmp_path: Path) -> None:
    table = asked(toy, HOLD)
    run(table)
    table.save(tmp_path / "game.save")
    opened = Table.load(tmp_path / "game.save")
    assert opened.orders == {"blue": (HOLD,)}
    (*_, last) = replay(tmp_path / "game.save")
    assert (last.hash, last.orders, last.entries) == (table.hash, table.orders, table.entries)
    assert last.events == table.events


def test_a_fork_has_the_same_orders(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    fork = table.fork()
    table.withdraw(HOLD, "blue")
    assert answer(fork) == "do:hold"


def test_a_narrower_order_goes_before_a_wider_one_and_a_later_before_an_earlier(toy: AnyTitle) -> None:
    narrow = StandingOrder("react", "do:shoot", only={"unit": "red-1"})
    assert answer(asked(toy, narrow, HOLD)) == "do:shoot"
    assert answer(asked(toy, HOLD, narrow)) == "do:shoot"


def test_what_is_hoped_for_is_told_by_results_that_follow_one_another() -> None:
    fire = Formality(("do:hold",), {"suppression": (("S",), ("S?", "failed")), "loss": (("1",),)})
    outcomes = [("failed",), ("passed", "S"), ("passed", "S?", "failed"), ("passed", "S?", "passed"), ("passed", "1")]
    assert [fire.brings(("suppression",), results) for results in outcomes] == [False, True, True, False, False]
    assert fire.brings(("suppression", "loss"), ("passed", "1"))


def test_a_side_that_takes_an_answer_back_is_asked_and_answers_by_hand(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    run(table)
    table.undo("blue", ("red",))
    assert answer(table) is None
    table.redo("blue")
    table.undo("blue", ("red",))
    table.choose("do:shoot")
    assert table.choices[-1] == "do:shoot"


def test_an_order_that_is_taken_back_leaves_the_one_before_it_in_force(toy: AnyTitle) -> None:
    table = asked(toy, HOLD)
    table.give(StandingOrder("react", "do:shoot"), "blue")
    table.undo("blue")
    assert answer(table) == "do:hold"


def test_odds_that_must_be_guessed_do_not_tell_of_orders(toy: AnyTitle) -> None:
    plain, ordered = begin(toy), begin(toy)
    ordered.give(HOLD, "blue")
    assert (plain.made, ordered.made) == (2, 2)
    assert len(ordered.entries) == 3


@pytest.mark.parametrize(
    ("order", "lang", "sentence"),
    [
        (HOLD, "en", "Reaction: Hold fire, until withdrawn"),
        (
            StandingOrder("react", "do:hold", {"unit": "red-1"}, 0.3, ("hit",), "turn"),
            "en",
            "Reaction: Hold fire, only at red-1, unless the chance is 30% or more (a hit), for this turn",
        ),
        (StandingOrder("react", "do:shoot", until="alarm"), "ja", "反撃：撃つ、何か起こるまで"),
    ],
)
def test_an_order_is_said_in_words(toy: AnyTitle, order: StandingOrder, lang: str, sentence: str) -> None:
    assert toy.texts(lang).order(order) == sentence
