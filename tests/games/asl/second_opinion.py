"""A second reckoning of steps and small-arms fire on Riley's Road.

It was written from the rules and the data of the map without the engine's chapters: what a step costs, what fire is
worth and what modifies it. `compared` holds what an open decision shows against it. The other modules of this name go
on from it; second_games plays beside them all.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import yaml
from msgspec.structs import replace

import sandtable
from sandtable.games.asl.state import State, Unit
from sandtable.kernel import Decision, Line, Table

DATA = Path(sandtable.__file__).parent / "games" / "rileys_road" / "data"
Compared: TypeAlias = tuple[str, object, object]
"""What was compared, what this reckoning says, what the engine says."""

# The country

COT = {"open": 1.0, "plowed": 1.5, "orchard": 1.0, "brush": 2.0, "woods": 2.0, "stone-building": 2.0}
COT["wooden-building"] = 2.0
TEM = {"woods": 1, "wooden-building": 2, "stone-building": 3}
HALF_LEVELS = {"hedge": 1, "wall": 2}
COVERED = ("orchard", "brush", "woods", "stone-building", "wooden-building")
"""Concealment Terrain by day (A12.11)."""
HEX_RADIUS = 2 / math.sqrt(3)
Point: TypeAlias = tuple[float, float]


class Country(NamedTuple):
    """The map, read from its file."""

    hexes: Mapping[str, Mapping[str, Any]]
    hexsides: Mapping[frozenset[str], frozenset[str]]
    """What lies along a hexside, other than slopes."""
    slopes: frozenset[tuple[str, str]]
    """Down-Slope hex and Up-Slope hex."""
    roads: frozenset[frozenset[str]]

    def terrain(self, hex_: str) -> str:
        return str(self.hexes.get(hex_, {}).get("terrain", "open"))

    def level(self, hex_: str) -> int:
        return int(self.hexes.get(hex_, {}).get("elevation", 0))

    def data(self, hex_: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.hexes.get(hex_, {}).get("data", {})
        return found

    def between(self, a: str, b: str) -> frozenset[str]:
        return self.hexsides.get(frozenset((a, b)), frozenset())

    def along_road(self, a: str, b: str) -> bool:
        return frozenset((a, b)) in self.roads


@cache
def country() -> Country:
    read = yaml.safe_load((DATA / "maps" / "rileys-road.yaml").read_text())
    sides: dict[frozenset[str], set[str]] = {}
    slopes = set()
    for group in read["hexsides"]:
        for side in group["sides"]:
            down, up = side.split("-")
            if group["feature"] == "slope":
                slopes.add((down, up))
            else:
                sides.setdefault(frozenset((down, up)), set()).add(group["feature"])
    roads = {frozenset(pair) for path in read["paths"] for pair in pairwise(path["path"])}
    return Country(read["hexes"], {k: frozenset(v) for k, v in sides.items()}, frozenset(slopes), frozenset(roads))


@cache
def figures(name: str, key: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load((DATA / "units" / f"{name}.yaml").read_text())[key]
    return found


AIMED = ("fire-at", "act-instead", "fire-group", "first-fire-group")
"""The questions about the fire of men."""


def printed(kind: str) -> Mapping[str, Any]:
    """What the counter of men shows."""
    found: Mapping[str, Any] = figures("personnel", "personnel")[kind]
    return found


def hex_of(label: str) -> str:
    return label.partition("~")[0].partition("+")[0].partition("-")[0]


def floor_of(label: str) -> int:
    rest = label.partition("~")[0][len(hex_of(label)) :]
    return int(rest) if rest else 0


@cache
def column_row(hex_: str) -> tuple[int, int]:
    letters = hex_.rstrip("0123456789")
    column = ord(letters[0]) - ord("A") + 26 * (len(letters) - 1)
    return column, int(hex_[len(letters) :])


@cache
def center(hex_: str) -> Point:
    """Where the dot of a hex is, hexes being 2 high; every second column lies half a hex lower."""
    column, row = column_row(hex_)
    return column * 1.5 * HEX_RADIUS, 2 * row + column % 2


@cache
def apart(a: str, b: str) -> int:
    """The range between two hexes."""
    (qa, ra), (qb, rb) = column_row(a), column_row(b)
    ra, rb = ra - qa // 2, rb - qb // 2
    dq, dr = qb - qa, rb - ra
    return max(abs(dq), abs(dr), abs(dq + dr))


@cache
def around(hex_: str) -> tuple[str, ...]:
    """The hexes that touch a hex."""
    column, row = column_row(hex_)
    return tuple(
        label
        for q in range(max(column - 1, 0), column + 2)
        for r in range(row - 1, row + 2)
        if apart(hex_, label := name_of(q, r)) == 1
    )


def name_of(column: int, row: int) -> str:
    letter = chr(ord("A") + column % 26)
    return f"{letter * (column // 26 + 1)}{row}"


# Steps


def ground(state: State, hex_: str) -> str:
    """The terrain of a hex as it is now."""
    rubble = state.rubble.get(hex_)
    return f"{rubble}-rubble" if rubble else country().terrain(hex_)


def is_covered(state: State, hex_: str) -> bool:
    return ground(state, hex_) in COVERED or hex_ in state.rubble


def in_one_factory(a: str, b: str) -> bool:
    left, right = country().data(a), country().data(b)
    return bool(left.get("factory")) and left.get("building") == right.get("building")


def is_obstacle(state: State, hex_: str) -> bool:
    return hex_ not in state.rubble and country().terrain(hex_) in TEM


def around_obstacle(hex_: str) -> float:
    """What the ground around a house or a copse costs in Bypass."""
    return COT["plowed"] if "furrowed" in country().hexes[hex_].get("features", ()) else COT["open"]


class Going(NamedTuple):
    """Who goes, as far as it matters for what steps cost."""

    night: bool = False
    rain: bool = False
    advances: bool = False
    breaches: frozenset[frozenset[str]] = frozenset()
    """The Temporary Breaches that they can use."""


def step_cost(state: State, going: Going, origin: str, to: str, terrain: float = 0) -> float:
    """What a step on foot costs (A4.13) from one Location to another; `terrain` is what the hex costs in Bypass."""
    land = country()
    a, b = hex_of(origin), hex_of(to)
    dark = 1 if going.night and is_covered(state, b) and not terrain else 0
    if a == b:
        return 1 + dark
    by_road = land.along_road(a, b) and not terrain
    cost = terrain or (1.0 if by_road else 3.0 if b in state.rubble else COT[land.terrain(b)])
    if in_one_factory(a, b) and not by_road and not terrain and not state.rubble.keys() & {a, b}:
        cost = 1.0
    rise = land.level(b) - land.level(a)
    cost *= 2 ** max(rise, 0)
    sides = land.between(a, b)
    if sides & HALF_LEVELS.keys() and not land.along_road(a, b):
        cost += 1
    slopes = (a, b) in land.slopes, (b, a) in land.slopes
    cost += 0.5 * slopes[0] + going.rain * (any(slopes) + abs(rise))
    if "fence" in sides:
        cost += (0.5 if frozenset((a, b)) in going.breaches else 1) * (2 if going.night else 1)
    if smoke_in(state, b) and not going.advances:
        cost += 1
    return float(cost + dark)


def costs_of(state: State, going: Going, path: tuple[str, ...], unit: Unit, into: str = "") -> set[float]:
    """What a way may cost, from the Location in which it begins: houses and copses are entered or passed in Bypass."""
    first = float((unit.stance == "foxhole") + is_emplaced(state, unit))
    sums = {first}
    if unit.stance == "bypass":
        dark = going.night
        sums |= {first + COT[country().terrain(hex_of(path[0]))] + dark}
    for place, (a, b) in enumerate(pairwise(path)):
        times = 2 if unit.encircled and not place else 1
        steps = {step_cost(state, going, a, b)}
        passed = 0 < place + 1 < len(path) - 1 and hex_of(path[place + 2]) != hex_of(b) and hex_of(a) != hex_of(b)
        if passed and is_obstacle(state, hex_of(b)):
            around = around_obstacle(hex_of(b))
            steps |= {step_cost(state, going, a, b, terrain) for terrain in (around, 2 * around)}
        sums = {total + times * step for total in sums for step in steps}
    digs = int(into == "foxhole" or (into == "trench" and unit.stance != "trench"))
    digs *= 2 if unit.encircled and len(path) == 2 else 1
    return {total + digs for total in sums}


def breaches_for(state: State, unit: Unit) -> frozenset[frozenset[str]]:
    """The breaches of fences that are held open, for those who can use them (RR13.21)."""
    if unit.broken or unit.berserk:
        return frozenset()
    holders = {side: state.units.get(holder) for side, holder in state.fences.items()}
    return frozenset(
        frozenset(side.split("-"))
        for side, holder in holders.items()
        if holder and holder.ti and not holder.pinned and not holder.broken
    )


# Lines


def elevation(label: str) -> int:
    """How high a Location is; a cellar counts as ground level."""
    return country().level(hex_of(label)) + max(floor_of(label), 0)


@cache
def corners(hex_: str) -> tuple[Point, ...]:
    """The corners of a hex, clockwise from the right."""
    x, y = center(hex_)
    turns = [math.radians(60 * k) for k in range(6)]
    return tuple((x + HEX_RADIUS * math.cos(turn), y + HEX_RADIUS * math.sin(turn)) for turn in turns)


def _side_of(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


NEAR = 1e-6


def touches(firer: str, aim: Point, hex_: str, near: str) -> bool:
    """Whether a line from the middle of a hex to a point crosses the hexside between two others, its ends included."""
    start = center(firer)
    ends = [corner for corner in corners(hex_) if any(math.dist(corner, each) < NEAR for each in corners(near))]
    a, b = (_side_of(start, aim, end) for end in ends)
    c, d = (_side_of(ends[0], ends[1], point) for point in (start, aim))
    return a * b <= NEAR and c * d <= NEAR


@cache
def crossed_between(a: str, b: str) -> tuple[tuple[str, ...], ...]:
    """The hexes between two that a line crosses; those on either side of a hexside that it runs along come together."""
    p, q = center(a), center(b)
    far = apart(a, b)
    (ca, ra), (cb, rb) = column_row(a), column_row(b)
    inside, touched = [], []
    for column in range(min(ca, cb) - 1, max(ca, cb) + 2):
        for row in range(min(ra, rb) - 1, max(ra, rb) + 2):
            if column < 0 or row < 1:
                continue
            hex_ = name_of(column, row)
            if hex_ in (a, b) or apart(a, hex_) > far or apart(hex_, b) > far:
                continue
            sides = [_side_of(p, q, corner) for corner in corners(hex_)]
            left, right = sum(s > NEAR for s in sides), sum(s < -NEAR for s in sides)
            along = (center(hex_)[0] - p[0]) * (q[0] - p[0]) + (center(hex_)[1] - p[1]) * (q[1] - p[1])
            length = (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2
            if not 0 < along < length:
                continue
            if left and right:
                inside.append((along, hex_))
            elif 6 - left - right == 2:
                touched.append((round(along / length, 6), hex_))
    groups: list[tuple[float, tuple[str, ...]]] = [(along, (hex_,)) for along, hex_ in inside]
    pairs: dict[float, list[str]] = {}
    for along, hex_ in touched:
        pairs.setdefault(along, []).append(hex_)
    groups += [(along, tuple(sorted(hexes))) for along, hexes in pairs.items()]
    return tuple(hexes for _, hexes in sorted(groups))


@cache
def entered_over(target: str, firer: str) -> tuple[str, ...]:
    """The neighbours over whose hexside, or over whose two hexsides at a corner, fire comes into a hex."""
    if target == firer:
        return ()
    p, q = center(target), center(firer)
    angle = math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])) % 360
    found = []
    for near in around(target):
        x, y = center(near)
        toward = math.degrees(math.atan2(y - p[1], x - p[0])) % 360
        if abs((angle - toward + 180) % 360 - 180) <= 30 + 1e-4:
            found.append(near)
    return tuple(found)


def smoke_in(state: State, hex_: str) -> int:
    burning = sum(2 for wreck in state.wrecks.values() if wreck.burning and hex_of(wreck.at) == hex_)
    blazing = sum(3 for at in state.blazes if hex_of(at) == hex_)
    return min(3, burning + blazing + sum(smoke.value for smoke in state.smoke.get(hex_, ())))


NO_SIGHT = 6
"""The Hindrance that blocks a line (A6.7)."""


class Hindering(NamedTuple):
    terrain: int
    smoke: int
    machines: int
    dark: int
    out: int = 0
    """For firing out of SMOKE: that hinders no sight (A24.8)."""
    rain: int = 0

    @property
    def total(self) -> int:
        return self.terrain + self.smoke + self.machines + self.dark + self.out + self.rain

    @property
    def blocks(self) -> bool:
        return self.total - self.out >= NO_SIGHT


def machines_in(state: State, hex_: str, a: str, b: str) -> int:
    """Vehicles and wrecks that hinder (D9.3)."""
    if looks_over(state, hex_, a, b):
        return 0
    seen = [v for v in state.vehicles.values() if not v.hidden and not v.concealed]
    standing = [v for v in seen if hex_of(v.at) == hex_ and v.bypass < 0]
    wrecks = [w for w in state.wrecks.values() if hex_of(w.at) == hex_ and w.bypass < 0]
    return int(bool(standing or wrecks))


UP_SLOPE = 0.75


def is_up_slope(label: str, other: str) -> bool:
    """Whether a Location counts three quarters of a level higher for a line (RR12.2)."""
    a, b = hex_of(label), hex_of(other)
    return any((near, a) in country().slopes for near in entered_over(a, b))


def looks_over(state: State, hex_: str, a: str, b: str) -> bool:
    """Whether one end of a line is above something half a level high (A6.7, RR12.3)."""
    base = country().level(hex_)
    return any(elevation(p) > base or (elevation(p) == base and is_up_slope(p, q)) for p, q in ((a, b), (b, a)))


def terrain_hinders(state: State, hex_: str, a: str, b: str) -> bool:
    """Whether brush, or an orchard out of season (B14.2), hinders a line between two Locations."""
    if ground(state, hex_) == "brush":
        return not looks_over(state, hex_, a, b)
    if ground(state, hex_) != "orchard":
        return False
    base, ends = country().level(hex_), sorted((elevation(a), elevation(b)))
    if ends[1] <= base:
        return True
    lower = a if elevation(a) <= elevation(b) else b
    highest = max(elevation(p) + UP_SLOPE * is_up_slope(p, q) for p, q in ((a, b), (b, a)))
    return apart(hex_, hex_of(lower)) == 1 or base + 1 == highest


def hindrance(state: State, a: str, b: str) -> Hindering:
    """What hinders fire from one Location at another."""
    p, q = hex_of(a), hex_of(b)
    between = crossed_between(p, q)
    terrain = sum(any(terrain_hinders(state, hex_, a, b) for hex_ in hexes) for hexes in between)
    machines = sum(max(machines_in(state, hex_, a, b) for hex_ in hexes) for hexes in between)
    smoke = sum(max(smoke_in(state, hex_) for hex_ in hexes) for hexes in between)
    smoke += smoke_in(state, q) + (smoke_in(state, p) if p != q else 0)
    out = int(p != q and smoke_in(state, p) > 0 and floor_of(a) >= 0)
    rises = elevation(b) - elevation(a) >= 1
    dark = int(state.nvr > 0 and p != q and not rises)
    return Hindering(terrain, smoke, machines, dark, out, rain_between(state, apart(p, q)))


def rain_between(state: State, distance: int) -> int:
    """The Low Visibility of rain: one for each six hexes or part of them (RR1), and one more if it is heavy."""
    if state.weather not in ("rain", "heavy-rain"):
        return 0
    return 1 + max(distance - 1, 0) // 6 + (state.weather == "heavy-rain")


# Cover


def down_slopes(hex_: str) -> list[str]:
    """The neighbours that are Up-Slope of a hex."""
    return [near for near in around(hex_) if (hex_, near) in country().slopes]


def has_slope_cover(target: str, firer: str) -> bool:
    """Whether slopes cover men at ground level (RR12.41)."""
    a, b = hex_of(target), hex_of(firer)
    ups = down_slopes(a)
    apart_from = len(ups) == 2 and apart(ups[0], ups[1]) > 1
    if floor_of(target) or apart(a, b) < 2 or not (len(ups) >= 3 or apart_from):
        return False
    if elevation(firer) > elevation(target) and elevation(firer) - elevation(target) >= apart(a, b):
        return False
    return any(near in ups for near in entered_over(a, b))


def wall_cover(state: State, target: str, firer: str, unit: Unit | None) -> int:
    """The TEM of walls and hedges of the target's hex (B9.3)."""
    a, b = hex_of(target), hex_of(firer)
    if floor_of(target):
        return 0
    far = apart(a, b)
    if far and elevation(firer) - elevation(target) >= far:
        return 0
    found = []
    for near in entered_over(a, b):
        height = max((HALF_LEVELS[f] for f in country().between(a, near) if f in HALF_LEVELS), default=0)
        if height and not country().along_road(a, near):
            found.append(height)
    if not found:
        return 0
    foes = [u for u in state.units.values() if u.at == firer and (unit is None or u.side != unit.side)]
    if far == 1 and any(foe.wall for foe in foes):
        return 0
    return min(found)


def is_emplaced(state: State, unit: Unit | None) -> bool:
    """Whether men serve a Gun that is emplaced (C11.2)."""
    if unit is None:
        return False
    return any(gun.emplaced and state.units.get(gun.holder) is unit for gun in state.weapons.values())


def in_hex_cover(state: State, target: str, firer: str, unit: Unit | None) -> int:
    """The TEM of what a unit is in."""
    hex_ = hex_of(target)
    stance = unit.stance if unit else ""
    if stance == "bypass" or target == firer:
        return 0
    if stance in ("foxhole", "trench") or is_emplaced(state, unit):
        return max(2, TEM.get(ground(state, hex_), 0))
    if floor_of(target) < 0:
        cover = 3
    elif hex_ in state.rubble:
        return 2 if state.rubble[hex_] == "wooden" else 3
    else:
        cover = TEM.get(country().terrain(hex_), 0)
        if in_one_factory(hex_, hex_of(firer)):
            cover = 1
    if cover and target in state.fortified and target not in state.breached:
        cover += 1
    if not cover and hex_ in state.shellholes and stance == "shellholes":
        cover = 1
    return cover


def armor_cover(state: State, target: str, firer: str, unit: Unit | None) -> int:
    """An AFV of their own, or a wreck, in their hex."""
    if unit is None or hex_of(target) == hex_of(firer) or floor_of(target):
        return 0
    hex_ = hex_of(target)
    seen = [v for v in state.vehicles.values() if not v.concealed]
    own = any(hex_of(v.at) == hex_ and (v.side == unit.side or v.abandoned) and v.bypass < 0 for v in seen)
    return int(own or any(hex_of(w.at) == hex_ and w.bypass < 0 for w in state.wrecks.values()))


def as_told(state: State, unit: Unit | None) -> Unit | None:
    """Men as others are told of them: of those beneath a "?" neither where they stand nor the Gun that they serve.
    Prisoners are covered as their Guard's side is (A20.5)."""
    if unit is not None and unit.guard in state.units:
        unit = replace(unit, side=state.units[unit.guard].side)
    return unit if unit is None or not (unit.concealed or unit.hidden) else replace(unit, stance="")


def cover(state: State, target: str, firers: list[str], unit: Unit | None) -> int:
    """The one TEM that is told, that of the firer for whom it is worst (A.5)."""
    worst, unit = 0, as_told(state, unit)
    for firer in firers:
        walls = wall_cover(state, target, firer, unit)
        inside = in_hex_cover(state, target, firer, unit)
        if unit and unit.wall and walls and apart(hex_of(target), hex_of(firer)) == 1:
            inside = 0
        best = max(walls, inside, int(has_slope_cover(target, firer)), armor_cover(state, target, firer, unit))
        worst = max(worst, best)
    higher = all(elevation(target) - elevation(firer) >= 1 for firer in firers)
    above_wire = unit is not None and unit.stance == "above-wire"
    return worst or int(higher and not above_wire)


# Fire


class Piece(NamedTuple):
    """Men with their own weapons, or a support weapon in somebody's hands."""

    unit: str
    weapon: str = ""


def figures_of(state: State, piece: Piece) -> tuple[float, int]:
    """FP and Normal Range."""
    if not piece.weapon:
        unit = state.units[piece.unit]
        shown = printed(unit.kind)
        return shown["fp"], shown["range"] - (unit.wounded and shown["type"] == "hero")
    weapon = state.weapons[piece.weapon]
    shown = figures("weapons", "weapons")[weapon.kind]
    if weapon.dismantled:
        shown = shown["dismantled"]
    return shown["fp"], shown["range"]


def is_lone_leader(state: State, unit_id: str, busy: Collection[str] = (), mark: str = "first") -> bool:
    """Whether a leader serves a machine gun without another single man beside him (A7.352)."""
    unit = state.units[unit_id]
    if printed(unit.kind)["type"] != "leader" or unit.heroic:
        return False
    own = {name for name, weapon in state.weapons.items() if weapon.holder == unit_id}
    return not any(
        mate.at == unit.at
        and mate.side == unit.side
        and not (mate.broken or mate.pinned or mate.berserk or mate.ti or mate.guard)
        and mate.fire in ("", unit.fire)
        and not (state.phase == "defensive-fire" and mate.fire and not mark)
        and (set(mate.spent) <= own or (state.phase == "movement" and mate.fire == unit.fire != ""))
        and mate.kind in figures("personnel", "personnel")
        and printed(mate.kind)["type"] in SMC
        for name, mate in state.units.items()
        if name != unit_id and name not in busy
    )


SMC = ("leader", "hero")


def is_smc(state: State, unit_id: str) -> bool:
    return printed(state.units[unit_id].kind)["type"] in SMC


US = {"squad": 3, "half-squad": 2, "crew": 2, "vehicle-crew": 2, "leader": 1, "hero": 1}


class Fire(NamedTuple):
    """An attack by small arms."""

    pieces: list[Piece]
    target: str
    manner: str = ""
    """fire, snap-shot, spray or lane."""
    veiled: bool = False
    """Whether it is reckoned for men beneath a "?"."""
    apart: frozenset[str] = frozenset()
    """Who is told not to help, or directs fire and so cannot."""


def is_spent(state: State, fire: Fire, piece: Piece) -> bool:
    """Whether a weapon that is not marked fires once more with a unit that is, having no First Fire left (A7.353)."""
    unit = state.units[piece.unit]
    if not piece.weapon or unit.fire not in ("first", "final") or piece.weapon in unit.spent:
        return False
    own = {each.weapon or "inherent" for each in fire.pieces if each.unit == piece.unit and each != piece}
    return len({*unit.spent, *own}) > (printed(unit.kind)["type"] == "squad")


def busy_in(fire: Fire) -> frozenset[str]:
    """Who helps nobody: he fires himself, directs the fire, or is told not to."""
    return fire.apart | {each.unit for each in fire.pieces}


def share(state: State, fire: Fire, piece: Piece) -> float:
    """The FP of a piece in an attack (A7.2)."""
    unit = state.units[piece.unit]
    fp, normal = figures_of(state, piece)
    value = float(fp)
    far = apart(hex_of(unit.at), hex_of(fire.target))
    if unit.at == fire.target:
        value *= 3
    elif far <= 1 and elevation(fire.target) - elevation(unit.at) <= 1:
        value *= 2
    if far > normal:
        value /= 2
    if unit.pinned:
        value /= 2
    mark = state.weapons[piece.weapon].fire if piece.weapon else unit.fire
    assault = False
    if state.phase == "advancing-fire" and (unit.fire != "opportunity" or unit.pinned):
        value /= 2
        assault = (
            not piece.weapon and bool(printed(unit.kind).get("assault_fire")) and not unit.pinned and far <= normal
        )
    if state.phase == "movement" and (mark in ("first", "final") or is_spent(state, fire, piece)):
        value /= 2
    if state.phase == "defensive-fire" and mark == "first":
        value /= 2
    if fire.manner in ("spray", "snap-shot"):
        value /= 2
    if state.moving and state.moving.dash and state.phase == "movement" and on_road(hex_of(fire.target)):
        value /= 2
    if piece.weapon and is_lone_leader(state, piece.unit, busy_in(fire), mark):
        value /= 2
    if not piece.weapon and floor_of(unit.at) < 0 and hex_of(unit.at) != hex_of(fire.target):
        firing = {p.unit for p in fire.pieces if state.units[p.unit].at == unit.at}
        if sum(US[printed(state.units[name].kind)["type"]] for name in firing) >= 3:
            value /= 2
    if state.nvr and far > state.nvr and not is_lit(state, hex_of(fire.target)):
        value /= 2
    if fire.veiled:
        value /= 2
    if assault:
        value = math.ceil(value + 1)
    return value


def is_at_veiled(lines: tuple[Line, ...]) -> bool:
    """Whether a sum is about men beneath a "?", for whom the firepower is halved once more (A7.23)."""
    return any(line.label in ("concealed", "factor.concealed-target") for line in lines)


def is_lit(state: State, hex_: str) -> bool:
    """Whether a starshell, an illuminating round or a burning wreck lights a hex."""
    if any(apart(at, hex_) <= light.radius for at, lights in state.lights.items() for light in lights):
        return True
    burning = [hex_of(wreck.at) for wreck in state.wrecks.values() if wreck.burning] + list(state.blazes)
    return any(apart(at, hex_) <= 2 for at in burning)


@cache
def on_road(hex_: str) -> bool:
    return any(hex_ in pair for pair in country().roads)


COLUMNS = (1, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36)


def column(fp: float) -> int:
    return max((c for c in COLUMNS if c <= fp), default=0)


def is_open(state: State, target: str, firers: list[str], unit: Unit) -> bool:
    """Whether a moving unit is in Open Ground for an attack (A8.9)."""
    hex_ = hex_of(target)
    if cover(state, target, firers, unit):
        return False
    if unit.stance != "bypass" and (is_covered(state, hex_) or unit.stance in ("foxhole", "trench", "shellholes")):
        return False
    works = state.works.get(hex_)
    if smoke_in(state, hex_) or (works and (works.foxholes or works.trench) and not floor_of(target)):
        return False
    lines = [hindrance(state, firer, target) for firer in firers]
    return not any(line.total - line.dark for line in lines)


# To Hit

TO_HIT = {
    "vehicle": (10, 9, 8, 7, 6, 6, 5, 4, 3, 2),
    "infantry": (8, 7, 6, 5, 4, 3, 2, 1, 0, -1),
    "area": (7, 7, 8, 8, 7, 7, 6, 6, 5, 5),
}
"""The black numbers, by six hexes of range."""


def basic_to_hit(type_: str, distance: int) -> int:
    return TO_HIT[type_][min(max(distance - 1, 0) // 6, 9)]


# Beside the engine


def of_steps(state: State, decision: Decision, table: Table) -> Iterator[Compared]:
    """What the ways cost that are offered."""
    unit = state.units[str(decision.args["unit"])]
    advances = decision.prompt == "advance-to"
    going = Going(state.nvr > 0, state.rained, advances, breaches_for(state, unit))
    for option in decision.options:
        path = table.preview(option.id).path
        if option.cost is None or len(path) < 2 or option.cost == decision.args.get("left"):
            continue
        if path[0] in path[1:] or (unit.encircled and is_obstacle(state, hex_of(path[1]))):
            continue
        mine = costs_of(state, going, path, unit, option.id.partition("~")[2])
        yield "step", option.cost if option.cost in mine else min(mine), option.cost


def summed(lines: tuple[Line, ...], *labels: str) -> int:
    return sum(int(line.value) for line in lines if line.label.partition(".")[0] in labels)


def of_fire(
    state: State, target: str, lines: tuple[Line, ...], apart: frozenset[str], *, moving: bool
) -> Iterator[Compared]:
    """The sum of an attack by small arms."""
    shares = [line for line in lines if line.label.startswith("share.")]
    names = [str(line.args["piece"]) for line in shares]
    if not shares or not all(name in state.units or name in state.weapons for name in names):
        return
    if any(line.label == "blind-to-holes" for line in lines):
        return
    pieces = [Piece(state.weapons[name].holder, name) if name in state.weapons else Piece(name) for name in names]
    sprayed = any("spraying-fire" in str(line.args["factors"]) for line in shares)
    snapped = any("snap-shot" in str(line.args["factors"]) for line in shares)
    fire = Fire(pieces, target, "spray" if sprayed else "snap-shot" if snapped else "", apart=apart)
    led = any(line.label == "leadership" for line in lines)
    if not (led and any(piece.weapon and is_smc(state, piece.unit) for piece in pieces)):
        halved = fire._replace(veiled=any(line.label == "factor.concealed-target" for line in lines))
        yield "shares", [share(state, halved, piece) for piece in pieces], [float(line.value) for line in shares]
        unseen = fire._replace(veiled=is_at_veiled(lines))
        yield "column", column(sum(share(state, unseen, piece) for piece in pieces)), summed(lines, "column")
    firers = sorted({state.units[piece.unit].at for piece in pieces})
    if not snapped:
        yield from of_struck(state, state.units[pieces[0].unit].side, firers, target, lines, moving=moving)


def of_struck(
    state: State, side: str, firers: list[str], target: str, lines: tuple[Line, ...], *, moving: bool
) -> Iterator[Compared]:
    """What lies between those who fire and those at whom they do, what covers these, and how they move."""
    now = state.moving.units if moving and state.moving else ()
    if moving and state.moving and not now:
        return
    struck = [state.units[name] for name in now if name in state.units] or [
        unit for unit in state.units.values() if unit.at == target and unit.side != side and not unit.hidden
    ]
    if not struck or target in state.melees:
        return
    if any(unit.stance == "bypass" or unit.aboard for unit in struck):
        return
    lines_of = [hindrance(state, firer, target) for firer in firers]
    if any(each.bypass >= 0 for each in (*state.vehicles.values(), *state.wrecks.values())):
        return
    worst = max(h.total - h.dark - h.out for h in lines_of) + max(h.out for h in lines_of)
    yield "hindrance", worst, summed(lines, "hindrance", "out-of-smoke", "low-visibility")
    yield "dark", max(h.dark for h in lines_of), summed(lines, "darkness")
    held = [unit for unit in state.units.values() if unit.guard and (unit.guard in now or unit.at == target)]
    tems, shown = {cover(state, target, firers, unit) for unit in (*struck, *held)}, summed(lines, "tem")
    yield "tem", shown if shown in tems else tems, shown
    if moving and state.moving and now:
        unit, stack = struck[0], state.moving
        if len({(unit.pinned, unit.broken) for unit in (*struck, *held)}) > 1:
            return
        plain = not (stack.hazardous or stack.protected or unit.pinned or unit.broken)
        yield "ffnam", -int(plain and not stack.assault), summed(lines, "ffnam")
        yield "ffmo", -int(plain and is_open(state, target, firers, unit)), summed(lines, "ffmo")


def of_shot(kind: str, lines: tuple[Line, ...]) -> Iterator[Compared]:
    """The Basic To Hit number of a Gun, and the sum of a shot."""
    basic = next((line for line in lines if line.label == "th.basic" and line.rule == "C3.3"), None)
    if basic is not None:
        yield "basic", basic_to_hit(kind, int(basic.args["range"])), int(basic.value)


def compared(table: Table) -> Iterator[Compared]:
    """What the open decision offers and shows, held against the second reckoning."""
    state, decision = table.state, table.decision
    assert decision is not None
    frame = state.stack[-1]
    if decision.prompt in ("move-to", "advance-to", "rout-to"):
        yield from of_steps(state, decision, table)
    elif decision.prompt in AIMED and not getattr(frame, "second", ""):
        moving = decision.prompt.startswith("first")
        for option in decision.options:
            name = option.id.partition(":")[2]
            aimed = state.moving.at if moving and state.moving else getattr(frame, "target", "") or name
            if not option.id.startswith("do:") or option.id == "do:fire":
                more = [name] if option.id.startswith(("hold:", "unit:")) else []
                held = frozenset((*getattr(frame, "apart", ()), *getattr(frame, "leaders", ()), *more))
                yield from of_fire(state, aimed, table.preview(option.id).lines, held, moving=moving)
    elif decision.prompt == "aim":
        types = {"hex": "infantry", "area": "area", "vehicle": "vehicle"}
        for option in decision.options:
            kind = option.id.partition(":")[0]
            lines = table.preview(option.id).lines
            if kind in types and not any(line.label == "case.H" for line in lines):
                yield from of_shot(types[kind], lines)


class Difference(NamedTuple):
    what: str
    mine: object
    engine: object
    where: str
