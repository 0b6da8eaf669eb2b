"""Riley's Road in the browser: tanks that turn by arrows, and weapons that are told with the men who carry them."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.visitor import Visitor

SEATS = {"german": "greedy", "canadian": "human"}


def begun(visitor: Visitor, scenario: str) -> None:
    """A game against the computer in which the Canadians have been set up."""
    visitor.sit_down("rileys_road", scenario, 3, SEATS)
    visitor.choose("do:suggested")


def until(visitor: Visitor, prompt: str) -> None:
    """Be done with one question after the other until one of some words is asked."""
    while not re.search(prompt, visitor.prompt):
        visitor.choose("do:done")


def test_a_tank_is_turned_by_arrows_and_its_turret_by_those_further_out(visitor: Visitor) -> None:
    begun(visitor, "pak-front")
    until(visitor, "Who moves")
    visitor.take("vehicle:cv2")
    expect(visitor.page.locator(".action-bar h2")).to_contain_text("MP left")
    visitor.choose("do:start")
    page = visitor.page
    expect(page.locator(".answers [data-option^='spine:'], .answers [data-option^='turret:']")).to_have_count(0)
    expect(page.locator(".faces .mounted[data-option^='turret:']")).to_have_count(5)
    turned = page.locator(".faces [data-option^='spine:']").first.get_attribute("data-option") or ""
    visitor.choose(turned)
    expect(page.locator(".log .turned")).to_have_count(1)


def test_a_weapon_that_is_pointed_at_rings_the_men_who_carry_it(visitor: Visitor) -> None:
    begun(visitor, "farm")
    until(visitor, "changes hands")
    page = visitor.page
    visitor.wait_unguarded()
    page.hover(".answers [data-option='weapon:cw1']")
    expect(page.locator(".counters .picked")).to_have_count(1)
    page.mouse.move(0, 0)
    expect(page.locator(".counters .picked")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator(".stack-card .together")).to_have_count(0)


def test_the_sum_that_is_opened_in_the_log_stays_in_sight(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 560})
    begun(visitor, "farm")
    until(visitor, "who fires")
    page = visitor.page
    for option in ("unit:c1", "hex:S15", "do:fire"):
        since = visitor.revision
        visitor.take(option)
        visitor.wait_asked(since)
    visitor.choose("do:done")
    page.locator(".log summary").last.click()
    expect(page.locator(".action-bar.looking")).to_be_visible()
    expect(page.locator(".log .sum").last).to_be_in_viewport()


def test_a_stack_is_taken_along_with_the_one_in_hand_by_one_button(visitor: Visitor) -> None:
    begun(visitor, "farm")
    until(visitor, "Who moves")
    visitor.choose("unit:c10")
    page = visitor.page
    page.keyboard.press("v")
    entries = page.locator(".stack-card .counter-entry")
    expect(entries.get_by_role("button", name="Take along")).to_have_count(2)
    expect(entries.get_by_role("checkbox")).to_have_count(0)
    page.get_by_role("button", name="Take along all 2").click()
    expect(page.locator(".counters .picked")).to_have_count(3)
    expect(page.locator(".action-bar h2")).to_contain_text("Where do")


def test_the_key_for_the_next_that_can_act_takes_up_vehicles_as_well(visitor: Visitor) -> None:
    begun(visitor, "pak-front")
    until(visitor, "Who moves")
    page = visitor.page
    visitor.choose("vehicle:cv1")
    for vehicle in ("cv2", "cv3"):
        since = visitor.revision
        page.keyboard.press("j")
        expect(page.locator(".action-bar h2")).to_contain_text(f" {vehicle} has")
        visitor.wait_asked(since)
    visitor.page.get_by_role("tab", name="Units").click()
    expect(page.locator(".formation")).to_have_count(1)
