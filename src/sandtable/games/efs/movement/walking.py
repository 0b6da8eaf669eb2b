"""Chapter 10.2: units walk along a path, whatever kind of movement takes them there."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.efs import control
from sandtable.games.efs.content import Edge
from sandtable.games.efs.movement.allowances import phase_name
from sandtable.games.efs.movement.single_hex import engineers_at
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import MovementPhaseName, Special, enemy_of
from sandtable.games.efs.supply.supply_units import removed_by_entry
from sandtable.games.efs.units import Game
from sandtable.kernel import rule
from sandtable.mechanics.roster import change

PHASE_NAMES: dict[str, MovementPhaseName] = {
    "movement": "movement", "motorized": "motorized", "reaction": "reaction",
}  # fmt: skip


class Party(NamedTuple):
    """Who walks together."""

    side: str
    units: tuple[str, ...]
    supplies: tuple[str, ...] = ()


@rule("10.21", "10.22", "10.23", "10.24")
def walk(game: Game, party: Party, path: tuple[str, ...], cost: int, special: Special) -> None:
    """Take a stack along a path; every hex on the way changes hands, and enemy supply units in it are lost."""
    state, side = game.state, party.side
    for unit_id in party.units:
        unit = state.units[unit_id]
        change(game, unit_id, spent=unit.spent + cost, finished=True, special=special or unit.special)
        note_move(game, unit_id)
    for supply_id in party.supplies:
        supply = state.supplies[supply_id]
        state.supplies[supply_id] = replace(supply, at=path[-1], spent=supply.spent + cost, finished=True)
    if special == "crossing":
        note_crossing(game, party, (path[0], path[1]))
    hostile = control.controlled_if_uncontested(game, enemy_of(side))
    for step in pairwise(path):
        for unit_id in party.units:
            change(game, unit_id, at=step[1])
        removed_by_entry(game, step[1], side)
        if party.units and control.may_change_hands(game, side, step, hostile):
            control.settle(game)


def note_move(game: Game, unit_id: str) -> None:
    """Remember that a unit has left its hex in the phase."""
    phase, moved_in = PHASE_NAMES[phase_name(game)], game.state.units[unit_id].moved_in
    if phase not in moved_in:
        change(game, unit_id, moved_in=(*moved_in, phase))


@rule("10.47b", "22.14")
def note_crossing(game: Game, party: Party, edge: Edge) -> None:
    """Count what has crossed a lake or shallow water, and the work of the engineers that brought it over."""
    if "major-river" in game.content.hexsides[edge]:
        return
    hexside = game.content.hexside_id(*edge)
    game.state.crossings[hexside] = game.state.crossings.get(hexside, 0) + points(game, party.units)
    ferrymen = engineers_at(game, edge[0], party.side)
    change(game, next((each for each in ferrymen if game.state.units[each].task), ferrymen[0]), task="crossing")
