"""Which commands a staff gives: to single vehicles in the Basic Game, to platoons first where commands are few."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.games.panzer.combat.ap_fire import modifiers
from sandtable.games.panzer.command.orders import legal_orders
from sandtable.games.panzer.command.place_commands import IN_COLUMN, SHARE
from sandtable.games.panzer.staff.artillery import calling
from sandtable.games.panzer.staff.doctrine import Doctrine
from sandtable.games.panzer.staff.marching import column_gain
from sandtable.games.panzer.staff.riding import carries_somebody_to_set_down
from sandtable.games.panzer.staff.shooting import best_shot
from sandtable.games.panzer.staff.situation import Situation
from sandtable.games.panzer.staff.smoke import blinding
from sandtable.games.panzer.units import Game, platoons
from sandtable.kernel import Decision, derived

WORTH_A_COMMAND = 0.2
"""What a command must be worth to be given to somebody alone who was left without one."""
SETTING_DOWN = 0.5
"""What it is worth to stop for passengers who are to get out."""
ORDERLY = 1.25
"""How much more a move counts that a platoon makes on one counter, and that keeps it together."""
SPARED = 0.01
"""What it is worth to share a counter rather than use another."""


@derived("units", "spotted", "control", "wrecks", "works", "smoke", "missions", "mines", "batteries", "turn")
def order_value(game: Game, side: str, doctrine: Doctrine, unit_id: str, order: str) -> float:
    """What a command is worth to a unit, over staying where it is and doing nothing."""
    if order == "no-command" or order not in legal_orders(game, unit_id):
        return 0.0
    situation, unit = Situation(game, side, doctrine), game.state.units[unit_id]
    if order == "fire":
        return doctrine.fire * max(best_shot(situation, unit_id), blinding(situation, unit_id))
    if order == "overwatch":
        watching = doctrine.watch * max(situation.ambush(unit_id), situation.prospect(unit_id, unit.at))
        return max(watching, calling(situation, unit_id))
    gain = situation.best_move(unit_id) - situation.value(unit_id, unit.at)
    if carries_somebody_to_set_down(situation, unit_id):
        gain = max(gain, SETTING_DOWN)
    if order == "short-halt":
        halting = modifiers(game.content)["short-halt"].number
        return doctrine.fire * best_shot(situation, unit_id, halting) + doctrine.halt * gain
    return gain


def value(situation: Situation, units: Iterable[str], order: str) -> float:
    """What a command is worth to some units together."""
    return sum(order_value(situation.game, situation.side, situation.doctrine, each, order) for each in units)


def best(situation: Situation, units: Sequence[str]) -> float:
    """What the best command is worth to them."""
    orders = {order for unit_id in units for order in legal_orders(situation.game, unit_id)}
    return max((value(situation, units, order) for order in orders), default=0.0)


def named(decision: Decision, kind: str) -> list[str]:
    return [option.removeprefix(f"{kind}:") for option in decision.ids if option.startswith(f"{kind}:")]


def whom(situation: Situation, decision: Decision) -> str:
    """Where commands are few, the platoons that have most to do, and then single units that were left without one."""
    if situation.content.game == "basic":
        return f"unit:{min(named(decision, 'unit'), key=lambda unit_id: nearness(situation, unit_id))}"
    gains = {name: best(situation, members(situation, name)) for name in named(decision, "platoon")}
    if gains and max(gains.values()) > 0:
        return f"platoon:{max(gains, key=lambda name: gains[name])}"
    commands = situation.state.commands
    left = [unit_id for unit_id in named(decision, "unit") if commands[unit_id].order == "no-command"]
    gains = {unit_id: best(situation, (unit_id,)) for unit_id in left}
    if gains and max(gains.values()) > WORTH_A_COMMAND:
        return f"unit:{max(gains, key=lambda unit_id: gains[unit_id])}"
    return "do:done"


def members(situation: Situation, platoon: str) -> list[str]:
    """The units of a platoon that are on the map."""
    return [unit_id for unit_id in platoons(situation.content)[platoon].units if unit_id in situation.mine]


def nearness(situation: Situation, unit_id: str) -> tuple[int, str]:
    content, at = situation.content, situation.state.units[unit_id].at
    return min((content.distance(at, enemy.at) for enemy in situation.enemies.values()), default=0), unit_id


def command_platoon(situation: Situation, decision: Decision) -> str:
    """The best command for a platoon; vehicles that are far from the enemy march in column on one counter."""
    units = members(situation, str(decision.args["platoon"]))
    gains = {f"command:{order}": value(situation, units, order) for order in named(decision, "command")}
    if decision.find(IN_COLUMN.id) is not None:
        gains[IN_COLUMN.id] = ORDERLY * column_gain(situation, units) + SPARED
    return max(gains, key=lambda option: gains[option])


def command_unit(situation: Situation, decision: Decision) -> str:
    """The best command, of a counter that others have already if that is possible."""
    unit_id, commands = str(decision.args["unit"]), situation.state.commands
    found = {f"command:{order}": value(situation, (unit_id,), order) for order in named(decision, "command")}
    for other in named(decision, SHARE):
        found[f"{SHARE}:{other}"] = value(situation, (unit_id,), commands[other].order) + SPARED
    return max(found, key=lambda option: found[option])
