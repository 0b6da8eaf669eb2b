"""Who stands where: an index of the units on the map, kept up to date from one question to the next."""

from __future__ import annotations

from sandtable.board import CLOSED, mark_adjacent
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import SIDES, State, Unit, enemy_of

ARTILLERY, EAST_GERMAN, GUARDS_ARMY, OTHER_ARMY = 1, 2, 4, 8
"""What decides, beside its size, with whom a Soviet unit may stack (7.1, 7.5, 5.4/2)."""


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


def doors(content: Content) -> frozenset[str]:
    """Every hex through which anybody may enter the map."""
    names = set(content.entry.groups.values())
    for nation in content.entry.nations.values():
        names |= {name for name in (nation.city, nation.edge) if name}
    return frozenset().union(*[content.region(name) for name in names])


class Positions:
    """The units of every occupied hex, in the order of the state, with their stacking values and traits."""

    __slots__ = (
        "_barriers", "_content", "_doors", "_exposed", "_frozen", "_held", "_ids", "_rank", "_traits", "_units",
        "hexes", "passages", "sizes", "traits",
    )  # fmt: skip

    def __init__(self, content: Content) -> None:
        self._content = content
        self._traits = content.once(traits)
        self._doors = content.once(doors)
        self.passages = 0
        """How often anybody has come to or left a hex through which units enter the map."""
        self._clear()

    def _clear(self) -> None:
        self._ids: list[str] = []
        self._units: list[Unit] = []
        self._rank: dict[str, int] = {}
        self._held: dict[str, set[str]] = {side: set() for side in SIDES}
        self._frozen: dict[str, frozenset[str]] = {}
        self._exposed: dict[str, frozenset[str]] = {}
        self._barriers: dict[tuple[str, bool], bytes] = {}
        self.hexes: dict[str, list[str]] = {}
        """The units in each occupied hex."""
        self.sizes: dict[str, int] = {}
        """Their stacking values, added up."""
        self.traits: dict[str, int] = {}
        """Their traits, put together."""

    def update(self, state: State) -> None:
        """Follow what has changed: units are replaced, never altered, so what is the same object has not moved."""
        ids, units = list(state.units), list(state.units.values())
        if ids != self._ids:
            self._come_and_go(state.units, ids)
        elif units != self._units:
            for unit_id, old, new in zip(ids, self._units, units, strict=True):
                if old is not new and old.at != new.at:
                    self._leave(unit_id, old.at)
                    self._arrive(unit_id, new.at)
        self._ids, self._units = ids, units

    def _come_and_go(self, units: dict[str, Unit], ids: list[str]) -> None:
        """Other units than before are on the map."""
        known = dict(zip(self._ids, self._units, strict=True))
        if [unit_id for unit_id in ids if unit_id in known] != [unit_id for unit_id in known if unit_id in units]:
            self._clear()
            known = {}
        self._rank = {unit_id: rank for rank, unit_id in enumerate(ids)}
        for unit_id in known.keys() - units.keys():
            self._leave(unit_id, known[unit_id].at)
        for unit_id, unit in units.items():
            old = known.get(unit_id)
            if old is None:
                self._arrive(unit_id, unit.at)
            elif old.at != unit.at:
                self._leave(unit_id, old.at)
                self._arrive(unit_id, unit.at)

    def _arrive(self, unit_id: str, label: str) -> None:
        self.passages += label in self._doors
        there = self.hexes.get(label)
        if there is None:
            self.hexes[label] = [unit_id]
            self.sizes[label] = self._content.stack_size[unit_id]
            self.traits[label] = self._traits[unit_id]
            self._changed(unit_id).add(label)
            return
        self.hexes[label] = sorted([*there, unit_id], key=self._rank.__getitem__)
        self.sizes[label] += self._content.stack_size[unit_id]
        self.traits[label] |= self._traits[unit_id]

    def _leave(self, unit_id: str, label: str) -> None:
        self.passages += label in self._doors
        left = [other for other in self.hexes[label] if other != unit_id]
        if not left:
            del self.hexes[label], self.sizes[label], self.traits[label]
            self._changed(unit_id).discard(label)
            return
        self.hexes[label] = left
        self.sizes[label] -= self._content.stack_size[unit_id]
        self.traits[label] = 0
        for other in left:
            self.traits[label] |= self._traits[other]

    def _changed(self, unit_id: str) -> set[str]:
        """The hexes of a unit's side, about to change: what was made of them before no longer holds."""
        side = self._content.counters[unit_id].side
        self._frozen.pop(side, None)
        self._exposed.pop(side, None)
        for road in (False, True):
            self._barriers.pop((enemy_of(side), road), None)
        return self._held[side]

    def held_by(self, side: str) -> frozenset[str]:
        """The hexes occupied by a side."""
        found = self._frozen.get(side)
        if found is None:
            found = self._frozen[side] = frozenset(self._held[side])
        return found

    def exposed_to(self, side: str) -> frozenset[str]:
        """The hexes occupied by a side and those next to them."""
        found = self._exposed.get(side)
        if found is None:
            adjacent, held = self._content.adjacent, self._held[side]
            found = self._exposed[side] = frozenset(held).union(*[adjacent[label] for label in held])
        return found

    def barriers(self, side: str, *, road: bool) -> bytes:
        """The hexes closed to a side, a byte each: those of the enemy, and in road mode those next to him."""
        found = self._barriers.get((side, road))
        if found is None:
            board = self._content.board
            flags = bytearray(self._content.closed)
            enemies = [board.index[label] for label in self._held[enemy_of(side)]]
            for i in enemies:
                flags[i] |= CLOSED
            if road:
                mark_adjacent(board.neighbours, enemies, CLOSED, flags)
            found = self._barriers[side, road] = bytes(flags)
        return found
