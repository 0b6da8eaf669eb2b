"""How a game stands, and what there is to know of a hex: for players to read."""

from __future__ import annotations

from sandtable.games.gsfg import victory
from sandtable.games.gsfg.files import PrintedUnit
from sandtable.games.gsfg.movement.costs import interdicted_hexes
from sandtable.games.gsfg.state import SIDES, SOVIET, enemy_of
from sandtable.games.gsfg.supply import nations_in_play, nato_supply, soviet_supply
from sandtable.games.gsfg.units import Game, controller, is_running
from sandtable.kernel import Texts, rule
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.title import StatusLine


def status(game: Game, lang: str, texts: Texts) -> tuple[StatusLine, ...]:
    """The Soviet victory conditions, the air, and the losses of both sides."""
    lines = [
        StatusLine(condition.name[lang], texts.phrase("status.of", {"held": held, "needed": needed}), SOVIET)
        for condition, held, needed in victory.progress(game)
    ]
    lines.append(StatusLine(texts.phrase("status.air"), texts.name("side", game.state.air.side)))
    counters = game.content.counters
    for side in SIDES:
        lost = sum(counters[unit_id].side == side for unit_id in game.state.lost)
        lines.append(StatusLine(texts.phrase("status.lost"), str(lost), side))
    return tuple(lines)


def facts(game: Game, label: str, texts: Texts) -> list[Fact]:
    """Country, control, units, stacking, supply and interdiction of a hex."""
    content, there = game.content, units_in(game, label)
    found = []
    if content.country[label]:
        found.append(Fact(texts.phrase("fact.country"), texts.name("country", content.country[label])))
    found.append(Fact(texts.phrase("fact.control"), texts.name("side", controller(game, label))))
    found += [Fact(texts.name("unit", unit_id), described(content.counters[unit_id], texts)) for unit_id in there]
    if there:
        size = sum(content.stack_size[unit_id] for unit_id in there)
        args = {"size": size / 2, "limit": content.stack_limit / 2}
        found.append(Fact(texts.phrase("fact.stacking"), texts.phrase("fact.divisions", args)))
    found.append(Fact(texts.phrase("fact.supply"), supplied(game, label, texts)))
    if label in content.nato_sources:
        running = texts.phrase("fact.running" if is_running(game, label) else "fact.down")
        found.append(Fact(texts.phrase("fact.source"), running))
    for side in SIDES:
        if label in interdicted_hexes(game, side):
            found.append(Fact(texts.phrase("fact.interdicted"), texts.name("side", enemy_of(side))))
    return found


@rule("2.5", "2.7", "2.8")
def described(kind: PrintedUnit, texts: Texts) -> str:
    """What the colours and the symbol of a counter say: nationality, type and size."""
    said = {"nat": kind.nat, "type": kind.type, "size": kind.size}
    return texts.separator.join(texts.name(what, name) for what, name in said.items())


def supplied(game: Game, label: str, texts: Texts) -> str:
    """Whose units would be in overland supply in a hex."""
    content = game.content
    index = content.board.index[label]
    names = [texts.name("side", SOVIET)] if label in content.soviet_home or soviet_supply(game)[index] else []
    names += [texts.name("nat", nat) for nat in nations_in_play(content) if nato_supply(game, nat)[index]]
    return texts.separator.join(names) or texts.phrase("fact.nobody")
