"""Chapters 6.5.2.3 and 6.5.2.5: armor by location and elevation, and what a hit does that penetrates it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.games.panzer.cards import Ammo, Vehicle
from sandtable.games.panzer.combat.hit_locations import is_hidden, location_hit
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint, lines
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import HullDown
from sandtable.games.panzer.tables.fire import Angle, DamageFile, Location
from sandtable.games.panzer.tables.parts import Band
from sandtable.games.panzer.units import Game
from sandtable.kernel import rule

Shot = Literal["level", "rising", "falling"]
Strike = Literal[
    "wasted", "hidden", "bounces", "track-hit", "track-hit-again", "no-damage", "damaged", "knocked-out", "brewed-up"
]  # fmt: skip
"""What a hit does: nothing, for the vehicle is gone, its hull is hidden or its armor holds, or something to it."""


@rule("6.5.2.3.1")
def elevation_of_shot(game: Game, firer: str, target: str) -> Shot:
    """Whether a shot rises, falls or is level."""
    units, known = game.state.units, lines(game.content, changes(game))
    here, there = (known.stands_at(Viewpoint(units[each].at, units[each].floor)) for each in (firer, target))
    return "level" if here == there else "falling" if here > there else "rising"


@rule("6.5.2.3", "6.5.2.3.1", "6.5.2.3.2", "6.5.2.3.3", "6.5.2.3.3b", "6.5.2.2.2")
def armor_at(card: Vehicle, location: Location, shot: Shot) -> int:
    """The armor of a vehicle at a location, whatever strikes it; that of soft vehicles is 0 everywhere."""
    if location == "DK":
        return card.armor.deck
    row = {"level": card.armor.level, "rising": card.armor.rising, "falling": card.armor.falling}[shot]
    return {"TF": row.TF, "TS": row.TS, "TR": row.TR, "HF": row.HF, "HS": row.HS, "HR": row.HR}[location.rstrip("*")]


@rule("6.5.2.5", "6.5.2.5/nd", "6.5.2.5/dm", "6.5.2.5/ko", "6.5.2.5/bu")
def damage_of(content: Content, card: Vehicle, ammo: Ammo, digit: int) -> Strike:
    """What a penetrating hit does by the second digit of its roll and the ammunition; soft vehicles suffer less."""
    table = content.table("damage", DamageFile)
    if card.type == "S":
        digit = max(table.least, digit + table.soft)
    if digit >= ammo.damage.BU:
        return "brewed-up"
    if digit >= ammo.damage.KO:
        return "knocked-out"
    return "damaged" if digit >= ammo.damage.DM else "no-damage"


class Blow(NamedTuple):
    """All that decides what a hit does, but for its roll."""

    card: Vehicle
    ammo: Ammo
    band: Band
    angle: Angle
    shot: Shot
    hull_down: HullDown
    damaged: bool
    tracks: bool


DIGITS = range(1, 11)
"""The faces of each of the two dice: the tens for the location and the units for the damage, 0 as 10."""


@rule("6.5.2.2.1", "6.5.2.2.3", "6.5.2.3")
def stopped_at(content: Content, blow: Blow, location: Location) -> Strike | None:
    """What comes of a hit at a location that does not penetrate, or strikes the tracks; None if it goes through."""
    if is_hidden(content, blow.hull_down, location):
        return "hidden"
    if location == "TK":
        return "track-hit-again" if blow.tracks else "track-hit"
    return "bounces" if blow.ammo.penetration(blow.band) < armor_at(blow.card, location, blow.shot) else None


def stopped_by(content: Content, blow: Blow, digit: int) -> Strike | None:
    """The same for the digit of the location."""
    return stopped_at(content, blow, location_hit(content, blow.angle, digit, blow.shot))


@rule("6.5.2.5", "4.4.3.2.6/damaged")
def penetrated(content: Content, blow: Blow, digit: int) -> Strike:
    """What a hit that goes through does; a second damage knocks out."""
    strike = damage_of(content, blow.card, blow.ammo, digit)
    return "knocked-out" if strike == "damaged" and blow.damaged else strike


def location_bands(content: Content, blow: Blow) -> tuple[int, ...]:
    """The digits of the location at which another outcome begins."""
    found = [stopped_by(content, blow, digit) for digit in DIGITS]
    return tuple(digit for digit in DIGITS[1:] if found[digit - 1] != found[digit - 2])


def damage_bands(content: Content, blow: Blow) -> tuple[int, ...]:
    """The digits of the damage at which another outcome begins."""
    found = [penetrated(content, blow, digit) for digit in DIGITS]
    return tuple(digit for digit in DIGITS[1:] if found[digit - 1] != found[digit - 2])


def harmless_hits(content: Content, blow: Blow) -> int:
    """How many of the hundred rolls for location and damage leave a vehicle whole."""
    harmless = sum(penetrated(content, blow, digit) == "no-damage" for digit in DIGITS)
    whole = ("hidden", "bounces", "track-hit-again")
    stops = [stopped_by(content, blow, digit) for digit in DIGITS]
    return sum(harmless if stop is None else 10 * (stop in whole) for stop in stops)
