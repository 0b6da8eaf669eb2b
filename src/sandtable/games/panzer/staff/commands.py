"""Which commands a staff gives."""

from __future__ import annotations

from sandtable.games.panzer.staff.shooting import best_shot
from sandtable.games.panzer.staff.situation import Situation
from sandtable.kernel import Decision

HALTING = 0.8
"""How much of a shot's promise is left after a short halt."""


def order_value(situation: Situation, unit_id: str, order: str) -> float:
    """What a command is worth to a unit, over staying where it is and doing nothing."""
    doctrine, unit = situation.doctrine, situation.state.units[unit_id]
    if order == "fire":
        return doctrine.fire * best_shot(situation, unit_id)
    if order == "overwatch":
        return doctrine.watch * max(situation.ambush(unit_id), situation.prospect(unit_id, unit.at))
    if order == "no-command":
        return 0.0
    gain = situation.best_move(unit_id) - situation.value(unit_id, unit.at)
    if order == "short-halt":
        return HALTING * doctrine.fire * best_shot(situation, unit_id) + doctrine.halt * gain
    return gain


def whom(situation: Situation, decision: Decision) -> str:
    """One unit after another, those nearest to the enemy first, as long as there are commands for them.

    Nobody is told as a platoon, since each of its vehicles sees something else.
    """
    units = [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]
    return f"unit:{min(units, key=lambda unit_id: nearness(situation, unit_id))}" if units else "do:done"


def nearness(situation: Situation, unit_id: str) -> tuple[int, str]:
    content, at = situation.content, situation.state.units[unit_id].at
    return min((content.distance(at, enemy.at) for enemy in situation.enemies.values()), default=0), unit_id


def command_unit(situation: Situation, decision: Decision) -> str:
    unit_id = str(decision.args["unit"])
    offered = [option for option in decision.ids if option.startswith("command:")]
    return max(offered, key=lambda option: order_value(situation, unit_id, option.removeprefix("command:")))
