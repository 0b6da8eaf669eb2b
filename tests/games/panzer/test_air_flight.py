"""Aircraft in Panzer: when and where they appear, how they fly, turn and acquire targets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer.firing import TITLE, Placed, placed
from games.panzer.flying import PLANE, choose, enter, flights, offered, plane, prompt, refused
from sandtable.games.panzer.combat.overwatch import watchers
from sandtable.games.panzer.sequence import GameTurn
from sandtable.games.panzer.state import Work
from sandtable.kernel import Table

TANK = {"s1": placed("t-34-76-m43", "H10", order="no-command", shown=False)}


def tank(at: str, **more: object) -> dict[str, Placed]:
    return {"s1": placed("t-34-76-m43", at, order="no-command", shown=False, **more)}  # type: ignore[arg-type]


# Appearing


@pytest.mark.rule("panzer:6.4", "panzer:6.7", "panzer:6.7.2", "panzer:6.7.2.1")
def test_the_side_with_aircraft_is_asked_and_each_comes_once_in_a_turn() -> None:
    game = flights(TANK, "fw190f", "il2-m41")
    assert (game.decisions[0].side, offered(game, "unit")) == ("german", [PLANE, "g-aircraft-2"])
    enter(game, "H24", "face:N", "speed:slow", "altitude:low")
    choose(game, "do:leave")
    assert offered(game, "unit") == ["g-aircraft-2"]
    assert refused(game, f"unit:{PLANE}") == ("refused.aircraft-flown", "6.7.2.1")
    choose(game, "do:done")
    assert prompt(game) == "rest"


@pytest.mark.rule("panzer:6.7.2.1")
def test_an_aircraft_loiters_for_five_turns_from_its_first_appearance() -> None:
    for turn in (4, 8):
        assert offered(flights(TANK, turn=turn, facts={"first_turn": 4}), "unit") == [PLANE]
    assert prompt(flights(TANK, turn=9, facts={"first_turn": 4, "last_turn": 4})) == "rest"


@pytest.mark.rule("panzer:6.7.2.1")
def test_an_aircraft_comes_from_the_turn_that_the_scenario_says() -> None:
    game = flights(TANK, "fw190f", "fw190f", since=2)
    assert offered(game, "unit") == [PLANE]
    assert refused(game, "unit:g-aircraft-2") == ("refused.aircraft-not-yet", "6.7.2.1")
    assert offered(flights(TANK, "fw190f", "fw190f", since=2, turn=2), "unit") == [PLANE, "g-aircraft-2"]


@pytest.mark.rule("panzer:6.7.2.1")
@pytest.mark.parametrize(("turn", "north"), [(4, False), (5, True)])
def test_it_comes_back_over_the_edge_by_which_it_left_unless_a_full_turn_has_passed(turn: int, north: bool) -> None:
    game = flights(TANK, turn=turn, facts={"first_turn": 3, "last_turn": 3, "left_by": ("south",)})
    choose(game, f"unit:{PLANE}")
    assert ("H01" in offered(game, "hex")) is north
    assert "H24" in offered(game, "hex")
    if not north:
        assert refused(game, "hex:H01") == ("refused.other-edge", "6.7.2.1")
    assert refused(game, "hex:H12") == ("refused.no-edge", "6.7.2")


@pytest.mark.rule("panzer:6.7.2", "panzer:5.5")
def test_its_course_leads_in_from_off_the_map() -> None:
    game = choose(flights(TANK), f"unit:{PLANE}", "hex:G24")
    assert set(offered(game, "face")) == {"N", "NE", "NW"}
    assert refused(game, "face:S") == ("refused.not-into-the-map", "6.7.2")
    assert choose(flights(TANK), f"unit:{PLANE}", "hex:A12").decisions[0].ids == ["face:NE", "face:SE"]


@pytest.mark.rule("panzer:6.7.2.2")
def test_speed_and_altitude_are_declared_and_those_with_one_speed_are_not_asked() -> None:
    game = enter(flights(TANK), "H24", "face:N")
    assert (prompt(game), offered(game, "speed")) == ("air-speed", ["slow", "fast"])
    choose(game, "speed:fast")
    assert offered(game, "altitude") == ["low", "medium", "high"]
    choose(game, "altitude:medium")
    assert (plane(game).speed, plane(game).altitude) == ("fast", "medium")
    assert prompt(enter(flights(TANK, "ju87d"), "H24", "face:N")) == "air-altitude"


@pytest.mark.rule("panzer:6.7.4.2.1/damaged", "panzer:6.7.2.2")
def test_a_damaged_aircraft_flies_slow() -> None:
    assert prompt(enter(flights(TANK, facts={"damaged": True}), "H24", "face:N")) == "air-altitude"


# Flying


@pytest.mark.rule("panzer:6.7.2.3", "panzer:5.5", "panzer:6.7.2")
def test_it_flies_straight_on_over_whatever_is_there_and_leaves_by_the_edge_ahead() -> None:
    game = flights(TANK, rows={12: "W" * 16})
    enter(game, "H24", "face:N", "speed:fast", "altitude:low")
    assert offered(game, "hex") == [f"H{row:02d}" for row in range(23, 0, -1)]
    assert refused(game, "hex:G20") == ("refused.not-on-course", "6.7.2.3")
    choose(game, "hex:H05")
    assert plane(game).at == "H05"
    choose(game, "do:leave")
    assert (plane(game).at, plane(game).left_by, plane(game).last_turn) == ("", ("north",), 1)


@pytest.mark.rule("panzer:6.7.2.3.1")
def test_a_slow_aircraft_turns_one_hexside_once() -> None:
    game = enter(flights(TANK), "H24", "face:N", "speed:slow", "altitude:low")
    assert set(offered(game, "face")) == {"NW", "NE"}
    assert refused(game, "face:SE") == ("refused.one-hexside", "6.7.2.3.1")
    choose(game, "hex:H15", "face:NE")
    assert (plane(game).facing, plane(game).at, offered(game, "face")) == (1, "H15", [])
    assert refused(game, "face:N") == ("refused.has-turned", "6.7.2.3.1")
    assert offered(game, "hex")[0] == "I14"


@pytest.mark.rule("panzer:6.7.2.3.1")
def test_a_fast_aircraft_does_not_turn() -> None:
    game = enter(flights(TANK), "H24", "face:N", "speed:fast", "altitude:low")
    assert offered(game, "face") == []
    assert refused(game, "face:NE") == ("refused.too-fast-to-turn", "6.7.2.3.1")


@pytest.mark.rule("panzer:6.7.2")
def test_no_turn_leads_back_over_the_edge_by_which_it_came() -> None:
    game = enter(flights(TANK), "H01", "face:SE", "speed:slow", "altitude:low")
    choose(game, f"hex:{offered(game, 'hex')[2]}")
    assert offered(game, "face") == ["S"]
    assert refused(game, "face:NE") == ("refused.back-over-the-edge", "6.7.2")


# Acquiring


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.3.1")
@pytest.mark.parametrize(
    ("speed", "altitude", "hexes"),
    [("fast", "low", 10), ("slow", "low", 6), ("slow", "medium", 5), ("slow", "high", 8), ("fast", "high", 12)],
)
def test_a_target_is_acquired_after_the_hexes_of_the_table(speed: str, altitude: str, hexes: int) -> None:
    game = enter(flights(tank("H05")), "H24", "face:N", f"speed:{speed}", f"altitude:{altitude}")
    choose(game, "unit:s1")
    assert (plane(game).target, plane(game).to_fly, prompt(game)) == ("s1", hexes, "fly-acquiring")
    choose(game, f"hex:H{24 - hexes + 1:02d}")
    assert plane(game).to_fly == 1
    choose(game, "hex:H01")
    assert (plane(game).at, prompt(game)) == (f"H{24 - hexes:02d}", "fly-acquired")


@pytest.mark.rule("panzer:6.7.3.1.1")
@pytest.mark.parametrize(("at", "left"), [("H15", 0), ("H14", 10)])
def test_who_is_nearer_to_the_edge_than_that_is_acquired_as_the_aircraft_comes_in(at: str, left: int) -> None:
    game = enter(flights(tank(at)), "H24", "face:N", "speed:fast", "altitude:low")
    assert plane(choose(game, "unit:s1")).to_fly == left


@pytest.mark.rule("panzer:6.7.3.1.1")
def test_the_first_target_is_acquired_at_the_edge_however_far_in_the_other_reading() -> None:
    game = flights(tank("H05"), switches=("6.7.3.1.1",))
    choose(enter(game, "H24", "face:N", "speed:fast", "altitude:low"), "unit:s1")
    assert plane(game).to_fly == 0


@pytest.mark.rule("panzer:6.7.3.1.1")
def test_once_over_the_map_the_full_distance_is_flown_for_the_next_target() -> None:
    game = enter(flights(tank("H15")), "H24", "face:N", "speed:fast", "altitude:low")
    choose(game, "hex:H23", "unit:s1")
    assert plane(game).to_fly == 10


@pytest.mark.rule("panzer:6.7.3.1.1")
def test_only_one_target_is_acquired_at_a_time_and_another_begins_anew() -> None:
    both = {**tank("H05"), "s2": placed("t-34-76-m43", "H04", order="no-command", shown=False)}
    game = enter(flights(both), "H24", "face:N", "speed:slow", "altitude:low")
    choose(game, "unit:s1")
    assert refused(game, "unit:s2") == ("refused.one-target-at-a-time", "6.7.3.1.1")
    assert refused(game, "unit:s1") == ("refused.acquiring-already", "6.7.3.1.1")
    choose(game, "hex:H20", "unit:s2")
    assert (plane(game).target, plane(game).to_fly) == ("s2", 6)


@pytest.mark.rule("panzer:6.7.3.1", "panzer:6.7.3.1.1", "panzer:4.4.3.1.4")
def test_a_target_must_stay_in_the_field_before_the_aircraft() -> None:
    beside = tank("P24")
    game = enter(flights(beside), "H24", "face:N", "speed:slow", "altitude:low")
    assert refused(game, "unit:s1") == ("refused.not-before-aircraft", "6.7.3.1")
    game = enter(flights(tank("H20")), "H24", "face:N", "speed:slow", "altitude:high")
    choose(game, "unit:s1", "hex:H21", "hex:H20")
    assert (plane(game).target, prompt(game)) == ("", "fly")


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.2.3.1")
def test_a_turn_keeps_a_target_that_stays_before_the_aircraft_and_loses_another() -> None:
    game = enter(flights(tank("L18")), "H24", "face:N", "speed:slow", "altitude:low")
    choose(game, "unit:s1", "face:NE")
    assert plane(game).target == "s1"
    game = enter(flights(tank("H05")), "H24", "face:N", "speed:slow", "altitude:low")
    choose(game, "unit:s1", "face:NE")
    assert plane(game).target == ""


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.4.2.1/suppressed")
def test_a_suppressed_aircraft_flies_twice_as_far_for_a_target() -> None:
    game = flights(tank("H05"), facts={"suppressed": "off"})
    choose(enter(game, "H24", "face:N", "speed:slow", "altitude:low"), "unit:s1")
    assert plane(game).to_fly == 12


@pytest.mark.rule("panzer:6.7.3.1.3", "panzer:6.7.3.1")
@pytest.mark.parametrize(
    ("wood", "altitude", "blind"), [("w", "low", 2), ("W", "low", 3), ("w", "medium", 0), ("W", "medium", 1)]
)
def test_woods_on_the_way_hide_who_is_near_behind_them(wood: str, altitude: str, blind: int) -> None:
    seen = []
    for row in range(8, 12):
        game = flights(tank(f"H{row:02d}"), rows={12: wood * 16})
        enter(game, "H24", "face:N", "speed:slow", f"altitude:{altitude}")
        if "s1" in offered(game, "unit"):
            seen.append(12 - row)
        else:
            assert refused(game, "unit:s1") == ("refused.hidden-from-aircraft", "6.7.3.1.3")
    assert seen == [far for far in range(4, 0, -1) if far > blind]


@pytest.mark.rule("panzer:6.7.3.1.3")
def test_woods_behind_a_unit_hide_it_as_well_in_the_other_reading() -> None:
    for switches, hidden in (((), []), (("6.7.3.1.3",), [1, 2])):
        found = []
        for row in range(9, 12):
            game = flights(tank(f"H{row:02d}"), rows={8: "w" * 16}, switches=switches)
            enter(game, "H24", "face:N", "speed:slow", "altitude:low")
            if "s1" not in offered(game, "unit"):
                found.append(row - 8)
        assert found == hidden


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.3.1.3")
def test_a_target_that_takes_shelter_is_lost() -> None:
    game = enter(flights(tank("H05")), "H24", "face:N", "speed:slow", "altitude:low")
    choose(game, "unit:s1", "hex:H22")
    game.state.works["block"] = Work(at="H05", kind="improved-position", holds=("s1",))
    choose(game, "hex:H01")
    assert (plane(game).target, plane(game).at) == ("", "H21")


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.3.1.3")
def test_a_target_that_gets_out_of_sight_is_lost() -> None:
    """A wood beside the target comes between the two as the aircraft gets near."""
    wood = "......w" + "." * 9
    game = enter(flights(tank("H05"), rows={6: wood}), "G24", "face:N", "speed:slow", "altitude:low")
    choose(game, "hex:G12", "unit:s1", "hex:G10")
    assert (plane(game).target, plane(game).to_fly) == ("s1", 4)
    choose(game, "hex:G01")
    assert (plane(game).target, plane(game).at) == ("", "G09")


# Forward observers


def hidden(order: str = "overwatch", fo_at: str = "H12", **more: object) -> dict[str, Placed]:
    """A tank in woods, and a German observer near it."""
    observer = placed("de-rifle-half", fo_at, order=order, shown=False, **more)  # type: ignore[arg-type]
    return {**tank("H10"), "g1": observer}


FO = {"g1": ("FO",)}


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.3.1.2")
@pytest.mark.parametrize("cover", ["l", "w", "W"])
def test_units_in_woods_are_acquired_only_if_a_forward_observer_has_spotted_them(cover: str) -> None:
    rows = {10: cover * 16}
    game = enter(flights(tank("H10"), rows=rows), "H24", "face:N", "speed:slow", "altitude:medium")
    assert refused(game, "unit:s1") == ("refused.needs-observer", "6.7.3.1.2")
    game = flights(hidden(), rows=rows, labels=FO)  # type: ignore[arg-type]
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    choose(game, "unit:s1")
    assert (plane(game).target, plane(game).to_fly) == ("s1", 5)
    assert game.state.commands["g1"].shown
    choose(game, "hex:H01")
    assert prompt(game) == "fly-acquired"


@pytest.mark.rule("panzer:6.7.3.1.2", "panzer:6.7.3.1.1")
def test_units_in_buildings_and_improved_positions_need_an_observer_and_those_in_an_alley_do_not() -> None:
    rows = {10: "b" * 16}
    alley = enter(flights(tank("H10"), rows=rows), "H24", "face:N", "speed:slow", "altitude:medium")
    assert "s1" in offered(alley, "unit")
    inside = enter(flights(tank("H10", indoors=True), rows=rows), "H24", "face:N", "speed:slow", "altitude:medium")
    assert refused(inside, "unit:s1") == ("refused.needs-observer", "6.7.3.1.2")
    works = {"w": Work(at="H10", kind="improved-position", holds=("s1",))}
    dug_in = enter(flights(tank("H10"), works=works), "H24", "face:N", "speed:slow", "altitude:medium")
    assert refused(dug_in, "unit:s1") == ("refused.needs-observer", "6.7.3.1.2")


@pytest.mark.rule("panzer:6.7.3.1.2", "panzer:5.9.4")
@pytest.mark.parametrize(
    ("units", "labels"),
    [
        (hidden("no-command"), FO),
        (hidden("overwatch"), {"g1": ("CHQ",)}),
        (hidden("overwatch", "H24"), FO),
        (hidden("overwatch", "H07"), FO),
    ],
    ids=["no overwatch", "another observer", "out of spotting range", "out of sight"],
)
def test_who_cannot_spot_for_aircraft(units: dict[str, Placed], labels: dict[str, tuple[str, ...]]) -> None:
    rows = {10: "w" * 16, 8: "W" * 16}
    game = flights(units, rows=rows, labels=labels)  # type: ignore[arg-type]
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    assert refused(game, "unit:s1") == ("refused.needs-observer", "6.7.3.1.2")


@pytest.mark.rule("panzer:6.7.3.1.2")
def test_an_observer_who_has_used_his_command_spots_for_nobody() -> None:
    units = hidden()
    units["g1"] = placed("de-rifle-half", "H12", order="overwatch", shown=True)
    game = flights(units, rows={10: "w" * 16}, labels=FO)  # type: ignore[arg-type]
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    assert refused(game, "unit:s1") == ("refused.needs-observer", "6.7.3.1.2")


@pytest.mark.rule("panzer:6.7.3.1.2")
def test_an_observer_in_a_vehicle_either_spots_for_aircraft_or_fires_on_overwatch() -> None:
    riding = {**hidden(carrier="g2"), "g2": placed("spw-251-1", "H12", order="overwatch", shown=False)}
    game = flights(riding, rows={10: "w" * 16}, labels=FO)  # type: ignore[arg-type]
    assert "g1" in watchers(game, "s1")
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    choose(game, "unit:s1")
    assert game.state.commands["g2"].observes == "s1"
    assert not watchers(game, "s1")
    fired = replace(riding["g1"], shown=True)
    game = flights({**riding, "g1": fired}, rows={10: "w" * 16}, labels=FO)  # type: ignore[arg-type]
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    assert refused(game, "unit:s1") == ("refused.needs-observer", "6.7.3.1.2")


@pytest.mark.rule("panzer:6.7.3.1.2")
def test_an_observer_spots_one_unit_for_several_aircraft_and_no_other() -> None:
    units = {**hidden(), "s2": placed("t-34-76-m43", "G10", order="no-command", shown=False)}
    game = flights(units, "fw190f", "fw190f", rows={10: "w" * 16}, labels=FO)  # type: ignore[arg-type]
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    choose(game, "unit:s1", "do:leave")
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium", plane="g-aircraft-2")
    assert offered(game, "unit") == ["s1"]
    assert refused(game, "unit:s2") == ("refused.needs-observer", "6.7.3.1.2")


@pytest.mark.rule("panzer:6.7.3.1.2")
def test_where_several_observers_could_spot_one_is_picked() -> None:
    units = {**hidden(), "g2": placed("de-rifle-half", "G12", order="overwatch", shown=False)}
    game = flights(units, rows={10: "w" * 16}, labels={"g1": ("FO",), "g2": ("FO",)})
    enter(game, "H24", "face:N", "speed:slow", "altitude:medium")
    choose(game, "unit:s1")
    assert (prompt(game), offered(game, "unit")) == ("air-observer", ["g1", "g2"])
    assert refused(game, "unit:s1") == ("refused.cannot-spot-for-aircraft", "6.7.3.1.2")
    choose(game, "unit:g2")
    assert (game.state.commands["g1"].shown, game.state.commands["g2"].observes) == (False, "s1")


# In the sequence of play


@pytest.mark.rule("panzer:6.0", "panzer:6.4", "panzer:6.7")
def test_aircraft_come_before_all_fire_and_after_all_movement() -> None:
    game = flights(TANK)
    game.state.stack[:] = [GameTurn(step="first_air")]
    game.advance()
    assert (prompt(game), game.state.step, game.state.stack[0].step) == ("air-phase", "first-air", "indirect_fire")
    game.state.stack[:] = [GameTurn(step="first_moves")]
    game.advance()
    assert (prompt(game), game.state.step, game.state.stack[0].step) == ("air-phase", "second-air", "adjust")


@pytest.mark.rule("panzer:6.7.1", "panzer:2.0")
def test_a_scenario_with_aircraft_begins_with_their_loads() -> None:
    table = Table.new(TITLE, "don")
    assert (table.decisions[0].prompt, table.decisions[0].side) == ("arms", "german")
    table.choose("arms:ju87d/bombs-2")
    assert table.state.aircraft[PLANE].load == "bombs-2"  # type: ignore[attr-defined]


# On the screen


@pytest.mark.rule("panzer:5.4", "panzer:6.7.2.2")
def test_an_aircraft_is_drawn_where_it_is_with_its_facing_altitude_and_speed() -> None:
    game = enter(flights(TANK, "ju87d", "fw190f", facts={"load": "bombs-2"}), "H24", "altitude:high")
    here, away = [each for each in TITLE.scene(game, "en").counters if each.symbol.branch == "aircraft"]
    assert (here.at, here.facing, here.values) == ("H24", 0, "High Slow")
    assert (away.at, away.facing) == ("aircraft", None)
    facts = {fact.label: fact.value for fact in TITLE.facts_of_unit(game, PLANE, "en")}
    assert (facts["Strafing"], facts["Flies"]) == ("GP Factor 4, attacks left: 3", "High Slow")
    assert facts["Carries"] == "Bombs: GP Factor 13, attacks: 2 (used: 0)"


@pytest.mark.rule("panzer:6.7.3.1.1", "panzer:6.7.3.1.3", "panzer:6.7.3.5", "panzer:6.7.4.2")
def test_the_charts_of_aircraft_lie_beside_the_map_where_somebody_has_any() -> None:
    charts = {chart.id: chart for chart in TITLE.charts(flights(TANK).content, "en")}
    acquire = {row.head.name: row.cells[0] for row in charts["aircraft"].rows}
    assert acquire["Fast Low"] == "10"
    assert [row.cells for row in charts["aircraft-sight"].rows][2] == ("2", "0", "0")
    modifiers = {row.head.name: row.cells[0] for row in charts["air-modifiers"].rows}
    assert modifiers["Attack from low altitude"] == "+20"
    assert modifiers["Aircraft fast or high"] == "-10"
    assert "aircraft" not in {chart.id for chart in TITLE.charts(TITLE.content("gully", ()), "en")}
