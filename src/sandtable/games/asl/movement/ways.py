"""A2.8, A4.3: the places among which men move: hexes at ground level, floors, cellars, and ways of Bypass."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from sandtable.board import Parts, Places
from sandtable.board.parts import floors as floor_parts
from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import floors, neighbours, parts_of
from sandtable.games.asl.movement.bypass import free_sides, way_of, ways_through
from sandtable.kernel import of_content, rule


@of_content
@rule("A2.8", "A4.3", "B23.25", "RR11.2")
def places(content: Content) -> Places:
    """Every place in which men can be while they move, and the steps between them."""
    return Places(content.board.plane, floor_parts(floors(content)), _upstairs(content), _round_obstacles(content))


@of_content
def locations_count(content: Content) -> int:
    """How many of the places, the first ones, are Locations; the ways of Bypass come after them."""
    return content.board.size + sum(map(len, floors(content).values()))


def _upstairs(content: Content) -> Parts:
    """The steps between the same floors of the hexes of a building."""
    upper = [f"{hex_}{floor:+d}" for hex_, found in floors(content).items() for floor in found if floor > 0]
    return Parts(
        steps=tuple(
            (label, there)
            for label in upper
            for there in neighbours(content, label)
            if parts_of(there).floor == parts_of(label).floor
        )
    )


def _round_obstacles(content: Content) -> Parts:
    """The ways of Bypass, from and to the ground level of the hexes on either side, and from one to the next."""
    labels = [f"{hex_}~{way.name}" for hex_ in free_sides(content) for way in ways_through(content, hex_)]
    return Parts(tuple(labels), tuple(_steps(content, labels)))


def _steps(content: Content, labels: list[str]) -> Iterator[tuple[str, str]]:
    board = content.board
    entering: dict[tuple[str, int, str], list[str]] = {}
    for label in labels:
        way, hex_ = way_of(label), parts_of(label).hex
        assert way is not None
        entering.setdefault((hex_, way.entry, way.turn), []).append(label)
    for label in labels:
        way, hex_ = way_of(label), parts_of(label).hex
        assert way is not None
        i = board.index[hex_]
        behind, ahead = board.labels[board.neighbour(i, way.entry)], board.labels[board.neighbour(i, way.exit)]
        yield behind, label
        yield label, hex_
        yield label, ahead
        yield from product([label], entering.get((ahead, (way.exit + 3) % 6, way.turn), ()))
