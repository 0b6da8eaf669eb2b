"""A12.1, A12.16: what a side may not know of the other, and what it may imagine in its place."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.games.asl.artillery import secrets
from sandtable.games.asl.concealment.revealing import cloaked_id, cover_of, unknown_id
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.fire_phase import FirePhase, Shoot
from sandtable.games.asl.fire.first_fire import FirstFire, FirstFireAttack
from sandtable.games.asl.locations import hex_of, printed_locations
from sandtable.games.asl.morale.rally import HandPrisoner, RallyPhase, Recombine, Recover, Transfer
from sandtable.games.asl.morale.sharing_out import ShareOut
from sandtable.games.asl.movement.advance import Advance, AdvancePhase
from sandtable.games.asl.movement.movement_phase import Move, MovementPhase
from sandtable.games.asl.night.starshells import FireStarshell, StarshellWindow
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.sequence.fieldworks import first_stores
from sandtable.games.asl.sequence.leaders import imagine_leaders, mask_leaders
from sandtable.games.asl.sequence.setup import SetUp
from sandtable.games.asl.state import DUMMY, NOWHERE, UNKNOWN, State, Unit, Vehicle, Weapon
from sandtable.games.asl.tables.movement import Stacking
from sandtable.games.asl.tables.vehicles import VehicleMovement
from sandtable.games.asl.terrain.hexes import BYPASS, printed_kinds
from sandtable.games.asl.units import other
from sandtable.games.asl.vehicles.close_combat import VehicleFight
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.games.asl.vehicles.embarking import Boarding
from sandtable.games.asl.vehicles.vehicle_fire import VehicleFire
from sandtable.kernel import Procedure, of_content, rule

T = TypeVar("T")

AIMING = (Shoot, FirstFireAttack, Gunnery, VehicleFire)
"""The procedures that ask how an attack is made."""


@rule("A12.1", "A12.16", "A12.3")
def mask(state: State, content: Content, side: str) -> None:
    """A concealed stack of others is one "?" without height; what is hidden is not there, and nor are their weapons."""
    secrets.mask(state, content, side)
    for setting_up in [frame.side for frame in state.stack if isinstance(frame, SetUp) and frame.side != side]:
        _mask_setup(state, content, setting_up)
    leaders = mask_leaders(state, content, side)
    state.stores = {key: count for key, count in state.stores.items() if key.startswith(f"{side}/")}
    _mask_ways(state, side)
    names: dict[str, str] = {}
    for name, unit in list(state.units.items()):
        awaited = is_awaited(content, state, name)
        if unit.side == side or not (unit.concealed or unit.hidden or awaited):
            continue
        del state.units[name]
        names[name] = cloaked_id(unit.side, unit.cloak) if unit.cloak else unknown_id(unit.at)
        if awaited:
            state.to_place.pop(name, None)
        elif unit.cloak and unit.at:
            _veil_cloaked(state, unit)
        elif not unit.hidden:
            _veil(state, unit)
    names |= _mask_vehicles(state, side)
    for veil in sorted({name for name in names.values() if name in state.units}):
        state.units[veil] = state.units.pop(veil)
    _mask_driving(state, names, side)
    mask_night(state, side)
    _mask_boarding(state, side)
    unseen = {name for name, weapon in state.weapons.items() if weapon.holder in names or weapon.holder in leaders}
    _mask_aiming(state, {*names, *unseen, *leaders}, side)
    _mask_attack(state, side)
    _mask_progress(state, names, side)
    for name in unseen:
        del state.weapons[name]
    for name, weapon in list(state.weapons.items()):
        if weapon.sighted and weapon.side != side:
            state.weapons[name] = replace(weapon, sighted="", sighted_from="")
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.side != side:
            leader = vehicle.leader if vehicle.at or not _rolls_for_commanders(content, vehicle.side) else ""
            called = vehicle.called and bool(vehicle.at)
            state.vehicles[name] = replace(vehicle, gyro=False, leader=leader, called=called)
    for hex_, works in list(state.works.items()):
        if not works.known and works.side != side:
            del state.works[hex_]
    for hex_, mines in list(state.mines.items()):
        if not mines.known and mines.side != side:
            del state.mines[hex_]
    state.shelled = {name: hex_ for name, hex_ in state.shelled.items() if name not in names}
    if names:
        state.stack[:] = [renamed(frame, {old: (new,) for old, new in names.items()}) for frame in state.stack]
        if state.moving is not None:
            state.moving = renamed(state.moving, {old: (new,) for old, new in names.items()})
        state.fences = {where: names.get(holder, holder) for where, holder in state.fences.items()}


@rule("RR8", "D6.1")
def is_awaited(content: Content, state: State, unit_id: str) -> bool:
    """Whether a unit waits off the map to come aboard vehicles: who rides in which is nobody else's business."""
    unit, group = state.units[unit_id], state.to_place.get(unit_id, "")
    entering = content.forces[unit.side].groups.get(group) if unit.at == NOWHERE else None
    return entering is not None and entering.enters is not None and entering.enters.mounted


@of_content
@rule("2.5193")
def _rolls_for_commanders(content: Content, side: str) -> bool:
    """Whether nobody knows from the order of battle which Armor Leaders a side has."""
    return any(leader.side == side and leader.table == "armor" for leader in content.received.values())


@rule("A12.1", "A4.34", "B9.32")
def _veil(state: State, unit: Unit) -> None:
    """Put a "?" where a concealed unit is; that it passes a hex in Bypass is seen, and that it has claimed a wall."""
    name = unknown_id(unit.at)
    there = state.units.get(name)
    wall = unit.wall or (there is not None and there.wall)
    if there is None or there.stance != BYPASS:
        stance, vertices = (BYPASS, unit.vertices) if unit.stance == BYPASS else ("", ())
        there = Unit(side=unit.side, kind=UNKNOWN, at=unit.at, concealed=True, stance=stance, vertices=vertices)
    state.units[name] = replace(there, wall=wall)


@rule("A12.1", "scope/vehicle-concealment")
def _mask_vehicles(state: State, side: str) -> dict[str, str]:
    """Vehicles of others beneath a "?" are not there; by which "?" each is called instead."""
    names = {}
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.side != side and vehicle.concealed:
            del state.vehicles[name]
            names[name] = unknown_id(vehicle.at)
    return names


@rule("A12.1", "scope/vehicle-concealment")
def _mask_driving(state: State, names: Collection[str], side: str) -> None:
    """While a vehicle beneath a "?" is being driven the others see only that the side is asked who moves."""
    at = next((i for i, each in enumerate(state.stack) if isinstance(each, Drive) and each.vehicle in names), 0)
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Drive):
            state.stack[i] = _seen_driving(state, frame, side, veiled=frame.vehicle in names)
    fired_at = any(isinstance(frame, FirstFire) for frame in state.stack[at:])
    if at and not fired_at and isinstance(state.stack[-1], (Drive, VehicleFire, Gunnery)):
        state.stack[at:] = []
        state.moving = None
        state.stack[-1] = replace(state.stack[-1], step=ASKING[MovementPhase])


@rule("A4.2", "A8.1")
def _mask_ways(state: State, side: str) -> None:
    """Others see where men have come, not where they are bound for, unless they dash across a road."""
    if state.active == side:
        return
    for i, frame in enumerate(state.stack):
        if isinstance(frame, Move) and frame.ahead and frame.manner != "dash":
            state.stack[i] = replace(frame, ahead=())


@rule("A12.1", "D2.1")
def _seen_driving(state: State, frame: Drive, side: str, *, veiled: bool) -> Drive:
    """What others see of a move: not where it leads before it gets there, and beneath a "?" the MP spent alone."""
    vehicle = state.vehicles.get(frame.vehicle)
    if vehicle is not None and vehicle.side == side:
        return frame
    ahead = frame.ahead if frame.overrun else ""
    if not veiled:
        return replace(frame, ahead=ahead)
    return replace(frame, ahead=ahead, extra=0, sped=False, rolling=False, reverse=False, over=False)


@rule("RR8")
def _mask_boarding(state: State, side: str) -> None:
    """While men get onto a vehicle that has yet to come the others see only that it is asked about the vehicle."""
    for at, frame in enumerate(state.stack):
        vehicle = state.vehicles.get(frame.vehicle) if isinstance(frame, Boarding) else None
        if vehicle is not None and vehicle.at == NOWHERE and vehicle.side != side:
            state.stack[at:] = []
            return


@rule("E1.4")
def _veil_cloaked(state: State, unit: Unit) -> None:
    """Put a Cloaking counter where one is: its number is all that is seen of it, and how it moves."""
    stance, vertices = (BYPASS, unit.vertices) if unit.stance == BYPASS else ("", ())
    state.units[cloaked_id(unit.side, unit.cloak)] = Unit(
        side=unit.side, kind=UNKNOWN, at=unit.at, concealed=True, stance=stance, vertices=vertices, cloak=unit.cloak
    )


@rule("A12.1", "A12.34")
def _mask_aiming(state: State, unseen: Collection[str], side: str) -> None:
    """While somebody unseen does something the others see only that the side is asked what it does."""
    at = next((i for i, each in enumerate(state.stack) if _is_secret(each, unseen, side)), 0)
    last = state.stack[-1] if state.stack else None
    if not at and isinstance(last, Move | Advance) and any(name in unseen for name in last.units):
        at = len(state.stack) - 1
    if at:
        state.stack[at:] = []
        above = state.stack[-1]
        step = next((step for kind, step in ASKING.items() if isinstance(above, kind)), "")
        if step:
            state.stack[-1] = replace(above, step=step)


def _is_secret(frame: Procedure, unseen: Collection[str], side: str) -> bool:
    """Whether somebody whom others do not see takes aim, hands on a weapon or the like."""
    if isinstance(frame, Gunnery):
        return frame.firer in unseen
    if isinstance(frame, VehicleFire):
        return frame.vehicle in unseen
    if isinstance(frame, Recover):
        return frame.side != side
    if isinstance(frame, Transfer | HandPrisoner | Recombine):
        return frame.side != side
    if isinstance(frame, ShareOut):
        return any(name in unseen for name in frame.halves)
    return isinstance(frame, FireStarshell) and frame.unit in unseen


ASKING: dict[type[Procedure], str] = {
    FirePhase: "pick",
    FirstFire: "begin",
    RallyPhase: "pick",
    MovementPhase: "choose",
    AdvancePhase: "begin",
    StarshellWindow: "ask",
}
"""Where the procedures that ask what a side does next do so."""


@rule("A12.1", "A12.16", "A12.34")
def _mask_attack(state: State, side: str) -> None:
    """While a side puts an attack together the others see only that it is asked who fires."""
    at = next((i for i, each in enumerate(state.stack) if isinstance(each, (FirePhase, FirstFire))), len(state.stack))
    if not state.stack[at + 1 :] or not isinstance(state.stack[-1], AIMING):
        return
    asked = state.stack[at]
    if (asked.side if isinstance(asked, FirePhase) else other(state.active)) != side:
        state.stack[at:] = [replace(asked, step="pick" if isinstance(asked, FirePhase) else "begin")]


@rule("A12.1", "A3.1", "A4.51")
def _mask_progress(state: State, names: Collection[str], side: str) -> None:
    """Others see neither which step of the Rally Phase a side has something to do in, nor who beneath a "?" was CX."""
    for i, frame in enumerate(state.stack):
        if isinstance(frame, RallyPhase) and (other(state.active) if frame.place % 2 else state.active) != side:
            state.stack[i] = replace(frame, place=frame.place % 2)
        elif isinstance(frame, MovementPhase) and frame.side != side:
            state.stack[i] = replace(frame, tired=tuple(name for name in frame.tired if name not in names))


def _mask_setup(state: State, content: Content, side: str) -> None:
    """While a side sets up the other sees nothing of it, and that as if nothing had been placed yet."""
    at = next(i for i, frame in enumerate(state.stack) if isinstance(frame, SetUp))
    state.stack[at + 1 :] = []
    for name in [name for name, unit in state.units.items() if unit.side == side]:
        del state.units[name]
    for name, placed in content.units.items():
        if placed.side == side:
            state.units[name] = Unit(side=side, kind=placed.kind, at=NOWHERE, shortage=content.is_short(name))
    for name, weapon in list(state.weapons.items()):
        if weapon.side == side:
            state.weapons[name] = Weapon(kind=content.arms[name].kind, side=side, low=name in content.low)
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.side == side:
            exposed = content.vehicles[vehicle.kind].open_topped
            state.vehicles[name] = Vehicle(
                side=side, kind=vehicle.kind, at=NOWHERE, exposed=exposed, elite=vehicle.elite,
                shortage=vehicle.shortage,
            )  # fmt: skip
    for hex_ in [hex_ for hex_, works in state.works.items() if works.side == side]:
        del state.works[hex_]
    for hex_ in [hex_ for hex_, mines in state.mines.items() if mines.side == side]:
        del state.mines[hex_]
    for where in [where for where, owner in state.fortified.items() if owner == side]:
        del state.fortified[where]
    waiting = content.to_place
    state.to_place = {
        name: group for name, (owner, group) in waiting.items() if owner == side or name in state.to_place
    }


@rule("E1.8", "E1.9")
def mask_night(state: State, side: str) -> None:
    """Nobody knows with whom others have tried to fire Starshells, nor what hidden guns have flashed unseen."""
    state.starshells_tried = {name: tried for name, tried in state.starshells_tried.items() if name == side}
    if state.gunflashes:
        seen = {unit.at for unit in state.units.values()} | {vehicle.at for vehicle in state.vehicles.values()}
        state.gunflashes = {place: True for place in state.gunflashes if place in seen}


def renamed(frame: T, names: Mapping[str, tuple[str, ...]]) -> T:
    """A Struct in which ids of units have been exchanged, in all its fields."""
    changes = {}
    assert isinstance(frame, msgspec.Struct)
    for field in frame.__struct_fields__:
        value = getattr(frame, field)
        new = _exchanged(value, names)
        if new != value:
            changes[field] = new
    return replace(frame, **changes) if changes else frame


def _exchanged(value: object, names: Mapping[str, tuple[str, ...]]) -> object:
    if isinstance(value, str):
        return names[value][0] if value in names else value
    if isinstance(value, msgspec.Struct):
        return renamed(value, names)
    if isinstance(value, tuple):
        found: list[object] = []
        for each in value:
            if isinstance(each, str) and each in names:
                found += names[each]
            else:
                found.append(_exchanged(each, names))
        return value if found == list(value) else tuple(dict.fromkeys(found))
    return value


def fill(state: State, content: Content, side: str, rng: random.Random) -> None:
    """Deal the men and weapons of which nothing is known among the "?" of the others; who is left over is hidden."""
    secrets.fill(state, content, side, rng)
    for each in content.scenario.forces:
        if each != side:
            _fill_side(state, content, each, rng)


def _is_set_up(state: State, content: Content, side: str) -> bool:
    """Whether a side has set up."""
    if state.active:
        return True
    under_way = next((frame.side for frame in state.stack if isinstance(frame, SetUp)), "")
    return side == content.scenario.sets_up_first and under_way not in ("", side)


def _fill_side(state: State, content: Content, side: str, rng: random.Random) -> None:
    veiled = [name for name, unit in state.units.items() if unit.side == side and unit.kind == UNKNOWN]
    pool = _unseen(state, content, side)
    set_up = _is_set_up(state, content, side)
    imagined = imagine_leaders(state, content, side, rng, set_up=set_up)
    pool += [(name, state.units.pop(name).kind) for name in imagined]
    if not set_up:
        state.stores |= {key: count for key, count in first_stores(content).items() if key.startswith(f"{side}/")}
    rng.shuffle(pool)
    boarding = [veil for veil in veiled if veil in _boarding(state)]
    veiled.sort(key=lambda veil: veil not in boarding)
    on_foot = [pool.pop() for _ in boarding if pool]
    pool = _man_shuttles(state, content, side, pool) + on_foot
    names: dict[str, tuple[str, ...]] = {}
    covered, afoot = _park(state, content, side, veiled, rng), _afoot(state)
    veiled = _place_decoys(state, content, side, veiled, names, rng)
    most = content.table("stacking", Stacking)
    for number, veil in enumerate(veiled):
        over = state.units.pop(veil)
        at = over.at
        left = len(veiled) - number - 1
        share = len(pool) if left == 0 else min(len(pool) - left, rng.randint(1, 3))
        dealt: list[str] = []
        halves = singles = 0
        while pool and len(dealt) < (share - 1 if veil in covered and veil not in afoot else max(share, 1)):
            unit_id, kind = pool[-1]
            size = content.personnel[kind].type
            halves += 0 if size in ("leader", "hero") else most.halves["squad" if size == "squad" else "half-squad"]
            singles += size in ("leader", "hero")
            if dealt and (halves > most.limit or singles > most.smc):
                break
            pool.pop()
            state.units[unit_id] = replace(over, kind=kind)
            dealt.append(unit_id)
        if not dealt and (veil not in covered or veil in afoot):
            unit_id = f"{unknown_id(at)}-{DUMMY}"
            state.units[unit_id] = replace(over, kind=DUMMY)
            dealt.append(unit_id)
        names[veil] = (*(() if veil in afoot else covered.get(veil, ())), *dealt)
    if not _hides(content, side):
        pool = _crowd_in(state, content, side, pool, names)
    _hide_rest(state, content, side, pool, rng)
    _arm(state, content, side, rng)
    _ration(state, content, side)
    if names:
        state.stack[:] = [renamed(frame, names) for frame in state.stack]
        if state.moving is not None:
            state.moving = renamed(state.moving, names)
        state.fences = {where: names.get(holder, (holder,))[0] for where, holder in state.fences.items()}


@rule("A19.131")
def _ration(state: State, content: Content, side: str) -> None:
    """Men who were made up are as short of ammunition as their group is."""
    for name, unit in state.units.items():
        if unit.side == side and unit.kind != DUMMY and not unit.shortage and content.is_short(name):
            state.units[name] = replace(unit, shortage=True)


@rule("RR8")
def _man_shuttles(state: State, content: Content, side: str, pool: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Some of the men of whom nothing is known ride in Kangaroos, and others have yet to come aboard one; the rest."""
    manned = {unit.aboard for unit in state.units.values()}
    mounted = [each for each in pool if _comes_mounted(content, side, each[0])]
    rest = [each for each in pool if each not in mounted]
    for name, vehicle in state.vehicles.items():
        card = content.vehicles.get(vehicle.kind)
        if card is None or vehicle.side != side or not card.shuttle or vehicle.at == NOWHERE:
            continue
        if mounted and name not in manned and not vehicle.recalled:
            unit_id, kind = mounted.pop()
            state.units[unit_id] = Unit(side=side, kind=kind, at=vehicle.at, hidden=True, aboard=name)
    for unit_id, kind in mounted:
        state.units[unit_id] = Unit(side=side, kind=kind, at=NOWHERE)
        state.to_place[unit_id] = content.group_of_unit(unit_id)
    return rest


def _comes_mounted(content: Content, side: str, unit_id: str) -> bool:
    group = content.forces[side].groups.get(content.group_of_unit(unit_id))
    return group is not None and group.enters is not None and group.enters.mounted


@rule("A12.1", "scope/vehicle-concealment")
def _park(state: State, content: Content, side: str, veiled: Sequence[str], rng: random.Random) -> dict[str, list[str]]:
    """The vehicles of which nothing is known are beneath a "?" on the ground each; which of them are beneath which.

    What drives or is fought as a vehicle is one; beneath what goes on foot none is while there is room elsewhere. Where
    there are too few "?" several are beneath the same.
    """
    missing = [
        name
        for name, placed in content.tanks.items()
        if placed.side == side and name not in {**state.vehicles, **state.lost, **state.exited, **state.wrecks}
    ]
    rng.shuffle(missing)
    places = [veil for veil in veiled if state.units[veil].at == hex_of(state.units[veil].at)]
    places = [veil for veil in places if not state.units[veil].cloak and state.units[veil].stance != BYPASS]
    rng.shuffle(places)
    acting, afoot = _acting(state), _afoot(state)
    if staying := [veil for veil in places if veil not in afoot]:
        places = staying
    places.sort(key=lambda veil: (veil not in acting, not _can_hold(content, state.units[veil].at)))
    found: dict[str, list[str]] = {}
    for number, name in enumerate(missing if places else ()):
        veil = places[number % len(places)]
        found.setdefault(veil, []).append(name)
        state.units[cover_of(name)] = replace(state.units[veil], kind=DUMMY, covers=name)
        exposed, short = content.vehicles[content.tanks[name].kind].open_topped, content.is_short(name)
        elite = content.forces[side].groups[content.groups[name]].elite_ammunition
        spine = rng.randrange(6)
        state.vehicles[name] = Vehicle(
            side=side, kind=content.tanks[name].kind, at=state.units[veil].at, facing=spine, turret=spine,
            exposed=exposed, concealed=True, elite=elite, shortage=short,
        )  # fmt: skip
    return found


def _acting(state: State) -> set[str]:
    """The "?" that are known to be vehicles: they drive, or are attacked as such."""
    found = {frame.vehicle for frame in state.stack if isinstance(frame, Drive)}
    found |= {unknown_id(frame.at) for frame in state.stack if isinstance(frame, VehicleFight)}
    return found | ({state.moving.vehicle} if state.moving is not None else set())


def _afoot(state: State) -> set[str]:
    """The "?" that are known to be men or Dummies: they go on foot."""
    return {name for frame in state.stack if isinstance(frame, Move | Advance) for name in frame.units}


@rule("D6.1")
def _boarding(state: State) -> set[str]:
    """The "?" that are known to be men: they get onto a vehicle."""
    return {name for frame in state.stack if isinstance(frame, Move) and frame.onto for name in frame.units}


@rule("D2.1")
def _can_hold(content: Content, hex_: str) -> bool:
    """Whether vehicles go into a hex without a Bog Check, as it is printed."""
    row = content.table("vehicle-movement", VehicleMovement).hexes.get(printed_kinds(content)[hex_])
    return row is not None and row.bog is None


@rule("E1.4")
def _place_decoys(
    state: State, content: Content, side: str, veiled: list[str], names: dict[str, tuple[str, ...]], rng: random.Random
) -> list[str]:
    """The Dummies that are still in play are under some of the Cloaking counters; the other veils are left over."""
    waiting = [
        name
        for name, placed in content.decoys.items()
        if placed.side == side and name not in {**state.units, **state.lost, **state.exited, **state.to_place}
    ]
    cloaks = [veil for veil in veiled if state.units[veil].cloak]
    for name, veil in zip(waiting, rng.sample(cloaks, min(len(cloaks), len(waiting))), strict=False):
        state.units[name] = replace(state.units.pop(veil), kind=DUMMY)
        names[veil] = (name,)
    return [veil for veil in veiled if veil not in names]


@of_content
@rule("A12.3", "A12.34", "E1.4")
def _hides(content: Content, side: str) -> bool:
    """Whether men of a side can be hidden at all: those of Guns, or those for whom leave to hide is bought."""
    force = content.forces[side]
    bought = any(group.fortification_points for group in force.groups.values())
    return force.cloaking is None and (force.hides_guns or bought)


@rule("E1.4", "A5.1", "A12.3")
def _crowd_in(
    state: State, content: Content, side: str, pool: list[tuple[str, str]], names: dict[str, tuple[str, ...]]
) -> list[tuple[str, str]]:
    """Of a side that hides nobody those who are left over join others beneath a "?"."""
    most = content.table("stacking", Stacking)
    left = []
    for unit_id, kind in pool:
        single = content.personnel[kind].type in ("leader", "hero")
        for veil, dealt in names.items():
            there = [state.units[name] for name in dealt if name in state.units]
            kinds = [unit.kind for unit in there]
            if not kinds or DUMMY in kinds:
                continue
            singles = sum(content.personnel[each].type in ("leader", "hero") for each in kinds)
            halves = sum(_halves(content, each) for each in kinds)
            if singles < most.smc if single else halves + _halves(content, kind) <= most.limit:
                state.units[unit_id] = replace(there[0], kind=kind)
                names[veil] = (*dealt, unit_id)
                break
        else:
            left.append((unit_id, kind))
    return left


def _halves(content: Content, kind: str) -> int:
    size = content.personnel[kind].type
    if size in ("leader", "hero"):
        return 0
    return content.table("stacking", Stacking).halves["squad" if size == "squad" else "half-squad"]


def _unseen(state: State, content: Content, side: str) -> list[tuple[str, str]]:
    """The men of a side of whom nothing is known: neither on the map, nor lost, nor still to come."""
    found, manning = [], {vehicle.manned_by for vehicle in state.vehicles.values()}
    for unit_id, placed in content.units.items():
        halves = (f"{unit_id}.1", f"{unit_id}.2")
        known = {unit_id, *halves} & (state.units.keys() | state.lost.keys() | manning)
        if placed.side == side and not known and unit_id not in state.to_place and unit_id not in state.exited:
            found.append((unit_id, placed.kind))
    return found


def _hide_rest(state: State, content: Content, side: str, pool: list[tuple[str, str]], rng: random.Random) -> None:
    """Men who fit beneath no "?" are hidden where their group has set up."""
    taken = {hex_of(unit.at) for unit in state.units.values() if unit.side != side}
    for unit_id, kind in pool:
        group = content.forces[side].groups[content.group_of_unit(unit_id)]
        hexes = sorted((group.setup.on(content.board) if group.setup else frozenset(content.board.labels)) - taken)
        at = rng.choice(printed_locations(content, rng.choice(hexes)))
        state.units[unit_id] = Unit(side=side, kind=kind, at=at, hidden=True)


def _arm(state: State, content: Content, side: str, rng: random.Random) -> None:
    """Weapons that nobody has seen are carried by those who are not known."""
    bearers = [
        name
        for name, unit in state.units.items()
        if unit.side == side and unit.kind != DUMMY
        if unit.concealed
        or unit.hidden
        or is_awaited(content, state, name)
        or (name in content.received and unit.at == NOWHERE)
    ]
    for weapon_id, placed in content.arms.items():
        unseen = weapon_id not in state.weapons and weapon_id not in state.lost and weapon_id not in state.to_place
        if placed.side == side and unseen and bearers:
            able = secrets.able_to_call(state, content, placed.kind, bearers) or bearers
            low = weapon_id in content.low
            state.weapons[weapon_id] = Weapon(kind=placed.kind, side=side, holder=rng.choice(able), low=low)
