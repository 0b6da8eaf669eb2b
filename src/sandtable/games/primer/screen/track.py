"""The course of a turn of Primer, and where in it a game stands."""

from __future__ import annotations

from sandtable.games.primer.content import Content
from sandtable.games.primer.sequence import GameTurn, PlayerTurn
from sandtable.games.primer.state import other
from sandtable.games.primer.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.reference import PrintedPhase

RULES = {"reinforcements": "8.1", "movement": "3.1", "combat": "5.1"}
UNDER_WAY = {"move": "reinforcements", "fight": "movement", "end": "combat"}
"""The phase that is under way while a player turn is about to come to a step."""


def track(content: Content, texts: Texts) -> tuple[PrintedPhase, ...]:
    """Orders, the turns of both sides, the score."""
    first = content.scenario.first
    phases = [
        PrintedPhase(f"{side}/{name}", texts.name("phase", name), rule, side)
        for side in (first, other(first))
        for name, rule in RULES.items()
    ]
    return PrintedPhase("orders", texts.name("phase", "orders"), "2.2"), *phases, _score(texts)


def _score(texts: Texts) -> PrintedPhase:
    return PrintedPhase("score", texts.name("phase", "score"), "9.1")


def phase(game: Game) -> str:
    """The phase in which a game stands."""
    for frame in reversed(game.state.stack):
        if isinstance(frame, PlayerTurn) and frame.step in UNDER_WAY:
            return f"{frame.side}/{UNDER_WAY[frame.step]}"
        if isinstance(frame, GameTurn):
            return "orders" if frame.step == "reveal" else "score"
    return ""
