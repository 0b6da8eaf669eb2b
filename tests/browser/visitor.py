"""A person at a browser: looks at the page, clicks, and keeps what the server has sent."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

from playwright.sync_api import Browser, FloatRect, Locator, ViewportSize, WebSocket

from server.following import followed, offered
from server.harness import Server

PATIENCE = 120_000
POLLING = 15
"""How often a page is looked at while something is awaited, in milliseconds; at every frame, it would have to draw."""
DESK: ViewportSize = {"width": 1280, "height": 720}
ALONE = {"blue": "human", "red": "random"}
_ASKED = """revision => {
    const bar = document.querySelector('.action-bar');
    if (bar === null || bar.ariaBusy === 'true' || bar.dataset.revision === revision) return false;
    return ['.prompt.over, .asked, .hand-over', '.counter'].every(each => document.querySelector(each) !== null);
}"""

_CHANGED = """revision => {
    const bar = document.querySelector('.action-bar:not([aria-busy=true])');
    return ![revision, undefined].includes(bar?.dataset.revision);
}"""
_HEEDED = """([revision, selector]) => {
    const bar = document.querySelector('.action-bar');
    return bar === null || bar.dataset.revision !== revision || document.querySelector(selector) !== null;
}"""
_SHOWN = """revision => {
    const bar = document.querySelector('.action-bar:not([aria-busy=true])');
    return bar?.dataset.revision === revision;
}"""
_CLEAR = """async ([x, y]) => {
    for (;;) {
        const note = document.elementFromPoint(x, y)?.closest('.toast, .briefing');
        if (!note) return;
        note.querySelector('.shut, header .icon').click();
        await new Promise(requestAnimationFrame);
    }
}"""
"""Put away whatever notes lie over the place, as a person would."""
_AT_REST = """async element => {
    const frame = () => new Promise(requestAnimationFrame);
    for (;;) {
        await frame();
        const before = element.getBoundingClientRect();
        await frame();
        const { x, y, width, height } = element.getBoundingClientRect();
        if (x === before.x && y === before.y && width === before.width && height === before.height) {
            return { x, y, width, height };
        }
    }
}"""
"""Where something lies once it stays there: a new question may take more room, and then the map moves."""
_NOTED = """
window.noted = [];
new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) {
        for (const each of [target, ...addedNodes]) {
            if (each.nodeType !== Node.ELEMENT_NODE) continue;
            const notes = [each.closest('.toast'), ...each.querySelectorAll('.toast')];
            window.noted.push(...notes.filter(note => note !== null).map(note => note.textContent));
        }
    }
}).observe(document, { childList: true, subtree: true });
"""
"""Remember what notes have said: they go by themselves, maybe before a busy machine comes to look at them."""
_IN_REACH = """() => [...document.querySelectorAll('.map-window [data-option]')].filter(each => {
    const box = each.getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return each.dataset.unit ? there?.closest('[data-unit]') === each : there?.closest('.board');
}).map(each => each.dataset.option)"""
"""What lies in the window of the map, and of counters those on top."""

_RIM = """label => {
    const hex = document.getElementById(`hex-${label}`).getBoundingClientRect();
    const middle = [hex.x + hex.width / 2, hex.y + hex.height / 2];
    const spots = [[0, 0], [0, 0.41], [0, -0.41], [0.36, 0], [-0.36, 0], [0.28, 0.28], [-0.28, 0.28], [0.28, -0.28],
        [-0.28, -0.28]].map(([x, y]) => [middle[0] + x * hex.width, middle[1] + y * hex.height]);
    return spots.find(spot => {
        const there = document.elementFromPoint(...spot);
        return there?.closest('.board') && !there.closest('[data-unit]');
    }) ?? middle;
}"""
"""Where in a hex no counter lies; notes over it do not count as the map."""


class Visitor:
    """One browser with a memory of its own. Anything that its console complains of fails the test."""

    def __init__(self, browser: Browser, server: Server, **context: Any) -> None:
        self._context = browser.new_context(**{"viewport": DESK, "locale": "en", "reduced_motion": "reduce"} | context)
        self._context.set_default_timeout(PATIENCE)
        self._context.add_init_script(_NOTED)
        self.page = self._context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._listen)
        self.come_to(server)

    def come_to(self, server: Server) -> None:
        self.home = f"http://127.0.0.1:{server.port}/"
        self._server = server
        self.complaints: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        """The positions that the server has shown to the page, one after the other."""

    def leave(self) -> None:
        """Go, and leave nothing behind that the next one at this browser could find."""
        for page in self._context.pages:
            if page is not self.page:
                page.close()
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size(DESK)
        self._context.clear_cookies()
        session = self._context.new_cdp_session(self.page)
        session.send("Storage.clearDataForOrigin", {"origin": self.home.rstrip("/"), "storageTypes": "all"})
        session.detach()

    @contextlib.contextmanager
    def beside(self) -> Iterator[Visitor]:
        """The same person at a second page of the same address."""
        twin = copy.copy(self)
        twin.page = self._context.new_page()
        twin.page.goto(self.page.url)
        twin.wait_asked()
        yield twin
        twin.page.close()

    def __enter__(self) -> Visitor:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._context.close()
        if kind is None:
            assert self.complaints == []

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self._hear(json.loads(payload)))

    def _hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["type"] == "position":
            self.shown.append(message)
        if message["type"] == "update":
            self.shown.append(followed(self.shown[-1], message))

    # Going to a table

    def go_home(self) -> None:
        self.page.goto(self.home)
        self.page.wait_for_selector(".title")

    def play_at_once(self) -> None:
        """Two clicks: from the start page to the first decision."""
        self.go_home()
        self.page.click(".title.tutorial .primary")
        self.wait_asked()

    def sit_down(
        self, title: str = "primer", scenario: str = "bridge", seed: int = 3, seats: Mapping[str, str] = ALONE
    ) -> None:
        """Come to a table that has been set up already, with people or computers of some level at its sides."""
        plans = {
            side: {"mode": "human"} if who == "human" else {"mode": "bot", "bot": who} for side, who in seats.items()
        }
        keys = self._server.set_up({"title": title, "scenario": scenario, "seed": seed, "seats": plans})
        self.go_to(keys["table"])

    def go_on(self, save: bytes, bots: str = "") -> None:
        """Come to a table at which a saved game goes on."""
        answer = self._server.http.post("/api/tables/upload", params={"bots": bots}, content=save)
        self.go_to(answer.json()["table"])

    def go_to(self, table: str) -> None:
        self.page.goto(f"{self.home}#/table/{table}")
        self.wait_asked()

    def set_up(
        self, seats: dict[str, str], seed: int | None = None, level: str = "random", title: str = "primer",
        scenario: str = "",
    ) -> None:  # fmt: skip
        """From the start page open the sheet of a title and fill it in; without a scenario it stays as it is."""
        self.go_home()
        self.page.click(f"[data-title='{title}'] .choices button:nth-child(2)")
        if scenario:
            self.page.locator(".scenario", has_text=scenario).first.click()
        for side, mode in seats.items():
            self.page.click(f"[data-seat='{side}-{mode}']")
        for chooser in self.page.query_selector_all(".seat select"):
            chooser.select_option(level)
        if seed is not None:
            self.page.click(".more summary")
            self.page.fill(".more input[inputmode=numeric]", str(seed))
        self.page.click(".set-up [type=submit]")

    # Looking

    @property
    def revision(self) -> str:
        return self.page.get_attribute(".action-bar", "data-revision") or ""

    @property
    def prompt(self) -> str:
        return self.page.inner_text(".action-bar h2")

    @property
    def is_over(self) -> bool:
        return self.page.query_selector(".prompt.over") is not None

    def options(self) -> list[str]:
        """Everything that can be clicked now to answer the question."""
        found = self._offers(".map-window [data-option], .boxes [data-option], .answers [data-option]")
        return list(dict.fromkeys(found))

    def on_map(self) -> list[str]:
        """The options that stand on the map, in sight or not."""
        return self._offers(".map-window [data-option]")

    def _offers(self, selector: str) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(selector, "all => all.map(each => each.dataset.option)")
        return found

    def in_reach(self, kind: str) -> list[str]:
        """The options of a kind (unit, hex) that a click on the map would pick now."""
        found: list[str] = self.page.evaluate(_IN_REACH)
        return [option for option in found if option.startswith(f"{kind}:")]

    def offered(self) -> list[str]:
        """Every option of the question, on the map or not."""
        while not self.is_over:
            if self.shown[-1]["revision"] == self.revision and self.shown[-1]["question"]:
                return offered(self.shown[-1])
            self.page.wait_for_timeout(10)
        raise AssertionError("the game is over: nobody is asked anything")

    def wait_asked(self, since: str = "") -> None:
        """Wait for a question other than the one of the position `since`, for the hand-over, or for the end."""
        self.page.wait_for_function(_ASKED, arg=since, polling=POLLING)

    def wait_noted(self, text: str) -> None:
        """Wait until a note on this page has said something, whether it is still there or not."""
        self.page.wait_for_function("text => window.noted.some(note => note.includes(text))", arg=text, polling=POLLING)

    def log(self) -> str:
        return self.page.inner_text(".log")

    # Clicking

    def click_option(self, option: str) -> None:
        """Click what stands for an option, as a person would: a button, or the place on the map."""
        button = self.page.query_selector(f".answers [data-option='{option}'], .boxes [data-option='{option}']")
        if button is not None:
            self.wait_unguarded()
            button.click()
            confirm = self.page.query_selector("[data-confirm]")
            if confirm is not None:
                confirm.click()
            return
        if option not in self.options():
            self.page.keyboard.press("l")
            self.page.click(f".all-options [data-option='{option}']")
            return
        found = self.page.locator(f".map-window [data-option='{option}']").first
        x, y = self.rim_of(option.removeprefix("hex:")) if option.startswith("hex:") else _middle(found)
        self.page.evaluate(_CLEAR, [x, y])
        self.page.mouse.click(x, y)

    def wait_unguarded(self) -> None:
        """Wait until buttons can be clicked: just after a question has come up they cannot."""
        self.page.wait_for_selector(".answers:not(.guarded), .prompt.over, .hand-over", state="attached")

    def rim_of(self, label: str) -> tuple[float, float]:
        """A point of a hex beside the counters in it, once no notes lie there; its middle, where there is none."""
        self.page.evaluate(_CLEAR, self.middle_of(label))
        x, y = self.page.evaluate(_RIM, label)
        return x, y

    def click_counter(self, unit: str) -> None:
        self.page.mouse.click(*self._cleared(self.middle_of_counter(unit)))

    def click_hex(self, label: str) -> None:
        self.page.mouse.click(*self._cleared(self.middle_of(label)))

    def point_at(self, label: str) -> None:
        """Move the pointer to the middle of a hex, once no notes lie there, and leave it there."""
        self.page.mouse.move(*self._cleared(self.middle_of(label)))

    def point_at_counter(self, unit: str) -> None:
        """Move the pointer to a counter, once no notes lie there, and leave it there."""
        self.page.mouse.move(*self._cleared(self.middle_of_counter(unit)))

    def _cleared(self, place: tuple[float, float]) -> tuple[float, float]:
        self.page.evaluate(_CLEAR, place)
        return place

    def middle_of(self, label: str) -> tuple[float, float]:
        return _middle(self.page.locator(f"#hex-{label}"))

    def middle_of_counter(self, unit: str) -> tuple[float, float]:
        return _middle(self.page.locator(f".counters [data-unit='{unit}'] .ring"))

    def take(self, option: str) -> None:
        """Take an option from the list of all of them, without moving the mouse."""
        self.page.keyboard.press("l")
        self.page.dispatch_event(f".all-options [data-option='{option}']", "click")

    def wait_changed(self, since: str) -> None:
        """Wait for another position than `since`, whoever is asked in it."""
        self.page.wait_for_function(_CHANGED, arg=since, polling=POLLING)

    def wait_shown(self) -> None:
        """Wait until the page shows what it was sent last, and has nothing under way: until then it heeds no key."""
        self.page.wait_for_function(_SHOWN, arg=self.shown[-1]["revision"], polling=POLLING)

    def wait_heeded(self, since: str, selector: str) -> None:
        """Wait until a tap has led to another position than `since`, or to something on the page: a finger is heeded
        later than it is lifted."""
        self.page.wait_for_function(_HEEDED, arg=[since, selector], polling=POLLING)

    def choose(self, option: str) -> None:
        """Click an option and wait for what comes of it."""
        since = self.revision
        self.click_option(option)
        self.wait_asked(since)


class Desks:
    """Browsers that stay open from test to test: opening one takes more than most of what is done with it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Visitor] = []

    @contextlib.contextmanager
    def visitor(self, server: Server) -> Iterator[Visitor]:
        """Somebody who is new to the server, at a browser that somebody else may have used."""
        someone = self._free.pop() if self._free else Visitor(self._browser, server)
        someone.come_to(server)
        yield someone
        someone.leave()
        self._free.append(someone)
        assert someone.complaints == []


def box_at_rest(element: Locator) -> FloatRect:
    """Where something lies, once it has come to rest."""
    box: FloatRect = element.evaluate(_AT_REST)
    return box


def _middle(element: Locator) -> tuple[float, float]:
    box = box_at_rest(element)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lively_choice(options: list[str], dice: random.Random) -> str:
    """A choice that gets counters moving and fighting, and phases ended."""
    for eager in ("do:attack", "do:yes"):
        if eager in options:
            return eager
    hexes = sorted(option for option in options if option.startswith("hex:"))
    if hexes:
        return hexes[-1] if dice.random() < 0.7 else dice.choice(hexes)
    units = [option for option in options if option.startswith("unit:")]
    if units and dice.random() < 0.4:
        return dice.choice(units)
    return "do:done" if "do:done" in options else dice.choice(options)
