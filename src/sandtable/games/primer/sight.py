"""Lines of sight on a map, which are slopes from eye to eye, and how one of them is explained."""

from __future__ import annotations

from sandtable.board import Board, SightLine
from sandtable.board import Sight as Lines
from sandtable.mechanics.sightline import Crossing, Eye, Obstacle, Sight, spot_on

RULE = "4.2"


def lines_on(board: Board) -> Lines:
    """The lines of sight on a map: what rises as high as the slope between two eyes is in the way."""
    q, r = board.coordinates
    ground = [info.elevation for info in board.hexes]
    return Lines(q, r, ground, top=[_height(board, i) for i in range(board.size)], touching=True)


def _height(board: Board, i: int) -> int:
    return board.legend.terrain[board.hexes[i].terrain].height


def explained(board: Board, viewer: str, target: str) -> Sight:
    """A line of sight step by step. Raises LabelError for what is not on the map."""
    (here, up), (there, other_up) = spot_on(board, viewer), spot_on(board, target)
    i, j = board.index[here], board.index[there]
    line = lines_on(board).check(i, j, eye_a=up, eye_b=other_up)
    steps = tuple(
        _crossing(board, hex_, lane, along, cause) for hex_, side, lane, along, cause, _ in line.steps if side < 0
    )
    ends = _eye(board, i, up), _eye(board, j, other_up)
    names = {f"terrain:{name}": style.name for name, style in board.legend.terrain.items()}
    return Sight(*ends, board.distance(i, j), _first(line, steps), steps, names)


def _eye(board: Board, i: int, up: int) -> Eye:
    info = board.hexes[i]
    fill = board.legend.terrain[info.terrain].fill
    return Eye(info.label, info.elevation + up, info.elevation, info.elevation + _height(board, i), fill)


def _crossing(board: Board, i: int, lane: int, along: float, cause: int) -> Crossing:
    info, top = board.hexes[i], board.hexes[i].elevation + _height(board, i)
    return Crossing(
        at=info.label,
        along=along,
        beside=lane > 0,
        kind=f"terrain:{info.terrain}",
        ground=info.elevation,
        level=top,
        top=top,
        fill=board.legend.terrain[info.terrain].fill,
        blocks=bool(cause),
        rule=RULE,
        reason="sight.in-way" if cause else "sight.not-in-way",
    )


def _first(line: SightLine, steps: tuple[Crossing, ...]) -> Obstacle | None:
    if line.clear:
        return None
    step = next(step for step in steps if step.blocks)
    return Obstacle(step.at, step.kind, step.level, step.rule, step.reason)
