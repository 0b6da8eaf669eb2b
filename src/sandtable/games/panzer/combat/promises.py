"""What a shot promises, reckoned beforehand without dice, commands and hindrances; so the usual ammunition is found."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.panzer.cards import Ammo, Vehicle
from sandtable.games.panzer.combat.ap_fire import hit_number
from sandtable.games.panzer.combat.armour import DIGITS, Blow, penetrated, stopped_by
from sandtable.games.panzer.combat.damage import effect
from sandtable.games.panzer.combat.hit_angle import Aspect, aspects
from sandtable.games.panzer.combat.hit_locations import angles_on
from sandtable.games.panzer.combat.penetration import margin
from sandtable.games.panzer.combat.weapons import Aim, Load, Weapon, weapon_of
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.tables.fire import Angle
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game, vehicles
from sandtable.kernel import of_content

SHARES = {"bounces": 0.0, "track-hit": 0.3, "damaged": 0.4, "knocked-out": 1.0, "brewed-up": 1.0}
"""The share of a vehicle's worth that each effect takes."""
GP_FACTOR = 40
"""The GP Factor at which fire would be sure to cost men and guns all their worth."""
MOST_BY_GP = 0.6
HARDLY = 0.05
"""What GP fire promises against armor, in shares of what it does to others."""


def promise_of(
    content: Content, weapon: Weapon, load: Load, target: str, distance: int, aspect: Aspect, net: int = 0
) -> float:
    """The share of a target's worth that a shot takes on average; the target's size is no part of the net modifier."""
    band = weapon.band(load, distance)
    if band is None:
        return 0.0
    card, row = content.card(content.counters[target].card), weapon.row(load)
    if not isinstance(row, Ammo):
        armored = isinstance(card, Vehicle) and card.basic_armor.front > 0
        return min(MOST_BY_GP, row.factor(band) / GP_FACTOR) * (HARDLY if armored else 1.0)
    if not isinstance(card, Vehicle):
        return 0.0
    hits = hit_number(content, band, card.size + net) / 100
    return hits * SHARES[effect(content, margin(card, aspect, row, band), damaged=False)]


@of_content
def promise_of_hit(content: Content, target: str, weapon: Weapon, load: Load, band: Band, angle: Angle) -> float:
    """The share of its worth that a hit of the Advanced Game takes of a vehicle on average, wherever it strikes."""
    card, ammo = content.card(target), weapon.row(load)
    assert isinstance(card, Vehicle)
    assert isinstance(ammo, Ammo)
    blow = Blow(card, ammo, band, angle, "level", hull_down="", damaged=False, tracks=False)
    through = sum(SHARES.get(penetrated(content, blow, digit), 0.0) for digit in DIGITS) / len(DIGITS)
    stops = [stopped_by(content, blow, digit) for digit in DIGITS]
    return sum(through if stop is None else SHARES.get(stop, 0.0) for stop in stops) / len(DIGITS)


def _promised(game: Game, aim: Aim) -> float:
    """What a shot promises from where the firer is."""
    content, units, weapon = game.content, game.state.units, weapon_of(game, aim.firer, aim.weapon)
    firer, target = units[aim.firer], units[aim.target]
    far, card = content.distance(firer.at, target.at), content.counters[aim.target].card
    band = weapon.band(aim.load, far)
    if content.game == "basic" or aim.load == "GP" or band is None or aim.target not in vehicles(content):
        return promise_of(content, weapon, aim.load, aim.target, far, aspects(content, target, firer)[0])
    hits = hit_number(content, band, vehicles(content)[aim.target].size) / 100
    angle = angles_on(game, aim.firer, aim.target)[0]
    return hits * promise_of_hit(content, card, weapon, aim.load, band, angle)


def usual(game: Game, aims: Sequence[Aim]) -> Aim:
    """The one of the weapons and loads of a unit that promises most against its target; the first where none does."""
    return max(aims, key=lambda aim: _promised(game, aim))
