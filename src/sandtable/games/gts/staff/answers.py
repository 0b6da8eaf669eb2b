"""How the staff answers each kind of question."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.gts.movement.course_of_move import Move
from sandtable.games.gts.sequence.actions import Order
from sandtable.games.gts.staff import command, marching, moves, openings, orders, reactions
from sandtable.games.gts.staff.command import price
from sandtable.games.gts.staff.marching import NOTHING, Weighed
from sandtable.games.gts.staff.missions import can_take_part
from sandtable.games.gts.staff.plans import Plans, names
from sandtable.games.gts.units import division_of
from sandtable.kernel import Decision

Answer = Callable[[Plans, Decision], str | None]

LEAVING_WORKS = 0.3
"""How much more a second action must promise that takes a unit out of its works again."""
CANDIDATES = 16
"""How many units are thought through when a Direct Command chit comes up."""


def act(plans: Plans, decision: Decision) -> str:
    """Those who rally come first, then guns and mortars, then the rest; of each the nearest to the enemy first."""
    now = plans.game.state.active
    assert now is not None
    able = names(decision, "unit")
    if not able:
        return "do:end" if decision.find("do:end") else decision.options[0].id
    able.sort(key=lambda unit_id: turn(plans, unit_id))
    if now.kind != "direct":
        return f"unit:{able[0]}"
    best = NOTHING
    for unit_id in able[:CANDIDATES]:
        found = orders.decide(plans, unit_id)
        worth = found.worth - price(plans, division_of(plans.game, unit_id))
        best = max(best, Weighed(worth, f"unit:{unit_id}"))
    if best.worth > 0:
        return best.option
    return "do:end" if decision.find("do:end") else f"unit:{most_crowded(plans, able)}"


def most_crowded(plans: Plans, able: list[str]) -> str:
    """A unit whose hex holds too many, which must make room before an activation can end."""
    return max(able, key=lambda unit_id: (len(plans.situation.there(plans.situation.place(unit_id))), unit_id))


def turn(plans: Plans, unit_id: str) -> tuple[int, int, str]:
    situation = plans.situation
    unit = situation.units[unit_id]
    near = situation.near_enemy(situation.place(unit_id)) if situation.place(unit_id) else 0
    if unit.suppressed:
        return 0, near, unit_id
    weapon = situation.weapon(unit_id)
    if weapon is not None and weapon.indirect:
        return 1, near, unit_id
    return 2 if not can_take_part(situation, unit_id) else 3, near, unit_id


def action(plans: Plans, decision: Decision) -> str:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Order)
    if len(frame.units) > 1:
        more = orders.joining(plans, frame.units)
        if more and decision.find(f"join:{more}"):
            return f"join:{more}"
    best = orders.weigh(plans, decision, frame.units)
    if best.option and best.worth > 0:
        return best.option
    return "do:pass" if decision.find("do:pass") else "do:leave"


def second_action(plans: Plans, decision: Decision) -> str:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Order)
    best = orders.weigh(plans, decision, frame.units)
    paid = sum(price(plans, division_of(plans.game, unit_id)) for unit_id in frame.units)
    if best.option.startswith("hex:") and plans.situation.units[frame.units[0]].works:
        paid += LEAVING_WORKS * plans.situation.doctrine.works
    return best.option if best.option and best.worth > paid else "do:no-second"


def second_part(plans: Plans, decision: Decision) -> str:
    """Every part of a stack that has come apart is asked, one after the other."""
    return decision.options[0].id


def move_on(plans: Plans, decision: Decision) -> str:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Move)
    return marching.march_on(plans, decision, frame)


def displace(plans: Plans, decision: Decision) -> str:
    unit_id = str(decision.args["unit"])
    hexes = names(decision, "hex")
    if not hexes:
        return "do:stop"
    outlook = moves.Outlook(plans, unit_id)
    return f"hex:{max(hexes, key=lambda label: (outlook.value(label, column=False), label))}"


ANSWERS: dict[str, Answer] = {
    "set-up": openings.set_up,
    "set-up-hex": openings.set_up_hex,
    "return": openings.come_back,
    "order-withdrawal": openings.order_withdrawal,
    "check": command.check,
    "convert": command.convert,
    "buy": command.buy,
    "act": act,
    "action": action,
    "barrage": orders.barrage,
    "second-action": second_action,
    "second-part": second_part,
    "move-on": move_on,
    "displace": displace,
    "leader": command.leader,
    "leader-along": command.go_along,
    "leader-follows": command.go_along,
    "opportunity": reactions.opportunity,
    "opportunity-move": reactions.opportunity,
    "aim": reactions.aim,
    "assault-aim": reactions.assault_aim,
    "timing": reactions.timing,
    "fire-target": reactions.fire_target,
    "labour-improve": command.work_for,
    "labour-entrench": command.work_for,
    "air-attack": reactions.air_attack,
    "assault-where": reactions.assault_where,
    "stand-or-retreat": reactions.stand_or_retreat,
    "charge-or-fire": reactions.charge_or_fire,
    "break-off": reactions.break_off,
    "meet-charge": reactions.meet_charge,
    "retreat-to": reactions.retreat_to,
    "no-room": reactions.least,
    "overflow": reactions.least,
    "arrive": openings.arrive,
    "arrive-in-column": openings.arrive_in_column,
    "land": openings.land,
}
"""By the prompt; what is not here takes its course, such as the best observer of indirect fire."""
