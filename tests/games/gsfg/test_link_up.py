"""Chapter 9.8: US divisions that two counters form."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from games.gsfg.arrivals import phase
from games.gsfg.flights import refused
from games.gsfg.positions import choose, content, ids, quiet, where
from sandtable.games.gsfg.movement.move import Move
from sandtable.games.gsfg.reinforcements.link_up import LinkUp, together
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, eliminate

TANKS, FRANKFURT = "su-20-tk", "2024"


def link(units: Mapping[str, str], *picks: str) -> Game:
    game = phase(NATO, units=units, turn=8)
    choose(game, *picks)
    return game


PARTS = {"us-4-2": "2530", "us-2-arm-2x": "2531"}


@pytest.mark.rule("gsfg:9.8")
@pytest.mark.parametrize(
    ("brigade", "label", "rest", "turn"),
    [
        ("us-4-2", "2806", "us-2-arm-2x", 7),
        ("us-3-1", "2235", "us-1-mech-2x", 6),
        ("us-4-4", "1824", "us-4-mech-2x", 12),
    ],
)
def test_three_divisions_begin_incomplete(brigade: str, label: str, rest: str, turn: int) -> None:
    kinds = content().counters
    values = (kinds[brigade].attack, kinds[brigade].defense, kinds[brigade].move)
    assert (values, kinds[brigade].at, kinds[rest].turn, kinds[rest].steps) == ((1, 2, 8), label, turn, 1)


@pytest.mark.rule("gsfg:9.8")
def test_nato_is_asked_when_the_two_parts_meet() -> None:
    game = link(PARTS, "unit:us-4-2", "hex:2531")
    assert (game.decisions[0].prompt, ids(game)) == ("link-up", {"do:yes", "do:no"})


@pytest.mark.rule("gsfg:9.8")
def test_the_division_takes_the_place_of_both() -> None:
    game = link(PARTS, "unit:us-4-2", "hex:2531", "do:yes")
    assert (set(game.state.units), where(game, "us-2-arm"), game.state.units["us-2-arm"].steps) == (
        {"us-2-arm"},
        "2531",
        2,
    )


@pytest.mark.rule("gsfg:9.8")
def test_the_division_moves_no_further() -> None:
    game = link(PARTS, "unit:us-4-2", "hex:2531", "do:yes")
    assert refused(game, "unit:us-2-arm") == ("refused.moved", "10.2")


@pytest.mark.rule("gsfg:9.8")
def test_a_division_formed_of_units_that_have_not_fought_may_attack() -> None:
    game = link(PARTS, "unit:us-4-2", "hex:2531", "do:yes")
    unit = game.state.units["us-2-arm"]
    assert (unit.attacked, unit.fought, unit.flew) == (False, False, False)


@pytest.mark.rule("gsfg:9.8")
def test_link_up_is_never_compulsory() -> None:
    game = link(PARTS, "unit:us-4-2", "hex:2531", "do:no")
    assert (set(game.state.units), isinstance(game.state.stack[-1], Move)) == (set(PARTS), True)


@pytest.mark.rule("gsfg:9.8")
def test_parts_that_stand_together_may_link_up_later() -> None:
    game = link({"us-4-2": "2530", "us-2-arm-2x": "2530"}, "link:us-2-arm")
    assert where(game, "us-2-arm") == "2530"


@pytest.mark.rule("gsfg:9.8")
def test_only_the_parts_of_one_division_combine() -> None:
    assert together(quiet({"us-4-2": "2530", "us-1-mech-2x": "2530"})) == []


@pytest.mark.rule("gsfg:9.8")
def test_without_one_part_there_will_be_no_division() -> None:
    game = quiet({"us-4-2": "2530", "us-2-arm-2x": "2530"})
    eliminate(game, "us-4-2", "11.20")
    assert together(game) == []


@pytest.mark.rule("gsfg:9.8")
def test_a_division_is_never_split() -> None:
    game = link({"us-2-arm": "2530"}, "unit:us-2-arm", "hex:2531")
    assert [option for option in ids(game) if option.startswith("split:")] == []


@pytest.mark.rule("gsfg:9.8")
def test_other_units_of_the_stack_go_on() -> None:
    game = link(PARTS | {"us-11-cv": "2530"}, "unit:us-4-2", "join:us-11-cv", "hex:2531", "do:yes")
    assert game.decisions[0].args["unit"] == "us-11-cv"


@pytest.mark.rule("gsfg:9.8")
def test_the_question_comes_on_entering_the_map_too() -> None:
    game = phase(NATO, units={"us-4-2": FRANKFURT}, waiting=["us-2-arm-2x"], turn=8)
    choose(game, "unit:us-2-arm-2x", f"hex:{FRANKFURT}")
    assert isinstance(game.state.stack[-1], LinkUp)


@pytest.mark.rule("gsfg:9.8")
def test_the_soviets_link_nothing_up() -> None:
    game = phase(SOVIET, units={"us-4-2": "2530", "us-2-arm-2x": "2530", TANKS: "3819"})
    assert "link:us-2-arm" not in ids(game)


@pytest.mark.rule("gsfg:9.8", "gsfg:10.6")
def test_a_division_formed_in_the_middle_of_another_units_move_does_not_end_it() -> None:
    game = phase(NATO, units={"us-4-2": "2530", "us-2-arm-2x": "2530", "us-3-arm": "2532"}, turn=8)
    choose(game, "unit:us-3-arm", "hex:2533", "link:us-2-arm", "hex:2534", "do:stop")
    assert (where(game, "us-3-arm"), where(game, "us-2-arm")) == ("2534", "2530")


@pytest.mark.rule("gsfg:9.8", "gsfg:10.6")
def test_those_who_form_a_division_on_the_way_stop_and_those_with_them_go_on() -> None:
    units = {"us-4-2": "2530", "us-2-arm-2x": "2530", "us-11-cv": "2530"}
    game = phase(NATO, units=units, turn=8)
    choose(game, "unit:us-4-2", "join:us-2-arm-2x", "join:us-11-cv", "hex:2531", "do:no", "link:us-2-arm")
    choose(game, "hex:2532", "do:stop")
    assert (where(game, "us-2-arm"), where(game, "us-11-cv")) == ("2531", "2532")
