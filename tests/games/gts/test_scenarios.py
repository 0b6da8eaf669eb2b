"""The scenarios that ship: set-up, reinforcements, first cup, weather and victory fit the map and the counters."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from games.gts.data import (
    SCENARIOS,
    board,
    column,
    in_both,
    manifest,
    region,
    row,
    scenario,
    table,
    terrain,
    units,
    ways,
)
from sandtable.games.gts.content import ScenarioFile

LEVELS = ("allied-decisive", "allied-marginal", "draw", "german-marginal", "german-decisive")


def inside(play: ScenarioFile, label: str) -> bool:
    first, last = play.area
    return (
        label in board().index
        and column(first) <= column(label) <= column(last)
        and row(first) <= row(label) <= row(last)
    )


def placed(play: ScenarioFile) -> list[str]:
    """Every unit of a scenario, those set up first."""
    begun = [unit_id for stack in play.set_up for unit_id in stack.units]
    return begun + [unit_id for arrival in play.reinforcements for unit_id in arrival.units]


def entries(play: ScenarioFile) -> dict[str, Any]:
    chart = table("entry")
    return {**chart["entries"], **{name: chart["scenario"][name] for name in play.entries}}


@pytest.mark.parametrize("name", SCENARIOS)
def test_scenarios_stand_on_the_map(name: str) -> None:
    play = scenario(name)
    assert play.map == "arnhem"
    assert in_both(play.name)
    assert in_both(play.description)
    assert all(inside(play, label) for label in (*play.area, *play.leaders.values()))
    for stack in play.set_up:
        assert inside(play, stack.at), stack.at
    for award in play.victory:
        assert all(inside(play, label) for label in award.hexes), award.id
    named = [award.region for award in play.victory if award.region]
    named += [play.early_end.region] if play.early_end else []
    named += [play.free_set_up.region] if play.free_set_up else []
    assert set(named) <= set(board().regions)
    for entry in play.entries:
        assert all(inside(play, label) for label in region(entries(play)[entry]["region"]))


@pytest.mark.parametrize("name", SCENARIOS)
def test_set_up_stacks_are_legal(name: str) -> None:
    play = scenario(name)
    stacks: Counter[tuple[str, bool]] = Counter()
    holders: dict[str, str] = {}
    for stack in play.set_up:
        ground = board().named(stack.at).terrain
        in_column = stack.state != "combat"
        for unit_id in stack.units:
            unit = units()[unit_id]
            stacks[stack.at, in_column] += 1
            assert holders.setdefault(stack.at, unit.side) == unit.side, stack.at
            assert stack.state != "transport" or unit.transport is not None, unit_id
            if unit.unit_class == "vehicle" or stack.state == "transport":
                assert in_column or ground not in terrain().column_only["vehicles"], unit_id
                assert ground != "woods" or ways(stack.at), unit_id
        assert set(stack.step_loss) | set(stack.cohesion) <= set(stack.units)
        assert all(units()[unit_id].steps == 2 for unit_id in stack.step_loss)
        assert not (stack.improved and in_column)
    limits = {False: table("stacking")["combat"], True: 1}
    assert all(count <= limits[in_column] for (_, in_column), count in stacks.items())


@pytest.mark.parametrize("name", SCENARIOS)
def test_leaders_come_with_their_formations(name: str) -> None:
    play = scenario(name)
    leaders = manifest().leaders
    home = {unit_id: unit.formation for unit_id, unit in units().items()}
    home |= {unit_id: formation for formation, members in play.attached.items() for unit_id in members}
    at: defaultdict[str, set[str]] = defaultdict(set)
    for stack in play.set_up:
        at[stack.at] |= {home[unit_id] for unit_id in stack.units}
    for leader, label in play.leaders.items():
        assert leaders[leader].formation in at[label], leader
    arriving = [leader for arrival in play.reinforcements for leader in arrival.leaders]
    present = [*play.leaders, *arriving]
    assert len(set(present)) == len(present)
    for arrival in play.reinforcements:
        formations = {home[unit_id] for unit_id in arrival.units}
        assert {leaders[leader].formation for leader in arrival.leaders} <= formations
    used = set(placed(play))
    led = {leaders[leader].formation for leader in present}
    for unit_id in used:
        formation = home[unit_id]
        assert formation in led or not manifest().formations[formation].leader, unit_id


@pytest.mark.rule("gts:8.0")
@pytest.mark.parametrize("name", SCENARIOS)
def test_reinforcements_arrive_in_time_and_where_they_may(name: str) -> None:
    play = scenario(name)
    turns = [arrival.turn for arrival in play.reinforcements]
    assert turns == sorted(turns)
    for arrival in play.reinforcements:
        assert play.first_turn <= arrival.turn <= play.last_turn
        assert [bool(arrival.at), bool(arrival.area), bool(arrival.hex), arrival.off_map].count(True) == 1
        assert bool(arrival.area) == (arrival.arrive is not None)
        assert bool(arrival.or_at) == (arrival.or_at_if is not None)
        for entry in filter(None, (arrival.at, arrival.or_at)):
            divisions = entries(play)[entry]["divisions"]
            assert {units()[unit_id].division for unit_id in arrival.units} <= set(divisions), entry
        if arrival.area:
            assert "landing" in play.special
            room = table("landing")["per_hex"] * len(region(arrival.area))
            same = [a for a in play.reinforcements if (a.area, a.turn) == (arrival.area, arrival.turn)]
            assert sum(len(a.units) for a in same) <= room
        if arrival.hex:
            assert inside(play, arrival.hex)
        for unit_id in arrival.units:
            assert ("off-map" in units()[unit_id].abilities) == arrival.off_map
            assert play.divisions[units()[unit_id].division].turn <= arrival.turn or arrival.off_map, unit_id
        assert set(arrival.step_loss) <= set(arrival.units)


@pytest.mark.parametrize(("name", "count", "allied"), [("krafft", 13, 7), ("bridge", 89, 37), ("perimeter", 216, 111)])
def test_every_unit_is_used_once(name: str, count: int, allied: int) -> None:
    play = scenario(name)
    used = placed(play)
    assert len(set(used)) == len(used) == count
    assert sum(units()[unit_id].side == "allied" for unit_id in used) == allied
    assert {units()[unit_id].division for unit_id in used} == set(play.divisions)


@pytest.mark.rule("gts:9.0", "gts:10.0.1")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_first_cup(name: str) -> None:
    play = scenario(name)
    here = {name for name, points in play.divisions.items() if points.turn == play.first_turn}
    allowed = {army.direct_command for army in manifest().sides.values()}
    allowed |= {manifest().divisions[division].chit for division in here}
    allowed |= {manifest().formations[manifest().leaders[leader].formation].chit for leader in play.leaders}
    assert set(play.cup.chits) <= allowed
    assert {manifest().divisions[division].chit for division in here} <= set(play.cup.chits)
    assert len(set(play.cup.chits)) == len(play.cup.chits)
    assert play.cup.first in play.cup.chits
    limits = table("command")["limits"]
    for points in play.divisions.values():
        assert limits["least"] <= points.dispatch <= points.command <= limits["most"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_turns_and_weather(name: str) -> None:
    play = scenario(name)
    turns = table("turn-track")["turns"]
    assert 1 <= play.first_turn < play.last_turn <= len(turns)
    assert ("fixed" in play.weather) == bool(play.fixed_weather)
    played = {(turns[n]["date"], turns[n]["time"]) for n in range(play.first_turn, play.last_turn + 1)}
    for date, day in play.fixed_weather.items():
        assert {(date, time) for time in day} <= played
        assert set(day.values()) <= set(table("weather")["effects"])


def test_lengths() -> None:
    shown = {name: (scenario(name).first_turn, scenario(name).last_turn) for name in SCENARIOS}
    assert shown == {"krafft": (2, 6), "bridge": (4, 28), "perimeter": (1, 60)}


@pytest.mark.rule("gts:12.0")
@pytest.mark.parametrize("name", SCENARIOS)
def test_victory(name: str) -> None:
    play = scenario(name)
    ids = [award.id for award in play.victory]
    assert len(set(ids)) == len(ids)
    used = set(placed(play))
    for award in play.victory:
        assert in_both(award.name), award.id
        assert award.points > 0
        assert set(award.units) | set(award.joins) <= used, award.id
        assert (award.kind == "losses") == (award.turns is None), award.id
        assert (award.kind == "losses") == (award.of is not None), award.id
        assert (award.kind in ("occupy", "control", "clear", "link-up")) == bool(award.hexes), award.id
        assert not award.unless or award.unless in ids
        assert not award.division or award.division in play.divisions
        assert not award.exempt or award.exempt in manifest().formations
        if award.turns is not None:
            assert play.first_turn <= award.turns[0] <= award.turns[1] <= play.last_turn, award.id
    leads = [grade.lead for grade in play.levels]
    assert leads[-1] is None
    bounds = [lead for lead in leads if lead is not None]
    assert bounds == sorted(bounds, reverse=True)
    assert [grade.level for grade in play.levels] == list(LEVELS)
    assert bounds[0] == 1 - bounds[3]
    assert bounds[1] == 1 - bounds[2]


def test_nobody_has_linked_up_at_the_bridge_before_the_first_turn() -> None:
    play = scenario("bridge")
    (award,) = [award for award in play.victory if award.kind == "link-up"]
    near = {unit_id for stack in play.set_up if stack.at in region("bridge-approach") for unit_id in stack.units}
    assert set(award.joins) & near
    assert not set(award.units) & near
