"""Chapters 2 and 3: what counters say, their steps, and what kind of unit each is."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from sandtable.games.efs.content import Content
from sandtable.games.efs.events import BoxChanged
from sandtable.games.efs.files import Class, PrintedUnit
from sandtable.games.efs.state import OFF_MAP, QUARTERS, SOVIET, Box, Special, State, Unit
from sandtable.kernel import Game as KernelGame
from sandtable.kernel import of_content, rule
from sandtable.mechanics.switches import is_on

Game: TypeAlias = KernelGame[State, Content]

HEADQUARTERS = "headquarters"
ENGINEERS = frozenset({"engineer", "motorized-engineer", "armored-engineer"})
GUNS_AGAINST_ARMOR = frozenset(
    {"anti-tank", "motorized-anti-tank", "armored-anti-tank", "anti-aircraft", "motorized-anti-aircraft"}
)
HEAVY = frozenset({"super-heavy-artillery", "railroad-artillery"})
"""Artillery with a mobile and a firing mode."""
ONE_STEP = frozenset({HEADQUARTERS, "base-unit"})
MACHINE_GUNS = "machine-guns"
"""The kind of untried units that machine guns are drawn from."""
REMOVE = "remove"
"""What the tried side of a unit says that melts away."""


class Figures(NamedTuple):
    """What the side of a counter that is up says: attack or support, defence, and allowance in movement points."""

    attack: int
    defence: int
    allowance: int


def printed(game: Game, unit_id: str) -> PrintedUnit:
    return game.content.counters[unit_id]


@rule("3.11/units")
def side_of(game: Game, unit_id: str) -> str:
    return game.content.side_of[unit_id]


# Kinds of units


@rule("2.22b/types")
def class_of(game: Game, unit_id: str) -> Class:
    return game.content.types[game.content.counters[unit_id].type].group


@rule("2.22b/types", "3.16")
def is_armored(game: Game, unit_id: str) -> bool:
    """Whether a unit is of one of the four armored types; an armored train is not (21.35)."""
    return class_of(game, unit_id) == "armored"


@rule("3.16")
def is_motorized(game: Game, unit_id: str) -> bool:
    """Whether a unit is motorized: all armored units are, and whatever has a motorized box."""
    return class_of(game, unit_id) in ("armored", "motorized") or printed(game, unit_id).box


@rule("2.22b/artillery")
def is_artillery(game: Game, unit_id: str) -> bool:
    return class_of(game, unit_id) == "artillery"


@rule("2.22b/types")
def is_engineer(game: Game, unit_id: str) -> bool:
    return game.content.counters[unit_id].type in ENGINEERS


@rule("2.22b/hq")
def is_headquarters(game: Game, unit_id: str) -> bool:
    return game.content.counters[unit_id].type == HEADQUARTERS


@rule("2.22b/ma-colors", "22.5")
def is_flotilla(game: Game, unit_id: str) -> bool:
    """Whether a unit is a flotilla: a combat unit with a blue allowance, which moves on water."""
    return game.content.counters[unit_id].ma == "blue"


@of_content
def flotillas(content: Content) -> frozenset[str]:
    """The counters that are flotillas."""
    return frozenset(unit_id for unit_id, kind in content.counters.items() if kind.ma == "blue")


def is_axis_allied(game: Game, unit_id: str) -> bool:
    return game.content.nations[printed(game, unit_id).nation].allied


@of_content
@rule("2.22b/ma-colors", "10.28")
def is_on_motors(content: Content, unit_id: str) -> bool:
    """Whether a unit pays by the motorized column: those with a motorized box, and orange and green allowances."""
    unit = content.counters[unit_id]
    return unit.box or unit.ma in ("orange", "green")


def pays_motorized_costs(game: Game, unit_id: str) -> bool:
    return is_on_motors(game.content, unit_id)


@of_content
@rule("10.11a", "10.12a", "10.28", "10.29")
def movement_class(content: Content, unit_id: str) -> str:
    """The line of the Movement Phase Chart by which a unit moves."""
    unit = content.counters[unit_id]
    if unit.ma == "gray":
        return "railroad"
    if unit.ma == "blue":
        return "flotilla"
    if unit.faces and not any(face[2] for face in unit.faces):
        return "immobile"
    if unit.box:
        return "motorized"
    if unit.ma in ("orange", "green"):
        return unit.ma
    if unit.type == "cavalry":
        return "cavalry"
    if unit.type == HEADQUARTERS and content.side_of[unit_id] == SOVIET:
        return HEADQUARTERS
    return "non-motorized"


# Steps and figures


@of_content
@rule("3.51", "3.52")
def full_steps(content: Content, unit_id: str) -> int:
    """The steps of a unit at full strength: as many as it has sides with values, four at most, but one for HQs, base
    units, artillery and units that are tried.
    """
    unit = content.counters[unit_id]
    if unit.untried or unit.type in ONE_STEP or content.types[unit.type].group == "artillery":
        return 1
    return len(unit.faces)


@rule("8.4", "8.41")
def is_untried(game: Game, unit_id: str) -> bool:
    """Whether nobody knows yet what a unit is worth."""
    return bool(game.content.counters[unit_id].untried) and not game.state.units[unit_id].tried


@rule("2.22b/artillery", "2.22b/hq", "3.51", "3.52a", "3.52b")
def face_of(game: Game, unit_id: str) -> int:
    """Which face of a unit is up, from 0: by its steps; of an HQ by its state, of heavy artillery by its mode."""
    unit, kind = game.state.units[unit_id], game.content.counters[unit_id]
    if kind.type == HEADQUARTERS:
        return 0 if unit.operational else len(kind.faces) - 1
    if kind.type in HEAVY:
        return 0 if unit.mode == "mobile" else len(kind.faces) - 1
    return full_steps(game.content, unit_id) - unit.steps


@rule("2.22b/combat-unit", "8.41", "10.52")
def figures(game: Game, unit_id: str) -> Figures:
    """What is printed on the side of a unit that is up; of an untried unit only an allowance may be known."""
    unit, kind = game.state.units[unit_id], game.content.counters[unit_id]
    if not kind.untried:
        return Figures(*kind.faces[face_of(game, unit_id)])
    if not unit.tried:
        return Figures(0, 0, kind.untried_allowance or 0)
    attack, defence, allowance = map(int, unit.tried.split("-"))
    return Figures(attack, defence, allowance)


@rule("3.25", "3.25/note", "21.62")
def has_zoc(game: Game, unit_id: str) -> bool:
    """Whether a unit by itself exerts a zone of control: no band on the side that is up."""
    kind = game.content.counters[unit_id]
    return not kind.no_zoc or bool(kind.untried) or face_of(game, unit_id) + 1 not in kind.no_zoc


def allowance(game: Game, unit_id: str) -> int:
    """The printed movement allowance in quarters of a point."""
    kind = game.content.counters[unit_id]
    points = figures(game, unit_id).allowance if kind.untried else kind.faces[face_of(game, unit_id)][2]
    return points * QUARTERS


@rule("6.33", "6.34")
def lacks_supply(game: Game, unit_id: str) -> bool:
    """Whether a unit may not do what demands general supply: on emergency supply it is treated as in supply, unless a
    switch takes it for out of it.
    """
    supply = game.state.units[unit_id].supply
    return supply == "out" or (supply == "emergency" and is_on(game.content, "emergency-is-no-general-supply"))


# Halving


@rule("3.41", "3.42", "3.43")
def halved(strengths: int, times: int) -> int:
    """The strengths of a group, added up, halved so many times, fractions dropped at the end."""
    return strengths >> times


# On and off the map


LOST: tuple[Box, ...] = ("cadre", "eliminated")
"""The boxes for units that combat or want of room has taken off the map."""


@rule("7.14", "10.27d/note", "16.23", "16.26", "21.24", "21.35", "21.63", "21.73", "22.58", "23.13")
def box_for(game: Game, unit_id: str, box: Box) -> Box:
    """The box into which a unit goes that would go into another: some never come back, some always to Cadre, and
    regiment substitute counters are free again whatever became of them.
    """
    kind = printed(game, unit_id)
    if kind.substitute:
        return "available"
    if box not in LOST:
        return box
    if kind.zap or kind.type == "armored-train":
        return "cadre"
    if kind.cannot_rebuild or kind.untried or kind.militia or is_flotilla(game, unit_id):
        return "cannot-rebuild"
    return box


@rule("21.27a")
def has_begun(unit: Unit) -> bool:
    """Whether a unit has begun to move in this phase."""
    return unit.spent > 0 or bool(unit.special) or unit.at != unit.start


@rule("10.45c", "11.0", "22.11")
def is_special(movement: Special) -> bool:
    """Whether movement is one of the special kinds of chapter 11: to cross water in boats is none of them."""
    return movement not in ("", "crossing")


@rule("11.0", "19.3", "22.11")
def has_moved_specially(unit: Unit) -> bool:
    """Whether a unit has used special movement in this turn."""
    return unit.used_special or is_special(unit.special)


def take_off(game: Game, unit_id: str, box: Box, rule_id: str, lost: int = 0) -> None:
    """Take a unit off the map into a box, with nothing left of its markers; an HQ turns its non-operational side up.
    Of the steps that it lost by that, so many are told.

    That it had moved in the phase is remembered (23.22), and that it began near an HQ that holds others back (21.27a).
    """
    unit = game.state.units[unit_id]
    goes = box_for(game, unit_id, box)
    operational = unit.operational and not (is_headquarters(game, unit_id) and box in LOST)
    kept = unit.steps if goes in ("withdrawn", "exited", "active") else 1
    steps = full_steps(game.content, unit_id) if goes == "available" else kept
    game.state.units[unit_id] = Unit(
        at=OFF_MAP,
        steps=steps,
        box=goes,
        tried=unit.tried,
        home=unit.home,
        operational=operational,
        finished=unit.finished,
        zone=unit.zone if has_begun(unit) else "",
    )
    game.say(BoxChanged(rule=rule_id, unit=unit_id, box=goes, at=unit.at, steps=lost))
