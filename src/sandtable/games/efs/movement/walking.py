"""Chapter 10.2: units walk along a path, whatever kind of movement takes them there."""

from __future__ import annotations

from itertools import repeat

from msgspec import Struct
from msgspec.structs import replace

from sandtable.games.efs import control
from sandtable.games.efs.content import Edge
from sandtable.games.efs.movement.allowances import phase_name
from sandtable.games.efs.movement.single_hex import engineers_at
from sandtable.games.efs.stacking import points
from sandtable.games.efs.state import MovementPhaseName, Special, enemy_of
from sandtable.games.efs.supply.supply_units import hexes_with_supply_of, removed_by_entry
from sandtable.games.efs.units import Game, is_motorized
from sandtable.kernel import rule
from sandtable.mechanics.roster import change

PHASE_NAMES: dict[str, MovementPhaseName] = {
    "movement": "movement", "motorized": "motorized", "reaction": "reaction",
}  # fmt: skip


class Party(Struct, frozen=True, gc=False):
    """Who walks together."""

    side: str
    units: tuple[str, ...]
    supplies: tuple[str, ...] = ()


@rule("10.21", "10.22", "10.23", "10.24")
def walk(game: Game, party: Party, path: tuple[str, ...], cost: int, special: Special) -> None:
    """Take a stack along a path; every hex on the way changes hands, and enemy supply units in it are lost."""
    state, side, goal = game.state, party.side, path[-1]
    if special == "crossing":
        note_crossing(game, party, (path[0], path[1]))
    for supply_id in party.supplies:
        supply = state.supplies[supply_id]
        state.supplies[supply_id] = replace(supply, at=goal, spent=supply.spent + cost, finished=True)
    prey = hexes_with_supply_of(game, enemy_of(side))
    counts = control.steps_that_count(game, side, path) if party.units else repeat(False)
    entered = ""
    for label, may_change_hands in zip(path[1:], counts, strict=False):
        if label in prey:
            removed_by_entry(game, label, side)
        if may_change_hands:
            if entered:
                put(game, party.units, label)
            else:
                set_out(game, party.units, label, cost, special)
            entered = label
            control.settle(game)
    if not entered:
        set_out(game, party.units, goal, cost, special)
    elif entered != goal:
        put(game, party.units, goal)


def set_out(game: Game, unit_ids: tuple[str, ...], label: str, cost: int, special: Special) -> None:
    """Have units leave for the first hex in which anything may change, and pay for all of their way."""
    for unit_id in unit_ids:
        unit = game.state.units[unit_id]
        change(
            game, unit_id, at=label, spent=unit.spent + cost, finished=True, special=special or unit.special,
            moved_in=with_this_phase(game, unit.moved_in),
        )  # fmt: skip


def put(game: Game, unit_ids: tuple[str, ...], label: str) -> None:
    """Have units stand in a hex."""
    for unit_id in unit_ids:
        change(game, unit_id, at=label)


def note_move(game: Game, unit_id: str) -> None:
    """Remember that a unit has left its hex in the phase."""
    before = game.state.units[unit_id].moved_in
    moved_in = with_this_phase(game, before)
    if moved_in != before:
        change(game, unit_id, moved_in=moved_in)


def with_this_phase(game: Game, moved_in: tuple[MovementPhaseName, ...]) -> tuple[MovementPhaseName, ...]:
    """The phases in which a unit has moved, with the one in progress."""
    phase = PHASE_NAMES[phase_name(game)]
    return moved_in if phase in moved_in else (*moved_in, phase)


@rule("10.47b", "22.14")
def note_crossing(game: Game, party: Party, edge: Edge) -> None:
    """Count what has crossed a lake or shallow water, and the work of the engineers that brought it over."""
    if "major-river" in game.content.hexsides[edge]:
        return
    hexside = game.content.hexside_id(*edge)
    game.state.crossings[hexside] = game.state.crossings.get(hexside, 0) + points(game, party.units)
    change(game, ferryman(game, engineers_at(game, edge[0], party.side)), task="crossing")


@rule("22.13", "22.14")
def ferryman(game: Game, engineers: list[str]) -> str:
    """Who of several engineers brings others across or builds a ferry: one that has done so already, else one on foot,
    since only motorized ones allow overruns of works.
    """
    return min(engineers, key=lambda each: (not game.state.units[each].task, is_motorized(game, each)))
