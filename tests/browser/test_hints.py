"""The hint in a real browser: what the computer would do, and why."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from browser.visitor import Visitor, box_at_rest
from server.harness import Server

OUTLINE = 5
"""So far an outline lies from the edge of its button, in pixels."""


def asked_to_move(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    assert any(option.startswith("unit:") for option in visitor.options())


def test_a_key_shows_what_the_computer_would_do_and_where(visitor: Visitor) -> None:
    asked_to_move(visitor)
    page = visitor.page
    page.keyboard.press("h")
    expect(page.locator(".hint-card")).to_contain_text("The computer would choose")
    rows = page.locator(".hint-card li")
    assert rows.count() >= 2
    best = str(rows.first.locator("button").get_attribute("data-advice"))
    assert best in visitor.options()
    expect(rows.first).to_have_class("best")
    assert "played on" in str(rows.first.get_attribute("title"))
    if best.startswith("unit:"):
        expect(rows.first.locator("button")).to_contain_text("→")
        expect(page.locator(".overlay .advised")).to_be_attached()
    else:
        expect(page.locator(f".answers [data-option='{best}'].advised")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".hint-card")).to_have_count(0)


def test_advice_can_be_taken_with_a_click_and_then_goes_away(visitor: Visitor) -> None:
    asked_to_move(visitor)
    page, before = visitor.page, visitor.revision
    page.click("[data-act=hint]")
    page.locator(".hint-card li button").first.click()
    page.wait_for_function("r => document.querySelector('.action-bar').dataset.revision !== r", arg=before)
    expect(page.locator(".hint-card")).to_have_count(0)


def test_the_button_that_is_advised_can_be_clicked(visitor: Visitor) -> None:
    visitor.sit_down()
    page, before = visitor.page, visitor.revision
    page.keyboard.press("h")
    visitor.wait_unguarded()
    advised, around = (box_at_rest(page.locator(each)) for each in (".answers .advised", ".asked"))
    assert advised["x"] - around["x"] >= OUTLINE, "what is drawn around it is not cut off"
    page.locator(".answers .advised").click()
    visitor.wait_changed(before)
    assert "Blue has ordered" in visitor.log()


def test_the_hint_speaks_japanese_too(server: Server, chromium: Browser) -> None:
    with Visitor(chromium, server, locale="ja") as visitor:
        visitor.sit_down()
        visitor.page.keyboard.press("h")
        expect(visitor.page.locator(".hint-card")).to_contain_text("コンピューターの選択")


def test_levels_can_be_chosen_for_a_new_game(visitor: Visitor) -> None:
    visitor.go_home()
    visitor.page.click("[data-title='primer'] .choices button:nth-child(2)")
    levels = visitor.page.locator(".seat select").first.locator("option")
    assert levels.all_inner_texts()[-3:] == [
        "Easy (thinks a little)",
        "Normal (thinks ahead)",
        "Hard (thinks long)",
    ]
