"""Where the staff drives its vehicles: along which way, to stop where, and what it risks there."""

from __future__ import annotations

import functools
import heapq
from collections.abc import Callable
from typing import NamedTuple

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.ordnance.arcs import facing_of, front_hexes
from sandtable.games.asl.ordnance.places import is_cramped
from sandtable.games.asl.screen.overlays import set_up_area
from sandtable.games.asl.staff.situation import Situation
from sandtable.games.asl.stands import corner_of, stand_of
from sandtable.games.asl.state import DUMMY, UNKNOWN, Vehicle
from sandtable.games.asl.terrain.hexes import hides_by_day, is_building
from sandtable.games.asl.terrain.tem import crews
from sandtable.games.asl.terrain.walls import wall_tem
from sandtable.games.asl.vehicles.bypass import hex_ahead, lanes_from
from sandtable.games.asl.vehicles.ground import HALF, entry, entry_along, figures
from sandtable.games.asl.vehicles.route import ABOUT
from sandtable.games.asl.vehicles.status import can_act, card_of, is_stopped, known_vehicles
from sandtable.kernel import Refusal

STANDOFF = 3
"""How near to a goal tanks want to be: men take it."""
BOGS = 1.6
"""What a Bog Check on the way is worth avoiding."""
WATCHED = 0.4
"""What each hex in sight of Guns and tanks is worth avoiding on the way."""
ALONE = 0.8
"""What each hex is worth avoiding that is nearer to the goal than the foremost men of the side."""
APART = 3
"""How far from men of its side a vehicle goes without a thought."""
NEAR_ENOUGH = 0.35
"""By how much a place must be better than where a vehicle is for it to move."""
FAR = 24
"""Enemies further away are no targets, and no danger."""
LURKING, SEARCHED = 12.0, 2
"""What Guns may do that are still hidden, where all their cover sees a vehicle; after so many turns nobody waits."""
GUN = 5.0
"""What a Gun may do to a vehicle that shows it its side."""
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
    bypass: int = -1
    """The hexside along which it is in Bypass there; -1 for none."""

    @property
    def spot(self) -> tuple[str, int, int]:
        """The place and how it is faced."""
        return self.hex, self.facing, self.bypass


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
            found.append(Threat(stand_of(situation.state.vehicles[name]), "vehicle"))
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
    start = Stand(hex_of(vehicle.at), vehicle.facing, 0, 0, "", 0, vehicle.bypass)
    watched = _watched(situation, foes)
    ready = 0 if vehicle.started or vehicle.motion else table.start
    best: set[tuple[str, int, int]] = set()
    queue: list[tuple[int, int, Stand]] = [(0, 0, start)]
    found, count = [], 0
    while queue:
        _, _, here = heapq.heappop(queue)
        if here.spot in best:
            continue
        best.add(here.spot)
        found.append(here)
        first_cost = ready if not here.first else 0
        steps: list[Stand] = []
        beside = here.bypass >= 0
        turn = table.turn_cover if not beside and is_cramped(game, here.hex) else table.turn
        for step in (ABOUT,) if beside else (-1, 1):
            spine, cost = (here.facing + step) % 6, turn * abs(step)
            first = here.first or ("do:start" if ready else f"spine:{spine}")
            spent = here.spent + first_cost + cost
            steps.append(Stand(here.hex, spine, spent, here.risks, first, here.seen, here.bypass))
        for there in _front_of(situation, here):
            price = entry(game, vehicle_id, here.hex, there, off_road=beside)
            if isinstance(price, Refusal) or _is_held(situation, there):
                continue
            risks = here.risks + len(price.checks)
            spent, first = here.spent + first_cost + price.cost, here.first or f"hex:{there}"
            steps.append(Stand(there, here.facing, spent, risks, first, here.seen + watched(there)))
        for lane in lanes_from(game, here.hex, here.bypass, here.facing):
            price = entry_along(game, vehicle_id, here.hex, lane)
            if isinstance(price, Refusal) or _is_held(situation, lane.hex):
                continue
            risks = here.risks + len(price.checks)
            spent, first = here.spent + first_cost + price.cost, here.first or f"along:{lane.name}"
            seen = here.seen + (watched(lane.hex) if lane.hex != here.hex else 0)
            steps.append(Stand(lane.hex, lane.facing, spent, risks, first, seen, lane.side))
        for each in steps:
            if each.spent <= left and each.spot not in best:
                count += 1
                heapq.heappush(queue, (each.spent + HALF * 6 * each.risks + HALF * each.seen, count, each))
    return found


def _front_of(situation: Situation, here: Stand) -> tuple[str, ...]:
    """The hexes that a vehicle could enter from a place."""
    if here.bypass < 0:
        return front_hexes(situation.content, here.facing, here.hex)
    return hex_ahead(situation.content, here.hex, here.bypass, here.facing)


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
"""The enemies that are seen from a place, with how far they are."""


def _seen(situation: Situation, foes: list[Threat]) -> Seen:
    distance = situation.content.distance

    @functools.cache
    def seen_from(place: str) -> list[tuple[Threat, int]]:
        return [
            (foe, far)
            for foe in foes
            if (far := distance(hex_of(place), hex_of(foe.at))) <= FAR and situation.sight(place, foe.at)
        ]

    return seen_from


def _hides(situation: Situation, foes: list[Threat]) -> Callable[[str], float]:
    """What Guns may do that the enemy still hides in cover where he has set up; men go first to find them."""
    foe = situation.content.forces[_foe(situation)]
    guns = sum(sum(group.guns.values()) for group in foe.groups.values())
    waits = foe.hides_guns and situation.state.turn <= SEARCHED and sum(each.kind == "gun" for each in foes) < guns
    area = set_up_area(situation.content, _foe(situation)) if waits else frozenset()
    cover = [hex_ for hex_ in area if hides_by_day(situation.game, hex_) and not is_building(situation.game, hex_)]

    @functools.cache
    def lurking(hex_: str) -> float:
        return LURKING * sum(situation.sight(at, hex_) for at in cover) / len(cover) if cover else 0.0

    return lurking


def score(
    situation: Situation, vehicle_id: str, stand: Stand, seen_from: Seen, lurking: Callable[[str], float]
) -> float:
    """What a place is worth to a vehicle: targets that it sees, the goal that it is near, the fire that it draws."""
    vehicle = situation.state.vehicles[vehicle_id]
    total = -0.55 * max(0, situation.to_goal(stand.hex) - STANDOFF) - BOGS * stand.risks - WATCHED * stand.seen
    total -= ALONE * max(0, _front(situation) - situation.to_goal(stand.hex))
    total -= ALONE * max(0, _company(situation, stand.hex) - APART)
    total -= lurking(stand.hex)
    targets: list[float] = []
    for foe, distance in seen_from(corner_of(stand.hex, stand.bypass, stand.facing)):
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


def _company(situation: Situation, hex_: str) -> int:
    """How far the nearest men of the side are who could help a vehicle; nothing where there are none."""
    men = [unit for unit in situation.own.values() if not unit.broken]
    return min((situation.content.distance(hex_, hex_of(unit.at)) for unit in men), default=0)


def _target(foe: Threat, distance: int) -> float:
    if foe.kind in ("vehicle", "gun"):
        return 1.1 if distance <= 12 else 0.8
    near = min(1.0, 4 / max(distance, 1))
    return (0.55 if foe.kind == "men" else 0.4) * near


def _danger(situation: Situation, vehicle: Vehicle, stand: Stand, foe: Threat, distance: int) -> float:
    """What an enemy may do to a vehicle that stands there."""
    game = situation.game
    at = corner_of(stand.hex, stand.bypass, stand.facing)
    side = FACTORS[facing_of(game.content, stand.facing, at, hex_of(foe.at))]
    if foe.kind in ("vehicle", "gun"):
        low = stand.bypass < 0 and wall_tem(game, stand.hex, vehicle.side, foe.at, "direct")[0] > 0
        return (GUN if foe.kind == "gun" else 1.2) * side * (0.5 if low else 1.0)
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
    seen_from, lurking = _seen(situation, foes), _hides(situation, foes)
    worth = [round(score(situation, vehicle_id, stand, seen_from, lurking), 3) for stand in found]
    best = max(range(len(found)), key=lambda i: (worth[i], -found[i].spent))
    return worth[0], found[best], worth[best]


def wants_to_move(situation: Situation, vehicle_id: str) -> bool:
    """Whether a vehicle finds a better place than where it is."""
    vehicle = situation.state.vehicles[vehicle_id]
    if vehicle.bogged:
        return True
    stay, _, best = plan(situation, vehicle_id, HALF * card_of(situation.game, vehicle_id).mp)
    return best > stay + NEAR_ENOUGH
