"""Chapters 4.4.3.2.2, 6.5.4.3 and 6.6.1.1.2: the owner of a vehicle may show that it moves, to claim the modifier."""

from __future__ import annotations

from sandtable.games.panzer.events import Claimed
from sandtable.games.panzer.units import Game, command_chart, order, side_of, vehicles
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule


class ClaimMove(Procedure, frozen=True):
    """The owner of a vehicle is asked whatever its command is, which tells nothing; one that is known is not asked for.

    A command that is shown lies face down again afterwards, since it has not been carried out.
    """

    unit: str
    by: str
    """The rule of the modifier."""

    @rule("4.4.3.2.2/target-moving", "6.5.4.3/target-moving", "6.6.1.1.2/moving-vehicle")
    def begin(self, game: Game) -> Decision | None:
        command = game.state.commands.get(self.unit)
        if command is None or command.shown or command.known or self.unit not in vehicles(game.content):
            game.finish()
            return None
        moves = command_chart(game.content)[command.order].moves
        answers = ("reveal", "decline") if moves else ("decline",)
        options = tuple(Option(f"do:{name}", rule=self.by) for name in answers)
        args = {"unit": self.unit, "hex": game.state.units[self.unit].at}
        return Decision(side_of(game, self.unit), "claim", self.by, options, args, default="do:decline")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice != Choice("do", "reveal"):
            return None
        return Refusal("refused.does-not-move", self.by, {"unit": self.unit})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "reveal":
            command = order(game, self.unit, known=True)
            game.say(Claimed(rule=self.by, unit=self.unit, order=command.order))
            game.reveal()
        game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (ClaimMove,)
