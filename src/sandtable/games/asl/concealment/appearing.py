"""A12.3, A12.14: hidden men who come into the open, because enemies are beside them or of their own will."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.locations import adjacent_locations
from sandtable.games.asl.movement.moves import MoveBase, is_begun
from sandtable.games.asl.state import DUMMY
from sandtable.games.asl.terrain.hexes import is_concealment_terrain
from sandtable.games.asl.units import Game, other, units_at
from sandtable.kernel import Action, Choice, Option, derived, rule
from sandtable.mechanics.roster import units_of

APPEAR = Option("do:appear", rule="A12.3")


@rule("A12.3")
def spot_hidden(game: Game, side: str, location: str) -> None:
    """A Good Order unit of a side comes to a Location: hidden enemies ADJACENT to it in the open are known."""
    units = game.state.units
    if not _somebody_hides(game, other(side)):
        return
    for there in adjacent_locations(game, location):
        for name in units_at(game, there):
            hides = units[name].hidden and units[name].side != side
            if hides and not is_concealment_terrain(game, name):
                reveal_unit(game, name, "A12.3")


@derived(units_of)
def _somebody_hides(game: Game, side: str) -> bool:
    """Whether anybody of a side is hidden on the map."""
    return any(unit.hidden and unit.at for unit in units_of(game, side).values())


@rule("A12.3", "A12.14")
class Appear(Action[Game, MoveBase]):
    """Concealed or hidden men show themselves of their own will, before they move."""

    rule = "A12.3"
    ids = (APPEAR.id,)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        units = [game.state.units[name] for name in subject.units]
        veiled = any(unit.concealed or unit.hidden for unit in units)
        real = all(unit.kind != DUMMY and unit.at for unit in units)
        return (APPEAR,) if veiled and real and not is_begun(subject) else ()

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        for name in subject.units:
            reveal_unit(game, name, "A12.3")
        game.goto("begin")
