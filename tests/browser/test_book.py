"""The rulebook at hand in a real browser: what counters mean, the rules, the charts and the course of a turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.visitor import Visitor

pytestmark = pytest.mark.timeout(120)


def asked_to_move(visitor: Visitor) -> None:
    visitor.set_up({}, seed=3)
    visitor.wait_asked()
    visitor.choose("order:march")


def test_a_counter_that_is_pointed_at_says_what_it_is_and_what_its_figures_mean(visitor: Visitor) -> None:
    asked_to_move(visitor)
    unit = visitor.in_reach("unit")[0]
    visitor.page.hover(f".map-window [data-option='{unit}']")
    card = visitor.page.locator(".unit-card .figures")
    for label in ("Kind", "Attack strength", "Defence strength", "Movement points", "Steps"):
        expect(card).to_contain_text(label)
