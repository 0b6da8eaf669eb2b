"""Standing orders at the terminal: given at a question, carried out, told in the log, listed and withdrawn."""

from __future__ import annotations

import io
import random

import pytest

from sandtable.cli.plain import PlainGame
from sandtable.cli.session import Session
from sandtable.cli.standing import form
from sandtable.cli.terminal.screens import Menu
from sandtable.kernel import Obeyed, StandingOrder, Table
from sandtable.players import player

from .conftest import SCENARIO, TITLE
from .screen import dialog, game, press, settle

HOLD = StandingOrder("fire", "do:pass")


def under_fire() -> Table:
    """A game in which a side is asked whether it fires at a mover."""
    table, rng = Table.new(TITLE, SCENARIO, seed=3), random.Random(3)
    while table.decision is None or table.decision.prompt != "fire":
        assert table.decision is not None
        table.choose(rng.choice(table.decision.ids), table.decision.side)
    return table


def asked() -> Session:
    """The side that may fire at a screen which it shares with the other."""
    session = Session(under_fire(), {}, "en")
    assert session.formality is not None
    return session


def play(session: Session, *lines: str) -> list[str]:
    """What a game says that is played line by line."""
    said: list[str] = []
    PlainGame(session, io.StringIO("\n".join(lines) + "\n"), said.append).run()
    return said


def told(session: Session) -> list[str]:
    return [session.texts.event(event) for event in session.table.events if isinstance(event, Obeyed)]


def test_an_order_answers_the_question_at_which_it_is_given_and_all_like_it() -> None:
    session, rng = asked(), random.Random(1)
    side = session.viewer
    session.give(HOLD)
    session.sit_down()
    asked_again = 0
    while session.decision is not None:
        asked_again += session.decision.prompt == "fire" and session.decision.side == side
        session.choose(rng.choice(session.decision.ids))
        session.sit_down()
    assert asked_again == 0
    assert len(told(session)) > 1
    assert set(told(session)) == {"By standing order: Opportunity fire: Pass"}


def test_an_answer_that_is_taken_back_is_asked_for() -> None:
    session = asked()
    before = session.decision
    session.give(HOLD)
    session.undo()
    session.sit_down()
    assert session.decision == before
    assert session.orders == (HOLD,)


def test_the_form_asks_step_by_step() -> None:
    session = asked()
    assert session.decision is not None
    assert session.formality is not None
    steps = form(session, session.decision, session.formality)
    assert next(steps).answers[0] == "To all of them"
    assert steps.send(2).answers == ["until withdrawn", "for this turn", "until a counter is turned over"]
    assert steps.send(1).answers == ["No, never", "If it is a chance of a hit or more", "a step lost"]
    assert steps.send(1).answers[2] == "30%"
    with pytest.raises(StopIteration) as filled:
        steps.send(2)
    at = session.decision.args["hex"]
    assert filled.value.value == StandingOrder("fire", "do:pass", {"hex": at}, 0.3, ("hit", "kill"), "turn")


def test_orders_are_given_listed_and_withdrawn_line_by_line() -> None:
    session = asked()
    side = session.viewer
    said = play(session, "orders", "always", "1", "oh", "1", "1", "quit")
    sentence = "Opportunity fire: Pass, until withdrawn"
    assert "There is no standing order." in said
    assert sentence in said
    assert session.table.orders[side] == (HOLD,)
    session.viewer = side
    PlainGame(session, io.StringIO(), said.append)._withdraw("1")
    assert session.table.orders[side] == ()


def test_what_was_answered_by_order_is_said() -> None:
    session = asked()
    said = play(session, "always", "1", "1", "1", "quit")
    assert told(session) == ["By standing order: Opportunity fire: Pass"]
    session.viewer = next(entry.side for entry in session.table.entries if entry.by_order)
    PlainGame(session, io.StringIO(), said.append)._tell()
    assert "By standing order: Opportunity fire: Pass [4.1]" in said


def test_a_script_that_ends_within_the_form_gives_no_order() -> None:
    session = asked()
    play(session, "always", "1")
    assert session.table.orders == {}


def test_a_question_that_is_no_formality_cannot_be_answered_in_advance() -> None:
    session = Session(Table.new(TITLE, SCENARIO, seed=1), {}, "en")
    assert "this question cannot be answered in advance" in play(session, "always", "quit")


async def test_an_order_is_given_and_withdrawn_by_keys() -> None:
    app = game(under_fire(), {})
    async with app.run_test() as pilot:
        await settle(app, pilot)
        side = app.session.viewer
        await press(app, pilot, "T")
        assert not isinstance(app.screen, Menu)
        await press(app, pilot, "t")
        assert "To which questions of this kind?" in dialog(app)
        await press(app, pilot, "enter")
        await press(app, pilot, "enter")
        await press(app, pilot, "enter")
        assert app.session.table.orders[side] == (HOLD,)
        assert app.session.table.entries[-1].by_order
        app.session.viewer = side
        app.action_orders()
        await settle(app, pilot)
        await press(app, pilot, "enter")
        assert app.session.table.orders[side] == ()


async def test_escape_leaves_the_form_without_an_order() -> None:
    app = game(under_fire(), {})
    async with app.run_test() as pilot:
        await settle(app, pilot)
        await press(app, pilot, "t")
        await press(app, pilot, "escape")
        assert app.session.table.orders == {}


def only_pass() -> Table:
    """A game in which a side is asked whether it fires and has nothing to fire with."""
    table, rng = Table.new(TITLE, SCENARIO, seed=3), random.Random(3)
    while table.decision is None or table.decision.forced != "do:pass":
        assert table.decision is not None
        table.choose(rng.choice(table.decision.ids), table.decision.side)
    return table


def test_a_question_with_one_answer_is_not_asked_of_somebody_who_plays_against_the_computer() -> None:
    table = only_pass()
    assert table.decision is not None
    side, made = table.decision.side, len(table.entries)
    others = [each for each in table.title.scenario(SCENARIO).sides if each != side]
    session = Session(table, {each: player("random", 1, table.title) for each in others}, "en")
    assert (table.entries[made].side, table.entries[made].option) == (side, "do:pass")
    session.undo()
    assert session.decision is not None
    assert session.decision.forced == "do:pass"


def test_two_people_at_one_screen_are_asked_even_where_there_is_one_answer() -> None:
    table = only_pass()
    made = len(table.entries)
    Session(table, {}, "en")
    assert len(table.entries) == made
