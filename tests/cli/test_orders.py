"""Orders on the full screen in a game of many counters: beginning, ending and taking them back."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from sandtable.cli.session import Session
from sandtable.cli.terminal.app import GameApp
from sandtable.cli.terminal.descriptions import briefing_text
from sandtable.cli.terminal.optionlist import OptionPicker
from sandtable.cli.terminal.screens import Reading
from sandtable.kernel import Table
from sandtable.players import player

from .conftest import played
from .screen import dialog, game, moving, press, settle, text_of


def campaign(*choices: str) -> Session:
    """A game of an army that enters the map, after some choices."""
    table = Table.new("gsfg", "hamburg", seed=41)
    for choice in choices:
        table.choose(choice, "soviet")
    return Session(table, {"nato": player("random", 1, table.title)}, "en")


FIRST_MOVES = ("do:standard", "hex:3402")
"""The choices that lead to the first move."""


def test_taking_an_order_back_leaves_the_one_before_it() -> None:
    session = campaign(*FIRST_MOVES, "unit:su-16g-tk", "hex:4202", "unit:su-21-mr", "hex:4203")
    session.undo_order()
    assert session.table.choices[len(FIRST_MOVES) :] == ["unit:su-16g-tk", "hex:4202"]
    session.undo_order()
    assert tuple(session.table.choices) == FIRST_MOVES


def test_within_an_order_the_order_is_ended() -> None:
    option = campaign(*FIRST_MOVES, "unit:su-16g-tk", "hex:4202").ending()
    assert option is not None
    assert option.id == "do:stop"


def test_a_phase_that_cannot_be_ended_says_why() -> None:
    session = campaign(*FIRST_MOVES)
    assert session.ending() is None
    assert session.why_no_end() == "units that may not be delayed have yet to enter [5.10]"


@pytest.mark.parametrize(("keys", "ended"), [(("e",), "do:done"), (("1", "enter", "e"), "do:stay")])
async def test_a_key_ends_the_phase_or_within_an_order_the_order(keys: tuple[str, ...], ended: str) -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        await press(app, pilot, *keys)
    assert [entry.option for entry in table.entries if entry.side == "blue"][-1] == ended


async def test_what_is_to_be_set_up_shows_its_values() -> None:
    app = GameApp(campaign())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert "10G 5-3-8" in text_of(app, "#hex").splitlines()[0]


async def test_the_beginning_of_a_name_comes_before_its_middle() -> None:
    app = GameApp(campaign(*FIRST_MOVES))
    async with app.run_test() as pilot:
        await press(app, pilot, "slash", *"6th")
        highlighted = app.query_one(OptionPicker).highlighted
        assert highlighted is not None
        assert highlighted.id == "unit:su-6g-mr"


async def test_a_briefing_opens_the_game_and_comes_again() -> None:
    session = campaign()
    app = GameApp(session, briefing_text(session))

    async def told(pilot: Pilot[None], *keys: str) -> str:
        await press(app, pilot, *keys)
        return dialog(app) if isinstance(app.screen, Reading) else ""

    async with app.run_test() as pilot:
        first = await told(pilot)
        assert "Group of Soviet Forces Germany: Hamburg" in first
        assert "four of the six port hexes" in first
        assert "You play Soviet." in first
        assert await told(pilot, "enter") == ""
        assert await told(pilot, "i") == first


async def test_the_end_says_how_the_dice_are_proved() -> None:
    table = played(100_000)
    app = game(table, bots={})
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert f"sandtable replay {app.session.save_name()} --verify" in dialog(app)
        assert str(table.header.seed) in dialog(app)


def test_the_question_tells_a_stack_and_its_mode() -> None:
    session = campaign(*FIRST_MOVES, "unit:su-16g-tk", "do:road-mode")
    assert session.decision is not None
    assert session.texts.prompt(session.decision) == "Where does 16th Guards Tank Division enter in road mode?"
    session = campaign(*FIRST_MOVES, "unit:su-10g-tk", "join:su-12g-tk")
    assert session.decision is not None
    assert session.texts.prompt(session.decision) == "Where does 10th Guards Tank Division move with one other unit?"
