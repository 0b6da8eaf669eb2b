"""How long a page takes from frame to frame while something is done to its map."""

from __future__ import annotations

import bisect
import json
from collections.abc import Callable

from playwright.sync_api import Page

_RECORD = """() => {
    const times = window.frameTimes = [];
    let last = performance.now();
    const note = now => {
        times.push(now - last);
        last = now;
        if (window.frameTimes === times) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
}"""


def drag(page: Page) -> None:
    """Pull the map to and fro with the mouse."""
    page.mouse.move(600, 300)
    page.mouse.down()
    for step in range(60):
        page.mouse.move(600 - 8 * (step % 30), 300 - 5 * (step % 30))
    page.mouse.up()


def turn_the_wheel(page: Page) -> None:
    page.mouse.move(500, 300)
    for step in range(25):
        page.mouse.wheel(0, -100 if step % 10 < 6 else 100)


def frame_times(page: Page, act: Callable[[Page], None]) -> list[float]:
    """How long the page took from frame to frame while something was done."""
    page.evaluate(_RECORD)
    act(page)
    found: list[float] = page.evaluate("() => window.frameTimes")
    return found


def frame_work(page: Page, act: Callable[[Page], None]) -> list[float]:
    """How many milliseconds of its main thread's own time the page took for each frame while something was done.

    Unlike the time from frame to frame, that does not grow with what else the machine has to do.
    """
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    act(page)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    begun = sorted(event["ts"] for event in events if event["name"] == "FireAnimationFrame")
    threads = {(event["pid"], event["tid"]) for event in events if event["name"] == "FireAnimationFrame"}
    work = [0.0] * (len(begun) + 1)
    for event in events:
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads:
            work[bisect.bisect(begun, event["ts"])] += event.get("tdur", 0) / 1000
    return work[1:-1]


def keep_drawing(page: Page) -> None:
    """From now on the page draws every frame that it can, whether or not anything has changed."""
    page.evaluate(_RECORD)
