"""East Front Series in the browser: much to tell beside the map, and few questions below it."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor, box_at_rest

SEATS = {"axis": "human", "soviet": "greedy"}


def test_the_log_stays_in_sight_however_much_there_is_to_tell(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1280, "height": 560})
    visitor.sit_down("efs", "perekop", 3, SEATS)
    for summary in visitor.page.locator(".box summary").all():
        summary.click()
    log, panel = (box_at_rest(visitor.page.locator(each)) for each in (".log", ".side-panel"))
    assert log["height"] > 40
    assert log["y"] + log["height"] <= panel["y"] + panel["height"] <= 560


def test_regiments_are_detached_by_one_button_and_a_click_on_the_division(visitor: Visitor) -> None:
    visitor.sit_down("efs", "perekop", 3, SEATS)
    visitor.choose("do:detach")
    division = visitor.in_reach("unit")[0]
    visitor.choose(division)
    assert "detaches which regiment" in visitor.prompt


def test_what_ends_a_phase_stays_in_sight_below_more_answers_than_a_low_window_holds(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 844, "height": 390})
    visitor.sit_down("efs", "luga-line", 3, SEATS)
    done, bar = (box_at_rest(visitor.page.locator(each)) for each in ("[data-option='do:done']", ".action-bar"))
    assert bar["y"] <= done["y"]
    assert done["y"] + done["height"] <= bar["y"] + bar["height"]


def test_one_key_picks_all_that_can_attack_while_the_question_tells_their_strength(visitor: Visitor) -> None:
    visitor.sit_down("efs", "perekop", 3, SEATS)
    visitor.choose("do:done")
    visitor.choose("hex:0908")
    assert len([option for option in visitor.offered() if option.startswith("unit:")]) > 1
    visitor.page.keyboard.press("x")
    expect(visitor.page.locator(".gather")).to_have_count(0)
    expect(visitor.page.locator(".map-window [data-option^='unit:']")).to_have_count(0)
    visitor.choose("do:declare")


def test_who_attacks_by_one_button_is_ringed_and_what_comes_of_it_is_told(visitor: Visitor) -> None:
    visitor.sit_down("efs", "perekop", 3, SEATS)
    for option in ("do:done", "hex:0908", "unit:ax-46-inf", "unit:ax-liv-pi-eng", "do:declare", "do:done"):
        visitor.choose(option)
    if "do:as-declared" not in visitor.offered():
        visitor.choose("do:done")
    visitor.choose("do:as-declared")
    expect(visitor.page.locator(".odds-card")).to_contain_text("Attack strength")
    expect(visitor.page.locator(".counters .picked")).to_have_count(2)


def test_the_end_of_a_phase_names_the_stacks_that_lose_units_by_it(visitor: Visitor) -> None:
    visitor.sit_down("efs", "perekop", 3, SEATS)
    for unit in ("ax-ss-lah-mot", "ax-ss-lah-aa-rec"):
        visitor.choose(f"unit:{unit}")
        visitor.choose("hex:0907")
        if "do:stop" in visitor.offered():
            visitor.choose("do:stop")
    visitor.page.keyboard.press("e")
    expect(visitor.page.locator("dialog")).to_contain_text("Too many in 0907")
