"""What is kept for speed of routs: where broken men of a side may step and where they are safe, once it was asked.

No rule lives here: where they may go is said by the chapter on routs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sandtable.games.asl.units import Game


class Step(NamedTuple):
    """A step that the ground allows: where to, the hex of that, and the cost."""

    there: str
    hex: str
    cost: int


class Ways:
    """What was found out for a side, as long as all that it rests on is the same."""

    def __init__(
        self,
        side: str,
        rests_on: Callable[[Game, str], tuple[object, ...]],
        ground: Callable[[Game], dict[str, tuple[Step, ...]]],
    ) -> None:
        self._side, self._rests_on, self._ground = side, rests_on, ground
        self._basis: tuple[object, ...] | None = None
        self.steps: dict[str, Mapping[str, int]] = {}
        """The steps from a Location, with their costs."""
        self.safe: dict[str, bool] = {}
        """Whether a Location is a refuge."""
        self.ground: dict[str, tuple[Step, ...]] = {}
        """The steps from a Location wherever enemies are."""

    def follow(self, game: Game, *_: object) -> None:
        now = self._rests_on(game, self._side)
        if now != self._basis:
            if self._basis is None or now[1:] != self._basis[1:]:
                self.ground = self._ground(game)
            self._basis = now
            self.steps, self.safe = {}, {}

    def facts(self) -> object:
        return self._basis
