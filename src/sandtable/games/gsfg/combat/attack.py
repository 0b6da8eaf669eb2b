"""Chapter 11: one attack from its declaration to its result."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.gsfg.air import air_mobile, transport
from sandtable.games.gsfg.combat import chemical, combat_odds, combat_results, retreats
from sandtable.games.gsfg.combat.attackers import candidates, refuse_attacker
from sandtable.games.gsfg.combat.strengths import Battle, defenders, participants, unsupplied
from sandtable.games.gsfg.events.combat import Attacked, CutOff, Dissolved, Supported
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, counter
from sandtable.kernel import Action, Choice, Decision, Line, Menu, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics import switches
from sandtable.mechanics.roster import change, units_in

ATTACK = Option("do:attack", rule="11.7")
PASS = Option("do:pass", rule="6.16")
STARVE = Option("do:cut-off", rule="6.5/4")
SPARE = Option("do:pass", rule="6.5/4")
NO_AERIAL_SUPPLY = Option("do:pass", rule="6.9")
CHEMICAL = Option("do:chemical", rule="4.7", grave=True)
CONVENTIONAL = Option("do:conventional", rule="4.7")


def forecast(game: Game, battle: Battle) -> Preview:
    return Preview(lines=combat_odds.forecast(game, battle))


class Attack(Procedure, frozen=True):
    """One attack: the attacker picks units, either side commits what it may, then the die is rolled."""

    battle: Battle
    result: str = ""

    @rule("11.3", "11.6", "11.23")
    def begin(self, game: Game) -> Decision:
        """Pick the attackers, as many as wanted; artillery needs others beside it."""
        battle = self.battle
        options = tuple(ATTACKERS.options(game, battle))
        args = {"hex": battle.target}
        return Decision(battle.side, "attackers", "11.3", options, args, continues=True, gathers=ATTACK.id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return ATTACKERS.refuse(game, self.battle, choice)

    def begin_preview(self, game: Game, choice: Choice) -> Preview | None:
        return ATTACKERS.preview(game, self.battle, choice)

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        ATTACKERS.start(game, self.battle, choice)

    @rule("6.16")
    def support(self, game: Game) -> Decision | None:
        """NATO may commit air mobile units to the defence as soon as an attack is declared, each once a phase."""
        battle = self.battle
        found = air_mobile.supporters(game, battle.target) if battle.side == SOVIET else []
        if not found:
            game.goto("starve")
            return None
        options = tuple(Option(f"unit:{unit_id}", rule="6.16") for unit_id in found)
        return Decision(
            NATO, "support", "6.16", (*options, PASS), {"hex": battle.target}, continues=bool(battle.supporters),
            default=PASS.id, gathers=PASS.id,
        )  # fmt: skip

    def support_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.no-support", "6.16", {"unit": choice.name, "hex": self.battle.target})

    def support_preview(self, game: Game, choice: Choice) -> Preview:
        joined = (*self.battle.supporters, choice.name) if choice.kind == "unit" else self.battle.supporters
        return forecast(game, replace(self.battle, supporters=joined))

    def support_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind != "unit":
            game.goto("starve")
            return
        change(game, choice.name, supported=True)
        game.say(Supported(rule="6.16", unit=choice.name, hex=self.battle.target))
        game.goto("support", battle=replace(self.battle, supporters=(*self.battle.supporters, choice.name)))

    @rule("6.5/4")
    def starve(self, game: Game) -> Decision | None:
        """After a deep strike NATO may declare one Soviet attack out of supply as its resolution begins."""
        if self.battle.side != SOVIET or not game.state.air.starve:
            game.goto("airlift")
            return None
        return Decision(NATO, "cut-off", "6.5/4", (STARVE, SPARE), {"hex": self.battle.target}, default=SPARE.id)

    def starve_preview(self, game: Game, choice: Choice) -> Preview:
        return forecast(game, cut_off(game, self.battle) if choice.name == "cut-off" else self.battle)

    @rule("6.5/4", "8.11")
    def starve_chosen(self, game: Game, choice: Choice) -> None:
        battle = self.battle
        if choice.name == "cut-off":
            spend_guns(game, battle)
            battle = cut_off(game, battle)
            game.state.air = replace(game.state.air, starve=False)
            game.say(CutOff(rule="6.5/4", hex=battle.target))
        game.goto("airlift", battle=battle)

    @rule("6.9")
    def airlift(self, game: Game) -> Decision | None:
        """Before supply is checked, whoever rules the air may fly some in for a unit in the battle that has none."""
        battle, side = self.battle, game.state.air.side
        if not transport.may_fly_supply(game, side) or (battle.starved and side == battle.side):
            game.goto("check")
            return None
        if unsupplied(game, battle).isdisjoint(participants(game, battle, side)):
            game.goto("check")
            return None
        options = (transport.AERIAL_SUPPLY, NO_AERIAL_SUPPLY)
        return Decision(side, "aerial-supply", "6.9", options, {"hex": battle.target}, default=NO_AERIAL_SUPPLY.id)

    def airlift_preview(self, game: Game, choice: Choice) -> Preview:
        return forecast(game, self.battle)

    def airlift_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("check")
        if choice.name == "aerial-supply":
            game.push(transport.FlySupply(side=game.state.air.side))

    @rule("8.12", "11.4")
    def check(self, game: Game) -> None:
        """Supply is checked at the start of the battle, and its attackers have made their attack of this phase."""
        found = unsupplied(game, self.battle)
        for unit_id in self.battle.attackers:
            change(game, unit_id, attacked=True, fought=True, acted=True)
        game.goto("chemical", battle=replace(self.battle, unsupplied=tuple(sorted(found))))

    @rule("4.7")
    def chemical(self, game: Game) -> Decision | None:
        """Last in finding his strength the Soviet player may declare chemical warfare, attacking or defending."""
        if not chemical.may_use(game, self.battle):
            game.goto("coordinate")
            return None
        options = (CONVENTIONAL, CHEMICAL)
        return Decision(SOVIET, "chemical", "4.7", options, {"hex": self.battle.target}, default=CONVENTIONAL.id)

    def chemical_preview(self, game: Game, choice: Choice) -> Preview:
        if choice.name != "chemical":
            return forecast(game, self.battle)
        after, battle = chemical.afterwards(game, self.battle)
        battle_lines = combat_odds.forecast(after, battle) if is_on(after, battle) else ()
        return Preview(lines=(*chemical.risks(game), *battle_lines))

    def chemical_chosen(self, game: Game, choice: Choice) -> None:
        if choice.name == "chemical":
            chemical.use(game, self.battle)
            game.goto("dissolve", battle=chemical.fought_with(game, self.battle))
        else:
            game.goto("coordinate")

    @rule("4.7")
    def dissolve(self, game: Game) -> None:
        """A battle whose attackers or defenders were all East German ends without effect."""
        if is_on(game, self.battle):
            game.goto("coordinate")
            return
        game.say(Dissolved(rule="4.7", hex=self.battle.target))
        game.finish()

    @rule("7.7", "12.4")
    def coordinate(self, game: Game) -> None:
        """NATO units of several nations roll for their coordination, unless the attack is hopeless anyway."""
        battle = self.battle
        if combat_odds.needs_coordination(game, battle) and not combat_odds.reckon(game, battle).poor:
            battle = replace(battle, coordination=combat_odds.roll_coordination(game, battle))
        game.goto("resolve", battle=battle)

    @rule("11.8", "11.16", "11.20")
    def resolve(self, game: Game) -> None:
        """Roll on the combat results table; odds below it are stalled without a roll."""
        column, _, lines = combat_odds.reckon(game, self.battle)
        result = combat_odds.STALLED
        if column is not None:
            crt = combat_odds.results_table(game.content)
            roll = game.roll(crt.die, "combat", "11.16", bands=crt.bands(column))
            result = combat_odds.result_of(game, self.battle, column, roll)
            lines.append(Line("die", str(roll), "11.16"))
        game.say(
            Resolved(
                rule="11.16",
                what="combat",
                result=result,
                lines=tuple(lines),
                subject=self.battle.target,
                favours=combat_odds.favoured(game, self.battle, result),
            )
        )
        if result == combat_odds.STALLED:
            game.finish()
        else:
            game.goto("outcome", result=result)

    def outcome(self, game: Game) -> None:
        game.goto("advance")
        combat_results.carry_out(game, self.battle, self.result)

    @rule("11.19")
    def advance(self, game: Game) -> None:
        """Where the defenders are gone, attackers take their hex."""
        battle = self.battle
        if units_in(game, battle.target):
            game.finish()
        else:
            game.become(combat_results.Advance(side=battle.side, target=battle.target, units=battle.attackers))


class JoinAttack(Action[Game, Battle]):
    """One more unit attacks."""

    rule = "11.3"
    kinds = ("unit",)

    def offers(self, game: Game, battle: Battle) -> Sequence[Option]:
        able = candidates(game, battle.group, battle.target)
        return [Option(f"unit:{unit_id}", rule="11.3") for unit_id in able if unit_id not in battle.attackers]

    def refuse(self, game: Game, battle: Battle, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.counters:
            return None
        if choice.name in battle.attackers:
            return Refusal("refused.joined-already", "11.4", {"unit": choice.name})
        return refuse_attacker(game, choice.name, battle.side, battle.group, battle.target)

    def preview(self, game: Game, battle: Battle, choice: Choice) -> Preview:
        return forecast(game, self._joined(battle, choice.name))

    def start(self, game: Game, battle: Battle, choice: Choice) -> None:
        game.goto("begin", battle=self._joined(battle, choice.name))

    def _joined(self, battle: Battle, unit_id: str) -> Battle:
        return replace(battle, attackers=(*battle.attackers, unit_id))


class DeclareAttack(Action[Game, Battle]):
    """Those picked attack."""

    rule = "11.7"
    ids = (ATTACK.id,)

    def offers(self, game: Game, battle: Battle) -> Sequence[Option]:
        return (ATTACK,) if has_other_than_artillery(game, battle.attackers) else ()

    def refuse(self, game: Game, battle: Battle, choice: Choice) -> Refusal:
        args = {"hex": battle.target}
        if battle.attackers:
            return Refusal("refused.artillery-alone", "11.23", args)
        return Refusal("refused.no-attackers-yet", "11.7", args)

    def preview(self, game: Game, battle: Battle, choice: Choice) -> Preview:
        return forecast(game, battle)

    def start(self, game: Game, battle: Battle, choice: Choice) -> None:
        game.say(Attacked(rule="11.7", units=battle.attackers, hex=battle.target))
        game.goto("support")


ATTACKERS: Menu[Game, Battle] = Menu(JoinAttack(), DeclareAttack(), transport.PlaceAerialSupply())


@rule("11.23")
def has_other_than_artillery(game: Game, unit_ids: tuple[str, ...]) -> bool:
    """Whether there is anything but artillery among attackers."""
    return any(counter(game, unit_id).type != "artillery" for unit_id in unit_ids)


def is_on(game: Game, battle: Battle) -> bool:
    """Whether there is still somebody to attack and to be attacked."""
    return has_other_than_artillery(game, battle.attackers) and bool(defenders(game, battle.target))


@rule("6.5/4", "8.11")
def cut_off(game: Game, battle: Battle) -> Battle:
    """A battle whose attackers are out of supply: artillery drops out of it."""
    left = tuple(unit_id for unit_id in battle.attackers if counter(game, unit_id).type != "artillery")
    return replace(battle, starved=True, attackers=left)


@rule("6.5/4", "11.4")
def spend_guns(game: Game, battle: Battle) -> None:
    """The ruling on 6.5/4: the attack that is cut off was the one of its artillery in this phase, though it has not
    fired; on another reading the guns may still fire elsewhere.
    """
    if switches.is_on(game.content, "cut-off-guns-fire-elsewhere"):
        return
    for unit_id in battle.attackers:
        if counter(game, unit_id).type == "artillery":
            change(game, unit_id, attacked=True)


PROCEDURES: tuple[type[Procedure], ...] = (Attack, *combat_results.PROCEDURES, *retreats.PROCEDURES)
