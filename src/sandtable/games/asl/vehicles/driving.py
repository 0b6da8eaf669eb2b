"""D2: the move of a vehicle: who may be driven, and what is asked of whoever drives."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.moves import cost_to_leave
from sandtable.games.asl.sniper_attack import settle
from sandtable.games.asl.state import NOWHERE, Vehicle
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles import armored_assault, embarking
from sandtable.games.asl.vehicles import overrun as overruns
from sandtable.games.asl.vehicles.boarding import refuse_ground, who_can_get_off
from sandtable.games.asl.vehicles.coming_on import Leave, due
from sandtable.games.asl.vehicles.ground import HALF
from sandtable.games.asl.vehicles.manning import Abandon, leave_options
from sandtable.games.asl.vehicles.manoeuvres import GetFree, Go, PassAlong, Slowly, Speed, StartStop, Traverse, Turn
from sandtable.games.asl.vehicles.on_the_way import BoundingFire, Device, Hatch, RunOver, Uncover
from sandtable.games.asl.vehicles.progress import end_drive, end_without, go
from sandtable.games.asl.vehicles.route import DriveBase, is_bound_home, left, may_move, may_rest, must_go_on
from sandtable.games.asl.vehicles.status import alter, can_act
from sandtable.games.asl.vehicles.towing import Hook, Unhook, refuse_unhooking
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Refusal, rule

DONE = Option("do:done", rule="D2.4")


@rule("C7.5", "D5.34", "D5.4")
def drives(vehicle: Vehicle) -> bool:
    """Whether somebody aboard can drive a vehicle, and it is not immobilized; one that is bogged may get free."""
    return can_act(vehicle) and not vehicle.immobile


@rule("D6.1", "D6.9", "D5.4", "C10.1")
def can_be_left(game: Game, vehicle_id: str) -> bool:
    """Whether men can get off a vehicle that cannot drive in this phase, its crew can leave it, or its Gun be
    unhooked."""
    vehicle = game.state.vehicles[vehicle_id]
    if vehicle.moved or vehicle.at == NOWHERE or drives(vehicle):
        return False
    if leave_options(game, vehicle_id) or refuse_unhooking(game, vehicle_id) is None:
        return True
    able = who_can_get_off(game, vehicle_id)
    return any(refuse_ground(game, vehicle_id, (name,)) is None for name in able)


@rule("D2.4", "D5.341")
def must_move(game: Game, side: str) -> str:
    """A vehicle of a side that must still move in this phase, since it is in Motion or Recalled; or none."""
    bound = (
        name
        for name, vehicle in game.state.vehicles.items()
        if vehicle.side == side
        and may_move(game, name)
        and not vehicle.bogged
        and (vehicle.motion or is_bound_home(game, vehicle))
    )
    return next(bound, "")


@rule("D2.4", "D5.341")
def refuse_end(game: Game, side: str) -> Refusal | None:
    """Why the Movement Phase is not over yet for the vehicles of a side."""
    name = must_move(game, side)
    if not name:
        return None
    if is_bound_home(game, game.state.vehicles[name]):
        return Refusal("refused.home-due", "D5.341", {"vehicle": name})
    return Refusal("refused.motion-due", "D2.4", {"vehicle": name})


def movers(game: Game, side: str) -> list[Option]:
    """The options of the vehicles that can be moved now."""
    able = [
        name
        for name, each in game.state.vehicles.items()
        if each.side == side and (may_move(game, name) or can_be_left(game, name))
    ]
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
        (vehicle.frozen, "vehicle-frozen", "E1.21"),
        (bool(vehicle.fired), "vehicle-fired", "A3.2"),
    )
    for holds, reason, rule_id in reasons:
        if holds:
            return Refusal(f"refused.{reason}", rule_id, args)
    return None


class Drive(DriveBase, frozen=True):
    """A vehicle moves, expenditure by expenditure; after each the DEFENDER may fire."""

    def begin(self, game: Game) -> None:
        """A vehicle in Motion goes on moving; its Player Turn's Motion is over."""
        vehicle = game.state.vehicles[self.vehicle]
        if vehicle.motion:
            alter(game, self.vehicle, motion=False, started=True, bounding=True)
        game.goto("ask", rolling=vehicle.motion, spent=vehicle.spent)

    @rule("D2.1", "C2.2401")
    def ask(self, game: Game) -> Decision | None:
        """Ask what it does next, unless it has been lost in a duel."""
        if self.vehicle not in game.state.vehicles:
            end_without(game, self)
            return None
        found = menu(game, self).options(game, self)
        if not found or (self.spent and [option.id for option in found] == [DONE.id]):
            end_drive(game, self)
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
        return menu(game, self).refuse(game, self, choice)

    def ask_chosen(self, game: Game, choice: Choice) -> None:
        menu(game, self).start(game, self, choice)

    @rule("D6.1")
    def ask_done(self, game: Game, result: tuple[str, tuple[str, ...]]) -> None:
        """It has been picked who gets on or off."""
        what, names = result
        if what == "escort":
            game.goto("ask", escort=names, escort_mf=cost_to_leave(game, names))
        else:
            embarking.change_load(game, self, what, names)

    def go_on(self, game: Game) -> None:
        """After fire: a vehicle that can goes on."""
        vehicle = game.state.vehicles.get(self.vehicle)
        if vehicle is None:
            end_without(game, self)
        elif armored_assault.keep_up(game, self) != self:
            game.become(armored_assault.keep_up(game, self))
        elif self.boarding:
            embarking.climb_aboard(game, self)
            game.goto("go_on", boarding=())
        elif self.overrun and not self.ahead and can_act(vehicle):
            self.run_over(game)
        elif self.over or not drives(vehicle):
            game.goto("ask", over=True)
        elif self.ahead:
            go(game, replace(self, ahead=""), self.ahead)
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


@rule("D2.4", "D2.6")
class End(Action[Game, DriveBase]):
    """Be done with the move."""

    rule = "D2.4"
    ids = ("do:done",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or subject.over or not drives(vehicle):
            return (DONE,)
        if must_go_on(game, subject) or not may_rest(game, subject):
            return ()
        return (DONE,)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return Refusal("refused.enemy-vehicle", "D2.6", {"vehicle": subject.vehicle})

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        end_drive(game, subject)


DRIVES: Menu[Game, DriveBase] = Menu(
    Go(), PassAlong(), Slowly(), Turn(), Traverse(), StartStop(), GetFree(), Speed(), Device(), RunOver(),
    BoundingFire(), Hatch(), Uncover(), embarking.Load(), embarking.Unload(), embarking.ShowPassengers(), Hook(),
    Unhook(), armored_assault.TakeAlong(), armored_assault.LetStay(), Abandon(), Leave(), End(),
)  # fmt: skip
STANDS: Menu[Game, DriveBase] = Menu(embarking.Unload(), Unhook(), Abandon(), End())
"""What is left to a vehicle whose move is over, or that cannot drive: those aboard may get off."""


@rule("D6.1", "D6.9")
def menu(game: Game, move: DriveBase) -> Menu[Game, DriveBase]:
    """What there is to choose from for a vehicle."""
    vehicle = game.state.vehicles[move.vehicle]
    return STANDS if move.over or not (drives(vehicle) or vehicle.at == NOWHERE) else DRIVES
