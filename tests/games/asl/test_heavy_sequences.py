"""C, D, E: guns, vehicles, artillery and aircraft where one event follows upon another."""

from __future__ import annotations

import pytest

from games.asl.heavy import NORTH, ca, de, field, shot, tank
from sandtable.games.asl.air.attacks import fire_rockets
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.firing import fire
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.units import Game


def rolled(game: Game) -> list[str]:
    """For what dice have fallen."""
    return [event.why for event in game.events if hasattr(event, "why")]


# D.8


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C7.5", "rileys_road:D6.2")
def test_a_crew_is_struck_by_the_shot_before_it_leaves_its_tank_for_the_tracks() -> None:
    game = field(vehicles={"t": tank("F10", exposed=True)}, dice=[2, 1, 5, 4, 6, 6, 6, 6])
    fire(game, shot(game, "t"), Aftermath())
    assert rolled(game) == ["to-hit", "to-kill", "collateral", "abandonment"]
    assert game.state.vehicles["t"].abandoned


@pytest.mark.rule("rileys_road:D.8", "rileys_road:C7.4")
def test_an_exposed_crew_is_struck_by_the_shot_that_puts_it_in_shock() -> None:
    game = field(vehicles={"t": tank("F10", exposed=True)}, dice=[1, 2, 5, 4, 6, 6])
    fire(game, shot(game, "t"), Aftermath())
    assert rolled(game) == ["to-hit", "to-kill", "collateral"]
    assert game.state.vehicles["t"].shock == "shocked"


@pytest.mark.rule("rileys_road:D6.2", "rileys_road:C7.4")
def test_riders_are_struck_by_the_shot_before_they_jump_off_for_the_shock() -> None:
    units = {"r": ca("F10", aboard="t")}
    game = field(units=units, vehicles={"t": tank("F10")}, dice=[1, 2, 5, 4, 6, 6, *[1, 2] * 5])
    fire(game, shot(game, "t"), Aftermath())
    assert rolled(game)[:4] == ["to-hit", "to-kill", "collateral", "bail-out"]


@pytest.mark.rule("rileys_road:E7/attacks", "rileys_road:D.8")
def test_rockets_strike_an_exposed_crew_before_it_is_in_shock() -> None:
    game = field(vehicles={"t": tank("F10", "de-pz4j", exposed=True)}, dice=[1, 2, 5, 1, 6, 6])
    fire_rockets(game, "canadian", "F10", "t", Aftermath())
    assert game.state.vehicles["t"].shock == "shocked"
    assert "collateral" in rolled(game)


# C6.5


@pytest.mark.rule("rileys_road:C6.5", "rileys_road:D3.54")
def test_a_tank_goes_on_laying_its_gun_when_a_machine_gun_malfunctions() -> None:
    firer = tank("F14", "de-pz5g", facing=NORTH, acquired="x", acquisition=2)
    vehicles = {"k": firer, "t": tank("F10", "ca-carrier-a"), "x": tank("E10")}
    game = field(vehicles=vehicles, dice=[6, 6])
    fire(game, shot(game, "t", ammunition="mg", firer="k", way="final", arm="cmg"), Aftermath())
    assert game.state.vehicles["k"].broken == ("cmg",)
    assert game.state.vehicles["k"].acquisition == 2


# A7.25


@pytest.mark.rule("rileys_road:A7.25", "rileys_road:C2.24")
@pytest.mark.parametrize(("colored", "way"), [(2, "opportunity"), (3, None)])
def test_a_gun_that_has_waited_may_keep_its_rate_of_fire(colored: int, way: str | None) -> None:
    crew = de("F14", "de-228", fire="opportunity")
    game = field(units={"g": crew}, phase="advancing-fire", active="german", vehicles={"t": tank("F8")},
                 dice=[colored, 6, 6, 6])  # fmt: skip
    fire(game, shot(game, "t", way="opportunity"), Aftermath())
    assert way_of(game, "w") == way
