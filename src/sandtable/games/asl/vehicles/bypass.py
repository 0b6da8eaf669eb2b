"""D2.3: vehicles that go round the obstacle of a hex, along its hexsides: which of them, from where, and to where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sandtable.board.outlines import CORNERS, spot_of
from sandtable.games.asl.content import Content
from sandtable.games.asl.movement.bypass import free_sides, touches
from sandtable.games.asl.stands import CLOCKWISE
from sandtable.games.asl.terrain.hexes import ground_around, printed_kinds, rows
from sandtable.games.asl.units import Game
from sandtable.kernel import of_content, rule


class Lane(NamedTuple):
    """A hexside along which a vehicle could go next, outside the obstacle of a hex."""

    hex: str
    side: int
    facing: int
    """How it heads then."""
    across: str
    """The hex beyond the hexside."""

    @property
    def name(self) -> str:
        """T10-T11 for the hexside towards T11, on the side of T10."""
        return f"{self.hex}-{self.across}"


@of_content
@rule("D2.3", "RR13.4")
def open_sides(content: Content) -> Mapping[str, frozenset[int]]:
    """The hexsides of each hex along which a vehicle can pass its obstacle: no obstacle touches it or its ends.

    What stands along the hexside is no bar to those who keep to it.
    """
    return {
        hex_: found
        for hex_, sides in free_sides(content).items()
        if rows(content)[ground_around(content, hex_)].open_ground
        and (found := frozenset(side for side in sides if _is_open(content, hex_, side)))
    }


def _is_open(content: Content, hex_: str, side: int) -> bool:
    board = content.board
    i = board.index[hex_]
    around = [board.neighbour(i, (side + step) % 6) for step in (-1, 0, 1)]
    if min(around) < 0:
        return False
    shape_of = board.grid.orientation
    x, y = spot_of(board.hex(i), shape_of)
    a, b = ((x + dx, y + dy) for dx, dy in (CORNERS[shape_of][side - 1], CORNERS[shape_of][side]))
    for j in around:
        kind = rows(content)[printed_kinds(content)[board.labels[j]]]
        if kind.sight != "obstacle":
            continue
        ox, oy = spot_of(board.hex(j), shape_of)
        shape = tuple((ox + dx, oy + dy) for dx, dy in board.outlines[j])
        if not shape or touches(shape, a, b):
            return False
    return True


@rule("D2.3", "B24.2")
def is_open(game: Game, hex_: str, side: int) -> bool:
    """Whether a vehicle can pass along a hexside of a hex now: rubble fills the hex in which it lies."""
    content, rubble = game.content, game.state.rubble
    if side not in open_sides(content).get(hex_, ()):
        return False
    if not rubble:
        return True
    board, i = content.board, content.board.index[hex_]
    around = (i, *(board.neighbour(i, (side + step) % 6) for step in (-1, 0, 1)))
    return not any(board.labels[j] in rubble for j in around)


@rule("D2.3")
def lanes_from(game: Game, hex_: str, bypass: int, facing: int) -> list[Lane]:
    """The hexsides along which a vehicle could go on as it stands.

    From the middle of a hex it is that which begins at the vertex before it; from the end of a hexside it is either of
    the two that begin there. It may keep to either side of each, where there is an obstacle to go round.
    """
    return [lane for lane in _ahead(game.content, hex_, bypass, facing) if is_open(game, lane.hex, lane.side)]


@of_content
def _ahead(content: Content, hex_: str, bypass: int, facing: int) -> tuple[Lane, ...]:
    """The hexsides that lie before a vehicle, whether anything bars them or not."""
    board = content.board

    def beside(here: int, there: int, heading: int) -> Iterator[Lane]:
        if here >= 0 and there >= 0:
            a, b = board.labels[here], board.labels[there]
            side = board.direction(here, there)
            yield Lane(a, side, heading % 6, b)
            yield Lane(b, (side + 3) % 6, heading % 6, a)

    i = board.index[hex_]
    if bypass < 0:
        return tuple(beside(board.neighbour(i, facing), board.neighbour(i, (facing + 1) % 6), facing))
    turn = 1 if facing == (bypass + CLOCKWISE) % 6 else -1
    across, ahead = board.neighbour(i, bypass), board.neighbour(i, (bypass + turn) % 6)
    return (*beside(i, ahead, facing + turn), *beside(across, ahead, facing - turn))


@rule("D2.3", "D2.1")
def hex_ahead(content: Content, hex_: str, bypass: int, facing: int) -> tuple[str, ...]:
    """The hex that a vehicle in Bypass could enter as it stands: that at the end of its hexside."""
    board = content.board
    turn = 1 if facing == (bypass + CLOCKWISE) % 6 else -1
    there = board.neighbour(board.index[hex_], (bypass + turn) % 6)
    return (board.labels[there],) if there >= 0 else ()
