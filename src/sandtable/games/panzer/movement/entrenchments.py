"""Chapters 6.1.4.3.5 to 6.1.4.3.7 and 6.6.8: positions that units dig, take and leave, wire, and hexes on fire."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.panzer.combat.losses import eliminate
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.index import works_in, works_of
from sandtable.games.panzer.indirect.direct_smoke import is_engineer
from sandtable.games.panzer.movement.reach import Course
from sandtable.games.panzer.movement_events import Entrenched, Entrenching, Occupied, WireCrushed
from sandtable.games.panzer.state import Work
from sandtable.games.panzer.tables.fire import EntrenchmentFile
from sandtable.games.panzer.units import Game, vehicles
from sandtable.kernel import Option, of_content, rule

HASTY, IMPROVED, FIRE, WIRE = "hasty-entrenchment", "improved-position", "on-fire", "wire"
OCCUPY, BACK_INTO = Option("do:occupy", rule="6.1.4.3.6"), Option("do:back-into", rule="6.1.4.3.7")


@of_content
def digging(content: Content) -> EntrenchmentFile:
    """How many turns an entrenchment takes."""
    return content.table("entrenchment", EntrenchmentFile)


# Digging


@rule("6.6.8")
def can_dig(game: Game, unit_id: str) -> bool:
    """Whether a unit works on an entrenchment in this turn: men and guns that are dismounted, unsuppressed, in Full
    Cover, on the ground and without a command, and not in a position already.
    """
    unit = game.state.units[unit_id]
    if unit_id in vehicles(game.content) or unit.carrier or unit.suppressed or unit.floor or unit.indoors:
        return False
    idle = game.state.commands[unit_id].order == "no-command"
    return unit.full_cover and idle and position_of(game, unit_id) is None


@rule("6.1.4.3.6", "6.1.4.3.7")
def position_of(game: Game, unit_id: str) -> str | None:
    """The entrenchment or improved position that a unit occupies."""
    return next(iter(works_of(game, unit_id)), None)


@rule("6.6.8", "6.8.2")
def dig_entrenchments(game: Game) -> None:
    """At the end of a turn everybody who can has dug: at an unfinished entrenchment of the hex, or at a new one."""
    worked: set[str] = set()
    for unit_id in list(game.state.units):
        if can_dig(game, unit_id):
            worked.add(_dig(game, unit_id, worked))


def _dig(game: Game, unit_id: str, worked: set[str]) -> str:
    """Work on an entrenchment that nobody else works on; the one of this turn."""
    works, at = game.state.works, game.state.units[unit_id].at
    begun = [
        each
        for each, work in works_in(game, at).items()
        if work.kind == HASTY and not is_finished(game.content, work) and each not in worked
    ]
    work_id = begun[0] if begun else new_id(game)
    work = works.get(work_id, Work(at, HASTY))
    progress = progress_after(game, unit_id, work.progress)
    works[work_id] = replace(work, progress=progress)
    if progress >= digging(game.content).turns:
        works[work_id] = replace(works[work_id], holds=(unit_id,))
        game.say(Entrenched(rule="6.6.8", unit=unit_id, at=at))
    else:
        game.say(Entrenching(rule="6.6.8", unit=unit_id, at=at, progress=progress))
    return work_id


@rule("6.6.8", "5.9.3")
def progress_after(game: Game, unit_id: str, before: int) -> int:
    """The side of the counter after a turn of work: engineers finish what was begun, and need half the time."""
    table = digging(game.content)
    if not is_engineer(game, unit_id):
        return before + 1
    turns = table.engineers_finish if before else table.engineers
    return min(table.turns, before + table.turns // turns)


def is_finished(content: Content, work: Work) -> bool:
    """Whether a work protects who is in it; one of the set-up is finished."""
    return work.kind != HASTY or work.progress in (0, digging(content).turns)


def new_id(game: Game) -> str:
    """An id that no work has."""
    number = 1
    while f"w{number}" in game.state.works:
        number += 1
    return f"w{number}"


# Taking and leaving


@rule("6.1.4.3.6", "6.1.4.3.7")
def free_position(game: Game, unit_id: str) -> str | None:
    """A position in the hex of a unit that nobody occupies and that it may: vehicles only improved ones."""
    unit = game.state.units[unit_id]
    if unit.floor or unit.indoors or unit.carrier or position_of(game, unit_id) is not None:
        return None
    kinds = (IMPROVED,) if unit_id in vehicles(game.content) else (IMPROVED, HASTY)
    return next(
        (
            work_id
            for work_id, work in works_in(game, unit.at).items()
            if work.kind in kinds and not work.holds and is_finished(game.content, work)
        ),
        None,
    )


@rule("6.1.4.3.6", "6.1.4.3.7")
def occupy_option(game: Game, course: Course) -> list[Option]:
    """Taking a position that is free, whoever built it or left it."""
    return ways_in(game, course.unit) if game.state.works else []


@rule("6.1.4.3.6", "6.1.4.3.7")
def ways_in(game: Game, unit_id: str) -> list[Option]:
    """How a unit may take a position of its hex: a vehicle also backwards, so that it is open to the front."""
    if free_position(game, unit_id) is None:
        return []
    return [OCCUPY, BACK_INTO] if unit_id in vehicles(game.content) else [OCCUPY]


@rule("6.1.4.3.6", "6.1.4.3.7")
def occupy(game: Game, unit_id: str) -> None:
    """Take a position; the way in which a vehicle faces as it does so decides from where it is open."""
    _take(game, unit_id, game.state.units[unit_id].facing)


@rule("6.1.4.3.7")
def back_into(game: Game, unit_id: str) -> None:
    """Take a position in reverse: it hides the hull from everywhere but the front."""
    _take(game, unit_id, (game.state.units[unit_id].facing + 3) % 6)


def _take(game: Game, unit_id: str, facing: int) -> None:
    work_id = free_position(game, unit_id)
    assert work_id is not None
    work, unit = game.state.works[work_id], game.state.units[unit_id]
    game.state.works[work_id] = replace(work, holds=(unit_id,), facing=facing)
    game.say(Occupied(rule="6.1.4.3.6", unit=unit_id, at=unit.at, work=work.kind))


@rule("6.1.4.3.11")
def crush_wire(game: Game, unit_id: str) -> None:
    """A tracked vehicle that enters wire destroys it; nobody else enters."""
    at = game.state.units[unit_id].at
    for work_id, work in list(works_in(game, at).items()):
        if work.kind == WIRE:
            del game.state.works[work_id]
            game.say(WireCrushed(rule="6.1.4.3.11", unit=unit_id, at=at))


@rule("6.1.4.3.5")
def perish_in_fires(game: Game) -> None:
    """At the end of the turn after a fire broke out, units that are still in its hex are lost."""
    burning = {work.at for work in game.state.works.values() if work.kind == FIRE and game.state.turn > work.since}
    if burning:
        for unit_id, unit in list(game.state.units.items()):
            if unit.at in burning:
                eliminate(game, unit_id, "6.1.4.3.5")
