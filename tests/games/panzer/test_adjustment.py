"""Chapter 6.8: men and guns turn and take cover, recover from suppression, and counters are adjusted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer.field import choose, offered, refused, turn, unit, until
from sandtable.games.panzer.state import Unit, Work
from sandtable.games.panzer.units import Game

SQUAD, OTHER, WEAPON, TANK = "gA2-1", "gA2-2", "gA2-4", "gB1-1"
FAR = {"sB1-1": "P01/S"}
FORD = "\n".join(["." * 16] * 9 + ["f" + "." * 15] + ["." * 16] * 6)


def squad(**facts: object) -> Unit:
    return replace(unit("A10/N"), **facts)


def ended(units: dict[str, str | Unit], order: str, *dice: int) -> Game:
    """A turn in which the squad had a command is over, the Germans being Regulars."""
    game = turn({**units, **FAR}, 90, 10, *dice, grade="regulars")
    choose(game, f"unit:{SQUAD}", f"command:{order}")
    until(game, "pivot")
    return until(game, "command-whom")


@pytest.mark.rule("panzer:6.8.3", "panzer:6.8.3.1", "panzer:6.8.3.1.1", "panzer:6.8.3.1.2", "panzer:6.8.3.2")
@pytest.mark.parametrize(("roll", "suppressed"), [(29, "off"), (21, "off"), (20, "")])
def test_a_regular_squad_that_fought_under_fire_recovers_only_up_to_twenty(roll: int, suppressed: str) -> None:
    """The example: Regulars recover up to 50, with +20 for the command and +10 for the fire; 29 becomes 59."""
    game = ended({SQUAD: squad(suppressed="off", under_fire=True)}, "overwatch", roll)
    assert game.state.units[SQUAD].suppressed == suppressed


@pytest.mark.rule("panzer:6.8.3", "panzer:6.8.3.1.1", "panzer:6.2.1.1.3/nc")
@pytest.mark.parametrize(("order", "suppressed"), [("no-command", ""), ("overwatch", "off")])
def test_without_a_command_it_recovers_more_easily(order: str, suppressed: str) -> None:
    game = ended({SQUAD: squad(suppressed="off")}, order, 50)
    assert game.state.units[SQUAD].suppressed == suppressed


@pytest.mark.rule("panzer:6.8.3", "panzer:6.8.4", "panzer:5.10")
def test_a_fresh_suppression_is_turned_to_off_and_recovers_a_turn_later_at_the_earliest() -> None:
    game = ended({SQUAD: squad(suppressed="on", under_fire=True, crawled=True)}, "no-command")
    left = game.state.units[SQUAD]
    assert (left.suppressed, left.under_fire, left.crawled) == ("off", False, False)


@pytest.mark.rule("panzer:6.8.1", "panzer:5.5", "panzer:6.8")
def test_men_and_guns_pivot_for_nothing_whatever_their_command() -> None:
    game = turn({SQUAD: "A10/N", OTHER: "A10/N", TANK: "A12/N", "gC1-1": "A11/N", **FAR}, 90, 10)
    until(game, "pivot")
    assert offered(game, "unit") == {SQUAD, OTHER, "gC1-1"}
    assert refused(game, f"unit:{TANK}") == ("refused.only-dismounted", "6.8.1")
    choose(game, "platoon:gA2", "face:S", "unit:gC1-1", "face:SE")
    assert [game.state.units[name].facing for name in (SQUAD, OTHER, "gC1-1")] == [3, 3, 2]
    assert {each.spot for each in game.state.units.values()} == {""}
    assert game.decisions[0].prompt != "pivot" or game.decisions[0].side == "soviet"


@pytest.mark.rule("panzer:6.8.2", "panzer:6.1.4.2")
def test_men_enter_full_cover_and_leave_it_and_vehicles_have_none() -> None:
    game = turn({SQUAD: "B10/N", OTHER: "A10/N", TANK: "A12/N", **FAR}, 90, 10, terrain=FORD)
    until(game, "full-cover")
    assert offered(game, "unit") == {SQUAD}
    assert refused(game, f"unit:{OTHER}") == ("refused.no-full-cover-here", "6.1.4.2")
    choose(game, f"unit:{SQUAD}")
    assert game.state.units[SQUAD].full_cover
    until(game, "command-whom")
    choose(game, f"unit:{SQUAD}")
    assert refused(game, "command:short-halt", "german") == ("refused.in-full-cover", "6.1.4.2")


@pytest.mark.rule("panzer:6.1.4.2")
def test_there_is_no_full_cover_in_a_fire() -> None:
    game = turn({SQUAD: "B10/N", OTHER: "A09/N", **FAR}, 90, 10)
    until(game, "pivot")
    game.state.works["fire"] = Work("B10", "on-fire")
    until(game, "full-cover")
    assert SQUAD not in offered(game, "unit")
    assert refused(game, f"unit:{SQUAD}") == ("refused.no-full-cover-here", "6.1.4.2")


@pytest.mark.rule("panzer:6.1.4.2", "panzer:6.6.5")
def test_guns_and_weapon_sections_in_full_cover_are_given_no_move() -> None:
    game = turn({WEAPON: replace(unit("A10/N"), full_cover=True), "gC1-1": "A11/N", **FAR})
    choose(game, f"unit:{WEAPON}")
    assert "move" not in offered(game, "command", "german")
    assert refused(game, "command:move", "german") == ("refused.in-full-cover", "6.1.4.2")
    choose(game, "command:no-command", "unit:gC1-1")
    assert refused(game, "command:short-halt", "german") == ("refused.no-short-halt", "6.6.5")
