"""Who stands where: an index of the units on the map, kept up to date from one question to the next."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from sandtable.board import CLOSED, mark_adjacent
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, SIDES, SOVIET, State, Unit, enemy_of
from sandtable.kernel import Follower, of_content

ARTILLERY, EAST_GERMAN, GUARDS_ARMY, OTHER_ARMY = 1, 2, 4, 8
"""What decides, beside its size, with whom a Soviet unit may stack (7.1, 7.5, 5.4/2)."""
ONE_TO_A_HEX = ARTILLERY | EAST_GERMAN


@of_content
def traits(content: Content) -> dict[str, int]:
    """The traits of every unit; NATO units have none."""
    return {
        unit_id: ARTILLERY * (kind.type == "artillery")
        + EAST_GERMAN * (kind.nat == "gdr")
        + (GUARDS_ARMY if kind.nat == "su_8ga" else OTHER_ARMY)
        if kind.side == "soviet"
        else 0
        for unit_id, kind in content.counters.items()
    }


@of_content
def doors(content: Content) -> dict[str, tuple[str, ...]]:
    """Every hex through which units may enter the map, with the sides to which they belong."""
    nations = content.entry.nations.values()
    names = {
        SOVIET: {*content.entry.groups.values()},
        NATO: {name for nation in nations for name in (nation.city, nation.edge) if name},
    }
    found: dict[str, tuple[str, ...]] = {}
    for side, regions in names.items():
        for label in frozenset().union(*[content.region(name) for name in regions]):
            found[label] = (*found.get(label, ()), side)
    return found


class Load(NamedTuple):
    """What the units in a hex amount to, as far as stacking goes."""

    size: int
    """Their stacking values, added up."""
    traits: int
    """Their traits, put together."""
    doubled: bool
    """Whether there are two of a kind of which there may be one."""


@of_content
def loads(content: Content) -> dict[str, Load]:
    """What every unit amounts to by itself."""
    known = traits(content)
    return {unit_id: Load(size, known[unit_id], False) for unit_id, size in content.stack_size.items()}


class Army:
    """The hexes that one side occupies, and what follows from them until they change."""

    __slots__ = ("alike", "barriers", "closed", "exposed", "frozen", "held")

    def __init__(self) -> None:
        self.held: set[str] = set()
        self.alike: dict[Load, set[int]] = {}
        """The numbers of the hexes by what the units in them amount to."""
        self.closed: dict[tuple[int, int, bool], tuple[bytes, bytes]] = {}
        """What is closed to units of some demands, with the barriers of the enemy to which their own side adds."""
        self.forget()

    def forget(self) -> None:
        self.frozen: frozenset[str] | None = None
        self.exposed: frozenset[str] | None = None
        self.barriers: dict[bool, bytes] = {}


class Positions:
    """The units of every occupied hex, in the order of the state, and what they amount to."""

    __slots__ = (
        "_alone", "_armies", "_content", "_doors", "_follower", "_index", "_rank", "_ranks", "hexes", "loads", "log",
        "passages",
    )  # fmt: skip

    def __init__(self, content: Content) -> None:
        self._content = content
        self._alone = loads(content)
        self._doors = doors(content)
        self._index = content.board.index
        self._follower: Follower[str, Unit] = Follower()
        self._ranks = itertools.count()
        self._rank: dict[str, int] = {}
        self._armies = {side: Army() for side in SIDES}
        self.hexes: dict[str, list[str]] = {}
        """The units in each occupied hex."""
        self.loads: dict[str, Load] = {}
        """What they amount to."""
        self.passages = dict.fromkeys(SIDES, 0)
        """How often anybody has come to or left a hex through which units of a side enter the map."""
        self.log: list[str] = []
        """The units that have come, changed or gone, one after another."""

    def update(self, state: State) -> None:
        """Follow what has changed since this was last asked for."""
        changes = self._follower.changes(state.units)
        if not changes:
            return
        for unit_id, old, new in changes:
            self.log.append(unit_id)
            if old is not None and (new is None or old.at != new.at):
                self._leave(unit_id, old.at)
        for unit_id, old, new in changes:
            if old is None:
                self._rank[unit_id] = next(self._ranks)
            if new is not None and (old is None or old.at != new.at):
                self._arrive(unit_id, new.at)

    def _arrive(self, unit_id: str, label: str) -> None:
        army = self._army_of(unit_id)
        there = self.hexes.get(label)
        if there is None:
            army.held.add(label)
            army.forget()
            self._settle(army, label, [unit_id])
        else:
            army.alike[self.loads[label]].discard(self._index[label])
            self._settle(army, label, sorted([*there, unit_id], key=self._rank.__getitem__))

    def _leave(self, unit_id: str, label: str) -> None:
        army = self._army_of(unit_id)
        army.alike[self.loads.pop(label)].discard(self._index[label])
        left = [other for other in self.hexes.pop(label) if other != unit_id]
        if left:
            self._settle(army, label, left)
        else:
            self._pass(army, label)
            army.held.discard(label)
            army.forget()

    def _settle(self, army: Army, label: str, there: list[str]) -> None:
        """Note who is in a hex, and what they amount to."""
        self._pass(army, label)
        self.hexes[label] = there
        load = self.loads[label] = self._alone[there[0]] if len(there) == 1 else self._load(there)
        if load not in army.alike:
            army.alike[load] = set()
        army.alike[load].add(self._index[label])

    def _pass(self, army: Army, label: str) -> None:
        """Note that a unit has come to a hex or left it."""
        army.closed.clear()
        for side in self._doors.get(label, ()):
            self.passages[side] += 1

    def _load(self, unit_ids: list[str]) -> Load:
        size = common = doubled = 0
        for unit_id in unit_ids:
            own = self._alone[unit_id]
            size += own.size
            doubled |= own.traits & common & ONE_TO_A_HEX
            common |= own.traits
        return Load(size, common, bool(doubled))

    def _army_of(self, unit_id: str) -> Army:
        return self._armies[self._content.counters[unit_id].side]

    def held_by(self, side: str) -> frozenset[str]:
        """The hexes occupied by a side; the same object until they change."""
        army = self._armies[side]
        if army.frozen is None:
            army.frozen = frozenset(army.held)
        return army.frozen

    def exposed_to(self, side: str) -> frozenset[str]:
        """The hexes occupied by a side and those next to them."""
        army = self._armies[side]
        if army.exposed is None:
            adjacent = self._content.adjacent
            army.exposed = frozenset(army.held).union(*[adjacent[label] for label in army.held])
        return army.exposed

    def barriers(self, side: str, *, road: bool) -> bytes:
        """The hexes closed to a side, a byte each: those of the enemy, and in road mode those next to him."""
        enemy = self._armies[enemy_of(side)]
        found = enemy.barriers.get(road)
        if found is None:
            flags = bytearray(self._content.closed)
            enemies = [self._index[label] for label in enemy.held]
            for i in enemies:
                flags[i] = CLOSED
            if road:
                mark_adjacent(self._content.board.neighbours, enemies, CLOSED, flags)
            found = enemy.barriers[road] = bytes(flags)
        return found

    def closed_to(self, side: str, room: int, unwelcome: int, *, road: bool) -> bytes:
        """The barriers of a side together with its own hexes whose units leave too little room for others to come, or
        have unwelcome traits.
        """
        army, barriers = self._armies[side], self.barriers(side, road=road)
        key = (room, unwelcome, road)
        seen, found = army.closed.get(key, (b"", b""))
        if seen is not barriers:
            flags = bytearray(barriers)
            for load, hexes in army.alike.items():
                if load.size > room or load.traits & unwelcome:
                    for i in hexes:
                        flags[i] = CLOSED
            found = bytes(flags)
            army.closed[key] = (barriers, found)
        return found

    def overstacked(self, side: str) -> list[str]:
        """The hexes in which a side has more than may be."""
        limit, labels = self._content.stack_limit, self._content.board.labels
        alike = self._armies[side].alike
        return [labels[i] for load, hexes in alike.items() if load.size > limit or load.doubled for i in hexes]
