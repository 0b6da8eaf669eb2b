"""Clocks in a real browser: chosen when a game is set up, shown to both, and claimed by."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, serving
from server.test_clocks import DAY, Time

TIME = Time()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose clock is set by hand."""
    database = f"sqlite:///{tmp_path_factory.mktemp('clock')}/games.sqlite3"
    with serving(Settings(database=database, limits=NO_LIMITS, pause=0, now=TIME)) as running:
        yield running


def test_a_clock_is_chosen_agreed_on_shown_and_claimed_by(visitor: Visitor, other: Visitor) -> None:
    visitor.go_home()
    page = visitor.page
    expect(page.locator(".clocks")).to_have_count(0)
    page.click("[data-title='primer'] .choices button:nth-child(2)")
    page.click("[data-seat='red-open']")
    page.click(".set-up summary")
    page.select_option("[name=clock]", label="3 days a move")
    page.click(".set-up [type=submit]")
    link = page.locator(".link-field input").first.input_value()
    page.click(".modal .primary")
    visitor.wait_asked()

    other.page.goto(link)
    expect(other.page.locator(".lone-page")).to_contain_text("3 days a move")
    other.page.click("[data-act=plain]")
    other.wait_asked()
    for each in (visitor, other):
        for side in ("blue", "red"):
            expect(each.page.locator(f"[data-clock={side}].runs time")).to_have_text("3 d 0 h")
    with visitor.beside() as twin:
        twin.go_home()
        expect(twin.page.locator(".game .clocks li.runs")).to_have_text(["Blue 3 d 0 h", "Red 3 d 0 h"])
    other.take("order:hold")
    expect(other.page.locator(".prompt.waiting")).to_be_visible()
    TIME.now += 3 * DAY + 1
    visitor.page.reload()
    visitor.wait_asked()
    expect(visitor.page.locator("[data-clock=blue].short")).to_be_visible()
    expect(visitor.page.locator("[data-act=claim]")).to_have_count(0)
    other.page.reload()
    other.page.click("[data-act=claim]")
    expect(visitor.page.locator(".prompt.over h2")).to_have_text("The game is over: Red wins on time")
