"""Chapter 7: supply, and the recovery of disrupted counters."""

from __future__ import annotations

from sandtable.board import CLOSED
from sandtable.games.primer.events import CutOff, Rallied
from sandtable.games.primer.state import OFF_MAP
from sandtable.games.primer.units import Game, change, enemies_of
from sandtable.kernel import rule

BARRED = bytes([0, *[CLOSED] * 255])
"""Whatever hinders a mover bars a line of supply."""


@rule("7.1")
def supplied_hexes(game: Game, side: str) -> bytes:
    """Every hex from which a side can trace a line of supply to its edge of the map.

    Enemy counters bar the line, and so do their zones of control where no friendly counter stands.
    """
    content, units = game.content, game.state.units
    barred = bytearray(enemies_of(game, side).barrier.translate(BARRED))
    for unit_id in content.unit_options[side]:
        if units[unit_id].at != OFF_MAP:
            barred[content.board.index[units[unit_id].at]] = 0
    for i in content.impassable:
        barred[i] = CLOSED
    return content.supply_lines.reached(content.sources[side], barred, content.board.size)


@rule("7.1", "7.2")
def check(game: Game, side: str) -> None:
    """At the start of a player turn each counter of the side is in supply or not, until its next turn."""
    reached = supplied_hexes(game, side)
    index, units = game.content.board.index, game.state.units
    for unit_id in game.content.unit_options[side]:
        unit = units[unit_id]
        if unit.at == OFF_MAP:
            continue
        supplied = bool(reached[index[unit.at]])
        if supplied != unit.supplied:
            change(game, unit_id, supplied=supplied)
        if not supplied:
            game.say(CutOff(rule="7.2", unit=unit_id))


@rule("7.3")
def recover(game: Game, side: str) -> None:
    """At the start of a player turn the side's disrupted counters recover."""
    for unit_id, unit in list(game.state.units.items()):
        if unit.disrupted and unit.side == side and unit.at != OFF_MAP:
            change(game, unit_id, disrupted=False)
            game.say(Rallied(rule="7.3", unit=unit_id))
