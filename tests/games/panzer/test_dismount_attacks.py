"""Dismount attacks (6.6.1.1, 6.6.1.2): passengers who get out during movement and assault at once."""

from __future__ import annotations

import pytest

from games.panzer.assaulting import (
    RIFLE,
    SMG,
    TANK,
    asked,
    before,
    men,
    moving,
    offered,
    riding,
    seen,
    shown,
    tank,
    why,
)
from games.panzer.country import column
from games.panzer.firing import results, sum_of
from sandtable.games.panzer.state import Mission
from sandtable.games.panzer.units import Game

PANZER = "pz-iv-h"


def storms(game: Game) -> list[str]:
    return [each for each in offered(game) if each.startswith("storm:")]


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
@pytest.mark.rule("panzer:6.6.1.1.2/dismount")
def test_men_jump_off_a_tank_and_assault_a_vehicle() -> None:
    game = before(riding(seen(PANZER, "A4")), dice=[50])
    assert storms(game) == []
    assert why(game, "storm:s2") == ("refused.nobody-to-storm", "6.6.1.1/dismount-attack")
    game.choose("hex:A2")
    left = game.decisions[0].args["left"]
    game.choose("storm:s2")
    assert shown(game, "unit:g1")["dismount"] == "-10"
    game.choose("unit:g1")
    unit = game.state.units["s2"]
    assert (unit.at, unit.carrier, unit.spot) == ("A3", "", "move")
    assert sum_of(game)["net-modifier"] == "-10"
    assert results(game) == ["suppressed"]
    assert game.state.commands["s2"].moved
    assert asked(game) == "move-to", "the tank may go on"
    assert (left, game.decisions[0].args["left"]) == (5, 2), "half of its six points went for the stop"


@pytest.mark.rule("panzer:6.6.1.2/dismount-attack")
@pytest.mark.rule("panzer:6.6.1.1.2b/dismount")
def test_men_jump_off_a_tank_and_fight_hand_to_hand() -> None:
    game = before(riding(seen("pak-40", "A3")), dice=[99, 1])
    game.choose("storm:s2")
    assert shown(game, "unit:g1")["dismount"] == "-10"
    game.choose("unit:g1")
    assert results(game) == ["attacker-higher", "defender-eliminated"]
    game.choose("unit:s2")
    assert game.state.units["s2"].at == "A3"


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
def test_they_get_out_where_they_can_reach_the_target() -> None:
    game = before(riding(seen(PANZER, "A2")), dice=[1])
    game.choose("storm:s2")
    game.choose("unit:g1")
    assert game.state.units["s2"].at == "A1", "the only hex of the column next to the target without an enemy"


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
@pytest.mark.parametrize(
    ("rider", "reason"),
    [
        ({"suppressed": "on"}, ("refused.suppressed-does-not-assault", "6.6.2")),
        ({"card": "pak-40"}, ("refused.only-men-assault", "6.6.1.1/dismount-attack")),
    ],
)
def test_suppressed_men_and_guns_do_not_attack_as_they_get_out(
    rider: dict[str, object], reason: tuple[str, str]
) -> None:
    if "card" in rider:
        units = {"g1": tank("sdkfz-7", "A1"), "g2": seen("pak-40", "A1", carrier="g1"), "s1": seen(TANK, "A2")}
        game = moving(units, "german")
        game.choose("unit:g1")
        assert why(game, "storm:g2") == reason
    else:
        game = before(riding(seen(PANZER, "A2"), **rider))
        assert storms(game) == []
        assert why(game, "storm:s2") == reason


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
def test_the_target_must_have_been_spotted_before_the_move_began() -> None:
    game = before(riding(seen(PANZER, "A2")), spotted={})
    assert storms(game) == []


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
def test_two_levels_are_too_much_from_a_vehicle_too() -> None:
    assert storms(before(riding(seen(PANZER, "A2")), board=column("...", "022").board)) == []
    assert storms(before(riding(seen(PANZER, "A2")), board=column("...", "011").board)) == ["storm:s2"]


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
def test_the_vehicle_may_be_fired_at_but_not_the_men_once_they_are_out() -> None:
    watcher = men(PANZER, "A6", order="overwatch")
    game = before({**riding(seen(PANZER, "A3")), "g2": watcher}, dice=[1])
    assert asked(game) == "overwatch"
    game.choose("do:pass")
    game.choose("storm:s2")
    game.choose("unit:g1")
    assert game.state.units["s2"].at == "A2"
    assert asked(game) == "move-to"


@pytest.mark.rule("panzer:6.6.6")
def test_men_who_jump_off_into_a_barrage_may_be_stopped_by_it() -> None:
    fire = Mission(side="german", sources=("g9",), bands=("P",), at="A2", hexes=("A2",), turn=1)
    guns = seen("de-section-weapon", "A9", attached=("de-grw34",))
    game = before({**riding(seen(PANZER, "A3")), "g9": guns}, missions={"m": fire}, dice=[1, 70])
    game.choose("storm:s2")
    game.choose("unit:g1")
    assert game.state.units["s2"].suppressed == "on"
    assert "s2" in game.state.assaults
    assert len(results(game)) == 1, "only the barrage"


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
def test_men_attack_out_of_a_vehicle_that_stands_still() -> None:
    units = {
        "s1": seen(TANK, "A1"), "s2": seen(SMG, "A1", carrier="s1"), "g1": seen("pak-40", "A3"),
        "s3": seen(SMG, "A1", carrier="s1"),
    }  # fmt: skip
    game = moving(units, dice=[99, 1])
    assert storms(game) == ["storm:s2", "storm:s3"]
    game.choose("storm:s2")
    game.choose("unit:g1")
    game.choose("do:stay")
    assert "g1" in game.state.lost
    assert storms(game) == []
    assert why(game, "storm:s3") == ("refused.nobody-to-storm", "6.6.1.1/dismount-attack")


@pytest.mark.rule("panzer:6.6.1.1/dismount-attack")
def test_men_on_a_moving_vehicle_pick_target_and_hex() -> None:
    units = {**riding(seen("pak-40", "A2")), "g2": seen(RIFLE, "A2")}
    game = before(units)
    game.choose("storm:s2")
    assert (asked(game), offered(game)) == ("storm-target", ["unit:g1", "unit:g2"])
    assert why(game, "unit:s1") == ("refused.own-unit", "6.6.1.1")
