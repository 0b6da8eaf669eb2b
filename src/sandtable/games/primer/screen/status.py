"""How a game of Primer stands: the points of each side and the objectives that it holds."""

from __future__ import annotations

from sandtable.games.primer.state import SIDES
from sandtable.games.primer.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.title import StatusLine


def status(game: Game, texts: Texts) -> tuple[StatusLine, ...]:
    """Points so far, and the objectives held with what they will score."""
    state, content = game.state, game.content
    lines = []
    for side in SIDES:
        held = [label for label in content.scenario.objectives if state.control.get(label) == side]
        score = sum(content.scenario.objectives[label] for label in held)
        named = texts.phrase("status.held", {"hexes": held, "score": score}) if held else "0"
        lines.append(StatusLine(texts.phrase("status.points"), str(state.points.get(side, 0)), side))
        lines.append(StatusLine(texts.phrase("status.objectives"), named, side))
    return tuple(lines)
