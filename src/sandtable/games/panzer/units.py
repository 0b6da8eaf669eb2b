"""Chapter 3: what holds in several phases: who owns a unit, ranges, crowded hexes, commands that are carried out."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from sandtable.games.panzer.cards import Leg, Towed, Vehicle
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.counters import PrintedUnit
from sandtable.games.panzer.index import riders
from sandtable.games.panzer.spotting.line_of_sight import range_between
from sandtable.games.panzer.state import Command, Spot, State
from sandtable.games.panzer.tables.basic import CommandRow, CommandsFile, StackingFile
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import of_content, rule
from sandtable.mechanics.content import Text
from sandtable.mechanics.roster import change, units_in, units_of

Game: TypeAlias = KernelGame[State, Content]


def printed(game: Game, unit_id: str) -> PrintedUnit:
    """What is printed of a unit."""
    return game.content.counters[unit_id]


def card_of(game: Game, unit_id: str) -> Vehicle | Towed | Leg:
    """The card of a unit as it began."""
    return unit_cards(game.content)[unit_id]


@of_content
@rule("1.6")
def unit_cards(content: Content) -> dict[str, Vehicle | Towed | Leg]:
    """The cards of all units of a scenario as they begin."""
    found = {}
    for unit_id, unit in content.counters.items():
        card = content.card(unit.card)
        assert isinstance(card, Vehicle | Towed | Leg)
        found[unit_id] = card
    return found


@rule("5.1.1")
def card_now(game: Game, unit_id: str) -> str:
    """The card of a unit by its id: a squad that was reduced has that of its half-squad."""
    card, unit = card_of(game, unit_id), game.state.units.get(unit_id)
    if isinstance(card, Leg) and card.half is not None and unit is not None and unit.reduced:
        return card.half
    return printed(game, unit_id).card


def vehicle(game: Game, unit_id: str) -> Vehicle:
    """The card of a vehicle."""
    return vehicles(game.content)[unit_id]


@of_content
@rule("1.6", "1.7.1")
def vehicles(content: Content) -> dict[str, Vehicle]:
    """The cards of all vehicles of a scenario."""
    cards = content.cards.vehicles
    return {unit_id: cards[unit.card] for unit_id, unit in content.counters.items() if unit.card in cards}


@of_content
@rule("4.1.1")
def combat_units(content: Content) -> frozenset[str]:
    """All units but unarmed vehicles, such as trucks and prime movers."""
    return frozenset(
        unit_id for unit_id in content.counters if unit_id not in vehicles(content) or vehicles(content)[unit_id].armed
    )


class Platoon(NamedTuple):
    """A platoon, section or headquarters of a force, which can be told something in one gesture."""

    side: str
    number: str
    name: Text
    units: tuple[str, ...]


def platoon_of(unit_id: str) -> str:
    """The platoon of a unit by its id."""
    return unit_id.rpartition("-")[0]


@of_content
def platoons(content: Content) -> dict[str, Platoon]:
    """The platoons of both sides by id: gA2 is the second of the German group A."""
    found: dict[str, Platoon] = {}
    for unit_id, unit in content.counters.items():
        platoon = platoon_of(unit_id)
        before = found[platoon].units if platoon in found else ()
        name = content.forces.elements[unit.element_id].name
        found[platoon] = Platoon(unit.side, unit.element, name, (*before, unit_id))
    return found


@rule("3.1")
def side_of(game: Game, unit_id: str) -> str:
    """The player who commands a unit, and does everything for it."""
    return game.content.side_of[unit_id]


def with_passengers(game: Game, side: str) -> Collection[str]:
    """The units of a side on the map, those who ride in vehicles after the others."""
    driving, aboard = units_of(game, side), riders(game).aboard
    if not aboard:
        return driving
    sides = game.content.side_of
    return [*driving, *(each for group in aboard.values() for each in group if sides[each] == side)]


def range_to(game: Game, one: str, other: str) -> int:
    """The range between two units in hexes."""
    units = game.state.units
    return range_between(game.content, units[one].at, units[other].at)


@of_content
def stacking_limit(content: Content) -> int:
    return content.table("stacking", StackingFile).limit


@of_content
@rule("5.13")
def on_foot(content: Content) -> frozenset[str]:
    """The leg units, which crowd no hex; guns do, unless a vehicle tows them."""
    return frozenset(unit_id for unit_id, unit in content.counters.items() if unit.card in content.cards.leg)


@rule("3.8", "5.13")
def is_overstacked(game: Game, label: str, joining: int = 0) -> bool:
    """Whether a hex holds too many vehicles and guns of both sides, wrecks not counted, once so many more have come."""
    here, limit = units_in(game, label), stacking_limit(game.content)
    return (
        len(here) + joining > limit
        and len([each for each in here if each not in on_foot(game.content)]) + joining > limit
    )


@of_content
@rule("4.2")
def command_chart(content: Content) -> dict[str, CommandRow]:
    """What each command lets a unit do, by its name."""
    return content.table("commands", CommandsFile).commands


def command_of(game: Game, unit_id: str) -> Command:
    return game.state.commands[unit_id]


@rule("6.2.1.1.3", "6.2.1.1.4/overwatch")
def order(game: Game, unit_id: str, **changes: object) -> Command:
    """Replace the command of a unit by one of which some facts have changed.

    A counter that is shared lies face up or face down for all who share it, so that Overwatch is used by all at once.
    """
    commands = game.state.commands
    command = commands[unit_id] = replace(commands[unit_id], **changes)
    turned = {name: value for name, value in changes.items() if name in ("shown", "known")}
    if command.group and turned:
        for other, theirs in commands.items():
            if theirs.group == command.group and other != unit_id:
                commands[other] = replace(theirs, **turned)
    return command


@rule("4.4.1", "4.5.1", "3.4")
def mark(game: Game, unit_id: str, spot: Spot) -> None:
    """Give a unit a SPOT counter, which takes the place of another."""
    if game.state.units[unit_id].spot != spot:
        change(game, unit_id, spot=spot)
