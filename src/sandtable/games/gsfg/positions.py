"""Who stands where: an index of the units on the map, kept up to date from one question to the next."""

from __future__ import annotations

from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import SIDES, State, Unit


class Positions:
    """The units of every occupied hex, in the order of the state, with their stacking value and their side."""

    __slots__ = ("_content", "_held", "_ids", "_rank", "_units", "hexes", "sizes")

    def __init__(self, content: Content) -> None:
        self._content = content
        self._ids: list[str] = []
        self._units: list[Unit] = []
        self._rank: dict[str, int] = {}
        self._held: dict[str, frozenset[str]] = {}
        self.hexes: dict[str, list[str]] = {}
        """The units in each occupied hex."""
        self.sizes: dict[str, int] = {}
        """Their stacking values, added up."""

    def update(self, state: State) -> None:
        """Follow what has changed: units are replaced, never altered, so what is the same object has not moved."""
        ids, units = list(state.units), list(state.units.values())
        if ids != self._ids:
            self._rebuild(ids, units)
        elif units != self._units:
            for unit_id, old, new in zip(ids, self._units, units, strict=True):
                if old is not new and old.at != new.at:
                    self._move(unit_id, old.at, new.at)
            self._units = units

    def _rebuild(self, ids: list[str], units: list[Unit]) -> None:
        sizes = self._content.stack_size
        self._ids, self._units = ids, units
        self._rank = {unit_id: rank for rank, unit_id in enumerate(ids)}
        self._held = {}
        self.hexes, self.sizes = {}, {}
        for unit_id, unit in zip(ids, units, strict=True):
            self.hexes.setdefault(unit.at, []).append(unit_id)
            self.sizes[unit.at] = self.sizes.get(unit.at, 0) + sizes[unit_id]

    def _move(self, unit_id: str, old: str, new: str) -> None:
        size = self._content.stack_size[unit_id]
        left = [other for other in self.hexes[old] if other != unit_id]
        if left:
            self.hexes[old] = left
            self.sizes[old] -= size
        else:
            del self.hexes[old], self.sizes[old]
        self.hexes[new] = sorted([*self.hexes.get(new, ()), unit_id], key=self._rank.__getitem__)
        self.sizes[new] = self.sizes.get(new, 0) + size
        self._held = {}

    def held_by(self, side: str) -> frozenset[str]:
        """The hexes occupied by a side."""
        if not self._held:
            counters = self._content.counters
            held: dict[str, list[str]] = {each: [] for each in SIDES}
            for label, unit_ids in self.hexes.items():
                held[counters[unit_ids[0]].side].append(label)
            self._held = {each: frozenset(labels) for each, labels in held.items()}
        return self._held[side]
