"""B9.21: walls and hedges that hide those who are dug in from some of those who fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.sight import line_to_unit
from sandtable.games.asl.state import Unit
from sandtable.games.asl.terrain.works import NONE, works_at
from sandtable.games.asl.units import Game, units_at
from sandtable.kernel import Line, rule


@rule("B9.21", "A12.1", "A12.3")
def blind_to_holes(game: Game, units: Iterable[str], target: str) -> Iterator[Line]:
    """Who of some units would not see men in the holes of a hex of which they know, where somebody beneath a "?" may be
    in them."""
    units = tuple(units)
    works = works_at(game, target, game.state.units[units[0]].side) if units else NONE
    if not (works.foxholes or works.trench) or hex_of(target) != target:
        return
    if not any(game.state.units[name].concealed for name in units_at(game, target)):
        return
    within = Unit(side=works.side, kind="", at=target, stance="trench" if works.trench else "foxhole")
    for name in units:
        if not line_to_unit(game, game.state.units[name], within).clear:
            yield Line("blind-to-holes", "", "B9.21", {"unit": name})
