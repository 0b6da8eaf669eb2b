"""Chapter 6.5: Axis Fuel Shortage."""

from __future__ import annotations

from sandtable.games.efs.content import chart
from sandtable.games.efs.rolls import added, told
from sandtable.games.efs.state import AXIS, SOVIET
from sandtable.games.efs.supply.routes import within_loc
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.tables import FuelFile
from sandtable.games.efs.units import Game, is_motorized, printed
from sandtable.games.efs.weather.conditions import is_frozen
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.roster import change, units_in, units_of

FAILS = "fails"


@rule("6.5", "6.51", "6.52")
def check_groups(game: Game) -> None:
    """At the end of the Supply Status Phase every group with a unit out of supply is checked, unless a card forbids."""
    card = game.content.card
    for division in card.fuel_groups:
        members = members_on_map(game, division)
        short = any(game.state.units[unit_id].supply == "out" for unit_id in members)
        game.state.fuel_turns[division] = game.state.fuel_turns.get(division, 0) + 1 if short else 0
        if short and "fuel-shortage" not in card.without:
            check(game, division, members)


@rule("6.51", "6.54e")
def members_on_map(game: Game, division: str) -> list[str]:
    """The units of a group on the map but for those that came onto it in this turn, from the Active box or otherwise:
    they are not affected.
    """
    there = [unit_id for unit_id, unit in units_of(game, AXIS).items() if not unit.entered]
    return [unit_id for unit_id in there if printed(game, unit_id).division == division]


@rule("6.53", "6.54c", "6.54f")
def check(game: Game, division: str, members: list[str]) -> None:
    """Roll for a group: if it fails, all its units have Fuel Shortage for the turn, whatever their own supply."""
    file = game.content.table("fuel-shortage", FuelFile)
    low, high = file.limits
    found = modifiers(game, division, members)
    modifier = min(max(sum(found.values()), low), high)
    rows = chart(game.content, "fuel-shortage", FuelFile)
    roll = game.roll(file.die, "fuel-shortage", "6.53", bands=rows.bands(modifier))
    result = rows.entry(roll + modifier)
    limited = Line("fuel-modifier", f"{modifier:+d}", "6.53")
    lines = told((*added("fuel", found, "6.53"), limited), modifier, roll, "6.53")
    game.say(
        Resolved(
            rule="6.53", what="fuel", result=f"fuel-{result}", lines=lines, subject=division,
            favours=SOVIET if result == FAILS else AXIS,
        )
    )  # fmt: skip
    if result == FAILS:
        for unit_id in (*members, *attached(game, members)):
            change(game, unit_id, fuel_shortage=True)


@rule("6.53")
def modifiers(game: Game, division: str, members: list[str]) -> dict[str, int]:
    """What is added to the roll, by name."""
    values, units = game.content.table("fuel-shortage", FuelFile).modifiers, game.state.units
    turns = game.state.fuel_turns[division]
    near = within_loc(game, AXIS, [game.state.supplies[name].at for name in supply_units_of(game, AXIS)])
    holds = {
        "mud-or-snow": game.state.weather.kind in ("mud", "snow"),
        "frozen": is_frozen(game),
        "whole-group": all(units[unit_id].supply == "out" for unit_id in members),
        "second-turn": turns == 2,
        "third-turn": turns > 2,
        "supply-unit-near": any(units[unit_id].at in near for unit_id in members),
    }
    return {name: values[name] for name, so in holds.items() if so}


@rule("6.55")
def attached(game: Game, members: list[str]) -> list[str]:
    """Motorized units of no division that stand with units of a group that failed."""
    hexes = dict.fromkeys(game.state.units[unit_id].at for unit_id in members)
    there = [unit_id for label in hexes for unit_id in units_in(game, label)]
    return [unit_id for unit_id in there if not printed(game, unit_id).division and is_motorized(game, unit_id)]
