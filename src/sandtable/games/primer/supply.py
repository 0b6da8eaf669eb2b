"""Chapter 7: supply, and the recovery of disrupted counters."""

from __future__ import annotations

from sandtable.board import CLOSED
from sandtable.games.primer.events import CutOff, Rallied
from sandtable.games.primer.state import OFF_MAP
from sandtable.games.primer.units import Game, change
from sandtable.kernel import rule
from sandtable.mechanics.zones import zone


@rule("7.1")
def supplied_hexes(game: Game, side: str) -> bytes:
    """Every hex from which a side can trace a line of supply to its edge of the map.

    Enemy counters bar the line, and so do their zones of control where no friendly counter stands.
    """
    content, index = game.content, game.content.board.index
    on_map = [unit for unit in game.state.units.values() if unit.at != OFF_MAP]
    enemies = [unit for unit in on_map if unit.side != side]
    barred = bytearray(content.impassable)
    zone(content.board, [index[enemy.at] for enemy in enemies if not enemy.disrupted], CLOSED, barred)
    for unit in on_map:
        here = index[unit.at]
        barred[here] = CLOSED if unit.side != side else content.impassable[here]
    return content.supply_lines.reached(content.sources[side], barred, content.board.size)


@rule("7.1", "7.2")
def check(game: Game, side: str) -> None:
    """At the start of a player turn each counter of the side is in supply or not, until its next turn."""
    reached = supplied_hexes(game, side)
    board = game.content.board
    for unit_id, unit in list(game.state.units.items()):
        if unit.side != side or unit.at == OFF_MAP:
            continue
        supplied = bool(reached[board.index[unit.at]])
        if supplied != unit.supplied:
            change(game, unit_id, supplied=supplied)
        if not supplied:
            game.say(CutOff(rule="7.2", unit=unit_id))


@rule("7.3")
def recover(game: Game, side: str) -> None:
    """At the start of a player turn the side's disrupted counters recover."""
    for unit_id, unit in list(game.state.units.items()):
        if unit.side == side and unit.disrupted and unit.at != OFF_MAP:
            change(game, unit_id, disrupted=False)
            game.say(Rallied(rule="7.3", unit=unit_id))
