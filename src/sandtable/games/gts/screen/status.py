"""How a game stands, and what there is to know of a hex: for players to read."""

from __future__ import annotations

from sandtable.games.gts.arnhem import victory
from sandtable.games.gts.fire.fire_zones import watchers
from sandtable.games.gts.movement.bridges_and_ferries import GONE
from sandtable.games.gts.movement.stacking import in_combat_formation, limits
from sandtable.games.gts.movement.terrain_chart import crossings
from sandtable.games.gts.sequence.leaders import leaders_in
from sandtable.games.gts.state import HIDDEN, SIDES
from sandtable.games.gts.units import Game
from sandtable.kernel import Texts
from sandtable.mechanics.inspection import Fact
from sandtable.mechanics.title import StatusLine


def status(game: Game, lang: str, texts: Texts) -> tuple[StatusLine, ...]:
    """The points of both sides and how they came about, the chits, the divisions' points, and the losses."""
    lines = [StatusLine(texts.phrase("status.points"), str(victory.points(game, side)), side) for side in SIDES]
    lines += [
        StatusLine(award.name[lang], str(game.state.scores[award.id]), award.side)
        for award in game.content.scenario.victory
        if game.state.scores.get(award.id)
    ]
    lines.append(StatusLine(texts.phrase("status.cup", {"number": len(game.state.cup)}), cup(game, texts)))
    if game.state.drawn:
        used = texts.separator.join(texts.name("short-chit", chit) for chit in game.state.drawn)
        lines.append(StatusLine(texts.phrase("status.drawn"), used))
    if game.state.carried:
        lines.append(StatusLine(texts.phrase("status.carried"), texts.name("short-chit", game.state.carried)))
    for name, points in game.state.divisions.items():
        division = game.content.divisions[name]
        args = {"command": points.command, "dispatch": points.dispatch}
        lines.append(StatusLine(division.short, texts.phrase("status.division", args), division.side))
    for side, number in game.state.air.items():
        lines.append(StatusLine(texts.phrase("status.air"), str(number), side))
    lines += [StatusLine(texts.phrase("status.lost"), str(game.state.losses.get(side, 0)), side) for side in SIDES]
    return tuple(lines)


def cup(game: Game, texts: Texts) -> str:
    """What is in the cup, as far as it is known."""
    known = [texts.name("short-chit", chit) for chit in game.state.cup if chit != HIDDEN]
    hidden = game.state.cup.count(HIDDEN)
    if hidden:
        known.append(texts.phrase("status.hidden-chits", {"number": hidden}))
    return texts.separator.join(known) or texts.phrase("status.empty")


def facts(game: Game, label: str, texts: Texts) -> list[Fact]:
    """Who held a hex last, its stack, fire zones on it, leaders, and the markers that lie there."""
    state, found = game.state, []
    if label in state.holders:
        found.append(Fact(texts.phrase("fact.holder"), texts.name("side", state.holders[label])))
    formed = in_combat_formation(game, label)
    if formed:
        args = {"number": len(formed), "limit": limits(game).combat}
        found.append(Fact(texts.phrase("fact.stacking"), texts.phrase("fact.units", args)))
    for side in SIDES:
        seen = watchers(game, label, side)
        if seen:
            names = texts.separator.join(game.content.counters[unit_id].short for unit_id in seen)
            found.append(Fact(texts.phrase("fact.fire-zone", {"side": side}), names))
        for name in leaders_in(game, label, side):
            found.append(Fact(texts.phrase("fact.leader"), texts.name("leader", name)))
    if label in state.barrages:
        found.append(Fact(texts.phrase("fact.barrage"), texts.phrase(f"line.{state.barrages[label]}")))
    if label in state.roadblocks:
        found.append(Fact(texts.phrase("fact.roadblock"), texts.name("division", state.roadblocks[label])))
    if label in state.boats:
        owner = state.boats[label]
        kind = "formation" if owner in game.content.formations else "division"
        found.append(Fact(texts.phrase("fact.boats"), texts.name(kind, owner)))
    trenches = [side for key, side in state.trenches.items() if key.startswith(f"{label}/")]
    found += [Fact(texts.phrase("fact.trench"), texts.name("side", side)) for side in trenches]
    rows = crossings(game.content)
    for name, row in (rows.bridges | rows.ferries | rows.embankments).items():
        if label in row.side.split("-"):
            state_of = "fact.gone" if state.bridges.get(name) in GONE else "fact.crossing"
            found.append(Fact(row.name[texts.lang], texts.phrase(state_of)))
    return found
