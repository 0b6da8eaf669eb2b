"""What charts are made of: grades, range factors, modifiers with their rules, and rows without a gap."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Annotated, Literal, get_args

import msgspec

from sandtable.mechanics.content import Strict

Grade = Literal["elite", "veteran", "seasoned", "regulars", "green"]
"""How good troops are (5.8), the best first."""
GRADES: tuple[Grade, ...] = get_args(Grade)

Band = Literal["P", "S", "M", "L", "E"]
"""The range factors Point Blank, Short, Medium, Long and Extreme (4.4.3.2.1)."""
BANDS: tuple[Band, ...] = get_args(Band)

Cover = Literal["none", "light", "medium", "heavy"]
"""How well terrain hides and protects (4.1.3)."""

UpTo = Annotated[int, msgspec.Meta(ge=0, le=100)]
"""The highest D100 that still counts, as in 01-40; 0 means never."""


class ByBand(Strict, frozen=True):
    """A figure for each range factor."""

    P: int
    S: int
    M: int
    L: int
    E: int

    def at(self, band: Band) -> int:
        """The figure of a range factor."""
        return {"P": self.P, "S": self.S, "M": self.M, "L": self.L, "E": self.E}[band]


class Modifier(Strict, frozen=True, kw_only=True):
    """A number that is added where its rule says so; one without a value is read elsewhere: on a card, in a table."""

    value: int | None
    rule: str
    level: Literal["basic", "advanced", "optional"] = "advanced"
    each: bool = False
    """Whether it counts once for every source, such as every hex of smoke."""

    @property
    def number(self) -> int:
        """Its value. Raises ValueError for a modifier that is read elsewhere."""
        if self.value is None:
            raise ValueError(f"the modifier of {self.rule} has no value of its own")
        return self.value


def without_gaps(numbers: Iterable[int], first: int, last: int, what: str) -> None:
    """Checks that a chart has a row for every number. Raises ValueError, which the reader of the file is shown."""
    given, wanted = set(numbers), set(range(min(first, last), max(first, last) + 1))
    if missing := sorted(wanted - given):
        raise ValueError(f"{what} runs from {first} to {last}: add a row for {', '.join(map(str, missing))}")
    if beyond := sorted(given - wanted):
        raise ValueError(f"{what} runs from {first} to {last}: take away the row for {', '.join(map(str, beyond))}")


def complete(given: Collection[str], wanted: Iterable[str], what: str) -> None:
    """Checks that a chart has exactly the rows that it must have. Raises ValueError."""
    if missing := [name for name in wanted if name not in given]:
        raise ValueError(f"{what}: add a row for {', '.join(missing)}")
    if beyond := sorted(set(given) - set(wanted)):
        raise ValueError(f"{what}: unknown row {', '.join(beyond)}; the rows are {', '.join(wanted)}")
