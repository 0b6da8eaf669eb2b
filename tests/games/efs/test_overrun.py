"""Overruns (11.3): who may make them, where, what they cost, and what they come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from games.efs.positions import (
    CADETS,
    GUNS,
    HOWITZERS,
    HQ,
    INFANTRY,
    NKVD,
    OTHER_RIFLES,
    PANZER,
    PIONEERS,
    RIFLE_DIVISION,
    RIFLES,
    SCOUTS,
    TANKS,
    TITLE,
    asked,
    content,
    marked,
    quiet,
    running,
    with_counters,
)
from sandtable.games.efs.content import Edge
from sandtable.games.efs.movement.move import Move
from sandtable.games.efs.movement.movement_phase import MovementPhase
from sandtable.games.efs.movement.overrun import Overrun, may_overrun, overrun_cost, reckoning
from sandtable.games.efs.sequence import takes_place
from sandtable.games.efs.state import AXIS, SOVIET, Bridge, Strongpoint, SupplyUnit, Weather
from sandtable.games.efs.units import Game, full_steps
from sandtable.kernel import Decision, Option, Procedure, Resolved
from sandtable.kernel import Game as KernelGame
from sandtable.kernel.odds import leaves

DIVISION = (PANZER, RIFLES, OTHER_RIFLES, SCOUTS)
"""The 6th Panzer Division: fifteen attack points."""
ROAD: Edge = ("0612", "0711")
"""The minor road through the woods, from Lyady to Osmino."""
OPEN: Edge = ("0806", "0805")
REMNANT, RIFLES_OF_OTHERS = "su-118-inf", "ax-1s-1-pz-mot"
CAVALRY = ("su-42-cav-cav", "su-40-cav-cav", "su-48-cav-cav")
SS, SS_SCOUTS, MACHINE_GUNS, OTHERS = "ax-ss-lah-mot", "ax-ss-lah-aa-rec", "su-mg-a-inf", "su-mg-b-inf"


class Moving(Procedure, frozen=True):
    """Stands for the move that has declared the overrun; it notes its result as the mandated attacks of the turn."""

    def begin(self, game: Game) -> Decision:
        return Decision(game.state.active, "move-to", "10.21", (Option("do:stop", rule="10.23"),))

    def begin_done(self, game: Game, entered: bool) -> None:
        game.state.mandated = 1 if entered else -1


def overrunning(game: Game, units: tuple[str, ...], target: str, dice: Sequence[int | str] = ()) -> Game:
    return running(game, Moving(), Overrun(units=units, target=target), dice=dice)


def has_entered(game: Game) -> bool:
    return game.state.mandated == 1


def division_against(defenders: Mapping[str, str], edge: Edge = OPEN) -> Game:
    return quiet({**dict.fromkeys(DIVISION, edge[0]), **defenders})


def reason(game: Game, units: tuple[str, ...], edge: Edge) -> str:
    refusal = may_overrun(game, units, edge)
    return refusal.reason if refusal is not None else ""


# Who, when, from where


@pytest.mark.rule("efs:11.3", "efs:11.37b", "efs:11.37d", "efs:11.37e", "efs:11.37f", "efs:11.37g")
def test_the_border_guards_on_the_road_to_osmino() -> None:
    game = division_against({NKVD: "0711"}, ROAD)
    assert reason(game, DIVISION, ROAD) == ""
    found = reckoning(game, DIVISION, ROAD)
    assert (found.attack, found.defence, found.modifiers, found.net) == (15, 1, {"odds": -3, "woods": 1}, -2)
    assert overrun_cost(game, SCOUTS, ROAD, "minor", "minor") == 2 * 4


@pytest.mark.rule("efs:11.31", "efs:11.37b", "efs:11.37g")
def test_the_remnants_in_osmino_in_the_motorized_movement_phase() -> None:
    edge = ("0810", "0809")
    units = {**dict.fromkeys(DIVISION, "0810"), REMNANT: "0809"}
    game = quiet(units, phase="axis/motorized", steps={REMNANT: 1})
    assert reason(game, DIVISION, edge) == ""
    found = reckoning(game, DIVISION, edge)
    assert (found.attack, found.defence, found.modifiers, found.net) == (15, 2, {"odds": -1}, -1)
    assert overrun_cost(game, SCOUTS, edge, "minor", "minor") == 6
    game.state.phase = "axis/combat"
    assert reason(game, DIVISION, edge) == "refused.no-overruns-now"


@pytest.mark.rule("efs:11.32", "efs:11.33")
def test_infantry_and_guns_do_not_overrun() -> None:
    game = quiet({**dict.fromkeys((*DIVISION, INFANTRY, GUNS), OPEN[0]), NKVD: OPEN[1]})
    assert reason(game, (*DIVISION, INFANTRY), OPEN) == "refused.cannot-overrun"
    assert reason(game, (*DIVISION, GUNS), OPEN) == "refused.cannot-overrun"


@pytest.mark.rule("efs:11.33")
def test_nkvd_and_axis_allied_units_are_not_trained_to_overrun() -> None:
    """Motorized ones, which these orders of battle do not have."""
    fresh = TITLE.load("luga-line", ())
    nkvd, allied = replace(fresh.counters[TANKS], nkvd=True), replace(fresh.counters[SCOUTS], nation="rumanian")
    fresh.counters = {**fresh.counters, TANKS: nkvd, SCOUTS: allied}
    ours = KernelGame(TITLE, fresh, division_against({NKVD: OPEN[1]}).state)
    assert reason(ours, DIVISION, OPEN) == "refused.not-trained-to-overrun"
    assert reason(ours, DIVISION[:3], OPEN) == ""
    units = {TANKS: OPEN[0], GUNS: OPEN[1]}
    theirs = KernelGame(TITLE, fresh, quiet(units, phase="soviet/motorized").state)
    assert reason(theirs, (TANKS,), OPEN) == "refused.not-trained-to-overrun"
    assert reason(quiet(units, phase="soviet/motorized"), (TANKS,), OPEN) == ""


@pytest.mark.rule("efs:11.32")
def test_soviet_cavalry_overruns() -> None:
    game = quiet({**dict.fromkeys(CAVALRY, "1213"), "ax-787-fie": "1212"}, scenario="perekop", phase="soviet/motorized")
    assert reason(game, CAVALRY, ("1213", "1212")) == ""


@pytest.mark.rule("efs:10.27b", "efs:11.3")
def test_nobody_overruns_into_ground_that_the_scenario_closes_to_his_side() -> None:
    game = quiet({**dict.fromkeys(CAVALRY, "1008"), "ax-787-fie": "1007"}, scenario="perekop", phase="soviet/motorized")
    assert reason(game, CAVALRY, ("1008", "1007")) == "refused.closed"


@pytest.mark.rule("efs:11.32")
def test_those_who_overrun_began_their_move_together() -> None:
    game = division_against({NKVD: OPEN[1]})
    marked(game, SCOUTS, start="0807")
    assert reason(game, DIVISION, OPEN) == "refused.began-apart"
    assert reason(game, DIVISION[:3], OPEN) == ""


@pytest.mark.rule("efs:11.36a")
def test_no_overrun_during_other_special_movement() -> None:
    game = division_against({NKVD: OPEN[1]})
    marked(game, PANZER, special="infiltration")
    assert reason(game, DIVISION, OPEN) == "refused.special-movement"
    marked(game, PANZER, special="overrun")
    assert reason(game, DIVISION, OPEN) == ""


@pytest.mark.rule("efs:11.36b", "efs:11.36b/note")
def test_units_that_do_not_take_part_may_crowd_the_hex() -> None:
    game = division_against({NKVD: OPEN[1], INFANTRY: OPEN[0], RIFLES_OF_OTHERS: OPEN[0]})
    assert reason(game, DIVISION, OPEN) == ""
    assert reckoning(game, DIVISION, OPEN).attack == 15


@pytest.mark.rule("efs:11.34", "efs:11.34/note")
def test_an_overrun_is_made_out_of_no_other_zone_of_control() -> None:
    alone = division_against({NKVD: OPEN[1], RIFLE_DIVISION: "0804"})
    assert reason(alone, DIVISION, OPEN) == ""
    watched = division_against({NKVD: OPEN[1], RIFLE_DIVISION: "0906"})
    assert reason(watched, DIVISION, OPEN) == "refused.other-zones"
    marked(watched, NKVD, overrun=True)
    assert reason(watched, DIVISION, OPEN) == "refused.other-zones"


# Ground and weather


@pytest.mark.rule("efs:11.35a")
def test_mud_stops_all_and_snow_the_axis() -> None:
    game = division_against({NKVD: OPEN[1]})
    soviet = quiet({TANKS: OPEN[0], GUNS: OPEN[1]}, phase="soviet/motorized")
    for kind, ours, theirs in (("mud", False, False), ("snow", False, True), ("frost", True, True)):
        weather = Weather(kind="mud" if kind == "mud" else "snow" if kind == "snow" else "frost")
        game.state.weather = soviet.state.weather = weather
        assert (reason(game, DIVISION, OPEN) == "") == ours
        assert (reason(soviet, (TANKS,), OPEN) == "") == theirs


@pytest.mark.rule("efs:11.35a", "efs:18.14")
def test_cities_and_belts_are_not_overrun() -> None:
    edge = ("1602", "1601")
    assert reason(division_against({NKVD: "1601"}, edge), DIVISION, edge) == "refused.ground-forbids-overrun"
    fresh = TITLE.load("luga-line", ())
    fresh.belts = frozenset({OPEN[1]})
    belt = KernelGame(TITLE, fresh, division_against({NKVD: OPEN[1]}).state)
    assert reason(belt, DIVISION, OPEN) == "refused.ground-forbids-overrun"
    belt.state.ruined[OPEN[1]] = 11
    assert reason(belt, DIVISION, OPEN) == ""


@pytest.mark.rule("efs:11.35a")
def test_no_overrun_across_a_lake() -> None:
    edge = ("0508", "0509")
    game = division_against({NKVD: "0509"}, edge)
    assert reason(game, DIVISION, edge) != ""
    game.state.weather = Weather(kind="frost", frozen=True)
    assert reason(game, DIVISION, edge) == "refused.ground-forbids-overrun"


@pytest.mark.rule("efs:11.35b")
def test_a_marsh_is_overrun_along_the_road_or_frozen() -> None:
    road, off_road = ("0108", "0109"), ("0209", "0109")
    by_road, across = division_against({NKVD: "0109"}, road), division_against({NKVD: "0109"}, off_road)
    assert reason(by_road, DIVISION, road) == ""
    assert reckoning(by_road, DIVISION, road).modifiers["marsh-or-swamp"] == 2
    assert reason(across, DIVISION, off_road) == "refused.swamp-forbids-overrun"
    across.state.weather = Weather(kind="frost", frozen=True)
    assert reason(across, DIVISION, off_road) == ""


@pytest.mark.rule("efs:11.35c", "efs:18.15", "efs:22.13", "efs:22.14")
def test_works_take_motorized_engineers_and_twelve_to_one() -> None:
    game = division_against({NKVD: OPEN[1], PIONEERS: OPEN[0]})
    game.state.strongpoints[OPEN[1]] = Strongpoint(SOVIET, "completed", 11)
    with_pioneers = (*DIVISION, PIONEERS)
    assert reason(game, DIVISION, OPEN) == "refused.overrun-needs-engineers"
    assert reason(game, with_pioneers, OPEN) == ""
    assert reason(game, (PANZER, RIFLES, PIONEERS), OPEN) == "refused.too-weak-to-overrun"
    assert reckoning(game, with_pioneers, OPEN).modifiers["fortification"] == 1
    marked(game, PIONEERS, task="strongpoint")
    assert reason(game, with_pioneers, OPEN) == "refused.overrun-needs-engineers"
    marked(game, PIONEERS, task="")
    overrunning(game, with_pioneers, OPEN[1], dice=[1])
    assert game.state.units[PIONEERS].task == "overrun"


@pytest.mark.rule("efs:11.35c")
def test_a_fortified_line_is_overrun_in_the_same_way() -> None:
    edge, inside = ("1413", "1412"), ("1512", "1412")
    assert reason(division_against({NKVD: "1412"}, edge), DIVISION, edge) == "refused.overrun-needs-engineers"
    assert reason(division_against({NKVD: "1412"}, inside), DIVISION, inside) == ""


# Odds


@pytest.mark.rule("efs:11.36c", "efs:11.36c/note")
def test_five_to_one_is_needed_and_so_five_points() -> None:
    weak = division_against({CADETS: OPEN[1]})
    assert reason(weak, DIVISION, OPEN) == ""
    assert reason(weak, DIVISION[:3], OPEN) == "refused.too-weak-to-overrun"
    guards = division_against({NKVD: OPEN[1]})
    assert reason(guards, (SCOUTS,), OPEN) == "refused.too-weak-to-overrun"
    assert reason(guards, (PANZER,), OPEN) == ""


@pytest.mark.rule("efs:11.37e", "efs:11.36h", "efs:11.3/note")
def test_artillery_defends_with_its_defence_strength_and_nobody_supports() -> None:
    game = division_against({NKVD: OPEN[1], HOWITZERS: OPEN[1], GUNS: OPEN[0]})
    found = reckoning(game, DIVISION, OPEN)
    assert (found.attack, found.defence) == (15, 2)


@pytest.mark.rule("efs:11.36e", "efs:11.36g")
def test_attack_supply_and_the_bonuses_of_combat_have_no_part_in_it() -> None:
    """A whole panzer division with a supply unit at hand."""
    game = division_against({CADETS: OPEN[1]})
    game.state.supplies["axis-s1"] = SupplyUnit(AXIS, OPEN[0], 2)
    assert reckoning(game, DIVISION, OPEN).modifiers == {"odds": 0}
    overrunning(game, DIVISION, OPEN[1], dice=[9])
    assert game.state.supplies["axis-s1"] == SupplyUnit(AXIS, OPEN[0], 2)


@pytest.mark.rule("efs:11.37h")
@pytest.mark.parametrize(
    ("die", "result"), [(1, "overrun-success:-/2"), (8, "overrun-success:1/-"), (10, "overrun-failure:1/-")]
)
def test_the_result_of_an_overrun_tells_what_both_sides_lose(die: int, result: str) -> None:
    game = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[die, *["lost"] * 4])
    assert came_to(game)[0][0] == result
    assert game.texts("en").result(result) != result != game.texts("ja").result(result)


@pytest.mark.rule("efs:11.37g")
def test_who_points_at_an_overrun_sees_what_modifies_its_roll() -> None:
    game = running(division_against({NKVD: ROAD[1]}, ROAD), MovementPhase(side=AXIS))
    game.choose("division:6-pz")
    preview = game.preview(f"overrun:{ROAD[1]}")
    assert preview is not None
    told = {line.label: line.value for line in preview.lines}
    assert (told["overrun-odds"], told["overrun-woods"], told["overrun-modifier"]) == ("-3", "+1", "-2")


@pytest.mark.rule("efs:11.37g", "efs:11.38b")
def test_what_else_modifies_the_roll() -> None:
    by_road = division_against({NKVD: "0706"}, ("0707", "0706"))
    assert reckoning(by_road, DIVISION, ("0707", "0706")).modifiers == {"odds": -3, "woods": 1}
    game = division_against({NKVD: "0706"}, ("0606", "0706"))
    assert reckoning(game, DIVISION, ("0606", "0706")).modifiers == {"odds": -3, "woods": 1, "river": 1}
    marked(game, NKVD, overrun=True, supply="out")
    found = reckoning(game, DIVISION, ("0606", "0706"))
    assert found.modifiers == {"odds": -3, "woods": 1, "river": 1, "overrun-marker": -1, "out-of-supply": -1}
    assert found.net == -3
    hill = reckoning(division_against({NKVD: "1213"}, ("1113", "1213")), DIVISION, ("1113", "1213"))
    assert hill.modifiers == {"odds": -3, "woods": 1, "hill": 1}
    snow = quiet({TANKS: "0503", GUNS: "0403"}, phase="soviet/motorized", weather=Weather(kind="snow"))
    assert reckoning(snow, (TANKS,), ("0503", "0403")).modifiers["town"] == 1


@pytest.mark.rule("efs:11.37g")
def test_the_net_modifier_is_held_to_three() -> None:
    game = division_against({NKVD: OPEN[1]})
    marked(game, NKVD, overrun=True, supply="out")
    assert reckoning(game, DIVISION, OPEN).net == -3


@pytest.mark.rule("efs:11.37a", "efs:11.37b")
def test_zones_that_reach_into_the_hex_cost_nothing() -> None:
    plain = division_against({NKVD: OPEN[1]})
    watched = division_against({NKVD: OPEN[1], RIFLE_DIVISION: "0804"})
    costs = [overrun_cost(game, PANZER, OPEN, "country", None) for game in (plain, watched)]
    assert costs == [2 * 4, 2 * 4]


# What it comes to


@pytest.mark.rule("efs:11.37c", "efs:11.37i", "efs:11.38")
def test_the_active_player_leads_the_defenders_two_hexes_away_and_the_stack_enters() -> None:
    game = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[6])
    assert (asked(game).side, asked(game).prompt) == (AXIS, "retreat")
    assert {game.state.units[unit_id].at for unit_id in DIVISION} == {OPEN[0]}
    game.choose("hex:0804")
    game.choose("hex:0803")
    assert game.state.units[CADETS].at == "0803"
    assert game.state.units[CADETS].overrun
    assert {game.state.units[unit_id].at for unit_id in DIVISION} == {OPEN[1]}
    assert has_entered(game)
    assert game.state.units[PANZER].special == "overrun"


@pytest.mark.rule("efs:11.37h")
def test_lost_steps_go_to_cadre_on_both_sides() -> None:
    game = overrunning(division_against({REMNANT: OPEN[1]}), (*DIVISION,), OPEN[1], dice=[5])
    assert game.state.units[REMNANT].steps == 1
    costly = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[8])
    assert (asked(costly).side, asked(costly).prompt) == (AXIS, "lose-step")
    costly.choose(f"unit:{SCOUTS}")
    assert costly.state.units[SCOUTS].box == "cadre"
    destroyed = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[4])
    assert destroyed.state.units[CADETS].box == "cadre"
    assert has_entered(destroyed)


@pytest.mark.rule("efs:21.83")
def test_a_garrison_that_is_overrun_is_released_even_if_it_escapes() -> None:
    game = division_against({CADETS: OPEN[1]})
    marked(game, CADETS, garrison=True)
    game = overrunning(game, DIVISION, OPEN[1], dice=(7,))
    while asked(game).prompt == "retreat":
        game.choose(asked(game).ids[0])
    assert game.state.units[CADETS].at not in (OPEN[1], "")
    assert not game.state.units[CADETS].garrison


@pytest.mark.rule("efs:15.1/note-overrun", "efs:12.4")
def test_an_overrun_is_no_declared_attack_and_brings_neither_reaction_nor_combat() -> None:
    game = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=(9,))
    assert not game.state.attacks
    assert not game.state.units[PANZER].attacked
    assert not takes_place(game, "axis/reaction")
    assert not takes_place(game, "axis/combat")


@pytest.mark.rule("efs:21.51a/note-overrun", "efs:11.37h")
def test_nkvd_units_that_are_overrun_neither_stand_nor_lose_last() -> None:
    """In the woods, where they would make others stand in a combat (12.54b) and lose their steps after them (16.24)."""
    defenders = {NKVD: "0711", REMNANT: "0711"}
    game = division_against(defenders, ROAD)
    game.state.units[REMNANT] = replace(game.state.units[REMNANT], steps=1)
    game = overrunning(game, DIVISION, "0711", dice=(4,))
    assert asked(game).prompt == "lose-step"
    assert asked(game).ids == [f"unit:{NKVD}", f"unit:{REMNANT}"]
    game.choose(f"unit:{REMNANT}")
    while asked(game).prompt == "retreat":
        game.choose(asked(game).ids[0])
    assert has_entered(game)
    assert game.state.units[NKVD].at not in ("0711", "")


@pytest.mark.rule("efs:11.37j")
def test_who_fails_stays_for_the_rest_of_the_phase() -> None:
    game = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[9])
    assert {game.state.units[unit_id].at for unit_id in DIVISION} == {OPEN[0]}
    assert all(game.state.units[unit_id].finished for unit_id in DIVISION)
    assert game.state.units[CADETS].at == OPEN[1]
    assert not game.state.units[CADETS].overrun
    assert not has_entered(game)


@pytest.mark.rule("efs:3.33", "efs:11.36b", "efs:11.37j")
def test_who_has_failed_goes_first_where_the_hex_holds_too_much() -> None:
    game = quiet({**dict.fromkeys((*DIVISION, INFANTRY), OPEN[0]), CADETS: OPEN[1]}, phase="axis/motorized")
    running(game, Move(units=DIVISION), dice=[9])
    game.choose(f"overrun:{OPEN[1]}")
    assert asked(game).prompt == "remove-excess"
    assert set(asked(game).ids) <= {f"unit:{unit_id}" for unit_id in DIVISION}
    refused = game.explain(f"unit:{INFANTRY}")
    assert refused is not None
    assert (refused.reason, refused.rule) == ("refused.overrunners-go-first", "11.37j")


@pytest.mark.rule("efs:3.33", "efs:11.37j", "efs:15.53c")
def test_who_has_failed_goes_first_only_as_the_phase_of_the_overrun_ends() -> None:
    """The pioneers may stand above the limit until the combat is over, and then the owner chooses among all."""
    crowd = (*DIVISION, RIFLES_OF_OTHERS, PIONEERS)
    game = quiet(dict.fromkeys(crowd, OPEN[0]), phase="axis/movement")
    marked(game, PANZER, special="failed-overrun")
    running(game)
    assert (game.state.phase, asked(game).prompt) == ("axis/combat", "remove-excess")
    assert set(asked(game).ids) == {f"unit:{unit_id}" for unit_id in crowd}


@pytest.mark.rule("efs:11.37j")
def test_cavalry_that_fails_loses_a_step_more() -> None:
    game = quiet({**dict.fromkeys(CAVALRY, "1213"), "ax-787-fie": "1212"}, scenario="perekop", phase="soviet/motorized")
    overrunning(game, CAVALRY, "1212", dice=[10])
    assert (asked(game).side, asked(game).prompt) == (SOVIET, "lose-step")
    steps = sum(game.state.units[unit_id].steps for unit_id in CAVALRY)
    game.choose(f"unit:{CAVALRY[0]}")
    assert sum(game.state.units[unit_id].steps for unit_id in CAVALRY) == steps - 1
    assert not has_entered(game)


@pytest.mark.rule("efs:11.38a", "efs:11.38c", "efs:21.23")
def test_guns_have_fired_and_an_hq_is_no_longer_operational() -> None:
    game = overrunning(division_against({HOWITZERS: OPEN[1], HQ: OPEN[1]}), DIVISION, OPEN[1], dice=[8])
    while asked(game).prompt == "retreat":
        game.choose(next(each for each in asked(game).ids if each.startswith("hex")))
    assert game.state.units[HOWITZERS].fired
    assert game.state.units[HOWITZERS].overrun
    assert not game.state.units[HQ].operational


@pytest.mark.rule("efs:11.37i")
def test_who_cannot_retreat_goes_to_cadre() -> None:
    ring = ("0804", "0904", "0905", "0705", "0704")
    around = ("ax-1-1-pz-arm", "ax-58-inf", "ax-269-inf", "ax-36-36-mot-rec", "ax-87-36-mot-mot")
    game = division_against({REMNANT: OPEN[1], **dict(zip(around, ring, strict=True))})
    overrunning(game, DIVISION, OPEN[1], dice=[7])
    assert game.state.units[REMNANT].box == "cadre"
    assert has_entered(game)


@pytest.mark.rule("efs:11.37i")
def test_the_defenders_are_led_through_a_zone_only_where_there_is_no_other_way() -> None:
    game = overrunning(division_against({CADETS: OPEN[1], INFANTRY: "0703"}), DIVISION, OPEN[1], dice=[7])
    assert set(asked(game).ids) == {"hex:0903", "hex:1004", "hex:1005"}


@pytest.mark.rule("efs:11.37i", "efs:6.42")
def test_dumps_and_bridges_are_removed_and_mobile_supply_goes_along() -> None:
    game = division_against({CADETS: OPEN[1]})
    game.state.supplies["soviet-s1"] = SupplyUnit(SOVIET, OPEN[1], 2)
    game.state.supplies["soviet-s2"] = SupplyUnit(SOVIET, OPEN[1], 1)
    game.state.bridges["soviet-b1"] = Bridge(SOVIET, OPEN[1], "0804", "completed", 11)
    overrunning(game, DIVISION, OPEN[1], dice=[7])
    game.choose("hex:0804")
    game.choose("hex:0803")
    assert list(game.state.supplies) == ["soviet-s2"]
    assert game.state.supplies["soviet-s2"].at == "0803"
    assert game.state.bridges["soviet-b1"].at == ""


@pytest.mark.rule("efs:11.37i")
def test_bridges_go_even_where_the_last_of_those_who_overran_the_hex_is_lost() -> None:
    game = with_counters(
        quiet({PANZER: OPEN[0], CADETS: OPEN[1]}, steps={PANZER: 1, CADETS: 1}),
        {PANZER: {"faces": ((5, 3, 6),) * full_steps(content(), PANZER)}, CADETS: {"faces": ((1, 1, 4),)}},
    )
    game.state.bridges["soviet-b1"] = Bridge(SOVIET, OPEN[1], "0804", "completed", 11)
    overrunning(game, (PANZER,), OPEN[1], dice=[8])
    game.choose("hex:0804")
    game.choose("hex:0803")
    assert not has_entered(game)
    assert game.state.units[PANZER].box == "cadre"
    assert game.state.bridges["soviet-b1"].at == ""


@pytest.mark.rule("efs:11.31/note")
def test_the_same_defenders_may_be_overrun_again() -> None:
    game = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[7])
    game.choose("hex:0804")
    game.choose("hex:0803")
    second = quiet({**dict.fromkeys(DIVISION, "0804"), CADETS: "0803"})
    marked(second, CADETS, overrun=True)
    for unit_id in DIVISION:
        marked(second, unit_id, special="overrun")
    assert reason(second, DIVISION, ("0804", "0803")) == ""
    assert reckoning(second, DIVISION, ("0804", "0803")).modifiers["overrun-marker"] == -1


# Untried defenders


def against_machine_guns(pool: tuple[str, ...], dice: Sequence[int | str], *others: str) -> Game:
    """The SS in the open south of Perekop against machine-gun units of which nobody knows what they are worth."""
    units = {SS: "1112", SS_SCOUTS: "1112", MACHINE_GUNS: "1212", **dict.fromkeys(others, "1212")}
    game = quiet(units, scenario="perekop")
    game.state.pools["machine-guns"] = pool
    assert reason(game, (SS, SS_SCOUTS), ("1112", "1212")) == ""
    return overrunning(game, (SS, SS_SCOUTS), "1212", dice=dice)


def came_to(game: Game) -> list[tuple[str, str, str]]:
    """What the log says that overruns have come to, by which rule and for whom."""
    return [(event.result, event.rule, event.favours) for event in game.events if isinstance(event, Resolved)]


@pytest.mark.rule("efs:11.36d")
def test_untried_units_that_melt_away_leave_the_hex_to_the_overrun() -> None:
    game = against_machine_guns(("remove",), ["remove"])
    assert game.state.units[MACHINE_GUNS].box == "cannot-rebuild"
    assert game.state.units[SS].at == "1212"
    assert has_entered(game)
    assert came_to(game) == [("overrun-success", "11.36d", AXIS)]


@pytest.mark.rule("efs:11.36d", "efs:11.37j")
def test_untried_units_that_turn_out_strong_stop_it() -> None:
    game = against_machine_guns(("0-2-2",), ["0-2-2"])
    assert game.state.units[SS].at == "1112"
    assert game.state.units[SS].finished
    assert game.state.units[MACHINE_GUNS].at == "1212"
    assert not has_entered(game)
    assert came_to(game) == [("overrun-failure", "11.36d", SOVIET)]


@pytest.mark.rule("efs:11.35c", "efs:11.36d")
@pytest.mark.parametrize(("strongpoint", "result"), [(False, "overrun-success"), (True, "overrun-failure")])
def test_twelve_to_one_must_be_left_where_machine_guns_in_a_strongpoint_are_turned_over(
    strongpoint: bool, result: str
) -> None:
    """Seventeen points against a battalion that counts for one, and turns out to defend with two."""
    stack = (*DIVISION, PIONEERS)
    game = quiet({**dict.fromkeys(stack, "1112"), MACHINE_GUNS: "1212"}, scenario="perekop")
    game.state.pools["machine-guns"] = ("0-2-0",)
    if strongpoint:
        game.state.strongpoints["1212"] = Strongpoint(SOVIET, "completed", 0)
    assert reason(game, stack, ("1112", "1212")) == ""
    overrunning(game, stack, "1212", dice=["0-2-0", 1])
    assert [found.partition(":")[0] for found, _, _ in came_to(game)] == [result]


@pytest.mark.rule("efs:11.37i")
def test_the_question_where_they_retreat_says_who_leads_them() -> None:
    game = overrunning(division_against({CADETS: OPEN[1]}), DIVISION, OPEN[1], dice=[6])
    assert asked(game).side == AXIS
    assert game.texts("en").prompt(asked(game)).startswith("Soviet retreat from 0805, led by the Axis player")


def test_a_whole_stack_of_defenders_is_led_away_together() -> None:
    game = quiet({**dict.fromkeys((*DIVISION, "ax-1-1-pz-arm"), OPEN[0]), HOWITZERS: OPEN[1], NKVD: OPEN[1]})
    overrunning(game, (*DIVISION, "ax-1-1-pz-arm"), OPEN[1], dice=[9])
    game.choose("hex:0904")
    game.choose("hex:1004")
    assert game.state.units[HOWITZERS].at == game.state.units[NKVD].at == "1004"


def test_the_odds_of_an_overrun_are_reckoned_through_losses_and_retreats() -> None:
    """Five to one against the cadets: eight faces of ten win the hex, one of them for a step."""
    game = running(division_against({CADETS: OPEN[1]}), MovementPhase(side=AXIS))
    game.choose("division:6-pz")
    found = list(leaves(game, f"overrun:{OPEN[1]}"))
    won = sum(leaf.probability for leaf in found if leaf.game.state.units[PANZER].at == OPEN[1])
    assert won == pytest.approx(0.8)
    assert {prompt for leaf in found for prompt in leaf.assumed} >= {"retreat", "lose-step"}
