"""D3.3, D5.1, D7.1, D13, A12.14: what a vehicle does in its move: fire, smoke, overruns, hatches, showing itself."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.asl.concealment.appearing import APPEAR
from sandtable.games.asl.concealment.revealing import reveal_vehicle
from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game, foes_at, is_known
from sandtable.games.asl.vehicles import devices, refusals
from sandtable.games.asl.vehicles.ground import HALF, figures
from sandtable.games.asl.vehicles.progress import enter, set_off, spend
from sandtable.games.asl.vehicles.route import DriveBase, ahead_of, left, price
from sandtable.games.asl.vehicles.status import card_of, is_stopped
from sandtable.games.asl.vehicles.vehicle_fire import VehicleFire, can_shoot, change_hatch, hatch_options
from sandtable.kernel import Action, Choice, Option, Refusal, rule

SHOOT = Option("do:bounding-fire", rule="D3.3")


@rule("D13/vehicle-smoke")
class Device(Action[Game, DriveBase]):
    """Try the smoke device."""

    rule = "D13/vehicle-smoke"
    kinds = ("device",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle, cost = game.state.vehicles[subject.vehicle], figures(game).device
        if vehicle.at == NOWHERE or cost > left(game, subject):
            return ()
        return [
            Option(f"device:{hex_}", rule="D13/vehicle-smoke", cost=cost / HALF)
            for hex_ in devices.places(game, subject.vehicle)
        ]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return Refusal("refused.device", "D13/vehicle-smoke", {"vehicle": subject.vehicle})

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        devices.use(game, subject.vehicle, choice.name)
        spend(game, subject, figures(game).device)


@rule("D7.1", "D2.2")
class RunOver(Action[Game, DriveBase]):
    """Enter a hex with enemies and drive over them."""

    rule = "D7.1"
    kinds = ("overrun",)

    def extra(self, game: Game, subject: DriveBase) -> int:
        """What an Overrun costs beside the entry: a quarter of the printed MP, rounded up."""
        return HALF * -(-card_of(game, subject.vehicle).mp // figures(game).overrun)

    def cost(self, game: Game, subject: DriveBase, there: str) -> int | Refusal:
        """What an Overrun in a hex costs in all, entry included; or why none can be made there."""
        vehicle = game.state.vehicles[subject.vehicle]
        args = {"vehicle": subject.vehicle, "hex": there}
        known = any(is_known(game.state.units[name]) for name in foes_at(game, there, vehicle.side))
        here = subject.fresh and there == hex_of(vehicle.at) and vehicle.bypass < 0
        if (
            not known
            or subject.reverse
            or vehicle.recalled
            or subject.escort
            or not (here or there in ahead_of(game, subject))
        ):
            return Refusal("refused.overrun", "D7.1", args)
        entry = 0 if here else price(game, subject, there)
        if isinstance(entry, Refusal):
            return entry
        total = entry + self.extra(game, subject)
        return total if total <= left(game, subject) else Refusal("refused.mp", "D2.1", args)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or vehicle.bogged or subject.reverse or vehicle.recalled:
            return ()
        costs = {there: self.cost(game, subject, there) for there in (*ahead_of(game, subject), hex_of(vehicle.at))}
        return [
            Option(f"overrun:{there}", rule="D7.1", cost=cost / HALF)
            for there, cost in costs.items()
            if isinstance(cost, int)
        ]

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle = game.state.vehicles[subject.vehicle]
        if choice.name not in game.content.board.index:
            return None
        found = self.cost(game, subject, choice.name) if vehicle.at != NOWHERE and not vehicle.bogged else 0
        args = {"vehicle": subject.vehicle, "hex": choice.name}
        return found if isinstance(found, Refusal) else Refusal("refused.overrun", "D7.1", args)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        move = replace(subject, overrun=self.extra(game, subject))
        if choice.name == hex_of(game.state.vehicles[subject.vehicle].at):
            spend(game, move, move.overrun)
        elif is_stopped(game.state.vehicles[subject.vehicle]):
            set_off(game, replace(move, ahead=choice.name))
        else:
            enter(game, move, choice.name)


@rule("D3.3", "C5.3")
class BoundingFire(Action[Game, DriveBase]):
    """Fire in the middle of the move."""

    rule = "D3.3"
    ids = ("do:bounding-fire",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        vehicle = game.state.vehicles[subject.vehicle]
        if vehicle.at == NOWHERE or not vehicle.bounding or not can_shoot(game, subject.vehicle):
            return ()
        return (SHOOT,)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_bounding(game, subject)

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        game.push(VehicleFire(vehicle=subject.vehicle))


@rule("D5.1")
class Hatch(Action[Game, DriveBase]):
    """The crew comes up or goes down as the move begins."""

    rule = "D5.1"
    ids = ("do:expose", "do:button")

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return () if subject.spent else hatch_options(game, subject.vehicle)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        return refusals.refuse_hatch(game, subject.vehicle, choice.name) or Refusal(
            "refused.hatch-later", "D5.1", {"vehicle": subject.vehicle}
        )

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        change_hatch(game, subject.vehicle)


@rule("A12.14", "scope/vehicle-concealment")
class Uncover(Action[Game, DriveBase]):
    """A vehicle beneath a "?" shows itself of its own will, before it moves."""

    rule = "A12.14"
    ids = (APPEAR.id,)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return (APPEAR,) if game.state.vehicles[subject.vehicle].concealed and not subject.spent else ()

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        reveal_vehicle(game, subject.vehicle)
