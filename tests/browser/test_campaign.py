"""A turn of a large game, played in a real browser by clicks."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

MOVES = 3
MOST_CHOICES = 120


@pytest.mark.long
def test_a_turn_on_the_north_german_plain(visitor: Visitor) -> None:
    visitor.sit_down("gsfg", "hamburg", seed=7, seats={"soviet": "human", "nato": "greedy"})
    visitor.choose("do:standard")
    expect(visitor.page.locator(".log")).to_contain_text("10th Guards Tank Division is set up")

    moved = march(visitor)
    assert enter_together(visitor) > 1
    finish_turn(visitor)

    log = visitor.log()
    assert all(f"{name} moved by" in log for name in moved)
    assert "16th Guards Tank Division enters the map" in log
    assert "Game turn 1: NATO player turn" in log
    assert "Game turn 2 begins" in log
    expect(visitor.page.locator(".turn-track .now")).to_have_text("2")
    assert visitor.offered()


def march(visitor: Visitor) -> list[str]:
    """Answer until units may move, then move some of them westwards; the names of those that did."""
    moved: list[str] = []
    while len(moved) < MOVES:
        on_top = [option for option in visitor.in_reach("unit") if option not in moved]
        if not on_top:
            visitor.choose(prudent_choice(visitor))
            continue
        visitor.choose(on_top[0])
        name = visitor.prompt.removeprefix("Where does ").partition(" move?")[0]
        visitor.choose(min(visitor.in_reach("hex")))
        moved.append(name)
    return moved


def enter_together(visitor: Visitor) -> int:
    """Send units that wait at one place to one hex with one gesture, as many as have room there; how many came."""
    if "do:stop" in visitor.offered():
        visitor.choose("do:stop")
    since = visitor.revision
    visitor.page.click(".together")
    visitor.wait_asked(since)
    visitor.click_option(next(option for option in visitor.on_map() if option.startswith("hex:")))
    expect(visitor.page.locator(".toast.refusal")).to_have_count(1)
    visitor.page.wait_for_function("() => document.querySelector('.action-bar').ariaBusy === 'false'")
    return visitor.log().count("enters the map")


def finish_turn(visitor: Visitor) -> None:
    """Bring on those who must come and end every phase, until the computer has played its turn."""
    for _ in range(MOST_CHOICES):
        if visitor.page.inner_text(".turn-track .now") == "2":
            return
        visitor.choose(prudent_choice(visitor))


def prudent_choice(visitor: Visitor) -> str:
    """End what can be ended, else bring on a unit that waits beside the map, else take what lies at hand."""
    options = visitor.offered()
    for wanted in ("do:done", "do:pass", "do:stop"):
        if wanted in options:
            return wanted
    on_map = visitor.on_map()
    beside = [option for option in options if option.startswith("unit:") and option not in on_map]
    return next(iter([*beside, *visitor.in_reach("hex"), *options]))
