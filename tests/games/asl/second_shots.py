"""A second reckoning of ordnance: the cases of a To Hit roll, the number it needs, and the To Kill numbers behind it.

Written from the rules and the figures of the counters, without the engine's chapters.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from games.asl import second_opinion as ground
from games.asl.position import board, content
from games.asl.reference_sight import Reference
from games.asl.second_opinion import (
    Compared,
    Hindering,
    apart,
    center,
    elevation,
    figures,
    floor_of,
    hex_of,
    hindrance,
    is_lit,
)
from games.asl.second_routs import Enemy, in_sight, low_label
from sandtable.games.asl.sight.on_map import figures as figures_of_sight
from sandtable.games.asl.state import State, Unit, Vehicle
from sandtable.kernel import Decision, Line, Table

BANDS = 6
"""Hexes of range in a band of the To Hit table."""
BLACK = {"vehicle": (10, 9, 8, 7, 6, 6, 5, 4, 3, 2), "infantry": (8, 7, 6, 5, 4, 3, 2, 1, 0, -1)}
RED = {"vehicle": (10, 8, 7, 6, 5, 4, 3, 2, 1, 0), "infantry": (8, 6, 5, 4, 3, 2, 1, 0, -1, -2)}
AREA = (7, 7, 8, 8, 7, 7, 6, 6, 5, 5)
BARREL = {
    "*": (0, 0, -1, -1, -1, -1, -1, -1, -1, -1),
    "L": (0, 0, 1, 1, 1, 1, 1, 1, 1, 1),
    "LL": (0, 0, 1, 1, 2, 2, 2, 2, 2, 2),
}
SMALL = (0, 0, -1, -1, -2, -2, -3, -3, -4, -4)
"""57mm or less, and APCR or APDS."""
SMALLER = (0, 0, -1, -1, -1, -1, -1, -1, -1, -1)
SMOKE = (2, 2, 0, 0, 0, 0, 0, 0, 0, 0)
TURNS = {"T": (1, 2, 3), "ST": (2, 3, 4), "NT": (3, 4, 5)}
HE_FP = ((20, 1), (30, 2), (37, 4), (50, 6), (60, 8), (70, 12), (80, 16), (100, 20), (120, 24), (150, 30), (200, 36))
AP_KILL = {(20, "L"): 6, (57, "L"): 15, (75, ""): 14, (75, "L"): 17, (75, "LL"): 23, (76, "LL"): 23, (88, "L"): 20}
AP_KILL[88, "LL"] = 27
HARD_KILL = {(57, "L", "apds"): 18, (75, "L", "apcr"): 20, (76, "LL", "apds"): 25}
HE_KILL = ((20, 3), (30, 4), (40, 5), (50, 6), (70, 7), (80, 8), (100, 10), (120, 12), (150, 16))
FAR = (1, 2, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60, 66, 72, 78)
"""The last range of each band of Case D."""
WORN = {
    "small": (2, 1, 1, 0, 0, -1, -2, -3, -4, -5),
    "middle": (1, 1, 0, 0, 0, -1, -2, -2, -3, -4, -4, -5),
    "large": (1, 0, 0, 0, 0, -1, -1, -2, -2, -3, -3, -4, -4, -5, -5),
    "apcr-small": (3, 2, 1, 0, -2, -4, -6),
    "apcr": (3, 2, 1, 0, -1, -3, -4, -5, -6, -7),
    "apds": (1, 0, 0, 0, 0, 0, -1, -2, -3, -4),
}
ARMOR = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26)


def step_of(steps: tuple[tuple[int, int], ...], value: int) -> int:
    return max((result for least, result in steps if least <= value), default=0)


# Sight on the bare map


@cache
def reference() -> Reference:
    return Reference(board(), figures_of_sight(content()))


@cache
def sees(a: str, b: str) -> bool | None:
    """Whether the map lets a line through between two Locations; None where it is not reckoned (upper floors)."""
    if floor_of(a) > 0 or floor_of(b) > 0:
        return None
    if hex_of(a) == hex_of(b):
        return True
    return reference().verdict(a.partition("~")[0], b.partition("~")[0]).clear


# Weapons


class Piece(NamedTuple):
    """A piece of ordnance with those who serve it."""

    name: str
    at: str
    side: str
    figures: Mapping[str, Any]
    unit: Unit | None
    vehicle: Vehicle | None
    is_latw: bool
    is_mortar: bool
    arc: int
    mount: str
    marked: bool
    """Whether it has fired and lost its rate of fire."""


def piece_of(state: State, name: str) -> Piece | None:
    if name in state.vehicles:
        vehicle = state.vehicles[name]
        shown = figures("vehicles", "vehicles")[vehicle.kind]
        mount = shown["mount"]
        arc = vehicle.facing if mount == "NT" else vehicle.turret
        marked = any(each.startswith("ma:") for each in vehicle.fired)
        return Piece(name, vehicle.at, vehicle.side, shown["gun"], None, vehicle, False, False, arc, mount, marked)
    if name in state.units:
        unit = state.units[name]
        return Piece(
            name, unit.at, unit.side, figures("weapons", "weapons")["de-pf"], unit, None, True, False, 0, "", False
        )
    weapon = state.weapons.get(name)
    if weapon is None or weapon.holder not in state.units:
        return None
    unit = state.units[weapon.holder]
    marked = weapon.fire not in ("", "opportunity")
    guns = figures("guns", "guns")
    if weapon.kind in guns:
        shown = guns[weapon.kind]
        if weapon.limbered:
            shown = {**shown, **shown["limbered"]}
        return Piece(name, unit.at, unit.side, shown, unit, None, False, False, weapon.arc, shown["mount"], marked)
    shown = figures("weapons", "weapons")[weapon.kind]
    mortar = shown["type"] == "mortar"
    return Piece(name, unit.at, unit.side, shown, unit, None, not mortar, mortar, 0, "", marked)


def is_thick(state: State, at: str) -> bool:
    """Whether somebody is in woods, a building or rubble."""
    return hex_of(at) in state.rubble or ground.country().terrain(hex_of(at)) in ground.TEM


def bearing(a: str, b: str) -> float:
    """The direction from one hex to another in degrees, clockwise from the right."""
    (x, y), (u, v) = center(hex_of(a)), center(hex_of(b))
    return math.degrees(math.atan2(v - y, u - x)) % 360


def spine_angle(spine: int) -> float:
    """Spines are counted clockwise from the upper right one."""
    return (60 * (spine - 1)) % 360


def off(angle: float, other: float) -> float:
    return abs((angle - other + 180) % 360 - 180)


def spines_to(arc: int, a: str, b: str) -> int:
    """How many hexspines a weapon turns to bring a hex into its arc (C3.21)."""
    toward = bearing(a, b)
    fits = [spine for spine in range(6) if off(spine_angle(spine), toward) <= 30 + 1e-4]
    return min(min((spine - arc) % 6, (arc - spine) % 6) for spine in fits)


# Who is aimed at


class Shot(NamedTuple):
    """A shot: which type, at a vehicle or at a Location, with what, directed by whom."""

    kind: str
    target: str
    ammunition: str = ""
    leader: str = ""
    spotter: str = ""
    deliberate: bool = False
    desperate: bool = False


class Memory(NamedTuple):
    """What a state alone does not tell: who began the Movement Phase in Motion."""

    in_motion: frozenset[str] = frozenset()


def is_moving_vehicle(vehicle: Vehicle, name: str, memory: Memory) -> bool:
    """Whether a vehicle is a moving target (C.8, C7.4, C7.5)."""
    stands = vehicle.immobile or bool(vehicle.shock)
    return not stands and (vehicle.motion or vehicle.entered > 0 or name in memory.in_motion)


def is_rolling(state: State, name: str) -> bool:
    """Whether a vehicle is in Motion or has started and not stopped."""
    vehicle = state.vehicles[name]
    return vehicle.motion or vehicle.started


def struck_by(state: State, piece: Piece, shot: Shot) -> list[Unit]:
    """The men at whom a shot at a Location is aimed."""
    moving = state.moving
    if moving and state.phase == "movement" and state.active != piece.side:
        return [state.units[name] for name in moving.units if name in state.units]
    where = hex_of(shot.target) if shot.kind == "area" else shot.target
    return [
        unit
        for unit in state.units.values()
        if unit.side != piece.side
        and not unit.hidden
        and not unit.aboard
        and (hex_of(unit.at) == where if shot.kind == "area" else unit.at == where)
    ]


def passing_cover(state: State, firer: str, unit: Unit) -> set[int]:
    """The TEMs of men in Bypass, by the vertices on their way to which a line may be drawn (A4.34)."""
    hex_, found = hex_of(unit.at), set()
    other = max(ground.armor_cover(state, unit.at, firer, unit), int(ground.has_slope_cover(unit.at, firer)))
    for vertex in unit.vertices:
        aim = ground.corners(hex_)[(vertex - 1) % 6]
        walls = [
            max((ground.HALF_LEVELS.get(each, 0) for each in ground.country().between(hex_, near)), default=0)
            for near in ground.around(hex_)
            if not ground.country().along_road(hex_, near) and ground.touches(firer, aim, hex_, near)
        ]
        higher = ground.elevation(unit.at) - ground.elevation(firer) >= 1
        found.add(max(other, *walls, 0) or int(higher))
    return found


def where_of(state: State, shot: Shot) -> str:
    return state.vehicles[shot.target].at if shot.kind == "vehicle" else shot.target


def spent_in_sight(state: State, viewer: str) -> float | None:
    """The MP that the vehicle under way has spent since a viewer last did not see it."""
    assert state.moving is not None
    total = 0
    for at, halves in reversed(state.moving.track):
        clear = sees(viewer, at)
        if clear is None:
            return None
        out_of_smoke = int(hex_of(viewer) != hex_of(at) and ground.smoke_in(state, hex_of(viewer)) > 0)
        if not clear or hindrance(state, viewer, at).total - out_of_smoke >= 6:
            break
        total += halves
    return total / 2


# The cases


def firer_cases(state: State, piece: Piece, shot: Shot, found: Counter[str]) -> str:
    """Cases A to I and their like; returns the name of a case that cannot be reckoned, or nothing."""
    unsure = ""
    unit, vehicle = piece.unit, piece.vehicle
    where = where_of(state, shot)
    own_hex = hex_of(piece.at) == hex_of(where)
    thick = is_thick(state, piece.at) and not (vehicle and vehicle.bypass >= 0)
    own_turn = state.active == piece.side
    bounding = vehicle is not None and (
        is_rolling(state, piece.name)
        or (own_turn and state.phase == "movement")
        or (own_turn and (vehicle.entered > 0 or vehicle.bounding) and state.phase == "advancing-fire")
    )
    bounding_first = vehicle is not None and own_turn and state.phase == "movement"
    if not (piece.is_latw or piece.is_mortar or own_hex or bounding_first):
        turned = spines_to(piece.arc, piece.at, where)
        turning = TURNS[piece.mount][turned - 1] if turned else 0
        if vehicle is not None and vehicle.swung and "ma" not in vehicle.steady:
            turning = max(turning, TURNS["NT"][vehicle.swung - 1])
        found["case.A"] = turning * (2 if thick else 1)
    opportunity = unit is not None and unit.fire == "opportunity" and not unit.pinned
    in_afph = state.phase == "advancing-fire" and not opportunity
    if piece.is_latw:
        if in_afph:
            found["case.C3"] = 2
        backblast = piece.figures.get("backblast")
        inside = hex_of(piece.at) in state.rubble or "building" in ground.country().terrain(hex_of(piece.at))
        low = floor_of(piece.at) < 0 or (unit is not None and unit.pinned)
        if backblast and inside and not shot.desperate and not low:
            found["case.C3-backblast"] = 2
    elif (in_afph and vehicle is None) or bounding or (in_afph and vehicle is not None):
        found["case.B-cover" if thick else "case.B"] = 3 if thick else 2
    if bounding and vehicle is not None:
        found["case.C"] = 1 if vehicle.gyro else 3 if piece.mount == "NT" else 2
        if is_rolling(state, piece.name) and vehicle.gyro and shot.kind != "area":
            found["case.gyrostabilizer"] = 1
        if bounding_first and shot.kind != "area":
            spent = spent_in_sight(state, where) if state.moving else 0
            if spent is None:
                unsure = "case.C"
            elif spent <= 3:
                found["case.C2" if spent <= 2 else "case.C1"] = 2 if spent <= 2 else 1
    if unit is not None and unit.pinned:
        found["case.D"] = 2
    if own_hex and not piece.is_latw and shot.kind != "area":
        found["case.E"] = 4 if thick else 2
    if piece.marked:
        found["case.F"] = 2
    if shot.deliberate:
        found["case.G"] = 5
    if wrong := wrong_hands(state, piece):
        found["case.H"] = 2 * wrong
    if vehicle is not None:
        shown = figures("vehicles", "vehicles")[vehicle.kind]
        if not vehicle.exposed and not shown.get("open_topped"):
            found["case.I"] = 1
        if vehicle.stun == "shaken" or vehicle.stun == "+1":
            found["case.shaken"] = 1
    if unit is not None and unit.cx:
        found["case.cx"] = 1
    if unit is not None and unit.encircled:
        found["encircled"] = 1
    if unit is not None and unit.stance == "above-wire":
        found["above-wire"] = 1
    leader = state.units.get(shot.leader)
    if any(man is not None and (man.heroic or man.kind.endswith("hero")) for man in (unit, leader)):
        found["hero"] = -1
    return unsure


def wrong_hands(state: State, piece: Piece) -> int:
    """How often a weapon is in hands that it was not made for: captured, Non-Qualified (C5.8)."""
    if piece.vehicle is not None:
        shown = figures("vehicles", "vehicles")[piece.vehicle.kind]
        foreign = shown["side"] != piece.side
        unqualified = bool(piece.vehicle.manned_kind) and not piece.vehicle.manned_kind.endswith("127")
        return foreign + unqualified
    if piece.unit is None or piece.name in state.units:
        return 0
    foreign = piece.figures["side"] != piece.side
    type_ = ground.printed(piece.unit.kind)["type"]
    gun = "mount" in piece.figures
    if gun:
        return foreign + (type_ != "crew")
    return foreign + (piece.unit.kind.endswith("127"))


def target_cases(state: State, piece: Piece, shot: Shot, memory: Memory, found: Counter[str]) -> str:
    """Cases J to R; returns the name of a case that cannot be reckoned, or nothing."""
    where = where_of(state, shot)
    far = apart(hex_of(piece.at), hex_of(where))
    unsure = ""
    first = state.phase == "movement" and state.active != piece.side
    if shot.kind == "vehicle":
        target = state.vehicles[shot.target]
        moving = is_moving_vehicle(target, shot.target, memory)
        if moving:
            case, value = "case.J", 2
            if first and state.moving and state.moving.vehicle == shot.target:
                spent = spent_in_sight(state, piece.at)
                if spent is None:
                    unsure = "case.J"
                elif spent <= 1:
                    case, value = "case.J2", 4
                elif spent <= 3:
                    case, value = "case.J1", 3
            found[case] = value
        if target.concealed:
            found["case.K"] = 2
        found["case.P"] = figures("vehicles", "vehicles")[target.kind]["size"]
    else:
        struck = struck_by(state, piece, shot)
        if first and state.moving and struck and (far or state.moving.hazardous):
            firers = [state.units[shot.spotter].at if shot.spotter in state.units else piece.at]
            unit, stack = struck[0], state.moving
            plain = not (stack.protected or unit.pinned or unit.broken)
            if stack.hazardous:
                if shot.kind != "area":
                    found["case.O"] = -2
            elif plain:
                if not stack.assault:
                    found["case.J3"] = -1
                if ground.is_open(state, shot.target, firers, unit):
                    found["case.J4"] = -1
        if struck and all(unit.concealed for unit in struck):
            found["case.K"] = 2
        if shot.kind == "infantry":
            found["case.P"] = size_of_guns(state, struck)
    still = not (piece.vehicle and (is_rolling(state, piece.name) or moves_now(state, piece)))
    if shot.kind == "vehicle":
        still = still and not is_moving_vehicle(state.vehicles[shot.target], shot.target, memory)
        still = still and not is_rolling(state, shot.target)
    elif first:
        still = False
    if still and not piece.is_latw and not piece.is_mortar and shot.kind != "area" and far in (1, 2):
        found["case.L-1" if far == 1 else "case.L-2"] = -2 if far == 1 else -1
    return unsure


def moves_now(state: State, piece: Piece) -> bool:
    vehicle = piece.vehicle
    return vehicle is not None and (vehicle.entered > 0 or vehicle.bounding) and state.active == piece.side


def size_of_guns(state: State, struck: list[Unit]) -> int:
    """Case P of a manned Gun in the Location (C3.32, C11.1)."""
    guns = figures("guns", "guns")
    sizes = []
    for weapon in state.weapons.values():
        if weapon.kind in guns and any(state.units.get(weapon.holder) is unit for unit in struck):
            shown = guns[weapon.kind]
            sizes.append((shown["limbered"] if weapon.limbered and "limbered" in shown else shown)["size"])
    return max(sizes, default=0)


def acquisition(state: State, piece: Piece, shot: Shot) -> int:
    if piece.is_latw:
        return 0
    holder = piece.vehicle if piece.vehicle is not None else state.weapons[piece.name]
    name = f"area:{hex_of(shot.target)}" if shot.kind == "area" else shot.target
    return -holder.acquisition if holder.acquired == name and not shot.deliberate else 0


def vehicle_cover(state: State, piece: Piece, shot: Shot) -> set[int]:
    """Case Q of a vehicle: hexside TEM, building, woods and rubble, another AFV or a wreck (C6.8, C3.31)."""
    target = state.vehicles[shot.target]
    if hex_of(piece.at) == hex_of(target.at):
        return {0}
    walls = ground.wall_cover(state, target.at, piece.at, None)
    if walls and not is_rolling(state, shot.target):
        walls = 0
    inside = 0 if target.bypass >= 0 else ground.in_hex_cover(state, target.at, piece.at, None)
    seen = [v for name, v in state.vehicles.items() if name != shot.target and not v.concealed]
    others = [v for v in seen if hex_of(v.at) == hex_of(target.at)]
    wrecks = any(hex_of(w.at) == hex_of(target.at) and w.bypass < 0 for w in state.wrecks.values())
    beside = wrecks or any((v.side == target.side or v.abandoned) and v.bypass < 0 for v in others)
    return {max(walls, inside, int(beside and target.bypass < 0))}


def night_sight(state: State, vehicle: Vehicle | None) -> int:
    """How far men, or those in a vehicle, see in the dark (E1.1)."""
    if vehicle is None or vehicle.exposed or figures("vehicles", "vehicles")[vehicle.kind].get("open_topped"):
        return state.nvr
    return max(state.nvr // 2, 1)


def line_of(state: State, piece: Piece, shot: Shot) -> Hindering:
    viewer = state.units[shot.spotter].at if shot.spotter in state.units else piece.at
    return hindrance(state, viewer, where_of(state, shot))


class Reckoned(NamedTuple):
    """A shot as it is reckoned here: the numbers, the cases, and the TEMs that men of the target may have."""

    basic: int
    number: int
    cases: Mapping[str, int]
    tems: frozenset[int]
    hindrance: int
    dark: int
    unsure: str


def reckoned(state: State, piece: Piece, shot: Shot, memory: Memory) -> Reckoned:
    where = where_of(state, shot)
    far = apart(hex_of(piece.at), hex_of(where))
    cases: Counter[str] = Counter()
    unsure = firer_cases(state, piece, shot, cases)
    unsure = target_cases(state, piece, shot, memory, cases) or unsure
    if gained := acquisition(state, piece, shot):
        cases[f"case.N{gained}"] = gained
    if shot.spotter:
        cases["case.spotted"] = 2
    elif (
        state.nvr
        and shot.kind != "vehicle"
        and far > night_sight(state, piece.vehicle)
        and not is_lit(state, hex_of(where))
    ):
        cases["case.gunflash"] = 2
    band = min(max(far - 1, 0) // BANDS, 9)
    if piece.is_latw:
        basic = number = piece.figures["to_hit"][far]
    else:
        red = "case.H" in cases
        basic = AREA[band] if shot.kind == "area" else (RED if red else BLACK)[shot.kind][band]
        number = basic
        if not piece.is_mortar:
            number += BARREL[piece.figures["barrel"]][band] if piece.figures["barrel"] else 0
        caliber = piece.figures["caliber"]
        number += (SMALL[band] if caliber <= 57 else 0) + (SMALLER[band] if caliber <= 40 else 0)
        number += SMALL[band] if shot.ammunition in ("apcr", "apds") else 0
        number += SMOKE[band] if shot.ammunition in ("smoke", "wp") else 0
    if shot.kind == "vehicle":
        tems = vehicle_cover(state, piece, shot)
    elif shot.kind == "infantry":
        struck = struck_by(state, piece, shot)
        tems = {ground.cover(state, where, [piece.at], unit) for unit in struck if unit.stance != "bypass"}
        tems |= {tem for unit in struck if unit.stance == "bypass" for tem in passing_cover(state, piece.at, unit)}
    else:
        tems = {0}
    line = line_of(state, piece, shot)
    return Reckoned(
        basic, number, {k: v for k, v in cases.items() if v}, frozenset(tems), line.total - line.dark, line.dark, unsure
    )


# To Kill


def aspect(facing: int, target: str, firer: str) -> str:
    """Front, side or rear by the hexside that the line crosses (D1.6, D3.2)."""
    if hex_of(target) == hex_of(firer):
        return "side"
    away = off(bearing(target, firer), spine_angle(facing))
    return "front" if away <= 60 + 1e-4 else "side" if away <= 120 + 1e-4 else "rear"


def worn_by_range(piece: Piece, ammunition: str, far: int) -> int | None:
    """Case D; None where the shell cannot harm."""
    caliber = piece.figures["caliber"]
    if ammunition == "apds":
        row = WORN["apds"]
    elif ammunition == "apcr":
        row = WORN["apcr-small" if caliber <= 57 else "apcr"]
    else:
        row = WORN["small" if caliber <= 25 else "middle" if caliber <= 57 else "large"]
    band = next((k for k, last in enumerate(FAR) if far <= last), len(FAR))
    return row[band] if band < len(row) else None


def kill_number(state: State, piece: Piece, shot: Shot, part: str) -> int | None:
    """The Final TK# for a hit on hull or turret (C7.1)."""
    target = state.vehicles[shot.target]
    shown = figures("vehicles", "vehicles")[target.kind]
    far = apart(hex_of(piece.at), hex_of(target.at))
    turns = shown.get("mount") in ("T", "ST")
    facing = aspect(target.turret if part == "turret" and turns else target.facing, target.at, piece.at)
    armor = shown.get("turret", shown["hull"]) if part == "turret" else shown["hull"]
    worth = armor["front"] if facing == "front" else armor["side"]
    above = elevation(piece.at) - elevation(target.at)
    if far and above > far / 2:
        lowest = min(shown["hull"]["side"], shown.get("turret", shown["hull"])["side"])
        worth = 0 if shown.get("open_topped") else ARMOR[max(ARMOR.index(lowest) - 1, 0)]
    number: int
    if shot.ammunition == "heat":
        number = piece.figures["to_kill"]
    elif shot.ammunition == "he":
        number = step_of(HE_KILL, piece.figures["caliber"])
    else:
        gun = piece.figures["caliber"], piece.figures["barrel"]
        number = AP_KILL[gun] if shot.ammunition == "ap" else HARD_KILL[*gun, shot.ammunition]
        worn = worn_by_range(piece, shot.ammunition, far)
        if worn is None:
            return None
        number += worn
    number += (facing == "rear") - worth
    if shot.ammunition == "heat" and shown.get("schuerzen") and facing != "front":
        number -= 4
    return number


# Beside the engine


def of_lines(state: State, piece: Piece, shot: Shot, lines: tuple[Line, ...], memory: Memory) -> Iterator[Compared]:
    mine = reckoned(state, piece, shot, memory)
    shown: Counter[str] = Counter()
    for line in lines:
        head = line.label.partition(".")[0]
        if head == "tem":
            shown["tem"] += int(line.value)
        elif head == "case" or line.label in (
            "darkness",
            "out-of-smoke",
            "leadership",
            "th.basic",
            "th.number",
            "th.needs",
            "encircled",
            "above-wire",
            "hero",
        ):
            shown[line.label] += int(line.value)
    yield "th basic", mine.basic, shown.pop("th.basic")
    if is_beside_house(state, piece, shot):
        return
    yield "th number", mine.number, shown.pop("th.number")
    needs = shown.pop("th.needs", None)
    yield "case R", mine.hindrance, shown.pop("case.R", 0) + shown.pop("out-of-smoke", 0)
    yield "th dark", mine.dark, shown.pop("darkness", 0)
    tem, lead = shown.pop("tem", 0), shown.pop("leadership", 0)
    if is_entrenched_out_of_sight(state, piece, shot):
        return
    yield "case Q", tem if tem in mine.tems else sorted(mine.tems), tem
    yield "th leader", leader_drm(state, piece, shot), lead
    if piece.unit is not None and ground.floor_of(piece.unit.at) > 0 and "encircled" in shown:
        mine.cases["encircled"] = 1
    singly = ("case.P", "case.K") if shot.kind == "area" else ("case.P",) if shot.kind == "infantry" else ()
    by_unit = sum(shown.get(case, 0) - mine.cases.get(case, 0) for case in singly)
    for case in {*shown, *mine.cases}:
        if (mine.unsure and case.startswith(mine.unsure)) or case in singly:
            continue
        yield case, mine.cases.get(case, 0), shown.get(case, 0)
    if needs is not None and not mine.unsure:
        sums = {
            mine.number
            - by_unit
            - sum(mine.cases.values())
            - each
            - mine.hindrance
            - mine.dark
            - leader_drm(state, piece, shot)
            for each in mine.tems
        }
        yield "th needs", needs if needs in sums else sorted(sums), needs
    if shot.kind == "vehicle" and not shot.deliberate and state.vehicles[shot.target].bypass < 0:
        for part in ("hull", "turret"):
            for line in lines:
                if line.label == f"tk.{part}":
                    yield f"tk {part} {shot.ammunition}", kill_number(state, piece, shot, part), int(line.value)
    column = next((int(line.value) for line in lines if line.label == "column"), None)
    if column is not None and shot.ammunition and not is_entrenched_out_of_sight(state, piece, shot):
        yield f"effect column {shot.ammunition}", effect_column(state, piece, shot), column


def is_beside_house(state: State, piece: Piece, shot: Shot) -> bool:
    """Whether a vehicle that fires, is fired at or is in the way passes an obstacle in Bypass: its lines are others."""
    return any(vehicle.bypass >= 0 for vehicle in (*state.vehicles.values(), *state.wrecks.values()))


def is_entrenched_out_of_sight(state: State, piece: Piece, shot: Shot) -> bool:
    """Whether the men aimed at may be hidden behind a wall or hedge in their holes or cellar (B9.21)."""
    struck = struck_by(state, piece, shot) if shot.kind != "vehicle" else []
    low = all(unit.stance in ("foxhole", "trench") or floor_of(unit.at) < 0 for unit in struck)
    return bool(struck) and low and apart(hex_of(piece.at), hex_of(shot.target)) > 1


def leader_drm(state: State, piece: Piece, shot: Shot) -> int:
    """The DRM of an Armor Leader for his tank, or of a leader who directs a mortar or a LATW."""
    if piece.vehicle is not None:
        if not piece.vehicle.leader or piece.vehicle.led not in ("", "ma"):
            return 0
        return int(figures("vehicles", "armor_leaders")[piece.vehicle.leader]["leadership"])
    if not shot.leader:
        return 0
    leader = state.units[shot.leader]
    return int(ground.printed(leader.kind)["leadership"]) + leader.wounded


def effect_column(state: State, piece: Piece, shot: Shot) -> int:
    """The IFT column of a hit on men (C.4, C.6, C8.31), halved in a Dash (A4.63)."""
    moving = state.moving
    dash = state.phase == "movement" and piece.side != state.active and moving is not None and moving.dash
    share = 0.5 if dash and moving is not None and moving.came_from else 1
    if shot.ammunition == "heat":
        return ground.column(piece.figures["fp"] * share)
    if shot.ammunition in ("ap", "apcr", "apds"):
        return ground.column((1 if piece.figures["caliber"] < 57 else 2) * share)
    fp = step_of(HE_FP, piece.figures["caliber"])
    return ground.column((fp / 2 if shot.kind == "area" else fp) * share)


def compared(table: Table, memory: Memory) -> Iterator[Compared]:
    """The shots that are offered, held against the second reckoning."""
    state, decision = table.state, table.decision
    assert decision is not None
    if decision.prompt not in ("aim", "load"):
        return
    frame = state.stack[-1]
    piece = piece_of(state, str(decision.args["firer"]))
    if piece is None or (piece.is_latw and "to_hit" not in piece.figures):
        return
    yield from (
        of_aim(table, decision, piece, memory) if decision.prompt == "aim" else of_load(table, piece, memory, frame)
    )


KINDS = {"hex": "infantry", "area": "area", "vehicle": "vehicle"}


def of_aim(table: Table, decision: Decision, piece: Piece, memory: Memory) -> Iterator[Compared]:
    for option in decision.options:
        head, _, target = option.id.partition(":")
        if head not in KINDS:
            continue
        kind = KINDS[head]
        ammunition = "heat" if piece.is_latw else "ap" if kind == "vehicle" else ""
        lines = table.preview(option.id).lines
        spotted = any(line.label == "case.spotted" for line in lines)
        if not spotted and lines:
            shot = Shot(kind, target, ammunition)
            yield from of_lines(table.state, piece, shot, lines, memory)
            if piece.unit is not None and not piece.unit.aboard and not is_beside_house(table.state, piece, shot):
                at = where_of(table.state, shot)
                yield "gunner sees", True, in_sight(table.state, low_label(piece.unit), Enemy(at, at, fights=True))


def of_load(table: Table, piece: Piece, memory: Memory, frame: Any) -> Iterator[Compared]:
    decision = table.decision
    assert decision is not None
    for option in decision.options:
        head, _, what = option.id.partition(":")
        if head != "do" or what in ("cancel", "ir"):
            continue
        lines = table.preview(option.id).lines
        if not lines:
            continue
        named = "heat" if piece.is_latw else what
        shot = Shot(
            frame.kind,
            frame.target,
            named,
            frame.leader,
            frame.spotter,
            deliberate=what.startswith("immobilize"),
            desperate=what.endswith("desperate"),
        )
        yield from of_lines(table.state, piece, shot, lines, memory)
