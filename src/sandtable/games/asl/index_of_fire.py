"""What is kept for speed of fire: what each unit can fire, and who can do anything in a fire phase, once it was asked.

No rule lives here: who may fire what, and at whom, is said by the chapters on fire.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sandtable.games.asl.locations import Changes, WeaponChanges
from sandtable.games.asl.state import Unit, Vehicle
from sandtable.games.asl.units import Game, on_map
from sandtable.mechanics.roster import units_in, units_of

if TYPE_CHECKING:
    from sandtable.games.asl.fire.pieces import Piece

VehicleChanges: TypeAlias = Sequence[tuple[str, Vehicle | None, Vehicle | None]]


class Firer(NamedTuple):
    """Somebody who can fire something now, and with what."""

    name: str
    unit: Unit
    pieces: tuple[Piece, ...] | None
    """None for those of whom it must be asked each time: aboard vehicles, and berserk."""
    reaches: tuple[int, ...]
    """How far away each piece may fire."""
    reach: int
    """The farthest of these."""


class Armed:
    """What the units of a side can fire, until they themselves, their weapons or the phase change."""

    def __init__(self, side: str) -> None:
        self._side = side
        self.pieces: dict[str, tuple[Piece, ...]] = {}
        """Of those on foot who are not berserk, once they were asked."""
        self._firers: list[Firer] | None = None
        self._each: dict[str, tuple[Unit, tuple[Piece, ...], Firer]] = {}
        """Each of those on foot who could fire when they were asked last, as he was then."""
        self._places: frozenset[str] = frozenset()
        self._are_placed = False

    def follow(self, game: Game, units: Changes, weapons: WeaponChanges, *others: Sequence[object]) -> None:
        if any(others) or _some_guard(units):
            self.pieces, self._firers, self._are_placed = {}, None, False
            return
        changed = [name for name, old, new in units if self._is_own(old) or self._is_own(new)] + _holders(weapons)
        if changed:
            self._firers, self._are_placed = None, False
            for name in changed:
                self.pieces.pop(name, None)

    def _is_own(self, unit: Unit | None) -> bool:
        return unit is not None and unit.side == self._side

    def firers(
        self, game: Game, pieces_of: Callable[[Game, str], tuple[Piece, ...]], farthest: Callable[[Game, Piece], int]
    ) -> list[Firer]:
        """Those who can fire anything, in order, with what they can fire and how far."""
        found = self._firers
        if found is None:
            found, before = [], self._each
            for name, unit in units_of(game, self._side).items():
                if unit.aboard or unit.berserk:
                    found.append(Firer(name, unit, None, (), 0))
                elif pieces := pieces_of(game, name):
                    known = before.get(name)
                    if known is None or known[0] is not unit or known[1] is not pieces:
                        reaches = tuple([farthest(game, piece) for piece in pieces])
                        known = before[name] = (unit, pieces, Firer(name, unit, pieces, reaches, max(reaches)))
                    found.append(known[2])
            self._firers = found
        return found

    def places(
        self, game: Game, pieces_of: Callable[[Game, str], tuple[Piece, ...]], farthest: Callable[[Game, Piece], int]
    ) -> frozenset[str]:
        """Where these are, but for those aboard vehicles; the same object as long as it is equal."""
        if not self._are_placed:
            self._are_placed = True
            now = frozenset([each.unit.at for each in self.firers(game, pieces_of, farthest) if on_map(each.unit)])
            if now != self._places:
                self._places = now
        return self._places

    def facts(self) -> object:
        return self._side


class Doers:
    """Who of a side can do anything in a fire phase; those are asked anew for whom something has changed."""

    def __init__(self) -> None:
        self._seen: object = None
        self.answers: dict[str, bool] = {}

    def follow(
        self,
        game: Game,
        units: Changes,
        weapons: WeaponChanges,
        fired_at: Sequence[tuple[str, object, object]],
        *others: Sequence[object],
    ) -> None:
        if any(others) or _some_guard(units):
            self.answers = {}
            return
        answers = self.answers
        for name, _, _ in units:
            answers.pop(name, None)
        for holder in _holders(weapons):
            answers.pop(holder, None)
        for at, _, _ in fired_at:
            for name in units_in(game, at):
                answers.pop(name, None)

    def while_seen(self, seen: object) -> dict[str, bool]:
        """The answers that are kept as long as the same is seen of the enemy."""
        if seen is not self._seen:
            self._seen, self.answers = seen, {}
        return self.answers

    def facts(self) -> object:
        return None


class Shooters:
    """Which vehicles of a side can fire at anything while nothing moves, until they or what there is to see change."""

    def __init__(self, side: str) -> None:
        self._side = side
        self._seen: object = None
        self._answers: dict[str, bool] = {}

    def follow(self, game: Game, units: Changes, vehicles: VehicleChanges, *others: Sequence[object]) -> None:
        if any(others) or self._concern_all(units, vehicles):
            self._answers = {}
            return
        for name, _, _ in vehicles:
            self._answers.pop(name, None)

    def _concern_all(self, units: Changes, vehicles: VehicleChanges) -> bool:
        """Whether changes matter to all vehicles: those of enemies do, unless they look as they did before."""
        for _, old, new in vehicles:
            if old is None or new is None or old.side != self._side or new.side != self._side:
                return True
        for _, before, now in units:  # noqa: SIM110 - asked of every change
            if not self._looks_alike(before, now):
                return True
        return False

    def while_seen(self, seen: object) -> dict[str, bool]:
        """The answers that are kept as long as lines of sight are the same."""
        if seen is not self._seen:
            self._seen, self._answers = seen, {}
        return self._answers

    def facts(self) -> object:
        return self._side

    def _looks_alike(self, old: Unit | None, new: Unit | None) -> bool:
        """Whether a unit is to vehicles what it was before; those of their own side are nothing to them."""
        if old is None or new is None or old.aboard or new.aboard:
            return False
        return (old.side == new.side == self._side) or _stand_alike(old, new)


def _stand_alike(old: Unit, new: Unit) -> bool:
    """Whether a unit stands and shows itself to its enemies as it did before."""
    return (
        old.at == new.at
        and old.stance == new.stance
        and old.vertices == new.vertices
        and old.concealed == new.concealed
        and old.hidden == new.hidden
        and old.covers == new.covers
        and old.guard == new.guard
        and old.kind == new.kind
        and old.side == new.side
    )


def _some_guard(units: Changes) -> bool:
    """Whether a prisoner has changed, with whom his guard may do more or less."""
    return any(unit.guard for _, *both in units for unit in both if unit is not None)


def _holders(weapons: WeaponChanges) -> list[str]:
    """Who had or has one of the weapons that have changed."""
    return [each.holder for _, *both in weapons for each in both if each is not None and each.holder]
