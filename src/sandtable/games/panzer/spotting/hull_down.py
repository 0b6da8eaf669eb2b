"""Chapter 6.1.4.1: which terrain hides hulls, by itself, along a line of fire, or for those who search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.games.panzer.ground import Ground, buildings, terrain_of, terrain_table
from sandtable.games.panzer.spotting.changes import Changes
from sandtable.games.panzer.spotting.cover import Hider
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, lines, range_between
from sandtable.games.panzer.state import HullDown
from sandtable.hexgrid import Hex, Side, bearing
from sandtable.hexgrid import line as thread
from sandtable.kernel import rule
from sandtable.mechanics.switches import is_on


@rule("6.1.4.1.1", "6.1.4.1.2", "6.1.4.3.1", "6.1.4.3.7")
def hull_down_by_terrain(content: Ground, changes: Changes, vehicle: Hider) -> HullDown:
    """What the terrain that a vehicle is in does for its hull, from whatever side it is fired at.

    An improved position leaves one angle open: see `position_hides`.
    """
    rows = terrain_table(content)
    found = [rows.counters["improved-position"].hull_down] if vehicle.dug_in else []
    in_alley = vehicle.at in buildings(content) and not vehicle.indoors
    if vehicle.at not in changes.rubble and not in_alley:
        found.append(terrain_of(content, vehicle.at).hull_down)
    return "full" if "full" in found else "partial" if "partial" in found else ""


DUG_IN = 60
"""How wide the open side of an improved position is, in degrees: the Rear angle."""


@rule("6.1.4.3.7")
def position_hides(content: Ground, at: str, facing: int, firer: str) -> bool:
    """Whether an improved position hides the hull of the vehicle inside from fire out of another hex, by the facing
    with which it was placed; on the edge of the open side it does.
    """
    board = content.board
    here, there = (board.hex(board.index[label]) for label in (at, firer))
    turned = (bearing(here, there) - 4 * (facing + 3)) % 24
    return min(turned, 24 - turned) * 30 >= DUG_IN


@rule("6.1.4.3.2", "6.5.4.3/wall-hexside")
def crosses_wall(content: Ground, firer: str, target: str) -> bool:
    """Whether a line of fire crosses a wall or runs exactly along one, so that whoever is fired at is behind it."""
    board = content.board.whole
    walls = board.sides.get("wall")
    if walls is None or not any(walls):
        return False
    here, there = (board.hex(board.index[label]) for label in (firer, target))
    sides = [side for side in _hexsides(here, there) if is_on(content, "walls-hide-from-afar") or there in side.hexes]
    return any(walls[6 * i + side.direction] for side in sides if (i := board.at(side.hex)) >= 0)


def _hexsides(a: Hex, b: Hex) -> Iterator[Side]:
    """The hexsides that a line between two centres crosses or runs along."""
    for here, there in pairwise(thread(a, b)):
        if len(here) == len(there) == 1:
            yield Side.between(here[0], there[0])
        elif len(there) == 2:
            yield Side.between(there[0], there[1])


@rule("6.1.4.1.3")
def is_above_fire(content: Ground, changes: Changes, firer: Viewpoint, target: Viewpoint) -> bool:
    """Whether a vehicle is partially hull down, being at least as many levels above the firer as hexes away."""
    known = lines(content, changes)
    levels = [known.stands_at(point) for point in (firer, target)]
    return 0 < range_between(content, firer.at, target.at) <= levels[1] - levels[0]


@rule("6.6.9")
def hull_down_range(content: Ground, changes: Changes, label: str) -> int:
    """The D100 up to which a search for a hull down position in a hex succeeds; 0 where there is none to be found."""
    rows, board = terrain_table(content), content.board
    i = board.index[label]
    found = [rows.counters["rubble"].hull_down if label in changes.rubble else terrain_of(content, label).hull_down]
    if board.hexes[i].elevation > 0:
        found.append(rows.hill_hull_down)
    found += [rows.sides[name].hull_down for d in range(6) for name in board.side_features(i, d) if name in rows.sides]
    return max((number for number in found if isinstance(number, int)), default=0)
