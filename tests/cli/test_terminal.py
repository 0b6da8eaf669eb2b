"""The game on a full screen, played with keys."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.widgets import Input

from sandtable.cli.terminal.boardview import BoardView
from sandtable.cli.terminal.logview import LogView
from sandtable.cli.terminal.optionlist import OptionPicker
from sandtable.cli.terminal.screens import Curtain, Menu, Question, Reading
from sandtable.kernel import Decision, Resolved, Table, View
from sandtable.players import player

from .conftest import TITLE, played
from .screen import HIDDEN, dialog, game, moving, press, settle, text_of


async def test_a_number_and_enter_choose_an_option() -> None:
    app = game()
    async with app.run_test() as pilot:
        await press(app, pilot, "2", "enter")
    assert app.session.table.state.orders["blue"] == "assault"


async def test_typing_narrows_the_options() -> None:
    app = game()
    async with app.run_test() as pilot:
        await press(app, pilot, "slash", *"hold")
        picker = app.query_one(OptionPicker)
        assert picker.highlighted is not None
        assert picker.highlighted.id == "order:hold"
        await press(app, pilot, "escape")
        assert not isinstance(app.focused, Input)
        assert picker.highlighted.id == "order:hold"


async def test_the_list_is_walked_with_arrows() -> None:
    app = game()
    async with app.run_test() as pilot:
        await press(app, pilot, "tab", "down", "down", "enter")
    assert app.session.table.state.orders["blue"] == "hold"


async def test_a_counter_is_moved_on_the_board() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        board = app.query_one(BoardView)
        start = table.state.units["b1"].at
        board.go_to(start)
        await press(app, pilot, "enter")
        assert app.session.decision is not None
        assert app.session.decision.prompt != "move"
        target = next(option.id for option in app.session.decision.options if option.id.startswith("hex:"))
        board.go_to(target.removeprefix("hex:"))
        await press(app, pilot, "enter")
    assert table.state.units["b1"].at != start


async def test_arrows_move_the_cursor_from_hex_to_hex() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        board = app.query_one(BoardView)
        board.go_to("0506")
        await press(app, pilot, "up", "right", "right", "down", "left")
        assert board.label == "0606"
        board.go_to("0101")
        await press(app, pilot, "up", "left")
        assert board.label == "0101"


async def test_where_several_things_can_be_picked_the_list_shows_them() -> None:
    table = moving()
    assert table.decision is not None
    stacks: dict[str, list[str]] = {}
    for unit_id, unit in table.state.units.items():
        if unit.side == "blue" and f"unit:{unit_id}" in table.decision.ids:
            stacks.setdefault(unit.at, []).append(unit_id)
    label, stacked = next((at, units) for at, units in stacks.items() if len(units) > 1)
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app.query_one(BoardView).go_to(label)
        await press(app, pilot, "enter")
        assert app.query_one("#choices").has_focus
        await press(app, pilot, "down", "enter")
    assert table.choices[-1] == f"unit:{stacked[1]}"


async def test_the_panel_shows_the_printed_values() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app.query_one(BoardView).go_to(table.state.units["b1"].at)
        await settle(app, pilot)
        assert "B1 3-4-4" in text_of(app, "#hex")


async def test_a_hidden_counter_is_not_given_away() -> None:
    table = moving()
    hidden = next(unit_id for unit_id, unit in table.state.units.items() if unit.side == "red" and unit.hidden)
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app.query_one(BoardView).go_to(table.state.units[hidden].at)
        await settle(app, pilot)
        shown = text_of(app, "#hex")
        assert hidden.upper() in shown
        assert "unknown" in shown
        assert table.state.units[hidden].kind not in shown


async def test_undo_and_redo() -> None:
    table = moving()
    made = len(table.choices)
    app = game(table)
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "enter")
        assert len(table.choices) == made + 1
        await press(app, pilot, "u")
        assert len(table.choices) == made
        await press(app, pilot, "U")
        assert len(table.choices) == made + 1


async def test_the_odds_of_the_highlighted_option() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "o")
        assert isinstance(app.screen, Reading)
        assert "100.0%" in dialog(app)
        await press(app, pilot, "escape")
        assert not isinstance(app.screen, Reading)


async def test_the_hint_says_what_the_computer_would_do_and_points_at_it() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "h")
        assert isinstance(app.screen, Reading)
        named = dialog(app).split("The computer would choose: ")[1].splitlines()[0]
        await press(app, pilot, "escape")
        highlighted = app.query_one(OptionPicker).highlighted
        assert highlighted is not None
        counter, arrow, goal = named.partition(" → ")
        assert app.session.texts.option(highlighted) == counter
        assert arrow
        assert goal in app.session.table.title.ids("hex", app.session.table.game.content)


async def test_why_not_for_the_hex_under_the_cursor() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app.query_one(BoardView).go_to("0101")
        await press(app, pilot, "w")
        assert "0101: first this is to be answered: Pick a counter to move [3.1]" in dialog(app)


async def test_a_rule_is_looked_up() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "r")
        assert isinstance(app.screen, Question)
        await press(app, pilot, "enter")
        assert "Each counter may move once" in dialog(app)


@pytest.mark.parametrize(("key", "text"), [("question_mark", "redo"), ("b", "B8 6-4-6")])
async def test_pages_to_read(key: str, text: str) -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, key)
        assert text in dialog(app)


async def test_saving_and_then_quitting_asks_nothing(tmp_path: Path) -> None:
    app = game(moving())
    path = tmp_path / "game.sandtable"
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "enter", "s")
        app.screen.query_one(Input).value = str(path)
        await press(app, pilot, "enter")
        assert Table.load(path).choices == app.session.table.choices
        await press(app, pilot, "q")
    assert not app.is_running


async def test_quitting_an_unsaved_game_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "enter", "q")
        assert isinstance(app.screen, Menu)
        await press(app, pilot, "down", "down", "enter")
        assert app.is_running
        await press(app, pilot, "q", "enter")
    assert [path.name for path in tmp_path.iterdir()] == [app.session.save_name()]


async def test_a_file_that_cannot_be_written_keeps_the_game(tmp_path: Path) -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "enter", "s")
        app.screen.query_one(Input).value = str(tmp_path / "no" / "such" / "folder")
        await press(app, pilot, "enter")
        assert app.session.unsaved


async def test_bots_move_without_the_player() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        while table.decision is not None and table.state.turn == 1:
            assert app.session.decision is not None
            app.session.choose(app.session.decision.ids[-1])
            app._go_on()
            await settle(app, pilot)
        red = [entry for entry in table.entries if entry.side == "red"]
        assert len(red) > 3
        assert app.query_one(LogView).option_count == len(app.session.events)


async def test_the_log_opens_the_sum_behind_a_line() -> None:
    table = played(100_000)
    app = game(table, bots={})
    async with app.run_test() as pilot:
        await press(app, pilot, "escape", "l")
        log = app.query_one(LogView)
        events = app.session.events
        sum_ = next(len(event.lines) for event in events if isinstance(event, Resolved) and event.lines)
        at = next(n for n in range(log.option_count) if str(log.get_option_at_index(n).prompt).startswith("▸"))
        log.highlighted = at
        closed = str(log.get_option_at_index(at).prompt)
        await press(app, pilot, "enter")
        opened = str(log.get_option_at_index(at).prompt)
        assert opened.count("\n") == sum_
        await press(app, pilot, "enter")
        assert str(log.get_option_at_index(at).prompt) == closed


async def test_the_end_shows_the_result() -> None:
    whole = played(100_000)
    table = played(len(whole.choices) - 1)
    last = whole.entries[-1]
    bots = {side: player("random", 0) for side in ("blue", "red") if side != last.side}
    app = game(table, bots)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app._choose(last.option)
        await settle(app, pilot)
        assert isinstance(app.screen, Reading)
        assert app.session.result() in dialog(app)


async def test_a_curtain_falls_between_people_who_hide_something() -> None:
    app = game(bots={})
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "enter")
        assert isinstance(app.screen, Curtain)
        assert "Red" in dialog(app)
        await press(app, pilot, "q", "u")
        assert isinstance(app.screen, Curtain)
        await press(app, pilot, "enter")
        assert app.session.viewer == "red"
        assert "Red: " in text_of(app, "#prompt")


async def test_the_screen_speaks_japanese() -> None:
    app = game(moving(), lang="ja")
    async with app.run_test() as pilot:
        await press(app, pilot, "question_mark")
        assert "取り消し" in dialog(app)


class Patient:
    """A bot that thinks until it is told to stop."""

    def __init__(self) -> None:
        self.released = threading.Event()
        self.thought = False

    def choose(self, view: View, decision: Decision) -> str:
        self.released.wait(10)
        self.thought = True
        return decision.options[0].id


async def test_keys_that_touch_the_game_rest_while_a_bot_thinks() -> None:
    bot = Patient()
    app = game(Table.new(TITLE, HIDDEN, seed=1), {"red": bot})
    async with app.run_test() as pilot:
        await pilot.pause()
        await pilot.press("u", "o", "w")
        await pilot.pause()
        assert len(app.screen_stack) == 1
        assert not bot.thought
        bot.released.set()
        while app.session.bot_to_move() is not None:
            await pilot.pause(0.01)
    assert bot.thought


async def test_quitting_while_a_bot_thinks_leaves_its_choice_unmade() -> None:
    bot = Patient()
    table = Table.new(TITLE, HIDDEN, seed=1)
    app = game(table, {"red": bot})
    async with app.run_test() as pilot:
        await pilot.press("q")
        await pilot.pause()
        bot.released.set()
    assert table.choices == []


async def test_a_bot_may_move_while_a_page_is_read() -> None:
    bot = Patient()
    app = game(Table.new(TITLE, HIDDEN, seed=1), {"red": bot})
    async with app.run_test() as pilot:
        await pilot.press("question_mark")
        bot.released.set()
        await settle(app, pilot)
        assert isinstance(app.screen, Reading)
        await press(app, pilot, "escape", "1", "enter")
    assert app.session.table.state.orders["blue"] == "march"


async def test_a_click_moves_the_cursor_and_a_second_one_picks() -> None:
    table = moving()
    app = game(table)
    async with app.run_test(size=(140, 40)) as pilot:
        await settle(app, pilot)
        assert await pilot.click("#board", offset=(8, 7))
        await settle(app, pilot)
        assert app.query_one(BoardView).label == "0204"
        assert await pilot.click("#board", offset=(8, 7))
        await settle(app, pilot)
    assert table.choices[-1] == "unit:b1"
