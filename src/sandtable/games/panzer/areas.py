"""Where a scenario lets units begin and enter: parts of the map by edges, boards, regions and ways."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.board import Board
from sandtable.mechanics.content import Strict

Edge = Literal["north", "east", "south", "west"]
Hexes = Annotated[int, msgspec.Meta(ge=1)]


class FromEdge(Strict, frozen=True):
    """Hexes by their distance from an edge of the map; the hexes along the edge are at distance 1."""

    edge: Edge
    within: Hexes | None = None
    at_least: Hexes | None = None

    def __post_init__(self) -> None:
        if self.within is None and self.at_least is None:
            raise ValueError("give within, the greatest distance from the edge, or at_least, the smallest")


class Area(Strict, frozen=True, kw_only=True):
    """A part of the map: hexes for which everything holds that is given."""

    board: str | None = None
    """The mark of a board, the first sign of its labels."""
    edges: tuple[FromEdge, ...] = ()
    regions: tuple[str, ...] = ()
    """In one of these regions, or near one."""
    near: int = 0
    """How far from the regions a hex may lie."""
    hexes: tuple[str, ...] = ()
    """One of these hexes."""


class Entrance(Strict, frozen=True, kw_only=True):
    """Hexes of an edge by which units come in."""

    edge: Edge
    by: tuple[Literal["road", "path"], ...] = ()
    """Only where such a way crosses the edge, or near to where one does."""
    near: int = 0
    within: FromEdge | None = None
    """Only a part of the edge."""


def edge_distances(board: Board) -> dict[Edge, dict[str, int]]:
    """How far every hex lies from each edge of the map, counted along columns and across them; the edge hexes are 1."""
    places = {label: board.grid.column_row(board.hex(board.index[label])) for label in board.labels}
    columns: dict[int, list[int]] = {}
    for column, row in places.values():
        columns.setdefault(column, []).append(row)
    first, last = min(columns), max(columns)
    ends = {column: (min(rows), max(rows)) for column, rows in columns.items()}
    return {
        "north": {label: row - ends[column][0] + 1 for label, (column, row) in places.items()},
        "south": {label: ends[column][1] - row + 1 for label, (column, row) in places.items()},
        "west": {label: column - first + 1 for label, (column, _) in places.items()},
        "east": {label: last - column + 1 for label, (column, _) in places.items()},
    }


def area_hexes(area: Area, board: Board) -> frozenset[str]:
    """The hexes of an area. Raises KeyError for a region or hex that the map does not have."""
    found = {label for label in board.labels if area.board is None or label.startswith(area.board)}
    if area.hexes:
        found &= {board.labels[board.index[label]] for label in area.hexes}
    if area.regions:
        core = {i for region in area.regions for i in board.regions[region]}
        found &= {board.labels[j] for i in core for j in board.within(i, area.near)}
    for condition in area.edges:
        found &= _from_edge(condition, board)
    return frozenset(found)


def _from_edge(condition: FromEdge, board: Board) -> set[str]:
    distances = edge_distances(board)[condition.edge]
    most = condition.within or max(distances.values())
    return {label for label, distance in distances.items() if (condition.at_least or 1) <= distance <= most}


def entrance_hexes(entrance: Entrance, board: Board) -> frozenset[str]:
    """The hexes by which units come in."""
    edge = {label for label, distance in edge_distances(board)[entrance.edge].items() if distance == 1}
    found = set(edge)
    if entrance.by:
        crossed = [label for label in edge if _on_way(board, board.index[label], entrance.by)]
        near = {board.labels[j] for label in crossed for j in board.within(board.index[label], entrance.near)}
        found &= near
    if entrance.within is not None:
        found &= _from_edge(entrance.within, board)
    return frozenset(found)


def _on_way(board: Board, hex_: int, networks: tuple[str, ...]) -> bool:
    slots = range(6 * hex_, 6 * hex_ + 6)
    return any(board.networks[name][slot] for name in networks if name in board.networks for slot in slots)
