"""The roster: who stands where, whose hexes they are, and who is next to the enemy.

It is one index of the state's `units`, kept up to date from question to question; changes in the middle of a step are
noticed at the next question. `unit.at` is where a unit stands and `unit.side` whose it is, unless the title says
otherwise:

```python
class Places(Roster[Unit]):
    def place_of(self, unit: Unit) -> str:
        return "" if unit.entry else unit.at        # nowhere on the map

    def side_of(self, unit_id: str, unit: Unit) -> str:
        return self.content.counters[unit_id].side

class Gts(HexTitle[State, Content]):
    roster_type = Places
```

What follows from it names these functions as its sources, since each gives the same object until it changes:
`@derived(hexes_of)` for what follows from the hexes of a side, `@derived(units_of)` for what follows from its units.
What must be kept incrementally beside it is an `index` of the title's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from sandtable.kernel import Game, index

U = TypeVar("U", bound=msgspec.Struct)
AnyGame = Game[Any, Any]


class _State(Protocol[U]):
    @property
    def units(self) -> dict[str, U]: ...


class _WithUnits(Protocol[U]):
    """A game whose state has units."""

    @property
    def state(self) -> _State[U]: ...


class Roster(Generic[U]):
    """The units on the map by hex and by side. What it gives is shared and not to be altered."""

    def __init__(self, game: AnyGame) -> None:
        self.content = game.content
        self.hexes: dict[str, tuple[str, ...]] = {}
        """The units in each occupied hex."""
        self.held: dict[str, dict[str, int]] = {}
        """The hexes in which each side has units, and how many."""
        self.crowds: dict[str, dict[str, int]] = {}
        """Those of them with more than one."""
        self._sides: dict[str, str] = {}
        self._ranks = count()
        self._rank: dict[str, int] = {}
        self._frozen: dict[str, frozenset[str]] = {}
        self._against: dict[str, frozenset[str]] = {}
        self._forces: dict[str, Mapping[str, U]] = {}

    # What a title may say otherwise

    def place_of(self, unit: U) -> str:
        """The hex in which a unit stands; empty where it is not on the map."""
        at: str = unit.at  # type: ignore[attr-defined]
        return at

    def side_of(self, unit_id: str, unit: U) -> str:
        """Whose a unit is, as long as it is in play."""
        side: str = unit.side  # type: ignore[attr-defined]
        return side

    def joined(self, there: tuple[str, ...], unit_id: str) -> tuple[str, ...]:
        """The units of a hex with one more, in the order of the state."""
        return tuple(sorted((*there, unit_id), key=self._rank.__getitem__))

    # Following the state

    def follow(self, game: AnyGame, units: list[tuple[str, U | None, U | None]]) -> None:
        """Take in what has happened to units; whose a unit is never changes while it is in play."""
        for unit_id, old, new in units:
            if old is None:
                assert new is not None
                self._rank[unit_id] = next(self._ranks)
                self._enlist(unit_id, self.side_of(unit_id, new))
            side = self._sides[unit_id]
            self._forces.pop(side, None)
            before = "" if old is None else self.place_of(old)
            now = "" if new is None else self.place_of(new)
            if before != now:
                if before:
                    self._leave(unit_id, before, side)
                if now:
                    self._arrive(unit_id, now, side)
            if new is None:
                del self._rank[unit_id], self._sides[unit_id]

    def _enlist(self, unit_id: str, side: str) -> None:
        self._sides[unit_id] = side
        if side not in self.held:
            self.held[side] = {}
            self.crowds[side] = {}

    def _arrive(self, unit_id: str, label: str, side: str) -> None:
        there = self.hexes.get(label)
        self.hexes[label] = (unit_id,) if there is None else self.joined(there, unit_id)
        self._count(label, side, 1)

    def _leave(self, unit_id: str, label: str, side: str) -> None:
        left = tuple([other for other in self.hexes[label] if other != unit_id])
        if left:
            self.hexes[label] = left
        else:
            del self.hexes[label]
        self._count(label, side, -1)

    def _count(self, label: str, side: str, more: int) -> None:
        held, crowds = self.held[side], self.crowds[side]
        number = held.get(label, 0) + more
        if number:
            held[label] = number
        else:
            del held[label]
        if number > 1:
            crowds[label] = number
        else:
            crowds.pop(label, None)
        if number == 0 or number == more:
            self._frozen.pop(side, None)
            unchanged = self._against.get(side)
            self._against = {} if unchanged is None else {side: unchanged}

    def facts(self) -> object:
        held = {side: hexes for side, hexes in self.held.items() if hexes}
        return self.hexes, held, {side: self.crowds[side] for side in held}

    # What it tells

    def occupier(self, label: str) -> str | None:
        """The side that has units in a hex; that of the first of them."""
        there = self.hexes.get(label)
        return self._sides[there[0]] if there else None

    def hexes_of(self, side: str) -> frozenset[str]:
        """The hexes in which a side has units; the same object until one is taken or left."""
        found = self._frozen.get(side)
        if found is None:
            found = self._frozen[side] = frozenset(self.held.get(side, ()))
        return found

    def enemy_hexes(self, side: str) -> frozenset[str]:
        """The hexes in which other sides have units; the same object until one is taken or left."""
        found = self._against.get(side)
        if found is None:
            found = frozenset().union(*[hexes for other, hexes in self.held.items() if other != side])
            self._against[side] = found
        return found

    def units_of(self, side: str, units: Mapping[str, U]) -> Mapping[str, U]:
        """Those of the units that are a side's and on the map; the same object until one comes, changes or goes."""
        found = self._forces.get(side)
        if found is None:
            sides = self._sides
            found = self._forces[side] = {
                unit_id: unit for unit_id, unit in units.items() if sides[unit_id] == side and self.place_of(unit)
            }
        return found

    def is_adjacent_to_enemy(self, label: str, side: str) -> bool:
        """Whether a unit of another side stands next to a hex."""
        return not self.enemy_hexes(side).isdisjoint(self.content.adjacent[label])


def _of_title(game: AnyGame) -> Roster[Any]:
    made: Roster[Any] = game.title.roster_type(game)  # type: ignore[attr-defined]
    return made


roster: Callable[[AnyGame], Roster[Any]] = index(_of_title, "units")
"""Who stands where now."""


def units_in(game: AnyGame, label: str) -> tuple[str, ...]:
    """The units in a hex, in the order of the state; the same object until one comes or goes."""
    return roster(game).hexes.get(label, ())


def occupier(game: AnyGame, label: str) -> str | None:
    """The side that has units in a hex."""
    return roster(game).occupier(label)


def hexes_of(game: AnyGame, side: str) -> frozenset[str]:
    """The hexes in which a side has units; the same object until one is taken or left."""
    return roster(game).hexes_of(side)


def enemy_hexes(game: AnyGame, side: str) -> frozenset[str]:
    """The hexes in which the enemies of a side have units; the same object until one is taken or left."""
    return roster(game).enemy_hexes(side)


def units_of(game: _WithUnits[U], side: str) -> Mapping[str, U]:
    """The units of a side on the map, in the order of the state; the same object until one comes, changes or goes."""
    return roster(game).units_of(side, game.state.units)  # type: ignore[arg-type]


def is_adjacent_to_enemy(game: AnyGame, label: str, side: str) -> bool:
    """Whether a unit of another side stands next to a hex."""
    return roster(game).is_adjacent_to_enemy(label, side)


def change(game: _WithUnits[U], unit_id: str, **changes: object) -> U:
    """Replace a unit by one with some of its facts changed."""
    units = game.state.units
    unit = units[unit_id] = replace(units[unit_id], **changes)
    return unit
