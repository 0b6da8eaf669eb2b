"""Chapter 6.2: available commands, active units, command range, and commands that are shared."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.panzer.field import TITLE, choose, done_with_commands, offered, prompts, refused, turn, until
from sandtable.games.panzer.command.control import active_units, commands_left, placed
from sandtable.games.panzer.command.place_commands import give, share
from sandtable.games.panzer.state import UNKNOWN
from sandtable.games.panzer.tables.command import AvailableCommandsFile
from sandtable.games.panzer.tables.parts import Grade
from sandtable.games.panzer.units import Game
from sandtable.kernel.state import Result, fork
from sandtable.kernel.views import masked

TANKS = ("gB1-1", "gB1-2", "gB1-3", "gB1-4")
FAR = {"sB1-1": "P01/S"}
TOGETHER = {"gB1-1": "C12/N", "gB1-2": "C12/N", "gB1-3": "C12/N", "gB1-4": "H14/N"}


def told(game: Game, *units: str) -> list[str]:
    return [game.state.commands[name].order for name in units]


@pytest.mark.rule("panzer:6.2.1", "panzer:6.2.1.1.1")
@pytest.mark.parametrize(
    ("grade", "units", "commands"),
    [("regulars", 7, 3), ("veteran", 12, 8), ("seasoned", 27, 16), ("green", 1, 1), ("seasoned", 0, 1)],
)
def test_commands_by_grade_and_number_of_active_units(grade: Grade, units: int, commands: int) -> None:
    """The examples of 6.2.1.1.1; a formation has one command at least."""
    table = turn(FAR).content.table("available-commands", AvailableCommandsFile)
    assert table.commands(grade, units) == commands


@pytest.mark.rule("panzer:6.2", "panzer:6.2.1", "panzer:6.2.1.1", "panzer:5.8.2")
def test_each_formation_has_commands_of_its_own_that_are_counted_every_turn() -> None:
    game = turn({**dict.fromkeys(TANKS, "C12/N"), "gC1-1": "D12/N", **FAR}, 90, 10)
    assert {name: game.state.formations[name].commands for name in ("gA", "gB", "gC")} == {"gA": 1, "gB": 2, "gC": 1}
    del game.state.units["gB1-4"], game.state.units["gB1-3"], game.state.commands["gB1-4"], game.state.commands["gB1-3"]
    until(game, "pivot")
    until(game, "command-whom")
    assert game.state.formations["gB"].commands == 1


@pytest.mark.rule("panzer:6.2.1.1", "panzer:6.2.1.1.2")
def test_a_truck_is_active_beside_a_combat_unit_and_one_for_each_of_them() -> None:
    squad, trucks = {"gA2-1": "C12/N"}, {"gA2-5": "C11/N", "gA2-6": "C12/N"}
    assert active_units(turn({**squad, **trucks, **FAR}), "gA") == {"gA2-1", "gA2-5"}
    assert active_units(turn({**squad, "gA2-5": "C10/N", **FAR}), "gA") == {"gA2-1"}
    assert active_units(turn({**squad, "gA2-5": "C11/N", **FAR}, grade="regulars"), "gA") == {"gA2-1"}


@pytest.mark.rule("panzer:6.2.1.1")
def test_who_rides_is_not_active_but_activates_its_truck() -> None:
    game = turn({"gA2-5": "C11/N", "gA2-1": "C11/N@gA2-5", "gA2-2": "C11/N@gA2-5", "gA2-6": "C05/N", **FAR})
    assert active_units(game, "gA") == {"gA2-5"}


@pytest.mark.rule("panzer:6.2.1.1")
def test_a_passenger_of_another_formation_does_not_activate_a_truck() -> None:
    game = turn({"gA2-5": "C11/N", "gC1-1": "C11/N@gA2-5", **FAR})
    assert active_units(game, "gA") == frozenset()


@pytest.mark.rule("panzer:6.2.1.1", "panzer:6.2.1.1.3/recon", "panzer:5.9.2")
def test_scouts_count_for_nothing_and_have_a_command_each() -> None:
    game = turn({"gB1-1": "A16/N", "sB1-1": "P01/S", "sB1-2": "P01/S", "sB1-4": "P02/S"})
    assert active_units(game, "sB") == frozenset()
    assert game.state.formations["sB"].commands == 1
    game.choose("formation:sB", "soviet")
    game.choose("command:move", "soviet")
    assert told(game, "sB1-1", "sB1-2", "sB1-4") == ["move", "move", "move"]
    assert {game.state.commands[name].group for name in ("sB1-1", "sB1-2", "sB1-4")} == {""}
    assert placed(game, "sB") == {}


@pytest.mark.rule("panzer:6.2.1.1.2", "panzer:6.2.1.1.3", "panzer:6.2.1.1.3/inactive-unarmed")
def test_those_who_share_are_in_range_of_each_other() -> None:
    """The example: A1, A2 and A3 are next to each other; the truck A4 is next to A3 alone."""
    first, second, third, truck, late = "gA2-1", "gA2-2", "gA2-3", "gA2-5", "gA3-5"
    game = turn({first: "C12/N", second: "D13/N", third: "D12/N", truck: "E11/N", late: "J03/N", **FAR})
    assert truck in active_units(game, "gA")
    game.state.formations["gA"] = replace(game.state.formations["gA"], commands=3)
    choose(game, f"unit:{first}", "command:move", f"unit:{second}", f"share:{first}")
    choose(game, f"unit:{truck}")
    assert offered(game, "share", "german") == set()
    assert refused(game, f"share:{first}", "german") == ("refused.cannot-share", "6.2.1.1.3")
    choose(game, "command:no-command", f"unit:{third}", f"share:{first}")
    assert {game.state.commands[name].group for name in (first, second, third)} == {first}
    assert commands_left(game, "gA") == 2
    choose(game, f"unit:{late}")
    assert offered(game, "share", "german") == set()
    choose(game, "command:move")
    assert commands_left(game, "gA") == 1


@pytest.mark.rule("panzer:6.2.1.1.3", "panzer:6.2.1.1.2")
def test_a_truck_shares_with_the_one_unit_in_its_range() -> None:
    third, truck = "gA2-3", "gA2-5"
    game = turn({third: "D11/N", truck: "E11/N", **FAR})
    choose(game, f"unit:{third}", "command:move", f"unit:{truck}", f"share:{third}")
    assert game.state.commands[truck].group == game.state.commands[third].group != ""


@pytest.mark.rule("panzer:6.2.1.1.3", "panzer:6.2.1.1.3/formation-limits", "panzer:6.2.1.1.3/nc")
def test_a_platoon_shares_counters_and_the_commands_of_a_formation_run_out() -> None:
    game = turn({**TOGETHER, **FAR})
    assert game.state.formations["gB"].commands == 2
    choose(game, "platoon:gB1", "command:move")
    assert told(game, *TANKS) == ["move"] * 4
    assert [game.state.commands[name].group for name in TANKS] == ["gB1-1", "gB1-1", "gB1-1", ""]
    choose(game, "unit:gB1-1")
    assert refused(game, "command:overwatch", "german") == ("refused.no-commands-left", "6.2.1.1.3")
    assert offered(game, "command", "german") == {"no-command"}
    choose(game, "command:no-command")
    assert commands_left(game, "gB") == 0


@pytest.mark.rule("panzer:6.2.1.1.3")
def test_counters_that_one_unit_has_shared_in_turn_stay_apart_and_are_called_by_units() -> None:
    """The second and the third had the same name, which no unit has, so that an attack by them was not to be seen."""
    game = turn({**dict.fromkeys(TANKS, "C12/N"), **FAR})
    first, *others = TANKS
    for other in others:
        give(game, first, "move")
        share(game, other, first)
    groups = [game.state.commands[name].group for name in TANKS]
    assert groups[0] == groups[3]
    assert len({*groups}) == 3
    assert {*groups} <= {*TANKS}


@pytest.mark.rule("panzer:6.2.1.1.3")
def test_who_goes_short_has_no_command() -> None:
    apart = dict(zip(TANKS, ("A12/N", "D12/N", "G12/N", "J12/N"), strict=True))
    game = choose(turn({**apart, **FAR}), "formation:gB", "command:overwatch")
    assert sorted(told(game, *TANKS)) == ["no-command", "no-command", "overwatch", "overwatch"]


# Carrying out


A1, A2, A3, A4 = "sA1-1", "sA1-2", "sA1-3", "sB1-4"
ENEMIES = {A1: "C08/S", A2: "D09/S", A3: "D08/S", A4: "C06/S"}


def fired_at_first(grade: Grade, first: str, switches: tuple[str, ...] = ()) -> Game:
    """Three tanks share a Fire command against four enemies, and one of them has fired at one and missed."""
    game = turn({**dict.fromkeys(TANKS[:3], "D13/N"), **ENEMIES}, 90, 10, 99, grade=grade, switches=switches)
    choose(game, "platoon:gB1", "command:fire")
    until(done_with_commands(game), "target")
    choose(game, f"unit:{first}", "unit:gB1-1", "load:kwk40-75/AP", "do:fire")
    while prompts(game) == ["claim"]:
        choose(game, "do:decline")
    return game


@pytest.mark.rule("panzer:6.2.1.1.4/fire", "panzer:6.2.1.1.2")
@pytest.mark.parametrize(
    ("grade", "first", "left"),
    [
        ("regulars", A1, set()),
        ("seasoned", A1, {A2, A3}),
        ("elite", A1, {A2, A3, A4}),
        ("elite", A2, {A1, A3}),
    ],
)
def test_targets_of_a_shared_command_are_in_command_range_of_each_other(
    grade: Grade, first: str, left: set[str]
) -> None:
    """The example: A1, A2 and A3 are next to each other; A4 is two hexes from A1 and A3 and three from A2."""
    game = fired_at_first(grade, first)
    assert offered(game, "unit") == left
    for gone in {A1, A2, A3, A4} - left - {first}:
        assert refused(game, f"unit:{gone}") == ("refused.shared-fire", "6.2.1.1.4/fire")


@pytest.mark.rule("panzer:6.2.1.1.4/movement")
def test_who_is_where_the_others_end_may_do_what_it_likes_there() -> None:
    game = turn({**dict.fromkeys(TANKS[:2], "C12/N"), **FAR}, 90, 10, grade="regulars")
    choose(game, "platoon:gB1", "command:move")
    until(game, "move-unit")
    choose(game, "unit:gB1-1", "face:NE", "do:stop", "unit:gB1-2")
    assert offered(game, "hex") == set()
    assert len(offered(game, "face")) == 5
    assert offered(game, "do") >= {"stop"}


@pytest.mark.rule("panzer:6.2.1.1.4/movement")
def test_units_that_share_a_move_end_in_command_range_of_each_other() -> None:
    """Regulars, whose range is 0, end in one hex; the first may go only where the slowest can follow."""
    game = turn({**dict.fromkeys(TANKS[:3], "C12/N"), **FAR}, 90, 10, grade="regulars")
    choose(game, "platoon:gB1", "command:move")
    until(game, "move-unit")
    choose(game, "unit:gB1-1", "hex:C09", "do:stop", "unit:gB1-2")
    assert offered(game, "hex") == {"C09"}
    assert refused(game, "hex:C10") == ("refused.shared-movement", "6.2.1.1.4/movement")
    assert refused(game, "do:stop") == ("refused.shared-movement", "6.2.1.1.4/movement")
    assert offered(game, "search") == set()
    assert refused(game, "search:full") == ("refused.shared-movement", "6.2.1.1.4/movement")
    for facing in sorted(offered(game, "face")):
        turned = game.fork()
        choose(turned, f"face:{facing}")
        assert offered(turned, "hex") == {"C09"}
    choose(game, "hex:C09", "do:stop")
    assert game.state.units["gB1-2"].at == "C09"


@pytest.mark.rule("panzer:6.2.1.1.4/movement")
def test_seasoned_units_end_next_to_each_other() -> None:
    game = turn({**dict.fromkeys(TANKS[:2], "C12/N"), **FAR}, 90, 10)
    choose(game, "platoon:gB1", "command:move")
    until(game, "move-unit")
    choose(game, "unit:gB1-1", "hex:C09", "do:stop", "unit:gB1-2")
    around = game.content.around("C09", 1)
    assert offered(game, "hex") <= around
    assert len(offered(game, "hex")) > 2


@pytest.mark.rule("panzer:6.5.2.2.1/shared-command")
def test_who_has_a_track_hit_is_left_behind() -> None:
    game = turn({**dict.fromkeys(TANKS[:2], "C12/N"), **FAR}, 90, 10, grade="regulars")
    choose(game, "platoon:gB1", "command:move")
    until(game, "move-unit")
    game.state.units["gB1-1"] = replace(game.state.units["gB1-1"], tracks=True)
    choose(game, "unit:gB1-2")
    assert {"C11", "C09"} <= offered(game, "hex")


@pytest.mark.rule("panzer:6.2.1.1.4/overwatch")
def test_overwatch_that_one_has_used_is_used_for_all_who_share_it() -> None:
    """One of the two looks away and cannot fire: its Overwatch is used as well."""
    units = {"gB1-1": "C12/N", "gB1-2": "C12/N", "sA1-1": "C06/S"}
    game = turn(units, 90, 10, 99)
    choose(game, "platoon:gB1", "command:overwatch")
    game.choose("unit:sA1-1", "soviet")
    game.choose("command:move", "soviet")
    until(done_with_commands(game), "move-unit")
    game.state.units["gB1-2"] = replace(game.state.units["gB1-2"], suppressed="on", facing=3)
    choose(game, "unit:sA1-1", "unit:sA1-1", "load:kwk40-75/AP")
    second = game.state.commands["gB1-2"]
    assert (second.shown, second.fired) == (True, False)


@pytest.mark.rule("panzer:6.2.1.1.3", "panzer:4.2.1")
def test_nobody_knows_who_shares_what_and_worlds_that_fit_are_legal() -> None:
    game = turn({**TOGETHER, "gC1-1": "D12/N", **FAR}, 90, 10)
    choose(game, "formation:gB", "command:overwatch")
    done_with_commands(game)
    seen = masked(game, "soviet")
    assert {seen.commands[name] for name in TANKS} == {UNKNOWN}  # type: ignore[attr-defined]
    for seed in range(20):
        world = fork(seen)
        TITLE.fill(world, game.content, "soviet", random.Random(seed))  # type: ignore[arg-type]
        imagined = game.fork()
        imagined.state.commands = world.commands  # type: ignore[attr-defined]
        assert commands_left(imagined, "gB") >= 0
        assert commands_left(imagined, "gC") >= 0
        for members in placed(imagined, "gB").values():
            assert len({imagined.state.units[each].at for each in members}) <= 2


@pytest.mark.rule("panzer:6.2", "panzer:6.2.1")
def test_the_summary_tells_how_many_commands_each_formation_has_until_the_game_is_over() -> None:
    game = turn({**TOGETHER, **FAR})
    assert "2 commands" in [line.value for line in TITLE.status(game, "en")]
    game.state.result = Result("german", "victory", "3.6")
    assert not any("commands" in line.value for line in TITLE.status(game, "en"))


def test_a_scenario_tells_which_of_its_optional_rules_are_not_in_play() -> None:
    goals = TITLE.goals(TITLE.content("houses"), "en")
    assert any("7.36.3" in line.value for line in goals)
    assert not any("7." in line.value for line in TITLE.goals(TITLE.content("crossroads"), "en"))
