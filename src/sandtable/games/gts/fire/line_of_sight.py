"""Chapter 15.4: line of sight."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from typing import NamedTuple

from sandtable.board import ALONG_BEST, Sight
from sandtable.games.gts.content import Content
from sandtable.games.gts.movement.terrain_chart import terrain_chart
from sandtable.games.gts.units import Game
from sandtable.hexgrid import DIRECTIONS, Hex, neighbour
from sandtable.kernel import of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.switches import is_on

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
    """The lines of sight of a map, each worked out when it is first asked for: what the ground puts in their way.

    They cross the whole map, also where a scenario is played on a part of it.
    """

    def __init__(self, content: Content) -> None:
        self.file = content.table("line-of-sight", SightFile)
        self._board, self._ground = content.board, content.board.whole
        self._weights = _hex_weights(content)
        self._sides = _side_weights(content)
        self._sight = self._lines_over(self._sides)
        self._hexes_only = self._lines_over(None)
        """For lines along hexsides: what their flanks weigh, apart from the walls that touch them."""
        self._bends_block = is_on(content, "walls-bent-across-block")
        self._furthest = max(max(row.normal, row.observation_post) for row in self.file.reach.values())
        self._known: dict[str, dict[str, Between]] = {label: {} for label in content.board.labels}
        self._counted: dict[tuple[int, int], int] = {}
        self._fields: dict[tuple[str, int, bool], frozenset[str]] = {}
        self.near = {label: frozenset(near) for label, near in content.adjacent.items()}
        """The hexes next to each hex."""
        self.allowed = {info.label: self._allowed(info.features) for info in content.board.hexes}
        """How many obstacles a line from each hex may pass through: for any unit, and for an observer."""

    def _lines_over(self, walls: list[int] | None) -> Sight:
        """Lines between the hexes in play over the ground of the whole map, with or without what is on hexsides."""
        ground, own = self._ground, self.file.own_hexside_blocks
        return Sight(
            *ground.coordinates, [0] * ground.size, hindrance=self._weights, side_hindrance=walls,
            along=ALONG_BEST, end_sides=own, adjacent_sides=own, stands=self._board.in_whole,
        )  # fmt: skip

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
        labels, index = self._ground.labels, self._board.index
        i, j = index[a], index[b]
        distance = self._board.distance(i, j)
        if distance > self._furthest:
            return Between(distance, distance, frozenset())
        crossed = frozenset(labels[k] for k in self._sight.check(i, j).hexes) - {a, b}
        return Between(distance, self._obstacles_on(i, j), crossed)

    def _obstacles_on(self, i: int, j: int) -> int:
        """How many things on the ground would block a line between two hexes within the reach of any."""
        key = (i, j) if i < j else (j, i)
        found = self._counted.get(key)
        if found is None:
            found = self._counted[key] = _obstacles(self._weight(i, j, None))
        return found

    def under_fire(self, a: str, b: str, barrages: Collection[str]) -> int:
        """How many obstacles lie between two hexes, the smoke and dust of barrages among them."""
        extra = array("i", bytes(4 * self._ground.size))
        for label in barrages:
            i = self._ground.index[label]
            extra[i] = max(OBSTACLE - self._weights[i], 0)
        return _obstacles(self._weight(self._board.index[a], self._board.index[b], extra))

    def _weight(self, i: int, j: int, extra: array[int] | None) -> int:
        """What a line weighs; one along hexsides by the lighter of the flanks of each, and by the walls it crosses."""
        a, b = self._board.hex(i), self._board.hex(j)
        q, r = b.q - a.q, b.r - a.r
        if i == j or (q != r and q != -2 * r and r != -2 * q):
            return self._sight.check(i, j, extra=extra).hindrance
        stretches = self._board.distance(i, j) // 2
        corner = _CORNERS.index((q // stretches, r // stretches))
        walls = sum(self._walls_beside(a, corner, n, stretches) for n in range(stretches))
        return self._hexes_only.check(i, j, extra=extra).hindrance + walls

    @rule("15.4.1")
    def _walls_beside(self, a: Hex, d: int, n: int, stretches: int) -> int:
        """The walls that a line crosses at the nth hexside along which it runs, having left a hex by a corner.

        Two hexes flank it, one lies before it and one behind. A wall between any two of them only touches the line; it
        crosses those without which nobody could get from the hex before to the hex behind. Those of the hexes of the
        two units do not count, nor one that runs along the line without bending across it.
        """
        step, own = _CORNERS[d], self.file.own_hexside_blocks
        here, there = Hex(a.q + n * step[0], a.r + n * step[1]), Hex(a.q + (n + 1) * step[0], a.r + (n + 1) * step[1])
        left = right = beyond_left = beyond_right = 0
        if own or n:
            left, right = self._wall(here, d), self._wall(here, (d + 1) % 6)
        if own or n + 1 < stretches:
            beyond_left, beyond_right = self._wall(there, (d + 4) % 6), self._wall(there, (d + 3) % 6)
        middle = self._wall(neighbour(here, d), (d + 2) % 6)
        bent = middle if self._bends_block else 0
        crossed = min(
            left + beyond_left, right + beyond_right, left + bent + beyond_right, right + bent + beyond_left
        )  # fmt: skip
        return crossed + (middle if self.file.along_hexside_blocks else 0)

    def _wall(self, hex_: Hex, d: int) -> int:
        """What the hexside of a hex in a direction weighs; that of a hex off the map is seen from the hex behind it."""
        i = self._ground.at(hex_)
        if i >= 0:
            return self._sides[6 * i + d]
        j = self._ground.at(neighbour(hex_, d))
        return self._sides[6 * j + (d + 3) % 6] if j >= 0 else 0

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
    """What each hex of the map weighs by the chart: terrain that blocks at the first, or only from the second on."""
    weights = {"never": 0, "first": OBSTACLE, "second": 1}
    chart = {name: weights[ground.blocks] for name, ground in terrain_chart(content).terrain.items()}
    return [chart.get(info.terrain, 0) for info in content.board.whole.hexes]


def _side_weights(content: Content) -> list[int]:
    """What each hexside of the map weighs by the chart."""
    blocking = [name for name, hexside in terrain_chart(content).hexsides.items() if hexside.blocks]
    ground = content.board.whole
    marked = [ground.sides[name] for name in blocking if name in ground.sides]
    return [OBSTACLE if any(marks[slot] for marks in marked) else 0 for slot in range(6 * ground.size)]


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
