"""A6.9: a line of sight put down step by step, for players who want to know why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from sandtable import datafile
from sandtable.board import Board, Name, load_board
from sandtable.board.place import parse_place
from sandtable.games.asl.locations import parts_of
from sandtable.games.asl.sight.geometry import BESIDE, REACH, Meeting, center, corner, measures, middle
from sandtable.games.asl.sight.ground import LEVEL, SLOPE, Aim, Figures, Ground
from sandtable.games.asl.sight.judging import Judge
from sandtable.games.asl.sight.lines import End, Hindrance, Line
from sandtable.games.asl.sight.on_map import DARKNESS, ground_of, line_of_sight
from sandtable.games.asl.tables.features import Slopes
from sandtable.games.asl.tables.terrain import Hexsides, SightLines, Terrain
from sandtable.games.asl.units import Game
from sandtable.hexgrid import LabelError
from sandtable.kernel import rule
from sandtable.mechanics.sightline import Crossing, Eye, Obstacle, Sight, UnknownMap

T = TypeVar("T")
Args = dict[str, str | int]
_HEIGHT = 3**0.5 / 2
"""How high a hex is for its width, in the measure of geometry, where both are told in hundredths."""


def sight_on_map(data_file: Callable[[str], Path], maps: tuple[str, ...], name: str, viewer: str, target: str) -> Sight:
    """A line of sight on a map as printed. Raises UnknownMap, and LabelError for Locations that are not on it."""
    if name not in maps:
        raise UnknownMap(f"there is no map {name!r}; there are {', '.join(maps)}")
    board = load_board(data_file(f"maps/{name}.yaml"))

    def table(name: str, type_: type[T]) -> T:
        return datafile.read(data_file(f"tables/{name}.yaml"), type_)

    rise = table("slopes", Slopes).height if any(board.falls.get(SLOPE, b"")) else 0
    figures = Figures(table("terrain", Terrain), table("hexsides", Hexsides), table("sight", SightLines), rise)
    a, b = (_checked(board, text) for text in (viewer, target))
    ground = Ground(board, figures)
    return explained(ground, a, b, ground.line(a, b))


def sight_in_game(game: Game, viewer: str, target: str) -> Sight:
    """The same in a game, with what has come onto its map. Raises LabelError for Locations that are not on it."""
    a, b = (_checked(game.content.board, text) for text in (viewer, target))
    return explained(ground_of(game), a, b, line_of_sight(game, a, b))


def _checked(board: Board, text: str) -> str:
    place = parse_place(text, board.grid)
    if place.hex not in board.index:
        first, *_, last = board.labels
        raise LabelError(f"the map has no hex {place.hex!r}; its hexes run from {first} to {last}")
    return text


@rule("A6.9", "A/los-checks")
def explained(ground: Ground, a: str, b: str, line: Line) -> Sight:
    """Everything on the way of a line, judged piece by piece; `line` says what it comes to."""
    names = _names(ground.board)
    aim = ground.aim(a, b)
    if aim is None:
        eyes = [_eye(ground, label, ground.levels[ground.index[parts_of(label).hex]]) for label in (a, b)]
        stop = (
            None
            if line.block is None
            else Obstacle(parts_of(a).hex, "hindrance:floor", eyes[0].level, "A6.8", "sight.floor")
        )
        return Sight(eyes[0], eyes[1], 0, stop, tuple(_others(ground, line, ())), names)
    steps = list(_steps(ground, aim))
    steps += _others(ground, line, tuple(step.at for step in steps if step.hinders))
    steps.sort(key=lambda step: step.along)
    viewer = _eye(ground, a, aim.viewer.height / LEVEL)
    target = _eye(ground, b, aim.target.height / LEVEL)
    distance = ground.apart(aim.viewer.hex, aim.target.hex)
    return Sight(viewer, target, distance, _stop(aim, line, steps), tuple(steps), names)


def _names(board: Board) -> dict[str, Name]:
    legend = board.legend
    found = {f"terrain:{kind}": style.name for kind, style in legend.terrain.items()}
    return found | {f"side:{kind}": style.name for kind, style in legend.sides.items()}


def _eye(ground: Ground, label: str, level: float) -> Eye:
    i = ground.index[parts_of(label).hex]
    info, feature = ground.board.hexes[i], ground.features[i]
    top = ground.levels[i] + (feature.height / LEVEL if feature is not None else 0)
    return Eye(label, level, ground.levels[i], top, ground.board.legend.terrain[info.terrain].fill)


def _stop(aim: Aim, line: Line, steps: list[Crossing]) -> Obstacle | None:
    """What blocks, as the line itself says."""
    block = line.block
    if block is None:
        return None
    for step in steps:
        if step.blocks and step.at == block.at:
            return Obstacle(step.at, step.kind, step.level, step.rule, step.reason, step.args)
    if block.what == DARKNESS:
        return Obstacle(block.at, "hindrance:darkness", aim.target.level, block.rule, "sight.dark")
    if block.what == "hindrance":
        return Obstacle(block.at, "hindrance:sum", aim.target.level, block.rule, "sight.too-much")
    return Obstacle(block.at, "hindrance:floor", aim.target.level, block.rule, "sight.floor")


def _steps(ground: Ground, aim: Aim) -> Iterator[Crossing]:
    judge = Judge(ground, aim)
    for meeting in aim.thread.meetings:
        yield from _once(
            [
                _hex(ground, aim, judge, meeting, hex_, _middle(aim, meeting, offset))
                for offset in meeting.hexes
                if (hex_ := ground.at(aim.viewer.hex, offset)) >= 0
            ]
        )
        for offset, direction in meeting.edges:
            hex_ = ground.at(aim.viewer.hex, offset)
            if hex_ >= 0 and 6 * hex_ + direction in ground.walls:
                at = middle(offset, direction)
                if len(meeting.edges) > 1:
                    ends = (corner(offset, direction - 1), corner(offset, direction))
                    at = min(ends, key=lambda spot: _away(aim, spot))
                yield _wall(ground, aim, judge, meeting, hex_, direction, _along(aim, at))


@rule("A6.6")
def _once(found: list[Crossing]) -> list[Crossing]:
    """Of two hexes beside one hexside only that which hinders more counts."""
    most = max(found, key=lambda step: step.hinders, default=None)
    return [step if step is most or not step.hinders else replace(step, hinders=0) for step in found]


def _middle(aim: Aim, meeting: Meeting, offset: tuple[int, int]) -> float:
    """Where along the line the middle of what it crosses of a hex lies, from 0 to 1; or of a hexside along it."""
    if meeting.kind == BESIDE:
        ((hex_, direction),) = meeting.edges
        return _along(aim, middle(hex_, direction))
    low, high = 0.0, 1.0
    (x, y), (ox, oy) = center(offset), aim.thread.origin
    for at, speed in zip(measures(x - ox, y - oy), measures(*aim.thread.way), strict=True):
        if speed:
            first, second = sorted(((at - REACH) / speed, (at + REACH) / speed))
            low, high = max(low, first), min(high, second)
    return (low + high) / 2


def _along(aim: Aim, spot: tuple[int, int]) -> float:
    """How far along the line a spot lies, from 0 to 1."""
    (x, y), (qx, qy) = _from_start(aim, spot), aim.thread.way
    share = (x * qx + y * qy * _HEIGHT**2) / (qx * qx + qy * qy * _HEIGHT**2)
    return min(max(share, 0.0), 1.0)


def _away(aim: Aim, spot: tuple[int, int]) -> float:
    """How far from the line a spot lies."""
    (x, y), (qx, qy) = _from_start(aim, spot), aim.thread.way
    return abs(x * qy - y * qx)


def _from_start(aim: Aim, spot: tuple[int, int]) -> tuple[int, int]:
    """A spot, counted from where the line begins."""
    return (spot[0] - aim.thread.origin[0], spot[1] - aim.thread.origin[1])


def _hex(ground: Ground, aim: Aim, judge: Judge, meeting: Meeting, hex_: int, along: float) -> Crossing:
    info, feature = ground.board.hexes[hex_], ground.features[hex_]
    level = ground.levels[hex_]
    alone = meeting._replace(hexes=(_offset(ground, aim, hex_),), edges=meeting.edges if meeting.kind == BESIDE else ())
    block, hindrance = judge.meets_hex(hex_, alone)
    is_met = feature is not None and judge.crosses(hex_, feature, meeting)
    top = level + (feature.height / LEVEL if feature is not None and is_met else 0)
    rule_id, reason, args, blind = _judged(ground, judge, hex_, is_met)
    if block is not None:
        rule_id = block.rule
    elif hindrance is not None:
        rule_id, reason, args = hindrance.rule, "sight.hinders", {"value": hindrance.value}
    elif feature is not None and not is_met:
        rule_id, reason, args = "A6.1", "sight.beside-shape", {}
    kind = feature.kind if feature is not None else info.terrain
    return Crossing(
        at=info.label,
        along=along,
        beside=meeting.kind == BESIDE,
        kind=f"terrain:{kind.replace('-factory', '-building')}",
        ground=level,
        level=top,
        top=top,
        fill=ground.board.legend.terrain[info.terrain].fill,
        blocks=block is not None,
        blind=blind,
        hinders=0 if hindrance is None or block is not None else hindrance.value,
        rule=rule_id,
        reason=reason,
        args=args,
    )


def _offset(ground: Ground, aim: Aim, hex_: int) -> tuple[int, int]:
    here, there = ground.board.hex(aim.viewer.hex), ground.board.hex(hex_)
    return (there.q - here.q, there.r - here.r)


def _judged(ground: Ground, judge: Judge, hex_: int, is_met: bool) -> tuple[str, str, Args, int]:
    """How the ground of a hex, with what stands on it, compares with both ends: rule, words, figures, blind hexes."""
    feature = ground.features[hex_] if is_met else None
    level = ground.levels[hex_]
    full = level + (feature.height // LEVEL if feature is not None and feature.is_obstacle else 0)
    height = feature.height if feature is not None and feature.is_obstacle else 0
    top = LEVEL * level + height
    high, low = judge.high, judge.low
    if height and height < LEVEL:
        return "A6.21", "sight.half" if high.height <= LEVEL * level else "sight.over", {}, 0
    if top <= low.height:
        return ("A6.2", "sight.lower", {}, 0) if top < max(high.height, 1) or height else ("A6.2", "sight.open", {}, 0)
    if top > high.height:
        return "A6.2", "sight.higher", {}, 0
    if top == high.height:
        return "A6.2", "sight.as-high", {}, 0
    if not height and high.rises and high.level == level:
        return "RR12.3", "sight.up-slope", {}, 0
    far, near = ground.apart(high.hex, hex_), ground.apart(hex_, low.hex)
    blind = _blind(ground, high, low, full, far, bare=not height)
    return "A6.4", "sight.blind" if near <= blind else "sight.beyond", {"blind": blind, "behind": near}, blind


def _blind(ground: Ground, high: End, low: End, top: int, far: int, *, bare: bool) -> int:
    figures = ground.figures.sight
    if bare:
        return figures.blind_ground(top=top, high=high.level, low=low.level, distance=far)
    level = high.level + (1 if high.rises and high.level == top else 0)
    return figures.blind(top=top, high=level, low=low.level, distance=far)


def _wall(
    ground: Ground, aim: Aim, judge: Judge, meeting: Meeting, hex_: int, direction: int, along: float
) -> Crossing:
    name = ground.walls[6 * hex_ + direction]
    other = ground.board.neighbour(hex_, direction)
    base = max(ground.levels[hex_], ground.levels[other])
    block = judge.meets_wall(hex_, direction, by_end=meeting.by_end)
    if block is not None:
        rule_id, reason = block.rule, "sight.hides-low" if block.rule == "B9.21" else "sight.half"
    elif judge.high.height > LEVEL * base:
        rule_id, reason = "B9.2", "sight.over"
    else:
        rule_id, reason = "B9.2", "sight.own-wall"
    height = ground.figures.hexsides.hexsides[name].height
    return Crossing(
        at=ground.board.side_label(hex_, direction),
        is_hexside=True,
        along=along,
        beside=len(meeting.edges) > 1,
        kind=f"side:{name}",
        ground=base,
        level=base + height / LEVEL,
        top=base + height / LEVEL,
        fill=ground.board.legend.sides[name].stroke,
        blocks=block is not None,
        rule=rule_id,
        reason=reason,
    )


def _others(ground: Ground, line: Line, told: tuple[str, ...]) -> Iterator[Crossing]:
    """What hinders the line beside the terrain that has been told: SMOKE, vehicles, the weather."""
    for each in line.hindrances:
        if each.what.startswith("terrain:") or (each.what == "factory" and each.hex in told):
            continue
        yield _other(ground, each)


def _other(ground: Ground, each: Hindrance) -> Crossing:
    i = ground.index[each.hex]
    info = ground.board.hexes[i]
    return Crossing(
        at=each.hex,
        along=1.0,
        beside=True,
        kind=each.what if ":" in each.what else f"hindrance:{each.what}",
        ground=ground.levels[i],
        level=ground.levels[i],
        top=ground.levels[i],
        fill=ground.board.legend.terrain[info.terrain].fill,
        hinders=each.value,
        rule=each.rule,
        reason="sight.hinders",
        args={"value": each.value},
    )
