"""What an attack promises, which are declared, and with what they are made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.efs.artillery.support import may_support, too_many
from sandtable.games.efs.combat.asterisks import Fight, conditions
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.merging import mergeable, merged
from sandtable.games.efs.combat.modifiers import may_use_engineers
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.organization import able_to_join, guns_in_range, is_fed, lacking_supply
from sandtable.games.efs.combat.organize_attack import OrganizeAttack
from sandtable.games.efs.combat.strengths import initial_odds
from sandtable.games.efs.declaration.attackers import able, declared, largest_force
from sandtable.games.efs.declaration.declaration_phase import DeclareAttack
from sandtable.games.efs.declaration.mandated import why_not_mandated
from sandtable.games.efs.staff.estimates import Stake, expected
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.state import SOVIET, Attack, enemy_of
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game, is_artillery
from sandtable.games.efs.zones import exerting_into
from sandtable.kernel import Decision
from sandtable.mechanics.roster import units_in, units_of

HOPELESS = -9.0
MERGED = 0.15
"""How much more two attacks must promise as one than apart."""
ENOUGH = 0.03
"""How much better an attack must become for one more to join it."""


# Before the attack


def stake_of(situation: Situation, hexes: Collection[str], attackers: Sequence[str], supplied: bool) -> Stake:
    """What is at stake where units attack some hexes."""
    game, doctrine = situation.game, situation.doctrine
    units = game.state.units
    defenders = [unit_id for label in hexes for unit_id in units_in(game, label)]
    return Stake(
        doctrine.step,
        doctrine.own_step,
        sum(situation.worth_of_taking(label) for label in hexes),
        sum(units[unit_id].steps for unit_id in defenders),
        sum(units[unit_id].steps for unit_id in attackers),
        sum(conditions(game, Fight(tuple(attackers), tuple(hexes), supplied)).values()),
    )


def worth_of_orders(situation: Situation, attackers: Sequence[str], hexes: tuple[str, ...]) -> float:
    """What it is worth that an attack may be made as one that was ordered."""
    if situation.side != SOVIET or not attackers or why_not_mandated(situation.game, attackers, hexes) is not None:
        return 0.0
    return situation.doctrine.order * situation.content.card.points.mandated


class Plan(NamedTuple):
    """An attack as it might be made, and what it promises."""

    value: float
    attackers: tuple[str, ...]
    hexes: tuple[str, ...]


def promise_of(situation: Situation, forces: Forces) -> float:
    """What an attack promises as it is organized."""
    game = situation.game
    odds = final_odds(game, forces._replace(engineers=may_use_engineers(game, forces)))
    stake = stake_of(situation, forces.hexes, forces.attackers, forces.supplied)
    return expected(game.content, odds.column, odds.drm, stake)


def prospects(situation: Situation, attackers: Sequence[str], hexes: tuple[str, ...]) -> float:
    """What an attack promises with the supply and the artillery that it may count on, against that of the enemy."""
    game = situation.game
    if not attackers:
        return 0.0
    attack = Attack(situation.side, hexes, tuple(attackers))
    supplies = supply_units_of(game, situation.side)
    supplied = not lacking_supply(game, attackers, supplies)
    support = guns_for(game, attack, supplies)
    price = situation.doctrine.supply_point if supplied or support else 0.0
    forces = Forces(attack, support, guns_against(game, attack), supplied)
    with_guns = promise_of(situation, forces) - price
    return max(with_guns, promise_of(situation, forces._replace(support=(), supplied=False)))


def guns_for(game: Game, attack: Attack, supplies: Collection[str]) -> tuple[str, ...]:
    """The artillery that could support an attack."""
    found: tuple[str, ...] = ()
    for unit_id in guns_in_range(game, attack):
        if is_fed(game, unit_id, supplies) and too_many(game, (*found, unit_id), attack) is None:
            found = (*found, unit_id)
    return found


def guns_against(game: Game, attack: Attack) -> tuple[str, ...]:
    """The artillery that the defender could commit, or has."""
    if attack.support:
        return attack.support
    found: tuple[str, ...] = ()
    for unit_id in units_of(game, enemy_of(attack.side)):
        if is_artillery(game, unit_id) and may_support(game, unit_id, replace(attack, support=found)) is None:
            found = (*found, unit_id)
    return found


def plan_against(situation: Situation, label: str) -> Plan | None:
    """The best attack on a hex: with those who owe no other attack, or with all but those who make the others."""
    game = situation.game
    everybody = largest_force(game, situation.side, (label,))
    free = [unit_id for unit_id in everybody if not owes(situation, unit_id, label)]
    plans = [Plan(prospects(situation, free, (label,)), tuple(free), (label,))] if free else []
    if len(free) < len(everybody):
        plans.append(with_others_bound(situation, label, everybody))
    ordered = [
        plan._replace(value=plan.value + worth_of_orders(situation, plan.attackers, plan.hexes)) for plan in plans
    ]
    return max(ordered, default=None)


def with_others_bound(situation: Situation, label: str, everybody: Sequence[str]) -> Plan:
    """An attack that makes others necessary, each of which is left the weakest unit that can make it."""
    game, force, value = situation.game, list(everybody), 0.0
    owed = dict.fromkeys(other for unit_id in everybody for other in owes(situation, unit_id, label))
    for other in owed:
        can = able(game, situation.side, (other,))
        if any(unit_id not in everybody for unit_id in can):
            continue
        left = [unit_id for unit_id in can if unit_id in force and initial_odds(game, (unit_id,), (other,)).least]
        if not left or len(force) < 2:
            return Plan(HOPELESS, tuple(everybody), (label,))
        chosen = min(left, key=lambda unit_id: (situation.strength(unit_id), unit_id))
        force.remove(chosen)
        value += prospects(situation, (chosen,), (other,))
    return Plan(value + prospects(situation, force, (label,)), tuple(force), (label,))


def owes(situation: Situation, unit_id: str, label: str) -> list[str]:
    """The other hexes that would have to be attacked if a unit attacked one."""
    game = situation.game
    at = game.state.units[unit_id].at
    exerting = exerting_into(game, at, situation.enemy)
    return [other for other in exerting if other != label and other not in declared(game)]


def declare(situation: Situation, decision: Decision) -> str:
    """The attack that promises most, if it is worth while."""
    best = best_plan(situation, targets(decision))
    if best is None or best.value < situation.doctrine.worthwhile:
        return "do:done"
    return f"hex:{best.hexes[0]}"


def targets(decision: Decision) -> list[str]:
    return [option.removeprefix("hex:") for option in decision.ids if option.startswith("hex:")]


def best_plan(situation: Situation, labels: Collection[str]) -> Plan | None:
    plans = [plan_against(situation, label) for label in labels]
    return max((plan for plan in plans if plan is not None), default=None)


def declare_too(situation: Situation, decision: Decision) -> str:
    """Attack also whom an attack makes it necessary to attack, unless both together promise too little."""
    game = situation.game
    taken = declared(game)
    owed = str(decision.args["hex"])
    further = [label for label in targets(decision) if label not in taken]
    plan = plan_against(situation, owed) if owed in further else None
    made = sum(
        prospects(situation, attack.attackers, attack.hexes)
        for attack in game.state.attacks.values()
        if any(owed in owes(situation, unit_id, attack.hexes[0]) for unit_id in attack.attackers)
    )
    if plan is not None and plan.value + made >= situation.doctrine.worthwhile:
        return f"hex:{owed}"
    back = [label for label in targets(decision) if label in taken]
    return f"hex:{back[0]}" if back else decision.options[0].id


def declare_mandated(situation: Situation, decision: Decision) -> str:
    """A mandated attack must be made: the one that promises most."""
    best = best_plan(situation, targets(decision))
    return f"hex:{best.hexes[0]}" if best is not None else decision.options[0].id


def attackers(situation: Situation, decision: Decision) -> str:
    """Those join who make the attack better; the rest are free for others."""
    game = situation.game
    frame = game.state.stack[-1]
    assert isinstance(frame, DeclareAttack)
    offered = [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]
    ends = "do:mandate" if decision.find("do:mandate") else "do:declare"
    plan = plan_against(situation, frame.hexes[0])
    wanted = set(plan.attackers if plan is not None else offered)
    if decision.find(ends) is None:
        return f"unit:{strongest(situation, offered, wanted)}" if offered else decision.options[0].id
    now = hopes(situation, frame.attackers, frame.hexes)
    best, joins = now + ENOUGH, ""
    for unit_id in offered:
        if unit_id in wanted:
            value = hopes(situation, (*frame.attackers, unit_id), frame.hexes)
            if value > best:
                best, joins = value, unit_id
    if joins:
        return f"unit:{joins}"
    together = [unit_id for unit_id in offered if unit_id in wanted]
    if together and hopes(situation, (*frame.attackers, *together), frame.hexes) > now + ENOUGH:
        return f"unit:{strongest(situation, together, wanted)}"
    return ends


def hopes(situation: Situation, attackers: Sequence[str], hexes: tuple[str, ...]) -> float:
    """What an attack promises, and what it is worth to have obeyed with it."""
    return prospects(situation, attackers, hexes) + worth_of_orders(situation, attackers, hexes)


def strongest(situation: Situation, unit_ids: Sequence[str], wanted: Collection[str]) -> str:
    return max(unit_ids, key=lambda unit_id: (unit_id in wanted, situation.strength(unit_id), unit_id))


# In the attack


def resolve(situation: Situation, decision: Decision) -> str:
    """The attack that promises most comes first."""
    game = situation.game
    promised = {
        label: prospects(situation, those_left(game, attack), attack.hexes)
        for attack in game.state.attacks.values()
        for label in attack.hexes
    }
    return max(decision.ids, key=lambda option: (promised.get(option.removeprefix("hex:"), 0.0), option))


def those_left(game: Game, attack: Attack) -> tuple[str, ...]:
    """The designated attackers who are still before the hexes that they were to attack."""
    adjacent = game.content.adjacent
    places = {unit_id: game.state.units[unit_id].at for unit_id in attack.attackers}
    return tuple(
        unit_id for unit_id, at in places.items() if at and all(label in adjacent[at] for label in attack.hexes)
    )


def organize(situation: Situation, decision: Decision) -> str:
    """First those who were designated, then whatever makes the attack better by more than it costs, other attacks that
    have counted on it among that.
    """
    game = situation.game
    frame = game.state.stack[-1]
    assert isinstance(frame, OrganizeAttack)
    if not frame.attackers:
        other = worth_merging(situation, frame)
        if other and decision.find(f"hex:{other}"):
            return f"hex:{other}"
        if decision.find("do:as-declared"):
            return "do:as-declared"
    now = running(situation, frame) if frame.attackers else -99.0
    best, chosen = now + ENOUGH, ""
    for option in decision.ids:
        kind, _, name = option.partition(":")
        if kind == "unit":
            value = running(situation, with_one_more(game, frame, name))
            if name in game.state.supplies:
                value -= situation.doctrine.supply_point
            else:
                value -= missed_elsewhere(situation, frame, name)
            if value > best:
                best, chosen = value, option
    if chosen:
        return chosen
    if decision.find("do:attack"):
        return "do:attack"
    return max(decision.ids, key=lambda option: situation.strength_of(option.partition(":")[2]))


def missed_elsewhere(situation: Situation, frame: OrganizeAttack, unit_id: str) -> float:
    """How much less another declared attack promises without a unit that was designated for it."""
    for name, attack in situation.state.attacks.items():
        if name != frame.name and unit_id in attack.attackers:
            left = those_left(situation.game, attack)
            rest = tuple(other for other in left if other != unit_id)
            return max(prospects(situation, left, attack.hexes) - prospects(situation, rest, attack.hexes), 0.0)
    return 0.0


def worth_merging(situation: Situation, frame: OrganizeAttack) -> str:
    """A hex of another declared attack with which this one promises more as one than both do apart."""
    game = situation.game
    attack = game.state.attacks[frame.name]
    best, chosen = MERGED, ""
    for other in mergeable(game, attack):
        together = merged(game, attack, other)
        apart = sum(prospects(situation, those_left(game, each), each.hexes) for each in (attack, other))
        value = prospects(situation, able_to_join(game, together), together.hexes) - apart
        if value > best:
            best, chosen = value, other.hexes[0]
    return chosen


def with_one_more(game: Game, frame: OrganizeAttack, name: str) -> OrganizeAttack:
    """A combat with one more unit, supply unit or gun; a supply unit brings the guns along that it feeds."""
    if name not in game.state.supplies:
        if is_artillery(game, name):
            return replace(frame, support=(*frame.support, name))
        return replace(frame, attackers=(*frame.attackers, name))
    supplies = (*frame.supplies, name)
    declared_attack = frame.declared(game)
    found = frame.support
    for unit_id in guns_in_range(game, declared_attack):
        able_to = unit_id not in found and is_fed(game, unit_id, supplies)
        if able_to and too_many(game, (*found, unit_id), declared_attack) is None:
            found = (*found, unit_id)
    return replace(frame, supplies=supplies, support=found)


def running(situation: Situation, frame: OrganizeAttack) -> float:
    """What a combat promises as it is being organized."""
    return promise_of(situation, frame.combat().forces(situation.game))


def engineers(situation: Situation, decision: Decision) -> str:
    return "do:engineers"


def buster(situation: Situation, decision: Decision) -> str:
    return decision.options[0].id
