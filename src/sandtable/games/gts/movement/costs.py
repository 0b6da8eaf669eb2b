"""Chapter 14.5: what every step costs a movement class in a formation, in the weather and light of the turn.

A unit in column that came into a hex by one way cannot go on by another that does not meet it there at the rate of a
way (14.6). So each hex in which ways pass without meeting is three places: the hex itself, where a unit begins or
comes in across country, and one for those that came by each way.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from sandtable.board import FORBIDDEN, Mover
from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers import works
from sandtable.games.gts.indirect.radio_contact import barrage_figures
from sandtable.games.gts.movement.bridges_and_ferries import closed_crossings, river_sides
from sandtable.games.gts.movement.terrain_chart import TerrainFile, halves, movement_figures, terrain_chart
from sandtable.games.gts.units import Game, division_of, face, is_night
from sandtable.kernel import derived, of_content, rule

SCALE = 64
"""How finely a half movement point is counted, so that of equally cheap ways the safer one can be found."""
ROAD, RAIL = "road", "rail"


class Terms(NamedTuple):
    """Everything that the costs of a move depend on."""

    mobility: str
    column: bool
    worse: int
    """The movement points that the weather adds to a hex; then to a hex entered along a way."""
    worse_on_ways: int
    factor: int
    """By what the light of the turn multiplies every cost."""
    barred: frozenset[str]
    """Hexes whose ways a roadblock closes."""
    closed: frozenset[str]
    """Bridges and ferries that cannot be crossed."""
    shelled: frozenset[tuple[str, int]]
    """Hexes that cost more to leave, and how many movement points."""


def clear_day(mobility: str, *, column: bool) -> Terms:
    """What bears on the costs of a class on a clear day without an enemy."""
    return Terms(mobility, column, 0, 0, 1, frozenset(), frozenset(), frozenset())


class Graph:
    """The places of the map and the costs of going from one to the next."""

    __slots__ = ("costs", "mover", "neighbours", "places")

    def __init__(self, places: Places, neighbours: array[int], costs: array[int]) -> None:
        self.places = places
        self.neighbours, self.costs = neighbours, costs
        self.mover = Mover(neighbours, costs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Graph) and (self.neighbours, self.costs) == (other.neighbours, other.costs)

    __hash__ = None  # type: ignore[assignment]

    def places_of(self, index: int) -> tuple[int, ...]:
        """The places of a hex that these costs tell apart."""
        return self.places.all_of(index) if len(self.costs) > 6 * self.places.size else (index,)

    def step(self, start: int, direction: int) -> int:
        """What leaving a place costs, in half points."""
        cost = self.costs[6 * start + direction]
        return FORBIDDEN if cost >= FORBIDDEN else cost // SCALE


class Places:
    """The hexes, and after them the extra places of those in which a railway passes roads without meeting them."""

    def __init__(self, content: Content) -> None:
        board, chart = content.board, terrain_chart(content)
        self.size = board.size
        self.split = [i for i in range(board.size) if _passes_apart(content, chart, i)]
        self.of_hex = {i: board.size + 2 * k for k, i in enumerate(self.split)}
        self.hex_of = [*range(board.size), *(i for i in self.split for _ in range(2))]
        self.tails = [i for i in self.split for _ in range(2)]

    def place(self, index: int, way: str) -> int:
        """The place of those who came into a hex by a way, or across country."""
        first = self.of_hex.get(index)
        return index if first is None or not way else first + (way == RAIL)

    def all_of(self, index: int) -> tuple[int, ...]:
        """All places of a hex."""
        first = self.of_hex.get(index)
        return (index,) if first is None else (index, first, first + 1)

    def way(self, place: int) -> str:
        """The way by which those in a place came, where it matters."""
        return "" if place < self.size else (ROAD, RAIL)[(place - self.size) % 2]


@of_content
def places_of_map(content: Content) -> Places:
    """The places of the map of a scenario."""
    return Places(content)


@of_content
def ways_over_sides(content: Content) -> dict[int, tuple[str, ...]]:
    """The ways that cross hexsides, by hex and direction."""
    found: dict[int, tuple[str, ...]] = {}
    for name, marks in content.board.networks.items():
        for slot, mark in enumerate(marks):
            if mark:
                found[slot] = (*found.get(slot, ()), name)
    return found


def _passes_apart(content: Content, chart: TerrainFile, index: int) -> bool:
    board = content.board
    info = board.hexes[index]
    if info.terrain in chart.rail_joins_in or chart.rail_joins_at in info.features:
        return False
    here = {name for name, marks in board.networks.items() if any(marks[6 * index : 6 * index + 6])}
    return RAIL in here and len(here) > 1


@rule("14.5", "23.2")
@derived("weather", "turn", "barrages", "roadblocks", "bridges", "ferried", "holders")
def terms(game: Game, mobility: str, column: bool, division: str) -> Terms:
    """What bears on the costs of a class in a formation: weather, light, roadblocks, bridges, barrages.

    Only what is in column depends on the ways, and so on the roadblocks that its division has not placed.
    """
    barred: frozenset[str] = frozenset()
    if column:
        barred = frozenset(label for label in game.state.roadblocks if not works.road_open(game, label, division))
    closed = closed_crossings(game, mobility) if column else frozenset()
    return Terms(mobility, column, *conditions(game), barred, closed, _shelled(game))


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
def undisturbed(content: Content, wanted: Terms) -> Graph:
    """The costs of a class in a formation where no roadblock, blown bridge or barrage changes them."""
    return _Builder(content, wanted).build()


@derived(terms)
def graph(game: Game, mobility: str, column: bool, division: str) -> Graph:
    """The costs of a class in a formation as they are now."""
    wanted = terms(game, mobility, column, division)
    usual = wanted._replace(barred=frozenset(), closed=frozenset(), shelled=frozenset())
    found = undisturbed(game.content, usual)
    return found if wanted == usual else _Builder(game.content, wanted).disturb(found)


def graph_of(game: Game, unit_id: str, *, mobility: str = "") -> Graph:
    """The costs for a unit as it is now, as if it were of another movement class if so."""
    column = game.state.units[unit_id].column
    return graph(game, mobility or face(game, unit_id).mobility, column, division_of(game, unit_id) if column else "")


class _Builder:
    """Works out the cost of every step under some terms."""

    def __init__(self, content: Content, wanted: Terms) -> None:
        self.content, self.terms = content, wanted
        self.chart, self.board = terrain_chart(content), content.board
        self.places = places_of_map(content)
        self.worse, self.factor = halves(wanted.worse), wanted.factor
        self.rates = {name: self._way_cost(name) for name in self.chart.ways}
        self.over, self.ways = river_sides(content), ways_over_sides(content)
        self._country: dict[tuple[str, frozenset[str]], int] = {}

    def build(self) -> Graph:
        """The costs where no roadblock, blown bridge or barrage changes them."""
        count = len(self.places.hex_of) if self.terms.column else self.places.size
        neighbours, costs = array("i", [-1]) * (count * 6), array("i", [FORBIDDEN]) * (count * 6)
        for place in range(count):
            self._leave(place, neighbours, costs)
        return Graph(self.places, neighbours, costs)

    def disturb(self, before: Graph) -> Graph:
        """The costs with what roadblocks, blown bridges and barrages change."""
        neighbours, costs = before.neighbours[:], before.costs[:]
        touched = {self.board.index[label] for label in self.terms.barred}
        touched |= {j for i in touched for j in self.board.adjacent(i)}
        touched |= {self.board.index[end] for ends, name in self.over.items() if name in self.terms.closed
                    for end in ends if end in self.board.index}  # fmt: skip
        for index in touched:
            for place in self._all_places(index):
                self._leave(place, neighbours, costs)
        self._shell(costs)
        return Graph(self.places, neighbours, costs)

    def _leave(self, place: int, neighbours: array[int], costs: array[int]) -> None:
        """Note where each step out of a place leads, and what it costs."""
        here, way = self.places.hex_of[place], self.places.way(place)
        for direction, there in enumerate(self.board.neighbours[6 * here : 6 * here + 6]):
            if there >= 0:
                cost, came = self._step(here, direction, there, way)
                neighbours[6 * place + direction] = self.places.place(there, came)
                costs[6 * place + direction] = min(cost * SCALE, FORBIDDEN)

    @rule("16.4.2.2/leave")
    def _shell(self, costs: array[int]) -> None:
        """Leaving a hex under a barrage costs more; this is no cost of the chart, so night does not double it."""
        for label, points in self.terms.shelled:
            extra = halves(points) * SCALE
            for place in self._all_places(self.board.index[label]):
                for slot in range(6 * place, 6 * place + 6):
                    costs[slot] = min(costs[slot] + extra, FORBIDDEN)

    def _all_places(self, index: int) -> tuple[int, ...]:
        return self.places.all_of(index) if self.terms.column else (index,)

    @rule("14.3", "14.6", "29.41")
    def _step(self, here: int, direction: int, there: int, way: str) -> tuple[int, str]:
        """The cheapest cost of a step, and the way by which it is made; across country where that is as cheap."""
        best, came = self._across_country(here, direction, there), ""
        ways = self.ways.get(6 * here + direction)
        if ways is None or not self.terms.column or self._is_cut(here, there):
            return best, came
        for name in ways:
            cost = self._by_way(here, there, name, way, direction)
            group = RAIL if name == RAIL else ROAD
            if cost < best:
                best, came = cost, group
            elif cost == best and came and came != group:
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
        labels, barred = self.board.labels, self.terms.barred
        if labels[here] in barred or labels[there] in barred:
            return self._open_ground(there) if self._is_passage(here, direction) else FORBIDDEN
        rate = self.rates[name]
        if not came or came == (RAIL if name == RAIL else ROAD):
            return rate
        ground = self._open_ground(here)
        return FORBIDDEN if ground >= FORBIDDEN else max(ground - self._rate_in(here, came), 0) + rate

    def _is_passage(self, here: int, direction: int) -> bool:
        """Whether a bridge, ferry or crossing leads over a hexside, so that it can be passed without a way."""
        return not self.board.side_features(here, direction).isdisjoint(("bridge", "ferry", "crossing"))

    def _rate_in(self, here: int, came: str) -> int:
        """The rate of the best way of a group in a hex."""
        slots = range(6 * here, 6 * here + 6)
        names = [name for name in self.rates if (name == RAIL) == (came == RAIL)]
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
    board = game.content.board
    here = board.index[origin]
    found = graph_of(game, unit_id).step(here, board.direction(here, board.index[target]))
    return None if found >= FORBIDDEN else found


@rule("14.4", "14.9", "14.11")
def may_enter(game: Game, unit_id: str, origin: str, target: str, *, mobility: str = "") -> bool:
    """Whether neither the terrain of a hex nor the hexside bars a unit in its formation from entering it."""
    mobility = mobility or face(game, unit_id).mobility
    if mobility == "immobile":
        return False
    board = game.content.board
    here = board.index[origin]
    costs = graph_of(game, unit_id, mobility=mobility)
    return costs.step(here, board.direction(here, board.index[target])) < FORBIDDEN
