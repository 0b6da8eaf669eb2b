"""How a unit moves: where to, in which formation, and whether it marches on."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.gts.arnhem.exits import exit_hexes
from sandtable.games.gts.movement import planned_path
from sandtable.games.gts.movement.barred_hexes import barriers
from sandtable.games.gts.movement.costs import costs
from sandtable.games.gts.movement.course_of_move import Move
from sandtable.games.gts.movement.reach import Start
from sandtable.games.gts.movement.terrain_chart import HALF, halves
from sandtable.games.gts.staff import moves, shooting
from sandtable.games.gts.staff.missions import EXIT, HOLD, REACH
from sandtable.games.gts.staff.moves import Outlook
from sandtable.games.gts.staff.plans import Plans
from sandtable.games.gts.staff.shooting import passes, quality_of
from sandtable.games.gts.units import division_of, face
from sandtable.kernel import Decision, Option

RELUCTANCE = 0.05
"""How much a move must promise to be made."""
LOOKED_AT = 16
"""How many destinations are looked at closely."""
WEIGHED = 6
"""How many of them are looked at with the fire on the way."""
TIDY = 0.05
"""What changing into combat formation costs beyond its movement points."""
NEVER = -1000.0
LEAVING = 50.0
"""What leaving the map at the goal is worth: nothing comes before it."""
FAR_FROM_ENEMY = 3
"""How far the enemy must be for a unit to go into column."""
RIDE = 3
"""How many hexes beyond its range the enemy must be for a gun to mount."""


class Weighed(NamedTuple):
    """An option and what it promises."""

    worth: float
    option: str


NOTHING = Weighed(0.0, "")


def leaves(plans: Plans, unit_id: str) -> bool:
    """Whether a unit is to leave the map."""
    mission = plans.mission(unit_id)
    return mission is not None and mission.kind == EXIT


def move(plans: Plans, decision: Decision, hexes: list[Option], start: Start) -> Weighed:
    """Where a unit should go, or what else it should do in a movement action, against staying as it is."""
    unit_id = start.units[0]
    unit = plans.situation.units[unit_id]
    at, column, mounted = plans.situation.place(unit_id), unit.column, unit.mounted
    way_out = "do:exit" if column else "do:column"
    if at in exit_hexes(plans.situation.content) and decision.find(way_out) and leaves(plans, unit_id):
        return Weighed(LEAVING, way_out)
    outlook = moves.Outlook(plans, unit_id)
    here = outlook.value(at, column=column, mounted=mounted)
    if unit.entry:
        here -= 2.0
    left = min(start.left) / HALF
    found = [NOTHING]
    deployed = outlook.value(at, column=False, mounted=mounted) - TIDY if column else here
    if decision.find("do:uncolumn"):
        found.append(Weighed(deployed - here - moves.drawn_fire(plans, unit_id, at), "do:uncolumn"))
    found += destinations(plans, outlook, hexes, start, here, max(found).worth)
    if start.fresh and decision.find("do:drop-column"):
        found.append(Weighed(deployed - here - shooting.hit(plans.situation, unit_id), "do:drop-column"))
    if start.fresh and decision.find("do:column"):
        found.append(Weighed(columned(plans, outlook, at, left) - here - TIDY, "do:column"))
    if mounted or plans.situation.content.counters[unit_id].transport is not None:
        found += on_wheels(plans, decision, unit_id, at)
    best = max(found)
    return best if best.worth > RELUCTANCE else NOTHING


def destinations(
    plans: Plans, outlook: Outlook, hexes: list[Option], start: Start, here: float, least: float
) -> list[Weighed]:
    """The best hexes in reach, each with what the fire on the way is likely to cost.

    Only those count that promise more, beyond what the unit has here, than the `least` that it gets by staying.
    """
    unit_id, left = start.units[0], min(start.left) / HALF
    unit = plans.situation.units[unit_id]
    column, mounted = unit.column, unit.mounted
    rough = sorted(
        ((outlook.progress(option.id[4:], column=column), option.id[4:], option.cost or 0.0) for option in hexes),
        reverse=True,
    )
    close = []
    for _, label, cost in rough[:LOOKED_AT]:
        worth = outlook.value(label, column=column, mounted=mounted)
        if column and left - cost >= 1.0:
            worth = max(worth, outlook.value(label, column=False, mounted=mounted) - TIDY)
        if worth - here > least:
            close.append((worth, label))
    close.sort(reverse=True)
    found = []
    for worth, label in close[:WEIGHED]:
        path = (plans.situation.place(unit_id), *planned_path.plan(plans.game, start, label).path)
        found.append(Weighed(worth - here - moves.risk(plans, unit_id, path, column=column), f"hex:{label}"))
    return found


def columned(plans: Plans, outlook: Outlook, at: str, left: float) -> float:
    """What the best hex is worth that a unit reaches if it goes into column now, as long as the enemy is not near."""
    unit_id, game, situation = outlook.unit_id, plans.game, plans.situation
    reach = situation.content.counters[unit_id].front.range if plans.mission(unit_id) is None else 0
    if situation.near_enemy(at) < max(FAR_FROM_ENEMY, reach + 1):
        return NEVER
    board = situation.content.board
    mover = costs(game, face(game, unit_id).mobility, True, division_of(game, unit_id)).mover
    found = mover.field(board.index[at], halves(left - 1.0), barriers(game, plans.side))
    labels = [board.labels[i] for i in found.hexes]
    rough = sorted(((outlook.progress(label, column=True), label) for label in labels), reverse=True)
    mounted = situation.units[unit_id].mounted
    values = [outlook.value(label, column=True, mounted=mounted) for _, label in rough[:LOOKED_AT]]
    return max(values, default=NEVER)


def on_wheels(plans: Plans, decision: Decision, unit_id: str, at: str) -> list[Weighed]:
    """Guns ride to where they are wanted and are set up there."""
    near = plans.situation.near_enemy(at)
    reach = max(plans.situation.content.counters[unit_id].front.range, 2) + 1
    found = []
    if near <= reach and decision.find("do:dismount"):
        found.append(Weighed(0.5, "do:dismount"))
    for option, worth in (("do:mount-column", 0.5), ("do:mount", 0.4)):
        if near > reach + RIDE and decision.find(option):
            found.append(Weighed(worth, option))
    return found


def march_on(plans: Plans, decision: Decision, frame: Move) -> str:
    """How a move goes on: with the best of what is left, or not at all."""
    unit_id = frame.units[0]
    if len(frame.units) > 1:
        return "do:stop" if decision.find("do:stop") else decision.options[0].id
    hexes = [option for option in decision.options if option.id.startswith("hex:")]
    best = move(plans, decision, hexes, frame.start())
    if best.option:
        return best.option
    if decision.find("do:forced-march") and forced(plans, unit_id) > 0.1:
        return "do:forced-march"
    if decision.find("do:stop"):
        return "do:stop"
    outlook, column = moves.Outlook(plans, unit_id), plans.situation.units[unit_id].column
    return max(hexes, key=lambda option: (outlook.value(option.id[4:], column=column), option.id)).id


def forced(plans: Plans, unit_id: str) -> float:
    """What a forced march promises: two more points on the way, or a cohesion hit."""
    situation = plans.situation
    mission = plans.mission(unit_id)
    unit = situation.units[unit_id]
    if mission is None or mission.kind not in (EXIT, REACH, HOLD) or unit.hits or unit.entry:
        return -1.0
    far = situation.way(mission.hexes, situation.mobility(unit_id)).far(unit.at, column=unit.column)
    if far <= 0.5 or unit.at in situation.zones:
        return -1.0
    chance = passes(quality_of(situation, unit_id))
    near = 1.5 if far <= 2.5 else 1.0
    gain = situation.doctrine.march * moves.rate(mission) * (4.0 if unit.column else 2.0) * near
    return chance * gain - (1.0 - chance) * shooting.hit(situation, unit_id) * 1.5
