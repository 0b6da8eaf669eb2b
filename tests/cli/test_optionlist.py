"""The list of options on the full screen: its order, what it tells of each, and typing."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input, OptionList, Static

from sandtable.cli.terminal.app import GameApp
from sandtable.cli.terminal.boardview import BoardView
from sandtable.cli.terminal.optionlist import LONG, OptionPicker, arranged
from sandtable.kernel import Decision, Option, Table

from .screen import game, moving, press, settle


def rows(app: GameApp) -> list[str]:
    choices = app.query_one("#choices", OptionList)
    return [str(choices.get_option_at_index(at).prompt) for at in range(choices.option_count)]


def started() -> Table:
    """A game in which blue is to pick a destination."""
    table = moving()
    table.choose("unit:b1", "blue")
    return table


def attacking() -> Table:
    """A game in which a side is to pick its attackers, with at least two to pick from."""
    for seed in range(1, 40):
        table = Table.new("primer", "meeting", seed=seed)
        while table.decision is not None and len(table.entries) < 400:
            decision = table.decision
            if decision.prompt == "attackers" and len(decision.ids) > 1 and "do:attack" not in decision.ids:
                return table
            march = [option for option in decision.ids if option.startswith(("unit:", "hex:", "order:march"))]
            table.choose((march or decision.ids)[len(table.entries) % len(march or decision.ids)], decision.side)
    raise AssertionError("nobody ever attacks with two")


def test_rare_kinds_come_first_and_numbers_stay() -> None:
    options = (*(Option(f"hex:010{n}") for n in range(1, 5)), Option("unit:b2"), Option("do:stop"), Option("do:road"))
    listed = [(number, option.id) for number, option in arranged(Decision("blue", "move", "1.1", options))]
    assert listed[:3] == [(5, "unit:b2"), (6, "do:stop"), (7, "do:road")]
    assert [number for number, _ in listed[3:]] == [1, 2, 3, 4]


async def test_every_digit_counts() -> None:
    app = game(started())
    async with app.run_test() as pilot:
        await press(app, pilot, "1", "0")
        assert app.query_one("#filter", Input).value == "10"


async def test_what_is_typed_ahead_is_meant_for_the_next_question() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        app.query_one(BoardView).focus()
        for key in ("1", "enter", "2", "enter"):
            app.post_message(events.Key(key, key if key.isdecimal() else "\r"))
        await settle(app, pilot)
    made = table.choices[-2:]
    assert made[0].startswith("unit:")
    assert made[1].startswith("hex:")


async def test_a_filter_that_fits_nothing_says_so() -> None:
    app = game(moving())
    async with app.run_test() as pilot:
        await press(app, pilot, "slash", *"zzz")
        assert rows(app) == ["nothing here matches what you typed; Escape shows all"]
        await press(app, pilot, "enter", "escape")
        assert len(rows(app)) > 1


async def test_an_option_tells_where_its_unit_is_and_only_rules_of_its_own() -> None:
    table = moving()
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        row = next(row for row in rows(app) if "Blue 1" in row)
        assert row.endswith(f"3-4-4 {table.state.units['b1'].at}")


@pytest.mark.parametrize("long", [True, False])
async def test_what_ends_an_order_is_pinned_above_a_long_list(long: bool) -> None:
    table = started()
    assert table.decision is not None
    app = game(table)
    async with app.run_test() as pilot:
        await settle(app, pilot)
        number = LONG if long else LONG - 2
        hexes = tuple(option for option in table.decision.options if option.id.startswith("hex:"))[: number - 1]
        assert len(hexes) == number - 1
        picker, pinned = app.query_one(OptionPicker), app.query_one("#pinned", Static)
        picker.show(Decision("blue", "move-to", "3.1", (*hexes, Option("do:stay"))))
        await pilot.pause()
        assert pinned.display is long
        if long:
            assert str(pinned.render()).startswith(f"{number} ")


async def test_all_of_several_are_picked_by_one_key() -> None:
    table = attacking()
    assert table.decision is not None
    side, wanted = table.decision.side, [option for option in table.decision.ids if option.startswith("unit:")]
    app = game(table, {})
    async with app.run_test() as pilot:
        await settle(app, pilot)
        assert app.session.viewer == side
        await press(app, pilot, "a")
        assert table.choices[-len(wanted) :] == wanted
        await press(app, pilot, "backspace")
        assert table.decision.prompt == "attack-hex"


async def test_where_only_one_can_be_picked_the_key_for_all_picks_nothing() -> None:
    table = moving()
    made = list(table.choices)
    app = game(table)
    async with app.run_test() as pilot:
        await press(app, pilot, "a")
    assert table.choices == made
