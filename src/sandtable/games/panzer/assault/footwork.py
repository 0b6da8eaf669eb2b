"""Chapters 6.6.1.1 and 6.6.1.2: the steps of men who advance to an attack, or into the hex of the enemy after it."""

from __future__ import annotations

from sandtable.board import FORBIDDEN
from sandtable.games.panzer.combat.losses import leave_works
from sandtable.games.panzer.combat.overwatch import OverwatchExchange, is_watched
from sandtable.games.panzer.command.shared_movement import may_end_in
from sandtable.games.panzer.events import Moved
from sandtable.games.panzer.indirect.barrage_movement import EnterBarrage, barrage_hexes
from sandtable.games.panzer.mines.minefields import blow_up_men
from sandtable.games.panzer.movement.costs import Standing, hindered_price, step_price
from sandtable.games.panzer.movement.modes import MANNERS, modes
from sandtable.games.panzer.movement.obstacles import hindrances
from sandtable.games.panzer.movement.reach import direction_to
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Choice, Decision, Option, Procedure, rule
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.switches import is_on

STAY = Option("do:stay", rule="6.6.1.1.3/effective")


@rule("6.6.4.1", "6.6.4.4", "6.6.4.5", "6.1.4.3")
def price_of_step(game: Game, unit_id: str, to: str) -> int:
    """What it costs men to enter the next hex, whichever way they face."""
    content, mode = game.content, modes(game.content)[unit_id]
    index = content.board.index
    here, there = index[game.state.units[unit_id].at], index[to]
    direction = direction_to(content, here, there)
    at, after = Standing(here, -1), Standing(there, direction if MANNERS[mode].turns else -1)
    price, hindered = step_price(content, mode, at, direction, after.facing), hindrances(game, mode)
    leaving, entering = hindered.get(here), hindered.get(there)
    if leaving is None and entering is None:
        return price
    return hindered_price(content, mode, at, after, price, leaving, entering)


@rule("3.3", "6.6.1.1/advancing-attack", "6.1.4.2")
def step_into(game: Game, unit_id: str, to: str, rule_id: str) -> None:
    """Put men into the next hex: on its ground, out of Full Cover and out of what they had dug."""
    index = game.content.board.index
    direction = direction_to(game.content, index[game.state.units[unit_id].at], index[to])
    leave_works(game, unit_id)
    change(game, unit_id, at=to, facing=direction, floor=0, full_cover=False, crawled=False)
    game.say(Moved(rule=rule_id, unit=unit_id, path=(to,)))


class Advance(Procedure, frozen=True):
    """An advancing attack: men come next to their target, under the guns and the barrages of the enemy."""

    unit: str
    to: str

    @rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack", "4.5")
    def begin(self, game: Game) -> None:
        """Overwatch fire may be aimed at them as soon as they set out, as at all who move (ruling)."""
        game.goto("go")
        if not is_on(game.content, "advance-watched-on-arrival"):
            self._under_fire(game)

    def _under_fire(self, game: Game) -> None:
        if is_watched(game, self.unit):
            game.push(OverwatchExchange(side=enemy_of(side_of(game, self.unit)), triggers=(self.unit,)))

    def go_done(self, game: Game, fired: bool) -> None:
        """Whoever is suppressed by now does not advance."""
        unit = game.state.units.get(self.unit)
        if unit is None or unit.suppressed:
            game.finish()

    @rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack", "6.6.6", "7.31.2")
    def go(self, game: Game) -> None:
        step_into(game, self.unit, self.to, "6.6.1.1/advancing-attack")
        game.goto("arrive")
        if self.to in barrage_hexes(game):
            game.push(EnterBarrage(unit=self.unit))
        blow_up_men(game, self.unit, modes(game.content)[self.unit])

    def arrive_done(self, game: Game, attacked: bool) -> None:
        """A barrage may have struck them."""

    @rule("6.6.1.1/advancing-attack", "6.6.1.2/advancing-attack")
    def arrive(self, game: Game) -> None:
        """What fire there is comes before the attack."""
        game.goto("end")
        if self.unit in game.state.units:
            self._under_fire(game)

    def end_done(self, game: Game, fired: bool) -> None:
        """What has become of them is seen when the attack is made."""

    def end(self, game: Game) -> None:
        game.finish()


class AdvanceAfterCombat(Procedure, frozen=True):
    """The target is gone and its hex is free of enemies: those who have attacked it may go there, or not."""

    units: tuple[str, ...]
    """Those who may still go."""
    at: str

    def _able(self, game: Game) -> list[str]:
        units = game.state.units
        able = [each for each in self.units if each in units and price_of_step(game, each, self.at) < FORBIDDEN]
        return [each for each in able if self._stays_in_command(game, each)]

    @rule("6.6.11", "6.2.1.1.4/movement")
    def _stays_in_command(self, game: Game, unit_id: str) -> bool:
        """Whether those who share the command of a unit can still end in command range of it."""
        together = may_end_in(game, unit_id)
        return together is None or self.at in together

    @rule("6.6.1.1.3/effective", "6.6.1.2.3/attacker-higher")
    def begin(self, game: Game) -> Decision | None:
        able = self._able(game)
        if not able or any(side_of(game, each) != side_of(game, able[0]) for each in units_in(game, self.at)):
            game.finish()
            return None
        options = (*(Option(f"unit:{each}", rule="6.6.1.1.3/effective") for each in able), STAY)
        side = side_of(game, able[0])
        return Decision(side, "advance-after", "6.6.1.1.3/effective", options, {"hex": self.at}, done=STAY.id)

    @rule("6.6.1.1.3/effective", "6.6.1.2.3/attacker-higher", "6.6.6", "7.31.2")
    def begin_chosen(self, game: Game, choice: Choice) -> None:
        """No overwatch fire is triggered, but mines and barrages ask nobody."""
        if choice.kind == "do":
            game.finish()
            return
        step_into(game, choice.name, self.at, "6.6.1.1.3/effective")
        game.goto("begin", units=tuple(each for each in self.units if each != choice.name))
        if self.at in barrage_hexes(game):
            game.push(EnterBarrage(unit=choice.name))
        blow_up_men(game, choice.name, modes(game.content)[choice.name])

    def begin_done(self, game: Game, attacked: bool) -> None:
        """A barrage may have struck the unit that went."""


PROCEDURES: tuple[type[Procedure], ...] = (Advance, AdvanceAfterCombat)
