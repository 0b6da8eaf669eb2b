"""Chapter 16.1: what comes of a combat, from the losses of the defender to the advance of the attacker."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.efs.artillery.bombardment import use_ammunition
from sandtable.games.efs.artillery.support import ROCKETS
from sandtable.games.efs.combat.advances import Advance
from sandtable.games.efs.combat.asterisks import Losses
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.modifiers import is_above
from sandtable.games.efs.combat.results import Result
from sandtable.games.efs.combat.retreats import Manner, Retreat, length, offered
from sandtable.games.efs.combat.routes import Party
from sandtable.games.efs.combat.step_losses import TakeSteps, losing_last
from sandtable.games.efs.declaration.orders import affect, in_force
from sandtable.games.efs.events.results import SupplyLost
from sandtable.games.efs.fortifications.works import is_citadel
from sandtable.games.efs.losses import eliminate
from sandtable.games.efs.stacking import limit, points
from sandtable.games.efs.state import SOVIET, Attack, Orders, enemy_of
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game, is_engineer, printed, side_of
from sandtable.kernel import (
    Choice,
    Decision,
    Option,
    Procedure,
    Refusal,
    rule,
)
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.switches import is_on

STAY = Option("do:stay", rule="13.32c")


class Aftermath(Procedure, frozen=True):
    """What comes of a combat: both sides lose and retreat, the attacker advances, and specialists go back."""

    side: str
    attack: Attack
    """What was declared, with those who attacked."""
    support: tuple[str, ...] = ()
    """The artillery of the attacker."""
    own: Result = Result()
    theirs: Result = Result()
    own_losses: Losses = Losses(0)
    their_losses: Losses = Losses(0)
    above: tuple[str, ...] = ()
    """The rockets that supported the attack from above the stacking limit."""
    gone: tuple[str, ...] = ()
    """The attackers that have retreated."""
    melted: bool = False
    """All defenders were untried and have been removed."""

    @rule("16.14")
    def suffering(self, game: Game, unit_ids: Sequence[str]) -> tuple[str, ...]:
        """Defenders whom a result touches; by a switch also the artillery beside their hexes that supported them."""
        if not is_on(game.content, "supporting-guns-suffer"):
            return tuple(unit_ids)
        near = {other for label in self.attack.hexes for other in game.content.adjacent[label]}
        near -= {*self.attack.hexes}
        return (*unit_ids, *(gun for gun in self.attack.support if game.state.units[gun].at in near))

    @rule("13.22", "16.14")
    def attacking(self, game: Game) -> tuple[str, ...]:
        """The attackers that a result touches: all of them, and of their artillery what is next to the defenders."""
        near = {other for label in self.attack.hexes for other in game.content.adjacent[label]}
        guns = [unit_id for unit_id in self.support if game.state.units[unit_id].at in near]
        return tuple(unit_id for unit_id in (*self.attack.attackers, *guns) if game.state.units[unit_id].at)

    @rule("16.24", "16.45a", "21.51b")
    def lose(self, game: Game, side: str, unit_ids: tuple[str, ...], result: Result, losses: Losses) -> None:
        """Take what a side loses; NKVD units that defend lose last. The step more that standing costs comes from those
        who stand: as many of all steps are theirs.
        """
        if result.eliminated:
            for unit_id in unit_ids:
                eliminate(game, unit_id, "16.12")
        elif losses.steps:
            last = losing_last(game, unit_ids, self.attack.nkvd) if side != self.side else ()
            standing = self.standing(game, side, unit_ids) if losses.standing else ()
            game.push(
                TakeSteps(
                    side=side, units=unit_ids, steps=losses.steps, cause="16.12", first=losses.first, last=last,
                    standing=standing, owed=losses.standing,
                )
            )  # fmt: skip

    @rule("12.53e", "18.51d")
    def standing(self, game: Game, side: str, unit_ids: tuple[str, ...]) -> tuple[str, ...]:
        """Those of some units who stand under No Retreat: none on a citadel, who ignore a retreat with all that it
        costs, and none without a movement allowance, whom orders do not touch.
        """
        if side != self.side:
            return self.suffering(game, obeying(game, self.attack))
        return tuple(unit_id for unit_id in unit_ids if affect(game, unit_id))

    @rule("12.53e", "16.12", "16.45a", "16.45b")
    def retreat(self, game: Game, side: str, unit_ids: Sequence[str]) -> None:
        """Those retreat whom no order holds; orders do not touch units that cannot move."""
        orders: Orders = in_force(self.attack, side)
        going = tuple(each for each in unit_ids if orders != "no-retreat" or not affect(game, each))
        if going:
            manner: Manner = "additional" if orders == "additional-retreat" else "combat"
            game.push(Retreat(side=side, units=going, origin=self.attack.hexes, manner=manner))

    @rule("16.12", "16.13")
    def begin(self, game: Game) -> None:
        """The defender loses steps first."""
        game.goto("defender_retreats")
        suffering = self.suffering(game, attacked(game, self.attack))
        self.lose(game, enemy_of(self.side), suffering, self.theirs, self.their_losses)

    @rule("16.13", "16.44")
    def defender_retreats(self, game: Game) -> None:
        """The defender retreats, even if nobody is left to follow."""
        game.goto("attacker_loses")
        if self.theirs.retreats:
            self.retreat(game, enemy_of(self.side), self.suffering(game, may_flee(game, self.attack)))

    @rule("16.46d")
    def lose_supply(self, game: Game) -> None:
        """Mobile supply units of the defender go with the last of those they were with, and dumps too where these had
        to retreat; who retreated has taken his along.
        """
        supplies, left = game.state.supplies, [label for label in self.attack.hexes if not units_in(game, label)]
        lost = [
            name
            for name in supply_units_of(game, enemy_of(self.side))
            if supplies[name].at in left and (self.theirs.retreats or not supplies[name].is_dump)
        ]
        for name in lost:
            del supplies[name]
        if lost:
            game.say(SupplyLost(rule="16.46d", units=tuple(lost)))

    @rule("16.12", "16.13")
    def attacker_loses(self, game: Game) -> None:
        game.goto("attacker_retreats")
        self.lose_supply(game)
        self.lose(game, self.side, self.attacking(game), self.own, self.own_losses)

    @rule("16.13")
    def attacker_retreats(self, game: Game) -> None:
        stays = not self.own.retreats or in_force(self.attack, self.side) == "no-retreat"
        game.goto("advance", gone=() if stays else self.attacking(game))
        if self.own.retreats:
            self.retreat(game, self.side, self.attacking(game))

    @rule("13.32b", "15.6", "15.43b", "16.51")
    def advance(self, game: Game) -> None:
        """The attacker follows into hexes that were vacated."""
        attack = self.attack
        vacated = tuple(label for label in attack.hexes if not units_in(game, label))
        units = tuple(each for each in self.attacking(game) if not is_rocket(game, each))
        game.goto("rockets_go")
        if vacated and units:
            orders = in_force(attack, self.side)
            game.push(Advance(side=self.side, units=units, hexes=vacated, orders=orders))

    def rockets(self, game: Game) -> list[str]:
        """The rockets that supported the attack and have not retreated yet."""
        left = [each for each in self.support if game.state.units[each].at and each not in self.gone]
        return [unit_id for unit_id in left if is_rocket(game, unit_id)]

    def withdraw(self, game: Game, unit_ids: tuple[str, ...]) -> None:
        """Units leave the hex from which they attacked, whatever the result was; who finds no way is eliminated."""
        if unit_ids:
            origin = self.attack.hexes
            game.push(Retreat(side=self.side, units=unit_ids, origin=origin, manner="withdrawal"))

    @rule("13.32b", "13.32c", "16.4/note-special-units")
    def rockets_go(self, game: Game) -> None:
        """All Soviet rockets go back after their attack, and those of the Axis that were above the stacking limit."""
        leaving = tuple(each for each in self.rockets(game) if self.side == SOVIET or each in self.above)
        game.goto("rockets_may_go", gone=(*self.gone, *leaving))
        self.withdraw(game, leaving)

    @rule("13.32c")
    def rockets_may_go(self, game: Game) -> Decision | None:
        """Other rockets of the Axis go back if their owner likes, and if they find a way."""
        able = [unit_id for unit_id in self.rockets(game) if self.finds_a_way(game, unit_id)]
        if not able:
            game.goto("engineers_go")
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="13.32c") for unit_id in able)
        return Decision(self.side, "withdraw-rockets", "13.32c", (*options, STAY), default=STAY.id)

    def finds_a_way(self, game: Game, unit_id: str) -> bool:
        origin = self.attack.hexes
        return bool(offered(game, Party((unit_id,), (unit_id,), origin, length(game, "withdrawal")), "withdrawal"))

    def rockets_may_go_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        key = "refused.cannot-retreat" if choice.name in self.rockets(game) else "refused.does-not-retreat"
        return Refusal(key, "13.32c", {"unit": choice.name})

    def rockets_may_go_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "do":
            game.goto("engineers_go")
        else:
            game.goto("rockets_may_go", gone=(*self.gone, choice.name))
            self.withdraw(game, (choice.name,))

    @rule("15.53c", "16.4/note-special-units", "16.51/note-special")
    def engineers_go(self, game: Game) -> Decision | None:
        """An engineer that attacked from above the stacking limit and has not advanced goes back; the owner chooses
        among several.
        """
        forces = Forces(self.attack, self.support)
        left = [each for each in self.attack.attackers if is_engineer(game, each) and each not in self.gone]
        able = [each for each in left if is_above(game, each, forces)]
        if not able:
            game.goto("close")
            return None
        at = game.state.units[able[0]].at
        there = tuple(each for each in able if game.state.units[each].at == at)
        if len(there) == 1:
            game.goto("engineers_go", gone=(*self.gone, *there))
            self.withdraw(game, there)
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="15.53c") for unit_id in there)
        return Decision(self.side, "withdraw-engineer", "15.53c", options, {"hex": at}, default=options[0].id)

    def engineers_go_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.does-not-retreat", "15.53c", {"unit": choice.name})

    def engineers_go_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("engineers_go", gone=(*self.gone, choice.name))
        self.withdraw(game, (choice.name,))

    @rule("13.12", "15.43b")
    def close(self, game: Game) -> None:
        """Artillery that has given support is turned to its Fired side.

        The ruling on 15.43b: attackers whose enemies melted away may move in later phases; a switch keeps them there.
        """
        game.finish()
        if self.melted and is_on(game.content, "melting-enemies-hold-attackers"):
            for unit_id in self.attack.attackers:
                if game.state.units[unit_id].at:
                    change(game, unit_id, do_not_move=max(game.state.units[unit_id].do_not_move, 1))
        if not self.melted:
            use_ammunition(game, self.support)
        for unit_id in (*self.support, *self.attack.support):
            if game.state.units[unit_id].at:
                change(game, unit_id, fired=True)


@rule("18.51d")
def may_flee(game: Game, attack: Attack) -> list[str]:
    """The defenders whom a retreat touches: not the Soviets on an active citadel."""
    return [
        unit_id
        for unit_id in attacked(game, attack)
        if side_of(game, unit_id) != SOVIET or not is_citadel(game, game.state.units[unit_id].at)
    ]


@rule("12.53e")
def obeying(game: Game, attack: Attack) -> list[str]:
    """Those of these defenders whom orders touch."""
    return [unit_id for unit_id in may_flee(game, attack) if affect(game, unit_id)]


def attacked(game: Game, attack: Attack) -> tuple[str, ...]:
    """The units in the defender hexes, artillery among them."""
    return tuple(unit_id for label in attack.hexes for unit_id in units_in(game, label))


def is_rocket(game: Game, unit_id: str) -> bool:
    return printed(game, unit_id).type == ROCKETS


def is_overstacked(game: Game, unit_id: str) -> bool:
    """Whether a unit stands in a hex that holds more than its stacking limit."""
    at = game.state.units[unit_id].at
    return bool(at) and points(game, units_in(game, at)) > limit(game, at)


@rule("13.32b")
def rockets_above(game: Game, unit_ids: Sequence[str]) -> tuple[str, ...]:
    """The rockets among some units that stand in a hex that holds too much: all of them, or by a switch so many, the
    largest first, that it would not without them.
    """
    rockets = [unit_id for unit_id in unit_ids if is_rocket(game, unit_id) and is_overstacked(game, unit_id)]
    if not is_on(game.content, "fewest-rockets-go-back"):
        return tuple(rockets)
    found: list[str] = []
    for unit_id in sorted(rockets, key=lambda each: -printed(game, each).stacking):
        at = game.state.units[unit_id].at
        if points(game, [each for each in units_in(game, at) if each not in found]) > limit(game, at):
            found.append(unit_id)
    return tuple(found)


PROCEDURES = (Aftermath,)
