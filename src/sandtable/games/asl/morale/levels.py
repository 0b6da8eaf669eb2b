"""A1.23, A10.1, A.10: Morale Levels, and the leader whose DRM a check takes."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.fire.cut_off import is_encircled
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.morale import Morale
from sandtable.games.asl.units import Game, can_lend, companions, is_alone, is_leader, is_mmc, leadership
from sandtable.kernel import rule


@rule("A1.23", "A10.1", "A.18", "A7.7", "A7.72", "A10.8", "A15.2", "A15.4", "A17.1", "A20.5")
def morale_level(game: Game, unit: Unit) -> int:
    """The Morale Level of a unit in its present state."""
    figures = game.content.table("morale", Morale)
    if unit.berserk:
        return figures.berserk
    if (unit.unarmed or unit.guard) and is_mmc(game.content, unit):
        return game.content.unarmed_morale
    card = game.content.personnel[unit.kind]
    level = card.broken_morale if unit.broken else card.morale
    level += (
        figures.encircled * is_encircled(game, unit) + figures.wounded * unit.wounded + figures.fanatic * unit.fanatic
    )
    if unit.heroic:
        level = max(level, figures.heroic.wounded if unit.wounded else figures.heroic.least)
    return figures.level(level)


@rule("A.10")
def leader_for(game: Game, unit_id: str, exclude: Iterable[str] = ()) -> str | None:
    """The leader in a unit's Location whose DRM its check takes; the best, and for a leader only one of higher morale.

    Who must check first and has not lends nothing: such leaders are excluded.
    """
    unit = game.state.units[unit_id]
    if is_alone(game, unit):
        return None
    barred = {unit_id, *exclude}
    found = [
        (leadership(game, man), name)
        for name, man in companions(game, unit)
        if name not in barred and can_lend(game, man)
    ]
    if is_leader(game.content, unit):
        level = morale_level(game, unit)
        found = [each for each in found if morale_level(game, game.state.units[each[1]]) > level]
    return min(found)[1] if found else None
