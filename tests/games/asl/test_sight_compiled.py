"""Lines of sight as play follows them, compiled, are those that one judges piece by piece: tens of thousands of them,
on the map with and without rubble and on wild country."""

from __future__ import annotations

import functools
import random

import pytest

from games.asl.fields import meadow
from games.asl.position import board, content
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import parts_of, printed_locations
from sandtable.games.asl.sight import geometry
from sandtable.games.asl.sight.ground import LEVEL, Aim, Ground, cornered
from sandtable.games.asl.sight.judging import Judge
from sandtable.games.asl.sight.lines import End, Line
from sandtable.games.asl.sight.on_map import printed_ground

KINDS = ("woods", "orchard", "brush", "stone-building", "wooden-building")
FACTORY = ("J8", "J9", "J10", "K8", "K9", "K10", "L9", "L10", "L11")


@functools.cache
def wild(seed: int) -> Content:
    """A map on which anything stands anywhere: floors, factories, hills, walls, slopes."""
    lots = random.Random(seed)
    labels = meadow().board.labels
    terrain = {label: lots.choice(KINDS) for label in labels if lots.random() < 0.2}
    terrain |= dict.fromkeys(FACTORY, "stone-building")
    houses = {
        label: {"building": lots.choice("fg"), "stories": lots.randint(1, 2), "factory": lots.random() < 0.3}
        for label, kind in terrain.items()
        if kind.endswith("building")
    }
    houses |= {label: {"building": "large", "stories": 1, "factory": True} for label in FACTORY}
    levels = {label: lots.choice((-1, 1, 2)) for label in labels if lots.random() < 0.15}
    sides = list(_hexsides(meadow()))
    walls = {kind: lots.sample(sides, 60) for kind in ("wall", "hedge")}
    return meadow(terrain, levels=levels, walls=walls, slopes=lots.sample(sides, 80), houses=houses)


def _hexsides(country: Content) -> list[str]:
    field = country.board
    found = []
    for i in range(field.size):
        for direction in range(3):
            j = field.neighbour(i, direction)
            if j >= 0:
                found.append(f"{field.labels[i]}-{field.labels[j]}")
    return found


def _somewhere(country: Content, lots: random.Random, near: str = "") -> str:
    """A Location: on any floor, entrenched, or at a vertex of its hex; half of them near to another."""
    field = country.board
    hexes = field.within(field.index[parts_of(near).hex], 3) if near and lots.random() < 0.5 else range(field.size)
    hex_ = field.labels[lots.choice(hexes)]
    label = lots.choice(printed_locations(country, hex_))
    kind = lots.random()
    if kind < 0.15:
        return f"{label}~{lots.choice(('foxhole', 'trench'))}"
    return f"{hex_}~corner{lots.randrange(6)}" if kind < 0.3 else label


def _judged(ground: Ground, aim: Aim | None, within: Line) -> Line:
    return within if aim is None else Judge(ground, aim).line()


def aim_at_vertex(ground: Ground, a: str, hex_: str, vertex: int) -> Aim | None:
    """The line from a Location to a vertex of another hex; None within it."""
    return ground.aim(a, cornered(hex_, vertex))


def aim_at_side(ground: Ground, a: str, side: str) -> Aim | None:
    """The line from a Location to the middle of a hexside; None if the Location is in one of its hexes."""
    first, second, direction = ground.hexside(side)
    i = ground.index[parts_of(a).hex]
    if i in (first, second):
        return None
    (q, r), (p, s) = ground._spots[i], ground._spots[first]
    thread = ground._with_last(i, geometry.thread(geometry.middle((p - q, s - r), direction)))
    level = max(ground.levels[first], ground.levels[second])
    nearer = ground.index[ground.nearer(a, side)]
    target = End(nearer, level, LEVEL * level, False, False, 0, (first, second), True)
    return Aim(thread, ground._end(a, thread.leaves), target, (side,))


def _grounds() -> list[tuple[Content, Ground]]:
    printed = printed_ground(content())
    lots = random.Random(7)
    buildings = [info.label for info in board().hexes if "building" in info.data]
    rubble = {label: lots.choice(("stone", "wooden")) for label in lots.sample(buildings, 20)}
    fields = [wild(seed) for seed in range(6)]
    return [
        (content(), printed),
        (content(), printed.with_rubble(rubble)),
        *[(field, printed_ground(field)) for field in fields],
    ]


@pytest.mark.rule("rileys_road:A6.9", "rileys_road:A6.8", "rileys_road:A6.7", "rileys_road:A4.34")
def test_lines_between_locations_are_those_judged_piece_by_piece() -> None:
    lots, met = random.Random(1), set()
    for country, ground in _grounds():
        for _ in range(3000):
            a = _somewhere(country, lots)
            b = _somewhere(country, lots, a)
            here, there = parts_of(a), parts_of(b)
            if here.hex == there.hex:
                continue
            found = ground.line(a, b)
            assert found == _judged(ground, ground.aim(a, b), Line()), f"{a} to {b}"
            met |= {found.block.rule} if found.block is not None else {each.rule for each in found.hindrances}
    assert met >= {"A6.2", "A6.21", "A6.4", "A6.7", "A6.8", "B10.2", "B14.2", "B9.2", "B9.21", "B23.74"}


@pytest.mark.rule("rileys_road:A8.15", "rileys_road:A4.34")
def test_lines_to_hexsides_and_vertices_are_those_judged_piece_by_piece() -> None:
    lots = random.Random(2)
    for country, ground in _grounds():
        sides = _hexsides(country)
        for _ in range(1500):
            a, side = _somewhere(country, lots), lots.choice(sides)
            assert ground.line_to_side(a, side) == _judged(ground, aim_at_side(ground, a, side), Line(sides=(side,)))
            hex_, vertex = lots.choice(country.board.labels), lots.randrange(6)
            wanted = _judged(ground, aim_at_vertex(ground, a, hex_, vertex), Line())
            assert ground.line_to_vertex(a, hex_, vertex) == wanted, f"{a} to vertex {vertex} of {hex_}"


@pytest.mark.rule("rileys_road:A6.5")
def test_sight_is_mutual_on_wild_country() -> None:
    lots = random.Random(3)
    for seed in range(6):
        ground = printed_ground(wild(seed))
        for _ in range(1500):
            one, two = lots.sample(ground.board.labels, 2)
            there, back = ground.line(one, two), ground.line(two, one)
            assert there.clear == back.clear, f"{one} to {two}"
            assert there.hindrance == back.hindrance, f"{one} to {two}"


@pytest.mark.rule("rileys_road:A24.2", "rileys_road:D9.3")
def test_what_a_line_passes_is_what_its_thread_crosses() -> None:
    lots = random.Random(4)
    for country, ground in _grounds():
        marked = bytes(lots.random() < 0.2 for _ in range(ground.board.size))
        for _ in range(1500):
            a = _somewhere(country, lots)
            b = _somewhere(country, lots, a)
            aim = ground.aim(a, b)
            if aim is not None:
                passed = ground.passed(a, b, marked)
                assert passed == _passed(ground, aim, marked) if passed is not None else not _meets(ground, aim, marked)
        for _ in range(500):
            a, side = _somewhere(country, lots), lots.choice(_hexsides(country))
            aim = aim_at_side(ground, a, side)
            if aim is not None and (passed := ground.passed_to_side(a, side, marked)) is not None:
                assert passed == _passed(ground, aim, marked), f"{a} to {side}"


def _steps(ground: Ground, aim: Aim) -> list[list[int]]:
    found = [[ground.at(aim.viewer.hex, offset) for offset in meeting.hexes] for meeting in aim.thread.meetings]
    return [[i for i in step if i >= 0] for step in found]


def _meets(ground: Ground, aim: Aim, marked: bytes) -> bool:
    ends = [aim.viewer.hex, *aim.target.own]
    return any(marked[i] for step in (*_steps(ground, aim), ends) for i in step)


def _passed(ground: Ground, aim: Aim, marked: bytes) -> object:
    own = {*aim.viewer.own, *aim.target.own}
    between = [step for step in _steps(ground, aim) if not own.issuperset(step)]
    steps = tuple([tuple(on_it) for step in between if (on_it := [i for i in step if marked[i]])])
    sides = set()
    for meeting in aim.thread.meetings:
        for offset, direction in meeting.edges:
            i = ground.at(aim.viewer.hex, offset)
            if i < 0:
                continue
            j = ground.board.neighbour(i, direction)
            sides |= {6 * i + direction} if marked[i] else set()
            sides |= {6 * j + (direction + 3) % 6} if j >= 0 and marked[j] else set()
    return steps, sides, aim.viewer, aim.target
