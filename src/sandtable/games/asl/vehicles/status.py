"""D1, D5: what vehicles are and in which state: armor, crews, Motion, who can act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl.heavy import VehicleCard
from sandtable.games.asl.ordnance.arcs import Facing
from sandtable.games.asl.state import NOWHERE, TURNED, Vehicle
from sandtable.games.asl.tables.ordnance import ToKill
from sandtable.games.asl.units import Game
from sandtable.kernel import derived, rule

Part = Literal["hull", "turret"]


def card_of(game: Game, vehicle_id: str) -> VehicleCard:
    """What is printed on the counter of a vehicle."""
    return game.content.vehicles[game.state.vehicles[vehicle_id].kind]


def alter(game: Game, vehicle_id: str, **changes: object) -> Vehicle:
    """Change a vehicle."""
    vehicles = game.state.vehicles
    vehicles[vehicle_id] = replace(vehicles[vehicle_id], **changes)
    return vehicles[vehicle_id]


def vehicles_at(game: Game, location: str, side: str = "") -> list[str]:
    """The vehicles in a Location, of one side or of both."""
    there, vehicles = _by_place(game).get(location, ()), game.state.vehicles
    return [name for name in there if not side or vehicles[name].side == side]


@rule("A/known", "A12.1")
def known_at(game: Game, location: str, side: str) -> list[str]:
    """The vehicles of a side in a Location that the other side knows."""
    return [name for name in vehicles_at(game, location, side) if not game.state.vehicles[name].concealed]


@rule("A12.1", "scope/vehicle-concealment")
def beneath(game: Game, location: str, side: str) -> str:
    """The vehicle of a side that is beneath the "?" in a Location; nothing if there is none."""
    vehicles = game.state.vehicles
    return next((name for name in vehicles_at(game, location, side) if vehicles[name].concealed), "")


@derived("vehicles")
def _by_place(game: Game) -> Mapping[str, Sequence[str]]:
    """The vehicles of each Location."""
    found: dict[str, list[str]] = {}
    for name, vehicle in game.state.vehicles.items():
        found.setdefault(vehicle.at, []).append(name)
    return found


def on_map(vehicle: Vehicle) -> bool:
    return vehicle.at != NOWHERE


@rule("D2.4")
def is_stopped(vehicle: Vehicle) -> bool:
    """Whether a vehicle is Stopped: it neither moves nor is in Motion."""
    return not vehicle.motion and not vehicle.started


@rule("C5.3", "D3.3")
def has_moved(vehicle: Vehicle) -> bool:
    """Whether its fire is Bounding Fire in this Player Turn: it has moved, even if it was stopped since."""
    return vehicle.bounding or vehicle.entered > 0


@rule("C.8")
def is_moving_target(vehicle: Vehicle) -> bool:
    """Whether a vehicle is a moving target: in Motion, or it has moved in the Movement Phase under way."""
    return vehicle.motion or vehicle.bounding


@rule("C7.4", "D5.34", "D5.4")
def can_act(vehicle: Vehicle) -> bool:
    """Whether the crew of a vehicle can do anything at all: neither in Shock nor Stunned, and aboard."""
    if vehicle.shock or vehicle.abandoned or vehicle.stun == "stunned":
        return False
    return vehicle.at != NOWHERE


@rule("C7.5", "D8.2")
def is_mobile(vehicle: Vehicle) -> bool:
    """Whether a vehicle can move: neither immobilized nor bogged."""
    return not vehicle.immobile and not vehicle.bogged


@rule("D1.1", "D5.1", "D.8")
def is_vulnerable(card: VehicleCard, vehicle: Vehicle) -> bool:
    """Whether fire can strike the crew of a vehicle: it is exposed, or the vehicle has no roof."""
    return not vehicle.abandoned and (vehicle.exposed or card.open_topped)


@rule("D1.6", "D3.2")
def armor(card: VehicleCard, part: Part, facing: Facing) -> int:
    """The armor factor of a part of a vehicle; the rear has that of the side."""
    plates = card.turret if part == "turret" and card.turret is not None else card.hull
    return plates.front if facing == "front" else plates.side


@rule("D3.3", "D6.8")
def ordnance_slot(game: Game, vehicle_id: str) -> str:
    """Under which name the ordnance of a vehicle is marked and breaks down: its gun, or the weapon that it carries."""
    carries = card_of(game, vehicle_id).carries
    return "ma" if carries is None else game.content.weapons[carries].type


@rule("D3.1")
def slot_of(game: Game, vehicle_id: str, arm: str) -> str:
    """Under which name a weapon is marked and breaks down: the main armament as such."""
    return "ma" if arm in ("ife", "ft") or card_of(game, vehicle_id).main == arm else arm


KEPT = "+"
"""Ends the name of a weapon that has fired in the phase and may do so again (C2.24)."""


@rule("C2.24", "D3.3", "A3.2")
def marked(vehicle: Vehicle, slots: Sequence[str], way: str, *, kept: bool) -> tuple[str, ...]:
    """The markers of a vehicle after weapons have fired; one that keeps its rate of fire has fired all the same."""
    gone = (*slots, *(f"{TURNED}{slot}" for slot in slots))
    rest = tuple(each for each in vehicle.fired if each not in gone and each.partition(":")[0].rstrip(KEPT) not in gone)
    return (*rest, *(f"{slot}{KEPT if kept else ''}:{way}" for slot in slots))


def kept_rate(vehicle: Vehicle, slot: str) -> bool:
    """Whether a weapon has fired in this Player Turn and kept its rate of fire."""
    return any(each.startswith(f"{slot}{KEPT}:") for each in vehicle.fired)


WORN_OUT = ("ma:intensive",)
"""The marker of Intensive Fire."""


@rule("C5.6")
def is_worn_out(vehicle: Vehicle) -> bool:
    """Whether the crew has made Intensive Fire, and so does nothing else in this Player Turn."""
    return WORN_OUT[0] in vehicle.fired


@rule("C7.22")
def aerial_armor(game: Game, card: VehicleCard) -> int:
    """The armor against what comes from above or below: a step beneath the lowest of the sides, none without a roof."""
    if card.open_topped:
        return 0
    lowest = min(card.hull.side, card.turret.side if card.turret is not None else card.hull.side)
    return game.content.table("to-kill", ToKill).step_down(lowest)


def lowest_hull(card: VehicleCard) -> int:
    return min(card.hull.front, card.hull.side)


@rule("D3.4")
def leadership_of(game: Game, vehicle: Vehicle) -> int:
    """The DRM of the Armor Leader aboard; 0 without one."""
    return game.content.armor_leaders[vehicle.leader].leadership if vehicle.leader else 0


@rule("C5.9", "D3.4")
def leads(game: Game, vehicle_id: str, slot: str) -> bool:
    """Whether the Armor Leader aboard directs a weapon: one of his vehicle in a phase, or its machine guns."""
    vehicle = game.state.vehicles[vehicle_id]
    return bool(vehicle.leader) and vehicle.led in ("", slot)


def shaken(vehicle: Vehicle) -> int:
    """What a crew that has been Stunned adds to all of its rolls (D5.34)."""
    return 1 if vehicle.stun == "shaken" else 0


@derived("vehicles")
def known_vehicles(game: Game, side: str) -> Sequence[str]:
    """The vehicles of the other side on the map that a side knows: a "?" may be anything."""
    return tuple(
        [
            name
            for name, vehicle in game.state.vehicles.items()
            if vehicle.side != side and vehicle.at != NOWHERE and not vehicle.hidden and not vehicle.concealed
        ]
    )


@rule("A.7", "D5.4")
def is_armed(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle on the map can fight: its crew is aboard, and it has a weapon that is not lost for good."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    if vehicle.abandoned or not on_map(vehicle):
        return False
    guns = {"bmg": card.bmg, "cmg": card.cmg, "aamg": card.aamg}
    if any(fp and slot_of(game, vehicle_id, arm) not in vehicle.disabled for arm, fp in guns.items()):
        return True
    has_main = card.gun is not None or card.flamethrower is not None or card.carries is not None
    return has_main and ordnance_slot(game, vehicle_id) not in vehicle.disabled


@rule("A10.5", "A10.51", "A10.62")
def threatening(game: Game, side: str) -> list[str]:
    """The vehicles of the enemy that a side knows and that can fight."""
    return [name for name in known_vehicles(game, side) if is_armed(game, name)]


@rule("A21.13", "D5.42", "D6.8")
def is_qualified(game: Game, vehicle_id: str) -> bool:
    """Whether those who man a vehicle know how to: its own crew, a vehicle crew, or men of the kind that it has."""
    vehicle = game.state.vehicles[vehicle_id]
    if not vehicle.manned_kind:
        return True
    own = vehicle.manned_kind == card_of(game, vehicle_id).crew
    return own or game.content.personnel[vehicle.manned_kind].vehicle_crew


@rule("C5.8", "A21.13", "D5.42")
def strangers(game: Game, vehicle_id: str) -> int:
    """How many of these are so: a vehicle is captured, and those who man it do not know how to (C5.8)."""
    captured = card_of(game, vehicle_id).side != game.state.vehicles[vehicle_id].side
    return captured + (not is_qualified(game, vehicle_id))


@rule("D5.42", "A21.21")
def mp_of(game: Game, vehicle_id: str) -> int:
    """The MP of a vehicle: half of those printed, rounded up, for a tank that is driven by others than a crew."""
    card = card_of(game, vehicle_id)
    if is_qualified(game, vehicle_id) or card.type in ("carrier", "halftrack"):
        return card.mp
    return -(-card.mp // 2)
