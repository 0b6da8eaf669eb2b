"""E3.2, I.1: the Environmental Conditions, which make it harder for things to catch fire."""

from __future__ import annotations

from sandtable.games.asl.content import Content
from sandtable.games.asl.state import State
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


@rule("I.1", "RR1", "CG4/night-rules")
def begin_weather(state: State, content: Content) -> None:
    """The weather with which a scenario begins: never with a wind, and at night with its Base NVR."""
    conditions = content.scenario.conditions
    state.weather = conditions.weather
    state.wind = ""
    state.nvr = 0 if conditions.night is None else conditions.night.nvr


@rule("E3.2")
def kindling(game: Game, number: int) -> int:
    """Up to which dr something catches fire or a fire spreads: never on Wet ground, on Moist ground one less."""
    ground = game.content.scenario.conditions.ground
    if ground in ("wet", "mud"):
        return 0
    return max(0, number - 1) if ground == "moist" else number
