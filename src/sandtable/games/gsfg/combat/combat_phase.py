"""Chapter 11.1 to 11.5: the combat phase of a group."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.gsfg.air import transport
from sandtable.games.gsfg.combat import attack, combat_odds
from sandtable.games.gsfg.combat.attackers import candidates, refuse_target, targets
from sandtable.games.gsfg.combat.strengths import Battle
from sandtable.games.gsfg.optional import attacks_on_special_forces, electronic_warfare, special_forces
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Action, Choice, Decision, Line, Menu, Option, Phase, Preview, Procedure, Refusal, rule
from sandtable.mechanics.roster import units_in

DONE = Option("do:done", rule="11.1")


class CombatPhase(Phase, frozen=True):
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
        attacks = ATTACKS.options(game, self)
        if not attacks:
            game.goto("end")
            return None
        args = {"fight": "second" if self.second else "first"}
        return Decision(self.side, "attack-hex", "11.1", (*attacks, *BESIDE.options(game, self)), args)

    def fight_refused(self, game: Game, choice: Choice) -> Refusal | None:
        return WHAT_FIGHTS.refuse(game, self, choice)

    def fight_preview(self, game: Game, choice: Choice) -> Preview | None:
        return WHAT_FIGHTS.preview(game, self, choice)

    def fight_chosen(self, game: Game, choice: Choice) -> None:
        WHAT_FIGHTS.start(game, self, choice)

    def end(self, game: Game) -> None:
        """What the end of a combat phase brings."""
        game.finish()
        special_forces.displace(game)


class AttackHex(Action[Game, CombatPhase]):
    """Units of the group attack those in a hex."""

    rule = "11.1"
    kinds = ("hex",)

    def offers(self, game: Game, phase: CombatPhase) -> Sequence[Option]:
        found = targets(game, phase.side, phase.group, phase.defended)
        return [Option(f"hex:{label}", rule="11.1") for label in found]

    def refuse(self, game: Game, phase: CombatPhase, choice: Choice) -> Refusal | None:
        if choice.name not in game.content.board.index:
            return None
        return refuse_target(game, phase.side, phase.group, phase.defended, choice.name)

    def preview(self, game: Game, phase: CombatPhase, choice: Choice) -> Preview:
        """What the attack would be with all who can take part in it."""
        able = tuple(candidates(game, phase.group, choice.name))
        battle = Battle(phase.side, phase.group, choice.name, phase.second, attackers=able)
        return Preview(lines=(Line("with-everybody", str(len(able)), "11.3"), *combat_odds.forecast(game, battle)))

    def start(self, game: Game, phase: CombatPhase, choice: Choice) -> None:
        game.goto("fight", defended=(*phase.defended, *units_in(game, choice.name)))
        game.push(attack.Attack(battle=Battle(phase.side, phase.group, choice.name, phase.second)))


class AttackSpecialForces(Action[Game, CombatPhase]):
    """A unit of the group attacks a special forces marker in its hex."""

    rule = "13.8"
    kinds = ("sf",)

    def offers(self, game: Game, phase: CombatPhase) -> Sequence[Option]:
        return attacks_on_special_forces.attackable(game, phase.group)

    def refuse(self, game: Game, phase: CombatPhase, choice: Choice) -> Refusal | None:
        return attacks_on_special_forces.refuse_attack(game, choice.name, phase.group)

    def preview(self, game: Game, phase: CombatPhase, choice: Choice) -> Preview:
        return attacks_on_special_forces.attack_preview(game, choice.name)

    def start(self, game: Game, phase: CombatPhase, choice: Choice) -> None:
        game.push(attacks_on_special_forces.AttackMarker(marker=choice.name, group=phase.group))


class EndCombat(Action[Game, CombatPhase]):
    """The phase is over."""

    rule = "11.1"
    ids = (DONE.id,)

    def offers(self, game: Game, phase: CombatPhase) -> Sequence[Option]:
        return (DONE,)

    def start(self, game: Game, phase: CombatPhase, choice: Choice) -> None:
        game.goto("end")


ATTACKS: Menu[Game, CombatPhase] = Menu(AttackHex(), AttackSpecialForces())
BESIDE: Menu[Game, CombatPhase] = Menu(transport.PlaceAerialSupply(), EndCombat())
WHAT_FIGHTS: Menu[Game, CombatPhase] = Menu(*ATTACKS.actions, *BESIDE.actions)

PROCEDURES: tuple[type[Procedure], ...] = (CombatPhase, *attack.PROCEDURES)
