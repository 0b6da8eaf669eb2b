"""A whole game without a mouse: Tab, arrows, Enter and the shortcuts."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor, lively_choice

pytestmark = pytest.mark.timeout(240)

MOST_STEPS = 40
_FOCUSED = "() => document.activeElement?.closest('[data-option]')?.dataset.option ?? ''"
_CURSOR = "() => document.querySelector('.board').getAttribute('aria-activedescendant') ?? ''"
_BOX = """label => {
    const box = document.getElementById('hex-' + label).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Typist:
    """Somebody who never touches the mouse."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Go on with Tab until something has the focus."""
        for _ in range(MOST_STEPS):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    def choose(self, option: str) -> None:
        """Choose as one would by keys: the end by E, hexes with the arrows, all else with N."""
        since = self.visitor.revision
        if option == "do:done":
            self.press("e")
            if self.page.query_selector("[data-confirm]") is not None:
                self.press("Enter")
        elif option.startswith("hex:"):
            self.walk_to(option.removeprefix("hex:"))
            self.press("Enter")
        else:
            self.next_to(option)
            self.press("Enter")
        self.visitor.wait_asked(since)

    def next_to(self, option: str) -> None:
        for _ in range(MOST_STEPS):
            self.press("n")
            if self.page.evaluate(_FOCUSED) == option:
                return
        raise AssertionError(f"N does not lead to {option}")

    def walk_to(self, label: str) -> None:
        """Move the cursor over the map with the arrow keys, as the eye would lead them."""
        self.press("ArrowDown")
        for _ in range(MOST_STEPS):
            here = self.page.evaluate(_CURSOR).removeprefix("hex-")
            if here == label:
                return
            x, y = self.page.evaluate(_BOX, here)
            to_x, to_y = self.page.evaluate(_BOX, label)
            if abs(to_x - x) > abs(to_y - y):
                self.press("ArrowRight" if to_x > x else "ArrowLeft")
            else:
                self.press("ArrowDown" if to_y > y else "ArrowUp")
        raise AssertionError(f"the arrows do not lead to {label}")


def test_a_whole_game_by_keys_alone(visitor: Visitor) -> None:
    typist = Typist(visitor)
    visitor.go_home()
    typist.tab_to(".title.tutorial .primary")
    typist.press("Enter")
    visitor.wait_asked()
    dice = random.Random(3)
    kinds = set()
    for _ in range(400):
        if visitor.is_over:
            break
        option = lively_choice(visitor.options(), dice)
        kinds.add(option.partition(":")[0])
        typist.choose(option)
    assert visitor.is_over
    assert kinds >= {"order", "unit", "hex", "do"}
    typist.tab_to(".prompt.over button")
    typist.press("Enter")
    expect(visitor.page.locator(".verdict.good")).to_be_visible()
    typist.press("Escape")
    expect(visitor.page.locator(".modal")).to_have_count(0)
