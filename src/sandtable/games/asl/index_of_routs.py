"""What is kept for speed of routs: where broken men of a side may step and where they are safe, once it was asked.

No rule lives here: where they may go is said by the chapter on routs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from sandtable.games.asl.state import Unit
from sandtable.games.asl.units import Game

B = TypeVar("B", bound=tuple[object, ...])
"""What it rests on; all but the first of it concerns the ground alone."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """A step that the ground allows: where to, the hex of that, and the cost."""

    there: str
    hex: str
    way: int
    """The direction of that hex, as a bit; 0 within one hex."""
    cost: int


class Ways(Generic[B]):
    """What was found out for a side, as long as all that it rests on is the same.

    Of the units that is those of its enemies: where its own are, and how they are, is nothing to it.
    """

    def __init__(
        self, side: str, rests_on: Callable[[Game, str], B], ground: Callable[[Game], dict[str, tuple[Step, ...]]]
    ) -> None:
        self._side, self._rests_on, self._ground = side, rests_on, ground
        self._basis: B | None = None
        self.steps: dict[str, Mapping[str, int]] = {}
        """The steps from a Location, with their costs."""
        self.safe: dict[str, bool] = {}
        """Whether a Location is a refuge."""
        self.ground: dict[str, tuple[Step, ...]] = {}
        """The steps from a Location wherever enemies are."""

    @property
    def basis(self) -> B:
        assert self._basis is not None
        return self._basis

    def follow(
        self, game: Game, units: Sequence[tuple[str, Unit | None, Unit | None]], *others: Sequence[object]
    ) -> None:
        if self._basis is not None and not any(others) and not self._concerns_enemy(units):
            return
        now = self._rests_on(game, self._side)
        if now != self._basis:
            if self._basis is None or now[1:] != self._basis[1:]:
                self.ground = self._ground(game)
            self.steps, self.safe = {}, {}
        self._basis = now

    def _concerns_enemy(self, units: Sequence[tuple[str, Unit | None, Unit | None]]) -> bool:
        side = self._side
        for _, old, new in units:
            if (old is not None and old.side != side) or (new is not None and new.side != side):
                return True
        return False

    def facts(self) -> object:
        return self._basis
