"""Chapters 5, 6 and 26: the weather of the day, and how it changes."""

from __future__ import annotations

from sandtable.games.gts.events.scenario import WeatherIs
from sandtable.games.gts.units import DIE, Game
from sandtable.kernel import rule
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.switches import is_on

FIRST_HOUR = "07:00"
AS_IT_WAS = "weather-as-it-was"
"""The switch by which the weather is that of history."""
History = dict[int, dict[str, str]]


class WeatherEffect(Strict, frozen=True, kw_only=True):
    """Whether aircraft fly and lifts land in a kind of weather (26.0)."""

    air: bool
    landings: bool


class WeatherRow(Strict, frozen=True, kw_only=True):
    """A row of the weather table: from which modified roll on."""

    at_least: int
    weather: str


class WeatherChange(Strict, frozen=True, kw_only=True):
    """What may become of a weather at a time of the day, on some rolls."""

    weather: str
    time: str
    rolls: tuple[int, int]
    becomes: str
    settles: bool = False
    """Whether it then stays so for the rest of the day."""
    source: str


class WeatherFile(Table, frozen=True, kw_only=True):
    """The weather: effects, table, changes and history."""

    effects: dict[str, WeatherEffect]
    dates: dict[int, int]
    rows: tuple[WeatherRow, ...]
    fixed: dict[int, str]
    changes: tuple[WeatherChange, ...]
    history: History


def figures(game: Game) -> WeatherFile:
    return game.content.table("weather", WeatherFile)


def effect(game: Game) -> WeatherEffect:
    """What the weather of this turn does."""
    return figures(game).effects[game.state.weather]


@rule("26.0/clear", "26.0/fog", "26.0/overcast", "26.0/rain", "27.0")
def flying(game: Game) -> bool:
    """Whether aircraft can attack in this turn: by day, and in clear weather."""
    return effect(game).air and not game.content.track[game.state.turn].night


def known(game: Game) -> History | None:
    """The weather that the scenario or the history of the battle fixes, if it is not left to the table."""
    scenario = game.content.scenario
    if "fixed" in scenario.weather:
        return scenario.fixed_weather
    return figures(game).history if is_on(game.content, AS_IT_WAS) else None


def was(history: History, date: int, time: str) -> str | None:
    """The weather that history notes for a turn; None where it goes on as it was."""
    return history.get(date, {}).get(time)


def is_first_of_day(game: Game) -> bool:
    """Whether this is the first day turn of a day, or the first turn of the game."""
    state = game.state
    return game.content.track[state.turn].time == FIRST_HOUR or state.turn == game.content.first_turn


@rule("4.0", "5.0", "26.0")
def determine(game: Game) -> None:
    """Before the first day turn of a day, and on the first turn of the game: the weather of the day."""
    if not is_first_of_day(game):
        return
    game.state.settled = False
    box = game.content.track[game.state.turn]
    history = known(game)
    if history is not None:
        _set(game, latest(game, history), "5.0")
        return
    fixed = figures(game).fixed.get(box.date)
    if fixed is not None:
        _set(game, fixed, "5.0")
        return
    modifier = figures(game).dates[box.date]
    chart = Chart({row.at_least: row.weather for row in figures(game).rows})
    roll = game.roll(DIE, "weather", "5.0", chart.bands(modifier))
    _set(game, chart.entry(roll + modifier), "5.0")


def latest(game: Game, history: History) -> str:
    """The last weather that history notes up to now."""
    found = game.state.weather
    now = game.content.track[game.state.turn]
    for box in game.content.track.values():
        found = was(history, box.date, box.time) or found
        if box == now:
            break
    return found


@rule("4.0", "6.0", "26.0", "26.0/fog-note")
def change(game: Game) -> None:
    """Later in the day the weather may change: as it did, or by a roll where the table calls for one.

    Fog that has not lifted in time makes the rest of the day overcast.
    """
    if is_first_of_day(game):
        return
    box = game.content.track[game.state.turn]
    history = known(game)
    if history is not None:
        _set(game, was(history, box.date, box.time) or game.state.weather, "6.0")
        return
    rows = [row for row in figures(game).changes if row.weather == game.state.weather and row.time == box.time]
    if not rows or game.state.settled:
        return
    if all(row.rolls == (0, 9) for row in rows):
        game.state.settled = rows[0].settles
        _set(game, rows[0].becomes, "26.0/fog-note")
        return
    edges = sorted({edge for row in rows for edge in (row.rolls[0], row.rolls[1] + 1) if 0 < edge <= 9})
    roll = game.roll(DIE, "weather-change", "6.0", edges)
    for row in rows:
        if row.rolls[0] <= roll <= row.rolls[1]:
            _set(game, row.becomes, "6.0")


def _set(game: Game, weather: str, rule_id: str) -> None:
    game.state.weather = weather
    game.say(WeatherIs(rule=rule_id, weather=weather))
