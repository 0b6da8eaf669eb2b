"""When the staff reaches for chemical weapons (4.7): where a battle decides more of the war than the risk may cost.

Every declaration loses the war one time in six, and what is taken early NATO takes back, so only the last turn counts.
There the staff reckons how likely the Soviets are to win with the hex and without it, from the hexes that they hold,
those that may still fall, and those that NATO can retake. It goes chemical if the better odds of this battle are worth
more than the risk and, the first time, than the garrisons of the East Germans, who leave.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from sandtable.games.gsfg import victory
from sandtable.games.gsfg.combat import chemical, combat_odds
from sandtable.games.gsfg.combat.attack import Attack, is_on
from sandtable.games.gsfg.combat.attackers import candidates, targets
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.combat.strengths import Battle
from sandtable.games.gsfg.sequence import PlayerTurn
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import NATO, SOVIET
from sandtable.games.gsfg.units import Game, controller
from sandtable.kernel import Decision
from sandtable.mechanics.roster import units_in

ENOUGH_GAIN = 0.08
"""How much likelier victory must become."""
WALK = 4
"""From how many hexes away an open hex is walked into."""
TAKEN = 0.5
"""The chance that the Soviets do."""
RETAKEN = {True: 0.9, False: 0.4}
"""The chance that NATO does, which has the last move: it goes for cities before all else."""
STORMED = 0.2
"""The chance that NATO takes a hex next to it that a Soviet unit holds."""
UNKNOWN = 2.0
"""What cannot be foreseen, as a variance in hexes, while NATO's last movement phase is still to come."""


def declare(situation: Situation, decision: Decision) -> str:
    """Chemical weapons, or not, in the battle at hand."""
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, Attack)
    return "do:chemical" if gain_of_gas(situation, frame.battle) > ENOUGH_GAIN else "do:conventional"


def best_target(situation: Situation, group: str, second: bool, labels: list[str]) -> str | None:
    """The hex that is worth storming with gas, where nothing can be won without it."""
    best, found = ENOUGH_GAIN, None
    for label in labels if situation.side == SOVIET and is_last_turn(situation) else ():
        able = tuple(candidates(situation.game, group, label))
        gain = gain_of_gas(situation, Battle(SOVIET, group, label, second, attackers=able))
        if gain > best:
            best, found = gain, label
    return found


def takes_everybody(situation: Situation, battle: Battle, offered: list[str]) -> bool:
    """Whether a battle is lost without gas and worth it with all who are offered: then all of them join."""
    if situation.side != SOVIET or not is_last_turn(situation):
        return False
    everybody = replace(battle, attackers=(*battle.attackers, *offered))
    return chance_to_take(situation.game, everybody) == 0.0 and gain_of_gas(situation, everybody) > ENOUGH_GAIN


def is_last_turn(situation: Situation) -> bool:
    return situation.game.state.turn == situation.content.last_turn


def gain_of_gas(situation: Situation, battle: Battle) -> float:
    """By how much a declaration in a battle makes a Soviet victory likelier; it may well be negative."""
    game = situation.game
    if battle.target not in situation.worth or not is_last_turn(situation) or not chemical.may_use(game, battle):
        return 0.0
    after, fought = chemical.afterwards(game, battle)
    with_gas = chance_to_take(after, fought) if is_on(after, fought) else 0.0
    without = chance_to_take(game, battle)
    if (with_gas <= without) if battle.side == SOVIET else (with_gas >= without):
        return 0.0
    then = Situation(after, situation.side, situation.doctrine)
    return (1.0 - risk(game)) * chance_to_win(then, battle, with_gas) - chance_to_win(situation, battle, without)


def risk(game: Game) -> float:
    """The chance that a declaration ends the war at once."""
    faces = chemical.outcomes(game)
    return faces.get(chemical.NUCLEAR, 0) / sum(faces.values())


def chance_to_take(game: Game, battle: Battle) -> float:
    """How likely the attacker is to drive the defenders out of their hex."""
    column = combat_odds.reckon(game, battle).column
    if column is None:
        return 0.0
    units, held = game.state.units, units_in(game, battle.target)
    steps = sum(units[unit_id].steps for unit_id in held)
    faces = combat_odds.results_of_faces(game, battle, column)
    good = sum(number for result, number in faces.items() if drives_out(result, len(held), steps))
    return good / faces.total()


def drives_out(result: str, defenders: int, steps: int) -> bool:
    """Whether a result leaves nobody of so many defenders in their hex."""
    if result == "EX":
        return steps <= defenders
    return steps <= 1 if result == "1+1" else result in ("DR", "DE")


# How the war will end


def chance_to_win(situation: Situation, battle: Battle, taken: float) -> float:
    """The chance of the likeliest Soviet way to victory, if the hex under attack is taken with some chance."""
    falls, returns = yet_to_fall(situation, battle), yet_to_return(situation, battle)
    (falls if battle.side == SOVIET else returns)[battle.target] = taken
    unknown = UNKNOWN if battle.side == SOVIET or moves_later(situation.game) else 0.0
    best = 0.0
    for condition, held, needed in victory.progress(situation.game):
        region = situation.content.region(condition.region)
        won = [chance for label, chance in falls.items() if label in region]
        lost = [chance for label, chance in returns.items() if label in region]
        spread = math.sqrt(unknown + sum(chance * (1.0 - chance) for chance in (*won, *lost)))
        best = max(best, at_least(needed, held + sum(won) - sum(lost), spread))
    return best


def at_least(needed: int, expected: float, spread: float) -> float:
    """The chance of so many hexes where some number is expected, give or take a spread."""
    return 0.5 * math.erfc((needed - 0.5 - expected) / (max(spread, 0.5) * math.sqrt(2.0)))


def yet_to_fall(situation: Situation, battle: Battle) -> dict[str, float]:
    """The hexes that count and that the Soviets may still take in their player turn, each with its chance."""
    game, found = situation.game, {}
    if battle.side != SOVIET:
        return {}
    for label in targets(game, battle.side, battle.group, attacked_already(game)):
        if label in situation.worth and label != battle.target:
            able = tuple(candidates(game, battle.group, label))
            found[label] = chance_to_take(game, Battle(battle.side, battle.group, label, attackers=able))
    if moves_later(game):
        found |= dict.fromkeys(open_to(situation, SOVIET), TAKEN)
    return found


def yet_to_return(situation: Situation, battle: Battle) -> dict[str, float]:
    """The hexes that count and that NATO may still retake in the last player turn, each with its chance."""
    found, terrain = {}, situation.content.terrain
    enemies = {label for label, _ in situation.stacks_of(NATO)}
    for label, _ in situation.stacks_of(SOVIET):
        if label in situation.worth and not enemies.isdisjoint(situation.content.land_adjacent[label]):
            found[label] = STORMED
    if battle.side == SOVIET or moves_later(situation.game):
        found |= {label: RETAKEN[terrain[label] == "city"] for label in open_to(situation, NATO)}
    return found


def open_to(situation: Situation, side: str) -> list[str]:
    """The hexes that count and that a side can walk into: held by the other with nobody in them."""
    board = situation.content.board
    walkers = [board.index[label] for label, _ in situation.stacks_of(side)]
    return [
        label
        for label in situation.worth
        if label not in situation.stacks
        and controller(situation.game, label) != side
        and any(board.distance(board.index[label], walker) <= WALK for walker in walkers)
    ]


def attacked_already(game: Game) -> tuple[str, ...]:
    """The units that have been attacked in the phase that runs."""
    return next((frame.defended for frame in reversed(game.state.stack) if isinstance(frame, CombatPhase)), ())


def moves_later(game: Game) -> bool:
    """Whether the player turn that runs still has a movement phase."""
    turn = next((frame for frame in reversed(game.state.stack) if isinstance(frame, PlayerTurn)), None)
    return turn is not None and any(phase.endswith("/move") for phase in turn.phases)
