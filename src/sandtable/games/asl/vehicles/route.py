"""D2.1, D2.4, D5.341: what is known of a vehicle's move: what it has spent, where it can go and what that costs."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.content import Content
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.movement.entry import is_road_edge
from sandtable.games.asl.ordnance.arcs import apart, front_hexes, rear_hexes, spines_toward
from sandtable.games.asl.ordnance.places import is_cramped
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.to_kill import flame_number, kill_number
from sandtable.games.asl.stands import stand_of
from sandtable.games.asl.state import Vehicle
from sandtable.games.asl.units import Game, other
from sandtable.games.asl.vehicles.bypass import Lane, hex_ahead, lanes_from
from sandtable.games.asl.vehicles.ground import HALF, edge_price, entry, entry_along, figures
from sandtable.games.asl.vehicles.status import Part, can_act, card_of, is_stopped, known_at, mp_of, ordnance_slot
from sandtable.kernel import Procedure, Refusal, of_content, rule

ABOUT = 3
"""How many hexspines it is to face about."""
FIVE = 5
"""The Original TK DR by which a vehicle must be able to harm an enemy beside which it stops (D2.6)."""


@rule("D2.1", "A3.2", "C7.4", "D5.34", "C7.5")
def may_move(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle may move in this phase: it can, has fired nothing in the Prep Fire Phase, and has not moved."""
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.moved or not can_act(vehicle) or vehicle.immobile or vehicle.frozen:
        return False
    return not any(each.endswith((":prep", ":intensive")) for each in vehicle.fired)


class DriveBase(Procedure, frozen=True):
    """A vehicle that moves, and how far it has come."""

    vehicle: str
    spent: int = 0
    """The half MP spent so far."""
    here: int = 0
    """Those spent in the Location where it is."""
    extra: int = 0
    """Half MP gained by excessive speed (D2.5)."""
    sped: bool = False
    reverse: bool = False
    entered: int = 0
    ahead: str = ""
    """The hex to be entered when it has started."""
    over: bool = False
    """The move ends with the expenditure under way."""
    rolling: bool = False
    """It began its move in Motion."""
    fresh: bool = False
    """It has just entered its hex, and may still declare an Overrun there."""
    prevented: bool = False
    """Guns have been asked whether they fire at it before the Overrun (C5.64)."""
    overrun: int = 0
    """What the Overrun that is under way costs beside the entry; it is resolved after the DEFENDER has fired."""
    escort: tuple[str, ...] = ()
    """The men who move with it in an Armored Assault (D9.31)."""
    escort_mf: int = 0
    """The half MF that entering hexes has cost them."""
    boarding: tuple[str, ...] = ()
    """Those who are getting on, and are aboard after the DEFENDER has fired (D6.1)."""


def left(game: Game, move: DriveBase) -> int:
    """The half MP that a vehicle has left."""
    return HALF * mp_of(game, move.vehicle) + move.extra - move.spent


@rule("D2.1", "D2.2", "D2.3")
def ahead_of(game: Game, move: DriveBase) -> tuple[str, ...]:
    """The hexes that a vehicle could enter as it stands: the two before it, or in Reverse the two behind it."""
    vehicle = game.state.vehicles[move.vehicle]
    if vehicle.bypass >= 0:
        return hex_ahead(game.content, hex_of(vehicle.at), vehicle.bypass, vehicle.facing)
    look = rear_hexes if move.reverse else front_hexes
    return look(game.content, vehicle.facing, hex_of(vehicle.at))


@rule("D2.15", "D8.2")
def has_only_started(game: Game, move: DriveBase) -> bool:
    """Whether a vehicle still has its whole allotment: it has spent nothing, or nothing but what it took to start."""
    vehicle = game.state.vehicles[move.vehicle]
    return not move.spent or (vehicle.started and not move.rolling and move.spent == figures(game).start)


@rule("D2.1", "D2.15", "D2.2")
def price(game: Game, move: DriveBase, there: str, *, whole: bool = False) -> int | Refusal:
    """What entering a hex costs a vehicle now, with Start where it must; or why it cannot."""
    vehicle, table = game.state.vehicles[move.vehicle], figures(game)
    here, beside = hex_of(vehicle.at), vehicle.bypass >= 0
    found = entry(game, move.vehicle, here, there, whole=whole, reverse=move.reverse, off_road=beside)
    if isinstance(found, Refusal):
        return found
    start = table.start if is_stopped(vehicle) else 0
    if found.cost >= HALF * card_of(game, move.vehicle).mp and move.entered:
        return Refusal("refused.mp", "D2.1", {"vehicle": move.vehicle, "hex": there})
    total = found.cost + start
    keep = table.stop if move.reverse else 0
    spare = left(game, move)
    if total + keep > spare:
        if not move.entered and has_only_started(game, move) and not move.reverse:
            return spare
        return Refusal("refused.mp", "D2.1", {"vehicle": move.vehicle, "hex": there})
    return total


@rule("D2.3", "D2.2", "D9.31")
def lanes(game: Game, move: DriveBase) -> dict[str, Lane]:
    """The hexsides along which a vehicle could go on in Bypass as it stands, by their names; none in Reverse, nor for
    men who move in its cover."""
    vehicle = game.state.vehicles[move.vehicle]
    if move.reverse or move.escort:
        return {}
    found = lanes_from(game, hex_of(vehicle.at), vehicle.bypass, vehicle.facing)
    return {lane.name: lane for lane in found}


@rule("D2.3", "D2.1")
def lane_price(game: Game, move: DriveBase, lane: Lane) -> int | Refusal:
    """What going along a hexside costs a vehicle now, with Start where it must; or why it cannot."""
    vehicle, table = game.state.vehicles[move.vehicle], figures(game)
    found = entry_along(game, move.vehicle, hex_of(vehicle.at), lane)
    if isinstance(found, Refusal):
        return found
    total = found.cost + (table.start if is_stopped(vehicle) else 0)
    if total > left(game, move):
        return Refusal("refused.mp", "D2.1", {"vehicle": move.vehicle, "hex": lane.hex})
    return total


@rule("D5.341", "D2.3")
def lanes_home(game: Game, move: DriveBase) -> dict[str, Lane]:
    """Of the hexsides along which a vehicle could go on, those that lead a Recalled one nearer to its edge, or on past
    the obstacle that it is going round."""
    vehicle, found = game.state.vehicles[move.vehicle], lanes(game, move)
    if not is_bound_home(game, vehicle):
        return found
    edge = home_edge(game.content, vehicle.side)

    def far(hex_: str) -> int:
        return min(game.content.distance(hex_, label) for label in edge)

    most = far(hex_of(vehicle.at)) - (vehicle.bypass < 0)
    return {name: lane for name, lane in found.items() if far(lane.hex) <= most}


@rule("D5.341", "RR8")
def is_bound_home(game: Game, vehicle: Vehicle) -> bool:
    """Whether a vehicle must drive home: it was Recalled in an earlier Player Turn."""
    return vehicle.recalled and vehicle.recalled_in < game.state.player_turn


@rule("A2.5", "D2.1", "D2.2")
def off_map_spines(content: Content, hex_: str) -> tuple[int, ...]:
    """The hexspines of a hex before which the map ends."""
    board, i = content.board, content.board.index[hex_]
    return tuple(s for s in range(6) if any(board.neighbour(i, side % 6) < 0 for side in (s, s + 1)))


@rule("A2.5", "D2.1", "D2.2")
def faces_off_map(game: Game, move: DriveBase) -> bool:
    """Whether a vehicle could drive off the map as it stands: forward, or backward in Reverse."""
    vehicle = game.state.vehicles[move.vehicle]
    spine = (vehicle.facing + ABOUT * move.reverse) % 6
    return vehicle.bypass < 0 and spine in off_map_spines(game.content, hex_of(vehicle.at))


@rule("A2.5", "D2.1", "D2.15", "D2.2")
def exit_price(game: Game, move: DriveBase) -> int | Refusal:
    """What leaving the map costs a vehicle: one more hex of the same ground; or why it cannot."""
    vehicle, table = game.state.vehicles[move.vehicle], figures(game)
    hex_ = hex_of(vehicle.at)
    price = edge_price(game, move.vehicle, hex_, road=is_road_edge(game.content, hex_))
    price *= table.reverse if move.reverse else 1
    start = table.start if is_stopped(vehicle) else 0
    if price + start <= left(game, move):
        return price + start
    if not move.entered and has_only_started(game, move) and not move.reverse:
        return left(game, move)
    return Refusal("refused.no-mp", "A2.5", {"vehicle": move.vehicle})


@rule("D5.341")
def homeward(game: Game, move: DriveBase, hexes: Sequence[str]) -> Sequence[str]:
    """Of some hexes, those that a Recalled vehicle may enter: they bring it nearer to its edge, if anything around it
    does that it can enter, else wherever it may go. At its edge it leaves."""
    vehicle = game.state.vehicles[move.vehicle]
    if not is_bound_home(game, vehicle):
        return hexes
    if vehicle.bypass < 0 and not _from_edge(game, vehicle, hex_of(vehicle.at)):
        return ()
    nearer = _nearer(game, move)
    ahead = [hex_ for hex_ in hexes if hex_ in nearer]
    return ahead if ahead or (nearer and vehicle.bypass < 0) else hexes


def _from_edge(game: Game, vehicle: Vehicle, hex_: str) -> int:
    """How far a hex is from the edge by which a vehicle goes home."""
    return min(game.content.distance(hex_, label) for label in home_edge(game.content, vehicle.side))


def _nearer(game: Game, move: DriveBase) -> list[str]:
    """The hexes around a vehicle that are nearer to its edge, as far as it could enter them if it faced them."""
    vehicle, here = game.state.vehicles[move.vehicle], hex_of(game.state.vehicles[move.vehicle].at)
    now = _from_edge(game, vehicle, here)
    return [
        there
        for there in game.content.adjacent[here]
        if _from_edge(game, vehicle, there) < now and not isinstance(entry(game, move.vehicle, here, there), Refusal)
    ]


@rule("D5.341", "D2.1")
def turns_home(game: Game, move: DriveBase) -> tuple[int, ...]:
    """The hexspines to which a Recalled vehicle turns that has no way home before it: by one towards the nearest; none
    for one that need not, or cannot, turn."""
    vehicle = game.state.vehicles[move.vehicle]
    if not is_bound_home(game, vehicle) or vehicle.bypass >= 0 or homeward(game, move, ahead_of(game, move)):
        return ()
    here = hex_of(vehicle.at)
    ways = {spine for there in _nearer(game, move) for spine in spines_toward(game.content, here, there)}
    if not _from_edge(game, vehicle, here):
        if faces_off_map(game, move):
            return ()
        ways = set(off_map_spines(game.content, here))
    far = {step: min((apart(vehicle.facing + step, spine) for spine in ways), default=0) for step in (-1, 1)}
    return tuple((vehicle.facing + step) % 6 for step in (-1, 1) if ways and far[step] == min(far.values()))


@of_content
@rule("D5.341", "A2.5")
def home_edge(content: Content, side: str) -> tuple[str, ...]:
    """The hexes at the edge of the map by which a Recalled vehicle leaves: those nearest to where its side began."""
    board = content.board
    edge = [label for i, label in enumerate(board.labels) if len([n for n in board.adjacent(i) if n >= 0]) < 6]
    own: set[str] = set()
    for group in content.forces[side].groups.values():
        if group.setup is not None:
            own |= group.setup.on(board)
        if group.enters is not None:
            own |= group.enters.on(board)
    return tuple(label for label in edge if label in own) or tuple(edge)


@rule("D2.4", "D5.341")
def must_go_on(game: Game, move: DriveBase) -> bool:
    """Whether a vehicle must still move: it began in Motion and has done nothing, or it is Recalled and can go home."""
    vehicle = game.state.vehicles[move.vehicle]
    if move.rolling and not move.spent:
        return left(game, move) > 0
    if not is_bound_home(game, vehicle) or vehicle.bogged:
        return False
    start = figures(game).start if is_stopped(vehicle) else 0
    if turns_home(game, move):
        return turning_cost(game, vehicle) + start <= left(game, move)
    if vehicle.bypass < 0 and not _from_edge(game, vehicle, hex_of(vehicle.at)):
        return isinstance(exit_price(game, move), int)
    ways_on = homeward(game, move, ahead_of(game, move))
    return any(isinstance(price(game, move, there), int) for there in ways_on)


@rule("D2.1", "D2.3")
def turning_cost(game: Game, vehicle: Vehicle) -> int:
    """What a vehicle pays to turn its hull by a hexspine, or to face about in Bypass."""
    table = figures(game)
    if vehicle.bypass >= 0:
        return ABOUT * table.turn
    return table.turn_cover if is_cramped(game, vehicle.at) else table.turn


@rule("D2.6", "D2.3")
def can_go_on(game: Game, move: DriveBase) -> bool:
    """Whether a vehicle has the MP to leave its hex as it stands, through the hexes before it or in Bypass."""
    here = hex_of(game.state.vehicles[move.vehicle].at)
    out = [lane for lane in lanes(game, move).values() if lane.hex != here]
    return any(isinstance(price(game, move, there), int) for there in ahead_of(game, move)) or any(
        isinstance(lane_price(game, move, lane), int) for lane in out
    )


@rule("D2.6")
def may_rest(game: Game, move: DriveBase) -> bool:
    """Whether a vehicle may stop or stay where it is: not beside an enemy AFV that it cannot harm, if it can go on."""
    vehicle = game.state.vehicles[move.vehicle]
    foes = [name for name in known_at(game, vehicle.at, other(vehicle.side)) if not game.state.vehicles[name].abandoned]
    if not foes or not can_go_on(game, move):
        return True
    card = card_of(game, move.vehicle)
    if ordnance_slot(game, move.vehicle) in (*vehicle.broken, *vehicle.disabled):
        return False
    if card.flamethrower is not None:
        return all(flame_number(game, name, stand_of(vehicle), near=True) >= FIVE for name in foes)
    if card.gun is None and card.carries is None:
        return False
    gunner = gunner_of(game, move.vehicle)
    shot = Shot(move.vehicle, foes[0], "vehicle", "ap" if card.carries is None else "heat", "bounding")

    def number(name: str, part: Part) -> int:
        return kill_number(game, replace(shot, target=name), gunner, name, part, critical=False).number.total

    return all(number(name, "hull") > FIVE or number(name, "turret") >= FIVE for name in foes)
