"""The path of a move to a destination: its hexes, the ways that lead into them, and what each unit pays."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from sandtable.games.gts.fire.opportunity_fire import firers_at
from sandtable.games.gts.movement.costs import places_of
from sandtable.games.gts.movement.reach import (
    Start,
    can_march,
    hex_options,
    mixed_steps,
    origin,
    reach,
    step_price,
)
from sandtable.games.gts.movement.terrain_chart import HALF
from sandtable.games.gts.units import Game, face, occupy
from sandtable.kernel import Line, Option, Preview, rule


class PlannedPath(NamedTuple):
    """The hexes ahead, the way into each, and the half points that each unit pays for each."""

    path: tuple[str, ...]
    ways: tuple[str, ...]
    prices: tuple[tuple[int, ...], ...]
    minimum: tuple[str, ...]
    """Those for whom it is the one hex that leg infantry may always move (14.9)."""


def is_mixed(game: Game, units: tuple[str, ...]) -> bool:
    """Whether a stack has units of several movement classes."""
    return len(units) > 1 and len({face(game, unit_id).mobility for unit_id in units}) > 1


@rule("14.3", "14.7")
def ends(game: Game, start: Start) -> list[Option]:
    """The hexes in reach; a stack of several classes, each paying its own costs, picks hex after hex."""
    if not (start.fresh or min(start.left)) or not can_march(game, start.units[0]):
        return []
    if is_mixed(game, start.units):
        steps = mixed_steps(game, start.units, start.left, fresh=start.fresh)
        return [Option(f"hex:{label}", cost / HALF, "14.7") for label, cost in steps.items()]
    return hex_options(game, start, reach(game, start))


@rule("14.3", "14.7")
def plan(game: Game, start: Start, label: str) -> PlannedPath:
    """The path to a hex in reach, by the cheapest way."""
    board = game.content.board
    if is_mixed(game, start.units):
        return _single_step(start, label, "", [step_price(game, unit_id, start.way, label) for unit_id in start.units])
    found, places = reach(game, start), places_of(game, start.units[0])
    goal = found.goal(board.index[label])
    assert goal is not None
    walked = found.path(goal)[1:]
    ways = tuple([places.place(place).way for place in walked])
    if len(walked) == 1:
        price = step_price(game, start.units[0], start.way, label)
        return _single_step(start, label, ways[0], [price] * len(start.units))
    spent = [0, *[found.cost(place) or 0 for place in walked]]
    prices = tuple([(after - before,) * len(start.units) for before, after in pairwise(spent)])
    path = tuple([board.labels[places.hex_of[place]] for place in walked])
    return PlannedPath(path, ways, prices, minimum=())


@rule("14.7", "14.9")
def _single_step(start: Start, label: str, way: str, full: list[int]) -> PlannedPath:
    """A path of one hex, each unit at its own cost; one that cannot pay it spends all that it has."""
    paid = tuple(map(min, full, start.left))
    short = [unit_id for unit_id, price, spent in zip(start.units, full, paid, strict=True) if spent < price]
    return PlannedPath((label,), (way,), (paid,), minimum=tuple(short))


def show(game: Game, start: Start, label: str) -> Preview:
    """A path as it is shown before the commitment: its hexes, its costs, what is left, and who may fire on the way."""
    planned = plan(game, start, label)
    lines = [
        Line("enter-hex", f"{max(paid) / HALF:g}", "14.9" if planned.minimum else "14.3", {"hex": at})
        for at, paid in zip(planned.path, planned.prices, strict=True)
    ]
    left = min(points - sum(paid) for points, paid in zip(start.left, zip(*planned.prices, strict=True), strict=True))
    lines.append(Line("movement-left", f"{left / HALF:g}", "14.3"))
    path = (origin(game, start.units[0]), *planned.path)
    return Preview(path, (*lines, *threats(game, start.units, path)))


@rule("17.2/1", "17.3")
def threats(game: Game, units: tuple[str, ...], path: tuple[str, ...]) -> list[Line]:
    """Who may fire at units as they leave each hex of a path, with the fire zones as they will be then."""
    found, ahead = [], game.fork()
    for label, following in pairwise(path):
        names = [game.content.counters[firer].short for firer in firers_at(ahead, units)]
        if names:
            found.append(Line("under-fire", ", ".join(names), "17.2/1", {"hex": label}))
        for unit_id in units:
            occupy(ahead, unit_id, following)
    return found
