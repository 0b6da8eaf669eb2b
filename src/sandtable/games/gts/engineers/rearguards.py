"""Chapter 24: the action by which a rearguard is taken in again."""

from __future__ import annotations

from sandtable.games.gts.events.engineers import RearguardRemoved
from sandtable.games.gts.units import Game, counter
from sandtable.kernel import Choice, Option, Preview, Procedure, Refusal, rule

REMOVE = Option("do:remove-rearguard", rule="24.4")


@rule("13.2/6", "24.4")
def offers(game: Game, units: tuple[str, ...]) -> list[Option]:
    """A rearguard can be removed by an action of its own."""
    for unit_id in units:
        if not counter(game, unit_id).rearguard or game.state.units[unit_id].suppressed:
            return []
    return [REMOVE]


def takes(game: Game, choice: Choice) -> bool:
    return choice == ("do", "remove-rearguard")


@rule("13.2/6", "24.4", "24.5")
def start(game: Game, units: tuple[str, ...], choice: Choice) -> None:
    """Take the rearguards off the map; their counters can be used again."""
    for unit_id in units:
        unit = game.state.units.pop(unit_id)
        game.state.acted.pop(unit_id, None)
        game.say(RearguardRemoved(rule="24.4", unit=unit_id, at=unit.at))


def refuse(game: Game, units: tuple[str, ...], choice: Choice) -> Refusal | None:
    if all(counter(game, unit_id).rearguard for unit_id in units):
        return Refusal("refused.suppressed", "19.2.2/effects", {"unit": units[0]})
    return Refusal("refused.no-rearguard", "24.4", {"unit": units[0]})


def preview(game: Game, units: tuple[str, ...], choice: Choice) -> Preview | None:
    return None


PROCEDURES: tuple[type[Procedure], ...] = ()
