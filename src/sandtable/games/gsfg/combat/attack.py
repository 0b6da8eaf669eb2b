"""Chapter 11: the combat phase, and one attack from its declaration to its result."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg.air import air_mobile, transport
from sandtable.games.gsfg.combat import chemical, combat_odds, combat_results, retreats
from sandtable.games.gsfg.combat.attackers import candidates, refuse_attacker, refuse_target, targets
from sandtable.games.gsfg.combat.strengths import Battle, defenders, participants, unsupplied
from sandtable.games.gsfg.events.combat import Attacked, CutOff, Dissolved, Supported
from sandtable.games.gsfg.optional import electronic_warfare, special_forces
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, counter
from sandtable.kernel import Choice, Decision, Line, Option, Preview, Procedure, Refusal, Resolved, rule
from sandtable.mechanics.roster import change, units_in

DONE = Option("do:done", rule="11.1")
ATTACK = Option("do:attack", rule="11.7")
PASS = Option("do:pass", rule="6.16")
STARVE = Option("do:cut-off", rule="6.5/4")
SPARE = Option("do:pass", rule="6.5/4")
AERIAL_SUPPLY = Option("do:aerial-supply", rule="6.9")
NO_AERIAL_SUPPLY = Option("do:pass", rule="6.9")
CHEMICAL = Option("do:chemical", rule="4.7")
CONVENTIONAL = Option("do:conventional", rule="4.7")


class CombatPhase(Procedure, frozen=True):
    """A group makes its attacks one by one, in any order; `second` marks the second combat phase of fight/fight."""

    side: str
    group: str
    second: bool = False
    defended: tuple[str, ...] = ()
    """The units that have been attacked in this phase."""

    @rule("5.5", "11.4", "11.18", "13.13")
    def begin(self, game: Game) -> None:
        """What was done in an earlier phase no longer counts; electronic warfare comes first."""
        units = game.state.units
        for unit_id, unit in units.items():
            if unit.attacked or unit.retreated or unit.supported:
                units[unit_id] = replace(unit, attacked=False, retreated=False, supported=False)
        game.goto("fight")
        electronic_warfare.start_combat_phase(game, self.side)

    @rule("5.1", "11.1", "11.5", "6.9")
    def fight(self, game: Game) -> Decision | None:
        """Attacks are voluntary, and none is declared before the last is over; a finished phase is over."""
        found = targets(game, self.side, self.group, self.defended)
        markers = special_forces.attackable(game, self.group)
        if not found and not markers:
            game.goto("end")
            return None
        options = [Option(f"hex:{label}", rule="11.1") for label in found] + markers
        if transport.may_fly_supply(game, self.side):
            options.append(AERIAL_SUPPLY)
        args = {"fight": "second" if self.second else "first"}
        return Decision(self.side, "attack-hex", "11.1", (*options, DONE), args)

    def fight_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind == "sf":
            return special_forces.refuse_attack(game, choice.name, self.group)
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return refuse_target(game, self.side, self.group, self.defended, choice.name)

    def fight_preview(self, game: Game, choice: Choice) -> Preview | None:
        """What an attack on a hex would be with all who can take part in it."""
        if choice.kind == "sf":
            return special_forces.attack_preview(game, choice.name)
        if choice.kind != "hex":
            return None
        able = tuple(candidates(game, self.group, choice.name))
        battle = Battle(self.side, self.group, choice.name, self.second, attackers=able)
        return Preview(lines=(Line("with-everybody", str(len(able)), "11.3"), *combat_odds.forecast(game, battle)))

    def fight_chosen(self, game: Game, choice: Choice) -> None:
        if choice.kind == "hex":
            game.goto("fight", defended=(*self.defended, *units_in(game, choice.name)))
            game.push(Attack(battle=Battle(self.side, self.group, choice.name, self.second)))
        elif choice.kind == "sf":
            game.push(special_forces.AttackMarker(marker=choice.name, group=self.group))
        elif choice.name == "aerial-supply":
            game.push(transport.FlySupply(side=self.side))
        else:
            game.goto("end")

    def end(self, game: Game) -> None:
        """What the end of a combat phase brings."""
        game.finish()
        special_forces.displace(game)


def onward(game: Game, step: str, **changes: object) -> Decision | None:
    """Go on to the next step at once, while what was worked out of the position still holds."""
    game.goto(step, **changes)
    asked: Decision | None = getattr(game.stack[-1], step)(game)
    return asked


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
        able = candidates(game, battle.group, battle.target)
        options = [Option(f"unit:{unit_id}", rule="11.3") for unit_id in able if unit_id not in battle.attackers]
        if has_other_than_guns(game, battle.attackers):
            options.append(ATTACK)
        return Decision(battle.side, "attackers", "11.3", tuple(options), {"hex": battle.target}, continues=True)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        battle = self.battle
        args = {"hex": battle.target}
        if choice == ("do", "attack"):
            if battle.attackers:
                return Refusal("refused.artillery-alone", "11.23", args)
            return Refusal("refused.no-attackers-yet", "11.7", args)
        if choice.kind != "unit" or choice.name not in game.content.counters:
            return None
        if choice.name in battle.attackers:
            return Refusal("refused.joined-already", "11.4", {"unit": choice.name})
        return refuse_attacker(game, choice.name, battle.side, battle.group, battle.target)

    def begin_preview(self, game: Game, choice: Choice) -> Preview:
        joined = (*self.battle.attackers, choice.name) if choice.kind == "unit" else self.battle.attackers
        return forecast(game, replace(self.battle, attackers=joined))

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        battle = self.battle
        if choice.kind == "unit":
            game.goto("begin", battle=replace(battle, attackers=(*battle.attackers, choice.name)))
            return
        game.say(Attacked(rule="11.7", units=battle.attackers, hex=battle.target))
        game.goto("support")

    @rule("6.16")
    def support(self, game: Game) -> Decision | None:
        """NATO may commit air mobile units to the defence as soon as an attack is declared, each once a phase."""
        battle = self.battle
        found = air_mobile.supporters(game, battle.target) if battle.side == SOVIET else []
        if not found:
            return onward(game, "starve")
        options = tuple(Option(f"unit:{unit_id}", rule="6.16") for unit_id in found)
        args = {"hex": battle.target}
        return Decision(NATO, "support", "6.16", (*options, PASS), args, bool(battle.supporters), PASS.id)

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
            return onward(game, "airlift")
        return Decision(NATO, "cut-off", "6.5/4", (STARVE, SPARE), {"hex": self.battle.target}, default=SPARE.id)

    def starve_preview(self, game: Game, choice: Choice) -> Preview:
        return forecast(game, cut_off(game, self.battle) if choice.name == "cut-off" else self.battle)

    @rule("6.5/4", "8.11")
    def starve_chosen(self, game: Game, choice: Choice) -> None:
        battle = self.battle
        if choice.name == "cut-off":
            battle = cut_off(game, battle)
            game.state.air = replace(game.state.air, starve=False)
            game.say(CutOff(rule="6.5/4", hex=battle.target))
        game.goto("airlift", battle=battle)

    @rule("6.9")
    def airlift(self, game: Game) -> Decision | None:
        """Before supply is checked, whoever rules the air may fly some in for a unit in the battle that has none."""
        battle, side = self.battle, game.state.air.side
        if not transport.may_fly_supply(game, side) or (battle.starved and side == battle.side):
            return onward(game, "check")
        if unsupplied(game, battle).isdisjoint(participants(game, battle, side)):
            return onward(game, "check")
        options = (AERIAL_SUPPLY, NO_AERIAL_SUPPLY)
        return Decision(side, "aerial-supply", "6.9", options, {"hex": battle.target}, default=NO_AERIAL_SUPPLY.id)

    def airlift_preview(self, game: Game, choice: Choice) -> Preview:
        return forecast(game, self.battle)

    def airlift_chosen(self, game: Game, choice: Choice) -> None:
        game.goto("check")
        if choice.name == "aerial-supply":
            game.push(transport.FlySupply(side=game.state.air.side))

    @rule("8.12", "11.4")
    def check(self, game: Game) -> Decision | None:
        """Supply is checked at the start of the battle, and its attackers have made their attack of this phase."""
        hungry = unsupplied(game, self.battle)
        for unit_id in self.battle.attackers:
            change(game, unit_id, attacked=True, fought=True, acted=True)
        return onward(game, "chemical", battle=replace(self.battle, unsupplied=tuple(sorted(hungry))))

    @rule("4.7")
    def chemical(self, game: Game) -> Decision | None:
        """Last in finding his strength the Soviet player may declare chemical warfare, attacking or defending."""
        if not chemical.may_use(game, self.battle):
            return onward(game, "coordinate")
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
    def coordinate(self, game: Game) -> Decision | None:
        """NATO units of several nations roll for their coordination, unless the attack is hopeless anyway."""
        battle = self.battle
        if combat_odds.needs_coordination(game, battle) and not combat_odds.reckon(game, battle).poor:
            battle = replace(battle, coordination=combat_odds.roll_coordination(game, battle))
        return onward(game, "resolve", battle=battle)

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
        target = self.battle.target
        game.say(Resolved(rule="11.16", what="combat", result=result, lines=tuple(lines), subject=target))
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


@rule("11.23")
def has_other_than_guns(game: Game, unit_ids: tuple[str, ...]) -> bool:
    """Whether there is anything but artillery among attackers."""
    return any(counter(game, unit_id).type != "artillery" for unit_id in unit_ids)


def is_on(game: Game, battle: Battle) -> bool:
    """Whether there is still somebody to attack and to be attacked."""
    return has_other_than_guns(game, battle.attackers) and bool(defenders(game, battle.target))


@rule("6.5/4", "8.11")
def cut_off(game: Game, battle: Battle) -> Battle:
    """A battle whose attackers are out of supply: artillery drops out of it."""
    left = tuple(unit_id for unit_id in battle.attackers if counter(game, unit_id).type != "artillery")
    return replace(battle, starved=True, attackers=left)


PROCEDURES: tuple[type[Procedure], ...] = (CombatPhase, Attack, *combat_results.PROCEDURES, *retreats.PROCEDURES)
