"""Chapters 6.6.1.1 and 6.6.1.2: men who advance a hex to attack."""

from __future__ import annotations

import pytest

from games.panzer.assaulting import (
    PAK,
    RIFLE,
    SMG,
    asked,
    assaulting,
    men,
    offered,
    shown,
    why,
)
from games.panzer.country import column, country
from games.panzer.firing import placed, position, sum_of
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game

# Advancing attacks


def advancing(terrain: str = "...", card: str = RIFLE, **more: object) -> Game:
    attached = more.pop("attached", ())
    units = {"g1": men(card, "A1", attached=attached), "s1": men("t-34-76-m43", "A3", order="overwatch")}
    return assaulting(units, "german", board=column(terrain).board, **more)


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
@pytest.mark.rule("panzer:6.6.1.1.2/advancing")
def test_men_advance_a_hex_for_one_point_and_attack_with_less() -> None:
    game = advancing(dice=[50])
    assert shown(game, "unit:s1")["advancing"] == "-10"
    game.choose("unit:s1")
    game.choose("do:pass")
    game.choose("do:pass")
    assert game.state.units["g1"].at == "A2"
    assert game.state.assaults["g1"].spent == 1
    game.choose("do:decline")
    assert sum_of(game)["net-modifier"] == "-10"
    assert game.state.commands["g1"].moved


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_a_hex_that_costs_more_than_a_point_is_not_advanced_into() -> None:
    assert offered(advancing(".u.")) == ["unit:s1", "do:done"]
    assert asked(advancing(".w.")) == "rest"
    assert offered(advancing(".w.", switches=("6.6.1.1/advancing-attack",))) == ["unit:s1", "do:done"]
    assert asked(advancing(".~.", switches=("6.6.1.1/advancing-attack",))) == "rest"


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
@pytest.mark.rule("panzer:6.6.1.2/advancing-attack")
def test_sections_with_attached_weapons_do_not_advance_but_squads_do() -> None:
    assert offered(advancing(attached=("de-hmg",))) == ["unit:s1", "do:done"]
    assert asked(advancing(card="de-section-weapon", attached=("de-hmg",))) == "rest"


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_nobody_advances_into_a_hex_with_an_enemy() -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men("t-34-76-m43", "A3"), "s2": men(SMG, "A2")}
    game = assaulting(units, "german")
    assert offered(game) == ["unit:s2", "do:done"]


@pytest.mark.rule("panzer:6.6.4.5")
@pytest.mark.rule("panzer:6.6.4.4")
@pytest.mark.parametrize(("card", "spent"), [("su-cavalry", 2), ("su-mc", 2), ("su-smg", 1)])
def test_cavalry_and_men_on_wheels_spend_half_their_movement(card: str, spent: int) -> None:
    units = {"s1": men(card, "A1"), "g1": men(PAK, "A3", order="no-command", shown=True)}
    game = assaulting(units)
    game.dice = position({}, dice=[90, 10]).dice
    game.choose("unit:g1")
    while asked(game) != "advance-after":
        game.choose("do:pass")
    assert game.state.assaults["s1"].spent == spent


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_men_pick_the_hex_that_they_advance_into() -> None:
    board = country("...\n...\n...").board
    units = {"g1": men(RIFLE, "A2"), "s1": men("t-34-76-m43", "C2", order="no-command", shown=True)}
    game = assaulting(units, "german", board=board, dice=[1])
    game.choose("unit:s1")
    assert asked(game) == "advance-to"
    assert len(offered(game)) == 2
    assert why(game, "hex:A1") == ("refused.cannot-advance-there", "6.6.1.1/advancing-attack")


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
@pytest.mark.rule("panzer:6.6.1.2/advancing-attack")
def test_overwatch_fire_comes_before_an_advancing_attack_and_may_stop_it() -> None:
    units = {
        "g1": men(RIFLE, "A1"), "s1": men("t-34-76-m43", "A3", order="no-command", shown=True),
        "s2": men(SMG, "A4", order="overwatch"),
    }  # fmt: skip
    game = assaulting(units, "german", dice=[60, 99])
    game.choose("unit:s1")
    assert asked(game) == "overwatch"
    game.choose("do:pass")
    assert game.state.units["g1"].at == "A2"
    game.choose("unit:g1")
    while asked(game) not in ("rest", "assault-target"):
        game.choose(game.decisions[0].default or offered(game)[-1])
    assert game.state.units["g1"].suppressed == "on"
    assert "close-assault" not in [event.what for event in game.events if hasattr(event, "what")]
    assert not game.state.commands["g1"].moved, "it may still move with what it has left"


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_men_who_are_suppressed_as_they_set_out_stay_where_they_are() -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men(SMG, "A3", order="overwatch")}
    game = assaulting(units, "german", dice=[60])
    game.choose("unit:s1")
    game.choose("unit:g1")
    while asked(game) not in ("rest", "assault-target"):
        game.choose(game.decisions[0].default)
    assert (game.state.units["g1"].at, game.state.units["g1"].suppressed) == ("A1", "on")


@pytest.mark.rule("panzer:6.6.1.1/advancing-attack")
def test_men_who_are_adjacent_draw_no_overwatch_fire() -> None:
    units = {"g1": men(RIFLE, "A1"), "s1": men(SMG, "A2", order="overwatch")}
    game = assaulting(units, "german", dice=[99, 1, 99, 1])
    game.choose("unit:s1")
    assert asked(game) == "advance-after"


@pytest.mark.rule("panzer:6.6.6")
def test_men_who_advance_into_a_barrage_are_attacked_by_it() -> None:
    fire = Mission(side="soviet", sources=("s9",), bands=("P",), at="A2", hexes=("A2",), turn=1)
    units = {
        "g1": men(RIFLE, "A1"), "s1": men(SMG, "A3", order="no-command", shown=True),
        "s9": placed("su-section-weapon", "A9", attached=("su-bm41",)),
    }  # fmt: skip
    game = assaulting(units, "german", missions={"m": fire}, dice=[1, 99])
    game.choose("unit:s1")
    assert game.state.missions["m"].attacked == (("g1", "s9"),)
