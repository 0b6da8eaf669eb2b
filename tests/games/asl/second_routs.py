"""A second reckoning of routs by day: who is asked, and where to.

Written from the rules, without the engine's chapters; only lines over the bare map are the engine's own, which the slow
reading of them is held against elsewhere. Positions with upper floors, wire or mines are left alone.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import yaml
from msgspec.structs import replace

from games.asl import second_opinion as ground
from games.asl.position import board, content
from games.asl.second_effects import Before, type_of
from games.asl.second_opinion import (
    DATA,
    SMC,
    Compared,
    Going,
    apart,
    around,
    column_row,
    country,
    figures,
    floor_of,
    hex_of,
    hindrance,
    step_cost,
)
from sandtable.games.asl.sight.ground import Ground
from sandtable.games.asl.sight.on_map import figures as figures_of_sight
from sandtable.games.asl.state import State, Unit, Vehicle
from sandtable.kernel import Event, Table

ROUT, WOUNDED = 6.0, 3.0
FAR = 16


class Enemy:
    """A Known enemy: where he is, how he is seen, whether he is armed and unbroken."""

    def __init__(self, at: str, label: str, *, fights: bool) -> None:
        self.at, self.label, self.fights = at, label, fights


def enemies_of(state: State, side: str) -> list[Enemy]:
    found = [
        Enemy(unit.at, low_label(unit), fights=not unit.broken and not unit.unarmed)
        for unit in state.units.values()
        if unit.side != side
        and hex_of(unit.at) in field(state.scenario)
        and not (unit.concealed or unit.hidden or unit.guard or unit.aboard)
        and type_of(unit) != "dummy"
    ]
    found += [
        Enemy(vehicle.at, vehicle.at, fights=True)
        for vehicle in state.vehicles.values()
        if vehicle.side != side
        and vehicle.at in field(state.scenario)
        and not (vehicle.concealed or vehicle.hidden or vehicle.abandoned)
    ]
    return found


def low_label(unit: Unit) -> str:
    """Where a unit is seen: men in holes are not seen over walls and hedges (B9.21)."""
    return f"{unit.at}~{unit.stance}" if unit.stance in ("foxhole", "trench") else unit.at


@cache
def field(scenario: str) -> frozenset[str]:
    """The hexes that are played on."""
    area = yaml.safe_load((DATA / "scenarios" / f"{scenario}.yaml").read_text()).get("area")
    if not area:
        return frozenset(board().labels)
    (left, top), (right, bottom) = column_row(area[0]), column_row(area[1])
    inside = {label: column_row(label) for label in board().labels}
    return frozenset(h for h, (q, r) in inside.items() if left <= q <= right and top <= r <= bottom)


@cache
def bare_ground() -> Ground:
    return Ground(board(), figures_of_sight(content()))


@cache
def sees(a: str, b: str) -> bool:
    return bool(bare_ground().line(a, b).clear)


def in_sight(state: State, viewer: str, enemy: Enemy) -> bool:
    if hex_of(viewer) == hex_of(enemy.at):
        return True
    if apart(hex_of(viewer), hex_of(enemy.at)) == 1 and floor_of(viewer) == 0 and floor_of(enemy.label) == 0:
        return True
    return sees(viewer, enemy.label) and not hindrance(state, viewer, enemy.at).blocks


def is_reckoned(state: State) -> bool:
    """Whether nothing is on the map that this reckoning leaves alone."""
    if any(wreck.bypass >= 0 for wreck in state.wrecks.values()):
        return False
    if state.nvr or state.mines or any(works.wire for works in state.works.values()) or state.no_quarter:
        return False
    return not any(floor_of(unit.at) > 0 for unit in state.units.values() if hex_of(unit.at) in field(state.scenario))


def is_refuge(state: State, hex_: str) -> bool:
    return hex_ in state.rubble or country().terrain(hex_) in ground.TEM


def may_step(state: State, side: str, foes: Sequence[Enemy], a: str, b: str) -> bool:
    """Whether a rout may lead from one hex to the next (A10.51)."""
    if b not in field(state.scenario) or b in state.blazes or any(hex_of(foe.at) == b for foe in foes):
        return False
    if any(unit.at == b and unit.side != side and not (unit.hidden or unit.guard) for unit in state.units.values()):
        return False
    for foe in foes:
        near, was = apart(b, hex_of(foe.at)), apart(a, hex_of(foe.at))
        if foe.fights and near == 1 and was > 1 and in_sight(state, b, foe):
            return False
        if near < was and in_sight(state, a, foe):
            return False
    return True


def reach(state: State, unit: Unit, foes: Sequence[Enemy]) -> dict[str, float]:
    """What the hexes cost to which a unit can rout."""
    have = WOUNDED if unit.wounded and type_of(unit) == "leader" else ROUT
    first = float((unit.stance == "foxhole") + ground.is_emplaced(state, unit))
    start, costs = hex_of(unit.at), {hex_of(unit.at): first}
    heap = [(first, start)]
    going = Going(False, state.rained)
    while heap:
        cost, here = heapq.heappop(heap)
        if cost > costs[here]:
            continue
        for there in around(here):
            if may_step(state, unit.side, foes, here, there) and not is_full(state, there, unit):
                twice = 2 if unit.encircled and here == start else 1
                total = cost + twice * step_cost(state, going, here, there)
                if total <= have and total < costs.get(there, 99):
                    costs[there] = total
                    heapq.heappush(heap, (total, there))
    del costs[start]
    return costs


def refuges(state: State, unit: Unit, foes: Sequence[Enemy], costs: dict[str, float]) -> dict[str, float]:
    start = hex_of(unit.at)
    seen = [foe for foe in foes if in_sight(state, unit.at, foe)]
    found = {}
    for hex_, cost in costs.items():
        beside = any(foe.fights and apart(hex_, hex_of(foe.at)) == 1 and in_sight(state, hex_, foe) for foe in foes)
        nearer = any(apart(hex_, hex_of(foe.at)) <= apart(start, hex_of(foe.at)) for foe in seen)
        if is_refuge(state, hex_) and not beside and not nearer:
            found[hex_] = cost
    return found


SIZES = {"squad": 1.0, "half-squad": 0.5, "crew": 0.5, "vehicle-crew": 0.5}


def is_full(state: State, hex_: str, unit: Unit) -> bool:
    """Whether a unit would be one too many in a hex (A5.1); who mans a Gun counts as a squad."""
    served = {weapon.holder for weapon in state.weapons.values() if weapon.kind in figures("guns", "guns")}
    there = {
        name: each
        for name, each in state.units.items()
        if each.at == hex_ and each.side == unit.side and not each.aboard and not each.guard
    }
    if type_of(unit) in SMC:
        return sum(type_of(each) in SMC for each in there.values()) >= 4
    sizes = [1.0 if name in served else SIZES.get(type_of(each), 0.0) for name, each in there.items()]
    return sum(sizes) + SIZES[type_of(unit)] > 3


def of_ways(table: Table) -> Iterator[Compared]:
    """Where a unit may rout to."""
    state, decision = table.state, table.decision
    assert decision is not None
    unit = state.units[str(decision.args["unit"])]
    beside_houses = any(each.side != unit.side and each.bypass >= 0 for each in state.vehicles.values())
    if floor_of(unit.at) or unit.cx or beside_houses or getattr(state.stack[-1], "leader", ""):
        return
    foes = enemies_of(state, unit.side)
    offered = {option.id.partition(":")[2]: option.cost for option in decision.options if option.id.startswith("hex:")}
    if not offered or any("~" in each for each in offered):
        return
    costs = reach(state, unit, foes)
    shelter = refuges(state, unit, foes, costs)
    if shelter:
        least = min(shelter.values())
        yield "rout to", sorted(hex_ for hex_, cost in shelter.items() if cost == least), sorted(offered)
    else:
        yield "rout anywhere", sorted(costs), sorted(offered)
    for hex_, cost in offered.items():
        assert cost is not None
        least = costs.get(hex_, FAR)
        yield "rout cost", least, cost if shelter or not least <= cost <= ROUT else least


def of_routers(table: Table) -> Iterator[Compared]:
    """Who is asked to rout: nobody without a cause (A10.5)."""
    state, decision = table.state, table.decision
    assert decision is not None
    for option in decision.options:
        head, _, name = option.id.partition(":")
        unit = state.units.get(name)
        if head != "unit" or unit is None:
            continue
        yield "router broken", True, unit.broken
        if not unit.dm:
            foes = enemies_of(state, unit.side)
            beside = any(
                foe.fights and (foe.at == unit.at or apart(hex_of(foe.at), hex_of(unit.at)) <= 1) for foe in foes
            )
            exposed = any(in_sight(state, unit.at, foe) for foe in foes)
            yield "router has cause", True, beside or exposed or unit.encircled or unit.disrupted


# Interdiction

CLOSE_RANGES = {"bmg": 8, "cmg": 12, "aamg": 8}


def reaches(state: State, name: str, unit: Unit, hex_: str) -> bool:
    """Whether a unit has at least 1 FP in a hex without Long Range (A10.53)."""
    far = apart(hex_of(unit.at), hex_)
    twice = 2 if far <= 1 else 1
    shown = ground.printed(unit.kind)
    found = [shown["fp"]] if shown.get("fp") and far <= shown["range"] and type_of(unit) != "leader" else []
    for name_, weapon in state.weapons.items():
        cards = figures("weapons", "weapons")
        if weapon.holder == name and weapon.kind in cards and not weapon.broken:
            card = cards[weapon.kind]
            if weapon.dismantled:
                card = card["dismantled"]
            if card.get("fp") and cards[weapon.kind]["type"] in ("lmg", "mmg", "hmg") and far <= card["range"]:
                alone = ground.is_lone_leader(state, name)
                found.append(card["fp"] / 2 if alone and name_ else card["fp"])
    return any(fp * twice >= 1 for fp in found)


def interdicts(state: State, name: str, foe: Unit, router: Unit, hex_: str) -> bool:
    """Whether a Known enemy Interdicts in a hex."""
    veiled = foe.concealed or foe.hidden or foe.guard or foe.aboard or not foe.at
    if veiled or type_of(foe) == "dummy" or foe.at in state.melees or hex_of(foe.at) not in field(state.scenario):
        return False
    if foe.broken or foe.berserk or foe.unarmed or foe.pinned or foe.cx or foe.encircled or foe.ti:
        return False
    if apart(hex_of(foe.at), hex_) > FAR or not reaches(state, name, foe, hex_):
        return False
    held = sum(ground.US[type_of(unit)] for unit in state.units.values() if unit.guard == name)
    return held <= ground.US[type_of(foe)] and is_laid_bare(state, low_label(foe), foe.at, router, hex_)


def is_laid_bare(state: State, eye: str, at: str, router: Unit, hex_: str) -> bool:
    """Whether somebody sees a hex in Open Ground (A10.53, A8.9)."""
    seen = in_sight(state, eye, Enemy(hex_, hex_, fights=True))
    return seen and not hindrance(state, at, hex_).total and ground.is_open(state, hex_, [at], router)


def bears(vehicle: Vehicle, shown: Mapping[str, Any], arm: str, hex_: str) -> bool:
    """Whether a hex is in the Covered Arc of a machine gun in hull or turret (C3.21)."""
    if vehicle.at == hex_:
        return True
    spine = vehicle.facing if arm == "bmg" or shown["mount"] == "NT" else vehicle.turret
    (x, y), (u, v) = ground.center(vehicle.at), ground.center(hex_)
    toward = math.degrees(math.atan2(v - y, u - x))
    return abs((toward - 60 * (spine - 1) + 180) % 360 - 180) <= 30 + 1e-4


def has_perhaps(vehicle: Vehicle) -> bool:
    """Whether it is not told here if a vehicle has the machine gun on its roof."""
    return bool(figures("vehicles", "vehicles")[vehicle.kind].get("aamg_optional"))


def rides_over(state: State, name: str, router: Unit, hex_: str) -> bool:
    """Whether a vehicle Interdicts in a hex with a machine gun that bears without turning."""
    vehicle = state.vehicles[name]
    shown = figures("vehicles", "vehicles")[vehicle.kind]
    if vehicle.concealed or vehicle.hidden or vehicle.abandoned or vehicle.shock or vehicle.stun == "stunned":
        return False
    if vehicle.at not in field(state.scenario):
        return False
    far = apart(vehicle.at, hex_)
    fit = [
        arm
        for arm, most in CLOSE_RANGES.items()
        if shown.get(arm)
        and far <= most
        and arm not in (*vehicle.broken, *vehicle.disabled)
        and (bears(vehicle, shown, arm, hex_) if arm != "aamg" else vehicle.exposed or shown.get("open_topped"))
    ]
    return bool(fit) and is_laid_bare(state, vehicle.at, vehicle.at, router, hex_)


def of_interdiction(before: Before, events: Sequence[Event]) -> Iterator[Compared]:
    """Where a unit that routs is Interdicted: in what it leaves by its first step, and in all that it enters."""
    state, frame = before.state, before.state.stack[-1]
    name = getattr(frame, "unit", "")
    router = state.units.get(name)
    if type(frame).__name__ != "RoutUnit" or router is None or not is_reckoned(state) or floor_of(router.at):
        return
    if any(each.bypass >= 0 for each in (*state.vehicles.values(), *state.wrecks.values())):
        return
    routed = next((each for each in events if type(each).__name__ == "Routed"), None)
    told = {each.at for each in events if type(each).__name__ == "Interdicted"}  # type: ignore[attr-defined]
    path = tuple(routed.path)[len(frame.gone) :] if routed is not None else ()  # type: ignore[attr-defined]
    if not path and not told:
        return
    plain = replace(router, stance="")
    for number, at in enumerate((() if frame.begun else (router.at,)) + path):  # type: ignore[attr-defined]
        if floor_of(at):
            continue
        who = router if not number and not frame.begun else plain  # type: ignore[attr-defined]
        by = [foe for foe, unit in state.units.items() if unit.side != router.side
              and interdicts(state, foe, unit, who, at)]  # fmt: skip
        by += [foe for foe, each in state.vehicles.items() if each.side != router.side
               and rides_over(state, foe, who, at)]  # fmt: skip
        unsure = [each for each in by if each in state.vehicles and has_perhaps(state.vehicles[each])]
        if not unsure or len(by) > len(unsure):
            yield "interdicted", bool(by), at in told


def of_left(now: State, events: Sequence[Event]) -> Iterator[Compared]:
    """Who is left beside enemies at the end of the Rout Phase: nobody (A10.5)."""
    if now.phase != "advance" or now.nvr or not any(getattr(each, "what", "") == "advance" for each in events):
        return
    left = []
    for name, unit in now.units.items():
        if not unit.broken or unit.guard or unit.aboard or unit.at in now.melees or unit.hidden:
            continue
        if hex_of(unit.at) in field(now.scenario) and any(is_captor(now, unit, foe) for foe in now.units.values()):
            left.append(name)
    yield "left beside enemies", [], left


def is_captor(state: State, unit: Unit, foe: Unit) -> bool:
    """Whether an enemy would take a broken unit: Known, in Good Order, armed, and ADJACENT or in its Location."""
    if foe.side == unit.side or foe.concealed or foe.hidden or foe.broken or foe.berserk or foe.unarmed or foe.guard:
        return False
    if foe.aboard or not foe.at or type_of(foe) == "dummy" or foe.at in state.melees:
        return False
    a, b = unit.at, foe.at
    if hex_of(a) == hex_of(b):
        return a == b or {a, b} == {hex_of(a), f"{hex_of(a)}-1"}
    near = apart(hex_of(a), hex_of(b)) == 1 and floor_of(a) == floor_of(b) == 0
    return near and in_sight(state, a, Enemy(b, b, fights=True))


def audited(before: Before, now: State, events: Sequence[Event]) -> Iterator[Compared]:
    yield from of_interdiction(before, events)
    yield from of_left(now, events)


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    if decision.prompt == "rout-to" and is_reckoned(state):
        yield from of_ways(table)
    elif decision.prompt == "rout" and is_reckoned(state):
        yield from of_routers(table)
