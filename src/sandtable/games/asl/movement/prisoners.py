"""A20.5: what those who move or advance may do with their prisoners: leave them behind, or hand them on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sandtable.games.asl.morale.guards import let_go, prisoners_of
from sandtable.games.asl.movement.move import is_in_bypass
from sandtable.games.asl.movement.moves import MoveBase
from sandtable.games.asl.units import Game
from sandtable.kernel import Action, Choice, Option, rule


@cache
def free_option(unit_id: str) -> Option:
    return Option(f"free:{unit_id}", rule="A20.5")


@cache
def prisoner_option(unit_id: str) -> Option:
    return Option(f"prisoner:{unit_id}", rule="A20.5")


def held(game: Game, unit_ids: Sequence[str]) -> list[str]:
    """The prisoners of a stack."""
    return [name for guard in unit_ids for name in prisoners_of(game, guard)]


@rule("A20.5")
class LeavePrisoner(Action[Game, MoveBase]):
    """Leave a prisoner behind, at no cost: he is free."""

    rule = "A20.5"
    kinds = ("free",)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if is_in_bypass(game, subject):
            return ()
        return [free_option(name) for name in held(game, subject.units)]

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        let_go(game, choice.name)
        game.goto("begin")
