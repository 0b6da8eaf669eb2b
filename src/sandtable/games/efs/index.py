"""Kept for speed: who stands where, and what lies along hexsides for those who move and for supply. No rule lives here.

What the map alone says is worked out once; what was built and broken since changes the hexsides that it lies on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sandtable.board import Tracer
from sandtable.games.efs.content import Content, Edge
from sandtable.games.efs.state import State, Unit, Weather
from sandtable.games.efs.supply import hexsides
from sandtable.games.efs.supply.hexsides import Grade
from sandtable.kernel import AnyTitle, derived, of_content
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.roster import Roster

if TYPE_CHECKING:
    from sandtable.games.efs.units import Game

GROUND = ("weather", "strongpoints", "ruined", "bridges", "damage", "rail_holder", "rail_cuts", "turn")
"""What decides how supply routes get from a hex to the next, whatever the enemy does."""


class Places(Roster[Unit]):
    """Combat units on the map by hex and side; supply units are no combat units and are not among them."""

    def side_of(self, unit_id: str, unit: Unit) -> str:
        content: Content = self.content
        return content.side_of[unit_id]


# Hexsides that are not as the map was printed


def both_ways(edges: set[Edge]) -> set[Edge]:
    return edges | {(there, here) for here, there in edges}


@derived("bridges", "damage", "rail_holder", "rail_cuts")
def altered_hexsides(game: Game) -> tuple[Edge, ...]:
    """The hexsides, both ways, on which Bridge markers or broken bridges lie, and those of railroads that were
    converted or cut.
    """
    state, adjacent = game.state, game.content.adjacent
    found = {(each.at, each.to) for each in state.bridges.values() if each.at}
    found |= {(label, other) for label, _, other in (name.partition("/")[0].partition("-") for name in state.damage)}
    found |= {(label, other) for label in (*state.rail_holder, *state.rail_cuts) for other in adjacent[label]}
    return tuple(sorted(both_ways(found)))


@derived("strongpoints", "ruined")
def fortified_hexsides(game: Game) -> tuple[Edge, ...]:
    """The hexsides, both ways, around strongpoints and around fortifications of the map that were destroyed."""
    state, adjacent = game.state, game.content.adjacent
    hexes = {*state.strongpoints, *(name.partition(">")[0] for name in state.ruined)}
    return tuple(sorted(both_ways({(label, other) for label in hexes for other in adjacent[label]})))


# Supply: how routes get from a hex to the next


class Gait(NamedTuple):
    """Where a route gets from a hex to the next freely, and where it does at all."""

    good: Tracer
    poor: Tracer


class OpenSteps(NamedTuple):
    """The steps that are open to supply routes, seen from the source: lines on their way, the first step of a line, the
    road net, and the railroad net.
    """

    line: Gait
    first: Gait
    road: Gait
    rail: Tracer


GRADES: dict[Grade, int] = {"closed": 0, "poor": 1, "good": 2}
GOOD_ONLY = bytes(each == GRADES["good"] for each in range(256))
STEPS: dict[str, tuple[Callable[[Game, str, Edge], Grade], bool]] = {
    "line": (hexsides.crossing, True),
    "first": (hexsides.first_step, True),
    "road": (hexsides.by_road, False),
    "rail": (hexsides.by_rail, False),
}
"""What says how each kind of step is taken, and whether lines are traced against its direction: from their end."""


@of_content
def slots(content: Content) -> dict[Edge, int]:
    """The number of each hexside among those of the map, as it is crossed."""
    board = content.board
    return {
        (label, board.labels[there]): 6 * here + way
        for here, label in enumerate(board.labels)
        for way in range(6)
        if (there := board.neighbour(here, way)) >= 0
    }


@of_content
def grades_on_the_map(content: Content, title: AnyTitle, side: str, weather: Weather) -> dict[str, bytearray]:
    """How supply routes of a side get across each hexside of the map as it is printed, for each kind of step."""
    game = KernelGame(title, content, State(scenario="", weather=weather))
    found = {kind: bytearray(len(content.board.neighbours)) for kind in STEPS}
    for edge in content.hexsides:
        grade(game, side, edge, found)
    return found


def grade(game: Game, side: str, edge: Edge, found: dict[str, bytearray]) -> None:
    """Note how supply routes get across a hexside."""
    slot = slots(game.content)
    for kind, (judged, backwards) in STEPS.items():
        found[kind][slot[edge[::-1] if backwards else edge]] = GRADES[judged(game, side, edge)]


@of_content
def any_step(content: Content) -> Tracer:
    """Lines that go from any hex to the next."""
    return Tracer(content.board.neighbours, bytes([1]) * len(content.board.neighbours))


@derived(*GROUND)
def open_steps(game: Game, side: str) -> OpenSteps:
    """The steps that are open to supply routes of a side now, apart from hexes that the enemy blocks."""
    weather = game.state.weather
    conditions = Weather(kind=weather.kind, lingering_mud=weather.lingering_mud, frozen=weather.frozen)
    printed = grades_on_the_map(game.content, game.title, side, conditions)
    found = {kind: bytearray(each) for kind, each in printed.items()}
    for edge in (*altered_hexsides(game), *fortified_hexsides(game)):
        grade(game, side, edge, found)
    around = game.content.board.neighbours
    line, first, road = (
        Gait(Tracer(around, found[kind].translate(GOOD_ONLY)), Tracer(around, found[kind]))
        for kind in ("line", "first", "road")
    )
    return OpenSteps(line, first, road, Tracer(around, found["rail"]))
