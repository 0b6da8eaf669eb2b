"""Chapter 15: the Combat Phase."""

from __future__ import annotations

from sandtable.games.efs.combat.organization import able_to_join
from sandtable.games.efs.combat.organize_attack import OrganizeAttack
from sandtable.games.efs.declaration.give_orders import GiveOrders, combat_at
from sandtable.games.efs.supply.attack_supply import spend_promised
from sandtable.games.efs.units import Game
from sandtable.kernel import Choice, Decision, Option, Phase, Preview, Refusal, rule


class CombatPhase(Phase, frozen=True):
    """B.4 and C.4: the attacker gives his orders and resolves his attacks one by one, in any order, the last without
    being asked; at the end the attack supply that was promised is spent.

    It is not gone through where nothing was declared.
    """

    side: str

    @rule("12.52")
    def begin(self, game: Game) -> None:
        game.goto("choose")
        game.push(GiveOrders(side=self.side))

    @rule("12.11", "15.1", "15.45")
    def choose(self, game: Game) -> Decision | None:
        attacks = game.state.attacks
        if not attacks:
            game.finish()
            spend_promised(game, self.side)
            return None
        if len(attacks) == 1:
            game.push(OrganizeAttack(side=self.side, name=next(iter(attacks))))
            return None
        options = tuple(Option(f"hex:{label}", rule="15.1") for attack in attacks.values() for label in attack.hexes)
        return Decision(self.side, "resolve-attack", "15.1", options)

    def choose_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "hex" or choice.name not in game.content.board.index:
            return None
        return Refusal("refused.no-combat-there", "12.11", {"hex": choice.name})

    def choose_preview(self, game: Game, choice: Choice) -> Preview | None:
        """What the attack would be as it was declared, without supply."""
        name = combat_at(game, choice.name)
        attack = game.state.attacks[name]
        able = able_to_join(game, attack)
        attackers = tuple(unit_id for unit_id in attack.attackers if unit_id in able)
        return OrganizeAttack(side=self.side, name=name, attackers=attackers).running(game)

    def choose_chosen(self, game: Game, choice: Choice) -> None:
        game.push(OrganizeAttack(side=self.side, name=combat_at(game, choice.name)))
