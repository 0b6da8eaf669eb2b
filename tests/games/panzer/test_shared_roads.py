"""Chapters 6.2.1.1.3 and 6.2.1.1.4: units that share a Move command on roads."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from games.panzer import field
from games.panzer.field import choose, refused
from games.panzer.firing import Placed, position
from games.panzer.marching import drawn, mover, offered, play, reason
from sandtable.games.panzer.command.control import active_units, commands_left
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.state import Wreck
from sandtable.games.panzer.units import Game
from sandtable.kernel.dice import ExploringDice

T34 = "t-34-76-m42"
HIGHWAY = [[f"A{number}" for number in range(1, 16)]]


def on_the_highway(units: Mapping[str, Placed], *shared: str) -> Game:
    """Regulars, whose command range is 0, move along a road that runs north from A15; some share their Move."""
    board = drawn("\n".join("." * 2 for _ in range(15)), roads=HIGHWAY)
    game = position(units, board=board)
    for each in shared:
        game.state.commands[each] = replace(game.state.commands[each], group=shared[0])
    game.push(MovementPhase(side="soviet"))
    game.advance()
    return game


@pytest.mark.rule("panzer:6.2.1.1.4/movement", "panzer:4.5.1.1.5", "panzer:5.13")
def test_the_first_leaves_room_for_those_who_follow_by_road() -> None:
    """A tank has 6 points and 12 by road. Into a hex with three others only two more come by road."""
    halted = {f"s{number}": mover(T34, "A4", order="no-command") for number in (7, 8, 9)}
    moving = {f"s{number}": mover(T34, "A15") for number in (1, 2, 3)}
    game = on_the_highway({**moving, **halted}, "s1", "s2", "s3")
    play(game, "unit:s1")
    assert {"A5", "A9"} <= offered(game, "hex")
    assert "A4" not in offered(game, "hex")
    assert reason(game, "hex:A4") == ("refused.shared-movement", "6.2.1.1.4/movement")
    pair = on_the_highway({**moving, **halted}, "s1", "s2")
    play(pair, "unit:s1", "hex:A4", "do:stop", "unit:s2")
    assert offered(pair, "hex") == {"A4"}


@pytest.mark.rule("panzer:6.2.1.1.4/movement", "panzer:5.13")
def test_where_others_have_taken_the_room_as_many_follow_as_can() -> None:
    """Three share a Move and one is in A4; three others have come there since, so that one more gets in by road."""
    moving = {f"s{number}": mover(T34, "A15") for number in (1, 2, 3)}
    strangers = {f"s{number}": mover(T34, "A10", order="no-command") for number in (6, 7, 8)}
    game = on_the_highway({**moving, **strangers}, "s1", "s2", "s3")
    play(game, "unit:s1", "hex:A4", "do:stop")
    for each in strangers:
        game.state.units[each] = replace(game.state.units[each], at="A4")
    play(game, "unit:s2")
    assert offered(game, "hex") == {"A4"}
    assert "do:stop" not in game.decisions[0].ids
    play(game, "hex:A4", "do:stop", "unit:s3")
    assert "do:stop" in game.decisions[0].ids


@pytest.mark.rule("panzer:6.2.1.1.4/movement", "panzer:5.13")
def test_who_comes_across_country_may_crowd_a_hex_with_those_who_share_his_move() -> None:
    halted = {f"s{number}": mover(T34, "A10", order="no-command") for number in (7, 8, 9)}
    moving = {f"s{number}": mover(T34, "A15") for number in (1, 2, 3)}
    game = on_the_highway({**moving, **halted}, "s1", "s2", "s3")
    play(game, "unit:s1", "hex:A10", "do:stop", "unit:s2", "hex:A10", "do:stop", "unit:s3")
    assert offered(game, "hex") == {"A10"}


# Columns

ROAD = tuple(f"C{number:02}" for number in range(16, 0, -1))
HEAD, MIDDLE, TAIL, FOURTH = "gB1-1", "gB1-2", "gB1-3", "gB1-4"
IN_LINE = {HEAD: "C13/N", MIDDLE: "C14/N", TAIL: "C15/N"}
FAR = {"sB1-1": "P01/S"}


def on_the_road(units: Mapping[str, str]) -> Game:
    """Regulars, whose command range is 0, are given commands on a road that runs north."""
    return field.turn({**units, **FAR}, 90, 10, grade="regulars", road=ROAD)


def march(units: Mapping[str, str], *others: str) -> Game:
    """The first unit is told to move, the others fall in with it, and the moves begin."""
    game = choose(on_the_road(units), f"unit:{HEAD}", "command:move")
    for other in others:
        choose(game, f"unit:{other}", f"column:{HEAD}")
    return field.until(game, "move-unit")


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
def test_a_column_shares_one_move_beyond_its_command_range() -> None:
    game = on_the_road({**IN_LINE, FOURTH: "H10/N"})
    choose(game, f"unit:{HEAD}", "command:move", f"unit:{TAIL}")
    assert field.offered(game, "column", "german") == set()
    assert refused(game, f"column:{HEAD}", "german") == ("refused.no-column", "6.2.1.1.3/roads")
    choose(game, "command:no-command", f"unit:{MIDDLE}")
    assert field.offered(game, "share", "german") == set()
    assert field.offered(game, "column", "german") == {HEAD}
    choose(game, f"column:{HEAD}")
    assert refused(game, f"unit:{HEAD}", "german") == ("refused.marches-in-column", "6.2.1.1.3/roads")
    assert commands_left(game, "gB") == game.state.formations["gB"].commands - 1


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
@pytest.mark.parametrize(
    ("second", "may"),
    [
        ("C13/S", True),
        ("C14/N", True),
        ("C14/NE", False),
        ("C12/N", True),
        ("C12/S", True),
        ("C15/N", False),
        ("D13/N", False),
        ("B13/NE", False),
    ],
)
def test_each_is_stacked_or_has_another_right_in_front(second: str, may: bool) -> None:
    """Stacked, whichever way it faces; behind and facing the other, or before it; not with a gap, nor off the road."""
    game = choose(on_the_road({HEAD: "C13/N", MIDDLE: second}), f"unit:{HEAD}", "command:move", f"unit:{MIDDLE}")
    assert (HEAD in field.offered(game, "column", "german")) == may


@pytest.mark.rule("panzer:6.2.1.1.3/roads", "panzer:6.2.1.1.3/inactive-unarmed", "panzer:6.2.1.1.3/formation-limits")
def test_trucks_fall_in_that_are_not_active_but_nobody_of_another_formation() -> None:
    trucks = {"gA2-5": "C13/N", "gA2-6": "C14/N", HEAD: "C15/N"}
    game = choose(on_the_road(trucks), "unit:gA2-5", "command:move", "unit:gA2-6")
    assert active_units(game, "gA") == frozenset()
    assert field.offered(game, "share", "german") == set()
    choose(game, "column:gA2-5", f"unit:{HEAD}")
    assert field.offered(game, "column", "german") == set()


@pytest.mark.rule("panzer:6.2.1.1.3/roads", "panzer:6.2.1.1.3/recon")
def test_scouts_march_in_no_column() -> None:
    game = field.turn({HEAD: "P16/N", "sB1-1": "C05/S", "sB1-2": "C04/S"}, road=ROAD)
    choose(game, "unit:sB1-1", "command:move", "unit:sB1-2")
    assert field.offered(game, "column", "soviet") == set()


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
def test_a_platoon_on_the_road_marches_as_one() -> None:
    game = choose(on_the_road(IN_LINE), "platoon:gB1", "do:column")
    assert {game.state.commands[each].group for each in IN_LINE} == {HEAD}
    apart = choose(on_the_road({**IN_LINE, TAIL: "C16/N"}), "platoon:gB1")
    assert "column" not in field.offered(apart, "do", "german")


@pytest.mark.rule("panzer:6.2.1.1.3/roads", "panzer:4.5.1.1.5")
def test_a_column_goes_by_road_and_keeps_its_shape() -> None:
    """A PzKpfw IV has 8 points by road and 5 across country."""
    game = march(IN_LINE, MIDDLE, TAIL)
    assert field.offered(game, "unit") == {HEAD}
    assert refused(game, f"unit:{TAIL}") == ("refused.behind-in-column", "6.2.1.1.3/roads")
    choose(game, f"unit:{HEAD}")
    assert field.offered(game, "hex") == {f"C{number:02}" for number in range(5, 13)}
    assert refused(game, "hex:D12") == ("refused.column", "6.2.1.1.3/roads")
    assert field.offered(game, "face") == {"S"}
    choose(game, "hex:C08", "hex:C06", "do:stop")
    assert field.offered(game, "unit") == {MIDDLE}
    choose(game, f"unit:{MIDDLE}")
    assert field.offered(game, "hex") == {"C07"}
    assert refused(game, "do:stop") == ("refused.column", "6.2.1.1.3/roads")
    choose(game, "hex:C07", "do:stop", f"unit:{TAIL}", "hex:C08", "do:stop")
    assert [game.state.units[each].at for each in IN_LINE] == ["C06", "C07", "C08"]


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
def test_the_first_goes_no_further_than_the_slowest_can_follow() -> None:
    game = march(IN_LINE, MIDDLE, TAIL)
    game.state.units[TAIL] = replace(game.state.units[TAIL], damaged=True)
    choose(game, f"unit:{HEAD}")
    assert field.offered(game, "hex") == {"C12", "C11", "C10", "C09"}


@pytest.mark.rule("panzer:6.2.1.1.3/roads", "panzer:5.13")
def test_a_column_crowds_no_hex() -> None:
    """Two march as one stack; where four stand already there is room for one."""
    others = {f"gA2-{number}": "C09/N" for number in (5, 6)} | {f"gA3-{number}": "C09/N" for number in (5, 6)}
    game = march({HEAD: "C13/N", MIDDLE: "C13/N", TAIL: "C14/N", **others}, MIDDLE, TAIL)
    assert field.offered(game, "unit") == {HEAD, MIDDLE}
    choose(game, f"unit:{HEAD}")
    assert {"C10", "C08"} <= field.offered(game, "hex")
    assert "C09" not in field.offered(game, "hex")
    choose(game, "hex:C08", "do:stop", f"unit:{MIDDLE}")
    assert field.offered(game, "hex") == {"C08"}


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
def test_where_the_first_is_lost_the_next_leads() -> None:
    game = march(IN_LINE, MIDDLE, TAIL)
    choose(game, f"unit:{HEAD}", "hex:C09", "do:stop")
    del game.state.units[HEAD], game.state.commands[HEAD]
    choose(game, f"unit:{MIDDLE}")
    assert {"C13", "C06"} <= field.offered(game, "hex")
    choose(game, "hex:C12", "do:stop", f"unit:{TAIL}")
    assert field.offered(game, "hex") == {"C13"}


@pytest.mark.rule("panzer:6.2.1.1.3/roads", "panzer:6.5.2.2.1/shared-command")
def test_a_column_leaves_behind_who_has_lost_a_track() -> None:
    game = march(IN_LINE, MIDDLE, TAIL)
    game.state.units[MIDDLE] = replace(game.state.units[MIDDLE], tracks=True)
    choose(game, f"unit:{HEAD}", "hex:C09", "do:stop")
    assert field.offered(game, "unit") == {MIDDLE, TAIL}
    choose(game, f"unit:{TAIL}")
    assert field.offered(game, "hex") == {"C11"}


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
def test_a_column_that_is_cut_in_two_goes_on_as_it_can() -> None:
    game = march(IN_LINE, MIDDLE, TAIL)
    choose(game, f"unit:{HEAD}", "hex:C09", "do:stop")
    game.state.wrecks["C11"] = Wreck()
    choose(game, f"unit:{MIDDLE}")
    assert {"D14", "C13"} <= field.offered(game, "hex")


@pytest.mark.rule("panzer:6.2.1.1.3/roads")
def test_where_a_column_goes_can_be_asked_while_a_roll_is_explored() -> None:
    game = march(IN_LINE, MIDDLE, TAIL)
    game.dice = ExploringDice(())
    choose(game, f"unit:{HEAD}")
    assert "C08" in field.offered(game, "hex")
