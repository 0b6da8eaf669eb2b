"""Big stacks: laid out large, gone through by keys, moved together, and listed by formation."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.visitor import Visitor, box_at_rest

SEATS = {"axis": "human", "soviet": "human"}
PANZERS = "ax-11-6-pz-arm"


def test_a_division_is_laid_out_moved_together_and_overruns_by_a_click_on_the_enemy(visitor: Visitor) -> None:
    visitor.sit_down("efs", "luga-line", seed=1, seats=SEATS)
    page = visitor.page
    visitor.point_at_counter(PANZERS)
    page.keyboard.press("v")
    expect(page.locator(".stack-card .counter-entry")).to_have_count(6)
    expect(page.locator(".stack-card")).to_contain_text("All that stand in 0613")
    page.keyboard.press("Escape")
    expect(page.locator(".stack-card")).to_have_count(0)

    since = visitor.revision
    page.keyboard.down("Shift")
    visitor.click_counter(PANZERS)
    page.keyboard.up("Shift")
    visitor.wait_asked(since)
    expect(page.locator(".counters .picked")).to_have_count(4)
    visitor.choose("hex:0612")
    since = visitor.revision
    visitor.click_counter("su-6-nkvd-bor")
    visitor.wait_asked(since)
    assert "Overrun of 0711" in visitor.log()


def test_keys_go_through_those_who_can_act_and_a_list_names_them(visitor: Visitor) -> None:
    visitor.sit_down("efs", "luga-line", seed=1, seats=SEATS)
    page = visitor.page
    page.get_by_role("tab", name="Units").click()
    panzers = page.locator(".formation", has_text="6th Panzer Division")
    expect(panzers).to_contain_text("4 of 4 can act")
    page.locator("body").press("j")
    expect(page.locator(".action-bar h2")).to_contain_text("11th Panzer Regiment")
    expect(page.locator(".action-bar")).not_to_have_attribute("aria-busy", "true")
    page.keyboard.press("q")
    expect(page.locator(".action-bar h2")).not_to_contain_text("11th Panzer Regiment, 6th")
    expect(page.locator(".action-bar")).not_to_have_attribute("aria-busy", "true")
    page.keyboard.press("Escape")
    expect(page.locator(".action-bar h2")).to_contain_text("Which unit moves")
    visitor.choose("unit:ax-57-6-pz-rec")
    visitor.choose("hex:0513")
    visitor.choose("do:stop")
    expect(panzers).to_contain_text("3 of 4 can act")


def test_a_stack_that_is_spread_closes_when_one_of_it_is_taken_up_from_the_list(visitor: Visitor) -> None:
    visitor.sit_down("rileys_road", "farm", seed=3, seats={"german": "random", "canadian": "human"})
    while "unit:c1" not in visitor.offered() or "do:suggested" in visitor.offered():
        visitor.choose("do:suggested" if "do:suggested" in visitor.offered() else "do:done")
    place = next(card["at"] for card in visitor.shown[-1]["picture"]["cards"] if card["id"] == "c1")
    page = visitor.page
    page.mouse.click(*visitor.rim_of(place))
    expect(page.locator(".fan")).to_have_count(1)
    since = visitor.revision
    visitor.take("unit:c1")
    visitor.wait_asked(since)
    expect(page.locator(".fan")).to_have_count(0)


def test_on_a_tablet_the_card_of_a_counter_does_not_lie_over_it(visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 834, "height": 1112})
    visitor.sit_down("efs", "luga-line", seed=1, seats=SEATS)
    visitor.choose(f"unit:{PANZERS}")
    card = box_at_rest(visitor.page.locator(".unit-card"))
    x, y = visitor.middle_of_counter(PANZERS)
    assert not (card["x"] <= x <= card["x"] + card["width"] and card["y"] <= y <= card["y"] + card["height"])
