"""A12.14: concealed and hidden units that come to be known."""

from __future__ import annotations

from sandtable.games.asl.events.morale import Revealed, Vanished
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.units import Game, change
from sandtable.kernel import rule


@rule("A12.1", "A12.16")
def seen_by(game: Game, *unit_ids: str) -> tuple[str, ...] | None:
    """Who may see what units do: everybody, or their own side alone while one of them is concealed or hidden."""
    units = [game.state.units[name] for name in unit_ids if name in game.state.units]
    return (units[0].side,) if any(unit.concealed or unit.hidden for unit in units) else None


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
