"""Chapter 5: where mud and snow hold, and what is frozen."""

from __future__ import annotations

from sandtable.games.efs.state import WeatherKind
from sandtable.games.efs.units import Game
from sandtable.kernel import rule


@rule("5.21a")
def mud_in(game: Game, label: str) -> bool:
    """Whether mud conditions apply in a hex: in Mud weather, and in woods for one turn longer."""
    weather = game.state.weather
    return weather.kind == "mud" or (weather.lingering_mud and "woods" in game.content.parts[label])


@rule("5.22")
def snow_in(game: Game, label: str) -> bool:
    """Whether snow conditions apply in a hex: they hold everywhere or nowhere."""
    return game.state.weather.kind == "snow"


@rule("5.23")
def is_frozen(game: Game) -> bool:
    """Whether frozen conditions are in effect."""
    return game.state.weather.frozen


@rule("10.37a")
def weather_in(game: Game, label: str) -> WeatherKind:
    """The weather by which a hex is judged: which column of the Terrain Effects Chart."""
    return "mud" if mud_in(game, label) else game.state.weather.kind
