"""C13.5, D6.8: the PIAT of a Carrier C is fired from inside it."""

from __future__ import annotations

from typing import Any

import pytest

from games.asl.fields import meadow
from games.asl.heavy import aimed, ca, cases, de, moving, results, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.fire.fire_phase import FirePhase
from sandtable.games.asl.ordnance.ways import way_of
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.machine_guns import is_ready
from sandtable.games.asl.vehicles.repairs import mend
from sandtable.games.asl.vehicles.vehicle_fire import ways


def scene(**facts: Any) -> Game:
    """A Carrier C c in F10 that looks south and a Panther p in F12 with its side to it, in the Canadian Prep Fire."""
    carrier = tank("F10", "ca-carrier-c", exposed=True, **facts.pop("carrier", {}))
    panther = tank(facts.pop("at", "F12"), "de-pz5g", facing=1)
    phase, active = facts.pop("phase", "prep-fire"), facts.pop("active", "canadian")
    on = meadow(facts.pop("terrain", None))
    return position(on=on, vehicles={"c": carrier, "p": panther}, phase=phase, active=active, **facts)


@pytest.mark.rule("rileys_road:D6.8", "rileys_road:C13.5")
@pytest.mark.parametrize(("at", "number"), [("F10", 11), ("F11", 9), ("F12", 7), ("F13", 5)])
def test_the_piat_of_a_carrier_hits_by_its_own_numbers_and_at_plus_one(at: str, number: int) -> None:
    found = aimed(scene(at=at), "p", ammunition="heat", firer="c")
    assert found.number.total == number
    assert cases(found)["inside"] == 1
    assert "E" not in cases(found)
    assert "L-1" not in cases(found)


@pytest.mark.rule("rileys_road:C13.5")
def test_the_piat_of_a_carrier_reaches_three_hexes_and_looks_everywhere() -> None:
    assert "piat" not in ways(scene(at="F14"), "c")
    assert "piat" in ways(scene(at="F13"), "c")
    behind = scene(at="F8", phase="defensive-fire", active="german")
    assert "piat" in ways(behind, "c")
    assert "A" not in cases(aimed(behind, "p", ammunition="heat", firer="c"))


@pytest.mark.rule("rileys_road:C13.5", "rileys_road:D6.8")
@pytest.mark.parametrize(
    ("facts", "phase", "active", "way"),
    [
        ({}, "prep-fire", "canadian", "prep"),
        ({}, "defensive-fire", "german", "final"),
        ({}, "movement", "canadian", None),
        ({"bounding": True}, "movement", "canadian", None),
        ({"bounding": True}, "advancing-fire", "canadian", "advancing"),
        ({"motion": True}, "defensive-fire", "german", None),
        ({"motion": True}, "advancing-fire", "canadian", None),
        ({"fired": ("piat:prep",)}, "prep-fire", "canadian", None),
        ({"fired": ("piat:first",)}, "defensive-fire", "german", None),
        ({"fired": ("ma:prep",)}, "prep-fire", "canadian", "prep"),
        ({"broken": ("piat",)}, "prep-fire", "canadian", None),
        ({"broken": ("ma",)}, "prep-fire", "canadian", "prep"),
        ({"stun": "stunned"}, "prep-fire", "canadian", None),
        ({"abandoned": True}, "prep-fire", "canadian", None),
    ],
)
def test_when_the_piat_of_a_carrier_is_fired(facts: dict[str, Any], phase: str, active: str, way: str | None) -> None:
    assert way_of(scene(carrier=facts, phase=phase, active=active), "c") == way


@pytest.mark.rule("rileys_road:C13.5", "rileys_road:C5.34")
def test_a_carrier_that_has_moved_fires_its_piat_at_case_c3() -> None:
    game = scene(carrier={"bounding": True}, phase="advancing-fire")
    found = cases(aimed(game, "p", ammunition="heat", firer="c"))
    assert (found["C3"], found["inside"], "B" in found, "C" in found) == (2, 1, False, False)


@pytest.mark.rule("rileys_road:D6.8", "rileys_road:C13.5", "rileys_road:C7.33")
def test_the_piat_destroys_a_panther_from_the_side_and_the_machine_gun_may_still_fire() -> None:
    game = scene(dice=[2, 2, 3, 3, 6, 6], units={"x": de("F15")})
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:c", "arm:piat", "vehicle:p", "do:heat")
    assert "p" not in game.state.vehicles
    assert game.state.vehicles["c"].fired == ("piat:prep",)
    assert is_ready(game, "c", "bmg")
    assert results(game)[0] == "th.hit"


@pytest.mark.rule("rileys_road:C13.5")
@pytest.mark.parametrize(("dice", "broken"), [([4, 5], ()), ([5, 5], ("piat",)), ([6, 6], ("piat",))])
def test_a_ten_malfunctions_the_piat_and_not_the_machine_gun(dice: list[int], broken: tuple[str, ...]) -> None:
    game = scene(dice=dice)
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:c", "arm:piat", "vehicle:p", "do:heat")
    assert game.state.vehicles["c"].broken == broken
    assert not game.state.vehicles["c"].recalled


@pytest.mark.rule("rileys_road:C13.5", "rileys_road:D3.7")
@pytest.mark.parametrize(
    ("face", "broken", "disabled"), [(2, (), ()), (3, ("piat",), ()), (5, ("piat",), ()), (6, (), ("piat",))]
)
def test_the_piat_is_repaired_by_its_own_number(face: int, broken: Any, disabled: Any) -> None:
    game = scene(carrier={"broken": ("piat",)}, dice=[face])
    mend(game, "c")
    vehicle = game.state.vehicles["c"]
    assert (vehicle.broken, vehicle.disabled, vehicle.recalled) == (broken, disabled, False)


@pytest.mark.rule("rileys_road:C13.1", "rileys_road:C13.5")
def test_the_piat_is_fired_at_men_in_buildings_but_not_in_the_open() -> None:
    game = scene(units={"a": de("F11"), "b": de("E10")}, terrain={"E10": "stone-building"})
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:c", "arm:piat")
    assert "hex:E10" in offered(game)
    assert "hex:F11" not in offered(game)


@pytest.mark.rule("rileys_road:C13.5", "rileys_road:A8.1")
def test_the_piat_fires_first_at_what_moves_next_to_it() -> None:
    going = moving("p", "F12", ("F12", 2), came_from="F13")
    game = scene(phase="movement", active="german", moving=going)
    assert ways(game, "c")[0] == "piat"


@pytest.mark.rule("rileys_road:C5.9")
def test_no_leader_outside_directs_the_piat_of_a_carrier() -> None:
    game = scene(units={"l": ca("F10", "ca-l91")}, dice=[2, 2, 3, 3, 6, 6])
    play(game, FirePhase(side="canadian", phase="prep-fire"), "vehicle:c", "arm:piat", "vehicle:p", "do:heat")
    assert "p" not in game.state.vehicles
