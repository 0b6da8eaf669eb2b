"""Games played in a real browser."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Browser, expect

from browser.visitor import PATIENCE, Visitor, lively_choice
from server.harness import Server

DROP_NEXT_CHOICE = """
const Real = WebSocket;
window.sockets = [];
window.WebSocket = class extends Real {
    constructor(address) { super(address); window.sockets.push(this); }
    send(text) {
        if (window.dropNext && text.includes('"choose"')) { window.dropNext = false; this.close(); }
        else super.send(text);
    }
};
"""

UNCOVERED = """async () => {
    const page = document.querySelector('.table-page');
    const frame = () => new Promise(requestAnimationFrame);
    page.classList.add('covered');
    for (let frames = 0; frames < 40; frames += 1) await frame();
    page.classList.remove('covered');
    for (let frames = 0; ; frames += 1) {
        if (getComputedStyle(document.querySelector('.action-bar h2')).visibility === 'visible') return frames;
        await frame();
    }
}"""
"""How many frames pass until the question can be read, once the map is covered no more."""

DEAF = """
const Hearing = WebSocket;
window.WebSocket = class extends Hearing {
    set onmessage(hear) {
        super.onmessage = event => {
            if (!window.deaf || JSON.parse(event.data).type === 'answer') hear(event);
        };
    }
};
"""
"""While `deaf`, only answers get through."""

HASTY = """() => new MutationObserver((_, observer) => {
    const button = document.querySelector("[data-option='do:done']");
    if (button === null) return;
    observer.disconnect();
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    window.hasty = 1;
}).observe(document.body, { childList: true, subtree: true })"""
"""Click on the button that ends things in the moment in which it appears."""

ODDS_ARE_WHOLE = """() => {
    const shares = [...document.querySelectorAll('.odds-card .share')].map(({ textContent }) => textContent);
    return Math.abs(100 - shares.reduce((sum, share) => sum + parseFloat(share.replace('<', '')), 0)) <= 3;
}"""
"""What can come of an attack adds up to a hundred parts in a hundred, but for rounding."""


@pytest.mark.long
def test_a_whole_game_against_the_computer_by_clicks_only(visitor: Visitor) -> None:
    visitor.set_up({}, seed=11)
    visitor.wait_asked()
    dice = random.Random(5)
    seen_odds = False
    for _ in range(400):
        if visitor.is_over:
            break
        options = sorted(visitor.options())
        if "do:attack" in options and not seen_odds:
            visitor.page.hover("[data-option='do:attack']")
            visitor.page.wait_for_function(ODDS_ARE_WHOLE)
            seen_odds = True
        visitor.choose(lively_choice(options, dice))
    assert visitor.is_over
    assert seen_odds
    visitor.page.click(".prompt.over button")
    expect(visitor.page.locator(".verdict.good")).to_be_visible()


def test_two_browsers_and_an_invitation(visitor: Visitor, other: Visitor) -> None:
    visitor.set_up({"red": "open"})
    link = visitor.page.input_value(".link-field input")
    assert re.search(r"/#/join/[\w-]{20,}$", link)
    visitor.page.click(".modal .primary")
    visitor.wait_asked()
    other.page.goto(link)
    other.wait_asked()

    since = other.revision
    other.click_option("order:assault")
    expect(other.page.locator(".prompt.waiting")).to_be_visible()
    assert "Assault" not in visitor.log(), "an order is secret until both are given"
    visitor.choose("order:march")
    other.page.wait_for_function("r => document.querySelector('.action-bar').dataset.revision !== r", arg=since)
    expect(visitor.page.locator(".log")).to_contain_text("Red has ordered: Assault")
    expect(other.page.locator(".log")).to_contain_text("Blue has ordered: March")

    visitor.page.click("[role=tab]:last-child")
    visitor.page.fill(".chat input", "Good luck")
    visitor.page.keyboard.press("Enter")
    other.page.click("[role=tab]:last-child")
    expect(other.page.locator(".chat ol")).to_contain_text("Good luck")

    cards = [card for position in visitor.shown for card in position["picture"]["cards"]]
    secret = [card for card in cards if card["side"] == "red" and card["at"] != "arrivals"]
    assert secret
    assert all(card["states"] == ["hidden"] and card["name"] == card["values"] == "" for card in secret)


def test_an_invitation_works_once(visitor: Visitor, other: Visitor) -> None:
    visitor.set_up({"red": "open"})
    link = visitor.page.input_value(".link-field input")
    other.page.goto(link)
    other.wait_asked()
    visitor.page.goto(link)
    expect(visitor.page.locator("[role=status]")).to_contain_text("This invitation cannot be used")


def test_a_dropped_connection_recovers_and_the_choice_is_made(newcomer: Visitor) -> None:
    newcomer.page.add_init_script(DROP_NEXT_CHOICE)
    newcomer.sit_down()
    newcomer.page.evaluate("window.dropNext = true")
    newcomer.choose("order:march")
    assert newcomer.page.evaluate("window.sockets.length") == 2
    assert newcomer.log().count("Blue has ordered: March") == 1
    newcomer.wait_noted("Connected again")


def test_a_page_that_missed_an_undo_is_shown_what_came_of_it(newcomer: Visitor) -> None:
    """Another page at the same seat takes a choice back and makes another; the first has not heard of it."""
    newcomer.page.add_init_script(DEAF)
    newcomer.sit_down()
    newcomer.choose("order:march")
    newcomer.choose("unit:b4")
    with newcomer.beside() as twin:
        newcomer.page.evaluate("window.deaf = true")
        twin.page.keyboard.press("u")
        expect(twin.page.locator("[data-unit='b1'].offered")).to_be_attached()
        twin.choose("unit:b1")
    since = newcomer.revision
    newcomer.click_option("do:stay")
    newcomer.wait_noted("The game had moved on before your choice arrived")
    newcomer.wait_asked(since)
    expect(newcomer.page.locator(".action-bar h2")).to_contain_text("Blue 1")
    assert "Blue 4" not in newcomer.log()
    newcomer.page.evaluate("window.deaf = false")
    newcomer.choose("do:stay")
    expect(newcomer.page.locator(".action-bar h2")).to_contain_text("Pick a counter")


def test_a_reload_in_the_middle_of_a_decision(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    prompt, options = visitor.prompt, visitor.options()
    visitor.page.reload()
    visitor.wait_asked()
    assert (visitor.prompt, sorted(visitor.options())) == (prompt, sorted(options))
    visitor.choose("hex:0406")
    assert "Blue 4 moves to 0406" in visitor.log()


def test_a_game_is_resumed_from_the_start_page(visitor: Visitor) -> None:
    visitor.play_at_once()
    visitor.choose("order:hold")
    prompt = visitor.prompt
    visitor.page.click(".home")
    visitor.page.locator(".game .primary").first.click()
    visitor.wait_asked()
    assert visitor.prompt == prompt


def test_hot_seat_covers_the_map_until_the_other_is_there(visitor: Visitor) -> None:
    visitor.set_up({"red": "human"})
    visitor.wait_asked()
    visitor.choose("order:march")
    expect(visitor.page.locator(".hand-over h1")).to_contain_text("Red")
    expect(visitor.page.locator(".counter").first).not_to_be_visible()
    visitor.page.click(".hand-over .primary")
    expect(visitor.page.locator(".hand-over")).to_have_count(0)
    assert visitor.page.evaluate(UNCOVERED) <= 2
    expect(visitor.page.locator(".side-stripe")).to_have_text("Red")
    assert "March" not in visitor.log()
    assert set(visitor.options()) == {"order:march", "order:assault", "order:hold"}


def test_a_refused_click_says_why_and_the_rule_opens(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    visitor.click_hex("1105")
    refusal = visitor.page.locator(".toast.refusal")
    expect(refusal).to_contain_text("1105 is out of reach")
    refusal.locator(".rule-chip").click()
    expect(visitor.page.locator(".rule-popover h3")).to_have_text(re.compile(r"3\.2 \w+"))
    expect(visitor.page.locator(".rule-popover p")).to_have_text(re.compile(r"\w{3,} .*\w"))


def test_a_click_on_an_enemy_or_on_nothing_is_answered_with_what_it_meant(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    refusal = visitor.page.locator(".toast.refusal")
    enemy = next(
        card for card in visitor.shown[-1]["picture"]["cards"] if card["side"] == "red" and card["at"].isdigit()
    )
    visitor.click_hex(enemy["at"])
    expect(refusal).to_contain_text("occupied by the enemy, and attacks come after movement")
    visitor.click_hex("0110")
    expect(refusal).to_contain_text("first this is to be answered: Pick a counter to move")
    visitor.choose("unit:b4")
    visitor.click_hex(enemy["at"])
    expect(refusal).to_contain_text("occupied by the enemy, and attacks come after movement")


def test_pointing_at_a_hex_shows_the_way_and_undo_puts_the_counter_back(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    visitor.point_at("0606")
    expect(visitor.page.locator(".way .over")).to_be_visible()
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.locator(".reach .offer")).to_have_count(0)
    assert "unit:b4" in visitor.options()


def test_the_field_of_sight_is_lit_and_follows_the_pointer(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.page.keyboard.press("o")
    expect(visitor.page.locator("[role=menuitemradio][aria-checked=true]")).to_be_focused()
    visitor.page.keyboard.press("ArrowDown")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator(".overlay-chip")).to_contain_text("Point at a hex.")
    visitor.page.wait_for_selector(".sheet:not(.moving)")
    lit = visitor.page.locator("[data-lit]")
    visitor.point_at("0505")
    expect(visitor.page.locator("[data-lit='0505']")).to_be_attached()
    first = lit.count()
    expect(visitor.page.locator(".overlay-chip")).to_contain_text(f"{first} hexes")
    visitor.point_at("1208")
    expect(visitor.page.locator("[data-lit='1208']")).to_be_attached()
    expect(visitor.page.locator("[data-lit='0505']")).not_to_be_attached()
    visitor.page.click(".overlay-chip button")
    expect(lit).to_have_count(0)


def test_a_click_on_a_friend_sends_the_counter_in_hand_to_it_where_it_can_go(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    assert "hex:0406" in visitor.options(), "where Blue 6 stands"
    visitor.point_at_counter("b6")
    expect(visitor.page.locator(".way .over")).to_be_visible()
    since = visitor.revision
    visitor.click_counter("b6")
    visitor.wait_changed(since)
    assert "Blue 4 moves to 0406" in visitor.log()


def test_a_friend_where_the_counter_in_hand_could_go_is_taken_up_from_its_stack_laid_out(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    visitor.point_at_counter("b6")
    visitor.page.keyboard.press("v")
    since = visitor.revision
    visitor.page.click(".stack-card .counter-entry button")
    visitor.wait_asked(since)
    expect(visitor.page.locator(".counters .counter.picked")).to_have_attribute("data-unit", "b6")
    assert "moves to" not in visitor.log()


def test_a_click_on_a_friend_out_of_reach_of_the_counter_in_hand_takes_it_up(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    assert "hex:0205" not in visitor.options(), "where Blue 7 stands"
    since = visitor.revision
    visitor.click_counter("b7")
    visitor.wait_asked(since)
    expect(visitor.page.locator(".counters .counter.picked")).to_have_attribute("data-unit", "b7")


def test_a_click_on_the_counter_in_hand_puts_it_down(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    visitor.wait_unguarded()
    visitor.click_counter("b4")
    expect(visitor.page.locator(".counter.picked")).to_have_count(0)
    expect(visitor.page.locator(".map-window [data-option='unit:b4']")).to_be_attached()


def test_a_second_click_at_once_does_not_answer_the_question_that_has_come_up(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.page.evaluate(HASTY)
    visitor.choose("order:march")
    visitor.page.wait_for_function("window.hasty === 1", polling=15)
    visitor.wait_unguarded()
    expect(visitor.page.locator(".modal")).to_have_count(0)
    visitor.page.click("[data-option='do:done']")
    expect(visitor.page.locator(".remaining")).to_be_visible()


def test_ending_a_phase_asks_first(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.page.keyboard.press("e")
    expect(visitor.page.locator(".remaining")).to_contain_text("Blue")
    visitor.page.click(".modal .choices button:last-child")
    assert "unit:b4" in visitor.options()


def test_the_past_can_be_looked_at(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b4")
    visitor.choose("hex:0406")
    visitor.page.locator(".replay input").fill("0")
    expect(visitor.page.locator(".action-bar")).to_contain_text("You are looking back: choice 0")
    expect(visitor.page.locator("[data-unit='b4']")).to_have_attribute("aria-label", re.compile("in 0306"))
    visitor.page.click(".action-bar .primary")
    expect(visitor.page.locator("[data-unit='b4']")).to_have_attribute("aria-label", re.compile("in 0406"))


def test_the_interface_is_japanese_throughout(visitor: Visitor) -> None:
    visitor.go_home()
    visitor.page.click("text=日本語")
    expect(visitor.page.locator(".title.tutorial .primary")).to_have_text("コンピューターと対戦")
    expect(visitor.page.locator(".title h3").first).to_contain_text("ホルムの橋")
    visitor.page.click(".title.tutorial .primary")
    visitor.wait_asked()
    visitor.choose(visitor.options()[0])
    texts = visitor.page.evaluate("""() => [...document.querySelectorAll('button, h2, h3, .heading-line, .log li')]
        .filter(e => e.offsetParent && !e.closest('.languages')).map(e => e.innerText.trim())""")
    english = [text for text in texts if re.search(r"[A-Za-z]{4,}", text)]
    assert english == []
    expect(visitor.page.locator("html")).to_have_attribute("lang", "ja")
    visitor.page.click("text=EN")
    expect(visitor.page.locator(".action-bar h2")).to_contain_text("Pick a counter to move")


def test_another_language_leaves_the_map_where_it_is(visitor: Visitor) -> None:
    visitor.sit_down()
    for _ in range(3):
        visitor.page.keyboard.press("+")
    visitor.page.wait_for_selector(".sheet:not(.moving)")
    before = visitor.middle_of("0505")
    visitor.page.click("text=日本語")
    expect(visitor.page.locator(".action-bar h2")).to_contain_text("命令")
    visitor.page.wait_for_selector("#hex-0505", state="attached")
    assert visitor.middle_of("0505") == before


def test_a_tablet_has_room_for_everything(server: Server, chromium: Browser) -> None:
    with Visitor(chromium, server, viewport={"width": 768, "height": 1024}, has_touch=True, is_mobile=True) as visitor:
        visitor.go_home()
        visitor.page.tap(".title.tutorial .primary")
        visitor.wait_asked()
        visitor.choose("order:march")
        visitor.page.touchscreen.tap(*visitor.middle_of("0306"))
        visitor.page.wait_for_selector(".reach .offer", timeout=PATIENCE)
        since = visitor.revision
        visitor.page.touchscreen.tap(*visitor.rim_of("0406"))
        expect(visitor.page.locator(".way .over")).to_be_visible()
        assert visitor.revision == since, "the first tap only shows"
        visitor.page.touchscreen.tap(*visitor.rim_of("0406"))
        visitor.wait_asked(since)
        assert "Blue 4 moves to 0406" in visitor.log()
        assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_map_does_not_move_away_under_a_click_at_its_edge(visitor: Visitor) -> None:
    visitor.sit_down()
    visitor.choose("order:march")
    visitor.choose("unit:b1")
    before = visitor.middle_of("0101")
    visitor.page.mouse.move(*before)
    visitor.page.mouse.down()
    assert visitor.middle_of("0101") == before
    visitor.page.mouse.up()
    expect(visitor.page.locator(".log")).to_contain_text("Blue 1 moves to 01")
