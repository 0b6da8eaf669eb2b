"""Chapters 4.7 and 4.8: chemical warfare."""

from __future__ import annotations

import pytest

from games.gsfg.battles import (
    NORTH,
    NORTHEAST,
    SOUTH,
    SOUTHEAST,
    TARGET,
    attack,
    conventionally,
    declare,
    lines,
    phase,
    prompt,
    resolved,
)
from games.gsfg.positions import choose, ids, where
from sandtable.games.gsfg.combat.attack import Attack
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game
from sandtable.kernel.odds import odds

TANKS = "su-10g-tk"
RIFLES = "su-207-mr"
GUNS = "su-34g-art"
BRIGADE = "us-4-2"
EAST_GERMANS = "gdr-1-mr"
WORKS, ESCALATES = 5, 6


def chemically(game: Game, target: str, *attackers: str) -> None:
    declare(game, target, *attackers)
    choose(game, "do:chemical")


@pytest.mark.rule("gsfg:4.7")
def test_the_soviet_attacker_is_asked() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    declare(game, TARGET, TANKS)
    assert (game.decisions[0].side, ids(game)) == (SOVIET, {"do:conventional", "do:chemical"})


@pytest.mark.rule("gsfg:4.7")
def test_the_soviet_defender_is_asked() -> None:
    game = phase({"us-3-arm": SOUTH, RIFLES: TARGET}, NATO)
    declare(game, TARGET, "us-3-arm")
    assert (game.decisions[0].side, prompt(game)) == (SOVIET, "chemical")


@pytest.mark.rule("gsfg:4.7")
def test_without_a_supplied_unit_there_is_no_chemical_warfare() -> None:
    game = phase({TANKS: "2630", BRIGADE: "2631"}, dice=[6])
    declare(game, "2631", TANKS)
    assert prompt(game) == "move-unit"


@pytest.mark.rule("gsfg:4.7")
def test_one_supplied_unit_is_enough() -> None:
    game = phase({TANKS: "2630", RIFLES: "2730", BRIGADE: "2631"})
    game.state.aerial_supply = "2830"
    declare(game, "2631", TANKS, RIFLES)
    assert prompt(game) == "chemical"


@pytest.mark.rule("gsfg:4.7")
def test_supplied_units_count_double() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[WORKS, 6])
    chemically(game, TARGET, TANKS)
    assert (lines(game)["chemical"], lines(game)["column"]) == ("5 → 10", "5:1")


@pytest.mark.rule("gsfg:4.7")
def test_units_out_of_supply_do_not_count_double() -> None:
    game = phase({TANKS: "2630", RIFLES: "2730", BRIGADE: "2631"}, dice=[WORKS, 6])
    game.state.aerial_supply = "2830"
    chemically(game, "2631", TANKS, RIFLES)
    assert lines(game)["attack"] == str(5 // 2 + 4 * 2)


@pytest.mark.rule("gsfg:4.7")
def test_defenders_count_double() -> None:
    game = phase({"us-3-arm": SOUTH, "us-1-arm": SOUTH, RIFLES: TARGET}, NATO, dice=[WORKS, 6])
    chemically(game, TARGET, "us-3-arm", "us-1-arm")
    assert lines(game)["defence"] == "8"


@pytest.mark.rule("gsfg:4.7")
def test_the_artillery_limit_holds_for_doubled_figures() -> None:
    game = phase({RIFLES: NORTH, GUNS: NORTH, "us-3-arm": TARGET}, dice=[WORKS, 6])
    chemically(game, TARGET, RIFLES, GUNS)
    assert lines(game)["attack"] == "16"


@pytest.mark.rule("gsfg:4.7")
def test_the_effect_lasts_for_one_battle() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, RIFLES: SOUTHEAST, "us-3-1": "3326"}, dice=[WORKS, 5, 6])
    chemically(game, TARGET, TANKS)
    attack(game, "3326", RIFLES)
    assert "chemical" not in lines(game)


@pytest.mark.rule("gsfg:4.7")
def test_every_battle_may_be_chemical() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, RIFLES: SOUTHEAST, "us-3-1": "3326"}, dice=[WORKS, 5])
    chemically(game, TARGET, TANKS)
    declare(game, "3326", RIFLES)
    assert prompt(game) == "chemical"


@pytest.mark.rule("gsfg:4.7")
def test_the_first_use_removes_all_east_germans() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, "gdr-4-mr": "4020"}, waiting=["gdr-8-mr"], dice=[WORKS, 6])
    game.state.due["gdr-8-mr"] = "r"
    chemically(game, TARGET, TANKS)
    assert (where(game, "gdr-4-mr"), game.state.waiting, game.state.due) == ("", {}, {})


@pytest.mark.rule("gsfg:4.7")
def test_they_are_out_for_good() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET, "gdr-4-mr": "4020"}, waiting=["gdr-8-mr"], dice=[WORKS, 6])
    chemically(game, TARGET, TANKS)
    assert {"gdr-4-mr", "gdr-8-mr"} <= set(game.state.lost)


@pytest.mark.rule("gsfg:4.7")
def test_east_germans_drop_out_of_the_battle() -> None:
    game = phase({TANKS: NORTH, EAST_GERMANS: NORTH, BRIGADE: TARGET}, dice=[WORKS, 6])
    chemically(game, TARGET, TANKS, EAST_GERMANS)
    assert lines(game)["attack"] == "10"


@pytest.mark.rule("gsfg:4.7")
def test_the_preview_leaves_the_east_germans_out() -> None:
    game = phase({TANKS: NORTH, EAST_GERMANS: NORTH, BRIGADE: TARGET})
    declare(game, TARGET, TANKS, EAST_GERMANS)
    shown = {line.label: line.value for line in game.preview("do:chemical").lines}
    assert (shown["attack"], where(game, EAST_GERMANS)) == ("10", NORTH)


@pytest.mark.rule("gsfg:4.8")
def test_the_preview_warns_of_what_may_be_lost() -> None:
    game = phase({TANKS: NORTH, EAST_GERMANS: NORTH, BRIGADE: TARGET})
    declare(game, TARGET, TANKS, EAST_GERMANS)
    shown = {line.label: line.value for line in game.preview("do:chemical").lines}
    assert (shown["nuclear-risk"], shown["east-germans-leave"]) == ("1/6", "1")
    assert "nuclear-risk" not in {line.label for line in game.preview("do:conventional").lines}


@pytest.mark.rule("gsfg:4.7")
def test_the_east_germans_leave_but_once() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    game.state.chemical = True
    declare(game, TARGET, TANKS)
    assert "east-germans-leave" not in {line.label for line in game.preview("do:chemical").lines}


@pytest.mark.rule("gsfg:4.7")
def test_a_battle_of_east_germans_alone_comes_to_nothing() -> None:
    game = phase({EAST_GERMANS: NORTH, BRIGADE: TARGET}, dice=[WORKS])
    chemically(game, TARGET, EAST_GERMANS)
    assert (prompt(game), where(game, BRIGADE)) == ("move-unit", TARGET)


@pytest.mark.rule("gsfg:4.7")
def test_artillery_left_without_east_germans_does_not_attack() -> None:
    game = phase({EAST_GERMANS: NORTH, GUNS: NORTHEAST, BRIGADE: TARGET}, dice=[WORKS])
    chemically(game, TARGET, EAST_GERMANS, GUNS)
    assert not any(isinstance(frame, Attack) for frame in game.state.stack)


@pytest.mark.rule("gsfg:4.7")
def test_east_german_defenders_who_leave_draw_nobody_in() -> None:
    game = phase({"us-3-arm": SOUTH, EAST_GERMANS: TARGET}, NATO, dice=[WORKS])
    chemically(game, TARGET, "us-3-arm")
    assert where(game, "us-3-arm") == SOUTH


@pytest.mark.rule("gsfg:4.8")
def test_a_six_ends_the_war_and_nato_wins() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[ESCALATES])
    chemically(game, TARGET, TANKS)
    assert game.state.result is not None
    assert (game.state.result.winner, game.state.result.level) == (NATO, "nuclear-exchange")


@pytest.mark.rule("gsfg:4.8")
def test_east_germany_leaves_even_then() -> None:
    game = phase({TANKS: NORTH, EAST_GERMANS: NORTH, BRIGADE: TARGET}, dice=[ESCALATES])
    chemically(game, TARGET, TANKS)
    assert EAST_GERMANS in game.state.lost


@pytest.mark.rule("gsfg:4.8")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_any_other_face_lets_play_go_on(face: int) -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET}, dice=[face, 6])
    chemically(game, TARGET, TANKS)
    assert (game.state.result, resolved(game, "chemical").result) == (None, "success")


@pytest.mark.rule("gsfg:4.8")
def test_the_risk_is_shown_among_the_odds() -> None:
    game = phase({TANKS: NORTH, BRIGADE: TARGET})
    declare(game, TARGET, TANKS)
    found = {outcome.results: outcome.probability for outcome in odds(game, "do:chemical").outcomes}
    assert found[("nuclear",)] == pytest.approx(1 / 6)


@pytest.mark.rule("gsfg:4.7")
def test_fighting_conventionally_costs_nothing() -> None:
    game = phase({TANKS: NORTH, EAST_GERMANS: NORTH, BRIGADE: TARGET}, dice=[6])
    declare(game, TARGET, TANKS)
    conventionally(game)
    assert (where(game, EAST_GERMANS), game.state.chemical) == (NORTH, False)
