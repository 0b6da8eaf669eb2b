"""Command: what points are spent on, which chits are bought, and where leaders stand."""

from __future__ import annotations

from sandtable.games.gts.sequence.dispatch import NEXT, NOW, cost, points_left
from sandtable.games.gts.sequence.leaders import division_of_leader, members
from sandtable.games.gts.staff import orders, shooting
from sandtable.games.gts.staff.missions import EXIT, REACH
from sandtable.games.gts.staff.plans import Plans, names
from sandtable.games.gts.staff.shooting import passes, quality_of
from sandtable.games.gts.units import division_of, formation_of, on_map
from sandtable.kernel import Decision

POINT = ((2, 0.4), (5, 0.2), (9, 0.12), (99, 0.06))
"""What a command point is worth while a division holds no more than so many."""
FOR_NEXT, FOR_NOW, AT_LAST = 0.9, 1.5, 0.5
"""How useful a chit must be to be bought: for the next turn, for this one, in the last turn."""
AT_ONCE = 2.0
"""How many times more useful a chit is in this turn than in the next."""


def price(plans: Plans, division: str) -> float:
    """What a command point is worth: the fewer are left, the more; at the end of the game nothing."""
    held = plans.game.state.divisions[division].command
    left = plans.situation.content.last_turn - plans.game.state.turn
    worth = next(worth for most, worth in POINT if held <= most)
    return worth * plans.situation.doctrine.point * min(1.0, 0.4 + 0.3 * left)


def check(plans: Plans, decision: Decision) -> str:
    """A command point is spent where failing would cost more than the point is worth."""
    unit_id, kind = str(decision.args["unit"]), str(decision.args["check"])
    situation = plans.situation
    fails = 1.0 - passes(quality_of(situation, unit_id))
    point = price(plans, division_of(plans.game, unit_id))
    return "do:spend" if fails * stake(plans, unit_id, kind) > point else "do:roll"


def stake(plans: Plans, unit_id: str, kind: str) -> float:
    """What a failed check costs."""
    situation = plans.situation
    if kind == "suppression":
        return shooting.suppression(situation, unit_id)
    if kind == "conversion":
        return shooting.suppression(situation, unit_id) - shooting.hit(situation, unit_id)
    if kind == "rally":
        return orders.rallying(plans, unit_id)
    if kind == "forced-march":
        mission = plans.mission(unit_id)
        hurried = mission is not None and mission.kind in (EXIT, REACH)
        return (1.0 if hurried else 0.3) + shooting.hit(situation, unit_id)
    return {"company-bonus": 0.5, "charge": 1.0, "stand": 2.0}.get(kind, 1.5)


def work_for(plans: Plans, decision: Decision) -> str:
    """Engineers dig for whoever is worth most."""
    situation = plans.situation
    return "unit:" + max(
        names(decision, "unit"),
        key=lambda unit_id: (situation.units[unit_id].steps * situation.step_worth(unit_id), unit_id),
    )


def convert(plans: Plans, decision: Decision) -> str:
    """Suppression becomes a hit where the unit would otherwise lose more than the hit costs."""
    unit_id = str(decision.args["unit"])
    situation = plans.situation
    worse = shooting.hit(situation, unit_id) >= shooting.suppression(situation, unit_id)
    return "do:accept" if worse else "do:convert"


def buy(plans: Plans, decision: Decision) -> str:
    """Chits for the formations that can use them: the best for this turn while there are points for all, else the next.

    A chit must be used before it can be bought again, so that one ordered ahead is had every other turn only; but it
    costs less, which counts where several formations share the points. What is left at the end of the game is lost.
    """
    best: tuple[float, str] = (0.0, "do:done")
    for option in decision.options:
        when, _, formation = option.id.partition(":")
        if when == NOW:
            best = max(best, (worth_at_once(plans, decision, formation), option.id))
        elif when == NEXT and not is_last_turn(plans):
            best = max(best, (usefulness(plans, formation) - for_next(plans), option.id))
    return best[1]


def for_next(plans: Plans) -> float:
    """How useful a chit must be to be bought for the next turn."""
    return FOR_NEXT * plans.situation.doctrine.next


def is_last_turn(plans: Plans) -> bool:
    return plans.game.state.turn >= plans.situation.content.last_turn


def worth_at_once(plans: Plans, decision: Decision, formation: str) -> float:
    """What it is worth to have the chit of a formation in this turn."""
    doctrine = plans.situation.doctrine
    worth = AT_ONCE * doctrine.at_once * usefulness(plans, formation)
    if is_last_turn(plans):
        return worth - AT_LAST
    return worth - FOR_NOW * doctrine.now if can_hurry(plans, decision, formation) else 0.0


def can_hurry(plans: Plans, decision: Decision, formation: str) -> bool:
    """Whether a division can have the chit of a formation at once and still afford those of its others ahead."""
    game, formations = plans.game, plans.situation.content.formations
    division = formations[formation].division
    others = [
        name
        for name in names(decision, NEXT)
        if name != formation and formations[name].division == division and usefulness(plans, name) > for_next(plans)
    ]
    return points_left(game, division) >= cost(game, NOW) + len(others) * cost(game, NEXT)


def usefulness(plans: Plans, formation: str) -> float:
    """What a formation could do with a chit: the more of it is near the enemy or under way to something, the more."""
    situation, worth = plans.situation, 0.0
    for unit_id in members(plans.game, formation):
        if not on_map(plans.game, unit_id):
            continue
        near = situation.near_enemy(situation.units[unit_id].at)
        worth += 1.0 if near <= 2 else 0.6 if near <= 5 else 0.3
    return worth


# Leaders


def leader(plans: Plans, decision: Decision) -> str:
    """Where a leader has most of his formation in range, those near the enemy first."""
    name = str(decision.args["leader"])
    content, state = plans.situation.content, plans.game.state
    reach = content.leaders[name].range
    own = [i for i in members(plans.game, content.leaders[name].formation) if on_map(plans.game, i)]
    division = division_of_leader(plans.game, name)
    loose = [
        unit_id
        for unit_id in plans.situation.own()
        if on_map(plans.game, unit_id)
        and division_of(plans.game, unit_id) == division
        and not content.formations[formation_of(plans.game, unit_id)].leader
    ]

    def worth(label: str) -> tuple[float, str]:
        found = 0.0
        for unit_id in own + loose:
            at = state.units[unit_id].at
            if content.distance(label, at) <= reach:
                weight = 1.0 if plans.situation.near_enemy(at) <= 3 else 0.7
                weight *= max(state.units[unit_id].steps, 0.5)
                found += weight if unit_id not in loose else 0.3 * weight
        return found - 0.05 * min(plans.situation.near_enemy(label), 9), label

    labels = names(decision, "hex")
    best = max(labels, key=worth)
    if decision.find("do:stay") and not state.leaders[name].entry and worth(state.leaders[name].at) >= worth(best):
        return "do:stay"
    return f"hex:{best}"


def go_along(plans: Plans, decision: Decision) -> str:
    return "do:take-along" if decision.find("do:take-along") else "do:leader-goes"
