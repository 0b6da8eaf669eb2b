"""Chapters 4.5 and 6.6: the moves of a player."""

from __future__ import annotations

from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.movement.move import Move
from sandtable.games.panzer.movement.reach import course_of
from sandtable.games.panzer.units import Game, command_chart, mark, order, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule


@rule("4.2.1", "4.5")
def must_move(game: Game, side: str) -> list[str]:
    """The units of a side with a command to move that they have not carried out."""
    chart, content = command_chart(game.content), game.content
    return [
        unit_id
        for unit_id, command in game.state.commands.items()
        if content.side_of[unit_id] == side and not command.moved and chart[command.order].moves
    ]


class MovementPhase(Phase, frozen=True):
    """A player carries out all his Move and Short Halt commands, one unit after another."""

    side: str

    @rule("4.5", "4.5.1", "4.5.1.1")
    def begin(self, game: Game) -> Decision | None:
        waiting = must_move(game, self.side)
        if not waiting:
            game.finish()
            return None
        options = tuple([Option(f"unit:{unit_id}", rule="4.5") for unit_id in waiting])
        return Decision(self.side, "move-unit", "4.5", options)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        args = {"unit": choice.name}
        if side_of(game, choice.name) != self.side:
            return Refusal("refused.not-yours", "4.5", args)
        moved = game.state.commands[choice.name].moved
        return Refusal("refused.moved" if moved else "refused.no-move-command", "4.5", args)

    @rule("3.4", "4.5", "4.5.1", "4.5.1.1.8")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Show the command; from now on the vehicle counts as moving and is marked as such, even if it stays."""
        unit_id = choice.name
        if not game.state.commands[unit_id].shown:
            game.say(Shown(rule="4.5", unit=unit_id, order=game.state.commands[unit_id].order))
        order(game, unit_id, shown=True, moved=True)
        mark(game, unit_id, "move")
        game.push(Move(step="start", course=course_of(game, unit_id), before=game.state.units[unit_id].at))


PROCEDURES: tuple[type[Procedure], ...] = (MovementPhase, Move)
