"""Which commands a staff gives."""

from __future__ import annotations

from sandtable.games.panzer.staff.shooting import best_shot
from sandtable.games.panzer.staff.situation import Situation
from sandtable.kernel import Decision

HALTING = 0.8
"""How much of a shot's promise is left after a short halt."""


def order_values(situation: Situation, unit_id: str) -> dict[str, float]:
    """What each command is worth to a unit, over staying where it is and doing nothing."""
    doctrine, unit = situation.doctrine, situation.state.units[unit_id]
    here = situation.value(unit_id, unit.at)
    gain = situation.best_move(unit_id)[0] - here
    shot = doctrine.fire * best_shot(situation, unit_id)
    waiting = max(situation.ambush(unit_id, unit.at), situation.prospect(unit_id, unit.at))
    return {
        "fire": shot,
        "short-halt": HALTING * shot + doctrine.halt * gain,
        "move": gain,
        "overwatch": doctrine.watch * waiting,
        "no-command": 0.0,
    }


def best_order(situation: Situation, unit_id: str, offered: list[str]) -> str:
    values = order_values(situation, unit_id)
    return max(offered, key=lambda order: values.get(order, 0.0))


def whom(situation: Situation, decision: Decision) -> str:
    """One unit after another; a platoon is nobody's business, since each of its vehicles sees something else."""
    units = [option for option in decision.ids if option.startswith("unit:")]
    return units[0] if units else "do:done"


def command_unit(situation: Situation, decision: Decision) -> str:
    offered = [option.removeprefix("command:") for option in decision.ids if option.startswith("command:")]
    return f"command:{best_order(situation, str(decision.args['unit']), offered)}"
