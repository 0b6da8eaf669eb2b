"""Chapter 6.2.1.1.3/roads: vehicles that share a Move command in a column on a road or path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from sandtable.games.panzer.command.control import recon_units
from sandtable.games.panzer.command.shared_movement import by_road, companions
from sandtable.games.panzer.movement.costs import places_for, standing
from sandtable.games.panzer.movement.reach import Course, along
from sandtable.games.panzer.movement.roads import is_open_way, ways_from
from sandtable.games.panzer.movement.transport import mode_of
from sandtable.games.panzer.state import Column
from sandtable.games.panzer.units import Game, on_foot, order, stacking_limit, vehicles
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import Option, rule
from sandtable.kernel.dice import SeededDice
from sandtable.kernel.state import fork
from sandtable.mechanics.roster import units_in

COLUMN = "column"


# Falling in


@rule("6.2.1.1.3/roads", "6.2.1.1.3/inactive-unarmed", "6.2.1.1.3/recon")
def column_of(game: Game, unit_ids: Iterable[str]) -> tuple[str, ...]:
    """The hexes of a column that vehicles form, from its tail to its head; none if they form no column.

    In every hex but the first somebody has the next one in front of him, along the road or path on which all of them
    are. Trucks that are not active may march along, scouts have commands of their own.
    """
    members = list(unit_ids)
    if len(members) < 2 or not all(_is_on_way(game, each) for each in members):
        return ()
    units = game.state.units
    ahead: dict[str, set[str]] = {units[each].at: set() for each in members}
    for each in members:
        ahead[units[each].at] |= {label for label in _before(game, each) if label in ahead}
    return next((found for tail in sorted(ahead) for found in _chains((tail,), ahead)), ())


@rule("4.5.1.1.5")
def _is_on_way(game: Game, unit_id: str) -> bool:
    """Whether a vehicle stands where it can use the factor of a road or path."""
    content, unit = game.content, game.state.units[unit_id]
    if unit_id not in vehicles(content) or unit_id in recon_units(content) or unit.tracks:
        return False
    has_way = bool(ways_from(content, content.board.index[unit.at]))
    return has_way and is_open_way(game, unit_id, mode_of(game, unit_id), unit.at)


def _before(game: Game, unit_id: str) -> list[str]:
    """The hex in front of a vehicle, if the way leads there."""
    board, unit = game.content.board, game.state.units[unit_id]
    ways = ways_from(game.content, board.index[unit.at])
    return [board.labels[there] for direction, _, there in ways if direction == unit.facing]


def _chains(found: tuple[str, ...], ahead: dict[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """All ways to go on through all hexes, each once."""
    if len(found) == len(ahead):
        yield found
    for label in sorted(ahead[found[-1]]):
        if label not in found:
            yield from _chains((*found, label), ahead)


@rule("6.2.1.1.3/roads")
def fall_in(game: Game, unit_ids: Sequence[str], group: str) -> None:
    """Vehicles share a Move command in a column."""
    hexes = column_of(game, unit_ids)
    for each in unit_ids:
        place = hexes.index(game.state.units[each].at)
        order(game, each, group=group, column=Column(hexes[place:], len(hexes) - place - 1))


# Marching


@rule("6.2.1.1.3/roads")
def waits_for_column(game: Game, unit_id: str) -> bool:
    """Whether others march in front of a vehicle that have yet to move."""
    commands = game.state.commands
    column = commands[unit_id].column
    if column is None or game.state.units[unit_id].tracks:
        return False
    before = [each for each in companions(game, unit_id) if not commands[each].moved]
    return any(_behind(game, each) < column.behind for each in before)


def _behind(game: Game, unit_id: str) -> int:
    column = game.state.commands[unit_id].column
    assert column is not None
    return column.behind


def _leads(game: Game, unit_id: str) -> bool:
    """Whether a vehicle is the first of its column to move."""
    commands = game.state.commands
    return commands[unit_id].column is not None and not any(commands[each].moved for each in companions(game, unit_id))


def take_the_lead(game: Game, unit_id: str) -> None:
    """Where those in front have been lost, the first of the others leads: the column begins with it."""
    if not _leads(game, unit_id):
        return
    here, gap = game.state.units[unit_id].at, _behind(game, unit_id)
    for each in (unit_id, *companions(game, unit_id)):
        column = game.state.commands[each].column
        assert column is not None
        way = column.way[: column.way.index(here) + 1]
        order(game, each, column=Column(way, column.behind - gap))


def lead_on(game: Game, unit_id: str, label: str) -> None:
    """The first of a column has entered a hex: that is the way of all of them."""
    if not _leads(game, unit_id):
        return
    for each in (unit_id, *companions(game, unit_id)):
        column = game.state.commands[each].column
        assert column is not None
        order(game, each, column=replace(column, way=(*column.way, label)))


@rule("6.2.1.1.3/roads", "5.13")
def column_ends(game: Game, course: Course) -> frozenset[str] | None:
    """The hexes in which a vehicle may end its move so that its column keeps its shape and crowds no hex; None where it
    marches in none, or the column is broken (ruling).
    """
    unit_id, column = course.unit, game.state.commands[course.unit].column
    others = companions(game, unit_id)
    if column is None or not others:
        return None
    if not _leads(game, unit_id):
        return frozenset([column.way[-1 - column.behind]])
    reaches = {each: _reach_alone(game, each, (unit_id, *others)) for each in others}
    ways = [(), *_ways_ahead(game, course)]
    return frozenset([(*column.way, *way)[-1] for way in ways if _can_follow(game, unit_id, way, reaches)]) or None


def _ways_ahead(game: Game, course: Course) -> list[tuple[str, ...]]:
    """The hexes through which a vehicle would come to each hex that it reaches by road."""
    labels, places = game.content.board.labels, places_for(game.content, course.mode)
    return [
        tuple([labels[standing(places, place).hex] for place in way.places]) for way in along(game, course).values()
    ]


def _reach_alone(game: Game, unit_id: str, column: Iterable[str]) -> frozenset[str]:
    """The hexes that a vehicle reaches by road once the others of its column are out of its way."""
    # Another game, since one in which a roll is being explored cannot be forked.
    alone: Game = KernelGame(game.title, game.content, fork(game.state), SeededDice())
    alone.state.units = {each: unit for each, unit in game.state.units.items() if each == unit_id or each not in column}
    return by_road(alone, unit_id) | {game.state.units[unit_id].at}


def _can_follow(game: Game, unit_id: str, way: Sequence[str], reaches: dict[str, frozenset[str]]) -> bool:
    """Whether a column keeps its shape if the first of it goes on along a way, which must not lead into the column."""
    commands, ends = game.state.commands, dict[str, int]()
    own = commands[unit_id].column
    assert own is not None
    ends[(*own.way, *way)[-1]] = 1
    for each, reach in reaches.items():
        column = commands[each].column
        assert column is not None
        end = (*column.way, *way)[-1 - column.behind]
        if end not in reach or not set(way).isdisjoint(column.way):
            return False
        ends[end] = ends.get(end, 0) + 1
    members = {unit_id, *reaches}
    return all(_crowd(game, label, members) + number <= stacking_limit(game.content) for label, number in ends.items())


def _crowd(game: Game, label: str, column: set[str]) -> int:
    """How many crowd a hex who do not belong to a column."""
    return len([each for each in units_in(game, label) if each not in column and each not in on_foot(game.content)])


@rule("6.2.1.1.3/roads", "4.5.1.1.5")
def marching_options(game: Game, course: Course, together: frozenset[str]) -> list[Option]:
    """Where a vehicle in a column goes: by the road or path alone."""
    labels, ids = game.content.board.labels, game.content.hex_ids
    return [
        Option(ids[i], way.cost, "6.2.1.1.3/roads") for i, way in along(game, course).items() if labels[i] in together
    ]


@rule("6.2.1.1.3/roads", "4.5.1.1.5")
def faces_the_way(game: Game, course: Course, facing: int) -> bool:
    """Whether a facing is one that a vehicle may have in a column: along the road or path."""
    here = game.content.board.index[game.state.units[course.unit].at]
    return any(direction in (facing, (facing + 3) % 6) for direction, _, _ in ways_from(game.content, here))
