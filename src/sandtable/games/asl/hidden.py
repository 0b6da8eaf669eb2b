"""A12.1, A12.16: what a side may not know of the other, and what it may imagine in its place."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.artillery import secrets
from sandtable.games.asl.concealment.renaming import renamed
from sandtable.games.asl.concealment.revealing import cover_of, unknown_id
from sandtable.games.asl.concealment.seen import Seen, counters, first_seen, is_awaited
from sandtable.games.asl.concealment.under_way import conceal
from sandtable.games.asl.content import Content
from sandtable.games.asl.fire.fire_lanes import strength
from sandtable.games.asl.locations import hex_of, printed_locations
from sandtable.games.asl.morale.casualties import halves_of
from sandtable.games.asl.movement.advance import Advance
from sandtable.games.asl.movement.movement_phase import Move
from sandtable.games.asl.sequence.fieldworks import first_stores
from sandtable.games.asl.sequence.leaders import imagine_leaders
from sandtable.games.asl.sequence.setup import SetUp
from sandtable.games.asl.state import DUMMY, NOWHERE, UNKNOWN, FireLane, State, Unit, Vehicle, Weapon
from sandtable.games.asl.tables.movement import Stacking
from sandtable.games.asl.tables.terrain import Positions
from sandtable.games.asl.tables.vehicles import VehicleMovement
from sandtable.games.asl.terrain.hexes import BYPASS, printed_kinds
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.close_combat import VehicleFight
from sandtable.games.asl.vehicles.driving import Drive
from sandtable.kernel import of_content, rule


@rule("A12.1", "A12.16", "A12.3")
def mask(state: State, content: Content, side: str) -> None:
    """What others hide is taken out of a state; no dict of it is altered, they are replaced."""
    secrets.mask(state, content, side)
    for setting_up in _others_setting_up(state, side):
        _mask_setup(state, content, setting_up)
    _conceal(state, side, first_seen(state, content, side))


@rule("A12.1", "A12.16", "A12.3")
def glance(game: Game, state: State, side: str) -> None:
    """The same for one look: what is known of the counters is kept from look to look, and shared."""
    if _others_setting_up(state, side):
        mask(state, game.content, side)
    else:
        secrets.mask(state, game.content, side)
        _conceal(state, side, counters(game, side))


def _others_setting_up(state: State, side: str) -> list[str]:
    return [frame.side for frame in state.stack if isinstance(frame, SetUp) and frame.side != side]


@rule("A12.1", "A12.16", "A12.3")
def _conceal(state: State, side: str, seen: Seen) -> None:
    """Put what a side knows of the counters in the place of what there is, and see that the rest tells no more."""
    _mask_fire(state, seen)
    state.units, state.weapons, state.vehicles = seen.units, seen.weapons, seen.vehicles
    state.works, state.mines, state.stores = seen.works, seen.mines, seen.stores
    state.to_place, state.received = seen.to_place, seen.received
    conceal(state, side, seen)
    if any(owner != side for owner in state.lost_unseen.values()):
        unseen = {name for name, owner in state.lost_unseen.items() if owner != side}
        state.lost = {name: kind for name, kind in state.lost.items() if name not in unseen}
        state.lost_unseen = {name: owner for name, owner in state.lost_unseen.items() if owner == side}
    mask_night(state, side)
    if state.shelled:
        state.shelled = {name: hex_ for name, hex_ in state.shelled.items() if name not in seen.names}
    if state.fences:
        state.fences = {where: seen.names.get(holder, holder) for where, holder in state.fences.items()}


LANE = "/"
"""What joins the id of a "?" and the number of a Fire Lane that somebody beneath it has laid."""


@rule("A9.22", "A8.1", "A12.16")
def _mask_fire(state: State, seen: Seen) -> None:
    """Guns of which nothing is known are not named by their Fire Lanes, nor who has fired unseen at those who move."""
    if any(name in seen.unseen for name in state.lanes):
        found: dict[str, FireLane] = {}
        for name, lane in state.lanes.items():
            if name in seen.unseen:
                veil = seen.names[state.weapons[name].holder]
                name = f"{veil}{LANE}{sum(each.startswith(veil + LANE) for each in found)}"
            found[name] = replace(lane, weapon=name)
        state.lanes = found
    moving = state.moving
    if moving is not None and any(name in seen.unseen for name, _ in moving.shots):
        state.moving = replace(moving, shots=tuple(each for each in moving.shots if each[0] not in seen.unseen))


def _mask_setup(state: State, content: Content, side: str) -> None:
    """While a side sets up the other sees nothing of it, and that as if nothing had been placed yet."""
    at = next(i for i, frame in enumerate(state.stack) if isinstance(frame, SetUp))
    state.stack[at + 1 :] = []
    state.units = {name: unit for name, unit in state.units.items() if unit.side != side} | {
        name: Unit(side=side, kind=placed.kind, at=NOWHERE, shortage=content.is_short(name))
        for name, placed in content.units.items()
        if placed.side == side
    }
    state.weapons = {
        name: weapon
        if weapon.side != side
        else Weapon(kind=content.arms[name].kind, side=side, low=name in content.low)
        for name, weapon in state.weapons.items()
    }
    state.vehicles = {
        name: _waiting(content, vehicle) if vehicle.side == side else vehicle
        for name, vehicle in state.vehicles.items()
    }
    state.works = {hex_: works for hex_, works in state.works.items() if works.side != side}
    state.mines = {hex_: mines for hex_, mines in state.mines.items() if mines.side != side}
    state.fortified = {where: owner for where, owner in state.fortified.items() if owner != side}
    waiting = content.to_place
    state.to_place = {
        name: group for name, (owner, group) in waiting.items() if owner == side or name in state.to_place
    }


def _waiting(content: Content, vehicle: Vehicle) -> Vehicle:
    """A vehicle as it is before it is placed."""
    return Vehicle(
        side=vehicle.side, kind=vehicle.kind, at=NOWHERE, exposed=content.vehicles[vehicle.kind].open_topped,
        elite=vehicle.elite, shortage=vehicle.shortage,
    )  # fmt: skip


@rule("E1.8", "E1.9", "E1.53")
def mask_night(state: State, side: str) -> None:
    """Nobody knows with whom others have tried to fire Starshells, nor what hidden guns have flashed unseen, nor who of
    those who move in the dark has lost his way."""
    if state.trails and state.active != side:
        state.trails = {}
    if state.starshells_tried:
        state.starshells_tried = {name: tried for name, tried in state.starshells_tried.items() if name == side}
    if state.gunflashes:
        seen = {unit.at for unit in state.units.values()} | {vehicle.at for vehicle in state.vehicles.values()}
        state.gunflashes = {place: True for place in state.gunflashes if place in seen}


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
    seen = set(state.weapons)
    _arm(state, content, side, rng)
    _man_lanes(state, content, [name for name in state.weapons if name not in seen], names)
    _dig_in(state, content, [name for veil, dealt in names.items() if veil not in afoot for name in dealt])
    _ration(state, content, side)
    if names:
        state.stack[:] = [renamed(frame, names) for frame in state.stack]
        if state.moving is not None:
            state.moving = renamed(state.moving, names)
        state.fences = {where: names.get(holder, (holder,))[0] for where, holder in state.fences.items()}


@rule("B27/infantry", "A12.16")
def _dig_in(state: State, content: Content, dealt: Sequence[str]) -> None:
    """Men beneath a "?" who do not go on foot are in the holes of their hex, as many as have room there.

    Who serves a Gun, claims a wall or has the enemy in his hex is left in the open.
    """
    guns = {weapon.holder for weapon in state.weapons.values() if weapon.kind not in content.weapons}
    room: dict[str, int] = {}
    for name in dealt:
        unit, works = state.units.get(name), None
        if unit is not None and unit.kind != DUMMY and unit.stance == "" and not unit.wall and name not in guns:
            works = state.works.get(unit.at)
        if unit is None or works is None or works.wire or works.side != unit.side or _is_contested(state, unit):
            continue
        left = room.setdefault(unit.at, works.foxholes * content.table("positions", Positions).foxhole_capacity)
        room[unit.at] = left - _halves(content, unit.kind)
        if works.trench or (works.foxholes and room[unit.at] >= 0):
            state.units[name] = replace(unit, stance="trench" if works.trench else "foxhole")


def _is_contested(state: State, unit: Unit) -> bool:
    """Whether enemies are where a unit is."""
    return any(each.at == unit.at and each.side != unit.side for each in state.units.values())


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


@rule("A9.22")
def _man_lanes(state: State, content: Content, unseen: Sequence[str], names: dict[str, tuple[str, ...]]) -> None:
    """Fire Lanes that are laid from beneath a "?" are those of guns of which nothing is known, which are there."""
    lanes: dict[str, FireLane] = {}
    for name, lane in state.lanes.items():
        men = [each for each in names.get(name.rpartition(LANE)[0], ()) if state.units[each].kind != DUMMY]
        able = [each for each in unseen if each not in lanes and strength(content, state.weapons[each]) == lane.fp]
        gun = able[0] if men and able else name
        if gun != name:
            state.weapons[gun] = replace(state.weapons[gun], holder=men[0])
        lanes[gun] = replace(lane, weapon=gun)
    state.lanes = lanes


def _acting(state: State) -> set[str]:
    """The "?" that are known to be vehicles: they drive, or are attacked as such."""
    found = {frame.vehicle for frame in state.stack if isinstance(frame, Drive)}
    found |= {unknown_id(frame.at) for frame in state.stack if isinstance(frame, VehicleFight)}
    return found | ({state.moving.vehicle} if state.moving is not None else set())


def _afoot(state: State) -> set[str]:
    """The "?" that are known to be men or Dummies: they go on foot."""
    on_the_way = {name for frame in state.stack if isinstance(frame, Move | Advance) for name in frame.units}
    return on_the_way | _laying(state)


@rule("A9.22")
def _laying(state: State) -> set[str]:
    """The "?" from beneath which Fire Lanes are laid: men are there."""
    return {name.rpartition(LANE)[0] for name in state.lanes if name.startswith(UNKNOWN)}


@rule("D6.1")
def _boarding(state: State) -> set[str]:
    """The "?" that are known to be men: they get onto a vehicle, or have laid a Fire Lane."""
    aboard = {name for frame in state.stack if isinstance(frame, Move) and frame.onto for name in frame.units}
    return aboard | _laying(state)


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
    known = state.units.keys() | state.lost.keys() | state.exited.keys() | state.to_place.keys()
    known |= {vehicle.manned_by for vehicle in state.vehicles.values()}
    return [
        (unit_id, placed.kind)
        for unit_id, placed in content.units.items()
        if placed.side == side and known.isdisjoint((unit_id, *halves_of(unit_id)))
    ]


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
