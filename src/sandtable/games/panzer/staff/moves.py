"""Where a staff has its units go and how they face."""

from __future__ import annotations

from sandtable.games.panzer.movement.hull_down_search import SEARCH
from sandtable.games.panzer.movement.reach import facing_name
from sandtable.games.panzer.spotting.hull_down import hull_down_range
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.staff import riding
from sandtable.games.panzer.staff.commands import nearness
from sandtable.games.panzer.staff.ground import struck
from sandtable.games.panzer.staff.marching import follows
from sandtable.games.panzer.staff.shooting import units_offered
from sandtable.games.panzer.staff.situation import NEAR, Situation
from sandtable.kernel import Decision

RELUCTANCE = 0.1
"""How much better another hex must be for a unit to go there."""
LIKELY = 50
"""From which D100 on a full position is sought rather than a partial one."""


def move_unit(situation: Situation, decision: Decision) -> str | None:
    """Those nearest to the enemy first, so that others can follow them."""
    units = units_offered(decision)
    return f"unit:{min(units, key=lambda unit_id: nearness(situation, unit_id))}" if units else None


def move_to(situation: Situation, decision: Decision) -> str | None:
    unit_id = str(decision.args["unit"])
    if decision.find("do:exit") is not None and leaves_for_points(situation, unit_id):
        return "do:exit"
    attack = riding.charge(situation, decision, unit_id) or riding.set_down(situation, decision, unit_id)
    if attack:
        return attack
    here = situation.state.units[unit_id].at
    labels = [option.removeprefix("hex:") for option in decision.ids if option.startswith("hex:")]
    values = situation.values(unit_id, labels)
    best, chosen = max(zip(values, labels, strict=True), default=(float("-inf"), here))
    better = best > situation.value(unit_id, here) + RELUCTANCE or (labels and follows(situation, unit_id))
    if decision.find("do:stop") is None or better:
        return f"hex:{chosen}" if labels else None
    return hide(situation, decision, unit_id) or face(situation, decision, unit_id) or "do:stop"


def hide(situation: Situation, decision: Decision, unit_id: str) -> str | None:
    """Look for a position that hides the hull, fully where that is likely enough, before an enemy who may come."""
    sought = [option for option in decision.ids if option.startswith(f"{SEARCH}:")]
    at = situation.state.units[unit_id].at
    if not sought or situation.state.units[unit_id].hull_down or not situation.enemies_within(at, NEAR):
        return None
    likely = hull_down_range(situation.content, changes(situation.game), at) >= LIKELY
    return f"{SEARCH}:full" if likely else f"{SEARCH}:partial"


def enter_position(situation: Situation, decision: Decision) -> str:
    """Forward, unless the nearest enemy is behind."""
    unit = situation.state.units[str(decision.args["unit"])]
    there = situation.nearest_enemy(unit.at)
    behind = bool(there) and struck(situation.content, unit.at, unit.facing, there) == "rear"
    return "do:reverse" if behind else "do:forward"


def leaves_for_points(situation: Situation, unit_id: str) -> bool:
    """Whether a unit scores when it leaves the map from where it is."""
    at = situation.state.units[unit_id].at
    return any(goal.award is not None and at in goal.hexes for goal in situation.goals)


def face(situation: Situation, decision: Decision, unit_id: str) -> str | None:
    """Turn the front to the enemy, if another side is open to him."""
    unit = situation.state.units[unit_id]
    found = {}
    for facing in range(6):
        option = f"face:{facing_name(situation.content, facing)}"
        if decision.find(option) is not None:
            found[option] = situation.danger(unit_id, unit.at, facing, unit.spot)
    if not found:
        return None
    safest = min(found, key=lambda option: found[option])
    return safest if found[safest] + RELUCTANCE < situation.danger(unit_id, unit.at, unit.facing, unit.spot) else None


def set_up(situation: Situation, decision: Decision) -> str:
    """The standard places do."""
    return "do:standard"


def arrive(situation: Situation, decision: Decision) -> str:
    """Everybody enters as soon as he may."""
    return "do:all-enter"
