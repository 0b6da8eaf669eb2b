"""Chapter 16.2: step losses, and where units go that have none left."""

from __future__ import annotations

from sandtable.games.efs import control, victory
from sandtable.games.efs.events import Reduced
from sandtable.games.efs.state import Box
from sandtable.games.efs.units import Game, is_headquarters, take_off
from sandtable.kernel import rule
from sandtable.mechanics.roster import change


@rule("3.5", "3.11/hexes", "3.52a", "16.22", "16.23")
def lose_steps(game: Game, unit_id: str, steps: int, rule_id: str, box: Box = "cadre") -> None:
    """Take steps from a unit; one that has none left goes to a box, the Cadre box unless a rule names another. Who
    controls what it no longer does is settled at once.
    """
    had = game.state.units[unit_id].steps
    left, lost = had - steps, min(steps, had)
    victory.steps_lost(game, unit_id, lost)
    if left > 0:
        change(game, unit_id, steps=left)
        game.say(Reduced(rule=rule_id, unit=unit_id, steps=steps, left=left))
    else:
        if is_headquarters(game, unit_id):
            victory.headquarters_lost(game)
        take_off(game, unit_id, box, rule_id, lost)
    control.settle(game)


@rule("16.23", "24.41")
def eliminate(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a unit with all its steps to the Eliminated box."""
    lose_steps(game, unit_id, game.state.units[unit_id].steps, rule_id, "eliminated")
