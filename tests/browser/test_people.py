"""What two people at a table do with each other, in two real browsers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

pytestmark = pytest.mark.timeout(120)


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


def test_the_end_of_a_phase_is_taken_back_if_the_other_agrees(visitor: Visitor, other: Visitor) -> None:
    two_at_a_table(visitor, other)
    mine, theirs = visitor.page, other.page
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
    mine.keyboard.press("u")
    theirs.click(".plea [data-act=decline]")
    expect(mine.locator(".plea")).to_contain_text("Red did not agree")
    expect(mine.locator("[data-act=undo]")).to_be_disabled()
    other.choose(next(option for option in other.options() if option.startswith("unit:")))
    expect(mine.locator(".plea")).to_have_count(0)
