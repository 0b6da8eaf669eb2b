"""Odds where one looks: while attackers are picked, beside the fight and whole."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor, lively_choice

pytestmark = pytest.mark.timeout(120)


def attacking(visitor: Visitor) -> None:
    """Play until an attack has its first counter."""
    visitor.set_up({}, seed=11)
    visitor.wait_asked()
    dice = random.Random(5)
    while "do:attack" not in (options := visitor.options()):
        visitor.choose(lively_choice(options, dice))


def test_odds_run_along_while_attackers_are_picked(visitor: Visitor) -> None:
    attacking(visitor)
    visitor.page.mouse.move(5, 5)
    card = visitor.page.locator(".odds-card")
    expect(card.locator(".share").first).to_be_visible()
    expect(card.locator("h3")).to_contain_text("Attack")
    expect(visitor.page.locator(".aimed-at")).to_have_count(1)


def test_the_odds_lie_whole_in_the_window_and_not_over_the_fight(visitor: Visitor) -> None:
    attacking(visitor)
    card = visitor.page.locator(".odds-card")
    expect(card.locator(".share").first).to_be_visible()
    box, window = card.bounding_box(), visitor.page.locator(".map-window").bounding_box()
    fight = visitor.page.locator(".aimed-at").bounding_box()
    assert box is not None
    assert window is not None
    assert fight is not None
    assert window["y"] <= box["y"]
    assert box["y"] + box["height"] <= window["y"] + window["height"]
    assert box["x"] + box["width"] <= fight["x"] or fight["x"] + fight["width"] <= box["x"]
