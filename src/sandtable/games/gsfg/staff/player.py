"""The game's own bot: a staff that answers each kind of question by rules of thumb.

It sees a view and nothing more: the game that it builds from it only answers questions about the position.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.games.gsfg.combat import Attack, CombatPhase
from sandtable.games.gsfg.movement import Move
from sandtable.games.gsfg.staff import battles, flights, moves
from sandtable.games.gsfg.staff.flights import hexes
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import NATO, SOVIET, State
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Decision, View

FAR_FROM_ENEMY = 9
"""How far the enemy must be for a unit to take to the roads."""
FIGHT_TWICE = 0.75
FIGHT_FIRST = {SOVIET: 0.55, NATO: 0.2}
"""The shares of the own units in contact from which fighting comes first, or comes twice."""
RELUCTANCE = 0.05
"""How much better another hex must be for a unit to move at all."""

Answer = Callable[[Situation, Decision], str | None]


class StaffPlayer:
    """Moves, fights and flies by rules of thumb; the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].id
        state = view.state
        assert isinstance(state, State)
        mover = str(decision.args["unit"]) if decision.prompt in MOVES else ""
        situation = Situation(Game(view.title, view.content, state), decision.side, mover)
        answer = ANSWERS.get(decision.prompt)
        chosen = answer(situation, decision) if answer else None
        return chosen if chosen is not None else self._rng.choice(decision.options).id


def first(situation: Situation, decision: Decision) -> str:
    return decision.options[0].id


def standard(situation: Situation, decision: Decision) -> str:
    return "do:standard"


def conventional(situation: Situation, decision: Decision) -> str:
    return "do:conventional"


def units(decision: Decision) -> list[str]:
    return [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]


# Movement


def sequence(situation: Situation, decision: Decision) -> str:
    """Those in contact can only fight, so the more of the front is in contact, the more fighting comes first."""
    share = situation.share_in_contact
    if share > FIGHT_TWICE and decision.find("sequence:fight-fight"):
        return "sequence:fight-fight"
    return "sequence:fight-move" if share > FIGHT_FIRST[situation.side] else "sequence:move-fight"


def move_unit(situation: Situation, decision: Decision) -> str:
    """Divisions form where they can; then the units nearest to the enemy first, guns last, then whoever is to come."""
    links = [option for option in decision.ids if option.startswith("link:")]
    if links:
        return links[0]
    able = units(decision)
    if not able:
        return "do:done" if decision.find("do:done") else decision.options[0].id
    return f"unit:{min(able, key=lambda unit_id: turn_to_move(situation, unit_id))}"


def turn_to_move(situation: Situation, unit_id: str) -> tuple[bool, int, str]:
    unit = situation.game.state.units.get(unit_id)
    guns = situation.content.counters[unit_id].type == "artillery"
    return guns, 50 if unit is None else situation.distance_to_enemy(unit.at), unit_id


def move_to(situation: Situation, decision: Decision) -> str:
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, Move)
    unit_id = frame.units[0]
    at = situation.game.state.units[unit_id].at
    if decision.find("do:road-mode") and situation.distance_to_enemy(at) >= FAR_FROM_ENEMY:
        return "do:road-mode"
    return best_or_stay(situation, decision, unit_id, at)


def rebase(situation: Situation, decision: Decision) -> str:
    """An air mobile unit that stays can support the defence, so it moves for a good reason only."""
    unit_id = str(decision.args["unit"])
    return best_or_stay(situation, decision, unit_id, situation.game.state.units[unit_id].at)


def best_or_stay(situation: Situation, decision: Decision, unit_id: str, at: str) -> str:
    chosen = best_hex(situation, decision, unit_id)
    if decision.find("do:stop") and (chosen is None or moves.value(situation, unit_id, at) + RELUCTANCE >= chosen[0]):
        return "do:stop"
    assert chosen is not None
    return f"hex:{chosen[1]}"


def best_hex(situation: Situation, decision: Decision, unit_id: str) -> tuple[float, str] | None:
    return max(((moves.value(situation, unit_id, label), label) for label in hexes(decision)), default=None)


def land(situation: Situation, decision: Decision) -> str | None:
    """Soviet airborne divisions are dropped where something lies open, others where they are worth most."""
    if situation.side == SOVIET:
        return flights.drop(situation, decision)
    return enter(situation, decision)


def enter(situation: Situation, decision: Decision) -> str | None:
    best = best_hex(situation, decision, str(decision.args["unit"]))
    return None if best is None else f"hex:{best[1]}"


# Combat


def attack_hex(situation: Situation, decision: Decision) -> str:
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, CombatPhase)
    target = battles.best_target(situation, frame.group, frame.second, hexes(decision))
    return "do:done" if target is None else f"hex:{target}"


def attackers(situation: Situation, decision: Decision) -> str:
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, Attack)
    chosen = battles.next_attacker(situation, frame.battle, units(decision))
    return "do:attack" if chosen is None and decision.find("do:attack") else f"unit:{chosen or units(decision)[0]}"


def advance(situation: Situation, decision: Decision) -> str:
    return max(decision.ids, key=lambda option: sturdiness(situation, option))


def advance_too(situation: Situation, decision: Decision) -> str:
    """One more goes along into what must be held."""
    able = [option for option in decision.ids if option.startswith("unit:")]
    if not able or str(decision.args["hex"]) not in situation.worth:
        return "do:done"
    return max(able, key=lambda option: sturdiness(situation, option))


def sturdiness(situation: Situation, option: str) -> tuple[int, int, str]:
    unit_id = option.removeprefix("unit:")
    return situation.game.state.units[unit_id].steps, situation.content.counters[unit_id].defense, option


def retreat(situation: Situation, decision: Decision) -> str:
    return f"hex:{battles.retreat_for(situation, hexes(decision))}"


def lose(situation: Situation, decision: Decision) -> str:
    return battles.cheapest(situation.game, decision.ids)


def take(situation: Situation, decision: Decision) -> str:
    return battles.dearest(situation.game, decision.ids)


def strongest(situation: Situation, decision: Decision) -> str | None:
    """Full divisions first, tanks before riflemen."""
    counters = situation.content.counters
    return (
        f"unit:{max(units(decision), key=lambda unit_id: (counters[unit_id].steps, counters[unit_id].attack, unit_id))}"
    )


def fly_supply(situation: Situation, decision: Decision) -> str:
    return "do:aerial-supply"


MOVES = frozenset({"move-to", "rebase", "enter-at", "land-at"})
"""The questions of where a unit goes."""
ANSWERS: dict[str, Answer] = {
    "sequence": sequence,
    "set-up": standard,
    "muster": standard,
    "move-unit": move_unit,
    "move-to": move_to,
    "rebase": rebase,
    "enter-at": enter,
    "land-at": land,
    "attack-hex": attack_hex,
    "attackers": attackers,
    "advance": advance,
    "advance-too": advance_too,
    "retreat-to": retreat,
    "retreat-together": retreat,
    "retreat-loss": lose,
    "remove-excess": take,
    "lose-step": lose,
    "take-step": take,
    "bomb-hex": flights.bomb,
    "ground-attack": flights.bomb,
    "deep-strike": flights.deep_strike,
    "interdict": flights.interdict,
    "pick-reinforcement": strongest,
    "chemical": conventional,
    "support": first,
    "cut-off": first,
    "aerial-supply": fly_supply,
    "supply-hex": flights.supply,
    "link-up": first,
}
