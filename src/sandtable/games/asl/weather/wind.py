"""E3.1, E3.5: the Wind Change DR: rain that begins and ends, wind, gusts, and how far one sees at night."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl.events.night import Drifted, Gust, VisibilityChanged, WeatherChanged, WindFell, WindRose
from sandtable.games.asl.fire.dice import Dr, roll_dr
from sandtable.games.asl.night.no_move import wake
from sandtable.games.asl.sight.on_map import WINDS
from sandtable.games.asl.state import Smoke as Cloud
from sandtable.games.asl.state import State, WeatherKind
from sandtable.games.asl.tables.conditions import NightTable, Weather
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.units import Game
from sandtable.kernel import rule

HIGHEST = 6


@rule("E3.1", "RR1", "E1.21")
def wind_change(game: Game) -> None:
    """At the start of each Rally Phase after the first Player Turn one DR decides over rain, wind and darkness; whoever
    sees an enemy by it is free to move at once."""
    if not game.content.scenario.conditions.changes or game.state.player_turn == 1:
        return
    dr = roll_dr(game, "wind-change", "E3.1", lambda each: repr(_outcome(game, each)))
    rain, wind, nvr = _outcome(game, dr)
    if rain:
        _rain(game, rain)
    if wind == "rises":
        direction = game.roll("d6", "wind-direction", "E3.1")
        game.state.wind = WINDS[direction - 1]
        game.say(WindRose(rule="E3.1", wind=game.state.wind))
    elif wind == "falls":
        game.state.wind = ""
        game.say(WindFell(rule="E3.1"))
    elif wind == "gust":
        gust(game)
    if nvr != game.state.nvr:
        game.state.nvr = nvr
        game.say(VisibilityChanged(rule="E1.1", nvr=nvr))
    drift(game)
    wake(game)


def _outcome(game: Game, dr: Dr) -> tuple[WeatherKind | Literal[""], str, int]:
    """What a DR comes to: other weather, what becomes of the wind, and the Base NVR."""
    state, figures = game.state, game.content.table("weather", Weather)
    rain: WeatherKind | Literal[""] = ""
    if game.content.scenario.conditions.weather == "overcast":
        if dr.total >= figures.rain_starts:
            rain = "heavy-rain" if state.weather in ("rain", "heavy-rain") else "rain"
        elif dr.total <= figures.rain_ends and state.weather in ("rain", "heavy-rain"):
            rain = "overcast"
    wind = ""
    if dr.total == figures.wind and not state.wind:
        wind = "rises"
    elif dr.total == figures.calm and state.wind:
        wind = "falls"
    elif dr.total == figures.gust:
        wind = "gust"
    return (rain if rain != state.weather else ""), wind, _visibility(game, dr)


@rule("E1.1")
def _visibility(game: Game, dr: Dr) -> int:
    """The Base NVR after a DR: a colored 6 changes it by one, by the white die."""
    nvr = game.state.nvr
    if not nvr or dr.colored != HIGHEST:
        return nvr
    figures = game.content.table("night", NightTable)
    return min(figures.most, nvr + 1) if dr.white > HIGHEST // 2 else max(figures.least, nvr - 1)


@rule("E3.5")
def _rain(game: Game, weather: WeatherKind) -> None:
    """It begins to rain, rains more, or stops; rain clears the map of SMOKE, but for that of Blazes."""
    state = game.state
    state.weather = weather
    game.say(WeatherChanged(rule="E3.5", weather=weather))
    if weather != "overcast":
        state.rained = True
        for hex_, clouds in list(state.smoke.items()):
            _keep(state, hex_, tuple(cloud for cloud in clouds if cloud.source == "blaze"))


@rule("E3.1")
def gust(game: Game) -> None:
    """A gust takes dispersed SMOKE away and disperses the rest, but for that of Blazes."""
    kinds, state = game.content.table("smoke", Smoke).kinds, game.state
    game.say(Gust(rule="E3.1"))
    for hex_, clouds in list(state.smoke.items()):
        left = []
        for cloud in clouds:
            if cloud.source == "blaze":
                left.append(cloud)
            elif not cloud.dispersed:
                thin = kinds["wp" if cloud.wp else "smoke"].dispersed or 0
                left.append(replace(cloud, dispersed=True, value=min(cloud.value, thin), until=state.player_turn + 1))
        _keep(state, hex_, tuple(left))


@rule("E3.1")
def drift(game: Game) -> None:
    """A wind carries dispersed SMOKE one hex downwind, and off the map."""
    state, board = game.state, game.content.board
    if not state.wind:
        return
    moved: list[tuple[str, Cloud]] = []
    for hex_, clouds in list(state.smoke.items()):
        loose = [cloud for cloud in clouds if cloud.dispersed]
        if not loose:
            continue
        _keep(state, hex_, tuple(cloud for cloud in clouds if not cloud.dispersed))
        there = board.neighbour(board.index[hex_], WINDS.index(state.wind))
        if there >= 0:
            moved += [(board.labels[there], cloud) for cloud in loose]
            game.say(Drifted(rule="E3.1", at=hex_, to=board.labels[there]))
    for hex_, cloud in moved:
        state.smoke[hex_] = (*state.smoke.get(hex_, ()), cloud)


def _keep(state: State, hex_: str, clouds: tuple[Cloud, ...]) -> None:
    if clouds:
        state.smoke[hex_] = clouds
    else:
        state.smoke.pop(hex_, None)
