"""Chapters 6.6.4.2, 6.6.4.3 and 6.6.4.5: men who quickmarch or crawl."""

from __future__ import annotations

from sandtable.games.panzer.combat.grades import unit_grade
from sandtable.games.panzer.combat.suppression import is_suppressed, suppress
from sandtable.games.panzer.movement.allowance import Allowance, figures, leg_movement
from sandtable.games.panzer.movement.modes import HURRIED, MANNERS, modes
from sandtable.games.panzer.movement.reach import Course, untouched
from sandtable.games.panzer.state import enemy_of
from sandtable.games.panzer.units import Game, side_of
from sandtable.kernel import Line, Option, Resolved, rule
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

DIE = "d100"
QUICKMARCH = Option("do:quickmarch", rule="6.6.4.2")
ONE_HEX = Allowance(1, 0, 0)


@rule("6.6.4.2", "6.6.4.5")
def quickmarch_option(game: Game, course: Course) -> list[Option]:
    """To move faster than usual: for unsuppressed men with a Move command, but not for sections with their weapons."""
    if course.mode not in HURRIED or not untouched(game, course) or game.state.units[course.unit].floor:
        return []
    moves = game.state.commands[course.unit].order == "move" and not is_suppressed(game, course.unit)
    return [QUICKMARCH] if moves and leg_movement(game, course.unit).quickmarch else []


@rule("6.6.4.2", "6.6.4.5")
def hurried(game: Game, course: Course) -> Course:
    """A move at the Quickmarch movement factor."""
    factor = leg_movement(game, course.unit).quickmarch
    return course._replace(mode=HURRIED[course.mode], left=Allowance(factor, 0, 0))


@rule("6.6.4.2", "6.6.4.5", "5.8.3")
def catch_breath(game: Game, course: Course) -> None:
    """At the end of a quickmarch, roll whether it has suppressed the unit; cavalry adds to the roll."""
    if not MANNERS[course.mode].hurries or course.fresh:
        return
    unit_id, side = course.unit, side_of(game, course.unit)
    most = unit_grade(game, unit_id).quickmarch
    mounted = cavalry_modifier(game) if modes(game.content)[unit_id] == "cavalry" else 0
    roll = game.roll(DIE, "quickmarch", "6.6.4.2", bands=(most - mounted + 1,))
    tired = roll + mounted <= most
    horses = [Line("cavalry", f"{mounted:+d}", "6.6.4.5")] if mounted else []
    game.say(
        Resolved(
            rule="6.6.4.2",
            what="quickmarch",
            result="suppressed" if tired else "fresh",
            lines=(Line("die", str(roll), "6.6.4.2"), *horses, Line("suppressed-up-to", str(most), "6.6.4.2")),
            subject=unit_id,
            favours=enemy_of(side) if tired else side,
        )
    )
    if tired:
        suppress(game, unit_id, "6.6.4.2")


@rule("6.6.4.5")
def cavalry_modifier(game: Game) -> int:
    """What cavalry adds to the roll after a quickmarch, or to the range in which it is suppressed."""
    added = figures(game.content).quickmarch_cavalry
    return -added if is_on(game.content, "cavalry-tires") else added


@rule("6.6.4.3")
def may_crawl(game: Game, unit_id: str) -> bool:
    """Whether a unit may move a hex and stay in Full Cover: unsuppressed men with a Move command, without a
    crew-served weapon, on the ground.
    """
    unit = game.state.units[unit_id]
    on_move = game.state.commands[unit_id].order == "move"
    return unit.full_cover and modes(game.content)[unit_id] == "leg" and on_move and not (unit.suppressed or unit.floor)


@rule("6.6.4.3")
def crawling(course: Course) -> Course:
    """A move of one hex."""
    return course._replace(mode="crawl", left=ONE_HEX)


@rule("6.6.4.3")
def end_crawls(game: Game) -> None:
    """At the end of the turn nobody crawls any more."""
    for unit_id, unit in list(game.state.units.items()):
        if unit.crawled:
            change(game, unit_id, crawled=False)
