"""The charts of the optional rules (chapter 7)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.panzer.tables.parts import GRADES, Grade, Modifier, UpTo, complete, without_gaps
from sandtable.mechanics.content import Strict, Table


class LimitedSpottingRow(Strict, frozen=True):
    """How surely a unit sees a target within half its spotting range and beyond, and how many it can see."""

    near: UpTo
    far: UpTo
    most: int


class LimitedSpottingFile(Table, frozen=True):
    """Limited spotting (7.7)."""

    grades: dict[Grade, LimitedSpottingRow]

    def __post_init__(self) -> None:
        complete(self.grades, GRADES, "limited spotting")


class PenetrationRow(Strict, frozen=True):
    """What the D10 adds to a penetration, and the most that all changes together may come to."""

    changes: tuple[int, ...]
    most: int

    def __post_init__(self) -> None:
        if len(self.changes) != 10:
            raise ValueError("changes needs ten figures, for the D10")


class VariablePenetrationFile(Table, frozen=True):
    """Variable AP penetration (7.12), by printed penetration; more than the last row counts as that."""

    rows: dict[int, PenetrationRow]

    def __post_init__(self) -> None:
        without_gaps(self.rows, 1, 70, "variable penetration")


class CohesionRow(Strict, frozen=True, kw_only=True):
    """A level of cohesion: the lowest roll that gives it, and the Cohesion Points for one to ten units."""

    level: str
    roll: int | None
    """None for the lowest level."""
    points: tuple[float, ...]

    def __post_init__(self) -> None:
        if len(self.points) != 10:
            raise ValueError("points needs ten figures, for one to ten units")


class CohesionFile(Table, frozen=True):
    """The Cohesion Table (7.1.1.1), the best level first; the grade of the formation is added to the roll."""

    levels: tuple[CohesionRow, ...]
    modifiers: dict[str, Modifier]

    def __post_init__(self) -> None:
        rolls = [row.roll for row in self.levels]
        if None in rolls[:-1] or rolls[-1] is not None:
            raise ValueError("every level but the last needs the roll from which on it counts")


class BreakRow(Strict, frozen=True):
    """Up to which D100 a unit breaks, and hesitates; above both nothing happens."""

    breaks: UpTo
    hesitates: UpTo

    def __post_init__(self) -> None:
        if self.breaks >= self.hesitates:
            raise ValueError("a unit hesitates at higher rolls than those at which it breaks")


class BreakPointFile(Table, frozen=True):
    """Break points by nation and years (7.1.4, 7.6)."""

    nations: dict[str, BreakRow]


class BogFile(Table, frozen=True):
    """Bogging down (7.29): modifiers of the roll; up to where it bogs stands in the Terrain Effects Table."""

    mud: int
    """What mud multiplies the range by (7.36.3)."""
    modifiers: dict[str, Modifier]


class PushAsideFile(Table, frozen=True):
    """Pushing a wreck or vehicle off a road (7.30)."""

    needed: int
    tonnes: int
    bonus: int
    """For each so many tonnes that the pusher weighs more."""
    most: int


class MineRow(Strict, frozen=True):
    """Up to which D100 mines damage a vehicle, and hit its tracks."""

    damaged: UpTo
    track: UpTo


class MinefieldRow(Strict, frozen=True):
    """A kind of minefield: by the highest GP Defense of each column, and against men and guns."""

    vehicles: dict[Annotated[int, msgspec.Meta(ge=1, le=10)], MineRow]
    leg_towed: UpTo

    def __post_init__(self) -> None:
        if 10 not in self.vehicles:
            raise ValueError("the columns must reach to GP Defense 10: add one that ends there")


class MinefieldsFile(Table, frozen=True):
    """Minefields (7.31.2)."""

    kinds: dict[Literal["hasty", "deliberate"], MinefieldRow]


class BuildingFireFile(Table, frozen=True):
    """Up to which D100 a building catches fire, by GP Factor (7.35.1)."""

    rubble: int
    """What is added to the roll for rubble."""
    buildings: dict[Literal["wood", "brick", "stone"], tuple[int, ...]]

    def __post_init__(self) -> None:
        for building, row in self.buildings.items():
            if len(row) != 15:
                raise ValueError(f"{building} needs fifteen figures, for GP Factors from 1 to 15")


class CounterBatteryFile(Table, frozen=True):
    """Counter battery fire (7.28.2)."""

    locates: UpTo
    turns: dict[str, int]
    """After how many turns of one mission a nation looks for the battery; `other` is any nation not named."""
    modifiers: dict[str, Modifier]
