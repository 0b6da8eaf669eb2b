"""Rules of thumb for playing on quickly: what a search follows through the worlds that it makes up."""

from __future__ import annotations

import random
from collections.abc import Callable

from sandtable.games.primer.combat import attackers_of, battle
from sandtable.games.primer.content import Content
from sandtable.games.primer.evaluation import NEARNESS
from sandtable.games.primer.movement import Move
from sandtable.games.primer.state import OFF_MAP, other
from sandtable.games.primer.units import Game, kind_of, strength
from sandtable.kernel import Decision

RESULTS = {"AL": -1.6, "AD": -0.7, "EX": 0.0, "DR": 1.2, "DL": 2.4, "DE": 3.6}
"""What each result of a battle is worth to the attacker."""
WORTHWHILE = 0.15
"""What an attack must promise to be made."""
ON_OBJECTIVE = 1.0
"""How much more an attack on an objective is worth."""
EXPOSED = 0.8
"""What standing next to an enemy costs who has no attack to make from there."""
SHELTER = 0.25
"""What each column is worth that the terrain takes from attacks, next to the enemy."""
GUARD = 0.8
"""What standing on an objective of the own is worth, by its points."""
CLOSE = 2
"""From how many hexes away the enemy counts as near."""


class Drill:
    """Answers each kind of question by a rule of thumb; the same seed makes the same choices."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)
        self._columns: list[float] = []

    def answer(self, game: Game, decision: Decision) -> str:
        rule_of_thumb = _ANSWERS.get(decision.prompt)
        return rule_of_thumb(self, game, decision) if rule_of_thumb else decision.options[0].id

    def order(self, game: Game, decision: Decision) -> str:
        """March while the enemy is far; near him attack, or hold what counts."""
        holds = sum(points for label, points in _objectives(game) if game.state.control.get(label) == decision.side)
        all_points = sum(points for _, points in _objectives(game))
        wanted = ["order:march"]
        if _in_contact(game, decision.side):
            wanted = ["order:hold", "order:assault"] if 2 * holds > all_points else ["order:assault", "order:hold"]
        return next((option for option in wanted if decision.find(option)), self._rng.choice(decision.options).id)

    def move_to(self, game: Game, decision: Decision) -> str:
        frame = game.state.stack[-1]
        assert isinstance(frame, Move)
        ground = _Ground(game, frame.unit, self.columns(game.content))
        best, chosen = ground.value(game.state.units[frame.unit].at), "do:stay"
        for option in decision.ids:
            if option.startswith("hex:"):
                value = ground.value(option[4:])
                if value > best:
                    best, chosen = value, option
        return chosen

    def attack_hex(self, game: Game, decision: Decision) -> str:
        best, chosen = WORTHWHILE, "do:done"
        for option in decision.ids:
            if option.startswith("hex:"):
                target = option[4:]
                able = tuple(attackers_of(game, decision.side, target))
                promised = self.columns(game.content)[battle(game, decision.side, target, able)[0]]
                promised += ON_OBJECTIVE * (target in game.content.scenario.objectives)
                if promised > best:
                    best, chosen = promised, option
        return chosen

    def columns(self, content: Content) -> list[float]:
        """What an attack promises at each column of the results table."""
        if not self._columns:
            crt = content.crt
            for column in range(len(crt.columns)):
                self._columns.append(sum(RESULTS[crt.result(column, face)] for face in range(1, 7)) / 6)
        return self._columns


def _objectives(game: Game) -> list[tuple[str, int]]:
    return list(game.content.scenario.objectives.items())


def _in_contact(game: Game, side: str) -> bool:
    """Whether any counter of a side has an enemy near it."""
    board, units = game.content.board, game.state.units.values()
    own = [board.index[unit.at] for unit in units if unit.side == side and unit.at != OFF_MAP]
    enemies = [board.index[unit.at] for unit in units if unit.side != side and unit.at != OFF_MAP]
    return any(board.distance(a, b) <= CLOSE for a in own for b in enemies)


class _Ground:
    """What hexes are worth to a counter about to move."""

    def __init__(self, game: Game, unit_id: str, columns: list[float]) -> None:
        content, state = game.content, game.state
        self._content = content
        self._unit_id = unit_id
        self._columns = columns
        unit = state.units[unit_id]
        kind = kind_of(content, unit)
        self._mine = 0 if kind.dummy else strength(content, unit, kind.attack)
        self._is_bluff = kind.dummy
        self._left = content.scenario.turns - state.turn + 1
        self._goals = [
            (NEARNESS * points * (0.4 if state.control.get(label) == unit.side else 1.0))
            for label, points in content.scenario.objectives.items()
        ]
        self._mine_already = {label for label, holder in state.control.items() if holder == unit.side}
        self._enemies: dict[str, int] = {}
        self._friends: dict[str, int] = {}
        for other_id, someone in state.units.items():
            if someone.at == OFF_MAP or other_id == unit_id:
                continue
            worth = kind_of(content, someone)
            if someone.side == unit.side:
                self._friends[someone.at] = self._friends.get(someone.at, 0) + strength(content, someone, worth.attack)
            else:
                defence = strength(content, someone, worth.defence)
                self._enemies[someone.at] = self._enemies.get(someone.at, 0) + defence
        orders = state.orders
        self._shift = (orders.get(unit.side) == "assault") - (orders.get(other(unit.side)) == "hold")

    def value(self, label: str) -> float:
        content = self._content
        value = sum(pull * near for pull, near in zip(self._goals, content.nearness[label], strict=True))
        points = content.scenario.objectives.get(label, 0)
        if points and not self._is_bluff:
            value += GUARD * points if label in self._mine_already else points * (0.5 + 0.5 * self._left)
        near = [at for at in content.adjacent[label] if at in self._enemies]
        if near:
            attack = max(self._attack(at) for at in near)
            value += attack if attack > 0 else -EXPOSED
            value -= SHELTER * content.terrain_at[label].shift
        return value

    def _attack(self, target: str) -> float:
        """What an attack from here would promise, with the friends who stand next to its target already."""
        content = self._content
        friends = sum(self._friends.get(at, 0) for at in content.adjacent[target])
        defence = max(1, self._enemies[target])
        if not self._mine:
            return 0.0
        crt = content.crt
        shift = content.terrain_at[target].shift + self._shift
        together = self._columns[crt.shifted(crt.column(self._mine + friends, defence), shift)]
        alone = self._columns[crt.shifted(crt.column(friends, defence), shift)] if friends else 0.0
        gain = max(0.0, together) - max(0.0, alone)
        return gain + (0.3 * together if together > 0 else 0.0)


def _first_unit(drill: Drill, game: Game, decision: Decision) -> str:
    """Whoever is offered first; the order of the moves is not thought about."""
    return decision.options[0].id


def _attackers(drill: Drill, game: Game, decision: Decision) -> str:
    """Everybody joins."""
    return next((option for option in decision.ids if option.startswith("unit:")), "do:attack")


def _advance(drill: Drill, game: Game, decision: Decision) -> str:
    """The sturdiest goes forward."""
    units = [option for option in decision.ids if option.startswith("unit:")]
    return max(units, key=lambda option: _sturdiness(game, option[5:])) if units else decision.options[-1].id


def _lose(drill: Drill, game: Game, decision: Decision) -> str:
    """Who has steps to spare."""
    return max(decision.ids, key=lambda option: _sturdiness(game, option[5:]))


def _sturdiness(game: Game, unit_id: str) -> tuple[int, int]:
    unit = game.state.units[unit_id]
    return unit.steps, kind_of(game.content, unit).defence


def _retreat_or_stand(drill: Drill, game: Game, decision: Decision) -> str:
    """An objective is held as long as there are steps to lose."""
    at = str(decision.args["hex"])
    steps = sum(unit.steps for unit in game.state.units.values() if unit.at == at)
    return "do:stand" if at in game.content.scenario.objectives and steps > 1 else "do:retreat"


def _retreat_to(drill: Drill, game: Game, decision: Decision) -> str:
    """To where the counter is worth most."""
    ground = _Ground(game, str(decision.args["unit"]), drill.columns(game.content))
    return max(decision.ids, key=lambda option: ground.value(option[4:]))


_ANSWERS: dict[str, Callable[[Drill, Game, Decision], str]] = {
    "order": Drill.order,
    "move-unit": _first_unit,
    "move-to": Drill.move_to,
    "attack-hex": Drill.attack_hex,
    "attackers": _attackers,
    "advance": _advance,
    "lose-step": _lose,
    "retreat-or-stand": _retreat_or_stand,
    "retreat-to": _retreat_to,
}
