"""How the staff answers each kind of question."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.gts import setup
from sandtable.games.gts.activation import Order
from sandtable.games.gts.air import figures as air_figures
from sandtable.games.gts.assault import Assault
from sandtable.games.gts.assault_fire import Volley
from sandtable.games.gts.leaders import division_of_leader, members
from sandtable.games.gts.marches import Move
from sandtable.games.gts.setup import FreePlacing
from sandtable.games.gts.staff import assaults, moves, orders, shooting
from sandtable.games.gts.staff.missions import EXIT, REACH, can_take_part
from sandtable.games.gts.staff.plans import Plans
from sandtable.games.gts.staff.shooting import passes, quality_of
from sandtable.games.gts.units import division_of, formation_of, on_map
from sandtable.kernel import Decision

Answer = Callable[[Plans, Decision], str | None]

BETTER = 0.3
"""How much better another hex must be for a unit to be set up there."""
COVER = 0.15
"""What a point of cover is worth at the set-up."""
HOME = 1.5
"""What a step at the river is worth when the withdrawal is ordered: two points, less those who fail."""
CANDIDATES = 16
"""How many units are thought through when a Direct Command chit comes up."""


def names(decision: Decision, kind: str) -> list[str]:
    prefix = f"{kind}:"
    return [option.removeprefix(prefix) for option in decision.ids if option.startswith(prefix)]


# Command points and chits


def price(plans: Plans, division: str) -> float:
    """What a command point is worth: the fewer are left, the more; at the end of the game nothing."""
    held = plans.game.state.divisions[division].command
    left = plans.situation.content.last_turn - plans.game.state.turn
    return (0.55 if held <= 2 else 0.4 if held <= 5 else 0.25 if held <= 9 else 0.12) * min(1.0, 0.4 + 0.3 * left)


def check(plans: Plans, decision: Decision) -> str:
    """A command point is spent where failing would cost more than the point is worth."""
    unit_id, kind = str(decision.args["unit"]), str(decision.args["check"])
    situation = plans.situation
    fails = 1.0 - passes(quality_of(situation, unit_id))
    return (
        "do:spend"
        if fails * stake(plans, unit_id, kind) > price(plans, division_of(plans.game, unit_id))
        else "do:roll"
    )


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


def convert(plans: Plans, decision: Decision) -> str:
    """Suppression becomes a hit where the unit would otherwise lose more than the hit costs."""
    unit_id = str(decision.args["unit"])
    situation = plans.situation
    worse = shooting.hit(situation, unit_id) >= shooting.suppression(situation, unit_id)
    return "do:accept" if worse else "do:convert"


def buy(plans: Plans, decision: Decision) -> str:
    """Chits for the formations that can use them: the best for this turn while points are plenty, else for the next."""
    best: tuple[float, str] = (0.0, "do:done")
    for option in decision.options:
        when, _, formation = option.id.partition(":")
        if when not in ("now", "next"):
            continue
        useful = usefulness(plans, formation)
        held = plans.game.state.divisions[plans.situation.content.formations[formation].division].dispatch
        last = plans.game.state.turn >= plans.situation.content.last_turn
        worth = useful - 1.5 if when == "next" else useful - (2.0 if last else 2.5 if held >= 4 else 4.0)
        if when == "next" and last:
            continue
        best = max(best, (worth, option.id))
    return best[1]


def usefulness(plans: Plans, formation: str) -> float:
    """What a formation could do with a chit: the more of it is near the enemy or under way to something, the more."""
    situation, worth = plans.situation, 0.0
    for unit_id in members(plans.game, formation):
        if not on_map(plans.game, unit_id):
            continue
        near = situation.near_enemy(situation.units[unit_id].at)
        worth += 1.0 if near <= 2 else 0.6 if near <= 5 else 0.3
    return worth


# Activations


def act(plans: Plans, decision: Decision) -> str:
    """Those who rally come first, then those who fire, those who storm, those who move, the nearest to the enemy first."""
    now = plans.game.state.active
    assert now is not None
    able = names(decision, "unit")
    if not able:
        return "do:end" if decision.find("do:end") else decision.options[0].id
    able.sort(key=lambda unit_id: turn(plans, unit_id))
    if now.kind != "direct":
        return f"unit:{able[0]}"
    best = orders.NOTHING
    for unit_id in able[:CANDIDATES]:
        found = orders.decide(plans, unit_id)
        worth = found.worth - price(plans, division_of(plans.game, unit_id))
        best = max(best, orders.Weighed(worth, f"unit:{unit_id}"))
    return best.option if best.worth > 0 else "do:end"


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
    return best.option if best.option and best.worth > paid else "do:no-second"


def move_on(plans: Plans, decision: Decision) -> str:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Move)
    return orders.march_on(plans, decision, frame)


def displace(plans: Plans, decision: Decision) -> str:
    unit_id = str(decision.args["unit"])
    hexes = names(decision, "hex")
    if not hexes:
        return "do:stop"
    outlook = moves.Outlook(plans, unit_id)
    return f"hex:{max(hexes, key=lambda label: (outlook.value(label, column=False), label))}"


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


# Fire


def opportunity(plans: Plans, decision: Decision) -> str:
    """Everybody who can fires: it costs nothing. The best shot comes first."""
    able = names(decision, "unit")
    if not able:
        return decision.default
    target = str(decision.args["unit"])
    return f"unit:{max(able, key=lambda firer: (shooting.opportunity(plans.situation, firer, target), firer))}"


def aim(plans: Plans, decision: Decision) -> str:
    firer = str(decision.args["unit"])
    able = names(decision, "unit")
    return f"unit:{max(able, key=lambda target: (shooting.opportunity(plans.situation, firer, target), target))}"


def assault_aim(plans: Plans, decision: Decision) -> str:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Volley)
    firer = str(decision.args["unit"])
    attacking = firer in frame.attackers
    able = names(decision, "unit")
    return "unit:" + max(
        able,
        key=lambda target: (
            assaults.burst(plans, firer, target, (firer,), able, attacking=attacking, extra=0),
            target,
        ),
    )


def timing(plans: Plans, decision: Decision) -> str:
    """Fire at the side of the counter that is easier to hit."""
    unit_id = str(decision.args["unit"])
    kind = plans.situation.content.counters[unit_id]
    if kind.transport is None or decision.args["trigger"] == "entrenchment":
        return "do:before"
    mounted = plans.situation.units[unit_id].mounted
    now, then = (kind.transport, kind.front) if mounted else (kind.front, kind.transport)
    return "do:after" if then.defense > now.defense else "do:before"


def air_attack(plans: Plans, decision: Decision) -> str:
    """The target that suffers most, those near the own units first."""
    side = plans.side
    air_unit = next(name for owner, name in air_figures(plans.game).units.items() if owner == side)
    best = max((shooting.bombing(plans.situation, air_unit, target), target) for target in names(decision, "unit"))
    return f"unit:{best[1]}" if best[0] > 0.1 else "do:hold-aircraft"


def observer(plans: Plans, decision: Decision) -> str:
    return decision.default


# Assaults


def assault_frame(plans: Plans) -> Assault:
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, Assault)
    return frame


def assault_where(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    labels = names(decision, "hex")
    return f"hex:{max(labels, key=lambda label: (assaults.prospects(plans, frame.attackers, label), label))}"


def stand_or_retreat(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    return assaults.stand_or_retreat(plans, frame.attackers, frame.target)


def charge_or_fire(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    return assaults.charge_or_fire(plans, frame.attackers, frame.target)


def break_off(plans: Plans, decision: Decision) -> str:
    frame = assault_frame(plans)
    return assaults.press_on(plans, frame.attackers, frame.target)


def meet_charge(plans: Plans, decision: Decision) -> str:
    able = names(decision, "unit")
    return f"unit:{max(able, key=lambda unit_id: (quality_of(plans.situation, unit_id), unit_id))}"


def retreat_to(plans: Plans, decision: Decision) -> str:
    return f"hex:{assaults.retreat_to(plans, names(decision, 'hex'))}"


def least(plans: Plans, decision: Decision) -> str:
    """Of own units to lose the one that matters least."""
    able = names(decision, "unit")
    return f"unit:{min(able, key=lambda unit_id: (shooting.end_of(plans.situation, unit_id), unit_id))}"


# Arrivals


def arrive(plans: Plans, decision: Decision) -> str:
    return "do:arrive"


def arrive_in_column(plans: Plans, decision: Decision) -> str:
    return "do:all-column"


def land(plans: Plans, decision: Decision) -> str:
    """Where no enemy covers the ground and the units do not crowd, towards the own goals."""
    situation = plans.situation

    def worth(label: str) -> tuple[float, str]:
        near = situation.near_enemy(label)
        return -2.0 * len(situation.watchers(label)) - 0.5 * len(situation.there(label)) - 0.05 * near, label

    return f"hex:{max(names(decision, 'hex'), key=worth)}"


# Set-up, returning and going home


def set_up(plans: Plans, decision: Decision) -> str:
    """Units that would be better off elsewhere are placed anew, the strongest first."""
    frame = plans.game.state.stack[-1]
    assert isinstance(frame, FreePlacing)
    best: tuple[float, str] = (BETTER, "")
    for unit_id in names(decision, "unit"):
        labels = setup.places(plans.game, unit_id, frame.region)
        gain = best_place(plans, unit_id, labels)[0] if labels else 0.0
        best = max(best, (gain, unit_id))
    return f"unit:{best[1]}" if best[1] else "do:done"


def set_up_hex(plans: Plans, decision: Decision) -> str:
    gain, label = best_place(plans, str(decision.args["unit"]), names(decision, "hex"))
    return f"hex:{label}" if gain > BETTER else "do:stay"


def best_place(plans: Plans, unit_id: str, labels: list[str]) -> tuple[float, str]:
    """The best of some hexes for a unit, and by how much it is better than where it is."""
    outlook = moves.Outlook(plans, unit_id)

    def worth(label: str) -> float:
        return outlook.value(label, column=False) - COVER * moves.terrain(plans, label)

    here = worth(plans.situation.units[unit_id].at)
    return max(((worth(label) - here, label) for label in labels), default=(0.0, ""))


def come_back(plans: Plans, decision: Decision) -> str:
    return decision.options[0].id


def order_withdrawal(plans: Plans, decision: Decision) -> str:
    """The withdrawal is ordered when it saves more than it abandons."""
    situation = plans.situation
    river = situation.content.region("withdrawal")
    north = situation.content.region("north-bank")
    own = [situation.units[unit_id] for unit_id in situation.own()]
    gain = sum(HOME * unit.steps for unit in own if unit.at in river)
    left = sum(unit.steps for unit in own if unit.at in north and unit.at not in river)
    lost = left * situation.step_points[plans.side]
    return "do:order-withdrawal" if gain > lost else "do:hold-out"


ANSWERS: dict[str, Answer] = {
    "set-up": set_up,
    "set-up-hex": set_up_hex,
    "return": come_back,
    "order-withdrawal": order_withdrawal,
    "check": check,
    "convert": convert,
    "buy": buy,
    "act": act,
    "action": action,
    "second-action": second_action,
    "move-on": move_on,
    "displace": displace,
    "leader": leader,
    "leader-along": go_along,
    "leader-follows": go_along,
    "opportunity": opportunity,
    "aim": aim,
    "assault-aim": assault_aim,
    "timing": timing,
    "air-attack": air_attack,
    "observer": observer,
    "assault-where": assault_where,
    "stand-or-retreat": stand_or_retreat,
    "charge-or-fire": charge_or_fire,
    "break-off": break_off,
    "meet-charge": meet_charge,
    "retreat-to": retreat_to,
    "no-room": least,
    "overflow": least,
    "arrive": arrive,
    "arrive-in-column": arrive_in_column,
    "land": land,
}
