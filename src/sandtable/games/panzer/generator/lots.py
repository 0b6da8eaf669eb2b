"""Random numbers that are the same everywhere for the same seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")
WORD = 0xFFFFFFFF


class Lots:
    """One stream of numbers for a whole scenario (mulberry32)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & WORD

    def _value(self) -> float:
        self._state = (self._state + 0x6D2B79F5) & WORD
        t = ((self._state ^ (self._state >> 15)) * (self._state | 1)) & WORD
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & WORD)) & WORD
        return ((t ^ (t >> 14)) & WORD) / 2**32

    def roll(self, sides: int) -> int:
        """A die with so many sides."""
        return int(self._value() * sides) + 1

    def pick(self, weights: Mapping[T, int]) -> T:
        """One of several by their weights."""
        roll = self.roll(sum(weights.values()))
        for thing, weight in weights.items():
            roll -= weight
            if roll <= 0:
                return thing
        raise AssertionError("weights add up to what is rolled")

    def up_to(self, limits: Mapping[T, int]) -> T:
        """What a roll of ten comes to, by upper limits."""
        roll = self.roll(10)
        return next(thing for thing, limit in limits.items() if roll <= limit)
