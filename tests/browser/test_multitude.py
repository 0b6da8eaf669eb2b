"""Two thousand counters on five thousand hexes: answered at once, and moved smoothly."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.frames import drag, frame_work, keep_drawing
from browser.visitor import Visitor
from sandtable.server.settings import Settings
from server import multitude
from server.harness import NO_LIMITS, Server, serving

PLAN = {
    "title": "multitude", "scenario": "all", "seats": {"blue": {"mode": "human"}, "red": {"mode": "human"}},
}  # fmt: skip
FRAME = 16
"""Milliseconds."""
BUSY = 250
"""Milliseconds for an answer, with much allowed for a machine that is busy otherwise."""


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path_factory.mktemp('multitude')}/games.sqlite3"
    with multitude.installed(), serving(Settings(database=database, limits=NO_LIMITS)) as running:
        yield running


def test_a_choice_among_two_thousand_counters_is_answered_at_once_and_in_few_bytes(crowded: Server) -> None:
    keys, rng = crowded.set_up(PLAN), random.Random(1)
    with crowded.sit(keys["table"], keys["tokens"]["blue"]) as blue:
        blue.choose("formation:3")
        times, sizes = [], []
        for _ in range(20):
            option, before, begun = rng.choice(blue.options[:-1]), len(blue.received), time.perf_counter()
            assert blue.choose(option)["ok"]
            times.append(1000 * (time.perf_counter() - begun))
            sizes.append(sum(map(len, blue.received[before:])))
    assert statistics.median(times) < BUSY
    assert max(sizes) < 4000


@pytest.mark.long
def test_two_thousand_counters_move_smoothly_and_can_all_be_chosen(crowded: Server, chromium: Browser) -> None:
    keys = crowded.set_up(PLAN)
    with Visitor(chromium, crowded) as visitor:
        visitor.go_to(keys["table"])
        visitor.page.wait_for_selector(".sheet:not(.moving)")
        assert 20 < visitor.page.locator(".counter").count() < 1000, "only what is near the window is drawn"
        keep_drawing(visitor.page)
        work = frame_work(visitor.page, drag)
        assert len(work) > 20
        assert statistics.quantiles(work, n=10)[-1] < FRAME
        visitor.choose("formation:3")
        expect(visitor.page.locator(".counter.offered")).to_have_count(40)
        visitor.page.keyboard.press("0")
        visitor.page.wait_for_selector(".sheet:not(.moving)")
        expect(visitor.page.locator(".counter")).to_have_count(2000)
