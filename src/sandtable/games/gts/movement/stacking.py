"""Chapters 1.2 and 14.7: stacking."""

from __future__ import annotations

from collections import Counter

from sandtable.games.gts.engineers.works import ENTRENCHED
from sandtable.games.gts.index import positions
from sandtable.games.gts.sequence.active_units import active, may_act, rights
from sandtable.games.gts.units import Game, division_of, eliminate, face
from sandtable.kernel import Choice, Decision, Option, Procedure, Refusal, rule
from sandtable.mechanics.content import Table
from sandtable.mechanics.roster import units_in


class StackingFile(Table, frozen=True, kw_only=True):
    """How many units a hex holds."""

    combat: int


def limits(game: Game) -> StackingFile:
    return game.content.table("stacking", StackingFile)


@rule("1.2/stacking", "14.7/limits")
def in_combat_formation(game: Game, label: str) -> list[str]:
    """The units that count against the limit of a hex: those not in column, whatever their steps; no leaders."""
    units = game.state.units
    return [unit_id for unit_id in units_in(game, label) if not units[unit_id].column]


@rule("14.7/limits")
def crowded(game: Game, side: str) -> list[str]:
    """The hexes in which a side has more units in combat formation than the limit."""
    most = limits(game).combat
    crowds = positions(game).crowds[side]
    full = [label for label, count in crowds.items() if count > most]
    return sorted(label for label in full if len(in_combat_formation(game, label)) > most)


@rule("1.2/stacking", "14.6.1", "14.6.2", "29.12")
def column_in(game: Game, label: str, without: tuple[str, ...] = ()) -> bool:
    """Whether a unit in column stands in a hex, other than some."""
    units = game.state.units
    there = [unit_id for unit_id in units_in(game, label) if units[unit_id].column]
    return any(unit_id not in without for unit_id in there) if there else False


@rule("14.7/limits")
def may_stay(game: Game, label: str, units: tuple[str, ...], going: tuple[str, ...] = ()) -> bool:
    """Whether units may end a move in combat formation in a hex, which others are about to leave: with room for them,
    or as long as enough of those there may still act under this chit and so make room before the activation ends."""
    most = limits(game).combat
    if len(units_in(game, label)) + len(units) <= most:
        return True
    others = [unit_id for unit_id in in_combat_formation(game, label) if unit_id not in (*units, *going)]
    excess = len(others) + len(units) - most
    if excess <= 0:
        return True
    return game.state.active is not None and _most_that_leave(game, others, units) >= excess


@rule("10.0.5/1", "14.7/limits")
def _most_that_leave(game: Game, others: list[str], units: tuple[str, ...]) -> int:
    """How many may still leave a hex under this chit; by Direct Command no more than there are points for once the
    units that come have paid for themselves."""
    able = [unit_id for unit_id in others if may_make_room(game, unit_id)]
    cost = rights(game, active(game).kind).cost
    if not cost:
        return len(able)
    most = 0
    for division, number in Counter(division_of(game, unit_id) for unit_id in able).items():
        unpaid = [unit_id for unit_id in units if unit_id not in game.state.acted]
        owed = sum(division_of(game, unit_id) == division for unit_id in unpaid)
        most += max(min(number, game.state.divisions[division].command // cost - owed), 0)
    return most


@rule("14.7/limits", "22.3.3")
def may_make_room(game: Game, unit_id: str) -> bool:
    """Whether a unit may still leave its hex under this chit; to leave an entrenchment takes its whole move."""
    unit = game.state.units[unit_id]
    able = face(game, unit_id).move is not None and not unit.suppressed and unit.works != ENTRENCHED
    return able and may_act(game, unit_id)


@rule("14.7/limits")
def full_hexes(game: Game, units: tuple[str, ...], side: str) -> list[str]:
    """The hexes of their side in which units in combat formation may not end a move, however they may pass."""
    room = limits(game).combat - len(units)
    where = positions(game)
    there = where.crowds[side] if room > 0 else where.held[side]
    return [label for label, count in there.items() if count > room and not may_stay(game, label, units)]


def settle(game: Game, side: str) -> None:
    """At the end of an activation: the owner removes what is too much from hexes that are too full."""
    if crowded(game, side):
        game.push(Overflow(side=side))


class Overflow(Procedure, frozen=True):
    """A side has too many units in combat formation in some hexes and picks those that are lost."""

    side: str

    @rule("14.7/limits")
    def begin(self, game: Game) -> Decision | None:
        """Ask for one unit after the other until the limit is kept."""
        full = crowded(game, self.side)
        if not full:
            game.finish()
            return None
        units = [unit_id for label in full for unit_id in in_combat_formation(game, label)]
        options = tuple(Option(f"unit:{unit_id}", rule="14.7/limits") for unit_id in units)
        return Decision(self.side, "overflow", "14.7/limits", options, {"hex": full[0]}, default=options[-1].id)

    def begin_refused(self, game: Game, choice: Choice) -> Refusal | None:
        if choice.kind != "unit" or choice.name not in game.state.units:
            return None
        return Refusal("refused.not-too-many", "14.7/limits", {"unit": choice.name})

    def begin_chosen(self, game: Game, choice: Choice) -> None:
        eliminate(game, choice.name, "14.7/limits")
        game.goto("begin")


PROCEDURES: tuple[type[Procedure], ...] = (Overflow,)
