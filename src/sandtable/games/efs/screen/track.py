"""The course of a turn, and where in it a game stands."""

from __future__ import annotations

from sandtable.games.efs.sequence import TURN
from sandtable.games.efs.state import SIDES
from sandtable.games.efs.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.reference import PrintedPhase

RULES = {
    "weather": "5.0", "replacements": "7.0", "reinforcements": "8.0", "air": "9.0", "supply": "6.0",
    "movement": "10.11", "declaration": "12.1", "reaction": "12.4", "combat": "15.0", "motorized": "10.12",
    "engineering": "4.21", "surrender": "20.0", "recovery": "4.21", "victory": "24.0",
}  # fmt: skip


def track(texts: Texts) -> tuple[PrintedPhase, ...]:
    """The phases in their order; those of the Strategic and the Administrative Segment are both sides'."""
    found = []
    for step in TURN:
        segment, _, name = step.id.partition("/")
        side = step.active if segment in SIDES else ""
        found.append(PrintedPhase(step.id, texts.name("phase", name), RULES[name], side))
    return tuple(found)


def phase(game: Game) -> str:
    """The phase in which a game stands."""
    return game.state.phase
