"""Chapters 4.1 and 4.1.5: who spots whom, and the Spotting Phase."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.panzer.cards import Towed, Vehicle
from sandtable.games.panzer.combat.fields_of_fire import in_limited_field
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.events import SpotLost
from sandtable.games.panzer.ground import buildings
from sandtable.games.panzer.index import riders
from sandtable.games.panzer.spotting.changes import Changes, by_battery, by_mission, changes_of
from sandtable.games.panzer.spotting.cover import Covered, cover_against_spotting
from sandtable.games.panzer.spotting.hiders import hider
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, lines
from sandtable.games.panzer.spotting.spotting_range import Size, Spotter, SpottingRange, Target, spotting_range
from sandtable.games.panzer.state import SIDES, Unit, enemy_of
from sandtable.games.panzer.units import Game, combat_units, with_passengers
from sandtable.kernel import derived, of_content, rule
from sandtable.mechanics.roster import change, hexes_of, units_of
from sandtable.mechanics.switches import is_on

LOOKER = Spotter()
"""A spotter whom nothing hinders, as all are in the Basic Game."""


@derived("wrecks", "works", "smoke", "missions")
def changes(game: Game) -> Changes:
    """What has come onto the map and bears on sight."""
    return changes_of(game.state, by_battery if is_on(game.content, "each-battery-is-a-source") else by_mission)


@rule("4.1.1", "6.1.1")
def can_spot(game: Game, unit_id: str) -> bool:
    """Whether a unit spots at all: combat vehicles, men and guns do, also in a vehicle; unarmed vehicles do not."""
    return unit_id in combat_units(game.content)


@rule("3.8", "4.1.3", "4.1.3.2")
def cover_of(game: Game, unit_id: str) -> Covered:
    """The cover of a unit, of which a crowded hex gives none."""
    return cover_against_spotting(game.content, changes(game), hider(game, unit_id))


@of_content
@rule("4.1.3.1", "6.1.3")
def sizes(content: Content) -> dict[str, Size]:
    """The column of the spotting range table for every unit: that of vehicles, or that of large or small targets."""
    cards = {unit_id: content.card(unit.card) for unit_id, unit in content.counters.items()}
    return {unit_id: "V" if isinstance(card, Vehicle) else card.size if isinstance(card, Towed) else "S"
            for unit_id, card in cards.items()}  # fmt: skip


@of_content
def range_of_target(content: Content, target: Target, spotter: Spotter) -> SpottingRange:
    return spotting_range(content, target, spotter)


@rule("4.1.3", "4.1.3.1", "6.1.3", "6.1.3.2")
def range_to_spot(game: Game, unit_id: str, spotter: Spotter = LOOKER) -> SpottingRange:
    """From how far a unit is spotted now, with its SPOT counter and in Full Cover or out of it."""
    unit = game.state.units[unit_id]
    target = Target(sizes(game.content)[unit_id], cover_of(game, unit_id), unit.spot, unit.full_cover)
    return range_of_target(game.content, target, spotter)


@of_content
def field_of_view(content: Content, card_id: str) -> str:
    """Where a suppressed unit still looks: before it, or behind it where its weapon points to the rear."""
    card = content.card(card_id)
    rear = isinstance(card, Vehicle) and any(weapon.mount == "rear" for weapon in card.weapons[:1])
    return "rear" if rear else "forward"


@rule("6.1.2", "6.1.3.1")
def looks_at(game: Game, spotter: str, unit: Unit, label: str) -> bool:
    """Whether a unit looks at a hex: all round, unless it is suppressed."""
    if not unit.suppressed:
        return True
    mount = field_of_view(game.content, game.content.counters[spotter].card)
    return in_limited_field(game.content, unit, mount, label)


@rule("4.1", "4.1.1", "4.1.2", "4.1.4", "6.1.2")
def spots(game: Game, spotter: str, target: str) -> bool:
    """Whether a unit spots an enemy from where it is: within spotting range and in its line of sight."""
    return can_spot(game, spotter) and spotter in who_sees(game, target, (spotter,))


@rule("4.1", "4.1.2", "4.1.4", "6.1.2", "6.1.3.1", "6.1.3.2")
def who_sees(game: Game, target: str, spotters: Iterable[str]) -> list[str]:
    """Those of some units that can spot who have an enemy in their spotting range, where they look, and in sight."""
    units, content = game.state.units, game.content
    in_sight, at = who_has_in_sight(game, target, spotters), units[target].at
    if not in_sight:
        return []
    most, found = range_to_spot(game, target).hexes, []
    for spotter in in_sight:
        unit = units[spotter]
        far = content.distance(unit.at, at)
        if far > most:
            continue
        if unit.suppressed or unit.full_cover:
            reach = range_to_spot(game, target, Spotter(unit.suppressed != "", unit.full_cover)).hexes
            if far > reach or not looks_at(game, spotter, unit, at):
                continue
        found.append(spotter)
    return found


@rule("4.1.4", "6.1.4.3.1")
def is_out_of_sight(game: Game, target: str, side: str) -> bool:
    """Whether nobody of a side has a unit in sight, by the hexes alone; who is in a building might be upstairs."""
    unit, hexes = game.state.units[target], hexes_of(game, side)
    if unit.floor or not buildings(game.content).isdisjoint(hexes):
        return False
    return lines(game.content, changes(game)).sees_none_of(unit.at, hexes)


@rule("4.1.4", "6.1.4.3.1")
def who_has_in_sight(game: Game, target: str, spotters: Iterable[str]) -> list[str]:
    """Those of some units that have a line of sight to an enemy, however far it is."""
    units, index = game.state.units, game.content.board.index
    at, floor, known = units[target].at, units[target].floor, lines(game.content, changes(game))
    in_view, found = known.field(at), []
    for spotter in spotters:
        unit = units[spotter]
        if floor or unit.floor:
            if known.sees_from(Viewpoint(unit.at, unit.floor), Viewpoint(at, floor)):
                found.append(spotter)
        elif in_view[index[unit.at]]:
            found.append(spotter)
    return found


@rule("4.1", "4.1.1", "4.1.2", "4.1.4", "4.4.1", "6.1.1", "6.1.3")
def find_targets(game: Game) -> dict[str, tuple[str, ...]]:
    """The enemies that each unit spots, as many as there are; passengers spot, and are spotted with their vehicle."""
    found: dict[str, list[str]] = {unit_id: [] for unit_id in game.state.units}
    aboard = riders(game).aboard
    for side in SIDES:
        spotters = [each for each in with_passengers(game, enemy_of(side)) if can_spot(game, each)]
        for target in units_of(game, side):
            for spotter in who_sees(game, target, spotters):
                found[spotter] += (target, *aboard.get(target, ()))
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
