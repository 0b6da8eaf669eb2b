"""Chapter 14.5: what every step costs a movement class in a formation, in the weather and light of the turn."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from sandtable.board import FORBIDDEN, Mover, Places
from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers import works
from sandtable.games.gts.indirect.radio_contact import barrage_figures
from sandtable.games.gts.movement.bridges_and_ferries import closed_crossings, river_sides
from sandtable.games.gts.movement.roads_and_railways import column_places, group_of, ways_over_sides
from sandtable.games.gts.movement.terrain_chart import halves, movement_figures, terrain_chart
from sandtable.games.gts.units import Game, division_of, face, is_night
from sandtable.kernel import derived, of_content, rule

FINELY = 64
"""The parts of a half movement point: of equally cheap ways the one that leaves fewer hexes under fire is taken."""


class Terms(NamedTuple):
    """Everything that the costs of a move depend on."""

    mobility: str
    column: bool
    worse: int
    """The movement points that the weather adds to a hex; then to a hex entered along a way."""
    worse_on_ways: int
    factor: int
    """By what the light of the turn multiplies every cost."""
    closed: frozenset[str] = frozenset()
    """Bridges and ferries that cannot be crossed."""
    blocked: frozenset[str] = frozenset()
    """Hexes whose ways a roadblock closes."""
    shelled: frozenset[tuple[str, int]] = frozenset()
    """Hexes that cost more to leave, and how many movement points."""


def clear_day(mobility: str, *, column: bool) -> Terms:
    """What bears on the costs of a class on a clear day without an enemy."""
    return Terms(mobility, column, 0, 0, 1)


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
    chart = StepCosts(content, wanted)
    prices = array("i", [FORBIDDEN]) * len(chart.places.to)
    for steps in steps_from(content, wanted.column):
        for step in steps:
            prices[step.edge] = chart.price(step)
    return Costs(chart.places, chart.places.mover(prices, scale=FINELY))


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
    column = game.state.units[unit_id].column
    return costs(game, mobility or face(game, unit_id).mobility, column, division_of(game, unit_id) if column else "")


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
    board, chart, steps = content.board, StepCosts(content, wanted), steps_from(content, wanted.column)
    touched = {board.index[label] for label in wanted.blocked}
    touched |= {j for i in touched for j in board.adjacent(i)}
    return {step.edge: chart.price(step) for index in touched for step in steps[index]}


@rule("16.4.2.2/leave")
def _out_of_barrages(content: Content, wanted: Terms, mover: Mover) -> dict[int, int]:
    """Leaving a hex under a barrage costs more; this is no cost of the chart, so night does not double it."""
    index, steps = content.board.index, steps_from(content, wanted.column)
    return {
        step.edge: min(mover.price(step.edge) + halves(points), FORBIDDEN)
        for label, points in wanted.shelled
        for step in steps[index[label]]
    }


class HexStep(NamedTuple):
    """A step from a place of a hex to one of the next: by which way it came, and by which way it must go on, if so."""

    edge: int
    here: int
    direction: int
    there: int
    came: str
    goes: str | None


@of_content
def steps_from(content: Content, column: bool) -> tuple[tuple[HexStep, ...], ...]:
    """The steps that lead out of every hex, as a formation tells its places apart."""
    places = column_places(content) if column else content.board.places
    found: list[list[HexStep]] = [[] for _ in range(content.board.size)]
    for step in places.steps():
        here, there = places.hex_of[step.here], places.hex_of[step.there]
        goes = places.place(step.there).way if len(places.places_of(there)) > 1 else None
        found[here].append(HexStep(step.edge, here, step.side % 6, there, places.place(step.here).way, goes))
    return tuple(map(tuple, found))


class StepCosts:
    """The cost of every step under some terms."""

    def __init__(self, content: Content, wanted: Terms) -> None:
        self.terms, self.board, self.chart = wanted, content.board, terrain_chart(content)
        self.places = column_places(content) if wanted.column else content.board.places
        self.worse, self.factor = halves(wanted.worse), wanted.factor
        self.rates = {name: self._way_cost(name) for name in self.chart.ways}
        self.over, self.ways = river_sides(content), ways_over_sides(content)
        self._country: dict[tuple[str, frozenset[str]], int] = {}

    def price(self, step: HexStep) -> int:
        """What a step costs; one that would have to go on by another way than it takes is none."""
        cost, way = self._step(step.here, step.direction, step.there, step.came)
        return FORBIDDEN if step.goes is not None and step.goes != way else min(cost, FORBIDDEN)

    @rule("14.3", "14.6", "29.41")
    def _step(self, here: int, direction: int, there: int, way: str) -> tuple[int, str]:
        """The cheapest cost of a step, and the way by which it is made; across country where that is as cheap."""
        best, came = self._across_country(here, direction, there), ""
        ways = self.ways.get(6 * here + direction)
        if ways is None or not self.terms.column or self._is_cut(here, there):
            return best, came
        for name in ways:
            cost = self._by_way(here, there, name, way, direction)
            if cost < best:
                best, came = cost, group_of(name)
            elif cost == best and came and came != group_of(name):
                came = ""
        return best, came

    @rule("14.7/restrictions")
    def _is_cut(self, here: int, there: int) -> bool:
        """Whether the bridge or ferry between two hexes cannot be crossed, and so no way leads over it."""
        closed, labels = self.terms.closed, self.board.labels
        return bool(closed) and self.over.get(frozenset((labels[here], labels[there]))) in closed

    @rule("14.6", "23.2")
    def _by_way(self, here: int, there: int, name: str, came: str, direction: int) -> int:
        """A step along a way: at its rate; by the ground where a roadblock closes it; dearer after another way.

        Whoever changes between ways that do not meet pays for the hex in which they pass by its ground, in place of
        the rate at which it came in.
        """
        labels, blocked = self.board.labels, self.terms.blocked
        if labels[here] in blocked or labels[there] in blocked:
            return self._open_ground(there) if self._is_passage(here, direction) else FORBIDDEN
        rate = self.rates[name]
        if not came or came == group_of(name):
            return rate
        ground = self._open_ground(here)
        return FORBIDDEN if ground >= FORBIDDEN else max(ground - self._rate_in(here, came), 0) + rate

    def _is_passage(self, here: int, direction: int) -> bool:
        """Whether a bridge, ferry or crossing leads over a hexside, so that it can be passed without a way."""
        return not self.board.side_features(here, direction).isdisjoint(("bridge", "ferry", "crossing"))

    def _rate_in(self, here: int, came: str) -> int:
        """The rate of the best way of a group in a hex."""
        slots = range(6 * here, 6 * here + 6)
        names = [name for name in self.rates if group_of(name) == came]
        return min(self.rates[name] for name in names if any(self.board.networks[name][slot] for slot in slots))

    @rule("14.5", "26.0/fog", "26.0/rain", "28.0", "29.34")
    def _way_cost(self, name: str) -> int:
        """The rate of a way; rain spares it, fog does not, and night doubles it."""
        rate: float = getattr(self.chart.ways[name], self.terms.mobility)
        return (halves(rate) + halves(self.terms.worse_on_ways)) * self.factor

    @rule("1.2/terrain", "14.2", "14.5", "29.34")
    def _ground(self, index: int) -> int | None:
        """What the terrain of a hex costs; None is prohibited."""
        ground = self.chart.terrain.get(self.board.hexes[index].terrain)
        if ground is None:
            return None
        points = getattr(ground, self.terms.mobility).cost(column=self.terms.column)
        return None if points is None else halves(points)

    def _open_ground(self, index: int) -> int:
        """What a hex costs by its ground alone, in this weather and light."""
        points = self._ground(index)
        return FORBIDDEN if points is None else (points + self.worse) * self.factor

    @rule("14.3", "14.5", "14.9", "26.0/fog", "26.0/rain", "28.0")
    def _across_country(self, here: int, direction: int, there: int) -> int:
        """The ground ahead with what the hexside adds, one more in fog and rain, all doubled at night."""
        features = self.board.side_features(here, direction)
        key = (self.board.hexes[there].terrain, features)
        found = self._country.get(key)
        if found is None:
            found = self._country[key] = self._over_ground(self._ground(there), features)
        return found

    def _over_ground(self, points: int | None, features: frozenset[str]) -> int:
        """What ground that costs so many half points costs across a hexside."""
        if points is None:
            return FORBIDDEN
        added = 0
        for feature in features:
            hexside = self.chart.hexsides.get(feature)
            if hexside is None:
                continue
            crossing = getattr(hexside, self.terms.mobility)
            if crossing is None:
                return FORBIDDEN
            extra = crossing.column if self.terms.column else crossing.combat
            points *= extra.times
            added += halves(extra.add)
        return (points + added + self.worse) * self.factor


@rule("14.3", "14.9")
def step_cost(game: Game, unit_id: str, origin: str, target: str) -> int | None:
    """What a unit pays to enter a hex next to another, in half points; None if terrain or hexside prohibit it."""
    index = game.content.board.index
    found = costs_of(game, unit_id).enter(index[origin], index[target])
    return None if found >= FORBIDDEN else found


@rule("14.4", "14.9", "14.11")
def may_enter(game: Game, unit_id: str, origin: str, target: str, *, mobility: str = "") -> bool:
    """Whether neither the terrain of a hex nor the hexside bars a unit in its formation from entering it."""
    mobility = mobility or face(game, unit_id).mobility
    if mobility == "immobile":
        return False
    index = game.content.board.index
    return costs_of(game, unit_id, mobility=mobility).enter(index[origin], index[target]) < FORBIDDEN
