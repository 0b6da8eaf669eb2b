"""Supply from the air, an addition of this game to 29.47."""

from __future__ import annotations

import pytest

from games.gts.positions import content, quiet
from sandtable.games.gts.arnhem.supply import determine_drop, is_rationed, lacks_supplies
from sandtable.games.gts.indirect.observers import indirect_targets
from sandtable.games.gts.sequence.troop_quality import quality_sum
from sandtable.games.gts.state import Unit

COMPANY, POLES, GUNS = "1pb1-r", "pol2-4", "lr-1"
AREA, BESIDE, AWAY = "2212", "2111", "2018"
"""A hex of LZ L, one next to it, and one nowhere near it."""
HUNGRY = 10
"""The 17:00 turn of 18 September."""


def test_the_ground_is_as_these_tests_need_it() -> None:
    drop = content().region("lz-l") | content().region("sdp-v")
    assert AREA in drop
    assert BESIDE not in drop
    assert any(label in drop for label in content().adjacent[BESIDE])
    assert not any(label in drop for label in (AWAY, *content().adjacent[AWAY]))
    assert (content().track[HUNGRY].date, content().track[HUNGRY].time) == (18, "17:00")


def dropped(units: dict[str, str | Unit], turn: int = HUNGRY, scenario: str = "perimeter") -> bool | None:
    """Whether the division is without supplies after the drop of a turn; None if there was none."""
    game = quiet(units, turn=turn, scenario=scenario)
    determine_drop(game)
    return game.state.starved.get("1ab")


# The drop


@pytest.mark.rule("gts:29.47")
@pytest.mark.parametrize(("at", "starved"), [(AREA, False), (BESIDE, False), (AWAY, True)])
def test_it_is_received_if_a_unit_is_in_or_next_to_the_area(at: str, starved: bool) -> None:
    assert dropped({COMPANY: at}) is starved


@pytest.mark.rule("gts:29.47")
def test_not_by_way_of_a_hex_with_germans_in_it() -> None:
    """One hex next to the area is enough, unless just that hex of the area is German."""
    drop = content().region("lz-l") | content().region("sdp-v")
    corner = next(
        label
        for label in sorted(content().adjacent)
        if label not in drop and sum(near in drop for near in content().adjacent[label]) == 1
    )
    (only,) = [near for near in content().adjacent[corner] if near in drop]
    assert dropped({COMPANY: corner}) is False
    assert dropped({COMPANY: corner, "kra-2": only}) is True


@pytest.mark.rule("gts:29.47")
@pytest.mark.parametrize(("turn", "asked"), [(3, False), (9, False), (10, True), (11, False), (17, True), (59, True)])
def test_it_is_flown_at_five_in_the_afternoon_from_the_18th_on(turn: int, asked: bool) -> None:
    assert (dropped({COMPANY: AWAY}, turn) is not None) is asked


@pytest.mark.rule("gts:29.47")
def test_from_the_21st_on_it_is_meant_for_the_perimeter() -> None:
    assert "2216" in content().region("supply-perimeter")
    assert dropped({COMPANY: "2216"}, 31) is False
    assert dropped({COMPANY: AREA}, 31) is True


@pytest.mark.rule("gts:29.47")
def test_other_scenarios_have_none() -> None:
    assert dropped({COMPANY: "2816"}, scenario="bridge") is None


@pytest.mark.rule("gts:29.47")
def test_a_later_drop_that_succeeds_ends_the_want() -> None:
    game = quiet({COMPANY: AREA}, turn=17)
    game.state.starved["1ab"] = True
    determine_drop(game)
    assert not game.state.starved["1ab"]


# What it does


def starving(units: dict[str, str | Unit]) -> list[str]:
    """Who suffers."""
    game = quiet(units)
    game.state.starved["1ab"] = True
    return [name for name in units if lacks_supplies(game, name)]


@pytest.mark.rule("gts:29.47")
def test_without_supplies_troop_quality_is_one_less() -> None:
    game = quiet({COMPANY: AWAY})
    game.state.starved["1ab"] = True
    assert [part.value for part in quality_sum(game, COMPANY) if part.label == "no-supply"] == [-1]


@pytest.mark.rule("gts:29.47")
def test_the_whole_division_suffers_but_for_poles_south_of_the_rhine() -> None:
    assert "2026" in content().region("betuwe")
    units: dict[str, str | Unit] = {COMPANY: "2026", POLES: "2026", "pol2-5": AWAY, "dor4-a": "2026", "kra-2": "2816"}
    assert starving(units) == [COMPANY, "pol2-5"]


@pytest.mark.rule("gts:29.47")
def test_guns_beyond_the_map_do_not() -> None:
    assert starving({"med64-1": Unit(at="", steps=2)}) == []


@pytest.mark.rule("gts:29.47")
def test_each_battery_fires_indirectly_once_a_turn() -> None:
    game = quiet({GUNS: AWAY, "lr-2": AWAY})
    game.state.starved["1ab"] = True
    game.state.fired_indirectly[GUNS] = 1
    assert is_rationed(game, GUNS)
    assert not is_rationed(game, "lr-2")
    assert indirect_targets(game, GUNS) == []


@pytest.mark.rule("gts:29.47")
def test_with_supplies_there_is_no_limit() -> None:
    game = quiet({GUNS: AWAY})
    game.state.fired_indirectly[GUNS] = 3
    assert not is_rationed(game, GUNS)
