"""Headquarters: activation (10.13), doubling (12.35), whom they hold back (21.27), recovery (21.28), Guards (21.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    ANTI_TANK,
    CADETS,
    HOWITZERS,
    HQ,
    RIFLE_DIVISION,
    STRONG_DIVISION,
    TANKS,
    Afterwards,
    asked,
    content,
    marked,
    quiet,
    sum_of,
)
from sandtable.games.efs.fortifications.construction import complete
from sandtable.games.efs.headquarters import activation
from sandtable.games.efs.headquarters.command import idle_over, points_left, who_can_serve
from sandtable.games.efs.headquarters.idle import note_zones, why_held_back, why_no_bridge
from sandtable.games.efs.headquarters.recovery import RecoverHeadquarters, recovers_up_to, waiting
from sandtable.games.efs.movement.allowances import allowance_now, may_move
from sandtable.games.efs.movement.map_exit import leave_the_map
from sandtable.games.efs.movement.movement_phase import MotorizedMovementPhase
from sandtable.games.efs.sequence import start_phase
from sandtable.games.efs.state import SOVIET, Bridge, Command, Strongpoint, SupplyUnit
from sandtable.games.efs.units import Game, take_off
from sandtable.kernel import Rolled
from sandtable.kernel.dice import ScriptedDice

OTHER_HQ = "su-kingisepp-gp-hea"
ACTIVATING = "soviet/motorized"


def moving(units: dict[str, str], *, scenario: str = "luga-line") -> Game:
    """A position in the Soviet Motorized Movement Phase."""
    game = quiet(units, phase=ACTIVATING, scenario=scenario)
    game.state.stack.append(MotorizedMovementPhase(side=SOVIET))
    game.advance()
    return game


def why(game: Game, option_id: str) -> tuple[str, str]:
    found = game.explain(option_id)
    assert found is not None
    assert game.texts("en").refusal(found) != game.texts("ja").refusal(found)
    return found.reason, found.rule


# Activation


@pytest.mark.rule("efs:10.13a", "efs:10.51")
def test_no_command_point_is_spent_on_a_tried_unit_that_cannot_move() -> None:
    gunners, batov = "su-mg-b-inf", "su-batov-hea"
    game = moving({gunners: "1012", batov: "1012"}, scenario="perekop")
    marked(game, gunners, tried="0-2-0")
    assert activation.options(game) == []
    assert why(game, f"unit:{gunners}") == ("refused.no-allowance", "10.51")
    marked(game, gunners, tried="0-2-2")
    assert [option.id for option in activation.options(game)] == [f"unit:{gunners}"]


@pytest.mark.rule("efs:10.13a", "efs:10.13d", "efs:10.13e", "efs:21.1", "efs:21.12a")
def test_an_hq_activates_a_unit_for_each_command_point() -> None:
    game = moving({HQ: "0902", RIFLE_DIVISION: "0903", CADETS: "0904", STRONG_DIVISION: "0905"})
    assert may_move(game, CADETS) is not None
    game.choose(f"unit:{CADETS}")
    assert game.state.units[CADETS].activated
    assert may_move(game, CADETS) is None
    assert allowance_now(game, CADETS) == 4 * 4
    game.choose(f"unit:{RIFLE_DIVISION}")
    assert points_left(game, HQ) == 0
    assert why(game, f"unit:{STRONG_DIVISION}") == ("refused.no-command", "21.12")
    game.state.phase = "soviet/movement"
    assert may_move(game, CADETS) is not None
    assert may_move(game, STRONG_DIVISION) is None


@pytest.mark.rule("efs:10.13a", "efs:21.12a")
def test_who_points_at_a_unit_to_be_activated_sees_what_is_left_for_it() -> None:
    game = moving({HQ: "0902", OTHER_HQ: "0904", CADETS: "0903"})
    assert "activated" in game.texts("en").prompt(asked(game))
    before = {str(line.args["unit"]): line.value for line in game.preview(f"unit:{CADETS}").lines}
    assert before == {hq: str(points_left(game, hq)) for hq in (HQ, OTHER_HQ)}
    game.choose(f"unit:{CADETS}")
    assert [line.value for line in game.preview(f"unit:{HQ}").lines] == [before[HQ]]


@pytest.mark.rule("efs:10.13a", "efs:21.11")
def test_a_unit_out_of_range_is_not_activated() -> None:
    game = moving({HQ: "0902", CADETS: "0907", RIFLE_DIVISION: "0906"})
    assert why(game, f"unit:{CADETS}") == ("refused.no-command", "21.12")
    assert f"unit:{RIFLE_DIVISION}" in asked(game).ids


@pytest.mark.rule("efs:10.13c", "efs:21.12a")
def test_whom_headquarters_never_activate() -> None:
    """Armor and cavalry move anyway; HQs and coastal guns do not."""
    units = {"su-batov-hea": "0909", "su-51-army-hea": "0909", "su-725-naval-coa": "0909", "su-42-cav-cav": "0909"}
    game = moving(units, scenario="perekop")
    for name in ("su-725-naval-coa", "su-42-cav-cav", "su-51-army-hea"):
        refused = activation.why_not_activated(game, name)
        assert refused is not None
        assert refused.rule == "10.13c"
    game = moving({HQ: "0902", HOWITZERS: "0903", ANTI_TANK: "0903", TANKS: "0903"})
    assert {f"unit:{HOWITZERS}", f"unit:{ANTI_TANK}"} <= set(asked(game).ids)
    game.choose(f"unit:{HOWITZERS}")
    assert game.state.units[HOWITZERS].activated


@pytest.mark.rule("efs:10.13a")
def test_a_mobile_supply_unit_is_activated_and_a_dump_is_not() -> None:
    game = quiet({HQ: "0902"}, phase=ACTIVATING)
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, "0903", 1)
    game.state.supplies["soviet-s2"] = SupplyUnit(SOVIET, "0903", 2)
    game.state.stack.append(MotorizedMovementPhase(side=SOVIET))
    game.advance()
    assert why(game, "unit:soviet-s2")[0] == "refused.dump"
    game.choose("unit:soviet-s1")
    assert game.state.supplies["soviet-s1"].activated


@pytest.mark.rule("efs:21.22", "efs:21.25")
def test_nobody_is_activated_in_the_range_of_a_non_operational_hq() -> None:
    game = quiet({HQ: "0902", OTHER_HQ: "0702", CADETS: "0903"}, phase=ACTIVATING)
    marked(game, OTHER_HQ, operational=False)
    game.state.stack.append(MotorizedMovementPhase(side=SOVIET))
    game.advance()
    assert why(game, f"unit:{CADETS}") == ("refused.idle-hq", "21.22")


@pytest.mark.rule("efs:21.12a", "efs:21.13")
def test_the_soviet_player_says_which_hq_activates() -> None:
    game = moving({HQ: "0902", OTHER_HQ: "0702", CADETS: "0903"})
    game.choose(f"unit:{CADETS}")
    assert asked(game).ids == [f"unit:{HQ}", f"unit:{OTHER_HQ}"]
    game.choose(f"unit:{OTHER_HQ}")
    assert (points_left(game, HQ), points_left(game, OTHER_HQ)) == (2, 0)


@pytest.mark.rule("efs:10.13b", "efs:21.12b", "efs:21.4", "efs:21.41")
def test_a_guards_unit_is_activated_beside_the_command_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither order of battle has Guards: two units are made Guards."""
    for unit_id in (CADETS, RIFLE_DIVISION):
        monkeypatch.setitem(content().counters, unit_id, replace(content().counters[unit_id], guards=True))
    game = moving({HQ: "0902", CADETS: "0903", RIFLE_DIVISION: "0903"})
    game.choose(f"unit:{CADETS}")
    assert points_left(game, HQ) == 2
    game.choose(f"unit:{RIFLE_DIVISION}")
    assert points_left(game, HQ) == 1
    game = quiet({HQ: "0902", CADETS: "0903"}, phase=ACTIVATING)
    game.state.commands[HQ] = Command(used=2)
    assert activation.who_activates(game, CADETS) == [HQ]


@pytest.mark.rule("efs:21.12b", "efs:21.41")
def test_an_hq_may_spend_a_point_on_guards_that_another_could_activate_beside_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for unit_id in (CADETS, RIFLE_DIVISION, STRONG_DIVISION):
        monkeypatch.setitem(content().counters, unit_id, replace(content().counters[unit_id], guards=True))
    units = {HQ: "0902", OTHER_HQ: "0904", CADETS: "0903", RIFLE_DIVISION: "0903", STRONG_DIVISION: "0903"}
    game = moving(units)
    game.choose(f"unit:{CADETS}")
    game.choose(f"unit:{OTHER_HQ}")
    game.choose(f"unit:{RIFLE_DIVISION}")
    assert set(asked(game).ids) == {f"unit:{HQ}", f"unit:{OTHER_HQ}"}
    before = points_left(game, OTHER_HQ)
    game.choose(f"unit:{OTHER_HQ}")
    assert points_left(game, OTHER_HQ) == before - 1
    assert not game.state.commands.get(HQ, Command()).guards


@pytest.mark.rule("efs:21.42")
def test_a_non_operational_hq_keeps_guards_from_being_activated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(content().counters, CADETS, replace(content().counters[CADETS], guards=True))
    game = quiet({HQ: "0902", OTHER_HQ: "0702", CADETS: "0903"}, phase=ACTIVATING)
    marked(game, OTHER_HQ, operational=False)
    assert activation.who_activates(game, CADETS) == []


@pytest.mark.rule("efs:12.35", "efs:21.25")
def test_an_hq_doubles_what_it_has_left_for_a_mandated_attack() -> None:
    hq, other = "su-batov-hea", "su-51-army-hea"
    game = quiet(
        {hq: "0909", other: "0909", "su-156-inf": "0909", "su-271-inf": "0910"}, phase=ACTIVATING, scenario="perekop"
    )
    value = points_left(game, hq)
    refused = activation.may_double(game, hq)
    assert refused is not None
    assert refused.reason == "refused.nothing-mandated"
    asked_first = quiet({hq: "0909", "su-156-inf": "0909"}, phase=ACTIVATING, scenario="perekop")
    asked_first.state.stack.append(MotorizedMovementPhase(side=SOVIET))
    asked_first.advance()
    assert why(asked_first, f"unit:{hq}") == ("refused.never-activated", "10.13c"), "nothing is mandated at all"
    game.state.mandated = 1
    game.state.stack.append(MotorizedMovementPhase(side=SOVIET))
    game.advance()
    for option_id in ("unit:su-156-inf", f"unit:{hq}"):
        game.choose(option_id)
    assert points_left(game, hq) == value - 1
    game.choose(f"unit:{hq}")
    assert points_left(game, hq) == 2 * (value - 1)
    assert why(game, f"unit:{hq}") == ("refused.doubled", "12.35")
    assert why(game, f"unit:{other}") == ("refused.nothing-mandated", "12.35")
    game.state.phase = "soviet/combat"
    assert points_left(game, hq) <= value


# Non-operational HQs


@pytest.mark.rule("efs:21.2", "efs:21.27", "efs:21.27a")
@pytest.mark.parametrize("phase", ["soviet/motorized", "soviet/movement"])
def test_a_non_operational_hq_lets_one_unit_less_than_its_recovery_value_begin_to_move(phase: str) -> None:
    """The example of 21.27: with a recovery value of 3, two units move in each phase."""
    here = (TANKS, "su-lbtkuks-arm", RIFLE_DIVISION)
    game = quiet({HQ: "0902", **dict.fromkeys(here, "0903")}, phase=phase)
    marked(game, HQ, operational=False)
    note_zones(game)
    assert why_held_back(game, *here[:2]) is None
    assert why_held_back(game, *here) is not None
    for unit_id in here[:2]:
        assert why_held_back(game, unit_id) is None
        marked(game, unit_id, spent=4)
    assert all(why_held_back(game, unit_id) is None for unit_id in here[:2])
    refused = why_held_back(game, here[2])
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.held-back", "21.27a")
    assert why_held_back(game, HQ) is None


@pytest.mark.rule("efs:21.27a")
def test_who_is_lost_on_his_way_has_begun_to_move_all_the_same() -> None:
    here = (TANKS, "su-lbtkuks-arm", RIFLE_DIVISION, CADETS)
    game = quiet({HQ: "0902", **dict.fromkeys(here, "0903")}, phase="soviet/movement")
    marked(game, HQ, operational=False)
    note_zones(game)
    marked(game, TANKS, spent=4)
    take_off(game, TANKS, "cadre", "11.37h")
    take_off(game, CADETS, "cadre", "3.33")
    assert why_held_back(game, RIFLE_DIVISION) is None
    marked(game, RIFLE_DIVISION, spent=4)
    assert why_held_back(game, "su-lbtkuks-arm") is not None
    start_phase(game)
    assert game.state.units[TANKS].zone == ""


@pytest.mark.rule("efs:21.27b")
def test_overlapping_ranges_are_one_with_the_lowest_recovery_value() -> None:
    game = quiet({HQ: "0902", OTHER_HQ: "0902", CADETS: "0906", TANKS: "0801"}, phase="soviet/movement")
    for hq in (HQ, OTHER_HQ):
        marked(game, hq, operational=False)
    note_zones(game)
    marked(game, CADETS, spent=4)
    assert why_held_back(game, TANKS) is not None
    apart = quiet({HQ: "0902", OTHER_HQ: "0911", CADETS: "0906", TANKS: "0913"}, phase="soviet/movement")
    for hq in (HQ, OTHER_HQ):
        marked(apart, hq, operational=False)
    note_zones(apart)
    assert apart.state.units[CADETS].zone == HQ
    marked(apart, CADETS, spent=4)
    assert why_held_back(apart, TANKS) is None


@pytest.mark.rule("efs:21.27c", "efs:21.21")
def test_who_begins_outside_the_range_moves_freely() -> None:
    game = quiet({HQ: "0902", CADETS: "0907", TANKS: "0906"}, phase="soviet/movement")
    marked(game, HQ, operational=False)
    note_zones(game)
    assert (game.state.units[CADETS].zone, game.state.units[TANKS].zone) == ("", HQ)
    marked(game, CADETS, at="0905")
    assert why_held_back(game, CADETS) is None


@pytest.mark.rule("efs:21.27a")
def test_a_stack_that_is_too_large_to_move_together_is_refused() -> None:
    here = (TANKS, "su-lbtkuks-arm")
    game = quiet({OTHER_HQ: "0902", **dict.fromkeys(here, "0903")}, phase=ACTIVATING)
    marked(game, OTHER_HQ, operational=False)
    note_zones(game)
    game.state.stack.append(MotorizedMovementPhase(side=SOVIET))
    game.advance()
    assert "stack:0903" not in asked(game).ids
    assert why(game, "stack:0903") == ("refused.held-back", "21.27a")
    assert f"unit:{TANKS}" in asked(game).ids


@pytest.mark.rule("efs:11.61", "efs:21.27a")
def test_who_leaves_the_map_from_where_he_began_has_begun_to_move() -> None:
    """The Kingisepp Group lets one unit begin to move."""
    game = quiet({OTHER_HQ: "0902", TANKS: "0903", CADETS: "0903"}, phase="soviet/movement")
    marked(game, OTHER_HQ, operational=False)
    note_zones(game)
    assert why_held_back(game, CADETS) is None
    leave_the_map(game, [TANKS], [], SOVIET, "west")
    assert why_held_back(game, CADETS) is not None


@pytest.mark.rule("efs:21.27/note-moving-hq")
def test_a_non_operational_hq_takes_its_range_along_for_the_phases_that_follow() -> None:
    game = quiet({HQ: "0902", CADETS: "0903"}, phase="soviet/motorized")
    marked(game, HQ, operational=False)
    start_phase(game)
    assert game.state.units[CADETS].zone == HQ
    marked(game, HQ, at="1402")
    game.state.phase = "soviet/movement"
    start_phase(game)
    assert game.state.units[CADETS].zone == ""


@pytest.mark.rule("efs:21.27f")
def test_flotillas_are_never_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither order of battle has a flotilla: the cadets are put aboard."""
    monkeypatch.setitem(content().counters, CADETS, replace(content().counters[CADETS], ma="blue"))
    game = quiet({OTHER_HQ: "0902", CADETS: "0903", TANKS: "0903", RIFLE_DIVISION: "0903"}, phase="soviet/movement")
    marked(game, OTHER_HQ, operational=False)
    note_zones(game)
    marked(game, TANKS, spent=4)
    assert why_held_back(game, RIFLE_DIVISION) is not None
    assert why_held_back(game, CADETS) is None


@pytest.mark.rule("efs:21.27d", "efs:22.23/note-nonop")
def test_a_bridge_counts_as_a_unit_in_the_range_of_a_non_operational_hq() -> None:
    """The Kingisepp Group has a recovery value of 2: one unit or one bridge."""
    game = quiet({OTHER_HQ: "0704", TANKS: "0705"}, phase=ACTIVATING)
    marked(game, OTHER_HQ, operational=False)
    note_zones(game)
    assert why_no_bridge(game, "0706") is None
    game.state.bridges["soviet-bridge-1"] = Bridge(SOVIET, "0706", "0606", "completed", game.state.turn)
    refused = why_no_bridge(game, "0705")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.bridge-held-back", "21.27d")
    assert why_no_bridge(game, "0709") is None
    assert may_move(game, TANKS) is not None
    game.state.bridges["soviet-bridge-1"] = Bridge(SOVIET, "0706", "0606", "completed", game.state.turn - 1)
    assert may_move(game, TANKS) is None
    marked(game, TANKS, spent=4)
    assert why_no_bridge(game, "0706") is not None


@pytest.mark.rule("efs:21.21", "efs:21.22", "efs:21.26")
def test_a_non_operational_hq_restricts_what_is_up_to_four_hexes_away_whatever_others_command() -> None:
    game = quiet({HQ: "0906", OTHER_HQ: "0902"})
    marked(game, HQ, operational=False)
    assert game.content.distance("0906", "0902") == 4
    assert idle_over(game, "0902") == [HQ]
    assert who_can_serve(game, "0902") == []
    assert idle_over(game, "0901") == []
    assert who_can_serve(game, "0901") == [OTHER_HQ]


@pytest.mark.rule("efs:21.26a")
def test_what_is_under_construction_is_completed_in_the_range_of_a_non_operational_hq() -> None:
    game = quiet({HQ: "1404"}, phase="soviet/engineering", turn=12)
    marked(game, HQ, operational=False)
    game.state.strongpoints["1405"] = Strongpoint(SOVIET, "under-construction", 11)
    complete(game, SOVIET)
    assert game.state.strongpoints["1405"].status == "completed"


# Recovery


def recovering(supply: str, roll: int) -> Game:
    game = quiet({HQ: "0902", OTHER_HQ: "0702"}, phase="administrative/recovery")
    marked(game, HQ, operational=False, supply=supply)
    game.state.stack += [Afterwards(), RecoverHeadquarters(left=waiting(game))]
    game.dice = ScriptedDice([roll])
    game.advance()
    return game


@pytest.mark.rule("efs:21.28", "efs:21.28a", "efs:21.28b")
@pytest.mark.parametrize(
    ("supply", "roll", "recovers"), [("supplied", 6, True), ("supplied", 7, False), ("out", 3, True), ("out", 4, False)]
)
def test_an_hq_recovers_up_to_twice_its_value_and_once_without_supply(supply: str, roll: int, recovers: bool) -> None:
    game = recovering(supply, roll)
    assert asked(game).args["most"] == recovers_up_to(game, HQ)
    game.choose("do:recover")
    assert game.state.units[HQ].operational == recovers
    assert sum_of(game, Rolled) == {"recovers-up-to": str(recovers_up_to(game, HQ))}


@pytest.mark.rule("efs:21.29", "efs:24.32")
def test_an_hq_is_disbanded_instead_of_rolling_for_a_point() -> None:
    game = recovering("supplied", 1)
    game.choose("do:disband")
    unit = game.state.units[HQ]
    assert (unit.at, unit.box, unit.operational, game.state.vp) == ("", "cadre", False, 1)


@pytest.mark.rule("efs:21.28a")
def test_hqs_in_the_active_box_recover_and_those_in_cadre_do_not() -> None:
    game = quiet({HQ: "", OTHER_HQ: ""}, phase="administrative/recovery")
    marked(game, HQ, operational=False, box="active")
    marked(game, OTHER_HQ, operational=False, box="cadre")
    assert waiting(game) == (HQ,)
