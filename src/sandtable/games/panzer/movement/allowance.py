"""Chapters 3.7, 4.5.1.1.1, 6.6.2 and 6.6.4.1: how far a unit may move."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.games.panzer.cards import Leg, LegMovement, Towed
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Command, Unit
from sandtable.games.panzer.tables.basic import MovementFile
from sandtable.games.panzer.units import Game, card_now, card_of, vehicles
from sandtable.kernel import of_content, rule

Hampering = Literal["short-halt", "damaged", "suppressed"]


class Allowance(NamedTuple):
    """The movement points of a unit: cross-country, along paths, along roads."""

    cross_country: int
    path: int
    road: int

    def halved(self) -> Allowance:
        """What is left of the points that are left once the unit is hampered on its way (4.4.3.2.6/damaged, 6.6.2)."""
        return Allowance(*[points // 2 if points > 0 else points for points in self])


SPENT = Allowance(0, 0, 0)


@of_content
def figures(content: Content) -> MovementFile:
    """What moving costs beside the terrain."""
    return content.table("movement", MovementFile)


@rule("3.7", "4.5.1.1.1", "4.4.3.2.6/damaged", "5.12", "6.6.2", "6.6.4.1")
def allowance(game: Game, unit_id: str) -> Allowance:
    """The movement factor of a unit under its command and in its condition, fractions dropped, never below 1."""
    divisor = 1
    for name in hampered_by(game.state.units[unit_id], game.state.commands[unit_id]):
        divisor *= figures(game.content).reduced_by[name]
    least = figures(game.content).least
    return Allowance(*[max(least, points // divisor) if points else 0 for points in _printed(game, unit_id)])


def _printed(game: Game, unit_id: str) -> tuple[int, int, int]:
    """The factors of the card; guns are pushed a hex at most, and men on foot have none for paths and roads."""
    card = vehicles(game.content).get(unit_id)
    if card is not None:
        return card.movement.cross_country, card.movement.path, card.movement.road
    movement = leg_movement(game, unit_id)
    if isinstance(card_of(game, unit_id), Towed):
        return min(movement.cross_country, figures(game.content).manhandled), 0, 0
    return movement.cross_country, movement.path, movement.road


@rule("6.6.4.1", "6.6.5")
def leg_movement(game: Game, unit_id: str) -> LegMovement:
    """The movement factor of a leg or towed unit as its card has it."""
    card = game.content.card(card_now(game, unit_id))
    assert isinstance(card, Leg | Towed)
    return card.movement


@rule("3.7", "4.5.1.1.1", "6.6.2")
def hampered_by(unit: Unit, command: Command) -> list[Hampering]:
    """What divides the movement factor of a unit, one after another."""
    found: list[Hampering] = ["short-halt"] if command.order == "short-halt" else []
    return found + harmed_by(unit)


@rule("3.7", "6.6.2")
def harmed_by(unit: Unit) -> list[Hampering]:
    """What fire has done to a unit that divides its movement factor."""
    found: dict[Hampering, bool] = {"damaged": unit.damaged, "suppressed": unit.suppressed != ""}
    return [name for name, holds in found.items() if holds]
