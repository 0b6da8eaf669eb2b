"""Chapters 4.1 and 4.1.5: who spots whom, and the Spotting Phase."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import SpotLost
from sandtable.games.panzer.spotting.changes import Changes, changes_of
from sandtable.games.panzer.spotting.cover import Covered, cover_against_spotting
from sandtable.games.panzer.spotting.hiders import hider
from sandtable.games.panzer.spotting.line_of_sight import sees
from sandtable.games.panzer.spotting.spotting_range import Spotter, SpottingRange, Target, spotting_range
from sandtable.games.panzer.state import SIDES, enemy_of
from sandtable.games.panzer.units import Game, combat_units
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import change, units_of

LOOKER = Spotter()
"""A spotter whom nothing hinders, as all are in the Basic Game."""


@derived("wrecks", "works", "smoke", "missions")
def changes(game: Game) -> Changes:
    """What has come onto the map and bears on sight."""
    return changes_of(game.state)


@rule("4.1.1")
def can_spot(game: Game, unit_id: str) -> bool:
    """Whether a unit spots at all: combat vehicles do, unarmed ones do not."""
    return unit_id in combat_units(game.content)


@rule("3.8", "4.1.3", "4.1.3.2")
def cover_of(game: Game, unit_id: str) -> Covered:
    """The cover of a unit, of which a crowded hex gives none."""
    return cover_against_spotting(game.content, changes(game), hider(game, unit_id))


@of_content
def range_of_target(content: Content, target: Target) -> SpottingRange:
    return spotting_range(content, target, LOOKER)


@rule("4.1.3", "4.1.3.1")
def range_to_spot(game: Game, unit_id: str) -> SpottingRange:
    """From how far a vehicle is spotted now, with its SPOT counter."""
    spot = game.state.units[unit_id].spot
    return range_of_target(game.content, Target("V", cover_of(game, unit_id), spot))


@rule("4.1", "4.1.1", "4.1.2", "4.1.4")
def spots(game: Game, spotter: str, target: str) -> bool:
    """Whether a unit spots an enemy from where it is: all round, within spotting range and in its line of sight."""
    units, content = game.state.units, game.content
    here, there = units[spotter].at, units[target].at
    if not can_spot(game, spotter) or content.distance(here, there) > range_to_spot(game, target).hexes:
        return False
    return sees(content, changes(game), here, there)


@rule("4.1", "4.1.1", "4.1.2", "4.1.4", "4.4.1")
def find_targets(game: Game) -> dict[str, tuple[str, ...]]:
    """The enemies that each unit spots, as many as there are."""
    state, content, on_map = game.state, game.content, changes(game)
    found: dict[str, list[str]] = {unit_id: [] for unit_id in state.units}
    for side in SIDES:
        spotters = [(each, unit.at) for each, unit in units_of(game, enemy_of(side)).items() if can_spot(game, each)]
        for target, unit in units_of(game, side).items():
            most = range_to_spot(game, target).hexes
            for spotter, at in spotters:
                if content.distance(at, unit.at) <= most and sees(content, on_map, at, unit.at):
                    found[spotter].append(target)
    return {spotter: tuple(targets) for spotter, targets in found.items()}


@rule("4.1", "4.1.1", "4.1.5")
def spotting_phase(game: Game) -> None:
    """Note who spots whom; units that no enemy spots, SPOT counter and all, lose that counter.

    Counters of units that somebody still spots stay from turn to turn.
    """
    state = game.state
    state.spotted = find_targets(game)
    seen = {target for targets in state.spotted.values() for target in targets}
    for unit_id, unit in list(state.units.items()):
        if unit.spot and unit_id not in seen:
            change(game, unit_id, spot="")
            game.say(SpotLost(rule="4.1.5", unit=unit_id))
