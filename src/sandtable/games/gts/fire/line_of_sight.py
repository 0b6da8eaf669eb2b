"""Chapter 15.4: line of sight."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import NamedTuple

from sandtable.board import ALONG_BEST, Sight
from sandtable.games.gts.content import Content
from sandtable.games.gts.movement.terrain_chart import terrain_chart
from sandtable.games.gts.units import Game
from sandtable.hexgrid import DIRECTIONS, Hex
from sandtable.kernel import of_content, rule
from sandtable.mechanics.content import Strict, Table

OBSTACLE = 1000
"""What a thing that blocks weighs on a line: more than all the hexes together that block only at the second."""
POST, STRONGPOINT = "observation-post", "strongpoint"
_CORNERS = [
    (one.q + other.q, one.r + other.r) for one, other in zip(DIRECTIONS, (*DIRECTIONS[1:], DIRECTIONS[0]), strict=True)
]
"""The way to the hex that faces one across each of its corners: lines along it run on hexsides."""


class Reaches(Strict, frozen=True, kw_only=True):
    """A figure for every place from which a unit may look."""

    normal: int
    observation_post: int
    strongpoint: int


class SightFile(Table, frozen=True, kw_only=True):
    """How far lines of sight reach and what blocks them."""

    reach: dict[str, Reaches]
    passes: Reaches
    own_hexside_blocks: bool
    along_hexside_blocks: bool


class Between(NamedTuple):
    """What lies between two hexes."""

    distance: int
    obstacles: int
    """How many things on the ground would block a line; of no meaning beyond the reach of any."""
    crossed: frozenset[str]
    """The hexes that the line crosses or runs along, without its ends."""


class Lines:
    """The lines of sight of a map, each worked out when it is first asked for: what the ground puts in their way."""

    def __init__(self, content: Content) -> None:
        self.file = content.table("line-of-sight", SightFile)
        self._board = content.board
        self._weights = _hex_weights(content)
        self._sides = _side_weights(content)
        self._sight = Sight(
            *content.board.coordinates, [0] * content.board.size, hindrance=self._weights, side_hindrance=self._sides,
            along=ALONG_BEST, end_sides=self.file.own_hexside_blocks, adjacent_sides=self.file.own_hexside_blocks,
        )  # fmt: skip
        self._furthest = max(max(row.normal, row.observation_post) for row in self.file.reach.values())
        self._known: dict[str, dict[str, Between]] = {label: {} for label in content.board.labels}
        self._counted: dict[tuple[int, int], int] = {}
        self._q, self._r = content.board.coordinates
        self._fields: dict[tuple[str, int, bool], frozenset[str]] = {}
        self.near = {label: frozenset(near) for label, near in content.adjacent.items()}
        """The hexes next to each hex."""
        self.allowed = {info.label: self._allowed(info.features) for info in content.board.hexes}
        """How many obstacles a line from each hex may pass through: for any unit, and for an observer."""

    def _allowed(self, features: Collection[str]) -> tuple[int, int]:
        passes = self.file.passes
        direct = passes.strongpoint if STRONGPOINT in features else passes.normal
        return direct, max(direct, passes.observation_post) if POST in features else direct

    def between(self, a: str, b: str) -> Between:
        """What lies between two hexes."""
        known = self._known[a].get(b)
        if known is None:
            known = self._known[a][b] = self._known[b][a] = self._measure(a, b)
        return known

    def _measure(self, a: str, b: str) -> Between:
        labels, index = self._board.labels, self._board.index
        i, j = index[a], index[b]
        distance = self._board.distance(i, j)
        if distance > self._furthest:
            return Between(distance, distance, frozenset())
        line = self._sight.check(i, j)
        crossed = frozenset(labels[k] for k in line.hexes) - {a, b}
        return Between(distance, _obstacles(line.hindrance - self._along(i, j)), crossed)

    def _obstacles_on(self, i: int, j: int) -> int:
        """How many things on the ground would block a line between two hexes within the reach of any."""
        key = (i, j) if i < j else (j, i)
        found = self._counted.get(key)
        if found is None:
            found = self._counted[key] = _obstacles(self._sight.check(i, j).hindrance - self._along(i, j))
        return found

    def under_fire(self, a: str, b: str, barrages: Collection[str]) -> int:
        """How many obstacles lie between two hexes, the smoke and dust of barrages among them."""
        extra = array("i", bytes(4 * self._board.size))
        for label in barrages:
            i = self._board.index[label]
            extra[i] = max(OBSTACLE - self._weights[i], 0)
        i, j = self._board.index[a], self._board.index[b]
        return _obstacles(self._sight.check(i, j, extra=extra).hindrance - self._along(i, j))

    def _along(self, i: int, j: int) -> int:
        """What the hexsides along which a line runs weigh: they do not block it."""
        if self.file.along_hexside_blocks:
            return 0
        q, r = self._q[j] - self._q[i], self._r[j] - self._r[i]
        if i == j or (q != r and q != -2 * r and r != -2 * q):
            return 0
        a = self._board.hex(i)
        steps = self._board.distance(i, j) // 2
        d = _CORNERS.index((q // steps, r // steps))
        return sum(self._beside(a, d, n) for n in range(steps))

    def _beside(self, a: Hex, d: int, n: int) -> int:
        """The weight of the hexside between the two hexes beside the nth stretch of a line that leaves at a corner."""
        one, other = DIRECTIONS[d], DIRECTIONS[(d + 1) % 6]
        here = Hex(a.q + n * (one.q + other.q), a.r + n * (one.r + other.r))
        left = self._board.at(Hex(here.q + one.q, here.r + one.r))
        right = self._board.at(Hex(here.q + other.q, here.r + other.r))
        if left >= 0:
            return self._sides[6 * left + (d + 2) % 6]
        return self._sides[6 * right + (d + 5) % 6] if right >= 0 else 0

    def field(self, a: str, radius: int, observing: bool = False) -> frozenset[str]:
        """The hexes within a radius to which a unit, or an observer, in a hex has a line of sight over bare ground."""
        key = (a, radius, observing)
        found = self._fields.get(key)
        if found is None:
            allowed = self.allowed[a][observing]
            board = self._board
            i = board.index[a]
            seen = [j for j in board.within(i, radius) if j != i and self._obstacles_on(i, j) <= allowed]
            found = self._fields[key] = frozenset([board.labels[j] for j in seen])
        return found


@of_content
def sight_lines(content: Content) -> Lines:
    """The lines of sight on the map of a scenario."""
    return Lines(content)


def _hex_weights(content: Content) -> list[int]:
    """What each hex weighs by the chart: terrain that blocks at the first hex, or only from the second on."""
    weights = {"never": 0, "first": OBSTACLE, "second": 1}
    chart = {name: weights[ground.blocks] for name, ground in terrain_chart(content).terrain.items()}
    return [chart.get(info.terrain, 0) for info in content.board.hexes]


def _side_weights(content: Content) -> list[int]:
    """What each hexside weighs by the chart."""
    blocking = [name for name, hexside in terrain_chart(content).hexsides.items() if hexside.blocks]
    marked = [content.board.sides[name] for name in blocking if name in content.board.sides]
    return [OBSTACLE if any(marks[slot] for marks in marked) else 0 for slot in range(6 * content.board.size)]


@rule("1.2/elevation", "15.4.1", "29.9")
def _obstacles(weight: int) -> int:
    """The obstacles on a line: all that block at the first, and from the second on those that block only then."""
    solid, light = divmod(weight, OBSTACLE)
    return solid + max(light - 1, 0)


@rule("15.4", "15.4.2", "15.4.3", "26.0/fog", "26.0/rain", "28.0", "29.32")
def reach(game: Game, *, post: bool = False) -> int:
    """How many hexes a line of sight may be long now, from an observation post if so."""
    return reaches(game.content)[game.state.weather, game.state.turn in game.content.nights][post]


@of_content
def reaches(content: Content) -> dict[tuple[str, bool], tuple[int, int]]:
    """How far lines of sight reach in each weather, by day and night: for any unit, and from an observation post."""
    rows = content.table("line-of-sight", SightFile).reach
    found = {}
    for weather, row in rows.items():
        for night in (False, True):
            other = rows["night"] if night else row
            found[weather, night] = (
                min(row.normal, other.normal),
                min(row.observation_post, other.observation_post),
            )
    return found


@rule("15.4", "15.4.1", "15.4.2", "15.4.3", "16.4.2.2", "29.32")
def sees(game: Game, a: str, b: str, *, observing: bool = False) -> bool:
    """Whether there is a line of sight from hex a to hex b.

    Strongpoints help all lines from their hex, observation posts only those of an observer of indirect fire; neither
    helps a line back.
    """
    lines = sight_lines(game.content)
    distance, obstacles, crossed = lines.between(a, b)
    post = observing and POST in game.content.features[a]
    allowed = lines.allowed[a][observing]
    if obstacles > allowed or distance > reach(game, post=post):
        return False
    barrages = game.state.barrages
    if not barrages or crossed.isdisjoint(barrages):
        return True
    return lines.under_fire(a, b, barrages) <= allowed


@rule("15.4", "15.4.1", "15.4.3", "16.4.2.2")
def seen_from(game: Game, label: str, radius: int) -> frozenset[str]:
    """The hexes within a radius to which a unit in a hex has a line of sight now, its own hex left out."""
    lines = sight_lines(game.content)
    if radius == 1:
        return lines.field(label, 1)
    found = lines.field(label, min(radius, reach(game)))
    barrages = game.state.barrages
    if not barrages or game.content.around(label, radius).isdisjoint(barrages):
        return found
    return frozenset(hex_ for hex_ in found if sees(game, label, hex_))


@rule("15.4.2")
def observed_over_ground(game: Game, label: str) -> frozenset[str]:
    """The hexes that an observer of indirect fire in a hex sees, were there no barrages."""
    far = reach(game, post=POST in game.content.features[label])
    return sight_lines(game.content).field(label, far, observing=True)


@rule("15.4.2", "16.3/3")
def observed_from(game: Game, label: str, wanted: Collection[str]) -> set[str]:
    """Those of some hexes that an observer of indirect fire in a hex sees now."""
    found = observed_over_ground(game, label).intersection(wanted)
    if not game.state.barrages:
        return set(found)
    return {hex_ for hex_ in found if sees(game, label, hex_, observing=True)}
