"""The staff's plans: the mission of each unit, the enemy's ways that are to be barred, and what fire would do."""

from __future__ import annotations

from array import array
from functools import cached_property

from sandtable.board import trace
from sandtable.games.gts.movement.costs import Terms, graph
from sandtable.games.gts.sequence.leaders import commanders
from sandtable.games.gts.staff.missions import Mission, assign, missions
from sandtable.games.gts.staff.situation import HALF_POINT, UNREACHED, Situation
from sandtable.games.gts.units import Game, on_map, positions
from sandtable.kernel import Decision


def names(decision: Decision, kind: str) -> list[str]:
    """What the options of a kind name."""
    prefix = f"{kind}:"
    return [option.removeprefix(prefix) for option in decision.ids if option.startswith(prefix)]


class Barrier:
    """The ways of some enemies to a goal: what a detour over each hex would cost them."""

    def __init__(self, situation: Situation, mission: Mission) -> None:
        self._board = situation.content.board
        board, content = self._board, situation.content
        movers = [unit_id for unit_id in sorted(mission.against) if on_map(situation.game, unit_id)]
        sources = [board.index[situation.units[unit_id].at] for unit_id in movers]
        terms = Terms("leg", True, 0, 0, 1, frozenset(), frozenset(), frozenset())
        costs = array("i", graph(content, terms).costs[: 6 * board.size])
        self._there: array[int] = trace(board.neighbours, sources, bytes(board.size), edge_cost=costs).costs
        goal = situation.way(mission.hexes, "leg")
        self._from = [goal.columned(label) for label in board.labels]
        lengths = [self._there[i] / HALF_POINT + self._from[i] for i in range(board.size) if self._there[i] >= 0]
        self._least = min(lengths, default=UNREACHED)
        self.path = (
            frozenset(label for i, label in enumerate(board.labels) if self._there[i] >= 0 and self._detour(i) < 1.0)
            or mission.hexes
        )

    def _detour(self, i: int) -> float:
        return self._there[i] / HALF_POINT + self._from[i] - self._least

    def at(self, label: str) -> tuple[float, float]:
        """What the way over a hex costs the enemy beyond his best one, and how far he is from it."""
        i = self._board.index[label]
        if self._there[i] < 0:
            return UNREACHED, UNREACHED
        return self._detour(i), self._there[i] / HALF_POINT


class Plans:
    """What the staff intends, worked out for a decision and kept through an activation where that is sound."""

    def __init__(self, game: Game, side: str) -> None:
        self.situation = Situation(game, side)
        self.game = game
        self.side = side

    @cached_property
    def missions(self) -> dict[str, Mission]:
        """The mission of each unit, settled when a chit comes up."""
        state = self.game.state
        changes = len(positions(self.game).changed[self.situation.enemy])
        key = (state.turn, len(state.drawn), len(state.units), changes)
        known, found = self.game.memo.get(("missions", self.side), (None, {}))
        if known != key:
            found = assign(self.situation)
            self.game.memo["missions", self.side] = (key, found)
        assert isinstance(found, dict)
        return found

    @cached_property
    def known(self) -> list[Mission]:
        """All missions of the side."""
        return missions(self.situation)

    def mission(self, unit_id: str) -> Mission | None:
        return self.missions.get(unit_id)

    def barrier(self, mission: Mission) -> Barrier:
        key = (len(positions(self.game).changed[self.situation.enemy]), mission)
        known, found = self.game.memo.get(("barrier", mission.hexes), (None, None))
        if known != key:
            found = Barrier(self.situation, mission)
            self.game.memo["barrier", mission.hexes] = (key, found)
        assert isinstance(found, Barrier)
        return found

    def is_own(self, unit_id: str) -> bool:
        return self.situation.content.counters[unit_id].side == self.side

    def guards(self, label: str, unit_id: str) -> float:
        """How many friends bar a hex: those in it, and half of those next to it."""
        situation = self.situation
        found = float(sum(other != unit_id for other in situation.there(label)))
        for near in situation.content.adjacent[label]:
            there = situation.there(near)
            if there and self.is_own(there[0]):
                found += 0.5 * sum(other != unit_id for other in there)
        return found

    def leaders_over(self, unit_id: str) -> list[tuple[str, int]]:
        """Where the leaders who can command a unit are on the map, and how far each commands."""
        leaders = self.game.state.leaders
        return [
            (leaders[name].at, far)
            for name, far in commanders(self.game, unit_id)
            if name in leaders and not leaders[name].entry
        ]

    def friends(self, hexes: frozenset[str], unit_id: str) -> int:
        """How many other own units are in some hexes."""
        return sum(other != unit_id and self.is_own(other) for label in hexes for other in self.situation.there(label))
