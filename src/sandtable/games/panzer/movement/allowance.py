"""Chapters 3.7 and 4.5.1.1.1: how far a vehicle may move."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Command, Unit
from sandtable.games.panzer.tables.basic import MovementFile
from sandtable.games.panzer.units import Game, vehicle
from sandtable.kernel import of_content, rule

Hampering = Literal["short-halt", "damaged", "suppressed"]


class Allowance(NamedTuple):
    """The movement points of a vehicle: cross-country, along paths, along roads."""

    cross_country: int
    path: int
    road: int

    def halved(self) -> Allowance:
        """What is left of the points that are left once the vehicle is damaged on its way (4.4.3.2.6/damaged)."""
        return Allowance(*[points // 2 if points > 0 else points for points in self])


@of_content
def figures(content: Content) -> MovementFile:
    """What moving costs beside the terrain."""
    return content.table("movement", MovementFile)


@rule("3.7", "4.5.1.1.1", "4.4.3.2.6/damaged")
def allowance(game: Game, unit_id: str) -> Allowance:
    """The movement factor of a vehicle under its command and in its condition, fractions dropped, never below 1."""
    movement, divisor = vehicle(game, unit_id).movement, 1
    for name in hampered_by(game.state.units[unit_id], game.state.commands[unit_id]):
        divisor *= figures(game.content).reduced_by[name]
    least = figures(game.content).least
    return Allowance(
        *[max(least, points // divisor) for points in (movement.cross_country, movement.path, movement.road)]
    )


@rule("3.7", "4.5.1.1.1")
def hampered_by(unit: Unit, command: Command) -> list[Hampering]:
    """What divides the movement factor of a unit, one after another."""
    found: dict[Hampering, bool] = {"short-halt": command.order == "short-halt", "damaged": unit.damaged}
    return [name for name, holds in found.items() if holds]
