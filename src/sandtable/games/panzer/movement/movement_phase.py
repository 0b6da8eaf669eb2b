"""Chapters 4.5 and 6.6: the moves of a player."""

from __future__ import annotations

from sandtable.games.panzer.assault.dismount_attack import STORM, DismountAttack, storming_options, why_no_storming
from sandtable.games.panzer.command.columns import take_the_lead, waits_for_column
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.movement import dismounting, hull_down_search
from sandtable.games.panzer.movement.dismounting import Dismounting
from sandtable.games.panzer.movement.entering import set_out
from sandtable.games.panzer.movement.loading import DISMOUNT
from sandtable.games.panzer.movement.move import Move
from sandtable.games.panzer.movement.paces import may_crawl
from sandtable.games.panzer.movement.reach import course_of
from sandtable.games.panzer.movement.transport import is_halted, passengers_to_dismount
from sandtable.games.panzer.units import Game, command_chart, order, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule

DONE = Option("do:done", rule="4.5")


@rule("4.2.1", "4.5")
def must_move(game: Game, side: str) -> list[str]:
    """The units of a side with a command to move that they have not carried out."""
    chart, content = command_chart(game.content), game.content
    return [
        unit_id
        for unit_id, command in game.state.commands.items()
        if content.side_of[unit_id] == side and not command.moved and chart[command.order].moves
    ]


@rule("6.6.7.1.1/vehicle")
def may_dismount(game: Game, side: str) -> list[str]:
    """The passengers of a side who can get out of vehicles that do not move."""
    if game.content.game == "basic":
        return []
    riders = {unit.carrier for unit in game.state.units.values() if unit.carrier}
    halted = [each for each in riders if side_of(game, each) == side and is_halted(game, each)]
    return sorted(passenger for vehicle in halted for passenger in passengers_to_dismount(game, vehicle))


class MovementPhase(Phase, frozen=True):
    """A player carries out all his Move and Short Halt commands, one unit after another.

    Vehicles that do not move may let their passengers off.
    """

    side: str

    @rule("4.5", "4.5.1", "4.5.1.1", "6.2.1.1.3/roads", "6.6", "6.6.7.1.1/vehicle")
    def begin(self, game: Game) -> Decision | None:
        waiting, riding = must_move(game, self.side), may_dismount(game, self.side)
        if not waiting and not riding:
            game.finish()
            return None
        options = [Option(f"unit:{unit_id}", rule="4.5") for unit_id in waiting if not waits_for_column(game, unit_id)]
        options += [Option(f"{DISMOUNT}:{unit_id}", rule="6.6.7.1.1") for unit_id in riding]
        options += storming_options(game, riding, None)
        if not waiting:
            options.append(DONE)
        return Decision(self.side, "move-unit", "4.5", tuple(options))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind not in ("unit", DISMOUNT, STORM) or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) != self.side:
            return Refusal("refused.not-yours", "4.5", args)
        if choice.kind != "unit":
            barred = why_no_storming(game, choice.name) if choice.kind == STORM else None
            return barred or Refusal("refused.cannot-dismount", "6.6.7.1.1", args)
        if waits_for_column(game, choice.name):
            return Refusal("refused.behind-in-column", "6.2.1.1.3/roads", args)
        moved = game.state.commands[choice.name].moved
        return Refusal("refused.moved" if moved else "refused.no-move-command", "4.5", args)

    @rule("4.5", "4.5.1", "4.5.1.1.8", "6.6.7.1.1/vehicle")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Show the command and set out; a unit in Full Cover may crawl instead."""
        unit_id = choice.name
        if choice.kind == "do":
            game.finish()
            return
        if choice.kind in (DISMOUNT, STORM):
            game.push(Dismounting(unit=unit_id) if choice.kind == DISMOUNT else DismountAttack(unit=unit_id))
            return
        if not game.state.commands[unit_id].shown:
            game.say(Shown(rule="4.5", unit=unit_id, order=game.state.commands[unit_id].order))
        order(game, unit_id, shown=True, moved=True)
        take_the_lead(game, unit_id)
        step = "pace"
        if not may_crawl(game, unit_id):
            step = "start"
            set_out(game, unit_id)
        game.push(Move(step=step, course=course_of(game, unit_id), before=game.state.units[unit_id].at))


PROCEDURES: tuple[type[Procedure], ...] = (
    MovementPhase, Move, *dismounting.PROCEDURES, *hull_down_search.PROCEDURES,
)  # fmt: skip
