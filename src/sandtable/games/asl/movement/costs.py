"""A4.13, A4.132, B3.4, B10.4, RR12.5, RR13.2: what each step costs, in halves of a MF."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sandtable.board import FORBIDDEN, Mover
from sandtable.board.places import Step
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import GROUND, base_level, houses, parts_of
from sandtable.games.asl.movement.bypass import DOUBLED, way_of
from sandtable.games.asl.movement.fences import NO_BREACHES, breaches
from sandtable.games.asl.movement.ways import places
from sandtable.games.asl.tables.features import Fences, Slopes
from sandtable.games.asl.tables.movement import Movement
from sandtable.games.asl.tables.terrain import Terrain
from sandtable.games.asl.terrain.hexes import ground_around, printed_kinds, rows
from sandtable.games.asl.terrain.hexsides import cover_rows, hexsides
from sandtable.games.asl.units import Game
from sandtable.kernel import derived, of_content, rule


class Weather(NamedTuple):
    """What light and weather do to all steps."""

    night: bool
    rain: bool


@derived("nvr", "rained", "weather")
@rule("E1.16", "E3.54")
def weather_of(game: Game) -> Weather:
    """Whether it is night, and whether it rains or has rained."""
    return Weather(game.state.nvr > 0, game.state.rained or game.state.weather in ("rain", "heavy-rain"))


class _Prices:
    """The costs of steps on a map with some hexes of rubble, in some weather."""

    def __init__(self, content: Content, weather: Weather, rubble: dict[str, str]) -> None:
        self.content, self.weather, self.rubble = content, weather, rubble
        self.figures = content.table("movement", Movement)
        self.terrain = content.table("terrain", Terrain)
        self.fences, self.slopes = content.table("fences", Fences), content.table("slopes", Slopes)
        self.labels = places(content).labels

    def kind(self, hex_: str) -> str:
        return f"{self.rubble[hex_]}-rubble" if hex_ in self.rubble else printed_kinds(self.content)[hex_]

    def price(self, step: Step, *, fence: int) -> int:
        """What a step costs; `fence` is what crossing a fence adds to it."""
        here, there = parts_of(self.labels[step.here]), parts_of(self.labels[step.there])
        for parts in (here, there):
            if parts.hex in self.rubble and (parts.floor != GROUND or parts.way):
                return FORBIDDEN
        if step.side < 0:
            return self._within(here.floor, here.way, there.hex)
        if there.floor != GROUND:
            return rows(self.content)[self.kind(there.hex)].mf + self._night(there.hex)
        return self._across(self.labels[step.there], here.hex, there.hex, step.side % 6, fence)

    @rule("B23.1", "A4.3", "A4.32", "RR11.2")
    def _within(self, floor: int, way: str, hex_: str) -> int:
        """Stairs up and down; out of Bypass into the obstacle of the same hex for its full cost."""
        if way:
            return rows(self.content)[self.kind(hex_)].mf + self._night(hex_)
        return self.figures.stair + self._night(hex_)

    @rule("A4.13", "A4.132", "A4.3", "B3.4", "B9.1", "B10.4", "B23.74", "RR12.5", "RR12.51", "RR12.53", "RR13.2")
    @rule("B24.2")
    def _across(self, label: str, here: str, there: str, direction: int, fence: int) -> int:
        """Into the next hex: its terrain, doubled uphill; then what stands along the hexside is added."""
        content, way = self.content, way_of(label)
        side = hexsides(content)[here][direction]
        terrain = rows(content)
        if way is not None:
            cost = terrain[ground_around(content, there)].mf * (2 if way.sides >= DOUBLED else 1)
        elif side.road and there not in self.rubble:
            cost = self.terrain.road.mf
        elif self._is_same_factory(here, there):
            cost = self.terrain.factory.mf
        else:
            cost = terrain[self.kind(there)].mf
        rise = base_level(content, there) - base_level(content, here)
        if rise > 0:
            cost *= self.figures.uphill**rise
        if side.cover and not side.road:
            cost += cover_rows(content)[side.cover].mf
        if side.fence:
            cost += fence
        if side.slope > 0:
            cost += self.slopes.mf
        if self.weather.rain:
            cost += self.figures.rain * (abs(rise) + (1 if side.slope else 0))
        return cost + (
            0 if way is not None and terrain[ground_around(content, there)].open_ground else self._night(there)
        )

    @rule("E1.16")
    def _night(self, hex_: str) -> int:
        """What the dark adds where terrain is Concealment Terrain by day too."""
        hides = not rows(self.content)[self.kind(hex_)].open_ground
        return self.figures.night if self.weather.night and hides else 0

    def _is_same_factory(self, here: str, there: str) -> bool:
        known = houses(self.content)
        a, b = known.get(here), known.get(there)
        if a is None or b is None or here in self.rubble or there in self.rubble:
            return False
        return a.is_factory and a.building == b.building

    @rule("RR13.2")
    def fence(self, exhausted: bool) -> int:
        """What crossing a fence adds: more at night, and exhausted men cannot."""
        if exhausted:
            return FORBIDDEN
        return self.fences.mf * (self.fences.night if self.weather.night else 1)

    @rule("RR13.21", "RR13.2")
    def breached(self) -> int:
        """What crossing a fence at a Temporary Breach adds."""
        return self.fences.breached * (self.fences.night if self.weather.night else 1)


@of_content
def _printed_mover(content: Content, weather: Weather, exhausted: bool) -> Mover:
    """What finds the ways of men on the map as printed."""
    prices = _Prices(content, weather, {})
    fence, graph = prices.fence(exhausted), places(content)
    return graph.mover(graph.prices(lambda step: min(FORBIDDEN, prices.price(step, fence=fence))))


@rule("A4.13", "B24.2", "RR13.21")
def mover(game: Game, exhausted: bool, barred: bool) -> Mover:
    """What finds the ways of men now: rubble changes what the map shows, and breaches of fences do for all but those
    who are barred from them."""
    return _mover(game, exhausted, NO_BREACHES if barred else breaches(game))


@derived("rubble", "nvr", "rained", "weather")
def _mover(game: Game, exhausted: bool, breached: frozenset[frozenset[str]]) -> Mover:
    weather, rubble = weather_of(game), game.state.rubble
    if not rubble and not breached:
        return _printed_mover(game.content, weather, exhausted)
    return _changed(game.content, weather, exhausted, tuple(sorted(rubble.items())), breached)


@of_content
def _changed(
    content: Content,
    weather: Weather,
    exhausted: bool,
    rubble: tuple[tuple[str, str], ...],
    breached: frozenset[frozenset[str]],
) -> Mover:
    """The same with rubble and with breaches, by the two hexes on either side of each."""
    prices = _Prices(content, weather, dict(rubble))
    graph, fence = places(content), prices.fence(exhausted)
    index = content.board.index
    concerned: set[int] = set()
    for hex_, _ in rubble:
        concerned.add(index[hex_])
    for pair in breached:
        concerned |= {index[hex_] for hex_ in pair}
    found = {}
    for step in _steps_about(content, concerned):
        crossed = frozenset((parts_of(graph.labels[step.here]).hex, parts_of(graph.labels[step.there]).hex))
        extra = prices.breached() if crossed in breached else fence
        found[step.edge] = min(FORBIDDEN, prices.price(step, fence=extra))
    return _printed_mover(content, weather, exhausted).changed(found)


@rule("D9.31", "RR13.2")
def covered_step(game: Game, here: str, there: str) -> int:
    """What a step from hex to hex costs men who move behind an AFV: fences add nothing."""
    content, graph = game.content, places(game.content)
    prices = _Prices(content, weather_of(game), dict(game.state.rubble))
    a, b = graph.index[here], graph.index[there]
    steps = _steps_about(content, [content.board.index[here]])
    return next((prices.price(step, fence=0) for step in steps if (step.here, step.there) == (a, b)), FORBIDDEN)


def _steps_about(content: Content, hexes: Iterable[int]) -> list[Step]:
    """The steps into, out of and within some hexes."""
    graph = places(content)
    around = {each for hex_ in hexes for each in (hex_, *content.board.adjacent(hex_))}
    wanted, found = set(hexes), []
    for hex_ in around:
        for place in graph.places_of(hex_):
            for edge in graph.edges(place):
                there = graph.to[edge]
                if there >= 0 and (hex_ in wanted or graph.hex_of[there] in wanted):
                    found.append(graph.step(edge))
    return found


@of_content
@rule("B3.4")
def road_mover(content: Content, weather: Weather) -> Mover:
    """What finds ways along roads only, for those who have kept to them."""
    graph, printed = places(content), _printed_mover(content, weather, False)
    prices = graph.prices(lambda step: printed.price(step.edge) if _is_road(content, graph.labels, step) else FORBIDDEN)
    return graph.mover(prices)


def _is_road(content: Content, labels: tuple[str, ...], step: Step) -> bool:
    here, there = parts_of(labels[step.here]), parts_of(labels[step.there])
    if step.side < 0 or here.floor or there.floor or there.way:
        return False
    return hexsides(content)[here.hex][step.side % 6].road
