"""Chapter 13.5: while artillery supply is limited, defensive support draws on attack supply points."""

from __future__ import annotations

from collections import Counter

from sandtable.games.efs.content import chart
from sandtable.games.efs.events.combat import AmmunitionDrawn
from sandtable.games.efs.rolls import added, told
from sandtable.games.efs.state import Attack
from sandtable.games.efs.supply.attack_supply import in_reach
from sandtable.games.efs.supply.supply_units import spend_point, supply_units_of
from sandtable.games.efs.tables import LimitedArtilleryFile
from sandtable.games.efs.units import Game, side_of
from sandtable.kernel import rule


@rule("13.5", "13.51")
def is_limited(game: Game) -> bool:
    """Whether artillery supply is limited, as the weather has brought it about."""
    return game.state.weather.limited_artillery


@rule("13.52")
def points_for(game: Game, unit_id: str) -> list[str]:
    """The supply units on which a defending artillery unit can draw."""
    at = (game.state.units[unit_id].at,)
    own = supply_units_of(game, side_of(game, unit_id))
    return [supply_id for supply_id in own if in_reach(game, supply_id, at)]


@rule("13.53", "13.53/note-attacking-artillery")
def draw_points(game: Game, attack: Attack) -> None:
    """Roll for every supply unit on which the artillery of a defence draws: its point is kept or spent.

    Attacking artillery has been given its points already.
    """
    if not is_limited(game):
        return
    file = game.content.table("limited-artillery", LimitedArtilleryFile)
    rows = chart(game.content, "limited-artillery", LimitedArtilleryFile)
    for supply_id, guns in Counter(attack.support_supply).items():
        holds = {"each-further-unit": guns - 1, "snow": int(game.state.weather.kind == "snow")}
        found = {name: file.modifiers[name] * times for name, times in holds.items() if times}
        modifier = sum(found.values())
        roll = game.roll(file.die, "ammunition", "13.53", bands=rows.bands(modifier))
        result = rows.entry(roll + modifier)
        lines = told(added("ammunition", found, "13.53"), modifier, roll, "13.53")
        game.say(
            AmmunitionDrawn(rule="13.53", unit=supply_id, guns=guns, modifier=modifier, result=result, lines=lines)
        )
        if result == "spent":
            spend_point(game, supply_id)
