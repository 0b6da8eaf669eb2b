"""Chapter 12: the Reaction Phase."""

from __future__ import annotations

from sandtable.games.efs.artillery.commit import CommitArtillery
from sandtable.games.efs.declaration.attackers import declared
from sandtable.games.efs.declaration.give_orders import GiveOrders
from sandtable.games.efs.declaration.reaction import React, may_react, reactors
from sandtable.games.efs.supply.depots import REDUCE, ReduceDump, reducible
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule

DONE = Option("do:done", rule="12.4")


@rule("6.48d", "16.46d")
def attacked_dumps(game: Game, side: str) -> list[str]:
    """The dumps of a side in hexes on which attacks are declared that it could reduce."""
    return [name for name in reducible(game, side) if game.state.supplies[name].at in declared(game)]


class ReactionPhase(Phase, frozen=True):
    """B.3 and C.3: the side under attack moves in reaction (12.4), commits artillery (13.1), and gives orders (12.5).

    It is not pushed where nothing was declared (12.4). Dumps that are attacked may be reduced in it: what is mobile
    retreats with the units of its hex (the ruling on 6.48d).
    """

    side: str

    @rule("6.48d", "12.4", "12.41")
    def begin(self, game: Game) -> Decision | None:
        able, dumps = reactors(game, self.side), attacked_dumps(game, self.side)
        if not able and not dumps:
            game.goto("support")
            return None
        options = [Option(f"unit:{unit_id}", rule="12.41") for unit_id in able]
        options += [REDUCE] if dumps else []
        prompt, by = ("react", "12.4") if able else ("reduce-attacked", "6.48d")
        return Decision(self.side, prompt, by, (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice == Choice.of(REDUCE.id):
            return Refusal("refused.nothing-to-reduce", "6.48d")
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return may_react(game, choice.name) or Refusal("refused.nowhere-to-react", "12.43", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(REDUCE.id):
            game.push(ReduceDump(side=self.side, hexes=tuple(sorted(declared(game)))))
        elif choice.kind == "do":
            game.goto("support")
        else:
            game.push(React(side=self.side, unit=choice.name))

    @rule("12.52", "13.1")
    def support(self, game: Game) -> None:
        """The defender commits artillery; then he gives orders."""
        game.goto("orders")
        game.push(CommitArtillery(side=self.side))

    @rule("12.52")
    def orders(self, game: Game) -> None:
        """After artillery support the defender gives his orders."""
        game.goto("close")
        game.push(GiveOrders(side=self.side))

    def close(self, game: Game) -> None:
        game.finish()
