"""Where units can go: the hexes that bar them, and the field of a move with the points that are left."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from operator import sub
from typing import NamedTuple

from sandtable.board import CLOSED, FORBIDDEN, Field, Mover
from sandtable.games.gts.arnhem.landing_table import landing_figures
from sandtable.games.gts.content import Content
from sandtable.games.gts.index import NOWHERE, positions
from sandtable.games.gts.movement.barred_hexes import (
    barriers,
    leads_into_fire_zone,
    shuns_fire_zones,
    shut_behind,
    zones_set_free,
)
from sandtable.games.gts.movement.costs import costs, costs_of
from sandtable.games.gts.movement.entry_clearance import forbidden_ground
from sandtable.games.gts.movement.stacking import column_in, full_hexes, may_stay
from sandtable.games.gts.movement.step_costs import steps_of
from sandtable.games.gts.movement.terrain_chart import HALF, halves, movement_figures
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, face, is_leg_infantry, side_of
from sandtable.kernel import Option, derived, of_content, rule
from sandtable.mechanics.destinations import Destinations
from sandtable.mechanics.roster import occupier

PLENTY = 10_000
"""More half points than anybody has."""


@rule("14.2", "14.4", "29.34")
def can_march(game: Game, unit_id: str) -> bool:
    """Whether a unit has a movement allowance that is a number, on the side of its counter that is up."""
    return face(game, unit_id).move is not None


@rule("14.1", "14.2")
def allowance(game: Game, unit_id: str) -> int:
    """A unit's movement allowance in half points; halved, whole points only, while it carries a landing marker."""
    points = face(game, unit_id).move or 0
    if game.state.units[unit_id].landing:
        points //= landing_figures(game.content).move_divisor
    return halves(points)


def origin(game: Game, unit_id: str) -> str:
    """The hex from which a unit moves: its own, or the entry hex in which it waits."""
    unit = game.state.units[unit_id]
    return game.content.entry_hex[unit.entry] if unit.entry else unit.at


class Start(NamedTuple):
    """From where a move goes on: the units, their half points, the way by which they came, whether they are fresh."""

    units: tuple[str, ...]
    left: tuple[int, ...]
    way: str
    fresh: bool


@rule("1.2/stacking", "14.1", "14.6.1", "14.6.2", "29.12")
def barriers_of_move(game: Game, units: tuple[str, ...]) -> bytearray:
    """What bars units that move together: for a column also other columns."""
    side = side_of(game, units[0])
    flags, index = barriers(game, side), game.content.board.index
    if game.state.units[units[0]].column:
        for unit_id, label in positions(game).columns[side].items():
            if unit_id != units[0]:
                flags[index[label]] |= CLOSED
    for label in shut_behind(game, units):
        flags[index[label]] |= CLOSED
    return flags


@rule("13.2/1", "17.3")
def mover_of(game: Game, units: tuple[str, ...], usual: Mover) -> Mover:
    """What steps cost units; where they shun fire zones, no later step leads into one that the first has set free."""
    freed = zones_set_free(game, units) if shuns_fire_zones(game) else NOWHERE
    if not freed:
        return usual
    content = game.content
    board, steps = content.board, steps_of(content, game.state.units[units[0]].column).out_of
    here = board.index[origin(game, units[0])]
    beside = [there for there in board.adjacent(here) if board.labels[there] in freed]
    around = {i for there in beside for i in board.adjacent(there)} - {here}
    return usual.changed({step.edge: FORBIDDEN for i in around for step in steps[i] if step.there in beside})


@rule("14.3", "14.9")
@derived("units", "active", "turn", "weather", "barrages", "roadblocks", "bridges", "ferried", "holders")
def reach(game: Game, start: Start) -> Field:
    """Where units of one class can go with half points, and how; with all of them, leg infantry always one hex.

    Of ways that are equally cheap it takes one that leaves the fewest hexes in enemy fire zones. Whether there is room
    to stay in a hex is another question.
    """
    units, costs = start.units, costs_of(game, start.units[0])
    return mover_of(game, units, costs.mover).field(
        costs.place(game.content.board.index[origin(game, units[0])], start.way),
        min(start.left),
        barriers_of_move(game, units),
        zoc_leave=1,
        minimum_move=start.fresh and has_minimum_move(game, units),
    )


@rule("14.9")
def has_minimum_move(game: Game, units: tuple[str, ...]) -> bool:
    """Whether units may always move one hex: leg infantry, whatever its allowance."""
    return all(is_leg_infantry(game, unit_id) for unit_id in units)


@of_content
def destinations(content: Content) -> Destinations:
    """The option of every hex at every cost that a move may come to."""
    faces = [shown for kind in content.counters.values() for shown in (kind.front, kind.transport) if shown]
    most = max(shown.move or 0 for shown in faces) + movement_figures(content).forced_march.points
    return Destinations(content, halves(most), "14.3", per_point=HALF)


@rule("14.1", "14.3", "14.7/limits")
def hex_options(game: Game, start: Start, found: Field) -> list[Option]:
    """The hexes of a field in which units may stay, or leave a part behind and go on, each by its cheapest way; not the
    hex where the move begins."""
    options = destinations(game.content).options(found)
    full = closed_to_stay(game, start.units)
    if full and len(start.units) > 1:
        full -= _parting_hexes(game, start, found, full)
    return [option for option in options if option.id not in full] if full else options


@rule("14.7", "14.7/limits")
def _parting_hexes(game: Game, start: Start, found: Field, full: set[str]) -> set[str]:
    """Those of the hexes without room for a whole stack in which it may leave a unit behind and go on."""
    parting, index = set(), game.content.board.index
    for option in full:
        label = option.removeprefix("hex:")
        spent = found.cost(index[label])
        if spent is not None and may_stay(game, label, start.units[:1]):
            rest = [points - spent for points in start.left]
            if _can_go_on(game, start.units, rest, label, full):
                parting.add(option)
    return parting


@rule("14.7/limits")
def _can_go_on(game: Game, units: tuple[str, ...], rest: list[int], label: str, full: set[str]) -> bool:
    """Whether units could go on from a hex in which they may not stay, with the half points that it leaves them."""
    index, flags = game.content.board.index, barriers_of_move(game, units)
    return any(
        all(
            costs_of(game, unit_id).enter(index[label], index[beyond]) <= points
            for unit_id, points in zip(units, rest, strict=True)
        )
        for beyond in game.content.adjacent[label]
        if not flags[index[beyond]] & CLOSED and f"hex:{beyond}" not in full
    )


@rule("14.7/limits")
def closed_to_stay(game: Game, units: tuple[str, ...]) -> set[str]:
    """The hexes, as options, in which units may not end a move since they are full; a column fits anywhere."""
    if game.state.units[units[0]].column:
        return set()
    return {f"hex:{label}" for label in full_hexes(game, units, side_of(game, units[0]))}


@rule("14.3")
def step_price(game: Game, unit_id: str, way: str, label: str) -> int:
    """What a unit that came by a way would have to pay to enter a hex next to it, in half points."""
    index, costs = game.content.board.index, costs_of(game, unit_id)
    return costs.enter(costs.place(index[origin(game, unit_id)], way), index[label])


@rule("14.7", "14.7/limits", "14.9")
def mixed_steps(game: Game, units: tuple[str, ...], left: tuple[int, ...], *, fresh: bool) -> dict[str, int]:
    """The adjacent hexes that a stack of several classes can enter, each member at its own cost; the dearest cost.

    It enters a full one only if it can go on from there.
    """
    board, flags, full = game.content.board, barriers_of_move(game, units), closed_to_stay(game, units)
    found = {}
    for label in game.content.adjacent[origin(game, units[0])]:
        if flags[board.index[label]] & CLOSED:
            continue
        prices = [step_price(game, unit_id, "", label) for unit_id in units]
        if f"hex:{label}" in full and not _can_go_on(game, units, [*map(sub, left, prices)], label, full):
            continue
        if all(
            price <= points or (fresh and price < FORBIDDEN and is_leg_infantry(game, unit_id))
            for unit_id, price, points in zip(units, prices, left, strict=True)
        ):
            found[label] = max(map(min, prices, left))
    return found


@rule("14.7/limits")
def could_leave_deployed(game: Game, unit_id: str, left: int) -> bool:
    """Whether a unit, were it in combat formation, could go on from its hex to one in which it may stay."""
    side, index, at = side_of(game, unit_id), game.content.board.index, origin(game, unit_id)
    flags, full = barriers(game, side), full_hexes(game, (unit_id,), side)
    deployed = costs(game, face(game, unit_id).mobility, False, "")
    return any(
        deployed.enter(index[at], index[label]) <= left
        for label in game.content.adjacent[at]
        if not flags[index[label]] & CLOSED and label not in full
    )


@rule("14.11")
def displacements(game: Game, unit_id: str) -> Iterator[str]:
    """The hexes to which an artillery unit may be displaced: as if it were leg, and into no enemy fire zone."""
    at = origin(game, unit_id)
    for label in game.content.adjacent[at]:
        if can_displace(game, unit_id, at, label) and not leads_into_fire_zone(game, (unit_id,), label):
            yield label


@rule("14.1", "14.11")
def can_displace(game: Game, unit_id: str, at: str, label: str) -> bool:
    """Whether ground, enemies and stacking let a unit be displaced to a hex next to it."""
    board, side, unit = game.content.board, side_of(game, unit_id), game.state.units[unit_id]
    here, there = board.index[at], board.index[label]
    prohibited = costs_of(game, unit_id, mobility="leg").enter(here, there) >= FORBIDDEN
    if prohibited or occupier(game, label) == enemy_of(side):
        return False
    if forbidden_ground(game.content)[side][there]:
        return False
    if unit.column:
        return not column_in(game, label, (unit_id,))
    return may_stay(game, label, (unit_id,))


@rule("24.3")
def can_reach(game: Game, unit_id: str, labels: Collection[str]) -> list[str]:
    """Those of some hexes that a unit in combat formation could reach in one action without forced march."""
    if not labels or not can_march(game, unit_id):
        return []
    index = game.content.board.index
    found = reach(game, Start((unit_id,), (allowance(game, unit_id),), "", fresh=True))
    return [label for label in labels if found.cost(index[label]) is not None]
