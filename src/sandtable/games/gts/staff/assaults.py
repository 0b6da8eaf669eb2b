"""What an assault promises, and how the staff sees one through on either side."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.gts.assault.assault_fire import shots_of
from sandtable.games.gts.assault.assault_procedure import targets as hexes_to_assault
from sandtable.games.gts.assault.assault_procedure import why_no_attacker
from sandtable.games.gts.assault.bravery import bravery_modifiers
from sandtable.games.gts.fire.fire_modifiers import ASSAULT, Aim
from sandtable.games.gts.fire.opportunity_fire import can_fire
from sandtable.games.gts.movement.costs import may_enter
from sandtable.games.gts.sequence.active_units import may_act
from sandtable.games.gts.staff.missions import HOLD
from sandtable.games.gts.staff.moves import terrain
from sandtable.games.gts.staff.plans import Plans
from sandtable.games.gts.staff.shooting import (
    end_of,
    figures_of,
    opportunity,
    passes,
    quality_of,
    shot,
    suppression,
)
from sandtable.games.gts.units import face
from sandtable.mechanics.sums import Sum

ROUNDS = 1.6
"""How many rounds an assault lasts on average."""
TAKEN = 1.0
"""What driving the enemy from a hex is worth at least: his disorder, and the ground."""
WORTH_TAKING = 2
"""The assault rating from which a unit is taken along."""
BETTER = 0.05
"""How much better one more attacker must make an assault."""
LEAST = 0.3
"""What an assault must promise to be made at all."""


def volley(plans: Plans, firers: Sequence[str], targets: Sequence[str], *, attacking: bool, extra: int = 0) -> float:
    """What the assault fire of some units promises, each at the target at which it does most."""
    return sum(
        max((burst(plans, firer, target, targets, attacking=attacking, extra=extra) for target in targets), default=0.0)
        for firer in firers
    )


def burst(plans: Plans, firer: str, target: str, targets: Sequence[str], *, attacking: bool, extra: int = 0) -> float:
    """What both shots of a unit promise at one of its possible targets."""
    situation = plans.situation
    steps = -1 if attacking else sum(situation.units[unit_id].steps for unit_id in targets)
    worth = 0.0
    for rating in shots_of(plans.game, firer):
        aim = Aim(firer=firer, target=target, kind=ASSAULT, rating=rating, terrain=attacking, size=steps)
        worth += shot(situation, aim, extra)
    return worth


def bravery(plans: Plans, attackers: Sequence[str], label: str) -> float:
    """The chance that an attacker has the courage, where it takes some."""
    modifiers = bravery_modifiers(plans.game, tuple(attackers), label)
    if modifiers is None:
        return 1.0
    extra = Sum(modifiers).total
    brave = sum(passes(quality_of(plans.situation, unit_id) + extra) for unit_id in attackers)
    return brave / len(attackers)


def prospects(plans: Plans, attackers: Sequence[str], label: str) -> float:
    """What an assault promises: what the defenders lose and the hex, less what it costs."""
    situation = plans.situation
    defenders = situation.there(label)
    fit = [unit_id for unit_id in defenders if can_fire(plans.game, unit_id)]
    cost = sum(max(opportunity(situation, firer, target) for target in attackers) for firer in fit)
    steady = max(0.15, 1.0 - 0.35 * len(fit) / len(attackers))
    ours = volley(plans, attackers, defenders, attacking=True)
    theirs = volley(plans, defenders, attackers, attacking=False)
    helpless = sum(end_of(situation, i) for i in defenders if situation.units[i].steps == 0)
    worth = steady * (helpless + best_round(plans, attackers, defenders, label, ours, theirs))
    return bravery(plans, attackers, label) * (worth - cost)


def best_round(
    plans: Plans, attackers: Sequence[str], defenders: Sequence[str], label: str, ours: float, theirs: float
) -> float:
    """What the rounds of an assault promise, by fire or by a charge."""
    whole = sum(end_of(plans.situation, unit_id) for unit_id in defenders)
    rounds = ROUNDS * plans.situation.doctrine.rounds
    chance = min(1.0, rounds * ours / (0.1 + whole))
    by_fire = rounds * (ours - theirs) + chance * chance * prize(plans, label)
    return max(by_fire, charge(plans, attackers, defenders, label))


def prize(plans: Plans, label: str) -> float:
    """What a hex is worth when it is taken."""
    taken = TAKEN * plans.situation.doctrine.taken
    for mission in plans.known:
        if mission.kind == HOLD and label in mission.hexes:
            return taken + min(mission.worth, 4.0)
    return taken


def charge(plans: Plans, attackers: Sequence[str], defenders: Sequence[str], label: str) -> float:
    """What a charge promises: the defenders break, those who cannot get away are lost; or they fire at point blank."""
    situation = plans.situation
    units = situation.units
    going = 1.0
    for unit_id in attackers:
        going *= 1.0 - passes(quality_of(situation, unit_id))
    holding = max((passes(quality_of(situation, unit_id)) for unit_id in defenders), default=0.0)
    broken = prize(plans, label)
    for unit_id in defenders:
        stuck = units[unit_id].suppressed or face(plans.game, unit_id).move is None
        broken += end_of(situation, unit_id) if stuck else suppression(situation, unit_id)
    extra = figures_of(situation.content).charging
    shot_down = volley(plans, defenders, attackers, attacking=False, extra=extra)
    return (1.0 - going) * ((1.0 - holding) * broken - holding * shot_down)


# The attacker


def mates(plans: Plans, units: Sequence[str]) -> list[str]:
    """The units stacked with some that could assault with them."""
    situation, game = plans.situation, plans.game
    return [
        other
        for other in situation.there(situation.units[units[0]].at)
        if other not in units
        and not situation.units[other].column
        and may_act(game, other)
        and why_no_attacker(game, other) is None
        and (face(game, other).assault or 0) >= WORTH_TAKING
    ]


def group(plans: Plans, units: Sequence[str], others: Sequence[str]) -> tuple[float, list[str]]:
    """What the best assault of some units promises, with those of the others who improve it, and who they are."""
    situation, game = plans.situation, plans.game
    at = situation.units[units[0]].at
    best: tuple[float, list[str]] = (0.0, [])
    for label in hexes_to_assault(game, tuple(units)):
        members = list(units)
        worth = prospects(plans, members, label)
        for other in others:
            if may_enter(game, other, at, label):
                more = prospects(plans, [*members, other], label)
                if more > worth + BETTER:
                    members, worth = [*members, other], more
        best = max(best, (worth, members))
    return best


def charge_or_fire(plans: Plans, attackers: Sequence[str], label: str) -> str:
    defenders = plans.situation.there(label)
    ours = volley(plans, attackers, defenders, attacking=True)
    theirs = volley(plans, defenders, attackers, attacking=False)
    return "do:charge" if charge(plans, attackers, defenders, label) > ours - theirs + 0.2 else "do:assault-fire"


def press_on(plans: Plans, attackers: Sequence[str], label: str) -> str:
    defenders = plans.situation.there(label)
    ours = volley(plans, attackers, defenders, attacking=True)
    theirs = volley(plans, defenders, attackers, attacking=False)
    going = best_round(plans, attackers, defenders, label, ours, theirs)
    return "do:press-on" if going > 0.1 else "do:break-off"


# The defender


def stand_or_retreat(plans: Plans, attackers: Sequence[str], label: str) -> str:
    """Retreat costs fire without reply, the hex, and whoever is suppressed; standing costs what the enemy can do."""
    situation = plans.situation
    defenders = situation.there(label)
    gone = 0.0
    for unit_id in defenders:
        stuck = situation.units[unit_id].suppressed or face(plans.game, unit_id).move is None
        gone += end_of(situation, unit_id) if stuck else suppression(situation, unit_id)
    extra = figures_of(situation.content).retreating
    chased = volley(plans, attackers, defenders, attacking=True, extra=extra)
    fought = volley(plans, attackers, defenders, attacking=True)
    back = volley(plans, defenders, attackers, attacking=False)
    standing = ROUNDS * situation.doctrine.rounds * (fought - back)
    return "do:retreat" if standing > gone + chased + prize(plans, label) + 0.3 else "do:stand"


def retreat_to(plans: Plans, hexes: Sequence[str]) -> str:
    """Into cover, out of the enemy's fire, and not off the mission."""
    situation = plans.situation

    def worth(label: str) -> tuple[float, str]:
        zones = len(situation.watchers(label))
        friends = len(situation.there(label))
        return -0.6 * zones - 0.2 * terrain(plans, label) - (3.0 if friends >= 4 else 0.1 * friends), label

    return max(hexes, key=worth)
