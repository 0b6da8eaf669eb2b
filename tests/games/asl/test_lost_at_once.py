"""A9.7, D.8: a weapon that is lost by its own DR still strikes with it."""

from __future__ import annotations

import pytest

from games.asl.fields import meadow
from games.asl.heavy import de, tank
from games.asl.position import position
from sandtable.games.asl.fire.attack import Attack, resolve
from sandtable.games.asl.fire.pieces import Piece
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.state import Weapon


@pytest.mark.rule("rileys_road:A9.7", "rileys_road:A.11", "rileys_road:D.8")
def test_a_weapon_lost_by_its_own_roll_still_fires_at_an_exposed_crew() -> None:
    game = position(
        on=meadow(),
        units={"g": de("F14")},
        weapons={"m": Weapon("de-mmg", "german", holder="g", low=True)},
        vehicles={"c": tank("F10", "ca-carrier-a", exposed=True)},
        phase="prep-fire",
        active="german",
        dice=[6, 6, *[3] * 8],
    )
    resolve(game, Attack((Piece("g", "m", "prep"),), (), "F10"), Aftermath())
    assert "m" not in game.state.weapons
