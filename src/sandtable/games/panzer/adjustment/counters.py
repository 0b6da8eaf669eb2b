"""Chapters 4.6.1 and 6.8.4: the Adjust/Remove Counters Step."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.events import AllShown
from sandtable.games.panzer.indirect.smoke import adjust_smoke
from sandtable.games.panzer.movement.paces import end_crawls
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import rule


@rule("4.6", "4.6.1", "6.8.4")
def adjust_counters(game: Game) -> None:
    """Commands, smoke, suppressions and what only this turn has seen."""
    remove_commands(game)
    adjust_smoke(game)
    end_crawls(game)
    turn_suppressions(game)


@rule("4.6", "4.6.1")
def remove_commands(game: Game) -> None:
    """Show all commands that are still face down, and remove all of them.

    Those to fire or move have been carried out by now, so that only Overwatch and No Command are left.
    """
    left: dict[tuple[str, str], list[str]] = {}
    for unit_id, command in game.state.commands.items():
        if not command.shown and command.order != "no-command":
            left.setdefault((side_of(game, unit_id), command.order), []).append(unit_id)
    for (side, order), units in left.items():
        game.say(AllShown(rule="4.6.1", side=side, order=order, units=tuple(units)))
    game.reveal()
    game.state.commands = {}


@rule("6.8.4", "5.10")
def turn_suppressions(game: Game) -> None:
    """Remove Under Fire counters, and turn every Suppression/ON counter to OFF."""
    state = game.state
    for unit_id, unit in state.units.items():
        if unit.under_fire or unit.suppressed == "on":
            shaken = "off" if unit.suppressed else ""
            state.units[unit_id] = replace(unit, under_fire=False, suppressed=shaken)
    for plane_id, plane in state.aircraft.items():
        if plane.suppressed == "on":
            state.aircraft[plane_id] = replace(plane, suppressed="off")
