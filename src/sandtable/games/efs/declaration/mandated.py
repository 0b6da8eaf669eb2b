"""Chapter 12.3: the attacks that Stalin orders, and what they need."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.efs import victory
from sandtable.games.efs.combat.strengths import initial_odds, results_table
from sandtable.games.efs.content import Content
from sandtable.games.efs.events.declaration import MandateFulfilled, MandatesReceived
from sandtable.games.efs.state import Attack
from sandtable.games.efs.tables import CombatModifiersFile
from sandtable.games.efs.units import Game, is_artillery
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.crt import ratio
from sandtable.mechanics.switches import is_on


def is_in_play(content: Content) -> bool:
    """Whether the scenario has mandated attacks."""
    return "mandated-attacks" not in content.card.without


@rule("12.3", "12.31", "12.36b")
def receive(game: Game, attacks: int) -> None:
    """Order the Soviet player to attack. What he has not made adds up to nine; each more scores for the Axis."""
    most = game.content.table("combat-modifiers", CombatModifiersFile).most_mandated
    total = game.state.mandated + attacks
    game.state.mandated = min(total, most)
    game.say(MandatesReceived(rule="12.31", attacks=attacks, total=game.state.mandated))
    beyond = max(total - most, 0)
    victory.score(game, beyond * game.content.card.points.mandated, "mandated", "12.36b")


def outstanding(game: Game) -> int:
    """How many mandated attacks may still be declared."""
    return game.state.mandated - sum(attack.mandated for attack in game.state.attacks.values())


@rule("12.31", "12.33")
def why_not_mandated(game: Game, unit_ids: Collection[str], hexes: Collection[str]) -> Refusal | None:
    """Why an attack may not be declared as a mandated one: none is ordered, or it is too weak."""
    if outstanding(game) <= 0:
        return Refusal("refused.none-ordered", "12.31")
    figures = game.content.table("combat-modifiers", CombatModifiersFile)
    steps = sum(game.state.units[unit_id].steps for unit_id in unit_ids if not is_artillery(game, unit_id))
    if steps < figures.mandated_steps:
        return Refusal("refused.mandated-steps", "12.33", {"steps": steps, "least": figures.mandated_steps})
    odds = initial_odds(game, unit_ids, hexes)
    if odds.attack < ratio(figures.mandated_odds) * odds.defence:
        return Refusal("refused.mandated-odds", "12.33", {"odds": odds.column, "least": figures.mandated_odds})
    return None


@rule("12.33", "12.34")
def made(game: Game, attack: Attack, strength: int, defence: int) -> None:
    """Count a mandated attack that is fought, whose final strengths still come to the least odds of any attack; by a
    switch, to those with which it had to be declared.
    """
    declared = game.content.table("combat-modifiers", CombatModifiersFile).mandated_odds
    first = results_table(game.content).columns[0]
    least = declared if is_on(game.content, "mandates-keep-their-odds") else first
    if attack.mandated and strength >= ratio(least) * defence:
        game.state.mandated -= 1
        game.say(MandateFulfilled(rule="12.33", hexes=attack.hexes, left=game.state.mandated))
