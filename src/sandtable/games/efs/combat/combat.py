"""Chapters 15.4 to 15.6: one combat that has been organized, from what its specialists do to the roll of the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from sandtable.games.efs.artillery.ammunition import draw_points, points_for
from sandtable.games.efs.artillery.bombardment import bombard, bombarding, targets, use_ammunition
from sandtable.games.efs.artillery.support import still_supporting
from sandtable.games.efs.combat.aftermath import Aftermath, obeying, rockets_above
from sandtable.games.efs.combat.asterisks import (
    Fight,
    attackers_losses,
    conditions,
    defenders_losses,
    is_short_of_fuel,
    with_orders,
)
from sandtable.games.efs.combat.forces import Forces, against_those_left, defenders
from sandtable.games.efs.combat.modifiers import may_bust, may_use_engineers, must_use_engineers
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.organization import (
    lacking_supply,
    lapse,
    points_used,
)
from sandtable.games.efs.combat.results import read_result
from sandtable.games.efs.combat.step_losses import TakeSteps, losing_last
from sandtable.games.efs.combat.strengths import attack_strength, results_table
from sandtable.games.efs.declaration.mandated import made
from sandtable.games.efs.declaration.orders import affect, in_force
from sandtable.games.efs.events.combat import OrdersRevealed
from sandtable.games.efs.reinforcements.untried import reveal
from sandtable.games.efs.state import Attack, enemy_of, told
from sandtable.games.efs.supply.attack_supply import promise
from sandtable.games.efs.units import Game, is_engineer, is_untried
from sandtable.kernel import (
    Choice,
    Decision,
    Line,
    Option,
    Preview,
    Procedure,
    Refusal,
    Resolved,
    rule,
)
from sandtable.mechanics.roster import change, units_in
from sandtable.mechanics.switches import is_on

ENGINEERS = Option("do:engineers", rule="15.53a")
WITHOUT = Option("do:without", rule="15.53a")
BOMBARD = Option("do:bombard", rule="13.43")


class Combat(Procedure, frozen=True):
    """One combat: specialists are declared, everything is revealed, guns bombard, and the die is rolled."""

    side: str
    name: str
    """The declared attack, until it is resolved."""
    attackers: tuple[str, ...] = ()
    support: tuple[str, ...] = ()
    supplies: tuple[str, ...] = ()
    engineers: bool = False
    buster: str = ""
    attack: Attack | None = None
    """What was declared, with those who attack, once orders have been revealed."""
    supplied: bool = False
    silenced: tuple[str, ...] = ()
    """The heavy guns that have bombarded without effect."""
    no_asterisk: bool = False
    """A bombardment lets the attacker ignore an asterisk (13.44d)."""

    def declared(self, game: Game) -> Attack:
        """The attack with those who are to make it."""
        return self.attack or replace(game.state.attacks[self.name], attackers=self.attackers)

    def about(self, game: Game) -> dict[str, str | int]:
        """What questions say of the defender hexes."""
        return told(self.declared(game).hexes)

    @rule("12.53e", "15.52")
    def forces(self, game: Game) -> Forces:
        """The forces as they stand. Orders that have not been revealed are not known, and those that touch nobody who
        turned out to be there (12.53e) change nothing.
        """
        attack = self.declared(game)
        supplied = self.supplied if self.attack else not lacking_supply(game, self.attackers, self.supplies)
        known = self.attack is not None and in_force(self.attack, enemy_of(self.side)) == "no-retreat"
        stands = known or bool(attack.nkvd and not attack.nkvd_lifted)
        return Forces(
            against_those_left(game, attack),
            self.support,
            still_supporting(game, attack),
            supplied and bool(self.attackers),
            self.engineers,
            self.buster,
            stands and bool(obeying(game, attack)),
            self.silenced,
        )

    def running(self, game: Game) -> Preview:
        """The sum as it stands, with engineer effects and a bunker buster where they may be declared."""
        if not self.attackers:
            return Preview()
        forces = with_buster(game, self.forces(game))
        forces = forces._replace(engineers=may_use_engineers(game, forces))
        return Preview(lines=final_odds(game, forces).lines)

    @rule("15.53a", "15.53c")
    def begin(self, game: Game) -> Decision | None:
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

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        forces = with_buster(game, self.forces(game))._replace(engineers=choice == Choice.of(ENGINEERS.id))
        return Preview(lines=final_odds(game, forces).lines)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
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

    @rule("12.53a", "13.12", "15.11", "15.21", "15.31b", "15.43", "15.43a", "15.43b")
    def unveil(self, game: Game) -> None:
        """Orders and untried units are revealed; where no defender remains, the attackers may advance at once, and no
        supply is used. Artillery was committed to what counts as a combat, unless a switch frees it.
        """
        attack = self.declared(game)
        untried = [*defenders(game, self.forces(game)), *attack.attackers]
        reveal(game, [unit_id for unit_id in untried if is_untried(game, unit_id)], "15.43a")
        attackers = tuple(unit_id for unit_id in self.attackers if game.state.units[unit_id].at)
        if not attack_strength(game, attackers, against_those_left(game, attack).hexes):
            game.finish()
            lapse(game, self.name)
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
            guns = () if is_on(game.content, "melting-enemies-free-guns") else self.support
            melted = Resolved(rule="15.43b", what="combat", result="melted-away", subject=self.name, favours=self.side)
            game.say(melted)
            self.leave(game, Aftermath(side=self.side, attack=attack, support=guns, melted=True))

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
        self.leave(game, Aftermath(side=self.side, attack=self.declared(game), support=self.support))

    @rule("13.32b")
    def leave(self, game: Game, aftermath: Aftermath) -> None:
        """The combat is over, and what comes of it follows; rockets above the stacking limit are to go back, also where
        nobody was left to be fought.
        """
        del game.state.attacks[self.name]
        mark(game, aftermath.attack, aftermath.support)
        game.finish()
        game.push(replace(aftermath, above=rockets_above(game, aftermath.support)))

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
        if not defenders(game, self.forces(game)):
            self.vacant(game)
            return
        attack, crt, forces = self.declared(game), results_table(game.content), still_of_use(game, self.forces(game))
        odds = final_odds(game, forces)
        roll = game.roll(crt.die, "combat", "15.6", bands=crt.charts[odds.column].bands(odds.drm))
        result = crt.result(odds.column, roll + odds.drm)
        lines = (*odds.lines, Line("die", str(roll), "15.6"), Line("row", str(roll + odds.drm), "15.6"))
        own, theirs = read_result(result)
        asterisk = own.asterisk and not self.no_asterisk
        declared = [unit_id for unit_id in self.attackers if forces.engineers and is_engineer(game, unit_id)]
        declared += [forces.buster] if forces.buster else []
        specialists = tuple(dict.fromkeys(declared))
        fight = Fight(self.attackers, forces.hexes, self.supplied, attack.mandated, specialists, own.number)
        firm = in_force(attack, self.side) == "no-retreat" and is_on(game.content, "standing-attackers-lose-no-more")
        ordered = own.retreats and not firm and any(affect(game, unit_id) for unit_id in self.attackers)
        number = with_orders(own.number, ordered, in_force(attack, self.side))
        own_losses = attackers_losses(game, fight, number, asterisk)
        touched = theirs.retreats and bool(obeying(game, attack))
        their_number = with_orders(theirs.number, touched, in_force(attack, forces.enemy))
        their_losses = defenders_losses(game, fight, their_number, asterisk, own_losses)
        price = conditions(game, fight) if asterisk else {}
        lines += losses_told("attackers", own.number, number, price, own_losses.steps)
        fuel = asterisk and is_short_of_fuel(game, defenders(game, forces))
        burnt = {"fuel-shortage": their_losses.steps - their_number} if fuel else {}
        lines += losses_told("defenders", theirs.number, their_number, burnt, their_losses.steps)
        favours = crt.favoured(result, self.side, forces.enemy)
        game.say(Resolved(rule="15.6", what="combat", result=result, lines=lines, subject=self.name, favours=favours))
        made(game, attack, odds.attack, odds.defence)
        draw_points(game, attack)
        aftermath = Aftermath(
            side=self.side,
            attack=attack,
            support=self.support,
            own=own,
            theirs=theirs,
            own_losses=own_losses._replace(standing=max(number - own.number, 0)),
            their_losses=their_losses._replace(standing=max(their_number - theirs.number, 0)),
        )
        self.leave(game, aftermath)


@rule("16.12", "16.32a", "16.32b", "16.45a", "16.45b")
def losses_told(group: str, printed: int, ordered: int, price: Mapping[str, int], steps: int) -> tuple[Line, ...]:
    """Why a group loses more steps than the result says, or fewer, line by line; nothing where it does not."""
    if steps == printed:
        return ()
    orders = (Line("orders-cost", f"{ordered - printed:+d}", "16.45a"),) if ordered != printed else ()
    more = tuple(
        Line(f"asterisk-{name}", f"{number:+d}", "16.32b" if name == "fuel-shortage" else "16.32a")
        for name, number in price.items()
    )
    return (*orders, *more, Line(f"{group}-lose", str(steps), "16.12"))


@rule("15.44b")
def with_buster(game: Game, forces: Forces) -> Forces:
    """Forces with the first who may be declared to break bunkers, as long as nothing else is said."""
    return forces._replace(buster=next(iter(may_bust(game, forces)), ""))


@rule("15.44", "15.53b")
def still_of_use(game: Game, forces: Forces) -> Forces:
    """Forces whose engineers and bunker buster help only if guns and untried units that melted away have left something
    for them to break.
    """
    able, busters = may_use_engineers(game, forces), may_bust(game, forces)
    return forces._replace(
        engineers=forces.engineers and able, buster=forces.buster if forces.buster in busters else ""
    )


@rule("15.16")
def mark(game: Game, attack: Attack, support: Sequence[str]) -> None:
    """Note who has fought, the artillery of the attacker too: nobody attacks or is attacked twice in the phase."""
    for unit_id in attack.attackers:
        change(game, unit_id, attacked=True, fought=True)
    for unit_id in (*support, *attack.support):
        change(game, unit_id, fought=True)
    for label in attack.hexes:
        for unit_id in units_in(game, label):
            change(game, unit_id, defended=True, fought=True)


@rule("13.53")
def drawing(attack: Attack) -> dict[str, str]:
    """The artillery of a defence, each with the supply unit on which it draws while artillery supply is limited."""
    return dict(zip(attack.support, attack.support_supply, strict=False))


PROCEDURES = (Combat,)
