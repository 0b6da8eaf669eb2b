"""A26: who controls hexes and buildings."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.asl.content import Content
from sandtable.games.asl.events.sequence import Controlled, JunctionTaken
from sandtable.games.asl.locations import buildings, hex_of, houses, locations_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.hexes import BYPASS
from sandtable.games.asl.units import Game, is_armed, is_good_order, is_known, is_mmc, on_map, other, units_at
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on


@rule("A26.1", "CG6")
def holder(game: Game, hex_: str) -> str:
    """Who controls a hex, a junction as one with the hexes around it; nobody in particular is an empty text."""
    kept = game.state.held_junctions if hex_ in junctions(game.content) else game.state.held
    return kept.get(hex_, "")


@of_content
@rule("CG6")
def junctions(content: Content) -> tuple[str, ...]:
    """The hexes that change hands together with those around them."""
    return content.scenario.junctions if is_on(content, "junctions-need-all-around") else ()


@rule("CG6")
def note_junctions(game: Game) -> None:
    """A junction belongs to the side that last controlled it and all hexes around it at once."""
    state, board = game.state, game.content.board
    for hex_ in junctions(game.content):
        around = [board.labels[i] for i in board.adjacent(board.index[hex_])]
        sides = {state.held.get(label, "") for label in (hex_, *around)}
        if len(sides) == 1:
            (side,) = sides
            if side and state.held_junctions.get(hex_) != side:
                state.held_junctions[hex_] = side
                game.say(JunctionTaken(rule="CG6", side=side, at=hex_))


@of_content
@rule("A26.1")
def first_holder(content: Content, label: str) -> str:
    """Who controls a hex before anybody has set up: the side in whose set-up area it lies, else who sets up first."""
    first = content.scenario.sets_up_first
    for group in content.forces[other(first)].groups.values():
        if group.setup is not None and label in group.setup.on(content.board):
            return other(first)
    return first


@rule("A26.1", "A26.11", "B24.1")
def building_holder(game: Game, hex_: str) -> str:
    """Who controls the building of a hex, as one; what has become rubble is held by itself."""
    if hex_ in game.state.rubble:
        return holder(game, hex_)
    house = houses(game.content)[hex_]
    return game.state.held_buildings.get(house.building, holder(game, hex_))


@rule("A26.1")
def can_control(game: Game, unit_id: str) -> bool:
    """Whether a unit gains control where it is: an armed Good Order MMC of Infantry, neither in Bypass nor aboard."""
    unit = game.state.units[unit_id]
    return is_mmc(game.content, unit) and is_good_order(game, unit) and unit.stance != BYPASS and on_map(unit)


@rule("A26.1")
def take_control(game: Game, unit_id: str) -> None:
    """A unit gains control of where it stands, and that is told."""
    if _gain(game, unit_id):
        _tell(game, game.state.units[unit_id])


@rule("A26.1")
def pass_through(game: Game, unit_ids: Iterable[str]) -> None:
    """Units gain control at once of what they only pass through, if they are known; what matters is told."""
    units, held, homes = game.state.units, game.state.held, houses(game.content)
    for name in unit_ids:
        unit = units.get(name)
        if unit is None or (unit.at not in homes and held.get(unit.at) == unit.side):
            continue
        if is_known(unit) and _gain(game, name) and is_objective(game, hex_of(unit.at)):
            _tell(game, unit)


@rule("A26.1", "CG6")
def _tell(game: Game, unit: Unit) -> None:
    """Tell of a hex that has changed hands; a junction does not by itself."""
    hex_ = hex_of(unit.at)
    if hex_ not in junctions(game.content):
        game.say(Controlled(rule="A26.1", side=unit.side, at=hex_))


def is_objective(game: Game, hex_: str) -> bool:
    """Whether somebody wants to know who controls a hex: a building, or worth points."""
    points = game.content.scenario.victory.points
    return hex_ in houses(game.content) or (points is not None and hex_ in points.hexes)


@rule("A26.1", "A26.11", "B24.1", "RR11.1")
def _gain(game: Game, unit_id: str) -> bool:
    """A unit gains its hex, and the building there, where no armed enemy stands in the way; whether the hex is new."""
    state = game.state
    unit = state.units.get(unit_id)
    if unit is None:
        return False
    hex_, enemy = hex_of(unit.at), other(unit.side)
    house = houses(game.content).get(hex_)
    new_hex = unit.at == hex_ and state.held.get(hex_, "") != unit.side
    new_house = house is not None and state.held_buildings.get(house.building) != unit.side
    if not (new_hex or new_house) or not can_control(game, unit_id):
        return False
    gained = new_hex and not _has_armed(game, (hex_,), enemy)
    if gained:
        state.held[hex_] = unit.side
    if house is not None and new_house and hex_ not in state.rubble:
        hexes = tuple(label for label in buildings(game.content)[house.building] if label not in state.rubble)
        if not _has_armed(game, hexes, enemy):
            state.held_buildings[house.building] = unit.side
            for label in hexes:
                state.held[label] = unit.side
    note_junctions(game)
    return gained


def _has_armed(game: Game, hexes: tuple[str, ...], side: str) -> bool:
    """Whether a side has armed men in any Location of some hexes, or a manned vehicle there."""
    units = game.state.units
    if any(car.side == side and car.at in hexes and not car.abandoned for car in game.state.vehicles.values()):
        return True
    return any(
        units[name].side == side and is_armed(units[name])
        for hex_ in hexes
        for location in locations_of(game, hex_)
        for name in units_at(game, location)
    )


@rule("A26.1", "A3.8")
def note_control(game: Game) -> None:
    """Everybody gains control of where he stands."""
    for name in list(game.state.units):
        take_control(game, name)
