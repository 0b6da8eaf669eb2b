"""The staff's plans: the mission of each unit, the enemy's ways that are to be barred, and what fire would do."""

from __future__ import annotations

from functools import cached_property

from sandtable.games.gts.sequence.leaders import commanders
from sandtable.games.gts.staff.doctrine import Doctrine
from sandtable.games.gts.staff.missions import Mission, assign, missions, weight
from sandtable.games.gts.staff.situation import Situation
from sandtable.games.gts.staff.ways import Barrier
from sandtable.games.gts.units import Game, in_play
from sandtable.kernel import Decision


def names(decision: Decision, kind: str) -> list[str]:
    """What the options of a kind name."""
    prefix = f"{kind}:"
    return [option.removeprefix(prefix) for option in decision.ids if option.startswith(prefix)]


class Orders:
    """The missions that were given out when a chit came up: they hold until the next one, or until the enemy stirs."""

    def __init__(self) -> None:
        self._occasion: tuple[object, ...] = ()
        self._missions: dict[str, Mission] = {}

    def missions(self, situation: Situation) -> dict[str, Mission]:
        """The missions of the units of the side, given out anew where the occasion has changed."""
        state, units = situation.game.state, situation.units
        enemies = [units[unit_id] for unit_id in in_play(situation.game, situation.enemy)]
        occasion = (state.turn, len(state.drawn), len(units), enemies)
        if occasion != self._occasion:
            self._occasion, self._missions = occasion, assign(situation)
        return self._missions


class Plans:
    """What the staff intends, worked out for a decision and kept through an activation where that is sound."""

    def __init__(self, game: Game, side: str, orders: Orders, doctrine: Doctrine) -> None:
        self.situation = Situation(game, side, doctrine)
        self.game = game
        self.side = side
        self._orders = orders

    @cached_property
    def missions(self) -> dict[str, Mission]:
        """The mission of each unit, settled when a chit comes up."""
        return self._orders.missions(self.situation)

    @cached_property
    def known(self) -> list[Mission]:
        """All missions of the side."""
        return missions(self.situation)

    @cached_property
    def unclaimed(self) -> dict[str, float]:
        """The hexes that count for whoever was there last and was not us, and what each counts."""
        situation, holders = self.situation, self.game.state.holders
        return {
            label: weight(situation, award)
            for award in situation.content.scenario.victory
            if award.kind == "control"
            for label in award.hexes
            if (holders.get(label) != self.side if award.side == self.side else holders.get(label) == award.side)
        }

    def mission(self, unit_id: str) -> Mission | None:
        return self.missions.get(unit_id)

    def barrier(self, mission: Mission) -> Barrier:
        """The ways of the enemies whom a mission is to stop."""
        return self.situation.barrier(mission.hexes, mission.against)

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
