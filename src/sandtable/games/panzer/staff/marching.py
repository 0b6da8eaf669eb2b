"""When a staff has vehicles march in column: on a way towards what counts, where no enemy can harm them."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.panzer.command.columns import column_of
from sandtable.games.panzer.command.place_commands import marchers
from sandtable.games.panzer.command.shared_movement import by_road
from sandtable.games.panzer.staff.situation import MOVED, Situation

CLOSE = 6
"""From how many hexes away an enemy is too near for a column."""


def is_safe(situation: Situation, unit_id: str, label: str) -> bool:
    """Whether a vehicle in column may come to a hex: nobody can harm it there, and nobody is close."""
    facing = situation.state.units[unit_id].facing
    return not situation.enemies_within(label, CLOSE) and not situation.danger(unit_id, label, facing, MOVED)


def column_gain(situation: Situation, units: Sequence[str]) -> float:
    """What it is worth to vehicles to march in column: the gain of its head for each; nothing where it is not safe."""
    game = situation.game
    vehicles = marchers(game, units)
    hexes = column_of(game, vehicles)
    if not hexes:
        return 0.0
    head = next(each for each in vehicles if situation.state.units[each].at == hexes[-1])
    safe = [label for label in sorted(by_road(game, head)) if is_safe(situation, head, label)]
    if not safe or not all(is_safe(situation, head, label) for label in hexes):
        return 0.0
    return len(vehicles) * (max(situation.values(head, safe)) - situation.value(head, hexes[-1]))


def follows(situation: Situation, unit_id: str) -> bool:
    """Whether a vehicle has to keep up with others of its column."""
    commands = situation.state.commands
    own = commands[unit_id]
    return own.column is not None and any(each.group == own.group and each.moved for each in commands.values())
