"""The charts of the optional rules (chapter 7)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from sandtable.games.panzer.tables.parts import Modifier, UpTo
from sandtable.mechanics.content import Strict, Table


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
    """The Minefield Effects Table (7.31.2)."""

    kinds: dict[Literal["hasty", "deliberate"], MinefieldRow]
    quickmarch: int
    """What is added to the roll for men who quickmarch (7.31.2.2)."""
