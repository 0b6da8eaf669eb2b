"""Chapter 6.6.9: searching for hull down positions."""

from __future__ import annotations

from typing import Literal

from sandtable.games.panzer.combat.grades import unit_grade
from sandtable.games.panzer.movement.reach import Course, untouched
from sandtable.games.panzer.spotting.hull_down import hull_down_range
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.tables.fire import HullDownFile
from sandtable.games.panzer.units import Game, side_of, vehicle, vehicles
from sandtable.kernel import Choice, Decision, Line, Option, Procedure, Resolved, rule
from sandtable.mechanics.roster import change

Sought = Literal["full", "partial"]
SEARCH = "search"
DIE = "d100"
FORWARD, REVERSE = Option("do:forward", rule="6.6.9"), Option("do:reverse", rule="6.6.9")


@rule("6.6.9")
def search_options(game: Game, course: Course) -> list[Option]:
    """Searching for a full or a partial position: any vehicle on Move that spends all of its movement in its hex."""
    unit = game.state.units[course.unit]
    if course.unit not in vehicles(game.content) or game.state.commands[course.unit].order != "move":
        return []
    if unit.tracks or unit.indoors or not untouched(game, course):
        return []
    if not hull_down_range(game.content, changes(game), unit.at):
        return []
    return [Option(f"{SEARCH}:{sought}", course.left.cross_country, "6.6.9") for sought in ("full", "partial")]


class SearchHullDown(Procedure, frozen=True):
    """A vehicle searches for a position, and goes into one that it finds forward or in reverse."""

    unit: str
    sought: Sought

    @rule("6.6.9", "5.8.3")
    def begin(self, game: Game) -> None:
        """Roll, with small vehicles, good crews and partial positions at an advantage."""
        table, size = game.content.table("hull-down", HullDownFile), vehicle(game, self.unit).size
        most = hull_down_range(game.content, changes(game), game.state.units[self.unit].at)
        modifiers = {
            "partial-position": table.partial if self.sought == "partial" else 0,
            "size": table.size * size,
            "unit-grade": unit_grade(game, self.unit).hull_down,
        }
        net = sum(modifiers.values())
        roll = game.roll(DIE, "hull-down", "6.6.9", bands=(most - net + 1,))
        found, side = roll + net <= most, side_of(game, self.unit)
        added = [Line(name, f"{value:+d}", "6.6.9") for name, value in modifiers.items() if value]
        game.say(
            Resolved(
                rule="6.6.9",
                what="hull-down",
                result="position-found" if found else "no-position",
                lines=(Line("die", str(roll), "6.6.9"), *added, Line("found-up-to", str(most), "6.6.9")),
                subject=self.unit,
                favours=side if found else enemy_of(side),
            )
        )
        if found:
            change(game, self.unit, hull_down=self.sought)
            game.goto("enter")
        else:
            game.finish()

    @rule("6.6.9")
    def enter(self, game: Game) -> Decision:
        """Who backs in is open to the front."""
        args = {"unit": self.unit}
        return Decision(side_of(game, self.unit), "enter-position", "6.6.9", (FORWARD, REVERSE), args, continues=True)

    def enter_chosen(self, game: Game, choice: Choice) -> None:
        change(game, self.unit, hull_down_in_reverse=choice.name == "reverse")
        game.finish()


PROCEDURES: tuple[type[Procedure], ...] = (SearchHullDown,)
