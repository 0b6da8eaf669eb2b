"""C.1, C3.1: a shot of ordnance that is about to be made, and who fires it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from sandtable.games.asl.counters import LIGHT_ANTITANK, MACHINE_GUNS, SupportWeapon
from sandtable.games.asl.fire.pieces import figures_of
from sandtable.games.asl.heavy import Ammunition, Barrel, Mount
from sandtable.games.asl.locations import elevation, hex_of, locations_of, parts_of, ranges_from
from sandtable.games.asl.night.visibility import range_of_sight
from sandtable.games.asl.ordnance.arcs import turn_to
from sandtable.games.asl.ordnance.places import is_built_up, is_cramped, is_hemmed_in
from sandtable.games.asl.sight import Line, line_of_sight, line_to_bypass, line_to_unit, position_of
from sandtable.games.asl.sight.on_map import eye_of
from sandtable.games.asl.stands import place_in
from sandtable.games.asl.state import Unit
from sandtable.games.asl.tables.ordnance import TargetType, ToKill
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.terrain.hexes import BYPASS
from sandtable.games.asl.units import Game, is_good_order, is_known, is_smc, on_map, units_at
from sandtable.games.asl.vehicles.status import card_of, is_mobile, is_stopped, ordnance_slot, slot_of, strangers
from sandtable.kernel import rule

Sort = Literal["gun", "main", "mortar", "latw", "mg"]
"""A Gun, the main armament of a vehicle, a light mortar, a light anti-tank weapon, a machine gun (D3.54)."""
MachineGun = Literal["bmg", "cmg", "aamg"]
"""The machine guns of a vehicle."""
Way = Literal[
    "prep", "opportunity", "advancing", "first", "final", "intensive", "bounding-first", "bounding"
]  # fmt: skip
"""In which way ordnance fires."""

AFTER_HITTING: tuple[Ammunition, ...] = ("ap", "apcr", "apds")
"""Solid shot: its effect on vehicles depends on the range."""


class Shot(msgspec.Struct, frozen=True):
    """A shot as it is put together."""

    firer: str
    """A Gun or support weapon, a vehicle for its main armament, or a unit with a Panzerfaust, by its id."""
    target: str
    """A Location, or a vehicle by its id."""
    type: TargetType
    ammunition: Ammunition
    way: Way
    immobilize: bool = False
    """Deliberate Immobilization (C5.7)."""
    spotter: str = ""
    """Who sees the target for a mortar (C9.3)."""
    desperate: bool = False
    """Fired from a building without keeping clear of the Backblast (C13.8)."""
    leader: str = ""
    """Who directs a mortar, a light anti-tank weapon or a machine gun (C5.9)."""
    arm: MachineGun | Literal[""] = ""
    """Of a vehicle: the machine gun that is fired instead of its ordnance (D3.54)."""


class Gunner(NamedTuple):
    """Who fires and with what, as it is now."""

    sort: Sort
    at: str
    side: str
    unit: str
    """Who mans it; empty for a vehicle."""
    caliber: int
    barrel: Barrel
    rof: int
    breakdown: int
    """The Original DR from which it malfunctions; 13 for never."""
    removed: int
    """The Original DR from which it is lost; 13 for never."""
    mount: Mount | None
    """None where it has no Covered Arc."""
    arc: int
    special: Mapping[Ammunition, int]
    gone: tuple[str, ...]
    strangers: int
    """How many of these are so: the weapon is captured, and its user does not know how to use it (C5.8)."""
    card: SupportWeapon | None
    slot: str = ""
    """Of a vehicle: under which name the weapon is marked and breaks down."""
    reach: int = 0
    """Of a machine gun: its Normal Range (D3.54)."""
    skyward: bool = False
    """Of a main armament: made to fire at aircraft, and so at any elevation (C2.6)."""


NEVER = 13
HEAVY = 12
"""The caliber of heavy machine guns in full millimeters (12.7)."""


@rule("C.1/ordnance", "C2.1", "C5.8", "A21.11", "A21.13", "C2.8", "D6.8")
def gunner_of(game: Game, firer: str, arm: MachineGun | Literal[""] = "") -> Gunner:
    """Who fires, by the id of the weapon, of the vehicle (and of its machine gun), or of who has a Panzerfaust."""
    state, content = game.state, game.content
    if firer in state.vehicles:
        vehicle = state.vehicles[firer]
        tank = content.vehicles[vehicle.kind]
        if arm:
            return _machine_gunner(game, firer, arm)
        if tank.carries is not None:
            aboard = content.weapons[tank.carries]
            return Gunner(
                "latw", vehicle.at, vehicle.side, "", 0, "", 0, aboard.breakdown or NEVER, NEVER, None, 0, {}, (),
                strangers(game, firer), aboard, ordnance_slot(game, firer),
            )  # fmt: skip
        assert tank.gun is not None
        assert tank.mount is not None
        arc = vehicle.facing if tank.mount == "NT" else vehicle.turret
        return Gunner(
            "main", vehicle.at, vehicle.side, "", tank.gun.caliber, tank.gun.barrel, tank.gun.rof,
            tank.gun.breakdown, NEVER, tank.mount, arc, tank.special, vehicle.gone, strangers(game, firer), None, "ma",
            skyward=tank.type == "anti-aircraft",
        )  # fmt: skip
    if firer in state.units:
        unit = state.units[firer]
        card = panzerfaust_of(game, unit.side)
        return Gunner("latw", unit.at, unit.side, firer, 0, "", 0, NEVER, NEVER, None, 0, {}, (), 0, card)
    weapon = state.weapons[firer]
    unit = state.units[weapon.holder]
    captured = weapon.side != unit.side
    if weapon.kind in content.guns:
        gun = content.guns[weapon.kind]
        person = content.personnel[unit.kind]
        stranger = person.type != "crew" or person.vehicle_crew
        barrel, rof, breakdown = gun.barrel, gun.rof, gun.breakdown
        if weapon.limbered and gun.limbered is not None:
            barrel, rof, breakdown = gun.limbered.barrel, gun.limbered.rof, gun.limbered.breakdown
        return Gunner(
            "gun", unit.at, unit.side, weapon.holder, gun.caliber, barrel, rof, breakdown, NEVER, gun.mount,
            weapon.arc, gun.special, weapon.gone, captured + stranger, None,
        )  # fmt: skip
    light = content.weapons[weapon.kind]
    stranger = content.personnel[unit.kind].vehicle_crew
    sort: Sort = "latw" if light.type in LIGHT_ANTITANK else "mg" if light.type in MACHINE_GUNS else "mortar"
    rof = 0 if sort == "latw" or is_smc(content, unit) else figures_of(light, weapon).rof
    special: dict[Ammunition, int] = {"smoke": light.smoke} if light.smoke else {}
    if sort == "mg":
        number = NEVER if light.removed else light.breakdown or content.table("weapons", Weapons).breakdown
        return Gunner(
            sort, unit.at, unit.side, weapon.holder, 0, "", rof, number, light.removed or NEVER, None, 0, {}, (),
            int(captured), light, reach=figures_of(light, weapon).range,
        )  # fmt: skip
    return Gunner(
        sort, unit.at, unit.side, weapon.holder, light.caliber, "", rof, light.breakdown or NEVER,
        light.removed or NEVER, None, 0, special, weapon.gone, captured + stranger, light,
    )  # fmt: skip


@rule("C2.8", "C10.2")
def fires_limbered(game: Game, gun: str) -> bool:
    """Whether a Gun may be fired while it is limbered, with figures of its own."""
    return game.content.guns[game.state.weapons[gun].kind].limbered is not None


@rule("D3.54", "D3.1", "D3.7")
def _machine_gunner(game: Game, vehicle_id: str, arm: MachineGun) -> Gunner:
    """A vehicle that fires a machine gun at another to hit it: with what it has in rate and arc."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    main = card.main == arm
    number = card.main_breakdown if main else game.content.table("weapons", Weapons).breakdown
    mount: Mount | None = None if arm == "aamg" else (card.mount or "NT") if arm == "cmg" else "NT"
    arc = vehicle.turret if arm == "cmg" else vehicle.facing
    caliber = HEAVY if arm == "aamg" and card.aamg_heavy else 0
    return Gunner(
        "mg", vehicle.at, vehicle.side, "", caliber, "", card.main_rof if main else 0, number, NEVER, mount, arc, {},
        (), strangers(game, vehicle_id), None, slot_of(game, vehicle_id, arm),
        game.content.table("crews", Crews).ranges[arm],
    )  # fmt: skip


@rule("C13.31")
def panzerfaust_of(game: Game, side: str) -> SupportWeapon:
    """What the Panzerfausts of a side are."""
    return next(card for card in game.content.weapons.values() if card.type == "pf" and card.side == side)


@rule("C2.29", "C3.8", "D3.54")
def kill_rolls(game: Game, shot: Shot) -> int:
    """How many To Kill DR a hit makes that is not doubled: several for the shells of some guns at vehicles."""
    vehicle = game.state.vehicles.get(shot.firer)
    if vehicle is None or shot.type != "vehicle" or shot.arm:
        return 1
    gun = game.content.vehicles[vehicle.kind].gun
    return 1 if gun is None else gun.kill_rolls


def target_at(game: Game, shot: Shot) -> str:
    """The Location at which a shot is aimed."""
    vehicle = game.state.vehicles.get(shot.target)
    return shot.target if vehicle is None else vehicle.at


def range_of(game: Game, shot: Shot, gunner: Gunner) -> int:
    """How far away the target is."""
    return ranges_from(game.content, gunner.at)[target_at(game, shot)]


@rule("B9.21", "B27.2")
def eye_at(game: Game, gunner: Gunner) -> str:
    """From where those who serve a weapon look: the entrenched do not see over a wall or hedge."""
    unit = game.state.units.get(gunner.unit)
    return gunner.at if unit is None else eye_of(game, unit)


@rule("C9.3", "B9.21")
def line_of_fire(game: Game, shot: Shot, gunner: Gunner) -> Line:
    """The line along which the target is seen: that of the Spotter, where there is one."""
    if shot.spotter:
        return line_of_sight(
            game, eye_of(game, game.state.units[shot.spotter]), target_at(game, shot), seen=shot.target
        )
    return line_of_sight(game, eye_at(game, gunner), target_at(game, shot), viewer=shot.firer, seen=shot.target)


def eyes_of(game: Game, shot: Shot, gunner: Gunner) -> tuple[str, str, int]:
    """From where the target of a shot is looked at, where it is, and how far one sees in the dark."""
    vehicles = game.state.vehicles
    seen = vehicles.get(shot.target)
    if shot.spotter:
        return game.state.units[shot.spotter].at, target_at(game, shot), range_of_sight(game, None, seen)
    return gunner.at, target_at(game, shot), range_of_sight(game, vehicles.get(shot.firer), seen)


@rule("B9.21", "B27.2", "A4.34")
def sees_man(game: Game, at: str, unit_id: str, *, crew: str = "", vehicle: str = "") -> bool:
    """Whether a crew, or a vehicle, sees a man where he stands: in Bypass, or entrenched behind a wall or hedge."""
    unit = game.state.units[unit_id]
    if crew:
        return line_to_unit(game, game.state.units[crew], unit).clear
    if unit.stance == BYPASS and unit.vertices and hex_of(at) != hex_of(unit.at):
        return line_to_bypass(game, place_in(game, vehicle, at), hex_of(unit.at), unit.vertices).clear
    return line_of_sight(game, at, position_of(unit), viewer=vehicle).clear


@rule("B9.21", "A12.1")
def sees_anybody(game: Game, at: str, location: str, side: str, *, crew: str = "", vehicle: str = "") -> bool:
    """Whether enemies of a side are seen in a Location; where those under a "?" stand nobody knows."""
    units = game.state.units
    there = [name for name in units_at(game, location) if units[name].side != side]
    return any(not is_known(units[name]) or sees_man(game, at, name, crew=crew, vehicle=vehicle) for name in there)


@rule("C3.21", "C5.1")
def turn_of(game: Game, shot: Shot, gunner: Gunner) -> tuple[int, int]:
    """The hexspine that a weapon faces for a shot, and by how many it turns."""
    if gunner.mount is None:
        return 0, 0
    here = place_in(game, shot.firer, hex_of(gunner.at))
    return turn_to(game.content, gunner.arc, here, hex_of(target_at(game, shot)))


@rule("C3.21", "C2.7", "C2.8", "D2.3")
def may_turn(game: Game, firer: str, gunner: Gunner) -> bool:
    """Whether a weapon may turn to fire: not twice in woods and buildings, and no hull that cannot move or turn."""
    state = game.state
    if firer in state.vehicles:
        vehicle = state.vehicles[firer]
        hull = gunner.sort == "mg" or gunner.mount == "NT"
        if hull and state.phase == "movement" and gunner.side == state.active:
            return False
        return gunner.mount != "NT" or (is_mobile(vehicle) and is_stopped(vehicle) and vehicle.bypass < 0)
    return not state.weapons[firer].turned


@rule("C2.6", "C9.1", "C13.1")
def in_reach(game: Game, gunner: Gunner, location: str) -> bool:
    """Whether a Location is neither too near nor too far for a weapon, nor too high or low for a Gun that is not made
    to fire at aircraft."""
    distance = ranges_from(game.content, gunner.at)[location]
    if gunner.sort == "mg":
        return distance <= min(gunner.reach, game.content.table("to-kill", ToKill).machine_gun_range)
    if gunner.card is not None:
        return gunner.card.least_range <= distance <= gunner.card.range
    if gunner.skyward:
        return True
    rise = abs(elevation(game.content, location) - elevation(game.content, gunner.at))
    return rise <= distance


def spotting(mortar: str) -> str:
    """How it is noted that somebody spots for a mortar."""
    return f"spots:{mortar}"


@rule("C9.3")
def spotters(game: Game, mortar: str, gunner: Gunner, hex_: str) -> list[str]:
    """Who could see a hex for a mortar that does not: Good Order friends beside it who have done nothing else yet."""
    content, state = game.content, game.state
    near = {gunner.at, *(at for hex_ in content.adjacent[hex_of(gunner.at)] for at in locations_of(game, hex_))}
    return [
        name
        for at in sorted(near)
        for name in units_at(game, at)
        if state.units[name].side == gunner.side
        and name != gunner.unit
        and on_map(state.units[name])
        and is_good_order(game, state.units[name])
        and (state.units[name].spent == (spotting(mortar),) or _is_fresh(state.units[name]))
        and line_of_sight(game, eye_of(game, state.units[name]), hex_).clear
    ]


def _is_fresh(unit: Unit) -> bool:
    return not unit.spent and unit.fire == ""


@rule("C13.8", "C5.34")
def is_confined(game: Game, gunner: Gunner) -> bool:
    """Whether a weapon with Backblast is fired from inside a building, rubble or a cellar."""
    return gunner.card is not None and gunner.card.backblast and is_built_up(game, gunner.at)


@rule("C13.8")
def must_be_desperate(game: Game, gunner: Gunner) -> bool:
    """Whether it can be fired from there only without regard to the Backblast: by pinned men, or from a cellar."""
    return is_confined(game, gunner) and (game.state.units[gunner.unit].pinned or parts_of(gunner.at).floor < 0)


def in_cramped(game: Game, firer: str, gunner: Gunner) -> bool:
    """Whether the firer is in woods, a building or rubble."""
    vehicle = game.state.vehicles.get(firer)
    return is_cramped(game, gunner.at) if vehicle is None else is_hemmed_in(game, vehicle)
