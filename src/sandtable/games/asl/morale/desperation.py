"""A10.62: broken units that come under Desperation Morale."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.events.morale import Desperate
from sandtable.games.asl.locations import adjacent_locations
from sandtable.games.asl.units import Game, change, is_armed, is_known, other, units_at
from sandtable.kernel import rule
from sandtable.mechanics.roster import units_of


@rule("A10.62")
def make_desperate(game: Game, unit_id: str, rule_id: str) -> None:
    """A broken unit comes under Desperation Morale."""
    unit = game.state.units[unit_id]
    if unit.broken and not unit.dm:
        change(game, unit_id, dm=True)
        game.say(Desperate(rule=rule_id, unit=unit_id))


@rule("A10.62")
def alarm_broken(game: Game, location: str, unit_ids: Sequence[str]) -> None:
    """Broken enemies beside whom a known armed unit has come are under Desperation Morale."""
    units = game.state.units
    movers = [units[name] for name in unit_ids if name in units]
    if not any(is_known(unit) and is_armed(unit) and not unit.broken for unit in movers):
        return
    alarm_beside(game, location, movers[0].side)


@rule("A10.62")
def alarm_beside(game: Game, location: str, side: str) -> None:
    """A known armed unit or vehicle of a side has come to a Location: broken enemies beside it are under DM."""
    units = game.state.units
    calm = {unit.at for unit in units_of(game, other(side)).values() if unit.broken and not unit.dm}
    for there in (location, *adjacent_locations(game, location)) if calm else ():
        for name in units_at(game, there) if there in calm else ():
            if units[name].broken and not units[name].dm and units[name].side != side:
                make_desperate(game, name, "A10.62")
