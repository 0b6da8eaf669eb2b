"""A browser plays twin games, alike but for what is hidden from it; it must receive the same of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.ears import Ears, unlike
from browser.visitor import Visitor
from sandtable.server.match import Match
from server import leaks, twins
from server.harness import Client
from server.leaks import Patch
from server.transcript import NOWHERE, foreseeable
from server.twins import SECRETS, Act, Story

NAME = "meeting-from-blue"
"""Red has set up the game; blue is invited and does not know what red's counters are."""
PLAN = {"title": "primer", "scenario": "meeting", "seats": {"blue": {"mode": "open"}, "red": {"mode": "human"}}}
WHOLE = 400
ASK_EVERY = 64
POINTING = 150
"""How long one must point at something before the page asks what would come of it, in milliseconds."""


class Game:
    """A game at whose table red sits without a browser, and blue with one, which hears all that comes to it."""

    def __init__(self, red: Client, visitor: Visitor, invitation: str, match: Match) -> None:
        self._red = red
        self._blue = visitor
        self._page = visitor.page
        self._match = match
        self.ears = Ears(visitor.page)
        visitor.page.goto(f"{visitor.home}#/join/{invitation}")
        visitor.wait_asked()
        self._table = visitor.page.url

    def do(self, act: Act) -> None:
        """Do something at the seat of its side, and wait until the browser has heard of it, if it may."""
        if act.side == "red":
            self._do_as_red(act)
        else:
            self._do_as_blue(act)
        twins.play(self._match, (act,))
        self._wait(lambda: self.ears.number == self._match.number("blue"))

    def _do_as_red(self, act: Act) -> None:
        # Whoever asks something has heard all that was said before it is answered.
        self._red.ask("inspect", hex=NOWHERE, side="")
        answer = self._red.act(act.verb, **({"option": act.option} if act.verb == "choose" else {}))
        assert answer["ok"], (act, answer)

    def _do_as_blue(self, act: Act) -> None:
        self._blue.wait_shown()
        since = self._blue.revision
        if act.verb == "choose":
            self._blue.take(act.option)
        else:
            self._page.keyboard.press(act.verb[0])
        self._blue.wait_changed(since)

    def _wait(self, done: Callable[[], bool]) -> None:
        while not done():
            self._page.wait_for_timeout(10)

    def ask_everything(self) -> None:
        """Come back anew, and ask for odds, a hex, light on the map, the past, and why something cannot be."""
        page = self._page
        page.reload()
        page.wait_for_selector(".action-bar[data-revision]")
        page.wait_for_selector(".counter", state="attached")
        page.keyboard.press("n")
        page.wait_for_timeout(POINTING)
        page.focus(".board")
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(POINTING)
        page.keyboard.press("i")
        page.locator(".modal .facts").wait_for()
        page.keyboard.press("Escape")
        expect(page.locator(".modal")).to_have_count(0)
        page.keyboard.press("o")
        expect(page.locator("[role=menuitemradio][aria-checked=true]")).to_be_focused()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        expect(page.locator(".overlay-chip")).to_be_visible()
        if self.ears.number > 0:
            page.locator(".replay input").fill("0")
            page.click(".action-bar.looking .primary")
        self.settle()

    def call_home(self) -> None:
        """Look at the list of games, ask for the save and for the report, and sit down again."""
        page = self._page
        page.click(".home")
        page.locator(".game").get_by_text("Download").click()
        expect(page.locator(".games .problem")).to_contain_text("open after the end")
        with page.context.expect_page() as opened:
            page.locator(".game").get_by_text("Report").click()
        opened.value.locator("svg").first.wait_for()
        opened.value.close()
        page.goto(self._table)
        page.wait_for_selector(".action-bar[data-revision]")
        self.settle()
        page.context.unroute_all(behavior="wait")

    def settle(self) -> None:
        """Wait until all that was asked is answered."""
        self._wait(lambda: not self.ears.is_waiting)


def heard(story: Story, twin: int, chromium: Browser, folder: Path) -> Ears:
    """What the browser receives of one of the twins."""
    database = folder / f"twin-{twin}.sqlite3"
    with twins.twin_dice(story.secret), foreseeable(database, story.seeds[twin]) as server:
        keys = server.set_up(PLAN)
        # Red stays until the browser has gone, which would be told of it.
        with server.sit(keys["table"], keys["tokens"]["red"]) as red, Visitor(chromium, server) as visitor:
            match = twins.matches(story.secret, story.seeds)[twin]
            return _played(story, twin, Game(red, visitor, keys["invitations"]["blue"], match))


def _played(story: Story, twin: int, game: Game) -> Ears:
    for place, step in enumerate(story.steps):
        for act in step.acts[twin]:
            game.do(act)
        if place % ASK_EVERY == 0:
            game.ask_everything()
    game.call_home()
    return game.ears


@pytest.mark.long
def test_a_browser_receives_nothing_that_is_hidden_from_it(chromium: Browser, tmp_path: Path) -> None:
    story = twins.story(SECRETS[NAME], WHOLE)
    assert story.is_whole
    one, other = (heard(story, twin, chromium, tmp_path) for twin in (0, 1))
    assert unlike(one, other) is None
    for ears in (one, other):
        assert ears.kinds >= {"choose", "undo", "redo", "preview", "odds", "inspect", "overlay", "replay"}
        assert {path.rpartition("/")[2].partition("?")[0] for path in ears.bodies} >= {
            "tables", "save", "report.html", "terrain.svg", "invitations", "session", "titles",
        }  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("plant", "steps", "where"),
    [
        (leaks.a_log_that_says_everything, 1, "happened"),
        (leaks.a_report_of_everything, 1, "/api/tables/"),
    ],
)
def test_a_leak_into_the_browser_is_noticed(
    plant: Callable[[Patch], None], steps: int, where: str, chromium: Browser, tmp_path: Path, monkeypatch: Patch
) -> None:
    story = twins.story(SECRETS[NAME], steps)
    plant(monkeypatch)
    found = unlike(*(heard(story, twin, chromium, tmp_path) for twin in (0, 1)))
    assert found is not None
    assert found.where.startswith(where)
