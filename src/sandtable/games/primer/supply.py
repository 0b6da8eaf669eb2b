"""Chapter 7: supply, and the recovery of disrupted counters."""

from __future__ import annotations

from sandtable.board import CLOSED, Tracer
from sandtable.games.primer.content import Content
from sandtable.games.primer.events import CutOff, Rallied
from sandtable.games.primer.state import other
from sandtable.games.primer.units import Game, barrier
from sandtable.kernel import of_content, rule
from sandtable.mechanics.roster import change, hexes_of, units_of

BARRED = bytes([0, *[CLOSED] * 255])
"""Whatever hinders a mover bars a line of supply."""


@of_content
def supply_lines(content: Content) -> Tracer:
    """What traces lines of supply: they go wherever a counter on foot can."""
    return Tracer(content.board.neighbours, b"\1" * len(content.board.neighbours))


@of_content
def impassable(content: Content) -> list[int]:
    """The hexes that not even a counter on foot can enter."""
    return [i for i, label in enumerate(content.board.labels) if content.terrain_at[label].foot is None]


@of_content
def sources(content: Content, side: str) -> list[int]:
    """The hexes to which the lines of a side lead."""
    return sorted(content.board.regions[content.scenario.supply[side]])


@rule("7.1")
def supplied_hexes(game: Game, side: str) -> bytes:
    """Every hex from which a side can trace a line of supply to its edge of the map.

    Enemy counters bar the line, and so do their zones of control where no friendly counter stands.
    """
    content = game.content
    barred = bytearray(barrier(game, other(side)).translate(BARRED))
    for label in hexes_of(game, side):
        barred[content.board.index[label]] = 0
    for i in impassable(content):
        barred[i] = CLOSED
    return supply_lines(content).reached(sources(content, side), barred, content.board.size)


@rule("7.1", "7.2")
def check(game: Game, side: str) -> None:
    """At the start of a player turn each counter of the side is in supply or not, until its next turn."""
    reached = supplied_hexes(game, side)
    index = game.content.board.index
    for unit_id, unit in units_of(game, side).items():
        supplied = bool(reached[index[unit.at]])
        if supplied != unit.supplied:
            change(game, unit_id, supplied=supplied)
        if not supplied:
            game.say(CutOff(rule="7.2", unit=unit_id))


@rule("7.3")
def recover(game: Game, side: str) -> None:
    """At the start of a player turn the side's disrupted counters recover."""
    for unit_id, unit in units_of(game, side).items():
        if unit.disrupted:
            change(game, unit_id, disrupted=False)
            game.say(Rallied(rule="7.3", unit=unit_id))
