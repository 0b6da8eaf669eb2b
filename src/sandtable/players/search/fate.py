"""Dice for comparing lines of play: what is tried in the same way in two of them falls out alike in both.

Ordinary dice follow each other, so that one roll more in a line changes everything after it. Here a roll belongs to the
affair for which it is made, the procedure that rolls in its turn, and things are drawn in an order that is the same
whatever else lies beside them. What is left between two lines is what follows from their difference.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from sandtable.kernel import Game
from sandtable.kernel.dice import Bands, SeededDice

_SEEDED = SeededDice()


class Fate:
    """The dice of one line of play; those of another with the same seed agree with it wherever they can."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game
        self._times: Counter[bytes] = Counter()
        self._drawn: set[int] = set()

    def faces(self, seed: int, count: int, dice: str, bands: Bands | None) -> tuple[int, ...]:
        return _SEEDED.faces(*self._affair(seed, msgspec.json.encode(self._game.state.stack[-1:])), dice, bands)

    def pick(self, seed: int, count: int, items: Sequence[str]) -> str:
        fate, again = self._affair(seed, msgspec.json.encode(sorted(items)))
        if again:
            return _SEEDED.pick(fate, again, items)
        lot, item = min(self._lots(seed, items))
        self._drawn.add(lot)
        return item

    def _lots(self, seed: int, items: Sequence[str]) -> Iterator[tuple[int, str]]:
        """A lot for each of some things; of things that are the same, each has one that was not drawn before."""
        for item, copies in Counter(items).items():
            lots = (_number(seed, self._when, f"{item}/{number}".encode()) for number in itertools.count())
            fresh = (lot for lot in lots if lot not in self._drawn)
            yield from ((lot, item) for lot in itertools.islice(fresh, copies))

    def fork(self) -> SeededDice:
        """Whoever looks ahead from here has dice of his own."""
        return _SEEDED

    @property
    def _when(self) -> int:
        return self._game.title.turn(self._game.state)

    def _affair(self, seed: int, what: bytes) -> tuple[int, int]:
        """A seed of its own for an affair, and how often it has come up in its turn."""
        key = b"%d/%s" % (self._when, what)
        again = self._times[key]
        self._times[key] += 1
        return _number(seed, self._when, what), again


def _number(seed: int, when: int, what: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(b"%d/%d/%s" % (seed, when, what), digest_size=8).digest(), "big")
