"""B26, B27: foxholes, trenches and wire, and who fits into them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.games.asl.events.terrain import WorksFound
from sandtable.games.asl.locations import GROUND, parts_of, weight_of
from sandtable.games.asl.state import Works
from sandtable.games.asl.tables.terrain import Positions
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BENEATH_WIRE
from sandtable.games.asl.units import Game, change, units_at
from sandtable.kernel import derived, rule

NONE = Works()


def works_at(game: Game, hex_: str, side: str) -> Works:
    """The field works of a hex that a side knows of."""
    found = game.state.works.get(hex_)
    return found if found is not None and (found.known or found.side == side) else NONE


@rule("B27.1", "B27.5", "C2.7")
def serve_large_gun(game: Game, unit_ids: Iterable[str]) -> bool:
    """Whether one of some units mans a Gun that is too large for a foxhole or trench."""
    names, guns = set(unit_ids), game.content.guns
    return any(
        weapon.holder in names and weapon.kind in guns and guns[weapon.kind].size <= 0
        for weapon in game.state.weapons.values()
        if weapon.holder
    )


@rule("B27/infantry", "A5.1", "B27.1")
def room_in_foxholes(game: Game, hex_: str, unit_ids: Iterable[str]) -> bool:
    """Whether units fit into the foxholes of a hex beside those of their side who are in them; single men are free.

    Who mans a Gun takes up as much as a squad, and with a large one finds no room at all. Ruling (B27): enemies take up
    none, so that nothing is told of who is beneath a "?".
    """
    unit_ids = list(unit_ids)
    if serve_large_gun(game, unit_ids):
        return False
    works = game.state.works.get(hex_, NONE)
    units = game.state.units
    sides = {units[name].side for name in unit_ids}
    inside = [name for name in units_at(game, hex_) if units[name].stance == "foxhole" and units[name].side in sides]
    coming = [name for name in unit_ids if name not in inside]
    capacity = works.foxholes * game.content.table("positions", Positions).foxhole_capacity
    return works.foxholes > 0 and weight_of(game, [*inside, *coming]).halves <= capacity


@rule("B27/infantry")
def shelter(game: Game, location: str, unit_ids: Iterable[str]) -> str:
    """The entrenchment of a Location that units could enter: foxhole, trench or none."""
    parts = parts_of(location)
    works = game.state.works.get(parts.hex)
    if works is None or parts.floor != GROUND:
        return ""
    unit_ids = list(unit_ids)
    if works.trench:
        return "" if serve_large_gun(game, unit_ids) else "trench"
    return "foxhole" if room_in_foxholes(game, parts.hex, unit_ids) else ""


@rule("B26/infantry")
def has_wire(game: Game, location: str) -> bool:
    """Whether wire covers a Location."""
    works = game.state.works.get(location)
    return works is not None and works.wire


@derived("works")
def wired_locations(game: Game, side: str) -> frozenset[str]:
    """The Locations that wire covers, as far as a side knows."""
    works = game.state.works.items()
    return frozenset([location for location, each in works if each.wire and (each.known or each.side == side)])


@rule("B26/infantry", "A12.3")
def find_works(game: Game, hex_: str) -> None:
    """Hidden field works are found by whoever enters their hex."""
    works = game.state.works.get(hex_)
    if works is not None and not works.known:
        game.state.works[hex_] = replace(works, known=True)
        game.reveal()
        game.say(WorksFound(rule="B26/infantry", at=hex_))


@rule("B26/infantry", "B26", "B24.7")
def remove_wire(game: Game, hex_: str) -> None:
    """The wire of a hex is gone: nobody is above or beneath it any more."""
    game.state.works[hex_] = replace(game.state.works[hex_], wire=False)
    for name in units_at(game, hex_):
        if game.state.units[name].stance in (ABOVE_WIRE, BENEATH_WIRE):
            change(game, name, stance="")


@rule("B27.11")
def add_foxhole(game: Game, hex_: str, side: str) -> None:
    """A foxhole for a squad is added to a hex."""
    works = game.state.works.get(hex_, Works(side=side))
    game.state.works[hex_] = replace(works, foxholes=works.foxholes + 1)
