"""Grades and command control of the Advanced Game (5.8, 6.2, 6.8.3)."""

from __future__ import annotations

from sandtable.games.panzer.tables.parts import GRADES, ByBand, Grade, Modifier, UpTo, complete
from sandtable.mechanics.content import Strict, Table


class GradeRow(Strict, frozen=True, kw_only=True):
    """What a grade is worth: the Unit Grade Modifiers Table, and what force and formation grades add elsewhere."""

    ap: ByBand
    """To the AP hit number (6.5.2.4/unit-grade)."""
    gp: ByBand
    """To a GP roll of direct fire (6.5.4.3/unit-grade)."""
    close_combat: int
    """The column HTH CA: to close assaults and hand-to-hand combat (6.6.1)."""
    quickmarch: UpTo
    """The D100 up to which a unit is suppressed after a quickmarch (6.6.4.2)."""
    recovery: UpTo
    """The D100 up to which suppression is recovered from (6.8.3)."""
    bail_out: int
    hull_down: int
    """To the search for a hull down position (6.6.9)."""
    response: int
    """Of an observer, to the response to called fire (6.5.1.12.1/observer-grade)."""
    initiative: int
    """Of a force (6.3.2)."""
    cohesion: int
    """Of a formation, to the roll for its cohesion (7.1.1.1)."""


class GradesFile(Table, frozen=True):
    """The grades."""

    grades: dict[Grade, GradeRow]

    def __post_init__(self) -> None:
        complete(self.grades, GRADES, "grades")


class AvailableRow(Strict, frozen=True):
    """The commands of a formation by the units digit of its active units, and for every ten of them."""

    units: tuple[int, ...]
    """For one to nine units."""
    ten: int
    command_range: int
    """In hexes (6.2.1.1.2)."""

    def __post_init__(self) -> None:
        if len(self.units) != 9:
            raise ValueError("units needs nine figures, for one to nine active units")


class AvailableCommandsFile(Table, frozen=True):
    """The Available Commands Table (6.2.1.1.1)."""

    least: int
    grades: dict[Grade, AvailableRow]

    def __post_init__(self) -> None:
        complete(self.grades, GRADES, "available commands")

    def commands(self, grade: Grade, units: int) -> int:
        """How many commands a formation has for so many active units."""
        row = self.grades[grade]
        tens, rest = divmod(units, 10)
        return max(self.least, tens * row.ten + (row.units[rest - 1] if rest else 0))


class RecoveryFile(Table, frozen=True):
    """What is added to the roll by which suppression is recovered from (6.8.3.1)."""

    modifiers: dict[str, Modifier]
