"""The game's own bot: a staff that answers each kind of question by rules of thumb."""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.games.gsfg.combat import Attack, CombatPhase
from sandtable.games.gsfg.movement import Move
from sandtable.games.gsfg.staff import battles, moves
from sandtable.games.gsfg.staff.situation import Situation
from sandtable.games.gsfg.state import State
from sandtable.games.gsfg.units import Game
from sandtable.kernel import Decision, View

FAR_FROM_ENEMY = 9
"""How far the enemy must be for a unit to take to the roads."""
SHARE_OF_DEEP_STRIKES = 0.4
FIGHT_TWICE = 0.75
FIGHT_FIRST = 0.3
"""The shares of the own units in contact from which fighting comes first, or comes twice."""

Answer = Callable[[Situation, Decision], str | None]


class StaffPlayer:
    """Moves, fights and flies by rules of thumb; the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._answers: dict[str, Answer] = {
            "sequence": self._sequence,
            "set-up": self._standard,
            "muster": self._standard,
            "move-unit": self._move_unit,
            "move-to": self._move_to,
            "rebase": self._place,
            "land-at": self._place,
            "attack-hex": self._attack_hex,
            "attackers": self._attackers,
            "advance": self._advance,
            "advance-too": self._advance_too,
            "lose-step": self._lose_step,
            "take-step": self._take_step,
            "bomb-hex": self._bomb,
            "ground-attack": self._bomb,
            "deep-strike": self._deep_strike,
            "interdict": self._interdict,
            "pick-reinforcement": self._strongest,
            "chemical": self._conventional,
            "support": self._first,
            "cut-off": self._first,
            "aerial-supply": self._aerial_supply,
            "supply-hex": self._supply_hex,
            "link-up": self._first,
        }

    def choose(self, view: View, decision: Decision) -> str:
        if len(decision.options) == 1:
            return decision.options[0].id
        state = view.state
        assert isinstance(state, State)
        situation = Situation(Game(view.title, view.content, state), decision.side)
        answer = self._answers.get(decision.prompt, self._entry if decision.rule == "9.1" else self._any)
        chosen = answer(situation, decision)
        return chosen if chosen is not None else self._rng.choice(decision.options).id

    def _any(self, situation: Situation, decision: Decision) -> str | None:
        return None

    def _first(self, situation: Situation, decision: Decision) -> str:
        return decision.options[0].id

    def _standard(self, situation: Situation, decision: Decision) -> str:
        return "do:standard"

    def _conventional(self, situation: Situation, decision: Decision) -> str:
        return "do:conventional"

    # Movement

    def _sequence(self, situation: Situation, decision: Decision) -> str:
        """Those in contact can only fight, so the more of the front is in contact, the more fighting comes first."""
        share = situation.share_in_contact
        if share > FIGHT_TWICE and decision.find("sequence:fight-fight"):
            return "sequence:fight-fight"
        return "sequence:fight-move" if share > FIGHT_FIRST else "sequence:move-fight"

    def _move_unit(self, situation: Situation, decision: Decision) -> str:
        """The units nearest to the enemy first, guns last; then whoever is still to come."""
        units = [option.id for option in decision.options if option.id.startswith("unit:")]
        if not units:
            return "do:done" if decision.find("do:done") else decision.options[0].id
        return min(units, key=lambda option: self._order(situation, option.removeprefix("unit:")))

    def _order(self, situation: Situation, unit_id: str) -> tuple[bool, int, str]:
        unit = situation.game.state.units.get(unit_id)
        guns = situation.content.counters[unit_id].type == "artillery"
        return guns, 50 if unit is None else situation.distance_to_enemy(unit.at), unit_id

    def _move_to(self, situation: Situation, decision: Decision) -> str:
        frame = situation.game.state.stack[-1]
        assert isinstance(frame, Move)
        unit_id = frame.units[0]
        at = situation.game.state.units[unit_id].at
        if decision.find("do:road-mode") and situation.distance_to_enemy(at) >= FAR_FROM_ENEMY:
            return "do:road-mode"
        chosen = self._best_hex(situation, decision, unit_id)
        stay = moves.value(situation, unit_id, at) + 0.05
        if chosen is None or stay >= chosen[0]:
            return "do:stop"
        return f"hex:{chosen[1]}"

    def _best_hex(self, situation: Situation, decision: Decision, unit_id: str) -> tuple[float, str] | None:
        labels = [option.id.removeprefix("hex:") for option in decision.options if option.id.startswith("hex:")]
        return max(((moves.value(situation, unit_id, label), label) for label in labels), default=None)

    def _place(self, situation: Situation, decision: Decision) -> str | None:
        """Where a unit lands or rebases to: where it is worth most."""
        best = self._best_hex(situation, decision, str(decision.args["unit"]))
        return None if best is None else f"hex:{best[1]}"

    def _entry(self, situation: Situation, decision: Decision) -> str | None:
        best = self._best_hex(situation, decision, str(decision.args["unit"]))
        return None if best is None else f"hex:{best[1]}"

    # Combat

    def _attack_hex(self, situation: Situation, decision: Decision) -> str:
        frame = situation.game.state.stack[-1]
        assert isinstance(frame, CombatPhase)
        labels = [option.id.removeprefix("hex:") for option in decision.options if option.id.startswith("hex:")]
        target = battles.best_target(situation, frame.group, frame.second, labels)
        return "do:done" if target is None else f"hex:{target}"

    def _attackers(self, situation: Situation, decision: Decision) -> str:
        frame = situation.game.state.stack[-1]
        assert isinstance(frame, Attack)
        offered = [option.id.removeprefix("unit:") for option in decision.options if option.id.startswith("unit:")]
        chosen = battles.next_attacker(situation.game, frame.battle, offered)
        return "do:attack" if chosen is None else f"unit:{chosen}"

    def _advance(self, situation: Situation, decision: Decision) -> str:
        return max(decision.ids, key=lambda option: self._defense(situation, option))

    def _advance_too(self, situation: Situation, decision: Decision) -> str:
        units = [option for option in decision.ids if option.startswith("unit:")]
        if not units or str(decision.args["hex"]) not in situation.worth:
            return "do:done"
        return max(units, key=lambda option: self._defense(situation, option))

    def _defense(self, situation: Situation, option: str) -> tuple[int, str]:
        return situation.content.counters[option.removeprefix("unit:")].defense, option

    def _lose_step(self, situation: Situation, decision: Decision) -> str:
        """Give up what matters least: a step of a full unit before a whole one, the weak before the strong."""
        units = situation.game.state.units
        counters = situation.content.counters

        def price(option: str) -> tuple[int, int, str]:
            unit_id = option.removeprefix("unit:")
            kind = counters[unit_id]
            last = unit_id not in units or units[unit_id].steps == 1
            return (kind.attack + kind.defense if last else 0), kind.attack, option

        return min(decision.ids, key=price)

    def _take_step(self, situation: Situation, decision: Decision) -> str:
        """Take from the enemy what hurts him most."""
        counters = situation.content.counters
        units = situation.game.state.units

        def harm(option: str) -> tuple[int, str]:
            unit_id = option.removeprefix("unit:")
            if unit_id not in units:
                return 0, option
            return counters[unit_id].attack + counters[unit_id].defense + 3 * (units[unit_id].steps == 1), option

        return max(decision.ids, key=harm)

    def _strongest(self, situation: Situation, decision: Decision) -> str | None:
        counters = situation.content.counters
        units = [option for option in decision.ids if option.startswith("unit:")]
        if not units:
            return None
        return max(
            units,
            key=lambda option: (
                counters[option.removeprefix("unit:")].steps,
                counters[option.removeprefix("unit:")].attack,
                option,
            ),
        )

    # Air

    def _bomb(self, situation: Situation, decision: Decision) -> str:
        """The stack that matters most: strong, near the front, and on ground that counts."""
        labels = [option.removeprefix("hex:") for option in decision.ids if option.startswith("hex:")]
        if not labels:
            return decision.options[-1].id

        def weight(label: str) -> tuple[float, str]:
            stack = situation.stacks[label]
            near = 3.0 if situation.pressure.get(label) else 0.0
            city = -1.5 if situation.content.terrain[label] == "city" else 0.0
            fragile = 1.5 if stack.steps == len(stack.ids) else 0.0
            return stack.attack + stack.defense + near + city + fragile, label

        return f"hex:{max(labels, key=weight)}"

    def _deep_strike(self, situation: Situation, decision: Decision) -> str:
        """A share of the aircraft goes deep; the rest flies over the front."""
        wanted = round(situation.game.state.air.aircraft * SHARE_OF_DEEP_STRIKES)
        return decision.ids[min(wanted, len(decision.ids) - 1)]

    def _interdict(self, situation: Situation, decision: Decision) -> str:
        """Behind the enemy's nearest strong stack, if any."""
        taken = situation.game.state.interdiction
        labels = [
            label
            for label, stack in situation.stacks.items()
            if stack.side == situation.enemy and label not in taken and decision.find(f"hex:{label}")
        ]
        if not labels:
            return decision.options[-1].id
        return f"hex:{max(labels, key=lambda label: (situation.stacks[label].attack, label))}"

    def _aerial_supply(self, situation: Situation, decision: Decision) -> str:
        return "do:aerial-supply"

    def _supply_hex(self, situation: Situation, decision: Decision) -> str | None:
        """Where most of the unsupplied can draw on it."""
        hungry = [
            unit.at
            for unit_id, unit in situation.game.state.units.items()
            if situation.content.counters[unit_id].side == situation.side
            and not situation.is_supplied_at(unit_id, unit.at)
        ]
        if not hungry:
            return None
        near = {label for at in hungry for label in (at, *situation.content.adjacent[at])}
        offered = [label for label in sorted(near) if decision.find(f"hex:{label}")]
        if not offered:
            return None

        def fed(label: str) -> int:
            return sum(at == label or at in situation.content.adjacent[label] for at in hungry)

        return f"hex:{max(offered, key=fed)}"
