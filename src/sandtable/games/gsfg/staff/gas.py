"""When the staff reaches for chemical weapons (4.7): where a battle decides more of the war than the risk may cost.

Every declaration loses the war one time in six. So the staff reckons how likely the Soviets are to win with the hex
and without it, by the hexes that they lack and the turns that they have left, and goes chemical only if the better
odds of this battle are worth more than that risk and, the first time, than the East Germans. Far ahead or far behind
nothing is worth it; near the end, with a hex or two missing, much is.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandtable.games.gsfg import chemical, odds, victory
from sandtable.games.gsfg.attackers import candidates, targets
from sandtable.games.gsfg.charts import entry
from sandtable.games.gsfg.combat import Attack, CombatPhase, is_on
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.staff.situation import REACH, Situation
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.strengths import Battle, chemical_figures
from sandtable.games.gsfg.units import Game, controller, units_in
from sandtable.kernel import Decision

PACE = 1.0
"""How fast the Soviets are taken to gain hexes that count, in shares of what a condition takes over the whole game."""
RETAKEN = 1
"""How many of those hexes NATO is taken to win back in the player turn that follows."""
WALKED_INTO = 0.5
"""The chance that an undefended hex in reach of a movement phase still to come is taken."""
ENOUGH_GAIN = 0.01
"""How much likelier victory must become."""
FACES = range(1, 7)


def declare(situation: Situation, decision: Decision) -> str:
    """Chemical weapons, or not, in the battle at hand."""
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, Attack)
    gain = gain_of_gas(situation, frame.battle)
    return "do:chemical" if gain > ENOUGH_GAIN else "do:conventional"


def gain_of_gas(situation: Situation, battle: Battle) -> float:
    """By how much a declaration in a battle makes a Soviet victory likelier; it may well be negative."""
    game, more = situation.game, 1 if battle.side == SOVIET else -1
    if battle.target not in situation.worth:
        return 0.0
    after, fought = chemical.afterwards(game, battle)
    with_gas = chance_to_take(after, fought) if is_on(after, fought) else 0.0
    without = chance_to_take(game, battle)
    if (with_gas - without) * more <= 0.0:
        return 0.0
    outlook = Outlook(situation, battle)
    weaker = 1.0 if game.state.chemical else 1.0 - share_of_east_germans(game)
    return (1.0 - risk(game)) * outlook.chance(more, with_gas, weaker) - outlook.chance(more, without, 1.0)


def best_target(situation: Situation, group: str, second: bool, labels: list[str]) -> str | None:
    """The hex that is worth storming with gas, where nothing can be won without it."""
    if situation.side != SOVIET:
        return None
    best, found = ENOUGH_GAIN, None
    for label in labels:
        able = tuple(candidates(situation.game, group, label))
        gain = gain_of_gas(situation, Battle(SOVIET, group, label, second, attackers=able))
        if gain > best:
            best, found = gain, label
    return found


def takes_everybody(situation: Situation, battle: Battle, offered: list[str]) -> bool:
    """Whether a battle is lost without gas and worth it with all who are offered: then all of them join."""
    everybody = replace(battle, attackers=(*battle.attackers, *offered))
    if situation.side != SOVIET or chance_to_take(situation.game, everybody) > 0.0:
        return False
    return gain_of_gas(situation, everybody) > ENOUGH_GAIN


def risk(game: Game) -> float:
    """The chance that a declaration ends the war at once."""
    rows = chemical_figures(game.content).rows
    return sum(entry(rows, face) == chemical.NUCLEAR for face in FACES) / len(FACES)


def share_of_east_germans(game: Game) -> float:
    """How much of the Soviet attack strength on the map goes home with the first declaration."""
    counters = game.content.counters
    ours = [counters[unit_id] for unit_id in game.state.units if counters[unit_id].side == SOVIET]
    return sum(kind.attack for kind in ours if kind.nat == "gdr") / max(1, sum(kind.attack for kind in ours))


def chance_to_take(game: Game, battle: Battle) -> float:
    """How likely the attacker is to drive the defenders out of their hex."""
    column = odds.reckon(game, battle).column
    if column is None:
        return 0.0
    units = game.state.units
    held = units_in(game, battle.target)
    steps = sum(units[unit_id].steps for unit_id in held)
    results = [odds.result_of(game, battle, column, face) for face in FACES]
    return sum(drives_out(result, len(held), steps) for result in results) / len(results)


def drives_out(result: str, defenders: int, steps: int) -> bool:
    """Whether a result leaves nobody of so many defenders in their hex."""
    if result == "EX":
        return steps <= defenders
    return steps <= 1 if result == "1+1" else result in ("DR", "DE")


class Outlook:
    """How likely the Soviets are to win, apart from one battle."""

    def __init__(self, situation: Situation, battle: Battle) -> None:
        game, content = situation.game, situation.content
        self._target = battle.target
        self._regions = {condition.level: content.region(condition.region) for condition in content.scenario.victory}
        self._lacking = {condition.level: needed - held for condition, held, needed in victory.progress(game)}
        left = (content.last_turn - game.state.turn) / (content.last_turn - content.first_turn + 1)
        self._expected = {condition.level: PACE * left * condition.count for condition in content.scenario.victory}
        if battle.side == SOVIET:
            for label, chance in other_chances(situation, battle).items():
                for level, region in self._regions.items():
                    self._expected[level] += chance * (label in region)
            self._lacking = {level: lacking + RETAKEN for level, lacking in self._lacking.items()}

    def chance(self, more: int, taken: float, strength: float) -> float:
        """The chance to win if the hex changes hands with some chance and a share of the strength remains."""
        return taken * self._wins(more, strength) + (1.0 - taken) * self._wins(0, strength)

    def _wins(self, more: int, strength: float) -> float:
        """The chance of the likeliest way to victory, if the hex adds so much to those for which it counts."""
        return max(
            reaches(lacking - more * (self._target in self._regions[level]), strength * self._expected[level])
            for level, lacking in self._lacking.items()
        )


def other_chances(situation: Situation, battle: Battle) -> dict[str, float]:
    """The hexes that count and may still fall in this player turn, besides that of a battle, each with its chance."""
    game, found = situation.game, {}
    for label in targets(game, battle.side, battle.group, attacked_already(game)):
        if label in situation.worth and label != battle.target:
            able = tuple(candidates(game, battle.group, label))
            found[label] = chance_to_take(game, Battle(battle.side, battle.group, label, attackers=able))
    if moves_later(game):
        for label in situation.worth:
            if label not in situation.stacks and controller(game, label) != SOVIET and near_own(situation, label):
                found[label] = WALKED_INTO
    return found


def attacked_already(game: Game) -> tuple[str, ...]:
    """The units that have been attacked in the phase that runs."""
    return next((frame.defended for frame in reversed(game.state.stack) if isinstance(frame, CombatPhase)), ())


def moves_later(game: Game) -> bool:
    """Whether the player turn that runs still has a movement phase."""
    turn = next((frame for frame in reversed(game.state.stack) if isinstance(frame, PlayerTurn)), None)
    return turn is not None and any(phase.endswith("/move") for phase in turn.phases)


def near_own(situation: Situation, label: str) -> bool:
    """Whether some Soviet unit stands within a march of a hex."""
    board = situation.content.board
    at = board.index[label]
    return any(board.distance(at, board.index[own]) <= REACH // 2 for own, _ in situation.stacks_of(SOVIET))


def reaches(lacking: int, expected: float) -> float:
    """The chance to gain at least so many hexes where so many are to be expected."""
    if lacking <= 0:
        return 1.0
    if expected <= 0.0:
        return 0.0
    term, below = math.exp(-expected), 0.0
    for number in range(lacking):
        below += term
        term *= expected / (number + 1)
    return max(0.0, 1.0 - below)
