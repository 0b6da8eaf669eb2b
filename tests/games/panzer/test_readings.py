"""Passages of chapters 3 to 6 that can be read in two ways: what is played, and the other by its switch."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer import field
from games.panzer.assaulting import RIFLE, SMG, STUG, assaulting, men, shown
from games.panzer.country import column
from games.panzer.field import choose, refused, until
from games.panzer.firing import SCENARIO, aim, position
from games.panzer.flying import PLANE, flights
from games.panzer.marching import (
    CARRIER,
    RED,
    RIFLES,
    SECTION,
    TANK,
    TRUCK,
    costs,
    left,
    marching,
    mover,
    offered,
    placed,
    play,
    unit_of,
)
from sandtable.games.panzer.adjustment.recovery import recover
from sandtable.games.panzer.combat.gp_fire import GpFire
from sandtable.games.panzer.command.place_commands import CommandPhase
from sandtable.games.panzer.scenarios import Award
from sandtable.games.panzer.state import Mines, Work
from sandtable.games.panzer.victory import take_control

TANKS = ("gB1-1", "gB1-2", "gB1-3")
FAR = {"sB1-1": "P01/S"}
NAMED = {"en": "The hill", "ja": "丘"}


# Commands


@pytest.mark.rule("panzer:6.2.1.1.4/fire")
@pytest.mark.parametrize(("switches", "both"), [((), True), (("6.2.1.1.4/fire",), False)])
def test_regulars_who_share_a_command_fire_at_several_targets_in_one_hex(switches: tuple[str, ...], both: bool) -> None:
    enemies = {"sA1-1": "C08/S", "sA1-2": "C08/S"}
    game = field.turn({**dict.fromkeys(TANKS, "C13/N"), **enemies}, 90, 10, 99, grade="regulars", switches=switches)
    choose(game, "platoon:gB1", "command:fire")
    until(field.done_with_commands(game), "target")
    choose(game, "unit:sA1-1", "unit:gB1-1", "load:kwk40-75/AP", "do:fire")
    while field.prompts(game) == ["claim"]:
        choose(game, "do:decline")
    assert ("sA1-2" in field.offered(game, "unit")) == both
    if not both:
        assert refused(game, "unit:sA1-2") == ("refused.shared-fire", "6.2.1.1.4/fire")


@pytest.mark.rule("panzer:6.2.1.1")
@pytest.mark.parametrize(("switches", "commands"), [((), 1), (("6.2.1.1",), 2)])
def test_units_that_have_yet_to_enter_are_not_active(switches: tuple[str, ...], commands: int) -> None:
    """One elite tank of the Soviets is on the map and two wait: for one there is a command, for three there are two."""
    game = field.turn({"gB1-1": "C12/N", "sA1-1": "P01/S"}, grade="elite", switches=switches)
    game.state.waiting = {"sA1-2": 2, "sA1-3": 2}
    game.state.branches.clear()
    game.state.stack[:] = [CommandPhase()]
    game.advance()
    assert game.state.formations["sA"].commands == commands


@pytest.mark.rule("panzer:6.2.1.1.4/overwatch")
@pytest.mark.parametrize(("switches", "alone"), [((), False), (("6.2.1.1.4/overwatch",), True)])
def test_all_who_share_overwatch_fire_together(switches: tuple[str, ...], alone: bool) -> None:
    units = {**dict.fromkeys(TANKS[:2], "C12/N"), "sA1-1": "C06/S"}
    game = choose(field.turn(units, 90, 10, 99, 99, switches=switches), "platoon:gB1", "command:overwatch")
    game.choose("unit:sA1-1", "soviet")
    game.choose("command:move", "soviet")
    until(field.done_with_commands(game), "move-unit")
    choose(game, "unit:sA1-1", "unit:sA1-1", "unit:gB1-1", "load:kwk40-75/AP")
    assert (game.decisions[0].find("do:fire") is not None) == alone
    if not alone:
        assert refused(game, "do:fire") == ("refused.must-fire", "4.2.1")
        choose(game, "unit:gB1-2", "load:kwk40-75/AP", "do:fire")
        assert [game.state.commands[each].fired for each in TANKS[:2]] == [True, True]


@pytest.mark.rule("panzer:6.2.1.1.4/movement")
@pytest.mark.parametrize(("switches", "ends"), [((), 19), (("6.2.1.1.4/movement",), 1)])
def test_who_cannot_end_in_range_of_those_who_share_its_move_is_free(switches: tuple[str, ...], ends: int) -> None:
    """Regulars must end in one hex; one has moved on to C07, and the other reaches C09 at best."""
    units = {**dict.fromkeys(TANKS[:2], "C12/N"), **FAR}
    game = field.turn(units, 90, 10, grade="regulars", switches=switches)
    until(choose(game, "platoon:gB1", "command:move"), "move-unit")
    choose(game, "unit:gB1-1", "hex:C08", "do:stop")
    game.state.units["gB1-2"] = replace(game.state.units["gB1-2"], damaged=True)
    choose(game, "unit:gB1-2")
    assert ("C13" in field.offered(game, "hex") or "C11" in field.offered(game, "hex")) == (ends > 1)
    assert "C10" in field.offered(game, "hex")
    assert ("stop" in field.offered(game, "do")) == (ends > 1)


@pytest.mark.rule("panzer:6.6.7.2")
@pytest.mark.parametrize(("switches", "order"), [((), "no-command"), (("6.6.7.2",), "fire")])
def test_passengers_of_a_vehicle_without_a_command_have_none(switches: tuple[str, ...], order: str) -> None:
    riders = {"gA2-5": "C11/N", "gA2-1": "C11/N@gA2-5", **FAR}
    game = field.done_with_commands(field.turn(riders, 90, 10, switches=switches))
    assert game.state.commands["gA2-1"].order == order


# Moving


@pytest.mark.rule("panzer:6.6.7.1.1/vehicle")
@pytest.mark.parametrize(("switches", "expected"), [((), 1), (("6.6.7.1.1/vehicle",), 2)])
def test_a_stop_for_passengers_takes_half_of_the_whole_movement(switches: tuple[str, ...], expected: int) -> None:
    """A carrier of 5 points has driven two hexes: 2 of 5 or 1 of 3 go."""
    units = {"g1": mover(CARRIER, "A9"), "g2": placed(RIFLES, "A9", carrier="g1", order="no-command")}
    game = marching(units, switches=switches)
    play(game, "unit:g1", "hex:A7", "dismount:g2", "hex:A7", "face:N")
    assert left(game) == expected


@pytest.mark.rule("panzer:6.6.7.1.1", "panzer:4.4.2")
@pytest.mark.parametrize(
    ("switches", "asked"), [((), "overwatch"), (("6.6.7.1.1/passenger-dismounting",), "move-unit")]
)
def test_to_get_out_draws_overwatch_fire(switches: tuple[str, ...], asked: str) -> None:
    units = {
        "g1": placed(CARRIER, "A9", order="no-command"),
        "g2": placed(RIFLES, "A9", carrier="g1", order="no-command"),
        "g3": placed(RIFLES, "A9", carrier="g1", order="no-command"),
        "s1": placed(RED, "A6", 3, order="overwatch", shown=False),
    }
    game = play(marching(units, switches=switches), "dismount:g2", "hex:A9", "face:N")
    assert game.decisions[0].prompt == asked


@pytest.mark.rule("panzer:6.6.7.1.1/passenger-mounting")
@pytest.mark.parametrize(("switches", "may"), [((), False), (("6.6.7.1.1/passenger-mounting",), True)])
def test_suppressed_sections_mount_from_the_hex_of_the_vehicle(switches: tuple[str, ...], may: bool) -> None:
    units = {"g1": mover(SECTION, "A8", suppressed="on"), "g2": placed(TRUCK, "A7", order="no-command")}
    game = play(marching(units, switches=switches), "unit:g1")
    assert ("g2" in offered(game, "mount")) == may
    squad = {**units, "g1": mover(RIFLES, "A8", suppressed="on")}
    assert offered(play(marching(squad, switches=switches), "unit:g1"), "mount") == set()


@pytest.mark.rule("panzer:6.6.4.3", "panzer:6.1.4.2")
@pytest.mark.parametrize(("switches", "walks"), [((), True), (("6.6.4.3",), False)])
def test_men_in_full_cover_may_get_up_and_walk(switches: tuple[str, ...], walks: bool) -> None:
    units = {"g1": mover(RIFLES, "A8", full_cover=True)}
    game = play(marching(units, "w" * 9, switches=switches), "unit:g1")
    assert ("walk" in offered(game, "do")) == walks


@pytest.mark.rule("panzer:6.6.4.2")
@pytest.mark.parametrize(("switches", "far"), [((), False), (("6.6.4.2",), True)])
def test_a_quickmarch_changes_one_level_in_all(switches: tuple[str, ...], far: bool) -> None:
    game = marching({"g1": mover("de-cavalry", "A9")}, "." * 9, "222222210", switches=switches)
    play(game, "unit:g1", "do:quickmarch")
    assert ("A7" in offered(game, "hex")) == far
    assert "A8" in offered(game, "hex")


@pytest.mark.rule("panzer:6.1.4.3.7")
@pytest.mark.parametrize(("switches", "onward"), [((), True), (("6.1.4.3.7",), False)])
def test_to_take_a_position_costs_nothing(switches: tuple[str, ...], onward: bool) -> None:
    works = {"w1": Work("A8", "improved-position")}
    game = marching({"g1": mover(RIFLES, "A9")}, works=works, switches=switches)
    play(game, "unit:g1", "hex:A8", "do:occupy")
    assert game.state.works["w1"].holds == ("g1",)
    assert bool(offered(game, "hex")) == onward


@pytest.mark.rule("panzer:6.6.3/results")
@pytest.mark.parametrize(("switches", "stands"), [((), False), (("6.6.3/results",), True)])
def test_walls_knock_out_a_vehicle_that_is_damaged(switches: tuple[str, ...], stands: bool) -> None:
    units = {"g1": mover(TANK, "A9", damaged=True)}
    game = marching(units, "." * 7 + "t.", dice=[1, 100], switches=switches)
    play(game, "unit:g1", "inside:A8")
    assert ("g1" in game.state.units) == stands


# Assaults


@pytest.mark.rule("panzer:6.6.1.2/advancing-attack", "panzer:4.4.2")
@pytest.mark.parametrize(("switches", "at"), [((), "A3"), (("6.6.1.2/advancing-attack",), "A2")])
def test_men_who_advance_are_fired_at_as_they_set_out(switches: tuple[str, ...], at: str) -> None:
    units = {"s1": men(SMG, "A3"), "g1": men(STUG, "A1", facing=3, order="overwatch")}
    game = play(assaulting(units, switches=switches), "unit:g1")
    while game.decisions[0].prompt not in ("overwatch", "rest"):
        play(game, next(each for each in ("do:assault", "unit:s1", "hex:A2") if game.decisions[0].find(each)))
    assert (game.decisions[0].prompt, unit_of(game, "s1").at) == ("overwatch", at)


@pytest.mark.rule("panzer:6.6.1.1.2/advancing")
@pytest.mark.parametrize(("switches", "counts"), [((), True), (("6.6.1.1.2/advancing",), False)])
def test_the_advance_of_any_attacker_counts(switches: tuple[str, ...], counts: bool) -> None:
    units = {"s1": men(SMG, "A2"), "s2": men(SMG, "A3"), "g1": men(STUG, "A1", order="fire", shown=True)}
    helped = play(assaulting(units, switches=switches), "unit:g1", "unit:s1")
    assert ("advancing" in shown(helped, "unit:s2")) == counts
    led = play(assaulting(units, switches=switches), "unit:g1", "unit:s2")
    assert "advancing" in shown(led, "unit:s1")


@pytest.mark.rule("panzer:6.6.1.1.2/unsupported")
@pytest.mark.parametrize(("switches", "alone"), [((), False), (("6.6.1.1.2/unsupported",), True)])
def test_mounted_half_squads_support_their_vehicle(switches: tuple[str, ...], alone: bool) -> None:
    units = {
        "s1": men(SMG, "A2"),
        "g1": men(CARRIER, "A1", order="fire", shown=True),
        "g2": men(RIFLE, "A1", carrier="g1", reduced=True, order="no-command"),
    }
    game = assaulting(units, board=column("w....").board, switches=switches)
    assert ("unsupported" in shown(game, "unit:g1")) == alone


@pytest.mark.rule("panzer:6.6.1.1.3/effective")
@pytest.mark.parametrize(("switches", "hit"), [((), True), (("6.6.1.1.3/effective",), False)])
def test_men_hit_the_tracks_of_a_vehicle_hull_down(switches: tuple[str, ...], hit: bool) -> None:
    units = {"s1": men(SMG, "A2"), "g1": men("pz-iv-h", "A1", order="fire", shown=True, hull_down="full")}
    game = play(assaulting(units, dice=[100, 100], switches=switches), "unit:g1")
    while game.decisions[0].prompt != "rest":
        play(game, game.decisions[0].ids[0])
    assert unit_of(game, "g1").tracks == hit


@pytest.mark.rule("panzer:6.6.10")
@pytest.mark.parametrize(("switches", "may"), [((), False), (("6.6.10",), True)])
def test_an_overrun_takes_the_points_for_the_hex(switches: tuple[str, ...], may: bool) -> None:
    """A damaged tank of 2 points cannot pay for rough ground, but it can always move a hex."""
    units = {"g1": mover(TANK, "A9", damaged=True), "s1": placed(RED, "A8")}
    game = play(marching(units, "." * 7 + "x.", switches=switches), "unit:g1")
    assert ("s1" in offered(game, "overrun")) == may


@pytest.mark.rule("panzer:6.6.10.1")
@pytest.mark.parametrize(
    ("switches", "dice", "ruined"), [((), [100, 1], []), (("6.6.10.1",), [100, 1, 99, 99], ["A8"])]
)
def test_an_overrun_does_not_attack_the_building_of_its_target(
    switches: tuple[str, ...], dice: list[int], ruined: list[str]
) -> None:
    units = {"g1": mover(TANK, "A9"), "s1": placed(RED, "A8", order="no-command")}
    game = marching(units, "." * 7 + "t.", dice=dice, switches=switches)
    play(game, "unit:g1", "overrun:s1")
    assert [work.at for work in game.state.works.values() if work.kind == "rubble"] == ruined
    assert ("g1" in game.state.units) == (not ruined)


# The map and what is on it


@pytest.mark.rule("panzer:3.6")
@pytest.mark.parametrize(("switches", "holder"), [((), ""), (("3.6",), "german")])
def test_where_both_sides_are_nobody_controls_an_objective(switches: tuple[str, ...], holder: str) -> None:
    units = {"g1": placed(TANK, "A1"), "s1": placed(RED, "A1")}
    game = position(units, switches=switches)
    award = Award(kind="control", side="both", points=1, hexes=("A1",), name=NAMED)
    game.content.scenario = replace(SCENARIO, victory=(award,))
    game.state.control = {"A1": "german"}
    take_control(game)
    assert game.state.control.get("A1", "") == holder


@pytest.mark.rule("panzer:6.6.4.1", "panzer:6.1.4.3.1")
@pytest.mark.parametrize(("switches", "may"), [((), False), (("6.6.4",), True)])
def test_men_come_down_before_they_leave_a_building(switches: tuple[str, ...], may: bool) -> None:
    game = play(marching({"g1": mover(RIFLES, "A8", floor=1)}, "." * 7 + "b.", switches=switches), "unit:g1")
    assert ("A7" in offered(game, "hex")) == may
    if may:
        assert unit_of(play(game, "hex:A7")).floor == 0


@pytest.mark.rule("panzer:4.5.1.1.9")
@pytest.mark.parametrize(("switches", "cost"), [((), 4), (("4.5.1.1.9",), 1)])
def test_leaving_the_map_costs_the_terrain_of_the_edge(switches: tuple[str, ...], cost: int) -> None:
    game = play(marching({"g1": mover(TANK, "A1")}, "x........", switches=switches), "unit:g1")
    assert costs(game)["do:exit"] == cost


@pytest.mark.rule("panzer:4.5.1.1.10")
@pytest.mark.parametrize(("switches", "at"), [((), "A9"), (("4.5.1.1.10",), "A8")])
def test_a_vehicle_that_is_halted_among_enemies_goes_back(switches: tuple[str, ...], at: str) -> None:
    """It has driven through the enemy's hex into mines there."""
    units = {"g1": mover(TANK, "A9"), "s1": placed(RED, "A8", order="no-command")}
    mines = {"soviet-A8": Mines("A8", "soviet", "mines-hasty", "vehicles")}
    game = play(marching(units, dice=[50, 100], mines=mines, switches=switches), "unit:g1", "hex:A7")
    assert (unit_of(game).tracks, unit_of(game).at) == (True, at)


@pytest.mark.rule("panzer:6.5.4.2.5")
@pytest.mark.parametrize(("switches", "dice", "stands"), [((), [1, 99, 99], False), (("6.5.4.2.5",), [1], True)])
def test_fire_destroys_a_block_by_the_chart(switches: tuple[str, ...], dice: list[int], stands: bool) -> None:
    units = {"g1": placed(TANK, "A2"), "s1": placed(RED, "A1")}
    works = {"w1": Work("A1", "block")}
    game = position(units, GpFire(aim=aim("g1", "s1", "kwk40-75")), works=works, dice=dice, switches=switches)
    assert ("w1" in game.state.works) == stands


@pytest.mark.rule("panzer:6.8.3.1")
@pytest.mark.parametrize(("switches", "dice", "left_over"), [((), [1], ""), (("6.8.3.1",), [], "off")])
def test_aircraft_recover_by_the_grade_of_their_force(
    switches: tuple[str, ...], dice: list[int], left_over: str
) -> None:
    game = flights({"s1": placed(RED, "H05")}, "fw190f", dice=dice, switches=switches, facts={"suppressed": "off"})
    recover(game)
    assert game.state.aircraft[PLANE].suppressed == left_over
