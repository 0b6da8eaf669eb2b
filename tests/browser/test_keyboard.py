"""A whole game without a mouse: Tab, arrows, Enter and the shortcuts."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor, lively_choice

pytestmark = pytest.mark.timeout(240)

MOST_STEPS = 40
_FOCUSED = "() => document.activeElement?.closest('[data-option]')?.dataset.option ?? ''"
_ENDED = """since => document.querySelector('[data-confirm]:focus') !== null
    || document.querySelector('.action-bar')?.dataset.revision !== since"""
_CURSOR = "() => document.querySelector('.board').getAttribute('aria-activedescendant') ?? ''"
_BOX = """label => {
    const box = document.getElementById('hex-' + label).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""

_USED = "button:enabled, a[href], input:enabled, select:enabled, summary, [data-option], [tabindex='0']"
_CONTROLS = f"() => document.querySelectorAll(`{_USED}`).length"
_UNREACHED = f"""() => {{
    const top = document.querySelector('dialog[open]') ?? document;
    const one = new Set([...top.querySelectorAll('input[data-reached]')].map(input => input.name).filter(Boolean));
    return [...top.querySelectorAll(`{_USED}`)]
        .filter(each => each.checkVisibility() && !('reached' in each.dataset) && !one.has(each.name))
        .map(each => each.outerHTML.slice(0, 120));
}}"""
"""What is in sight and has not had the focus; of several radio buttons of one name, one stands for all."""


ROUNDS = 3
"""How often one goes round a page: notes come and go, and the log grows meanwhile."""


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
            self.page.wait_for_function(_ENDED, arg=since)
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


def with_a_counter_in_hand(visitor: Visitor) -> Typist:
    """A game under way in which one's counter has just been picked."""
    typist = Typist(visitor)
    visitor.play_at_once()
    typist.choose("order:march")
    typist.choose("unit:b4")
    return typist


def test_the_shortcuts_do_what_the_buttons_do(visitor: Visitor) -> None:
    typist, page = with_a_counter_in_hand(visitor), visitor.page
    since = visitor.revision
    typist.press("u")
    visitor.wait_asked(since)
    assert "unit:b4" in visitor.options()
    since = visitor.revision
    typist.press("r")
    visitor.wait_asked(since)
    since = visitor.revision
    typist.press("l")
    expect(page.locator(".modal input")).to_be_focused()
    page.keyboard.type("0406")
    expect(page.locator(".all-options [data-option]")).to_have_count(1)
    typist.tab_to(".all-options [data-option='hex:0406']")
    typist.press("Enter")
    visitor.wait_asked(since)
    assert "Blue 4 moves to 0406" in visitor.log()
    for key, shown in {"?": ".shortcuts", "i": ".facts", "o": "[role=menu]"}.items():
        typist.press("ArrowDown", key)
        expect(page.locator(shown)).to_be_visible()
        typist.press("Escape")
        expect(page.locator(shown)).to_have_count(0)


def test_every_control_can_be_reached_with_tab(visitor: Visitor) -> None:
    visitor.go_home()
    check_tab_order(visitor)
    visitor.page.click("[data-title='primer'] .choices button:nth-child(2)")
    visitor.page.wait_for_selector(".set-up")
    check_tab_order(visitor)
    visitor.play_at_once()
    visitor.choose("order:march")
    check_tab_order(visitor)


def check_tab_order(visitor: Visitor) -> None:
    """Whatever can be used on a page gets the focus at some time when Tab is pressed again and again."""
    unreached = [""]
    for _ in range(ROUNDS):
        for _ in range(visitor.page.evaluate(_CONTROLS) + 5):
            visitor.page.keyboard.press("Tab")
            visitor.page.evaluate("() => document.activeElement.setAttribute('data-reached', '')")
        unreached = visitor.page.evaluate(_UNREACHED)
        if not unreached:
            break
    assert unreached == []


def test_escape_puts_out_a_new_light_before_the_counter_in_hand(visitor: Visitor) -> None:
    typist, page = with_a_counter_in_hand(visitor), visitor.page
    picked = visitor.revision
    typist.press("o")
    expect(page.locator("[role=menuitemradio][aria-checked=true]")).to_be_focused()
    typist.press("ArrowDown", "Enter")
    expect(page.locator(".overlay-chip")).to_be_visible()
    typist.press("Escape")
    expect(page.locator(".overlay-chip")).to_have_count(0)
    assert visitor.revision == picked
    typist.press("Escape")
    visitor.wait_asked(picked)
    assert "unit:b4" in visitor.options()
