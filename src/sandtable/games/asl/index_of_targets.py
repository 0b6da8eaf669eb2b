"""What is kept for speed of fire: what can be seen of the enemy from each Location of a side, once it was asked.

No rule lives here: who sees what, and who may fire at it, is said by the chapters on sight and fire.
"""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.asl.units import Game


class Prospects:
    """What was found out for a side, as long as all that it rests on is the same."""

    def __init__(self, side: str, rests_on: Callable[[Game, str], tuple[object, ...]]) -> None:
        self._side, self._rests_on = side, rests_on
        self._basis: tuple[object, ...] | None = None
        self.seen: dict[str, tuple[tuple[int, str], ...]] = {}
        """What is seen from a Location, the nearest first, with its range."""

    def follow(self, game: Game, *_: object) -> None:
        now = self._rests_on(game, self._side)
        if now != self._basis:
            self._basis = now
            self.seen = {}

    def facts(self) -> object:
        return self._basis
