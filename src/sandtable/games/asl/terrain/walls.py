"""B9.3, B9.32: cover behind walls and hedges, and which side has the advantage of one."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Literal

from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import GROUND, elevation, hex_of, parts_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.hexes import ABOVE_WIRE, BYPASS, is_entrenched
from sandtable.games.asl.terrain.hexsides import cover_rows, covers, crossed_sides, faced_sides
from sandtable.games.asl.units import Game, change, in_melee, is_dummy, units_at
from sandtable.kernel import of_content, rule
from sandtable.mechanics.roster import units_of


@rule("B9.32")
def has_wall_advantage(game: Game, hex_: str, side: str) -> bool:
    """Whether units of a side at ground level of a hex have Wall Advantage over its walls and hedges."""
    units = game.state.units
    return any(units[name].wall and units[name].side == side for name in units_at(game, hex_))


def _across(game: Game, hex_: str) -> Iterator[str]:
    """The hexes beyond the walls and hedges of a hex."""
    content = game.content
    board = content.board
    for direction in covers(content, hex_):
        there = board.neighbour(board.index[hex_], direction)
        if there >= 0:
            yield board.labels[there]


@rule("B9.32", "B27.2")
def may_claim(game: Game, unit_id: str) -> bool:
    """Whether a unit may claim Wall Advantage where it stands."""
    unit = game.state.units[unit_id]
    parts = parts_of(unit.at)
    if unit.wall or parts.floor != GROUND or not parts.hex or not covers(game.content, parts.hex):
        return False
    if not can_hold(game, unit) or is_dummy(unit):
        return False
    enemy = [side for side in game.content.scenario.forces if side != unit.side]
    return not any(has_wall_advantage(game, there, side) for there in _across(game, parts.hex) for side in enemy)


@rule("B9.32", "B27.2")
def can_hold(game: Game, unit: Unit) -> bool:
    """Whether a unit can have Wall Advantage: not hidden, entrenched, broken, in Bypass, above Wire or in Melee; nor
    aboard a vehicle, nor under a Cloaking counter."""
    if unit.broken or unit.hidden or unit.guard or unit.unarmed or unit.aboard or unit.cloak:
        return False
    if is_entrenched(unit) or unit.stance in (BYPASS, ABOVE_WIRE):
        return False
    return not in_melee(game, unit)


def claimable(game: Game, side: str) -> list[str]:
    """The units of a side that may claim Wall Advantage now."""
    walled = _walled(game.content)
    return [name for name, unit in units_of(game, side).items() if unit.at in walled and may_claim(game, name)]


@of_content
def _walled(content: Content) -> frozenset[str]:
    """The hexes with walls or hedges around them, at whose ground level somebody may claim these."""
    return frozenset([hex_ for hex_ in content.board.labels if covers(content, hex_)])


@rule("B9.32")
def claim(game: Game, hex_: str, side: str) -> None:
    """The units of a side in a hex claim Wall Advantage over all its walls and hedges together."""
    for name in units_at(game, hex_):
        unit = game.state.units[name]
        if unit.side == side and can_hold(game, unit):
            change(game, name, wall=True)


@rule("B9.32")
def give_up(game: Game, hex_: str, side: str) -> None:
    """The units of a side in a hex give up Wall Advantage, and have what is in the hex again.

    Ruling (B9.32): they do so where it could be claimed as well, in a Rally Phase or in their own Movement Phase.
    """
    for name in units_at(game, hex_):
        if game.state.units[name].wall and game.state.units[name].side == side:
            change(game, name, wall=False)


@rule("B9.32")
def disputed(game: Game, side: str) -> list[str]:
    """The hexes in which a side has Wall Advantage over enemies who are not hidden, in the order of their labels."""
    held = {unit.at for unit in units_of(game, side).values() if unit.wall}
    if not held:
        return []
    enemies = {hex_of(unit.at) for unit in game.state.units.values() if unit.side != side and not unit.hidden}
    return sorted(hex_ for hex_ in held if not enemies.isdisjoint(_across(game, hex_)))


@rule("B9.3", "B9.32", "RR12.3")
def wall_tem(
    game: Game,
    location: str,
    side: str,
    firer: str,
    kind: Literal["direct", "mortar", "oba"],
    corners: tuple[int, ...] = (),
) -> tuple[int, str]:
    """The TEM of walls and hedges for men of a side at ground level against fire from a Location, and what gives it.

    Of those who pass corners of the hex in Bypass, it is what stands along the hexsides that they follow.
    """
    content, parts = game.content, parts_of(location)
    standing = covers(content, parts.hex)
    if not standing or parts.floor != GROUND:
        return 0, ""
    rows = cover_rows(content)
    if kind != "direct":
        return max(
            (rows[name].tem.mortar if kind == "mortar" else rows[name].tem.oba, name) for name in standing.values()
        )
    there = hex_of(firer)
    if there == parts.hex:
        return 0, ""
    distance = content.distance(parts.hex, there)
    if elevation(content, firer) - elevation(content, location) >= distance:
        return 0, ""
    sides = crossed_sides(content, parts.hex, there)
    if corners:
        followed = {max(a, b) if abs(a - b) == 1 else 0 for a, b in itertools.pairwise(corners)}
        sides = tuple(each for each in faced_sides(content, parts.hex, there) if each in followed)
    crossed = [standing[each] for each in sides if each in standing]
    if not crossed:
        return 0, ""
    if distance == 1 and _enemy_has_it(game, there, side):
        return 0, ""
    return min((rows[name].tem.direct, name) for name in crossed)


def _enemy_has_it(game: Game, hex_: str, side: str) -> bool:
    return any(has_wall_advantage(game, hex_, each) for each in game.content.scenario.forces if each != side)


@rule("B9.32")
def faces_over_wall(game: Game, unit: Unit, firer: str) -> bool:
    """Whether a unit with Wall Advantage is fired on by adjacent enemies over one of its walls or hedges.

    Then what is in its hex does not protect it.
    """
    here, there = hex_of(unit.at), hex_of(firer)
    if not unit.wall or there == here or there not in game.content.adjacent[here]:
        return False
    return any(each in covers(game.content, here) for each in crossed_sides(game.content, here, there))
