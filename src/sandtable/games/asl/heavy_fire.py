"""C, D3: Guns, support weapons that are ordnance, Panzerfausts and vehicles among those who may fire."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.fire.marking import is_too_late_for_smoke
from sandtable.games.asl.index_of_fire import Shooters
from sandtable.games.asl.ordnance.able import able_weapons, able_with_panzerfaust
from sandtable.games.asl.ordnance.acquisition import check_acquisitions
from sandtable.games.asl.ordnance.at_movers import may_still_fire
from sandtable.games.asl.ordnance.gunnery import Gunnery
from sandtable.games.asl.ordnance.refusing import refuse_panzerfaust, refuse_weapon
from sandtable.games.asl.sight import seen_now
from sandtable.games.asl.state import MARKED_BY_FIRE, NOWHERE, THE_FIELD, Vehicle
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import motion
from sandtable.games.asl.vehicles.devices import thin_device_smoke
from sandtable.games.asl.vehicles.status import WORN_OUT, can_act, is_stopped, is_worn_out
from sandtable.games.asl.vehicles.vehicle_fire import FIRE_PHASES, VehicleFire, can_shoot, hatch_options
from sandtable.kernel import Choice, Option, Refusal, derived, index, rule

KINDS = ("weapon", "pf", "vehicle", "motion")
"""The kinds of the options by which these are picked."""


@derived(*THE_FIELD)
@rule("C2.241", "C13.31", "D3.1", "D2.401")
def options(game: Game, side: str) -> tuple[Option, ...]:
    """The Guns, mortars, light anti-tank weapons, Panzerfausts and vehicles of a side that can fire now."""
    found = [Option(f"weapon:{name}", rule="C3.1") for name in able_weapons(game, side)]
    found += [Option(f"pf:{name}", rule="C13.31") for name in able_with_panzerfaust(game, side)]
    for name, vehicle in game.state.vehicles.items():
        if vehicle.side != side or vehicle.at == NOWHERE:
            continue
        if (game.state.phase in FIRE_PHASES and hatch_options(game, name)) or _shoots(game, name, vehicle):
            found.append(Option(f"vehicle:{name}", rule="D3.1"))
    return (*found, *motion.attempts(game, side))


def _nobody_asked(_: Game, side: str) -> Shooters:
    return Shooters(side)


_shooters = index(_nobody_asked, "units", "vehicles", *[name for name in THE_FIELD if name not in MARKED_BY_FIRE])


def _shoots(game: Game, vehicle_id: str, vehicle: Vehicle) -> bool:
    """Whether a vehicle can fire at something now; of those that carry a support weapon it is asked each time, and of
    all in the Prep Fire Phase once it is too late for SMOKE."""
    anew = game.state.moving is not None or is_too_late_for_smoke(game)
    if anew or game.content.vehicles[vehicle.kind].carries is not None:
        return can_shoot(game, vehicle_id)
    known = _shooters(game, vehicle.side).while_seen(seen_now(game))
    found = known.get(vehicle_id)
    if found is None:
        found = known[vehicle_id] = can_shoot(game, vehicle_id)
    return found


def start(game: Game, choice: Choice) -> None:
    """One of these is picked: ask what it fires at."""
    if choice.kind == "vehicle":
        game.push(VehicleFire(vehicle=choice.name))
    elif choice.kind == "motion":
        motion.attempt(game, choice.name)
    else:
        game.push(Gunnery(firer=choice.name))


def refuse(game: Game, choice: Choice, side: str) -> Refusal | None:
    """Why one of these cannot fire now."""
    state = game.state
    if choice.kind == "motion":
        return motion.refuse(game, choice.name, side)
    if choice.kind == "vehicle" and choice.name in state.vehicles:
        vehicle, args = state.vehicles[choice.name], {"vehicle": choice.name}
        if vehicle.side != side:
            return Refusal("refused.other-vehicle", "A3/turn", args)
        if vehicle.at == NOWHERE:
            return Refusal("refused.vehicle-off-map", "A2.5", args)
        if not can_act(vehicle):
            return Refusal("refused.vehicle-state", "D5.34", args)
        if is_worn_out(vehicle):
            return Refusal("refused.worn-out", "C5.6", args)
        if vehicle.seen_to:
            return Refusal("refused.hatches-seen-to", "D5.1", args)
        if state.phase == "prep-fire" and not is_stopped(vehicle):
            return Refusal("refused.prep-in-motion", "D2.4", args)
        if not may_still_fire(game, choice.name) and not may_still_fire(game, f"{choice.name}:mg"):
            return Refusal("refused.weapon-shots", "A8.1", {"firer": choice.name})
        return Refusal("refused.vehicle-no-target", "D3.1", args)
    if choice.kind == "weapon" and choice.name in state.weapons:
        return refuse_weapon(game, choice.name, side)
    if choice.kind == "pf" and choice.name in state.units:
        return refuse_panzerfaust(game, choice.name, side)
    return None


@rule("A3.4", "A3.5", "D3.3", "C5.6")
def clear_markers(game: Game, side: str) -> None:
    """At the end of its last fire phase the markers of a side's Guns and vehicles go; that of Intensive Fire stays for
    the Player Turn, in which the crew does nothing else."""
    state = game.state
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.side == side and vehicle.fired:
            state.vehicles[name] = replace(vehicle, fired=WORN_OUT if is_worn_out(vehicle) else ())
    for name, weapon in list(state.weapons.items()):
        holder = state.units.get(weapon.holder)
        owner = weapon.side if holder is None else holder.side
        marked = bool(weapon.fire) or weapon.used or weapon.turned
        if weapon.kind in game.content.guns and owner == side and marked:
            state.weapons[name] = replace(weapon, fire="", used=False, turned=False)


@rule("C6.5", "C5.9")
def begin_phase(game: Game) -> None:
    """A phase begins: what is out of sight is acquired no more, and Armor Leaders may direct another weapon."""
    check_acquisitions(game)
    for name, vehicle in list(game.state.vehicles.items()):
        if vehicle.led or vehicle.swung or vehicle.seen_to:
            game.state.vehicles[name] = replace(vehicle, led="", swung=0, steady=(), seen_to=False)


def begin_player_turn(game: Game) -> None:
    """A Player Turn begins: what vehicles have done in the last one is over."""
    state = game.state
    thin_device_smoke(game)
    for name, vehicle in list(state.vehicles.items()):
        state.vehicles[name] = replace(
            vehicle, hatched=False, smoked=False, tried=False, moved=False, entered=0, bounding=False, spent=0, fired=()
        )
