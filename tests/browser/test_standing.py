"""Standing orders in a real browser: given at a question, carried out, listed and withdrawn."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.test_gts import choose, hot_seat, passing_until, take_over
from browser.visitor import Visitor, lively_choice

FIRE = "fire at it?"


def play_until(visitor: Visitor, dice: random.Random, words: str, side: str = "") -> int:
    """Play at random until somebody, or a side, is asked something; how often it was asked whether it fires."""
    formal = 0
    for _ in range(80):
        asked = visitor.page.get_attribute(".action-bar", "data-side")
        if words in visitor.prompt and side in ("", asked):
            return formal
        formal += FIRE in visitor.prompt and side == asked
        choose(visitor, lively_choice(sorted(visitor.offered()), dice))
    raise AssertionError(f"nobody was asked {words!r}")


@pytest.mark.long
def test_an_order_answers_until_it_is_withdrawn(visitor: Visitor) -> None:
    visitor.sit_down(seed=1, seats={"blue": "human", "red": "human"})
    take_over(visitor)
    page, dice = visitor.page, random.Random(1)
    play_until(visitor, dice, FIRE)
    page.keyboard.press("a")
    page.get_by_label("until I withdraw it").check()
    since = visitor.revision
    page.click(".standing-sheet [type=submit]")
    visitor.wait_asked(since)
    take_over(visitor)
    expect(page.locator(".orders")).to_have_count(0)
    assert "By standing order" not in visitor.log(), "the other side is not told"

    assert play_until(visitor, dice, "Pick a counter to move", "red") == 0
    expect(page.locator(".orders li")).to_have_text("Opportunity fire: Pass, until withdrawn")
    answered = page.locator(".log .obeyed")
    expect(answered.nth(1)).to_be_attached()
    expect(answered.first).to_contain_text("By standing order: Opportunity fire: Pass")

    page.click(".orders button")
    expect(page.locator(".orders")).to_have_count(0)
    play_until(visitor, dice, FIRE, "red")


def test_an_order_is_filled_in_at_opportunity_fire(visitor: Visitor) -> None:
    hot_seat(visitor, seed=3)
    passing_until(visitor, "1st Parachute Brigade: which unit acts?")
    choose(visitor, "unit:1pb3-b", "hex:1517", "hex:1417")
    page = visitor.page
    expect(page.locator(".action-bar h2")).to_contain_text("Opportunity fire")
    page.click(".always")
    page.get_by_label("but ask me if the chance is good enough").check()
    expect(page.locator(".standing-sheet output")).to_have_text("30 %")
    expect(page.locator(".standing-sheet option").first).to_have_text("suppression or more")
    page.keyboard.press("Escape")
    expect(page.locator(".standing-sheet")).to_have_count(0)
    page.keyboard.press("a")
    page.get_by_label("only at B Company, 3rd Parachute Battalion").check()
    since = visitor.revision
    page.keyboard.press("Enter")
    visitor.wait_asked(since)
    take_over(visitor)
    assert "Opportunity fire" not in visitor.prompt, "the order has answered"
