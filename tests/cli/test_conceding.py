"""Ending a game at the terminal by the will of those who play it."""

from __future__ import annotations

from sandtable.cli.session import Session
from sandtable.players import player

from .screen import dialog, game, press, settle
from .test_standing import asked, play, under_fire


def test_a_person_resigns_line_by_line_once_that_is_confirmed() -> None:
    session = asked()
    side = session.viewer
    play(session, "resign", "no", "resign yes")
    assert session.table.result is not None
    assert (session.table.result.level, session.table.result.winner) == ("resigned", *{"blue", "red"} - {side})
    assert "wins: the other side has resigned" in session.result()


def test_people_at_one_screen_agree_on_a_draw_and_the_computer_does_not() -> None:
    table = under_fire()
    session = Session(table, {"red": player("random", 1, table.title)}, "en")
    assert "The computer plays on" in "".join(play(session, "draw", "quit"))
    assert table.result is None
    session = asked()
    play(session, "draw", "yes")
    assert session.table.result is not None
    assert session.table.result.winner is None


async def test_a_person_resigns_on_the_screen() -> None:
    app = game()
    async with app.run_test() as pilot:
        await press(app, pilot, "x")
        assert "given up" in dialog(app)
        await press(app, pilot, "enter")
        await settle(app, pilot)
    assert app.session.over
