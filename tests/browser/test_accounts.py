"""Accounts in a real browser, on a shared server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor
from sandtable.server.post import Seal
from sandtable.server.settings import Mail, Settings
from server.harness import NO_LIMITS, Server, serving

PASSWORD = "correct horse battery"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A shared server in the place of the local one."""
    database = f"sqlite:///{tmp_path_factory.mktemp('shared')}/games.sqlite3"
    mail = Mail(host="127.0.0.1", port=1, sender="games@example.org", address="https://games.example.org")
    with serving(Settings(database=database, shared=True, limits=NO_LIMITS, pause=0, mail=mail)) as running:
        yield running


def fill(visitor: Visitor, name: str, password: str = PASSWORD) -> None:
    visitor.page.fill(".credentials [name=name]", name)
    visitor.page.fill(".credentials [name=password]", password)
    visitor.page.click(".credentials [type=submit]")


def sign_up(visitor: Visitor, name: str) -> None:
    visitor.go_home()
    visitor.page.click("text=Create an account")
    fill(visitor, name)
    expect(visitor.page.locator(".account")).to_contain_text(f"Signed in as {name}")


def test_the_games_of_an_account_are_there_on_any_browser(visitor: Visitor, other: Visitor) -> None:
    sign_up(visitor, "Ada")
    visitor.page.click(".title.tutorial .primary")
    visitor.wait_asked()
    visitor.choose("order:march")

    other.go_home()
    expect(other.page.locator(".game")).to_have_count(0)
    other.page.click(".account button >> text=Sign in")
    fill(other, "Ada")
    expect(other.page.locator(".game")).to_have_count(1)
    other.page.click(".game .primary")
    other.wait_asked()
    assert "Blue has ordered: March" in other.log()
    assert "unit:b4" in other.options()


def test_who_has_forgotten_the_password_asks_for_a_letter_and_chooses_another(visitor: Visitor) -> None:
    visitor.go_home()
    visitor.page.click(".account button >> text=Sign in")
    expect(visitor.page.locator("[data-act=forgotten]")).to_be_disabled()
    visitor.page.fill(".credentials [name=name]", "Whoever")
    visitor.page.click("[data-act=forgotten]")
    expect(visitor.page.locator(".credentials [role=status]")).to_contain_text("a letter is on its way")
    visitor.page.goto(f"{visitor.page.url.partition('#')[0]}#/password/old")
    visitor.page.fill(".credentials [name=password]", PASSWORD)
    visitor.page.click(".credentials [type=submit]")
    expect(visitor.page.locator("[role=status]")).to_contain_text("too old")


def test_signing_out_leaves_nothing_behind(visitor: Visitor) -> None:
    sign_up(visitor, "Blaise")
    visitor.page.click(".title.tutorial .primary")
    visitor.wait_asked()
    table = visitor.page.url
    visitor.page.click(".home")
    expect(visitor.page.locator(".game")).to_have_count(1)
    visitor.page.click("text=Sign out")
    expect(visitor.page.locator(".account")).to_contain_text("Sign in")
    expect(visitor.page.locator(".game")).to_have_count(0)
    visitor.page.goto(table)
    expect(visitor.page.locator(".link.refused")).to_be_visible()
    assert visitor.options() == []


def test_what_goes_wrong_is_said_in_words_in_both_languages(visitor: Visitor, other: Visitor) -> None:
    sign_up(visitor, "Carl")
    other.go_home()
    other.page.click("text=Create an account")
    fill(other, "Carl")
    problem = other.page.locator(".credentials .problem")
    expect(problem).to_have_text("That name is taken, or looks like one that is, or like a side. Choose another.")
    fill(other, "Dora", "short")
    expect(problem).to_have_text("A password has 10 to 256 characters.")
    fill(other, "Dora", "password123")
    expect(problem).to_have_text("That password is among the first that others would try. Choose another.")
    other.page.click("text=I have an account")
    fill(other, "Carl", "another password")
    expect(problem).to_have_text("Name and password do not belong together.")
    other.page.keyboard.press("Escape")
    other.page.click("text=日本語")
    other.page.click(".account button >> nth=0")
    fill(other, "Carl", "another password")
    expect(problem).to_have_text("名前とパスワードが合いません。")
    fill(other, "Carl")
    expect(other.page.locator(".account")).to_contain_text("Carl でログイン中")


def test_one_asks_to_be_written_to_and_takes_it_back(visitor: Visitor) -> None:
    sign_up(visitor, "Emmy")
    page = visitor.page
    letters = page.locator("[data-act=letters]")
    expect(letters).to_have_text("E-mail: off")
    letters.click()
    page.fill("[name=email]", "emmy@example.org")
    page.click(".credentials [type=submit]")
    expect(letters).to_have_text("E-mail: on")
    page.reload()
    expect(letters).to_have_text("E-mail: on")
    letters.click()
    expect(page.locator("[name=email]")).to_have_value("emmy@example.org")
    page.get_by_label("Write to me").uncheck()
    page.click(".credentials [type=submit]")
    expect(letters).to_have_text("E-mail: off")
    page.goto(f"{visitor.home}#/stop/{Seal('not ours').token(1, 'emmy@example.org')}")
    expect(page.locator(".lone-page [role=status]")).to_contain_text("not from one of our letters")


def test_one_signs_out_where_one_left_oneself_signed_in(visitor: Visitor, other: Visitor) -> None:
    sign_up(visitor, "Vera")
    other.go_home()
    other.page.click(".account button >> nth=0")
    fill(other, "Vera")
    expect(other.page.locator(".account")).to_contain_text("Signed in as Vera")
    visitor.page.click("[data-act=places]")
    places = visitor.page.locator(".places li")
    expect(places).to_have_count(2)
    expect(places.filter(has_text="This browser").locator("button")).to_have_count(0)
    places.locator("button").click()
    expect(places).to_have_count(1)
    other.page.reload()
    expect(other.page.locator(".account")).to_contain_text("Sign in")
