"""Chapter 6.5.2.2: from which of six angles a shot strikes a vehicle, where, and what a hull down position hides."""

from __future__ import annotations

from sandtable.games.panzer.content import Content
from sandtable.games.panzer.index import works_of
from sandtable.games.panzer.spotting.cover import Hider
from sandtable.games.panzer.spotting.hull_down import (
    crosses_wall,
    hull_down_by_terrain,
    is_above_fire,
    position_hides,
)
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import HullDown, Unit
from sandtable.games.panzer.tables.fire import Angle, HitLocationsFile, Location
from sandtable.games.panzer.units import Game
from sandtable.hexgrid import bearing
from sandtable.kernel import rule

ANGLES: tuple[Angle, ...] = ("front", "front-side", "rear-side", "rear", "rear-side", "front-side")
"""The hit angles clockwise from the facing, one of 60 degrees to each hexside (ruling)."""
SIXTH, TURN = 4, 24
"""A sixth of a turn and a whole one, as bearings count them."""


@rule("6.5.2.2")
def hit_angles(content: Content, at: str, facing: int, firer_at: str) -> tuple[Angle, ...]:
    """The angle from which a shot comes, or the two between which it runs; nobody fires within a hex (5.6)."""
    board = content.board
    off = bearing(board.hex(board.index[at]), board.hex(board.index[firer_at])) - SIXTH * facing
    sixth, beyond = divmod((off + SIXTH // 2) % TURN, SIXTH)
    if beyond:
        return (ANGLES[sixth],)
    return tuple(dict.fromkeys((ANGLES[sixth - 1], ANGLES[sixth])))


def angles_on(game: Game, firer: str, target: str) -> tuple[Angle, ...]:
    """The angles from which a firer strikes a vehicle: one, or two of which its owner chooses."""
    units = game.state.units
    return hit_angles(game.content, units[target].at, units[target].facing, units[firer].at)


@rule("6.5.2.2/location-roll", "6.5.2.2/hit-locations", "6.5.2.2.1", "6.5.2.2.2", "6.5.2.3.2", "6.5.2.3.3")
def location_hit(content: Content, angle: Angle, digit: int, shot: str) -> Location:
    """Where a hit strikes by the first digit of its roll: the deck in a falling shot, the tracks at 10."""
    table = content.table("hit-locations", HitLocationsFile)
    if shot == "falling" and digit == table.deck:
        return "DK"
    return table.rows[angle][digit - 1]


@rule("6.5.2.2.3")
def is_hidden(content: Content, hull_down: HullDown, location: Location) -> bool:
    """Whether a hull down position turns a hit at a location into a miss."""
    return hull_down != "" and location in content.table("hit-locations", HitLocationsFile).hull_down[hull_down]


OPEN_ANGLES: tuple[Angle, ...] = ("rear", "rear-side")
"""From where a found position does not hide the hull; from the others, where the vehicle has backed in."""


@rule("6.6.9")
def found_position_hides(vehicle: Unit, angle: Angle) -> bool:
    """Whether the position that a vehicle has found hides its hull from an angle."""
    return vehicle.hull_down != "" and (angle in OPEN_ANGLES) == vehicle.hull_down_in_reverse


@rule("6.1.4.1", "6.1.4.1.1", "6.1.4.1.2", "6.1.4.1.3", "6.1.4.3.1", "6.1.4.3.2", "6.1.4.3.7", "6.6.9")
def hull_down_against(game: Game, firer: str, target: str, angle: Angle) -> HullDown:
    """How well the hull of a vehicle is hidden from a firer who strikes it from an angle: by a wall, by the terrain
    that it is in, by the position that it has found or was dug in, or because it stands so much higher.
    """
    units, content, on_map = game.state.units, game.content, changes(game)
    vehicle, from_ = units[target], units[firer]
    found: list[HullDown] = [
        hull_down_by_terrain(content, on_map, Hider(vehicle.at, "vehicle", indoors=vehicle.indoors))
    ]
    if found_position_hides(vehicle, angle):
        found.append(vehicle.hull_down)
    for work in works_of(game, target).values():
        if work.kind == "improved-position":
            found.append("full" if position_hides(content, work.at, work.facing, from_.at) else "")
    if crosses_wall(content, from_.at, vehicle.at):
        found.append("full")
    if is_above_fire(content, on_map, Viewpoint(from_.at, from_.floor), Viewpoint(vehicle.at, vehicle.floor)):
        found.append("partial")
    return "full" if "full" in found else "partial" if "partial" in found else ""
