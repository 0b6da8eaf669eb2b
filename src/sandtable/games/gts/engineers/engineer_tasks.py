"""Chapters 22 to 24: which engineer actions a unit can perform where it stands, and why not others."""

from __future__ import annotations

from typing import Literal

from sandtable.games.gts.arnhem.boats import opposite
from sandtable.games.gts.arnhem.special_rules import BoatNight, special
from sandtable.games.gts.content import Content, Strict
from sandtable.games.gts.engineers.works import IMPROVED
from sandtable.games.gts.fire.fire_zones import zones_of
from sandtable.games.gts.index import positions
from sandtable.games.gts.movement.reach import can_reach
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import (
    Game,
    counter,
    division_of,
    formation_of,
    is_engineer,
    is_leg_infantry,
    is_night,
    side_of,
    unit_class,
    units_in,
)
from sandtable.kernel import Refusal, of_content, rule

IMPROVE, ENTRENCH, BLOCK, CLEAR, REARGUARD = "improve", "entrench", "roadblock", "clear-roadblock", "rearguard"
BOATS = "boats"
RULES = {IMPROVE: "22.2.1", ENTRENCH: "22.3.1", BLOCK: "23.1", CLEAR: "23.3", REARGUARD: "24.2", BOATS: "13.2/5"}
COMMON = (IMPROVE, CLEAR, REARGUARD)
"""What others than engineers can do too."""


class EngineerDeed(Strict, frozen=True, kw_only=True):
    """Who may perform an engineer action, whether it takes a check, for whom, and what it needs."""

    who: Literal["leg-infantry", "engineer", "infantry"]
    check: bool
    target: str
    needs: tuple[str, ...]
    source: str


class HouseBonus(Strict, frozen=True, kw_only=True):
    """What houses add to the check for an improved position."""

    value: int
    action: str
    terrain: tuple[str, ...]
    source: str


class EngineersFile(Strict, frozen=True, kw_only=True):
    """The engineer actions."""

    source: str
    rules: tuple[str, ...]
    actions: dict[str, EngineerDeed]
    boats_divisions: tuple[str, ...]
    boats_formations: tuple[str, ...]
    house_bonus: HouseBonus
    rearguard_distance: int


def figures(game: Game) -> EngineersFile:
    return game.content.table("engineers", EngineersFile)


@rule("14.6.2", "19.2.2/effects", "29.23")
def is_ready(game: Game, unit_id: str) -> bool:
    """Whether a unit can perform engineer actions at all: on the map, in combat formation and not suppressed."""
    unit = game.state.units[unit_id]
    return bool(unit.at) and not (unit.entry or unit.column or unit.mounted or unit.suppressed or unit.landing)


# Field works


@rule("22.1", "22.2.1", "22.2.2", "22.2.3")
def improvable(game: Game, unit_id: str) -> list[str]:
    """The units for which a unit can build an improved position: itself, and for engineers any in its hex."""
    units = game.state.units
    if is_engineer(game, unit_id):
        there = units_in(game, units[unit_id].at)
        return [other for other in there if not units[other].works and not units[other].column]
    able = not units[unit_id].works and not units[unit_id].column and is_leg_infantry(game, unit_id)
    return [unit_id] if able else []


@rule("22.3.1", "22.3.2")
def entrenchable(game: Game, unit_id: str) -> list[str]:
    """The units in a hex whose improved position an engineer can turn into an entrenchment."""
    if not is_engineer(game, unit_id):
        return []
    there = units_in(game, game.state.units[unit_id].at)
    return [other for other in there if game.state.units[other].works == IMPROVED]


# Roadblocks


@rule("23.1", "29.41")
def can_block(game: Game, unit_id: str) -> bool:
    """Whether an engineer can place a roadblock: on a road, railway or trail, while its division has one left."""
    return is_engineer(game, unit_id) and why_no_block(game, unit_id) is None


@rule("23.1", "29.41")
def why_no_block(game: Game, unit_id: str) -> Refusal | None:
    """What keeps engineers from placing a roadblock where they are; None if nothing does."""
    state, at, division = game.state, game.state.units[unit_id].at, division_of(game, unit_id)
    args = {"unit": unit_id, "hex": at, "division": division}
    if at in state.roadblocks:
        return Refusal("refused.blocked-already", "23.1", args)
    if not has_way(game, at):
        return Refusal("refused.no-way", "23.1", args)
    used = sum(owner == division for owner in state.roadblocks.values())
    if used >= game.content.divisions[division].roadblocks:
        return Refusal("refused.no-roadblocks", "23.1", args)
    return None


def has_way(game: Game, label: str) -> bool:
    """Whether a road, railway or trail runs through a hex."""
    board = game.content.board
    i = board.index[label]
    return any(any(marks[6 * i : 6 * i + 6]) for marks in board.networks.values())


@rule("23.3")
def can_clear(game: Game, unit_id: str) -> bool:
    """Whether a unit can try to remove a roadblock in its hex, whoever placed it."""
    if game.state.units[unit_id].at not in game.state.roadblocks:
        return False
    return is_engineer(game, unit_id) or is_leg_infantry(game, unit_id)


# Rearguards


@rule("24.2", "24.5")
def spare_rearguard(game: Game, unit_id: str) -> str:
    """A rearguard counter of the division that is not in use; nothing if the unit cannot form one."""
    if unit_class(game, unit_id) != "infantry" or counter(game, unit_id).rearguard:
        return ""
    units = game.state.units
    return next((name for name in rearguards(game.content)[division_of(game, unit_id)] if name not in units), "")


@of_content
def rearguards(content: Content) -> dict[str, tuple[str, ...]]:
    """The rearguard counters of each division."""
    return {
        name: tuple(f"rg-{name}-{number}" for number in range(1, division.rearguards + 1))
        for name, division in content.divisions.items()
    }


@rule("24.3")
def rearguard_hexes(game: Game, unit_id: str) -> list[str]:
    """Where a rearguard can be placed: empty, outside enemy fire zones, near, and within a march of its parent."""
    if not spare_rearguard(game, unit_id):
        return []
    near = game.content.around(game.state.units[unit_id].at, figures(game).rearguard_distance)
    watched = zones_of(game, enemy_of(side_of(game, unit_id)))
    return sorted(can_reach(game, unit_id, near.difference(positions(game).hexes, watched)))


# Boats


@rule("13.2/5")
def boats_owner(game: Game, unit_id: str) -> BoatNight | None:
    """The formation or division of some engineers that has boats tonight."""
    row, file = special(game, "boats"), figures(game)
    if row is None or not is_engineer(game, unit_id) or not is_night(game):
        return None
    division, formation = division_of(game, unit_id), formation_of(game, unit_id)
    if division not in file.boats_divisions and formation not in file.boats_formations:
        return None
    date = game.content.track[game.state.turn].date
    fit = (night for night in row.nights if night.date == date)
    return next((night for night in fit if night.formation == formation or night.division == division), None)


@rule("13.2/5")
def can_bring_boats(game: Game, unit_id: str) -> bool:
    """Whether engineers can bring boats to where they are."""
    return is_engineer(game, unit_id) and why_no_boats(game, unit_id) is None


@rule("13.2/5")
def why_no_boats(game: Game, unit_id: str) -> Refusal | None:
    """Why a unit cannot bring up boats: only some have any, on some nights, beside the river and near a way."""
    night, row = boats_owner(game, unit_id), special(game, "boats")
    at = game.state.units[unit_id].at
    args = {"unit": unit_id, "hex": at}
    if night is None or row is None:
        return Refusal("refused.has-no-boats", "13.2/5", args)
    if sum(owner == name_of(night) for owner in game.state.boats.values()) >= night.markers:
        return Refusal("refused.boats-all-out", "13.2/5", args)
    if at in game.state.boats or at not in game.content.region(row.region) or not opposite(game, at):
        return Refusal("refused.boats-place", "13.2/5", args)
    if not any(has_way(game, label) for label in {at, *game.content.adjacent[at]}.difference(opposite(game, at))):
        return Refusal("refused.boats-way", "13.2/5", args)
    return None


def name_of(night: BoatNight) -> str:
    """Whose boats they are, as it is noted on the map."""
    return night.formation or night.division


# All together

_POSSIBLE = {
    IMPROVE: improvable,
    ENTRENCH: entrenchable,
    BLOCK: can_block,
    CLEAR: can_clear,
    REARGUARD: rearguard_hexes,
    BOATS: can_bring_boats,
}


def can_do(game: Game, unit_id: str, deed: str) -> bool:
    """Whether a unit that is ready can perform an engineer action where it is."""
    return bool(_POSSIBLE[deed](game, unit_id))


def possible(game: Game, unit_id: str) -> list[str]:
    """The engineer actions that a unit that is ready can perform where it is."""
    deeds = RULES if is_engineer(game, unit_id) else COMMON
    return [deed for deed in deeds if can_do(game, unit_id, deed)]


@rule("22.2.2", "22.3.2", "23.1", "23.3", "24.2", "24.5")
def why_not(game: Game, unit_id: str, deed: str) -> Refusal | None:
    """Why a unit that is ready cannot perform an engineer action where it is."""
    args = {"unit": unit_id, "hex": game.state.units[unit_id].at, "division": division_of(game, unit_id)}
    engineer, leg = is_engineer(game, unit_id), is_leg_infantry(game, unit_id)
    if deed == IMPROVE:
        able = engineer or leg
        return Refusal("refused.in-works" if able else "refused.improve-class", "22.1" if able else "22.2.2", args)
    if deed == ENTRENCH:
        by = "22.3.1" if engineer else "22.3.2"
        return Refusal("refused.no-improved" if engineer else "refused.only-engineers", by, args)
    if deed == BLOCK:
        return why_no_block(game, unit_id) if engineer else Refusal("refused.only-engineers", "23.1", args)
    if deed == CLEAR:
        able = engineer or leg
        return Refusal("refused.no-roadblock-here" if able else "refused.clear-class", "23.3", args)
    if deed == BOATS:
        return why_no_boats(game, unit_id)
    if unit_class(game, unit_id) != "infantry" or counter(game, unit_id).rearguard:
        return Refusal("refused.rearguard-class", "24.2", args)
    spare = spare_rearguard(game, unit_id)
    return Refusal("refused.rearguard-place" if spare else "refused.no-rearguards", "24.3" if spare else "24.5", args)
