"""What agents are shown of the squad-level system."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.asl.ordnance.shots import spotting
from sandtable.kernel import View
from sandtable.kernel import title as title_of
from sandtable.lab.agents.observations import Observations


@pytest.mark.rule("rileys_road:C9.3")
def test_agents_see_for_which_mortar_somebody_has_spotted() -> None:
    title = title_of("rileys_road")
    game, observations = title.new_game("farm", seed=1), Observations(title, "farm")
    content = game.content
    mortar, arm = next((name, arm) for name, arm in content.arms.items() if content.weapons[arm.kind].type == "mortar")
    spotter = next(name for name, unit in game.state.units.items() if unit.side == arm.side)
    game.state.units[spotter] = replace(game.state.units[spotter], spent=(spotting(mortar),))
    seen = observations.of(View(game, arm.side))
    assert seen[observations.cell("units", spotter, f"spent: {spotting(mortar)}")] == 1.0
