"""Hexagonal outlines and chains of hexsides turned into curves that look drawn by hand."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from sandtable.render.svg import Point, chance, point

Key = tuple[int, int]
"""A corner or a centre, rounded, so that hexes that share it agree on it."""


def key(at: Point) -> Key:
    return round(at[0]), round(at[1])


def wobble(at: Point, reach: float) -> Point:
    """The point moved by up to `reach` each way, always the same way for the same point."""
    source = chance(key(at))
    return at[0] + source.uniform(-reach, reach), at[1] + source.uniform(-reach, reach)


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def loops(edges: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Directed edges joined head to tail into closed outlines."""
    following: dict[Key, tuple[Point, Key]] = {key(a): (a, key(b)) for a, b in edges}
    found = []
    while following:
        start = next(iter(following))
        loop: list[Point] = []
        at = start
        while at in following:
            corner, at = following.pop(at)
            loop.append(corner)
        found.append(loop)
    return found


def relaxed(loop: Sequence[Point]) -> list[Point]:
    """A closed line with its corners drawn towards their neighbours."""
    count = len(loop)
    return [between(loop[place - 1], loop[place], loop[(place + 1) % count]) for place in range(count)]


def between(before: Point, at: Point, after: Point) -> Point:
    return (before[0] + 2 * at[0] + after[0]) / 4, (before[1] + 2 * at[1] + after[1]) / 4


def closed_curve(loop: Sequence[Point]) -> str:
    """A smooth closed path that follows the points without touching them."""
    parts = [f"M{point(middle(loop[-1], loop[0]))}"]
    for at, after in pairwise([*loop, loop[0]]):
        parts.append(f"Q{point(at)} {point(middle(at, after))}")
    return "".join(parts) + "Z"


def straight(loop: Sequence[Point]) -> str:
    return "M" + "L".join(map(point, loop)) + "Z"


def open_curve(line: Sequence[Point]) -> str:
    """A smooth path from the first point to the last that crosses the middle of every stretch between."""
    parts = [f"M{point(line[0])}"]
    if len(line) > 2:
        parts.append(f"L{point(middle(line[0], line[1]))}")
        for at, after in pairwise(line[1:]):
            parts.append(f"Q{point(at)} {point(middle(at, after))}")
    parts.append(f"L{point(line[-1])}")
    return "".join(parts)


def chains(segments: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments joined into lines as long as possible.

    Where more than two meet, the two that run on most nearly straight belong together, the others end on their curve.
    """
    ends: dict[Key, list[Point]] = defaultdict(list)
    places: dict[Key, Point] = {}
    for a, b in segments:
        if key(b) in map(key, ends[key(a)]):
            continue
        ends[key(a)].append(b)
        ends[key(b)].append(a)
        places.setdefault(key(a), a)
        places.setdefault(key(b), b)
    onward = {at: _pairs(places[at], others) for at, others in ends.items()}
    left = {(at, key(other)) for at, others in ends.items() for other in others}
    starts = [(at, other) for at, other in sorted(left) if other not in onward[at]]
    found = []
    for at, other in [*starts, *sorted(left)]:
        if (at, other) in left:
            found.append(_follow(at, other, onward, left, places))
    return [_ended_on_curves(line, onward, places) for line in found]


def _pairs(at: Point, others: Sequence[Point]) -> dict[Key, Key]:
    """Of the points around one point, which one leads on to which."""
    if len(others) == 2:
        first, second = map(key, others)
        return {first: second, second: first}
    angles = sorted((math.atan2(y - at[1], x - at[0]), key((x, y))) for x, y in others)
    bends = sorted(
        (round(abs(math.pi - abs(b - a)), 3), first, second)
        for place, (a, first) in enumerate(angles)
        for b, second in angles[place + 1 :]
    )
    paired: dict[Key, Key] = {}
    for bend, first, second in bends:
        if bend < math.radians(65) and first not in paired and second not in paired:
            paired |= {first: second, second: first}
    return paired


def _follow(
    at: Key,
    other: Key,
    onward: Mapping[Key, Mapping[Key, Key]],
    left: set[tuple[Key, Key]],
    places: Mapping[Key, Point],
) -> list[Point]:
    line = [places[at], places[other]]
    left -= {(at, other), (other, at)}
    while (after := onward[other].get(at)) is not None and (other, after) in left:
        left -= {(other, after), (after, other)}
        line.append(places[after])
        at, other = other, after
    return line


def _ended_on_curves(
    line: list[Point], onward: Mapping[Key, Mapping[Key, Key]], places: Mapping[Key, Point]
) -> list[Point]:
    """A line that meets a curve at its end reaches the curve itself, which cuts the corner there."""
    for end in (0, -1):
        through = onward[key(line[end])]
        if through and key(line[0]) != key(line[-1]):
            first, second = next(iter(through.items()))
            a, b = middle(line[end], places[first]), middle(line[end], places[second])
            line[end] = between(a, line[end], b)
    return line


def length(line: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(line))


def part(line: Sequence[Point], start: float, end: float) -> list[Point]:
    """The stretch of a line between two distances along it."""
    found: list[Point] = []
    walked = 0.0
    for a, b in pairwise(line):
        span = math.dist(a, b)
        for wanted in (start, end):
            if walked <= wanted < walked + span:
                share = (wanted - walked) / span
                found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
        if start < walked + span <= end:
            found.append(b)
        walked += span
    return found
