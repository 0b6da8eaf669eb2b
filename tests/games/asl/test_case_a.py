"""C5.1: a vehicle turns its hull or its turret to bring a machine gun to bear."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.heavy import aimed, cases, de, field, tank
from sandtable.games.asl import heavy_fire
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.machine_guns import Burst, bears, common, resolve, turn_for


def stand(*, phase: str = "prep-fire", vehicle: dict[str, Any] | None = None, **facts: Any) -> Game:
    """A Sherman t in F10 that looks north, with enemies behind it in F13, ahead in F7 and aside in J10."""
    units = {"b": de("F13"), "a": de("F7"), "e": de("J10")}
    return field(phase=phase, units=units, vehicles={"t": tank("F10", facing=0, **(vehicle or {}))}, **facts)


def drm(game: Game, arm: Any, at: str) -> int:
    return sum(part.value for part in common(game, Burst("t", (arm,), at)) if part.label == "case.A")


@pytest.mark.rule("rileys_road:C5.1")
def test_the_bow_gun_is_brought_to_bear_as_a_fixed_mount_is_and_the_coaxial_with_its_turret() -> None:
    game = stand()
    turns = turn_for(game, "t", "bmg", "F13")[1]
    assert turns == 2
    assert (drm(game, "bmg", "F13"), drm(game, "cmg", "F13"), drm(game, "bmg", "F7")) == (4, 2, 0)


@pytest.mark.rule("rileys_road:C5.1")
def test_twice_as_much_in_woods() -> None:
    assert drm(stand(terrain={"F10": "woods"}), "bmg", "F13") == 8


@pytest.mark.rule("rileys_road:C5.1")
@pytest.mark.parametrize(
    ("phase", "state", "may"),
    [
        ("prep-fire", {}, True),
        ("movement", {}, False),
        ("prep-fire", {"immobile": True}, False),
        ("prep-fire", {"bogged": "bogged"}, False),
        ("prep-fire", {"motion": True}, False),
    ],
)
def test_when_the_hull_may_be_turned(phase: str, state: dict[str, Any], may: bool) -> None:
    assert bears(stand(phase=phase, vehicle=state), "t", "bmg", "F13") is may


@pytest.mark.rule("rileys_road:C5.1")
def test_the_hull_stays_turned_and_the_first_shots_of_all_weapons_suffer() -> None:
    game = stand(dice=[3, 4])
    resolve(game, Burst("t", ("bmg",), "F13"), Aftermath())
    vehicle = game.state.vehicles["t"]
    assert (vehicle.facing in (2, 3), vehicle.turret, vehicle.swung) == (True, 0, 2)
    assert drm(game, "cmg", "F7") == 4
    assert cases(aimed(game, "F7", "infantry", "he", firer="t"))["A"] == 4
    assert cases(aimed(game, "J10", "infantry", "he", firer="t"))["A"] == 4, "a turret that turns a little is no help"
    heavy_fire.begin_phase(game)
    assert drm(game, "cmg", "F7") == 0
