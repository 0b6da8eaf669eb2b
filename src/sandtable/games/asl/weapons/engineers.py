"""A23.3, A23.6, B27.11: what men can do in a fire phase instead of firing: throw or place charges, and dig."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.fire.marking import mark_used_up
from sandtable.games.asl.fire.pieces import may_fire
from sandtable.games.asl.locations import adjacent_locations
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.terrain.labor import entrench, may_entrench
from sandtable.games.asl.units import Game
from sandtable.games.asl.weapons.demolition import charges, place_charge, throw, throws
from sandtable.kernel import Action, Choice, Option, Refusal, rule

DIG = Option("do:entrench", rule="B27.11")


def _is_fresh(game: Game, unit_id: str) -> bool:
    """Whether a unit has neither fired nor done anything else in this phase; who waits with his fire has waited."""
    unit = game.state.units[unit_id]
    marks = ("", "opportunity") if game.state.phase == "advancing-fire" else ("",)
    return may_fire(game, unit_id) and not (unit.spent or unit.ti or unit.pinned or unit.fire not in marks)


def _mark(game: Game, unit_id: str) -> None:
    """A unit has used its fire."""
    if unit_id in game.state.units:
        mark_used_up(game, unit_id)


@rule("B27.11", "A3.2")
class Entrench(Action[Game, str]):
    """Try to dig a foxhole, instead of firing."""

    rule = "B27.11"
    ids = (DIG.id,)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        return (DIG,) if game.state.phase == "prep-fire" and may_entrench(game, subject) else ()

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.entrench", "B27.11", {"unit": subject})

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        aftermath = Aftermath()
        entrench(game, subject, aftermath)
        _mark(game, subject)
        game.finish()
        settle(game, aftermath)


@rule("A23.6")
class ThrowCharge(Action[Game, str]):
    """Throw a demolition charge into an ADJACENT Location."""

    rule = "A23.6"
    kinds = ("throw",)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        if not charges(game, (subject,)) or not _is_fresh(game, subject):
            return ()
        return [Option(f"throw:{place}", rule="A23.6", grave=True) for place in throws(game, subject)]

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.throw", "A23.6", {"unit": subject})

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        aftermath = Aftermath()
        throw(game, subject, choice.name, aftermath)
        _mark(game, subject)
        game.finish()
        settle(game, aftermath)


@rule("A23.3")
class PlaceInDefense(Action[Game, str]):
    """As the DEFENDER, place a demolition charge in an ADJACENT Location; it goes off at the end of the phase."""

    rule = "A23.3"
    kinds = ("charge",)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        if game.state.phase != "defensive-fire" or not charges(game, (subject,)) or not _is_fresh(game, subject):
            return ()
        places = adjacent_locations(game, game.state.units[subject].at)
        return [Option(f"charge:{place}", rule="A23.3") for place in places]

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        return Refusal("refused.throw", "A23.3", {"unit": subject})

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        place_charge(game, charges(game, (subject,))[0], choice.name)
        _mark(game, subject)
        game.finish()
