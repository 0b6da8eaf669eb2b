"""What it is worth to a unit to be in a hex."""

from __future__ import annotations

import math
from collections.abc import Mapping

from sandtable.games.efs.combat.strengths import results_table
from sandtable.games.efs.declaration.attackers import barrier
from sandtable.games.efs.movement.allowances import may_move
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.staff import ground
from sandtable.games.efs.staff.estimates import Stake, expected
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.tables import HeadquartersFile, SupplyFile
from sandtable.games.efs.units import is_artillery, is_headquarters, printed
from sandtable.mechanics.roster import enemy_hexes, units_in

FARTHER = 0.97
"""What is left of a pull a quarter of a movement point farther away."""
LEAST = 0.05
"""The nearness from which on a unit counts for the holding of a location."""
STAYING = 1.5
"""How much more a location counts that a unit holds by itself already than one that it would have to go to."""
COMPANY = 0.85
"""How much of what an attack promises is not counted for a unit that joins it."""
NEVER = -50.0


def value(situation: Situation, name: str, label: str) -> float:
    """What it is worth to a unit or supply unit to end a move in a hex."""
    if name in situation.state.supplies:
        return of_supply(situation, name, label)
    game = situation.game
    at = situation.state.units[name].at
    if label != at and not room_for(game, [name], label):
        return NEVER
    found = 0.0
    if label not in situation.fed and label not in situation.prizes and label != at:
        found -= situation.doctrine.unsupplied
    if is_headquarters(game, name):
        return found + of_headquarters(situation, name, label)
    if is_artillery(game, name):
        return found + of_guns(situation, name, label)
    return found + of_troops(situation, name, label)


# Troops


def of_troops(situation: Situation, unit_id: str, label: str) -> float:
    found = capture(situation, unit_id, label) + keep(situation, unit_id, label) + march(situation, unit_id, label)
    if situation.attacks_follow:
        found += situation.doctrine.attack * attack(situation, unit_id, label)
    left = guns_left(situation, unit_id) if label != situation.state.units[unit_id].at else 0
    return found - situation.fear(label) * danger(situation, unit_id, label) - situation.doctrine.left_gun * left


def guns_left(situation: Situation, unit_id: str) -> int:
    """How many guns would be left alone before the enemy if a unit went, and could not follow it."""
    game, at = situation.game, situation.state.units[unit_id].at
    if not at or situation.far_from_enemy(at) > 1:
        return 0
    others = [other for other in units_in(game, at) if other != unit_id]
    if any(not is_artillery(game, other) and not is_headquarters(game, other) for other in others):
        return 0
    return sum(is_artillery(game, other) and may_move(game, other) is not None for other in others)


def capture(situation: Situation, unit_id: str, label: str) -> float:
    """A location is taken by entering it."""
    return situation.doctrine.prize * situation.prizes.get(label, 0)


def sole_garrison(situation: Situation, unit_id: str, label: str) -> float:
    """What it is worth that a unit, of whatever kind, stays in a location that would be lost without it."""
    keeps = situation.tasks(unit_id).keeps
    points = max((task.points for task in keeps if task.alone and task.goal == label), default=0.0)
    stays = STAYING if label == situation.state.units[unit_id].at else 1.0
    return stays * situation.doctrine.garrison * situation.doctrine.prize * points


def keep(situation: Situation, unit_id: str, label: str) -> float:
    """What a unit adds to the holding of locations: in them, or near them."""
    held = 0.0
    for task in situation.tasks(unit_id).keeps:
        share = nearness(task.distances, label)
        if share > LEAST:
            covered = assured(task.others + task.mine * share) - assured(task.others)
            worth = situation.doctrine.cover * task.points * covered * (1.5 if label == task.goal else 1.0)
            held = max(held, worth)
    return sole_garrison(situation, unit_id, label) + held


def assured(share: float) -> float:
    """How well a location is held with a share of what it takes: the first units count most."""
    return 1.0 - math.exp(-1.5 * max(share, 0.0))


def nearness(distances: Mapping[str, int], label: str) -> float:
    """How near a hex is to a goal: 1 in it."""
    far = distances.get(label)
    return 0.0 if far is None else 1.0 if far == 0 else 0.8 * FARTHER**far


def march(situation: Situation, unit_id: str, label: str) -> float:
    """What it is worth to a unit to be on its way to a location that is wanted, if others do not suffice for it."""
    goals = situation.tasks(unit_id).prizes
    return situation.doctrine.march * max((nearness(goal.distances, label) * goal.pull for goal in goals), default=0.0)


# Battles that may follow


def attack(situation: Situation, unit_id: str, label: str) -> float:
    """What a unit adds to attacks from a hex: the best of what it adds to one on a hex next to it."""
    game, content = situation.game, situation.content
    mine = situation.strength(unit_id)
    if not mine:
        return 0.0
    best, enemies = 0.0, enemy_hexes(game, situation.side)
    fed = is_fed_from(situation, label)
    for target in content.adjacent[label]:
        if target in enemies and can_attack(situation, unit_id, label, target):
            best = max(best, added(situation, unit_id, label, target, fed))
    return best


def can_attack(situation: Situation, unit_id: str, label: str, target: str) -> bool:
    if situation.state.units[unit_id].at == label:
        return not barrier(situation.game, unit_id, target)
    before = ground.roads(situation.game, ground.kind_of(situation.game, unit_id))[target]
    return any(other == label for other, _ in before)


def is_fed_from(situation: Situation, label: str) -> bool:
    """Whether attack supply is near a hex."""
    own = supply_units_of(situation.game, situation.side)
    line = situation.content.table("supply", SupplyFile).loc.reduced
    return any(situation.content.distance(situation.state.supplies[name].at, label) <= line for name in own)


def added(situation: Situation, unit_id: str, label: str, target: str, fed: bool) -> float:
    """How much better an attack on a hex becomes by a unit in another, and a little of what it promises anyhow."""
    game = situation.game
    others, edges = 0.0, {label}
    for near in situation.content.adjacent[target]:
        for other in units_in(game, near):
            if other != unit_id and other in situation.own and not is_artillery(game, other):
                others += situation.strength(other)
                edges.add(near)
    guns = sum(
        situation.strength(other)
        for other, at in situation.own.items()
        if is_artillery(game, other) and situation.content.distance(at, target) <= printed(game, other).range
    )
    drm = ground.shelter(game, situation.enemy, target)
    drm += min(ground.behind_water(game, situation.enemy, (edge, target)) for edge in edges)
    drm += 0 if fed else 2
    before = hope(situation, target, others, guns, drm) if others else 0.0
    after = hope(situation, target, others + situation.strength(unit_id), guns, drm)
    return max(after - COMPANY * before, 0.0)


def hope(situation: Situation, target: str, strength: float, guns: float, drm: int) -> float:
    """What an attack of some strength on a hex promises."""
    game, doctrine = situation.game, situation.doctrine
    held = ground.held_by(game, situation.enemy)[target]
    crt = results_table(game.content)
    column = crt.column(int(strength + min(guns, strength)), max(1, round(held)))
    stake = Stake(
        doctrine.step, doctrine.own_step, situation.worth_of_taking(target),
        ground.steps_in(game, situation.enemy)[target], 4, 1 if drm > 0 else 0,
    )  # fmt: skip
    return max(0.0, expected(game.content, column, max(-3, min(3, drm)), stake))


def danger(situation: Situation, unit_id: str, label: str) -> float:
    """The losses that the enemy could inflict on a unit in a hex."""
    game = situation.game
    threat = ground.reach(game, situation.enemy)[label]
    if situation.attacks_follow:
        threat /= 2
    if threat < 1:
        return 0.0
    company = sum(
        situation.defence(other)
        for other in units_in(game, label)
        if other != unit_id and not is_artillery(game, other)
    )
    mine = max(situation.defence(unit_id), 0.5)
    ratio = threat / (company + mine) * 0.8 ** ground.shelter(game, situation.side, label)
    share = min(max((ratio - 1.0) / 4.0, 0.0), 1.0)
    steps = situation.state.units[unit_id].steps
    return share * steps * situation.doctrine.own_step * 2


# Those behind the front


def of_headquarters(situation: Situation, unit_id: str, label: str) -> float:
    """Near many of its own, away from the enemy."""
    content = situation.content
    command = content.table("headquarters", HeadquartersFile).range
    near = sum(
        content.distance(at, label) < command
        for other, at in situation.own.items()
        if other != unit_id and situation.far_from_enemy(at) <= 4
    )
    close = 2.0 if situation.far_from_enemy(label) <= 1 else 0.0
    return 0.15 * near + 0.02 * near_front(situation, label) - exposed(situation, unit_id, label, 4.0) - close


def of_guns(situation: Situation, unit_id: str, label: str) -> float:
    """Where its shells reach many fights, and others stand before it."""
    content, reach = situation.content, printed(situation.game, unit_id).range
    fights = total = 0.0
    for at, strength in situation.fights.items():
        fights += strength if content.distance(at, label) <= reach else 0.0
        total += strength
    nearer = max((situation.nearness_to(unit_id, label, at) for at in situation.fights), default=0.0)
    found = (2.5 * fights / total if total else 0.0) + nearer + sole_garrison(situation, unit_id, label)
    return found - exposed(situation, unit_id, label, 2.5)


def near_front(situation: Situation, label: str) -> float:
    """How near a hex is to the enemy, for those who want to be near but not too near."""
    return -float(max(situation.far_from_enemy(label), 2))


def exposed(situation: Situation, unit_id: str, label: str, price: float) -> float:
    """What it may cost to stand there: much where the enemy is near and nobody else holds the hex."""
    game = situation.game
    company = sum(
        situation.defence(other)
        for other in units_in(game, label)
        if other != unit_id and not is_artillery(game, other) and not is_headquarters(game, other)
    )
    far = situation.far_from_enemy(label)
    if company:
        return price * 0.15 if far <= 1 else 0.0
    return price if far <= 1 else price * 0.7 if far == 2 else price * 0.2 if far == 3 else 0.0


def of_supply(situation: Situation, name: str, label: str) -> float:
    """Near those who may attack, by the way that it would have to go, and safe."""
    game, near, total = situation.game, 0.0, 0.0
    line = situation.content.table("supply", SupplyFile).loc.reduced
    for at, strength in situation.fighting.items():
        within = 1.0 if situation.content.distance(at, label) <= line else 0.2
        near += strength * within * situation.nearness_to(name, label, at)
        total += strength
    company = any(unit_id in situation.own for unit_id in units_in(game, label))
    far = situation.far_from_enemy(label)
    risk = 0.0 if far > 3 else 0.4 if company else {0: 9.0, 1: 4.0, 2: 3.0, 3: 1.0}[far]
    return (4.0 * near / total if total else 0.0) - risk
