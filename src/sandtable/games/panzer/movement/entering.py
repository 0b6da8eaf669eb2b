"""Chapters 4.5.1.1, 6.6.2 and 6.6.6: a unit sets out, enters hexes, and comes under fire there."""

from __future__ import annotations

from sandtable.games.panzer.combat.losses import leave_works
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.command.columns import lead_on
from sandtable.games.panzer.indirect.barrage_movement import barrage_hexes, barrages_on_mover
from sandtable.games.panzer.movement.allowance import Hampering
from sandtable.games.panzer.movement.costs import places_for, standing
from sandtable.games.panzer.movement.entrenchments import crush_wire
from sandtable.games.panzer.movement.reach import Course, direction_to, entered, step_cost
from sandtable.games.panzer.movement.transport import transports
from sandtable.games.panzer.units import Game, mark
from sandtable.kernel import rule
from sandtable.mechanics.roster import change


@rule("6.6.6")
def is_shelled(game: Game, unit_id: str) -> bool:
    """Whether a barrage strikes a unit that has just come into its hex."""
    at = game.state.units[unit_id].at
    return at in barrage_hexes(game) and bool(barrages_on_mover(game, unit_id, at))


@rule("3.3", "4.5.1.1", "6.2.1.1.3/roads")
def step_into(game: Game, course: Course, place: int) -> Course:
    """Enter the next hex, forward with the facing turned to it or in reverse, and pay for it."""
    content = game.content
    to, board = standing(places_for(content, course.mode), place), content.board
    after = entered(game, course, place, step_cost(game, course, place))
    at = board.index[game.state.units[course.unit].at]
    facing = direction_to(content, at, to.hex) if to.facing < 0 else to.facing
    put(game, course.unit, board.labels[to.hex], facing)
    lead_on(game, course.unit, board.labels[to.hex])
    return after


@rule("4.5.1.1", "6.1.4.3.1", "6.1.4.3.6", "6.1.4.3.7", "6.1.4.3.11", "6.6.7")
def put(game: Game, unit_id: str, label: str, facing: int) -> None:
    """Put a unit into another hex, with its passengers: it leaves its position and crushes wire."""
    if game.content.game == "basic":
        change(game, unit_id, at=label, facing=facing)
        return
    leave_works(game, unit_id)
    change(game, unit_id, at=label, facing=facing, indoors=False, floor=0)
    if unit_id in transports(game.content):
        for passenger in passengers_of(game, unit_id):
            change(game, passenger, at=label, facing=facing)
    crush_wire(game, unit_id)


@rule("3.4", "4.5", "4.5.1", "6.1.4.2", "6.6.9")
def set_out(game: Game, unit_id: str) -> None:
    """From now on a unit counts as moving and is marked as such, even if it stays; it is hidden no more."""
    mark(game, unit_id, "move")
    unit = game.state.units[unit_id]
    if unit.full_cover or unit.hull_down:
        change(game, unit_id, full_cover=False, hull_down="", hull_down_in_reverse=False)


@rule("4.4.3.2.6/damaged", "6.6.2")
def hampered(course: Course, before: tuple[Hampering, ...], now: list[Hampering]) -> Course:
    """What is left of a move after fire: damage and suppression halve it, each once."""
    for name in now:
        if name not in before:
            course = course._replace(left=course.left.halved())
    return course
