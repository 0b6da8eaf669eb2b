"""Who stands where: an index of the units on the map, kept up to date from one question to the next."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import SIDES, State, Unit


class Positions:
    """The units in each hex, in the order of the state, and the hexes of each side.

    Units that wait in an entry hex (8.0) or fire from beyond the map are not on it. `version` counts the changes of
    any unit of a side on the map, of whatever kind, so that what is derived from them can be kept until it grows.
    """

    __slots__ = ("_content", "_known", "held", "hexes", "version")

    def __init__(self, content: Content) -> None:
        self._content = content
        self._known: dict[str, Unit] = {}
        self.hexes: dict[str, tuple[str, ...]] = {}
        self.held: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        """The hexes in which a side has units, and how many."""
        self.version = dict.fromkeys(SIDES, 0)

    def update(self, state: State) -> None:
        """Follow what has changed: units are replaced, never altered, so what is the same object is as it was."""
        units, known = state.units, self._known
        if units == known:
            return
        for unit_id in [unit_id for unit_id in known if unit_id not in units]:
            self._leave(unit_id, known.pop(unit_id))
        for unit_id, unit in units.items():
            old = known.get(unit_id)
            if old is unit:
                continue
            if old is not None:
                self._leave(unit_id, old)
            known[unit_id] = unit
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
