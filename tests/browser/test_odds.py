"""Odds where one looks: at a target, while attackers are picked, beside the fight and whole."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Locator, expect

from browser.visitor import Visitor, box_at_rest, lively_choice
from sandtable.kernel import Table


def about_to_attack(folder: Path) -> tuple[bytes, str]:
    """A saved game in which blue may attack, with a target that two of its counters or more can attack."""
    table, rng = Table.new("primer", "bridge", seed=2), random.Random(5)
    while True:
        assert table.decision is not None
        if table.decision.prompt == "attack-hex" and table.decision.side == "blue":
            for target in table.decision.ids:
                trial = table.fork()
                trial.choose(target)
                if trial.decision is not None and trial.decision.gathers and len(trial.decision.options) > 1:
                    table.save(folder / "game")
                    return (folder / "game").read_bytes(), target
        table.choose(lively_choice(table.decision.ids, rng), table.decision.side)


def lies_whole_beside_the_fight(visitor: Visitor, card: Locator) -> None:
    fight, window = (box_at_rest(visitor.page.locator(part)) for part in (".aimed-at", ".map-window"))
    box = box_at_rest(card)
    assert window["y"] <= box["y"]
    assert box["y"] + box["height"] <= window["y"] + window["height"]
    assert box["x"] + box["width"] <= fight["x"] or fight["x"] + fight["width"] <= box["x"]
    assert card.evaluate("card => card.scrollHeight <= card.clientHeight")


def test_odds_are_told_at_the_target_and_run_along_while_attackers_are_picked(visitor: Visitor, tmp_path: Path) -> None:
    saved, target = about_to_attack(tmp_path)
    visitor.go_on(saved, bots="red:random")
    card = visitor.page.locator(".odds-card")
    visitor.point_at(target.removeprefix("hex:"))
    expect(card.locator(".share").first).to_be_visible()
    expect(visitor.page.locator(".aimed-at")).to_have_count(1)
    lies_whole_beside_the_fight(visitor, card)
    visitor.choose(target)
    expect(card).to_have_count(0)
    visitor.page.keyboard.press("u")
    expect(card.locator(".share").first, "the target lies under the pointer at rest").to_be_visible()
    visitor.choose(target)

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
