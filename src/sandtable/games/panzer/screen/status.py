"""How a game stands: victory points, commands of formations, what scores, and which rules of a scenario are missing."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.command.control import formation_name, formations
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import SIDES
from sandtable.games.panzer.units import Game
from sandtable.games.panzer.victory import head_start, scores, total
from sandtable.kernel import Texts
from sandtable.mechanics.title import StatusLine


def status(game: Game, texts: Texts) -> tuple[StatusLine, ...]:
    """Victory points so far, award by award, and the commands of the turn while the game is on."""
    lines = []
    for side in SIDES:
        found, given = scores(game.state, game.content, side), head_start(game.content, side)
        lines.append(StatusLine(texts.phrase("status.points"), str(total(game.state, game.content, side)), side))
        if given:
            lines.append(StatusLine(texts.phrase("status.head-start"), str(given), side))
        lines += [
            StatusLine(
                score.award.name[texts.lang],
                texts.phrase("status.times", {"times": score.times, "points": score.points}),
                side,
            )
            for score in found
            if score.times
        ]
    return (*lines, *(commands(game, texts) if game.state.result is None else ()))


def commands(game: Game, texts: Texts) -> list[StatusLine]:
    """How many commands each formation on the map has in this turn, which both sides may know (6.2.1)."""
    content, units = game.content, game.state.units
    found = []
    for name, formation in game.state.formations.items():
        members = formations(content)[name]
        if any(unit_id in units for unit_id in members):
            number = texts.phrase("status.commands", {"number": formation.commands})
            side = content.side_of[members[0]]
            found.append(StatusLine(formation_name(content, name, texts.lang), number, side))
    return found


def goals(content: Content, texts: Texts, missing: Iterable[str]) -> tuple[StatusLine, ...]:
    """What scores, how much of it wins, and which optional rules of the scenario are not in play yet."""
    lines = []
    for award in content.scenario.victory:
        worth = (
            texts.phrase("status.each", {"points": award.points})
            if award.points is not None
            else texts.phrase("status.divided", {"divisor": award.divisor})
        )
        lines.append(StatusLine(award.name[texts.lang], worth, "" if award.side == "both" else award.side))
    starts = {side: head_start(content, side) for side in SIDES}
    lines += [
        StatusLine(texts.phrase("status.head-start"), str(given), side) for side, given in starts.items() if given
    ]
    levels = content.scenario.levels
    lines.append(StatusLine(texts.phrase("status.victory"), str(levels.victory)))
    lines.append(StatusLine(texts.phrase("status.decisive"), str(levels.decisive)))
    unplayed = [rule_id for rule_id in content.scenario.in_force if rule_id in set(missing)]
    if unplayed:
        lines.append(StatusLine(texts.phrase("status.not-in-play"), texts.separator.join(unplayed)))
    return tuple(lines)
