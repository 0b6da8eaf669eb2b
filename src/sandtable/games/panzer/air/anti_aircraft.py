"""Chapters 6.7.4 to 6.7.4.2: who fires at aircraft, tracking, fields of fire, and the modifiers."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from sandtable.games.panzer.air.aircraft import aircraft_card, aircraft_side, change_aircraft, figures
from sandtable.games.panzer.cards import AntiAircraft, Leg, Limits, Towed, Vehicle
from sandtable.games.panzer.combat.fields_of_fire import in_limited_field
from sandtable.games.panzer.combat.gp_defense import Defense
from sandtable.games.panzer.combat.gp_modifiers import add, of_firer
from sandtable.games.panzer.combat.gp_results import GpAttack
from sandtable.games.panzer.combat.grades import gp_grade
from sandtable.games.panzer.combat.overwatch import is_on_overwatch
from sandtable.games.panzer.combat.suppression import is_suppressed
from sandtable.games.panzer.content import Content
from sandtable.games.panzer.spotting.from_the_air import is_seen_from_the_air, is_under_roof
from sandtable.games.panzer.spotting.hiders import hider
from sandtable.games.panzer.spotting.hindrances import gp_hindrance, hindrances_of_gp
from sandtable.games.panzer.spotting.line_of_sight import Viewpoint
from sandtable.games.panzer.spotting.spotting_phase import changes
from sandtable.games.panzer.state import Track
from sandtable.games.panzer.tables.support import AirModifiersFile
from sandtable.games.panzer.units import Game, card_of, side_of
from sandtable.kernel import Refusal, of_content, rule
from sandtable.mechanics.sums import Sum
from sandtable.mechanics.switches import is_on


class AaWeapon(msgspec.Struct, frozen=True):
    """A weapon that fires at aircraft."""

    id: str
    row: AntiAircraft
    mount: Literal["360", "forward", "rear"]
    limits: Limits = Limits()
    quiet: bool = False
    """Whether its fire betrays it no more than that of small arms (6.1.3)."""


@of_content
@rule("6.7", "6.7.4", "6.7.4.1.2")
def aa_weapons(content: Content, unit_id: str) -> tuple[AaWeapon, ...]:
    """The weapons of a unit that have an AA row; most units have none.

    Machine guns against aircraft fire all round, weapons on vehicles as they are mounted, guns before them.
    """
    unit = content.counters[unit_id]
    card, guns = content.card(unit.card), content.cards.guns
    found: list[AaWeapon] = []
    if isinstance(card, Vehicle):
        found += [_on_vehicle(content, weapon.gun, weapon.mount, weapon.limits) for weapon in card.weapons
                  if guns[weapon.gun].aa is not None]  # fmt: skip
        if card.aa_mg is not None:
            found.append(_on_vehicle(content, card.aa_mg, "360", Limits()))
    elif isinstance(card, Towed) and guns[card.weapon.gun].aa is not None:
        found.append(_on_vehicle(content, card.weapon.gun, "forward", card.weapon.limits))
    for weapon_id in dict.fromkeys(unit.attached):
        attached = content.cards.attached[weapon_id]
        if attached.aa is not None:
            quiet = attached.spots_as_small_arms or (attached.gp is not None and attached.gp.small_arms)
            found.append(AaWeapon(weapon_id, attached.aa, "360", attached.limits, quiet))
    return tuple(found)


def _on_vehicle(content: Content, gun_id: str, mount: Literal["360", "forward", "rear"], limits: Limits) -> AaWeapon:
    gun = content.cards.guns[gun_id]
    assert gun.aa is not None
    return AaWeapon(gun_id, gun.aa, mount, limits, gun.gp is None or gun.gp.small_arms)


@of_content
@rule("6.7.4")
def aa_units(content: Content, side: str) -> tuple[str, ...]:
    """The units of a side that can fire at aircraft."""
    return tuple(
        unit_id for unit_id, unit in content.counters.items() if unit.side == side and aa_weapons(content, unit_id)
    )


# Tracking


@rule("6.7.4.1", "6.7.4.1.1", "6.7.3.1.3")
def can_track(game: Game, unit_id: str, aircraft_id: str) -> bool:
    """Whether a unit has an aircraft in sight, all round: as the aircraft would see it. From inside a building or an
    improved position, or from a vehicle that carries it, it tracks nothing.
    """
    unit, plane = game.state.units.get(unit_id), game.state.aircraft[aircraft_id]
    if unit is None or unit.carrier or is_under_roof(game.content, changes(game), hider(game, unit_id)):
        return False
    return is_seen_from_the_air(game.content, changes(game), plane.at, plane.altitude, unit.at)


def _trackers(game: Game, aircraft_id: str) -> list[str]:
    enemy = next(side for side in game.content.scenario.forces if side != aircraft_side(game.content, aircraft_id))
    return [unit_id for unit_id in aa_units(game.content, enemy) if can_track(game, unit_id, aircraft_id)]


@rule("6.7.4.1.1")
def notice(game: Game, aircraft_id: str) -> None:
    """An aircraft that comes in over the edge in sight of a unit is tracked by it at once."""
    tracks = tuple(Track(unit_id, 0, is_suppressed(game, unit_id)) for unit_id in _trackers(game, aircraft_id))
    change_aircraft(game, aircraft_id, tracks=tracks)


@rule("6.7.4.1.1")
def follow(game: Game, aircraft_id: str) -> None:
    """An aircraft has flown a hex: units that have it in sight come nearer to tracking it, the others lose it."""
    before = {track.unit: track for track in game.state.aircraft[aircraft_id].tracks}
    tracks = []
    for unit_id in _trackers(game, aircraft_id):
        known = before.get(unit_id) or Track(
            unit_id, track_distance(game, aircraft_id, unit_id), is_suppressed(game, unit_id)
        )
        known = shaken(game, known)
        tracks.append(replace(known, left=max(known.left - 1, 0)))
    change_aircraft(game, aircraft_id, tracks=tuple(tracks))


@rule("6.7.4.1.1")
def track_distance(game: Game, aircraft_id: str, unit_id: str) -> int:
    """How many hexes an aircraft must fly to be tracked: by its speed and altitude, more if the unit is suppressed."""
    plane, table = game.state.aircraft[aircraft_id], figures(game.content)
    hexes = table.spotting[plane.speed][plane.altitude].track
    return hexes * table.suppressed_factor if is_suppressed(game, unit_id) else hexes


@rule("6.7.4.1.1")
def shaken(game: Game, track: Track) -> Track:
    """What is left of the hexes is doubled for a unit that was suppressed in the meantime."""
    now = is_suppressed(game, track.unit)
    factor = figures(game.content).suppressed_factor if now and not track.shaken else 1
    return replace(track, left=track.left * factor, shaken=now)


# Firing


@rule("6.7.4.1.2", "4.4.3.1", "5.1", "5.2")
def bears_on(game: Game, unit_id: str, weapon: AaWeapon, at: str) -> bool:
    """Whether an aircraft over a hex is in the field of fire of a weapon; that of suppressed men is before them."""
    unit = game.state.units[unit_id]
    narrow = isinstance(card_of(game, unit_id), Leg) and is_suppressed(game, unit_id)
    if weapon.mount == "360" and not narrow:
        return True
    return in_limited_field(game.content, unit, "rear" if weapon.mount == "rear" else "forward", at)


@rule("6.7.4.1.2", "6.7.4.2", "3.5.2")
def weapons_bearing(game: Game, unit_id: str, aircraft_id: str) -> list[AaWeapon]:
    """The weapons that a unit may fire at an aircraft: within range, in the field of fire, and reaching so high."""
    plane, at = game.state.aircraft[aircraft_id], game.state.units[unit_id].at
    distance = game.content.distance(at, plane.at)
    return [
        weapon
        for weapon in aa_weapons(game.content, unit_id)
        if weapon.row.band(distance) is not None
        and (weapon.row.high or plane.altitude != "high")
        and bears_on(game, unit_id, weapon, plane.at)
    ]


@rule("6.7.4", "6.7.4.1.1", "6.7.4.1.2")
def why_not_fire_at(game: Game, unit_id: str, aircraft_id: str) -> Refusal | None:
    """Why a unit cannot fire at an aircraft, as far as others can tell; None if it might."""
    args = {"unit": unit_id, "aircraft": aircraft_id}
    if side_of(game, unit_id) == aircraft_side(game.content, aircraft_id):
        return Refusal("refused.not-yours", "6.7.4", {"unit": unit_id})
    if not aa_weapons(game.content, unit_id):
        return Refusal("refused.no-aa-weapon", "6.7.4", args)
    command = game.state.commands.get(unit_id)
    if command is None or command.shown or command.known:
        return Refusal("refused.no-aa-command", "6.7.4", args)
    if not any(track.unit == unit_id and not track.left for track in game.state.aircraft[aircraft_id].tracks):
        return Refusal("refused.not-tracked", "6.7.4.1.1", args)
    if not can_track(game, unit_id, aircraft_id):
        return Refusal("refused.not-tracked", "6.7.4.1", args)
    if not weapons_bearing(game, unit_id, aircraft_id):
        return Refusal("refused.aa-does-not-bear", "6.7.4.1.2", args)
    return None


def might_fire_at(game: Game, aircraft_id: str) -> list[str]:
    """The units that might fire at an aircraft, as far as others can tell: their command lies face down."""
    tracked = [track.unit for track in game.state.aircraft[aircraft_id].tracks if not track.left]
    return [
        unit_id
        for unit_id in tracked
        if unit_id in game.state.units and why_not_fire_at(game, unit_id, aircraft_id) is None
    ]


@rule("6.7.4")
def able_to_fire_at(game: Game, aircraft_id: str) -> list[str]:
    """The units that may fire at an aircraft: those of them that have an Overwatch command."""
    return [unit_id for unit_id in might_fire_at(game, aircraft_id) if is_on_overwatch(game, unit_id)]


# What it is worth


@rule("6.5.4.2.4")
def aircraft_defense(content: Content, aircraft_id: str) -> Defense:
    """The GP Defense Factor on the card of an aircraft, which is of the type S."""
    parts, value = Sum(), aircraft_card(content, aircraft_id).gp_defense
    parts.figure("gp-defense-aircraft", value, "6.5.4.2.4")
    return Defense(value, "S", parts)


@rule("6.7.4.1.1", "6.7.4.2")
def aa_attack(game: Game, unit_id: str, weapon: AaWeapon, aircraft_id: str) -> GpAttack:
    """The GP attack of a weapon at an aircraft, by its AA row."""
    units, plane = game.state.units, game.state.aircraft[aircraft_id]
    band = weapon.row.band(game.content.distance(units[unit_id].at, plane.at))
    assert band is not None
    return GpAttack(source=unit_id, factor=weapon.row.factor(band), band=band)


@rule("6.7.4.2", "6.5.4.3", "6.5.4.3/unit-grade", "6.5.4.3/shooter-damaged", "6.5.4.3/shooter-suppressed",
      "6.5.4.3/ammo-limit")  # fmt: skip
def aa_modifiers(game: Game, unit_id: str, weapon: AaWeapon, aircraft_id: str, *, short: bool) -> Sum:
    """All modifiers of fire at an aircraft: how it flies, the weapon's own, and those of the firer; that it is
    overwatch fire does not count. What lies in the hex of the firer hinders it, what lies elsewhere does not (ruling).
    """
    content, plane = game.content, game.state.aircraft[aircraft_id]
    rows = content.table("air-modifiers", AirModifiersFile).anti_aircraft
    found = Sum()
    hard = (plane.speed == "fast") + (plane.altitude == "high")
    for _ in range(min(hard, 1) if is_on(content, "fast-and-high-once") else hard):
        found.add("aa-fast-or-high", rows["fast-or-high"].number, rows["fast-or-high"].rule)
    if plane.altitude == "low":
        found.add("aa-low", rows["low"].number, rows["low"].rule)
    if weapon.row.modifier:
        found.add("aa-weapon", weapon.row.modifier, rows["weapon"].rule)
    found.parts += of_firer(game, unit_id, "direct")
    here = Viewpoint(game.state.units[unit_id].at)
    found.parts += gp_hindrance(content, hindrances_of_gp(content, changes(game), here, here))
    if short:
        add(found, content, "ammo-limit", "direct")
    band = aa_attack(game, unit_id, weapon, aircraft_id).band
    grade = gp_grade(game, unit_id, band)
    if grade:
        found.add("unit-grade", grade, "6.5.4.3/unit-grade")
    return found
