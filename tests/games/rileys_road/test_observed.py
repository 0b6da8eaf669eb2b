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


@pytest.mark.rule("rileys_road:A2.5", "rileys_road:E1.8")
def test_agents_see_what_left_the_map_with_its_bearer_and_flashes_on_upper_floors() -> None:
    title = title_of("rileys_road")
    game, observations = title.new_game("raid", seed=1), Observations(title, "raid")
    before = observations.of(View(game, "german")).copy()
    game.state.exited["gw1"] = game.state.weapons.pop("gw1").kind
    left = observations.of(View(game, "german")).copy()
    watcher = next(name for name, unit in game.state.units.items() if unit.side == "german")
    game.state.units[watcher] = replace(game.state.units[watcher], at="N16-1")
    dark = observations.of(View(game, "german")).copy()
    game.state.gunflashes = {"N16-1": True}
    lit = observations.of(View(game, "german")).copy()
    assert (before != left).any()
    assert (dark != lit).any()
