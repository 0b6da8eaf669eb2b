"""Chapters 6.6.4.2, 6.6.4.3 and 6.6.4.5: men who quickmarch or crawl."""

from __future__ import annotations

import pytest

from games.panzer.firing import placed, results, sum_of
from games.panzer.marching import (
    BIKES,
    GUN,
    HMG,
    HORSE,
    RED,
    RIFLES,
    SECTION,
    TANK,
    drawn,
    left,
    marching,
    mover,
    offered,
    play,
    reach_of,
    reason,
    unit_of,
)
from sandtable.games.panzer.movement.paces import end_crawls
from sandtable.games.panzer.state import Work

# Quickmarches


@pytest.mark.rule("panzer:6.6.4.2")
@pytest.mark.parametrize(
    ("card", "attached", "state", "may"),
    [
        (RIFLES, (), {}, True),
        (RIFLES, ("de-pzf",), {}, True),
        ("de-rifle-half", (), {}, True),
        (SECTION, (), {}, True),
        (HMG, ("de-hmg",), {}, False),
        (GUN, (), {}, False),
        (BIKES, (), {}, False),
        (TANK, (), {}, False),
        (HORSE, (), {}, True),
        (RIFLES, (), {"suppressed": "off"}, False),
        (RIFLES, (), {"order": "short-halt"}, False),
    ],
)
def test_who_may_quickmarch(card: str, attached: tuple[str, ...], state: dict[str, object], may: bool) -> None:
    game = play(marching({"g1": mover(card, "A5", attached=attached, **state)}), "unit:g1")
    assert ("quickmarch" in offered(game, "do")) == may
    if not may:
        assert reason(game, "do:quickmarch") == ("refused.no-quickmarch", "6.6.4.2")


@pytest.mark.rule("panzer:6.6.4.2")
def test_a_quickmarch_uses_its_own_factor_and_begins_with_the_move() -> None:
    game = play(marching({"g1": mover(RIFLES, "A5")}), "unit:g1", "do:quickmarch")
    assert (left(game), reach_of(game)["A2"]) == (3, 3)
    assert "quickmarch" not in offered(game, "do")
    assert "quickmarch" not in offered(play(marching({"g1": mover(RIFLES, "A5")}), "unit:g1", "hex:A4"), "do")


@pytest.mark.rule("panzer:6.6.4.2")
def test_a_quickmarch_begins_anywhere_and_keeps_to_easy_ground() -> None:
    game = play(marching({"g1": mover(RIFLES, "A5")}, "..w.wyc.."), "unit:g1", "do:quickmarch")
    assert set(reach_of(game)) == {"A4", "A6", "A7", "A8"}
    road = drawn("w\nw\nw\nw", roads=[["A1", "A2", "A3"]])
    assert set(reach_of(play(marching({"g1": mover(RIFLES, "A3")}, road), "unit:g1", "do:quickmarch"))) == {"A1", "A2"}
    walled = drawn(".\n.\n.", sides={"wall": ["A1-A2"]})
    assert set(reach_of(play(marching({"g1": mover(RIFLES, "A2")}, walled), "unit:g1", "do:quickmarch"))) == {"A3"}
    for kind in ("block", "ditch", "wire", "rubble", "improved-position"):
        works = {"w": Work("A4", kind)}
        game = play(marching({"g1": mover(RIFLES, "A5")}, works=works), "unit:g1", "do:quickmarch")
        assert set(reach_of(game)) == {"A6", "A7", "A8"}, kind


@pytest.mark.rule("panzer:6.6.4.2")
def test_a_quickmarch_changes_level_once_in_the_whole_move() -> None:
    game = play(marching({"g1": mover(HORSE, "A4")}, ".......", "0100022"), "unit:g1", "do:quickmarch")
    assert reach_of(game) == {"A3": 1, "A2": 3, "A5": 1}
    play(game, "hex:A2", "face:S")
    assert reach_of(game) == {}
    down = play(marching({"g1": mover(HORSE, "A4")}, "......", "110012"), "unit:g1", "do:quickmarch", "hex:A2")
    assert reach_of(down) == {"A1": 1}


@pytest.mark.rule("panzer:6.6.4.2", "panzer:5.8.3")
@pytest.mark.parametrize(("roll", "result"), [(40, "suppressed"), (41, "fresh")])
def test_after_a_quickmarch_veterans_are_suppressed_at_40_or_less(roll: int, result: str) -> None:
    """Example of 6.6.4.2."""
    game = marching({"g1": mover(RIFLES, "A5", grade="veteran")}, dice=(roll,))
    play(game, "unit:g1", "do:quickmarch", "hex:A3", "do:stop")
    assert results(game) == [result]
    assert unit_of(game).suppressed == ("on" if result == "suppressed" else "")


@pytest.mark.rule("panzer:6.6.4.2", "panzer:6.6.4.5")
@pytest.mark.parametrize(("roll", "result"), [(20, "suppressed"), (21, "fresh")])
def test_cavalry_adds_twenty_to_the_roll(roll: int, result: str) -> None:
    game = marching({"g1": mover(HORSE, "A7", grade="veteran")}, dice=(roll,))
    play(game, "unit:g1", "do:quickmarch", "hex:A1", "do:stop")
    assert (results(game), sum_of(game)["cavalry"]) == ([result], "+20")


@pytest.mark.rule("panzer:6.6.4.5")
@pytest.mark.parametrize(("roll", "result"), [(60, "suppressed"), (61, "fresh")])
def test_by_another_reading_cavalry_tires_sooner(roll: int, result: str) -> None:
    game = marching({"g1": mover(HORSE, "A7", grade="veteran")}, dice=(roll,), switches=("6.6.4.5",))
    play(game, "unit:g1", "do:quickmarch", "hex:A1", "do:stop")
    assert results(game) == [result]


@pytest.mark.rule("panzer:6.6.4.2")
def test_who_did_not_leave_is_not_tired() -> None:
    assert results(play(marching({"g1": mover(RIFLES, "A5")}), "unit:g1", "do:quickmarch", "do:stop")) == []


# Crawling


@pytest.mark.rule("panzer:6.6.4.3")
@pytest.mark.parametrize(
    ("card", "attached", "state", "may"),
    [
        (RIFLES, ("de-pzf",), {}, True),
        (SECTION, (), {}, True),
        (HMG, ("de-hmg",), {}, False),
        (RIFLES, (), {"suppressed": "on"}, False),
        (RIFLES, (), {"full_cover": False}, False),
        (RIFLES, (), {"order": "short-halt"}, False),
    ],
)
def test_who_may_crawl(card: str, attached: tuple[str, ...], state: dict[str, object], may: bool) -> None:
    game = marching({"g1": mover(card, "A5", attached=attached, **{"full_cover": True, **state})})
    assert (play(game, "unit:g1").decisions[0].prompt == "pace") == may
    assert unit_of(game).full_cover == may


@pytest.mark.rule("panzer:6.6.4.3")
def test_who_crawls_moves_one_level_hex_unseen_and_stays_in_full_cover() -> None:
    units = {"g1": mover(RIFLES, "A3", full_cover=True), "s1": placed(RED, "A1", order="overwatch", shown=False)}
    game = play(marching(units, "...ww", "00001", spotted={}), "unit:g1", "do:crawl")
    assert reach_of(game) == {"A2": 1, "A4": 1}
    play(game, "hex:A4")
    unit = unit_of(game)
    assert (unit.at, unit.full_cover, unit.crawled, unit.spot) == ("A4", True, True, "")
    assert (game.decisions[0].prompt, reach_of(game)) == ("move-to", {})


@pytest.mark.rule("panzer:6.6.4.3", "panzer:6.1.4.2")
def test_nobody_crawls_to_where_there_is_no_full_cover() -> None:
    game = play(marching({"g1": mover(RIFLES, "A2", full_cover=True)}, "f.o"), "unit:g1", "do:crawl")
    assert set(reach_of(game)) == {"A3"}


@pytest.mark.rule("panzer:6.6.4.3")
def test_who_gets_up_loses_full_cover() -> None:
    game = play(marching({"g1": mover(RIFLES, "A3", full_cover=True)}), "unit:g1", "do:walk", "hex:A2")
    unit = unit_of(game)
    assert (unit.full_cover, unit.crawled, unit.spot) == (False, False, "move")


@pytest.mark.rule("panzer:6.6.4.3")
def test_nobody_crawls_up_to_an_enemy_whom_others_have_spotted() -> None:
    units = {
        "g1": mover(RIFLES, "A4", full_cover=True),
        "g2": placed(RIFLES, "A6", order="no-command"),
        "s1": placed(RED, "A2", order="no-command"),
    }
    for by, open_ in (("g2", False), ("g1", True)):
        game = play(marching(units, spotted={by: ("s1",)}), "unit:g1", "do:crawl")
        assert ("A3" in reach_of(game)) == open_


@pytest.mark.rule("panzer:6.6.4.3", "panzer:6.6.4.1")
def test_who_crawls_or_hurries_climbs_no_stairs() -> None:
    board = drawn("t\n.", storeys={"A1": 3})
    assert "up" in offered(play(marching({"g1": mover(RIFLES, "A1")}, board), "unit:g1"), "do")
    for how, state in (("do:crawl", {"full_cover": True}), ("do:quickmarch", {})):
        game = play(marching({"g1": mover(RIFLES, "A1", **state)}, board), "unit:g1", how)
        assert "up" not in offered(game, "do")


@pytest.mark.rule("panzer:6.6.4.3")
def test_at_the_end_of_the_turn_nobody_crawls_any_more() -> None:
    game = marching({"g1": mover(RIFLES, "A3", full_cover=True, crawled=True)})
    end_crawls(game)
    assert (unit_of(game).crawled, unit_of(game).full_cover) == (False, True)
