"""D6.1, RR8: men get onto vehicles and off them in the Movement Phase, or come onto the map aboard them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec.structs import replace

from sandtable.games.asl.fire.under_fire import UnderFire
from sandtable.games.asl.morale.casualties import Aftermath
from sandtable.games.asl.movement.arrivals import is_off_map
from sandtable.games.asl.movement.move import is_in_bypass
from sandtable.games.asl.movement.move import spend as spend_on_foot
from sandtable.games.asl.movement.moves import MoveBase, first, is_on_wire, leaving_cost
from sandtable.games.asl.movement.moves import left as left_on_foot
from sandtable.games.asl.state import NOWHERE
from sandtable.games.asl.units import Game
from sandtable.games.asl.vehicles.boarding import (
    board,
    can_take_on,
    candidates,
    finds_men,
    get_off,
    has_room,
    may_board,
    places_on,
    quarter,
    quarter_on_foot,
    refuse_ground,
    show,
    who_can_get_off,
)
from sandtable.games.asl.vehicles.gathering import Gathering
from sandtable.games.asl.vehicles.ground import HALF
from sandtable.games.asl.vehicles.losses import carried, lighten
from sandtable.games.asl.vehicles.progress import is_gone, spend
from sandtable.games.asl.vehicles.route import DriveBase, left, may_move
from sandtable.games.asl.vehicles.status import alter, card_of, vehicles_at
from sandtable.kernel import Action, Choice, Decision, Option, Refusal, rule

LOAD = Option("do:load", rule="D6.1")
UNLOAD = Option("do:unload", rule="D6.1")
SHOW = Option("do:show", rule="RR8")
MF = 2
"""A whole MF, in halves."""


class Boarding(Gathering, frozen=True):
    """Who gets onto a vehicle, as many as find a place."""

    @rule("D6.1")
    def begin(self, game: Game) -> Decision:
        """Ask who gets on; those who are picked get on together."""
        able = [name for name in candidates(game, self.vehicle, self.chosen) if name not in self.chosen]
        able = [name for name in able if has_room(game, self.vehicle, (*self.chosen, name))]
        asked = self.who(game, "get-on", "D6.1", able)
        return asked if has_room(game, self.vehicle, (*self.chosen, *able)) else replace(asked, gathers="")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if unit is None:
            return None
        args = {"unit": choice.name, "vehicle": self.vehicle}
        if choice.name in self.chosen or unit.aboard == self.vehicle:
            return Refusal("refused.aboard", "D6.1", args)
        if choice.name in candidates(game, self.vehicle, self.chosen):
            return Refusal("refused.no-room-aboard", "D6.1", args)
        return Refusal("refused.cannot-board", "D6.1", args)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.gathered(game, choice, "load")


class Alighting(Gathering, frozen=True):
    """Who gets off a vehicle; from a Kangaroo all at once."""

    @rule("D6.1", "RR8")
    def begin(self, game: Game) -> Decision | None:
        """Ask who gets off, where there is a choice."""
        able = who_can_get_off(game, self.vehicle)
        if card_of(game, self.vehicle).shuttle or len(able) == 1:
            game.finish(("unload", tuple(able)))
            return None
        able = [name for name in able if name not in self.chosen]
        able = [name for name in able if refuse_ground(game, self.vehicle, (*self.chosen, name)) is None]
        return self.who(game, "get-off", "D6.1", able)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        unit = game.state.units.get(choice.name) if choice.kind == "unit" else None
        if unit is None:
            return None
        if choice.name in who_can_get_off(game, self.vehicle) and choice.name not in self.chosen:
            return refuse_ground(game, self.vehicle, (*self.chosen, choice.name))
        return Refusal("refused.cannot-alight", "D6.1", {"unit": choice.name, "vehicle": self.vehicle})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        self.gathered(game, choice, "unload")


# What the vehicle does


@rule("D6.1", "A2.5")
class Load(Action[Game, DriveBase]):
    """Take men aboard: those beside a vehicle that has stopped, or off the map those who come with it."""

    rule = "D6.1"
    ids = ("do:load",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        return () if self.refuse(game, subject, Choice("do", "load")) else (self._option(game, subject),)

    def _option(self, game: Game, subject: DriveBase) -> Option:
        if game.state.vehicles[subject.vehicle].at == NOWHERE:
            return LOAD
        return Option(LOAD.id, cost=quarter(game, subject.vehicle) / HALF, rule=LOAD.rule)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        vehicle, args = game.state.vehicles[subject.vehicle], {"vehicle": subject.vehicle}
        if subject.escort:
            return Refusal("refused.nobody-to-load", "D9.31", args)
        if not places_on(card_of(game, subject.vehicle)):
            return Refusal("refused.carries-nobody", "D6.1", args)
        if vehicle.recalled:
            return Refusal("refused.recalled", "D5.341", args)
        if vehicle.at != NOWHERE:
            if not can_take_on(game, subject.vehicle):
                return Refusal("refused.not-stopped", "D6.1", args)
            if quarter(game, subject.vehicle) > left(game, subject):
                return Refusal("refused.load-mp", "D6.1", args)
        if not finds_men(game, subject.vehicle):
            return Refusal("refused.nobody-to-load", "D6.1", args)
        return None

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        game.push(Boarding(vehicle=subject.vehicle))


@rule("D6.1", "RR8")
class Unload(Action[Game, DriveBase]):
    """Let men get off."""

    rule = "D6.1"
    ids = ("do:unload",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        if self.refuse(game, subject, Choice("do", "unload")):
            return ()
        if game.state.vehicles[subject.vehicle].at == NOWHERE:
            return (UNLOAD,)
        return (Option(UNLOAD.id, cost=quarter(game, subject.vehicle) / HALF, rule=UNLOAD.rule),)

    def refuse(self, game: Game, subject: DriveBase, choice: Choice) -> Refusal | None:
        able, args = who_can_get_off(game, subject.vehicle), {"vehicle": subject.vehicle}
        if not able:
            return Refusal("refused.nobody-aboard", "D6.1", args)
        if game.state.vehicles[subject.vehicle].at == NOWHERE:
            return None
        if quarter(game, subject.vehicle) > left(game, subject):
            return Refusal("refused.load-mp", "D6.1", args)
        if card_of(game, subject.vehicle).shuttle:
            return refuse_ground(game, subject.vehicle, able)
        refusals = [refuse_ground(game, subject.vehicle, (name,)) for name in able]
        return None if None in refusals else refusals[0]

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        game.push(Alighting(vehicle=subject.vehicle))


@rule("RR8")
class ShowPassengers(Action[Game, DriveBase]):
    """Passengers of a Kangaroo who have been kept from the enemy's eyes look out."""

    rule = "RR8"
    ids = ("do:show",)

    def offers(self, game: Game, subject: DriveBase) -> Sequence[Option]:
        kept = any(game.state.units[name].hidden for name in carried(game, subject.vehicle))
        return (SHOW,) if kept else ()

    def start(self, game: Game, subject: DriveBase, choice: Choice) -> None:
        show(game, subject.vehicle)


@rule("D6.1", "A8.1", "RR8")
def change_load(game: Game, move: DriveBase, what: str, names: tuple[str, ...]) -> None:
    """It has been picked who gets on or off: MP are spent, and the DEFENDER may fire at men and vehicle."""
    vehicle = game.state.vehicles[move.vehicle]
    if not names:
        return
    if vehicle.at == NOWHERE:
        if what == "load":
            board(game, move.vehicle, names)
        else:
            get_off(game, move.vehicle, names, 0)
        return
    cost = quarter(game, move.vehicle)
    if what == "load":
        spend(game, replace(move, boarding=names), cost, units=names)
        return
    get_off(game, move.vehicle, names, left(game, move) - cost)
    lighten(game, move.vehicle)
    if is_gone(game, move, Aftermath()):
        return
    spend(game, move, cost, units=names)
    moving = game.state.moving
    assert moving is not None
    game.state.moving = replace(moving, came_from=vehicle.at)
    game.stack[-1] = UnderFire()


@rule("D6.1", "A7.8")
def climb_aboard(game: Game, move: DriveBase) -> None:
    """Those who were getting on and have come through the fire are aboard."""
    moving = game.state.moving
    names = move.boarding if moving is None else moving.units
    board(game, move.vehicle, [name for name in names if name in game.state.units and may_board(game, name)])


# What men do


@cache
def board_option(vehicle_id: str, cost: float) -> Option:
    return Option(f"board:{vehicle_id}", cost, "D6.1")


@rule("D6.1")
class ClimbOn(Action[Game, MoveBase]):
    """Men who move get onto a vehicle in their Location that has not moved yet."""

    rule = "D6.1"
    kinds = ("board",)

    def cost(self, game: Game, subject: MoveBase) -> int:
        return quarter_on_foot(game, subject.units) + leaving_cost(game, subject)

    def offers(self, game: Game, subject: MoveBase) -> Sequence[Option]:
        if not game.state.vehicles or is_off_map(game, subject.units) or subject.manner:
            return ()
        side = game.state.units[subject.units[0]].side
        near = vehicles_at(game, first(game, subject), side)
        return [
            board_option(name, self.cost(game, subject) / MF)
            for name in near
            if self.refuse(game, subject, Choice("board", name)) is None
        ]

    def refuse(self, game: Game, subject: MoveBase, choice: Choice) -> Refusal | None:
        vehicle = game.state.vehicles.get(choice.name)
        if vehicle is None:
            return None
        unit = game.state.units[subject.units[0]]
        args = {"unit": subject.units[0], "vehicle": choice.name}
        if vehicle.side != unit.side:
            return Refusal("refused.other-vehicle", "D6.1", args)
        if vehicle.at != unit.at or not unit.at or is_on_wire(game, subject) or is_in_bypass(game, subject):
            return Refusal("refused.cannot-board", "D6.1", args)
        if not may_move(game, choice.name) or not can_take_on(game, choice.name) or vehicle.moved:
            return Refusal("refused.not-ready", "D6.1", args)
        if vehicle.spent + quarter(game, choice.name) > HALF * card_of(game, choice.name).mp:
            return Refusal("refused.load-mp", "D6.1", args)
        if subject.manner or not all(may_board(game, name) for name in subject.units):
            return Refusal("refused.cannot-board", "D6.1", args)
        if not has_room(game, choice.name, subject.units):
            return Refusal("refused.no-room-aboard", "D6.1", args)
        if self.cost(game, subject) > left_on_foot(game, subject):
            return Refusal("refused.board-mf", "D6.1", args)
        return None

    def start(self, game: Game, subject: MoveBase, choice: Choice) -> None:
        paid = game.state.vehicles[choice.name].spent + quarter(game, choice.name)
        cost = self.cost(game, subject)
        alter(game, choice.name, spent=paid)
        spend_on_foot(game, replace(subject, onto=choice.name), cost)
        moving = game.state.moving
        assert moving is not None
        game.state.moving = replace(moving, vehicle=choice.name)


@rule("D6.1")
def get_on(game: Game, move: MoveBase, through: Sequence[str]) -> bool:
    """Those who were getting onto a vehicle and have come through the fire are aboard; whether that was their way."""
    if not move.onto:
        return False
    if move.onto in game.state.vehicles:
        board(game, move.onto, through)
    return True
