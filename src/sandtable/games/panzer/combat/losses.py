"""Chapters 6.5.2.5 and 6.5.4.4: units that are hit, reduced, abandoned and lost in the Advanced Game."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from sandtable.games.panzer.cards import Leg
from sandtable.games.panzer.combat.damage import damage, destroy
from sandtable.games.panzer.combat.passengers import is_under_cover
from sandtable.games.panzer.combat.suppression import suppress
from sandtable.games.panzer.fire_events import Abandoned, Reduced, TrackHit
from sandtable.games.panzer.index import works_of
from sandtable.games.panzer.state import Loss, enemy_of
from sandtable.games.panzer.units import Game, card_of, side_of
from sandtable.kernel import Line, Resolved, rule
from sandtable.mechanics.events import Eliminated
from sandtable.mechanics.roster import change
from sandtable.mechanics.switches import is_on

Harm = Literal["unharmed", "track-hit", "damaged", "knocked-out"]
"""What the ground does to a vehicle: mines that it runs into, walls that it breaks through."""
SPARED = ("unharmed", "no-effect")


@rule("6.8.3.1.2")
def comes_under_fire(game: Game, unit_id: str) -> None:
    """Mark the target of fire, whatever comes of it."""
    if not game.state.units[unit_id].under_fire:
        change(game, unit_id, under_fire=True)


@rule("6.5.2.2.1", "6.5.2.2.1/movement-effect", "6.5.4.4.2/nsa-effective-ap")
def hit_tracks(game: Game, unit_id: str, rule_id: str) -> None:
    """Put a TRACK counter on a vehicle: it neither moves nor turns for the rest of the scenario."""
    change(game, unit_id, tracks=True)
    game.say(TrackHit(rule=rule_id, unit=unit_id))


@rule("6.5.2.5/ko", "6.5.2.5/bu")
def destroy_vehicle(game: Game, unit_id: str, how: Literal["knocked-out", "brewed-up"]) -> None:
    """Knock a vehicle out or burn it, which suppresses those around it; its passengers have yet to get out."""
    at, side = game.state.units[unit_id].at, side_of(game, unit_id)
    leave_works(game, unit_id)
    destroy(game, unit_id, how)
    if how == "brewed-up":
        _suppress_by_fire(game, at, side, unit_id)


@rule("6.5.2.5/bu", "6.5.4.4.2/nsa-effective-ap", "6.5.4.4.2/sa-effective-s")
def _suppress_by_fire(game: Game, at: str, side: str, burning: str) -> None:
    """Suppress the ground units of a side in a hex where a vehicle burns, but for passengers Under Cover."""
    everybody = is_on(game.content, "brew-up-suppresses-all")
    for unit_id, unit in list(game.state.units.items()):
        if unit.at != at or unit.carrier == burning or not (everybody or side_of(game, unit_id) == side):
            continue
        if not (unit.carrier and is_under_cover(game, unit_id)):
            suppress(game, unit_id, "6.5.2.5/bu")


@rule("4.4.3.2.6/damaged", "6.6.3/results", "7.31.2.1")
def harm_vehicle(game: Game, unit_id: str, harm: Harm, rule_id: str) -> None:
    """Apply what the ground does to a vehicle."""
    if harm == "track-hit":
        hit_tracks(game, unit_id, rule_id)
    elif harm == "damaged":
        damage(game, unit_id)
    elif harm == "knocked-out":
        destroy_vehicle(game, unit_id, "knocked-out")


def tell_harm(game: Game, unit_id: str, what: str, result: str, lines: list[Line]) -> None:
    """Tell what the ground has done to a unit, with the sum."""
    own = side_of(game, unit_id)
    favours = own if result in SPARED else enemy_of(own)
    game.say(
        Resolved(rule=lines[0].rule, what=what, result=result, lines=tuple(lines), subject=unit_id, favours=favours)
    )


@rule("6.5.4.4.3/effective", "5.1.1")
def reduce_or_eliminate(game: Game, unit_id: str) -> None:
    """A squad becomes a suppressed half-squad and keeps its attached weapons; any other leg or towed unit is lost."""
    if is_whole_squad(game, unit_id):
        reduce(game, unit_id, "6.5.4.4.3/effective")
        suppress(game, unit_id, "6.5.4.4.3/effective")
    else:
        eliminate(game, unit_id, "6.5.4.4.3/effective")


@rule("5.1.1")
def reduce(game: Game, unit_id: str, rule_id: str) -> None:
    """Turn the counter of a squad to its half-squad."""
    change(game, unit_id, reduced=True)
    game.say(Reduced(rule=rule_id, unit=unit_id))


@rule("5.1.1")
def is_whole_squad(game: Game, unit_id: str) -> bool:
    """Whether a unit is a squad that has not been reduced."""
    card = card_of(game, unit_id)
    return isinstance(card, Leg) and card.kind == "squad" and not game.state.units[unit_id].reduced


def eliminate(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a unit out of play without a trace."""
    leave_works(game, unit_id)
    state = game.state
    at = state.units.pop(unit_id).at
    state.commands.pop(unit_id, None)
    state.lost[unit_id] = Loss("eliminated", at)
    game.say(Eliminated(rule=rule_id, unit=unit_id, at=at))


@rule("5.15")
def abandon(game: Game, unit_id: str) -> None:
    """The crew is gone: nobody mans the vehicle again in this scenario (ruling)."""
    leave_works(game, unit_id)
    state = game.state
    at = state.units.pop(unit_id).at
    state.commands.pop(unit_id, None)
    state.lost[unit_id] = Loss("abandoned", at)
    game.say(Abandoned(rule="5.15", unit=unit_id, at=at))


@rule("6.1.4.3.6", "6.1.4.3.7")
def leave_works(game: Game, unit_id: str) -> None:
    """An entrenchment or position whose occupant is gone is free for others."""
    for work_id, work in list(works_of(game, unit_id).items()):
        game.state.works[work_id] = replace(work, holds=tuple(each for each in work.holds if each != unit_id))
