"""Chapter 1: counters, their strength, and the hexes they stand in and control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from sandtable.board import CLOSED, ZOC
from sandtable.games.primer.content import Content, Kind
from sandtable.games.primer.events import Revealed
from sandtable.games.primer.state import OFF_MAP, UNKNOWN, State, Unit, other
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import derived, rule
from sandtable.mechanics.events import Eliminated, LostStep
from sandtable.mechanics.roster import change, hexes_of, units_of
from sandtable.mechanics.zones import zone

Game: TypeAlias = KernelGame[State, Content]


@rule("1.2")
def halved(value: int) -> int:
    """Half of a value, fractions rounded up."""
    return (value + 1) // 2


def kind_of(content: Content, unit: Unit) -> Kind:
    return content.kinds[unit.kind]


@rule("1.3")
def strength(content: Content, unit: Unit, value: int) -> int:
    """An attack or defence value as it counts: a unit that has lost a step fights at half."""
    return halved(value) if unit.steps < kind_of(content, unit).steps else value


@derived(units_of)
@rule("3.7")
def zone_of_control(game: Game, side: str) -> bytes:
    """The hexes next to the counters of a side that are in order; a dummy counts until it is turned over."""
    board = game.content.board
    flags = bytearray(board.size)
    zone(board, [board.index[unit.at] for unit in units_of(game, side).values() if not unit.disrupted], ZOC, flags)
    return bytes(flags)


@derived(units_of)
@rule("3.6", "3.7")
def barrier(game: Game, side: str) -> bytes:
    """What each hex means to a moving enemy of a side: its counters bar theirs, and their zones of control stop it."""
    flags, index = bytearray(zone_of_control(game, side)), game.content.board.index
    for label in hexes_of(game, side):
        flags[index[label]] |= CLOSED
    return bytes(flags)


@derived(hexes_of)
def contact(game: Game, side: str) -> frozenset[str]:
    """The hexes next to those of a side."""
    adjacent = game.content.adjacent
    return frozenset().union(*[adjacent[label] for label in hexes_of(game, side)])


def next_to(game: Game, label: str, side: str) -> list[str]:
    """Which counters of a side are next to a hex."""
    if label not in contact(game, side):
        return []
    near = game.content.adjacent[label]
    return [unit_id for unit_id, unit in units_of(game, side).items() if unit.at in near]


@rule("1.3", "9.2")
def lose_step(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a step from a counter, which is a point for the enemy; the last one eliminates it."""
    unit = game.state.units[unit_id]
    if unit.steps == 1:
        eliminate(game, unit_id, rule_id)
        return
    give_points(game, other(unit.side), 1)
    change(game, unit_id, steps=unit.steps - 1)
    game.say(LostStep(rule=rule_id, unit=unit_id))


def give_points(game: Game, side: str, points: int) -> None:
    game.state.points[side] = game.state.points.get(side, 0) + points


def remove(game: Game, unit_id: str, rule_id: str) -> None:
    """Take a counter off the map for good."""
    at = game.state.units[unit_id].at
    change(game, unit_id, at=OFF_MAP, steps=0, hidden=False)
    game.say(Eliminated(rule=rule_id, unit=unit_id, at=at))


@rule("9.2")
def eliminate(game: Game, unit_id: str, rule_id: str) -> None:
    """Remove a counter with all its steps, each of which is a point for the enemy."""
    unit = game.state.units[unit_id]
    give_points(game, other(unit.side), unit.steps)
    remove(game, unit_id, rule_id)


@rule("6.2", "6.3")
def reveal(game: Game, unit_id: str) -> None:
    """Turn a face-down counter over; a dummy is taken off the map."""
    unit = game.state.units[unit_id]
    if not unit.hidden:
        return
    game.reveal()
    change(game, unit_id, hidden=False)
    game.say(Revealed(rule="6.2", unit=unit_id, kind=unit.kind, at=unit.at))
    if unit.kind != UNKNOWN and kind_of(game.content, unit).dummy:
        remove(game, unit_id, "6.3")


@rule("6.2")
def reveal_contacts(game: Game, unit_id: str) -> None:
    """Turn over face-down counters that have come next to each other's enemies through a counter's arrival."""
    unit = game.state.units[unit_id]
    reveal_each_other(game, unit_id, next_to(game, unit.at, other(unit.side)))


@rule("6.2")
def reveal_each_other(game: Game, unit_id: str, met: list[str]) -> None:
    """Turn over face-down counters that a counter has met, and then the counter itself."""
    for enemy_id in met:
        reveal(game, enemy_id)
    if met:
        reveal(game, unit_id)


@rule("9.1")
def take_control(game: Game, entered: Sequence[str], side: str) -> None:
    """A side that enters an objective controls it."""
    objectives = game.content.scenario.objectives
    if not objectives.keys().isdisjoint(entered):
        game.state.control.update((label, side) for label in entered if label in objectives)


def occupy(game: Game, unit_id: str, label: str) -> None:
    """Put a counter into a hex, where it may come next to enemies."""
    take_control(game, (label,), change(game, unit_id, at=label).side)
    reveal_contacts(game, unit_id)
