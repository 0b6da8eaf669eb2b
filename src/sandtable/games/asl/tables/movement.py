"""Movement, portage and stacking of men (A4, A5)."""

from __future__ import annotations

from typing import Literal, get_args

from sandtable.games.asl.tables.parts import Halves, complete
from sandtable.mechanics.content import Table

Mover = Literal["mmc", "inexperienced", "smc", "wounded", "berserk", "rout", "unarmed"]
Bonus = Literal["leader", "double-time", "late-double-time", "road"]
PersonnelSize = Literal["squad", "half-squad", "crew", "smc"]


class Movement(Table, frozen=True, kw_only=True):
    """Movement factors, in halves, and what steps cost beside the terrain (A4)."""

    allotments: dict[Mover, Halves]
    bonuses: dict[Bonus, Halves]
    overload: Halves
    """What each portage point above the capacity takes away (A4.42)."""
    stair: Halves
    """Going up or down a level of a building (B23.1)."""
    uphill: int
    """By what the cost of a hex is multiplied for each level it lies higher (B10.4)."""
    enter_entrenchment: Halves
    leave_foxhole: Halves
    between_trenches: Halves
    leave_emplacement: Halves
    """What a crew pays more to leave its emplaced Gun (C11.2)."""
    recovery: Halves
    """Trying to take up a weapon (A4.44)."""
    encircled: int
    """By what the first Location costs more that an Encircled unit enters (A7.7)."""
    assault_left: Halves
    """What must be left over of an Assault Movement (A4.61)."""
    difficult: Halves
    """From which cost on an advance makes a unit CX (A4.72)."""
    rain: Halves
    """For each level or slope hexside that is changed in rain (E3.54)."""
    night: Halves
    """At night into terrain that is Concealment Terrain by day (E1.16)."""

    def __post_init__(self) -> None:
        complete(self.allotments, get_args(Mover), "allotments")
        complete(self.bonuses, get_args(Bonus), "bonuses")


class Portage(Table, frozen=True):
    """What men carry without losing movement factors, in portage points (A4.42)."""

    mmc: int
    smc: int
    wounded: int
    cx: int


class Stacking(Table, frozen=True):
    """How many units of a side a Location holds, and how large they are (A5.1, A1.6)."""

    halves: dict[PersonnelSize, int]
    """Squad-equivalents, in halves."""
    manning_gun: int
    """What a half-squad or crew that mans a Gun counts, in halves."""
    limit: int
    """In halves of squad-equivalents."""
    smc: int
    """How many single men."""
    us_numbers: dict[PersonnelSize, int]
    """The Unit Size (A1.6)."""

    def __post_init__(self) -> None:
        complete(self.halves, get_args(PersonnelSize), "halves")
        complete(self.us_numbers, get_args(PersonnelSize), "us_numbers")

    def excess(self, halves: int) -> int:
        """By how many squad-equivalents, rounded up, a Location is overstacked (A5.12)."""
        return max(0, (halves - self.limit + 1) // 2)
