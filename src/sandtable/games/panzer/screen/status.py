"""How a game stands: the victory points of each side, and what scores."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import SIDES
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import scores
from sandtable.kernel import Texts
from sandtable.mechanics.title import StatusLine


def status(game: Game, texts: Texts) -> tuple[StatusLine, ...]:
    """Victory points so far, award by award."""
    lines = []
    for side in SIDES:
        found = scores(game.state, game.content, side)
        lines.append(StatusLine(texts.phrase("status.points"), str(sum(score.points for score in found)), side))
        lines += [
            StatusLine(
                score.award.name[texts.lang],
                texts.phrase("status.times", {"times": score.times, "points": score.points}),
                side,
            )
            for score in found
            if score.times
        ]
    return tuple(lines)


def goals(content: Content, texts: Texts) -> tuple[StatusLine, ...]:
    """What scores, and how much of it wins."""
    lines = []
    for award in content.scenario.victory:
        worth = (
            texts.phrase("status.each", {"points": award.points})
            if award.points is not None
            else texts.phrase("status.divided", {"divisor": award.divisor})
        )
        lines.append(StatusLine(award.name[texts.lang], worth, "" if award.side == "both" else award.side))
    levels = content.scenario.levels
    lines.append(StatusLine(texts.phrase("status.victory"), str(levels.victory)))
    lines.append(StatusLine(texts.phrase("status.decisive"), str(levels.decisive)))
    return tuple(lines)
