"""Chapters 13.2/1 and 14: movement actions, as the activation offers and begins them."""

from __future__ import annotations

from sandtable.games.gts.arnhem import boats, withdrawal
from sandtable.games.gts.engineers.works import ENTRENCHED
from sandtable.games.gts.movement import (
    column_and_transport,
    course_of_move,
    emergency_displacement,
    planned_path,
    refusals,
    stack_checks,
    walking,
)
from sandtable.games.gts.movement.course_of_move import fresh_move
from sandtable.games.gts.movement.reach import Start, can_march
from sandtable.games.gts.sequence.unit_action import UnitAction, Units
from sandtable.games.gts.units import Game
from sandtable.kernel import Choice, Option, Preview, Procedure, Refusal, rule

EMERGENCY = Option("do:emergency", rule="14.11")
BREAK = Option(f"do:{column_and_transport.DROP}", rule="14.6")
COMMANDS = (
    *(activity for activity in column_and_transport.ACTIVITIES if activity != column_and_transport.DROP),
    "forced-march",
    "emergency",
    *boats.CROSSINGS,
)
"""What begins a movement action; a column broken at the price of a cohesion hit is no action (14.6)."""

PROCEDURES: tuple[type[Procedure], ...] = (
    *course_of_move.PROCEDURES, *walking.PROCEDURES, *emergency_displacement.PROCEDURES, *stack_checks.PROCEDURES,
    *boats.PROCEDURES, *withdrawal.PROCEDURES,
)  # fmt: skip


class MovementAction(UnitAction):
    """Go somewhere, or do what else counts as a movement action."""

    name = "move"
    kinds = ("hex",)
    ids = tuple(f"do:{name}" for name in COMMANDS)

    @rule("13.2/1", "14.2", "14.4", "14.7", "19.2.2/effects", "29.33")
    def offers(self, game: Game, units: Units) -> list[Option]:
        """What units may be told to do in a movement action: where to go, and what else counts as one."""
        known = game.state.units
        if len(units) == 1:
            if known[units[0]].suppressed:
                return []
            return _alone(game, units[0]) + boats.options(game, units[0])
        if any(known[unit_id].suppressed for unit_id in units):
            return []
        if not all(can_march(game, unit_id) and known[unit_id].works != ENTRENCHED for unit_id in units):
            return []
        return fresh_move(game, units).options(game)

    def refuse(self, game: Game, units: Units, choice: Choice) -> Refusal | None:
        """Why units may not be told to do something in a movement action."""
        if choice.kind == "do" and choice.name in boats.CROSSINGS:
            return boats.refuse(game, units, choice.name)
        move = fresh_move(game, units)
        return refusals.refuse(game, Start(units, move.left, "", fresh=True), choice, columned=False)

    def preview(self, game: Game, units: Units, choice: Choice) -> Preview | None:
        """The way of a move with what each hex costs, or the sum of the check that is asked for."""
        if choice == ("do", "emergency"):
            return emergency_displacement.displacement_check(units[0]).begin_preview(game, choice)
        if choice.kind == "do" and choice.name in boats.CROSSINGS:
            return boats.preview(game, units[0], choice.name)
        move = fresh_move(game, units)
        return (
            planned_path.show(game, move.start(), choice.name)
            if choice.kind == "hex"
            else move.pick_preview(game, choice)
        )

    def start(self, game: Game, units: Units, choice: Choice) -> None:
        """Begin the movement action."""
        if choice == ("do", "emergency"):
            game.push(emergency_displacement.Displace(unit=units[0]))
            return
        if choice.kind == "do" and choice.name in boats.CROSSINGS:
            game.push(boats.Embark(unit=units[0], by_boat=choice.name == boats.ROW))
            return
        move = fresh_move(game, units)
        game.push(move)
        move.pick_chosen(game, choice)


@rule("14.6", "14.10.2", "22.3.3")
def _alone(game: Game, unit_id: str) -> list[Option]:
    """What a unit by itself may do: it may also mount, and enter or leave an entrenchment."""
    if not can_march(game, unit_id):
        return _without_marching(game, unit_id)
    if game.state.units[unit_id].works == ENTRENCHED:
        return column_and_transport.whole_actions(game, unit_id)
    move = fresh_move(game, (unit_id,))
    activities = [option for option in move.activities(game) if option.id != BREAK.id]
    return planned_path.ends(game, move.start()) + activities + column_and_transport.whole_actions(game, unit_id)


@rule("14.4", "14.10.2", "14.11")
def _without_marching(game: Game, unit_id: str) -> list[Option]:
    """A unit without a movement allowance can mount if it has vehicles; one with a star may be displaced."""
    options = [
        option for option in column_and_transport.whole_actions(game, unit_id) if option.id.startswith("do:mount")
    ]
    if any(emergency_displacement.possible(game, unit_id)):
        options.append(EMERGENCY)
    return options
