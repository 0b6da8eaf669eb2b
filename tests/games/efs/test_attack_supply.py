"""Attack supply (15.2): points in reach, promised and spent."""

from __future__ import annotations

import pytest

from games.efs.positions import RIFLES, quiet
from sandtable.games.efs.state import AXIS, SupplyUnit
from sandtable.games.efs.supply.attack_supply import in_reach, promise, spend_promised


@pytest.mark.rule("efs:15.21")
def test_the_bridgehead_draws_on_the_supply_unit_at_osmino_and_not_on_one_far_behind() -> None:
    game = quiet({RIFLES: "0706"})
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at="0809", points=1)
    game.state.supplies["axis-s2"] = SupplyUnit(side=AXIS, at="0514", points=1)
    assert in_reach(game, "axis-s1", ["0706", "0605"])
    assert not in_reach(game, "axis-s2", ["0706"])
    assert not in_reach(game, "axis-s1", ["0706", "0101"])


@pytest.mark.rule("efs:15.21")
def test_a_point_that_was_promised_supplies_no_other_attack() -> None:
    game = quiet({RIFLES: "0706"})
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at="0809", points=2)
    promise(game, "axis-s1")
    assert in_reach(game, "axis-s1", ["0706"])
    promise(game, "axis-s1")
    assert not in_reach(game, "axis-s1", ["0706"])


@pytest.mark.rule("efs:15.45")
def test_promised_points_are_spent_at_the_end_of_the_phase() -> None:
    game = quiet({RIFLES: "0706"})
    game.state.supplies["axis-s1"] = SupplyUnit(side=AXIS, at="0809", points=1, promised=1)
    game.state.supplies["axis-l1"] = SupplyUnit(side=AXIS, at="0809", points=3, promised=2)
    game.state.supplies["soviet-s1"] = SupplyUnit(side="soviet", at="0103", points=1)
    spend_promised(game, AXIS)
    assert sorted((each.side, each.points, each.promised) for each in game.state.supplies.values()) == [
        ("axis", 1, 0),
        ("soviet", 1, 0),
    ]
