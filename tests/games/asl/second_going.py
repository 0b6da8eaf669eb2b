"""A second reckoning of where men may go: who is asked, how far their MF reach, what keeps them out.

The ways around obstacles are not told here: without them nothing may cost less, and with one around each obstacle
nothing may cost more. Written from the rules, without the engine's chapters.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from typing import Any

from games.asl import second_opinion as ground
from games.asl.second_effects import is_inexperienced, type_of
from games.asl.second_opinion import (
    SMC,
    Compared,
    Going,
    around,
    around_obstacle,
    breaches_for,
    country,
    figures,
    floor_of,
    hex_of,
    step_cost,
)
from games.asl.second_routs import SIZES, field
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Decision, Table

MEN, GREEN, SINGLE, WOUNDED, BERSERK = 4, 3, 6, 3, 8
WITH_LEADER = 2
FULL, SINGLES = 3.0, 4
HARD = 4

# Movement Factors


def load_of(state: State, name: str) -> int:
    """The PP of what a unit carries (A4.42)."""
    total = 0
    for weapon in state.weapons.values():
        if weapon.holder == name and weapon.kind in figures("weapons", "weapons"):
            shown = figures("weapons", "weapons")[weapon.kind]
            total += (shown["dismantled"] if weapon.dismantled else shown)["pp"]
    return total


def capacity(unit: Unit) -> int:
    if type_of(unit) in SMC:
        return 0 if unit.wounded else 1
    return 3 - unit.cx


def is_single(unit: Unit) -> bool:
    return type_of(unit) in SMC


def overloads(state: State, names: Sequence[str]) -> list[int]:
    """The PP above its capacity that each unit of a stack carries; idle single men lend theirs (A4.42)."""
    units = [state.units[name] for name in names]
    loads = [load_of(state, name) for name in names]
    idle = sum(is_single(unit) and not unit.wounded and not load for unit, load in zip(units, loads, strict=True))
    found = []
    for unit, load in zip(units, loads, strict=True):
        over = max(load - capacity(unit), 0)
        lent = 0 if is_single(unit) else min(idle, over)
        idle -= lent
        found.append(over - lent)
    return found


def unladen(state: State, names: Sequence[str], *, together: bool) -> list[int]:
    """The MF of each unit of a stack, whatever it carries (A4.11, A4.12)."""
    units = [state.units[name] for name in names]
    led = together and any(type_of(unit) == "leader" and not unit.wounded for unit in units)
    found = []
    for unit in units:
        if unit.berserk:
            found.append(BERSERK)
        elif is_single(unit):
            found.append(WOUNDED if unit.wounded else SINGLE)
        else:
            found.append((GREEN if is_inexperienced(state.units, unit) or unit.unarmed else MEN) + WITH_LEADER * led)
    return found


def allotments(state: State, names: Sequence[str], *, together: bool) -> list[float]:
    """The MF of each unit of a stack, less what it carries above its capacity."""
    bare, over = unladen(state, names, together=together), overloads(state, names)
    return [float(mf - load) for mf, load in zip(bare, over, strict=True)]


# What keeps out


def size_of(state: State, name: str) -> float:
    """What a unit takes of the room of a Location (A5.1)."""
    unit = state.units[name]
    served = any(weapon.holder == name and weapon.kind in figures("guns", "guns") for weapon in state.weapons.values())
    return max(1.0, SIZES[type_of(unit)]) if served else SIZES[type_of(unit)]


def has_room(state: State, names: Sequence[str], location: str) -> bool:
    """Whether men fit into a Location with those of their side who are there."""
    side = state.units[names[0]].side
    there = [
        name
        for name, unit in state.units.items()
        if unit.at == location and unit.side == side and not (unit.aboard or unit.guard or name in names)
    ]
    all_ = [name for name in (*there, *names) if type_of(state.units[name]) != "dummy"]
    singles = sum(is_single(state.units[name]) for name in all_)
    squads = sum(size_of(state, name) for name in all_ if not is_single(state.units[name]))
    adding_singles = any(is_single(state.units[name]) for name in names)
    adding_men = any(not is_single(state.units[name]) for name in names)
    return not (adding_singles and singles > SINGLES) and not (adding_men and squads > FULL)


def foes_in(state: State, side: str, location: str) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.at == location and unit.side != side and not unit.hidden]


def is_barred(state: State, side: str, location: str) -> bool:
    """Whether a Known enemy keeps men out of a Location in the MPh (A4.14)."""
    armed = [unit for unit in foes_in(state, side, location) if not (unit.unarmed or unit.guard or unit.aboard)]
    return any(not unit.concealed and type_of(unit) != "dummy" for unit in armed)


def is_veiled(state: State, side: str, location: str) -> bool:
    """Whether a "?" of the enemy lies in a Location."""
    return any(unit.concealed or type_of(unit) == "dummy" for unit in foes_in(state, side, location))


def is_doubtful(state: State, hex_: str) -> bool:
    """Whether something is in a hex that this reckoning leaves alone."""
    works = state.works.get(hex_)
    if works and works.wire:
        return True
    if any(hex_of(each.at) == hex_ and not each.hidden for each in state.vehicles.values()):
        return True
    return any(hex_of(each) == hex_ for each in state.fortified)


def is_played(state: State, hex_: str) -> bool:
    return hex_ in field(state.scenario) and not any(hex_of(at) == hex_ for at in state.blazes)


def has_cellar(hex_: str) -> bool:
    return bool(country().data(hex_).get("cellar"))


def crosses_fence(a: str, b: str) -> bool:
    return "fence" in country().between(a, b)


# Reach


class Walk:
    """A stack that moves, and how far it comes."""

    def __init__(self, state: State, names: Sequence[str], *, advances: bool, around: bool) -> None:
        self.state, self.names = state, names
        self.units = [state.units[name] for name in names]
        unit = self.units[0]
        self.side, self.around = unit.side, around
        holders = [breaches_for(state, each) for each in self.units]
        self.going = Going(state.nvr > 0, state.rained, advances, frozenset.intersection(*holders))
        self.tired = any(each.cx for each in self.units)

    def fence_bars(self, a: str, b: str, tired: bool) -> bool:
        return crosses_fence(a, b) and tired and frozenset((a, b)) not in self.going.breaches

    def step(self, a: str, b: str) -> float:
        """What the first step costs, with what it takes to get out of a hole, and doubled for the Encircled."""
        dear = []
        for unit in self.units:
            out = (unit.stance == "foxhole") + ground.is_emplaced(self.state, unit)
            twice = unit.encircled
            dear.append(out + step_cost(self.state, self.going, a, b) * (2 if twice else 1))
        return max(dear)

    def reach(self, left: float, *, bonus: bool, tired: bool) -> dict[str, float]:
        """The Locations within reach, with the least that they cost."""
        start = self.units[0].at
        best: dict[tuple[str, bool], float] = {(start, True): 0.0}
        found: dict[str, float] = {}
        heap = [(0.0, start, True)]
        while heap:
            cost, here, by_road = heapq.heappop(heap)
            if cost > best[here, by_road]:
                continue
            for there, price, roads in self.steps(here, first=here == start, tired=tired):
                along = by_road and roads
                most = left + (bonus and along)
                total = cost + price
                if total > most or not has_room(self.state, self.names, there):
                    continue
                if is_barred(self.state, self.side, there):
                    continue
                found[there] = min(total, found.get(there, 99))
                if is_veiled(self.state, self.side, there) or total > left:
                    continue
                if total < best.get((there, along), 99):
                    best[there, along] = total
                    heapq.heappush(heap, (total, there, along))
        found.pop(start, None)
        return found

    def steps(self, here: str, *, first: bool, tired: bool) -> Iterator[tuple[str, float, bool]]:
        """The next Locations, what they cost, and whether the way is a road."""
        a = hex_of(here)
        if floor_of(here):
            yield a, self.inside(here, a, first=first), False
            return
        if has_cellar(a) and a not in self.state.rubble:
            yield f"{a}-1", self.inside(here, f"{a}-1", first=first), False
        for b in around(a):
            if not is_played(self.state, b) or self.fence_bars(a, b, tired):
                continue
            price = self.step(here, b) if first else step_cost(self.state, self.going, here, b)
            if self.around and ground.is_obstacle(self.state, b):
                bare = step_cost(self.state, self.going, here, b, around_obstacle(b))
                price = min(price, bare)
            yield b, price, country().along_road(a, b)

    def inside(self, here: str, there: str, *, first: bool) -> float:
        return self.step(here, there) if first else step_cost(self.state, self.going, here, there)


def is_reckoned(state: State, names: Sequence[str]) -> bool:
    units = [state.units[name] for name in names]
    if any(unit.cloak or unit.guard or unit.stance in ("bypass", "above-wire", "beneath-wire") for unit in units):
        return False
    if any(unit.berserk or unit.aboard or type_of(unit) == "dummy" or unit.pace_of for unit in units):
        return False
    prisoners = {unit.guard for unit in state.units.values() if unit.guard}
    if prisoners & set(names) or any(floor_of(unit.at) > 0 or not unit.at for unit in units):
        return False
    if units[0].at not in field(state.scenario) and hex_of(units[0].at) not in field(state.scenario):
        return False
    return not any(is_doubtful(state, hex_of(unit.at)) for unit in units)


def is_told(place: str, unit: Unit) -> bool:
    """Whether a place is another Location, and not a hole in this one or the ground beside it."""
    return "~" not in place and "+" not in place and place != unit.at


def of_move(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    frame: Any = state.stack[-1]
    names = list(frame.units)
    if not is_reckoned(state, names) or frame.manner == "dash" or frame.pushes or frame.mans or frame.minimum:
        return
    left = float(str(decision.args["left"]))
    mine = min(allotments(state, names, together=not frame.loose)) + (frame.gained - frame.spent) / 2
    if not frame.loose and not frame.over:
        kept = 0.5 if frame.manner == "assault" else 0
        yield "mf left", max(mine - kept, 0), left
    offered = {o.id.partition(":")[2]: o.cost for o in decision.options if o.id.startswith(("hex:", "place:"))}
    if not offered or frame.weapon or frame.manner:
        return
    tired = any(state.units[name].cx for name in names)
    bonus = frame.by_road and not frame.manner
    plain = Walk(state, names, advances=False, around=False)
    round_ = Walk(state, names, advances=False, around=True)
    near, far = (walk.reach(left, bonus=bonus, tired=tired) for walk in (plain, round_))
    told = {place for place in offered if is_told(place, state.units[names[0]])}
    sure = {place for place in near if not is_doubtful(state, hex_of(place))}
    if not any(state.units[name].encircled for name in names):
        yield "reach has all", [], sorted(sure - told)
    short = not frame.spent and not frame.gained
    least = {place for place in around(hex_of(state.units[names[0]].at)) if short} if left >= 1 else set()
    more = {place for place in told - far.keys() - least if not is_doubtful(state, hex_of(place))}
    yield "reach has no more", [], sorted(more)
    for place in told & near.keys():
        cost = offered[place]
        assert cost is not None
        if not any(state.units[name].encircled for name in names):
            yield "reach dear", True, cost <= near[place]
        yield "reach cheap", True, cost >= far[place]


# Who


def served_guns(state: State, name: str) -> bool:
    return any(weapon.holder == name and weapon.kind in figures("guns", "guns") for weapon in state.weapons.values())


def may_go(state: State, name: str, *, advances: bool) -> bool:
    """Whether a unit may move (A3.3), or advance (A4.7)."""
    unit = state.units[name]
    if unit.side != state.active or unit.aboard or unit.guard or unit.frozen:
        return False
    if unit.broken or unit.pinned or unit.ti or unit.moved or (unit.at in state.melees and not unit.concealed):
        return False
    return advances or not (unit.fire in ("prep", "opportunity") or unit.spent)


def of_units(state: State, decision: Decision) -> Iterator[Compared]:
    advances = decision.prompt == "advance-unit"
    offered = {option.id.partition(":")[2] for option in decision.options if option.id.startswith("unit:")}
    for name in sorted(offered):
        if name in state.units:
            yield f"{decision.prompt} may", True, may_go(state, name, advances=advances)
    mine = {
        name
        for name, unit in state.units.items()
        if may_go(state, name, advances=advances)
        and not unit.unarmed
        and type_of(unit) != "dummy"
        and not unit.hidden
        and not unit.berserk
        and not unit.cloak
        and not unit.pace_of
        and not served_guns(state, name)
        and hex_of(unit.at) in field(state.scenario)
    }
    yield f"{decision.prompt} has all", [], sorted(mine - offered)


def of_advance(table: Table) -> Iterator[Compared]:
    """Where men may advance to (A4.7, A4.72)."""
    state, decision = table.state, table.decision
    assert decision is not None
    frame: Any = state.stack[-1]
    names = list(frame.units)
    if not is_reckoned(state, names) or frame.weapon or frame.mans or frame.pushes:
        return
    units = [state.units[name] for name in names]
    if any(unit.unarmed for unit in units):
        return
    offered = {o.id.partition(":")[2]: o.cost for o in decision.options if o.id.startswith(("hex:", "place:"))}
    walk = Walk(state, names, advances=True, around=False)
    bare, over = unladen(state, names, together=True), overloads(state, names)
    mine = set()
    for there, price, _ in walk.steps(units[0].at, first=True, tired=walk.tired):
        if not has_room(state, names, there):
            continue
        if not any(unit.cx and price + load >= min(HARD, mf) for unit, mf, load in zip(units, bare, over, strict=True)):
            mine.add(there)
    told = {place for place in offered if is_told(place, units[0]) and not is_doubtful(state, hex_of(place))}
    yield "advance to", sorted(place for place in mine if not is_doubtful(state, hex_of(place))), sorted(told)


def compared(table: Table) -> Iterator[Compared]:
    state, decision = table.state, table.decision
    assert decision is not None
    if decision.prompt == "move-to" and hasattr(state.stack[-1], "by_road"):
        yield from of_move(table)
    elif decision.prompt == "advance-to":
        yield from of_advance(table)
    elif decision.prompt in ("move-unit", "advance-unit"):
        yield from of_units(state, decision)
