"""What is kept for speed of fire: what can be seen of the enemy from each Location of a side, once it was asked.

No rule lives here: who sees what, and who may fire at it, is said by the chapters on sight and fire.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.games.asl.locations import Changes
from sandtable.games.asl.state import Unit
from sandtable.games.asl.units import Game


class Prospects:
    """What was found out for a side, as long as all that it rests on is the same."""

    def __init__(self, side: str, rests_on: Callable[[Game, str], tuple[object, ...]]) -> None:
        self._side, self._rests_on = side, rests_on
        self._basis: tuple[object, ...] | None = None
        self.seen: dict[str, tuple[tuple[int, str], ...]] = {}
        """What is seen from a Location, the nearest first, with its range."""

    def follow(self, game: Game, units: Changes, *others: Sequence[object]) -> None:
        plain = self._basis is not None and not any(others)
        if plain and all(self._looks_alike(old, new) for _, old, new in units):
            return
        now = self._rests_on(game, self._side)
        if now != self._basis:
            self._basis = now
            self.seen = {}

    def facts(self) -> object:
        return self._basis

    def _looks_alike(self, old: Unit | None, new: Unit | None) -> bool:
        """Whether a unit shows the side what it showed it before; its own units show it nothing."""
        if old is None or new is None:
            one = new if old is None else old
            return one is not None and one.side == self._side
        if old.side == new.side == self._side:
            return True
        return _look_alike(old, new)


def _look_alike(old: Unit, new: Unit) -> bool:
    """Whether a unit shows its enemies what it showed them before."""
    if old.at != new.at or old.stance != new.stance or old.aboard != new.aboard:
        return False
    if old.concealed != new.concealed or old.hidden != new.hidden or old.guard != new.guard:
        return False
    return old.kind == new.kind and old.side == new.side
