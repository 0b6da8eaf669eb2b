"""Chapter 14.5: what a step from hex to hex costs by the terrain effects chart, in any weather and light."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.board import FORBIDDEN, Places
from sandtable.games.gts.content import Content
from sandtable.games.gts.movement.bridges_and_ferries import river_sides
from sandtable.games.gts.movement.roads_and_railways import ROAD, column_places, groups_of_ways, ways_over_sides
from sandtable.games.gts.movement.terrain_chart import halves, terrain_chart
from sandtable.kernel import of_content, rule

PASSAGES = ("bridge", "ferry", "crossing")
"""What leads over a hexside, so that it can be passed without a way."""
NONE: frozenset[str] = frozenset()
BY_NONE = "-"
"""The way of those who come across country into a hex in which ways pass without meeting."""


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


class HexStep(NamedTuple):
    """A step from a place of a hex to one of the next."""

    edge: int
    """Its number among the steps of the places."""
    here: int
    there: int
    kind: int
    """The terrain ahead and the hexside between, by their number."""
    ways: tuple[str, ...]
    """The ways over the hexside that those who make it can use."""
    crossing: str
    """The bridge or ferry that carries them."""
    passage: bool
    came: str
    """The way by which they came, where it matters; then the one that they must go on by, if there is a choice."""
    goes: str


class Steps(NamedTuple):
    """The steps that anybody in a formation can make: out of every hex, and over which kinds of ground."""

    places: Places
    out_of: tuple[tuple[HexStep, ...], ...]
    kinds: tuple[tuple[str, frozenset[str]], ...]
    """Each a terrain ahead and the features of the hexside between."""


@of_content
def steps_of(content: Content, column: bool) -> Steps:
    """The steps of a formation: only columns use ways, and tell apart by which of them they came."""
    board, over, ways = content.board, river_sides(content), ways_over_sides(content) if column else {}
    places = column_places(content) if column else board.places
    kinds: dict[tuple[str, frozenset[str]], int] = {}
    found: list[list[HexStep]] = [[] for _ in range(board.size)]
    for step in places.steps():
        here, there = places.hex_of[step.here], places.hex_of[step.there]
        features = board.side_features(here, step.side % 6)
        kind = kinds.setdefault((board.hexes[there].terrain, features), len(kinds))
        usable, goes = ways.get(step.side, ()), places.place(step.there).way
        if usable or not goes:
            crossing = over.get(frozenset((board.labels[here], board.labels[there])), "")
            passage, came = not features.isdisjoint(PASSAGES), places.place(step.here).way
            chosen = goes or (BY_NONE if len(places.places_of(there)) > 1 else "")
            found[here].append(HexStep(step.edge, here, there, kind, usable, crossing, passage, came, chosen))
    return Steps(places, tuple(map(tuple, found)), tuple(kinds))


class ChartCosts:
    """What ground, hexsides and ways cost a class in a formation by the chart, in some weather and light."""

    def __init__(self, content: Content, wanted: Terms) -> None:
        self._terms, self._chart = wanted, terrain_chart(content)
        self._worse, self._factor = halves(wanted.worse), wanted.factor
        self.rates = {name: self._way_cost(name) for name in self._chart.ways}
        """The rate of each way."""
        self.country = [self._across_country(*kind) for kind in steps_of(content, wanted.column).kinds]
        """The cost of each kind of step across country."""
        self.ground = {name: self._open_ground(name) for name in {info.terrain for info in content.board.hexes}}
        """The cost of each terrain by itself."""

    @rule("14.5", "26.0/fog", "26.0/rain", "28.0", "29.34")
    def _way_cost(self, name: str) -> int:
        """The rate of a way; rain spares it, fog does not, and night doubles it."""
        rate: float = getattr(self._chart.ways[name], self._terms.mobility)
        return (halves(rate) + halves(self._terms.worse_on_ways)) * self._factor

    @rule("1.2/terrain", "14.2", "14.5", "29.34")
    def _ground(self, terrain: str) -> int | None:
        """What a terrain costs; None is prohibited."""
        ground = self._chart.terrain.get(terrain)
        if ground is None:
            return None
        points = getattr(ground, self._terms.mobility).cost(column=self._terms.column)
        return None if points is None else halves(points)

    def _open_ground(self, terrain: str) -> int:
        """What a terrain costs by itself, in this weather and light."""
        points = self._ground(terrain)
        return FORBIDDEN if points is None else (points + self._worse) * self._factor

    @rule("14.3", "14.5", "14.9", "26.0/fog", "26.0/rain", "28.0")
    def _across_country(self, terrain: str, features: frozenset[str]) -> int:
        """The ground ahead with what the hexside adds, one more in fog and rain, all doubled at night."""
        points = self._ground(terrain)
        if points is None:
            return FORBIDDEN
        added = 0
        for feature in features:
            hexside = self._chart.hexsides.get(feature)
            if hexside is None:
                continue
            crossing = getattr(hexside, self._terms.mobility)
            if crossing is None:
                return FORBIDDEN
            extra = crossing.column if self._terms.column else crossing.combat
            points *= extra.times
            added += halves(extra.add)
        return (points + added + self._worse) * self._factor


@of_content
def chart_costs(content: Content, wanted: Terms) -> ChartCosts:
    """What the chart says under some terms, whatever happens to the map."""
    return ChartCosts(content, wanted)


class StepCosts:
    """The cost of every step under some terms."""

    def __init__(self, content: Content, wanted: Terms) -> None:
        self.terms, self.board, self.groups = wanted, content.board, groups_of_ways(content)
        self.chart = chart_costs(content, wanted._replace(closed=NONE, blocked=NONE, shelled=frozenset()))
        self.rates, self.country = self.chart.rates, self.chart.country

    @rule("14.3", "14.6", "14.7/restrictions", "29.41")
    def price(self, step: HexStep) -> int:
        """The cost of a step: the cheapest, or, into a hex in which ways pass without meeting, by the way of the step.

        Whoever comes in across country, or over a hexside that both kinds of way cross at the same rate, may go on by
        either; a way that costs no less than that is none.
        """
        rates = self._rates(step)
        if not step.goes:
            return min([self.country[step.kind], *rates.values()])
        freely = self.country[step.kind]
        if len(rates) > 1 and len(set(rates.values())) == 1:
            freely = min(freely, rates[ROAD])
        if step.goes == BY_NONE:
            return freely
        along = rates.get(step.goes, FORBIDDEN)
        return along if along < freely else FORBIDDEN

    @rule("14.6", "14.7/restrictions")
    def _rates(self, step: HexStep) -> dict[str, int]:
        """What a step costs by the best way of each kind; none leads over a bridge or ferry that cannot be crossed."""
        found: dict[str, int] = {}
        if step.crossing not in self.terms.closed:
            for name in step.ways:
                group, cost = self.groups[name], self._by_way(step, name)
                found[group] = min(cost, found.get(group, FORBIDDEN))
        return found

    @rule("14.6", "23.2")
    def _by_way(self, step: HexStep, name: str) -> int:
        """A step along a way: at its rate; by the ground where a roadblock closes it; dearer after another way.

        Whoever changes between ways that do not meet pays for the hex in which they pass by its ground, in place of
        the rate at which it came in.
        """
        labels, blocked = self.board.labels, self.terms.blocked
        if labels[step.here] in blocked or labels[step.there] in blocked:
            return self.chart.ground[self.board.hexes[step.there].terrain] if step.passage else FORBIDDEN
        rate = self.rates[name]
        if not step.came or step.came == self.groups[name]:
            return rate
        ground = self.chart.ground[self.board.hexes[step.here].terrain]
        return FORBIDDEN if ground >= FORBIDDEN else max(ground - self._rate_in(step.here, step.came), 0) + rate

    def _rate_in(self, here: int, came: str) -> int:
        """The rate of the best way of a group in a hex."""
        slots = range(6 * here, 6 * here + 6)
        names = [name for name in self.rates if self.groups[name] == came]
        return min(self.rates[name] for name in names if any(self.board.networks[name][slot] for slot in slots))
