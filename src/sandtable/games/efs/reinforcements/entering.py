"""Chapters 8.1 and 8.3: who may come onto the map, and through which hexes of its edge."""

from __future__ import annotations

from collections.abc import Collection
from typing import get_args

from sandtable.games.efs.content import placement_of
from sandtable.games.efs.events import BoxChanged
from sandtable.games.efs.events.reinforcements import Entered
from sandtable.games.efs.index import Able, OtherChange, UnitChange, counters_of
from sandtable.games.efs.movement.allowances import rides_only, share_of
from sandtable.games.efs.movement.map_exit import lost_exits
from sandtable.games.efs.state import Box, Unit, WithoutSteps, enemy_of
from sandtable.games.efs.supply.sources import named_sources
from sandtable.games.efs.units import Game, is_motorized, printed, side_of
from sandtable.kernel import derived, index, rule
from sandtable.mechanics.roster import change, enemy_hexes, occupier

NOBODY: dict[str, tuple[str, ...]] = {}
WITHOUT_STEPS: tuple[WithoutSteps, ...] = get_args(WithoutSteps)


@rule("8.0", "8.11a", "8.11b", "8.24")
def arrive(game: Game, side: str) -> None:
    """Units whose turn of entry has come are free to enter, now or in any later turn."""
    for unit_id, unit in game.state.units.items():
        if unit.box not in ("scheduled", "withdrawn"):
            continue
        has_come = unit.box == "scheduled" and game.content.card.units[unit_id].turn <= game.state.turn
        if (has_come or returns(game, unit_id)) and side_of(game, unit_id) == side:
            box = box_of_arrival(game, unit_id)
            change(game, unit_id, box=box)
            game.say(BoxChanged(rule="8.11a", unit=unit_id, box=box, at=""))


@rule("8.51d")
def box_of_arrival(game: Game, unit_id: str) -> Box:
    """Where a unit comes that is due: one that was withdrawn without a step comes back into the box that it left."""
    left = game.state.withdrawals.get(unit_id, "")
    return next((box for box in WITHOUT_STEPS if box == left), "arrived")


@rule("8.51d")
def has_been_away(game: Game, unit_id: str) -> bool:
    """Whether a unit waits to come back after it was withdrawn."""
    return game.state.units[unit_id].box == "arrived" and game.state.withdrawals.get(unit_id) == "done"


@rule("8.11b", "8.71", "11.17")
def comes_by_its_card(game: Game, unit_id: str) -> bool:
    """Whether a unit comes onto the map as the Set-Up Card says of it: neither rebuilt, nor back from a withdrawal."""
    return game.state.units[unit_id].box == "arrived" and not has_been_away(game, unit_id)


@rule("8.51d")
def returns(game: Game, unit_id: str) -> bool:
    """Whether a unit that was withdrawn comes back by now, as strong as it left."""
    withdrawal = game.content.card.withdrawals.get(unit_id)
    is_away = game.state.units[unit_id].box == "withdrawn"
    return is_away and withdrawal is not None and 0 < withdrawal.returns <= game.state.turn


@rule("8.31")
def is_free_to_enter(game: Game, unit_id: str) -> bool:
    """Whether a unit waits to come onto the map: one that has arrived, or that began the turn in the Active box."""
    unit = game.state.units[unit_id]
    return unit.box == "arrived" or (unit.box == "active" and unit.due <= game.state.turn)


@rule("8.11b", "8.12b", "8.32")
def edge_hexes(game: Game, unit_id: str) -> tuple[str, ...]:
    """The hexes of the map edge through which a unit enters: those of its card, from the Active box own sources."""
    if has_been_away(game, unit_id):
        return game.content.card.withdrawals[unit_id].entry
    if game.state.units[unit_id].box != "active":
        return placement_of(game.content, unit_id).entry
    return tuple(
        sorted(label for label in named_sources(game, side_of(game, unit_id)) if game.content.is_at_edge(label))
    )


@rule("8.12a", "8.32", "10.29")
def enters_in(game: Game, unit_id: str) -> bool:
    """Whether a unit may enter in the phase in progress.

    Motorized units and cavalry in both movement phases of their side, others in its Movement Phase; from the Active box
    whoever may move in the phase, and in the Movement Phase by rail who only rides.
    """
    segment, _, phase = game.state.phase.partition("/")
    if segment != side_of(game, unit_id) or phase not in ("movement", "motorized"):
        return False
    if game.state.units[unit_id].box == "active":
        return bool(share_of(game, unit_id)) or (phase == "movement" and rides_only(game.content, unit_id))
    return phase == "movement" or is_motorized(game, unit_id) or printed(game, unit_id).type == "cavalry"


@rule("8.12c", "8.13b", "11.63")
def is_open_to(game: Game, side: str, label: str) -> bool:
    """Whether units of a side may enter the map in a hex: an enemy zone does not keep them out, an enemy unit does, and
    so does an exit area that the enemy has used.
    """
    return occupier(game, label) != enemy_of(side) and label not in lost_exits(game, side)


class Waiting(Able):
    """The units of a side off the map that have arrived, or are in the Active box."""

    __slots__ = ()

    def __init__(self, game: Game, side: str) -> None:
        super().__init__(is_ready, counters_of(game.content, side))

    def follow(self, game: Game, units: Collection[UnitChange], *others: Collection[OtherChange]) -> None:
        """Whoever was in no box and is in none does not come into question."""
        boxed = [each for each in units if each[1] is None or each[2] is None or each[1].box or each[2].box]
        if boxed:
            super().follow(game, boxed, *others)


def is_ready(game: Game, unit_id: str) -> bool:
    return game.state.units[unit_id].box in ("arrived", "active")


waiting_to_enter = index(Waiting, "units")


def waiting(game: Game, side: str) -> dict[str, Unit]:
    """The same, as the source of what follows from them."""
    return waiting_to_enter(game, side).units


@derived("units", "control", "idle_sources", "exits", "phase", "turn")
def entries_now(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    """The same, asked again and again while nothing changes."""
    return entries_of_those_who_wait(game, side) if waiting(game, side) else NOBODY


@derived(waiting, named_sources, enemy_hexes, lost_exits, "phase", "turn")
def entries_of_those_who_wait(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    found = {}
    for unit_id in waiting(game, side):
        if is_free_to_enter(game, unit_id):
            hexes = tuple(label for label in edge_hexes(game, unit_id) if is_open_to(game, side, label))
            if hexes and enters_in(game, unit_id):
                found[unit_id] = hexes
    return found


@rule("8.11a", "8.12a", "8.12c", "8.32")
def entries(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    """The units of a side that may enter at the map edge in the phase in progress, each with the hexes open to it."""
    return entries_now(game, side)


@rule("6.22", "8.12d", "8.13a", "8.13c", "8.71")
def come_in(game: Game, unit_id: str, label: str, rule_id: str) -> None:
    """Put a unit onto the map, where it is in general supply for this turn; what it pays is the mover's to say.

    Placed in the Reinforcements Phase it pays nothing, and may move in any phase of the turn in which its kind moves.
    What the card says of its first coming does not hold it when it comes again.
    """
    held = placement_of(game.content, unit_id).do_not_move if comes_by_its_card(game, unit_id) else 0
    change(game, unit_id, at=label, box="", due=0, entered=True, supply="supplied", do_not_move=held)
    game.say(Entered(rule=rule_id, unit=unit_id, at=label))
