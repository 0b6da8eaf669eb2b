"""What fire promises: the harm of every result, weighed by the chance of it, in victory points."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.combat_results import figures
from sandtable.games.gts.fire.fire_modifiers import (
    AIR,
    DIRECT,
    INDIRECT,
    OPPORTUNITY,
    Aim,
    fire_sum,
    may_have_bonus,
    rows_of,
)
from sandtable.games.gts.fire.fire_procedure import armour_of, outcomes, weapon_of
from sandtable.games.gts.fire.fire_zones import weapons
from sandtable.games.gts.indirect.observers import is_mortar, observers, self_observed, standing_of
from sandtable.games.gts.sequence.troop_quality import quality
from sandtable.games.gts.staff.situation import Situation
from sandtable.games.gts.units import FULL
from sandtable.kernel import of_content
from sandtable.mechanics.sums import Sum

SUPPRESSION = 0.5
"""What being suppressed costs, in steps: an action to rally, and danger until then."""
HIT = (0.3, 0.45)
"""What the first and the second cohesion hit cost, in steps."""
FINAL = 0.4
"""What the end of a unit costs beyond its steps: it can be rallied no more."""
WEAPON_UNIT = 0.5
"""What a unit without steps, such as a gun, is worth in steps."""


class Figures(NamedTuple):
    """The modifiers of the tables with which fire is reckoned in advance."""

    bonus: int
    into: int
    out: int
    column: int
    night: int
    charging: int
    retreating: int
    weather: dict[str, int]


@of_content
def figures_of(content: Content) -> Figures:
    """The figures, read once."""
    rows = {name: row.value or 0 for name, row in rows_of(content).items()}
    return Figures(
        bonus=rows["company-bonus"],
        into=rows["into-fire-zone"],
        out=rows["out-of-fire-zones"],
        column=rows["target-column"],
        night=rows["night"],
        charging=rows["charging"],
        retreating=rows["retreating"],
        weather=rows,
    )


def passes(rating: int) -> float:
    """The chance of a check at a rating."""
    return (min(max(rating, 0), 8) + 1) / 10


def quality_of(situation: Situation, unit_id: str) -> int:
    known = situation.qualities
    if unit_id not in known:
        known[unit_id] = quality(situation.game, unit_id)
    return known[unit_id]


def step_loss(situation: Situation, unit_id: str) -> float:
    """What the loss of a step costs; a unit with no more than one is gone."""
    unit = situation.units[unit_id]
    return situation.step_worth(unit_id) + (FINAL * situation.doctrine.end if unit.steps < FULL else 0.0)


def end_of(situation: Situation, unit_id: str) -> float:
    """What the elimination of a unit costs its side."""
    steps = situation.units[unit_id].steps
    return situation.step_worth(unit_id) * (steps or WEAPON_UNIT) + FINAL * situation.doctrine.end


def hit(situation: Situation, unit_id: str) -> float:
    """What one more cohesion hit costs."""
    unit = situation.units[unit_id]
    if unit.steps == 0:
        return end_of(situation, unit_id)
    if unit.hits >= figures(situation.game).hits_before_loss:
        return step_loss(situation, unit_id)
    return HIT[min(unit.hits, 1)] * situation.doctrine.hit * situation.step_worth(unit_id)


def suppression(situation: Situation, unit_id: str) -> float:
    """What suppression costs; its owner may turn it into a hit."""
    if situation.units[unit_id].suppressed:
        return hit(situation, unit_id)
    cost = SUPPRESSION * situation.doctrine.suppression * situation.step_worth(unit_id)
    return cost * max(1.0, 0.75 * situation.units[unit_id].steps)


def harm(situation: Situation, unit_id: str, result: str) -> float:
    """What a result of the table costs the side of its target."""
    if result == "S?":
        return (1.0 - passes(quality_of(situation, unit_id))) * suppression(situation, unit_id)
    if result == "S":
        return suppression(situation, unit_id)
    if result == "C":
        return hit(situation, unit_id)
    if result == "1":
        return step_loss(situation, unit_id)
    return end_of(situation, unit_id) if result == "E" else 0.0


def harm_at(situation: Situation, unit_id: str, weapon: str, armour: str, rating: int) -> float:
    """What a shot at a rating costs its target on average."""
    rating = min(max(rating, 0), 8)
    key = (unit_id, weapon, armour, rating)
    known = situation.harms
    if key not in known:
        found = outcomes(situation.game, weapon, armour, rating)
        known[key] = sum(harm(situation, unit_id, result) for result in found) / len(found)
    return known[key]


def shot(situation: Situation, aim: Aim, extra: int = 0) -> float:
    """What a shot promises, with the company bonus as likely as it is; `extra` is what the situation adds."""
    game = situation.game
    aim = replace(aim, weapon=weapon_of(game, aim.firer, aim.kind, aim.rating))
    rating, armour = Sum(fire_sum(game, aim)).total + extra, armour_of(game, aim)
    plain = harm_at(situation, aim.target, aim.weapon, armour, rating)
    if aim.kind == OPPORTUNITY or not may_have_bonus(game, aim.firer, aim.kind):
        return plain
    chance = passes(quality_of(situation, aim.firer))
    bonus = figures_of(game.content).bonus
    return plain + chance * (harm_at(situation, aim.target, aim.weapon, armour, rating + bonus) - plain)


def fire(situation: Situation, firer: str, target: str) -> float:
    """What the fire action of a unit at another promises."""
    key = (firer, target)
    known = situation.fires
    if key not in known:
        kind = kind_of(situation, firer, target)
        worth = shot(situation, Aim(firer=firer, target=target, kind=kind))
        known[key] = worth * contact(situation, firer, target) if kind == INDIRECT else worth
    return known[key]


def contact(situation: Situation, firer: str, target: str) -> float:
    """The chance that guns reach somebody who sees a target: the best of their observers."""
    game, at = situation.game, situation.units[target].at
    if is_mortar(game, firer) or self_observed(game, firer, (at,)):
        return 1.0
    ways = [standing_of(game, firer, observer) for observer in observers(game, firer, at)]
    return max((passes(value) if formation else 1.0 for formation, value in ways), default=0.0)


def kind_of(situation: Situation, firer: str, target: str) -> str:
    """Mortars fire indirectly, and so does artillery at what is far."""
    weapon = situation.weapon(firer)
    if weapon is None or not weapon.indirect:
        return DIRECT
    if not weapon.direct:
        return INDIRECT
    at = situation.units[firer].at
    near = weapons(situation.game).direct_within
    far = not at or situation.content.distance(at, situation.units[target].at) > near
    return INDIRECT if far else DIRECT


def bombing(situation: Situation, air_unit: str, target: str) -> float:
    return shot(situation, Aim(firer=air_unit, target=target, kind=AIR))


def opportunity(situation: Situation, firer: str, target: str) -> float:
    """What opportunity fire at a unit that moves into a fire zone promises, with the check that comes before it."""
    key = (firer, target)
    known = situation.shots_at
    if key not in known:
        aim = Aim(firer=firer, target=target, kind=OPPORTUNITY, no_works=True)
        into = figures_of(situation.content).into
        known[key] = passes(quality_of(situation, firer)) * shot(situation, aim, into)
    return known[key]
