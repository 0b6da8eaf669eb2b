"""Chapters 5.5 and 6.7.2: the straight courses of aircraft over the map, and the edges where they begin and end."""

from __future__ import annotations

from sandtable.games.panzer.areas import Edge
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.movement.leaving_the_map import edges_of
from sandtable.kernel import of_content, rule

OUTWARDS: dict[Edge, tuple[int, ...]] = {"north": (5, 0, 1), "east": (1, 2), "south": (2, 3, 4), "west": (4, 5)}
"""The directions that lead over each edge."""


@of_content
@rule("5.5", "6.7.2.3")
def ahead(content: Content, at: str, facing: int) -> tuple[str, ...]:
    """The hexes straight before an aircraft as far as the map goes: it flies over all of them, whatever is there."""
    board, found = content.board, []
    here = board.neighbours[6 * board.index[at] + facing]
    while here >= 0:
        found.append(board.labels[here])
        here = board.neighbours[6 * here + facing]
    return tuple(found)


@of_content
@rule("6.7.2")
def crossed_edges(content: Content, at: str, facing: int) -> tuple[Edge, ...]:
    """The edges over which an aircraft leaves the map that flies on from its last hex; at a corner there may be two."""
    here = edges_of(content, at)
    return tuple(edge for edge in here if facing in OUTWARDS[edge]) or tuple(here)


@of_content
def leaves_by(content: Content, at: str, facing: int) -> tuple[Edge, ...]:
    """The edges over which an aircraft leaves the map in the end if it flies straight on."""
    return crossed_edges(content, (at, *ahead(content, at, facing))[-1], facing)


@of_content
@rule("6.7.2", "6.7.2.1")
def entries(content: Content, edges: tuple[Edge, ...]) -> dict[str, tuple[int, ...]]:
    """The hexes over which an aircraft comes in by some edges, each with the headings that lead in from off the map."""
    board, found = content.board, {}
    for i, at in enumerate(board.labels):
        headings = tuple(
            facing
            for facing in range(6)
            if board.neighbours[6 * i + (facing + 3) % 6] < 0
            and any(edge in edges for edge in crossed_edges(content, at, (facing + 3) % 6))
        )
        if headings and any(edge in edges for edge in edges_of(content, at)):
            found[at] = headings
    return found
