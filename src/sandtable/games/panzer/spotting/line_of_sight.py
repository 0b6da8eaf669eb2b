"""Chapter 4.1.4: lines of sight, what blocks them and which hexes are blind."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

import msgspec

from sandtable.board import ALONG_EITHER, ALWAYS, GROUND, IN_SHADOW, NEVER, Board, Levels, Name, SightLine
from sandtable.board import Sight as Kernel
from sandtable.games.panzer.ground import Ground, buildings, terrain_table
from sandtable.games.panzer.spotting.changes import Changes
from sandtable.games.panzer.tables.basic import LineOfSightFile
from sandtable.hexgrid import distance
from sandtable.kernel import of_content, rule
from sandtable.mechanics.sightline import Crossing, Eye, Obstacle, Sight
from sandtable.mechanics.switches import is_on

BEDS = ("gully", "ford", "stream", "water")
"""Hexes that lie a level below the ground around them, into which one looks from close by or along them (4.1.4.1.6)."""
WAYS = ("road", "path")
HILL = "sight-kind:hill"
"""What blocks where the ground itself does."""
RANGES = 256
"""The table of blind hexes goes so far; the longest line on four boards is less than half as long."""
CHANGED_MAPS = 16
"""Of so many maps with rubble or ditches lines are kept: those of the games that are being played."""


class Viewpoint(msgspec.Struct, frozen=True):
    """Where somebody looks from or is looked for: a hex, and the levels above its ground in a building (6.1.4.3.1)."""

    at: str
    floor: int = 0


@rule("3.5", "3.5.1")
def range_between(content: Ground, a: str, b: str) -> int:
    """The range in hexes: the hex of the target counts, that of the viewer does not."""
    return content.distance(a, b)


@rule("4.1.4.2.1", "4.1.4.2.2", "4.1.4.2.2b", "4.1.4.2.4")
def compared(a: int, b: int, obstacle: int) -> int:
    """What an obstacle does between two levels: nothing, blocks, or blocks those in its blind hexes."""
    high, low = max(a, b), min(a, b)
    if obstacle > high or obstacle == high > low:
        return ALWAYS
    return IN_SHADOW if obstacle > low else NEVER


@rule("4.1.4.2.4")
def blind_hexes(content: Ground, drop: int, away: int) -> int:
    """The blind hexes behind an obstacle so many levels below the higher end and so many hexes away from it."""
    divisor, least = _divisor(content, drop), content.table("line-of-sight", LineOfSightFile).least
    return least if divisor is None else max(away // divisor, least)


def _divisor(content: Ground, drop: int) -> int | None:
    """By what the distance to an obstacle so many levels down is divided; None where the least number always counts."""
    rows = content.table("line-of-sight", LineOfSightFile).rows
    return rows[min(drop, max(rows))].divisor


class Look(NamedTuple):
    """A line between two viewpoints, the levels that are compared, and its ends by their numbers on the whole map."""

    line: SightLine
    viewer: Eye
    target: Eye
    here: int
    there: int
    row: int | None
    """The direction in which it runs where it keeps to a row of hexes."""
    behind_bank: bool
    """Whether the bank of a bed hides one end from the other, whatever else is on the line."""


class Standing(NamedTuple):
    """What stands on a line: the hex that counts for distances, the ground there, and the level to which it rises."""

    hex: int
    ground: int
    level: int
    on_way: bool
    """Whether the line follows a road or path through it."""


class Judgement(NamedTuple):
    """How something on a line bears on it: by which rule, why, whether it blocks, and its blind hexes."""

    rule: str
    reason: str
    blocks: bool
    blind: int = 0
    args: Mapping[str, str | int] = {}


class Marks(Protocol):
    """A number for each hex of a board: 1 where something is in sight."""

    def __getitem__(self, j: int, /) -> int: ...


class OneByOne:
    """The marks of a field that is dear to work out: each hex only when it is asked for."""

    def __init__(self, is_clear: Callable[[int], bool]) -> None:
        self._is_clear = is_clear
        self._known: dict[int, int] = {}

    def __getitem__(self, j: int) -> int:
        found = self._known.get(j)
        if found is None:
            found = self._known[j] = int(self._is_clear(j))
        return found


class Lines:
    """The lines of sight on a map with some rubble and ditches, each field worked out when it is first asked for.

    They cross the whole map, also where a scenario is played on a part of it.
    """

    def __init__(self, content: Ground, rubble: frozenset[str], ditches: frozenset[str]) -> None:
        board, whole = content.board, content.board.whole
        self.board, self.whole, self.content = board, whole, content
        self.index = board.index
        ditched = {whole.index[label] for label in ditches}
        rows = terrain_table(content).hexes
        self.sunken = [i in ditched or rows[info.terrain].height < 0 for i, info in enumerate(whole.hexes)]
        self.beds = [i in ditched or info.terrain in BEDS for i, info in enumerate(whole.hexes)]
        self.bottom = [info.elevation - (i in ditched) for i, info in enumerate(whole.hexes)]
        """The level of the ground in each hex of the whole map: that of the bed, where it is sunken."""
        self.level = [bottom + sunken for bottom, sunken in zip(self.bottom, self.sunken, strict=True)]
        """The level of the ground around, from which units look."""
        self.top = _tops(content, rubble, ditched)
        self.side_top = _side_tops(content)
        self.corridors = _corridors(content)
        self._home = board.in_whole
        """The number of each hex of the board on the whole map."""
        self._kernel = Kernel(
            *whole.coordinates, self.bottom, top=self.top, side_top=self.side_top, corridors=self.corridors,
            levels=_levels(content), along=ALONG_EITHER, corners=is_on(content, "corners-block"),
            stands=self._home, eyes=[int(self.sunken[i]) for i in self._home],
        )  # fmt: skip
        self._beds_seen_from_above = is_on(content, "beds-seen-from-above")
        self._only_highest = is_on(content, "only-highest-obstacle")
        self._fields: dict[str, Marks] = {}
        self._seen: dict[str, frozenset[str]] = {}
        self._near: dict[tuple[str, int], frozenset[str]] = {}
        self._crossed: dict[tuple[str, str], tuple[str, ...]] = {}
        self._upstairs: dict[tuple[int, int, int, int], bool] = {}

    def sees(self, a: str, b: str) -> bool:
        """Whether there is a line of sight between the grounds of two hexes."""
        return self.field(a)[self.index[b]] == 1

    def sees_from(self, viewer: Viewpoint, target: Viewpoint) -> bool:
        """Whether there is a line of sight between two viewpoints."""
        if not viewer.floor and not target.floor:
            return self.sees(viewer.at, target.at)
        key = (self.index[viewer.at], viewer.floor, self.index[target.at], target.floor)
        found = self._upstairs.get(key)
        if found is None:
            found = self._upstairs[key] = self._is_clear(*key)
        return found

    def field(self, label: str) -> Marks:
        """For each hex of the board whether there is a line of sight from the ground of a hex to its ground."""
        found = self._fields.get(label)
        if found is None:
            found = self._fields[label] = self._field(self.index[label])
        return found

    def seen_from(self, label: str) -> frozenset[str]:
        """The hexes to which there is a line of sight from the ground of a hex, its own among them."""
        found = self._seen.get(label)
        if found is None:
            marks, labels = self.field(label), self.board.labels
            found = self._seen[label] = frozenset([labels[j] for j in range(self.board.size) if marks[j]])
        return found

    def seen_among(self, viewer: Viewpoint, labels: frozenset[str]) -> Iterable[str]:
        """Those of some hexes to whose ground there is a line of sight."""
        if viewer.floor or self._only_highest:
            return (label for label in labels if self.sees_from(viewer, Viewpoint(label)))
        return self.seen_from(viewer.at) & labels

    def sees_none_of(self, label: str, others: frozenset[str]) -> bool:
        """Whether there is no line of sight from the ground of a hex to that of any of some others."""
        if self._only_highest:
            return not any(self.sees(label, other) for other in others)
        return self.seen_from(label).isdisjoint(others)

    def seen_within(self, label: str, hexes: int) -> frozenset[str]:
        """Those of them that are no further away than so many hexes."""
        found = self._near.get((label, hexes))
        if found is None:
            found = self._near[label, hexes] = self.seen_from(label) & self.content.around(label, hexes)
        return found

    def _field(self, i: int) -> Marks:
        if self._only_highest:
            return OneByOne(lambda j: i == j or self._is_clear(i, 0, j, 0))
        # A bed only takes away from what is seen from the ground around it.
        marks = bytearray(self.board.size)
        beds, home = self.beds, self._home
        in_bed = beds[home[i]]
        for j in self._kernel.field(i, RANGES):
            marks[j] = not (in_bed or beds[home[j]]) or self._is_clear(i, 0, j, 0)
        marks[i] = 1
        return bytes(marks)

    def _is_clear(self, i: int, floor_i: int, j: int, floor_j: int) -> bool:
        eyes = self.eyes(i, floor_i, j, floor_j)
        if eyes is None or not self._only_highest:
            return eyes is not None and self._kernel.clear(i, j, eye_a=eyes[0], eye_b=eyes[1])
        labels = self.board.labels
        return not self.blocking_steps(self.look(Viewpoint(labels[i], floor_i), Viewpoint(labels[j], floor_j)))

    @rule("4.1.4.1.6", "6.1.4.3.4")
    def eyes(self, i: int, floor_i: int, j: int, floor_j: int) -> tuple[int, int] | None:
        """How many levels above the ground around them two ends look, or None where a bank hides one from the other.

        A unit in a bed is seen from one level higher by those next to it only. Those who stand higher look over the
        bank, as if it stood level with the ground around; those who do not, and others in a bed, look along the bottom.
        """
        here, there = self._home[i], self._home[j]
        if not self.beds[here] and not self.beds[there]:
            return floor_i, floor_j
        if self.beds[here] and self.beds[there]:
            return (-1, -1) if self._is_along_bed(here, there) else None
        if self.beds[there]:
            swapped = self.eyes(j, floor_j, i, floor_i)
            return None if swapped is None else (swapped[1], swapped[0])
        above = self.level[there] + floor_j - self.bottom[here]
        near_only = above == 1 or (above > 1 and not self._beds_seen_from_above)
        if near_only and self.distance(here, there) > 1:
            return None
        return (-1 if above < 1 else 0), floor_j

    def _is_along_bed(self, here: int, there: int) -> bool:
        """Whether two beds lie in a straight row of hexes that are all beds."""
        ahead = _row_direction(self.whole, here, there)
        while ahead is not None and here != there:
            here = self.whole.neighbour(here, ahead)
            if here < 0 or not self.beds[here]:
                return False
        return here == there

    def distance(self, here: int, there: int) -> int:
        """The distance between two hexes of the whole map."""
        return distance(self.whole.hex(here), self.whole.hex(there))

    def crossed(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes of a line from one end to the other, both included, and those whose edge or corner it touches."""
        found = self._crossed.get((a, b))
        if found is None:
            numbers = self._kernel.check(self.index[a], self.index[b]).hexes
            found = self._crossed[a, b] = tuple(dict.fromkeys([self.whole.labels[k] for k in numbers]))
        return found

    def stands_at(self, point: Viewpoint) -> int:
        """The level of a unit: in a bed that of the bottom."""
        return self.bottom[self.whole.index[point.at]] + point.floor

    def look(self, viewer: Viewpoint, target: Viewpoint) -> Look:
        """The line between two viewpoints, whatever a bank hides."""
        i, j = self.index[viewer.at], self.index[target.at]
        eyes = self.eyes(i, viewer.floor, j, target.floor)
        up_i, up_j = eyes or (viewer.floor, target.floor)
        here, there = self._home[i], self._home[j]
        return Look(
            line=self._kernel.check(i, j, eye_a=up_i, eye_b=up_j),
            viewer=self._eye(here, up_i),
            target=self._eye(there, up_j),
            here=here,
            there=there,
            row=_row_direction(self.whole, here, there),
            behind_bank=eyes is None,
        )

    def _eye(self, hex_: int, up: int) -> Eye:
        bottom, info = self.bottom[hex_], self.whole.hexes[hex_]
        fill = self.whole.legend.terrain[info.terrain].fill
        return Eye(info.label, self.level[hex_] + up, bottom, bottom + self.top[hex_], fill)

    def steps(self, look: Look) -> list[tuple[int, int, int, float, int, bool]]:
        """The hexes on a line, and those of its hexsides that could block: see `SightLine.steps`."""
        return [step for step in look.line.steps if step[1] < 0 or self.side_top[6 * step[0] + step[1]]]

    def blocking_steps(self, look: Look) -> list[tuple[int, int, int, float, int, bool]]:
        """Those that block a line: every obstacle counts on its own, unless a game compares only the highest."""
        steps = self.steps(look)
        if self._only_highest and steps:
            highest = max(self.standing(look, *step[:2]).level for step in steps)
            steps = [step for step in steps if self.standing(look, *step[:2]).level == highest]
        return [step for step in steps if step[4]]

    def standing(self, look: Look, hex_: int, side: int) -> Standing:
        """What stands on a line in a hex, or on a hexside of it (-1 for none)."""
        if side < 0:
            top = self.top[hex_]
            on_way = bool(top) and look.row is not None and bool(self.corridors[hex_] >> look.row % 3 & 1)
            ground = self.bottom[hex_]
            return Standing(hex_, ground, ground if on_way else ground + top, on_way)
        other = self.whole.neighbour(hex_, side)
        ground = max(self.bottom[k] for k in (hex_, other) if k >= 0)
        before = hex_ if other < 0 or look.viewer.level >= look.target.level else other
        return Standing(before, ground, ground + self.side_top[6 * hex_ + side], False)

    @rule("4.1.4.2")
    def judge(self, look: Look, hex_: int, level: int) -> Judgement:
        """How something that rises to a level in a hex bears on a line."""
        here, there = look.here, look.there
        high, low = int(look.viewer.level), int(look.target.level)
        if low > high:
            here, there, high, low = there, here, low, high
        how = compared(high, low, level)
        if how == NEVER:
            return Judgement("4.1.4.2.2b", "sight.no-higher", False, args={"level": level})
        if how == ALWAYS and level > high:
            return Judgement("4.1.4.2.1", "sight.above", True, args={"level": level})
        if how == ALWAYS:
            return Judgement("4.1.4.2.2", "sight.as-high", True, args={"level": level})
        away, behind = self.distance(hex_, here), self.distance(hex_, there)
        blind = blind_hexes(self.content, high - level, away)
        reason = "sight.blind" if behind <= blind else "sight.beyond-blind"
        args = {"level": level, "drop": high - level, "away": away, "blind": blind, "behind": behind}
        divisor = _divisor(self.content, high - level)
        if divisor is None:
            return Judgement("4.1.4.2.4", f"{reason}-far-below", behind <= blind, blind, args)
        return Judgement("4.1.4.2.4", reason, behind <= blind, blind, {**args, "divisor": divisor})


@rule("4.1.4.1", "4.1.4.1.1", "4.1.4.1.2", "4.1.4.1.3", "4.1.4.1.4", "4.1.4.1.7", "4.1.4.1.8", "6.1.4.3.9")
def _tops(content: Ground, rubble: frozenset[str], ditched: set[int]) -> list[int]:
    """How far what blocks in each hex rises above the bottom of the hex; buildings by their storeys, rubble not."""
    rows = terrain_table(content).hexes
    tops = []
    for i, info in enumerate(content.board.whole.hexes):
        row, label = rows[info.terrain], info.label
        height = row.height * content.storeys(label) if label in buildings(content) else row.height
        tops.append(height + (i in ditched) if row.blocks and label not in rubble else 0)
    return tops


@of_content
@rule("4.1.4.1.5", "4.1.4.1.10", "4.1.4.2.6")
def _side_tops(content: Ground) -> list[int]:
    """How far what blocks on each hexside rises: crests and hedgerows; slopes belong to the hill, walls are low."""
    whole = content.board.whole
    tops = [0] * (6 * whole.size)
    for name, row in terrain_table(content).sides.items():
        if row.blocks and name in whole.sides:
            tops = [max(top, row.height * mark) for top, mark in zip(tops, whole.sides[name], strict=True)]
    return tops


@of_content
@rule("4.1.4.1.3", "4.1.4.1.7")
def _corridors(content: Ground) -> bytes:
    """The rows of hexes along which a road or path runs straight through each hex: bit d % 3 for the direction d."""
    whole = content.board.whole
    ways = [whole.networks[name] for name in WAYS if name in whole.networks]
    open_sides = [any(marks[slot] for marks in ways) for slot in range(6 * whole.size)]
    return bytes(
        sum(1 << d for d in range(3) if open_sides[6 * i + d] and open_sides[6 * i + d + 3]) for i in range(whole.size)
    )


@of_content
def _levels(content: Ground) -> Levels:
    """What blocks between which levels: for those of a map, and so far above that the rest is all the same."""
    hexes = content.board.whole.hexes
    lowest = min(info.elevation for info in hexes) - 2
    drops = max(content.table("line-of-sight", LineOfSightFile).rows) + 1
    tallest = max(_tops(content, frozenset(), set())) + max(_side_tops(content))
    highest = max(info.elevation for info in hexes) + tallest + drops
    levels = range(lowest, highest + 1)
    blocks = bytes(compared(a, b, o) for a in levels for b in levels for o in levels)
    shadow = bytes(
        min(blind_hexes(content, max(drop, 1), away), 255) for drop in range(drops) for away in range(RANGES)
    )
    return Levels(lowest, len(levels), blocks, shadow=shadow, shape=(drops, 1, RANGES))


def _row_direction(board: Board, here: int, there: int) -> int | None:
    """The direction in which one hex lies from another in a straight row of hexes, or None; 0 for the hex itself."""
    q, r = (b - a for a, b in zip(board.hex(here), board.hex(there), strict=True))
    if q == 0:
        return 0 if r <= 0 else 3
    if r == 0:
        return 2 if q > 0 else 5
    return (1 if q > 0 else 4) if q == -r else None


@of_content
def _printed_lines(content: Ground) -> Lines:
    return Lines(content, frozenset(), frozenset())


@of_content
def _changed_lines(content: Ground) -> OrderedDict[tuple[frozenset[str], frozenset[str]], Lines]:
    return OrderedDict()


@rule("6.1.4.3.9", "6.1.4.3.4", "6.5.4.4.3/building")
def lines(content: Ground, changes: Changes) -> Lines:
    """The lines of sight on the map as it is now."""
    if not changes.rubble and not changes.ditches:
        return _printed_lines(content)
    kept, key = _changed_lines(content), (changes.rubble, changes.ditches)
    found = kept.get(key)
    if found is None:
        houses = changes.rubble & buildings(content)
        is_as_printed = not houses and not changes.ditches
        found = kept[key] = _printed_lines(content) if is_as_printed else Lines(content, houses, changes.ditches)
        if len(kept) > CHANGED_MAPS:
            kept.popitem(last=False)
    return found


@rule("4.1.4", "4.1.4.2", "4.1.4.2.5")
def sees(content: Ground, changes: Changes, a: str, b: str) -> bool:
    """Whether there is a line of sight between units on the ground of two hexes; it holds both ways.

    The hexes of the two never block it, so that one looks a hex deep into woods and out of them.
    """
    return lines(content, changes).sees(a, b)


@rule("4.1.4", "6.1.4", "6.1.4.3.1")
def sees_from(content: Ground, changes: Changes, viewer: Viewpoint, target: Viewpoint) -> bool:
    """The same between two viewpoints, which may be on the top floor of a building."""
    return lines(content, changes).sees_from(viewer, target)


def seen_from(content: Ground, changes: Changes, label: str) -> frozenset[str]:
    """All hexes to whose ground there is a line of sight from the ground of a hex, its own among them."""
    return lines(content, changes).seen_from(label)


def seen_within(content: Ground, changes: Changes, label: str, hexes: int) -> frozenset[str]:
    """Those of them within so many hexes: where those stand who spot, or are spotted, from so far."""
    return lines(content, changes).seen_within(label, hexes)


def sight(content: Ground, changes: Changes, viewer: Viewpoint, target: Viewpoint) -> Sight:
    """A line of sight step by step, with what blocks it first."""
    known = lines(content, changes)
    look = known.look(viewer, target)
    ordered = sorted(known.steps(look), key=lambda step: (step[3], step[2], step[1] >= 0))
    blocking = known.blocking_steps(look)
    steps = tuple(_crossing(known, look, *step[:5], step in blocking) for step in ordered)
    blocked = _hidden_by_bank(known, look) if look.behind_bank else _first_obstacle(steps)
    far = content.distance(viewer.at, target.at)
    return Sight(look.viewer, look.target, far, blocked, steps, _names(content))


@of_content
def _names(content: Ground) -> dict[str, Name]:
    """What the map calls its terrain and the features of its hexsides."""
    legend = content.board.whole.legend
    terrain = {f"terrain:{name}": style.name for name, style in legend.terrain.items()}
    return terrain | {f"hexside:{name}": style.name for name, style in legend.sides.items()}


def _first_obstacle(steps: tuple[Crossing, ...]) -> Obstacle | None:
    for step in steps:
        if step.blocks:
            return Obstacle(step.at, step.kind, step.level, step.rule, step.reason, step.args)
    return None


def _hidden_by_bank(known: Lines, look: Look) -> Obstacle:
    beds = [i for i in (look.here, look.there) if known.beds[i]]
    reason = "sight.not-along-bed" if len(beds) == 2 else "sight.bank"
    info = known.whole.hexes[beds[0]]
    kind = f"terrain:{info.terrain}" if info.terrain in BEDS else "counter:ditch"
    return Obstacle(info.label, kind, known.level[beds[0]], "4.1.4.1.6", reason, {"bed": info.label})


def _crossing(
    known: Lines, look: Look, hex_: int, side: int, lane: int, along: float, cause: int, blocks: bool
) -> Crossing:
    """A hex or hexside on a line, with how it was judged."""
    legend, terrain, feature = known.whole.legend, known.whole.hexes[hex_].terrain, _feature(known, hex_, side)
    standing = known.standing(look, hex_, side)
    bare = cause == GROUND
    level = standing.ground if bare else standing.level
    judgement = known.judge(look, standing.hex, level)
    if standing.on_way and not judgement.blocks:
        building = known.whole.labels[hex_] in buildings(known.content)
        judgement = Judgement("4.1.4.1.3" if building else "4.1.4.1.7", "sight.along-way", False)
    if judgement.blocks and not blocks:
        judgement = Judgement("4.1.4.2", "sight.not-highest", False)
    return Crossing(
        at=known.whole.labels[hex_] if side < 0 else known.whole.side_label(hex_, side),
        is_hexside=side >= 0,
        along=along,
        beside=lane > 0,
        kind=HILL if bare else f"terrain:{terrain}" if side < 0 else f"hexside:{feature}",
        ground=standing.ground,
        level=level,
        top=known.bottom[hex_] + known.top[hex_] if side < 0 else level,
        fill=legend.terrain[terrain].fill if side < 0 else legend.sides[feature].stroke,
        blocks=blocks,
        blind=judgement.blind,
        rule=judgement.rule,
        reason=judgement.reason,
        args=judgement.args,
    )


def _feature(known: Lines, hex_: int, side: int) -> str:
    """What blocks on a hexside; nothing in a hex."""
    if side < 0:
        return ""
    rows = terrain_table(known.content).sides
    return next(name for name in sorted(known.whole.side_features(hex_, side)) if name in rows and rows[name].blocks)
