"""Small positions for movement of the Advanced Game: country drawn in text, units on it by their cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.panzer.country import column, country
from games.panzer.firing import Placed, placed, position
from sandtable.board import Board
from sandtable.games.panzer.movement.movement_phase import MovementPhase
from sandtable.games.panzer.state import Unit
from sandtable.games.panzer.units import Game

RIFLES, SECTION, HMG, HORSE, BIKES = "de-rifle", "de-section", "de-section-weapon", "de-cavalry", "de-mc"
GUN, FLAK, TANK, TRUCK, CARRIER, RED = "pak-40", "flak-36-88", "pz-iv-h", "opel-blitz", "spw-251-1", "su-rifle"
"""Cards that most positions use."""


def mover(card: str, at: str, facing: int = 0, **more: object) -> Placed:
    """A unit with a Move command that nobody has seen."""
    return placed(card, at, facing, **{"order": "move", "shown": False, **more})  # type: ignore[arg-type]


def marching(
    units: Mapping[str, Placed],
    ground: str | Board = "." * 9,
    heights: str = "",
    dice: Sequence[int] = (),
    **more: object,
) -> Game:
    """The Germans move; the country is a column from A1 southward, or one drawn elsewhere."""
    board = column(ground, heights).board if isinstance(ground, str) else ground
    return position(units, MovementPhase(side="german"), board=board, dice=dice, **more)  # type: ignore[arg-type]


def drawn(rows: str, heights: str = "", **more: object) -> Board:
    """A board drawn in text."""
    return country(rows, heights, **more).board  # type: ignore[arg-type]


def play(game: Game, *options: str) -> Game:
    """Make these choices in turn."""
    for option in options:
        side = next(d.side for d in game.decisions if d.find(option) is not None or len(game.decisions) == 1)
        game.choose(option, side)
    return game


def costs(game: Game) -> dict[str, float | None]:
    """What the offered options cost."""
    return {option.id: option.cost for option in game.decisions[0].options}


def offered(game: Game, kind: str) -> set[str]:
    """What is offered of a kind."""
    return {ident.partition(":")[2] for ident in game.decisions[0].ids if ident.startswith(f"{kind}:")}


def reach_of(game: Game) -> dict[str, float | None]:
    """The hexes on offer with their costs."""
    return {ident[4:]: cost for ident, cost in costs(game).items() if ident.startswith("hex:")}


def unit_of(game: Game, unit_id: str = "g1") -> Unit:
    return game.state.units[unit_id]


def left(game: Game) -> object:
    """The points that the unit which moves has left."""
    return game.decisions[0].args["left"]


def reason(game: Game, option: str) -> tuple[str, str]:
    """Why something is not offered, and by which rule."""
    refusal = game.explain(option)
    assert refusal is not None
    return refusal.reason, refusal.rule
