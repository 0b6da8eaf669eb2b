"""Chapters 5, 6 and 26: the weather of the day and its changes."""

from __future__ import annotations

import pytest

from games.gts.positions import quiet
from sandtable.games.gts.conditions import weather
from sandtable.games.gts.units import Game
from sandtable.kernel.dice import ScriptedDice


def morning(turn: int, dice: list[int], before: str = "clear", switches: tuple[str, ...] = ()) -> Game:
    game = quiet({}, turn=turn, weather=before, switches=switches)
    game.dice = ScriptedDice(dice)
    weather.determine(game)
    weather.change(game)
    return game


@pytest.mark.rule("gts:5.0", "gts:26.0")
@pytest.mark.parametrize(
    ("roll", "expected"), [(0, "clear"), (3, "clear"), (4, "fog"), (6, "fog"), (7, "overcast"), (9, "overcast")]
)
def test_the_weather_table_is_rolled_before_the_first_day_turn(roll: int, expected: str) -> None:
    """On the 18th, with -1 to the roll."""
    assert morning(5, [roll]).state.weather == expected


@pytest.mark.rule("gts:5.0", "gts:26.0")
def test_a_date_with_a_plus_can_bring_rain() -> None:
    assert morning(12, [8]).state.weather == "rain"


@pytest.mark.rule("gts:5.0")
def test_the_first_day_is_clear_without_a_roll() -> None:
    assert morning(1, []).state.weather == "clear"


@pytest.mark.rule("gts:4.0", "gts:5.0")
def test_no_weather_is_determined_later_in_the_day_or_at_night() -> None:
    assert morning(9, [], before="overcast").state.weather == "overcast"
    assert morning(11, [], before="rain").state.weather == "rain"


@pytest.mark.rule("gts:6.0")
@pytest.mark.parametrize(("roll", "expected"), [(0, "clear"), (4, "clear"), (5, "fog"), (9, "fog")])
def test_fog_may_lift_at_nine(roll: int, expected: str) -> None:
    assert morning(6, [roll], before="fog").state.weather == expected


@pytest.mark.rule("gts:26.0/fog-note", "gts:6.0")
def test_fog_that_has_not_lifted_by_eleven_turns_into_an_overcast_day() -> None:
    assert morning(7, [], before="fog").state.weather == "overcast"


@pytest.mark.rule("gts:26.0/fog-note", "gts:6.0")
def test_after_such_a_morning_the_weather_changes_no_more_until_the_next() -> None:
    """Neither at 13:00, 15:00 and 17:00 nor in the night is a die rolled; on the 19th the table is rolled again."""
    game = morning(7, [], before="fog")
    for turn in (8, 9, 10, 11):
        game.state.turn = turn
        weather.determine(game)
        weather.change(game)
        assert game.state.weather == "overcast"
    game.state.turn, game.dice = 12, ScriptedDice([4, 2])
    weather.determine(game)
    assert game.state.weather == "overcast"
    game.state.turn = 15
    weather.change(game)
    assert game.state.weather == "clear"


@pytest.mark.rule("gts:6.0")
@pytest.mark.parametrize(("roll", "expected"), [(2, "clear"), (3, "overcast"), (8, "overcast"), (9, "rain")])
def test_an_overcast_noon_may_clear_or_turn_to_rain(roll: int, expected: str) -> None:
    assert morning(8, [roll], before="overcast").state.weather == expected


@pytest.mark.rule("gts:6.0")
def test_weather_that_calls_for_no_change_stays() -> None:
    assert morning(6, [], before="rain").state.weather == "rain"


@pytest.mark.rule("gts:6.0", "gts:5.0")
def test_a_game_may_follow_the_weather_as_it_was() -> None:
    assert morning(5, [], switches=("26.0",)).state.weather == "fog"
    assert morning(6, [], before="fog", switches=("26.0",)).state.weather == "clear"
    assert morning(8, [], before="clear", switches=("26.0",)).state.weather == "clear"


@pytest.mark.rule("gts:27.0", "gts:26.0/overcast", "gts:26.0/fog", "gts:26.0/rain", "gts:26.0/clear")
@pytest.mark.parametrize(
    ("turn", "sky", "expected"),
    [(8, "clear", True), (8, "overcast", False), (8, "fog", False), (8, "rain", False), (11, "clear", False)],
)
def test_aircraft_attack_only_in_clear_day_turns(turn: int, sky: str, expected: bool) -> None:
    assert weather.flying(quiet({}, turn=turn, weather=sky)) is expected
