"""What is kept for speed: who stands where, who is in play, fire zones, barred hexes, followed from change to change.

No rule lives here. What a fire zone is and what bars a hex is said by the chapters, which give their rules to these
indexes; the kernel tells them which units have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TypeAlias, cast

from sandtable.board import CLOSED, ZOC
from sandtable.games.gts.content import Content
from sandtable.games.gts.state import SIDES, State, Unit
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import index, of_content
from sandtable.mechanics.roster import Roster, roster

Game: TypeAlias = KernelGame[State, Content]
Changes: TypeAlias = list[tuple[str, Unit | None, Unit | None]]
"""Units that have come, changed or gone: each with what it was and what it is."""
NOWHERE: frozenset[str] = frozenset()


class Positions(Roster[Unit]):
    """The units in each hex, in the order of their ids, and the hexes of each side.

    Units that wait in an entry hex (8.0) or fire from beyond the map are not on it.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.columns: dict[str, dict[str, str]] = {side: {} for side in SIDES}
        """The units of a side that are on the map in column, and where."""
        for side in SIDES:
            self.held[side], self.crowds[side] = {}, {}

    def place_of(self, unit: Unit) -> str:
        return "" if unit.entry else unit.at

    def side_of(self, unit_id: str, unit: Unit) -> str:
        side: str = self.content.counters[unit_id].side
        return side

    def joined(self, there: tuple[str, ...], unit_id: str) -> tuple[str, ...]:
        return tuple(sorted((*there, unit_id)))

    def follow(self, game: Game, units: Changes) -> None:
        super().follow(game, units)
        for unit_id, _, new in units:
            columns = self.columns[game.content.counters[unit_id].side]
            if new is not None and new.column and unit_id in self.places:
                columns[unit_id] = new.at
            elif unit_id in columns:
                del columns[unit_id]

    def facts(self) -> object:
        return super().facts(), self.columns


positions = cast("Callable[[Game], Positions]", roster)
"""Who stands where now: the roster as the title has it. Not to be changed."""


@of_content
def groups(content: Content) -> dict[str, tuple[str, ...]]:
    """The counters of every side, division and formation, those of rearguards with each that they might serve in."""
    found: dict[str, list[str]] = {}
    for unit_id, kind in content.counters.items():
        serving = [kind.formation] if kind.formation else formations_of(content, kind.division)
        for name in (kind.side, kind.division, *serving):
            found.setdefault(name, []).append(unit_id)
    return {name: tuple(unit_ids) for name, unit_ids in found.items()}


def formations_of(content: Content, division: str) -> list[str]:
    return [name for name, row in content.formations.items() if row.division == division]


class Rosters:
    """The units of every side, division and formation that are in play, in the order of the manifest."""

    __slots__ = ("_content", "of")

    def __init__(self, game: Game) -> None:
        self._content = game.content
        self.of: dict[str, tuple[str, ...]] = dict.fromkeys(groups(game.content), ())

    def follow(self, game: Game, units: Changes) -> None:
        touched: set[str] = set()
        for unit_id, old, new in units:
            if old is None or new is None:
                kind, unit = self._content.counters[unit_id], new or old
                assert unit is not None
                touched.update((kind.side, kind.division, kind.formation or unit.formation))
        for name in touched:
            self.of[name] = self._in_play(game, name)

    def _in_play(self, game: Game, name: str) -> tuple[str, ...]:
        units, counters = game.state.units, self._content.counters
        found = [unit_id for unit_id in groups(self._content)[name] if unit_id in units]
        if name in self._content.formations:
            found = [i for i in found if (counters[i].formation or units[i].formation) == name]
        return tuple(found)

    def facts(self) -> object:
        return self.of


rosters = index(Rosters, "units")


class Zones:
    """The fire zones of one side: the hexes of each unit, the units that watch each hex, and what bars the enemy."""

    __slots__ = ("_far", "_ground", "_hexes", "_side", "_zone_of", "barring", "of_unit", "watched")

    def __init__(
        self, side: str, zone_of: Callable[[Game, str], frozenset[str]], far: Collection[str], ground: bytes
    ) -> None:
        """`zone_of` is the rule; `far` are the units of the side whose zone enemies beside them shorten; `ground` says
        what is closed to the enemy wherever the side stands."""
        self._side, self._zone_of, self._far, self._ground = side, zone_of, far, ground
        self.of_unit: dict[str, frozenset[str]] = {}
        """The zones of the units that have one."""
        self.watched: dict[str, set[str]] = {}
        """The units whose zone covers each hex."""
        self.barring = bytearray(ground)
        """A byte a hex: CLOSED where no enemy may enter, ZOC where the side has fire zones."""
        self._hexes: frozenset[str] | None = NOWHERE

    def follow(self, game: Game, units: Changes, *sight: list[object]) -> None:
        """Renew the zones of units that have changed, and of those beside which enemies have come or gone.

        Where lines of sight have changed, all zones are worked out anew.
        """
        counters, side = game.content.counters, self._side
        renewed: list[str] = []
        taken: list[str] = []
        beside: list[str] = []
        for unit_id, old, new in units:
            before = "" if old is None or old.entry else old.at
            now = "" if new is None or new.entry else new.at
            if counters[unit_id].side != side:
                if before != now:
                    beside += (before, now)
            elif before != now:
                renewed.append(unit_id)
                taken += (before, now)
            elif old is None or new is None or old.suppressed != new.suppressed or old.mounted != new.mounted:
                renewed.append(unit_id)
        if taken:
            self._close(game, taken)
        if any(sight):
            renewed += rosters(game).of[side]
        elif beside:
            renewed += self._next_to(game, beside)
        place = game.content.board.index
        for unit_id in set(renewed):
            zone = self._zone_of(game, unit_id) if unit_id in game.state.units else NOWHERE
            self._set(unit_id, zone, place)

    def _close(self, game: Game, labels: Iterable[str]) -> None:
        """Close the hexes to which units of the side have come, and open those that they have left."""
        held, place, barring = positions(game).held[self._side], game.content.board.index, self.barring
        for label in labels:
            if label:
                i = place[label]
                barring[i] = barring[i] & ~CLOSED | (CLOSED if label in held else self._ground[i])

    def _next_to(self, game: Game, labels: Iterable[str]) -> list[str]:
        """The units of the side next to some hexes whose zone depends on it."""
        where, adjacent, far = positions(game), game.content.adjacent, self._far
        held, hexes = where.held[self._side], where.hexes
        near = [label for label in labels if label and not held.keys().isdisjoint(adjacent[label])]
        there = [hexes[beside] for label in near for beside in adjacent[label] if beside in held]
        return [unit_id for units in there for unit_id in units if unit_id in far]

    def _set(self, unit_id: str, zone: frozenset[str], place: Mapping[str, int]) -> None:
        old = self.of_unit.get(unit_id, NOWHERE)
        if zone is old:
            return
        if zone:
            self.of_unit[unit_id] = zone
        elif old:
            del self.of_unit[unit_id]
        watched, barring = self.watched, self.barring
        for label in old - zone:
            watching = watched[label]
            watching.discard(unit_id)
            if not watching:
                del watched[label]
                barring[place[label]] &= ~ZOC
                self._hexes = None
        for label in zone - old:
            found = watched.get(label)
            if found is None:
                watched[label] = {unit_id}
                barring[place[label]] |= ZOC
                self._hexes = None
            else:
                found.add(unit_id)

    @property
    def hexes(self) -> frozenset[str]:
        """The hexes in the zone of any unit; the same object until they change."""
        if self._hexes is None:
            self._hexes = frozenset(self.watched)
        return self._hexes

    def facts(self) -> object:
        return self.of_unit, self.watched, self.barring
