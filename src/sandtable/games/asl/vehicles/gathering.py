"""D6.1, D9.31: men are picked one after the other who get onto a vehicle, off it, or go along with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sandtable.games.asl.units import Game
from sandtable.kernel import Choice, Decision, Option, Procedure


@cache
def unit_option(unit_id: str, rule_id: str) -> Option:
    return Option(f"unit:{unit_id}", rule=rule_id)


class Gathering(Procedure, frozen=True):
    """Men who do something together with a vehicle, as far as they have been picked."""

    vehicle: str
    chosen: tuple[str, ...] = ()

    def who(self, game: Game, prompt: str, rule_id: str, able: Sequence[str]) -> Decision:
        """Ask who joins those who have been picked, or whether they are all."""
        ready, cancel = Option("do:ready", rule=rule_id), Option("do:cancel", rule=rule_id)
        return Decision(
            game.state.vehicles[self.vehicle].side,
            prompt,
            rule_id,
            (*(unit_option(name, rule_id) for name in able), *((ready,) if self.chosen else ()), cancel),
            {"vehicle": self.vehicle},
            continues=True,
            gathers=ready.id,
            done=cancel.id,
            hand=self.chosen,
        )

    def gathered(self, game: Game, choice: Choice, what: str) -> None:
        """Somebody joins, or it is settled who does what together."""
        if choice.kind == "unit":
            game.goto("begin", chosen=(*self.chosen, choice.name))
        else:
            game.finish((what, self.chosen if choice.name == "ready" else ()))
