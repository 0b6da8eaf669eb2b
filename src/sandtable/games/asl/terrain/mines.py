"""B28/infantry: minefields, which attack all who enter or leave their hex on foot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import shown_id
from sandtable.games.asl.events.terrain import MinesFound
from sandtable.games.asl.fire.results import apply_result, could_check, desperate_under_fire
from sandtable.games.asl.locations import GROUND, hex_of, houses, parts_of
from sandtable.games.asl.morale.casualties import Aftermath, those_left
from sandtable.games.asl.morale.guards import with_prisoners
from sandtable.games.asl.state import Mines
from sandtable.games.asl.tables.fire import FireModifiers, Ift
from sandtable.games.asl.terrain.labor import is_clearing
from sandtable.games.asl.units import Game
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.sums import Modifier, Sum

Kind = Literal["ap", "at"]
KINDS: tuple[Kind, ...] = ("ap", "at")
"""Mines against men, and against vehicles."""


@rule("B28/infantry")
def minefield(game: Game, location: str) -> int:
    """The strength with which the mines of a Location attack men; 0 for none. They lie at ground level only."""
    if not game.state.mines or parts_of(location).floor != GROUND:
        return 0
    mines = game.state.mines.get(location)
    return 0 if mines is None else mines.ap


@rule("B28/infantry", "B23.1")
def is_within_building(game: Game, here: str, there: str) -> bool:
    """Whether a step crosses no hexside, or only one within a building."""
    known = houses(game.content)
    a, b = known.get(hex_of(here)), known.get(hex_of(there))
    return hex_of(here) == hex_of(there) or (a is not None and b is not None and a.building == b.building)


@rule("B28/infantry", "B27/infantry")
def suffer_mines(game: Game, aftermath: Aftermath) -> None:
    """The mines of the hexes that those who move have left and entered attack them."""
    moving = game.state.moving
    if moving is None or not game.state.mines or not moving.came_from or (moving.protected and not moving.vehicle):
        return
    here = "" if moving.came_from == moving.at else moving.came_from
    step_on_mines(game, here, moving.at, moving.units, aftermath)


@rule("B28/infantry")
def step_on_mines(game: Game, here: str, there: str, unit_ids: Sequence[str], aftermath: Aftermath) -> None:
    """Units step from one Location into another, or from or off the map, on foot: the mines of both attack them, each
    with one DR."""
    if not game.state.mines or (here and there and is_within_building(game, here, there)):
        return
    for location in (here, there):
        strength = minefield(game, location) if location else 0
        alive = with_prisoners(game, those_left(game, unit_ids))
        if strength and alive:
            mine_attack(game, location, strength, alive, aftermath)


@rule("B28/infantry", "A4.62")
def mine_attack(game: Game, hex_: str, strength: int, unit_ids: Sequence[str], aftermath: Aftermath) -> None:
    """A minefield attacks units with one DR on the column of its strength, whatever protects them."""
    find_mines(game, hex_, "ap")
    ift, drm = game.content.table("ift", Ift), Sum(mine_modifiers(game, unit_ids))
    column = ift.column(strength)
    total = game.roll(
        "2d6", "mines", "B28/infantry", bands=[repr(ift.result(column, each + drm.total)) for each in range(2, 13)]
    )
    result = ift.result(column, total + drm.total)
    game.say(
        Resolved(
            rule="B28/infantry",
            what="mines",
            result=f"ift.{result.kind}",
            lines=(Line("column", str(column), "A7.1"), *drm.lines),
            subject=shown_id(game, unit_ids[0]),
            target=hex_,
            favours=game.state.mines[hex_].side if result.kind != "none" else "",
        )
    )
    if could_check(ift, column, drm.total):
        desperate_under_fire(game, unit_ids)
    apply_result(game, unit_ids, result, aftermath)


@rule("B28/infantry", "A4.62")
def mine_modifiers(game: Game, unit_ids: Sequence[str]) -> list[Modifier]:
    """What is added to an attack of mines: nothing, unless somebody is clearing them."""
    if not any(is_clearing(game, name) for name in unit_ids if name in game.state.units):
        return []
    figure = game.content.table("fire-modifiers", FireModifiers).modifiers["hazardous"]
    return [Modifier("hazardous", figure.value, figure.rule)]


@rule("B28/infantry", "B28.5")
def find_mines(game: Game, hex_: str, *kinds: Kind) -> None:
    """Mines that attack are known from then on, and those of the other kind in their hex are not; all of them, if none
    are named."""
    mines = game.state.mines.get(hex_)
    if mines is None:
        return
    laid = [kind for kind in KINDS if (mines.ap if kind == "ap" else mines.at)]
    unknown = [kind for kind in laid if not mines.known or mines.unknown == kind]
    left = [kind for kind in unknown if kinds and kind not in kinds]
    if left == unknown:
        return
    game.state.mines[hex_] = replace(mines, known=True, unknown=left[0] if left else "")
    game.reveal()
    game.say(MinesFound(rule="B28/infantry", at=hex_))


@rule("B28/infantry", "B28.5", "A12.16")
def as_known(mines: Mines) -> Mines:
    """Known mines of others without those of the kind that has not shown itself."""
    if not mines.unknown:
        return mines
    return replace(mines, unknown="", **{mines.unknown: 0})


def knows_mines(mines: Mines, side: str, kind: Kind) -> bool:
    """Whether a side knows of the mines of a kind in a hex."""
    return mines.side == side or (mines.known and mines.unknown != kind)
