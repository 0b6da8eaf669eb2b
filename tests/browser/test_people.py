"""What two people at a table do with each other, in two real browsers."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, expect

from browser.visitor import Visitor, box_at_rest
from server.harness import Server

END_WITH_NEWS = """corner => {
    document.querySelectorAll('.ending-note, .briefing').forEach(note => note.remove());
    for (const look of ['ending-note', `briefing ${corner}`]) {
        const note = Object.assign(document.createElement('section'), { className: look, textContent: look });
        document.querySelector('.map-window').append(note);
    }
}"""
"""Lay the two notes over the map that lie there when others have ended the game, the news in some corner."""


def two_at_a_table(blue: Visitor, red: Visitor) -> None:
    """Blue has set up a game of The bridge and red has come by the invitation; blue is to move."""
    blue.set_up({"red": "open"}, scenario="The bridge")
    link = blue.page.locator(".link-field input").first.input_value()
    red.page.goto(link)
    red.wait_asked()
    red.click_option("order:hold")
    blue.page.click(".modal .primary")
    blue.wait_asked()
    blue.choose("order:march")


def see_and_speak(mover: Visitor, waiter: Visitor) -> None:
    """Tab and panel say whose move it is and who is here; what one says is seen at once."""
    expect(mover.page).to_have_title(re.compile("^● Your move · "))
    expect(waiter.page).to_have_title(re.compile("^Waiting for Blue · "))
    lit, pale = (each.page.get_attribute("link[rel=icon]", "href") for each in (mover, waiter))
    assert lit != pale
    expect(mover.page.locator("[data-present=red]")).to_have_class("here")
    waiter.page.click("[role=tab]:last-child")
    waiter.page.fill(".chat input", "Good luck")
    waiter.page.keyboard.press("Enter")
    mover.wait_noted("Red: Good luck")
    expect(mover.page).to_have_title(re.compile(r"^\(1\) ● Your move"))
    mover.page.click("[role=tab]:last-child")
    expect(mover.page.locator(".chat time")).to_have_count(1)
    expect(mover.page).to_have_title(re.compile("^● Your move"))
    expect(waiter.page).to_have_title(re.compile("^Waiting for Blue"))


def test_the_end_of_a_phase_is_taken_back_if_the_other_agrees(visitor: Visitor, other: Visitor) -> None:
    two_at_a_table(visitor, other)
    mine, theirs = visitor.page, other.page
    see_and_speak(visitor, other)
    expect(mine.locator("[data-act=hint]")).to_have_count(0)
    since = other.revision
    visitor.click_option("do:done")
    other.wait_asked(since)
    ask = mine.locator("[data-act=plead]")
    expect(ask).to_have_text("Ask to take back")
    ask.click()
    expect(mine.locator(".plea")).to_contain_text("You have asked Red")
    expect(theirs.locator(".plea")).to_contain_text("Blue asks to take back the end of the phase.")
    since = visitor.revision
    theirs.click(".plea [data-act=grant]")
    visitor.wait_asked(since)
    assert "unit:b1" in visitor.options()
    expect(theirs.locator(".prompt.waiting")).to_be_visible()
    expect(mine.locator(".plea")).to_have_count(0)

    since = other.revision
    visitor.click_option("do:done")
    other.wait_asked(since)
    expect(ask).to_have_text("Ask to take back")
    mine.keyboard.press("u")
    theirs.click(".plea [data-act=decline]")
    expect(mine.locator(".plea")).to_contain_text("Red did not agree")
    expect(mine.locator("[data-act=undo]")).to_be_disabled()
    other.choose(next(option for option in other.options() if option.startswith("unit:")))
    expect(mine.locator(".plea")).to_have_count(0)

    mine.click("[data-act=offer]")
    expect(theirs.locator(".plea")).to_contain_text("Blue offers a draw.")
    theirs.click(".plea [data-act=decline]")
    expect(mine.locator(".plea")).to_contain_text("Red declined the draw.")
    mine.click("[data-act=resign]")
    expect(mine.locator("[data-act=resign]")).to_have_text("Really resign?")
    mine.click("[data-act=resign]")
    for page in (mine, theirs):
        expect(page.locator(".prompt.over")).to_contain_text("Red wins: the other side has resigned")
        ending = page.locator(".ending-note")
        expect(ending).to_contain_text("Red wins: the other side has resigned")
        expect(ending.locator(".tally dd").first).to_be_visible()
    mine.click(".ending-note .shut")
    expect(mine.locator(".ending-note")).to_have_count(0)


def test_what_happened_last_lies_beside_how_the_game_ended(visitor: Visitor) -> None:
    visitor.sit_down()
    page = visitor.page
    for corner in ("right", "left"):
        page.evaluate(END_WITH_NEWS, corner)
        ending, news = (box_at_rest(page.locator(each)) for each in (".ending-note", ".briefing"))
        left, right = sorted((ending, news), key=lambda box: box["x"])
        assert left["x"] + left["width"] <= right["x"]
        assert (left == news) == (corner == "left")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".briefing")).to_be_hidden()


def test_a_third_browser_takes_nobodys_seat_and_an_invitation_says_where_it_works(
    visitor: Visitor, other: Visitor, server: Server, chromium: Browser
) -> None:
    visitor.set_up({"red": "open"})
    warning = visitor.page.locator(".whereabouts.warning")
    expect(warning).to_contain_text("These links work on this machine only.")
    expect(warning.locator("code")).to_have_text("sandtable serve --shared --host 0.0.0.0")
    other.page.goto(visitor.page.locator(".link-field input").first.input_value())
    other.wait_asked()
    visitor.page.click(".modal .primary")
    visitor.wait_asked()
    with Visitor(chromium, server) as third:
        third.go_home()
        game = third.page.locator(".game").first
        expect(game.locator(".primary")).to_have_text("Watch")
        expect(game.locator("[data-act=give-up]")).to_have_count(0)
        game.locator(".primary").click()
        expect(third.page.locator(".side-stripe")).to_have_text("Watching")
        visitor.page.click(".home")
        mine = visitor.page.locator(".game").first
        expect(mine.locator(".my-move")).to_have_text("Your move")
        mine.locator(".primary").click()
        for player in (visitor, other):
            player.page.reload()
            player.wait_asked()
            assert "order:march" in player.options()

        other.page.goto(other.home)
        give_up = other.page.locator("[data-act=give-up]").first
        give_up.click()
        give_up.click()
        expect(give_up).to_have_count(0)
        third.go_home()
        expect(game.locator(".primary")).to_have_text("Resume")
        game.locator(".primary").click()
        third.wait_asked()
        assert "order:march" in third.options()


def test_hints_are_given_against_a_person_if_both_agree(visitor: Visitor, other: Visitor) -> None:
    page = visitor.page
    visitor.go_home()
    page.click("[data-title='primer'] .choices button:nth-child(2)")
    page.click("[data-seat='red-open']")
    page.click(".switch.hints input")
    page.click(".set-up [type=submit]")
    other.page.goto(page.locator(".link-field input").first.input_value())
    expect(other.page.locator(".lone-page")).to_contain_text("both may ask the computer for hints")
    other.page.click("[data-act=agree]")
    other.wait_asked()
    expect(other.page.locator("[data-act=hint]")).to_be_visible()
    page.click(".modal .primary")
    visitor.wait_asked()
    expect(page.locator("[data-act=hint]")).to_be_visible()
