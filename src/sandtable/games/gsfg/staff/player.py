"""The game's own bot: a staff that answers each kind of question by rules of thumb."""

from __future__ import annotations

from sandtable.games.gsfg.combat.attack import Attack
from sandtable.games.gsfg.combat.combat_phase import CombatPhase
from sandtable.games.gsfg.movement.move import ROAD_MODE, Move
from sandtable.games.gsfg.staff import battles, flights, gas, jamming, moves, raiders, weasels
from sandtable.games.gsfg.staff.doctrine import STANDARD, Doctrines
from sandtable.games.gsfg.staff.flights import hexes
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import SOVIET
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Decision
from sandtable.mechanics.staff import Answer, Staff

FAR_FROM_ENEMY = 9
"""How far the enemy must be for a unit to take to the roads."""
RELUCTANCE = 0.05
"""How much better another hex must be for a unit to move at all."""


def first(situation: Situation, decision: Decision) -> str:
    return decision.options[0].id


def standard(situation: Situation, decision: Decision) -> str:
    return "do:standard"


def units(decision: Decision) -> list[str]:
    return [option.removeprefix("unit:") for option in decision.ids if option.startswith("unit:")]


# Movement


def sequence(situation: Situation, decision: Decision) -> str:
    """Those in contact can only fight, so the more of the front is in contact, the more fighting comes first."""
    doctrine, group = situation.doctrine, str(decision.args["group"])
    if decision.find("sequence:fight-fight") and situation.share_engaged(group) > doctrine.fight_twice:
        return "sequence:fight-fight"
    return "sequence:fight-move" if situation.share_in_contact > doctrine.fight_first else "sequence:move-fight"


def move_unit(situation: Situation, decision: Decision) -> str:
    """Special forces and forming divisions first, then the units nearest to the enemy, then guns and newcomers."""
    markers = situation.game.state.special_forces
    first_of_all = [
        option
        for option in decision.ids
        if option.startswith("link:") or (option.startswith("sf:") and not markers[option.removeprefix("sf:")].rested)
    ]
    if first_of_all:
        return first_of_all[0]
    able = [unit_id for unit_id in units(decision) if not is_to_stay(situation, unit_id)]
    if not able:
        return "do:done" if decision.find("do:done") else decision.options[0].id
    return f"unit:{min(able, key=lambda unit_id: turn_to_move(situation, unit_id))}"


def is_to_stay(situation: Situation, unit_id: str) -> bool:
    """Whether it has been settled in this phase that a unit stays where it is, or away."""
    state = situation.game.state
    unit = state.units.get(unit_id)
    return state.delayed.get(unit_id) == state.turn if unit is None else unit.rested


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
    if decision.find("do:stop") and (
        chosen is None or moves.value(situation, unit_id, at, 0) + RELUCTANCE >= chosen[0]
    ):
        return "do:stop"
    assert chosen is not None
    return f"hex:{chosen[1]}"


def best_hex(situation: Situation, decision: Decision, unit_id: str) -> tuple[float, str] | None:
    costs = destinations(decision)
    if decision.args.get("mode") == ROAD_MODE:
        costs = dict.fromkeys(costs, situation.content.counters[unit_id].move)
    return max(((moves.value(situation, unit_id, label, cost), label) for label, cost in costs.items()), default=None)


def destinations(decision: Decision) -> dict[str, int]:
    """The hexes offered, with their costs."""
    options = [option for option in decision.options if option.id.startswith("hex:")]
    return {option.id.removeprefix("hex:"): int(option.cost or 0) for option in options}


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
    labels = hexes(decision)
    target = battles.best_target(situation, frame.group, frame.second, labels)
    if target is None:
        target = gas.best_target(situation, frame.group, frame.second, labels)
    if target is not None:
        return f"hex:{target}"
    return next((option for option in decision.ids if option.startswith("sf:")), "do:done")


def attackers(situation: Situation, decision: Decision) -> str:
    frame = situation.game.state.stack[-1]
    assert isinstance(frame, Attack)
    able = units(decision)
    chosen = battles.next_attacker(situation, frame.battle, able)
    if chosen is None and able and gas.takes_everybody(situation, frame.battle, able):
        chosen = able[0]
    return "do:attack" if chosen is None and decision.find("do:attack") else f"unit:{chosen or able[0]}"


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
ANSWERS: dict[str, Answer[Situation]] = {
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
    "ground-attack": weasels.ground_attack,
    "weasels": weasels.exchange,
    "suppress": weasels.suppress,
    "escort": weasels.escort,
    "deep-strike": flights.deep_strike,
    "interdict": flights.interdict,
    "pick-reinforcement": strongest,
    "chemical": gas.declare,
    "set-jammers": jamming.set_markers,
    "jam": jamming.jam,
    "counter-jam": jamming.counter_jam,
    "resolve-ew": first,
    "place-sf": raiders.place,
    "move-sf": raiders.move,
    "fly-sf": raiders.fly,
    "displace-sf": raiders.displace,
    "attack-sf": raiders.hunter,
    "support": first,
    "cut-off": first,
    "aerial-supply": fly_supply,
    "supply-hex": flights.supply,
    "link-up": first,
}


class StaffPlayer(Staff[Situation]):
    """Moves, fights and flies by rules of thumb after a doctrine."""

    answers = ANSWERS

    def __init__(self, seed: int, doctrines: Doctrines = STANDARD) -> None:
        super().__init__(seed)
        self._doctrines = doctrines

    def situation(self, game: Game, decision: Decision) -> Situation:
        mover = str(decision.args["unit"]) if decision.prompt in MOVES else ""
        return Situation(game, decision.side, self._doctrines[decision.side], mover)
