"""The map under fingers and wheels: pinching, and how smoothly a large one moves."""

from __future__ import annotations

import json
import statistics

import pytest
from playwright.sync_api import Browser, CDPSession

from browser.frames import drag, frame_work, keep_drawing, turn_the_wheel
from browser.visitor import Visitor
from sandtable.kernel import title
from server.harness import Server

TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True}
_CAMERA = """() => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform);
    return [a, e, f];
}"""

_CLOSEST = 3
"""The scale of a map before it has been unfolded to fit its window."""

CROWD = """
const Plain = WebSocket;
window.WebSocket = class extends Plain {
    set onmessage(hear) {
        super.onmessage = event => {
            const said = JSON.parse(event.data);
            if (said.type === 'position') {
                const real = said.picture.cards.filter(card => LABELS.includes(card.at));
                const more = LABELS.filter((_, place) => place % 5 === 0)
                    .map((at, place) => ({ ...real[place % real.length], id: `more-${place}`, at }));
                said.picture.cards.push(...more);
            }
            hear({ data: JSON.stringify(said) });
        };
    }
};
"""
"""Puts a copy of some counter into every fifth hex."""
_SMOOTH = 25
"""Milliseconds of the page's own time for a frame: how long it waits for a busy machine does not count."""
_NEXT_FRAME = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


class Fingers:
    """Two fingers on the glass, as the device reports them."""

    def __init__(self, visitor: Visitor) -> None:
        self._page = visitor.page
        self._device: CDPSession = visitor.page.context.new_cdp_session(visitor.page)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    def pinch(self, middle: tuple[float, float], before: float, after: float, drift: float = 0.0) -> None:
        """Move two fingers apart, or together, and both to the right."""
        x, y = middle
        self.touch("touchStart", (x - before, y))
        self.touch("touchStart", (x - before, y), (x + before, y))
        for step in range(1, 11):
            reach = before + (after - before) * step / 10
            here = x + drift * step / 10
            self.touch("touchMove", (here - reach, y), (here + reach, y))
        self.lift()

    def lift(self) -> None:
        """Let go, and wait until the map lies still."""
        self.touch("touchEnd")
        self._page.evaluate(_NEXT_FRAME)
        self._page.wait_for_selector(".sheet:not(.moving)")


def at_rest(visitor: Visitor) -> Fingers:
    """A game on a tablet whose map has been unfolded and lies still."""
    visitor.sit_down()
    visitor.page.wait_for_selector(".sheet:not(.moving) #hex-0605", state="attached")
    visitor.page.wait_for_function(f"() => ({_CAMERA})()[0] < {_CLOSEST}")
    return Fingers(visitor)


def test_two_fingers_zoom_and_move_the_map(server: Server, chromium: Browser) -> None:
    with Visitor(chromium, server, **TABLET) as visitor:
        fingers = at_rest(visitor)
        place = visitor.middle_of("0605")
        before = camera(visitor)
        fingers.pinch(place, 60, 120)
        near = camera(visitor)
        assert near[0] == pytest.approx(2 * before[0], rel=0.03)
        assert visitor.middle_of("0605") == pytest.approx(place, abs=4)
        fingers.pinch(place, 120, 60, drift=50)
        back = camera(visitor)
        assert back[0] == pytest.approx(before[0], rel=0.03)
        assert visitor.middle_of("0605")[0] == pytest.approx(place[0] + 50, abs=6)
        assert visitor.options(), "the fingers have chosen nothing"
        assert visitor.page.evaluate("visualViewport.scale") == 1, "the page itself was not zoomed"


def test_one_finger_moves_the_map(server: Server, chromium: Browser) -> None:
    with Visitor(chromium, server, **TABLET) as visitor:
        fingers = at_rest(visitor)
        x, y = visitor.middle_of("0605")
        fingers.touch("touchStart", (x, y))
        for step in range(1, 11):
            fingers.touch("touchMove", (x - 6 * step, y + 4 * step))
        fingers.lift()
        assert visitor.middle_of("0605") == pytest.approx((x - 60, y + 40), abs=3)


def camera(visitor: Visitor) -> list[float]:
    """Scale and place of the map in its window."""
    found: list[float] = visitor.page.evaluate(_CAMERA)
    return found


@pytest.mark.long
def test_a_large_map_full_of_counters_moves_smoothly(newcomer: Visitor) -> None:
    found = title("gsfg")
    labels = list(found.ids("hex", found.content("campaign")))
    newcomer.page.add_init_script(f"const LABELS = {json.dumps(labels)};{CROWD}")
    newcomer.sit_down("gsfg", "campaign", seed=7, seats={"soviet": "human", "nato": "random"})
    newcomer.page.wait_for_selector(".sheet:not(.moving)")
    assert newcomer.page.locator(".counter").count() >= 200
    before = camera(newcomer)
    keep_drawing(newcomer.page)
    panning = frame_work(newcomer.page, drag)
    assert camera(newcomer)[1:] != before[1:]
    zooming = frame_work(newcomer.page, turn_the_wheel)
    assert camera(newcomer)[0] != before[0]
    newcomer.page.keyboard.press("0")
    whole = frame_work(newcomer.page, drag)
    for work in (panning, zooming, whole):
        assert len(work) > 10
        assert statistics.median(work) < _SMOOTH, [round(each, 1) for each in work]
