"""D10.5, D6.8: machine guns that are taken out of wrecks and vehicles whose crew has left them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.content import spare_id
from sandtable.games.asl.events.vehicles import Scrounged
from sandtable.games.asl.state import Weapon
from sandtable.games.asl.tables.vehicles import Crews
from sandtable.games.asl.units import Game, change, is_good_order, is_mmc, on_map
from sandtable.games.asl.vehicles.status import alter
from sandtable.kernel import rule

REMOVABLE = ("bmg", "cmg", "aamg")


class Hulk(NamedTuple):
    """A wreck, or a vehicle without a crew."""

    id: str
    kind: str
    gone: tuple[str, ...]
    """The weapons that are not there any more."""
    broken: tuple[str, ...]


@rule("D10.5", "D10.1")
def hulks_at(game: Game, location: str, side: str) -> list[Hulk]:
    """The wrecks of a side's vehicles that do not burn, and its Abandoned vehicles, in a Location."""
    state, cards = game.state, game.content.vehicles
    found = [
        Hulk(name, wreck.kind, wreck.stripped, wreck.broken)
        for name, wreck in state.wrecks.items()
        if wreck.at == location and not wreck.burning and wreck.kind in cards and cards[wreck.kind].side == side
    ]
    return found + [
        Hulk(name, vehicle.kind, vehicle.disabled, vehicle.broken)
        for name, vehicle in state.vehicles.items()
        if vehicle.at == location and vehicle.abandoned and vehicle.side == side
    ]


@rule("D10.5", "D6.8")
def removable(game: Game, hulk: Hulk) -> list[str]:
    """The machine guns that can be taken out: not the main armament of a Carrier C."""
    card = game.content.vehicles[hulk.kind]
    found = []
    for arm in REMOVABLE:
        slot = "ma" if card.main == arm else arm
        has = spare_id(hulk.id, arm) in game.content.all_arms
        fixed = slot == "ma" and card.carries is not None
        if has and slot not in hulk.gone and not fixed:
            found.append(arm)
    return found


@rule("D10.5")
def scroungers(game: Game, side: str) -> list[str]:
    """The options of the units that may try: Good Order MMC beside a hulk of their side with a gun in it."""
    units = game.state.units
    if not game.state.wrecks and not any(vehicle.abandoned for vehicle in game.state.vehicles.values()):
        return []
    return [
        f"unit:{name}"
        for name, unit in units.items()
        if unit.side == side and on_map(unit) and is_mmc(game.content, unit) and not unit.acted
        if is_good_order(game, unit) and any(removable(game, hulk) for hulk in hulks_at(game, unit.at, side))
    ]


@rule("D10.5")
def scrounge(game: Game, unit_id: str) -> None:
    """A unit tries to take the guns of a hulk, one dr for each; it has done its one thing in the phase."""
    unit = game.state.units[unit_id]
    hulk = next(each for each in hulks_at(game, unit.at, unit.side) if removable(game, each))
    change(game, unit_id, acted=True)
    take_guns(game, unit_id, hulk, removable(game, hulk))


@rule("D10.5", "RR11.61")
def take_guns(game: Game, unit_id: str, hulk: Hulk, arms: Sequence[str]) -> None:
    """A dr for each gun decides whether a unit gets it out."""
    most = game.content.table("crews", Crews).scrounge
    for arm in arms:
        if game.roll("d6", "scrounge", "D10.5", bands=(most + 1,)) <= most:
            take(game, unit_id, hulk, arm)


@rule("D10.5", "D6.8")
def take(game: Game, unit_id: str, hulk: Hulk, arm: str) -> None:
    """A unit has a machine gun of a vehicle, as a light one."""
    state, card = game.state, game.content.vehicles[hulk.kind]
    name, slot = spare_id(hulk.id, arm), "ma" if card.main == arm else arm
    placed = game.content.all_arms[name]
    state.weapons[name] = Weapon(kind=placed.kind, side=placed.side, holder=unit_id, broken=slot in hulk.broken)
    if hulk.id in state.vehicles:
        alter(game, hulk.id, disabled=(*state.vehicles[hulk.id].disabled, slot))
    elif hulk.id in state.wrecks:
        wreck = state.wrecks[hulk.id]
        state.wrecks[hulk.id] = replace(wreck, stripped=(*wreck.stripped, slot))
    game.say(Scrounged(rule="D10.5", seen_by=seen_by(game, unit_id), unit=unit_id, weapon=name))
