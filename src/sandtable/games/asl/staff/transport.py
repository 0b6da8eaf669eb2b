"""How the staff carries men: who gets onto what, how far they ride, where they get off, and how carriers go home."""

from __future__ import annotations

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.arcs import apart, front_hexes
from sandtable.games.asl.staff import drives
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import is_leader, is_mmc, unit_size, weapons_of
from sandtable.games.asl.vehicles.boarding import (
    candidates,
    has_room,
    quarter,
    refuse_ground,
    who_can_get_off,
)
from sandtable.games.asl.vehicles.ground import HALF, figures
from sandtable.games.asl.vehicles.losses import carried
from sandtable.games.asl.vehicles.route import DriveBase, home_edge, left, may_move
from sandtable.games.asl.vehicles.status import card_of, is_stopped, mp_of
from sandtable.kernel import Choice, Decision

NEAR_GOAL = 3
"""How near to the goal men get off at the latest."""
IN_REACH = 5
"""How near enemies in sight may be before men get off."""
BACK = 6
"""How much further from goals and enemies those stay who call batteries."""
TOO_NEAR = 2
"""How near no carrier drives to enemies."""
UNDER_FIRE = 4.0
"""How many hexes of a detour a Gun or tank is worth that sees where a vehicle would come onto the map."""
COVER, DANGER, BOGS, CROWD, LATE = 0.7, 0.06, 2.0, 0.6, 1.5
"""What cover where men get off is worth; what fire, a Bog Check, company, and getting off a turn later cost."""


# Coming onto the map


def is_idle(situation: Situation, vehicle_id: str) -> bool:
    """Whether a vehicle has no business on the map: a carrier that nobody is left for."""
    vehicle, card = situation.state.vehicles[vehicle_id], card_of(situation.game, vehicle_id)
    if vehicle.at != NOWHERE or not card.shuttle or carried(situation.game, vehicle_id):
        return False
    return not candidates(situation.game, vehicle_id)


def _should_load(situation: Situation, vehicle_id: str) -> bool:
    """Whether a vehicle that is about to enter takes men along: carriers always, tanks those who find no carrier."""
    game, state = situation.game, situation.state
    waiting = [name for name in candidates(game, vehicle_id) if has_room(game, vehicle_id, (name,))]
    squads = [name for name in waiting if is_mmc(game.content, state.units[name])]
    if card_of(game, vehicle_id).shuttle:
        return bool(squads or (waiting and not carried(game, vehicle_id)))
    bound = [name for name in squads if _must_ride(situation, name)]
    return len(bound) > len(_empty_carriers(situation))


def _empty_carriers(situation: Situation) -> list[str]:
    """The carriers off the map that have nobody aboard yet."""
    game = situation.game
    return [
        name
        for name, each in situation.state.vehicles.items()
        if each.side == situation.side
        and each.at == NOWHERE
        and card_of(game, name).shuttle
        and not carried(game, name)
    ]


def _called(situation: Situation) -> set[str]:
    """The groups among whom, off the map, are those who call batteries."""
    state = situation.state
    devices = {battery.device for battery in state.batteries.values() if battery.side == situation.side}
    holders = {weapon.holder for name, weapon in state.weapons.items() if name in devices}
    return {state.to_place[name] for name in holders if name in state.to_place}


def _must_ride(situation: Situation, unit_id: str) -> bool:
    group = situation.state.to_place.get(unit_id, "")
    entering = situation.content.forces[situation.side].groups.get(group)
    return entering is not None and entering.enters is not None and entering.enters.mounted


def enter(situation: Situation, decision: Decision, vehicle_id: str) -> str:
    """Load, then enter where the goal is near, the road is free, and no known Gun or tank waits."""
    if decision.find("do:load") is not None and _should_load(situation, vehicle_id):
        return "do:load"
    taken = [hex_of(each.at) for each in situation.state.vehicles.values() if each.at]
    gates = [choice.name for option in decision.options if (choice := Choice.of(option.id)).kind == "hex"]
    if not gates:
        return "do:done"
    content, goal = situation.content, _goal_of(situation, vehicle_id, gates)
    aiming = [foe.at for foe in drives.threats(situation) if foe.kind in ("vehicle", "gun")]

    def far(gate: str) -> float:
        crowd = sum(content.distance(gate, at) <= 1 for at in taken)
        return content.distance(gate, goal) + CROWD * crowd + UNDER_FIRE * _seen_by(situation, gate, aiming)

    return f"hex:{min(gates, key=lambda gate: (far(gate), gate))}"


def _seen_by(situation: Situation, hex_: str, places: list[str]) -> int:
    """From how many Locations in range a hex is seen."""
    return sum(
        situation.content.distance(hex_, hex_of(at)) <= drives.FAR and situation.sight(at, hex_) for at in places
    )


def _goal_of(situation: Situation, vehicle_id: str, gates: list[str]) -> str:
    """Vehicles are spread over the goals that lie nearest to the edge by which they come."""
    content = situation.content
    away = {goal: min(content.distance(gate, goal) for gate in gates) for goal in situation.goals}
    first = sorted(goal for goal in away if away[goal] <= min(away.values()) + NEAR_GOAL)
    own = [name for name, each in situation.state.vehicles.items() if each.side == situation.side]
    return first[own.index(vehicle_id) % len(first)]


def get_on(situation: Situation, decision: Decision) -> str | None:
    """A squad first, with a leader where there are enough of them, then whoever still finds a place. On a tank ride no
    leaders who could find a carrier, and no companions of those who call batteries."""
    game, units = situation.game, situation.state.units
    vehicle = str(decision.args["vehicle"])
    carriers = [] if card_of(game, vehicle).shuttle else _empty_carriers(situation)
    called = _called(situation) if carriers else set()
    offered = [choice.name for option in decision.options if (choice := Choice.of(option.id)).kind == "unit"]
    squads = sorted(
        (name for name in offered if is_mmc(game.content, units[name])),
        key=lambda name: (situation.state.to_place.get(name) in called, -unit_size(game.content, units[name]), name),
    )
    aboard = (*decision.hand, *carried(game, vehicle))
    if squads and not (card_of(game, vehicle).riders and any(is_mmc(game.content, units[each]) for each in aboard)):
        return f"unit:{squads[0]}"
    led = any(is_leader(game.content, units[name]) for name in aboard)
    leaders = [name for name in offered if is_leader(game.content, units[name])]
    if leaders and not led and not carriers:
        return f"unit:{leaders[0]}"
    if not decision.hand and offered:
        return f"unit:{offered[0]}"
    return "do:ready" if decision.find("do:ready") is not None else "do:cancel"


def get_off(situation: Situation, decision: Decision) -> str | None:
    """Everybody."""
    for option in decision.options:
        if Choice.of(option.id).kind == "unit":
            return option.id
    return "do:ready" if decision.find("do:ready") is not None else "do:cancel"


# On the way


def is_loaded(situation: Situation, vehicle_id: str) -> bool:
    """Whether a vehicle carries men who can get off."""
    return bool(who_can_get_off(situation.game, vehicle_id))


def _near_enemies(situation: Situation, hex_: str) -> int:
    """How far away the nearest enemy is that is still able and sees a hex."""
    return min(
        (
            situation.content.distance(hex_, hex_of(foe.at))
            for foe in situation.foes
            if foe.at and not foe.broken and situation.sight(foe.at, hex_)
        ),
        default=99,
    )


def _carries_radio(situation: Situation, vehicle_id: str) -> bool:
    """Whether a vehicle carries somebody who calls a battery: he gets off where he sees far and is not seen near."""
    devices = {battery.device for battery in situation.state.batteries.values() if not battery.over}
    men = carried(situation.game, vehicle_id) if devices else ()
    return any(weapon in devices for name in men for weapon in weapons_of(situation.game, name))


def _should_get_off(situation: Situation, hex_: str, back: int) -> bool:
    near_goal, in_reach = NEAR_GOAL + back, IN_REACH + back
    return situation.to_goal(hex_) <= near_goal or _near_enemies(situation, hex_) <= in_reach


def _score(situation: Situation, vehicle_id: str, stand: drives.Stand, spare: int) -> float:
    """What a place is worth to a loaded vehicle that would have some half MP left there."""
    back = BACK if _carries_radio(situation, vehicle_id) else 0
    total = -1.0 * max(0, situation.to_goal(stand.hex) - NEAR_GOAL - back) - BOGS * stand.risks - 0.1 * stand.seen
    total -= DANGER * situation.danger(stand.hex)
    near = _near_enemies(situation, stand.hex)
    if near <= TOO_NEAR + back:
        total -= 3.0 * (TOO_NEAR + back + 1 - near)
    if _should_get_off(situation, stand.hex, back):
        total += COVER * situation.cover(stand.hex)
        total -= 0.0 if spare >= quarter(situation.game, vehicle_id) else LATE
    beside = [each for name, each in situation.state.vehicles.items() if name != vehicle_id and each.at]
    return total - CROWD * sum(hex_of(each.at) == stand.hex for each in beside)


def order(situation: Situation, vehicle_id: str, have: int) -> str:
    """What a loaded vehicle does next with some half MP; nothing if it waits where it is."""
    game, vehicle = situation.game, situation.state.vehicles[vehicle_id]
    here, cost = hex_of(vehicle.at), quarter(game, vehicle_id)
    able = who_can_get_off(game, vehicle_id)
    back = BACK if _carries_radio(situation, vehicle_id) else 0
    free = refuse_ground(game, vehicle_id, able[:1]) is None
    if is_stopped(vehicle) and free and cost <= have and _should_get_off(situation, here, back):
        return "do:unload"
    if not may_move(game, vehicle_id) or vehicle.bogged:
        return "do:unload" if is_stopped(vehicle) and free and cost <= have else ""
    stop = figures(game).stop
    found = drives.stands(situation, vehicle_id, have - stop, drives.threats(situation))
    worth = {stand: round(_score(situation, vehicle_id, stand, have - stop - stand.spent), 3) for stand in found}
    best = max(found, key=lambda stand: (worth[stand], -stand.spent))
    if best.first and worth[best] > worth[found[0]] + 0.05:
        return best.first
    return "do:stop" if vehicle.started else ""


def wants(situation: Situation, vehicle_id: str) -> bool:
    """Whether a loaded vehicle has something to do."""
    vehicle = situation.state.vehicles[vehicle_id]
    if vehicle.at == NOWHERE or not is_loaded(situation, vehicle_id):
        return False
    return bool(order(situation, vehicle_id, HALF * mp_of(situation.game, vehicle_id) - vehicle.spent))


def drive(situation: Situation, decision: Decision) -> str | None:
    """What a vehicle does that carries men, waits off the map, or goes home; None for others."""
    vehicle_id = str(decision.args["vehicle"])
    vehicle, move = situation.state.vehicles[vehicle_id], situation.state.stack[-1]
    assert isinstance(move, DriveBase)
    if vehicle.at == NOWHERE:
        return enter(situation, decision, vehicle_id)
    if vehicle.recalled:
        return go_home(situation, decision, vehicle_id)
    if not is_loaded(situation, vehicle_id):
        return None
    if decision.find("do:free") is not None:
        return "do:free"
    wanted = order(situation, vehicle_id, left(situation.game, move))
    for name in (wanted, "do:start" if wanted and not vehicle.started else "", "do:stop", "do:unload", "do:done"):
        if name and decision.find(name) is not None:
            if name == "do:unload" and wanted != name and decision.find("do:done") is not None:
                continue
            return name
    return None


def go_home(situation: Situation, decision: Decision, vehicle_id: str) -> str | None:
    """Towards the edge by which it leaves, turning first where it looks the other way."""
    game, vehicle = situation.game, situation.state.vehicles[vehicle_id]
    if decision.find("do:exit") is not None:
        return "do:exit"
    if vehicle.recalled_in >= situation.state.player_turn and decision.find("do:done") is not None:
        return "do:stop" if decision.find("do:stop") is not None else "do:done"
    edge, content = home_edge(game.content, vehicle.side), situation.content

    def far(hex_: str) -> int:
        return min(content.distance(hex_, label) for label in edge)

    here = hex_of(vehicle.at)
    chosen = [Choice.of(option.id) for option in decision.options]
    ways = [(far(choice.name), f"hex:{choice.name}") for choice in chosen if choice.kind == "hex"]
    if ways and min(ways)[0] < far(here):
        return min(ways)[1]
    spines = [f"spine:{choice.name}" for choice in chosen if choice.kind == "spine"]
    if spines:
        aims = [
            spine
            for spine in range(6)
            if any(far(each) < far(here) for each in front_hexes(content, spine, here)) or here in edge
        ]
        return min(spines, key=lambda name: min((apart(int(Choice.of(name).name), aim) for aim in aims), default=0))
    for name in ("do:free", "do:start"):
        if decision.find(name) is not None:
            return name
    return ways[0][1] if ways else None
