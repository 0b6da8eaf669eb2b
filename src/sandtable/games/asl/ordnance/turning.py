"""C3.22: a weapon is turned instead of firing."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.asl.concealment.acts import gives_away
from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.events.vehicles import GunTurned, TurretTurned
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.state import TURNED
from sandtable.games.asl.units import Game, change, is_squad
from sandtable.kernel import rule


@rule("C3.22", "A12.141", "C6.5")
def turn(game: Game, firer: str, spine: int) -> None:
    """A weapon is turned instead of firing, and has had its fire in this phase."""
    state = game.state
    marker = {"prep-fire": "prep", "defensive-fire": "final"}.get(state.phase, "final")
    lose_acquisition(game, firer)
    if firer in state.vehicles:
        vehicle = state.vehicles[firer]
        way = {"prep-fire": "prep", "defensive-fire": "final"}.get(state.phase, "advancing")
        fired = (*vehicle.fired, f"ma:{way}", f"{TURNED}ma")
        state.vehicles[firer] = replace(vehicle, turret=spine, fired=fired)
        gives_vehicle_away(game, firer, "labors")
        game.say(TurretTurned(rule="C3.22", seen_by=vehicle_seen_by(game, firer), vehicle=firer, spine=spine))
        return
    weapon = state.weapons[firer]
    state.weapons[firer] = replace(weapon, arc=spine, fire=marker, used=True)
    unit = state.units[weapon.holder]
    change(game, weapon.holder, spent=tuple(dict.fromkeys((*unit.spent, firer))))
    if marker == "prep" or not is_squad(game.content, unit):
        change(game, weapon.holder, fire=marker)
    gives_away(game, weapon.holder, "labors")
    veiled = state.units[weapon.holder].hidden or state.units[weapon.holder].concealed
    game.say(GunTurned(rule="C3.22", seen_by=(unit.side,) if veiled else None, weapon=firer, spine=spine))
