"""Chapters 4.5.1, 6.2.1.1.4 and 6.6: what a unit may do in the middle of its move, and why not something else."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.panzer.assault.dismount_attack import STORM, why_no_storming
from sandtable.games.panzer.assault.overrun import OVERRUN, overrun_options, why_no_overrun
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.command.columns import column_ends, faces_the_way, marching_options
from sandtable.games.panzer.command.shared_movement import may_end_in, nearest_to_others
from sandtable.games.panzer.ground import buildings
from sandtable.games.panzer.movement.buildings import INSIDE, inside_option, storey_options
from sandtable.games.panzer.movement.entrenchments import occupy_option
from sandtable.games.panzer.movement.hull_down_search import SEARCH, search_options
from sandtable.games.panzer.movement.leaving_the_map import leaving_option
from sandtable.games.panzer.movement.loading import BAIL, DISMOUNT, MOUNT, loading_options, loading_refused, paid
from sandtable.games.panzer.movement.paces import quickmarch_option
from sandtable.games.panzer.movement.reach import (
    AHEAD,
    BACK,
    Course,
    destination_options,
    facing_options,
    facings_by_name,
    no_ends,
    straight_options,
    turned,
)
from sandtable.games.panzer.units import Game, side_of, vehicles
from sandtable.kernel import Choice, Option, Refusal, rule
from sandtable.mechanics.switches import is_on

STOP = Option("do:stop", rule="4.5.1")
WAYS_TO_GO = ("hex", AHEAD, BACK, INSIDE)
"""The kinds of options that lead into another hex: by the cheapest way, straight ahead, in reverse, into a building."""
SPENDING = ("face", MOUNT, DISMOUNT, STORM, SEARCH)
"""What takes points from a move, or ends it."""


class Choices(NamedTuple):
    """What a unit may choose in the middle of its move."""

    options: tuple[Option, ...]
    may_stop: bool
    is_stuck: bool
    """It may neither stay nor go anywhere."""


@rule("4.5.1", "4.5.1.1", "4.5.1.1.4", "4.5.1.1.8", "4.5.1.1.10", "6.2.1.1.3/roads", "6.2.1.1.4/movement")
def choices_of(game: Game, course: Course, overrun: str) -> Choices:
    """What a unit may choose that has overrun another, or nobody; it may stop anywhere but with an enemy."""
    if course.is_spent and not in_column(game, course):
        return _where_it_is(game, course)
    ways = _ways(game, course, overrun)
    together = _bound_to(game, course, ways)
    may_stop = not _is_with_enemy(game, course.unit)
    if together is None:
        beside = _beside(game, course)
    elif in_column(game, course):
        ways = marching_options(game, course, together)
        beside = [each for each in _beside(game, course) if keeps_to_column(game, course, each, together)]
        may_stop = game.state.units[course.unit].at in together
    else:
        allowed = {"", *together}
        ways = [each for each in ways if _hex(each) in allowed]
        beside = [each for each in _beside(game, course) if stays_together(game, course, each, together)]
        may_stop = may_stop and game.state.units[course.unit].at in together
    stop = [STOP] if may_stop else []
    return Choices((*ways, *beside, *stop), may_stop, is_stuck=not may_stop and not ways)


def _where_it_is(game: Game, course: Course) -> Choices:
    """The same where no movement is left, so that nothing binds it to those who share its command."""
    may_stop = not _is_with_enemy(game, course.unit)
    options = facing_options(game, course) + leaving_option(game, course)
    if game.content.game == "advanced":
        options += loading_options(game, course) + occupy_option(game, course)
    return Choices((*options, STOP) if may_stop else tuple(options), may_stop, is_stuck=not may_stop)


def _ways(game: Game, course: Course, overrun: str) -> list[Option]:
    """Where a unit may go, and whom it may overrun if it has not done so."""
    options = destination_options(game, course) + straight_options(game, course)
    if game.content.game == "advanced" and not overrun:
        options += overrun_options(game, course)
    return options


def _beside(game: Game, course: Course) -> list[Option]:
    """What it may do without going into another hex of the map."""
    options = facing_options(game, course) + leaving_option(game, course)
    return options + advanced_options(game, course) if game.content.game == "advanced" else options


def _is_with_enemy(game: Game, unit_id: str) -> bool:
    at = game.content.board.index[game.state.units[unit_id].at]
    return bool(no_ends(game, side_of(game, unit_id))[at])


def _hex(option: Option) -> str:
    """The hex that an option leads to; none for one that leads nowhere by itself."""
    kind, _, name = option.id.partition(":")
    return name if kind in WAYS_TO_GO else ""


@rule("6.6", "6.6.3", "6.6.4.1", "6.6.4.2", "6.6.7.1.1", "6.6.7.1.2", "6.6.9")
def advanced_options(game: Game, course: Course) -> list[Option]:
    """What units may do beside moving in the Advanced Game."""
    if course.unit in vehicles(game.content):
        found = inside_option(game, course) + search_options(game, course)
    else:
        found = quickmarch_option(game, course) + storey_options(game, course)
    return found + loading_options(game, course) + occupy_option(game, course)


# Those who share a command


@rule("6.2.1.1.3/roads", "6.2.1.1.4/movement")
def ends_of(game: Game, course: Course) -> frozenset[str] | None:
    """The hexes in which a unit may end its move because of those who share its command; None if that binds it not."""
    if game.content.game == "basic":
        return None
    return column_ends(game, course) if in_column(game, course) else may_end_in(game, course.unit)


def _bound_to(game: Game, course: Course, ways: list[Option]) -> frozenset[str] | None:
    """The same, unless it can reach none of them: then it is bound no more (ruling), or ends as near as it can."""
    together, marches = ends_of(game, course), in_column(game, course)
    ends_near = not marches and is_on(game.content, "ends-as-near-as-it-can")
    if together is None and not ends_near:
        return None
    if together is not None and marches:
        ways = marching_options(game, course, together)
    there = {game.state.units[course.unit].at, *[_hex(each) for each in ways]} - {""}
    if together is not None and not there.isdisjoint(together):
        return together
    return nearest_to_others(game, course.unit, there) if ends_near else None


def in_column(game: Game, course: Course) -> bool:
    return game.state.commands[course.unit].column is not None


@rule("6.2.1.1.4/movement")
def stays_together(game: Game, course: Course, option: Option, together: frozenset[str]) -> bool:
    """Whether a unit can still end where it has to, with those who share its command, after doing something else."""
    kind, _, name = option.id.partition(":")
    if kind == INSIDE:
        return name in together
    if kind not in SPENDING or game.state.units[course.unit].at in together:
        return True
    if kind == SEARCH or course.unit not in vehicles(game.content):
        return False
    after = turned(game, course, facings_by_name(game.content)[name]) if kind == "face" else paid(game, course)
    return any(_hex(each) in together for each in destination_options(game, after))


@rule("6.2.1.1.3/roads")
def keeps_to_column(game: Game, course: Course, option: Option, together: frozenset[str]) -> bool:
    """Whether a vehicle may do something in a column: turn along the road, if it can still go on, and let those leave
    it who must.
    """
    kind, _, name = option.id.partition(":")
    if kind != "face":
        return kind == BAIL
    facing = facings_by_name(game.content)[name]
    if not faces_the_way(game, course, facing):
        return False
    is_there = game.state.units[course.unit].at in together
    return is_there or bool(marching_options(game, turned(game, course, facing), together))


# Why not


def why_not(game: Game, course: Course, overrun: str, choice: Choice) -> Refusal | None:
    """Why a unit that has overrun another, or nobody, may not do something."""
    unit_id, unit, args = course.unit, game.state.units[course.unit], {"unit": course.unit}
    together = ends_of(game, course)
    if choice.kind in WAYS_TO_GO and choice.name in game.content.board.index:
        return _why_not_there(game, course, together, choice)
    if together is not None and in_column(game, course) and choice.kind in (*SPENDING, OVERRUN, "do"):
        return Refusal("refused.column", "6.2.1.1.3/roads", args)
    if choice.kind in SPENDING and together is not None and unit.at not in together:
        return Refusal("refused.shared-movement", "6.2.1.1.4/movement", {**args, "hex": unit.at})
    if choice.kind == "face" and choice.name in facings_by_name(game.content):
        if facings_by_name(game.content)[choice.name] == unit.facing:
            return Refusal("refused.faces-there", "3.3", args)
        return Refusal("refused.no-turn", "4.5.1.1.4", args)
    if choice.kind == OVERRUN and choice.name in game.state.units:
        if overrun:
            return Refusal("refused.has-attacked", "6.6.10", args)
        return why_no_overrun(game, course, choice.name)
    if choice.kind == STORM and choice.name in passengers_of(game, unit_id):
        return why_no_storming(game, choice.name) or loading_refused(game, course, Choice(DISMOUNT, choice.name))
    if choice == Choice.of(STOP.id):
        return Refusal("refused.shared-movement", "6.2.1.1.4/movement", {**args, "hex": unit.at})
    if choice == Choice("do", "exit"):
        return Refusal("refused.no-exit", "4.5.1.1.9", args)
    return loading_refused(game, course, choice) or beside_refused(unit_id, choice)


def _why_not_there(game: Game, course: Course, together: frozenset[str] | None, choice: Choice) -> Refusal:
    """Why a unit may not go to a hex."""
    args, reasons = {"unit": course.unit, "hex": choice.name}, {BACK: "not-behind", AHEAD: "not-ahead"}
    if choice.name == game.state.units[course.unit].at:
        return Refusal("refused.already-there", "4.5.1.1", args)
    if no_ends(game, side_of(game, course.unit))[game.content.board.index[choice.name]]:
        return Refusal("refused.enemy-there", "4.5.1.1.10", args)
    if together is not None and in_column(game, course):
        return Refusal("refused.column", "6.2.1.1.3/roads", args)
    if together is not None and choice.name not in together:
        return Refusal("refused.shared-movement", "6.2.1.1.4/movement", args)
    if choice.kind == INSIDE:
        return Refusal("refused.not-inside", "6.6.3", args)
    if choice.kind == BACK and choice.name in buildings(game.content):
        return Refusal("refused.no-backing-indoors", "6.6.3", args)
    rule_id = "4.5.1.1.7" if choice.kind == BACK else "4.5.1.1.3"
    return Refusal(f"refused.{reasons.get(choice.kind, 'too-far')}", rule_id, args)


def beside_refused(unit_id: str, choice: Choice) -> Refusal | None:
    """Why a unit does not do something beside moving."""
    reasons = {
        "quickmarch": ("refused.no-quickmarch", "6.6.4.2"),
        "up": ("refused.no-stairs", "6.6.4.1"),
        "down": ("refused.no-stairs", "6.6.4.1"),
        "occupy": ("refused.no-position-here", "6.1.4.3.6"),
        "back-into": ("refused.no-position-here", "6.1.4.3.7"),
    }
    if choice.kind == SEARCH:
        return Refusal("refused.no-search", "6.6.9", {"unit": unit_id})
    if choice.kind != "do" or choice.name not in reasons:
        return None
    reason, rule_id = reasons[choice.name]
    return Refusal(reason, rule_id, {"unit": unit_id})
