"""Which attacks the staff orders, and with what."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.gsfg import odds
from sandtable.games.gsfg.attackers import candidates
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.strengths import Battle
from sandtable.games.gsfg.units import Game, units_in

WORTHWHILE = 0.15
TAKEN = 1.3
"""What driving defenders out of a hex is worth."""


def prospects(game: Game, battle: Battle) -> float:
    """What an attack promises, by the results of its column: each of the six faces weighs the same."""
    column = odds.reckon(game, battle).column
    if column is None:
        return 0.0
    defenders = units_in(game, battle.target)
    steps = sum(game.state.units[unit_id].steps for unit_id in defenders)
    exchange = 0.25 * len(defenders) if battle.side == SOVIET else -0.2
    values = {"DR": TAKEN, "EX": exchange + 0.5, "DE": steps + TAKEN, "AS": 0.0, "1+1": 0.25}
    return sum(values[odds.result_of(game, battle, column, face)] for face in range(1, 7)) / 6


def best_target(situation: Situation, group: str, second: bool, labels: list[str]) -> str | None:
    """The hex whose attack with everything in reach promises most, or none."""
    game = situation.game
    best, found = WORTHWHILE, None
    for label in labels:
        able = candidates(game, group, label)
        battle = Battle(situation.side, group, label, second, attackers=tuple(able))
        promise = prospects(game, battle) * (1.0 + 0.15 * situation.worth.get(label, 0.0))
        if promise > best:
            best, found = promise, label
    return found


def next_attacker(game: Game, battle: Battle, offered: list[str]) -> str | None:
    """The unit to add to an attack, strongest first, or none once more would not improve it."""
    if not offered:
        return None
    everybody = replace(battle, attackers=(*battle.attackers, *offered))
    if battle.attackers and odds.reckon(game, battle).column == odds.reckon(game, everybody).column:
        return None
    counters = game.content.counters
    return max(offered, key=lambda unit_id: (counters[unit_id].type != "artillery", counters[unit_id].attack))
