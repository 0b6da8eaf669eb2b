"""Rules of thumb for playing on quickly: what a search follows through the worlds that it makes up."""

from __future__ import annotations

from sandtable.games.primer.combat import attackers_of, battle
from sandtable.games.primer.content import Content
from sandtable.games.primer.evaluation import NEARNESS, nearness
from sandtable.games.primer.movement import Move
from sandtable.games.primer.state import OFF_MAP, other
from sandtable.games.primer.units import Game, kind_of, strength
from sandtable.kernel import Decision, of_content
from sandtable.mechanics.roster import hexes_of, units_in
from sandtable.mechanics.staff import Answer, Staff

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


@of_content
def promises(content: Content) -> list[float]:
    """What an attack promises at each column of the results table."""
    crt = content.crt
    found = []
    for chart in crt.charts:
        faces = [RESULTS[result] for result, count in chart.chances(crt.die).items() for _ in range(count)]
        found.append(sum(faces) / len(faces))
    return found


def _order(game: Game, decision: Decision) -> str | None:
    """March while the enemy is far; near him attack, or hold what counts."""
    holds = sum(points for label, points in _objectives(game) if game.state.control.get(label) == decision.side)
    all_points = sum(points for _, points in _objectives(game))
    wanted = ["order:march"]
    if _in_contact(game, decision.side):
        wanted = ["order:hold", "order:assault"] if 2 * holds > all_points else ["order:assault", "order:hold"]
    return next((option for option in wanted if decision.find(option)), None)


def _move_to(game: Game, decision: Decision) -> str:
    frame = game.state.stack[-1]
    assert isinstance(frame, Move)
    ground = _Ground(game, frame.unit)
    best, chosen = ground.value(game.state.units[frame.unit].at), "do:stay"
    for option in decision.ids:
        if option.startswith("hex:"):
            value = ground.value(option[4:])
            if value > best:
                best, chosen = value, option
    return chosen


def _attack_hex(game: Game, decision: Decision) -> str:
    best, chosen = WORTHWHILE, "do:done"
    for option in decision.ids:
        if option.startswith("hex:"):
            target = option[4:]
            able = tuple(attackers_of(game, decision.side, target))
            promised = promises(game.content)[battle(game, decision.side, target, able).column]
            promised += ON_OBJECTIVE * (target in game.content.scenario.objectives)
            if promised > best:
                best, chosen = promised, option
    return chosen


def _objectives(game: Game) -> list[tuple[str, int]]:
    return list(game.content.scenario.objectives.items())


def _in_contact(game: Game, side: str) -> bool:
    """Whether any counter of a side has an enemy near it."""
    enemies = hexes_of(game, other(side))
    return any(not enemies.isdisjoint(game.content.around(label, CLOSE)) for label in hexes_of(game, side))


class _Ground:
    """What hexes are worth to a counter about to move."""

    def __init__(self, game: Game, unit_id: str) -> None:
        content, state = game.content, game.state
        self._content = content
        self._nearness = nearness(content)
        self._columns = promises(content)
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
        value = sum(pull * near for pull, near in zip(self._goals, self._nearness[label], strict=True))
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


def _first(game: Game, decision: Decision) -> str:
    """Whatever is offered first; the order of the moves is not thought about, and guns fire when they can."""
    return decision.options[0].id


def _attackers(game: Game, decision: Decision) -> str:
    """Everybody joins."""
    return next((option for option in decision.ids if option.startswith("unit:")), "do:attack")


def _advance(game: Game, decision: Decision) -> str:
    """The sturdiest goes forward."""
    units = [option for option in decision.ids if option.startswith("unit:")]
    return max(units, key=lambda option: _sturdiness(game, option[5:])) if units else decision.options[-1].id


def _lose(game: Game, decision: Decision) -> str:
    """Who has steps to spare."""
    return max(decision.ids, key=lambda option: _sturdiness(game, option[5:]))


def _sturdiness(game: Game, unit_id: str) -> tuple[int, int]:
    unit = game.state.units[unit_id]
    return unit.steps, kind_of(game.content, unit).defence


def _retreat_or_stand(game: Game, decision: Decision) -> str:
    """An objective is held as long as there are steps to lose."""
    at = str(decision.args["hex"])
    steps = sum(game.state.units[unit_id].steps for unit_id in units_in(game, at))
    return "do:stand" if at in game.content.scenario.objectives and steps > 1 else "do:retreat"


def _retreat_to(game: Game, decision: Decision) -> str:
    """To where the counter is worth most."""
    ground = _Ground(game, str(decision.args["unit"]))
    return max(decision.ids, key=lambda option: ground.value(option[4:]))


ANSWERS: dict[str, Answer[Game]] = {
    "order": _order,
    "move-unit": _first,
    "move-to": _move_to,
    "fire": _first,
    "attack-hex": _attack_hex,
    "attackers": _attackers,
    "advance": _advance,
    "lose-step": _lose,
    "retreat-or-stand": _retreat_or_stand,
    "retreat-to": _retreat_to,
    "enter": _first,
}


class Drill(Staff[Game]):
    """Answers each kind of question by a rule of thumb."""

    answers = ANSWERS

    def situation(self, game: Game, decision: Decision) -> Game:
        return game
