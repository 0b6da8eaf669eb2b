"""Fire attacks: the Infantry Fire Table, firepower, modifiers, Residual FP (A7, A8)."""

from __future__ import annotations

import re
from bisect import bisect_right
from fractions import Fraction
from functools import cache
from typing import Literal, get_args

from sandtable.games.asl.tables.parts import Factor, Modifier, complete, without_gaps
from sandtable.mechanics.charts import Chart
from sandtable.mechanics.content import Strict, Table

ResultKind = Literal["kia", "k", "mc", "ptc", "none"]


class Result(Strict, frozen=True):
    """A result of the Infantry Fire Table: eliminated, Casualty Reduction, Morale Check, Pin Task Check, or nothing."""

    kind: ResultKind
    number: int = 0
    """How many units a KIA eliminates, or what is added to the Morale Check of a K or MC."""

    @property
    def worse(self) -> tuple[int, int]:
        """What puts results in order: the more, the worse for the target."""
        kinds: tuple[ResultKind, ...] = ("none", "ptc", "mc", "k", "kia")
        return kinds.index(self.kind), self.number


NO_EFFECT = Result("none")
_PRINTED = re.compile(r"(?:(?P<kia>\d)KIA|K/(?P<k>\d)|(?P<mc>[N\d])MC|(?P<ptc>PTC)|(?P<none>-))$")


@cache
def parsed(text: str) -> Result:
    """A result as it is printed: 2KIA, K/3, NMC, 1MC, PTC or -. Raises ValueError for anything else."""
    match = _PRINTED.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no result: write it as 2KIA, K/3, NMC, 1MC, PTC or -")
    kind: ResultKind = next(kind for kind in get_args(ResultKind) if match[kind])
    return Result(kind, int(match[kind]) if match[kind].isdigit() else 0)


class Ift(Table, frozen=True):
    """The Infantry Fire Table (A7.1): results by column and Final DR; the first row goes on below, the last above.

    A column is named by its heading, the firepower it begins with.
    """

    columns: tuple[int, ...]
    rows: dict[int, tuple[str, ...]]

    def __post_init__(self) -> None:
        if list(self.columns) != sorted(set(self.columns)):
            raise ValueError("the columns must grow from left to right")
        without_gaps(self.rows, min(self.rows, default=0), max(self.rows, default=15), "the Infantry Fire Table")
        for number, row in self.rows.items():
            if len(row) != len(self.columns):
                raise ValueError(f"row {number} must have {len(self.columns)} results")
            for text in row:
                parsed(text)

    def column(self, firepower: Fraction | int) -> int:
        """The highest column that a firepower reaches; 0 where it is too little to attack."""
        place = bisect_right(self.columns, firepower.numerator // firepower.denominator)
        return self.columns[place - 1] if place else 0

    def left(self, column: int, steps: int = 1) -> int:
        """The column so many steps to the left of one; 0 off the left end."""
        if column == 0:
            return 0
        place = self.columns.index(column) - steps
        return self.columns[place] if place >= 0 else 0

    def result(self, column: int, final_dr: int) -> Result:
        """What a Final DR gives on a column; nothing off the left end."""
        if column == 0:
            return NO_EFFECT
        row = self.rows.get(final_dr)
        if row is None:
            row = self.rows[min(max(final_dr, min(self.rows)), max(self.rows))]
        return parsed(row[self.columns.index(column)])

    def k_number(self, column: int) -> int:
        """The highest DR that gives a K on a column: what decides over vehicles under indirect HE (C7.341)."""
        place = self.columns.index(column)
        return max(number for number, row in self.rows.items() if parsed(row[place]).kind == "k")

    def chart(self, column: int) -> Chart[Result]:
        """A column by itself, with the results at which another outcome begins."""
        place = self.columns.index(column)
        return Chart({number: parsed(row[place]) for number, row in self.rows.items()})


FirepowerFactor = Literal[
    "point-blank",
    "triple-point-blank",
    "long-range",
    "pinned",
    "advancing-fire",
    "subsequent-first-fire",
    "final-protective-fire",
    "marked-final-fire",
    "spraying-fire",
    "snap-shot",
    "concealed-target",
    "dash",
    "lone-leader",
    "cellar",
    "gunflash",
    "mounted",
    "mounted-moving",
]


class Cowering(Strict, frozen=True):
    """How many columns to the left an attack is resolved that cowers (A7.9)."""

    columns: int
    inexperienced: int


class Firepower(Table, frozen=True):
    """What firepower is multiplied by (A7.2), and other figures of an attack."""

    factors: dict[FirepowerFactor, Factor]
    assault_fire: int
    """What a squad adds after all factors, before its firepower is rounded up (A7.36)."""
    long_range: int
    """Up to how many times the range factor Long Range goes (A7.22)."""
    point_blank_levels: int
    """By how many levels a target may be higher for Point Blank (A7.21)."""
    spraying_range: int
    """How far away the targets of a squad's Spraying Fire may be (A7.34)."""
    cowering: Cowering

    def __post_init__(self) -> None:
        complete(self.factors, get_args(FirepowerFactor), "factors")


FireModifier = Literal[
    "hero",
    "hero-mg",
    "ffnam",
    "ffmo",
    "hazardous",
    "cx",
    "encircled",
    "above-wire",
    "overstacked-firer",
    "overstacked-target",
    "thrown-dc",
    "thrown-dc-own",
    "thrown-dc-advancing",
    "flamethrower-target",
]


class FireModifiers(Table, frozen=True):
    """The DRM of fire attacks (A7.1, A8.9, A4.62) that are not read on a counter, a terrain or a Hindrance."""

    modifiers: dict[FireModifier, Modifier]

    def __post_init__(self) -> None:
        complete(self.modifiers, get_args(FireModifier), "modifiers")


class Residual(Table, frozen=True):
    """The Residual FP counters (A8.2)."""

    counters: tuple[int, ...]

    def left_by(self, ift: Ift, column: int, reductions: int = 0) -> int:
        """The counter that an attack on a column leaves, one column lower for each reduction (A8.26); 0 for none."""
        halved = ift.left(ift.column(Fraction(column, 2)), reductions)
        return max((counter for counter in self.counters if counter <= halved), default=0)


class BoreSight(Table, frozen=True):
    """Machine guns that know a Location by heart (C6.4)."""

    range: int
    drm: int
