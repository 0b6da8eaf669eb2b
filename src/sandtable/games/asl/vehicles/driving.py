"""D2: a vehicle moves: it starts, turns, enters hexes, stops, fires on the way, under the fire of the DEFENDER."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import reveal_unit
from sandtable.games.asl.content import Content
from sandtable.games.asl.events.vehicles import Drove, DroveOff, Halted, InMotion, SpedUp, Started, Turned, TurretTurned
from sandtable.games.asl.fire.dice import random_selection
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.arrivals import lurking
from sandtable.games.asl.movement.entry import entry_hexes, is_road_edge, may_exit
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.ordnance.arcs import front_hexes, rear_hexes
from sandtable.games.asl.ordnance.places import is_cramped
from sandtable.games.asl.ordnance.shots import Shot, gunner_of
from sandtable.games.asl.ordnance.to_kill import kill_number
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import DUMMY, NOWHERE, Moving, Vehicle
from sandtable.games.asl.tables.vehicles import SpeedBreakdown
from sandtable.games.asl.units import Game, change, is_known, other, units_at
from sandtable.games.asl.vehicles import bog, devices
from sandtable.games.asl.vehicles import overrun as overruns
from sandtable.games.asl.vehicles.ground import HALF, Entry, entry, figures, road_rate, row_of
from sandtable.games.asl.vehicles.losses import carried, immobilize
from sandtable.games.asl.vehicles.status import Part, alter, can_act, card_of, is_mobile, is_stopped, vehicles_at
from sandtable.games.asl.vehicles.under_fire import VehicleUnderFire, wire_check
from sandtable.games.asl.vehicles.vehicle_fire import VehicleFire, change_hatch, hatch_options, ways
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Procedure, Refusal, of_content, rule

DONE = Option("do:done", rule="D2.4")
START = Option("do:start", rule="D2.1")
STOP = Option("do:stop", rule="D2.4")
DELAY = Option("do:delay", rule="D2.1")
REVERSE = Option("do:reverse", rule="D2.2")
FREE = Option("do:free", rule="D8.3")
EXIT = Option("do:exit", rule="A2.5")
SHOOT = Option("do:bounding-fire", rule="D3.3")
FIVE = 5
"""The Original TK DR by which a vehicle must be able to harm an enemy beside which it stops (D2.6)."""


@rule("D2.1", "A3.2", "C7.4", "D5.34", "C7.5")
def may_move(game: Game, vehicle_id: str) -> bool:
    """Whether a vehicle may move in this phase: it can, has fired nothing in the Prep Fire Phase, and has not moved."""
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.moved or not can_act(vehicle) or vehicle.immobile or vehicle.frozen:
        return False
    return not any(each.endswith((":prep", ":intensive")) for each in vehicle.fired)


@rule("A2.5", "A2.51")
def due(game: Game, side: str) -> list[str]:
    """The vehicles of a side that may come onto the map now."""
    forces = game.content.forces[side].groups
    found = []
    for name, group in game.state.to_place.items():
        vehicle = game.state.vehicles.get(name)
        enters = forces[group].enters if vehicle is not None and group in forces and vehicle.side == side else None
        if vehicle is not None and enters is not None and enters.turn <= game.state.turn and not vehicle.moved:
            found.append(name)
    return found


@rule("D2.4", "D5.341")
def must_move(game: Game, side: str) -> bool:
    """Whether a vehicle of a side must still move in this phase: one in Motion, or one that is Recalled."""
    return any(
        vehicle.side == side and may_move(game, name) and not vehicle.bogged and (vehicle.motion or vehicle.recalled)
        for name, vehicle in game.state.vehicles.items()
    )


def movers(game: Game, side: str) -> list[Option]:
    """The options of the vehicles that can be moved now."""
    able = [name for name, each in game.state.vehicles.items() if each.side == side and may_move(game, name)]
    return [Option(f"vehicle:{name}", rule="D2.1") for name in (*able, *due(game, side))]


def refuse_mover(game: Game, vehicle_id: str, side: str) -> Refusal | None:
    """Why a vehicle cannot be moved."""
    vehicle = game.state.vehicles.get(vehicle_id)
    if vehicle is None:
        return None
    args = {"vehicle": vehicle_id}
    reasons = (
        (vehicle.side != side, "other-vehicle", "A3/turn"),
        (vehicle.at == NOWHERE, "vehicle-off-map", "A2.5"),
        (vehicle.moved, "vehicle-moved", "D2.1"),
        (vehicle.immobile, "vehicle-immobile", "C7.5"),
        (vehicle.abandoned, "vehicle-abandoned", "D5.4"),
        (not can_act(vehicle), "vehicle-state", "D5.34"),
        (bool(vehicle.fired), "vehicle-fired", "A3.2"),
    )
    for holds, reason, rule_id in reasons:
        if holds:
            return Refusal(f"refused.{reason}", rule_id, args)
    return None


class Drive(Procedure, frozen=True):
    """A vehicle moves, expenditure by expenditure; after each the DEFENDER may fire."""

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

    def begin(self, game: Game) -> None:
        """A vehicle in Motion goes on moving; its Player Turn's Motion is over."""
        vehicle = game.state.vehicles[self.vehicle]
        if vehicle.motion:
            alter(game, self.vehicle, motion=False, started=True, bounding=True)
        game.goto("ask", rolling=vehicle.motion)

    @rule("D2.1")
    def ask(self, game: Game) -> Decision | None:
        """Ask what it does next."""
        found = DRIVES.options(game, self)
        if not found or (self.spent and [option.id for option in found] == [DONE.id]):
            self.finish(game)
            return None
        vehicle = game.state.vehicles[self.vehicle]
        return Decision(
            vehicle.side,
            "drive",
            "D2.1",
            tuple(found),
            {"vehicle": self.vehicle, "left": left(game, self) / HALF},
            continues=True,
            done=DONE.id,
            turns_to="MovementPhase" if not self.spent else "",
        )

    def ask_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return DRIVES.refuse(game, self, choice)

    def ask_chosen(self, game: Game, choice: Choice) -> None:
        DRIVES.start(game, self, choice)

    def go_on(self, game: Game) -> None:
        """After fire: a vehicle that can goes on."""
        vehicle = game.state.vehicles.get(self.vehicle)
        if vehicle is None:
            game.state.moving = None
            game.finish()
        elif self.overrun and not self.ahead and can_act(vehicle):
            self.run_over(game)
        elif self.over or not can_act(vehicle) or not is_mobile(vehicle):
            self.finish(game)
        elif self.ahead:
            enter(game, replace(self, ahead=""), self.ahead)
        else:
            game.goto("ask")

    @rule("D7.1", "D7.21")
    def run_over(self, game: Game) -> None:
        """The Overrun is resolved; then those who were overrun may attack."""
        aftermath = Aftermath()
        game.goto("go_on", overrun=0, prevented=False)
        game.push(overruns.Reaction(vehicle=self.vehicle))
        overruns.resolve(game, self.vehicle, aftermath)
        settle(game, aftermath)

    @rule("D2.4")
    def finish(self, game: Game) -> None:
        """The move is over; a vehicle that has not stopped is in Motion."""
        vehicle = game.state.vehicles[self.vehicle]
        if vehicle.started:
            alter(game, self.vehicle, started=False, motion=True)
            game.say(InMotion(rule="D2.4", vehicle=self.vehicle))
        if self.spent or must_go_on(game, self) or vehicle.recalled:
            alter(game, self.vehicle, moved=True)
        game.state.moving = None
        game.finish()


def left(game: Game, move: Drive) -> int:
    """The half MP that a vehicle has left."""
    return HALF * card_of(game, move.vehicle).mp + move.extra - move.spent


@rule("D2.1", "A8.1", "C6.1")
def spend(game: Game, move: Drive, cost: int, came_from: str = "") -> None:
    """MP have been spent: what lies in wait strikes, and the DEFENDER may fire; then the move goes on."""
    state = game.state
    vehicle = state.vehicles[move.vehicle]
    before = state.moving if state.moving is not None and state.moving.vehicle == move.vehicle else None
    track = (*(before.track if before is not None else ()), (vehicle.at, cost))
    here = cost if came_from else move.here + cost
    fresh = bool(came_from) and not move.overrun
    now = replace(move, step="go_on", spent=move.spent + cost, here=here, fresh=fresh)
    game.become(now)
    state.moving = Moving(
        units=(),
        at=vehicle.at,
        came_from=came_from,
        spent_here=here,
        spent=now.spent,
        shots=() if before is None or came_from else before.shots,
        vehicle=move.vehicle,
        track=track,
    )
    for name in carried(game, move.vehicle):
        if state.units[name].at != vehicle.at:
            change(game, name, at=vehicle.at)
    game.push(VehicleUnderFire())


@rule("D2.1", "D2.2")
def ahead_of(game: Game, move: Drive) -> tuple[str, ...]:
    """The hexes that a vehicle could enter as it stands: the two before it, or in Reverse the two behind it."""
    vehicle = game.state.vehicles[move.vehicle]
    look = rear_hexes if move.reverse else front_hexes
    return look(game.content, vehicle.facing, hex_of(vehicle.at))


@rule("D2.1", "D2.15", "D2.2")
def price(game: Game, move: Drive, there: str, *, whole: bool = False) -> int | Refusal:
    """What entering a hex costs a vehicle now, with Start where it must; or why it cannot."""
    vehicle, table = game.state.vehicles[move.vehicle], figures(game)
    found = entry(game, move.vehicle, hex_of(vehicle.at), there, whole=whole, reverse=move.reverse)
    if isinstance(found, Refusal):
        return found
    start = table.start if is_stopped(vehicle) else 0
    if found.cost >= HALF * card_of(game, move.vehicle).mp and move.entered:
        return Refusal("refused.mp", "D2.1", {"vehicle": move.vehicle, "hex": there})
    total = found.cost + start
    keep = table.stop if move.reverse else 0
    spare = left(game, move)
    if total + keep > spare:
        if not move.entered and not move.spent and not move.reverse:
            return spare
        return Refusal("refused.mp", "D2.1", {"vehicle": move.vehicle, "hex": there})
    return total


@rule("D2.1", "C5.64", "C6.5")
def enter(game: Game, move: Drive, there: str) -> None:
    """A vehicle enters the next hex: Bog Checks follow, then fire."""
    vehicle = game.state.vehicles[move.vehicle]
    here, whole = hex_of(vehicle.at), there.startswith("~")
    there = there.lstrip("~")
    if move.overrun and not move.prevented and overruns.preventing(game, move.vehicle, there):
        game.become(replace(move, step="go_on", ahead=there, prevented=True))
        game.push(overruns.Prevention(vehicle=move.vehicle, at=there))
        return
    found = entry(game, move.vehicle, here, there, whole=whole, reverse=move.reverse)
    if isinstance(found, Refusal):
        game.become(replace(move, step="ask"))
        return
    aftermath = Aftermath()
    cost = min(found.cost + move.overrun, left(game, move))
    if found.hedge and not bog.hedge_check(game, move.vehicle, found, aftermath):
        spend(game, replace(move, over=True), cost)
        settle(game, aftermath)
        return
    alter(game, move.vehicle, at=there, bounding=True, bypass=-1, entered=vehicle.entered + 1)
    if not vehicle.gyro:
        lose_acquisition(game, move.vehicle)
    game.say(Drove(rule="D2.1", vehicle=move.vehicle, to=there, reverse=move.reverse))
    meet(game, vehicle, there)
    through = bog.check(game, move.vehicle, found, aftermath, wire_check(game, move.vehicle, found))
    if move.vehicle not in game.state.vehicles:
        game.state.moving = None
        game.finish()
        settle(game, aftermath)
        return
    spend(game, replace(move, entered=move.entered + 1, over=move.over or not through), cost, here)
    settle(game, aftermath)


@rule("A12.15", "A12.3")
def meet(game: Game, vehicle: Vehicle, there: str) -> None:
    """A vehicle comes upon concealed or hidden enemies: dummies go, and one of the others is known."""
    found = lurking(game, there, vehicle.side)
    if not found:
        return
    game.reveal()
    for name in found:
        unit = game.state.units[name]
        if unit.kind == DUMMY:
            reveal_unit(game, name, "A12.15")
        elif unit.hidden:
            change(game, name, hidden=False, concealed=True)
    real = [name for name in found if name in game.state.units]
    for name in random_selection(game, real, 1, "revealed") if real else ():
        reveal_unit(game, name, "A12.15")


@rule("D2.4", "D5.341")
def must_go_on(game: Game, move: Drive) -> bool:
    """Whether a vehicle must still move: it began in Motion and has done nothing, or it is Recalled and can go home."""
    vehicle = game.state.vehicles[move.vehicle]
    if move.rolling and not move.spent:
        return left(game, move) > 0
    if not vehicle.recalled or vehicle.bogged:
        return False
    ways_on = homeward(game, move, ahead_of(game, move))
    return any(isinstance(price(game, move, there), int) for there in ways_on)


@rule("D2.6")
def may_rest(game: Game, move: Drive) -> bool:
    """Whether a vehicle may stop or stay where it is: not beside an enemy AFV that it cannot harm, if it can go on."""
    vehicle = game.state.vehicles[move.vehicle]
    foes = [
        name for name in vehicles_at(game, vehicle.at, other(vehicle.side)) if not game.state.vehicles[name].abandoned
    ]
    if not foes or not any(isinstance(price(game, move, there), int) for there in ahead_of(game, move)):
        return True
    card = card_of(game, move.vehicle)
    if card.gun is None or "ma" in (*vehicle.broken, *vehicle.disabled):
        return False
    gunner = gunner_of(game, move.vehicle)
    shot = Shot(move.vehicle, foes[0], "vehicle", "ap", "bounding")

    def number(name: str, part: Part) -> int:
        return kill_number(game, replace(shot, target=name), gunner, name, part, critical=False).number.total

    return all(number(name, "hull") > FIVE or number(name, "turret") >= FIVE for name in foes)


# What it can do


@rule("D2.1", "D2.15", "D2.16", "D2.2")
class Go(Action[Game, Drive]):
    """Enter a hex, starting first where that is needed."""

    rule = "D2.1"
    kinds = ("hex",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE:
            return [Option(f"hex:{hex_}", rule="A2.5") for hex_ in entries(game, subject.vehicle)]
        if vehicle.bogged:
            return ()
        found = []
        for there in homeward(game, subject, ahead_of(game, subject)):
            cost = price(game, subject, there)
            if isinstance(cost, int):
                found.append(Option(f"hex:{there}", rule="D2.1", cost=cost / HALF))
        return found

    def refuse(self, game: Game, subject: Drive, choice: Choice) -> Refusal | None:
        vehicle = game.state.vehicles[subject.vehicle]
        if choice.name not in game.content.board.index:
            return None
        args = {"vehicle": subject.vehicle, "hex": choice.name}
        if vehicle.at == NOWHERE:
            return Refusal("refused.no-entry-hex", "A2.5", args)
        if vehicle.bogged:
            return Refusal("refused.vehicle-bogged", "D8.2", args)
        if choice.name not in ahead_of(game, subject):
            return Refusal("refused.not-ahead", "D2.1", args)
        cost = price(game, subject, choice.name)
        return cost if isinstance(cost, Refusal) else Refusal("refused.recalled", "D5.341", args)

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE:
            come_on(game, subject, choice.name)
        elif is_stopped(vehicle):
            set_off(game, replace(subject, ahead=choice.name))
        else:
            enter(game, subject, choice.name)


@rule("D5.341")
def homeward(game: Game, move: Drive, hexes: Sequence[str]) -> Sequence[str]:
    """Of some hexes, those that a Recalled vehicle may enter: they bring it nearer to its edge, where one does."""
    vehicle = game.state.vehicles[move.vehicle]
    if not vehicle.recalled:
        return hexes
    edge = home_edge(game.content, vehicle.side)
    now = min(game.content.distance(hex_of(vehicle.at), label) for label in edge)
    nearer = [
        hex_ for hex_ in hexes if min(game.content.distance(hex_, label) for label in edge) < now
    ]  # fmt: skip
    return nearer or hexes


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


@rule("D2.1")
def set_off(game: Game, move: Drive) -> None:
    """A vehicle starts."""
    alter(game, move.vehicle, started=True)
    game.say(Started(rule="D2.1", vehicle=move.vehicle))
    spend(game, move, figures(game).start)


@rule("D2.1", "D8.2")
class Slowly(Action[Game, Drive]):
    """Enter woods with the whole allotment, so as not to bog so easily."""

    rule = "D8.2"
    kinds = ("slow",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged or subject.spent or not is_stopped(vehicle):
            return ()
        found = []
        for there in homeward(game, subject, ahead_of(game, subject)):
            row = row_of(game, there)
            if row is None or row.whole_bog is None or not card_of(game, subject.vehicle).tracked:
                continue
            if isinstance(price(game, subject, there, whole=True), int):
                found.append(Option(f"slow:{there}", rule="D8.2", cost=float(card_of(game, subject.vehicle).mp)))
        return found

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        set_off(game, replace(subject, ahead=f"~{choice.name}", over=False))


@rule("D2.1", "C3.22")
class Turn(Action[Game, Drive]):
    """Turn the hull by a hexspine."""

    rule = "D2.1"
    kinds = ("spine",)

    def cost(self, game: Game, subject: Drive) -> int:
        vehicle, table = game.state.vehicles[subject.vehicle], figures(game)
        return table.turn_cover if is_cramped(game, vehicle.at) else table.turn

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged or not vehicle.started:
            return ()
        cost = self.cost(game, subject)
        if cost > left(game, subject):
            return ()
        return [
            Option(f"spine:{(vehicle.facing + step) % 6}", rule="D2.1", cost=cost / HALF) for step in (-1, 1)
        ]  # fmt: skip

    def refuse(self, game: Game, subject: Drive, choice: Choice) -> Refusal | None:
        return Refusal("refused.turn", "D2.1", {"vehicle": subject.vehicle})

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        vehicle, spine = game.state.vehicles[subject.vehicle], int(choice.name)
        turret = spine if vehicle.turret == vehicle.facing else vehicle.turret
        if turret != vehicle.turret:
            lose_acquisition(game, subject.vehicle)
        alter(game, subject.vehicle, facing=spine, turret=turret)
        game.say(Turned(rule="D2.1", vehicle=subject.vehicle, spine=spine))
        cost = self.cost(game, subject)
        aftermath = Aftermath()
        if is_cramped(game, vehicle.at) and row_of(game, hex_of(vehicle.at)) is not None:
            row = row_of(game, hex_of(vehicle.at))
            assert row is not None
            if row.bog is not None and not bog.check(game, subject.vehicle, _turning(row.bog), aftermath):
                subject = replace(subject, over=True)
        if subject.vehicle not in game.state.vehicles:
            game.finish()
            settle(game, aftermath)
            return
        spend(game, subject, cost)
        settle(game, aftermath)


def _turning(drm: int) -> Entry:
    """A Bog Check for turning in woods or rubble."""
    return Entry(0, (drm,), False, False, False, False, "turn")


@rule("C3.22", "D2.1")
class Traverse(Action[Game, Drive]):
    """Turn the turret, which costs nothing on the move."""

    rule = "C3.22"
    kinds = ("turret",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle, card = game.state.vehicles[subject.vehicle], card_of(game, subject.vehicle)
        if vehicle.at == NOWHERE or card.mount in (None, "NT") or not subject.spent:
            return ()
        return [Option(f"turret:{spine}", rule="C3.22") for spine in range(6) if spine != vehicle.turret]

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        alter(game, subject.vehicle, turret=int(choice.name))
        lose_acquisition(game, subject.vehicle)
        game.say(TurretTurned(rule="C3.22", vehicle=subject.vehicle, spine=int(choice.name)))


@rule("D2.1", "D2.2", "D2.4", "D5.341")
class StartStop(Action[Game, Drive]):
    """Start, stop, or start in Reverse."""

    rule = "D2.4"
    ids = ("do:start", "do:stop", "do:reverse", "do:delay")

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle, table = game.state.vehicles[subject.vehicle], figures(game)
        if vehicle.at == NOWHERE or vehicle.bogged:
            return ()
        if vehicle.started:
            if left(game, subject) < HALF:
                return ()
            stop = table.stop <= left(game, subject) and not vehicle.recalled and may_rest(game, subject)
            halt = [Option(STOP.id, rule=STOP.rule, cost=table.stop / HALF)] if stop else []
            waits = not vehicle.recalled and not (subject.rolling and not subject.spent)
            return [*halt, Option(DELAY.id, rule=DELAY.rule, cost=1)] if waits else halt
        if table.start > left(game, subject):
            return ()
        found = [Option(START.id, rule=START.rule, cost=table.start / HALF)]
        if not vehicle.recalled:
            found.append(Option(REVERSE.id, rule=REVERSE.rule, cost=table.start / HALF))
        return found

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        if choice.name == "stop":
            alter(game, subject.vehicle, started=False)
            game.say(Halted(rule="D2.4", vehicle=subject.vehicle))
            spend(game, subject, figures(game).stop)
        elif choice.name == "delay":
            spend(game, subject, HALF)
        else:
            set_off(game, replace(subject, reverse=choice.name == "reverse"))


@rule("D8.3")
class GetFree(Action[Game, Drive]):
    """Try to get a bogged vehicle free, as its first expenditure."""

    rule = "D8.3"
    ids = ("do:free",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        return (FREE,) if game.state.vehicles[subject.vehicle].bogged and not subject.spent else ()

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        aftermath = Aftermath()
        cost = bog.free(game, subject.vehicle, aftermath)
        spend(game, subject, cost)
        settle(game, aftermath)


@rule("D2.5")
class Speed(Action[Game, Drive]):
    """Drive faster than is good for the vehicle."""

    rule = "D2.5"
    kinds = ("speed",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle, card = game.state.vehicles[subject.vehicle], card_of(game, subject.vehicle)
        if subject.sped or subject.reverse or not card.tracked or not vehicle.started or vehicle.at == NOWHERE:
            return ()
        if vehicle.recalled or vehicle.towing or vehicle.bogged:
            return ()
        most = card.mp // game.content.table("speed-breakdown", SpeedBreakdown).part
        return [Option(f"speed:{extra}", rule="D2.5") for extra in range(1, most + 1)]

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        figures_ = game.content.table("speed-breakdown", SpeedBreakdown)
        extra = int(choice.name)
        more = extra + (figures_.american if card_of(game, subject.vehicle).american else 0)
        aftermath = Aftermath()
        if game.roll("2d6", "excessive-speed", "D2.5", bands=(figures_.number - more,)) + more >= figures_.number:
            immobilize(game, subject.vehicle, aftermath)
            subject.finish(game)
        else:
            game.say(SpedUp(rule="D2.5", vehicle=subject.vehicle, mp=extra))
            game.goto("ask", sped=True, extra=HALF * extra)
        settle(game, aftermath)


@rule("D13/vehicle-smoke")
class Device(Action[Game, Drive]):
    """Try the smoke device."""

    rule = "D13/vehicle-smoke"
    kinds = ("area",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle, cost = game.state.vehicles[subject.vehicle], figures(game).device
        if vehicle.at == NOWHERE or cost > left(game, subject):
            return ()
        return [
            Option(f"area:{hex_}", rule="D13/vehicle-smoke", cost=cost / HALF)
            for hex_ in devices.places(game, subject.vehicle)
        ]

    def refuse(self, game: Game, subject: Drive, choice: Choice) -> Refusal | None:
        return Refusal("refused.device", "D13/vehicle-smoke", {"vehicle": subject.vehicle})

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        devices.use(game, subject.vehicle, choice.name)
        spend(game, subject, figures(game).device)


@rule("D7.1", "D2.2")
class RunOver(Action[Game, Drive]):
    """Enter a hex with enemies and drive over them."""

    rule = "D7.1"
    kinds = ("overrun",)

    def extra(self, game: Game, subject: Drive) -> int:
        """What an Overrun costs beside the entry: a quarter of the printed MP, rounded up."""
        return HALF * -(-card_of(game, subject.vehicle).mp // figures(game).overrun)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged or subject.reverse or vehicle.recalled:
            return ()
        found = []
        for there in ahead_of(game, subject):
            if not any(is_known(game.state.units[name]) for name in foes_at(game, there, vehicle.side)):
                continue
            cost = price(game, subject, there)
            if isinstance(cost, int) and cost + self.extra(game, subject) <= left(game, subject):
                total = cost + self.extra(game, subject)
                found.append(Option(f"overrun:{there}", rule="D7.1", cost=total / HALF))
        here, extra = hex_of(vehicle.at), self.extra(game, subject)
        known = any(is_known(game.state.units[name]) for name in foes_at(game, here, vehicle.side))
        if subject.fresh and known and extra <= left(game, subject):
            found.append(Option(f"overrun:{here}", rule="D7.1", cost=extra / HALF))
        return found

    def refuse(self, game: Game, subject: Drive, choice: Choice) -> Refusal | None:
        return Refusal("refused.overrun", "D7.1", {"vehicle": subject.vehicle, "hex": choice.name})

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        move = replace(subject, overrun=self.extra(game, subject))
        if choice.name == hex_of(game.state.vehicles[subject.vehicle].at):
            spend(game, move, move.overrun)
        elif is_stopped(game.state.vehicles[subject.vehicle]):
            set_off(game, replace(move, ahead=choice.name))
        else:
            enter(game, move, choice.name)


def foes_at(game: Game, location: str, side: str) -> list[str]:
    """The enemies of a side in a Location."""
    return [name for name in units_at(game, location) if game.state.units[name].side != side]


@rule("D3.3", "C5.3")
class BoundingFire(Action[Game, Drive]):
    """Fire in the middle of the move."""

    rule = "D3.3"
    ids = ("do:bounding-fire",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or not vehicle.bounding or not ways(game, subject.vehicle):
            return ()
        return (SHOOT,)

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        game.push(VehicleFire(vehicle=subject.vehicle))


@rule("D5.1")
class Hatch(Action[Game, Drive]):
    """The crew comes up or goes down as the move begins."""

    rule = "D5.1"
    ids = ("do:expose", "do:button")

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        return () if subject.spent else hatch_options(game, subject.vehicle)

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        change_hatch(game, subject.vehicle)


@rule("A2.5", "D5.341")
class Leave(Action[Game, Drive]):
    """Leave the map."""

    rule = "A2.5"
    ids = ("do:exit",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or not vehicle.started or left(game, subject) < HALF:
            return ()
        home = vehicle.recalled and hex_of(vehicle.at) in home_edge(game.content, vehicle.side)
        return (EXIT,) if home or may_exit(game, vehicle.side, vehicle.at) else ()

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        state = game.state
        for name in carried(game, subject.vehicle):
            state.exited[name] = state.units.pop(name).kind
        state.exited[subject.vehicle] = state.vehicles.pop(subject.vehicle).kind
        game.say(DroveOff(rule="A2.5", vehicle=subject.vehicle))
        state.moving = None
        game.finish()


@rule("D2.4", "D2.6")
class End(Action[Game, Drive]):
    """Be done with the move."""

    rule = "D2.4"
    ids = ("do:done",)

    def offers(self, game: Game, subject: Drive) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE:
            return (DONE,)
        if must_go_on(game, subject) or not may_rest(game, subject):
            return ()
        return (DONE,)

    def refuse(self, game: Game, subject: Drive, choice: Choice) -> Refusal | None:
        return Refusal("refused.enemy-vehicle", "D2.6", {"vehicle": subject.vehicle})

    def start(self, game: Game, subject: Drive, choice: Choice) -> None:
        subject.finish(game)


# Coming onto the map


@rule("A2.5", "D2.4")
def entries(game: Game, vehicle_id: str) -> list[str]:
    """The hexes by which a vehicle can come onto the map."""
    vehicle, card = game.state.vehicles[vehicle_id], card_of(game, vehicle_id)
    hexes = entry_hexes(game.content, vehicle.side, game.state.to_place[vehicle_id])
    found = []
    for hex_ in hexes:
        row = row_of(game, hex_)
        road = is_road_edge(game.content, hex_)
        able = row is not None and (row.tracked if card.tracked else row.halftrack) is not None and row.bog is None
        if (able or road) and hex_ not in game.state.blazes:
            found.append(hex_)
    return found


@rule("A2.5", "D2.1")
def come_on(game: Game, move: Drive, hex_: str) -> None:
    """A vehicle comes onto the map, on the move and with its front towards it."""
    vehicle, card = game.state.vehicles[move.vehicle], card_of(game, move.vehicle)
    row = row_of(game, hex_)
    cost = row.tracked if row is not None and card.tracked else row.halftrack if row is not None else None
    price_ = road_rate(game, card, vehicle) if is_road_edge(game.content, hex_) else 0 if cost is None else cost.mp
    spine = inward(game.content, hex_)
    game.state.to_place.pop(move.vehicle, None)
    alter(game, move.vehicle, at=hex_, facing=spine, turret=spine, started=True, bounding=True, entered=1)
    game.say(Drove(rule="A2.5", vehicle=move.vehicle, to=hex_))
    meet(game, vehicle, hex_)
    spend(game, replace(move, entered=1), price_, hex_)


@of_content
@rule("A2.5")
def inward(content: Content, hex_: str) -> int:
    """The hexspine of a hex at the edge that looks onto the map."""
    board = content.board
    i = board.index[hex_]
    missing = [direction for direction in range(6) if board.neighbour(i, direction) < 0]

    def away(spine: int) -> int:
        return sum(
            min((direction - each) % 6, (each - direction) % 6)
            for each in (spine, (spine + 1) % 6)
            for direction in missing
        )

    return max(range(6), key=away)


DRIVES = Menu(
    Go(), Slowly(), Turn(), Traverse(), StartStop(), GetFree(), Speed(), Device(), RunOver(), BoundingFire(), Hatch(),
    Leave(), End(),
)  # fmt: skip
