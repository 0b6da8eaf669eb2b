"""Which action a unit performs: each is weighed by what it promises beyond doing nothing."""

from __future__ import annotations

from sandtable.games.gts.fire import rally
from sandtable.games.gts.indirect.observers import barrage_hexes
from sandtable.games.gts.movement.course_of_move import fresh_move
from sandtable.games.gts.sequence.actions import Order
from sandtable.games.gts.staff import assaults, moves, shooting
from sandtable.games.gts.staff.marching import NOTHING, Weighed, move
from sandtable.games.gts.staff.missions import BLOCK, HOLD, REACH
from sandtable.games.gts.staff.plans import Plans, names
from sandtable.games.gts.staff.shooting import passes, quality_of
from sandtable.kernel import Decision

FROM_COLUMN = 0.6
"""What a fight is worth to a unit in column of what it promises: it had better deploy first."""
CLOSE_AHEAD = 3.0
"""How many movement points ahead of the enemy a barrage is laid on his way."""
DELAY = 0.6
"""The movement points that a barrage costs the enemy on average; he may go around it."""


def weigh(plans: Plans, decision: Decision, units: tuple[str, ...]) -> Weighed:
    """The best action of a unit or stack and what it promises."""
    found = [NOTHING]
    unit_id = units[0]
    if len(units) > 1:
        return together(plans, decision, units)
    hexes = []
    haste = FROM_COLUMN if plans.situation.units[unit_id].column and decision.find("do:uncolumn") else 1.0
    for option in decision.options:
        kind, _, name = option.id.partition(":")
        if kind == "hex":
            hexes.append(option)
        elif kind == "unit":
            found.append(Weighed(haste * shooting.fire(plans.situation, unit_id, name), option.id))
        elif kind == "do" and name in ACTIVITIES:
            found.append(Weighed(ACTIVITIES[name](plans, unit_id), option.id))
    if decision.find("do:assault"):
        worth, option_id = storm(plans, unit_id)
        found.append(Weighed(haste * worth, option_id))
    if plans.situation.place(unit_id):
        found.append(move(plans, decision, hexes, fresh_move(plans.game, units).start()))
    return max(found)


def together(plans: Plans, decision: Decision, units: tuple[str, ...]) -> Weighed:
    """Units that have joined assault together."""
    if decision.find("do:assault"):
        return Weighed(1.0, "do:assault")
    return Weighed(0.1, "do:fire") if decision.find("do:fire") else NOTHING


def storm(plans: Plans, unit_id: str) -> Weighed:
    """The best assault of a unit with those of its hex who may act too, where that costs no more points."""
    now = plans.game.state.active
    free = now is not None and now.kind == "formation" and not now.second
    worth, members = assaults.group(plans, (unit_id,), assaults.mates(plans, (unit_id,)) if free else ())
    if worth <= assaults.LEAST * plans.situation.doctrine.least:
        return NOTHING
    joined = [other for other in members if other != unit_id]
    return Weighed(worth, f"join:{joined[0]}" if joined else "do:assault")


def joining(plans: Plans, units: tuple[str, ...]) -> str:
    """Who else should join units that are about to assault."""
    _, members = assaults.group(plans, units, assaults.mates(plans, units))
    return next((other for other in members if other not in units), "")


# What else a unit can do


def rallying(plans: Plans, unit_id: str) -> float:
    """What a rally promises: to act again, or to be whole again."""
    situation = plans.situation
    what = rally.recovery(plans.game, unit_id)
    chance = passes(quality_of(situation, unit_id)) if rally.row_of(plans.game, unit_id).check else 1.0
    worth = situation.step_worth(unit_id)
    if what == "suppression":
        return chance * 0.9 * worth + 0.2
    if what == "landing":
        return 0.7
    return chance * 0.3 * worth * (1.0 if situation.units[unit_id].hits > 1 else 0.8)


def improving(plans: Plans, unit_id: str) -> float:
    """What digging in promises to a unit that stays: less harm, more steadiness; under fire it costs."""
    situation = plans.situation
    mission = plans.mission(unit_id)
    at = situation.units[unit_id].at
    if situation.near_enemy(at) > 8:
        return -1.0
    stays = mission is None or (mission.kind in (HOLD, BLOCK))
    worth = (0.35 if stays else 0.1) * situation.doctrine.dig * passes(quality_of(situation, unit_id))
    risk = 0.0
    if at in situation.zones:
        for firer in situation.watchers(at):
            risk += shooting.opportunity(situation, firer, unit_id)
    return worth - risk


def withdrawing(plans: Plans, unit_id: str) -> float:
    """Steps that are brought back count."""
    return 2.0 * plans.situation.units[unit_id].steps


def rowing(plans: Plans, unit_id: str) -> float:
    """Boats are for those whose goal is on the other bank."""
    mission = plans.mission(unit_id)
    at = plans.situation.units[unit_id].at
    if mission is None or mission.kind != REACH or at in mission.hexes:
        return -1.0
    near = plans.situation.content.adjacent[at]
    return 1.5 if any(label in mission.hexes for label in near) else -1.0


def bringing_boats(plans: Plans, unit_id: str) -> float:
    return 0.8


def barraging(plans: Plans, unit_id: str) -> float:
    """What a barrage on a hex without units promises: an enemy on his way loses time there."""
    ahead = ways_ahead(plans)
    if not ahead:
        return -1.0
    return max((ahead.get(label, -1.0) for label in barrage_hexes(plans.game, unit_id)), default=-1.0)


def barrage(plans: Plans, decision: Decision) -> str:
    """The hex where a barrage costs an enemy on his way most."""
    ahead = ways_ahead(plans)
    return f"hex:{max(names(decision, 'hex'), key=lambda label: (ahead.get(label, 0.0), label))}"


def ways_ahead(plans: Plans) -> dict[str, float]:
    """The hexes close ahead on the ways of the enemies whom we are to stop, and what shelling each would cost them."""
    found: dict[str, float] = {}
    delay = DELAY * plans.situation.doctrine.delay
    for mission in plans.known:
        if mission.kind == BLOCK:
            barrier, worth = plans.barrier(mission), delay * moves.rate(mission)
            for label in barrier.path:
                detour, ahead = barrier.at(label)
                if detour < 1.0 and 0.0 < ahead <= CLOSE_AHEAD:
                    found[label] = max(found.get(label, 0.0), worth)
    return found


ACTIVITIES = {
    "rally": rallying, "improve": improving, "entrench": improving, "withdraw": withdrawing, "row": rowing,
    "boats": bringing_boats, "barrage": barraging,
}  # fmt: skip


def decide(plans: Plans, unit_id: str) -> Weighed:
    """What a unit would do if it were to act now."""
    decision = Order(units=(unit_id,)).begin(plans.game)
    return NOTHING if decision is None else weigh(plans, decision, (unit_id,))
