"""The past in a real browser: log and board in step, links to positions, and playing on from one."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor


def test_a_line_of_the_log_leads_to_its_position_and_a_study_goes_on_from_there(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose(visitor.in_reach("unit")[0])
    visitor.choose(visitor.in_reach("hex")[0])
    page = visitor.page
    page.locator(".log .sentence").first.click()
    expect(page.locator(".action-bar.looking")).to_be_visible()
    expect(page.locator(".log [aria-current=step]")).to_have_count(1)
    page.fill(".replay input[type=range]", "2")
    expect(page.locator(".replay output")).to_contain_text("2/")
    before = page.url
    page.click("[data-act=study]")
    page.wait_for_function("old => location.href !== old", arg=before)
    visitor.wait_asked()
    expect(page.locator(".replay output")).to_have_text("2/2")  # both orders, whoever was the first to give his


def test_an_address_names_a_position(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    page = visitor.page
    table = page.url
    page.goto("about:blank")
    page.goto(f"{table}/0")
    expect(page.locator(".action-bar.looking")).to_be_visible()
    expect(page.locator(".replay output")).to_contain_text("0/")
