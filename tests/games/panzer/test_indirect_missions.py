"""Missions from turn to turn: kept up, adjusted, checked or ended by themselves; smoke; barrages that units enter."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer.artillery import (
    FO,
    GUN,
    HEAVY,
    MEDIUM,
    MORTARS,
    RED,
    ROCKETS,
    TANK,
    Placed,
    Turn,
    choose,
    offered,
    refused,
)  # fmt: skip
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage, barrage_hexes, barrages_on_mover
from sandtable.games.panzer.indirect.markers import artillery_markers
from sandtable.games.panzer.indirect.response import response_chance
from sandtable.games.panzer.indirect.smoke import adjust_smoke, lay_smoke, take_effect
from sandtable.games.panzer.spotting.hindrances import hindrances
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import Command
from sandtable.games.panzer.units import Game
from sandtable.kernel import Resolved

CALL = (f"unit:{FO}", "hex:H13", "shell:gp", f"battery:{MEDIUM}", "do:call", "sheaf:closed")
SMOKE = (f"unit:{FO}", "hex:H13", "shell:smoke", f"battery:{MEDIUM}", "do:call", "sheaf:closed")


def observed() -> Placed:
    """A German observer has spotted a gun twelve hexes to the south."""
    return Placed().stand(FO, "H01", "overwatch").stand(GUN, "H13").spot(FO, GUN)


def second_turn(*dice: int) -> Game:
    """The medium battery has fired at the gun in the first turn, to no effect."""
    game = choose(observed().play(5, 1, *dice), *CALL, "do:next-turn")
    assert game.state.turn == 2
    return game


def results(game: Game) -> list[str]:
    return [event.result for event in game.events if isinstance(event, Resolved)]


# Going on


@pytest.mark.rule("panzer:6.5.1.8", "panzer:6.5.1.8.1")
def test_a_mission_goes_on_without_a_response() -> None:
    game = choose(second_turn(1), "mission:g1", "do:continue", "shell:gp")
    assert results(game) == ["responds", "no-effect", "no-effect"]
    assert game.state.missions["g1"].turn == 2
    assert game.decisions[0].prompt == "next-turn"


@pytest.mark.rule("panzer:6.5.1.8", "panzer:6.5.1.9")
def test_a_standing_mission_must_be_dealt_with() -> None:
    game = second_turn()
    assert offered(game) == ["mission:g1"]
    assert refused(game, "do:done") == ("refused.missions-stand", "6.5.1.8")
    assert refused(game, f"unit:{FO}") == ("refused.observer-has-mission", "6.5.1.9")


@pytest.mark.rule("panzer:6.5.1.8.1")
@pytest.mark.parametrize(("at", "goes_on"), [("H14", True), ("H15", False)])
def test_it_goes_on_only_with_a_spotted_target_in_the_point_or_next_to_it(at: str, goes_on: bool) -> None:
    game = second_turn()
    game.state.units[GUN] = replace(game.state.units[GUN], at=at)
    choose(game, "mission:g1")
    assert ("do:continue" in offered(game)) == goes_on
    if not goes_on:
        assert refused(game, "do:continue") == ("refused.no-target-to-continue", "6.5.1.8.1")


@pytest.mark.rule("panzer:6.5.1.8.1")
def test_fire_that_goes_on_may_change_to_smoke_which_is_checked_for() -> None:
    game = choose(second_turn(3), "mission:g1", "do:continue", "shell:smoke")
    assert game.state.missions["g1"].shell == "smoke"
    assert [screen.on for screen in game.state.smoke.values()] == [True]
    assert barrage_hexes(game) == frozenset()


@pytest.mark.rule("panzer:6.5.1.8", "panzer:6.5.1.1.4")
def test_a_mortar_without_a_fire_command_drops_out() -> None:
    placed = observed().stand(FO, "H05", "overwatch").stand(MORTARS[0], "H03", "fire", dump="H03")
    game = placed.play(5, 9, 1, 1, 1)
    choose(game, f"unit:{FO}", "hex:H13", "shell:gp", f"battery:{MEDIUM}", f"unit:{MORTARS[0]}", "sheaf:closed")
    assert game.state.missions["g1"].sources == (MEDIUM, MORTARS[0])
    game.state.commands[MORTARS[0]] = Command("move")
    choose(game, "do:next-turn", "mission:g1", "do:continue", "shell:gp")
    assert game.state.missions["g1"].sources == (MEDIUM,)


# Adjusting


@pytest.mark.rule("panzer:6.5.1.8.2", "panzer:6.5.1.12.1/adjusted", "panzer:6.5.1.12.1/observer-hindered")
def test_adjusted_fire_has_one_more_and_its_own_barrage_hinders() -> None:
    game = second_turn()
    chance = response_chance(game, FO, MEDIUM, "H13", adjusted=True)
    assert [(part.label, part.value) for part in chance.modifiers] == [("adjusted", 1), ("observer-hindered", -1)]


@pytest.mark.rule("panzer:6.5.1.8.2")
@pytest.mark.parametrize(("at", "far"), [("H16", False), ("H17", True)])
def test_a_mission_is_moved_by_three_hexes_to_a_spotted_target(at: str, far: bool) -> None:
    game = second_turn(5, 1)
    game.state.units[GUN] = replace(game.state.units[GUN], at=at)
    choose(game, "mission:g1", "do:adjust")
    if far:
        assert offered(game) == ["hex:H13"]
        assert refused(game, f"hex:{at}") == ("refused.too-far-to-adjust", "6.5.1.8.2")
        return
    assert offered(game) == ["hex:H13", f"hex:{at}"]
    choose(game, f"hex:{at}", "shell:gp", "do:call", "sheaf:open")
    assert {mission.at for mission in game.state.missions.values()} == {at}


@pytest.mark.rule("panzer:6.5.1.8.2")
def test_a_source_may_be_added_and_rolls_without_the_modifier() -> None:
    game = second_turn(2, 4, 1, 1)
    choose(game, "mission:g1", "do:adjust", "hex:H13", "shell:gp", f"battery:{HEAVY}", "sheaf:closed")
    assert results(game)[2:4] == ["responds", "no-response"]
    sums = [event.lines for event in game.events if isinstance(event, Resolved) and event.what == "response"]
    assert [line.label for line in sums[1]] == ["response-factor", "adjusted", "observer-hindered", "die"]
    assert [line.label for line in sums[2]] == ["response-factor", "observer-hindered", "die"]


@pytest.mark.rule("panzer:6.5.1.8.2", "panzer:6.5.1.12")
def test_adjusted_fire_that_nobody_answers_is_gone() -> None:
    game = choose(second_turn(1), "mission:g1", "do:adjust", "hex:H13", "shell:gp", "do:call", "sheaf:closed")
    assert not game.state.missions


# Checking


@pytest.mark.rule("panzer:6.5.1.9")
def test_who_checks_a_mission_joins_no_other_in_that_turn() -> None:
    placed = observed().stand("gB1-1", "G01", "overwatch").spot("gB1-1", GUN)
    game = choose(placed.play(5, 1), *CALL, "do:next-turn", "mission:g1", "do:check")
    assert not game.state.missions
    assert refused(game, f"unit:{FO}") == ("refused.checked-this-turn", "6.5.1.9")
    choose(game, "unit:gB1-1", "hex:H13", "shell:gp")
    assert refused(game, f"battery:{MEDIUM}") == ("refused.source-checked", "6.5.1.9")
    assert f"battery:{HEAVY}" in offered(game)


@pytest.mark.rule("panzer:6.5.1.9")
@pytest.mark.parametrize("why", ["command", "lost", "sight"])
def test_a_mission_whose_observer_is_cut_off_ends_by_itself(why: str) -> None:
    placed = observed()
    game = choose(placed.play(5, 1), *CALL)
    if why == "command":
        game.state.commands[FO] = Command("move")
    elif why == "lost":
        del game.state.units[FO]
    else:
        game.state.units[FO] = replace(game.state.units[FO], at="H02")
        blocked = Placed(terrain="\n".join("w" * 16 if row == 5 else "." * 16 for row in range(24)))
        game.content = blocked.content
    choose(game, "do:next-turn")
    assert not game.state.missions


@pytest.mark.rule("panzer:6.5.1.8", "panzer:6.5.1.9")
def test_a_mission_does_not_pass_to_another_observer_and_its_battery_is_free_at_once() -> None:
    placed = observed().stand("gB1-1", "G01", "overwatch").spot("gB1-1", GUN)
    game = choose(placed.play(5, 1), *CALL)
    del game.state.units[FO]
    choose(game, "do:next-turn")
    assert offered(game) == ["unit:gB1-1", "do:done"]
    choose(game, "unit:gB1-1", "hex:H13", "shell:gp")
    assert f"battery:{MEDIUM}" in offered(game)


@pytest.mark.rule("panzer:6.5.1.9")
def test_a_mission_of_a_mortar_that_is_lost_ends() -> None:
    placed = observed().stand(FO, "H05", "overwatch").stand(MORTARS[0], "H03", "fire", dump="H03")
    game = choose(placed.play(9, 1), f"unit:{FO}", "hex:H13", "shell:gp", f"unit:{MORTARS[0]}", "do:call")
    del game.state.units[MORTARS[0]]
    del game.state.commands[MORTARS[0]]
    assert barrages_on_mover(game, RED, "H13") == []
    choose(game, "do:next-turn")
    assert not game.state.missions


# Smoke


@pytest.mark.rule("panzer:6.5.1.6", "panzer:6.5.1.6.1", "panzer:5.16.2.5", "panzer:6.1.4.3.10")
def test_called_smoke_lies_in_the_sheaf_and_attacks_nobody() -> None:
    game = choose(observed().play(5, 6), *SMOKE)
    (screen,) = game.state.smoke.values()
    assert (len(screen.hexes), screen.sheaf, screen.on) == (7, "closed", True)
    assert not game.state.units[GUN].under_fire


@pytest.mark.rule("panzer:5.16.2.3", "panzer:5.16.2.5")
def test_above_its_limit_a_battery_has_no_smoke_left() -> None:
    game = choose(observed().play(5, 7), *SMOKE)
    assert results(game) == ["responds", "no-smoke-left"]
    assert not game.state.smoke
    assert not game.state.missions


@pytest.mark.rule("panzer:5.16.2.3")
def test_a_mortar_without_smoke_left_betrays_itself_nevertheless() -> None:
    placed = observed().stand(FO, "H05", "overwatch").stand(MORTARS[0], "H03", "fire", dump="H03")
    game = choose(placed.play(9, 5), f"unit:{FO}", "hex:H13", "shell:smoke", f"unit:{MORTARS[0]}", "do:call")
    assert results(game) == ["responds", "no-smoke-left"]
    assert game.state.units[MORTARS[0]].spot == "small-arms"


@pytest.mark.rule("panzer:6.5.1.6")
def test_who_has_no_smoke_is_not_called_for_it() -> None:
    game = choose(observed().play(), *SMOKE[:3])
    assert offered(game) == [f"battery:{MEDIUM}", f"battery:{HEAVY}"]
    assert refused(game, f"battery:{ROCKETS}") == ("refused.no-smoke", "6.5.1.6")


@pytest.mark.rule("panzer:6.1.4.3.10", "panzer:6.8.4")
def test_smoke_is_on_then_off_then_gone() -> None:
    game = observed().play()
    lay_smoke(game, "H13", "closed")
    adjust_smoke(game)
    assert [screen.on for screen in game.state.smoke.values()] == [False]
    lay_smoke(game, "H13", "closed")
    assert [screen.on for screen in game.state.smoke.values()] == [True], "new smoke turns the counter over"
    adjust_smoke(game)
    adjust_smoke(game)
    assert not game.state.smoke


def seen(game: Game) -> list[str]:
    """What hinders fire between the observer and the gun."""
    ends = Viewpoint("H01"), Viewpoint("H13")
    return [each.modifier for each in hindrances(game.content, changes(game), *ends)]


@pytest.mark.rule("panzer:6.1.4.3.10")
def test_smoke_and_barrages_hinder_after_the_step_in_which_they_were_made() -> None:
    game = observed().play()
    game.state.step = "direct-fire"
    lay_smoke(game, "H06", "on-map")
    assert seen(game) == []
    take_effect(game)
    assert seen(game) == ["smoke-closed"]


@pytest.mark.rule("panzer:6.1.4.3.10", "panzer:6.5.1.8.1")
def test_fire_that_goes_on_hinders_all_the_time_and_a_change_of_shell_after_the_step() -> None:
    game = choose(observed().play(5, 6, 1, 1), *SMOKE, "do:next-turn", "mission:g1", "do:continue", "shell:gp")
    assert game.state.missions["g1"].since == ""
    assert seen(game) == ["smoke-closed"], "both lie there, and smoke goes before the barrage"
    choose(game, "do:next-turn")
    assert not game.state.smoke
    assert seen(game) == ["barrage-closed"]
    choose(game, "mission:g1", "do:continue")
    assert seen(game) == ["barrage-closed"]


@pytest.mark.rule("panzer:6.1.4.3.10", "panzer:5.11")
def test_a_barrage_is_one_source_and_smoke_in_its_hexes_goes_before_it() -> None:
    game = choose(observed().play(5, 5, 1, 1), *CALL[:4], f"battery:{HEAVY}", "sheaf:open")
    assert game.decisions[0].prompt == "next-turn"
    assert seen(game) == ["barrage-open"]
    lay_smoke(game, "H13", "open")
    take_effect(game)
    assert seen(game) == ["smoke-open"]


# Moving into a barrage


def barrage(*dice: int) -> Game:
    """The medium battery fires around H13, and a Soviet tank is about to move."""
    placed = observed().stand(RED, "H20", "move").stand(TANK, "A01")
    return choose(placed.play(5, 1, *dice), *CALL)


def enter(game: Game, unit_id: str, at: str) -> Game:
    """A unit moves into a hex in the Movement Phase."""
    game.state.units[unit_id] = replace(game.state.units[unit_id], at=at)
    game.push(EnterBarrage(unit=unit_id))
    game.advance()
    return game


@pytest.mark.rule("panzer:6.6.6", "panzer:6.5.4.3/target-moving")
def test_a_unit_that_moves_into_a_barrage_is_attacked_once_and_its_movement_does_not_help() -> None:
    game = barrage(1)
    assert "H14" in barrage_hexes(game)
    assert "H15" not in barrage_hexes(game)
    assert enter(game, RED, "H15").state.stack[-1] == Turn(step="wait", attacked=False)
    assert enter(game, RED, "H14").state.stack[-1] == Turn(step="wait", attacked=True)
    assert results(game)[2:] == ["no-effect"]
    labels = [line.label for event in game.events[-1:] if isinstance(event, Resolved) for line in event.lines]
    assert "target-a-type" in labels
    assert "target-moving" not in labels
    enter(game, RED, "H13")
    assert len(results(game)) == 3, "the same battery attacks it no more in this turn"


@pytest.mark.rule("panzer:6.6.6")
def test_each_battery_of_each_barrage_attacks_for_itself_and_every_unit_anew() -> None:
    placed = observed().stand(RED, "H20", "move").stand("sB1-2", "H21", "move")
    game = choose(placed.play(5, 5, 1, 1, 1, 1, 1, 1), *CALL[:4], f"battery:{HEAVY}", "sheaf:closed")
    assert barrages_on_mover(game, RED, "H14") == [("g1", MEDIUM), ("g1", HEAVY)]
    enter(game, RED, "H14")
    assert len(results(game)) == 6
    assert barrages_on_mover(game, RED, "H13") == []
    enter(game, "sB1-2", "H14")
    assert len(results(game)) == 8


@pytest.mark.rule("panzer:6.6.6")
def test_in_the_next_turn_a_barrage_that_goes_on_attacks_again() -> None:
    game = enter(barrage(1, 1, 1, 1), RED, "H14")
    choose(game, "do:next-turn", "mission:g1", "do:continue", "shell:gp")
    while game.decisions[0].prompt == "claim":
        choose(game, "do:decline")
    assert barrages_on_mover(game, RED, "H13") == [("g1", MEDIUM)]


@pytest.mark.rule("panzer:5.3", "panzer:6.5.1.5")
def test_impact_counters_barrages_and_smoke_are_drawn() -> None:
    game = barrage()
    lay_smoke(game, "A03", "on-map")
    drawn = [(marker.at, marker.label, marker.palette) for marker in artillery_markers(game)]
    assert ("H13", "ART", "german") in drawn
    assert {at for at, label, _ in drawn if label == "BAR"} == set(game.content.adjacent["H13"])
    assert ("A03", "SMK", "") in drawn
