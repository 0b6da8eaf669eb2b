"""A phone: the map has most of the page, everything can be touched, and the papers are sheets that come and go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.visitor import Visitor, box_at_rest
from server.harness import Server

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIDEWAYS: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
LEAST_MAP = 0.6
LEAST_FINGER = 24
"""Nothing that is to be touched is smaller than this, as WCAG 2.2 asks for."""

_MARK = """() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (kind, ...rest) {
        if (kind === 'click' && this instanceof HTMLElement) this.setAttribute('data-clicked', '');
        return listen.call(this, kind, ...rest);
    };
}"""
_OUT_OF_REACH = """async ([within, least]) => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map(each => each.finished));
    const used = '[data-clicked], button, a[href], input, select, summary';
    const open = [...document.querySelectorAll(document.querySelector('dialog[open]') ? 'dialog[open]' : within)];
    const seen = each => each.checkVisibility({ visibilityProperty: true });
    return open.flatMap(each => [...each.querySelectorAll(used)]).filter(seen).filter(each => {
        const meant = each.closest('label') ?? each;
        meant.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        const box = meant.getBoundingClientRect();
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return true;
        const line = meant.getClientRects()[0];
        const there = document.elementFromPoint(line.x + line.width / 2, line.y + line.height / 2);
        return Math.max(box.width, box.height) < least || !(meant.contains(there) || there?.contains(meant));
    }).map(each => each.outerHTML.slice(0, 160));
}"""
"""What can be clicked and does not lie free in the window, once it has been scrolled into it where it can be."""
_WITHOUT_SCROLLING = """() => {
    const buttons = [...document.querySelectorAll('.answers button, .tools button, .dock button')];
    return buttons.filter(each => {
        const box = each.getBoundingClientRect();
        return !each.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }).map(each => each.outerHTML.slice(0, 160));
}"""
_MAP = "() => document.querySelector('.map-window').getBoundingClientRect().height / innerHeight"
_TOO_WIDE = "() => document.documentElement.scrollWidth > innerWidth"


class Toucher:
    """Somebody who has nothing but a finger."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def check(self, within: str = "body") -> None:
        """All that can be clicked is in reach; of what lies under a sheet, what is not covered by it."""
        assert not self.page.evaluate(_TOO_WIDE)
        assert self.page.evaluate(_OUT_OF_REACH, [within, LEAST_FINGER]) == []

    def check_play(self) -> None:
        self.page.wait_for_selector(".sheet:not(.moving)", state="attached")
        self.check()
        assert self.page.evaluate(_MAP) >= LEAST_MAP

    def tap_twice(self, option: str) -> None:
        """A finger shows first and chooses with the second tap."""
        since = self.visitor.revision
        self.page.touchscreen.tap(*self.visitor.rim_of(option.removeprefix("hex:")))
        expect(self.page.locator(".way .over")).to_be_visible()
        assert self.visitor.revision == since
        self.page.touchscreen.tap(*self.visitor.rim_of(option.removeprefix("hex:")))
        self.visitor.wait_asked(since)

    def tap_unit(self, unit: str) -> None:
        since = self.visitor.revision
        self.page.touchscreen.tap(*self.visitor.middle_of_counter(unit))
        self.visitor.wait_asked(since)

    def tap_answer(self, option: str) -> None:
        since = self.visitor.revision
        self.visitor.wait_unguarded()
        self.page.tap(f".answers [data-option='{option}']")
        self.visitor.wait_heeded(since, "[data-confirm]")
        if self.page.locator("[data-confirm]").count() > 0:
            self.check()
            self.page.tap("[data-confirm]")
        self.visitor.wait_asked(since)

    def look_at_sheets(self) -> None:
        """Each sheet comes up, has all in reach, and goes: by its button, its cross, a swipe or a tap on the map."""
        panel = self.page.locator(".side-panel")
        expect(panel).to_be_hidden()
        for paper, away in {"brief": self._swipe, "log": self._tap_map}.items():
            self.page.tap(f".dock [data-paper={paper}]")
            expect(panel).to_be_visible()
            self.check(".top-bar, .side-panel, .dock")
            away()
            expect(panel).to_be_hidden()
        self.page.tap(".dock [data-paper=log]")
        self.page.tap(".sheet-head button")
        expect(panel).to_be_hidden()
        self.page.tap(".dock [data-paper=book]")
        expect(self.page.locator(".book")).to_be_visible()
        self.check(".top-bar, .book, .dock")
        self.page.tap(".dock [data-paper=book]")
        expect(self.page.locator(".book")).to_have_count(0)
        self.page.tap(".unfold")
        expect(self.page.locator(".map-tools")).to_be_visible()
        self.check(".top-bar, .action-bar, .dock")
        self.page.tap(".unfold")
        expect(self.page.locator(".map-tools")).to_be_hidden()

    def turn_japanese_and_dark(self) -> None:
        self.page.tap(".unfold")
        self.page.tap(".switches [lang=ja]")
        self.page.tap(".switches .icon")
        expect(self.page.locator("html[lang=ja][data-theme=dark]")).to_be_attached()
        self.page.tap(".unfold")
        expect(self.page.locator(".dock [data-paper=log]")).to_have_text("記録")
        self.visitor.wait_asked()
        self.check_play()

    def _swipe(self) -> None:
        box = box_at_rest(self.page.locator(".sheet-head"))
        finger = self.page.context.new_cdp_session(self.page)
        for kind, y in (("touchStart", 12), ("touchMove", 40), ("touchMove", 60), ("touchMove", 60)):
            points = [{"x": box["x"] + 60, "y": box["y"] + y}]
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
            self.page.wait_for_timeout(60)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def _tap_map(self) -> None:
        since = self.visitor.revision
        self.page.touchscreen.tap(195, 90)
        assert self.visitor.revision == since


@pytest.fixture
def toucher(server: Server, chromium: Browser) -> Iterator[Toucher]:
    with Visitor(chromium, server, color_scheme="light", **PHONE) as visitor:
        visitor.page.add_init_script(f"({_MARK})()")
        yield Toucher(visitor)


def test_a_turn_of_the_tutorial_by_touch(toucher: Toucher) -> None:
    visitor, page = toucher.visitor, toucher.page
    visitor.go_home()
    toucher.check()
    page.tap("[data-title='primer'] .choices button:nth-child(2)")
    page.tap(".set-up summary")
    toucher.check()
    page.tap(".modal header button")
    page.tap(".title.tutorial .primary")
    visitor.wait_asked()
    toucher.check_play()
    assert page.evaluate(_WITHOUT_SCROLLING) == []
    toucher.look_at_sheets()
    toucher.tap_answer("order:march")
    toucher.tap_unit("b4")
    toucher.check_play()
    toucher.tap_twice("hex:0406")
    toucher.turn_japanese_and_dark()
    toucher.look_at_sheets()
    for _ in range(40):
        if page.evaluate("() => document.querySelector('.turn-track .now').textContent") != "1":
            break
        toucher.check_play()
        options = visitor.offered()
        if "do:done" in options:
            toucher.tap_answer("do:done")
        else:
            visitor.choose(options[-1])
    assert page.evaluate("() => document.querySelector('.turn-track .now').textContent") == "2"
    assert "0406" in page.evaluate("() => document.querySelector('.log').textContent")


@pytest.mark.parametrize("title", ["gsfg", "gts"])
def test_the_large_titles_on_a_phone(toucher: Toucher, title: str) -> None:
    visitor, page = toucher.visitor, toucher.page
    visitor.go_home()
    page.tap(f"[data-title='{title}'] .primary")
    visitor.wait_asked()
    for _ in range(5):
        toucher.check_play()
        since = visitor.revision
        options = visitor.offered()
        units = [option.removeprefix("unit:") for option in visitor.in_reach("unit")]
        if units:
            page.touchscreen.tap(*visitor.middle_of_counter(units[0]))
            visitor.wait_heeded(since, ".fan")
            if page.locator(".fan").count() > 0:
                page.tap(".fan .counter.offered")
            visitor.wait_asked(since)
        else:
            visitor.choose(options[0])
    toucher.turn_japanese_and_dark()
    toucher.look_at_sheets()


def test_odds_come_as_a_sheet_and_can_be_put_away(server: Server, chromium: Browser) -> None:
    with Visitor(chromium, server, **PHONE) as visitor:
        toucher, page = Toucher(visitor), visitor.page
        visitor.sit_down()
        toucher.tap_answer("order:march")
        toucher.tap_unit("b4")
        page.touchscreen.tap(*visitor.rim_of("0406"))
        card = page.locator(".odds-card")
        expect(card).to_be_visible()
        toucher.check_play()
        box, hex_ = box_at_rest(card), visitor.middle_of("0406")
        assert box["width"] == 390
        assert not box["y"] <= hex_[1] <= box["y"] + box["height"], "what it is about stays in sight"
        page.tap(".odds-card .shut")
        expect(card).to_have_count(0)


@pytest.mark.parametrize(("title", "scenario"), [("primer", "bridge"), ("panzer", "gully")])
def test_held_sideways_the_map_has_the_height_and_most_of_the_width(
    server: Server, chromium: Browser, title: str, scenario: str
) -> None:
    with Visitor(chromium, server, color_scheme="light", **SIDEWAYS) as visitor:
        toucher, page = Toucher(visitor), visitor.page
        page.add_init_script(f"({_MARK})()")
        seats = {"german": "human", "soviet": "random"} if title == "panzer" else {"blue": "human", "red": "random"}
        visitor.sit_down(title, scenario, seats=seats)
        toucher.tap_answer("do:standard" if title == "panzer" else "order:march")
        toucher.check_play()
        window = box_at_rest(page.locator(".map-window"))
        assert window["height"] > 300
        assert window["width"] > 500
        toucher.look_at_sheets()
        toucher.turn_japanese_and_dark()
