"""C2, C5.6, C9, C13, D3: in which way Guns, light weapons and vehicles may fire their ordnance now."""

from __future__ import annotations

from sandtable.games.asl.counters import LIGHT_ANTITANK, MACHINE_GUNS
from sandtable.games.asl.fire.pieces import (
    is_barred_by_moving,
    is_ready,
    may_fire,
    weapon_way,
)
from sandtable.games.asl.locations import floor_of
from sandtable.games.asl.ordnance.panzerfausts import panzerfaust_way
from sandtable.games.asl.ordnance.places import is_built_up
from sandtable.games.asl.ordnance.rockets import may_launch
from sandtable.games.asl.ordnance.shots import (
    Way,
    fires_limbered,
)
from sandtable.games.asl.units import Game, is_smc, is_squad
from sandtable.games.asl.vehicles.status import can_act, has_moved, is_stopped, kept_rate, ordnance_slot
from sandtable.games.asl.weapons.possession import is_towed
from sandtable.kernel import rule


@rule("C2.1", "C2.8", "C10.1", "C10.2")
def is_served(game: Game, weapon_id: str) -> bool:
    """Whether a Gun is in order and manned by those who can fire it: no single man, nor a crew or half-squad that has
    used its own firepower; and it is neither towed nor limbered, but for one that fires so."""
    state, content = game.state, game.content
    weapon = state.weapons[weapon_id]
    unit = state.units.get(weapon.holder)
    if unit is None or weapon.broken or not may_fire(game, weapon.holder) or unit.ti:
        return False
    if (weapon.limbered and not fires_limbered(game, weapon_id)) or is_smc(content, unit) or is_towed(game, weapon_id):
        return False
    return weapon.used or is_squad(content, unit) or (unit.fire in ("", "opportunity") and not unit.spent)


@rule("C2.1", "C2.241", "C2.5", "C5.6", "A7.25")
def gun_way(game: Game, weapon_id: str) -> Way | None:
    """In which way a Gun may fire now; None if it may not."""
    if not is_served(game, weapon_id):
        return None
    weapon = game.state.weapons[weapon_id]
    unit = game.state.units[weapon.holder]
    return _way(game, unit.side, weapon.fire, used=weapon.used, pinned=unit.pinned, held=unit.fire == "opportunity")


def _way(game: Game, side: str, marker: str, *, used: bool, pinned: bool, held: bool) -> Way | None:
    """In which way a Gun or main armament with a marker may fire in the phase under way."""
    phase, attacks = game.state.phase, side == game.state.active
    if phase == "prep-fire" and attacks:
        if marker == "":
            return None if held else "prep"
        return "intensive" if marker == "prep" and not pinned else None
    if phase == "movement" and not attacks:
        if marker == "":
            return "first"
        return "intensive" if marker == "first" and not pinned else None
    if phase == "defensive-fire" and not attacks:
        if marker == "":
            return "final"
        return "intensive" if marker == "first" and not pinned else None
    if phase == "advancing-fire" and attacks and marker == "":
        if held and not pinned:
            return "opportunity"
        return None if used else "advancing"
    return None


@rule("C9.1", "C13.1", "C13/infantry-use", "C9/infantry-use", "A4.41", "D3.54")
def light_way(game: Game, weapon_id: str) -> Way | None:
    """In which way a light mortar or anti-tank weapon may fire now, or a machine gun at a vehicle."""
    state = game.state
    weapon = state.weapons[weapon_id]
    card = game.content.weapons[weapon.kind]
    if not weapon.holder or weapon.broken or (weapon.dismantled and card.type not in MACHINE_GUNS):
        return None
    mode = weapon_way(game, weapon.holder, weapon_id, weapon.fire)
    if mode is None or mode in ("subsequent", "protective", "final-marked"):
        return None
    at = state.units[weapon.holder].at
    if card.type == "mortar":
        if is_built_up(game, at) or floor_of(at) != 0 or (mode == "advancing" and weapon.moved):
            return None
    elif card.type in MACHINE_GUNS:
        if not is_ready(game, weapon) or (mode == "advancing" and is_barred_by_moving(game, weapon)):
            return None
    elif card.type not in LIGHT_ANTITANK:
        return None
    return mode  # type: ignore[return-value]


@rule("D3.1", "D3.3", "C5.6", "C2.241", "C7.4", "D2.4", "D5.34", "37.1/a", "37.1/b")
def main_way(game: Game, vehicle_id: str) -> Way | None:
    """In which way a vehicle may fire its main armament now, if that is a gun; or else the weapon that it carries.

    Ruling (D2.4): one in Motion does not fire in the Prep Fire Phase, since it must move or stop in its next.
    """
    vehicle = game.state.vehicles[vehicle_id]
    card = game.content.vehicles[vehicle.kind]
    if card.carries is not None:
        return carried_way(game, vehicle_id)
    if card.gun is None or not can_act(vehicle) or "ma" in (*vehicle.broken, *vehicle.disabled):
        return None
    if card.gun.rocket and not may_launch(game, vehicle):
        return None
    marker = next((each.partition(":")[2] for each in vehicle.fired if each.startswith("ma:")), "")
    phase, attacks = game.state.phase, vehicle.side == game.state.active
    if phase == "movement" and attacks:
        return "bounding-first" if marker == "" and not card.gun.rocket else None
    if phase == "prep-fire" and not is_stopped(vehicle):
        return None
    if phase == "advancing-fire" and attacks:
        if marker or kept_rate(vehicle, "ma"):
            return None
        return "bounding" if has_moved(vehicle) or not is_stopped(vehicle) else "advancing"
    way = _way(game, vehicle.side, marker, used=False, pinned=vehicle.stun == "shaken", held=False)
    if way == "intensive" and (not is_stopped(vehicle) or card.gun.rocket):
        return None
    return way


@rule("C13.5", "D6.8", "C13.1", "C7.4", "D5.34")
def carried_way(game: Game, vehicle_id: str) -> Way | None:
    """In which way a support weapon may be fired from inside a vehicle: once in a Player Turn, and while it stands.

    It is fired by the rules of a support weapon, thus not in the Movement Phase of its own side.
    """
    vehicle, slot = game.state.vehicles[vehicle_id], ordnance_slot(game, vehicle_id)
    if not can_act(vehicle) or not is_stopped(vehicle) or slot in (*vehicle.broken, *vehicle.disabled):
        return None
    marker = next((each.partition(":")[2] for each in vehicle.fired if each.startswith(f"{slot}:")), "")
    way = _way(game, vehicle.side, marker, used=False, pinned=False, held=False)
    return None if way == "intensive" else way


def way_of(game: Game, firer: str) -> Way | None:
    """In which way something may fire now."""
    state = game.state
    if firer in state.vehicles:
        return main_way(game, firer)
    if firer in state.units:
        return panzerfaust_way(game, firer)
    if firer not in state.weapons:
        return None
    kind = state.weapons[firer].kind
    return gun_way(game, firer) if kind in game.content.guns else light_way(game, firer)
