"""A23.3, A23.6, B27.11: what men can do in a fire phase instead of firing: throw or place charges, and dig."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.fire.marking import mark_used_up
from sandtable.games.asl.fire.pieces import may_fire
from sandtable.games.asl.locations import adjacent_locations
from sandtable.games.asl.morale.casualties import Aftermath, those_left
from sandtable.games.asl.reasons import Reason, first_of
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.tables.sequence import PhaseId
from sandtable.games.asl.terrain.hexes import is_entrenched
from sandtable.games.asl.terrain.labor import entrench, may_entrench
from sandtable.games.asl.units import Game, is_mmc
from sandtable.games.asl.weapons.demolition import charges, place_charge, throw, throws
from sandtable.kernel import Action, Choice, Option, Refusal, rule

DIG = Option("do:entrench", rule="B27.11")


def _is_fresh(game: Game, unit_id: str) -> bool:
    """Whether a unit has neither fired nor done anything else in this phase; who waits with his fire has waited."""
    unit = game.state.units[unit_id]
    marks = ("", "opportunity") if game.state.phase == "advancing-fire" else ("",)
    return may_fire(game, unit_id) and not (unit.spent or unit.ti or unit.pinned or unit.fire not in marks)


@rule("A3.2", "A3.4", "A7.8")
def bars_acting(game: Game, unit_id: str, *phases: PhaseId, pinned: bool = True) -> tuple[Reason, ...]:
    """What keeps a unit from doing something instead of firing that is done in some phases, and maybe not by pinned
    men."""
    unit, phase = game.state.units[unit_id], game.state.phase
    marks = ("", "opportunity") if phase == "advancing-fire" else ("",)
    return (
        (phase not in phases, "other-phase", "A3/turn"),
        (pinned and unit.pinned, "pinned", "A7.8"),
        (unit.ti, "immobilized", "A3.2"),
        (bool(unit.spent) or unit.fire not in marks, "has-fired", "A7.35"),
        (not may_fire(game, unit_id), "not-good-order", "A.7"),
    )


def _mark(game: Game, unit_id: str) -> None:
    """A unit has used its fire, or what its own charge has left of it."""
    for name in those_left(game, (unit_id,)):
        mark_used_up(game, name)


@rule("B27.11", "A3.2")
class Entrench(Action[Game, str]):
    """Try to dig a foxhole, instead of firing."""

    rule = "B27.11"
    ids = (DIG.id,)

    def offers(self, game: Game, subject: str) -> Sequence[Option]:
        return (DIG,) if game.state.phase == "prep-fire" and may_entrench(game, subject) else ()

    def refuse(self, game: Game, subject: str, choice: Choice) -> Refusal | None:
        unit = game.state.units[subject]
        reasons = (
            (not is_mmc(game.content, unit), "not-mmc", "B27.11"),
            *bars_acting(game, subject, "prep-fire"),
            (is_entrenched(unit), "dug-in", "B27.11"),
            (True, "no-digging-there", "B27.11"),
        )
        return first_of(reasons, unit=subject)

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
        reasons = (
            (not charges(game, (subject,)), "no-charge", "A23.1"),
            *bars_acting(game, subject, "prep-fire", "defensive-fire", "advancing-fire"),
            (True, "charge-not-there", "A23.6"),
        )
        return first_of(reasons, unit=subject)

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
        reasons = (
            (not charges(game, (subject,)), "no-charge", "A23.1"),
            *bars_acting(game, subject, "defensive-fire"),
            (True, "charge-not-there", "A23.3"),
        )
        return first_of(reasons, unit=subject)

    def start(self, game: Game, subject: str, choice: Choice) -> None:
        place_charge(game, charges(game, (subject,))[0], choice.name)
        _mark(game, subject)
        game.finish()
