"""B24.1 and RR11.6: buildings that fall in, with all that is in them."""

from __future__ import annotations

from fractions import Fraction

from sandtable.games.asl.events.terrain import FellIn
from sandtable.games.asl.fire.malfunction import destroy
from sandtable.games.asl.locations import hex_of, locations_of
from sandtable.games.asl.morale.casualties import Aftermath, eliminate
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.tables.fires import Rubble
from sandtable.games.asl.terrain.hexes import BYPASS, is_building, terrain_at
from sandtable.games.asl.units import Game, units_at, weapons_of
from sandtable.games.asl.vehicles.losses import bury
from sandtable.games.asl.vehicles.status import vehicles_at
from sandtable.kernel import rule


@rule("B24.1")
def shakes(game: Game, location: str, fp: Fraction | int, total: int) -> bool:
    """Whether HE or a charge may bring a building down: heavy enough, and its Original DR a KIA on its column."""
    if fp < game.content.table("rubble", Rubble).firepower or not is_building(game, hex_of(location)):
        return False
    ift = game.content.table("ift", Ift)
    return ift.result(ift.column(fp), total).kind == "kia"


@rule("B24.1")
def may_fall_in(game: Game, location: str, aftermath: Aftermath) -> None:
    """A dr decides whether a building that was shaken falls in."""
    table, hex_ = game.content.table("rubble", Rubble), hex_of(location)
    most = table.stone if terrain_at(game, hex_).building == "stone" else table.wooden
    if game.roll("d6", "rubble", "B24.1", bands=(most + 1,)) <= most:
        fall_in(game, hex_, aftermath)


@rule("B24.1", "B24.2", "RR11.6")
def fall_in(game: Game, hex_: str, aftermath: Aftermath) -> None:
    """All Locations of a building hex become rubble, the cellar as well; whatever is in them is lost."""
    state = game.state
    game.say(FellIn(rule="B24.1", at=hex_))
    for location in locations_of(game, hex_):
        for name in units_at(game, location):
            if name in state.units and state.units[name].stance != BYPASS:
                arms = weapons_of(game, name)
                eliminate(game, name, "B24.1", aftermath)
                for arm in arms:
                    destroy(game, arm, "B24.1")
        for name in [name for name, weapon in state.weapons.items() if _lies_in(weapon, location)]:
            destroy(game, name, "B24.1")
        for kept in (state.fortified, state.breached, state.flames, state.blazes, state.residual):
            kept.pop(location, None)
    for name in vehicles_at(game, hex_):
        if state.vehicles[name].bypass < 0:
            bury(game, name, aftermath)
    for name in [name for name, wreck in state.wrecks.items() if wreck.at == hex_ and wreck.bypass < 0]:
        del state.wrecks[name]
    state.rubble[hex_] = terrain_at(game, hex_).building or "wooden"


@rule("B24.1", "A23.3")
def _lies_in(weapon: Weapon, location: str) -> bool:
    """Whether a weapon lies in a Location: nobody possesses it, or it is a charge that has been placed there."""
    return weapon.placed == location or (weapon.at == location and not weapon.holder)
