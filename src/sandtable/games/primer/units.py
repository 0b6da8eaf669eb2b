"""Chapter 1: counters, their strength, and the hexes they stand in and control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from msgspec.structs import replace

from sandtable.board import CLOSED, ZOC
from sandtable.games.primer.content import Content, Kind
from sandtable.games.primer.events import Eliminated, LostStep, Revealed
from sandtable.games.primer.positions import Force, Positions
from sandtable.games.primer.state import OFF_MAP, UNKNOWN, State, Unit, other
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import rule
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


def change(game: Game, unit_id: str, **changes: object) -> Unit:
    """Replace a counter by one with some of its facts changed."""
    unit = replace(game.state.units[unit_id], **changes)
    game.state.units[unit_id] = unit
    return unit


def units_in(state: State, label: str) -> list[str]:
    """The counters in a hex."""
    return [unit_id for unit_id, unit in state.units.items() if unit.at == label]


def side_in(state: State, label: str) -> str | None:
    """The side that occupies a hex."""
    for unit in state.units.values():
        if unit.at == label:
            return unit.side
    return None


@rule("3.5", "3.6", "3.7")
def movement_flags(game: Game, mover: Unit) -> bytearray:
    """What each hex means to a moving counter: enemies and full hexes bar it, zones of control stop it."""
    index, side, stacking = game.content.board.index, mover.side, game.content.figures.stacking
    flags = bytearray(enemies_of(game, side).barrier)
    units = game.state.units
    friends = [at for unit_id in game.content.unit_options[side] if (at := units[unit_id].at) != OFF_MAP]
    hexes = {*friends}
    if len(friends) - len(hexes) >= stacking - 1:
        for label in hexes:
            if friends.count(label) >= stacking:
                flags[index[label]] |= CLOSED
    return flags


def enemies_of(game: Game, side: str) -> Force:
    """The enemies of a side on the map, as they stand now."""
    positions: Positions | None = game.memo.get("positions")
    if positions is None:
        positions = game.memo["positions"] = Positions(game.content)
    return positions.force(game.state, other(side))


def next_to(content: Content, label: str, counters: Force) -> list[str]:
    """Which counters of a side are next to a hex."""
    near = content.adjacent[label]
    return [unit_id for unit_id, unit in counters.units.items() if unit.at in near]


@rule("3.7")
def any_in_order(state: State, unit_ids: list[str]) -> bool:
    """Whether any of some counters has a zone of control; a dummy counts until it is turned over."""
    return bool(unit_ids) and not all(state.units[unit_id].disrupted for unit_id in unit_ids)


def enemy_zone(game: Game, side: str) -> bytearray:
    """The zone of control of a side's enemies; a friendly counter does not lift it."""
    board = game.content.board
    flags = bytearray(board.size)
    enemy = other(side)
    occupied = [
        board.index[unit.at]
        for unit in game.state.units.values()
        if unit.side == enemy and unit.at != OFF_MAP and not unit.disrupted
    ]
    zone(board, occupied, ZOC, flags)
    return flags


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
    met = next_to(game.content, unit.at, enemies_of(game, unit.side))
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
