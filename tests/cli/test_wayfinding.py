"""Finding the way on the full screen: where the cursor goes, what is lit up, and what the panels tell."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.widgets import Input

from sandtable.cli.session import Session
from sandtable.cli.terminal.app import GameApp
from sandtable.cli.terminal.boardview import BoardView
from sandtable.cli.terminal.canvas import Look
from sandtable.cli.terminal.logview import LogView
from sandtable.cli.terminal.optionlist import OptionPicker
from sandtable.cli.terminal.screens import Menu
from sandtable.kernel import Decision, Option, Resolved, Rolled, Table

from .conftest import played
from .screen import dialog, game, moving, press, settle, text_of


def board(app: GameApp) -> BoardView:
    return app.query_one(BoardView)


def looks(app: GameApp) -> dict[str, Look]:
    labels = app.session.table.title.board(app.session.table.game.content).labels  # type: ignore[attr-defined]
    return {labels[index]: look for index, look in board(app)._looks.items()}


async def test_a_typed_name_takes_the_cursor_there() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await press(app, pilot, "g", *"0505", "enter")
        assert board(app).label == "0505"
        await press(app, pilot, "g", *"b2", "enter")
        assert board(app).label == table.state.units["b2"].at
        here = board(app).label
        await press(app, pilot, "g", *"nowhere", "enter")
        assert board(app).label == here


async def test_a_key_walks_through_the_hexes_that_can_be_picked() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        places = list(app._places.options)
        board(app).go_to(places[0])
        await press(app, pilot, "n")
        assert board(app).label == places[1]
        await press(app, pilot, "N", "N")
        assert board(app).label == places[-1]


async def test_the_cursor_stays_on_what_can_be_picked_and_the_list_with_it() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        last = list(app._places.options)[-1]
        await press(app, pilot, "tab")
        board(app).go_to(last)
        app._go_on()
        await settle(app, pilot)
        assert board(app).label == last
        highlighted = app.query_one(OptionPicker).highlighted
        assert highlighted is not None
        assert app._places.of(highlighted.id) == (last,)


async def test_what_the_question_is_about_stands_out() -> None:
    table = moving()
    at = table.state.units["b1"].at
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert looks(app)[at].tint == "option"
        app._choose("unit:b1")
        await settle(app, pilot)
        assert looks(app)[at].tint == "subject"


async def test_enter_on_the_board_goes_to_the_list_where_nothing_lies_on_the_map() -> None:
    app = game()
    async with app.run_test() as pilot:
        await press(app, pilot, "enter")
        assert app.query_one("#choices").has_focus
        assert not [entry for entry in app.session.table.entries if entry.side == "blue"]


async def test_an_overlay_is_lit_until_another_is_asked_for() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "m")
        assert isinstance(app.screen, Menu)
        await press(app, pilot, "down", "enter")
        board(app).go_to("0505")
        await settle(app, pilot)
        seen = {label for label, look in looks(app).items() if look.tint == "lit"}
        board(app).go_to("0101")
        await settle(app, pilot)
        assert seen
        assert {label for label, look in looks(app).items() if look.tint == "lit"} != seen
        await press(app, pilot, "m", "enter")
        assert not {label for label, look in looks(app).items() if look.tint == "lit"}


async def test_counters_are_turned_over() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        lines = [board(app).render_line(y).text for y in range(board(app).size.height)]
        await press(app, pilot, "c")
        turned = [board(app).render_line(y).text for y in range(board(app).size.height)]
        assert not any("3-4-4" in line for line in lines)
        assert any("3-4-4" in line for line in turned)


async def test_the_panels_tell_how_the_game_stands_and_what_the_title_knows_of_a_hex() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert "Points: Blue 6, Red 0" in text_of(app, "#prompt")


async def test_a_line_of_the_log_takes_the_cursor_to_where_it_happened() -> None:
    table = played(100_000)
    app = game(table, bots={})
    async with app.run_test() as pilot:
        await press(app, pilot, "escape", "l")
        log = app.query_one(LogView)
        fought = next(event for event in app.session.events if isinstance(event, Resolved) and event.subject)
        assert app._places.of_event(fought)
        line = next(line for line, at in enumerate(log._rows) if app.session.events[at] is fought)
        log.highlighted = line
        await settle(app, pilot)
        assert board(app).label == app._places.of_event(fought)


async def test_a_roll_has_no_line_of_its_own_where_the_sum_tells_it() -> None:
    app = game(played(100_000), bots={})
    events = app.session.events
    told = [
        event
        for event, after in pairwise(events)
        if isinstance(event, Rolled)
        and isinstance(after, Resolved)
        and str(event.total) in {line.value for line in after.lines}
    ]
    assert told
    async with app.run_test() as pilot:
        await settle(app, pilot)
        log = app.query_one(LogView)
        assert log.option_count == len(events) - len(told)


async def test_what_was_seen_before_the_last_choice_is_dim() -> None:
    table: Table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        log = app.query_one(LogView)
        seen = log.option_count
        await press(app, pilot, "1", "enter", "2", "enter")
        styles = [str(log.get_option_at_index(at).prompt.style) for at in range(log.option_count)]  # type: ignore[union-attr]
        assert "dim" in styles[:seen]
        assert styles[-1] == ""
        assert isinstance(app.focused, BoardView) or not isinstance(app.focused, Input)


async def test_the_log_opens_at_what_happened_since_the_last_choice() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        log = app.query_one(LogView)
        seen = log.option_count
        await press(app, pilot, "1", "enter", "2", "enter", "l")
        assert log.has_focus
        assert log.highlighted is not None
        assert log._rows[log.highlighted] >= app._seen
        assert log.highlighted >= seen


async def test_what_happens_several_times_running_has_one_line() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        log, events = app.query_one(LogView), app.session.events
        lines = log.option_count
        for _ in range(2):
            events = [*events, events[-1]]
            log.show(events, app.session.texts, 0)
        assert log.option_count == lines
        assert "(×3)" in str(log.get_option_at_index(lines - 1).prompt)
        log.show([*events, events[0]], app.session.texts, 0)
        assert log.option_count == lines + 1


async def test_the_cursor_goes_to_what_can_be_picked_nearest_to_it() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        away = next(label for label in reversed(app._scene.board.labels) if label not in app._places.options)
        board(app).go_to(away)
        app._go_on()
        await settle(app, pilot)
        index, distance = app._scene.board.index, app._scene.board.distance
        farness = {label: distance(index[away], index[label]) for label in app._places.options}
        assert farness[board(app).label] == min(farness.values())


async def test_the_cursor_stays_on_the_counter_about_to_move() -> None:
    table = moving()
    at = table.state.units["b1"].at
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        board(app).go_to(at)
        app._choose("unit:b1")
        await settle(app, pilot)
        assert at not in app._places.options
        assert board(app).label == at


async def test_a_hex_that_is_typed_and_not_offered_is_explained() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, *"0101", "enter")
        assert "0101: first this is to be answered: Pick a counter to move" in dialog(app)
        assert board(app).label == "0101"


async def test_enter_on_the_board_chooses_the_only_option(monkeypatch: pytest.MonkeyPatch) -> None:
    table = moving()
    app = game(table)
    sole = Decision("blue", "move-unit", "3.1", (Option("do:done"),))
    async with app.run_test() as pilot:
        await settle(app, pilot)
        with monkeypatch.context() as patch:
            patch.setattr(Session, "decision", property(lambda _: sole))
            app._refresh()
            board(app).action_pick()
            await pilot.pause()
    assert "do:done" in [entry.option for entry in table.entries if entry.side == "blue"]
