"""A9.7, A.11, A9.3: weapons that break down, and numbers that a use lowers."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.fire import Destroyed, Malfunctioned
from sandtable.games.asl.fire.pieces import Mode
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.tables.weapons import Weapons
from sandtable.games.asl.units import Game, is_inexperienced
from sandtable.kernel import rule

SUSTAINED: tuple[Mode, ...] = ("subsequent", "protective", "final-marked")
"""The ways of firing in which a machine gun fires Sustained Fire (A9.3)."""


class Breakdown(NamedTuple):
    """The Original DR from which a weapon malfunctions, and from which it is lost; 13 for never."""

    malfunctions: int
    lost: int


NEVER = 13


@rule("A9.7", "A.11", "A9.3", "A19.131", "A19.3", "A21.11")
def breakdown_of(game: Game, weapon_id: str, mode: Mode) -> Breakdown:
    """When a weapon breaks down in a way of firing: a lowered number makes the unlowered one an X number."""
    state, content = game.state, game.content
    weapon = state.weapons[weapon_id]
    card = content.weapons[weapon.kind]
    figures = content.table("weapons", Weapons)
    holder = state.units[weapon.holder]
    lower = figures.lowered
    less = lower["sustained"] if mode in SUSTAINED else 0
    less += lower["ammunition-shortage"] if holder.shortage else 0
    less += lower["low-ammo"] if weapon.low else 0
    less += lower["inexperienced"] if is_inexperienced(game, holder) else 0
    less += lower["captured"] if weapon.side != holder.side else 0
    if card.removed is not None:
        return Breakdown(NEVER, card.removed - less)
    number = card.breakdown or figures.breakdown
    return Breakdown(number - less, number if less else NEVER)


@rule("A9.7", "A9.74")
def can_malfunction(game: Game, weapon: Weapon) -> bool:
    """Whether a weapon can malfunction: those that are lost at their number at once cannot, nor be repaired."""
    light = game.content.weapons.get(weapon.kind)
    return light is None or light.repair is not None


@rule("A9.7")
def malfunction(game: Game, weapon_id: str, rule_id: str = "A9.7") -> None:
    """A weapon is turned to its malfunctioned side; one that cannot be repaired is lost."""
    state = game.state
    weapon = state.weapons[weapon_id]
    if not can_malfunction(game, weapon):
        destroy(game, weapon_id, rule_id)
        return
    state.weapons[weapon_id] = replace(weapon, broken=True)
    seen = seen_by(game, weapon.holder) if weapon.holder else None
    game.say(Malfunctioned(rule=rule_id, seen_by=seen, weapon=weapon_id))


@rule("A.11", "A9.72", "A9.73", "A12.16")
def destroy(game: Game, weapon_id: str, rule_id: str) -> None:
    """A weapon is taken out of the game, and off the vehicle that tows it; that men beneath a "?" have lost one is told
    to nobody else."""
    state = game.state
    seen = seen_by(game, state.weapons[weapon_id].holder) if state.weapons[weapon_id].holder else None
    if seen is not None:
        state.lost_unseen[weapon_id] = seen[0]
    state.lost[weapon_id] = state.weapons.pop(weapon_id).kind
    state.lanes.pop(weapon_id, None)
    for name, vehicle in list(state.vehicles.items()):
        if vehicle.towing == weapon_id:
            state.vehicles[name] = replace(vehicle, towing="")
    game.say(Destroyed(rule=rule_id, seen_by=seen, weapon=weapon_id))
