"""Chapter 4.6: the Adjustment Phase."""

from __future__ import annotations

from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule


@rule("4.6", "4.6.1")
def remove_commands(game: Game) -> None:
    """Show all commands that are still face down, and remove all of them.

    Those to fire or move have been carried out by now, so that only Overwatch and No Command are left.
    """
    for unit_id, command in game.state.commands.items():
        if not command.shown and command.order != "no-command":
            game.say(Shown(rule="4.6.1", unit=unit_id, order=command.order))
    game.reveal()
    game.state.commands = {}
