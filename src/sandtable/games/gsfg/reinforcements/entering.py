"""Chapters 9.2, 9.4 and 9.7: entering the map, over land or by air."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.gsfg.air import transport
from sandtable.games.gsfg.air.air_mobile import AIR_MOBILE, MOVEMENT_PHASE, Rebase, flying_points
from sandtable.games.gsfg.events import Entered
from sandtable.games.gsfg.movement.allowance import allowance
from sandtable.games.gsfg.movement.move import REGULAR, ROAD, ROAD_MODE, Move
from sandtable.games.gsfg.reinforcements import link_up
from sandtable.games.gsfg.reinforcements.arrival import due_rule, may_land
from sandtable.games.gsfg.reinforcements.entry import (
    entry_cost,
    entry_costs,
    entry_hexes,
    entry_rule,
    may_enter,
    open_entry_hexes,
    why_shut,
)
from sandtable.games.gsfg.reinforcements.picking import R
from sandtable.games.gsfg.stacking import size
from sandtable.games.gsfg.state import NATO, Unit
from sandtable.games.gsfg.units import Game, counter, occupy
from sandtable.kernel import Action, Choice, Decision, Menu, Option, Procedure, Refusal, rule
from sandtable.mechanics.content import hex_options
from sandtable.mechanics.events import Delayed
from sandtable.mechanics.roster import change

DELAY = Option("do:delay", rule="9.4")
KEEP_BACK = Option("do:delay", rule="9.7")
"""The same for the Guards Airborne Army."""


class Enter(Procedure, frozen=True):
    """A unit enters the map, over land or by air, and moves on with what it has left."""

    unit: str
    road: bool = False

    @rule("9.2", "9.4", "9.7")
    def begin(self, game: Game) -> Decision | None:
        """Ask where: units that may be delayed may also stay away, and those that can fly may land instead."""
        hexes = ENTER_AT.offers(game, self)
        if not hexes:
            game.goto("land")
            return None
        return self._ask(game, "enter-at", (*hexes, *INSTEAD.options(game, self)))

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return OVER_LAND.refuse(game, self, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        OVER_LAND.start(game, self, choice)

    @rule("9.7")
    def land(self, game: Game) -> Decision:
        """By aerial transport a unit lands where units on the map could."""
        return self._ask(game, "land-at", tuple(BY_AIR.options(game, self)))

    def land_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return BY_AIR.refuse(game, self, choice)

    def land_chosen(self, game: Game, choice: Choice) -> None:
        BY_AIR.start(game, self, choice)

    def _ask(self, game: Game, prompt: str, options: tuple[Option, ...]) -> Decision:
        side = counter(game, self.unit).side
        args = {"unit": self.unit, "mode": ROAD_MODE if self.road else REGULAR}
        return Decision(side, prompt, "9.1", options, args, continues=True, turns_to=MOVEMENT_PHASE)


class EnterAt(Action[Game, Enter]):
    """Enter through a hex."""

    rule = "9.2"
    kinds = ("hex",)

    def offers(self, game: Game, entering: Enter) -> Sequence[Option]:
        hexes = sorted(open_entry_hexes(game, entering.unit, road=entering.road))
        costs = entry_costs(game, entering.unit, hexes)
        rule_id = entry_rule(game, entering.unit)
        return [Option(f"hex:{label}", cost, rule_id) for label, cost in costs.items()]

    def refuse(self, game: Game, entering: Enter, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        if choice.name not in entry_hexes(game, entering.unit):
            rule_id = entry_rule(game, entering.unit)
            return Refusal("refused.not-entry-hex", rule_id, {"unit": entering.unit, "hex": choice.name})
        return why_shut(game, entering.unit, choice.name, road=entering.road)

    def start(self, game: Game, entering: Enter, choice: Choice) -> None:
        enter(game, entering.unit, choice.name, road=entering.road)


class EnterByRoad(Action[Game, Enter]):
    """Enter in road mode."""

    rule = "10.17"
    ids = (ROAD.id,)

    def offers(self, game: Game, entering: Enter) -> Sequence[Option]:
        if entering.road or counter(game, entering.unit).type == AIR_MOBILE:
            return ()
        return (ROAD,) if may_enter(game, entering.unit, road=True) else ()

    def start(self, game: Game, entering: Enter, choice: Choice) -> None:
        game.goto("begin", road=True)


class LandInstead(Action[Game, Enter]):
    """Come by aerial transport."""

    rule = "9.7"
    ids = (transport.FLY.id,)

    def offers(self, game: Game, entering: Enter) -> Sequence[Option]:
        return (transport.FLY,) if not entering.road and may_land(game, entering.unit) else ()

    def start(self, game: Game, entering: Enter, choice: Choice) -> None:
        game.goto("land")


class LandAt(Action[Game, Enter]):
    """Land in a hex."""

    rule = "9.7"
    kinds = ("hex",)

    def offers(self, game: Game, entering: Enter) -> Sequence[Option]:
        known = hex_options(game.content, "9.7")
        return [known[label] for label in transport.landings(game, entering.unit)]

    def refuse(self, game: Game, entering: Enter, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        return transport.refuse_landing(game, entering.unit, choice.name)

    def start(self, game: Game, entering: Enter, choice: Choice) -> None:
        game.finish()
        transport.land(game, entering.unit, choice.name)


class Delay(Action[Game, Enter]):
    """Stay away for now, which units that are due may not; it may come later in the phase, or in a later turn."""

    rule = "9.4"
    ids = (DELAY.id,)

    def offers(self, game: Game, entering: Enter) -> Sequence[Option]:
        if entering.unit in game.state.due:
            return ()
        return (DELAY if counter(game, entering.unit).side == NATO else KEEP_BACK,)

    def refuse(self, game: Game, entering: Enter, choice: Choice) -> Refusal | None:
        if entering.unit not in game.state.due:
            return None
        return Refusal("refused.no-delay", due_rule(game, (entering.unit,)), {"unit": entering.unit})

    def start(self, game: Game, entering: Enter, choice: Choice) -> None:
        game.state.delayed[entering.unit] = game.state.turn
        rule_id = DELAY.rule if counter(game, entering.unit).side == NATO else KEEP_BACK.rule
        game.say(Delayed(rule=rule_id, unit=entering.unit))
        game.finish()


ENTER_AT = EnterAt()
INSTEAD: Menu[Game, Enter] = Menu(EnterByRoad(), LandInstead(), Delay())
OVER_LAND: Menu[Game, Enter] = Menu(ENTER_AT, *INSTEAD.actions)
BY_AIR: Menu[Game, Enter] = Menu(LandAt(), Delay())


@rule("9.2", "9.4", "10.17")
def enter(game: Game, unit_id: str, label: str, *, road: bool) -> None:
    """Bring a unit onto the map: the hex costs what it costs, and the unit goes on with the rest."""
    state, kind = game.state, counter(game, unit_id)
    cost = entry_cost(game, unit_id, label)
    steps = state.waiting.pop(unit_id)
    group = state.due.pop(unit_id, "")
    state.units[unit_id] = Unit(at=label, steps=steps, moved=True, marched=road, arrived=True, acted=True)
    state.entered[label] = state.entered.get(label, 0) + size(game, unit_id)
    game.say(Entered(rule={"": "9.4", R: "9.2"}.get(group, "5.10"), unit=unit_id, at=label))
    occupy(game, unit_id, label)
    flies = kind.type == AIR_MOBILE
    points = flying_points(game, unit_id) if flies else allowance(game, unit_id, road=road)
    paid = min(cost, points)
    change(game, unit_id, spent=paid)
    left = points - paid
    game.become(
        Rebase(unit=unit_id, left=left) if flies else Move(units=(unit_id,), left=(left,), road=road, begun=True)
    )
    link_up.offer(game, (unit_id,))


PROCEDURES = (Enter,)
