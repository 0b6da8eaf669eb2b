"""Chapters 4.2.1 and 6.2.1: both sides place the commands of all their units in secret."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.command.columns import COLUMN, column_of, fall_in
from sandtable.games.panzer.command.control import (
    commands_left,
    determine_commands,
    fits,
    formation_of,
    formations,
    group_of,
    placed,
    recon_units,
    sharers,
)
from sandtable.games.panzer.command.orders import all_orders, legal_orders, why_no_order
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.state import NO_COMMAND, SIDES, Command, Order
from sandtable.games.panzer.steps import begin_step
from sandtable.games.panzer.units import Game, command_chart, order, platoon_of, platoons, side_of, vehicles
from sandtable.kernel import Choice, Decision, Option, Phase, Procedure, Refusal, derived, of_content, rule
from sandtable.mechanics.roster import units_of
from sandtable.mechanics.switches import is_on

DONE, IN_COLUMN = Option("do:done", rule="4.2.1"), Option("do:column", rule="6.2.1.1.3/roads")
FORMATION, SHARE = "formation", "share"


class CommandPhase(Phase, frozen=True):
    """All units have No Command until they are given another, which both sides do at once and unseen."""

    @rule("4.2", "6.2", "6.2.1")
    def begin(self, game: Game) -> None:
        """In the Advanced Game it is determined first how many commands there are."""
        game.state.commands = dict.fromkeys(game.state.units, NO_COMMAND)
        if game.content.game == "advanced":
            begin_step(game, "available-commands")
            determine_commands(game)
        game.goto("place")

    @rule("4.2", "4.2.1")
    def place(self, game: Game) -> None:
        begin_step(game, "place-commands")
        game.goto("placed")
        placing = {side: PlaceCommands(side=side) for side in SIDES if units_of(game, side)}
        if placing:
            game.simultaneously(placing)

    @rule("6.6.7.2")
    def placed(self, game: Game) -> None:
        """Those who ride in vehicles without a command have none either (ruling), or may fire."""
        commands = game.state.commands
        for unit_id, unit in game.state.units.items():
            if unit.carrier and commands[unit.carrier].order == "no-command":
                commands[unit_id] = as_passenger(game.content, "no-command")
        game.finish()


@of_content
@rule("4.2.1", "6.2")
def whom_to_command(content: Content) -> dict[str, dict[str, Option]]:
    """The options by which formations, platoons and single units are told, by kind and name."""
    return {
        FORMATION: {name: Option(f"{FORMATION}:{name}", rule="6.2") for name in formations(content)},
        "platoon": {name: Option(f"platoon:{name}", rule="4.2.1") for name in platoons(content)},
        "unit": {name: Option(f"unit:{name}", rule="4.2.1") for name in content.counters},
    }


@derived("units")
def platoons_here(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    """The platoons of a side that can be told something at once, with their units."""
    own = {name: each.units for name, each in platoons(game.content).items() if each.side == side}
    return _commanded(game, own)


@derived("units")
def formations_here(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    """The same of formations."""
    own = {name: units for name, units in formations(game.content).items() if side_of(game, units[0]) == side}
    return _commanded(game, own)


@derived("commands")
@rule("6.2.1.1.3/roads")
def marching(game: Game) -> tuple[str, ...]:
    """The units that march in column, and are told nothing else."""
    return tuple([unit_id for unit_id, command in game.state.commands.items() if command.column is not None])


@rule("6.6.7")
def _commanded(game: Game, every: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The groups that have at least two units on the map that nobody transports, each with those."""
    units = game.state.units
    found = {
        name: tuple([each for each in members if each in units and not units[each].carrier])
        for name, members in every.items()
    }
    return {name: members for name, members in found.items() if len(members) > 1}


def _without(groups: dict[str, tuple[str, ...]], told: set[str]) -> dict[str, tuple[str, ...]]:
    """The groups that have not been told, each without those who have, where at least two are left."""
    found = {}
    for name, members in groups.items():
        left = members if told.isdisjoint(members) else tuple([each for each in members if each not in told])
        if len(left) > 1 and name not in told:
            found[name] = left
    return found


class PlaceCommands(Procedure, frozen=True):
    """A side gives commands to formations, platoons and single units, until it is done; the others have No Command.

    A formation and a platoon are told once, and each of their units may be told otherwise once.
    """

    side: str
    told: tuple[str, ...] = ()
    """The units, platoons and formations that have been told."""

    def untold(self, game: Game) -> dict[str, tuple[str, ...]]:
        """The platoons that may still be told, with those of their units that have not been told singly."""
        return _without(platoons_here(game, self.side), {*self.told, *marching(game)})

    @rule("6.2")
    def untold_formations(self, game: Game) -> dict[str, tuple[str, ...]]:
        """The same of formations, in the Advanced Game."""
        if game.content.game == "basic":
            return {}
        return _without(formations_here(game, self.side), {*self.told, *marching(game)})

    @rule("1.7.2", "4.2.1", "6.2")
    def begin(self, game: Game) -> Decision | None:
        told = set(self.told)
        aside = told.union(marching(game))
        single = [unit_id for unit_id in units_of(game, self.side) if unit_id not in aside]
        if not single:
            game.finish()
            return None
        whom = whom_to_command(game.content)
        options = [whom[FORMATION][name] for name in self.untold_formations(game)]
        options += [whom["platoon"][name] for name in self.untold(game)]
        options += [whom["unit"][unit_id] for unit_id in single]
        # Exceptions can be made to the end, but once everybody has been told there is nothing that could be forgotten.
        is_told = all(self._is_told(game, unit_id, told) for unit_id in single)
        return Decision(self.side, "command-whom", "4.2.1", (*options, DONE), default=DONE.id if is_told else "")

    def _is_told(self, game: Game, unit_id: str, told: set[str]) -> bool:
        """Whether a unit has a command, or its platoon was told, if only that it has none."""
        return game.state.commands[unit_id] != NO_COMMAND or platoon_of(unit_id) in told

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "platoon" and choice.name in platoons(game.content):
            yours = platoons(game.content)[choice.name].side == self.side
            reason = "refused.platoon-told" if yours else "refused.platoon-not-yours"
            return Refusal(reason, "4.2.1", {"platoon": choice.name})
        if choice.kind == FORMATION and choice.name in formations(game.content):
            return Refusal("refused.formation-told", "6.2", {"formation": choice.name})
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        yours = side_of(game, choice.name) == self.side
        if yours and game.state.units[choice.name].carrier:
            return Refusal("refused.passenger-has-no-command", "6.6.7", {"unit": choice.name})
        if yours and in_column(game, choice.name):
            return Refusal("refused.marches-in-column", "6.2.1.1.3/roads", {"unit": choice.name})
        return Refusal("refused.told" if yours else "refused.not-yours", "4.2.1", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.finish()
            return
        units: tuple[str, ...] = (choice.name,)
        if choice.kind == "platoon":
            units = self.untold(game)[choice.name]
        elif choice.kind == FORMATION:
            units = self.untold_formations(game)[choice.name]
        game.push(GiveCommand(side=self.side, kind=choice.kind, name=choice.name, units=units))

    def begin_done(self, game: Game, told: str) -> None:
        game.goto("begin", told=(*self.told, told))


@of_content
@rule("4.2")
def command_options(content: Content) -> dict[Order, Option]:
    """The options of all commands, in the order of the chart."""
    return {order: Option(f"command:{order}", rule="4.2") for order in all_orders(content)}


class GiveCommand(Procedure, frozen=True):
    """A formation, a platoon or a unit is given its command; comes to its name."""

    side: str
    kind: str
    name: str
    units: tuple[str, ...]
    """Those who are told."""

    @rule("4.2", "4.2.1", "6.2.1.1.3", "6.2.1.1.3/roads")
    def begin(self, game: Game) -> Decision:
        """Pick the command; one that nobody of those who are told could carry out is not to be had.

        A single unit may also share the counter of others, or fall in with them; a platoon may march in column.
        """
        legal = {order for unit_id in self.units for order in legal_orders(game, unit_id)}
        free = has_counter_for(game, self.units)
        chart = command_chart(game.content)
        options = [
            option
            for order, option in command_options(game.content).items()
            if order in legal and (free or not chart[order].unique)
        ]
        if self.kind == "unit":
            options += [Option(f"{SHARE}:{other}", rule="6.2.1.1.3") for other in shared_with(game, self.name)]
            falls_in_with = columns_for(game, self.name)
            options += [Option(f"{COLUMN}:{other}", rule="6.2.1.1.3/roads") for other in falls_in_with]
        elif free and game.content.game == "advanced" and column_of(game, marchers(game, self.units)):
            options.append(IN_COLUMN)
        args: dict[str, str | int] = {self.kind: self.name}
        if game.content.game == "advanced":
            args["left"] = commands_left(game, formation_of(game.content, self.units[0]), self.units)
        prompt = f"command-{self.kind}" if game.content.game == "basic" else f"command-{self.kind}-left"
        return Decision(self.side, prompt, "4.2", tuple(options), args, continues=True, turns_to="PlaceCommands")

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == SHARE and choice.name in game.state.units:
            args = {"unit": self.units[0], "other": choice.name}
            return Refusal("refused.cannot-share", "6.2.1.1.3", args)
        if choice.kind == COLUMN and choice.name in game.state.units:
            args = {"unit": self.units[0], "other": choice.name}
            return Refusal("refused.no-column", "6.2.1.1.3/roads", args)
        if choice.kind != "command" or choice.name not in command_chart(game.content):
            return None
        refusal = why_no_order(game, self.units[0], order_named(choice.name))
        if refusal is None and not has_counter_for(game, self.units):
            formation = formation_of(game.content, self.units[0])
            return Refusal("refused.no-commands-left", "6.2.1.1.3", {"formation": formation})
        return refusal

    @rule("4.2.1", "6.2.1.1.3")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """Those who can carry out the command have it; the others keep the one they have."""
        if choice.kind == SHARE:
            share(game, self.name, choice.name)
        elif choice.kind == COLUMN:
            march(game, (*group_of(game, choice.name), self.name))
        elif choice == Choice.of(IN_COLUMN.id):
            march(game, marchers(game, self.units))
        elif game.content.game == "basic":
            for unit_id in self.units:
                if choice.name in legal_orders(game, unit_id):
                    give(game, unit_id, order_named(choice.name))
        else:
            give_to_all(game, self.units, order_named(choice.name))
        game.finish(self.name)


@rule("6.2.1.1.3", "6.2.1.1.3/recon")
def has_counter_for(game: Game, units: tuple[str, ...]) -> bool:
    """Whether a counter is left for any of some units of a formation: scouts always have theirs."""
    if game.content.game == "basic" or any(unit_id in recon_units(game.content) for unit_id in units):
        return True
    return commands_left(game, formation_of(game.content, units[0]), units) > 0


@rule("6.2.1.1.3")
def shared_with(game: Game, unit_id: str) -> list[str]:
    """The units whose counters a unit may share, one for each counter: it can carry it out, and is in range of all."""
    if game.content.game == "basic":
        return []
    legal, commands = legal_orders(game, unit_id), game.state.commands
    found = placed(game, formation_of(game.content, unit_id), (unit_id,))
    return [
        members[0]
        for members in found.values()
        if commands[members[0]].order in legal and commands[members[0]].column is None and fits(game, unit_id, members)
    ]


def in_column(game: Game, unit_id: str) -> bool:
    return game.state.commands[unit_id].column is not None


@rule("6.2.1.1.3/roads")
def columns_for(game: Game, unit_id: str) -> list[str]:
    """The units whose Move command a vehicle may share in a column on a road or path, one for each counter."""
    if game.content.game == "basic" or not marchers(game, (unit_id,)):
        return []
    found = placed(game, formation_of(game.content, unit_id), (unit_id,))
    return [
        members[0]
        for members in found.values()
        if game.state.commands[members[0]].order == "move" and column_of(game, (*members, unit_id))
    ]


@rule("6.2.1.1.3/roads", "6.2.1.1.3/recon")
def marchers(game: Game, units: Sequence[str]) -> list[str]:
    """The vehicles among some units that can be told to move and are no scouts."""
    able = [each for each in units if each in vehicles(game.content) and each not in recon_units(game.content)]
    return [each for each in able if "move" in legal_orders(game, each)]


@rule("6.2.1.1.3/roads")
def march(game: Game, units: Sequence[str]) -> None:
    """Vehicles move in a column on one counter."""
    for unit_id in units:
        give(game, unit_id, "move")
    fall_in(game, units, free_group(game, units))


@rule("6.2.1.1.3")
def share(game: Game, unit_id: str, other: str) -> None:
    """A unit acts on the counter of another."""
    commands = game.state.commands
    wanted = commands[other]
    if not wanted.group:
        wanted = order(game, other, group=free_group(game, (other,)))
    give(game, unit_id, wanted.order, wanted.group)


@rule("6.2.1.1.3", "6.2.1.1.3/recon", "6.2.1.1.3/inactive-unarmed")
def give_to_all(game: Game, units: Sequence[str], wanted: Order) -> None:
    """Units of a formation have a command, sharing as few counters as they can; who goes short has No Command."""
    able = [unit_id for unit_id in units if wanted in legal_orders(game, unit_id)]
    for unit_id in able:
        give(game, unit_id, "no-command")
    if not command_chart(game.content)[wanted].unique:
        return
    scouts = recon_units(game.content)
    for unit_id in able:
        if unit_id in scouts:
            give(game, unit_id, wanted)
    left = commands_left(game, formation_of(game.content, units[0]))
    for members in sharers(game, [unit_id for unit_id in able if unit_id not in scouts])[: max(left, 0)]:
        group = free_group(game, members) if len(members) > 1 else ""
        for unit_id in members:
            give(game, unit_id, wanted, group)


def free_group(game: Game, members: Sequence[str]) -> str:
    """A name for a counter that is shared: that of one of its units, unless others still bear it, then of any other."""
    taken = {command.group for command in game.state.commands.values()}
    own = units_of(game, side_of(game, members[0]))
    return next(each for each in (*members, *own) if each not in taken)


PASSENGERS_DO: dict[Order, Order] = {"fire": "fire", "short-halt": "fire", "overwatch": "overwatch"}
"""What passengers do on the command of their vehicle: they fire as if it stood still, and do nothing while it moves."""


@rule("4.2.1", "6.6.7", "6.6.7.2")
def give(game: Game, unit_id: str, order: Order, group: str = "") -> None:
    """A unit has a command, and those who ride in it act on the same counter, unless they have mounted since."""
    commands = game.state.commands
    commands[unit_id] = Command(order, group=group)
    for passenger in passengers_of(game, unit_id):
        if not (commands[passenger].shown or commands[passenger].known):
            commands[passenger] = as_passenger(game.content, order)


@rule("6.6.7", "6.6.7.2")
def as_passenger(content: Content, order: Order) -> Command:
    """What a passenger does on the command of its vehicle."""
    if order == "no-command" and is_on(content, "passengers-fire-without-command"):
        return Command("fire")
    return Command(PASSENGERS_DO.get(order, "no-command"))


def order_named(name: str) -> Order:
    """A command by its name. Raises KeyError for another word."""
    orders: dict[str, Order] = {order: order for order in get_args(Order)}
    return orders[name]


PROCEDURES: tuple[type[Procedure], ...] = (CommandPhase, PlaceCommands, GiveCommand)
