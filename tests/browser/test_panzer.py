"""Panzer at a real browser: the card of a tank beside the map, and lines of sight."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor


def begun(visitor: Visitor) -> Visitor:
    """A game against the computer in which the Germans have been set up."""
    visitor.set_up({"german": "human", "soviet": "bot"}, seed=1, title="panzer", scenario="Gully")
    visitor.wait_asked()
    since = visitor.revision
    visitor.take("do:standard")
    visitor.wait_asked(since)
    visitor.page.keyboard.press("Escape")
    return visitor


def test_the_card_of_a_tank_lies_beside_the_map_and_leaves_all_of_it_in_sight(visitor: Visitor) -> None:
    page = begun(visitor).page
    page.mouse.move(*visitor.middle_of_counter("sA1-1"))
    card = page.locator(".data-card")
    expect(card.locator("[data-chart^=weapon] thead")).to_contain_text("PSMLE")
    expect(card.locator("[data-chart=armor]")).to_contain_text("Front")
    window, beside = page.locator(".map-window").bounding_box(), card.bounding_box()
    assert window is not None
    assert beside is not None
    assert beside["x"] >= window["x"] + window["width"] - 1


def test_two_clicks_tell_what_blocks_a_line_of_sight_and_draw_it(visitor: Visitor) -> None:
    page = begun(visitor).page
    page.keyboard.press("s")
    revision = visitor.revision
    for label in ("1D7", "1H2"):
        page.mouse.click(*visitor.middle_of(label))
    card = page.locator(".sight-card")
    expect(card.locator(".verdict")).to_contain_text("Blocked by")
    expect(card.locator(".verdict .rule-chip")).to_contain_text("4.1.4")
    expect(card.locator("svg .sight")).to_have_count(1)
    expect(page.locator(".sight-line.blocked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert visitor.revision == revision
