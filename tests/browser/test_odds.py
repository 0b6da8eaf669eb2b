"""Odds where one looks: at a target, while attackers are picked, beside the fight and whole."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, expect

from browser.visitor import Visitor, lively_choice

pytestmark = pytest.mark.timeout(120)


def about_to_attack(visitor: Visitor) -> list[str]:
    """Play until hexes can be attacked, and say which."""
    visitor.set_up({}, seed=11)
    visitor.wait_asked()
    dice = random.Random(5)
    while visitor.prompt.partition(" [")[0].strip() != "Pick a hex to attack 5.1":
        visitor.choose(lively_choice(visitor.options(), dice))
    return [option for option in visitor.options() if option.startswith("hex:")]


def attackers(visitor: Visitor) -> list[str]:
    return [option for option in visitor.offered() if option.startswith("unit:")]


def lies_whole_beside_the_fight(visitor: Visitor, card: Locator) -> None:
    box, window = card.bounding_box(), visitor.page.locator(".map-window").bounding_box()
    fight = visitor.page.locator(".aimed-at").bounding_box()
    assert box is not None
    assert window is not None
    assert fight is not None
    assert window["y"] <= box["y"]
    assert box["y"] + box["height"] <= window["y"] + window["height"]
    assert box["x"] + box["width"] <= fight["x"] or fight["x"] + fight["width"] <= box["x"]
    assert card.evaluate("card => card.scrollHeight <= card.clientHeight")


def test_odds_are_told_at_the_target_and_run_along_while_attackers_are_picked(visitor: Visitor) -> None:
    card = visitor.page.locator(".odds-card")
    for target in about_to_attack(visitor):
        visitor.page.mouse.move(*visitor.middle_of(target.removeprefix("hex:")))
        expect(card.locator(".share").first).to_be_visible()
        expect(visitor.page.locator(".aimed-at")).to_have_count(1)
        lies_whole_beside_the_fight(visitor, card)
        visitor.choose(target)
        if len(attackers(visitor)) > 1:
            break
        visitor.page.keyboard.press("u")
        visitor.wait_asked(visitor.revision)
    able = len(attackers(visitor))
    assert able > 1, "no hex can be attacked by two counters: take another seed"

    visitor.wait_unguarded()
    visitor.page.click(".gather")
    expect(visitor.page.locator(".map-window [data-option^='unit:']")).to_have_count(0)
    visitor.page.mouse.move(5, 5)
    expect(card.locator(".share").first).to_be_visible()
    expect(card.locator("h3")).to_contain_text("Attack")
    expect(visitor.page.locator(".aimed-at")).to_have_count(1)
    favoured = {each.get_attribute("data-favours") for each in card.locator(".favour").all()}
    assert favoured & {"blue", "red"}
    visitor.page.set_viewport_size({"width": 1000, "height": 540})
    lies_whole_beside_the_fight(visitor, card)

    visitor.page.keyboard.press("u")
    expect(card.locator(".share").first).to_be_visible()
    expect(visitor.page.locator(".map-window [data-option^='unit:']")).to_have_count(1)
