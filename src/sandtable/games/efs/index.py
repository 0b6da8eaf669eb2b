"""Kept for speed: who stands where, and what lies along hexsides for those who move and for supply. No rule lives here.

What the map alone says is worked out once; what was built and broken since changes the hexsides that it lies on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from sandtable.board import Mover, Tracer
from sandtable.games.efs.content import Content, Edge
from sandtable.games.efs.state import SIDES, Bridge, State, Strongpoint, Unit, Weather, enemy_of
from sandtable.games.efs.supply import hexsides
from sandtable.games.efs.supply.hexsides import Grade
from sandtable.kernel import AnyTitle, derived, index, of_content
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.roster import Roster

if TYPE_CHECKING:
    from sandtable.games.efs.units import Game

GROUND = ("weather", "strongpoints", "ruined", "bridges", "damage", "rail_holder", "rail_cuts", "turn")
"""What decides how supply routes get from a hex to the next, whatever the enemy does."""


STRONGPOINT = "strongpoint"
"""What lies in a hex that no fortification of the map has."""


class Places(Roster[Unit]):
    """Combat units on the map by hex and side; supply units are no combat units and are not among them."""

    def side_of(self, unit_id: str, unit: Unit) -> str:
        content: Content = self.content
        return content.side_of[unit_id]


UnitChange = tuple[str, Unit | None, Unit | None]
OtherChange = tuple[str, object, object]
Among = Callable[["Game"], Iterable[str]]


def everybody(game: Game) -> Iterable[str]:
    return game.state.units


class Able:
    """The units of which something holds, in the order of the state; only those that change are asked."""

    __slots__ = ("_among", "_counters", "_holds", "units")

    def __init__(self, holds: Callable[[Game, str], bool], counters: Container[str], among: Among = everybody) -> None:
        """It holds of nobody who is not one of some counters, nor of anybody who is not among some units, which are
        given in the order of the state.
        """
        self._holds = holds
        self._counters = counters
        self._among = among
        self.units: dict[str, Unit] = {}
        """Another dict when one of them changes."""

    def follow(self, game: Game, units: Collection[UnitChange], *others: Collection[OtherChange]) -> None:
        now, holds, counters = game.state.units, self._holds, self._counters
        for changes in others:
            if changes:
                able = [each for each in self._among(game) if each in counters and holds(game, each)]
                self.units = {unit_id: now[unit_id] for unit_id in able}
                return
        before = found = self.units
        in_order = True
        for unit_id, _, _ in units:
            if unit_id not in counters:
                continue
            unit = now.get(unit_id)
            if unit is not None and holds(game, unit_id):
                if found.get(unit_id) is not unit:
                    found = found.copy() if found is before else found
                    in_order = in_order and unit_id in found
                    found[unit_id] = unit
            elif unit_id in found:
                found = found.copy() if found is before else found
                del found[unit_id]
        if not in_order:
            found = {unit_id: unit for unit_id, unit in now.items() if unit_id in found}
        self.units = found

    def facts(self) -> object:
        return list(self.units.items())


class Friends:
    """The land hexes that are friendly to each side."""

    __slots__ = ("_first", "of")

    def __init__(self, game: Game) -> None:
        self._first = game.content.first_friend
        self.of = {side: {label for label, friend in self._first.items() if friend == side} for side in SIDES}

    def follow(self, game: Game, control: Collection[tuple[str, str | None, str | None]]) -> None:
        for label, _, now in control:
            side = now or self._first[label]
            self.of[side].add(label)
            self.of[enemy_of(side)].discard(label)

    def facts(self) -> object:
        return self.of


friends = index(Friends, "control")


@of_content
def areas(content: Content) -> dict[str, frozenset[str]]:
    """Each hex with those next to it."""
    return {label: frozenset({label, *content.adjacent[label]}) for label in content.board.labels}


# What of the state changes what the map says


@derived("weather")
def ground_weather(game: Game) -> Weather:
    """The weather, as far as it changes the ground."""
    weather = game.state.weather
    return Weather(kind=weather.kind, lingering_mud=weather.lingering_mud, frozen=weather.frozen)


@of_content
def counters_of(content: Content, side: str) -> frozenset[str]:
    """The counters of a side."""
    return frozenset(unit_id for unit_id, owner in content.side_of.items() if owner == side)


def both_ways(edges: set[Edge]) -> set[Edge]:
    return edges | {(there, here) for here, there in edges}


@derived("bridges", "damage")
def altered_crossings(game: Game) -> frozenset[Edge]:
    """The hexsides, both ways, on which Bridge markers or broken bridges lie."""
    found = {(each.at, each.to) for each in game.state.bridges.values() if each.at}
    return frozenset(both_ways(found).union(*[sides_of(name) for name in game.state.damage]))


@derived("rail_holder", "rail_cuts")
def altered_railroads(game: Game) -> frozenset[Edge]:
    """The hexsides, both ways, of hexes in which railroads were converted or cut."""
    return frozenset(around_hexes(game.content, {*game.state.rail_holder, *game.state.rail_cuts}))


@derived("strongpoints", "ruined")
def altered_works(game: Game, side: str) -> tuple[tuple[str, str], ...]:
    """The hexes with strongpoints of a side's enemy, and those of fortifications of the map that were destroyed, each
    with what it is: one may fall where the other did.
    """
    state = game.state
    hostile = {(label, STRONGPOINT) for label, each in state.strongpoints.items() if each.side != side}
    return tuple(sorted({*hostile, *((name.partition(">")[0], name) for name in state.ruined)}))


@derived("bridges", "damage", "strongpoints", "ruined")
def altered_for_side(game: Game, side: str) -> tuple[object, ...]:
    """What changes the costs of steps of a side: its bridges, broken ones, hostile strongpoints, destroyed works."""
    state = game.state
    own = [(each.at, each.to, each.status) for each in state.bridges.values() if each.side == side and each.at]
    hostile = [(label, each.status) for label, each in state.strongpoints.items() if each.side != side]
    return tuple(own), tuple(state.damage), tuple(hostile), tuple(state.ruined)


def ground_of(game: Game, concerned: object) -> Weather:
    """The same as the source of what is asked of somebody."""
    return ground_weather(game)


# What steps cost those who move

PricesOf = Callable[["Game", tuple[str, ...], set[Edge]], dict[int, int]]
AtStart = Callable[["Game", tuple[str, ...]], Mover]
BUILT = ("bridges", "damage", "strongpoints", "ruined", "rail_holder", "rail_cuts")
"""What is built, broken and converted."""


@of_content
def at_start(content: Content, title: AnyTitle) -> State:
    """How the scenario starts; not to be altered."""
    start: State = title.start(content)
    return start


@derived(*BUILT)
def since_start(game: Game) -> list[list[tuple[str, Any, Any]]]:
    """What of it is not as it was at the start of the scenario, as changes of each field."""
    start, found = at_start(game.content, game.title), []
    for name in BUILT:
        before, now = getattr(start, name), getattr(game.state, name)
        found.append([(key, before.get(key), each) for key, each in now.items() if before.get(key) != each])
        found[-1] += [(key, each, None) for key, each in before.items() if key not in now]
    return found


class Prices:
    """What finds the ways of a stack; only hexsides on which something was built or broken are priced again."""

    __slots__ = ("_at_start", "_kinds", "_on_rails", "_prices", "_side", "_weather", "now")

    def __init__(self, game: Game, kinds: tuple[str, ...], prices: PricesOf, at_start: AtStart) -> None:
        """`prices` tells what steps across some hexsides cost, and `at_start` what all would cost in this weather if
        everything were as it was at the start of the scenario.
        """
        self._kinds = kinds
        self._on_rails = is_on_rails(game.content, kinds)
        self._side = game.content.side_of[kinds[0]]
        self._prices = prices
        self._at_start = at_start
        self._weather: Weather | None = None
        self.now: Mover
        """Another one when something has changed."""

    def follow(
        self,
        game: Game,
        weather: Collection[OtherChange],
        bridges: Collection[tuple[str, Bridge | None, Bridge | None]],
        damage: Collection[OtherChange],
        strongpoints: Collection[tuple[str, Strongpoint | None, Strongpoint | None]],
        *others: Collection[OtherChange],
    ) -> None:
        """After strongpoints come ruined fortifications and railroads."""
        ruined, rail_holder, rail_cuts = others
        if weather and ground_weather(game) != self._weather:
            self._weather = ground_weather(game)
            self.now = self._at_start(game, self._kinds)
            bridges, damage, strongpoints, ruined, rail_holder, rail_cuts = since_start(game)
        if not self._on_rails:
            rail_holder = rail_cuts = ()
        works = {name.partition(">")[0] for name, _, _ in ruined}
        for label, *both in strongpoints:
            if any(each is not None and each.side != self._side for each in both):
                works.add(label)
        crossed = [each for _, old, new in bridges for each in (old, new) if each is not None]
        edges = both_ways({(each.at, each.to) for each in crossed if each.at and each.side == self._side})
        edges |= into_hexes(game.content, works)
        edges |= around_hexes(game.content, {label for changes in (rail_holder, rail_cuts) for label, _, _ in changes})
        edges.update([edge for name, _, _ in damage for edge in sides_of(name)])
        self._change(game, edges)

    def _change(self, game: Game, edges: set[Edge]) -> None:
        if edges:
            self.now = self.now.changed(self._prices(game, self._kinds, edges))

    def facts(self) -> object:
        return self.now


@of_content
def is_on_rails(content: Content, kinds: tuple[str, ...]) -> bool:
    """Whether trains are among some kinds of units: nobody else minds whose a railroad is."""
    return any(content.counters[kind].ma == "gray" for kind in kinds)


PRICED = ("weather", *BUILT)
"""What decides what steps cost, in the order in which `Prices` is told of it."""


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
    rail: Gait


GRADES: dict[Grade, int] = {"closed": 0, "poor": 1, "good": 2}
GOOD_ONLY = bytes(each == GRADES["good"] for each in range(256))
STEPS = {"line": True, "first": True, "road": False, "rail": False}
"""The kinds of steps, and whether lines are traced against their direction: from their end."""


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
        grade(game, side, edge, found, {})
    return found


def grade(game: Game, side: str, edge: Edge, found: dict[str, bytearray], changed: dict[str, dict[int, int]]) -> None:
    """Note how supply routes get across a hexside, and for each kind of steps where that was not so before."""
    slot = slots(game.content)
    onwards, backwards = slot[edge], slot[edge[::-1]]
    for kind, grade in hexsides.grades(game, side, edge).items():
        place, now = backwards if STEPS[kind] else onwards, GRADES[grade]
        if found[kind][place] != now:
            found[kind][place] = now
            changed.setdefault(kind, {})[place] = now


@of_content
def any_step(content: Content) -> Tracer:
    """Lines that go from any hex to the next."""
    return Tracer(content.board.neighbours, bytes([1]) * len(content.board.neighbours))


class Steps:
    """The steps that are open to supply routes of a side; only hexsides on which something changes are looked at."""

    __slots__ = ("_gaits", "_grades", "_side", "_weather", "_works", "now")

    def __init__(self, game: Game, side: str) -> None:
        self._side = side
        self._weather: Weather | None = None
        self._works: frozenset[tuple[str, str]] = frozenset()
        self._grades: dict[str, bytearray] = {}
        self._gaits: dict[str, Gait] = {}
        self.now: OpenSteps
        """Another one when something has changed."""

    def follow(
        self,
        game: Game,
        weather: Collection[OtherChange],
        bridges: Collection[tuple[str, Bridge | None, Bridge | None]],
        damage: Collection[OtherChange],
        *others: Collection[OtherChange],
    ) -> None:
        """After weather, bridges and damage come the turn, fortifications and railroads."""
        turn, strongpoints, ruined, rail_holder, rail_cuts = others
        if weather and ground_weather(game) != self._weather:
            self._begin(game)
            return
        hexes, edges = {label for changes in (rail_holder, rail_cuts) for label, _, _ in changes}, set[Edge]()
        if strongpoints or ruined:
            before, self._works = self._works, frozenset(altered_works(game, self._side))
            changed = before ^ self._works
            hexes.update([label for label, what in changed if what != STRONGPOINT])
            edges |= into_hexes(game.content, {label for label, what in changed if what == STRONGPOINT})
        crossed = [each for _, old, new in bridges for each in (old, new) if each is not None]
        crossed += [each for each in game.state.bridges.values() if each.ferry] if turn else []
        edges |= both_ways({(each.at, each.to) for each in crossed if each.at and each.side == self._side})
        edges |= around_hexes(game.content, hexes)
        edges.update([edge for name, _, _ in damage for edge in sides_of(name)])
        self._grade(game, edges)

    def _begin(self, game: Game) -> None:
        """Look at everything, since the weather has changed the ground."""
        self._weather = ground_weather(game)
        printed = grades_on_the_map(game.content, game.title, self._side, self._weather)
        self._grades = {kind: bytearray(each) for kind, each in printed.items()}
        self._gaits = dict(gaits_on_the_map(game.content, game.title, self._side, self._weather))
        self.now = OpenSteps(**self._gaits)
        self._works = frozenset(altered_works(game, self._side))
        fallen = {label for label, what in self._works if what != STRONGPOINT}
        built = into_hexes(game.content, {label for label, what in self._works if what == STRONGPOINT})
        altered = altered_crossings(game) | altered_railroads(game)
        self._grade(game, around_hexes(game.content, fallen).union(built, altered))

    def _grade(self, game: Game, edges: set[Edge]) -> None:
        changed: dict[str, dict[int, int]] = {}
        for edge in edges:
            grade(game, self._side, edge, self._grades, changed)
        if changed:
            for kind, places in changed.items():
                good, poor = self._gaits[kind]
                better = {place: now == GRADES["good"] for place, now in places.items()}
                self._gaits[kind] = Gait(
                    good.changed(better), poor.changed({place: now > 0 for place, now in places.items()})
                )
            self.now = OpenSteps(**self._gaits)

    def facts(self) -> object:
        return self._grades


def into_hexes(content: Content, hexes: set[str]) -> set[Edge]:
    """The hexsides that lead into some hexes."""
    return {(other, label) for label in hexes for other in content.adjacent[label]}


def around_hexes(content: Content, hexes: set[str]) -> set[Edge]:
    """The hexsides of some hexes, both ways."""
    return both_ways({(label, other) for label in hexes for other in content.adjacent[label]})


def sides_of(bridge: str) -> tuple[Edge, Edge]:
    """The hexside of a printed bridge, both ways, by the name under which its damage is noted."""
    label, _, other = bridge.partition("/")[0].partition("-")
    return (label, other), (other, label)


@of_content
def gaits_on_the_map(content: Content, title: AnyTitle, side: str, weather: Weather) -> dict[str, Gait]:
    """The steps that are open on the map as it is printed, by their kinds."""
    printed, around = grades_on_the_map(content, title, side, weather), content.board.neighbours
    return {
        kind: Gait(Tracer(around, grades.translate(GOOD_ONLY)), Tracer(around, grades))
        for kind, grades in printed.items()
    }


steps = index(
    Steps, "weather", "bridges", "damage", "turn", "strongpoints", "ruined", "rail_holder", "rail_cuts"
)  # fmt: skip


def open_steps(game: Game, side: str) -> OpenSteps:
    """The steps that are open to supply routes of a side now, apart from hexes that the enemy blocks."""
    return steps(game, side).now
