"""The start page in a real browser: saves, reports and spectators."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.visitor import Visitor
from server.harness import Server


def test_a_game_is_downloaded_and_goes_on_from_the_file(visitor: Visitor, tmp_path: Path) -> None:
    visitor.set_up({"red": "human"})
    visitor.wait_asked()
    visitor.choose("order:march")
    since = visitor.revision
    visitor.page.click(".hand-over .primary")
    visitor.wait_asked(since)
    visitor.choose("order:hold")
    visitor.page.click(".home")
    with visitor.page.expect_download() as download:
        visitor.page.locator(".game").first.get_by_text("Download").click()
    save = tmp_path / "game.sandtable"
    download.value.save_as(save)
    visitor.page.set_input_files("input[type=file]", save)
    visitor.page.click("[data-seat='red-bot']")
    visitor.page.click(".set-up > .primary")
    visitor.wait_asked()
    assert "Blue has ordered: March" in visitor.log()
    assert "unit:b4" in visitor.options()


def test_a_local_server_asks_nobody_to_sign_in(visitor: Visitor) -> None:
    with visitor.page.expect_response("**/api/session"):
        visitor.go_home()
    expect(visitor.page.locator(".title.tutorial .primary")).to_be_visible()
    expect(visitor.page.locator(".account")).to_have_count(0)


def test_a_file_that_is_no_save_is_refused_with_a_reason(visitor: Visitor, tmp_path: Path) -> None:
    visitor.go_home()
    nonsense = tmp_path / "nonsense.sandtable"
    nonsense.write_text("nonsense", encoding="utf8")
    visitor.page.set_input_files("input[type=file]", nonsense)
    expect(visitor.page.locator(".games .problem")).not_to_be_empty()


def test_the_report_opens_in_a_tab_of_its_own(visitor: Visitor) -> None:
    visitor.set_up({"red": "human"})
    visitor.wait_asked()
    visitor.page.click(".home")
    with visitor.page.context.expect_page() as opened:
        visitor.page.locator(".game").first.get_by_text("Report").click()
    expect(opened.value.locator("svg").first).to_be_visible()


def test_a_spectator_sees_the_map_and_no_secrets(visitor: Visitor, other: Visitor) -> None:
    visitor.set_up({"red": "open"})
    link = visitor.page.locator(".link-field input").last.input_value()
    other.page.goto(link)
    expect(other.page.locator(".side-stripe")).to_have_text("Watching")
    expect(other.page.locator(".counter").first).to_be_visible()
    assert other.options() == []
    assert all(said.get("question") is None for said in other.heard)


def test_a_seat_at_this_machine_can_be_taken_again_from_another_browser(server: Server, chromium: Browser) -> None:
    with Visitor(chromium, server) as first, Visitor(chromium, server) as second:
        first.play_at_once()
        address = first.page.url
        first.page.goto("about:blank")
        second.page.goto(address)
        second.wait_asked()
        assert "order:march" in second.options()


def test_a_scenario_is_made_to_order_and_played(visitor: Visitor) -> None:
    visitor.go_home()
    page = visitor.page
    page.click("[data-title='panzer'] .choices button:nth-child(2)")
    page.select_option("[data-dial=rules]", "basic")
    page.select_option("[data-dial=size]", "platoon")
    page.fill("input[data-dial=seed]", "7")
    expect(page.locator(".scenario.made.chosen")).to_contain_text("Reinforced platoons meet in")
    page.click(".set-up [type=submit]")
    expect(page.locator(".where")).to_contain_text("Meeting engagement 1943, no. 7")


def test_a_game_at_one_screen_says_that_it_is_for_study_and_goes_into_the_archive(visitor: Visitor) -> None:
    visitor.set_up({"red": "human"})
    visitor.wait_asked()
    expect(visitor.page.locator(".study-mark")).to_contain_text("Study table: one visitor has held several seats")
    visitor.page.click(".home")
    page = visitor.page
    page.locator(".game [data-act=put-away]").first.wait_for()
    before = page.locator(".game").count()
    page.locator(".game [data-act=put-away]").first.click()
    expect(page.locator(".game")).to_have_count(before - 1)
    page.click("[data-act=archive]")
    expect(page.locator(".games h2")).to_have_text("Archive")
    page.locator(".game [data-act=delete]").first.wait_for()
    before = page.locator(".game").count()
    page.locator(".game [data-act=delete]").first.click()
    page.locator(".game [data-act=delete]").first.click()
    expect(page.locator(".game")).to_have_count(before - 1)
