"""A19.131, A26.4: what only some scenarios bring: a shortage of ammunition, and the balance for a side."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from games.asl.position import OWN, board, ca, data_file, de, position
from sandtable import datafile
from sandtable.games.asl import hidden
from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import PersonnelFile, WeaponsFile
from sandtable.games.asl.events.sequence import SidesDrawn
from sandtable.games.asl.fire.malfunction import breakdown_of
from sandtable.games.asl.morale.heat_of_battle import place_new
from sandtable.games.asl.scenario import Entry, Group, ScenarioFile
from sandtable.games.asl.sequence.game_turn import draw_sides
from sandtable.games.asl.state import State, Vehicle, Weapon
from sandtable.games.asl.vehicles.machine_guns import failing
from sandtable.kernel import title


def scenario(**changes: Any) -> ScenarioFile:
    return replace(datafile.read(OWN / "scenarios" / "farm.yaml", ScenarioFile), **changes)


def with_groups(file: ScenarioFile, side: str, **groups: Group) -> ScenarioFile:
    force = file.forces[side]  # type: ignore[index]
    return replace(file, forces={**file.forces, side: replace(force, groups={**force.groups, **groups})})


def content(file: ScenarioFile) -> Content:
    units = OWN / "units"
    personnel = datafile.read(units / "personnel.yaml", PersonnelFile)
    return Content(file, board(), personnel, datafile.read(units / "weapons.yaml", WeaponsFile), data_file, ())


def begun(file: ScenarioFile) -> tuple[Content, State]:
    found = content(file)
    return found, title("rileys_road").start(found)


LATE = Entry(turn=2, hexes=("R15",))
HUNGRY = Group(
    enters=LATE, units={"de-467": 1, "de-228": 1}, weapons={"de-lmg": 2, "de-mmg": 1}, vehicles={"de-flakpz": 1},
    short_of_ammunition=True, low_ammunition={"de-lmg": 1},
)  # fmt: skip


@pytest.mark.rule("rileys_road:A19.131")
def test_a_group_of_a_scenario_may_be_short_of_ammunition_and_have_low_ammo_counters() -> None:
    found, state = begun(with_groups(scenario(), "german", hungry=HUNGRY))
    short = {name for name, unit in state.units.items() if unit.shortage}
    assert short == {name for name in found.units if found.groups[name] == "hungry"}
    assert [vehicle.shortage for vehicle in state.vehicles.values()] == [True]
    low = [(weapon.kind, found.groups[name]) for name, weapon in state.weapons.items() if weapon.low]
    assert low == [("de-lmg", "hungry")]
    assert not any(unit.shortage for unit in begun(scenario())[1].units.values())


@pytest.mark.rule("rileys_road:A19.131", "rileys_road:A.11")
def test_shortage_and_low_ammo_each_lower_the_breakdown_number_by_one() -> None:
    weapons = {"w": Weapon("de-lmg", "german", holder="g", low=True)}
    game = position(units={"g": de("T11", shortage=True)}, weapons=weapons)
    assert tuple(breakdown_of(game, "w", "prep")) == (10, 12)


@pytest.mark.rule("rileys_road:A19.131", "rileys_road:C2/ammunition-shortage")
def test_the_machine_guns_of_a_vehicle_short_of_ammunition_malfunction_at_11_and_are_gone_at_12() -> None:
    tank = Vehicle("canadian", "ca-sherman5", "T11")
    for facts, numbers in (({}, (12, 13)), ({"shortage": True}, (11, 12))):
        game = position(vehicles={"t": replace(tank, **facts)})
        assert tuple(failing(game, "t", "cmg")) == numbers


@pytest.mark.rule("rileys_road:A19.131")
def test_men_who_step_forward_are_as_short_as_those_they_come_from() -> None:
    game = position(units={"c": ca("T11", shortage=True)})
    name = place_new(game, "ca-l80", game.state.units["c"], "A18.12")
    assert game.state.units[name].shortage


@pytest.mark.rule("rileys_road:A19.131")
def test_men_who_are_made_up_from_a_view_are_as_short_as_their_group() -> None:
    file = scenario()
    company = replace(file.forces["german"].groups["company"], short_of_ammunition=True)
    found, state = begun(with_groups(file, "german", company=company))
    state.active = "canadian"
    state.to_place = {}
    for name, unit in state.units.items():
        state.units[name] = replace(unit, at="U17", concealed=unit.side == "german")
    hidden.mask(state, found, "canadian")
    assert not any(unit.side == "german" and unit.shortage for unit in state.units.values())
    hidden.fill(state, found, "canadian", random.Random(1))
    germans = [unit for unit in state.units.values() if unit.side == "german" and unit.kind != "dummy"]
    assert germans
    assert all(unit.shortage for unit in germans)


@pytest.mark.rule("rileys_road:A19.131")
def test_more_low_ammo_counters_than_weapons_are_refused() -> None:
    with pytest.raises(ValueError, match="fewer of de-mmg"):
        Group(enters=LATE, weapons={"de-mmg": 1}, low_ammunition={"de-mmg": 2})


# The balance

MORE = Group(enters=LATE, units={"de-548": 1}, balance=True)


@pytest.mark.rule("rileys_road:A26.4")
def test_what_the_balance_brings_is_in_play_only_for_the_side_that_has_it() -> None:
    file = with_groups(scenario(), "german", more=MORE)
    without, _ = begun(file)
    found, state = begun(replace(file, balance="german"))
    assert "more" not in without.forces["german"].groups
    assert len(found.units) == len(without.units) + 1
    assert [group for group in state.to_place.values() if group == "more"] == ["more"]
    both = with_groups(file, "canadian", extra=Group(enters=LATE, units={"ca-458": 1}, balance=True))
    assert "extra" not in content(replace(both, balance="german")).forces["canadian"].groups


@pytest.mark.rule("rileys_road:A26.4")
def test_a_balance_that_gives_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="gives the canadian side nothing"):
        scenario(balance="canadian")


@pytest.mark.rule("rileys_road:A26.4")
@pytest.mark.parametrize(("face", "what"), [(3, "stay"), (4, "change")])
def test_lots_decide_who_plays_the_side_that_both_wanted(face: int, what: str) -> None:
    on = content(replace(with_groups(scenario(), "german", more=MORE), balance="german"))
    game = position(on=on, dice=(face,))
    draw_sides(game)
    (event,) = [event for event in game.events if isinstance(event, SidesDrawn)]
    assert (event.wanted, event.side, event.what) == ("canadian", "german", what)
    plain = position(dice=())
    draw_sides(plain)
    assert not plain.events
