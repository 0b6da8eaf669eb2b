"""C7: the To Kill number of a hit on a vehicle, and what its DR comes to."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.games.asl.heavy import Ammunition
from sandtable.games.asl.locations import elevation, hex_of
from sandtable.games.asl.ordnance.arcs import facing_of, in_arc
from sandtable.games.asl.ordnance.shots import AFTER_HITTING, HEAVY, Gunner, Shot
from sandtable.games.asl.stands import place_in, stand_of
from sandtable.games.asl.tables.ordnance import ToHitModifiers, ToKill
from sandtable.games.asl.terrain.hexsides import side_of
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.status import Part, aerial_armor, armor, card_of, lowest_hull
from sandtable.kernel import rule
from sandtable.mechanics.sums import Sum

Fate = Literal["burning", "eliminated", "immobilized", "shocked", "possible-shock", "stunned", "none"]
"""What a hit does to a vehicle."""
WORSE: tuple[Fate, ...] = ("burning", "eliminated", "shocked", "immobilized", "stunned", "possible-shock", "none")
"""Fates, the worst first."""


class Kill(NamedTuple):
    """A To Kill number as it was found."""

    number: Sum
    harmless: bool
    """The ammunition does nothing at this range, or to this target."""


def table_of(game: Game) -> ToKill:
    return game.content.table("to-kill", ToKill)


@rule("C7.31", "C7.32", "C7.33", "C7.34", "D3.54")
def basic_number(game: Game, ammunition: Ammunition, gunner: Gunner) -> int:
    """The Basic TK# of an ammunition; 0 where the weapon has none of it."""
    table, name = table_of(game), f"{gunner.caliber}{gunner.barrel}"
    if ammunition == "heat":
        return 0 if gunner.card is None else gunner.card.to_kill
    if ammunition == "he":
        return table.he_of(gunner.caliber).armored
    if ammunition == "mg":
        return table.machine_gun_heavy if gunner.caliber >= HEAVY else table.machine_gun
    if ammunition in AFTER_HITTING:
        numbers = {"ap": table.ap, "apcr": table.apcr, "apds": table.apds}[ammunition]
        return numbers.get(name, 0)
    return 0


@rule("C7.24")
def at_range(game: Game, ammunition: Ammunition, gunner: Gunner, distance: int) -> int | None:
    """Case D: what the range adds; None where the ammunition does nothing so far away."""
    table = table_of(game)
    if ammunition == "ap":
        return table.ap_at_range(gunner.caliber, distance)
    if ammunition == "apcr":
        return table.at_range(table.apcr_range, distance)
    if ammunition == "apds":
        return table.at_range(table.apds_range, distance)
    return 0


@rule("C7.1", "C7.22", "D4.3", "D11.2", "RR6")
def kill_number(
    game: Game, shot: Shot, gunner: Gunner, vehicle_id: str, part: Part, *, critical: bool, basic: int | None = None
) -> Kill:
    """The Final TK# of a hit: the basic number, Cases A, C and D, and the armor that is struck.

    `basic` is the number of a rocket, which has its own.
    """
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    found, table = Sum(), table_of(game)
    distance = game.content.distance(hex_of(gunner.at), hex_of(vehicle.at))
    if basic is None:
        basic = basic_number(game, shot.ammunition, gunner)
    found.figure("tk.basic", basic, "C7.1", ammunition=shot.ammunition)
    if critical:
        found.add("tk.critical", basic, "C3.7")
    reach = at_range(game, shot.ammunition, gunner, distance)
    if reach:
        found.add("tk.range", reach, "C7.24")
    spine = vehicle.turret if part == "turret" and card.mount != "NT" else vehicle.facing
    facing = facing_of(game.content, spine, stand_of(vehicle), place_in(game, shot.firer, hex_of(gunner.at)))
    if facing == "rear":
        found.add("tk.rear", table.rear, "C7.1")
    if is_from_above(game, gunner.at, vehicle.at, distance):
        found.add("tk.aerial", -aerial_armor(game, card), "C7.22")
    elif part == "hull" and strikes_belly(game, gunner.at, vehicle_id):
        found.add("tk.underbelly", -aerial_armor(game, card), "D4.3")
    else:
        found.add(f"tk.armor.{part}.{facing}", -armor(card, part, facing), "D1.6")
    if card.schuerzen and shot.ammunition == "heat" and facing != "front":
        found.add("tk.schuerzen", table.schuerzen, "D11.2")
    return Kill(found, reach is None or basic == 0)


@rule("C7.22")
def is_from_above(game: Game, firer: str, target: str, distance: int) -> bool:
    """Whether a firer is higher than the target by more than half the range in levels."""
    content = game.content
    return 2 * (elevation(content, firer) - elevation(content, target)) > max(distance, 1)


@rule("D4.3")
def strikes_belly(game: Game, firer: str, vehicle_id: str) -> bool:
    """Whether First Fire strikes a vehicle from ahead at the moment at which it crosses a wall or hedge."""
    moving, vehicle = game.state.moving, game.state.vehicles[vehicle_id]
    if game.state.phase != "movement" or moving is None or moving.vehicle != vehicle_id or not moving.came_from:
        return False
    here, there = hex_of(moving.came_from), hex_of(moving.at)
    if here == there:
        return False
    side = side_of(game.content, here, there)
    if not side.cover or side.road:
        return False
    within = game.content.table("to-hit-modifiers", ToHitModifiers).deliberate_range
    far = game.content.distance(there, hex_of(firer))
    return far <= within and in_arc(game.content, vehicle.facing, stand_of(vehicle), hex_of(firer))


@rule("C7.1", "C7.34", "C7.4", "C7.41", "C7.5", "C7.7", "D5.7")
def fate(game: Game, total: int, number: int, part: Part, *, he: bool, burns: bool) -> Fate:
    """What an Original TK DR does to an AFV: an Original 12 nothing; a red CS# burns more easily."""
    table = table_of(game)
    if total == 12:
        return "none"
    if total + (table.burns if burns else 0) <= number // 2 and total < number:
        return "burning"
    if total < number:
        return "eliminated"
    struck: Fate = "immobilized" if part == "hull" else "shocked"
    if total == number:
        return struck
    if total == number + 1:
        return struck if he else "possible-shock"
    return "none"


@rule("D3.6")
def flame_number(game: Game, target: str, firer: str, *, near: bool) -> int:
    """The To Kill number of flames at an AFV, from where a flamethrower stands: no armor helps, a roof does."""
    table, vehicle, card = table_of(game).flames, game.state.vehicles[target], card_of(game, target)
    number = table.near if near else table.far
    number += table.open_topped if card.open_topped else table.exposed if vehicle.exposed else 0
    rear = facing_of(game.content, vehicle.facing, stand_of(vehicle), firer) == "rear"
    return number + (table.rear if rear else 0)


@rule("D3.54", "D5.7")
def fate_by_bullets(game: Game, total: int, number: int, *, burns: bool) -> Fate:
    """What an Original TK DR of a machine gun does to an AFV: at its number it Stuns, and above it is nothing."""
    if total == number and total < 12:
        return "stunned"
    found = fate(game, total, number, "hull", he=False, burns=burns)
    return found if found in ("burning", "eliminated") else "none"


@rule("D3.54")
def is_thin(game: Game, firer_id: str, gunner: Gunner, vehicle_id: str) -> bool:
    """Whether machine guns may try to hit a vehicle: it shows the firer a part with hardly any armor."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    here, firer = stand_of(vehicle), place_in(game, firer_id, hex_of(gunner.at))
    spine = vehicle.facing if card.mount in (None, "NT") else vehicle.turret
    hull = armor(card, "hull", facing_of(game.content, vehicle.facing, here, firer))
    turret = armor(card, "turret", facing_of(game.content, spine, here, firer))
    return min(hull, turret) <= table_of(game).machine_gun_armor


@rule("C5.7")
def may_immobilize(game: Game, shot: Shot, gunner: Gunner, vehicle_id: str) -> bool:
    """Whether Deliberate Immobilization may be tried: near enough, and with a number above the weakest hull armor."""
    vehicle = game.state.vehicles[vehicle_id]
    if gunner.sort == "mg":
        return False
    strong = basic_number(game, shot.ammunition, gunner) > lowest_hull(card_of(game, vehicle_id))
    return is_near_enough(game, gunner, vehicle_id) and strong and not vehicle.immobile


@rule("C5.7")
def is_near_enough(game: Game, gunner: Gunner, vehicle_id: str) -> bool:
    """Whether a vehicle is within the range of Deliberate Immobilization."""
    within = game.content.table("to-hit-modifiers", ToHitModifiers).deliberate_range
    return game.content.distance(hex_of(gunner.at), hex_of(game.state.vehicles[vehicle_id].at)) <= within
