"""Who stands where: an index of the units on the map, kept up to date from one question to the next."""

from __future__ import annotations

from sandtable.games.gts.content import Content
from sandtable.games.gts.state import SIDES, State, Unit
from sandtable.kernel import Follower


class Positions:
    """The units in each hex, in the order of their ids, and the hexes of each side.

    Units that wait in an entry hex (8.0) or fire from beyond the map are not on it. Whoever keeps what follows from the
    position reads the lists of what has changed from where he stopped.
    """

    __slots__ = ("_content", "_follower", "changed", "columns", "crowds", "held", "hexes", "roster", "turned")

    def __init__(self, content: Content) -> None:
        self._content = content
        self._follower: Follower[str, Unit] = Follower()
        self.hexes: dict[str, tuple[str, ...]] = {}
        self.held: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        """The hexes in which a side has units, and how many."""
        self.crowds: dict[str, dict[str, int]] = {side: {} for side in SIDES}
        """Those with more than one."""
        self.columns: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        """The units of a side that are on the map in column, and where."""
        self.changed: dict[str, list[str]] = {side: [] for side in SIDES}
        """The units of a side that have come, changed or gone, one after another."""
        self.turned: dict[str, list[str]] = {side: [] for side in SIDES}
        """The hexes to which the first unit of a side has come, or which the last has left, one after another."""
        self.roster = 0
        """How often units have come into play or gone out of it."""

    def update(self, state: State) -> None:
        """Follow what has changed since this was last asked for."""
        for unit_id, old, new in self._follower.changes(state.units):
            side = self._content.counters[unit_id].side
            self.changed[side].append(unit_id)
            if old is None or new is None:
                self.roster += 1
            before = old.at if old is not None and not old.entry else ""
            now = new.at if new is not None and not new.entry else ""
            if before != now:
                if before:
                    self._leave(unit_id, before, side)
                if now:
                    self._arrive(unit_id, now, side)
            columns = self.columns[side]
            if new is not None and new.column and now:
                columns[unit_id] = now
            elif unit_id in columns:
                del columns[unit_id]

    def _arrive(self, unit_id: str, label: str, side: str) -> None:
        there = self.hexes.get(label)
        self.hexes[label] = (unit_id,) if there is None else tuple(sorted((*there, unit_id)))
        self._count(label, side, 1)

    def _leave(self, unit_id: str, label: str, side: str) -> None:
        left = tuple([other for other in self.hexes[label] if other != unit_id])
        if left:
            self.hexes[label] = left
        else:
            del self.hexes[label]
        self._count(label, side, -1)

    def _count(self, label: str, side: str, more: int) -> None:
        """Note that the units of a side in a hex have become more or fewer."""
        held, crowds = self.held[side], self.crowds[side]
        count = held.get(label, 0) + more
        if count == 0:
            del held[label]
            self.turned[side].append(label)
            return
        if count == more:
            self.turned[side].append(label)
        held[label] = count
        if count > 1:
            crowds[label] = count
        elif label in crowds:
            del crowds[label]
