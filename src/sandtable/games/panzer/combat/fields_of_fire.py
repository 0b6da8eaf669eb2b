"""Chapter 4.4.3.1: fields of fire."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.cards import Ammo, Vehicle, Weapon
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import Unit
from sandtable.games.panzer.tables.basic import TurretsFile
from sandtable.hexgrid import in_arc, side_facing
from sandtable.kernel import of_content, rule

ARC = 60
"""How wide the forward and the rear field of fire are, in degrees."""


class ApWeapon(NamedTuple):
    """A weapon that fires AP ammunition."""

    gun: str
    ammo: Ammo
    mount: str
    outside: bool
    """Whether it may fire overwatch outside the field of fire before or behind it."""

    @property
    def all_round(self) -> bool:
        return self.mount == "360"


@of_content
@rule("4.4.3", "4.4.3.1", "4.4.3.1.1", "4.4.3.1.2", "4.4.3.1.3")
def ap_weapons(content: Content, card_id: str) -> tuple[ApWeapon, ...]:
    """The weapons of a vehicle that have a row of AP ammunition; other kinds of it are for the Advanced Game.

    Turrets and pivots fire all round, guns without one into a field before or behind the vehicle.
    """
    card = content.cards.vehicles[card_id]
    return tuple(
        ApWeapon(weapon.gun, ammo, weapon.mount, turns_for_overwatch(content, card, weapon))
        for weapon in card.weapons
        for ammo in content.cards.guns[weapon.gun].ammo
        if ammo.type == "AP"
    )


@rule("4.4.3.2.2/overwatch-outside-fof")
def turns_for_overwatch(content: Content, card: Vehicle, weapon: Weapon) -> bool:
    """Whether a weapon can be turned on a target outside the field before it: in a turret, or on a pivot."""
    turrets = content.table("turrets", TurretsFile).turrets
    return weapon.mount == "360" and card.turret is not None and turrets[card.turret].overwatch_outside


@rule("3.3", "4.4.3.1.4", "4.4.3.1.5")
def in_limited_field(content: Content, unit: Unit, mount: str, target: str) -> bool:
    """Whether a hex lies in the 60 degrees before a vehicle, or behind it for a weapon that points to the rear.

    Hexes that the edges of the field cut in two are inside (ruling: those whose centre lies on the edge). A vehicle in
    the same hex is not in the field.
    """
    facing = side_facing(unit.facing + 3 * (mount == "rear"))
    board = content.board
    return in_arc(board.hex(board.index[unit.at]), facing, ARC, board.hex(board.index[target]))


def bears_on(content: Content, unit: Unit, weapon: ApWeapon, target: str) -> bool:
    """Whether a hex is in the field of fire of a weapon."""
    return weapon.all_round or in_limited_field(content, unit, weapon.mount, target)
