"""After-action reports."""

from __future__ import annotations

import random
import re

import pytest

from sandtable.kernel import Table
from sandtable.players import player
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


@pytest.fixture(scope="module")
def perekop() -> Table:
    """A game of Perekop to the second turn; the first order detaches a regiment."""
    made = Table.new("efs", "perekop", seed=1)
    for option in ("do:detach", "unit:ax-46-inf", "unit:ax-rsc-1-inf", "do:done"):
        made.choose(option)
    staff = player("greedy", 1, made.title)
    while made.title.turn(made.state) < 49:
        assert made.decision is not None
        made.choose(staff.choose(made.view(made.decision.side), made.decision), made.decision.side)
    return made


def test_a_game_that_begins_in_the_middle_of_a_campaign_is_told_from_its_set_up(perekop: Table) -> None:
    told = chronicle(perekop.header, choices(perekop), None, "en")
    assert [frame.turn for frame in told.frames] == [47, 48, 49]
    page = report(perekop.header, choices(perekop), None, "", "ja")
    assert re.findall("<h2>(.*?)</h2>", page)[1:] == ["初期配置", "第48ターン", "第49ターン"]


def test_to_exchange_counters_is_no_loss_where_events_tell_the_steps_that_were_lost(perekop: Table) -> None:
    told = chronicle(perekop.header, choices(perekop)[:4], None, "en")
    assert told.frames[-1].losses == {"axis": 0, "soviet": 0}
    told = chronicle(perekop.header, choices(perekop), None, "en")
    lost = sum(getattr(event, "steps", 0) for event in perekop.events)
    assert 0 < lost == sum(told.frames[-1].losses.values())


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
