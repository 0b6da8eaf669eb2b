"""The Arnhem battle in a real browser: chits, fire, opportunity fire at two machines, overlays, secret purchases."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.visitor import Visitor

SCENARIO = "Krafft's line"
COMPANY, GUNS = "unit:1pb3-b", "unit:kra-9p"
ROAD = "hex:1517"
"""A hex of the road beside the German guns, and in their fire zone."""
MOST_LOOKS = 4000
"""How often both are looked at; most often nobody is asked anything yet."""
PASSING = ("do:done", "do:end", "do:stay", "do:no-second", "do:hold", "do:roll", "do:stop")


def hot_seat(visitor: Visitor, seed: int) -> None:
    visitor.sit_down("gts", "krafft", seed, {"allied": "human", "german": "human"})
    take_over(visitor)


def take_over(visitor: Visitor) -> None:
    """Wait for a question, and take the screen where it is passed."""
    visitor.wait_asked()
    passed = visitor.page.query_selector(".hand-over button")
    if passed is not None:
        passed.click()
        visitor.page.wait_for_selector(".hand-over", state="detached")
        visitor.page.wait_for_selector(".asked")


def choose(visitor: Visitor, *options: str) -> None:
    for option in options:
        visitor.choose(option)
        take_over(visitor)


def let_pass(visitor: Visitor) -> None:
    """Do as little as possible."""
    offered = visitor.offered()
    choose(visitor, next((option for option in PASSING if option in offered), min(offered)))


def passing_until(visitor: Visitor, words: str) -> None:
    for _ in range(40):
        if words in visitor.prompt:
            return
        let_pass(visitor)
    raise AssertionError(f"nobody was asked {words!r}")


def point_at(visitor: Visitor, option: str) -> Locator:
    """Point at what stands for an option on the map, and give the card that appears."""
    kind, _, name = option.partition(":")
    if kind == "unit":
        visitor.point_at_counter(name)
    else:
        visitor.point_at(name)
    card = visitor.page.locator(".odds-card")
    expect(card.locator(".share").first).to_be_visible()
    return card


def shares(card: Locator) -> float:
    return sum(float(share.strip("<%")) for share in card.locator(".share").all_inner_texts())


@pytest.mark.long
def test_a_chit_is_drawn_in_sight_of_all_and_its_units_fire_with_the_whole_sum_shown(visitor: Visitor) -> None:
    hot_seat(visitor, seed=3)
    passing_until(visitor, "1st Parachute Brigade: which unit acts?")
    expect(visitor.page.locator(".log .heading").last).to_contain_text("Chit: 1st Parachute Brigade")
    expect(visitor.page.locator(".victory")).to_contain_text(re.compile("Drawn this turn\\s*1 Para Bde"))
    choose(visitor, COMPANY, ROAD)
    passing_until(visitor, "Krafft: which unit acts?")
    expect(visitor.page.locator(".log .heading").last).to_contain_text("Krafft")
    visitor.wait_noted("Chit: ")
    expect(visitor.page.locator(".victory")).to_contain_text(re.compile("Drawn this turn.*Krafft"))
    choose(visitor, GUNS)
    card = point_at(visitor, COMPANY)
    expect(card).to_contain_text("Final fire rating")
    expect(card).to_contain_text("Target in column")
    assert 97 <= shares(card) <= 103
    choose(visitor, COMPANY)
    expect(visitor.page.locator(".log")).to_contain_text("fires at B Company, 3rd Parachute Battalion")


def test_pointing_at_a_hex_tells_who_may_fire_on_the_way(visitor: Visitor) -> None:
    hot_seat(visitor, seed=3)
    passing_until(visitor, "1st Parachute Brigade: which unit acts?")
    choose(visitor, COMPANY, ROAD)
    visitor.point_at("1417")
    expect(visitor.page.locator(".odds-card")).to_contain_text("Fire when leaving")


def test_overlays_light_up_fire_zones_and_command_ranges(visitor: Visitor) -> None:
    hot_seat(visitor, seed=3)
    for name in ("Fire zones: German", "Command ranges: Allied"):
        visitor.page.keyboard.press("o")
        visitor.page.get_by_role("menuitemradio", name=name).click()
        chip = visitor.page.locator(".overlay-chip")
        expect(chip).to_contain_text(re.compile(f"{name}\\s*[1-9][0-9]* hexes"))
    visitor.page.click(".overlay-chip button")
    expect(visitor.page.locator(".overlay-chip")).to_have_count(0)


def test_the_side_panel_tells_what_scores(visitor: Visitor) -> None:
    hot_seat(visitor, seed=3)
    goals = visitor.page.locator(".side-panel details", has_text="What scores")
    goals.locator("summary").click()
    expect(goals.locator("dl")).to_contain_text(re.compile("Companies through by nightfall\\s*5 a unit · turns 1–3"))


@pytest.fixture
def machines(visitor: Visitor, other: Visitor) -> tuple[Visitor, Visitor]:
    """The Allied player and, at another machine, the German one."""
    visitor.set_up({"german": "open", "allied": "human"}, seed=3, title="gts", scenario=SCENARIO)
    link = visitor.page.locator(".link-field input").first.input_value()
    visitor.page.click(".modal .primary")
    other.page.goto(link)
    other.page.click("[data-act=plain]")
    other.wait_asked()
    return visitor, other


def both_pass_until(players: tuple[Visitor, Visitor], words: str) -> None:
    """Both do as little as possible until the first is asked something; the other does not answer the same."""
    for _ in range(MOST_LOOKS):
        for player in players:
            if player.page.query_selector(".asked") is None:
                continue
            if words in player.prompt:
                if player is players[0]:
                    return
                continue
            since, offered = player.revision, player.offered()
            player.take(next(option for option in PASSING if option in offered))
            player.wait_changed(since)
        players[0].page.wait_for_timeout(20)
    raise AssertionError(f"nobody was asked {words!r}")


@pytest.mark.long
def test_opportunity_fire_is_announced_at_both_machines(machines: tuple[Visitor, Visitor]) -> None:
    allied, german = machines
    both_pass_until(machines, "1st Parachute Brigade: which unit acts?")
    allied.choose(COMPANY)
    allied.choose(ROAD)
    allied.click_option("do:uncolumn")
    expect(allied.page.locator(".prompt.waiting")).to_contain_text("the enemy considers opportunity fire")
    expect(german.page.locator(".asked h2")).to_contain_text("Opportunity fire: B Company, 3rd Parachute Battalion")
    expect(german.page.locator(".pulse").first).to_be_attached()
    card = point_at(german, GUNS)
    expect(card).to_contain_text("Check before firing")
    expect(card).to_contain_text("Into a fire zone, or acting in one")
    german.choose(GUNS)
    if "do:open-fire" in german.offered():
        german.click_option("do:open-fire")
    for player in machines:
        expect(player.page.locator(".log")).to_contain_text("Opportunity fire check of 9th Company (anti-tank)")


def test_what_is_bought_is_known_to_the_buyer_only(machines: tuple[Visitor, Visitor]) -> None:
    allied, german = machines
    both_pass_until(machines, "Which formation chits are bought?")
    bought = next(option for option in allied.offered() if option.startswith(("now:", "next:")))
    since = allied.revision
    allied.click_option(bought)
    allied.wait_changed(since)
    both_pass_until((german, allied), "which unit acts?")
    assert "chit bought" in allied.log()
    assert "chit bought" not in german.log()
