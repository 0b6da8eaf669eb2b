"""Chapters 15 and 16.1: one combat, from its organization to the advance of the attacker."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.efs.artillery.ammunition import draw_points, points_for
from sandtable.games.efs.artillery.bombardment import bombard, bombarding, targets, use_ammunition
from sandtable.games.efs.artillery.support import ROCKETS, still_supporting
from sandtable.games.efs.combat.advances import Advance
from sandtable.games.efs.combat.asterisks import Fight, Losses, attackers_losses, defenders_losses, with_orders
from sandtable.games.efs.combat.forces import Forces, defenders
from sandtable.games.efs.combat.merging import at_odds, may_merge, mergeable, merged
from sandtable.games.efs.combat.modifiers import may_bust, may_use_engineers, must_use_engineers
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.organization import (
    able_to_join,
    able_to_support,
    lacking_supply,
    leaves_undone,
    may_add_support,
    may_join,
    may_supply,
    needed_elsewhere,
    points_used,
    suppliers,
    why_not_made,
)
from sandtable.games.efs.combat.results import Result, read_result
from sandtable.games.efs.combat.retreats import Manner, Retreat, length, offered
from sandtable.games.efs.combat.routes import Party
from sandtable.games.efs.combat.step_losses import TakeSteps, losing_last
from sandtable.games.efs.combat.strengths import attack_strength, results_table
from sandtable.games.efs.declaration.attackers import overloads_boats
from sandtable.games.efs.declaration.give_orders import with_orders as with_given
from sandtable.games.efs.declaration.mandated import made
from sandtable.games.efs.declaration.orders import affect, in_force
from sandtable.games.efs.events.combat import AttackLapsed, AttacksMerged, OrdersRevealed
from sandtable.games.efs.events.declaration import OrdersAre
from sandtable.games.efs.events.results import SupplyLost
from sandtable.games.efs.fortifications.works import is_citadel
from sandtable.games.efs.losses import eliminate
from sandtable.games.efs.reinforcements.untried import reveal
from sandtable.games.efs.stacking import limit, points
from sandtable.games.efs.state import SOVIET, Attack, Orders, enemy_of, told
from sandtable.games.efs.supply.attack_supply import promise
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game, is_artillery, is_engineer, is_untried, printed, side_of
from sandtable.kernel import (
    Action,
    Choice,
    Decision,
    Line,
    Menu,
    Option,
    Preview,
    Procedure,
    Refusal,
    Resolved,
    rule,
)
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.switches import is_on

ATTACK = Option("do:attack", rule="15.6")
AS_DECLARED = Option("do:as-declared", rule="15.14")
ENGINEERS = Option("do:engineers", rule="15.53a")
WITHOUT = Option("do:without", rule="15.53a")
BOMBARD = Option("do:bombard", rule="13.43")
STAY = Option("do:stay", rule="13.32c")


class Combat(Procedure, frozen=True):
    """One combat: the attacker picks units, supply and artillery; the die is rolled; the result is carried out."""

    side: str
    name: str
    """The declared attack, until it is resolved."""
    unsettled: tuple[str, ...] = ()
    """The sides that have to settle their orders, since attacks with different ones are made together."""
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()
    engineers: bool = False
    buster: str = ""
    attack: Attack | None = None
    """What was declared, with those who attack, once orders have been revealed."""
    supplied: bool = False
    silenced: bool = False
    no_asterisk: bool = False
    """A bombardment lets the attacker ignore an asterisk (13.44d)."""
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

    # Organization

    def declared(self, game: Game) -> Attack:
        """The attack with those who are to make it."""
        return self.attack or replace(game.state.attacks[self.name], attackers=self.attackers)

    def about(self, game: Game) -> dict[str, str | int]:
        """What questions say of the defender hexes."""
        return told(self.declared(game).hexes)

    def forces(self, game: Game) -> Forces:
        """The forces as they stand. Orders that have not been revealed are not known."""
        attack = self.declared(game)
        supplied = self.supplied if self.attack else not lacking_supply(game, self.attackers, self.supplies)
        stands = self.attack is not None and in_force(self.attack, enemy_of(self.side)) == "no-retreat"
        return Forces(
            attack,
            self.support,
            still_supporting(game, attack),
            supplied and bool(self.attackers),
            self.engineers,
            self.buster,
            stands or bool(attack.nkvd and not attack.nkvd_lifted),
            self.silenced,
        )

    def running(self, game: Game) -> Preview:
        """The sum as it stands, with engineer effects where they may be declared."""
        if not self.attackers:
            return Preview()
        forces = self.forces(game)
        return Preview(lines=final_odds(game, forces._replace(engineers=may_use_engineers(game, forces))).lines)

    @rule("12.11", "12.32", "15.1", "15.14", "15.53d")
    def begin(self, game: Game) -> None:
        """An attack must be made, unless nobody is left to make it or nobody to suffer it."""
        attack = game.state.attacks[self.name]
        able = able_to_join(game, attack)
        if not attack_strength(game, able, attack.hexes) or not any(units_in(game, label) for label in attack.hexes):
            self.lapse(game)
            return
        bound = tuple(unit_id for unit_id in attack.attackers if unit_id in able) if attack.mandated else ()
        game.goto("organize", attackers=() if overloads_boats(game, bound, attack.hexes) else bound)

    def lapse(self, game: Game) -> None:
        game.finish()
        game.say(AttackLapsed(rule="12.11", hexes=game.state.attacks.pop(self.name).hexes))

    @rule("15.1", "15.13", "15.21", "15.33")
    def organize(self, game: Game) -> Decision:
        options = tuple(MENU.options(game, self))
        return Decision(
            self.side, "organize-attack", "15.1", options, self.about(game), continues=True, gathers=ATTACK.id
        )

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

    @rule("15.53a", "15.53c")
    def specialists(self, game: Game) -> Decision | None:
        """Engineer effects are declared, or apply anyhow."""
        forces = self.forces(game)
        if not may_use_engineers(game, forces):
            game.goto("bunker_buster")
            return None
        if must_use_engineers(game, forces):
            game.goto("bunker_buster", engineers=True)
            return None
        options = (ENGINEERS, WITHOUT)
        return Decision(
            self.side, "engineer-effects", "15.53a", options, self.about(game), continues=True, default=ENGINEERS.id
        )

    def specialists_preview(self, game: Game, choice: Choice) -> Preview | None:
        forces = self.forces(game)._replace(engineers=choice == Choice.of(ENGINEERS.id))
        return Preview(lines=final_odds(game, forces).lines)

    def specialists_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("bunker_buster", engineers=choice == Choice.of(ENGINEERS.id))

    @rule("15.44", "15.44b")
    def bunker_buster(self, game: Game) -> Decision | None:
        """One gun may be declared to break bunkers."""
        able = may_bust(game, self.forces(game))
        if not able:
            game.goto("unveil")
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="15.44b") for unit_id in able)
        return Decision(
            self.side, "bunker-buster", "15.44", (*options, WITHOUT), self.about(game), continues=True,
            default=options[0].id,
        )  # fmt: skip

    def bunker_buster_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.no-bunker-buster", "15.44a", {"unit": choice.name})

    def bunker_buster_preview(self, game: Game, choice: Choice) -> Preview | None:
        buster = choice.name if choice.kind == "unit" else ""
        return Preview(lines=final_odds(game, self.forces(game)._replace(buster=buster)).lines)

    def bunker_buster_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("unveil", buster=choice.name if choice.kind == "unit" else "")

    # Resolution

    @rule("12.53a", "15.11", "15.21", "15.31b", "15.43", "15.43a", "15.43b")
    def unveil(self, game: Game) -> None:
        """Orders and untried units are revealed; where no defender remains, the attackers may advance at once, and no
        supply is used.
        """
        attack = self.declared(game)
        untried = [*defenders(game, self.forces(game)), *attack.attackers]
        reveal(game, [unit_id for unit_id in untried if is_untried(game, unit_id)], "15.43a")
        attackers = tuple(unit_id for unit_id in self.attackers if game.state.units[unit_id].at)
        if not attack_strength(game, attackers, attack.hexes):
            self.lapse(game)
            return
        supplied = not lacking_supply(game, attackers, self.supplies)
        support = still_supporting(game, attack)
        drawn = tuple(point for gun, point in drawing(attack).items() if gun in support)
        attack = replace(attack, attackers=attackers, support=support, support_supply=drawn)
        revealed = OrdersRevealed(
            rule="12.53a", hexes=attack.hexes, defender=in_force(attack, enemy_of(self.side)),
            attacker=in_force(attack, self.side),
        )  # fmt: skip
        if revealed.defender or revealed.attacker:
            game.say(revealed)
            game.reveal()
        if any(units_in(game, label) for label in attack.hexes):
            for supply_id in points_used(game, attack, self.supplies, self.support, supplied):
                promise(game, supply_id)
            game.goto("redraw", attack=attack, attackers=attackers, supplied=supplied)
        else:
            game.goto("vacant", attack=attack, attackers=attackers, support=(), melted=True)

    @rule("13.52", "13.53")
    def redraw(self, game: Game) -> Decision | None:
        """Artillery of the defence whose supply unit an earlier combat has used up draws on another."""
        attack = self.declared(game)
        unfed = [gun for gun, point in drawing(attack).items() if point not in game.state.supplies]
        if not unfed:
            game.goto("bombardment")
            return None
        found = points_for(game, unfed[0])
        if len(found) == 1:
            self.draw_on(game, unfed[0], found[0])
            return None
        options = tuple(Option(f"unit:{supply_id}", rule="13.53") for supply_id in found)
        return Decision(enemy_of(self.side), "draw-on", "13.53", options, {"unit": unfed[0]})

    def redraw_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.name not in game.state.supplies:
            return None
        return Refusal("refused.feeds-nobody", "13.52", {"unit": choice.name})

    def redraw_chosen(self, game: Game, choice: Choice) -> None:
        drawn = drawing(self.declared(game))
        self.draw_on(game, next(gun for gun in drawn if drawn[gun] not in game.state.supplies), choice.name)

    def draw_on(self, game: Game, gun: str, point: str) -> None:
        attack = self.declared(game)
        points = {**drawing(attack), gun: point}
        game.goto("redraw", attack=replace(attack, support_supply=tuple(points.values())))

    @rule("15.43b")
    def vacant(self, game: Game) -> None:
        """Nobody is left to be attacked: this counts as a combat, and the attackers may advance."""
        del game.state.attacks[self.name]
        self.mark(game, self.declared(game))
        game.goto("advance")

    @rule("15.16")
    def mark(self, game: Game, attack: Attack) -> None:
        """Note who has fought: nobody attacks or is attacked twice in the phase."""
        for unit_id in attack.attackers:
            change(game, unit_id, attacked=True, fought=True)
        for unit_id in (*self.support, *attack.support):
            change(game, unit_id, fought=True)
        for label in attack.hexes:
            for unit_id in units_in(game, label):
                change(game, unit_id, defended=True, fought=True)

    @rule("13.43", "13.43a", "13.43b", "13.43d")
    def bombardment(self, game: Game) -> Decision | None:
        """Super-heavy artillery may fire at a fortification first; of several the attacker picks one."""
        found = targets(game, self.forces(game))
        if not found:
            game.goto("resolve")
            return None
        one = (BOMBARD,) if len(found) == 1 else tuple(Option(f"hex:{label}", rule="13.43b") for label in found)
        return Decision(
            self.side, "bombard", "13.43", (*one, WITHOUT), self.about(game), continues=True, default=one[0].id
        )

    def bombardment_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.nothing-to-bombard", "13.43", {"hex": choice.name})

    @rule("13.44e", "13.46")
    def bombardment_chosen(self, game: Game, choice: Choice) -> None:
        if choice == Choice.of(WITHOUT.id):
            game.goto("resolve")
            return
        forces = self.forces(game)
        label = choice.name if choice.kind == "hex" else targets(game, forces)[0]
        if is_on(game.content, "bombarding-takes-ammunition"):
            use_ammunition(game, bombarding(game, forces, label))
        effect = bombard(game, forces, label)
        game.goto("resolve", silenced=effect.silenced, no_asterisk=effect.no_asterisk)
        if effect.steps:
            shaken = tuple(units_in(game, label))
            last = losing_last(game, shaken, self.declared(game).nkvd)
            game.push(TakeSteps(side=forces.enemy, units=shaken, steps=effect.steps, cause="13.44e", last=last))

    @rule("13.44d", "15.6", "16.1", "16.15")
    def resolve(self, game: Game) -> None:
        """Roll on the Combat Results Table; what everybody is to lose is reckoned before anybody has lost anything."""
        if not self.attacked(game):
            game.goto("vacant")
            return
        attack, crt, forces = self.declared(game), results_table(game.content), self.forces(game)
        odds = final_odds(game, forces)
        roll = game.roll(crt.die, "combat", "15.6", bands=crt.charts[odds.column].bands(odds.drm))
        result = crt.result(odds.column, roll + odds.drm)
        lines = (*odds.lines, Line("die", str(roll), "15.6"), Line("row", str(roll + odds.drm), "15.6"))
        favours = crt.favoured(result, self.side, forces.enemy)
        game.say(Resolved(rule="15.6", what="combat", result=result, lines=lines, subject=self.name, favours=favours))
        made(game, attack, odds.attack, odds.defence)
        draw_points(game, attack)
        del game.state.attacks[self.name]
        self.mark(game, attack)
        own, theirs = read_result(result)
        asterisk = own.asterisk and not self.no_asterisk
        declared = [unit_id for unit_id in self.attackers if self.engineers and is_engineer(game, unit_id)]
        declared += [self.buster] if self.buster else []
        specialists = tuple(dict.fromkeys(declared))
        fight = Fight(self.attackers, attack.hexes, self.supplied, attack.mandated, specialists, own.number)
        firm = in_force(attack, self.side) == "no-retreat" and is_on(game.content, "standing-attackers-lose-no-more")
        number = with_orders(own.number, own.retreats and not firm, in_force(attack, self.side))
        stands = in_force(attack, enemy_of(self.side))
        their_number = with_orders(theirs.number, theirs.retreats and bool(self.may_flee(game)), stands)
        game.goto(
            "defender_loses",
            own=own,
            theirs=theirs,
            above=rockets_above(game, self.support),
            own_losses=attackers_losses(game, fight, number, asterisk),
            their_losses=defenders_losses(game, fight, their_number, asterisk),
        )

    # Results

    def attacked(self, game: Game) -> tuple[str, ...]:
        """The units in the defender hexes, artillery among them."""
        return tuple(unit_id for label in self.declared(game).hexes for unit_id in units_in(game, label))

    @rule("16.14")
    def suffering(self, game: Game, unit_ids: Sequence[str]) -> tuple[str, ...]:
        """Defenders whom a result touches; by a switch also the artillery beside their hexes that supported them."""
        if not is_on(game.content, "supporting-guns-suffer"):
            return tuple(unit_ids)
        attack = self.declared(game)
        near = {other for label in attack.hexes for other in game.content.adjacent[label]} - {*attack.hexes}
        return (*unit_ids, *(gun for gun in attack.support if game.state.units[gun].at in near))

    @rule("13.22", "16.14")
    def attacking(self, game: Game) -> tuple[str, ...]:
        """The attackers that a result touches: all of them, and of their artillery what is next to the defenders."""
        near = {other for label in self.declared(game).hexes for other in game.content.adjacent[label]}
        guns = [unit_id for unit_id in self.support if game.state.units[unit_id].at in near]
        return tuple(unit_id for unit_id in (*self.attackers, *guns) if game.state.units[unit_id].at)

    @rule("18.51d")
    def may_flee(self, game: Game) -> list[str]:
        """The defenders whom a retreat touches: not the Soviets on an active citadel."""
        return [
            unit_id
            for unit_id in self.attacked(game)
            if side_of(game, unit_id) != SOVIET or not is_citadel(game, game.state.units[unit_id].at)
        ]

    @rule("16.24", "21.51b")
    def lose(self, game: Game, side: str, unit_ids: tuple[str, ...], result: Result, losses: Losses) -> None:
        """Take what a side loses; NKVD units that defend lose last."""
        if result.eliminated:
            for unit_id in unit_ids:
                eliminate(game, unit_id, "16.12")
        elif losses.steps:
            last = losing_last(game, unit_ids, self.declared(game).nkvd) if side != self.side else ()
            steps, first = losses
            game.push(TakeSteps(side=side, units=unit_ids, steps=steps, cause="16.12", first=first, last=last))

    @rule("12.53e", "16.12", "16.45a", "16.45b")
    def retreat(self, game: Game, side: str, unit_ids: Sequence[str]) -> None:
        """Those retreat whom no order holds; orders do not touch units that cannot move."""
        attack = self.declared(game)
        orders: Orders = in_force(attack, side)
        going = tuple(each for each in unit_ids if orders != "no-retreat" or not affect(game, each))
        if going:
            manner: Manner = "additional" if orders == "additional-retreat" else "combat"
            game.push(Retreat(side=side, units=going, origin=attack.hexes, manner=manner))

    @rule("16.12", "16.13")
    def defender_loses(self, game: Game) -> None:
        """The defender loses steps first."""
        game.goto("defender_retreats")
        self.lose(game, enemy_of(self.side), self.suffering(game, self.attacked(game)), self.theirs, self.their_losses)

    @rule("16.13", "16.44")
    def defender_retreats(self, game: Game) -> None:
        """The defender retreats, even if nobody is left to follow."""
        game.goto("attacker_loses")
        if self.theirs.retreats:
            self.retreat(game, enemy_of(self.side), self.suffering(game, self.may_flee(game)))

    @rule("16.46d")
    def lose_supply(self, game: Game) -> None:
        """Mobile supply units of the defender go with the last of those they were with, and dumps too where these had
        to retreat; who retreated has taken his along.
        """
        supplies, left = (
            game.state.supplies,
            [label for label in self.declared(game).hexes if not units_in(game, label)],
        )
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
        stays = not self.own.retreats or in_force(self.declared(game), self.side) == "no-retreat"
        game.goto("advance", gone=() if stays else self.attacking(game))
        if self.own.retreats:
            self.retreat(game, self.side, self.attacking(game))

    @rule("13.32b", "15.6", "15.43b", "16.51")
    def advance(self, game: Game) -> None:
        """The attacker follows into hexes that were vacated."""
        attack = self.declared(game)
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
            origin = self.declared(game).hexes
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
        origin = self.declared(game).hexes
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
        able = [each for each in self.attackers if is_engineer(game, each) and is_overstacked(game, each)]
        able = [each for each in able if each not in self.gone]
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
            for unit_id in self.attackers:
                if game.state.units[unit_id].at:
                    change(game, unit_id, do_not_move=max(game.state.units[unit_id].do_not_move, 1))
        use_ammunition(game, self.support)
        for unit_id in (*self.support, *self.declared(game).support):
            if game.state.units[unit_id].at:
                change(game, unit_id, fired=True)


@rule("13.53")
def drawing(attack: Attack) -> dict[str, str]:
    """The artillery of a defence, each with the supply unit on which it draws while artillery supply is limited."""
    return dict(zip(attack.support, attack.support_supply, strict=False))


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


# What is picked for a combat


class Join(Action[Game, Combat]):
    """Take one more unit into the attack."""

    rule = "15.1"
    kinds = ("unit",)

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.units and not is_artillery(game, choice.name)

    def offers(self, game: Game, subject: Combat) -> Sequence[Option]:
        attack = game.state.attacks[subject.name]
        able = [
            each
            for each in able_to_join(game, attack)
            if each not in subject.attackers and not overloads_boats(game, (*subject.attackers, each), attack.hexes)
        ]
        needed = needed_elsewhere(game, attack)
        free = [each for each in able if not leaves_undone(needed, (*subject.attackers, each))]
        if not free and why_not_made(game, subject.attackers, attack) is not None:
            free = able
        return [Option(f"unit:{unit_id}", rule=self.rule) for unit_id in free]

    def refuse(self, game: Game, subject: Combat, choice: Choice) -> Refusal | None:
        about = {"unit": choice.name}
        if side_of(game, choice.name) != subject.side:
            return Refusal("refused.not-active", "3.11/phases", about)
        if choice.name in subject.attackers:
            return Refusal("refused.joined-already", "15.1", about)
        attack = game.state.attacks[subject.name]
        found = may_join(game, choice.name, attack)
        if found is None and overloads_boats(game, (*subject.attackers, choice.name), attack.hexes):
            return Refusal("refused.boats-overloaded", "15.53d")
        return found or Refusal("refused.needed-elsewhere", "12.11", about)

    def preview(self, game: Game, subject: Combat, choice: Choice) -> Preview:
        return replace(subject, attackers=(*subject.attackers, choice.name)).running(game)

    def start(self, game: Game, subject: Combat, choice: Choice) -> None:
        game.goto("organize", attackers=(*subject.attackers, choice.name))


class JoinAsDeclared(Action[Game, Combat]):
    """Take all units into the attack that were designated when it was declared."""

    rule = "15.14"
    ids = (AS_DECLARED.id,)

    def designated(self, game: Game, subject: Combat) -> tuple[str, ...]:
        attack = game.state.attacks[subject.name]
        return tuple(each for each in attack.attackers if each in able_to_join(game, attack))

    def offers(self, game: Game, subject: Combat) -> Sequence[Option]:
        found = self.designated(game, subject)
        attack = game.state.attacks[subject.name]
        if not found or subject.attackers or overloads_boats(game, found, attack.hexes):
            return ()
        return () if leaves_undone(needed_elsewhere(game, attack), found) else (AS_DECLARED,)

    def preview(self, game: Game, subject: Combat, choice: Choice) -> Preview:
        return replace(subject, attackers=self.designated(game, subject)).running(game)

    def start(self, game: Game, subject: Combat, choice: Choice) -> None:
        game.goto("organize", attackers=self.designated(game, subject))


class Merge(Action[Game, Combat]):
    """Make another declared attack together with this one, before anything is picked."""

    rule = "15.13"
    kinds = ("hex",)

    def offers(self, game: Game, subject: Combat) -> Sequence[Option]:
        if subject.attackers:
            return ()
        others = mergeable(game, game.state.attacks[subject.name])
        return [Option(f"hex:{label}", rule=self.rule) for other in others for label in other.hexes]

    def refuse(self, game: Game, subject: Combat, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        attacks, about = game.state.attacks, {"hex": choice.name}
        other = next((each for each in attacks.values() if choice.name in each.hexes), None)
        if other is None or choice.name in attacks[subject.name].hexes:
            return Refusal("refused.no-combat-there", "15.13", about)
        return may_merge(game, attacks[subject.name], other) or Refusal("refused.set-up-already", "15.13", about)

    def start(self, game: Game, subject: Combat, choice: Choice) -> None:
        attacks = game.state.attacks
        other = next(name for name, each in attacks.items() if choice.name in each.hexes)
        first, second = attacks[subject.name], attacks.pop(other)
        attacks[subject.name] = merged(game, first, second)
        game.say(AttacksMerged(rule="15.13", hexes=attacks[subject.name].hexes))
        game.goto("settle", unsettled=at_odds(first, second))


class Supply(Action[Game, Combat]):
    """Designate a supply unit, of which the attack uses a point."""

    rule = "15.21"
    kinds = ("unit",)

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.supplies

    def offers(self, game: Game, subject: Combat) -> Sequence[Option]:
        if not subject.attackers:
            return ()
        found = suppliers(game, subject.declared(game), subject.supplies, subject.support)
        return [Option(f"unit:{supply_id}", rule=self.rule) for supply_id in found]

    def refuse(self, game: Game, subject: Combat, choice: Choice) -> Refusal | None:
        if not subject.attackers:
            return Refusal("refused.no-attackers-yet", "15.1")
        return may_supply(game, choice.name, subject.declared(game), subject.supplies, subject.support)

    def preview(self, game: Game, subject: Combat, choice: Choice) -> Preview:
        return replace(subject, supplies=(*subject.supplies, choice.name)).running(game)

    def start(self, game: Game, subject: Combat, choice: Choice) -> None:
        game.goto("organize", supplies=(*subject.supplies, choice.name))


class Support(Action[Game, Combat]):
    """Let artillery support the attack."""

    rule = "15.33"
    kinds = ("unit",)

    def takes(self, game: Game, choice: Choice) -> bool:
        return choice.kind == "unit" and choice.name in game.state.units and is_artillery(game, choice.name)

    def offers(self, game: Game, subject: Combat) -> Sequence[Option]:
        if not subject.supplies:
            return ()
        found = able_to_support(game, subject.declared(game), subject.supplies, subject.support)
        return [Option(f"unit:{unit_id}", rule=self.rule) for unit_id in found]

    def refuse(self, game: Game, subject: Combat, choice: Choice) -> Refusal | None:
        return may_add_support(game, choice.name, subject.declared(game), subject.supplies, subject.support)

    def preview(self, game: Game, subject: Combat, choice: Choice) -> Preview:
        return replace(subject, support=(*subject.support, choice.name)).running(game)

    def start(self, game: Game, subject: Combat, choice: Choice) -> None:
        game.goto("organize", support=(*subject.support, choice.name))


class Strike(Action[Game, Combat]):
    """Attack with what has been picked."""

    rule = "15.6"
    ids = (ATTACK.id,)

    def offers(self, game: Game, subject: Combat) -> Sequence[Option]:
        attack = game.state.attacks[subject.name]
        return (ATTACK,) if why_not_made(game, subject.attackers, attack) is None else ()

    def refuse(self, game: Game, subject: Combat, choice: Choice) -> Refusal | None:
        return why_not_made(game, subject.attackers, game.state.attacks[subject.name])

    def preview(self, game: Game, subject: Combat, choice: Choice) -> Preview:
        return subject.running(game)

    def start(self, game: Game, subject: Combat, choice: Choice) -> None:
        game.goto("specialists")


MENU = Menu(JoinAsDeclared(), Join(), Merge(), Supply(), Support(), Strike())
PROCEDURES = (Combat,)
