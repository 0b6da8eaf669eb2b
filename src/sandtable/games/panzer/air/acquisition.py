"""Chapters 6.7.3.1 to 6.7.3.1.2: how aircraft acquire targets, and forward observers who spot for them."""

from __future__ import annotations

from sandtable.games.panzer.air.aircraft import aircraft_side, change_aircraft, figures
from sandtable.games.panzer.air.events import Acquired, Acquiring, LostTarget, ObservesForAircraft
from sandtable.games.panzer.combat.fields_of_fire import ARC
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import Shown
from sandtable.games.panzer.indirect.observers import (
    commanded_by,
    has_overwatch,
    is_free_to_observe,
    spend_overwatch,
)
from sandtable.games.panzer.spotting.from_the_air import is_seen_from_the_air, needs_observer
from sandtable.games.panzer.spotting.hiders import hider
from sandtable.games.panzer.spotting.spotting_phase import changes, spots
from sandtable.games.panzer.units import Game, order, printed, side_of
from sandtable.hexgrid import in_arc, side_facing
from sandtable.kernel import Refusal, rule
from sandtable.mechanics.switches import is_on


@rule("6.7.3.1", "4.4.3.1.4")
def lies_before(content: Content, at: str, facing: int, target: str) -> bool:
    """Whether a hex lies in the forward field of fire of an aircraft."""
    board = content.board
    return in_arc(board.hex(board.index[at]), side_facing(facing), ARC, board.hex(board.index[target]))


@rule("6.7.3.1")
def has_in_sight(game: Game, aircraft_id: str, unit_id: str) -> bool:
    """Whether an aircraft has a unit before it, and nothing hides the unit."""
    plane, there = game.state.aircraft[aircraft_id], game.state.units[unit_id].at
    return lies_before(game.content, plane.at, plane.facing, there) and is_seen_from_the_air(
        game.content, changes(game), plane.at, plane.altitude, there
    )


# Forward observers


@rule("6.7.3.1.2", "5.9.4")
def observers_for(game: Game, aircraft_id: str, unit_id: str) -> list[str]:
    """The forward observers who may spot a unit for an aircraft: they have an Overwatch command on which they have done
    nothing, or have spotted this very unit for aircraft on it, and it is in their sight and within spotting range.
    """
    side = aircraft_side(game.content, aircraft_id)
    return [
        observer
        for observer in game.state.units
        if "FO" in printed(game, observer).labels
        and side_of(game, observer) == side
        and has_overwatch(game, observer)
        and (is_free_to_observe(game, observer) or observes(game, observer) == unit_id)
        and spots(game, observer, unit_id)
    ]


def observes(game: Game, observer: str) -> str:
    """The unit that an observer has spotted for aircraft in this turn."""
    return game.state.commands[commanded_by(game, observer)].observes


@rule("6.7.3.1.2")
def is_observed(game: Game, aircraft_id: str, unit_id: str) -> bool:
    """Whether an observer has spotted a unit for aircraft, and still does."""
    return any(observes(game, observer) == unit_id for observer in observers_for(game, aircraft_id, unit_id))


@rule("6.7.3.1.2")
def observe(game: Game, observer: str, unit_id: str) -> None:
    """An observer shows his command and spots one unit for all aircraft; he does nothing else on it."""
    holder = commanded_by(game, observer)
    command = game.state.commands[holder]
    if command.observes != unit_id:
        game.say(Shown(rule="6.7.3.1.2", unit=holder, order=command.order))
        spend_overwatch(game, observer)
        order(game, holder, observes=unit_id)
        game.say(ObservesForAircraft(rule="6.7.3.1.2", unit=observer, target=unit_id))
        game.reveal()


@rule("6.7.3.1.1", "6.7.3.1.2")
def is_hidden_from_above(game: Game, unit_id: str) -> bool:
    """Whether a unit is acquired only if an observer has spotted it: in a building, an improved position or woods."""
    return needs_observer(game.content, changes(game), hider(game, unit_id))


# Acquiring


@rule("6.7.3.1", "6.7.3.1.1", "6.7.3.1.2")
def why_not_acquire(game: Game, aircraft_id: str, unit_id: str) -> Refusal | None:
    """Why an aircraft cannot begin to acquire a unit from where it is; None if it can."""
    plane, unit, args = game.state.aircraft[aircraft_id], game.state.units[unit_id], {"unit": unit_id}
    if side_of(game, unit_id) == aircraft_side(game.content, aircraft_id):
        return Refusal("refused.own-unit", "6.7.3.1", args)
    if unit.carrier:
        return Refusal("refused.passenger-is-no-target", "6.5.4.2.3", {"target": unit_id})
    if not lies_before(game.content, plane.at, plane.facing, unit.at):
        return Refusal("refused.not-before-aircraft", "6.7.3.1", {**args, "aircraft": aircraft_id})
    if not is_seen_from_the_air(game.content, changes(game), plane.at, plane.altitude, unit.at):
        return Refusal("refused.hidden-from-aircraft", "6.7.3.1.3", {**args, "aircraft": aircraft_id})
    if is_hidden_from_above(game, unit_id) and not observers_for(game, aircraft_id, unit_id):
        return Refusal("refused.needs-observer", "6.7.3.1.2", args)
    return None


def acquirable(game: Game, aircraft_id: str) -> list[str]:
    """The units that an aircraft may begin to acquire."""
    current = game.state.aircraft[aircraft_id].target
    return [
        unit_id
        for unit_id in game.state.units
        if unit_id != current and why_not_acquire(game, aircraft_id, unit_id) is None
    ]


@rule("6.7.3.1.1", "6.7.4.2.1/suppressed")
def acquire_distance(game: Game, aircraft_id: str) -> int:
    """How many hexes an aircraft must fly to acquire a target: by speed and altitude, more if it is suppressed."""
    plane, table = game.state.aircraft[aircraft_id], figures(game.content)
    hexes = table.spotting[plane.speed][plane.altitude].acquire
    return hexes * table.suppressed_factor if plane.suppressed else hexes


@rule("6.7.3.1.1")
def flown_before(game: Game, aircraft_id: str, unit_id: str) -> bool:
    """Whether an aircraft that comes in over the edge of the map has acquired a unit on its way there: one that is
    nearer than the distance which that takes.
    """
    plane, there = game.state.aircraft[aircraft_id], game.state.units[unit_id].at
    near = game.content.distance(plane.at, there) < acquire_distance(game, aircraft_id)
    return near or is_on(game.content, "first-target-at-once")


@rule("6.7.3.1.1")
def acquire(game: Game, aircraft_id: str, unit_id: str, to_fly: int) -> None:
    """Begin to acquire a target, and it alone: what was flown for another is lost."""
    change_aircraft(game, aircraft_id, target=unit_id, to_fly=to_fly)
    if to_fly:
        game.say(Acquiring(rule="6.7.3.1.1", unit=aircraft_id, target=unit_id, hexes=to_fly))
    else:
        game.say(Acquired(rule="6.7.3.1.1", unit=aircraft_id, target=unit_id))


@rule("6.7.3.1.1")
def has_acquired(game: Game, aircraft_id: str) -> bool:
    """Whether an aircraft has acquired a target, which it may attack once."""
    plane = game.state.aircraft[aircraft_id]
    return plane.target != "" and plane.to_fly == 0


@rule("6.7.3.1.1", "6.7.3.1.2")
def keep_target(game: Game, aircraft_id: str) -> bool:
    """After a hex or a turn: the target is lost unless it is still before the aircraft, in sight, and observed where
    that is needed. Says whether it was lost.
    """
    target = game.state.aircraft[aircraft_id].target
    if not target or (
        target in game.state.units
        and has_in_sight(game, aircraft_id, target)
        and (not is_hidden_from_above(game, target) or is_observed(game, aircraft_id, target))
    ):
        return False
    change_aircraft(game, aircraft_id, target="", to_fly=0)
    game.say(LostTarget(rule="6.7.3.1.1", unit=aircraft_id, target=target))
    return True


@rule("6.7.3.1.1")
def fly_for_target(game: Game, aircraft_id: str) -> bool:
    """Count a hex that was flown for a target. Says whether that has acquired or lost it."""
    if keep_target(game, aircraft_id):
        return True
    plane = game.state.aircraft[aircraft_id]
    if not plane.target or not plane.to_fly:
        return False
    change_aircraft(game, aircraft_id, to_fly=plane.to_fly - 1)
    if plane.to_fly == 1:
        game.say(Acquired(rule="6.7.3.1.1", unit=aircraft_id, target=plane.target))
    return plane.to_fly == 1
