"""B28/infantry: minefields, which attack all who enter or leave their hex on foot."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.events.terrain import MinesFound
from sandtable.games.asl.locations import GROUND, parts_of
from sandtable.games.asl.tables.fire import FireModifiers
from sandtable.games.asl.terrain.hexes import is_building
from sandtable.games.asl.terrain.labor import is_clearing
from sandtable.games.asl.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.sums import Modifier


@rule("B28/infantry")
def minefield(game: Game, location: str) -> int:
    """The strength with which the mines of a Location attack men; 0 for none. They lie at ground level only."""
    if not game.state.mines or parts_of(location).floor != GROUND:
        return 0
    mines = game.state.mines.get(location)
    return 0 if mines is None else mines.ap


@rule("B28/infantry", "B27/infantry")
def is_mined_step(game: Game, here: str, there: str, unit_ids: Sequence[str]) -> bool:
    """Whether mines attack those who step from one Location to another, on either side of the step.

    Not between connected trenches, and not across a hexside within a building.
    """
    if not game.state.mines or not (minefield(game, here) or minefield(game, there)):
        return False
    units, works = game.state.units, game.state.works
    if all(units[name].stance == "trench" for name in unit_ids) and there in works and works[there].trench:
        return False
    if not here or parts_of(here).hex == parts_of(there).hex:
        return bool(not here)
    return not (is_building(game, parts_of(here).hex) and is_building(game, parts_of(there).hex))


@rule("B28/infantry", "A4.62")
def mine_modifiers(game: Game, unit_ids: Sequence[str]) -> list[Modifier]:
    """What is added to an attack of mines: nothing, unless somebody is clearing them."""
    if not any(is_clearing(game, name) for name in unit_ids if name in game.state.units):
        return []
    figure = game.content.table("fire-modifiers", FireModifiers).modifiers["hazardous"]
    return [Modifier("hazardous", figure.value, figure.rule)]


@rule("B28/infantry")
def find_mines(game: Game, hex_: str) -> None:
    """Mines that attack are known from then on."""
    mines = game.state.mines[hex_]
    if not mines.known:
        game.state.mines[hex_] = replace(mines, known=True)
        game.reveal()
        game.say(MinesFound(rule="B28/infantry", at=hex_))
