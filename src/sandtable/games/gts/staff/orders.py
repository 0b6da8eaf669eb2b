"""Which action a unit performs: each is weighed by what it promises beyond doing nothing."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.gts import assault, legs, rally
from sandtable.games.gts.activation import Order, may_act
from sandtable.games.gts.charts import HALF
from sandtable.games.gts.legs import Start
from sandtable.games.gts.marches import Move, fresh_move
from sandtable.games.gts.staff import assaults, moves, shooting
from sandtable.games.gts.staff.missions import BLOCK, EXIT, HOLD, REACH
from sandtable.games.gts.staff.moves import Outlook
from sandtable.games.gts.staff.plans import Plans
from sandtable.games.gts.staff.shooting import passes, quality_of
from sandtable.kernel import Decision, Option

RELUCTANCE = 0.05
"""How much a move must promise to be made."""
LOOKED_AT = 16
"""How many destinations are looked at closely."""
WEIGHED = 6
"""How many of them are looked at with the fire on the way."""
TIDY = 0.05
"""What changing into combat formation costs beyond its movement points."""
LEAVING = 50.0
"""What leaving the map at the goal is worth: nothing comes before it."""
FAR_FROM_ENEMY = 3
"""How far the enemy must be for a unit to go into column."""


class Weighed(NamedTuple):
    """An option and what it promises."""

    worth: float
    option: str


NOTHING = Weighed(0.0, "")


def weigh(plans: Plans, decision: Decision, units: tuple[str, ...]) -> Weighed:
    """The best action of a unit or stack and what it promises."""
    found = [NOTHING]
    unit_id = units[0]
    if len(units) > 1:
        return together(plans, decision, units)
    hexes = []
    for option in decision.options:
        kind, _, name = option.id.partition(":")
        if kind == "hex":
            hexes.append(option)
        elif kind == "unit":
            found.append(Weighed(shooting.fire(plans.situation, unit_id, name), option.id))
        elif kind == "do" and name in DEEDS:
            found.append(Weighed(DEEDS[name](plans, unit_id), option.id))
    if decision.find("do:assault"):
        found.append(storm(plans, unit_id))
    if plans.situation.place(unit_id):
        found.append(move(plans, decision, hexes, fresh_move(plans.game, units).start()))
    return max(found)


def together(plans: Plans, decision: Decision, units: tuple[str, ...]) -> Weighed:
    """Units that have joined assault together."""
    if decision.find("do:assault"):
        return Weighed(1.0, "do:assault")
    return Weighed(0.1, "do:fire") if decision.find("do:fire") else NOTHING


def storm(plans: Plans, unit_id: str) -> Weighed:
    """The best assault of a unit with those of its hex who may act too."""
    at = plans.situation.units[unit_id].at
    now = plans.game.state.active
    free = now is not None and now.kind == "formation" and not now.second
    mates = [
        other
        for other in plans.situation.there(at)
        if free and other != unit_id and not plans.situation.units[other].column and may_act(plans.game, other)
    ]
    best = NOTHING
    for label in assault.targets(plans.game, (unit_id,)):
        members, worth = assaults.group(plans, unit_id, label, mates)
        if worth > max(best.worth, assaults.LEAST):
            joined = [other for other in members if other != unit_id]
            best = Weighed(worth, f"join:{joined[0]}" if joined else "do:assault")
    return best


def joining(plans: Plans, units: tuple[str, ...]) -> str:
    """Who else should join units that are about to assault."""
    best: tuple[float, list[str]] = (0.0, [])
    at = plans.situation.units[units[0]].at
    mates = [
        other
        for other in plans.situation.there(at)
        if other not in units and not plans.situation.units[other].column and may_act(plans.game, other)
    ]
    for label in assault.targets(plans.game, units):
        worth = assaults.prospects(plans, units, label)
        for other in mates:
            if assault.why_no_attacker(plans.game, other) is None:
                more = assaults.prospects(plans, (*units, other), label)
                if more > max(worth + 0.05, best[0]):
                    best = (more, [other])
    return best[1][0] if best[1] else ""


# Moving


def leaves(plans: Plans, unit_id: str) -> bool:
    """Whether a unit is to leave the map."""
    mission = plans.mission(unit_id)
    return mission is not None and mission.kind == EXIT


def move(plans: Plans, decision: Decision, hexes: list[Option], start: Start) -> Weighed:
    """Where a unit should go, or what else it should do in a movement action, against staying as it is."""
    unit_id = start.units[0]
    unit = plans.situation.units[unit_id]
    at, column, mounted = plans.situation.place(unit_id), unit.column, unit.mounted
    if decision.find("do:exit") and leaves(plans, unit_id):
        return Weighed(LEAVING, "do:exit")
    outlook = moves.Outlook(plans, unit_id)
    here = outlook.value(at, column=column, mounted=mounted)
    if unit.entry:
        here -= 2.0
    left = min(start.left) / HALF
    found = [NOTHING]
    found += destinations(plans, outlook, hexes, start, here)
    if decision.find("do:uncolumn"):
        found.append(Weighed(outlook.value(at, column=False, mounted=mounted) - here - TIDY, "do:uncolumn"))
    if decision.find("do:column"):
        found.append(Weighed(columned(plans, unit_id, at, left) - here, "do:column"))
    if mounted or plans.situation.content.counters[unit_id].transport is not None:
        found += on_wheels(plans, decision, unit_id, at)
    best = max(found)
    return best if best.worth > RELUCTANCE else NOTHING


def destinations(plans: Plans, outlook: Outlook, hexes: list[Option], start: Start, here: float) -> list[Weighed]:
    """The best hexes in reach, each with what the fire on the way is likely to cost."""
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
        if worth > here:
            close.append((worth, label))
    close.sort(reverse=True)
    found = []
    for worth, label in close[:WEIGHED]:
        path = (plans.situation.place(unit_id), *legs.plan(plans.game, start, label).path)
        found.append(Weighed(worth - here - moves.risk(plans, unit_id, path, column=column), f"hex:{label}"))
    return found


def columned(plans: Plans, unit_id: str, at: str, left: float) -> float:
    """What a march in column promises: the way that it would cover, as long as the enemy is not near."""
    situation = plans.situation
    mission = plans.mission(unit_id)
    if mission is None or situation.near_enemy(at) < FAR_FROM_ENEMY:
        return -9.0
    if mission.kind == BLOCK:
        way = situation.way(plans.barrier(mission).path, situation.mobility(unit_id))
        now = min(way.formed(at), way.columned(at) + 2)
        gain = now - max(way.columned(at) - (left - 1.0), 0.0) - 1.0
        return moves.Outlook(plans, unit_id).value(at, column=False) + 0.1 * (gain - left)
    way = situation.way(mission.hexes, situation.mobility(unit_id))
    ahead = max(way.columned(at) - (left - 1.0), 0.0)
    return -moves.rate(mission) * min(ahead, way.formed(at))


def on_wheels(plans: Plans, decision: Decision, unit_id: str, at: str) -> list[Weighed]:
    """Guns ride to where they are wanted and are set up there."""
    near = plans.situation.near_enemy(at)
    reach = max(plans.situation.content.counters[unit_id].front.range, 2) + 1
    found = []
    for option, wanted in (
        ("do:dismount", near <= reach),
        ("do:mount", near > reach + 3),
        ("do:mount-column", near > reach + 3),
    ):
        if decision.find(option) and wanted:
            found.append(Weighed(0.5 if option != "do:mount" else 0.4, option))
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
    gain = moves.rate(mission) * (4.0 if unit.column else 2.0) * near
    return chance * gain - (1.0 - chance) * shooting.hit(situation, unit_id) * 1.5


# What else a unit can do


def rallying(plans: Plans, unit_id: str) -> float:
    """What a rally promises: to act again, or to be whole again."""
    situation = plans.situation
    what = rally.ailment(plans.game, unit_id)
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
    if situation.near_enemy(at) > 6:
        return -1.0
    stays = mission is None or (mission.kind in (HOLD, BLOCK))
    worth = (0.35 if stays else 0.05) * passes(quality_of(situation, unit_id))
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


DEEDS = {
    "rally": rallying, "improve": improving, "entrench": improving, "withdraw": withdrawing, "row": rowing,
    "boats": bringing_boats,
}  # fmt: skip


def decide(plans: Plans, unit_id: str) -> Weighed:
    """What a unit would do if it were to act now."""
    decision = Order(units=(unit_id,)).begin(plans.game)
    return NOTHING if decision is None else weigh(plans, decision, (unit_id,))
