"""Hidden men come into the open: enemies are beside them, or they want to be seen."""

from __future__ import annotations

import pytest

from games.asl.position import ca, de, offered, play, position
from sandtable.games.asl.fire.fire_lanes import lane_hexes
from sandtable.games.asl.movement.movement_phase import MovementPhase
from sandtable.games.asl.state import Weapon


@pytest.mark.rule("rileys_road:A12.3")
def test_who_is_hidden_in_the_open_is_known_once_an_enemy_in_good_order_is_adjacent() -> None:
    units = {"c": ca("S12"), "g": de("S14", hidden=True), "h": de("T16", hidden=True)}
    game = position(units=units)
    play(game, MovementPhase(side="canadian"), "unit:c", "hex:S13")
    assert not game.state.units["g"].hidden
    assert not game.state.units["g"].concealed
    assert game.state.units["h"].hidden, "an orchard hides him"


@pytest.mark.rule("rileys_road:A12.3", "rileys_road:A12.14")
def test_hidden_men_may_show_themselves_before_they_move() -> None:
    game = position(units={"c": ca("S12"), "g": de("U17", hidden=True)}, active="german")
    play(game, MovementPhase(side="german"), "unit:g", "do:appear")
    assert not game.state.units["g"].hidden
    assert "do:appear" not in offered(game)


@pytest.mark.rule("rileys_road:A12.1")
def test_a_dummy_cannot_show_itself() -> None:
    game = position(units={"c": ca("S12"), "d": de("U17", kind="dummy", concealed=True)}, active="german")
    play(game, MovementPhase(side="german"), "unit:d")
    assert "do:appear" not in offered(game)


@pytest.mark.rule("rileys_road:A9.22")
def test_no_fire_lane_is_laid_into_the_own_hex() -> None:
    units = {"c": ca("U17"), "g": de("U17")}
    game = position(units=units, weapons={"m": Weapon("de-mmg", "german", holder="g")})
    assert lane_hexes(game, "m", "U17") == {}
