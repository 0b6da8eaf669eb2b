"""Chapter 27: air power."""

from __future__ import annotations

import pytest

from games.gts.marching import reason
from games.gts.positions import DAY, NIGHT, TITLE, choose, content, ids, quiet
from games.gts.test_command import Idle
from sandtable.games.gts.conditions import air_power
from sandtable.games.gts.conditions.air_power import AirAttacks, determine
from sandtable.games.gts.events.fighting import Bombed
from sandtable.games.gts.sequence import game_turn
from sandtable.games.gts.state import ALLIED, GERMAN, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel.dice import ScriptedDice

COMPANY, SECOND, ENEMY, OTHER = "1pb1-r", "1pb1-s", "kra-2", "kra-4"
MORNING, LATE = 5, 33
"""The first turns of 18 and 22 September."""
ALL = {COMPANY: "1413", SECOND: "1413", ENEMY: "1715", OTHER: "1715"}


def available(turn: int, rolls: tuple[int, ...], scenario: str = "perimeter") -> dict[str, int]:
    game = quiet({}, turn=turn, scenario=scenario)
    game.dice = ScriptedDice(rolls)
    game.state.air = {ALLIED: 9}
    determine(game)
    return game.state.air


def attacking(
    number: dict[str, int],
    units: dict[str, str | Unit] | None = None,
    *,
    first: str = GERMAN,
    dice: tuple[int, ...] = (),
) -> Game:
    """Both sides about to place their air units, one of them first."""
    game = quiet(units if units is not None else dict(ALL), turn=DAY)
    game.state.air = dict(number)
    game.dice = ScriptedDice(dice)
    game.state.stack += [Idle(), AirAttacks(side=first)]
    game.advance()
    return game


# How many


@pytest.mark.rule("gts:27.0", "gts:5.0")
@pytest.mark.parametrize(
    ("turn", "rolls", "found"),
    [
        (MORNING, (2, 2), {ALLIED: 1, GERMAN: 2}),
        (MORNING, (3, 3), {ALLIED: 0, GERMAN: 1}),
        (MORNING, (0, 9), {ALLIED: 1, GERMAN: 0}),
        (LATE, (2, 5), {ALLIED: 3, GERMAN: 1}),
        (LATE, (5, 6), {ALLIED: 2, GERMAN: 0}),
        (LATE, (8, 0), {ALLIED: 1, GERMAN: 1}),
        (LATE, (9, 0), {ALLIED: 0, GERMAN: 1}),
        (1, (0,), {ALLIED: 1, GERMAN: 0}),
    ],
)
def test_a_roll_in_the_morning_gives_the_air_units_of_the_day(
    turn: int, rolls: tuple[int, ...], found: dict[str, int]
) -> None:
    assert available(turn, rolls) == found


@pytest.mark.rule("gts:27.0")
def test_later_in_the_day_nobody_rolls() -> None:
    assert available(MORNING + 1, ()) == {ALLIED: 9}


@pytest.mark.rule("gts:27.0")
def test_what_is_left_at_night_is_lost() -> None:
    assert available(NIGHT, ()) == {}


@pytest.mark.rule("gts:27.0")
def test_a_scenario_may_have_no_air_power() -> None:
    assert available(MORNING, (), "krafft") == {ALLIED: 9}


# When


@pytest.mark.rule("gts:27.0", "gts:26.0/overcast", "gts:26.0/fog", "gts:26.0/rain", "gts:8.0")
@pytest.mark.parametrize(
    ("turn", "weather", "asked"),
    [(DAY, "clear", 1), (DAY, "overcast", 0), (DAY, "fog", 0), (DAY, "rain", 0), (NIGHT, "clear", 0)],
)
def test_air_attacks_are_made_in_clear_day_turns(turn: int, weather: str, asked: int) -> None:
    game = quiet(dict(ALL), turn=turn, weather=weather)
    game.state.air = {ALLIED: 1}
    air_power.start(game)
    assert len(game.state.stack) == asked


@pytest.mark.rule("gts:27.0/attack", "gts:4.0")
def test_they_come_after_the_reinforcements_and_before_the_cup_is_filled() -> None:
    game = quiet(dict(ALL), turn=DAY)
    game.state.air = {ALLIED: 1}
    game.state.carried = "div-1ab"
    game.state.stack.append(game_turn.Turn(step="arrive"))
    game.advance()
    assert (game.decisions[0].prompt, game.state.cup) == ("air-attack", [])


@pytest.mark.rule("gts:27.0/attack")
@pytest.mark.parametrize(("chit", "first"), [("div-9ss", GERMAN), ("dc-allied", ALLIED)])
def test_the_owner_of_the_first_chit_begins(chit: str, first: str) -> None:
    game = quiet(dict(ALL), turn=DAY)
    game.state.air = {ALLIED: 1, GERMAN: 1}
    game.state.carried = chit
    air_power.start(game)
    assert game.state.stack == [AirAttacks(side=first)]


# Placing


@pytest.mark.rule("gts:27.0/attack")
def test_sides_place_by_turns() -> None:
    game = attacking({ALLIED: 2, GERMAN: 2})
    asked = []
    for target in (COMPANY, ENEMY, SECOND):
        asked.append(game.decisions[0].side)
        choose(game, f"unit:{target}")
    assert [*asked, game.decisions[0].side] == [GERMAN, ALLIED, GERMAN, ALLIED]


@pytest.mark.rule("gts:27.0/attack")
def test_any_enemy_on_the_map_may_be_attacked_however_far() -> None:
    assert ids(attacking({ALLIED: 1}, first=ALLIED)) == {f"unit:{ENEMY}", f"unit:{OTHER}", "do:hold-aircraft"}


@pytest.mark.rule("gts:27.0/attack", "gts:8.0")
def test_own_units_and_units_in_entry_hexes_may_not() -> None:
    units: dict[str, str | Unit] = {COMPANY: "1413", ENEMY: "1715"}
    units["spi-1"] = Unit(at=content().entry_hex["e1"], entry="e1", steps=2)
    game = attacking({ALLIED: 1}, units, first=ALLIED)
    assert reason(game, f"unit:{COMPANY}") == ("refused.own-unit", "27.0/attack")
    assert reason(game, "unit:spi-1") == ("refused.in-entry", "8.0")


@pytest.mark.rule("gts:27.0/attack")
def test_a_side_may_keep_its_air_units_for_later_in_the_day() -> None:
    game = attacking({ALLIED: 2}, first=ALLIED)
    choose(game, "do:hold-aircraft")
    assert game.state.air == {ALLIED: 2}


@pytest.mark.rule("gts:27.0/attack")
def test_whoever_has_held_back_is_not_asked_again() -> None:
    game = attacking({ALLIED: 2, GERMAN: 2}, first=ALLIED)
    choose(game, "do:hold-aircraft", f"unit:{COMPANY}")
    assert game.decisions[0].side == GERMAN


# Resolving


@pytest.mark.rule("gts:27.0/attack")
def test_all_are_placed_before_any_is_resolved() -> None:
    game = attacking({ALLIED: 1, GERMAN: 1}, first=GERMAN, dice=(9, 9))
    choose(game, f"unit:{COMPANY}")
    assert game.state.rolls == 0
    choose(game, f"unit:{ENEMY}")
    assert game.state.rolls == 2


@pytest.mark.rule("gts:27.0/attack")
def test_they_are_resolved_in_the_order_of_placing_and_are_used_up() -> None:
    game = attacking({ALLIED: 1, GERMAN: 1}, first=GERMAN, dice=(9, 9))
    choose(game, f"unit:{COMPANY}", f"unit:{ENEMY}")
    assert [event.target for event in game.events if isinstance(event, Bombed)] == [COMPANY, ENEMY]
    assert game.state.air == {ALLIED: 0, GERMAN: 0}


@pytest.mark.rule("gts:27.0")
@pytest.mark.parametrize(("switches", "left"), [((), 1), (("27.0",), 2)])
def test_a_game_may_let_them_attack_in_every_clear_turn(switches: tuple[str, ...], left: int) -> None:
    game = quiet(dict(ALL), turn=DAY, switches=switches)
    game.state.air = {ALLIED: 2}
    game.dice = ScriptedDice((9,))
    game.state.stack += [Idle(), AirAttacks(side=ALLIED), AirAttacks(side=ALLIED)]
    game.advance()
    choose(game, f"unit:{ENEMY}", "do:hold-aircraft")
    assert (game.decisions[0].prompt, game.decisions[0].args["left"]) == ("air-attack", left)


@pytest.mark.rule("gts:27.0/attack")
def test_several_attack_one_unit_one_after_the_other() -> None:
    game = attacking({ALLIED: 2}, first=ALLIED, dice=(0, 0))
    choose(game, f"unit:{ENEMY}", f"unit:{ENEMY}")
    assert ENEMY in game.state.lost


@pytest.mark.rule("gts:27.0/attack")
def test_an_attack_on_a_unit_that_is_gone_is_wasted() -> None:
    units: dict[str, str | Unit] = {COMPANY: "1413", "arn-flak": "3420"}
    game = attacking({ALLIED: 2}, units, first=ALLIED, dice=(0,))
    choose(game, "unit:arn-flak", "unit:arn-flak")
    assert (game.state.air, game.state.rolls) == ({ALLIED: 0}, 1)


@pytest.mark.rule("gts:27.0/attack")
def test_no_barrage_marker_is_placed() -> None:
    game = attacking({ALLIED: 1}, first=ALLIED, dice=(9,))
    choose(game, f"unit:{ENEMY}")
    assert game.state.barrages == {}


@pytest.mark.rule("gts:27.0/attack")
def test_works_and_terrain_do_not_help_against_them() -> None:
    assert content().terrain["1715"] == "woods"
    units: dict[str, str | Unit] = {COMPANY: "1413", ENEMY: Unit(at="1715", steps=2, works="improved")}
    game = attacking({ALLIED: 1}, units, first=ALLIED, dice=(9,))
    choose(game, f"unit:{ENEMY}")
    (shot,) = [event for event in game.events if getattr(event, "what", "") == "air-attack"]
    assert [line.label for line in shot.lines if line.value.startswith("-")] == ["results-table"]  # type: ignore[attr-defined]


@pytest.mark.rule("gts:27.0")
@pytest.mark.parametrize(("scenario", "offered"), [("perimeter", True), ("krafft", False)])
def test_only_a_scenario_with_air_power_offers_to_let_it_attack_more_often(scenario: str, offered: bool) -> None:
    assert ("27.0" in {switch.id for switch in TITLE.scenarios()[scenario].switches}) is offered
