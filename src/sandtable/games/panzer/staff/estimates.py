"""What fire promises, as a staff reckons it beforehand: without dice, commands and hindrances."""

from __future__ import annotations

from sandtable.games.panzer.cards import Ammo, Vehicle
from sandtable.games.panzer.combat.ap_fire import hit_number
from sandtable.games.panzer.combat.damage import effect
from sandtable.games.panzer.combat.hit_angle import Aspect
from sandtable.games.panzer.combat.penetration import margin
from sandtable.games.panzer.combat.weapons import Weapon, weapons_on_cards
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.victory import unit_points
from sandtable.kernel import of_content

SHARES = {"bounces": 0.0, "damaged": 0.4, "knocked-out": 1.0, "brewed-up": 1.0}
"""The share of a vehicle's worth that each effect takes."""
GP_FACTOR = 40
"""The GP Factor at which fire would be sure to cost men and guns all their worth."""
MOST_BY_GP = 0.6
HARDLY = 0.05
"""What GP fire promises against armor, in shares of what it does to others."""
UNSCORED = 0.01
"""What a point of its card is worth besides."""


@of_content
def worth(content: Content, unit_id: str) -> float:
    """What a unit is worth to the enemy who destroys it, in victory points."""
    owner = content.side_of[unit_id]
    awards = [
        each for each in content.scenario.victory if each.kind == "destroy" and each.side in ("both", enemy_of(owner))
    ]
    scored = sum(unit_points(content, award, unit_id) for award in awards)
    return scored + UNSCORED * content.card(content.counters[unit_id].card).points


@of_content
def promise(content: Content, firer: str, target: str, distance: int, aspect: Aspect) -> float:
    """The share of a target's worth that the best shot of a unit takes on average, from a distance."""
    printed = content.counters[firer]
    weapons = weapons_on_cards(content, printed.card, printed.attached)
    return max((_shot(content, weapon, target, distance, aspect) for weapon in weapons), default=0.0)


def _shot(content: Content, weapon: Weapon, target: str, distance: int, aspect: Aspect) -> float:
    best = 0.0
    card = content.card(content.counters[target].card)
    armored = isinstance(card, Vehicle) and card.basic_armor.front > 0
    for load in weapon.loads:
        band = weapon.band(load, distance)
        if band is None:
            continue
        row = weapon.row(load)
        if not isinstance(row, Ammo):
            share = min(MOST_BY_GP, row.factor(band) / GP_FACTOR) * (HARDLY if armored else 1.0)
        elif isinstance(card, Vehicle):
            number = hit_number(content, band, card.size)
            share = number / 100 * SHARES[effect(content, margin(card, aspect, row, band), damaged=False)]
        else:
            share = 0.0
        best = max(best, share)
    return best
