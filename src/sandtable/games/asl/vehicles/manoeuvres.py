"""D2: what a vehicle does with its MP to get about: enter a hex, turn, start, stop, get free, drive too fast."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.revealing import vehicle_seen_by
from sandtable.games.asl.concealment.vehicles import gives_vehicle_away
from sandtable.games.asl.events.vehicles import Halted, SpedUp, Turned, TurretTurned
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.ordnance.acquisition import lose_acquisition
from sandtable.games.asl.ordnance.places import is_hemmed_in
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import NOWHERE, Vehicle
from sandtable.games.asl.tables.vehicles import SpeedBreakdown
from sandtable.games.asl.terrain.hexes import kind_at
from sandtable.games.asl.terrain.hexsides import direction_to
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import bog, refusals
from sandtable.games.asl.vehicles.armored_assault import refuse_hex
from sandtable.games.asl.vehicles.boarding import who_can_get_off
from sandtable.games.asl.vehicles.bypass import is_open
from sandtable.games.asl.vehicles.coming_on import come_on, entries, refuse_entry
from sandtable.games.asl.vehicles.ground import HALF, Entry, figures, row_of
from sandtable.games.asl.vehicles.losses import immobilize
from sandtable.games.asl.vehicles.progress import enter, is_gone, pass_along, set_off, spend
from sandtable.games.asl.vehicles.route import (
    ABOUT,
    DriveBase,
    ahead_of,
    has_only_started,
    homeward,
    is_bound_home,
    lane_price,
    lanes,
    lanes_home,
    left,
    may_rest,
    price,
    turning_cost,
    turns_home,
)
from sandtable.games.asl.vehicles.status import alter, card_of, is_stopped, shaken
from sandtable.kernel import Action, Choice, Option, Refusal, rule

START = Option("do:start", rule="D2.1")
STOP = Option("do:stop", rule="D2.4")
DELAY = Option("do:delay", rule="D2.1")
REVERSE = Option("do:reverse", rule="D2.2")
FREE = Option("do:free", rule="D8.3")
SOFT = ("woods", "rubble")
"""What a vehicle may bog in when it turns."""


@rule("D2.1", "D2.15", "D2.16", "D2.2")
class Go(Action[Game, DriveBase]):
    """Enter a hex, starting first where that is needed."""

    rule = "D2.1"
    kinds = ("hex",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE:
            return [Option(f"hex:{hex_}", rule="A2.5") for hex_ in entries(game, subject.vehicle)]
        if vehicle.bogged:
            return ()
        found = []
        for there in homeward(game, subject, ahead_of(game, subject)):
            cost = price(game, subject, there)
            if isinstance(cost, int) and refuse_hex(game, subject, there) is None:
                found.append(Option(f"hex:{there}", rule="D2.1", cost=cost / HALF))
        return found

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle = game.state.vehicles[subject.vehicle]
        if choice.name not in game.content.board.index:
            return None
        args = {"vehicle": subject.vehicle, "hex": choice.name}
        if vehicle.at == NOWHERE:
            return refuse_entry(game, subject.vehicle, choice.name)
        if vehicle.bogged:
            return Refusal("refused.vehicle-bogged", "D8.2", args)
        if choice.name not in ahead_of(game, subject):
            return Refusal("refused.not-ahead", "D2.1", args)
        cost = price(game, subject, choice.name)
        if isinstance(cost, Refusal):
            return cost
        return refuse_hex(game, subject, choice.name) or Refusal("refused.recalled", "D5.341", args)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE:
            come_on(game, subject, choice.name)
        elif is_stopped(vehicle):
            set_off(game, replace(subject, ahead=choice.name))
        else:
            enter(game, subject, choice.name)


@rule("D2.3")
class PassAlong(Action[Game, DriveBase]):
    """Go along a hexside of an obstacle, starting first where that is needed."""

    rule = "D2.3"
    kinds = ("along",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged:
            return ()
        costs = {name: lane_price(game, subject, lane) for name, lane in lanes_home(game, subject).items()}
        return [
            Option(f"along:{name}", rule="D2.3", cost=cost / HALF)
            for name, cost in costs.items()
            if isinstance(cost, int)
        ]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle, (hex_, _, across) = game.state.vehicles[subject.vehicle], choice.name.partition("-")
        board = game.content.board
        if vehicle.at == NOWHERE or hex_ not in board.index or across not in game.content.adjacent[hex_]:
            return None
        args = {"vehicle": subject.vehicle, "hex": hex_}
        if vehicle.bogged:
            return Refusal("refused.vehicle-bogged", "D8.2", args)
        if subject.reverse:
            return Refusal("refused.bypass-reverse", "D2.2", args)
        if subject.escort:
            return Refusal("refused.bypass-escort", "D9.31", args)
        if not is_open(game, hex_, direction_to(game.content, hex_, across)):
            return Refusal("refused.no-bypass", "D2.3", {**args, "side": choice.name})
        lane = lanes(game, subject).get(choice.name)
        if lane is None:
            return Refusal("refused.bypass-not-ahead", "D2.3", {**args, "side": choice.name})
        cost = lane_price(game, subject, lane)
        return cost if isinstance(cost, Refusal) else Refusal("refused.recalled", "D5.341", args)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        if is_stopped(game.state.vehicles[subject.vehicle]):
            set_off(game, replace(subject, ahead=choice.name))
        else:
            pass_along(game, subject, choice.name)


@rule("D2.1", "D8.2")
class Slowly(Action[Game, DriveBase]):
    """Enter woods with the whole allotment, so as not to bog so easily."""

    rule = "D8.2"
    kinds = ("slow",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged or subject.reverse or subject.escort:
            return ()
        if subject.entered or not has_only_started(game, subject):
            return ()
        found = []
        for there in homeward(game, subject, ahead_of(game, subject)):
            row = row_of(game, there)
            if row is None or row.whole_bog is None or not card_of(game, subject.vehicle).tracked:
                continue
            if isinstance(price(game, subject, there, whole=True), int):
                found.append(Option(f"slow:{there}", rule="D8.2", cost=float(card_of(game, subject.vehicle).mp)))
        return found

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_slowly(game, subject, choice.name)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        if is_stopped(game.state.vehicles[subject.vehicle]):
            set_off(game, replace(subject, ahead=f"~{choice.name}", over=False))
        else:
            enter(game, subject, f"~{choice.name}")


@rule("D2.1", "D2.3", "C3.22", "D5.341")
class Turn(Action[Game, DriveBase]):
    """Turn the hull by a hexspine; in Bypass there is room to face about only."""

    rule = "D2.1"
    kinds = ("spine",)

    def steps(self, vehicle: Vehicle) -> tuple[int, ...]:
        """By how many hexspines it can turn at once."""
        return (ABOUT,) if vehicle.bypass >= 0 else (-1, 1)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged or not vehicle.started:
            return ()
        cost = turning_cost(game, vehicle)
        if cost > left(game, subject):
            return ()
        home = turns_home(game, subject)
        spines = home or [(vehicle.facing + step) % 6 for step in self.steps(vehicle)]
        return [Option(f"spine:{spine}", rule="D2.1", cost=cost / HALF) for spine in spines]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        args = {"vehicle": subject.vehicle}
        if turns_home(game, subject) and game.state.vehicles[subject.vehicle].started:
            return Refusal("refused.recalled", "D5.341", args)
        return Refusal("refused.turn", "D2.1", args)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        vehicle, spine = game.state.vehicles[subject.vehicle], int(choice.name)
        turret = spine if vehicle.turret == vehicle.facing else vehicle.turret
        if turret != vehicle.turret:
            lose_acquisition(game, subject.vehicle)
        alter(game, subject.vehicle, facing=spine, turret=turret)
        gives_vehicle_away(game, subject.vehicle, "moves")
        seen = vehicle_seen_by(game, subject.vehicle)
        game.say(Turned(rule="D2.1", seen_by=seen, vehicle=subject.vehicle, spine=spine))
        cost = turning_cost(game, vehicle)
        aftermath = Aftermath()
        row = row_of(game, hex_of(vehicle.at)) if _may_bog(game, vehicle) else None
        if row is not None and row.bog is not None:
            through = bog.check(game, subject.vehicle, _turning(row.bog), aftermath)
            subject = subject if through else replace(subject, over=True)
        if is_gone(game, subject, aftermath):
            return
        spend(game, subject, cost)
        settle(game, aftermath)


@rule("D2.1", "D8.2")
def _may_bog(game: Game, vehicle: Vehicle) -> bool:
    """Whether a vehicle may bog where it turns: in woods and rubble, not on the floor of a building."""
    return is_hemmed_in(game, vehicle) and kind_at(game, hex_of(vehicle.at)).endswith(SOFT)


def _turning(drm: int) -> Entry:
    """A Bog Check for turning in woods or rubble."""
    return Entry(0, (drm,), False, False, False, False, "turn")


@rule("C3.22", "D2.1")
class Traverse(Action[Game, DriveBase]):
    """Turn the turret, which costs nothing on the move."""

    rule = "C3.22"
    kinds = ("turret",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle, card = game.state.vehicles[subject.vehicle], card_of(game, subject.vehicle)
        if vehicle.at == NOWHERE or card.mount in (None, "NT") or not subject.spent:
            return ()
        return [Option(f"turret:{spine}", rule="C3.22") for spine in range(6) if spine != vehicle.turret]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_turret(game, subject)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        alter(game, subject.vehicle, turret=int(choice.name))
        lose_acquisition(game, subject.vehicle)
        gives_vehicle_away(game, subject.vehicle, "moves")
        seen = vehicle_seen_by(game, subject.vehicle)
        game.say(TurretTurned(rule="C3.22", seen_by=seen, vehicle=subject.vehicle, spine=int(choice.name)))


@rule("D2.1", "D2.2", "D2.4", "D5.341")
class StartStop(Action[Game, DriveBase]):
    """Start, stop, or start in Reverse."""

    rule = "D2.4"
    ids = ("do:start", "do:stop", "do:reverse", "do:delay")

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle, table = game.state.vehicles[subject.vehicle], figures(game)
        if vehicle.at == NOWHERE or vehicle.bogged:
            return ()
        if vehicle.started:
            if left(game, subject) < HALF:
                return ()
            bound = is_bound_home(game, vehicle) and not who_can_get_off(game, subject.vehicle)
            stop = table.stop <= left(game, subject) and not bound and may_rest(game, subject)
            halt = [Option(STOP.id, rule=STOP.rule, cost=table.stop / HALF)] if stop else []
            waits = not bound and not (subject.rolling and not subject.spent)
            return [*halt, Option(DELAY.id, rule=DELAY.rule, cost=1)] if waits else halt
        if table.start > left(game, subject):
            return ()
        found = [Option(START.id, rule=START.rule, cost=table.start / HALF)]
        if is_bound_home(game, vehicle):
            return found
        if vehicle.bypass < 0:
            found.append(Option(REVERSE.id, rule=REVERSE.rule, cost=table.start / HALF))
        return [*found, Option(DELAY.id, rule=DELAY.rule, cost=1)]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_pace(game, subject, choice.name)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        if choice.name == "stop":
            alter(game, subject.vehicle, started=False)
            game.say(Halted(rule="D2.4", seen_by=vehicle_seen_by(game, subject.vehicle), vehicle=subject.vehicle))
            spend(game, replace(subject, reverse=False), figures(game).stop)
        elif choice.name == "delay":
            spend(game, subject, HALF)
        else:
            set_off(game, replace(subject, reverse=choice.name == "reverse"))


@rule("D8.3")
class GetFree(Action[Game, DriveBase]):
    """Try to get a bogged vehicle free, as its first expenditure."""

    rule = "D8.3"
    ids = ("do:free",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return (FREE,) if game.state.vehicles[subject.vehicle].bogged and not subject.spent else ()

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_freeing(game, subject)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        aftermath = Aftermath()
        cost = bog.free(game, subject.vehicle, aftermath)
        if is_gone(game, subject, aftermath):
            return
        spend(game, subject, cost)
        settle(game, aftermath)


@rule("D2.5", "D5.34")
class Speed(Action[Game, DriveBase]):
    """DriveBase faster than is good for the vehicle."""

    rule = "D2.5"
    kinds = ("speed",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle, card = game.state.vehicles[subject.vehicle], card_of(game, subject.vehicle)
        if subject.sped or subject.reverse or not card.tracked or not vehicle.started or vehicle.at == NOWHERE:
            return ()
        if vehicle.recalled or vehicle.towing or vehicle.bogged:
            return ()
        most = card.mp // game.content.table("speed-breakdown", SpeedBreakdown).part
        return [Option(f"speed:{extra}", rule="D2.5") for extra in range(1, most + 1)]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_speed(game, subject)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        figures_ = game.content.table("speed-breakdown", SpeedBreakdown)
        extra = int(choice.name)
        more = extra + (figures_.american if card_of(game, subject.vehicle).american else 0)
        more += shaken(game.state.vehicles[subject.vehicle])
        aftermath = Aftermath()
        seen = vehicle_seen_by(game, subject.vehicle)
        total = game.roll("2d6", "excessive-speed", "D2.5", bands=(figures_.number - more,), seen_by=seen)
        if total + more >= figures_.number:
            immobilize(game, subject.vehicle, aftermath)
            if is_gone(game, subject, aftermath):
                return
            game.goto("ask", over=True)
        else:
            game.say(SpedUp(rule="D2.5", seen_by=seen, vehicle=subject.vehicle, mp=extra))
            game.goto("ask", sped=True, extra=HALF * extra)
        settle(game, aftermath)
