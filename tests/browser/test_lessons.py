"""Lessons in a real browser: from the start page through the first of them by clicks alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor
from sandtable.server.settings import Settings
from server.harness import NO_LIMITS, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server at which nobody has played yet: there the start page leads to the lessons."""
    database = f"sqlite:///{tmp_path_factory.mktemp('lessons')}/games.sqlite3"
    with serving(Settings(database=database, limits=NO_LIMITS, pause=0)) as running:
        yield running


def test_a_newcomer_learns_to_march(visitor: Visitor) -> None:
    page = visitor.page
    visitor.go_home()
    page.click("[data-act=learn]")
    visitor.wait_asked()
    card = page.locator(".lesson-card")
    expect(card).to_contain_text("Welcome to the table!")
    page.click("[data-act=read]")
    visitor.choose("unit:b1")
    expect(card).to_contain_text("Along the High Road")
    visitor.choose("hex:0505")
    expect(card.locator(".strayed")).to_contain_text("Take it back and go to 0605")
    page.click("[data-act=take-back]")
    expect(card.locator(".strayed")).to_have_count(0)
    visitor.choose("hex:0605")
    expect(card).to_contain_text("Here is the button")
    page.click("[data-act=read]")
    visitor.choose("do:done")
    expect(card).to_contain_text("Well done!")
    page.click("[data-act=next-lesson]")
    expect(card).to_contain_text("Lesson 2 of")
    page.click(".lesson-card header a")
    expect(page.locator(".lesson.done h2")).to_have_text(["Your first march"])


def test_the_card_lies_on_nothing_that_it_points_at(visitor: Visitor) -> None:
    for width, height in ((1280, 720), (390, 844)):
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.goto(f"{visitor.home}#/lessons/primer")
        visitor.page.click("[data-lesson='5-attack'] button")
        visitor.wait_asked()
        visitor.page.wait_for_selector(".lesson-ring", state="attached")
        assert visitor.page.wait_for_function(_APART).json_value()


@pytest.mark.parametrize("lesson", ["4-gun", "5-tank"])
def test_guns_and_vehicles_are_pointed_at_where_they_lie(visitor: Visitor, lesson: str) -> None:
    visitor.page.goto(f"{visitor.home}#/lessons/rileys_road")
    visitor.page.click(f"[data-lesson='{lesson}'] button")
    visitor.wait_asked()
    expect(visitor.page.locator(".lesson-ring")).to_have_count(1)
    assert visitor.page.wait_for_function(_APART).json_value()


def test_a_counter_that_lies_under_another_is_taken_as_the_lesson_asks(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.home}#/lessons/rileys_road")
    visitor.page.click("[data-lesson='4-gun'] button")
    visitor.wait_asked()
    visitor.click_counter("gg1")
    since = visitor.revision
    visitor.page.click(".fan [data-unit='gg1']")
    visitor.wait_asked(since)
    expect(visitor.page.locator(".lesson-card .strayed")).to_have_count(0)


def test_whom_a_lesson_has_come_along_is_taken_from_under_the_counter_in_hand(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.home}#/lessons/rileys_road")
    visitor.page.click("[data-lesson='6-night'] button")
    visitor.wait_asked()
    for unit in ("g1", "g2"):
        visitor.click_counter(unit)
        since = visitor.revision
        visitor.page.click(f".fan [data-unit='{unit}']")
        visitor.wait_asked(since)
    expect(visitor.page.locator(".lesson-card .strayed")).to_have_count(0)


_APART = """() => {
    const card = document.querySelector('.lesson-card').getBoundingClientRect();
    const inside = card.left >= 0 && card.top >= 0 && card.right <= innerWidth && card.bottom <= innerHeight;
    const rings = [...document.querySelectorAll('.lesson-ring')].map(ring => ring.getBoundingClientRect());
    return inside && rings.length > 0 && rings.every(ring => ring.right <= card.left || ring.left >= card.right
        || ring.bottom <= card.top || ring.top >= card.bottom);
}"""
