"""D5.4, D5.42, D6.8, D10.5, A21, RR11.61: crews leave vehicles, others take them over, and take their guns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.asl.fields import meadow
from games.asl.heavy import aimed, ca, cases, de, tank
from games.asl.position import offered, play, position
from sandtable.games.asl.content import Content, Manifest
from sandtable.games.asl.fire.dice import Dr
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.morale.rally import RallyPhase
from sandtable.games.asl.movement.advance import AdvancePhase
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.ordnance.shots import gunner_of
from sandtable.games.asl.state import Weapon, Works, Wreck
from sandtable.games.asl.tables.fire import Result
from sandtable.games.asl.terrain.works import room_in_foxholes
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.ground import Entry, entry
from sandtable.games.asl.vehicles.losses import abandon, survive_below, wreck
from sandtable.games.asl.vehicles.machine_guns import Burst, groups_of, read
from sandtable.games.asl.vehicles.manning import capture
from sandtable.games.asl.vehicles.status import mp_of


def yard(kind: str = "ca-sherman3", *, units: dict[str, Any] | None = None, **facts: Any) -> Game:
    """A vehicle v in F10 that looks north, in the Movement Phase of the Canadians."""
    on: Content = facts.pop("on", None) or meadow()
    side = "german" if kind.startswith("de") else "canadian"
    on.tanks["v"] = Manifest(side, kind)  # type: ignore[arg-type]
    on.__dict__.pop("all_arms", None)
    vehicle = tank("F10", kind, 0, **facts.pop("vehicle", {}))
    return position(units=units or {}, on=on, vehicles={"v": vehicle}, **facts)


# Leaving


@pytest.mark.rule("rileys_road:D5.4")
def test_a_crew_leaves_its_tank_and_is_done() -> None:
    game = play(yard(), Drive(vehicle="v"), "abandon:v")
    assert game.state.vehicles["v"].abandoned
    crew = game.state.units["vc"]
    assert (crew.kind, crew.at, crew.moved) == ("ca-127", "F10", True)


@pytest.mark.rule("rileys_road:D5.4", "rileys_road:RR8")
@pytest.mark.parametrize(
    ("kind", "state", "may"),
    [
        ("ca-sherman3", {}, True),
        ("ca-sherman3", {"immobile": True}, True),
        ("ca-sherman3", {"motion": True}, False),
        ("ca-sherman3", {"stun": "stunned", "stunned_until": 9}, False),
        ("ca-kangaroo", {}, False),
        ("ca-sherman3", {"elite": True}, False),
    ],
)
def test_which_crews_may_leave(kind: str, state: dict[str, Any], may: bool) -> None:
    game = play(yard(kind, vehicle=state), Drive(vehicle="v"))
    assert ("abandon:v" in (offered(game) if game.decisions else {})) is may


@pytest.mark.rule("rileys_road:D5.4", "rileys_road:A5.12")
def test_a_crew_does_not_leave_of_its_own_will_where_there_is_no_room_for_it() -> None:
    half = {"h": ca("F10", "ca-248")}
    for count, may in ((2, True), (3, False)):
        men = {f"c{each}": ca("F10") for each in range(count)}
        game = play(yard(phase="advance", units={**men, **(half if may else {})}), AdvancePhase(side="canadian"))
        assert ("abandon:v" in offered(game)) is may
    refusal = game.explain("abandon:v")
    assert refusal is not None
    assert refusal.rule == "A5.12"


@pytest.mark.rule("rileys_road:D5.4")
def test_a_crew_may_leave_in_the_advance_phase_too() -> None:
    game = play(yard(phase="advance"), AdvancePhase(side="canadian"), "abandon:v")
    assert "vc" in game.state.units


@pytest.mark.rule("rileys_road:D6.8")
@pytest.mark.parametrize(("kind", "takes"), [("ca-carrier-a", True), ("ca-carrier-c", False), ("ca-wasp", False)])
def test_the_half_squad_of_a_carrier_may_take_its_gun_along(kind: str, takes: bool) -> None:
    game = play(yard(kind), Drive(vehicle="v"))
    assert ("dismount:v" in offered(game)) is takes
    if takes:
        game.choose("dismount:v")
        assert game.state.units["vc"].kind == "ca-247"
        assert (game.state.weapons["v-bmg"].kind, game.state.weapons["v-bmg"].holder) == ("ca-lmg", "vc")
        assert "ma" in game.state.vehicles["v"].disabled


@pytest.mark.rule("rileys_road:D6.8")
def test_a_carrier_whose_half_squad_is_lost_is_abandoned() -> None:
    game = yard("ca-carrier-a")
    collateral.strike_crew(game, "v", Result("k", 2), Aftermath())
    assert game.state.vehicles["v"].abandoned
    assert not game.state.units
    other = yard("ca-wasp")
    collateral.strike_crew(other, "v", Result("k", 2), Aftermath())
    assert other.state.vehicles["v"].recalled


# Taking over


@pytest.mark.rule("rileys_road:D5.42")
def test_a_vehicle_crew_takes_a_vehicle_over_with_all_its_mf() -> None:
    game = yard(units={"c": ca("F10", "ca-127")}, vehicle={"abandoned": True})
    play(game, MovementPhase(side="canadian"), "unit:c")
    assert offered(game)["man:v"] == 4
    game.choose("man:v")
    vehicle = game.state.vehicles["v"]
    assert (vehicle.abandoned, vehicle.manned_by, vehicle.moved) == (False, "c", True)
    assert "c" not in game.state.units
    assert mp_of(game, "v") == 14
    assert gunner_of(game, "v").strangers == 0


@pytest.mark.rule("rileys_road:D5.42", "rileys_road:A21.13")
def test_a_squad_in_a_tank_does_not_know_how_to() -> None:
    game = yard(units={"c": ca("F10"), "g": de("F5")}, vehicle={"abandoned": True})
    play(game, Move(units=("c",)), "man:v")
    game.state.phase = "prep-fire"
    assert mp_of(game, "v") == 7
    assert cases(aimed(game, "F5", "infantry", "he", firer="v"))["H"] == 2


@pytest.mark.rule("rileys_road:A21.13", "rileys_road:D5.42")
def test_its_machine_guns_break_down_sooner() -> None:
    def fails(**state: Any) -> bool:
        game = yard(units={"g": de("F7")}, vehicle=state, phase="prep-fire")
        burst = Burst("v", ("bmg",), "F7")
        return read(game, burst, groups_of(game, burst), Dr(5, 5)).fails

    assert not fails()
    assert fails(manned_by="c", manned_kind="ca-458")


@pytest.mark.rule("rileys_road:D5.42")
def test_any_squad_drives_a_carrier_as_well_as_its_own() -> None:
    game = yard("ca-carrier-a", vehicle={"manned_by": "c", "manned_kind": "ca-458"})
    assert mp_of(game, "v") == 16


@pytest.mark.rule("rileys_road:D5.42", "rileys_road:A21.21")
@pytest.mark.parametrize(
    ("units", "may"),
    [
        ({"c": ca("F10")}, True),
        ({"c": ca("F10", "ca-l81")}, False),
        ({"c": ca("F10"), "g": de("F10", broken=True)}, False),
        ({"c": ca("F10"), "d": ca("F10"), "p": de("F10", guard="d")}, True),
    ],
)
def test_who_takes_a_vehicle_over(units: dict[str, Any], may: bool) -> None:
    game = play(yard(units=units, vehicle={"abandoned": True}), Move(units=("c",)))
    assert ("man:v" in offered(game)) is may


@pytest.mark.rule("rileys_road:D5.42")
def test_nobody_takes_over_a_vehicle_after_he_has_moved() -> None:
    game = play(yard(units={"c": ca("F11")}, vehicle={"abandoned": True}), Move(units=("c",)), "hex:F10")
    assert "man:v" not in (offered(game) if game.decisions else {})


@pytest.mark.rule("rileys_road:D5.42")
def test_men_who_took_over_come_out_as_what_they_were() -> None:
    game = yard(vehicle={"manned_by": "c7", "manned_kind": "ca-458"})
    play(game, Drive(vehicle="v"), "abandon:v")
    assert game.state.units["c7"].kind == "ca-458"
    lost = yard(vehicle={"manned_by": "c7", "manned_kind": "ca-458"}, dice=[6, 6])
    wreck(lost, "v", Aftermath(), burning=False)
    assert lost.state.lost["c7"] == "ca-458"


@pytest.mark.rule("rileys_road:D5.42")
def test_a_tank_that_canadians_bring_to_life_at_night_goes_home() -> None:
    game = yard(units={"c": ca("F10", "ca-127")}, vehicle={"abandoned": True}, nvr=3)
    play(game, Move(units=("c",)), "man:v")
    assert game.state.vehicles["v"].recalled


@pytest.mark.rule("rileys_road:A21.21")
@pytest.mark.parametrize(
    ("units", "side"),
    [
        ({"g": de("F10")}, "german"),
        ({"g": de("F10", broken=True)}, "canadian"),
        ({"g": de("F10"), "c": ca("F10", broken=True)}, "canadian"),
        ({}, "canadian"),
    ],
)
def test_a_vehicle_without_a_crew_falls_to_enemies_alone_with_it(units: dict[str, Any], side: str) -> None:
    game = yard(units=units, vehicle={"abandoned": True})
    capture(game)
    assert game.state.vehicles["v"].side == side


@pytest.mark.rule("rileys_road:A21.21", "rileys_road:A21.13")
def test_a_captured_tank_is_strange_to_its_captors_and_more_so_to_their_squads() -> None:
    for kind, number in (("de-127", 1), ("de-548", 2)):
        game = yard(vehicle={"manned_by": "g", "manned_kind": kind})
        game.state.vehicles["v"] = msgspec.structs.replace(game.state.vehicles["v"], side="german")
        assert gunner_of(game, "v").strangers == number


# Scrounging


@pytest.mark.rule("rileys_road:D10.5")
def test_men_take_machine_guns_out_of_a_wreck_by_a_roll_for_each() -> None:
    game = yard(units={"c": ca("F10")}, phase="rally", dice=[2, 3])
    game.state.vehicles.clear()
    game.state.wrecks["v"] = Wreck("ca-sherman3", "F10", 0)
    play(game, RallyPhase(), "unit:c")
    assert game.state.weapons["v-bmg"].kind == "ca-lmg"
    assert "v-cmg" not in game.state.weapons
    assert game.state.wrecks["v"].stripped == ("bmg",)


@pytest.mark.rule("rileys_road:D10.5")
@pytest.mark.parametrize(
    ("wrecked", "units", "may"),
    [
        (Wreck("ca-sherman3", "F10", 0), {"c": ca("F10")}, True),
        (Wreck("ca-sherman3", "F10", 0, burning=True), {"c": ca("F10")}, False),
        (Wreck("de-pz4j", "F10", 0), {"c": ca("F10")}, False),
        (Wreck("ca-sherman3", "F10", 0), {"c": ca("F10", broken=True)}, False),
        (Wreck("ca-sherman3", "F10", 0), {"c": ca("F10", "ca-l81")}, False),
        (Wreck("ca-sherman3", "F10", 0, stripped=("bmg", "cmg")), {"c": ca("F10")}, False),
    ],
)
def test_who_looks_for_guns_where(wrecked: Wreck, units: dict[str, Any], may: bool) -> None:
    from sandtable.games.asl.vehicles.scrounging import scroungers

    game = yard(wrecked.kind, units=units, phase="rally")
    game.state.vehicles.clear()
    game.state.wrecks["v"] = wrecked
    assert bool(scroungers(game, "canadian")) is may


@pytest.mark.rule("rileys_road:B26/infantry", "rileys_road:D5.4")
def test_a_crew_that_leaves_its_vehicle_on_wire_is_above_it() -> None:
    game = yard(works={"F10": Works(side="german", wire=True)})
    abandon(game, "v", Aftermath())
    assert game.state.units["vc"].stance == "above-wire"


@pytest.mark.rule("rileys_road:RR11.61", "rileys_road:D10.5")
def test_a_crew_that_falls_into_a_cellar_may_bring_its_guns() -> None:
    game = yard(dice=[1, 1, 1, 6])
    survive_below(game, "v", "F10-1", Aftermath())
    assert game.state.units["vc"].at == "F10-1"
    assert game.state.weapons["v-bmg"].holder == "vc"
    assert "v-cmg" not in game.state.weapons
    assert not game.state.wrecks


@pytest.mark.rule("rileys_road:B27.1")
@pytest.mark.parametrize(
    ("kind", "squads", "fits"), [("de-pak40", 1, True), ("de-pak43", 1, False), ("de-pak43", 3, False)]
)
def test_only_small_guns_are_served_from_foxholes(kind: str, squads: int, fits: bool) -> None:
    game = position(
        units={"g": de("F10", "de-228")},
        weapons={"w": Weapon(kind, "german", holder="g")},
        on=meadow(),
        works={"F10": Works(side="german", foxholes=squads)},
    )
    assert room_in_foxholes(game, "F10", ("g",)) is fits


@pytest.mark.rule("rileys_road:B27.1")
def test_vehicles_ignore_foxholes() -> None:
    def cost(**facts: Any) -> int:
        found = entry(yard(**facts), "v", "F10", "F9")
        assert isinstance(found, Entry)
        return found.cost

    assert cost(works={"F9": Works(side="german", foxholes=2)}) == cost()


@pytest.mark.rule("rileys_road:A21.21", "rileys_road:D6.9")
def test_an_abandoned_vehicle_with_men_aboard_is_not_captured() -> None:
    vehicles = {"v": tank("F10", "de-spw251", abandoned=True, immobile=True)}
    for aboard, side in (("v", "german"), ("", "canadian")):
        units = {"c": ca("F10"), "p": de("F10" if aboard else "A1", broken=True, aboard=aboard)}
        game = position(on=meadow(), units=units, vehicles=vehicles)
        capture(game)
        assert game.state.vehicles["v"].side == side
