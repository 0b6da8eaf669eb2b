"""C, D, E: positions in which several rules of heavy weapons meet, each judged beside the sentences that it tries."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.heavy import ca, field, shot
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.firing import fire
from sandtable.games.asl.state import DUMMY, Unit
from sandtable.games.asl.units import Game


def rolled(game: Game) -> list[str]:
    """For what dice have fallen."""
    return [event.why for event in game.events if hasattr(event, "why")]


# E1.4


@pytest.mark.rule("rileys_road:E1.4", "rileys_road:C3.32")
@pytest.mark.parametrize(("company", "effects"), [({}, 0), ({"c": ca("F12", cloak=2, concealed=True)}, 1)])
def test_a_dummy_under_a_cloaking_counter_is_gone_before_the_shell_bursts(company: Any, effects: int) -> None:
    units = {"x": Unit("canadian", DUMMY, "F12", cloak=1, concealed=True), **company}
    game = field(units=units, nvr=3, dice=[1, 2, *[6] * 8])
    fire(game, shot(game, "F12", "infantry", "he"), Aftermath())
    assert "x" not in game.state.units
    assert rolled(game).count("effect") == effects
