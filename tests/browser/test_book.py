"""The rulebook at hand in a real browser: what counters mean, the rules, the charts and the course of a turn."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor


def asked_to_move(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")


def test_a_counter_that_is_pointed_at_says_what_it_is_and_what_its_figures_mean(visitor: Visitor) -> None:
    asked_to_move(visitor)
    unit = visitor.in_reach("unit")[0]
    visitor.page.hover(f".map-window [data-option='{unit}']")
    card = visitor.page.locator(".unit-card .figures")
    for label in ("Kind", "Attack strength", "Defence strength", "Movement points", "Steps"):
        expect(card).to_contain_text(label)


def test_the_rules_can_be_searched_and_numbers_lead_there_and_back(visitor: Visitor) -> None:
    asked_to_move(visitor)
    page = visitor.page
    page.keyboard.press("b")
    expect(page.locator(".book")).to_contain_text("The course of a turn")
    page.click(".book [data-page=rules]")
    page.fill(".book input[type=search]", "opportunity fire")
    expect(page.locator(".rules > li").first).to_be_visible()
    assert "4.1" in page.locator(".rules > li").first.inner_text()
    page.click(".book header .icon")
    page.click(".prompt .rule-chip, .action-bar .rule-chip")
    page.click(".rule-popover button")
    opened = page.locator(".rules > li[data-open=true]")
    expect(opened).to_be_visible()
    page.fill(".book input[type=search]", "2.2")
    page.click(".rules > li[data-rule='2.2'] .number")
    expect(page.locator(".rules > li[data-rule='2.2']")).to_contain_text("has ordered")


def test_the_phase_and_the_column_of_the_counter_in_hand_are_marked(visitor: Visitor) -> None:
    asked_to_move(visitor)
    page = visitor.page
    expect(page.locator(".phase-track")).to_contain_text("Movement")
    visitor.choose(visitor.in_reach("unit")[0])
    page.keyboard.press("b")
    page.click(".book [data-page=charts]")
    expect(page.locator("[data-chart=terrain] thead .lit")).to_have_count(1)
    assert page.locator("[data-chart=terrain] tbody tr").count() >= 6
    assert page.locator("[data-chart=combat] td").count() == 42
