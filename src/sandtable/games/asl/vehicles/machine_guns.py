"""D3.1, D3.31, D3.6, C2.29: machine guns of vehicles, their quick-firing guns, and their flamethrowers, on the IFT."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

import msgspec

from sandtable.games.asl.concealment.revealing import shown_vehicle, unseen_firers, vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.events.fire import LeftResidual
from sandtable.games.asl.events.vehicles import Turned, TurretTurned
from sandtable.games.asl.fire import fire_group
from sandtable.games.asl.fire.dice import Dr, dice_line, random_selection, roll_dr
from sandtable.games.asl.fire.encirclement import note_fire_from
from sandtable.games.asl.fire.firepower import multiplied
from sandtable.games.asl.fire.marking import note_other_fire
from sandtable.games.asl.fire.modifiers import movement_modifiers, plight
from sandtable.games.asl.fire.residual import lessening
from sandtable.games.asl.fire.results import apply_results, could_check, desperate_under_fire
from sandtable.games.asl.fire.struck import are_friends, is_at_dash, men_struck
from sandtable.games.asl.heavy import Mount
from sandtable.games.asl.locations import elevation, hex_of, ranges_from
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.night.light import show_gunflash
from sandtable.games.asl.night.no_move import stir
from sandtable.games.asl.night.visibility import add_darkness, is_mere_flash, range_of_sight
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.ordnance.arcs import turn_to
from sandtable.games.asl.ordnance.firing import Failure, disable
from sandtable.games.asl.ordnance.places import is_hemmed_in
from sandtable.games.asl.ordnance.shots import NEVER, sees_anybody, sees_man
from sandtable.games.asl.ordnance.to_kill import Fate, flame_number, table_of
from sandtable.games.asl.sight import line_of_sight, seen_now, seen_of
from sandtable.games.asl.sight.on_map import screens
from sandtable.games.asl.snipers import calls_sniper
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import THE_FIELD, Vehicle
from sandtable.games.asl.tables.fire import Firepower, FirepowerFactor, Ift, Residual, Result
from sandtable.games.asl.tables.ordnance import Hits, ToHitModifiers
from sandtable.games.asl.tables.terrain import Smoke
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.terrain.fires import catch_fire
from sandtable.games.asl.terrain.hexes import terrain_at
from sandtable.games.asl.terrain.tem import keeps_secret, tem, tem_as_told
from sandtable.games.asl.units import Game, is_known, other, units_at
from sandtable.games.asl.vehicles import collateral
from sandtable.games.asl.vehicles.losses import wreck
from sandtable.games.asl.vehicles.status import (
    alter,
    beneath,
    can_act,
    card_of,
    has_moved,
    is_mobile,
    is_stopped,
    is_worn_out,
    kept_rate,
    known_vehicles,
    leadership_of,
    leads,
    marked,
    slot_of,
    strangers,
    vehicles_at,
)
from sandtable.games.asl.weather.ground import kindling
from sandtable.games.asl.weather.low_visibility import hindrance_label
from sandtable.kernel import Line, Resolved, derived, entry_of, rule
from sandtable.mechanics.sums import Modifier, Sum

Arm = Literal["bmg", "cmg", "aamg", "ife", "ft"]
"""The bow, coaxial and anti-aircraft machine guns, fire by IFE, and a flamethrower."""
GUNS: tuple[Arm, ...] = ("bmg", "cmg", "aamg")
OTHERS: tuple[Arm, ...] = ("ife", "ft")
"""What fires on the IFT beside machine guns."""
TURRET: tuple[Arm, ...] = ("cmg", "ife")
"""The weapons that turn with the turret."""


class Burst(msgspec.Struct, frozen=True):
    """An attack of a vehicle on the IFT that is about to be made."""

    vehicle: str
    arms: tuple[Arm, ...]
    target: str


class Group(NamedTuple):
    """Targets that the DR is read for alike."""

    units: tuple[str, ...]
    column: int
    drm: Sum
    told: Sum
    """Its modifiers as far as others are told of those beneath a "?"."""
    veiled: bool
    """They are beneath a "?", or hidden."""


def printed_fp(game: Game, vehicle_id: str, arm: Arm) -> int:
    """The firepower of a weapon as printed; 0 where the vehicle has none."""
    card = card_of(game, vehicle_id)
    if arm == "ife":
        return 0 if card.gun is None else card.gun.ife
    if arm == "ft":
        return 0 if card.flamethrower is None else card.flamethrower.fp
    if arm == "aamg" and card.aamg_optional and vehicle_id not in game.content.with_aamg:
        return 0
    return card.bmg if arm == "bmg" else card.cmg if arm == "cmg" else card.aamg


def normal_range(game: Game, vehicle_id: str, arm: Arm) -> int:
    if arm == "ife":
        return game.content.table("hits", Hits).ife_range
    if arm == "ft":
        card = card_of(game, vehicle_id)
        assert card.flamethrower is not None
        return card.flamethrower.range - 1
    return game.content.table("crews", Crews).ranges[arm]


@rule("D2.4", "D3.1", "D3.3", "D3.6", "D5.1", "D6.8")
def is_ready(game: Game, vehicle_id: str, arm: Arm) -> bool:
    """Whether a weapon of a vehicle can be fired now: manned, working, and not fired yet in this Player Turn."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    slot = slot_of(game, vehicle_id, arm)
    if not printed_fp(game, vehicle_id, arm) or not can_act(vehicle) or is_worn_out(vehicle):
        return False
    if slot in (*vehicle.broken, *vehicle.disabled):
        return False
    if arm == "aamg" and not (vehicle.exposed or card.open_topped):
        return False
    if any(each.startswith(f"{slot}:") for each in vehicle.fired):
        return False
    phase, attacks = game.state.phase, vehicle.side == game.state.active
    if phase == "advancing-fire" and kept_rate(vehicle, slot):
        return False
    if phase == "prep-fire" and not is_stopped(vehicle):
        return False
    if arm == "ft":
        return attacks and phase in ("movement", "advancing-fire")
    return attacks if phase in ("prep-fire", "advancing-fire") else True


@derived(entry_of("vehicles"), "phase", "active")
def ready_arms(game: Game, vehicle_id: str) -> tuple[Arm, ...]:
    """The weapons of a vehicle that can be fired on the IFT now."""
    return tuple([arm for arm in (*GUNS, *OTHERS) if is_ready(game, vehicle_id, arm)])


@rule("D3.1", "D3.6", "A7.22")
def reaches(game: Game, vehicle_id: str, arm: Arm, location: str) -> bool:
    """Whether a Location is in range of a weapon of a vehicle."""
    distance = ranges_from(game.content, game.state.vehicles[vehicle_id].at)[location]
    return distance <= farthest(game, vehicle_id, arm) and (arm != "ft" or distance > 0)


@rule("A7.22", "D3.6")
def farthest(game: Game, vehicle_id: str, arm: Arm) -> int:
    """How far away a weapon of a vehicle can be fired at all."""
    reach = normal_range(game, vehicle_id, arm)
    return reach + 1 if arm == "ft" else reach * game.content.table("firepower", Firepower).long_range


@rule("C3.2", "D3.1", "D3.6")
def bears(game: Game, vehicle_id: str, arm: Arm, location: str) -> bool:
    """Whether a weapon of a vehicle can reach and see a Location in its arc; in its own hex all do."""
    vehicle = game.state.vehicles[vehicle_id]
    if not is_in_arc(game, vehicle_id, arm, location):
        return False
    if line_of_sight(game, vehicle.at, location, viewer=vehicle_id).clear:
        return True
    return collateral.shows_in_bypass(game, vehicle.at, location, vehicle.side, vehicle_id)


@rule("C3.2", "D3.1", "D3.6")
def is_in_arc(game: Game, vehicle_id: str, arm: Arm, location: str) -> bool:
    """Whether a weapon of a vehicle can reach a Location in its arc, or after turning, if it is seen."""
    if not reaches(game, vehicle_id, arm, location):
        return False
    return not turn_for(game, vehicle_id, arm, location)[1] or may_swing(game, vehicle_id, arm)


@rule("C5.1", "C3.21")
def turn_for(game: Game, vehicle_id: str, arm: Arm, location: str) -> tuple[int, int]:
    """The hexspine to which hull or turret must be turned to fire a weapon at a Location, and by how many."""
    vehicle = game.state.vehicles[vehicle_id]
    spine = vehicle.turret if arm in TURRET else vehicle.facing
    if arm == "aamg":
        return spine, 0
    return turn_to(game.content, spine, stand_of(vehicle), hex_of(location))


@rule("C5.1", "C3.21", "D2.3", "D2.4")
def may_swing(game: Game, vehicle_id: str, arm: Arm) -> bool:
    """Whether hull or turret may be turned to fire: not in the own Movement Phase, the hull only if it could turn."""
    vehicle = game.state.vehicles[vehicle_id]
    if game.state.phase == "movement" and vehicle.side == game.state.active:
        return False
    hull = arm not in TURRET or card_of(game, vehicle_id).mount == "NT"
    return not hull or (is_stopped(vehicle) and is_mobile(vehicle) and vehicle.bypass < 0)


@rule("C5.1")
def swing_drm(game: Game, vehicle_id: str, mount: Mount, turns: int) -> int:
    """What turning by some hexspines adds: by the mount, twice as much in woods, buildings and rubble."""
    table = game.content.table("to-hit-modifiers", ToHitModifiers)
    cramped = is_hemmed_in(game, game.state.vehicles[vehicle_id])
    return table.turning[mount][turns - 1] * (2 if cramped else 1)


@rule("C5.1")
def swung(game: Game, burst: Burst) -> tuple[int, int]:
    """Case A for a vehicle's attack, and by how many hexspines: its own turning, or that of the hull in this phase."""
    vehicle, card = game.state.vehicles[burst.vehicle], card_of(game, burst.vehicle)
    found = [(0, 0)]
    for arm in burst.arms:
        _, turns = turn_for(game, burst.vehicle, arm, burst.target)
        mount: Mount = (card.mount or "NT") if arm in TURRET else "NT"
        if turns:
            found.append((swing_drm(game, burst.vehicle, mount, turns), turns))
        if vehicle.swung and slot_of(game, burst.vehicle, arm) not in vehicle.steady:
            found.append((swing_drm(game, burst.vehicle, "NT", vehicle.swung), vehicle.swung))
    return max(found)


@rule("C5.1", "C6.5")
def swing(game: Game, burst: Burst) -> None:
    """Hull and turret stay as they were turned to fire."""
    vehicle, card = game.state.vehicles[burst.vehicle], card_of(game, burst.vehicle)
    slots = tuple(slot_of(game, burst.vehicle, arm) for arm in burst.arms)
    seen = vehicle_seen_by(game, burst.vehicle)
    for arm in burst.arms:
        spine, turns = turn_for(game, burst.vehicle, arm, burst.target)
        if not turns:
            continue
        lose_acquisition(game, burst.vehicle)
        if arm in TURRET and card.mount != "NT":
            vehicle = alter(game, burst.vehicle, turret=spine)
            game.say(TurretTurned(rule="C5.1", seen_by=seen, vehicle=burst.vehicle, spine=spine))
        else:
            turret = spine if card.mount in (None, "NT") else vehicle.turret
            vehicle = alter(game, burst.vehicle, facing=spine, turret=turret, swung=turns, steady=())
            game.say(Turned(rule="C5.1", seen_by=seen, vehicle=burst.vehicle, spine=spine))
    if vehicle.swung:
        alter(game, burst.vehicle, steady=tuple(dict.fromkeys((*vehicle.steady, *slots))))


@rule("C6.5", "C2.29")
def _forget(game: Game, burst: Burst) -> None:
    """A gun that is fired by IFE at something else has acquired its target no more."""
    if "ife" in burst.arms and game.state.vehicles[burst.vehicle].acquired != burst.target:
        lose_acquisition(game, burst.vehicle)


@rule("A7.4", "D.8")
def places(game: Game, vehicle_id: str) -> Sequence[str]:
    """The Locations at which a vehicle may fire on the IFT: of known enemies, and of exposed men in vehicles."""
    return _places(game, game.state.vehicles[vehicle_id].side)


@derived(*THE_FIELD)
def _places(game: Game, side: str) -> tuple[str, ...]:
    state = game.state
    if state.phase == "movement" and side != state.active:
        moving = state.moving
        if moving is None:
            return ()
        alive = any(name in state.units for name in moving.units)
        return (moving.at,) if alive or collateral.might_be_struck(game, moving.vehicle) else ()
    return fire_group.target_locations(game, side)


def targets(game: Game, vehicle_id: str, arms: tuple[Arm, ...]) -> list[str]:
    """The Locations that at least one of some weapons can be fired at."""
    return list(_targets(game, vehicle_id, arms))


def has_target(game: Game, vehicle_id: str, arm: Arm) -> bool:
    """Whether there is anything that a weapon can be fired at."""
    return any(True for _ in _targets(game, vehicle_id, (arm,)))


def _targets(game: Game, vehicle_id: str, arms: tuple[Arm, ...]) -> Iterator[str]:
    seen = _places_seen(game, vehicle_id)
    ready = [arm for arm in ready_arms(game, vehicle_id) if arm in arms and (seen or arm == "ft")]
    if not ready:
        return
    found, vehicle = dict.fromkeys(seen), game.state.vehicles[vehicle_id]
    if "ft" in ready:
        found |= dict.fromkeys(game.state.vehicles[name].at for name in known_vehicles(game, vehicle.side))
    column, ranges = game.content.table("ift", Ift).column, ranges_from(game.content, vehicle.at)
    most = max([farthest(game, vehicle_id, arm) for arm in ready])
    for at in found:
        if ranges[at] > most or is_own_melee(game, vehicle_id, at):
            continue
        aimed = is_in_arc if at in seen else bears
        bearing = tuple([arm for arm in ready if aimed(game, vehicle_id, arm, at)])
        if bearing and column(firepower(game, Burst(vehicle_id, bearing, at))) and shows(game, vehicle_id, at):
            yield at


@rule("A7.21")
def is_own_melee(game: Game, vehicle_id: str, location: str) -> bool:
    """Whether a Location is that of a vehicle with a Melee in it, into which its machine guns are not fired."""
    return location == game.state.vehicles[vehicle_id].at and location in game.state.melees


def _looks_out(game: Game, vehicle_id: str) -> tuple[object, ...]:
    """What decides beside itself what a vehicle sees to fire at."""
    return places(game, vehicle_id), seen_now(game)


@derived(entry_of("vehicles"), _looks_out)
def _places_seen(game: Game, vehicle_id: str) -> tuple[str, ...]:
    """Those of the Locations at which a vehicle may fire that it sees."""
    here = game.state.vehicles[vehicle_id].at
    return tuple(seen_of(game, here, places(game, vehicle_id), viewer=vehicle_id))


@rule("B9.21", "A4.34")
def shows(game: Game, vehicle_id: str, at: str) -> bool:
    """Whether a vehicle sees anybody to fire at in a Location: the entrenched not over a wall or hedge.

    In First Fire that is one of those who move, wherever beside a house they pass.
    """
    vehicle, state = game.state.vehicles[vehicle_id], game.state
    men = any(state.units[name].side != vehicle.side for name in units_at(game, at))
    if not men or exposed_to(game, Burst(vehicle_id, (), at)):
        return True
    if state.phase == "movement" and vehicle.side != state.active and state.moving is not None:
        if collateral.might_be_struck(game, state.moving.vehicle):
            return True
        movers = [name for name in state.moving.units if name in state.units]
        return any(
            not is_known(state.units[name]) or sees_man(game, vehicle.at, name, vehicle=vehicle_id) for name in movers
        )
    return sees_anybody(game, vehicle.at, at, vehicle.side, vehicle=vehicle_id)


@rule("D3.31", "C2.29", "A4.63", "A7.21", "A7.22", "A7.24", "D3.6")
def share(game: Game, burst: Burst, arm: Arm) -> tuple[Fraction, tuple[FirepowerFactor, ...]]:
    """What a weapon adds: doubled next to it, tripled in its hex, halved far away, by Bounding and Advancing Fire."""
    vehicle = game.state.vehicles[burst.vehicle]
    distance = ranges_from(game.content, vehicle.at)[burst.target]
    factors: list[FirepowerFactor] = []
    if arm != "ft" and distance == 0:
        factors.append("triple-point-blank")
    elif arm != "ft" and distance == 1 and _is_level(game, vehicle, burst.target):
        factors.append("point-blank")
    if distance > normal_range(game, burst.vehicle, arm):
        factors.append("long-range")
    own = game.state.phase in ("movement", "advancing-fire") and vehicle.side == game.state.active
    advancing = game.state.phase == "advancing-fire" and arm != "ft"
    if own and (advancing or has_moved(vehicle) or not is_stopped(vehicle)):
        factors.append("advancing-fire")
    if not is_stopped(vehicle):
        factors.append("advancing-fire")
    if game.state.nvr and is_mere_flash(game, vehicle.at, burst.target, range_of_sight(game, vehicle)):
        factors.append("gunflash")
    if is_at_dash(game, vehicle.side):
        factors.append("dash")
    applied = tuple(factors)
    return multiplied(game.content, printed_fp(game, burst.vehicle, arm), applied), applied


def _is_level(game: Game, vehicle: Vehicle, location: str) -> bool:
    most = game.content.table("firepower", Firepower).point_blank_levels
    return elevation(game.content, location) - elevation(game.content, vehicle.at) <= most


def firepower(game: Game, burst: Burst) -> Fraction:
    """The firepower of a vehicle's attack."""
    values = [share(game, burst, arm)[0] for arm in burst.arms]
    return sum(values[1:], values[0]) if values else Fraction(0)


@rule("A7.4", "A8.1", "B9.21")
def struck_by(game: Game, burst: Burst) -> list[str]:
    """The men that an attack strikes, as far as the vehicle sees them."""
    vehicle = game.state.vehicles[burst.vehicle]
    there = men_struck(game, burst.target, vehicle.side)
    return [name for name in there if sees_man(game, vehicle.at, name, vehicle=burst.vehicle)]


def common(game: Game, burst: Burst) -> Sum:
    """What all targets have in common."""
    return Sum([*vehicle_brings(game, burst), *between(game, burst)])


@rule("A7.1", "D3.4", "D5.34", "C5.1")
def vehicle_brings(game: Game, burst: Burst) -> Sum:
    """What the vehicle brings: that it turns, its leader, its shaken crew."""
    drm, vehicle = Sum(), game.state.vehicles[burst.vehicle]
    turning, spines = swung(game, burst)
    if turning:
        drm.add("case.A", turning, "C5.1", spines=spines)
    if leads(game, burst.vehicle, "mg"):
        drm.add("leadership", leadership_of(game, vehicle), "D3.4", unit=burst.vehicle)
    if vehicle.stun == "shaken" or vehicle.recalled:
        case = game.content.table("to-hit-modifiers", ToHitModifiers).cases["shaken"]
        drm.add("case.shaken", case.value, "D5.34")
    return drm


@rule("A6.7", "A24.8", "E1.7")
def between(game: Game, burst: Burst) -> Sum:
    """What is in the way of a vehicle's fire, with SMOKE out of which it comes."""
    drm, vehicle = Sum(), game.state.vehicles[burst.vehicle]
    for each in line_of_sight(game, vehicle.at, burst.target, viewer=burst.vehicle).hindrances:
        drm.add(hindrance_label(each), each.value, each.rule, hex=each.hex, what=each.what)
    add_darkness(drm, game, vehicle.at, burst.target)
    if vehicle.at != burst.target and vehicle.at in screens(game):
        drm.add("out-of-smoke", game.content.table("smoke", Smoke).out, "A24.8")
    return drm


@rule("A7.23", "A.5", "A12.16", "D3.6")
def groups_of(game: Game, burst: Burst) -> list[Group]:
    """The targets by cover and concealment, those who are known first; a flamethrower knows no cover.

    Their order shows nothing of how those stand who are not known.
    """
    ift = game.content.table("ift", Ift)
    power, shared = firepower(game, burst), common(game, burst)
    at = game.state.vehicles[burst.vehicle].at
    in_the_way = line_of_sight(game, at, burst.target, viewer=burst.vehicle).hindrance
    found: dict[tuple[int, bool], tuple[list[str], Sum]] = {}
    for name in struck_by(game, burst):
        unit = game.state.units[name]
        cover = [] if "ft" in burst.arms else tem(game, unit.at, (name,), [at])
        own = _of_target(game, name, at, cover, in_the_way)
        found.setdefault((own.total, unit.concealed or unit.hidden), ([], own))[0].append(name)
    groups = []
    for (_, veiled), (names, own) in found.items():
        column = ift.column(power * veiled_factor(game) if veiled else power)
        drm = Sum([*shared, *own])
        told = drm
        if veiled and keeps_secret(game, game.state.units[names[0]], names[0]):
            told = Sum([*shared, *_as_told(game, burst, names[0], in_the_way)])
        groups.append(Group(tuple(names), column, drm, told, veiled))
    side = game.state.vehicles[burst.vehicle].side
    return sorted(groups, key=lambda each: (are_friends(game, each.units, side), each.veiled, each.told.total))


@rule("A12.1", "A12.16", "B9.21")
def groups_told(game: Game, burst: Burst) -> list[Group]:
    """The targets as they are shown before an attack: men beneath a "?" as if they could be seen, as nobody knows that
    a wall or hedge hides them in their holes."""
    groups = groups_of(game, burst)
    men = men_struck(game, burst.target, game.state.vehicles[burst.vehicle].side)
    veiled = [name for name in men if game.state.units[name].concealed and not game.state.units[name].hidden]
    if groups or not veiled:
        return groups
    in_the_way = line_of_sight(
        game, game.state.vehicles[burst.vehicle].at, burst.target, viewer=burst.vehicle
    ).hindrance
    told = Sum([*common(game, burst), *_as_told(game, burst, veiled[0], in_the_way)])
    column = game.content.table("ift", Ift).column(firepower(game, burst) * veiled_factor(game))
    return [Group((), column, told, told, True)]


def _as_told(game: Game, burst: Burst, unit_id: str, in_the_way: int) -> Sum:
    """What a target beneath a "?" brings as far as others are told."""
    at = game.state.vehicles[burst.vehicle].at
    cover = [] if "ft" in burst.arms else tem_as_told(game, game.state.units[unit_id].at, unit_id, [at])
    return _of_target(game, unit_id, at, cover, in_the_way)


@rule("A5.12", "A8.9", "B/tem")
def _of_target(game: Game, unit_id: str, firer: str, cover: Sequence[Modifier], in_the_way: int) -> Sum:
    """What a target brings: its cover, that it moves or clears, that it is crowded."""
    own, unit = Sum(), game.state.units[unit_id]
    for part in cover:
        own.add(part.label, part.value, part.rule, **part.args)
    movement_modifiers(own, game, unit_id, unit.at, [firer], in_the_way)
    for part in plight(game, unit_id, unit.at):
        own.add(part.label, part.value, part.rule)
    return own


@rule("A7.23")
def veiled_factor(game: Game) -> Fraction:
    """By how much fire at those beneath a "?" counts."""
    return game.content.table("firepower", Firepower).factors["concealed-target"].value


def exposed_to(game: Game, burst: Burst) -> list[collateral.Exposed]:
    """The exposed men of enemy vehicles that an attack strikes too."""
    vehicle, moving = game.state.vehicles[burst.vehicle], game.state.moving
    only = moving.vehicle if game.state.phase == "movement" and moving is not None else ""
    if game.state.phase == "movement" and vehicle.side != game.state.active and not only:
        return []
    if vehicle.side == game.state.active:
        only = ""
    found = collateral.exposed_at(game, burst.target, only)
    foes = [each for each in found if game.state.vehicles[each.vehicle].side != vehicle.side]
    return collateral.those_in_sight(game, foes, {vehicle.at: burst.vehicle}, burst.target)


@rule("D3.6", "D5.7")
def flame_fate(game: Game, burst: Burst, target: str, total: int) -> Fate:
    """What flames do to an AFV: no armor helps; below the number it burns, at it it is lost."""
    firer = game.state.vehicles[burst.vehicle]
    distance = game.content.distance(hex_of(firer.at), hex_of(game.state.vehicles[target].at))
    near = distance <= normal_range(game, burst.vehicle, "ft")
    number = flame_number(game, target, stand_of(firer), near=near)
    return "burning" if total < number else "eliminated" if total == number else "none"


class Reading(NamedTuple):
    """What a DR comes to."""

    results: tuple[Result, ...]
    men: tuple[Result, ...]
    fails: tuple[Arm, ...]
    """The weapons of which one malfunctions."""
    lost: tuple[Arm, ...]
    """Those that would be lost for good by it (A.11)."""
    kept: bool
    sniper: bool


def read(game: Game, burst: Burst, groups: list[Group], dr: Dr) -> Reading:
    """What a DR of a vehicle's attack comes to."""
    ift, power = game.content.table("ift", Ift), firepower(game, burst)
    column, halved = ift.column(power), ift.column(power * veiled_factor(game))
    shared = common(game, burst).total
    fails = tuple(arm for arm in burst.arms if dr.total >= failing(game, burst.vehicle, arm).malfunctions)
    return Reading(
        tuple(ift.result(group.column, dr.total + group.drm.total) for group in groups),
        tuple(
            ift.result(halved if each.veiled else column, dr.total + shared + each.drm)
            for each in exposed_to(game, burst)
        ),
        fails,
        tuple(arm for arm in burst.arms if dr.total >= failing(game, burst.vehicle, arm).lost),
        _keeps(game, burst, dr) and not fails,
        calls_sniper(game, game.state.vehicles[burst.vehicle].side, dr.total),
    )


@rule("D3.7", "D3.6", "A.11", "C2.29", "C2/ammunition-shortage", "C5.8")
def failing(game: Game, vehicle_id: str, arm: Arm) -> Failure:
    """When a weapon of a vehicle fails: a lowered number makes the unlowered one an X number."""
    card, vehicle = card_of(game, vehicle_id), game.state.vehicles[vehicle_id]
    figures = game.content.table("weapons", Weapons)
    lowered = figures.lowered
    less = lowered["ammunition-shortage"] if vehicle.shortage else 0
    if strangers(game, vehicle_id):
        less += lowered["captured"]
    if arm == "ft":
        number = NEVER if card.flamethrower is None else card.flamethrower.removed - less
        return Failure(number, number)
    number = card.main_breakdown if card.main == arm else figures.breakdown
    return Failure(number - less, number if less else NEVER)


@rule("D3.1", "C2.29", "C5.8")
def _keeps(game: Game, burst: Burst, dr: Dr) -> bool:
    """Whether the main armament, where it is a machine gun or fires by IFE, may fire again."""
    card, vehicle = card_of(game, burst.vehicle), game.state.vehicles[burst.vehicle]
    if len(burst.arms) > 1 or not is_stopped(vehicle) or vehicle.bounding:
        return False
    if game.state.phase in ("movement", "advancing-fire") and vehicle.side == game.state.active:
        return False
    (arm,) = burst.arms
    less = game.content.table("weapons", Weapons).captured_rof if strangers(game, burst.vehicle) else 0
    if arm == "ife":
        return card.gun is not None and dr.colored <= card.gun.rof - less
    return card.main == arm and dr.colored <= card.main_rof - less


@rule("D3.1", "D.8", "A7.1", "D3.7")
def resolve(game: Game, burst: Burst, aftermath: Aftermath) -> None:
    """Make an attack of a vehicle on the IFT."""
    gives_vehicle_away(game, burst.vehicle, "fires")
    note_other_fire(game, game.state.vehicles[burst.vehicle].at)
    groups, exposed = groups_of(game, burst), exposed_to(game, burst)
    ift, vehicle = game.content.table("ift", Ift), game.state.vehicles[burst.vehicle]
    power, shared = firepower(game, burst), common(game, burst)
    dr = roll_dr(game, "vehicle-fire", "D3.1", lambda each: repr(read(game, burst, groups, each)))
    reading = read(game, burst, groups, dr)
    first = reading.results[0] if reading.results else reading.men[0] if reading.men else ift.result(0, 0)
    game.say(
        Resolved(
            rule="D3.1",
            what="vehicle-fire",
            result=f"ift.{first.kind}",
            lines=(*_lines_told(game, burst, groups), dice_line(dr)),
            subject=shown_vehicle(game, burst.vehicle),
            target=burst.target,
            favours=vehicle.side if first.kind != "none" else "",
        )
    )
    swing(game, burst)
    _forget(game, burst)
    vehicle = game.state.vehicles[burst.vehicle]
    way = _marker(game, vehicle)
    if leads(game, burst.vehicle, "mg"):
        vehicle = alter(game, burst.vehicle, led="mg")
    slots = [slot_of(game, burst.vehicle, arm) for arm in burst.arms]
    alter(game, burst.vehicle, fired=marked(vehicle, slots, way, kept=reading.kept))
    show_gunflash(game, vehicle.at)
    _note_direction(game, burst, groups)
    if not vehicle.concealed:
        stir(game, [*(name for group in groups for name in group.units), *(each.vehicle for each in exposed)])
    if reading.sniper:
        aftermath.snipers.append(vehicle.side)
    if reading.fails:
        (which,) = random_selection(game, [str(arm) for arm in reading.fails], 1, "malfunction")[:1]
        arm: Arm = which  # type: ignore[assignment]
        disable(game, burst.vehicle, slot_of(game, burst.vehicle, arm), lost=arm in reading.lost)
    elif not reading.kept:
        _leave_residual(game, burst, groups, power)
    for group in groups:
        if could_check(ift, group.column, group.drm.total):
            desperate_under_fire(game, group.units)
    results = zip(groups, reading.results, strict=True)
    apply_results(game, [(group.units, result) for group, result in results], aftermath)
    halved = ift.column(power * veiled_factor(game))
    collateral.strike(game, exposed, ift.column(power), dr.total, shared.total, aftermath, halved)
    if "ft" in burst.arms:
        _burn_vehicles(game, burst, aftermath)
        if any(result.kind == "kia" for result in reading.results):
            breach(game, burst.target, vehicle.side)
            kindle(game, burst.target)


@rule("A7.7")
def _note_direction(game: Game, burst: Burst, groups: Sequence[Group]) -> None:
    """Machine guns of vehicles help to Encircle at Normal Range, where they could cause a Morale Check."""
    ift, at = game.content.table("ift", Ift), game.state.vehicles[burst.vehicle].at
    struck = [group for group in groups if could_check(ift, group.column, group.drm.total)]
    far = game.content.distance(hex_of(at), hex_of(burst.target))
    if not struck or not far or any(far > normal_range(game, burst.vehicle, arm) for arm in burst.arms):
        return
    if "ft" not in burst.arms:
        note_fire_from(game, burst.target, (at,), other(game.state.vehicles[burst.vehicle].side))


@rule("B23.9")
def breach(game: Game, location: str, side: str) -> None:
    """Flames open a Fortified Location to those who would enter it; its TEM stays."""
    if location in game.state.fortified and location not in game.state.breached:
        game.state.breached[location] = side


@rule("D3.6", "B25/fire")
def kindle(game: Game, location: str) -> None:
    """Flames may set a wooden building on fire."""
    if terrain_at(game, hex_of(location)).building != "wooden":
        return
    most = kindling(game, table_of(game).flames.kindles)
    if most and game.roll("d6", "kindling", "D3.6", bands=(most + 1,)) <= most:
        catch_fire(game, location)


@rule("D3.6")
def _burn_vehicles(game: Game, burst: Burst, aftermath: Aftermath) -> None:
    """A flamethrower makes a To Kill DR against each enemy AFV in the Location."""
    side = game.state.vehicles[burst.vehicle].side
    for name in vehicles_at(game, burst.target, other(side)):
        outcomes = [flame_fate(game, burst, name, total) for total in range(2, 13)]
        seen = vehicle_seen_by(game, name)
        total = game.roll("2d6", "to-kill", "D3.6", bands=list(outcomes), seen_by=seen)
        if outcomes[total - 2] != "none":
            wreck(game, name, aftermath, burning=outcomes[total - 2] == "burning")


def _marker(game: Game, vehicle: Vehicle) -> str:
    phase, attacks = game.state.phase, vehicle.side == game.state.active
    if phase == "prep-fire":
        return "prep"
    if phase == "movement":
        return "bounding-first" if attacks else "first"
    return "final" if phase == "defensive-fire" else "advancing"


@rule("A8.2", "A8.26", "C2.29")
def _leave_residual(game: Game, burst: Burst, groups: list[Group], power: Fraction) -> None:
    """First Fire of machine guns leaves Residual FP."""
    vehicle = game.state.vehicles[burst.vehicle]
    if game.state.phase != "movement" or vehicle.side == game.state.active or "ft" in burst.arms or not groups:
        return
    ift = game.content.table("ift", Ift)
    less = lessening(groups[0].drm, burst.target)
    fired = power * veiled_factor(game) if all(group.veiled for group in groups) else power
    left = game.content.table("residual", Residual).left_by(ift, ift.column(fired), less)
    if left > game.state.residual.get(burst.target, 0):
        game.state.residual[burst.target] = left
        game.say(LeftResidual(rule="A8.2", at=burst.target, fp=left))


def lines_of(game: Game, burst: Burst, groups: list[Group]) -> tuple[Line, ...]:
    """The sum of an attack as it is shown."""
    shares = [line for arm in burst.arms for line in _share_lines(game, burst, arm)]
    return (*shares, *_summed(game, burst, groups, vehicle_brings(game, burst).lines))


def _share_lines(game: Game, burst: Burst, arm: Arm) -> tuple[Line, ...]:
    """What is printed for a weapon, and each factor there is."""
    figures = game.content.table("firepower", Firepower).factors
    applied = share(game, burst, arm)[1]
    factors = [Line(f"factor.{name}", f"x{figures[name].value}", figures[name].rule) for name in applied]
    return (Line(f"arm.{arm}", _written(Fraction(printed_fp(game, burst.vehicle, arm))), "D3.1"), *factors)


@rule("A12.14", "A12.16", "scope/vehicle-concealment")
def _lines_told(game: Game, burst: Burst, groups: list[Group]) -> tuple[Line, ...]:
    """The same as it is told to all: of a vehicle that stays beneath its "?" only what its fire comes to together."""
    if vehicle_seen_by(game, burst.vehicle) is None:
        return lines_of(game, burst, groups)
    return _summed(game, burst, groups, unseen_firers(vehicle_brings(game, burst).total))


def _summed(game: Game, burst: Burst, groups: list[Group], brought: Sequence[Line]) -> tuple[Line, ...]:
    """The firepower, the column and the modifiers: those that the vehicle brings are given."""
    ift, power = game.content.table("ift", Ift), firepower(game, burst)
    if groups:
        return (
            Line("firepower", _written(power), "A7.1"),
            *((Line("concealed", "x1/2", "A7.23"),) if groups[0].veiled else ()),
            Line("column", str(groups[0].column), "A7.1"),
            *brought,
            *groups[0].told.lines[len(vehicle_brings(game, burst).parts) :],
        )
    known = [each for each in exposed_to(game, burst) if not each.veiled]
    extra = [Line("crew-exposed", f"{known[0].drm:+d}", "D.8")] if known else []
    veiled = beneath(game, burst.target, other(game.state.vehicles[burst.vehicle].side)) != "" and not known
    veil = [Line("concealed", "x1/2", "A7.23")] if veiled else []
    return (
        Line("firepower", _written(power), "A7.1"),
        *veil,
        Line("column", str(ift.column(power * veiled_factor(game) if veiled else power)), "A7.1"),
        *brought,
        *between(game, burst).lines,
        *extra,
    )


def _written(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"{float(value):g}"
