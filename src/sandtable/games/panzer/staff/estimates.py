"""What fire promises, as a staff reckons it beforehand: without dice, commands and hindrances."""

from __future__ import annotations

from sandtable.games.panzer.combat.hit_angle import Aspect
from sandtable.games.panzer.combat.promises import promise_of
from sandtable.games.panzer.combat.weapons import Weapon, weapons_on_cards
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.victory import unit_points
from sandtable.kernel import of_content

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
