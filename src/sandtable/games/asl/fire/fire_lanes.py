"""A9.22, A9.221, RR12.42: Fire Lanes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import as_told
from sandtable.games.asl.content import Content
from sandtable.games.asl.counters import MACHINE_GUNS
from sandtable.games.asl.events.fire import LaidLane, LostLane
from sandtable.games.asl.fire.dice import Dr
from sandtable.games.asl.fire.malfunction import breakdown_of, destroy, malfunction
from sandtable.games.asl.fire.pieces import figures_of, pieces_now
from sandtable.games.asl.locations import elevation, floor_of, hex_of, is_adjacent
from sandtable.games.asl.sight import line_between, position_of
from sandtable.games.asl.state import FireLane, Unit, Weapon
from sandtable.games.asl.tables.fire import Ift
from sandtable.games.asl.units import Game
from sandtable.hexgrid import Hex
from sandtable.kernel import rule

STRAIGHT = "straight"
LEFT, RIGHT = "left", "right"


@rule("A9.22", "A19.131", "A7.8")
def may_lay_lane(game: Game, chosen: Sequence[str], target: str) -> bool:
    """Whether a Fire Lane may be declared: one machine gun alone in its First Fire, along a hexgrain."""
    state = game.state
    if len(chosen) != 1 or chosen[0] not in state.weapons:
        return False
    weapon = state.weapons[chosen[0]]
    unit = state.units[weapon.holder]
    if not any(piece.weapon == chosen[0] and piece.mode == "first" for piece in pieces_now(game, weapon.holder)):
        return False
    if unit.aboard or unit.pinned or unit.shortage or weapon.low or chosen[0] in state.lanes:
        return False
    if game.content.weapons[weapon.kind].type not in MACHINE_GUNS or floor_of(unit.at) < 0:
        return False
    return bool(lane_hexes(game, chosen[0], target))


def _steps(content_hexes: tuple[Hex, Hex]) -> tuple[int, int] | None:
    """The step from hex to hex along the grain through two hexes, if they lie on one."""
    start, end = content_hexes
    if start == end:
        return None
    dq, dr = end.q - start.q, end.r - start.r
    ds = -dq - dr
    if 0 in (dq, dr, ds):
        far = max(abs(dq), abs(dr), abs(ds))
        return (dq // far, dr // far)
    if dq in (dr, ds) or dr == ds:
        far = min(abs(dq), abs(dr), abs(ds))
        return (dq // far, dr // far)
    return None


@rule("A9.22", "A9.221", "RR12.31")
def lane_hexes(game: Game, weapon_id: str, target: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The hexes that a Fire Lane through a target covers, and the hexsides of an alternate hexgrain, by row.

    It goes out to the Normal Range of the machine gun, as far as it sees, over Locations of its own level.
    """
    content = game.content
    board = content.board
    weapon = game.state.weapons[weapon_id]
    gunner = game.state.units[weapon.holder]
    at = gunner.at
    start = board.hex(board.index[hex_of(at)])
    if hex_of(target) == hex_of(at):
        return {}
    step = _steps((start, board.hex(board.index[hex_of(target)])))
    if step is None:
        return {}
    reach = figures_of(content.weapons[weapon.kind], weapon).range
    if 0 in (step[0], step[1], step[0] + step[1]):
        labels = _along(game, start, step, reach)
        return {STRAIGHT: (_covered(game, gunner, labels), ())}
    found = {}
    for row, side in ((LEFT, 0), (RIGHT, 1)):
        centers = _along(game, start, step, reach // 2)
        flanks = _flanks(game, start, step, (reach + 1) // 2, side)
        other = _flanks(game, start, step, (reach + 1) // 2, 1 - side)
        covered = _covered(game, gunner, [*centers, *flanks])
        sides = [f"{a}-{b}" for a, b in zip(flanks, other, strict=False) if a in covered]
        found[row] = (covered, tuple(sides))
    return found


def label_at(game: Game, hex_: Hex) -> str | None:
    """The hex of the map at a place, if there is one."""
    board = game.content.board
    i = board.plane.at(hex_)
    return board.labels[i] if i >= 0 else None


def _along(game: Game, start: Hex, step: tuple[int, int], far: int) -> list[str]:
    """The hexes on the map at so many steps from a hex."""
    found = []
    for n in range(1, far + 1):
        label = label_at(game, Hex(start.q + n * step[0], start.r + n * step[1]))
        if label is None:
            break
        found.append(label)
    return found


def _flanks(game: Game, start: Hex, step: tuple[int, int], far: int, side: int) -> list[str]:
    """The hexes beside the hexsides along which an alternate hexgrain runs, on one side of it."""
    cube = (step[0], step[1], -step[0] - step[1])
    lead = max(range(3), key=lambda axis: abs(cube[axis]))
    unit = 1 if cube[lead] > 0 else -1
    offsets = [
        tuple(unit * ((axis == lead) - (axis == other)) for axis in range(3)) for other in range(3) if other != lead
    ]
    dq, dr, _ = sorted(offsets)[side]
    found = []
    for n in range(far):
        label = label_at(game, Hex(start.q + n * step[0] + dq, start.r + n * step[1] + dr))
        if label is None:
            break
        found.append(label)
    return found


@rule("A9.22", "B9.21")
def _covered(game: Game, gunner: Unit, labels: Sequence[str]) -> tuple[str, ...]:
    """Those of some hexes that a gunner sees, entrenched as he may be, and that lie at his own level."""
    level, eye = elevation(game.content, gunner.at), position_of(gunner)
    return tuple(
        label for label in labels if elevation(game.content, label) == level and line_between(game, eye, label).clear
    )


@rule("A9.22")
def lane_firepower(game: Game, weapon_id: str) -> int:
    """The firepower of a lane: that of the column to the left of the gun's own."""
    return strength(game.content, game.state.weapons[weapon_id])


@rule("A9.22")
def strength(content: Content, weapon: Weapon) -> int:
    """The firepower of a lane that a weapon may lay; 0 for all but machine guns."""
    card = content.weapons.get(weapon.kind)
    if card is None or card.type not in MACHINE_GUNS:
        return 0
    ift = content.table("ift", Ift)
    return ift.left(ift.column(figures_of(card, weapon).fp))


@rule("A9.22")
def lay_lane(game: Game, weapon_id: str, target: str, row: str) -> None:
    """A Fire Lane lies until the end of the Movement Phase."""
    rows = lane_hexes(game, weapon_id, target)
    hexes, sides = rows[row or STRAIGHT]
    fp = lane_firepower(game, weapon_id)
    if fp and hexes:
        game.state.lanes[weapon_id] = FireLane(weapon_id, fp, hexes, sides)
        game.say(LaidLane(rule="A9.22", weapon=as_told(game, weapon_id), fp=fp))


@rule("A9.22")
def drop_lanes(game: Game) -> None:
    """Lanes end whose gun has nobody to fire it any more: broken, pinned, gone, or without the gun.

    They cover nothing then, but the gun does not fire again in the phase.
    """
    state = game.state
    for name, lane in list(state.lanes.items()):
        weapon = state.weapons.get(name)
        unit = None if weapon is None else state.units.get(weapon.holder)
        if lane.hexes and (weapon is None or weapon.broken or unit is None or unit.broken or unit.pinned):
            state.lanes[name] = replace(lane, hexes=(), sides=())
            game.say(LostLane(rule="A9.22", weapon=as_told(game, name)))


@rule("A9.22")
def firepower_at(game: Game, lane: FireLane, location: str) -> int:
    """The firepower of a lane in a Location: doubled next to the gun."""
    at = game.state.units[game.state.weapons[lane.weapon].holder].at
    return lane.fp * 2 if is_adjacent(game.content, at, location) else lane.fp


@rule("A9.22")
def breaks(game: Game, lane: FireLane, dr: Dr) -> str:
    """Whether the DR of a Fire Lane breaks down its gun."""
    number = breakdown_of(game, lane.weapon, "first")
    if dr.total >= number.lost:
        return "lost"
    return "malfunctions" if dr.total >= number.malfunctions else ""


@rule("A9.22", "A.11")
def break_down(game: Game, lane: FireLane, dr: Dr) -> None:
    """The DR of a Fire Lane may break down its gun, which ends the lane."""
    outcome = breaks(game, lane, dr)
    if outcome == "lost":
        destroy(game, lane.weapon, "A.11")
    elif outcome:
        malfunction(game, lane.weapon)
        game.state.lanes.pop(lane.weapon, None)
