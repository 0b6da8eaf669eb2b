"""Chapters 6.0, 6.1.1 to 6.1.3 and 5.9: who spots whom in the Advanced Game, and the order of its turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.panzer.field import choose, done_with_commands, let_be, prompts, refused, turn, unit, until
from sandtable.games.panzer.state import Unit

TANK, SQUAD, GUN, TRUCK, MORTAR = "gB1-1", "gA2-1", "gC1-1", "gA2-5", "gA2-4"
ENEMY = "sA1-1"


def spotted(spotter: str, *others: tuple[str, str | Unit]) -> tuple[str, ...]:
    return turn(dict(others)).state.spotted[spotter]


@pytest.mark.rule("panzer:6.1.1")
def test_men_and_guns_spot_also_from_a_truck_that_does_not() -> None:
    game = turn({TRUCK: "C14/N", SQUAD: f"C14/N@{TRUCK}", GUN: "D14/N", ENEMY: "C08/S"})
    assert game.state.spotted[SQUAD] == game.state.spotted[GUN] == (ENEMY,)
    assert game.state.spotted[TRUCK] == ()
    assert game.state.spotted[ENEMY] == (TRUCK, SQUAD, GUN), "passengers are spotted with their vehicle"


@pytest.mark.rule("panzer:6.1.3")
@pytest.mark.parametrize(("target", "near", "far"), [(SQUAD, "C05", "C04"), ("gC1-4", "C01", None)])
def test_men_are_spotted_from_half_as_far_as_vehicles(target: str, near: str, far: str | None) -> None:
    """In the open: ten hexes for men, twenty for vehicles."""
    assert target in spotted(ENEMY, (target, "C15/N"), (ENEMY, f"{near}/S"))
    if far is not None:
        assert target not in spotted(ENEMY, (target, "C15/N"), (ENEMY, f"{far}/S"))


@pytest.mark.rule("panzer:6.1.2", "panzer:6.1.3.1")
def test_who_is_suppressed_looks_only_before_him_and_less_far() -> None:
    behind, before = (ENEMY, "C16/N"), ("sA1-2", "C08/S")
    assert set(spotted(TANK, (TANK, "C12/N"), behind, before)) == {ENEMY, "sA1-2"}
    shaken = replace(unit("C12/N"), suppressed="off")
    assert spotted(TANK, (TANK, shaken), behind, before) == ("sA1-2",)
    assert spotted(TANK, (TANK, replace(shaken, at="C15")), before) == ("sA1-2",)
    assert spotted(TANK, (TANK, replace(shaken, at="C16")), before) == ()


@pytest.mark.rule("panzer:6.1.3.2")
def test_full_cover_hides_and_takes_the_view() -> None:
    hidden = replace(unit("C12/N"), full_cover=True)
    assert SQUAD in spotted(ENEMY, (SQUAD, "C12/N"), (ENEMY, "C06/S"))
    assert SQUAD not in spotted(ENEMY, (SQUAD, hidden), (ENEMY, "C06/S"))
    assert spotted(SQUAD, (SQUAD, "C12/N"), (ENEMY, "C06/S")) == (ENEMY,)
    assert spotted(SQUAD, (SQUAD, hidden), (ENEMY, "C06/S")) == ()


@pytest.mark.rule("panzer:5.9", "panzer:5.9.1", "panzer:5.9.2")
def test_command_units_and_scouts_may_call_fire_and_others_may_not() -> None:
    """A scout that is a command unit too has both labels."""
    game = turn({"gA1-1": "C12/N", SQUAD: "C12/N", MORTAR: "C14/N", "sB1-1": "C08/S", "sB1-2": "C08/S"}, 90, 10)
    choose(game, "unit:gA1-1", "command:overwatch")
    until(done_with_commands(game), "indirect-fire")
    assert refused(game, f"unit:{SQUAD}") == ("refused.no-observer", "6.5.1.1.3")
    assert refused(game, "unit:gA1-1") == ("refused.no-source-for-observer", "6.5.1.7")
    assert game.content.counters["sB1-1"].labels == ("Recon", "CHQ")


@pytest.mark.rule("panzer:6.0", "panzer:6.5", "panzer:6.8")
def test_a_turn_of_the_advanced_game_follows_its_printed_steps() -> None:
    asked = asked_in_a_turn("gA1-1", MORTAR)
    assert asked == [
        "command-whom", "initiative", "indirect-fire", "assault-target", "move-unit", "overwatch", "move-to", "pivot",
        "full-cover",
    ]  # fmt: skip


@pytest.mark.rule("panzer:6.5.1")
def test_a_side_that_has_nothing_for_indirect_fire_is_not_asked_about_it() -> None:
    assert "indirect-fire" not in asked_in_a_turn("gA1-1")


def asked_in_a_turn(*others: str) -> list[str]:
    """What is asked in a turn in which a tank moves and a squad lies in wait, with others beside them."""
    places = {TANK: "C12/N", SQUAD: "C12/N", ENEMY: "C08/S", "sB1-1": "C11/S"} | dict.fromkeys(others, "C12/N")
    game = turn(places, 90, 10, 99, 99)
    choose(game, f"unit:{TANK}", "command:move", f"unit:{SQUAD}", "command:overwatch")
    asked: list[str] = []
    answers = {"move-unit": f"unit:{TANK}", "move-to": "do:stop"}
    while game.state.turn == 1:
        asked += [each for each in prompts(game)[:1] if each not in asked]
        choose(game, answers.get(prompts(game)[0]) or let_be(game.decisions[0]))
    return asked
