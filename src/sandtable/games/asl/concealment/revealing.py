"""A12.14: concealed and hidden units that come to be known."""

from __future__ import annotations

from sandtable.games.asl.events.morale import Revealed, Vanished
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.units import Game, change
from sandtable.kernel import rule


@rule("A12.14")
def reveal_unit(game: Game, unit_id: str, rule_id: str = "A12.14") -> None:
    """A unit is known from now on; a dummy is taken off the map."""
    unit = game.state.units[unit_id]
    if not unit.concealed and not unit.hidden:
        return
    game.reveal()
    if unit.kind == DUMMY:
        del game.state.units[unit_id]
        game.say(Vanished(rule=rule_id, at=unit.at))
        return
    change(game, unit_id, concealed=False, hidden=False)
    game.say(Revealed(rule=rule_id, unit=unit_id, at=unit.at))
