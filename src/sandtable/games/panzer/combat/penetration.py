"""Chapter 4.4.3.2.5: armor and penetration in the Basic Game."""

from __future__ import annotations

from sandtable.games.panzer.cards import Ammo, Vehicle
from sandtable.games.panzer.combat.hit_angle import Aspect
from sandtable.games.panzer.tables.parts import Band
from sandtable.kernel import rule


@rule("4.4.3.2.5")
def armor(card: Vehicle, aspect: Aspect) -> int:
    """The armor of the Basic Game, front and rear, from the notes of the card."""
    return card.basic_armor.front if aspect == "front" else card.basic_armor.rear


@rule("4.4.3.2.5")
def margin(card: Vehicle, aspect: Aspect, ammo: Ammo, band: Band) -> int:
    """By how much the penetration exceeds the armor; below 0 the shot bounces off."""
    return ammo.penetration(band) - armor(card, aspect)
