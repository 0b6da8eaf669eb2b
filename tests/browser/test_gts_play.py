"""What spares a player of the Arnhem battle clicks and riddles: turning to the next unit, a key that ends, the news."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from browser.test_gts import COMPANY, ROAD, choose, hot_seat, let_pass, passing_until
from browser.visitor import Visitor

BRIGADE = "1st Parachute Brigade: which unit acts?"
GUN, GUN_HEX = "1pb-at2", "1017"
MARCHED = "B Company, 3rd Parachute Battalion: 1018, 1118, 1217, 1317, 1417"


@pytest.fixture
def marching(visitor: Visitor) -> Visitor:
    """A company that has marched along the road and could go on."""
    hot_seat(visitor, seed=3)
    passing_until(visitor, BRIGADE)
    choose(visitor, COMPANY, "hex:1417")
    assert "how does it go on?" in visitor.prompt
    return visitor


def test_a_click_on_the_next_unit_ends_the_move_of_the_last(marching: Visitor) -> None:
    marching.page.locator(f".counters [data-unit='{GUN}']").click(force=True)
    expect(marching.page.locator(".asked h2")).to_contain_text("What does C Troop, 1st Anti-tank Battery do?")
    assert MARCHED in marching.log()


def test_a_click_on_a_unit_that_cannot_act_ends_nothing(marching: Visitor) -> None:
    marching.page.keyboard.press("e")
    expect(marching.page.locator(".asked h2")).to_contain_text(BRIGADE)
    choose(marching, f"unit:{GUN}", "hex:1118")
    marching.page.locator(".counters [data-unit='1pb3-b']").click(force=True)
    marching.wait_noted("has acted under this chit")
    expect(marching.page.locator(".asked h2")).to_contain_text("C Troop, 1st Anti-tank Battery has")


def test_one_key_ends_the_move_and_then_asks_before_it_ends_the_activation(marching: Visitor) -> None:
    marching.page.keyboard.press("e")
    expect(marching.page.locator(".asked h2")).to_contain_text(BRIGADE)
    marching.page.keyboard.press("e")
    expect(marching.page.locator(".modal")).to_contain_text("A Company, 3rd Parachute Battalion")
    marching.page.click("[data-confirm]")
    expect(marching.page.locator(".asked h2")).to_contain_text("With which unit is Brigadier G. W. Lathbury placed?")


def test_the_place_of_an_interrupt_glows_as_long_as_it_is_asked_about(visitor: Visitor) -> None:
    hot_seat(visitor, seed=3)
    passing_until(visitor, BRIGADE)
    choose(visitor, COMPANY, ROAD, "do:uncolumn")
    expect(visitor.page.locator(".asked h2")).to_contain_text("Opportunity fire")
    visitor.page.wait_for_timeout(3000)
    expect(visitor.page.locator(".pulse")).to_have_count(1)
    visitor.page.keyboard.press("e")
    expect(visitor.page.locator(".pulse")).to_have_count(0)


def until_there_are_news(visitor: Visitor) -> Locator:
    """Play against the computer, doing as little as possible, until it has done something."""
    visitor.sit_down("gts", "krafft", seats={"allied": "human", "german": "greedy"})
    news = visitor.page.locator(".briefing")
    for _ in range(30):
        if news.count() > 0:
            break
        let_pass(visitor)
    return news


def test_what_the_computer_did_can_be_read_and_watched_again(visitor: Visitor) -> None:
    news = until_there_are_news(visitor)
    expect(news).to_contain_text("Chit: ")
    prompt = visitor.prompt
    news.get_by_role("button", name="Watch it").click()
    expect(visitor.page.locator(".action-bar.looking")).to_be_visible()
    expect(visitor.page.locator(".asked h2")).to_have_text(prompt)
    expect(news).to_be_visible()
    visitor.choose(visitor.in_reach("unit")[0])
    expect(news).to_have_count(0)


def test_escape_puts_the_news_away(visitor: Visitor) -> None:
    news = until_there_are_news(visitor)
    asked = visitor.revision
    visitor.page.keyboard.press("Escape")
    expect(news).to_have_count(0)
    assert visitor.revision == asked
