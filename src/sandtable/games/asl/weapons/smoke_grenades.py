"""A24.1, A24.31: smoke grenades, placed by squads while they move."""

from __future__ import annotations

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.movement import SmokeFailed, SmokePlaced
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.fire.results import suffer_phosphorus
from sandtable.games.asl.locations import adjacent_locations, elevation, hex_of, parts_of, printed_locations
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.state import Smoke as Cloud
from sandtable.games.asl.tables.morale import Nationality
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.units import Game, is_dummy, is_good_order, is_squad, printed, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.kernel import rule


@rule("A24.1", "H1.22", "E3.5")
def may_try(game: Game, unit_id: str) -> bool:
    """Whether a unit may try to place smoke: a Good Order squad with an exponent, not in a cellar or in rain."""
    unit = game.state.units[unit_id]
    if is_dummy(unit) or not is_squad(game.content, unit) or not is_good_order(game, unit) or unit.pinned:
        return False
    return printed(game, unit_id).smoke > 0 and parts_of(unit.at).floor >= 0 and not is_raining(game)


def is_raining(game: Game) -> bool:
    return game.state.weather in ("rain", "heavy-rain")


@rule("A24.1")
def targets(game: Game, unit_id: str) -> dict[str, int]:
    """The Locations in which a squad could place smoke, with what each costs: its own, and ADJACENT ones not higher."""
    figures = game.content.table("smoke", Smoke).grenades
    here = game.state.units[unit_id].at
    level = elevation(game.content, here)
    found = {here: figures.own}
    for there in adjacent_locations(game, here):
        if parts_of(there).floor >= 0 and level - 1 <= elevation(game.content, there) <= level:
            found[there] = figures.adjacent
    burning = {hex_of(place) for place in game.state.blazes}
    return {place: cost for place, cost in found.items() if hex_of(place) not in burning}


@rule("A24.1", "A25.1", "A25.4")
def has_phosphorus(game: Game, unit_id: str) -> bool:
    """Whether a squad has WP among its grenades."""
    side = printed(game, unit_id).side
    return game.content.table("nationality", Nationality).nations[side].white_phosphorus


@rule("A24.1", "A4.51")
def roll_for_smoke(game: Game, unit_id: str, place: str, wp: bool, aftermath: Aftermath) -> bool:
    """A squad tries to place smoke; whether it may go on moving, since a 6 ends its move."""
    unit, table = game.state.units[unit_id], game.content.table("smoke", Smoke)
    figures = table.grenades
    number = printed(game, unit_id).smoke - (figures.cx if unit.cx else 0) - (figures.wp if wp else 0)
    gives_away(game, unit_id, "labors")

    def outcome(face: int) -> str:
        return "ends" if face == figures.ends else "placed" if face <= number else "failed"

    seen = seen_by(game, unit_id)
    lines = at_most(number, "A24.1") if seen is None else ()
    face = game.roll("d6", "smoke-grenades", "A24.1", bands=[outcome(each) for each in range(1, 7)], lines=lines)
    if outcome(face) != "placed":
        game.say(SmokeFailed(rule="A24.1", seen_by=seen, unit=unit_id))
        return face != figures.ends
    row = table.kinds["wp-grenade" if wp else "grenade"]
    hex_ = hex_of(place)
    clouds = game.state.smoke.get(hex_, ())
    game.state.smoke[hex_] = (*clouds, Cloud(value=row.hindrance, wp=wp, until=game.state.player_turn))
    game.say(SmokePlaced(rule="A24.1", at=place, wp=wp))
    if wp:
        burn(game, place, aftermath)
    return True


@rule("A24.31")
def burn(game: Game, place: str, aftermath: Aftermath) -> None:
    """WP comes down in a Location: all who are there check their morale, exposed crews and those aboard too."""
    there = place if place in printed_locations(game.content, hex_of(place)) else hex_of(place)
    suffer_phosphorus(game, units_at(game, there), aftermath)
    collateral.burn(game, there, aftermath)
