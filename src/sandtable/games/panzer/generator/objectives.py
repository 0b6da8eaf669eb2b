"""What a meeting engagement is about: bridges, fords, junctions, villages and hills between the two edges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sandtable.board import Board
from sandtable.games.panzer.areas import Edge, edge_distances
from sandtable.games.panzer.tables.generator import EdgeRows, Prizes
from sandtable.mechanics.content import Text

NAMES: dict[str, Text] = {
    "bridge": {"en": "The bridge", "ja": "橋梁"},
    "ford": {"en": "The ford", "ja": "浅瀬"},
    "junction": {"en": "The road junction", "ja": "分岐点"},
    "village": {"en": "The village", "ja": "村"},
    "hill": {"en": "The hill", "ja": "丘"},
}
WAYS = ("road", "path")


def objectives(
    board: Board, edges: tuple[Edge, Edge], number: int, rows: EdgeRows, prizes: Prizes
) -> list[tuple[str, str]]:
    """The kinds and hexes of so many objectives, the main one first: as far from one edge as from the other."""
    far = edge_distances(board)
    ends = [far[edge] for edge in edges]
    kinds = list(NAMES)
    found = sorted(
        ((kind, label) for kind, label in candidates(board) if min(end[label] for end in ends) > rows.apart),
        key=lambda each: (abs(ends[0][each[1]] - ends[1][each[1]]), kinds.index(each[0]), each[1]),
    )
    taken: list[tuple[str, str]] = []
    for kind, label in found:
        if len(taken) < number and all(_apart(board, label, other) >= prizes.apart for _, other in taken):
            taken.append((kind, label))
    return taken


def _apart(board: Board, one: str, other: str) -> int:
    return board.distance(board.index[one], board.index[other])


def candidates(board: Board) -> Iterator[tuple[str, str]]:
    """Everything on the map that is worth having, by its kind."""
    for info in board.hexes:
        if info.terrain in ("bridge", "ford"):
            yield info.terrain, info.label
        elif _ways(board, info.label) > 2:
            yield "junction", info.label
    for houses in _clusters(board, lambda i: board.hexes[i].terrain.startswith("building")):
        yield "village", _middle(board, houses)
    for hill in _clusters(board, lambda i: board.hexes[i].elevation > 0):
        top = max(board.hexes[i].elevation for i in hill)
        yield "hill", _middle(board, [i for i in hill if board.hexes[i].elevation == top])


def _ways(board: Board, label: str) -> int:
    """How many roads and paths meet in a hex."""
    i = board.index[label]
    networks = [board.networks[name] for name in WAYS if name in board.networks]
    return sum(any(marks[6 * i + d] for marks in networks) for d in range(6))


def _clusters(board: Board, belongs: Callable[[int], bool]) -> Iterator[list[int]]:
    """The hexes of which something holds, in pieces that hang together."""
    left = {i for i in range(board.size) if belongs(i)}
    while left:
        piece, edge = [], [min(left)]
        left.discard(edge[0])
        while edge:
            i = edge.pop()
            piece.append(i)
            near = {j for j in board.within(i, 1) if j in left}
            left -= near
            edge += sorted(near)
        yield piece


def _middle(board: Board, hexes: Iterable[int]) -> str:
    """The hex that lies nearest to all others of a piece."""
    hexes = sorted(hexes)
    labels = [board.labels[i] for i in hexes]
    return min(labels, key=lambda label: (sum(_apart(board, label, other) for other in labels), label))
