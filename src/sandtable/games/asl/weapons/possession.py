"""A4.4-A4.44: who has which support weapon, carries it, drops it, hands it over or takes it up."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.movement import Dropped, NotRecovered, Recovered, Transferred
from sandtable.games.asl.fire.dice import at_most
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.state import Unit, Weapon
from sandtable.games.asl.tables.morale import Rolls
from sandtable.games.asl.tables.movement import Portage
from sandtable.games.asl.units import (
    Game,
    gun_crews,
    is_dummy,
    is_good_order,
    is_mmc,
    is_smc,
    left_at,
    on_map,
    weapons_of,
)
from sandtable.kernel import derived, rule

FIXED = ("phone",)
"""Types of support weapons that stay where they were set up (C1/radio)."""


@derived("weapons")
def loads(game: Game) -> dict[str, int]:
    """The portage points that each unit carries which carries anything."""
    found: dict[str, int] = {}
    for weapon in game.state.weapons.values():
        if weapon.holder:
            found[weapon.holder] = found.get(weapon.holder, 0) + portage_points(game, weapon)
    return found


@rule("A4.4", "A9.8", "A23.3")
def portage_points(game: Game, weapon: Weapon) -> int:
    """How heavy a weapon is to carry, as it is now; what cannot be carried, or was placed, weighs nothing."""
    if weapon.placed or not is_portable(game, weapon):
        return 0
    card = game.content.weapons[weapon.kind]
    return card.dismantled.pp if weapon.dismantled and card.dismantled is not None else card.pp


@rule("A4.4", "C1/radio")
def is_portable(game: Game, weapon: Weapon) -> bool:
    """Whether men can carry a weapon: not Guns and field phones."""
    card = game.content.weapons.get(weapon.kind)
    return card is not None and card.type not in FIXED


@rule("A4.42", "A17.1", "A4.51")
def capacity(game: Game, unit_id: str) -> int:
    """The inherent portage capacity of a unit."""
    unit, figures = game.state.units[unit_id], game.content.table("portage", Portage)
    if is_smc(game.content, unit):
        return figures.wounded if unit.wounded else figures.smc
    return figures.mmc + (figures.cx if unit.cx else 0)


@rule("A4.42")
def overloads(game: Game, unit_ids: Iterable[str]) -> dict[str, int]:
    """By how many portage points units that move together carry more than they can.

    Single men who carry nothing lend their capacity to the most burdened of the others.
    """
    carried = loads(game)
    found, lent = {}, 0
    for name in unit_ids:
        load = carried.get(name, 0)
        if load:
            found[name] = max(0, load - capacity(game, name))
        elif is_smc(game.content, game.state.units[name]):
            lent += capacity(game, name)
        if name not in found:
            found[name] = 0
    while lent:
        burdened = max(
            (name for name in found if is_mmc(game.content, game.state.units[name])), key=found.__getitem__, default=""
        )
        if not burdened or not found[burdened]:
            break
        found[burdened] -= 1
        lent -= 1
    return found


@rule("C10.1")
def is_towed(game: Game, weapon_id: str) -> bool:
    """Whether a Gun hangs on a vehicle."""
    return any(vehicle.towing == weapon_id for vehicle in game.state.vehicles.values())


@rule("C10.1", "C11.6")
def is_guarded(game: Game, weapon_id: str, side: str) -> bool:
    """Whether a Gun hangs on a manned vehicle of the enemy of a side, who does not get at it."""
    return any(
        vehicle.towing == weapon_id and vehicle.side != side and not vehicle.abandoned
        for vehicle in game.state.vehicles.values()
    )


@rule("A4.4", "A4.41")
def carry(game: Game, unit_ids: Iterable[str], here: str, there: str) -> None:
    """Units take their weapons along to another hex, which have acquired nothing any more; Guns and field phones stay
    behind."""
    if hex_of(here) == hex_of(there):
        return
    weapons, movers = game.state.weapons, set(unit_ids)
    if movers.isdisjoint(loads(game)) and not any(weapon.holder in movers for weapon in weapons.values()):
        return
    for name, weapon in list(weapons.items()):
        if weapon.holder in movers and is_portable(game, weapon):
            weapons[name] = replace(weapon, moved=True, acquired="", acquisition=0)
    leave_behind(game, movers, here, there)


@rule("A4.4", "C10.5", "C1/radio")
def leave_behind(game: Game, unit_ids: Iterable[str], here: str, there: str) -> None:
    """Guns and field phones stay where they are when those who serve them go to another hex, in whatever way."""
    if hex_of(here) == hex_of(there):
        return
    weapons, movers = game.state.weapons, set(unit_ids)
    for name, weapon in list(weapons.items()):
        if weapon.holder in movers and not is_portable(game, weapon):
            weapons[name] = replace(weapon, holder="", at=left_at(game, name, here))


@rule("A4.43")
def drop(game: Game, weapon_id: str) -> None:
    """A unit drops a weapon, which lies in its Location."""
    weapon = game.state.weapons[weapon_id]
    at = game.state.units[weapon.holder].at
    game.state.weapons[weapon_id] = replace(weapon, holder="", at=left_at(game, weapon_id, at))
    game.say(Dropped(rule="A4.43", seen_by=seen_by(game, weapon.holder), unit=weapon.holder, weapon=weapon_id))


# A4.431


@rule("A4.431")
def may_hand_over(game: Game, unit_id: str) -> bool:
    """Whether a unit can give or be given a weapon."""
    unit = game.state.units[unit_id]
    return is_good_order(game, unit) and not unit.pinned and not is_dummy(unit)


@rule("A4.431")
def receivers(game: Game, weapon_id: str) -> list[str]:
    """Who could be given a weapon: Good Order unpinned units of its possessor's side in his Location."""
    units, holder = game.state.units, game.state.weapons[weapon_id].holder
    if not holder or not on_map(units[holder]) or not may_hand_over(game, holder):
        return []
    giver = units[holder]
    heavy = game.state.weapons[weapon_id].kind in game.content.guns
    return [
        name
        for name, unit in units.items()
        if name != holder and unit.at == giver.at and unit.aboard == giver.aboard and unit.side == giver.side
        if may_hand_over(game, name)
        if not heavy or (is_mmc(game.content, unit) and name not in gun_crews(game))
        if may_hold(game, weapon_id, unit)
    ]


@rule("C1/radio")
def may_hold(game: Game, weapon_id: str, unit: Unit) -> bool:
    """Whether a unit may possess a weapon: a field phone is passed to leaders and half-squads only."""
    card = game.content.weapons.get(game.state.weapons[weapon_id].kind)
    if card is None or card.type not in FIXED:
        return True
    return game.content.personnel[unit.kind].type in ("leader", "half-squad")


@rule("A4.431")
def hand_over(game: Game, weapon_id: str, to: str) -> None:
    """A weapon changes hands, with its fire marker."""
    weapon = game.state.weapons[weapon_id]
    game.state.weapons[weapon_id] = replace(weapon, holder=to)
    game.say(
        Transferred(
            rule="A4.431", seen_by=seen_by(game, weapon.holder, to), unit=weapon.holder, weapon=weapon_id, to=to
        )
    )


# A4.44


@rule("A4.44", "A23.3")
def lying(game: Game, location: str) -> list[str]:
    """The weapons in a Location that nobody possesses, be it a Gun on a vehicle; not charges that were placed."""
    weapons = game.state.weapons.items()
    return [name for name, weapon in weapons if not weapon.holder and weapon.at == location and not weapon.placed]


@rule("A4.44", "C2.1", "C10.1")
def may_recover(game: Game, unit_id: str, weapon_id: str) -> bool:
    """Whether a unit could try to take up a weapon in its Location; a Gun only a MMC."""
    unit, weapon = game.state.units[unit_id], game.state.weapons[weapon_id]
    if weapon.holder or weapon.at != unit.at or not is_good_order(game, unit) or is_dummy(unit):
        return False
    if weapon.kind in game.content.weapons:
        return may_hold(game, weapon_id, unit)
    able = is_mmc(game.content, unit) and unit_id not in gun_crews(game)
    return able and not is_guarded(game, weapon_id, unit.side)


@rule("A4.44", "A4.51", "E1.16")
def recover(game: Game, unit_id: str, weapon_id: str) -> bool:
    """A unit tries to take possession of a weapon; whether it has it now."""
    unit, figures = game.state.units[unit_id], game.content.table("rolls", Rolls).recovery
    number = figures.number - (figures.cx if unit.cx else 0) - (figures.night if game.state.nvr else 0)
    seen = seen_by(game, unit_id)
    lines = at_most(number, "A4.44")
    if game.roll("d6", "recovery", "A4.44", bands=(number + 1,), seen_by=seen, lines=lines) > number:
        game.say(NotRecovered(rule="A4.44", seen_by=seen, unit=unit_id, weapon=weapon_id))
        return False
    weapon = game.state.weapons[weapon_id]
    game.state.weapons[weapon_id] = replace(weapon, holder=unit_id, at="")
    game.say(Recovered(rule="A4.44", seen_by=seen, unit=unit_id, weapon=weapon_id))
    return True


def possessed(game: Game, unit_ids: Iterable[str]) -> list[str]:
    """The weapons that several units possess."""
    carried = loads(game)
    return [name for unit_id in unit_ids if unit_id in carried for name in weapons_of(game, unit_id)]
