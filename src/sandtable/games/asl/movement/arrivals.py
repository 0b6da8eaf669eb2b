"""A4.2, A12.15: how units leave a place and arrive in another, and what they may find there."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.concealment.revealing import reveal_unit, seen_by
from sandtable.games.asl.events.movement import Moved, Stirred, Stopped
from sandtable.games.asl.fire.dice import random_selection
from sandtable.games.asl.locations import GROUND, label_of, parts_of
from sandtable.games.asl.morale.desperation import alarm_broken
from sandtable.games.asl.morale.guards import guard_room, lose_guard, with_prisoners
from sandtable.games.asl.morale.heat_of_battle import take_prisoner
from sandtable.games.asl.movement.bypass import way_of
from sandtable.games.asl.night.cloaking import uncloak_at, uncloak_attacked
from sandtable.games.asl.state import NOWHERE, Unit
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BYPASS
from sandtable.games.asl.terrain.works import find_works, has_wire
from sandtable.games.asl.units import (
    Game,
    change,
    foes_at,
    is_empty,
    is_good_order,
    other,
    unit_size,
    units_at,
)
from sandtable.games.asl.weapons.panzerfausts import issue_panzerfausts
from sandtable.games.asl.weapons.possession import carry
from sandtable.kernel import remembered, rule

POSITIONS = ("foxhole", "trench", "shellholes")
"""Positions in a hex that are named as ways through it: `T10~foxhole`."""


@remembered
def location_of(place: str) -> str:
    """The Location of which a place is a part."""
    parts = parts_of(place)
    return label_of(parts.hex, parts.floor) if parts.way else place


@rule("A2.8", "A4.34", "B26/infantry", "B27/infantry")
def stance_in(game: Game, place: str) -> tuple[str, tuple[int, ...]]:
    """The position of a unit that has come to a place, and the corners that it passes in Bypass.

    Ruling (B26): who comes upon hidden wire in Bypass is above it, and has paid what the Bypass costs.
    """
    if has_wire(game, location_of(place)):
        return ABOVE_WIRE, ()
    way = way_of(place)
    if way is not None:
        return BYPASS, way.corners
    named = parts_of(place).way
    return (named if named in POSITIONS else ""), ()


@rule("B26/infantry", "A12.3")
def show_wire(game: Game, unit_ids: Sequence[str]) -> None:
    """Known men who get off hidden wire show that it is there."""
    if seen_by(game, *unit_ids) is None:
        find_works(game, game.state.units[unit_ids[0]].at)


@rule("A4.2", "A4.4", "A7.7", "A20.5", "B9.32")
def bring(game: Game, unit_ids: Sequence[str], place: str) -> None:
    """Units come to a place, with their weapons and prisoners; what they had claimed elsewhere is over."""
    there, state = location_of(place), game.state
    if parts_of(there).floor == GROUND:
        find_works(game, there)
    stance, corners = stance_in(game, place)
    carry(game, unit_ids, state.units[unit_ids[0]].at, there)
    for name in unit_ids:
        if state.units[name].berserk and state.units[name].at != there:
            lose_guard(game, name)
    for name in unit_ids:
        unit = state.units[name]
        stays = unit.at == there
        change(
            game,
            name,
            at=there,
            stance=stance,
            vertices=corners,
            wall=unit.wall and stays and not stance,
            encircled=unit.encircled and stays,
            labor=0,
            clears=unit.clears if stays else "",
            concealed=unit.concealed or unit.hidden,
            hidden=False,
        )
        if state.to_place.pop(name, None) is not None:
            issue_panzerfausts(game, (name,))
    for name in with_prisoners(game, unit_ids)[len(unit_ids) :]:
        change(game, name, at=there)


@rule("A20.5", "A20.3")
def round_up(game: Game, unit_ids: Sequence[str], location: str) -> None:
    """Unarmed enemies whom armed men in Good Order come upon are their prisoners, as far as these can guard them."""
    units = game.state.units
    captors = [name for name in unit_ids if name in units and is_good_order(game, units[name])]
    if not captors or game.state.no_quarter.get(units[captors[0]].side):
        return
    for name in units_at(game, location):
        unit = units[name]
        if unit.side == units[captors[0]].side or not unit.unarmed or unit.guard:
            continue
        best = max(captors, key=lambda each: guard_room(game, each))
        if guard_room(game, best) >= unit_size(game.content, unit):
            take_prisoner(game, name, best, "A20.5")


def say_moved(game: Game, unit_ids: tuple[str, ...], place: str) -> None:
    """Tell where units have gone; what they entered just before is told in the same breath."""
    last, there, seen = (game.events[-1] if game.events else None), location_of(place), seen_by(game, *unit_ids)
    if type(last) is Moved and last.units == unit_ids and seen is None is last.seen_by:
        game.events[-1] = Moved(rule="A4.2", units=unit_ids, path=(*last.path, there))
        return
    game.say(Moved(rule="A4.2", seen_by=seen, units=unit_ids, path=(there,)))
    if seen is not None:
        game.say(Stirred(rule="A12.1", seen_by=(other(seen[0]),), at=there))


# A12.15


def lurking(game: Game, location: str, side: str) -> list[str]:
    """The concealed and hidden units of the enemy of a side in a Location."""
    units = game.state.units
    return [name for name in units_at(game, location) if units[name].side != side and _is_veiled(units[name])]


def _is_veiled(unit: Unit) -> bool:
    return (unit.concealed or unit.hidden) and not unit.guard


@rule("A12.15", "A12.3", "A10.62")
def come_upon(game: Game, location: str, side: str) -> bool:
    """A side comes upon the concealed and hidden enemies of a Location; whether anybody is there.

    Dummies are taken off the map, and one of the real units is revealed.
    """
    found = lurking(game, location, side)
    if not found:
        return False
    game.reveal()
    for name in found:
        unit = game.state.units[name]
        if is_empty(unit):
            reveal_unit(game, name, "A12.15")
        elif unit.hidden:
            change(game, name, hidden=False, concealed=True)
    real = [name for name in found if name in game.state.units]
    shown = random_selection(game, real, 1, "revealed") if real else ()
    for name in shown:
        reveal_unit(game, name, "A12.15")
    alarm_broken(game, location, shown)
    return bool(real)


@rule("A12.15", "A10.62")
def run_into(game: Game, unit_ids: Sequence[str], location: str) -> bool:
    """Units try to enter a Location with concealed or hidden enemies; whether they are turned back.

    Those who came are known as well. Ruling (A12.15): Dummies that come upon anybody are gone, and reveal nobody.
    """
    side, here = game.state.units[unit_ids[0]].side, game.state.units[unit_ids[0]].at
    found = lurking(game, location, side)
    if not found:
        return False
    game.reveal()
    uncloak_attacked(game, unit_ids)
    movers = [name for name in unit_ids if name in game.state.units]
    if _are_dummies(game, movers) and not _are_dummies(game, found):
        for name in movers:
            reveal_unit(game, name, "A12.15")
        return True
    uncloak_attacked(game, found)
    if not come_upon(game, location, side):
        return False
    alive = tuple(name for name in unit_ids if name in game.state.units)
    for name in alive:
        reveal_unit(game, name, "A12.15")
    if here:
        alarm_broken(game, here, alive)
    game.say(Stopped(rule="A12.15", units=alive, at=location))
    return True


def _are_dummies(game: Game, names: Sequence[str]) -> bool:
    """Whether nobody is beneath any "?" of some units."""
    return all(is_empty(game.state.units[name]) for name in names)


@rule("A11.19", "A12.3", "A12.15")
def meet(game: Game, units: Sequence[str], there: str) -> None:
    """Hidden enemies come onto the map beneath a "?"; where there are only dummies they are taken away."""
    uncloak_at(game, there)
    side = next(iter(game.state.units[name].side for name in units if name in game.state.units), "")
    found = lurking(game, there, side) if side else []
    for name in found:
        if game.state.units[name].hidden:
            game.reveal()
            change(game, name, hidden=False, concealed=True)
    enemies = [game.state.units[name] for name in foes_at(game, there, side)]
    if found and all(is_empty(unit) for unit in enemies):
        for name in found:
            reveal_unit(game, name, "A11.19")


def is_off_map(game: Game, unit_ids: Sequence[str]) -> bool:
    """Whether units have yet to enter the map."""
    return game.state.units[unit_ids[0]].at == NOWHERE
