"""Chapter 6.6.7.1.1: passengers get in and out in the course of a move, and what that costs the vehicle."""

from __future__ import annotations

from sandtable.games.panzer.assault.dismount_attack import storming_options
from sandtable.games.panzer.combat.passengers import passengers_of
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.movement.allowance import Allowance, allowance, figures
from sandtable.games.panzer.movement.reach import Course, untouched
from sandtable.games.panzer.movement.transport import (
    passengers_to_dismount,
    passengers_to_mount,
    transports,
    vehicles_to_mount,
)
from sandtable.games.panzer.units import Game, side_of, vehicles
from sandtable.kernel import Choice, Option, Refusal, rule
from sandtable.mechanics.roster import enemy_hexes
from sandtable.mechanics.switches import is_on

MOUNT, DISMOUNT, BAIL = "mount", "dismount", "bail"


@rule("6.6.7.1.1/vehicle")
def paid(game: Game, course: Course) -> Course:
    """How far a vehicle has come once it has stopped for passengers: half of its movement factor is gone.

    That is paid once in a hex, for all who get in and out there.
    """
    if course.loaded:
        return course
    whole = course.left if is_on(game.content, "loading-takes-half-of-the-rest") else allowance(game, course.unit)
    half = [max(points, 0) // figures(game.content).loading for points in whole]
    left = [points - each for points, each in zip(course.left, half, strict=True)]
    return course._replace(left=Allowance(*left), loaded=True, fresh=False)


@rule("6.6.7.1.1/vehicle")
def could_pay(after: Course) -> bool:
    """Whether a vehicle had the movement left to take passengers on or let them off, by where that leaves it."""
    return after.left.cross_country >= 0 or after.rate >= 0


@rule("6.6.7.1.1", "6.6.7.1.1/passenger-mounting", "6.6.7.1.1/vehicle", "6.6.7.1.2")
def loading_options(game: Game, course: Course) -> list[Option]:
    """Whom a vehicle can take on and let off, who can leave it in a hurry, and what a unit can get into itself."""
    unit_id = course.unit
    if unit_id not in vehicles(game.content):
        into = vehicles_to_mount(game, unit_id) if untouched(game, course) and course.mode != "crawl" else []
        return [Option(f"{MOUNT}:{each}", course.left.cross_country, "6.6.7.1.1") for each in into]
    if unit_id not in transports(game.content):
        return []
    found: list[Option] = []
    walkers, riders = passengers_to_mount(game, unit_id), passengers_to_dismount(game, unit_id)
    after = paid(game, course) if walkers or riders else course
    if after.loaded and could_pay(after):
        cost = course.most_left - max(after.most_left, 0)
        found += [Option(f"{MOUNT}:{each}", cost, "6.6.7.1.1") for each in walkers]
        found += [Option(f"{DISMOUNT}:{each}", cost, "6.6.7.1.1") for each in riders]
        found += storming_options(game, riders, cost)
    return found + [Option(f"{BAIL}:{each}", rule="6.6.7.1.2") for each in may_bail_out(game, unit_id)]


@rule("6.6.7.1.2", "4.5.1.1.10")
def may_bail_out(game: Game, vehicle: str) -> list[str]:
    """The unsuppressed passengers of a vehicle, who may leave it wherever no enemy is."""
    aboard = passengers_of(game, vehicle)
    if not aboard or game.state.units[vehicle].at in enemy_hexes(game, side_of(game, vehicle)):
        return []
    return [each for each in aboard if not is_suppressed(game, each)]


def loading_refused(game: Game, course: Course, choice: Choice) -> Refusal | None:
    """Why a unit does not get in or out."""
    if choice.kind not in (MOUNT, DISMOUNT, BAIL) or choice.name not in game.state.units:
        return None
    args = {"unit": course.unit, "other": choice.name}
    if choice.kind == MOUNT:
        return Refusal("refused.cannot-mount", "6.6.7.1.1/passenger-mounting", args)
    aboard = choice.name in passengers_of(game, course.unit)
    if choice.kind == BAIL:
        return Refusal("refused.cannot-bail" if aboard else "refused.not-aboard", "6.6.7.1.2", args)
    return Refusal("refused.no-stop-for" if aboard else "refused.not-aboard", "6.6.7.1.1/vehicle", args)
