"""After-action reports."""

from __future__ import annotations

import random
import re

import pytest

from sandtable.kernel import Table
from sandtable.render.chronicle import chronicle
from sandtable.render.report import report


@pytest.fixture(scope="module")
def table() -> Table:
    made = Table.new("primer", "bridge", seed=3)
    rng = random.Random(3)
    while made.decision is not None:
        made.choose(rng.choice(made.decision.ids), made.decision.side)
    return made


def choices(table: Table) -> list[tuple[str, str]]:
    return [(entry.side, entry.option) for entry in table.entries]


def test_a_report_needs_nothing_but_itself(table: Table) -> None:
    page = report(table.header, choices(table), None, "Sunday <game>", "en")
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert "<script" not in page
    assert "Sunday &lt;game&gt;" in page


def test_a_report_has_a_map_for_the_set_up_and_every_turn(table: Table) -> None:
    page = report(table.header, choices(table), None, "", "en")
    assert page.count('<img class="map"') == table.title.turn(table.state) + 1
    assert "The game is over" in page


def test_a_report_to_a_side_holds_only_what_it_may_know(table: Table) -> None:
    early = choices(table)[:4]
    assert "Red 1 is " in report(table.header, early, "red", "", "en")
    blue = report(table.header, early, "blue", "", "en")
    assert "Red 1 is " not in blue
    assert "As Blue may know it" in blue
    assert "の知りうる範囲" in report(table.header, early, "blue", "", "ja")


def test_losses_only_grow_and_end_with_what_is_gone(table: Table) -> None:
    told = chronicle(table.header, choices(table), None, "en")
    for side in ("blue", "red"):
        counted = [frame.losses[side] for frame in told.frames]
        assert counted == sorted(counted)
        assert counted[0] == 0
    assert told.result == table.result
    units = table.state.units
    gone = sum(table.game.content.kinds[unit.kind].steps - unit.steps for unit in units.values() if unit.side == "blue")
    assert told.frames[-1].losses["blue"] == gone
