"""Chapter 14.5: what steps cost a unit as things are: with roadblocks, blown bridges and barrages."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from sandtable.board import FORBIDDEN, Mover, Places
from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers import works
from sandtable.games.gts.indirect.radio_contact import barrage_figures
from sandtable.games.gts.movement.bridges_and_ferries import closed_crossings
from sandtable.games.gts.movement.roads_and_railways import column_places
from sandtable.games.gts.movement.step_costs import StepCosts, Terms, steps_of
from sandtable.games.gts.movement.terrain_chart import halves, movement_figures
from sandtable.games.gts.state import Unit
from sandtable.games.gts.units import Game, division_of, face, is_night
from sandtable.kernel import derived, of_content, rule

FINELY = 64
"""The parts of a half movement point: of equally cheap ways the one that leaves fewer hexes under fire is taken."""


class Costs(NamedTuple):
    """What the steps between the places of the map cost, in half points."""

    places: Places
    mover: Mover

    def place(self, here: int, way: str) -> int:
        """The place of those who came into a hex by a way, or across country."""
        return self.places.index.get(f"{self.places.labels[here]}~{way}", here) if way else here

    def enter(self, here: int, there: int) -> int:
        """What the step from a place into a hex next to it costs; FORBIDDEN where it is prohibited."""
        return min([self.mover.step(here, place) for place in self.places.places_of(there)])


@rule("14.5", "23.2")
@derived("weather", "turn", "barrages", "roadblocks", "bridges", "ferried", "holders")
def terms(game: Game, mobility: str, column: bool, division: str) -> Terms:
    """What bears on the costs of a class in a formation: weather, light, roadblocks, bridges, barrages.

    Only what is in column depends on the ways, and so on the roadblocks that its division has not placed.
    """
    closed: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()
    if column:
        closed = closed_crossings(game, mobility)
        blocked = frozenset(label for label in game.state.roadblocks if not works.road_open(game, label, division))
    return Terms(mobility, column, *conditions(game), closed, blocked, _shelled(game))


@rule("26.0/clear", "26.0/fog", "26.0/overcast", "26.0/rain", "28.0")
def conditions(game: Game) -> tuple[int, int, int]:
    """What the weather adds to a hex, and to one along a way, which rain spares; and by what night multiplies it."""
    figures, weather = movement_figures(game.content), game.state.weather
    worse = figures.weather[weather]
    on_ways = 0 if weather in figures.weather_spares_ways_in else worse
    return worse, on_ways, figures.night_factor if is_night(game) else 1


@rule("16.4.2.2/leave")
def _shelled(game: Game) -> frozenset[tuple[str, int]]:
    """The hexes that a barrage makes dearer to leave."""
    if not game.state.barrages:
        return frozenset()
    markers = barrage_figures(game).markers
    return frozenset((label, markers[name].leave) for label, name in game.state.barrages.items())


@of_content
def usual_costs(content: Content, wanted: Terms) -> Costs:
    """The costs of a class in a formation where there are neither roadblocks nor barrages."""
    chart, steps = StepCosts(content, wanted), steps_of(content, wanted.column)
    prices = array("i", [FORBIDDEN]) * len(steps.places.to)
    for leaving in steps.out_of:
        for step in leaving:
            prices[step.edge] = chart.price(step)
    return Costs(steps.places, steps.places.mover(prices, scale=FINELY))


@derived(terms)
def costs(game: Game, mobility: str, column: bool, division: str) -> Costs:
    """The costs of a class in a formation as they are now."""
    wanted = terms(game, mobility, column, division)
    places, mover = usual_costs(game.content, wanted._replace(blocked=frozenset(), shelled=frozenset()))
    if wanted.blocked:
        mover = mover.changed(_past_roadblocks(game.content, wanted))
    if wanted.shelled:
        mover = mover.changed(_out_of_barrages(game.content, wanted, mover))
    return Costs(places, mover)


def costs_of(game: Game, unit_id: str, *, mobility: str = "") -> Costs:
    """The costs for a unit as it is now, as if it were of another movement class if so."""
    unit, division = game.state.units[unit_id], division_of(game, unit_id)
    found = costs(game, mobility or face(game, unit_id).mobility, unit.column, division if unit.column else "")
    return _out_of_entry(game, unit, found) if unit.entry and unit.at in game.state.barrages else found


@rule("8.0", "16.4.2.2/leave")
def _out_of_entry(game: Game, unit: Unit, usual: Costs) -> Costs:
    """Nobody is fired at in an entry hex, so the barrage there makes it no dearer to leave."""
    points = halves(barrage_figures(game).markers[game.state.barrages[unit.at]].leave)
    steps = steps_of(game.content, unit.column).out_of[game.content.board.index[unit.at]]
    prices = {step.edge: usual.mover.price(step.edge) for step in steps}
    cheaper = {edge: price - points for edge, price in prices.items() if price < FORBIDDEN}
    return usual._replace(mover=usual.mover.changed(cheaper))


def places_of(game: Game, unit_id: str) -> Places:
    """The places that a unit in its formation tells apart."""
    return column_places(game.content) if game.state.units[unit_id].column else game.content.board.places


@of_content
def hex_costs(content: Content, wanted: Terms) -> array[int]:
    """What each step from a hex to the next costs whoever has not come by a way, by hex and direction."""
    usual, board = usual_costs(content, wanted), content.board
    found = array("i", [FORBIDDEN]) * (6 * board.size)
    for slot, there in enumerate(board.neighbours):
        if there >= 0:
            found[slot] = usual.enter(slot // 6, there)
    return found


@rule("23.2")
def _past_roadblocks(content: Content, wanted: Terms) -> dict[int, int]:
    """What the steps into and out of hexes with roadblocks cost."""
    board, chart, steps = content.board, StepCosts(content, wanted), steps_of(content, wanted.column).out_of
    touched = {board.index[label] for label in wanted.blocked}
    touched |= {j for i in touched for j in board.adjacent(i)}
    return {step.edge: chart.price(step) for index in touched for step in steps[index]}


@rule("16.4.2.2/leave")
def _out_of_barrages(content: Content, wanted: Terms, mover: Mover) -> dict[int, int]:
    """Leaving a hex under a barrage costs more; this is no cost of the chart, so night does not double it."""
    index, steps = content.board.index, steps_of(content, wanted.column).out_of
    return {
        step.edge: min(mover.price(step.edge) + halves(points), FORBIDDEN)
        for label, points in wanted.shelled
        for step in steps[index[label]]
    }


@rule("14.6", "18.7/5E")
def may_enter_deployed(game: Game, unit_id: str, origin: str, target: str) -> bool:
    """Whether a unit, were it in combat formation, could enter a hex next to it."""
    index, deployed = game.content.board.index, costs(game, face(game, unit_id).mobility, False, "")
    return deployed.enter(index[origin], index[target]) < FORBIDDEN


@rule("14.4", "14.9", "14.11")
def may_enter(game: Game, unit_id: str, origin: str, target: str, *, mobility: str = "") -> bool:
    """Whether neither the terrain of a hex nor the hexside bars a unit in its formation from entering it."""
    mobility = mobility or face(game, unit_id).mobility
    if mobility == "immobile":
        return False
    index = game.content.board.index
    return costs_of(game, unit_id, mobility=mobility).enter(index[origin], index[target]) < FORBIDDEN
