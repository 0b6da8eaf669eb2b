"""Chapter 5.8: what the grade of a unit is worth in fire and in a burning vehicle."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.tables.command import AvailableCommandsFile, GradeRow, GradesFile
from sandtable.games.panzer.tables.parts import Band, Grade
from sandtable.games.panzer.units import Game, printed
from sandtable.kernel import of_content, rule


@of_content
@rule("5.8")
def grade_rows(content: Content) -> dict[Grade, GradeRow]:
    """The Unit Grade Modifiers Table."""
    return content.table("grades", GradesFile).grades


@rule("5.8.3")
def unit_grade(game: Game, unit_id: str) -> GradeRow:
    """What the grade of a unit is worth: that of its formation, which never changes."""
    return grade_rows(game.content)[printed(game, unit_id).grade]


@rule("6.5.2.4/unit-grade")
def ap_grade(game: Game, firer: str, band: Band) -> int:
    """What the grade of the firer adds to its AP fire at a range factor; no other grade matters."""
    return unit_grade(game, firer).ap.at(band)


@rule("6.5.4.3/unit-grade")
def gp_grade(game: Game, firer: str, band: Band) -> int:
    """What the grade of the firer adds to its direct GP fire at a range factor; no other grade matters."""
    return unit_grade(game, firer).gp.at(band)


@rule("6.5.2.1/distribute-hits")
def reach_of_hits(game: Game, firer: str) -> int:
    """How far from the first target further hits may go: the command range of the grade of the firing unit itself."""
    return (
        game.content.table("available-commands", AvailableCommandsFile).grades[printed(game, firer).grade].command_range
    )
