"""Chapter 21: leaders and command."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.gts.units import Game, division_of, formation_of
from sandtable.kernel import Option, Procedure, rule

PROCEDURES: tuple[type[Procedure], ...] = ()


@rule("21.4", "29.14", "29.28")
def commanders(game: Game, unit_id: str) -> Iterable[str]:
    """The leaders who can command a unit: its formation's, or for an independent formation any of its division."""
    formation = game.content.formations[formation_of(game, unit_id)]
    if formation.leader:
        return (formation.leader,)
    division = division_of(game, unit_id)
    return (name for name in game.state.leaders if division_of_leader(game, name) == division)


def division_of_leader(game: Game, leader: str) -> str:
    return game.content.formations[game.content.leaders[leader].formation].division


@rule("13.3/range", "16.2/note-entry", "21.4", "29.28", "29.38")
def in_command(game: Game, unit_id: str) -> bool:
    """Whether a unit is now in the command range of a leader who can command it; never in an entry hex."""
    unit = game.state.units[unit_id]
    if unit.entry:
        return False
    if not unit.at:
        return True
    for name in commanders(game, unit_id):
        leader = game.state.leaders.get(name)
        if leader is None or leader.entry:
            continue
        if game.content.distance(leader.at, unit.at) <= game.content.leaders[name].range:
            return True
    return False


def finish_options(game: Game) -> list[Option]:
    """The formations of an activated division that can be declared done, as `finish:FORMATION`. STUB"""
    return []


def finish_formation(game: Game, formation: str) -> None:
    """A formation of an activated division is done; its leader is repositioned (gaps ruling 3). STUB"""


def after_activation(game: Game) -> None:
    """Reposition the leaders of what was active; the displaced go to the nearest unit (21.2, 21.3). STUB"""


def retreat_with(game: Game, units: tuple[str, ...], label: str) -> None:
    """Leaders whose hex is left by the last of their units there, or who go along, follow to a hex. STUB"""
