"""A part of a map as a map of its own, for scenarios that do not need the whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandtable.board.board import Board, Route, SideRun
from sandtable.hexgrid import neighbour


def cropped(board: Board, labels: Collection[str]) -> Board:
    """The board with only some of its hexes; rivers and roads end where it ends.

    It remembers the `whole` board, so that lines of sight near its edge can cross the terrain beyond.
    Raises LabelError for a label that the board does not have.
    """
    kept = {info.label: info for info in map(board.named, labels)}
    return Board(
        board.grid,
        kept.values(),
        board.legend,
        side_runs=[run for run in (_run(board, each, kept) for each in board.side_runs) if run.sides],
        paths=[(route.network, part, route.name) for route in board.paths for part in _stretches(board, route, kept)],
        regions={
            name: [board.labels[i] for i in sorted(hexes) if board.labels[i] in kept]
            for name, hexes in board.regions.items()
        },
        name=board.name,
        whole=board.whole,
        laid=board.laid,
        aliases={alias: label for alias, label in board.aliases.items() if label in kept},
    )


def _run(board: Board, run: SideRun, labels: Collection[str]) -> SideRun:
    """What is left of a feature along hexsides: the sides of hexes that are still there."""
    kept = [
        i
        for i, side in enumerate(run.sides)
        if any(
            index >= 0 and board.labels[index] in labels
            for index in (board.at(side.hex), board.at(neighbour(side.hex, side.direction)))
        )
    ]
    return SideRun(
        run.feature, tuple(run.sides[i] for i in kept), run.name, tuple(run.lower[i] for i in kept if run.lower)
    )


def _stretches(board: Board, route: Route, labels: Collection[str]) -> Iterator[list[str]]:
    """What is left of a road: each stretch of at least two hexes that are still there."""
    stretch: list[str] = []
    for label in (board.labels[i] for i in route.hexes):
        if label in labels:
            stretch.append(label)
            continue
        if len(stretch) > 1:
            yield stretch
        stretch = []
    if len(stretch) > 1:
        yield stretch
