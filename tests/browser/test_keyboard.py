"""A whole game without a mouse: Tab, arrows, Enter and the shortcuts."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor, lively_choice

MOST_STEPS = 40
_FOCUSED = "() => document.activeElement?.closest('[data-option]')?.dataset.option ?? ''"
_FOCUS_KEPT = "() => document.activeElement !== null && document.activeElement !== document.body"
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
        self.page.wait_for_function(_FOCUS_KEPT)

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


@pytest.mark.long
def test_a_whole_game_by_keys_alone(visitor: Visitor) -> None:
    typist = Typist(visitor)
    visitor.go_home()
    typist.tab_to(".title.tutorial .primary")
    typist.press("Enter")
    visitor.wait_asked()
    visitor.sit_down(seed=11)
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
    visitor.sit_down()
    typist.choose("order:march")
    typist.choose("unit:b4")
    return typist


def test_the_cursor_starts_at_the_counter_in_hand(visitor: Visitor) -> None:
    typist, page = with_a_counter_in_hand(visitor), visitor.page
    board = page.locator(".board")
    expect(board).to_have_attribute("aria-activedescendant", "hex-0306")
    expect(board).to_be_focused()
    typist.choose("hex:0406")
    expect(page.locator("[aria-live=polite].unseen")).not_to_be_empty()


def test_a_hex_is_told_with_its_terrain_who_is_there_and_what_could_be_done(visitor: Visitor) -> None:
    typist, page = with_a_counter_in_hand(visitor), visitor.page
    told = page.locator("p.unseen[aria-live=polite]")
    typist.walk_to("0405")
    expect(told).to_have_text("Hex 0405. Terrain Clear, Networks Road. can be chosen, costs 1")
    typist.walk_to("0507")
    expect(told).to_contain_text("Hex 0507, Millbrook. Terrain Town")
    typist.walk_to("0305")
    expect(told).to_contain_text("Blue 3, Blue, 4-5-4, in 0305")
    typist.walk_to("0204")
    expect(told).to_contain_text("Blue 1, Blue, 3-4-4")
    page.keyboard.press("Escape")
    typist.walk_to("0306")
    expect(told).to_contain_text("can be taken up: Blue 4")


_USABLE = {"button", "link", "textbox", "searchbox", "combobox", "slider", "tab", "radio", "checkbox", "menuitemradio"}
_PANELS = {"region", "complementary", "navigation", "tabpanel", "tablist", "toolbar", "dialog", "application"}
_ROLES = _USABLE | _PANELS
"""What is of no use to one who only hears it, unless it has a name."""


def check_names(visitor: Visitor) -> None:
    session = visitor.page.context.new_cdp_session(visitor.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    found = [node for node in nodes if not node["ignored"] and node["role"]["value"] in _ROLES]
    assert found
    assert [node for node in found if not node.get("name", {}).get("value", "").strip()] == []


def test_everything_has_a_name_for_those_who_only_hear_it(visitor: Visitor) -> None:
    typist, page = Typist(visitor), visitor.page
    visitor.go_home()
    check_names(visitor)
    page.click("[data-title='primer'] .choices button:nth-child(2)")
    page.click(".set-up summary")
    check_names(visitor)
    visitor.sit_down()
    typist.choose("order:march")
    typist.choose("unit:b4")
    check_names(visitor)
    for role, name in {
        "application": "Map",
        "region": "What is asked",
        "complementary": "Side panel",
        "toolbar": "Tools",
        "tabpanel": "Log",
    }.items():
        assert page.get_by_role(role, name=name).count() > 0, role  # type: ignore[arg-type]
    opened = {"b": ".book", "l": ".all-options", "?": ".shortcuts", "i": ".facts", "o": "[role=menu]"}
    for key, shown in opened.items():
        typist.press("ArrowDown", key)
        expect(page.locator(shown)).to_be_visible()
        check_names(visitor)
        typist.press("Escape")
        expect(page.locator(shown)).to_have_count(0)


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
    visitor.sit_down()
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
