"""What fire promises, as a staff reckons it beforehand: without dice, commands and hindrances."""

from __future__ import annotations

from sandtable.games.panzer.cards import Ammo, Vehicle
from sandtable.games.panzer.combat.ap_fire import hit_number
from sandtable.games.panzer.combat.damage import effect
from sandtable.games.panzer.combat.hit_angle import Aspect
from sandtable.games.panzer.combat.penetration import margin
from sandtable.games.panzer.combat.weapons import Load, Weapon, weapons_on_cards
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
"""What a point of its card is worth besides what a unit scores."""


@of_content
def worth(content: Content, unit_id: str) -> float:
    """What a unit is worth to the enemy who destroys it, in victory points."""
    scorers = ("both", enemy_of(content.side_of[unit_id]))
    awards = [each for each in content.scenario.victory if each.kind == "destroy" and each.side in scorers]
    scored = sum(unit_points(content, award, unit_id) for award in awards)
    return scored + UNSCORED * content.card(content.counters[unit_id].card).points


@of_content
def model(content: Content, unit_id: str) -> str:
    """The first unit with the same card and weapons, by which units that are alike are reckoned once."""
    unit = content.counters[unit_id]
    alike = (unit.card, unit.attached)
    return next(each for each, other in content.counters.items() if (other.card, other.attached) == alike)


def promise(content: Content, firer: str, target: str, distance: int, aspect: Aspect, net: int = 0) -> float:
    """The share of a target's worth that the best shot of a unit takes on average, from a distance.

    The net modifier is that of everything but the size of the target.
    """
    return _promise(content, model(content, firer), model(content, target), distance, aspect, net)


@of_content
def _promise(content: Content, firer: str, target: str, distance: int, aspect: Aspect, net: int) -> float:
    found = [
        promise_of(content, weapon, load, target, distance, aspect, net)
        for weapon in _weapons(content, firer)
        for load in weapon.loads
    ]
    return max(found, default=0.0)


def _weapons(content: Content, firer: str) -> tuple[Weapon, ...]:
    printed = content.counters[firer]
    return weapons_on_cards(content, printed.card, printed.attached)


def promise_of(
    content: Content, weapon: Weapon, load: Load, target: str, distance: int, aspect: Aspect, net: int = 0
) -> float:
    """The same of one weapon and load."""
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
