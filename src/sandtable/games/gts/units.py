"""Chapters 1, 2 and 29: what counters mean, who stands where, and how units change and leave the map."""

from __future__ import annotations

from typing import TypeAlias

from sandtable.games.gts import index
from sandtable.games.gts.content import Content, Face, PrintedUnit
from sandtable.games.gts.events.fighting import ContactLost
from sandtable.games.gts.index import positions, rosters
from sandtable.games.gts.state import ALLIED, GERMAN
from sandtable.kernel import Option, of_content, rule
from sandtable.mechanics.events import Eliminated, LostStep
from sandtable.mechanics.roster import change

Game: TypeAlias = index.Game

DIE = "z10"
"""The die of the series, read from 0 to 9 (1.2/d10)."""
FULL = 2
"""The steps of a full company."""


def counter(game: Game, unit_id: str) -> PrintedUnit:
    """A unit as printed."""
    return game.content.counters[unit_id]


@rule("14.10.4", "29.45")
def face(game: Game, unit_id: str) -> Face:
    """The side of the counter that is up: in transport mode the vehicles' values hold for everything."""
    kind = game.content.counters[unit_id]
    if kind.transport is not None and game.state.units[unit_id].mounted:
        return kind.transport
    return kind.front


def side_of(game: Game, unit_id: str) -> str:
    return game.content.counters[unit_id].side


def division_of(game: Game, unit_id: str) -> str:
    return game.content.counters[unit_id].division


@rule("24.1", "29.27")
def formation_of(game: Game, unit_id: str) -> str:
    """The formation of a unit; a rearguard serves in that of its parent unit."""
    return game.content.counters[unit_id].formation or game.state.units[unit_id].formation


@rule("14.10.4", "29.50")
def unit_class(game: Game, unit_id: str) -> str:
    """infantry, artillery or vehicle; a unit in transport mode is a vehicle unit."""
    return "vehicle" if game.state.units[unit_id].mounted else game.content.counters[unit_id].unit_class


@rule("29.43", "19.2.4")
def has_step_loss(game: Game, unit_id: str) -> bool:
    return game.state.units[unit_id].steps < game.content.counters[unit_id].steps


def is_leg_infantry(game: Game, unit_id: str) -> bool:
    """Whether a unit is infantry on foot."""
    return unit_class(game, unit_id) == "infantry" and face(game, unit_id).mobility == "leg"


def is_engineer(game: Game, unit_id: str) -> bool:
    return "engineer" in game.content.counters[unit_id].abilities


def in_play(game: Game, group: str) -> tuple[str, ...]:
    """The units of a side, a division or a formation that are in play."""
    return rosters(game).of[group]


@of_content
def unit_options(content: Content) -> dict[str, Option]:
    """The option that picks each unit to act."""
    return {unit_id: Option(f"unit:{unit_id}", rule="13.1") for unit_id in content.counters}


def on_map(game: Game, unit_id: str) -> bool:
    """Whether a unit is in play and on the map, rather than in an entry hex or beyond the edge."""
    unit = game.state.units.get(unit_id)
    return unit is not None and bool(unit.at) and not unit.entry


@rule("3.0", "28.0")
def is_night(game: Game) -> bool:
    """Whether this is a night turn."""
    return game.state.turn in game.content.nights


def hexes_of(game: Game, side: str) -> dict[str, int]:
    """The hexes in which a side has units, and how many. Not to be changed."""
    return positions(game).held[side]


@rule("15.3/note", "17.3")
def is_adjacent_to_enemy(game: Game, label: str, side: str) -> bool:
    """Whether an enemy unit stands next to a hex."""
    enemies = positions(game).held[GERMAN if side == ALLIED else ALLIED]
    return not enemies.keys().isdisjoint(game.content.adjacent[label])


@rule("16.4.2.2")
def occupy(game: Game, unit_id: str, label: str) -> None:
    """Put a unit into a hex, on whatever way it came; a battery that comes under a barrage loses its contact."""
    unit = change(game, unit_id, at=label, entry="")
    game.state.holders[label] = side_of(game, unit_id)
    if unit.contact and label in game.state.barrages:
        change(game, unit_id, contact="")
        game.say(ContactLost(rule="16.4.2.2", unit=unit_id, formation=unit.contact))


@rule("22.3.5")
def vacate(game: Game, unit_id: str, at: str) -> None:
    """An entrenchment that a unit leaves, on whatever way, stays behind empty in its hex."""
    taken = {key for key in game.state.trenches if key.startswith(f"{at}/")}
    number = next(n for n in range(1, len(taken) + 2) if f"{at}/{n}" not in taken)
    game.state.trenches[f"{at}/{number}"] = side_of(game, unit_id)


@rule("19.2.5", "22.3.5", "24.5")
def eliminate(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a unit off the map and set it aside; its entrenchment stays, and a rearguard's counter can be used again."""
    state = game.state
    _note_loss(game, unit_id, state.units[unit_id].steps)
    unit = state.units.pop(unit_id)
    if unit.works == "entrenched":
        vacate(game, unit_id, unit.at)
    if not counter(game, unit_id).rearguard:
        state.lost[unit_id] = unit.at
    state.acted.pop(unit_id, None)
    game.say(Eliminated(rule=rule_id, unit=unit_id, at=unit.at))


@rule("19.2.4", "29.43")
def lose_step(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a step from a unit: a full company goes on reduced, any other unit is removed."""
    unit = game.state.units[unit_id]
    if unit.steps < FULL:
        eliminate(game, unit_id, rule_id)
        return
    _note_loss(game, unit_id, 1)
    change(game, unit_id, steps=unit.steps - 1)
    game.say(LostStep(rule=rule_id, unit=unit_id))


@rule("29.4", "29.43")
def _note_loss(game: Game, unit_id: str, steps: int) -> None:
    """Count the steps that a unit is about to lose; those of an armored one count as armour too."""
    side = side_of(game, unit_id)
    game.state.losses[side] = game.state.losses.get(side, 0) + steps
    if face(game, unit_id).armored:
        game.state.armour[side] = game.state.armour.get(side, 0) + steps
