"""Chapters 4.1.3 and 6.1.4.3: the cover that terrain gives, against being spotted and against GP fire."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from sandtable.games.panzer.ground import Ground, buildings, terrain_of, terrain_table
from sandtable.games.panzer.spotting.changes import NOTHING, Changes
from sandtable.games.panzer.tables.parts import Cover
from sandtable.games.panzer.tables.terrain import CoverIn, CoverOf
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on

Kind = Literal["vehicle", "towed", "leg"]
NONE: Cover = "none"
_RANK: dict[Cover, int] = {"none": 0, "light": 1, "medium": 2, "heavy": 3}
_NOTED = ("woods", "building-brick")
"""What the note on cover calls heavy (6.5.4.2.2/cover-note)."""


class Hider(msgspec.Struct, frozen=True):
    """A unit as cover sees it: where it is, what it is, and what it is in."""

    at: str
    kind: Kind
    indoors: bool = False
    """A vehicle or gun inside the buildings of its hex; leg units in a building hex always are."""
    dug_in: bool = False
    """Whether it occupies an improved position."""
    overstacked: bool = False


class Covered(NamedTuple):
    """The cover of a unit, what gives it (such as `terrain:woods` or `counter:rubble`), and the rule."""

    cover: Cover
    by: str
    rule: str


@rule("4.1.3", "4.1.3.2", "6.1.4.3.1", "6.1.4.3.3", "6.1.4.3.4", "6.1.4.3.7", "6.1.4.3.9")
def cover_against_spotting(content: Ground, changes: Changes, unit: Hider) -> Covered:
    """The cover of a unit against being spotted and hit by AP fire: that of the best terrain in its hex."""
    return _cover(content, changes, unit, unit.kind)


@rule("6.5.4.2.2", "6.5.4.2.2/cover-note", "6.5.4.3/vehicle-cover")
def cover_against_gp(content: Ground, changes: Changes, unit: Hider) -> Covered:
    """The cover of a unit against GP fire: for vehicles as against spotting, for men and guns by its own column."""
    return _cover(content, changes, unit, "vehicle" if unit.kind == "vehicle" else "gp")


@rule("6.1.4.2")
def may_take_full_cover(content: Ground, changes: Changes, kind: Kind, at: str) -> bool:
    """Whether a unit may be in Full Cover in a hex: men and guns, but not on bridges, in fords, streams or fire."""
    if kind == "vehicle" or not terrain_of(content, at).full_cover:
        return False
    return at not in changes.fires or terrain_table(content).counters["on-fire"].full_cover


def _cover(content: Ground, changes: Changes, unit: Hider, column: Kind | Literal["gp"]) -> Covered:
    at = unit.at
    if at in changes.rubble or at in changes.blocks or at in changes.ditches:
        return _best(content, changes, unit, column)
    return _printed_cover(content, unit, column)


@of_content
def _printed_cover(content: Ground, unit: Hider, column: Kind | Literal["gp"]) -> Covered:
    """The cover of a unit where nothing has come onto the map."""
    return _best(content, NOTHING, unit, column)


def _best(content: Ground, changes: Changes, unit: Hider, column: Kind | Literal["gp"]) -> Covered:
    if unit.overstacked:
        return Covered(NONE, "", "4.1.3.2")
    found = [_in_terrain(content, changes, unit, column)]
    counters = terrain_table(content).counters
    for name, rule_id, is_there in (
        ("improved-position", "6.1.4.3.7", unit.dug_in),
        ("block", "6.1.4.3.3", unit.at in changes.blocks),
        ("ditch", "6.1.4.3.4", unit.at in changes.ditches),
    ):
        if is_there:
            found.append(Covered(_plain(_column(counters[name].cover, column)), f"counter:{name}", rule_id))
    return max(found, key=lambda each: _RANK[each.cover])


def _in_terrain(content: Ground, changes: Changes, unit: Hider, column: Kind | Literal["gp"]) -> Covered:
    """The cover of what is printed in the hex, or of the rubble that is left of it."""
    printed = content.terrain[unit.at]
    rows = terrain_table(content)
    if unit.at in changes.rubble and rows.counters["rubble"].cover.leg == "original":
        return Covered(_noted(content, printed, "vehicle"), "counter:rubble", "6.1.4.3.9")
    if unit.at in buildings(content):
        if _is_in_alley(content, unit):
            return Covered(_plain(_column(rows.hexes["alley"].cover, column)), "terrain:alley", "6.1.4.3.1")
        return Covered(_noted(content, printed, column), f"terrain:{printed}", "6.1.4.3.1")
    return Covered(_noted(content, printed, column), f"terrain:{printed}", "4.1.3")


@rule("4.1.4.1.3", "6.1.4.3.1")
def _is_in_alley(content: Ground, unit: Hider) -> bool:
    """Whether a unit stands between the buildings of its hex without having their cover."""
    if content.game == "basic" or unit.kind == "leg" or unit.indoors:
        return False
    return not is_on(content, "alleys-give-cover")


def _noted(content: Ground, terrain: str, column: Kind | Literal["gp"]) -> Cover:
    if terrain in _NOTED and is_on(content, "cover-as-noted"):
        return "heavy"
    return _plain(_column(terrain_table(content).hexes[terrain].cover, column))


def _column(cover: CoverOf, column: Kind | Literal["gp"]) -> CoverIn:
    return {"vehicle": cover.vehicle, "towed": cover.towed, "leg": cover.leg, "gp": cover.gp}[column]


def _plain(cover: CoverIn) -> Cover:
    """A cover class; "other" and "original" give none of their own beside the terrain that they refer to."""
    return NONE if cover == "other" or cover == "original" else cover
