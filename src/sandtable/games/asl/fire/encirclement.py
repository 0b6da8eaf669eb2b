"""A7.7: units that are under fire from all sides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sandtable.games.asl.concealment.revealing import seen_by
from sandtable.games.asl.events.fire import Encircled
from sandtable.games.asl.fire.firepower import printed_figures, range_to
from sandtable.games.asl.fire.results import could_check
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.terrain.hexsides import crossed_sides
from sandtable.games.asl.units import Game, change, other, units_at
from sandtable.kernel import rule

if TYPE_CHECKING:
    from sandtable.games.asl.fire.attack import Attack, Group


@rule("A7.7")
def closes_in(sides: Sequence[int]) -> bool:
    """Whether fire over these hexsides encircles: two that lie opposite, or three no two of which touch."""
    found = set(sides)
    if any((side + 3) % 6 in found for side in found):
        return True
    return {0, 2, 4} <= found or {1, 3, 5} <= found


@rule("A7.7")
def note_direction(game: Game, attack: Attack, groups: Sequence[Group]) -> None:
    """Note over which hexsides a Location was fired at in earnest and at Normal Range; it may be Encircled by that.

    Of a Fire Group those count who fire at Normal Range. A Snap Shot is aimed at a hexside, not at a Location.
    """
    if attack.manner == "snap":
        return
    ift = game.content.table("ift", Ift)
    near = [
        piece.unit
        for piece in attack.pieces
        if range_to(game, piece.unit, attack.target) <= printed_figures(game, piece)[1]
    ]
    if not near or not any(could_check(ift, group.column, group.drm.total) for group in groups):
        return
    units = game.state.units
    foe = other(units[near[0]].side)
    note_fire_from(game, attack.target, (units[name].at for name in near), foe)


@rule("A7.7")
def note_fire_from(game: Game, target: str, firers: Iterable[str], side: str) -> None:
    """Men of a side in a Location are fired at from others, by whatever means; it may be Encircled by that."""
    state = game.state
    sides = set(state.fired_upon.get(target, ()))
    for at in dict.fromkeys(firers):
        entered = crossed_sides(game.content, hex_of(target), hex_of(at))
        if len(entered) == 1:
            sides.update(entered)
    state.fired_upon[target] = tuple(sorted(sides))
    if closes_in(tuple(sides)):
        for name in units_at(game, target):
            unit = state.units[name]
            if unit.side == side and not unit.encircled and not unit.guard and unit.kind != DUMMY:
                change(game, name, encircled=True)
                game.say(Encircled(rule="A7.7", seen_by=seen_by(game, name), unit=name))
