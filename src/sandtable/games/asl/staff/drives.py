"""Where the staff drives its vehicles: along which way, to stop where, and what it risks there."""

from __future__ import annotations

import functools
import heapq
from collections.abc import Callable
from typing import NamedTuple

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.arcs import facing_of, front_hexes
from sandtable.games.asl.ordnance.places import is_cramped
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.state import DUMMY, UNKNOWN, Vehicle
from sandtable.games.asl.terrain.tem import crews
from sandtable.games.asl.terrain.walls import wall_tem
from sandtable.games.asl.vehicles.ground import HALF, entry, figures
from sandtable.games.asl.vehicles.status import can_act, card_of, is_stopped, known_vehicles
from sandtable.kernel import Refusal

STANDOFF = 3
"""How near to a goal tanks want to be: men take it."""
BOGS = 1.6
"""What a Bog Check on the way is worth avoiding."""
WATCHED = 0.2
"""What each hex in sight of Guns and tanks is worth avoiding on the way."""
ALONE = 0.5
"""What each hex is worth avoiding that is nearer to the goal than the foremost men of the side."""
NEAR_ENOUGH = 0.35
"""By how much a place must be better than where a vehicle is for it to move."""
FAR = 24
"""Enemies further away are no targets, and no danger."""
FACTORS = {"front": 0.5, "side": 1.0, "rear": 1.25}


class Stand(NamedTuple):
    """Where a vehicle could be, and by which first step it comes there."""

    hex: str
    facing: int
    spent: int
    risks: int
    """How many Bog Checks lie on the way."""
    first: str
    """The option of the first step; empty for where it is."""
    seen: int
    """How many hexes of the way lie in sight of Guns and tanks."""


class Threat(NamedTuple):
    """An enemy as vehicles see him."""

    at: str
    kind: str
    """vehicle, gun, men or unknown."""


def threats(situation: Situation) -> list[Threat]:
    """The enemies that matter to a vehicle, as targets and as dangers."""
    game, found = situation.game, []
    for name in known_vehicles(game, situation.side):
        if can_act(situation.state.vehicles[name]):
            found.append(Threat(situation.state.vehicles[name].at, "vehicle"))
    serving = crews(game)
    for name, unit in situation.state.units.items():
        if unit.side == situation.side or not unit.at or unit.broken or unit.guard or unit.kind == DUMMY:
            continue
        kind = "gun" if name in serving else "unknown" if unit.kind == UNKNOWN else "men"
        found.append(Threat(unit.at, kind))
    return found


def stands(situation: Situation, vehicle_id: str, left: int, foes: list[Threat]) -> list[Stand]:
    """Everywhere that a vehicle could drive forward with some half MP, by the cheapest way."""
    game, table = situation.game, figures(situation.game)
    vehicle = situation.state.vehicles[vehicle_id]
    start = Stand(hex_of(vehicle.at), vehicle.facing, 0, 0, "", 0)
    watched = _watched(situation, foes)
    ready = 0 if vehicle.started or vehicle.motion else table.start
    best: dict[tuple[str, int], int] = {}
    queue: list[tuple[int, int, Stand]] = [(0, 0, start)]
    found, count = [], 0
    while queue:
        _, _, here = heapq.heappop(queue)
        if (here.hex, here.facing) in best:
            continue
        best[here.hex, here.facing] = here.spent
        found.append(here)
        first_cost = ready if not here.first else 0
        steps: list[Stand] = []
        turn = table.turn_cover if is_cramped(game, here.hex) else table.turn
        for step in (-1, 1):
            spine = (here.facing + step) % 6
            first = here.first or ("do:start" if ready else f"spine:{spine}")
            steps.append(Stand(here.hex, spine, here.spent + first_cost + turn, here.risks, first, here.seen))
        for there in front_hexes(game.content, here.facing, here.hex):
            price = entry(game, vehicle_id, here.hex, there)
            if isinstance(price, Refusal) or _is_held(situation, there):
                continue
            risks = here.risks + len(price.checks)
            spent, first = here.spent + first_cost + price.cost, here.first or f"hex:{there}"
            steps.append(Stand(there, here.facing, spent, risks, first, here.seen + watched(there)))
        for each in steps:
            if each.spent <= left and (each.hex, each.facing) not in best:
                count += 1
                heapq.heappush(queue, (each.spent + HALF * 6 * each.risks + HALF * each.seen, count, each))
    return found


def _watched(situation: Situation, foes: list[Threat]) -> Callable[[str], bool]:
    """Whether a hex lies in sight of Guns or tanks."""
    heavy = [foe.at for foe in foes if foe.kind in ("vehicle", "gun")]

    @functools.cache
    def watched(hex_: str) -> bool:
        return any(situation.sight(at, hex_) for at in heavy)

    return watched


def _is_held(situation: Situation, hex_: str) -> bool:
    """Whether enemies that are still able are in a hex: nobody drives there by accident."""
    return any(foe.at and hex_of(foe.at) == hex_ and not foe.broken for foe in situation.foes)


Seen = Callable[[str], list[tuple[Threat, int]]]
"""The enemies that are seen from a hex, with how far they are."""


def _seen(situation: Situation, foes: list[Threat]) -> Seen:
    distance = situation.content.distance

    @functools.cache
    def seen_from(hex_: str) -> list[tuple[Threat, int]]:
        return [
            (foe, far)
            for foe in foes
            if (far := distance(hex_, hex_of(foe.at))) <= FAR and situation.sight(hex_, foe.at)
        ]

    return seen_from


def score(situation: Situation, vehicle_id: str, stand: Stand, seen_from: Seen) -> float:
    """What a place is worth to a vehicle: targets that it sees, the goal that it is near, the fire that it draws."""
    vehicle = situation.state.vehicles[vehicle_id]
    total = -0.55 * max(0, situation.to_goal(stand.hex) - STANDOFF) - BOGS * stand.risks - WATCHED * stand.seen
    total -= ALONE * max(0, _front(situation) - situation.to_goal(stand.hex))
    targets: list[float] = []
    for foe, distance in seen_from(stand.hex):
        targets.append(_target(foe, distance))
        total -= _danger(situation, vehicle, stand, foe, distance)
    total += sum(sorted(targets, reverse=True)[:3])
    if any(other.at == stand.hex for name, other in situation.state.vehicles.items() if name != vehicle_id):
        total -= 1.0
    return total


def _front(situation: Situation) -> int:
    """How far the foremost men of the side are from its goal."""
    men = [unit for unit in situation.own.values() if not unit.broken]
    return min((situation.to_goal(hex_of(unit.at)) for unit in men), default=0)


def _target(foe: Threat, distance: int) -> float:
    if foe.kind in ("vehicle", "gun"):
        return 1.1 if distance <= 12 else 0.8
    near = min(1.0, 4 / max(distance, 1))
    return (0.55 if foe.kind == "men" else 0.4) * near


def _danger(situation: Situation, vehicle: Vehicle, stand: Stand, foe: Threat, distance: int) -> float:
    """What an enemy may do to a vehicle that stands there."""
    game = situation.game
    side = FACTORS[facing_of(game.content, stand.facing, stand.hex, hex_of(foe.at))]
    if foe.kind in ("vehicle", "gun"):
        low = wall_tem(game, stand.hex, vehicle.side, foe.at, "direct")[0] > 0
        return (1.5 if foe.kind == "gun" else 1.2) * side * (0.5 if low else 1.0)
    if distance > 3:
        return 0.0
    fausts = situation.state.shots.get(_foe(situation), 0) > 0
    return side * (1.6 if fausts else 0.9) / max(distance, 1)


def _foe(situation: Situation) -> str:
    return next(side for side in situation.content.forces if side != situation.side)


def plan(situation: Situation, vehicle_id: str, left: int) -> tuple[float, Stand, float]:
    """How good it is to stay, the best place to drive to, and how good that is."""
    foes = threats(situation)
    table, vehicle = figures(situation.game), situation.state.vehicles[vehicle_id]
    found = stands(situation, vehicle_id, left - (0 if is_stopped(vehicle) else table.stop), foes)
    seen_from = _seen(situation, foes)
    worth = [round(score(situation, vehicle_id, stand, seen_from), 3) for stand in found]
    best = max(range(len(found)), key=lambda i: (worth[i], -found[i].spent))
    return worth[0], found[best], worth[best]


def wants_to_move(situation: Situation, vehicle_id: str) -> bool:
    """Whether a vehicle finds a better place than where it is."""
    vehicle = situation.state.vehicles[vehicle_id]
    if vehicle.bogged:
        return True
    stay, _, best = plan(situation, vehicle_id, HALF * card_of(situation.game, vehicle_id).mp)
    return best > stay + NEAR_ENOUGH
