"""Which attacks the staff orders, with what, and how it sees a battle through.

An attack that stalls costs nothing, so nearly everything that reaches the results table is tried, the best prospects
first; no more units join than improve the odds, so that the rest can attack somebody else.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.games.gsfg.combat import combat_odds
from sandtable.games.gsfg.combat.attackers import candidates
from sandtable.games.gsfg.combat.retreats import open_hexes
from sandtable.games.gsfg.combat.strengths import Battle
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import NATO
from sandtable.games.gsfg.units import Game, controller
from sandtable.kernel import of_content
from sandtable.mechanics.roster import units_in

ENOUGH = 0.97
"""The share of the best prospects at which no more attackers are added."""


def value_of(result: str, own_step: float, taken: float, defenders: int, steps: int) -> float:
    """What a result of a battle is worth to the attacker, in enemy steps, where an own step and a hex have a price."""
    trade = 1.0 - own_step
    if result == "DR":
        return taken
    if result == "DE":
        return steps + taken
    if result == "EX":
        return trade * defenders + (taken if steps <= defenders else 0.0)
    return trade + (taken if steps <= 1 else 0.0) if result == "1+1" else 0.0


def promise(situation: Situation, label: str, column: float) -> float:
    """What attacks on an enemy stack promise at a column, between two columns in proportion; 0 is off the table."""
    stack = situation.stacks[label]
    city = situation.content.terrain[label] == "city"
    doctrine = situation.doctrine
    row = promises(situation.content, doctrine.own_step, doctrine.taken, city, len(stack.ids), stack.steps)
    column = max(0.0, min(column, len(row) - 1.0))
    low = int(column)
    high = min(low + 1, len(row) - 1)
    return row[low] + (column - low) * (row[high] - row[low])


@of_content
def promises(content: Content, own_step: float, taken: float, city: bool, defenders: int, steps: int) -> list[float]:
    """What each column promises against so many defenders, the first place standing for odds below the table."""
    crt = combat_odds.results_table(content)
    changed = combat_odds.shift_figures(content).city_results if city else {}
    found = [0.0]
    for chart in crt.charts:
        results = [chart.entry(face) for face in range(1, 7)]
        values = [value_of(changed.get(result, result), own_step, taken, defenders, steps) for result in results]
        found.append(sum(values) / len(values))
    return found


def prospects(situation: Situation, battle: Battle) -> float:
    """What an attack promises; defenders with nowhere to go are lost when they are driven out."""
    game = situation.game
    column = combat_odds.reckon(game, battle).column
    if column is None:
        return 0.0
    found = promise(situation, battle.target, column + 1)
    held = units_in(game, battle.target)
    if game.content.terrain[battle.target] != "city" and not open_hexes(game, held, battle.target):
        found += situation.stacks[battle.target].steps * 0.5
    return found * (1.0 + situation.doctrine.place * situation.worth.get(battle.target, 0.0))


def best_target(situation: Situation, group: str, second: bool, labels: list[str]) -> str | None:
    """The hex whose attack with everything in reach promises most, or none."""
    best, found = situation.doctrine.worthwhile, None
    for label in labels:
        able = candidates(situation.game, group, label)
        promised = prospects(situation, Battle(situation.side, group, label, second, attackers=tuple(able)))
        if promised > best:
            best, found = promised, label
    return found


def next_attacker(situation: Situation, battle: Battle, offered: list[str]) -> str | None:
    """The unit to add to an attack: the one that helps most, or none once more would not improve it."""
    if not offered:
        return None
    now = prospects(situation, battle) if battle.attackers else 0.0
    if battle.attackers:
        everybody = replace(battle, attackers=(*battle.attackers, *offered))
        if now >= ENOUGH * prospects(situation, everybody):
            return None
    return max(offered, key=lambda unit_id: _usefulness(situation, battle, unit_id))


def _usefulness(situation: Situation, battle: Battle, unit_id: str) -> tuple[bool, float, float, str]:
    """Somebody to lead comes first, then those who envelop, then the strong, then those with nobody else to attack."""
    game, kind = situation.game, situation.content.counters[unit_id]
    joined = replace(battle, attackers=(*battle.attackers, unit_id))
    leads = kind.type != "artillery" or bool(battle.attackers)
    envelops = (
        4.0 * combat_odds.envelops(game, joined) if battle.attackers and not combat_odds.envelops(game, battle) else 0.0
    )
    at = game.state.units[unit_id].at
    over = 0.5 if situation.is_across_river(at, battle.target) else 1.0
    elsewhere = sum(
        situation.stacks[near].side == situation.enemy
        for near in situation.content.adjacent[at]
        if near in situation.stacks
    )
    return leads, kind.attack * over + envelops, -elsewhere, unit_id


def retreat_for(situation: Situation, labels: Sequence[str]) -> str:
    """Where beaten enemies are driven: off what counts, among the own units, away from their friends."""

    def hardship(label: str) -> tuple[float, str]:
        near = [situation.stacks[hex_] for hex_ in situation.content.adjacent[label] if hex_ in situation.stacks]
        ours = sum(stack.side == situation.side for stack in near)
        shelter = situation.content.terrain_shift[situation.content.terrain[label]]
        gift = situation.worth.get(label, 0.0) if controller(situation.game, label) == situation.side else 0.0
        source = 5.0 if situation.side == NATO and label in situation.content.nato_sources else 0.0
        return ours - 0.5 * (len(near) - ours) + 0.7 * shelter - 3.0 * gift - source, label

    return max(labels, key=hardship)


def cheapest(game: Game, options: Sequence[str]) -> str:
    """Of units to lose a step the one that matters least: a step of a full unit before a whole one, the weak first."""
    units, counters = game.state.units, game.content.counters

    def price(option: str) -> tuple[int, int, str]:
        unit_id = option.removeprefix("unit:")
        kind = counters[unit_id]
        last = unit_id not in units or units[unit_id].steps == 1
        return (kind.attack + kind.defense if last else 0), kind.attack + kind.defense, option

    return min(options, key=price)


def dearest(game: Game, options: Sequence[str]) -> str:
    """Of enemy units the one whose loss of a step hurts most."""
    units, counters = game.state.units, game.content.counters

    def harm(option: str) -> tuple[int, str]:
        unit = units.get(option.removeprefix("unit:"))
        if unit is None:
            return 0, option
        kind = counters[option.removeprefix("unit:")]
        return kind.attack + kind.defense + 3 * (unit.steps == 1), option

    return max(options, key=harm)
