"""Chapter 15.1: an attack is organized: the attacker picks units, supply and artillery, or makes several as one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.efs.combat.combat import Combat
from sandtable.games.efs.combat.merging import at_odds, may_merge, mergeable, merged
from sandtable.games.efs.combat.organization import (
    able_to_join,
    able_to_support,
    lapse,
    leaves_undone,
    may_add_support,
    may_join,
    may_supply,
    needed_elsewhere,
    suppliers,
    why_not_made,
)
from sandtable.games.efs.combat.strengths import attack_strength
from sandtable.games.efs.declaration.attackers import overloads_boats, why_not_with
from sandtable.games.efs.declaration.give_orders import with_orders as with_given
from sandtable.games.efs.events.combat import AttacksMerged
from sandtable.games.efs.events.declaration import OrdersAre
from sandtable.games.efs.state import Attack, Orders
from sandtable.games.efs.units import Game, is_artillery, side_of
from sandtable.kernel import (
    Action,
    Choice,
    Decision,
    Menu,
    Option,
    Preview,
    Procedure,
    Refusal,
    rule,
)
from sandtable.mechanics.roster import units_in

ATTACK = Option("do:attack", rule="15.6")
AS_DECLARED = Option("do:as-declared", rule="15.14")


class OrganizeAttack(Procedure, frozen=True):
    """The attacker picks the units, the supply and the artillery of one attack."""

    side: str
    name: str
    """The declared attack."""
    unsettled: tuple[str, ...] = ()
    """The sides that have to settle their orders, since attacks with different ones are made together."""
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()

    def combat(self) -> Combat:
        """The combat that would come of it now."""
        return Combat(
            side=self.side, name=self.name, attackers=self.attackers, support=self.support, supplies=self.supplies
        )

    def declared(self, game: Game) -> Attack:
        """The attack with those who are to make it."""
        return self.combat().declared(game)

    def about(self, game: Game) -> dict[str, str | int]:
        """What questions say of the defender hexes."""
        return self.combat().about(game)

    def running(self, game: Game) -> Preview:
        """The sum as it stands."""
        return self.combat().running(game)

    @rule("12.11", "12.32", "15.1", "15.14", "15.53d")
    def begin(self, game: Game) -> None:
        """An attack must be made, unless nobody is left to make it or nobody to suffer it."""
        attack = game.state.attacks[self.name]
        able = able_to_join(game, attack)
        if not attack_strength(game, able, attack.hexes) or not any(units_in(game, label) for label in attack.hexes):
            game.finish()
            lapse(game, self.name)
            return
        bound = tuple(unit_id for unit_id in attack.attackers if unit_id in able) if attack.mandated else ()
        game.goto("organize", attackers=() if overloads_boats(game, bound, attack.hexes) else bound)

    @rule("15.1", "15.13", "15.21", "15.33")
    def organize(self, game: Game) -> Decision:
        options = tuple(MENU.options(game, self))
        return Decision(
            self.side,
            "organize-attack",
            "15.1",
            options,
            {**self.about(game), "stage": self.stage(options)},
            continues=True,
            gathers=ATTACK.id,
            hand=(*self.attackers, *self.supplies, *self.support),
        )

    def stage(self, options: Sequence[Option]) -> str:
        """What there is to be picked: first units, or another attack, then supply, then artillery."""
        rules = {option.rule for option in options}
        if Join.rule in rules and self.attackers:
            return "more"
        if Join.rule in rules:
            return "units-or-attack" if Merge.rule in rules else "units"
        if Supply.rule in rules:
            return "supply"
        return "artillery" if Support.rule in rules else "attack"

    @rule("12.53f")
    def settle(self, game: Game) -> Decision | None:
        """Where attacks that are made as one had different orders, their owner keeps one of them."""
        if not self.unsettled:
            game.goto("organize")
            return None
        options = tuple(Option(f"do:{orders}", rule="12.53f") for orders in ("no-retreat", "additional-retreat"))
        return Decision(self.unsettled[0], "settle-orders", "12.53f", options, self.about(game))

    def settle_chosen(self, game: Game, choice: Choice) -> None:
        attack, side = game.state.attacks[self.name], self.unsettled[0]
        orders: Orders = "no-retreat" if choice.name == "no-retreat" else "additional-retreat"
        game.state.attacks[self.name] = with_given(attack, side, orders)
        game.say(OrdersAre(rule="12.53f", seen_by=(side,), hexes=attack.hexes, orders=orders))
        game.goto("settle", unsettled=self.unsettled[1:])

    def organize_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return MENU.refuse(game, self, choice)

    def organize_preview(self, game: Game, choice: Choice) -> Preview | None:
        return MENU.preview(game, self, choice)

    def organize_chosen(self, game: Game, choice: Choice) -> None:
        MENU.start(game, self, choice)


# What is picked for a combat


class Join(Action[Game, OrganizeAttack]):
    """Take one more unit into the attack."""

    rule = "15.1"
    kinds = ("unit",)

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.units and not is_artillery(game, choice.name)

    def offers(self, game: Game, subject: OrganizeAttack) -> Sequence[Option]:
        attack = game.state.attacks[subject.name]
        able = [
            each
            for each in able_to_join(game, attack)
            if each not in subject.attackers and not overloads_boats(game, (*subject.attackers, each), attack.hexes)
        ]
        needed = needed_elsewhere(game, attack)
        free = [each for each in able if not leaves_undone(game, needed, (*subject.attackers, each))]
        if not free and why_not_made(game, subject.attackers, attack) is not None:
            free = able
        return [Option(f"unit:{unit_id}", rule=self.rule) for unit_id in free]

    def refuse(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Refusal | None:
        about = {"unit": choice.name}
        if side_of(game, choice.name) != subject.side:
            return Refusal("refused.not-active", "3.11/phases", about)
        if choice.name in subject.attackers:
            return Refusal("refused.joined-already", "15.1", about)
        attack = game.state.attacks[subject.name]
        found = may_join(game, choice.name, attack)
        if found is None and overloads_boats(game, (*subject.attackers, choice.name), attack.hexes):
            return Refusal("refused.boats-overloaded", "15.53d")
        force = [*able_to_join(game, attack), choice.name]
        alone = None if found else why_not_with(game, choice.name, force, attack.hexes)
        return found or alone or Refusal("refused.needed-elsewhere", "12.11", about)

    def preview(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Preview:
        return replace(subject, attackers=(*subject.attackers, choice.name)).running(game)

    def start(self, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        game.goto("organize", attackers=(*subject.attackers, choice.name))


class JoinAsDeclared(Action[Game, OrganizeAttack]):
    """Take all units into the attack that were designated when it was declared."""

    rule = "15.14"
    ids = (AS_DECLARED.id,)

    def designated(self, game: Game, subject: OrganizeAttack) -> tuple[str, ...]:
        attack = game.state.attacks[subject.name]
        return tuple(each for each in attack.attackers if each in able_to_join(game, attack))

    def offers(self, game: Game, subject: OrganizeAttack) -> Sequence[Option]:
        found = self.designated(game, subject)
        attack = game.state.attacks[subject.name]
        if not found or subject.attackers or overloads_boats(game, found, attack.hexes):
            return ()
        return () if leaves_undone(game, needed_elsewhere(game, attack), found) else (AS_DECLARED,)

    def preview(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Preview:
        return replace(subject, attackers=self.designated(game, subject)).running(game)

    def start(self, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        game.goto("organize", attackers=self.designated(game, subject))


class Merge(Action[Game, OrganizeAttack]):
    """Make another declared attack together with this one, before anything is picked."""

    rule = "15.13"
    kinds = ("hex",)

    def offers(self, game: Game, subject: OrganizeAttack) -> Sequence[Option]:
        if subject.attackers:
            return ()
        others = mergeable(game, game.state.attacks[subject.name])
        return [Option(f"hex:{label}", rule=self.rule) for other in others for label in other.hexes]

    def refuse(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        attacks, about = game.state.attacks, {"hex": choice.name}
        other = next((each for each in attacks.values() if choice.name in each.hexes), None)
        if other is None:
            return Refusal("refused.no-combat-there", "15.13", about)
        if choice.name in attacks[subject.name].hexes:
            return Refusal("refused.attacked-already", "15.13", about)
        return may_merge(game, attacks[subject.name], other) or Refusal("refused.set-up-already", "15.13", about)

    def start(self, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        attacks = game.state.attacks
        other = next(name for name, each in attacks.items() if choice.name in each.hexes)
        first, second = attacks[subject.name], attacks.pop(other)
        attacks[subject.name] = merged(game, first, second)
        game.say(AttacksMerged(rule="15.13", hexes=attacks[subject.name].hexes))
        game.goto("settle", unsettled=at_odds(first, second))


class Supply(Action[Game, OrganizeAttack]):
    """Designate a supply unit, of which the attack uses a point."""

    rule = "15.21"
    kinds = ("unit",)

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.supplies

    def offers(self, game: Game, subject: OrganizeAttack) -> Sequence[Option]:
        if not subject.attackers:
            return ()
        found = suppliers(game, subject.declared(game), subject.supplies, subject.support)
        return [Option(f"unit:{supply_id}", rule=self.rule) for supply_id in found]

    def refuse(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Refusal | None:
        if not subject.attackers:
            return Refusal("refused.no-attackers-yet", "15.1")
        return may_supply(game, choice.name, subject.declared(game), subject.supplies, subject.support)

    def preview(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Preview:
        return replace(subject, supplies=(*subject.supplies, choice.name)).running(game)

    def start(self, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        game.goto("organize", supplies=(*subject.supplies, choice.name))


class Support(Action[Game, OrganizeAttack]):
    """Let artillery support the attack."""

    rule = "15.33"
    kinds = ("unit",)

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.units and is_artillery(game, choice.name)

    def offers(self, game: Game, subject: OrganizeAttack) -> Sequence[Option]:
        if not subject.supplies:
            return ()
        found = able_to_support(game, subject.declared(game), subject.supplies, subject.support)
        return [Option(f"unit:{unit_id}", rule=self.rule) for unit_id in found]

    def refuse(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Refusal | None:
        if not subject.attackers and side_of(game, choice.name) == subject.side:
            return Refusal("refused.no-attackers-yet", "13.11a")
        return may_add_support(game, choice.name, subject.declared(game), subject.supplies, subject.support)

    def preview(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Preview:
        return replace(subject, support=(*subject.support, choice.name)).running(game)

    def start(self, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        game.goto("organize", support=(*subject.support, choice.name))


class Strike(Action[Game, OrganizeAttack]):
    """Attack with what has been picked."""

    rule = "15.6"
    ids = (ATTACK.id,)

    def offers(self, game: Game, subject: OrganizeAttack) -> Sequence[Option]:
        attack = game.state.attacks[subject.name]
        return (ATTACK,) if why_not_made(game, subject.attackers, attack) is None else ()

    def refuse(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Refusal | None:
        return why_not_made(game, subject.attackers, game.state.attacks[subject.name])

    def preview(self, game: Game, subject: OrganizeAttack, choice: Choice) -> Preview:
        return subject.running(game)

    def start(self, game: Game, subject: OrganizeAttack, choice: Choice) -> None:
        game.finish()
        game.push(subject.combat())


MENU = Menu(JoinAsDeclared(), Join(), Merge(), Supply(), Support(), Strike())
PROCEDURES = (OrganizeAttack,)
