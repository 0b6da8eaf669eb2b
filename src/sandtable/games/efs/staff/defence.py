"""How a staff meets an attack: reaction, artillery, orders."""

from __future__ import annotations

from sandtable.games.efs.artillery.support import may_support, strength_of_support
from sandtable.games.efs.combat.forces import Forces
from sandtable.games.efs.combat.odds import final_odds
from sandtable.games.efs.combat.organization import lacking_supply
from sandtable.games.efs.combat.strengths import results_table
from sandtable.games.efs.declaration.reaction import destinations
from sandtable.games.efs.stacking import room_for
from sandtable.games.efs.staff.battles import guns_for
from sandtable.games.efs.staff.estimates import expected
from sandtable.games.efs.staff.situation import Situation
from sandtable.games.efs.state import Attack
from sandtable.games.efs.supply.supply_units import supply_units_of
from sandtable.games.efs.units import Game
from sandtable.kernel import Decision


def react(situation: Situation, decision: Decision) -> str | None:
    """Whoever makes the enemy's attacks worse by more than he risks."""
    best, chosen = 0.25, None
    for option in decision.ids:
        if option.startswith("unit:"):
            unit_id = option.removeprefix("unit:")
            for place in destinations(situation.game, unit_id):
                value = relief(situation, unit_id, place.id.removeprefix("hex:"))
                if value > best:
                    best, chosen = value, option
    return chosen or "do:done"


def react_to(situation: Situation, decision: Decision) -> str:
    unit_id = str(decision.args["unit"])
    return max(decision.ids, key=lambda option: (relief(situation, unit_id, option.removeprefix("hex:")), option))


def relief(situation: Situation, unit_id: str, label: str) -> float:
    """How much worse an attack on a hex becomes for the enemy if a unit comes to help."""
    game = situation.game
    if not room_for(game, [unit_id], label):
        return 0.0
    for attack in game.state.attacks.values():
        if label in attack.hexes:
            return enemy_hopes(situation, attack, 0.0) - enemy_hopes(situation, attack, situation.defence(unit_id))
    return 0.0


def enemy_hopes(situation: Situation, attack: Attack, more: float, stands: bool = False) -> float:
    """What the attack of an enemy promises him, with so much more defence."""
    game = situation.game
    supplies = supply_units_of(game, attack.side)
    fed = not lacking_supply(game, attack.attackers, supplies)
    forces = Forces(attack, guns_for(game, attack, supplies), attack.support, fed, no_retreat=stands)
    odds = final_odds(game, forces)
    column = results_table(game.content).column(odds.attack, int(odds.defence + more))
    stake = situation.stake_of_defence(attack, fed)._replace(stands=stands)
    return expected(game.content, column, odds.drm, stake)


def commit(situation: Situation, decision: Decision) -> str:
    """Every gun that helps is committed, the strongest first."""
    game = situation.game
    useful = {option: help_of(game, option.removeprefix("unit:")) for option in decision.ids if option != "do:done"}
    best = max(useful, key=lambda option: (useful[option], option), default="do:done")
    return best if useful.get(best, 0) > 0 else "do:done"


def help_of(game: Game, unit_id: str) -> int:
    attacks = [each for each in game.state.attacks.values() if may_support(game, unit_id, each) is None]
    return max((strength_of_support(game, (unit_id,), attack) for attack in attacks), default=0)


def support_where(situation: Situation, decision: Decision) -> str:
    """Where the enemy hopes for most."""

    def hopes(option: str) -> tuple[float, str]:
        attack = attack_on(situation, option[4:])
        return (0.0 if attack is None else enemy_hopes(situation, attack, 0.0)), option

    return max(decision.ids, key=hopes)


def orders(situation: Situation, decision: Decision) -> str:
    """Where standing fast costs the enemy more than it costs us."""
    for option in decision.ids:
        if option.startswith("hex:"):
            attack = attack_on(situation, option[4:])
            if attack is not None and attack.side != situation.side and is_to_stand(situation, attack):
                return option
    return "do:done"


def which_orders(situation: Situation, decision: Decision) -> str:
    return "do:no-retreat"


def attack_on(situation: Situation, label: str) -> Attack | None:
    return next((each for each in situation.game.state.attacks.values() if label in each.hexes), None)


def is_to_stand(situation: Situation, attack: Attack) -> bool:
    return enemy_hopes(situation, attack, 0.0) > enemy_hopes(situation, attack, 0.0, stands=True) + 0.1
