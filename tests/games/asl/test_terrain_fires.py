"""B25/infantry: men who are driven out by fire."""

from __future__ import annotations

import pytest
from tests.games.asl.position import ca, de, offered, play, position

from sandtable.games.asl.terrain.fires import FleeFire


@pytest.mark.rule("rileys_road:B25/infantry")
def test_men_leave_a_hex_that_begins_to_burn() -> None:
    units = {"c": ca("T10"), "b": ca("T10-1"), "g": de("T9")}
    game = play(position(units=units, blazes={"T10": True, "T11": True}), FleeFire(hex="T10"))
    assert set(offered(game)) == {"hex:U10", "hex:U11", "hex:S11", "hex:S10"}
    game.choose("hex:S11")
    game.choose("hex:S11")
    assert {name: unit.at for name, unit in game.state.units.items()} == {"b": "S11", "c": "S11", "g": "T9"}


@pytest.mark.rule("rileys_road:B25/infantry")
def test_who_cannot_leave_a_fire_dies() -> None:
    units = {"c": ca("T10")} | {f"g{n}": de(hex_) for n, hex_ in enumerate(("T9", "U10", "U11", "T11", "S11", "S10"))}
    game = play(position(units=units, blazes={"T10": True}), FleeFire(hex="T10"))
    assert "c" not in game.state.units
