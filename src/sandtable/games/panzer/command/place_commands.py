"""Chapter 4.2.1: both sides place the commands of all their units in secret."""

from __future__ import annotations

from typing import get_args

from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.command.orders import all_orders, legal_orders, why_no_order
from sandtable.games.panzer.state import NO_COMMAND, SIDES, Command, Order
from sandtable.games.panzer.units import Game, command_chart, platoons, side_of
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, rule
from sandtable.mechanics.roster import units_of

DONE = Option("do:done", rule="4.2.1")


class CommandPhase(Phase, frozen=True):
    """All units have No Command until they are given another, which both sides do at once and unseen."""

    @rule("4.2", "4.2.1")
    def begin(self, game: Game) -> None:
        game.state.commands = dict.fromkeys(game.state.units, NO_COMMAND)
        game.goto("placed")
        placing = {side: PlaceCommands(side=side) for side in SIDES if units_of(game, side)}
        if placing:
            game.simultaneously(placing)

    def placed(self, game: Game) -> None:
        game.finish()


class PlaceCommands(Procedure, frozen=True):
    """A side gives commands to platoons and to single units, until it is done; the others have No Command.

    A platoon is told once, and each of its units may be told otherwise once.
    """

    side: str
    told: tuple[str, ...] = ()
    """The units and platoons that have been told."""

    def untold(self, game: Game) -> dict[str, tuple[str, ...]]:
        """The platoons that may still be told, with those of their units that have not been told singly."""
        units, found = game.state.units, {}
        for name, platoon in platoons(game.content).items():
            if platoon.side == self.side and name not in self.told:
                there = tuple([unit_id for unit_id in platoon.units if unit_id in units and unit_id not in self.told])
                if len(there) > 1:
                    found[name] = there
        return found

    @rule("1.7.2", "4.2.1")
    def begin(self, game: Game) -> Decision | None:
        single = [unit_id for unit_id in units_of(game, self.side) if unit_id not in self.told]
        if not single:
            game.finish()
            return None
        options = [Option(f"platoon:{name}", rule="4.2.1") for name in self.untold(game)]
        options += [Option(f"unit:{unit_id}", rule="4.2.1") for unit_id in single]
        return Decision(self.side, "command-whom", "4.2.1", (*options, DONE))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "platoon" and choice.name in platoons(game.content):
            yours = platoons(game.content)[choice.name].side == self.side
            reason = "refused.platoon-told" if yours else "refused.platoon-not-yours"
            return Refusal(reason, "4.2.1", {"platoon": choice.name})
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        yours = side_of(game, choice.name) == self.side
        if yours and game.state.units[choice.name].carrier:
            return Refusal("refused.passenger-has-no-command", "6.6.7", {"unit": choice.name})
        return Refusal("refused.told" if yours else "refused.not-yours", "4.2.1", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        units = self.untold(game)[choice.name] if choice.kind == "platoon" else (choice.name,)
        game.push(GiveCommand(side=self.side, kind=choice.kind, name=choice.name, units=units))

    def begin_done(self, game: Game, told: str) -> None:
        game.goto("begin", told=(*self.told, told))


class GiveCommand(Procedure, frozen=True):
    """A platoon or a unit is given its command; comes to its name."""

    side: str
    kind: str
    name: str
    units: tuple[str, ...]
    """Those who are told."""

    @rule("4.2", "4.2.1")
    def begin(self, game: Game) -> Decision:
        """Pick the command; one that nobody of those who are told could carry out is not to be had."""
        legal = {order for unit_id in self.units for order in legal_orders(game, unit_id)}
        options = [Option(f"command:{order}", rule="4.2") for order in all_orders(game.content) if order in legal]
        prompt, args = f"command-{self.kind}", {self.kind: self.name}
        return Decision(self.side, prompt, "4.2", tuple(options), args, continues=True, turns_to="PlaceCommands")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "command" or choice.name not in command_chart(game.content):
            return None
        return why_no_order(game, self.units[0], order_named(choice.name))

    @rule("4.2.1")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Those who can carry out the command have it; the others of a platoon keep the one they have."""
        wanted = order_named(choice.name)
        for unit_id in self.units:
            if wanted in legal_orders(game, unit_id):
                give(game, unit_id, wanted)
        game.finish(self.name)


PASSENGERS_DO: dict[Order, Order] = {"fire": "fire", "short-halt": "fire", "overwatch": "overwatch"}
"""What passengers do on the command of their vehicle: they fire as if it stood still, and do nothing while it moves."""


@rule("4.2.1", "6.6.7", "6.6.7.2")
def give(game: Game, unit_id: str, order: Order) -> None:
    """A unit has a command, and those who ride in it act on the same counter."""
    commands = game.state.commands
    commands[unit_id] = Command(order)
    for passenger in passengers_of(game, unit_id):
        commands[passenger] = as_passenger(order)


@rule("6.6.7", "6.6.7.2")
def as_passenger(order: Order) -> Command:
    """What a passenger does on the command of its vehicle."""
    return Command(PASSENGERS_DO.get(order, "no-command"))


def order_named(name: str) -> Order:
    """A command by its name. Raises KeyError for another word."""
    orders: dict[str, Order] = {order: order for order in get_args(Order)}
    return orders[name]


PROCEDURES: tuple[type[Procedure], ...] = (CommandPhase, PlaceCommands, GiveCommand)
