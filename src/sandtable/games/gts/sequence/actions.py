"""Chapters 10.0.2 and 13.2: the action of a unit, or of units stacked together, and the second one after it."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec.structs import replace

from sandtable.games.gts.assault.assault_action import AssaultAction
from sandtable.games.gts.assault.assault_procedure import targets
from sandtable.games.gts.content import Content
from sandtable.games.gts.engineers import works
from sandtable.games.gts.engineers.engineer_action import EngineerAction
from sandtable.games.gts.engineers.rearguards import RemoveRearguard
from sandtable.games.gts.fire.fire_action import FireAction
from sandtable.games.gts.fire.rally import RallyAction
from sandtable.games.gts.movement import column_and_transport
from sandtable.games.gts.movement.movement_action import MovementAction
from sandtable.games.gts.sequence.active_units import active, may_act, rights, rights_of_chits
from sandtable.games.gts.sequence.dispatch import figures
from sandtable.games.gts.sequence.troop_quality import may_spend, spend
from sandtable.games.gts.sequence.unit_action import ACTIVATION, UnitAction, Units
from sandtable.games.gts.state import ActionKind
from sandtable.games.gts.units import Game, division_of
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Preview, Procedure, Refusal, of_content, rule
from sandtable.mechanics.roster import units_in
from sandtable.mechanics.switches import is_on

ACTIONS: tuple[UnitAction, ...] = (
    MovementAction(),
    FireAction(),
    AssaultAction(),
    RallyAction(),
    EngineerAction(),
    RemoveRearguard(),
)
"""All kinds of action."""
PASSED: ActionKind = "pass"
"""What a unit is noted to have done that was told to do nothing."""
ALONE, STACK, WITH_COLUMN = "alone", "stack", "with-column"
"""Who acts: a unit by itself, a stack in combat formation, or one with a column among it."""


@of_content
@rule("10.0.2/stack", "10.0.5/7", "14.7", "18.3")
def allowed(content: Content) -> dict[tuple[str, bool, str, str], Menu[Game, Units]]:
    """What each kind of chit allows to whom: as a first action, and as a second one after each kind of first.

    A column does not move with others; it only assaults with them.
    """
    return {
        (chit, second, first, who): Menu(
            *(action for action in ACTIONS if action.name in names and action.name in open_to and action.name != first)
        )
        for chit, row in rights_of_chits(content).items()
        for second, names in ((False, row.first), (True, row.second))
        for who, open_to in ((ALONE, names), (STACK, row.together), (WITH_COLUMN, (AssaultAction.name,)))
        for first in ("", PASSED, *(action.name for action in ACTIONS))
    }


def who_acts(game: Game, units: Units) -> str:
    """Whether units act alone, as a stack in combat formation, or with a column among them."""
    if len(units) == 1:
        return ALONE
    return WITH_COLUMN if any(game.state.units[unit_id].column for unit_id in units) else STACK


class Order(Procedure, frozen=True):
    """A unit, or units stacked together, perform an action; then perhaps a second one."""

    units: tuple[str, ...]
    second: bool = False
    first: str = ""
    """The kind of the first action, which the second may not be."""
    waiting: Units = ()
    """Those of a stack that has come apart who have yet to be asked for a second action, in other hexes."""

    @rule("10.0.2", "10.0.2/4", "10.0.2/5", "10.0.2/stack", "10.0.5/3", "10.0.5/8", "13.2", "13.2/second")
    def begin(self, game: Game) -> Decision | None:
        """Ask for the action. What is offered depends on the chit, and on what the unit did first.

        A stack that cannot pay for all, or has nothing that all can do, must leave some out of its second action.
        """
        affordable = not self.second or self.can_pay(game, self.units)
        options = self.actions(game).options(game, self.units) if affordable else []
        if self.second and not options and not (len(self.units) > 1 and self.some_can_act(game, self.units)):
            game.goto("after")
            return None
        prompt = "action" if not self.second else "second-action" if options else "second-without"
        options += self.besides.options(game, self)
        args: dict[str, str | int] = {"unit": self.units[0], "count": len(self.units), "points": len(self.units)}
        side = active(game).side
        return Decision(
            side, prompt, "13.2", tuple(options), args, continues=True, done="do:no-second", turns_to=ACTIVATION
        )

    def actions(self, game: Game) -> Menu[Game, Units]:
        """The kinds of action that the units may perform now."""
        return self._menu(game, who_acts(game, self.units))

    def _menu(self, game: Game, who: str) -> Menu[Game, Units]:
        return allowed(game.content)[active(game).kind, self.second, self.first, who]

    @property
    def besides(self) -> Menu[Game, Order]:
        """What can be chosen beside the actions."""
        return BESIDE_A_SECOND if self.second else BESIDE_A_FIRST

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        now = self.actions(game).actions
        for action in ACTIONS:
            if not action.takes(game, choice):
                continue
            if action not in now:
                return self._why_no(game, action)
            if self.second and not self.can_pay(game, self.units):
                args = {"unit": self.units[0], "division": division_of(game, self.units[0])}
                return Refusal("refused.no-points-for-all", "10.0.2/stack", args)
            found = action.refuse(game, self.units, choice)
            if found is not None:
                return found
        return BESIDE_A_FIRST.refuse(game, self, choice)

    @rule("10.0.2/4", "10.0.5/7", "13.2", "14.7", "29.23")
    def _why_no(self, game: Game, action: UnitAction) -> Refusal:
        """Why a kind of action cannot be performed at all now."""
        args = {"unit": self.units[0], "action": action.name}
        if action.name == self.first:
            return Refusal("refused.same-action", "10.0.2/4", args)
        if len(self.units) > 1 and action in self._menu(game, ALONE).actions:
            return self._why_not_together(game, args)
        if action.name == EngineerAction.name:
            return Refusal("refused.no-engineering", "29.23", args)
        return Refusal("refused.division-chit", "13.2", args)

    @rule("10.0.5/7", "14.7", "18.3", "29.23")
    def _why_not_together(self, game: Game, args: dict[str, str]) -> Refusal:
        """Why units do not perform an action together that each could perform by itself."""
        if who_acts(game, self.units) == WITH_COLUMN:
            return Refusal("refused.column-only-assaults", "14.7", args)
        if active(game).kind == "direct":
            return Refusal("refused.direct-stack", "10.0.5/7", args)
        return Refusal("refused.not-as-stack", "29.23", args)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return self.actions(game).preview(game, self.units, choice)

    @rule("10.0.2/3", "10.0.5/1")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        action = self.actions(game).of(game, choice)
        if action is None:
            self.besides.start(game, self, choice)
            return
        assert isinstance(action, UnitAction)
        self._pay(game)
        self.note(game, action.name)
        action.start(game, self.units, choice)

    @rule("10.0.2/3", "10.0.2/stack", "10.0.5/1", "10.0.5/2")
    def can_pay(self, game: Game, units: Units) -> bool:
        """Whether the divisions of the units have the command points, where the action costs any."""
        cost = self.cost(game)
        if not cost:
            return True
        wanted = Counter(division_of(game, unit_id) for unit_id in units)
        return all(game.state.divisions[name].command >= cost * number for name, number in wanted.items())

    @rule("10.0.2/3", "10.0.5/1")
    def cost(self, game: Game) -> int:
        """The command points that the action costs for each unit."""
        return figures(game).second_action if self.second else rights(game, active(game).kind).cost

    def _pay(self, game: Game) -> None:
        cost = self.cost(game)
        if not cost:
            return
        by = "10.0.2/3" if self.second else "10.0.5"
        for division, number in Counter(division_of(game, unit_id) for unit_id in self.units).items():
            spend(game, division, cost * number, by)

    @rule("25.0")
    def note(self, game: Game, kind: str) -> None:
        """Note what the units do; Men at Work markers go where another action than theirs is performed."""
        works.remove_men_at_work(game, self.units, kind)
        game.state.acted |= dict.fromkeys(self.units, msgspec.convert(kind, ActionKind))
        game.goto("after", first=self.first if self.second else kind)

    @rule("10.0.2/1", "10.0.2/2", "10.0.2/3", "10.0.2/6", "10.0.2/stack")
    def after(self, game: Game) -> None:
        """The action is over: units in command whose division can pay may perform another at once.

        A stack that has come apart does so hex by hex.
        """
        able = () if active(game).kind == "direct" else self._by_hex(game)
        if not able:
            self.close(game)
            return
        game.state.active = replace(active(game), second=True)
        if len(able) == 1:
            game.become(Order(units=able[0], second=True, first=self.first))
            return
        waiting = tuple(unit_id for part in able for unit_id in part)
        game.become(Order(units=waiting, second=True, first=self.first, step="part", waiting=waiting))

    def close(self, game: Game) -> None:
        """The units have done what they could or would."""
        if active(game).second:
            game.state.active = replace(active(game), second=False)
        game.finish()

    @rule("10.0.2/2", "10.0.2/stack", "14.7")
    def _by_hex(self, game: Game) -> tuple[Units, ...]:
        """Those who may perform a second action yet, by the hex in which they have ended the first one together."""
        units, found = game.state.units, dict[str, Units]()
        for unit_id in self.waiting if self.second else self.units:
            if unit_id in units and may_spend(game, unit_id):
                where = units[unit_id].entry or units[unit_id].at
                found[where] = (*found.get(where, ()), unit_id)
        return tuple(found.values())

    def _parts(self, game: Game) -> list[Units]:
        """Those of them who have something to do."""
        return [part for part in self._by_hex(game) if self.some_can_act(game, part)]

    def some_can_act(self, game: Game, units: Units) -> bool:
        """Whether there is anything to do for at least one of some units."""
        menu = self._menu(game, ALONE)
        return any(menu.options(game, (unit_id,)) for unit_id in units)

    @rule("10.0.2/stack", "14.7")
    def part(self, game: Game) -> Decision | None:
        """Ask which part of a stack that has come apart comes next, by the first unit of each."""
        parts = self._parts(game)
        if len(parts) < 2:
            self._turn_to(game, parts[0] if parts else ())
            return None
        options = tuple(Option(f"unit:{part[0]}", rule="10.0.2/stack") for part in parts)
        return Decision(
            active(game).side, "second-part", "10.0.2/stack", (*options, Decline.option), continues=True,
            done=Decline.option.id, turns_to=ACTIVATION,
        )  # fmt: skip

    def part_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in (*self.units, *self.waiting):
            return None
        return Refusal("refused.no-second-part", "10.0.2/stack", {"unit": choice.name})

    def part_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "unit":
            self.close(game)
            return
        self._turn_to(game, next(part for part in self._parts(game) if part[0] == choice.name))

    def _turn_to(self, game: Game, part: Units) -> None:
        """Ask one part for its second action; without one nobody acts again."""
        if part:
            game.goto("begin", units=part, waiting=tuple(unit_id for unit_id in self.waiting if unit_id not in part))
        else:
            self.close(game)


# What can be chosen beside the actions


class BreakColumn(Action[Game, Order]):
    """End a column at the price of a cohesion hit, which is no action."""

    ids = (f"do:{column_and_transport.DROP}",)

    @rule("14.6")
    def offers(self, game: Game, order: Order) -> list[Option]:
        return column_and_transport.breaks(game, order.units) if len(order.units) == 1 else []

    def refuse(self, game: Game, order: Order, choice: Choice) -> Refusal | None:
        return column_and_transport.why_no_break(game, order.units[0])

    @rule("14.6")
    def start(self, game: Game, order: Order, choice: Choice) -> None:
        column_and_transport.drop_column(game, order.units[0])
        if order.units[0] not in game.state.units:
            game.goto("after")


class ActTogether(Action[Game, Order]):
    """Let another unit of the hex act together with these."""

    kinds = ("join",)

    @rule("10.0.5/7", "14.7", "18.3")
    def offers(self, game: Game, order: Order) -> list[Option]:
        """The units of the same hex that may act together with these, one after the other."""
        first = game.state.units[order.units[0]]
        if not first.at or first.entry:
            return []
        there = units_in(game, first.at)
        if len(there) == 1:
            return []
        return [
            Option(f"join:{unit_id}", rule="14.7")
            for unit_id in there
            if unit_id not in order.units
            and may_act(game, unit_id)
            and order.can_pay(game, (*order.units, unit_id))
            and self._formed(game, (*order.units, unit_id))
        ]

    @rule("14.7", "18.1", "18.3")
    def _formed(self, game: Game, units: Units) -> bool:
        """Whether units act together by their formation: all in combat formation, or about to assault with a column."""
        if who_acts(game, units) != WITH_COLUMN:
            return True
        chit = rights(game, active(game).kind)
        may_assault = AssaultAction.name in (*chit.first, *chit.second)
        return may_assault and is_on(game.content, "column-assaults-with-others") and bool(targets(game, units))

    def refuse(self, game: Game, order: Order, choice: Choice) -> Refusal | None:
        if choice.name not in game.state.units:
            return None
        units, first = (*order.units, choice.name), game.state.units[order.units[0]]
        if game.state.units[choice.name].at == first.at and not self._formed(game, units):
            return Refusal("refused.column-only-assaults", "14.7", {"unit": choice.name})
        return Refusal("refused.not-stacked", "14.7", {"unit": choice.name})

    def start(self, game: Game, order: Order, choice: Choice) -> None:
        game.goto("begin", units=(*order.units, choice.name))


class LeaveOut(Action[Game, Order]):
    """Let a unit of a stack take no part in its second action."""

    kinds = ("drop",)

    @rule("10.0.2/stack")
    def offers(self, game: Game, order: Order) -> list[Option]:
        """Whoever can be left out so that somebody is left who can act."""
        if len(order.units) == 1:
            return []
        rest = {unit_id: tuple(other for other in order.units if other != unit_id) for unit_id in order.units}
        return [Option(f"drop:{i}", rule="10.0.2/stack") for i in rest if order.some_can_act(game, rest[i])]

    def start(self, game: Game, order: Order, choice: Choice) -> None:
        game.goto("begin", units=tuple(unit_id for unit_id in order.units if unit_id != choice.name))


class Decline(Action[Game, Order]):
    """Perform no second action."""

    ids = ("do:no-second",)
    option = Option("do:no-second", rule="10.0.2")

    def offers(self, game: Game, order: Order) -> list[Option]:
        return [self.option]

    @rule("10.0.2")
    def start(self, game: Game, order: Order, choice: Choice) -> None:
        game.goto("after")


class Pass(Action[Game, Order]):
    """Do nothing as the first action; a second one may follow."""

    ids = ("do:pass",)
    option = Option("do:pass", rule="13.2/8")

    def offers(self, game: Game, order: Order) -> list[Option]:
        return [self.option] if PASSED in rights(game, active(game).kind).first else []

    @rule("13.2/8")
    def start(self, game: Game, order: Order, choice: Choice) -> None:
        order.note(game, PASSED)


class SpendNothing(Action[Game, Order]):
    """Leave a unit that a Direct Command chit could activate alone after all."""

    ids = ("do:leave",)
    option = Option("do:leave", rule="10.0.5/5")

    def offers(self, game: Game, order: Order) -> list[Option]:
        return [] if PASSED in rights(game, active(game).kind).first else [self.option]

    @rule("10.0.5/5")
    def start(self, game: Game, order: Order, choice: Choice) -> None:
        game.state.acted |= dict.fromkeys(order.units, PASSED)
        order.close(game)


BESIDE_A_FIRST = Menu(BreakColumn(), ActTogether(), Pass(), SpendNothing())
BESIDE_A_SECOND = Menu(BreakColumn(), LeaveOut(), Decline())
"""What can be chosen beside a first and a second action, in the order in which it is offered."""

PROCEDURES = (Order,)
