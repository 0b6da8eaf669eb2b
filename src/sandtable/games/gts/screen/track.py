"""The course of a turn, and where in it a game stands."""

from __future__ import annotations

from sandtable.games.gts.sequence.game_turn import Turn
from sandtable.games.gts.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.reference import PrintedPhase

RULES = {
    "weather": "5.0",
    "dispatch": "7.0",
    "arrival": "8.0",
    "air-attack": "27.0",
    "cup": "9.0",
    "activations": "10.0",
}
UNDER_WAY = {
    "air_power": "weather",
    "buy": "weather",
    "arrive": "dispatch",
    "attack_from_the_air": "arrival",
    "fill_cup": "air-attack",
    "draw": "activations",
    "close": "activations",
}
"""The phase that is under way while a turn is about to come to a step."""


def track(texts: Texts) -> tuple[PrintedPhase, ...]:
    """The phases of 4.0, which both sides have together."""
    return tuple(PrintedPhase(name, texts.name("phase", name), rule) for name, rule in RULES.items())


def phase(game: Game) -> str:
    """The phase in which a game stands; none during the set-up."""
    turn = next((frame for frame in game.state.stack if isinstance(frame, Turn)), None)
    if turn is None:
        return ""
    return "cup" if turn.step == "draw" and not game.state.drawn else UNDER_WAY.get(turn.step, "")
