"""A7.3: what a result of the Infantry Fire Table does to the units that are its targets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sandtable.games.asl.concealment.revealing import reveal_unit, seen_by
from sandtable.games.asl.fire.dice import random_selection
from sandtable.games.asl.fire.malfunction import can_malfunction, destroy, malfunction
from sandtable.games.asl.morale.casualties import (
    Aftermath,
    break_unit,
    can_be_pinned,
    eliminate,
    is_casualty_instead,
    pin,
    reduce_casualties,
)
from sandtable.games.asl.morale.checks import in_order, morale_check, task_check
from sandtable.games.asl.morale.desperation import make_desperate
from sandtable.games.asl.night.cloaking import uncloak_attacked
from sandtable.games.asl.tables.fire import Ift, Result
from sandtable.games.asl.tables.morale import Rolls
from sandtable.games.asl.units import Game
from sandtable.kernel import Line, rule


def written(result: Result) -> str:
    """A result as it is printed."""
    if result.kind == "none":
        return "-"
    if result.kind == "ptc":
        return "PTC"
    if result.kind == "mc":
        return f"{result.number or 'N'}MC"
    return f"K/{result.number}" if result.kind == "k" else f"{result.number}KIA"


@rule("A7.3", "A12.14")
def apply_result(game: Game, units: Sequence[str], result: Result, aftermath: Aftermath) -> None:
    """A result strikes units of one Location."""
    apply_results(game, [(units, result)], aftermath)


@rule("A7.3", "A7.303")
def apply_results(game: Game, struck: Iterable[tuple[Sequence[str], Result]], aftermath: Aftermath) -> None:
    """A DR strikes units for which it is read apart: what it takes at once, then the checks of all, leaders first."""
    due: dict[str, int | None] = {}
    rolled_for: set[str] = set()
    for units, result in struck:
        due |= _suffer(game, units, result, aftermath, rolled_for)
    check_in_turn(game, due, aftermath)


@rule("A7.3", "A12.14")
def _suffer(
    game: Game, units: Sequence[str], result: Result, aftermath: Aftermath, rolled_for: set[str]
) -> dict[str, int | None]:
    """What a result does at once; who must check for it, and with which number: None for a Pin Task Check.

    A PTC or worse makes those known that are concealed or hidden. `rolled_for` are the Locations and vehicles for whose
    weapons dice have fallen already.
    """
    uncloak_attacked(game, units)
    if result.kind == "none":
        return {}
    for name in units:
        if name in game.state.units:
            reveal_unit(game, name, "A12.14")
    here = [name for name in units if name in game.state.units]
    if not here:
        return {}
    if result.kind == "kia":
        suffer_kia(game, here, result.number, aftermath, rolled_for)
        return {}
    if result.kind == "k":
        here = suffer_k(game, here, aftermath)
    return dict.fromkeys(here, None if result.kind == "ptc" else result.number)


@rule("A24.31", "A12.14")
def suffer_phosphorus(game: Game, units: Sequence[str], aftermath: Aftermath) -> None:
    """WP comes down on units: all check their morale, and are known by that; of Dummies nothing is left."""
    uncloak_attacked(game, units)
    for name in units:
        if name in game.state.units:
            reveal_unit(game, name, "A12.14")
    check_in_turn(game, dict.fromkeys((name for name in units if name in game.state.units), 0), aftermath)


@rule("A7.301", "A9.74", "A10.62")
def suffer_kia(game: Game, units: Sequence[str], number: int, aftermath: Aftermath, rolled_for: set[str]) -> None:
    """Some units die by Random Selection; every other breaks, or suffers Casualty Reduction."""
    struck = game.state.units[units[0]]
    place = struck.aboard or struck.at
    weapons = [] if place in rolled_for else weapons_in(game, place)
    rolled_for.add(place)
    picked = random_selection(game, units, number, "kia")
    for name in picked:
        eliminate(game, name, "A7.301", aftermath)
    for name in units:
        unit = game.state.units.get(name)
        if unit is None:
            continue
        if unit.broken or is_casualty_instead(game, unit):
            reduce_casualties(game, name, "A7.301", aftermath)
        else:
            break_unit(game, name, "A7.301", aftermath)
    destroy_weapons(game, weapons)


@rule("A9.74", "D6.1")
def weapons_in(game: Game, place: str) -> list[str]:
    """The weapons in a Location, or aboard a vehicle; not charges that were placed."""
    units = game.state.units
    found = []
    for name, weapon in sorted(game.state.weapons.items()):
        bearer = units.get(weapon.holder)
        where = weapon.at if bearer is None else bearer.aboard or bearer.at
        if where == place and not weapon.placed:
            found.append(name)
    return found


@rule("A9.74", "A12.1", "A12.16")
def destroy_weapons(game: Game, weapon_ids: Iterable[str]) -> None:
    """A KIA may destroy the weapons in the Location, or aboard with those whom it strikes: a dr for each, unseen by
    others where men beneath a "?" have it."""
    figures = game.content.table("rolls", Rolls).destruction
    for name in weapon_ids:
        weapon = game.state.weapons[name]
        breaks = figures.malfunctions if can_malfunction(game, weapon) else None
        lines: tuple[Line, ...] = (Line("dice.destroys", str(figures.eliminated), "A9.74"),)
        if breaks is not None:
            lines = (*lines, Line("dice.breaks", str(breaks), "A9.74"))
        bands = _destruction(figures.eliminated, breaks)
        seen = seen_by(game, weapon.holder) if weapon.holder else None
        face = game.roll("d6", "weapon-destruction", "A9.74", bands=bands, lines=lines, seen_by=seen)
        if face == figures.eliminated:
            destroy(game, name, "A9.74")
        elif face == breaks and not weapon.broken:
            malfunction(game, name, "A9.74")


def _destruction(eliminated: int, malfunctions: int | None) -> list[str]:
    names = {eliminated: "eliminated", malfunctions: "malfunctions"}
    return [names.get(face, "none") for face in range(1, 7)]


@rule("A7.302")
def suffer_k(game: Game, units: Sequence[str], aftermath: Aftermath) -> list[str]:
    """One unit by Random Selection suffers Casualty Reduction; all that are left check their morale after it."""
    left = list(units)
    for name in random_selection(game, units, 1, "casualty"):
        instead = reduce_casualties(game, name, "A7.302", aftermath)
        left = [each for each in left if each != name]
        if instead is not None:
            left.append(instead)
    return left


@rule("A7.303")
def check_in_turn(game: Game, due: Mapping[str, int | None], aftermath: Aftermath) -> None:
    """Units check their morale with their numbers, or whether they are pinned, leaders first, be it for another result
    than the others: who has not checked yet lends nothing."""
    waiting = in_order(game, due)
    while waiting:
        name, *waiting = waiting
        number = due[name]
        if name not in game.state.units:
            continue
        if number is None:
            suffer_pin_check(game, name, aftermath)
        else:
            morale_check(game, name, number, aftermath, exclude=waiting)


@rule("A7.305")
def suffer_pin_check(game: Game, unit_id: str, aftermath: Aftermath) -> None:
    """An unbroken target takes a Pin Task Check."""
    if not can_be_pinned(game, game.state.units[unit_id]):
        return
    if not task_check(game, unit_id, 0, aftermath, "pin-check", "A7.305"):
        pin(game, unit_id, "A7.305")


@rule("A10.62")
def could_check(ift: Ift, column: int, drm: int) -> bool:
    """Whether an attack could cause a Morale Check at least with the best possible DR.

    Ruling (A10.62): what it comes to by its own DR does not matter, be it that those who fire cower.
    """
    return ift.result(column, 2 + drm).kind in ("mc", "k", "kia")


@rule("A10.62")
def desperate_under_fire(game: Game, units: Sequence[str]) -> None:
    """Broken units that were attacked in earnest are under Desperation Morale."""
    for name in units:
        if name in game.state.units:
            make_desperate(game, name, "A10.62")
