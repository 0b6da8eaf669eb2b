"""The position as a staff sees it: who stands where, how far away things are, what a step is worth."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from sandtable.games.gts.content import Content
from sandtable.games.gts.fire.fire_zones import WeaponClass, watchers, zones_of
from sandtable.games.gts.indirect.observers import weapon_class
from sandtable.games.gts.staff.doctrine import Doctrine
from sandtable.games.gts.staff.ways import Barrier, Way, front
from sandtable.games.gts.state import Unit, enemy_of
from sandtable.games.gts.units import Game, face, hexes_of
from sandtable.mechanics.roster import units_in

TURNS_COUNTED = 6
"""How many of the turns left an early end is reckoned to cost."""


class Situation:
    """What a staff works out for a decision."""

    def __init__(self, game: Game, side: str, doctrine: Doctrine) -> None:
        self.game = game
        self.doctrine = doctrine
        self.side = side
        self.enemy = enemy_of(side)
        self.content: Content = game.content
        self.units: dict[str, Unit] = game.state.units
        self.qualities: dict[str, int] = {}
        self.harms: dict[tuple[str, str, str, int], float] = {}
        self.fires: dict[tuple[str, str], float] = {}
        self.shots_at: dict[tuple[str, str], float] = {}
        self._front = front(game, self.enemy)

    # Who is where

    @cached_property
    def enemies(self) -> dict[str, int]:
        """The hexes of the enemy, with the number of units in each."""
        return hexes_of(self.game, self.enemy)

    @cached_property
    def zones(self) -> frozenset[str]:
        """The fire zones of the enemy."""
        return zones_of(self.game, self.enemy)

    def watchers(self, label: str) -> list[str]:
        """The enemies that can fire at a hex."""
        units = self.units
        return [unit_id for unit_id in watchers(self.game, label, self.enemy) if not units[unit_id].suppressed]

    def own(self) -> Iterable[str]:
        counters, side = self.content.counters, self.side
        return (unit_id for unit_id in self.units if counters[unit_id].side == side)

    def there(self, label: str) -> tuple[str, ...]:
        return units_in(self.game, label)

    def place(self, unit_id: str) -> str:
        """The hex of a unit, or the entry hex in which it waits; nothing beyond the map."""
        unit = self.units[unit_id]
        return self.content.entry_hex[unit.entry] if unit.entry else unit.at

    def weapon(self, unit_id: str) -> WeaponClass | None:
        return weapon_class(self.game, unit_id)

    def near_enemy(self, label: str) -> int:
        """How many hexes away the nearest enemy is."""
        return self._front.from_enemy[self.content.board.index[label]]

    # What things are worth

    @cached_property
    def step_points(self) -> dict[str, float]:
        """The victory points that a lost step of each side gives to the other; armour may count by itself."""
        found = {self.side: 0.0, self.enemy: 0.0}
        for award in self.content.scenario.victory:
            if award.kind == "losses" and award.of is not None and not award.armored:
                found[award.of] += award.points
        return found

    @cached_property
    def armour_points(self) -> dict[str, float]:
        found = {self.side: 0.0, self.enemy: 0.0}
        for award in self.content.scenario.victory:
            if award.kind == "losses" and award.of is not None and award.armored:
                found[award.of] += award.points
        return found

    def step_worth(self, unit_id: str) -> float:
        """What a step of a unit is worth to its side: what it scores when it is lost, and what it can do."""
        kind = self.content.counters[unit_id]
        worth = 0.6 + 0.1 * max(kind.front.fire or 0, kind.front.assault or 0) + self.step_points[kind.side]
        if kind.front.armored:
            worth += self.armour_points[kind.side]
        worth += self.lifelines.get(unit_id, 0.0)
        return worth * self.doctrine.own if kind.side == self.side else worth

    @cached_property
    def lifelines(self) -> dict[str, float]:
        """What the units on which the scenario turns are worth beyond their strength: the fewer are left, the more."""
        end = self.content.scenario.early_end
        if end is None:
            return {}
        region = self.content.region(end.region)
        left = [unit_id for unit_id in end.units if unit_id in self.units and self.units[unit_id].at in region]
        turns = min(self.content.last_turn - self.game.state.turn, TURNS_COUNTED)
        return dict.fromkeys(left, end.points * turns / (2.0 * len(left) ** 2)) if left else {}

    # Ways

    def way(self, hexes: frozenset[str], mobility: str) -> Way:
        """How far every hex is from some hexes for a kind of mover, past the enemy."""
        return self._front.way(hexes, mobility)

    def barrier(self, goal: frozenset[str], movers: frozenset[str]) -> Barrier:
        """The ways of some enemies to a goal."""
        return self._front.barrier(goal, movers)

    def mobility(self, unit_id: str) -> str:
        shown = face(self.game, unit_id)
        if shown.move is not None:
            return shown.mobility
        transport = self.content.counters[unit_id].transport
        return transport.mobility if transport is not None else "leg"
