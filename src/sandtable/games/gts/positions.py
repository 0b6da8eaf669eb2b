"""Who stands where: an index of the units on the map, kept up to date from one question to the next."""

from __future__ import annotations

from itertools import compress
from operator import is_not

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import SIDES, State, Unit


class Positions:
    """The units in each hex, in the order of the state, and the hexes of each side.

    Units that wait in an entry hex (8.0) or fire from beyond the map are not on it. `version` counts the changes of
    any unit of a side on the map, of whatever kind, so that what is derived from them can be kept until it grows.
    """

    __slots__ = ("_content", "_ids", "_units", "held", "hexes", "version")

    def __init__(self, content: Content) -> None:
        self._content = content
        self._ids: list[str] = []
        self._units: list[Unit] = []
        self.hexes: dict[str, tuple[str, ...]] = {}
        self.held: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        """The hexes in which a side has units, and how many."""
        self.version = dict.fromkeys(SIDES, 0)

    def update(self, state: State) -> None:
        """Follow what has changed: units are replaced, never altered, so what is the same object is as it was."""
        ids, units = list(state.units), list(state.units.values())
        if ids != self._ids:
            self._come_and_go(state.units)
        else:
            before = self._units
            for i in compress(range(len(ids)), map(is_not, before, units)):
                self._leave(ids[i], before[i])
                self._arrive(ids[i], units[i])
        self._ids, self._units = ids, units

    def _come_and_go(self, units: dict[str, Unit]) -> None:
        """Other units than before are in play."""
        known = dict(zip(self._ids, self._units, strict=True))
        for unit_id, unit in known.items():
            if units.get(unit_id) is not unit:
                self._leave(unit_id, unit)
        for unit_id, unit in units.items():
            if known.get(unit_id) is not unit:
                self._arrive(unit_id, unit)

    def _arrive(self, unit_id: str, unit: Unit) -> None:
        side = self._content.counters[unit_id].side
        self.version[side] += 1
        if unit.entry or not unit.at:
            return
        there = self.hexes.get(unit.at, ())
        self.hexes[unit.at] = tuple(sorted((*there, unit_id)))
        held = self.held[side]
        held[unit.at] = held.get(unit.at, 0) + 1

    def _leave(self, unit_id: str, unit: Unit) -> None:
        side = self._content.counters[unit_id].side
        self.version[side] += 1
        if unit.entry or not unit.at:
            return
        left = tuple(other for other in self.hexes[unit.at] if other != unit_id)
        held = self.held[side]
        held[unit.at] -= 1
        if not held[unit.at]:
            del held[unit.at]
        if left:
            self.hexes[unit.at] = left
        else:
            del self.hexes[unit.at]
