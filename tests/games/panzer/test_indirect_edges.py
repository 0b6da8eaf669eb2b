"""The edges of indirect fire in Panzer: sources that cannot go on, and the other readings of its open passages."""

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
    RED_MEDIUM,
    RED_ORGANIC,
    ROCKETS,
    SCOUT,
    TANK,
    Placed,
    Turn,
    choose,
    offered,
    refused,
)  # fmt: skip
from sandtable.games.panzer.combat.losses import eliminate
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage
from sandtable.games.panzer.indirect.events import CalledFire
from sandtable.games.panzer.indirect.plotting import plan_id
from sandtable.games.panzer.indirect.response import response_chance
from sandtable.games.panzer.indirect.salvo import Salvo
from sandtable.games.panzer.spotting.hindrances import hindrances
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import Command, Mission, PlannedFire, Smoke, Work
from sandtable.games.panzer.units import Game
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import Resolved
from sandtable.kernel.dice import ScriptedDice
from sandtable.kernel.state import fork

CHQ = "gB1-1"
PLAN = plan_id(MEDIUM)


def observed(switches: tuple[str, ...] = ()) -> Placed:
    """A German observer has spotted a gun in front of him."""
    return Placed(switches).stand(FO, "H05", "overwatch").stand(GUN, "H13").spot(FO, GUN)


def with_mortar(switches: tuple[str, ...] = ()) -> Placed:
    return observed(switches).stand(MORTARS[0], "H03", "fire", dump="H03", facing=3)


def call(game: Game, *sources: str, shell: str = "gp") -> Game:
    """The observer calls fire of some sources on the gun, in a closed pattern."""
    choose(game, f"unit:{FO}", "hex:H13", f"shell:{shell}", *sources)
    if "do:call" in offered(game):
        choose(game, "do:call")
    return choose(game, "sheaf:closed") if "sheaf:closed" in offered(game) else game


def battery(name: str) -> str:
    return f"battery:{name}"


# Sources that go on, and others


@pytest.mark.rule("panzer:6.5.1", "panzer:6.5.1.8", "panzer:6.5.1.8.1")
def test_a_mortar_that_has_come_to_spot_the_target_itself_does_not_go_on() -> None:
    game = call(with_mortar().play(5, 9, 1, 1, 1), battery(MEDIUM), f"unit:{MORTARS[0]}")
    assert game.state.missions["g1"].sources == (MEDIUM, MORTARS[0])
    game.state.spotted[MORTARS[0]] = (GUN,)
    choose(game, "do:next-turn", "mission:g1", "do:continue", "shell:gp")
    assert game.state.missions["g1"].sources == (MEDIUM,)


@pytest.mark.rule("panzer:6.5.1", "panzer:6.5.1.8.1")
def test_a_suppressed_mortar_that_faces_elsewhere_does_not_go_on_and_its_mission_is_adjusted_or_checked() -> None:
    game = call(with_mortar().play(9, 1), f"unit:{MORTARS[0]}")
    game.state.units[MORTARS[0]] = replace(game.state.units[MORTARS[0]], suppressed="on", facing=0)
    choose(game, "do:next-turn", "mission:g1")
    assert offered(game) == ["do:check"]


@pytest.mark.rule("panzer:6.5.1")
def test_it_goes_on_wherever_it_faces_in_the_other_reading() -> None:
    game = call(with_mortar(("6.5.1",)).play(9, 1), f"unit:{MORTARS[0]}")
    game.state.units[MORTARS[0]] = replace(game.state.units[MORTARS[0]], suppressed="on", facing=0)
    choose(game, "do:next-turn", "mission:g1")
    assert "do:continue" in offered(game)


@pytest.mark.rule("panzer:6.5.1.8.1", "panzer:6.5.1.9")
def test_a_battery_that_is_left_out_when_fire_changes_to_smoke_joins_no_other_mission_in_that_turn() -> None:
    placed = observed().stand(CHQ, "G05", "overwatch").spot(CHQ, GUN)
    game = call(placed.play(5, 9, 1, 1, 1, 9, 1), battery(MEDIUM), battery(ROCKETS))
    assert game.state.missions["g1"].sources == (MEDIUM, ROCKETS)
    choose(game, "do:next-turn", "mission:g1", "do:continue", "shell:smoke")
    assert game.state.missions["g1"].sources == (MEDIUM,)
    choose(game, f"unit:{CHQ}", "hex:H13", "shell:gp")
    assert game.decisions[0].prompt == "sheaf", "the heavy battery is the only one left to call"
    choose(game, "sheaf:closed")
    assert next(event.sources for event in reversed(game.events) if isinstance(event, CalledFire)) == (HEAVY,)


@pytest.mark.rule("panzer:6.5.1.8.2", "panzer:6.5.1.9", "panzer:6.5.1.13")
def test_a_mortar_that_does_not_reach_the_new_target_point_is_left_out_and_joins_no_other_mission() -> None:
    """From A01 it reaches P18, twenty-four hexes away, and no farther."""
    placed = Placed().stand(FO, "P10", "overwatch").stand(GUN, "P18").spot(FO, GUN)
    placed.stand(MORTARS[0], "A01", "fire", dump="A01").stand(CHQ, "L10", "overwatch").stand(RED, "L14").spot(CHQ, RED)
    game = placed.play(5, 9, 1, 1, 5, 1)
    choose(game, f"unit:{FO}", "hex:P18", "shell:gp", battery(MEDIUM), f"unit:{MORTARS[0]}", "sheaf:closed")
    assert game.state.missions["g1"].sources == (MEDIUM, MORTARS[0])
    game.state.units[GUN] = replace(game.state.units[GUN], at="P19")
    choose(game, "do:next-turn", "mission:g1", "do:adjust", "hex:P19", "shell:gp", "do:call", "sheaf:closed")
    assert game.state.missions["g1"].sources == (MEDIUM,)
    choose(game, f"unit:{CHQ}", "hex:L14", "shell:gp")
    assert refused(game, f"unit:{MORTARS[0]}") == ("refused.source-checked", "6.5.1.9")


@pytest.mark.rule("panzer:6.5.1.10", "panzer:6.5.1.12")
def test_a_friend_whom_only_a_passenger_of_the_enemy_has_spotted_is_in_danger() -> None:
    placed = observed().stand(TANK, "H09").stand(RED, "H16").stand("sD1-2", "H16", carrier=RED).spot("sD1-2", TANK)
    game = call(placed.play(1), battery(MEDIUM))
    assert (game.decisions[0].prompt, offered(game)) == ("misdirect", ["hex:H09"])


@pytest.mark.rule("panzer:6.7.3.1.2", "panzer:6.5.1.9", "panzer:6.5.1")
def test_an_observer_who_has_spotted_for_aircraft_keeps_up_no_fire_and_calls_none() -> None:
    game = call(observed().stand(CHQ, "G05", "overwatch").spot(CHQ, GUN).play(5, 1), battery(MEDIUM))
    for command in (Command("overwatch", shown=True, observes=GUN), Command("overwatch")):
        later = KernelGame(game.title, game.content, fork(game.state), ScriptedDice((1,)))
        later.advance()
        later.state.turn += 1
        later.state.commands[FO], later.state.stack[:] = command, [Turn()]
        later.advance()
        assert ("g1" in later.state.missions) is not command.shown
        if command.shown:
            assert refused(later, f"unit:{FO}") == ("refused.has-called", "6.5.1.1")


@pytest.mark.rule("panzer:6.5.1.9", "panzer:6.5.1")
def test_a_mission_whose_observer_is_lost_to_the_fire_of_another_one_ends_at_once() -> None:
    placed = observed().stand(CHQ, "H14", "overwatch").spot(CHQ, GUN).relabel(CHQ, card="de-section")
    placed.state.turn = 2
    fire = Mission(side="german", sources=(MEDIUM,), bands=("M",), at="H13", hexes=("H13",), turn=1, observer=FO)
    placed.state.missions = {"g1": fire, "g2": replace(fire, sources=(HEAVY,), observer=CHQ)}
    game = choose(placed.play(1, 100), "mission:g1", "do:continue")
    if "shell:gp" in offered(game):
        choose(game, "shell:gp")
    assert CHQ not in game.state.units
    assert list(game.state.missions) == ["g1"]
    assert "mission:g2" not in offered(game)


@pytest.mark.rule("panzer:6.5.1.12", "panzer:6.5.1")
def test_a_mortar_that_is_lost_before_its_own_fire_comes_down_is_not_marked() -> None:
    placed = with_mortar()
    fire = Mission(side="german", sources=(MORTARS[0],), bands=("M",), at="H13", hexes=("H13",), turn=1, observer=FO)
    placed.state.missions = {"g1": fire}
    del placed.state.units[MORTARS[0]]
    placed.state.stack.append(Salvo(mission="g1"))
    game = placed.play(1)
    assert [event.result for event in game.events if isinstance(event, Resolved)] == ["no-effect"]
    assert MORTARS[0] not in game.state.units


# The other readings


@pytest.mark.rule("panzer:6.5.1.1.3", "panzer:6.5.1.1.2/soviet")
@pytest.mark.parametrize(("switches", "organic"), [((), False), (("6.5.1.1.3",), True)])
def test_soviet_scouts_and_organic_batteries(switches: tuple[str, ...], organic: bool) -> None:
    placed = Placed(switches).stand(SCOUT, "H20", "overwatch").stand(TANK, "H10").spot(SCOUT, TANK)
    game = choose(placed.play(5, 1), f"unit:{SCOUT}", "hex:H10", "shell:gp")
    assert (battery(RED_ORGANIC) in offered(game)) is organic
    if organic:
        assert battery(RED_MEDIUM) in offered(game)


@pytest.mark.rule("panzer:6.5.1.1.2/command-fo", "panzer:6.5.1.1.2/soviet")
@pytest.mark.parametrize(("switches", "organic"), [((), True), (("6.5.1.1.2/command-fo",), False)])
def test_a_soviet_commander_who_is_a_forward_observer(switches: tuple[str, ...], organic: bool) -> None:
    placed = Placed(switches).relabel(SCOUT, labels=("FO", "CHQ")).stand(SCOUT, "H20", "overwatch").stand(TANK, "H10")
    game = choose(placed.spot(SCOUT, TANK).play(5, 1), f"unit:{SCOUT}", "hex:H10", "shell:gp")
    assert (battery(RED_ORGANIC) in offered(game)) is organic


@pytest.mark.rule("panzer:6.5.1.6", "panzer:5.16")
@pytest.mark.parametrize(("switches", "has_smoke"), [((), False), (("6.5.1.6",), True)])
def test_batteries_without_a_limit_for_smoke(switches: tuple[str, ...], has_smoke: bool) -> None:
    game = choose(observed(switches).play(9), f"unit:{FO}", "hex:H13", "shell:smoke")
    assert (battery(ROCKETS) in offered(game)) is has_smoke
    if has_smoke:
        choose(game, battery(ROCKETS), "do:call", "sheaf:closed")
        assert len(game.state.smoke) == 1


@pytest.mark.rule("panzer:6.5.1.8.1")
@pytest.mark.parametrize(("switches", "goes_on"), [((), False), (("6.5.1.8.1",), True)])
def test_fire_whose_target_others_spot(switches: tuple[str, ...], goes_on: bool) -> None:
    game = call(observed(switches).stand(CHQ, "G05").play(5, 1), battery(MEDIUM))
    game.state.spotted = {CHQ: (GUN,)}
    choose(game, "do:next-turn", "mission:g1")
    assert ("do:continue" in offered(game)) is goes_on


@pytest.mark.rule("panzer:6.5.1.8.2")
@pytest.mark.parametrize(("switches", "may"), [((), True), (("6.5.1.8.2",), False)])
def test_the_pattern_alone_is_adjusted_without_a_target_in_the_point(switches: tuple[str, ...], may: bool) -> None:
    game = call(observed(switches).play(5, 1), battery(MEDIUM))
    game.state.units[GUN] = replace(game.state.units[GUN], at="H14")
    choose(game, "do:next-turn", "mission:g1", "do:adjust")
    assert offered(game) == (["hex:H13", "hex:H14"] if may else ["hex:H14"])


@pytest.mark.rule("panzer:6.5.1.9")
@pytest.mark.parametrize(("switches", "barred"), [((), False), (("6.5.1.9",), True)])
def test_who_is_barred_after_fire_has_ended_by_itself(switches: tuple[str, ...], barred: bool) -> None:
    game = call(observed(switches).stand(CHQ, "G05", "overwatch").spot(CHQ, GUN).play(5, 1), battery(MEDIUM))
    del game.state.units[FO]
    choose(game, "do:next-turn", f"unit:{CHQ}", "hex:H13", "shell:gp")
    assert (battery(MEDIUM) in offered(game)) is not barred


@pytest.mark.rule("panzer:5.16.2.3", "panzer:6.5.1.8.1")
def test_a_mission_without_smoke_left_stands_in_the_other_reading() -> None:
    game = call(observed(("5.16.2.3",)).play(5, 10, 1), battery(MEDIUM), shell="smoke")
    assert (game.state.missions["g1"].hexes, game.state.smoke) == ((), {})
    choose(game, "do:next-turn", "mission:g1", "do:continue", "shell:gp")
    assert "H13" in game.state.missions["g1"].hexes
    assert [event.what for event in game.events if isinstance(event, Resolved)].count("response") == 1
    ended = call(observed().play(5, 10), battery(MEDIUM), shell="smoke")
    assert not ended.state.missions


@pytest.mark.rule("panzer:6.5.1.11.4")
def test_a_failed_turn_of_planned_smoke_puts_the_rest_off_in_the_other_reading() -> None:
    placed = Placed(("6.5.1.11.4",), plans=3).stand(GUN, "H13")
    placed.state.turn = 2
    placed.state.missions[PLAN] = Mission(
        side="german", sources=(MEDIUM,), at="H13", plotted="H13", due=2,
        planned=(PlannedFire("smoke", "closed"), PlannedFire("gp", "closed")),
    )  # fmt: skip
    game = choose(placed.play(10, 1, 1), f"mission:{PLAN}", "hex:H13", "do:next-turn", f"mission:{PLAN}", "hex:H13")
    assert len(game.state.smoke) == 1
    choose(game, "do:next-turn", f"mission:{PLAN}", "hex:H13")
    assert (game.state.missions[PLAN].shell, game.state.turn) == ("gp", 4)
    assert game.state.batteries[MEDIUM].free_from == 6


@pytest.mark.rule("panzer:6.5.1.12")
@pytest.mark.parametrize(("switches", "hexes"), [((), {"hex:H09", "hex:H10"}), (("6.5.1.12",), {"hex:H10"})])
def test_where_fire_that_goes_astray_comes_down(switches: tuple[str, ...], hexes: set[str]) -> None:
    placed = observed(switches).stand(TANK, "H09").stand(CHQ, "H10").spot(GUN, TANK, CHQ)
    game = call(placed.play(1), battery(MEDIUM))
    assert set(offered(game)) == hexes


@pytest.mark.rule("panzer:6.5.2.4/barrage", "panzer:6.5.1.5")
@pytest.mark.parametrize(("switches", "barrages"), [((), 1), (("6.5.2.4/barrage",), 2)])
def test_two_batteries_that_answer_one_call(switches: tuple[str, ...], barrages: int) -> None:
    game = call(observed(switches).play(5, 9, 1, 1), battery(MEDIUM), battery(HEAVY))
    found = hindrances(game.content, changes(game), Viewpoint("H05"), Viewpoint("H13"))
    assert [each.modifier for each in found] == ["barrage-closed"] * barrages


@pytest.mark.rule("panzer:6.6.6")
def test_a_barrage_goes_on_without_its_mortar_in_the_other_reading() -> None:
    for switches, struck in (((), False), (("6.6.6",), True)):
        game = call(with_mortar(switches).stand(RED, "H20", "move").play(9, 1, 1), f"unit:{MORTARS[0]}")
        eliminate(game, MORTARS[0], "6.5.4.4.3/effective")
        game.state.units[RED] = replace(game.state.units[RED], at="H13")
        game.push(EnterBarrage(unit=RED))
        game.advance()
        assert game.state.units[RED].under_fire is struck


@pytest.mark.rule("panzer:6.5.1.12.1/observer-hindered", "panzer:5.11")
@pytest.mark.parametrize(("switches", "sources"), [((), 1), (("6.5.1.12.1/observer-hindered",), 2)])
def test_smoke_and_fire_in_one_hex_before_an_observer(switches: tuple[str, ...], sources: int) -> None:
    game = observed(switches).play()
    game.state.smoke["one"] = Smoke(hexes=("H09",), sheaf="closed")
    game.state.works["fire"] = Work(at="H09", kind="on-fire")
    chance = response_chance(game, FO, MEDIUM, "H13", adjusted=False)
    assert [part.label for part in chance.modifiers].count("observer-hindered") == sources
