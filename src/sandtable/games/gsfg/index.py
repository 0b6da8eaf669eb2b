"""Kept for speed: who stands where, what each hex is to whom, the cities taken, who may still do something.

No rule lives here. Each index follows the changes of the state from one question to the next (`kernel.derived`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from sandtable.board import CLOSED
from sandtable.games.gsfg.content import Content
from sandtable.games.gsfg.state import NATO, SIDES, SOVIET, Air, Unit
from sandtable.kernel import Option, index, of_content
from sandtable.mechanics.roster import Roster, roster

if TYPE_CHECKING:
    from sandtable.games.gsfg.units import Game

ARTILLERY, EAST_GERMAN, GUARDS_ARMY, OTHER_ARMY = 1, 2, 4, 8
"""What decides, beside its size, with whom a Soviet unit may stack (7.1, 7.5, 5.4/2)."""
ONE_TO_A_HEX = ARTILLERY | EAST_GERMAN

MANY = 16
"""From how many changes on it is faster to begin anew."""

UnitChange = tuple[str, Unit | None, Unit | None]


@of_content
def traits(content: Content) -> dict[str, int]:
    """The traits of every unit; NATO units have none."""
    return {
        unit_id: ARTILLERY * (kind.type == "artillery")
        + EAST_GERMAN * (kind.nat == "gdr")
        + (GUARDS_ARMY if kind.nat == "su_8ga" else OTHER_ARMY)
        if kind.side == SOVIET
        else 0
        for unit_id, kind in content.counters.items()
    }


@of_content
def sides_entering(content: Content) -> dict[str, tuple[str, ...]]:
    """Every hex through which units may enter the map, with the sides whose units do."""
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


EMPTY, BARRED, OWN = 0, 1, 2
"""What a hex is to a side that moves: empty, water or the enemy's, or its own: then 16 times the size, and traits."""
MOST_SIZE = 15
"""The size from which on no difference is made: far more than any hex may hold."""


@of_content
def marks(content: Content) -> dict[str, int]:
    """The byte that stands for a hex in which each unit is alone."""
    known = traits(content)
    return {unit_id: OWN + 16 * size + known[unit_id] for unit_id, size in content.stack_size.items()}


@of_content
def mark_of_stack(content: Content, unit_ids: tuple[str, ...]) -> int:
    """The byte that stands for a hex with several units."""
    known, together = traits(content), 0
    for unit_id in unit_ids:
        together |= known[unit_id]
    return OWN + 16 * min(sum(content.stack_size[unit_id] for unit_id in unit_ids), MOST_SIZE) + together


@of_content
def full_marks(content: Content, room: int, unwelcome: int) -> bytes:
    """For every byte that may stand for a hex whether it is closed to units that need some room beside others, and to
    which units with some traits are unwelcome.
    """
    closed = bytearray(256)
    closed[BARRED] = CLOSED
    for mark in range(OWN, 256):
        size, common = divmod(mark - OWN, 16)
        if size > room or common & unwelcome:
            closed[mark] = CLOSED
    return bytes(closed)


@of_content
def empty_ground(content: Content) -> bytes:
    """What every hex is to both sides where nobody stands, a byte each."""
    return bytes(BARRED if closed else EMPTY for closed in content.closed)


@of_content
def sides(content: Content) -> dict[str, str]:
    """The side of every unit."""
    return {unit_id: kind.side for unit_id, kind in content.counters.items()}


class Places(Roster[Unit]):
    """The units on the map by hex and by side."""

    def side_of(self, unit_id: str, unit: Unit) -> str:
        side: str = self.content.counters[unit_id].side
        return side


class Ground:
    """What every hex is to a side that would enter it, and who stands where others enter the map."""

    __slots__ = ("_content", "_empty", "_entering", "_index", "_marks", "_sides", "at_entry", "of")

    def __init__(self, game: Game) -> None:
        content = game.content
        self._content = content
        self._empty = empty_ground(content)
        self._entering = sides_entering(content)
        self._index = content.board.index
        self._marks = marks(content)
        self._sides = sides(content)
        self.of: dict[str, bytearray] = {side: bytearray(self._empty) for side in SIDES}
        """What every hex is to each side, a byte each."""
        self.at_entry: dict[str, dict[str, tuple[str, ...]]] = {side: {} for side in SIDES}
        """Who stands in the hexes through which units of a side enter; another dict as soon as that changes."""

    def follow(self, game: Game, changes: Iterable[UnitChange]) -> None:
        """Look anew at the hexes to which units have come and from which they have gone."""
        hexes = roster(game).hexes
        for _, old, new in changes:
            if old is None or new is None or old.at != new.at:
                if old is not None:
                    self._look(old.at, hexes.get(old.at))
                if new is not None:
                    self._look(new.at, hexes.get(new.at))

    def _look(self, label: str, there: tuple[str, ...] | None) -> None:
        """Note who is in a hex now."""
        i = self._index[label]
        if there is None:
            self.of[SOVIET][i] = self.of[NATO][i] = self._empty[i]
        else:
            first = there[0]
            mark = self._marks[first] if len(there) == 1 else mark_of_stack(self._content, there)
            own, other = (SOVIET, NATO) if self._sides[first] == SOVIET else (NATO, SOVIET)
            self.of[own][i] = mark
            self.of[other][i] = BARRED
        if label in self._entering:
            for side in self._entering[label]:
                self.at_entry[side] = {**self.at_entry[side], label: there or ()}

    def facts(self) -> object:
        entering = {side: {label: who for label, who in there.items() if who} for side, there in self.at_entry.items()}
        return self.of, entering


ground = index(Ground, "units")
"""What every hex is to each side now."""


class CapturedCities:
    """The cities that are not held by those who held them at the start, with their holder."""

    __slots__ = ("_cities", "held")

    def __init__(self, game: Game) -> None:
        self._cities = frozenset(game.content.city_labels)
        self.held: dict[str, str] = {}
        """By label; another dict as soon as one changes hands."""

    def follow(self, game: Game, changes: Iterable[tuple[str, str | None, str | None]]) -> None:
        if any(label in self._cities for label, _, _ in changes):
            self.held = {label: side for label, side in game.state.captured.items() if label in self._cities}

    def facts(self) -> object:
        return self.held


captured_cities = index(CapturedCities, "captured")


class StillAble:
    """The units of a group that may still do something, in the order of the state; only those that change are asked."""

    __slots__ = ("_known", "_may", "_members", "offers")

    def __init__(
        self,
        known: Mapping[str, Option],
        members: Callable[[Game], Collection[str]],
        may: Callable[[Game, str], bool],
    ) -> None:
        self._known = known
        self._members = members
        self._may = may
        self.offers: dict[str, Option] = {}
        """The option of each."""

    def follow(
        self,
        game: Game,
        changes: Collection[UnitChange],
        turn: Collection[tuple[str, int | None, int]],
        air: Collection[tuple[str, Air | None, Air]],
    ) -> None:
        units, offers = game.state.units, self.offers
        if turn or len(changes) > MANY or (air and any(old is None or old.side != new.side for _, old, new in air)):
            own = self._members(game)
            able = [unit_id for unit_id in units if unit_id in own and self._may(game, unit_id)]
            self.offers = {unit_id: self._known[unit_id] for unit_id in able}
            return
        in_order = True
        for unit_id, old, _ in changes:
            if unit_id not in units or not self._may(game, unit_id) or unit_id not in self._members(game):
                offers.pop(unit_id, None)
            elif old is None or unit_id not in offers:
                offers[unit_id] = self._known[unit_id]
                in_order = False
        if not in_order:
            self.offers = {unit_id: offers[unit_id] for unit_id in units if unit_id in offers}

    def facts(self) -> object:
        return list(self.offers)
