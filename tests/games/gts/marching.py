"""Units about to be told to move, for the tests of movement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.gts.positions import DAY, activated, content, quiet
from games.gts.test_command import Idle
from sandtable.board import FORBIDDEN
from sandtable.games.gts.movement.costs import costs_of
from sandtable.games.gts.sequence.actions import Order
from sandtable.games.gts.state import Active, Points, Unit
from sandtable.games.gts.units import Game
from sandtable.kernel.dice import ScriptedDice

OPEN, NEXT, THIRD = "1014", "1015", "1016"
"""Clear hexes in a row, in open country."""
EAST, STREAM = "1116", "1216"
"""Clear hexes with a stream between them; the first is next to THIRD."""
WEST_ROAD = ("1018", "1118", "1217", "1317", "1417", "1517")
"""Hexes along a road."""
COMPANY, SECOND, FOURTH, FIFTH, SIXTH = "1pb1-r", "1pb1-s", "1pb1-t", "1pb2-a", "1pb2-b"
"""Parachute companies, on foot, with 4 MP."""
GUNS, PLATOON, MORTARS = "1pb-at1", "1pb1-mg", "1pb1-mor"
HALFTRACKS, ARMOUR, CARS = "gra-3", "gra-5", "gra-1"
ENEMY = "kra-2"
"""A German company with range 1."""


def order(
    units: Mapping[str, str | Unit],
    *who: str,
    active: Active | None = None,
    dice: Sequence[int | str] = (),
    leaders: Mapping[str, str] | None = None,
    turn: int = DAY,
    weather: str = "clear",
    points: Mapping[str, Points] | None = None,
    scenario: str = "perimeter",
    barrages: Mapping[str, str] | None = None,
    trenches: Mapping[str, str] | None = None,
    roadblocks: Mapping[str, str] | None = None,
    bridges: Mapping[str, str] | None = None,
    ferried: Mapping[str, int] | None = None,
    holders: Mapping[str, str] | None = None,
    switches: tuple[str, ...] = (),
) -> Game:
    """A game in which some units, activated by the chit of their formation, are about to be told what to do."""
    first = content(scenario).counters[who[0]]
    game = quiet(
        units, leaders=leaders, turn=turn, weather=weather, points=points, scenario=scenario, switches=switches,
        active=active or activated(owner=first.formation, side=first.side),
    )  # fmt: skip
    state = game.state
    state.barrages, state.trenches = dict(barrages or {}), dict(trenches or {})
    state.roadblocks, state.bridges = dict(roadblocks or {}), dict(bridges or {})
    state.ferried, state.holders = dict(ferried or {}), dict(holders or {})
    second = game.state.active is not None and game.state.active.second
    state.stack += [Idle(), Order(units=who, second=second, first="fire" if second else "")]
    game.dice = ScriptedDice(dice)
    game.advance()
    return game


def cost(game: Game, label: str) -> float | None:
    """What it costs to go to a hex; None if it is not offered."""
    option = game.decisions[0].find(f"hex:{label}")
    return None if option is None else option.cost


def step_cost(game: Game, unit_id: str, here: str, there: str) -> int | None:
    """What a unit pays to enter a hex next to another, in half points; None if terrain or hexside prohibit it."""
    index = game.content.board.index
    found = costs_of(game, unit_id).enter(index[here], index[there])
    return None if found >= FORBIDDEN else found


def reason(game: Game, option: str) -> tuple[str, str]:
    """Why something is not offered, and the rule."""
    found = game.explain(option)
    assert found is not None, f"{option} is offered"
    return found.reason, found.rule


def at(label: str, unit_id: str = COMPANY, **facts: object) -> Unit:
    """A unit with all its steps in a hex."""
    return Unit(at=label, steps=content().counters[unit_id].steps, **facts)  # type: ignore[arg-type]


def between(a: str, b: str) -> frozenset[str]:
    """The features of the hexside between two hexes."""
    board = content().board
    return board.side_features(board.index[a], board.direction(board.index[a], board.index[b]))


def ways(a: str, b: str) -> set[str]:
    """The ways over the hexside between two hexes."""
    board = content().board
    slot = 6 * board.index[a] + board.direction(board.index[a], board.index[b])
    return {name for name, marks in board.networks.items() if marks[slot]}


def is_over(game: Game) -> bool:
    """Whether the action has ended."""
    return not game.decisions
