"""Chapter 5.10: suppression."""

from __future__ import annotations

from sandtable.games.panzer.fire_events import Suppressed
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.roster import change


@rule("5.10")
def is_suppressed(game: Game, unit_id: str) -> bool:
    """Whether a unit is suppressed; ON and OFF have the same effects."""
    return game.state.units[unit_id].suppressed != ""


@rule("5.10")
def suppress(game: Game, unit_id: str, rule_id: str) -> bool:
    """Put a Suppression/ON counter on a unit, or turn an OFF to ON; further ones add nothing. Says whether one did."""
    if game.state.units[unit_id].suppressed == "on":
        return False
    change(game, unit_id, suppressed="on")
    game.say(Suppressed(rule=rule_id, unit=unit_id))
    return True
