"""What charts are made of: modifiers and factors with their rules, and rows without a gap."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Annotated

import msgspec

from sandtable.mechanics.content import Strict

Halves = Annotated[int, msgspec.Meta(ge=0)]
"""Movement factors in halves: 3 is one and a half MF."""
Quarters = int
"""A height in quarters of a level."""
Die = Annotated[int, msgspec.Meta(ge=0, le=6)]
"""A result of one die; 0 where none will do."""


class Modifier(Strict, frozen=True):
    """A number that is added to a roll where its rule says so."""

    value: int
    rule: str


class Factor(Strict, frozen=True, kw_only=True):
    """What firepower is multiplied by where its rule says so."""

    times: Annotated[int, msgspec.Meta(ge=1)] = 1
    over: Annotated[int, msgspec.Meta(ge=1)] = 1
    rule: str

    @property
    def value(self) -> Fraction:
        return Fraction(self.times, self.over)


def without_gaps(numbers: Iterable[int], first: int, last: int, what: str) -> None:
    """Checks that a chart has a row for every number. Raises ValueError, which the reader of the file is shown."""
    given, wanted = set(numbers), set(range(first, last + 1))
    if missing := sorted(wanted - given):
        raise ValueError(f"{what} runs from {first} to {last}: add a row for {', '.join(map(str, missing))}")
    if beyond := sorted(given - wanted):
        raise ValueError(f"{what} runs from {first} to {last}: take away the row for {', '.join(map(str, beyond))}")


def complete(given: Collection[str], wanted: Iterable[str], what: str) -> None:
    """Checks that a chart has exactly the rows that it must have. Raises ValueError."""
    names = list(wanted)
    if missing := [name for name in names if name not in given]:
        raise ValueError(f"{what}: add a row for {', '.join(missing)}")
    if beyond := sorted(set(given) - set(names)):
        raise ValueError(f"{what}: unknown row {', '.join(beyond)}; the rows are {', '.join(names)}")
