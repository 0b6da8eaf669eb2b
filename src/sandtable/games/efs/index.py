"""Kept for speed: who stands where, and what lies along hexsides for those who move and for supply. No rule lives here.

What the map alone says is worked out once; what was built and broken since changes the hexsides that it lies on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

from sandtable.board import Tracer
from sandtable.games.efs.content import Content, Edge
from sandtable.games.efs.state import SIDES, Bridge, State, Unit, Weather, enemy_of
from sandtable.games.efs.supply import hexsides
from sandtable.games.efs.supply.hexsides import Grade
from sandtable.kernel import AnyTitle, derived, index, of_content
from sandtable.kernel import Game as KernelGame
from sandtable.mechanics.roster import Roster, roster

if TYPE_CHECKING:
    from sandtable.games.efs.units import Game
    from sandtable.games.efs.zones import Tread

GROUND = ("weather", "strongpoints", "ruined", "bridges", "damage", "rail_holder", "rail_cuts", "turn")
"""What decides how supply routes get from a hex to the next, whatever the enemy does."""


class Places(Roster[Unit]):
    """Combat units on the map by hex and side; supply units are no combat units and are not among them."""

    def side_of(self, unit_id: str, unit: Unit) -> str:
        content: Content = self.content
        return content.side_of[unit_id]


MANY = 16
"""From how many changes on it is faster to begin anew."""

UnitChange = tuple[str, Unit | None, Unit | None]
OtherChange = tuple[str, object, object]
NOBODY: tuple[str, frozenset[str]] = "", frozenset()
Exerters = tuple[str, frozenset["Tread"]]
"""The side of units that exert a zone of control, and what decides how far it reaches."""
Exerting = Callable[["Game", str], Exerters | None]
Around = Callable[["Game", str, Exerters], frozenset[str]]


class Reaches:
    """The hexes from which each side exerts zones of control, and those into which it does."""

    __slots__ = ("_around", "_at", "_count", "_exerting", "_known", "_zone", "of")

    def __init__(self, exerting: Exerting, around: Around) -> None:
        """`exerting` says who of a hex exert a zone of control, `around` into which hexes such units do."""
        self._exerting = exerting
        self._around = around
        self._known: dict[tuple[str, Exerters], frozenset[str]] = {}
        self._at: dict[str, tuple[str, frozenset[str]]] = {}
        self._count: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        self._zone: dict[str, frozenset[str] | None] = dict.fromkeys(SIDES)
        self.of: dict[str, dict[str, frozenset[str]]] = {side: {} for side in SIDES}
        """Of each side the hexes that exert one, with the hexes into which they do."""

    def follow(
        self,
        game: Game,
        units: Collection[UnitChange],
        weather: Collection[OtherChange],
        ruined: Collection[OtherChange],
    ) -> None:
        if weather or ruined:
            self._known.clear()
            hexes = {*self._at, *roster(game).hexes}
        else:
            hexes = set()
            for _, old, new in units:
                if is_another(old, new):
                    hexes.update([unit.at for unit in (old, new) if unit is not None])
        for label in hexes:
            self._look(game, label)

    def _look(self, game: Game, label: str) -> None:
        """Note into which hexes those who are in a hex exert a zone of control now."""
        now = self._reach(game, label) if label else NOBODY
        before = self._at.get(label, NOBODY)
        if now == before:
            return
        side, reached = before
        if reached:
            self._spread(side, reached, -1)
            del self.of[side][label], self._at[label]
        side, reached = now
        if reached:
            self._spread(side, reached, 1)
            self.of[side][label] = reached
            self._at[label] = now

    def _reach(self, game: Game, label: str) -> tuple[str, frozenset[str]]:
        who = self._exerting(game, label)
        if who is None:
            return NOBODY
        found = self._known.get((label, who))
        if found is None:
            found = self._known[label, who] = self._around(game, label, who)
        return who[0], found

    def _spread(self, side: str, reached: frozenset[str], more: int) -> None:
        count = self._count[side]
        for label in reached:
            number = count.get(label, 0) + more
            if number == 0 or number == more:
                self._zone[side] = None
            if number:
                count[label] = number
            else:
                del count[label]

    def zone(self, side: str) -> frozenset[str]:
        """All hexes into which a side exerts a zone of control; another set when they change."""
        found = self._zone[side]
        if found is None:
            found = self._zone[side] = frozenset(self._count[side])
        return found

    def facts(self) -> object:
        return self.of, {side: self.zone(side) for side in SIDES}


def is_another(old: Unit | None, new: Unit | None) -> bool:
    """Whether a unit has come, gone, or turned another side up."""
    if old is None or new is None:
        return True
    return (
        old.at != new.at
        or old.steps != new.steps
        or old.overrun != new.overrun
        or old.operational != new.operational
        or old.mode != new.mode
    )


class Able:
    """The units of which something holds, in the order of the state; only those that change are asked."""

    __slots__ = ("_holds", "units")

    def __init__(self, holds: Callable[[Game, str], bool]) -> None:
        self._holds = holds
        self.units: dict[str, Unit] = {}
        """Another dict when one of them changes."""

    def follow(self, game: Game, units: Collection[UnitChange], *others: Collection[OtherChange]) -> None:
        if any(others) or len(units) > MANY:
            self.units = {unit_id: unit for unit_id, unit in game.state.units.items() if self._holds(game, unit_id)}
            return
        for unit_id, _, now in units:
            if now is not None and self._holds(game, unit_id):
                self._keep(game, unit_id, now)
            elif unit_id in self.units:
                self.units = {each: unit for each, unit in self.units.items() if each != unit_id}

    def _keep(self, game: Game, unit_id: str, now: Unit) -> None:
        if self.units.get(unit_id) is not now:
            is_new, self.units = unit_id not in self.units, {**self.units, unit_id: now}
            if is_new:
                self.units = {each: self.units[each] for each in game.state.units if each in self.units}

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


def both_ways(edges: set[Edge]) -> set[Edge]:
    return edges | {(there, here) for here, there in edges}


@derived("bridges", "damage", "rail_holder", "rail_cuts")
def altered_hexsides(game: Game) -> tuple[Edge, ...]:
    """The hexsides, both ways, on which Bridge markers or broken bridges lie, and those of railroads that were
    converted or cut.
    """
    state, adjacent = game.state, game.content.adjacent
    found = {(each.at, each.to) for each in state.bridges.values() if each.at}
    found |= {edge for name in state.damage for edge in sides_of(name)}
    found |= {(label, other) for label in (*state.rail_holder, *state.rail_cuts) for other in adjacent[label]}
    return tuple(sorted(both_ways(found)))


@derived("strongpoints", "ruined")
def altered_works(game: Game, side: str) -> tuple[tuple[str, str], ...]:
    """The hexes with strongpoints of a side's enemy, and those of fortifications of the map that were destroyed, each
    with what it is: one may fall where the other did.
    """
    state = game.state
    hostile = {(label, "strongpoint") for label, each in state.strongpoints.items() if each.side != side}
    return tuple(sorted({*hostile, *((name.partition(">")[0], name) for name in state.ruined)}))


@derived("bridges", "damage", "strongpoints", "ruined")
def altered_for_side(game: Game, side: str) -> tuple[object, ...]:
    """What changes the costs of steps of a side: its bridges, broken ones, hostile strongpoints, destroyed works."""
    state = game.state
    own = [(each.at, each.to, each.status) for each in state.bridges.values() if each.side == side and each.at]
    hostile = [(label, each.status) for label, each in state.strongpoints.items() if each.side != side]
    return tuple(own), tuple(state.damage), tuple(hostile), tuple(state.ruined)


def altered_for(game: Game, kinds: tuple[str, ...]) -> tuple[object, ...]:
    """The same for kinds of units."""
    return altered_for_side(game, game.content.side_of[kinds[0]])


def ground_of(game: Game, concerned: object) -> Weather:
    """The same as the source of what is asked of somebody."""
    return ground_weather(game)


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


def grade(game: Game, side: str, edge: Edge, found: dict[str, bytearray]) -> set[str]:
    """Note how supply routes get across a hexside; the kinds of steps of which that was not so before."""
    slot, changed = slots(game.content), set()
    for kind, (judged, backwards) in STEPS.items():
        place, now = slot[edge[::-1] if backwards else edge], GRADES[judged(game, side, edge)]
        if found[kind][place] != now:
            found[kind][place] = now
            changed.add(kind)
    return changed


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
        hexes = {label for changes in (rail_holder, rail_cuts) for label, _, _ in changes}
        if strongpoints or ruined:
            before, self._works = self._works, frozenset(altered_works(game, self._side))
            hexes.update([label for label, _ in before ^ self._works])
        crossed = [each for _, old, new in bridges for each in (old, new) if each is not None]
        crossed += [each for each in game.state.bridges.values() if each.ferry] if turn else []
        edges = both_ways({(each.at, each.to) for each in crossed if each.at and each.side == self._side})
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
        works = {label for label, _ in self._works}
        self._grade(game, around_hexes(game.content, works).union(altered_hexsides(game)))

    def _grade(self, game: Game, edges: set[Edge]) -> None:
        changed: set[str] = set()
        for edge in edges:
            changed |= grade(game, self._side, edge, self._grades)
        if changed:
            self._gaits |= {kind: gait(game.content, self._grades[kind]) for kind in changed}
            self.now = OpenSteps(**self._gaits)

    def facts(self) -> object:
        return self._grades


def around_hexes(content: Content, hexes: set[str]) -> set[Edge]:
    """The hexsides of some hexes, both ways."""
    return both_ways({(label, other) for label in hexes for other in content.adjacent[label]})


def sides_of(bridge: str) -> tuple[Edge, Edge]:
    """The hexside of a printed bridge, both ways, by the name under which its damage is noted."""
    label, _, other = bridge.partition("/")[0].partition("-")
    return (label, other), (other, label)


def gait(content: Content, grades: bytearray) -> Gait:
    around = content.board.neighbours
    return Gait(Tracer(around, grades.translate(GOOD_ONLY)), Tracer(around, grades))


@of_content
def gaits_on_the_map(content: Content, title: AnyTitle, side: str, weather: Weather) -> dict[str, Gait]:
    """The steps that are open on the map as it is printed, by their kinds."""
    printed = grades_on_the_map(content, title, side, weather)
    return {kind: gait(content, grades) for kind, grades in printed.items()}


steps = index(
    Steps, "weather", "bridges", "damage", "turn", "strongpoints", "ruined", "rail_holder", "rail_cuts"
)  # fmt: skip


def open_steps(game: Game, side: str) -> OpenSteps:
    """The steps that are open to supply routes of a side now, apart from hexes that the enemy blocks."""
    return steps(game, side).now
