"""The tables other than those of combat, from terrain to special rules: what the rules quote holds in them."""

from __future__ import annotations

from collections import defaultdict

import pytest

from games.gts.data import (
    SCENARIOS,
    banded,
    board,
    in_both,
    manifest,
    scenario,
    special,
    table,
    terrain,
    units,
)
from sandtable.games.gts.movement.terrain_chart import Surcharge, Surcharges

CLASSES = ("leg", "motorized", "tracked")


@pytest.mark.rule("gts:14.5", "gts:15.6/5", "gts:18.1")
def test_terrain_effects() -> None:
    ground = terrain().terrain
    assert (ground["polder"].leg.combat, ground["polder"].leg.column) == (2, 1)
    assert ground["clear"].tracked.combat == 2
    assert (ground["clear"].defense, ground["woods"].defense) == (0, -2)
    assert "HE-M" in ground["woods"].no_defense_against
    for name in ("town", "city"):
        for vehicle in (ground[name].motorized, ground[name].tracked):
            assert vehicle.combat is None
            assert vehicle.column is not None
    for name, row in ground.items():
        for cost in (row.leg, row.motorized, row.tracked):
            assert cost.combat is None or (cost.column is not None and cost.column <= cost.combat), name
        assert row.leg.combat is not None
        assert (row.defense < 0) == (row.blocks != "never"), name


@pytest.mark.rule("gts:14.5", "gts:14.6")
def test_ways_and_hexsides() -> None:
    chart = terrain()
    assert chart.hexsides["stream"].leg == Surcharges(combat=Surcharge(add=2), column=Surcharge(add=4))
    assert {getattr(chart.ways["road"], name) for name in CLASSES} == {0.5}
    assert chart.hexsides["river"].leg is None
    assert {name for name, side in chart.hexsides.items() if side.blocks} == {"embankment", "dike", "ridge"}
    assert set(table("assault")["obstacles"]) <= set(chart.hexsides)


@pytest.mark.rule("gts:14.3", "gts:14.8")
def test_the_forced_march_example() -> None:
    """Polder behind a stream takes the whole allowance of 4; a march adds the 2 points for another hex."""
    polder, stream = terrain().terrain["polder"].leg.combat, terrain().hexsides["stream"].leg
    assert polder is not None
    assert stream is not None
    assert polder + stream.combat.add == 4
    assert table("movement")["forced_march"]["points"] == polder


@pytest.mark.rule("gts:14.6")
def test_the_column_example() -> None:
    """One point for column, one for polder, and four road hexes for the other two."""
    polder = terrain().terrain["polder"].leg.column
    assert polder is not None
    assert table("movement")["start_column"] + polder + 4 * terrain().ways["road"].leg == 4


@pytest.mark.rule("gts:14.10.3")
def test_the_dismounting_example() -> None:
    carrier = units()["gra-3"].transport
    assert carrier is not None
    assert carrier.move is not None
    assert carrier.move // table("movement")["dismount_divisor"] == 8


@pytest.mark.rule("gts:10.0.3/cp", "gts:10.0.4", "gts:7.2/cost")
def test_command_points() -> None:
    command = table("command")
    assert command["command_gain"] == {roll: roll // 2 for roll in range(10)}
    assert command["limits"] == {"least": 0, "most": 19}
    assert command["chit_cost"] == {"this_turn": 2, "next_turn": 1}
    assert (command["second_action"], command["before_night"]) == (1, 2)


@pytest.mark.rule("gts:10.0.3/dp")
@pytest.mark.parametrize(("roll", "gain"), [(0, 3), (1, 2), (2, 1), (6, 1), (7, 0), (9, -1)])
def test_dispatch_points_of_the_example(roll: int, gain: int) -> None:
    """A division of rating 6 that holds 2 points; a roll of 2 is not below them."""
    lines = table("command")["dispatch_gain"]
    fits = {"roll-9": roll == 9, "roll-0": roll == 0, "not-above-rating": roll <= 6, "below-points-held": roll < 2}
    assert set(fits) == set(lines)
    assert sum(lines[name] for name, fit in fits.items() if fit) == gain
    assert table("switches")["switches"]["dispatch-not-above"] == {"value": False, "rule": "10.0.3/dp"}


@pytest.mark.rule("gts:10.0.1/division", "gts:10.0.2/5", "gts:10.0.5/3", "gts:10.0.5/8", "gts:13.2")
def test_what_chits_allow() -> None:
    chits = table("chits")
    assert not {"fire", "assault"} & set(chits["division"]["first"])
    assert not chits["division"]["into_fire_zone"]
    assert chits["direct"]["second"] == []
    assert chits["direct"]["cost"] == 1
    assert {kind for kind in ("division", "formation", "direct") if "engineer" in chits[kind]["first"]} == {
        "division", "formation",
    }  # fmt: skip
    assert all("engineer" not in chits[kind]["second"] for kind in ("division", "formation", "direct"))


@pytest.mark.rule("gts:17.2", "gts:17.2/2", "gts:17.2/3", "gts:17.2/state")
def test_triggers_of_opportunity_fire() -> None:
    triggers = table("opportunity")["triggers"]
    assert {name for name, row in triggers.items() if row["timing"] == "chosen"} == {
        "mount",
        "mount-column",
        "dismount",
        "dismount-column",
        "entrenchment",
    }
    assert {name for name, row in triggers.items() if row.get("as_column")} == {
        "change-column", "mount-column", "dismount-column",
    }  # fmt: skip
    assert {name for name, row in triggers.items() if row.get("keeps_works")} == {"dismount", "engineer"}


@pytest.mark.rule("gts:22.2.1", "gts:22.3.1", "gts:23.1", "gts:23.3", "gts:24.2")
def test_engineer_actions() -> None:
    actions = table("engineers")["actions"]
    assert {name for name, row in actions.items() if not row["check"]} == {
        "improved-position-engineer", "remove-roadblock-engineer",
    }  # fmt: skip
    assert {name for name, row in actions.items() if row["source"] != "seed"} == {"boats"}
    assert table("engineers")["rearguard_distance"] == 2


@pytest.mark.rule("gts:1.2/stacking", "gts:14.1", "gts:14.11", "gts:28.0")
def test_stacking_and_movement() -> None:
    stacking, movement = table("stacking"), table("movement")
    assert stacking["combat"] == 4
    assert (movement["entry_hex_clearance"], movement["night_factor"]) == (2, 2)
    assert movement["emergency_displacement"] == {"failure_hits": 1}
    assert movement["weather"] == {"clear": 0, "fog": 1, "overcast": 0, "rain": 1}


@pytest.mark.rule("gts:26.0", "gts:26.0/fog", "gts:26.0/rain", "gts:26.0/overcast", "gts:26.0/fog-note", "gts:5.0")
def test_weather() -> None:
    weather = table("weather")
    effects = weather["effects"]
    assert {name for name, row in effects.items() if row["air"]} == {"clear"}
    assert {name for name, row in effects.items() if row["landings"]} == {"clear", "overcast"}
    assert [change for change in weather["changes"] if change["source"] == "seed"] == [
        {"weather": "fog", "time": "11:00", "rolls": [0, 9], "becomes": "overcast", "settles": True, "source": "seed"}
    ]
    dates = range(17, 26)
    assert list(weather["dates"]) == list(weather["history"]) == list(dates)
    for modifier in weather["dates"].values():
        assert all(banded(weather["rows"], max(roll + modifier, 0), "weather") in effects for roll in range(10))
    times = {turn["time"] for turn in table("turn-track")["turns"].values()}
    for day in weather["history"].values():
        assert set(day) <= times
        assert set(day.values()) <= set(effects)


@pytest.mark.rule("gts:27.0", "gts:27.0/attack")
def test_air_power() -> None:
    air = table("air")
    assert set(air["units"].values()) == set(manifest().air_units)
    for side in manifest().sides:
        for date in range(17, 26):
            rows = [r for r in air["available"] if r["side"] == side and r["dates"][0] <= date <= r["dates"][1]]
            assert len(rows) == 1, (side, date)
            numbers = [banded(rows[0]["rolls"], roll, "number") for roll in range(10)]
            assert numbers == sorted(numbers, reverse=True)


@pytest.mark.rule("gts:3.0", "gts:12.0")
def test_turn_track() -> None:
    turns = table("turn-track")["turns"]
    assert list(turns) == list(range(1, 61))
    assert [number for number, turn in turns.items() if turn["time"] == "night"] == [4, *range(11, 61, 7)]
    assert turns[1] == {"date": 17, "time": "13:00"}
    assert turns[60] == {"date": 25, "time": "night"}
    by_date = defaultdict(list)
    for turn in turns.values():
        by_date[turn["date"]].append(turn["time"])
    day = ["07:00", "09:00", "11:00", "13:00", "15:00", "17:00", "night"]
    assert all(by_date[date] == day for date in range(18, 26))
    assert by_date[17] == day[3:]


def test_landings_and_supply() -> None:
    landing = table("landing")
    assert set(landing["markers"]) <= set(manifest().markers)
    for kind in ("parachute", "glider"):
        first, second = (landing["markers"][f"{kind}-{level}"] for level in (1, 2))
        assert all(second[key] == 2 * first[key] for key in ("fire", "assault", "defense"))
    supply = table("supply")
    assert {name for area in supply["areas"] for name in area["regions"]} <= set(board().regions)
    assert supply["division"] in manifest().divisions


def test_markers_have_counters() -> None:
    named = set(manifest().markers)
    assert set(table("markers")["markers"]) - {"out-of-command"} <= named
    assert set(table("barrage")["markers"]) <= named


def test_special_rules_name_what_there_is() -> None:
    for name, rule in special().items():
        assert in_both(rule.name), name
        assert in_both(rule.text), name
        assert not rule.division or rule.division in manifest().divisions, name
        assert not rule.formation or rule.formation in manifest().formations, name
        assert not rule.unit or rule.unit in units(), name
        assert not rule.region or rule.region in board().regions, name
        assert not rule.area or rule.area in board().regions, name
        assert not rule.entry or rule.entry in table("entry")["entries"], name
        assert not rule.ferry or rule.ferry in table("crossings")["ferries"], name
        assert not rule.measured_from or rule.measured_from in board().index, name
    assert {name for play in SCENARIOS for name in scenario(play).special} == set(special())
