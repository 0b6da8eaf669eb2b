"""Panzer at a real browser: facings, whole platoons, the card of a tank, what a shot would do, sight and lights."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.visitor import Visitor

COVERED = """() => {
    const look = (found) => {
        const note = document.querySelector('.toasts .toast')?.getBoundingClientRect();
        if (note === undefined) return requestAnimationFrame(() => look(found));
        found([...document.querySelectorAll('.reach [data-option]')].filter(each => {
            const box = each.getBoundingClientRect();
            return box.x < note.right && box.right > note.x && box.y < note.bottom && box.bottom > note.y;
        }).map(each => each.dataset.option));
    };
    window.covered = new Promise(look);
}"""
"""Watch for the first note, and tell which hexes that can be chosen lie under it: notes go by themselves."""
RIGHT_EDGES = "each => ['.turret', '.ring'].map(part => each.querySelector(part).getBoundingClientRect().right)"
"""How far its turret and its ring reach, at one moment of a map that may be moving."""
ALONE = {"german": "human", "soviet": "greedy"}


def begun(visitor: Visitor) -> Visitor:
    """A game against the computer in which the Germans have been set up."""
    visitor.sit_down("panzer", "gully", seed=1, seats=ALONE)
    visitor.choose("do:standard")
    visitor.page.keyboard.press("Escape")
    return visitor


def learning(visitor: Visitor, lesson: str) -> Page:
    """A lesson, begun with one click in the list."""
    visitor.page.goto(f"{visitor.home}#/lessons/panzer")
    visitor.page.click(f"[data-lesson='{lesson}'] button")
    visitor.wait_asked()
    return visitor.page


def test_a_tank_is_turned_by_arrows_on_the_map_and_shows_its_front_and_its_turret(visitor: Visitor) -> None:
    visitor.sit_down("panzer", "gully", seed=1, seats=ALONE)
    page = visitor.page
    expect(page.locator(".data-card h3").first).to_have_text("PzKpfw IV H A1-1")
    visitor.choose("hex:1B8")
    expect(page.locator(".answers [data-option^='face:']")).to_have_count(0)
    expect(page.locator(".faces [data-option^='face:']")).to_have_count(6)
    visitor.choose("face:SE")
    counter = page.locator(".counters [data-unit='gA1-1']")
    expect(counter.locator("g[transform='rotate(30)'] .turret")).to_have_count(1)
    turret, card = counter.evaluate(RIGHT_EDGES)
    assert turret > card


def test_one_click_with_shift_tells_a_platoon_and_another_makes_an_exception(visitor: Visitor) -> None:
    page = begun(visitor).page
    page.hover("[data-option='platoon:gA1']")
    expect(page.locator(".counters .picked")).to_have_count(4)
    page.mouse.move(0, 0)
    expect(page.locator(".counters .picked")).to_have_count(0)
    since = visitor.revision
    page.keyboard.down("Shift")
    visitor.click_counter("gA1-2")
    page.keyboard.up("Shift")
    visitor.wait_asked(since)
    assert visitor.prompt.startswith("Which command for A1 · PzKpfw IV H platoon, 4?")
    expect(page.locator(".counters .picked")).to_have_count(4)
    visitor.choose("command:overwatch")
    visitor.choose("unit:gA1-3")
    visitor.choose("command:move")
    for unit, command in (("gA1-1", "O"), ("gA1-3", "M")):
        expect(page.locator(f".counters [data-unit='{unit}'] text", has_text=re.compile(f"^{command}$"))).to_have_count(
            1
        )


def test_a_lesson_leads_to_a_shot_that_is_weighed_before_it_is_fired(visitor: Visitor) -> None:
    page = learning(visitor, "3-fire")
    for pick in ("platoon:gA1", "command:fire", "do:done"):
        visitor.choose(pick)
    page.click("[data-act=read]")
    odds = page.locator(".odds-card")
    for target, told in (("sA1-1", r"Armor, front\s*19"), ("sA1-2", r"Armor, rear\s*14")):
        visitor.point_at_counter(target)
        expect(odds.locator(".sum")).to_contain_text(re.compile(told))
        expect(odds.locator(".sum")).to_contain_text(re.compile(r"Chance to hit\s*56%"))
    expect(odds.locator(".sum")).to_contain_text("A hit (Rear) knocks out")
    visitor.choose("unit:sA1-2")
    page.keyboard.press("x")
    expect(page.locator("[data-option='unit:gA1-1'], [data-option='unit:gA1-2']")).to_have_count(0)
    visitor.click_option("do:fire")
    expect(page.locator(".lesson-card")).to_contain_text("Knocked out. Facing is half the armour")
    expect(page.locator(".log")).to_contain_text("fires at T-34/76 M43 A1-2: Knocked Out")


def test_a_shot_of_the_advanced_game_is_weighed_place_by_place(visitor: Visitor) -> None:
    page = learning(visitor, "4-hull-down")
    for pick in ("platoon:gA1", "command:fire", "do:done"):
        visitor.choose(pick)
    visitor.point_at_counter("sA1-1")
    told = page.locator(".odds-card .sum")
    expect(told).to_contain_text(re.compile(r"Chance to hit\s*81%"))
    expect(told).to_contain_text("Hit angle: Front/Side")
    expect(told).to_contain_text(
        re.compile(r"Turret Front, 22 against 18: damaged 30%, knocked out 40%, brewed up 20%\s*20%")
    )
    expect(told).to_contain_text(re.compile(r"Track: tracks hit\s*10%"))


def test_fields_of_fire_spotting_ranges_and_hull_down_ground_are_lit(visitor: Visitor) -> None:
    page = learning(visitor, "4-hull-down")
    for overlay, in_reach in (("field", 1), ("spotted", 0), ("hull-down", 0)):
        page.keyboard.press("o")
        page.click(f"[data-overlay={overlay}]")
        visitor.point_at("1F12")
        expect(page.locator("[data-lit='1F13']")).to_have_count(1)
        expect(page.locator("[data-lit='1C9']")).to_have_count(in_reach)


def test_a_note_lies_on_none_of_the_hexes_in_which_a_unit_can_be_set_up(visitor: Visitor, other: Visitor) -> None:
    visitor.set_up({"german": "open", "soviet": "human"}, title="panzer", scenario="Gully")
    page = visitor.page
    link = page.locator(".link-field input").first.input_value()
    page.click(".modal .primary")
    expect(page.locator(".reach [data-option]").first).to_be_attached()
    page.evaluate(COVERED)
    other.page.goto(link)
    other.page.click("[role=tab]:last-child")
    other.page.fill(".chat input", "Good luck")
    other.page.keyboard.press("Enter")
    assert page.evaluate("window.covered") == []


def test_the_card_of_a_tank_lies_beside_the_map_and_leaves_all_of_it_in_sight(visitor: Visitor) -> None:
    page = begun(visitor).page
    visitor.point_at_counter("gA1-1")
    card = page.locator(".data-card")
    expect(card.locator("[data-chart^=weapon] thead")).to_contain_text("PSMLE")
    expect(card.locator("[data-chart=armor]")).to_contain_text("Front")
    window, beside = page.locator(".map-window").bounding_box(), card.bounding_box()
    assert window is not None
    assert beside is not None
    assert beside["x"] >= window["x"] + window["width"] - 1


def test_two_clicks_tell_what_blocks_a_line_of_sight_and_draw_it(visitor: Visitor) -> None:
    page = begun(visitor).page
    page.keyboard.press("s")
    revision = visitor.revision
    for label in ("1F8", "1M9"):
        visitor.click_hex(label)
    card = page.locator(".sight-card")
    expect(card.locator(".verdict")).to_contain_text("Blocked by Wood Building, level 1, at 1H9")
    expect(card.locator(".verdict .rule-chip")).to_contain_text("4.1.4.2.1")
    expect(card.locator("svg .sight")).to_have_count(1)
    expect(page.locator(".sight-line.blocked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert visitor.revision == revision
