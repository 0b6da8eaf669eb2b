"""What meeting engagements are made from: sizes, boards, weather, grades, and how common each formation was."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.panzer.tables.parts import Grade
from sandtable.mechanics.content import Strict, Table, Text

Nation = Literal["german", "soviet"]
Year = Annotated[int, msgspec.Meta(ge=1939, le=1945)]
Game = Literal["advanced", "basic"]
Weights = dict[str, dict[Year, int]]
"""How common something was, year by year; what is not listed was not to be had."""


class Size(Strict, frozen=True, kw_only=True):
    """How large an engagement is: the points of a side, and the slots of its force with the classes for each."""

    name: Text
    points: int
    turns: int
    boards: int
    objectives: int
    air: bool
    """Whether a side may have aircraft."""
    slots: tuple[dict[str, int], ...]
    head_start: dict[Nation, int] = {}
    """Victory points for a side that does worse at this size than its points say."""


class Terrain(Strict, frozen=True):
    """A kind of country: the boards for it by weight."""

    name: Text
    boards: dict[str, int]


class Weather(Strict, frozen=True):
    """A season: up to which roll of ten each weather holds."""

    months: tuple[int, ...]
    up_to: dict[Literal["clear", "overcast", "snow", "mud", "heat-haze"], int]


class Support(Strict, frozen=True):
    """Batteries and aircraft by weight."""

    battery: Weights
    air: Weights


class Budget(Strict, frozen=True):
    """How closely a force keeps to its points, in hundredths, and in how many rounds it is brought to that."""

    formations: int
    """What the smallest forms of all formations may take up."""
    least: int
    most: int
    rounds: int


class GradeShift(Strict, frozen=True):
    """At which roll of ten a formation is a grade worse or better than usual."""

    worse: int
    better: int


class EdgeRows(Strict, frozen=True):
    """Hexes from the edge: where units begin, how far from a road they enter, and how far off objectives lie."""

    set_up: int
    entrance: int
    apart: int


class Prizes(Strict, frozen=True):
    """What objectives are worth, and how far apart they lie."""

    main: int
    other: int
    apart: int


class Margins(Strict, frozen=True):
    """By what the points of a side are divided to give the margins of victory."""

    decisive: int
    victory: int


class Late(Strict, frozen=True):
    """When the second formation enters, how much later the others may, and from when on aircraft are available."""

    second: int
    spread: int
    aircraft: int


class GeneratorFile(Table, frozen=True, kw_only=True):
    """The tables of the generator."""

    names: dict[Literal["year", "size", "terrain", "rules"], Text]
    games: dict[Game, Text]
    sizes: dict[str, Size]
    terrains: dict[str, Terrain]
    months: dict[Year, tuple[int, ...]]
    weather: tuple[Weather, ...]
    air: dict[Nation, dict[Year, int]]
    force_grade: dict[Nation, dict[Year, dict[Grade, int]]]
    observer: dict[Nation, str]
    support: dict[Nation, Support]
    weights: dict[Nation, dict[str, Weights]]
    fillers: dict[Nation, tuple[str, ...]]
    budget: Budget
    grade_shift: GradeShift
    edge: EdgeRows
    objectives: Prizes
    levels: Margins
    worth: int
    """By what the points of a unit are divided to give what its loss scores."""
    made_good: int
    """By what the points that a force lacks are divided to give its head start."""
    late: Late
