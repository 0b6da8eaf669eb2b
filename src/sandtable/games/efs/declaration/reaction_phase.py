"""Chapter 12: the Reaction Phase."""

from __future__ import annotations

from sandtable.games.efs.artillery.commit import CommitArtillery
from sandtable.games.efs.declaration.give_orders import GiveOrders
from sandtable.games.efs.declaration.reaction import React, may_react, reactors
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Refusal, rule

DONE = Option("do:done", rule="12.4")


class ReactionPhase(Phase, frozen=True):
    """B.3 and C.3: the side under attack moves in reaction (12.4), commits artillery (13.1), and gives orders (12.5).

    It is not pushed where nothing was declared (12.4).
    """

    side: str

    @rule("12.4", "12.41")
    def begin(self, game: Game) -> Decision | None:
        able = reactors(game, self.side)
        if not able:
            game.goto("support")
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="12.41") for unit_id in able)
        return Decision(self.side, "react", "12.4", (*options, DONE), default=DONE.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return may_react(game, choice.name) or Refusal("refused.nowhere-to-react", "12.43", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
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
