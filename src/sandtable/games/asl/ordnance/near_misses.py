"""37.1/c: a heavy rocket that misses men in a building may still strike the building somewhere."""

from __future__ import annotations

from sandtable.games.asl.events.vehicles import NearMiss
from sandtable.games.asl.fire.dice import Dr, random_selection, roll_dr
from sandtable.games.asl.locations import GROUND, buildings, floor_of, hex_of, houses, locations_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.effects import firepower
from sandtable.games.asl.ordnance.rockets import is_rocket
from sandtable.games.asl.ordnance.shots import eye_at
from sandtable.games.asl.ordnance.to_hit import Aim
from sandtable.games.asl.sight import sees
from sandtable.games.asl.terrain.collapse import may_fall_in, shakes
from sandtable.games.asl.terrain.hexes import is_building
from sandtable.games.asl.units import Game
from sandtable.kernel import rule


@rule("37.1/c")
def in_sight(game: Game, aimed: Aim) -> list[str]:
    """The Locations of the building aimed at that the launcher sees, cellars aside; none where nothing is built."""
    hex_ = hex_of(aimed.shot.target)
    if not is_building(game, hex_):
        return []
    house = houses(game.content).get(hex_)
    whole = (hex_,) if house is None else buildings(game.content)[house.building]
    return [
        at
        for each in sorted(whole)
        if is_building(game, each)
        for at in locations_of(game, each)
        if floor_of(at) >= GROUND and sees(game, eye_at(game, aimed.gunner), at, viewer=aimed.shot.firer)
    ]


@rule("37.1/c")
def strikes_house(game: Game, aimed: Aim, dr: Dr) -> bool:
    """Whether a DR that hits nobody strikes the building: above the number by no more than its levels in sight."""
    if not is_rocket(game, aimed.shot.firer) or aimed.shot.type != "infantry":
        return False
    levels = len({floor_of(at) for at in in_sight(game, aimed)})
    over = min(aimed.final(mark, dr.colored, dr.white) for mark in aimed.marks or (None,)) - aimed.number.total
    return 0 < over <= levels


@rule("37.1/c", "B24.1")
def strike_house(game: Game, aimed: Aim, aftermath: Aftermath) -> None:
    """The rocket strikes one of the Locations in sight; all that it can do is to bring the building down."""
    chosen = in_sight(game, aimed)
    while len(chosen) > 1:
        chosen = random_selection(game, chosen, 1, "near-miss")
    (at,) = chosen
    game.say(NearMiss(rule="37.1/c", vehicle=aimed.shot.firer, at=at))
    power = firepower(game, aimed)
    dr = roll_dr(game, "effect", "37.1/c", lambda each: repr(shakes(game, at, power, each.total)))
    if shakes(game, at, power, dr.total):
        may_fall_in(game, at, aftermath)
