"""Chapters 6.2.1.1.3 and 6.2.1.1.4: units that share a Move command on roads."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from games.panzer.firing import Placed, position
from games.panzer.marching import drawn, mover, offered, play, reason
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.units import Game

T34 = "t-34-76-m42"
HIGHWAY = [[f"A{number}" for number in range(1, 16)]]


def on_the_highway(units: Mapping[str, Placed], *shared: str) -> Game:
    """Regulars, whose command range is 0, move along a road that runs north from A15; some share their Move."""
    board = drawn("\n".join("." * 2 for _ in range(15)), roads=HIGHWAY)
    game = position(units, board=board)
    for each in shared:
        game.state.commands[each] = replace(game.state.commands[each], group=shared[0])
    game.push(MovementPhase(side="soviet"))
    game.advance()
    return game


@pytest.mark.rule("panzer:6.2.1.1.4/movement", "panzer:4.5.1.1.5", "panzer:5.13")
def test_the_first_leaves_room_for_those_who_follow_by_road() -> None:
    """A tank has 6 points and 12 by road. Into a hex with three others only two more come by road."""
    halted = {f"s{number}": mover(T34, "A4", order="no-command") for number in (7, 8, 9)}
    moving = {f"s{number}": mover(T34, "A15") for number in (1, 2, 3)}
    game = on_the_highway({**moving, **halted}, "s1", "s2", "s3")
    play(game, "unit:s1")
    assert {"A5", "A9"} <= offered(game, "hex")
    assert "A4" not in offered(game, "hex")
    assert reason(game, "hex:A4") == ("refused.shared-movement", "6.2.1.1.4/movement")
    pair = on_the_highway({**moving, **halted}, "s1", "s2")
    play(pair, "unit:s1", "hex:A4", "do:stop", "unit:s2")
    assert offered(pair, "hex") == {"A4"}


@pytest.mark.rule("panzer:6.2.1.1.4/movement", "panzer:5.13")
def test_who_comes_across_country_may_crowd_a_hex_with_those_who_share_his_move() -> None:
    halted = {f"s{number}": mover(T34, "A10", order="no-command") for number in (7, 8, 9)}
    moving = {f"s{number}": mover(T34, "A15") for number in (1, 2, 3)}
    game = on_the_highway({**moving, **halted}, "s1", "s2", "s3")
    play(game, "unit:s1", "hex:A10", "do:stop", "unit:s2", "hex:A10", "do:stop", "unit:s3")
    assert offered(game, "hex") == {"A10"}
