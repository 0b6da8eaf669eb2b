"""Movement fields, lines of sight and traces over the flat arrays of a board, compiled.

Hexes are numbered from 0. An array of size * 6 holds one entry for each hex and direction, at `6 * hex + direction`;
the directions are those of `sandtable.hexgrid`. Where hexes have parts (`sandtable.board.places`), a `Graph` takes the
place of that array: its places are the hexes and then their parts, its edges the steps between them. `reference.py`
says in plain Python what each of these computes. Arguments that do not fit (a wrong length, an index off the board, a
negative cost) raise ValueError.
"""

from array import array
from collections.abc import Iterable
from typing import Final, Protocol, TypeVar, final

from typing_extensions import Buffer

_T = TypeVar("_T")

class _Ints(Protocol):
    """A buffer of 32-bit integers that knows its length, such as array('i')."""

    def __buffer__(self, flags: int, /) -> memoryview: ...
    def __len__(self) -> int: ...

FORBIDDEN: Final = 1_000_000
"""The cost of what may never be crossed or entered; a step that adds up to as much is forbidden too."""

CLOSED: Final = 1
"""Flag of a hex: may not be entered."""
STOP: Final = 2
"""Flag of a hex, for movement: whoever enters must stop there."""
TERMINAL: Final = 2
"""Flag of a hex, for tracing: may be reached, but not traced through."""
ZOC: Final = 4
"""Flag of a hex, for movement: in an enemy zone of control."""
NO_END: Final = 8
"""Flag of a hex, for movement: may be passed, but the move may not end there."""

CLEAR: Final = 0
"""Reason of a line: nothing blocks it."""
GROUND: Final = 1
"""Reason of a line: the bare ground of `blocked_hex` is in the way."""
OBSTACLE: Final = 2
"""Reason of a line: what stands in `blocked_hex` is in the way."""
HEXSIDE: Final = 3
"""Reason of a line: what stands on `blocked_side` is in the way."""

ALONG_EITHER: Final = 0
"""A line along a hexside is blocked if either flank blocks, and takes the larger hindrance."""
ALONG_BOTH: Final = 1
"""A line along a hexside is blocked only if both flanks block, and takes the larger hindrance, open or not."""
ALONG_BEST: Final = 2
"""A line along a hexside passes by whichever open flank hinders it less."""

NEVER: Final = 0
"""Cell of a level table: does not block."""
ALWAYS: Final = 1
"""Cell of a level table: blocks at any distance."""
IN_SHADOW: Final = 2
"""Cell of a level table: blocks if the lower end lies in the shadow of the obstacle."""

@final
class Graph:
    """Places and the steps between them. The arrays are copied."""

    def __init__(
        self, neighbours: Iterable[int], *, first: Iterable[int] | None = None, hex_of: Iterable[int] | None = None
    ) -> None:
        """The steps from place i lead to `neighbours[e]` (or nowhere, where that is -1) for e from `first[i]` up to,
        but not including, `first[i + 1]`; without `first` each place has six. `hex_of` says of which hex each place
        is a part: the hexes come first, each a place of its own. Without it every place is a hex.
        """

    @property
    def size(self) -> int:
        """The number of places."""

    @property
    def hexes(self) -> int:
        """How many of them, the first ones, are hexes."""

    @property
    def edges(self) -> int:
        """The number of steps."""

@final
class Field:
    """Where a mover can go, made by `Mover.field`. The lists are made anew each time they are asked for.

    It speaks of places; on a graph without parts these are the hexes. Two are equal that say the same.
    """

    @property
    def start(self) -> int:
        """The place from which the move begins."""

    @property
    def reached(self) -> list[int]:
        """Every place that can be entered, in the order of cost, then index; without the start."""

    @property
    def ends(self) -> list[int]:
        """Those of `reached` where the move may end: all without NO_END."""

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """`ends`, each with its cost."""

    def entries(self, rows: list[list[_T]]) -> list[_T]:
        """For each of `ends` what stands in a table: `rows[cost][place]`, a row for every cost that occurs and more."""

    @property
    def hexes(self) -> list[int]:
        """The hexes that have a place among `ends`, each once and in their order; without the hex of the start."""

    @property
    def hex_pairs(self) -> list[tuple[int, int]]:
        """`hexes`, each with the cost of its cheapest place."""

    def hex_entries(self, rows: list[list[_T]]) -> list[_T]:
        """For each of `hexes` what stands in a table: `rows[cost][hex]`."""

    def goal(self, index: int) -> int | None:
        """The place by which a hex is reached: the first of its places among `ends`, or None."""

    @property
    def costs(self) -> array[int]:
        """The cost of every place of the board, -1 for those out of reach."""

    def cost(self, index: int) -> int | None:
        """What it costs to reach a place; None if it is out of reach."""

    def path(self, index: int) -> list[int]:
        """The places from the start to this one, both included.

        Of several cheapest ways it is the one of the fewest steps; of those, looking back from its end, each place
        comes from the one with the smallest index. Raises ValueError if the place is out of reach.
        """

@final
class Mover:
    """The costs of one kind of mover on one board. The arrays are copied; a graph is shared.

    Two are equal that share a graph and whose costs are the same.
    """

    def __init__(self, ways: Graph | Iterable[int], edge_cost: Iterable[int], *, scale: int = 1) -> None:
        """`ways` is a graph, or for plain hexes the array of neighbours: `neighbours[i * 6 + d]` is -1 off the map.
        `edge_cost` is the cost of each step: at `i * 6 + d` that of leaving hex i in direction d.

        A point of cost has `scale` parts, and all surcharges (`extra`, `zoc_enter` ...) count parts. One that is less
        than a point decides between ways that are equally cheap, and costs nothing: what is left over of a point is
        dropped from every cost that a field tells.
        """

    @property
    def graph(self) -> Graph:
        """The places and steps whose costs these are."""

    @property
    def scale(self) -> int:
        """How many parts a point of cost has."""

    @property
    def size(self) -> int:
        """The number of places."""

    def price(self, edge: int) -> int:
        """The cost of one step by its number, without surcharges."""

    def step(self, here: int, there: int) -> int:
        """The least cost of a step from one place to another, without surcharges; FORBIDDEN if there is none."""

    def changed(self, prices: dict[int, int]) -> Mover:
        """The same with other costs for some steps: a roadblock, a blown bridge, a barrage."""

    def dearest(self, *others: Mover) -> Mover:
        """One to whom each step costs what it costs the one of these to whom it is dearest, all on the same map."""

    def field(
        self,
        start: int,
        allowance: int,
        flags: Buffer,
        *,
        extra: Buffer | None = None,
        zoc_enter: int = 0,
        zoc_leave: int = 0,
        zoc_to_zoc: int = 0,
        zoc_stop: bool = False,
        minimum_move: bool = False,
    ) -> Field:
        """Every place that can be entered with an allowance, by the cheapest way.

        `flags` has one byte a place or one a hex: CLOSED, STOP, ZOC and NO_END. `extra` has one 32-bit integer a
        place or a hex: a surcharge to enter it. `zoc_enter`, `zoc_leave` and `zoc_to_zoc` are surcharges for entering
        a place with ZOC, leaving one, and both at once (they add up; FORBIDDEN bans the step); with `zoc_stop`,
        whoever enters one must stop. The flags of the start neither stop nor forbid leaving it. With `minimum_move`,
        a place next to the start that is too dear, but neither closed nor forbidden, can still be entered: it costs
        the whole allowance and the move goes no further.

        What is given by the hex is about entering and leaving the hex: it is the same in all its parts, a step within
        the hex pays no surcharge, and whoever must stop there, or began there, may still step from part to part.
        """

@final
class Levels:
    """Which obstacles block between which levels, where a title decides this by a table rather than by slopes."""

    def __init__(
        self,
        lowest: int,
        count: int,
        blocks: Buffer,
        *,
        bare: Buffer | None = None,
        shadow: Buffer | None = None,
        shape: tuple[int, int, int] | None = None,
    ) -> None:
        """Levels run from `lowest`, `count` of them; heights beyond either end are taken as the last level there.

        `blocks[(a * count + b) * count + o]` is NEVER, ALWAYS or IN_SHADOW for ends at the levels a and b and an
        obstacle that rises to o, all counted from `lowest`; it must be symmetric in a and b. `bare` is the same for
        ground with nothing on it, where that differs. `shadow`, of the given `shape` (drops, rises, ranges), is the
        number of blind hexes behind an obstacle: `shadow[(drop * rises + rise) * ranges + range]`, where drop is how
        far it lies below the higher end, rise how far above the lower end, and range its distance from the higher
        end, each taken as the last one where it is beyond the table. The line is blocked if the lower end is no
        further from the obstacle than that. A hexside stands, for these distances, in the hex beside it on the higher
        end's side.
        """

    @property
    def lowest(self) -> int:
        """The lowest level."""

    @property
    def count(self) -> int:
        """The number of levels."""

@final
class SightLine:
    """A line of sight, made by `Sight.check`."""

    @property
    def start(self) -> int:
        """The hex or place from which the line was drawn."""

    @property
    def end(self) -> int:
        """The hex or place to which it was drawn."""

    @property
    def clear(self) -> bool:
        """Whether nothing blocks it."""

    @property
    def hindrance(self) -> int:
        """The sum of what hinders it; 0 if it is blocked."""

    @property
    def reason(self) -> int:
        """CLEAR, GROUND, OBSTACLE or HEXSIDE: what blocks it first, seen from the start."""

    @property
    def in_shadow(self) -> bool:
        """Whether it is blocked only because one end lies in the blind hexes behind an obstacle (IN_SHADOW)."""

    @property
    def blocked_hex(self) -> int:
        """The hex that blocks it, or -1."""

    @property
    def blocked_side(self) -> int:
        """The hexside that blocks it, as 6 * hex + direction, or -1."""

    @property
    def hexes(self) -> list[int]:
        """The hexes that it crosses, both ends included, and those on either side of a hexside that it runs along."""

    @property
    def sides(self) -> list[int]:
        """The hexsides that it crosses or runs along, as 6 * hex + direction."""

    @property
    def steps(self) -> list[tuple[int, int, int, float, int, bool]]:
        """Everything on its way without the hexes at its ends, in order, each judged as if it stood there alone.

        That is a hex and -1, or a hex and the direction of its hexside; the lane (0 is the line itself, 1 and 2 pass
        on either side of a hexside or corner); how far along the line that is, from 0 to 1; CLEAR, GROUND, OBSTACLE
        or HEXSIDE; and whether it blocks only by its blind hexes.
        """

@final
class Sight:
    """Lines of sight from centre to centre on one board, by the rules of one title. The arrays are copied."""

    def __init__(
        self,
        q: Iterable[int],
        r: Iterable[int],
        ground: Iterable[int],
        *,
        top: Iterable[int] | None = None,
        hindrance: Iterable[int] | None = None,
        hindrance_top: Iterable[int] | None = None,
        side_top: Iterable[int] | None = None,
        side_hindrance: Iterable[int] | None = None,
        corridors: Buffer | None = None,
        levels: Levels | None = None,
        along: int = ...,
        touching: bool = False,
        end_hindrance: bool = False,
        end_sides: bool = True,
        adjacent_sides: bool = True,
        corners: bool = False,
        stands: Iterable[int] | None = None,
        eyes: Iterable[int] | None = None,
    ) -> None:
        """The terrain and the rules.

        `q` and `r` are axial coordinates, `ground` the elevation of each hex. `top` is how far an obstacle that fills
        the hex rises above its ground (0: none), `hindrance` what crossing the hex adds. With `hindrance_top` a
        hindrance counts only if an obstacle that high would block. `side_top` and `side_hindrance` (size * 6, the
        same from both hexes) are obstacles on hexsides, above the higher of the two hexes, and hindrances there.
        `corridors` has one byte a hex: bit d % 3 is set where an obstacle leaves a straight passage along the
        directions d and d + 3, such as a road through woods; a line that keeps to that row of hexes ignores it (but
        not the ground).

        With `levels`, the table decides what blocks. Otherwise the line is a slope between the two eyes, and anything
        above it blocks, judged at the middle of the line's way through the hex, or where it crosses the hexside; with
        `touching` an obstacle just as high blocks too (bare ground never does).

        A hex counts if the line crosses its inside. A hexside counts if the line crosses it from one such hex to the
        next, even at its very corner; hexes and hexsides touched at a corner only do not. Where the line runs along a
        hexside it has two lanes, each a flanking hex with the hexsides that lead into it and out again: `along`
        (ALONG_EITHER unless given) says what they amount to; the hexside between them counts as well. Off the map
        everything is open.

        The hexes at both ends never block. `end_hindrance`: their hindrance counts, whatever its height. `end_sides`:
        their own hexsides count; `adjacent_sides`: the same for the one between adjacent hexes. `corners`: where the
        line passes from hex to hex through a corner it has two lanes as well, one across their hexside, and one by
        the third hex at that corner and the hexsides that lead into it and out again.

        With `stands` lines run between places and not between hexes: it names the hex of this terrain in which each
        place stands, or -1 for one that sees nothing, such as a box beside the map. The terrain may be larger than
        the board in play. `eyes` is how high the eyes in each place are above the ground of its hex: floors, roofs
        and (below 0) cellars. Without `stands` it goes by the hex.
        """

    @property
    def size(self) -> int:
        """The number of places between which lines run; without `stands`, of hexes."""

    @property
    def hexes(self) -> int:
        """The number of hexes of the terrain."""

    def check(self, a: int, b: int, *, eye_a: int = 0, eye_b: int = 0, extra: Buffer | None = None) -> SightLine:
        """The line between two hexes or places, for eyes so high above the ground, or above the `eyes` there.

        `extra` has one 32-bit integer a hex: hindrance that the position adds, such as smoke and wrecks.
        """

    def clear(self, a: int, b: int, *, eye_a: int = 0, eye_b: int = 0) -> bool:
        """Whether nothing blocks the line between two hexes or places; the same as `check(...).clear`."""

    def field(self, a: int, distance: int, *, eye_a: int = 0, eye_b: int = 0) -> list[int]:
        """The hexes or places within a distance to which the line from `a` is clear, in order; without `a`."""

@final
class Trace:
    """What can be traced to a source, made by `trace`. It speaks of places; without parts these are the hexes."""

    @property
    def size(self) -> int:
        """The number of places."""

    @property
    def reached(self) -> bytes:
        """One byte a place: 1 if it can be traced to a source, 0 if not."""

    @property
    def reached_hexes(self) -> bytes:
        """One byte a hex: 1 if any of its places can be traced to a source, 0 if not."""

    @property
    def costs(self) -> array[int]:
        """The cost of every place of the board, -1 for those that cannot be traced; made anew each time."""

    def cost(self, index: int) -> int | None:
        """The cost of the line from a source to a place, or None."""

    def source(self, index: int) -> int | None:
        """The source of that line, as its place among the sources, or None."""

    def path(self, index: int) -> list[int]:
        """The places from this one back to its source, both included; ties are broken as for `Field.path`.

        Raises ValueError if it cannot be traced.
        """

def trace(
    ways: Graph | _Ints,
    sources: Iterable[int],
    passable: Buffer,
    *,
    edge_cost: Buffer | None = None,
    limit: int | None = None,
    start_costs: Iterable[int] | None = None,
    network: Buffer | None = None,
    network_limit: int | None = None,
) -> Trace:
    """Lines of supply, command or rail: every place that can be traced to a source, by the cheapest way.

    `ways` is a graph, or for plain hexes the array of neighbours. `passable` has one byte a place or one a hex:
    CLOSED ones are not entered, and count for nothing if they are sources; TERMINAL ones are reached but not traced
    through, unless they are sources. A hex that is TERMINAL, if this is given by the hex, can still be traced through
    from part to part, and out of it from a source within it. `edge_cost` (32-bit integers, one for each step) is the
    cost of a step away from the source; without it another hex costs 1 and another part of the same hex nothing.
    `limit` is the greatest cost of a line. A source begins at its `start_costs`; of two on one place the cheaper
    counts, then the earlier.

    `network` (a byte for each step) marks the hexsides that a road, railway or the like crosses. A line then first
    follows it from its source, at no cost and whatever the steps cost, for at most `network_limit` of them; it leaves
    it once and for all, and only what follows has a cost and a limit. `start_costs` cannot be combined with it.
    """

@final
class Tracer:
    """Traces again and again over one board where each hex costs one and only what can be reached matters."""

    def __init__(self, neighbours: Iterable[int], open_sides: Buffer) -> None:
        """`open_sides` has a byte for each hex and direction: 0 where no line may leave the hex. Both are copied."""

    @property
    def size(self) -> int:
        """The number of hexes."""

    def changed(self, sides: dict[int, bool]) -> Tracer:
        """One for the same board with some sides, each by its place among `open_sides`, open or not."""

    def reached(self, sources: Iterable[int], passable: Buffer, limit: int) -> bytes:
        """The same as `trace(...).reached` where open hexsides cost 1 and others are FORBIDDEN."""

    def reached_from(self, passable: Buffer, limit: int, *marked: Buffer) -> bytes:
        """The same from all hexes that one of `marked`, as this returns it, marks."""

@final
class Compass:
    """How hexes lie to each other, by their labels."""

    def __init__(self, q: Buffer, r: Buffer, index: dict[str, int]) -> None:
        """The coordinates of the hexes, and where each stands among them."""

    def distance(self, a: str, b: str) -> int:
        """The number of hexes to cross from one to another."""

    def nearer(self, a: str, b: str) -> int:
        """In which directions one comes from a hex nearer to another: a bit for each."""

def mark_adjacent(neighbours: Buffer, hexes: Iterable[int], flag: int, flags: bytearray) -> None:
    """Set a flag in every hex next to one of `hexes`: the zone of control of those who stand there."""
