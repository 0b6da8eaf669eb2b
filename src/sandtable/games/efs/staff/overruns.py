"""When stacks of a staff overrun the enemy."""

from __future__ import annotations

from sandtable.games.efs.movement import fields
from sandtable.games.efs.movement.move import Move, points_left, reach, why_no_overrun
from sandtable.games.efs.movement.movement_phase import free
from sandtable.games.efs.movement.overrun import (
    defence_of,
    is_fortified,
    least_odds,
    may_take_part,
    reckoning,
    why_no_step,
)
from sandtable.games.efs.staff import ground
from sandtable.games.efs.staff.estimates import FACES
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.tables import OverrunFile
from sandtable.games.efs.zones import exerting_into
from sandtable.kernel import Decision
from sandtable.mechanics.roster import enemy_hexes

LIKELY = 6
"""Of ten rolls, how many must succeed for an overrun to be made."""


def charging(situation: Situation, decision: Decision) -> str:
    """A stack or a division that can overrun somebody with its move, as an option."""
    if not any(option.startswith(("stack:", "division:")) for option in decision.ids):
        return ""
    groups = free(situation.game, situation.side)
    for kind, those in (("division", groups.divisions), ("stack", groups.stacks)):
        for name, units in those.items():
            if decision.find(f"{kind}:{name}") and approach(situation, Move(units=units)):
                return f"{kind}:{name}"
    return ""


def next_step(situation: Situation, decision: Decision, move: Move) -> str:
    """The overrun that a stack can make now, or the hex from which it will make one."""
    able = [option for option in decision.ids if option.startswith("overrun:")]
    good = [option for option in able if is_good(situation, move, option.removeprefix("overrun:"))]
    if good:
        return max(good, key=lambda option: (situation.worth_of_taking(option.removeprefix("overrun:")), option))
    if len(move.units) < 2 or move.manner:
        return ""
    there = approach(situation, move)
    return f"hex:{there}" if there and decision.find(f"hex:{there}") else ""


def is_good(situation: Situation, move: Move, label: str) -> bool:
    """Whether an overrun is likely to succeed."""
    game = situation.game
    net = reckoning(game, move.units, (move.at(game), label)).net
    rows = game.content.table("overrun", OverrunFile).rows
    successes = 0
    for face in FACES:
        row = rows[max([least for least in rows if least <= face + net], default=min(rows))]
        successes += row.success
    return successes >= LIKELY


def approach(situation: Situation, move: Move) -> str:
    """The hex from which a stack can overrun somebody worth it; the one in which it stands, or one to move to."""
    game, content = situation.game, situation.content
    here, side = move.at(game), situation.side
    enemies = enemy_hexes(game, side)
    weak = [label for label in enemies if is_weak(situation, move, label)]
    if not weak:
        return ""
    for label in weak:
        beside = label in content.adjacent[here] and why_no_overrun(game, move, label) is None
        if beside and is_good(situation, move, label):
            return here
    field, left = reach(game, move), points_left(game, move)
    found = []
    for label in weak:
        for at in content.adjacent[label]:
            goal = field.goal(content.board.index[at]) if at not in enemies else None
            cost = None if goal is None else field.cost(goal)
            if cost is None or at == here or any(other != label for other in exerting_into(game, at, situation.enemy)):
                continue
            if left - cost >= step_into(situation, move, (at, label)):
                found.append((situation.worth_of_taking(label), left - cost, at))
    return max(found, default=(0.0, 0, ""))[2]


def step_into(situation: Situation, move: Move, edge: tuple[str, str]) -> int:
    """What it costs at most to enter a hex, in quarters."""
    costs = []
    for unit_id in move.units:
        before = dict(ground.roads(situation.game, fields.alike(situation.content)[unit_id])[edge[1]])
        costs.append(before.get(edge[0], 999))
    return max(costs) + 4


def is_weak(situation: Situation, move: Move, label: str) -> bool:
    """Whether a stack is strong enough, and able, to overrun the enemy in a hex."""
    game = situation.game
    held = defence_of(game, label)
    attack = sum(situation.strength(unit_id) for unit_id in move.units)
    table = game.content.table("overrun", OverrunFile)
    if attack < table.least_attack or attack < table.least_odds * held:
        return False
    for at in situation.content.adjacent[label]:
        edge = (at, label)
        able = all(may_take_part(game, unit_id) is None for unit_id in move.units)
        if able and why_no_step(game, move.units, edge) is None:
            needed = least_odds(game, edge)
            if attack >= needed * held and not is_fortified(game, edge, situation.enemy):
                return True
    return False
