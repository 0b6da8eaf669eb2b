"""How the points of the cards were reckoned: attack, defense and mobility to the power of three quarters.

Points are data; this is the check that a card and its points were not changed apart. The scale makes a T-34/76 M43
worth 40.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from games.panzer.shipped import cards, table
from sandtable.games.panzer.cards import (
    Aircraft,
    AntiAircraft,
    AnyCard,
    Attached,
    Battery,
    Gp,
    Gun,
    Leg,
    Ranged,
    Towed,
    Vehicle,
)
from sandtable.games.panzer.tables.fire import CloseAssaultFile

SCALE, EXPONENT = 0.40617, 0.75
RATES = {"N": 1.0, "Q": 1.1, "R": 1.2, "F": 1.25}
CARRIERS = ("carrier", "truck", "mover", "light-car", "tractor")
FLAMETHROWER, LEG_DEFENSE = 6.0, 6


def half_up(value: float) -> int:
    return math.floor(value + 0.5)


def at(row: Ranged, figures: Sequence[int], distance: int) -> int:
    return next((figure for limit, figure in zip(row.R, figures, strict=True) if limit and distance <= limit), 0)


def mean(row: Ranged, figures: Sequence[int], distances: Sequence[int]) -> float:
    return sum(at(row, figures, distance) for distance in distances) / len(distances)


def armor_piercing(weapon: Gun | Attached) -> float:
    for kind in ("AP", "APCR", "HEAT"):
        for ammo in weapon.ammo:
            if ammo.type == kind:
                distances = (1, 2, 3, 4) if ammo.reach < 5 else (5, 10, 15, 20)
                return mean(ammo, ammo.P, distances) * (0.5 if kind == "HEAT" else 1) * RATES[weapon.rof or "N"]
    return 0.0


def general_purpose(row: Gp | AntiAircraft | None) -> float:
    if row is None:
        return 0.0
    mean_factor = mean(row, row.F, (2, 6, 12))
    return mean_factor / 2 if isinstance(row, AntiAircraft) else mean_factor * (1 + (row.effectiveness or 0) / 10)


def attack(weapon: Gun | Attached) -> float:
    name = weapon.name if isinstance(weapon.name, str) else weapon.name["en"]
    flames = "flame" in name.lower()
    gp = FLAMETHROWER if flames else general_purpose(weapon.gp or weapon.indirect)
    return armor_piercing(weapon) + gp + general_purpose(weapon.aa)


def vehicle_points(card: Vehicle) -> float:
    value = 0.0
    if card.weapons:
        best, *others = sorted((attack(cards().guns[weapon.gun]) for weapon in card.weapons), reverse=True)
        fire = best + 0.3 * sum(others) + card.coax + (card.aa_mg is not None)
        level = card.armor.level
        armor = 0.3 * (level.TF + level.HF) + 0.2 * (level.TS + level.HS)
        mobility = 1 + 0.03 * (card.movement.cross_country + card.movement.road / 3 - 8)
        value = SCALE * (fire * (3 + armor * (0.8 if card.open_top else 1))) ** EXPONENT
        value *= min(1.15, max(0.85, mobility))
        value *= (1 if card.weapons[0].mount == "360" else 0.85) * (0.95 if card.no_radio else 1)
    if any(kind in card.kind for kind in CARRIERS):
        room = card.carries
        value += 1 + (0.5 * (room.leg + room.towed) if room else 0)
    return value


def formula(card: AnyCard) -> int:
    """The points of a card."""
    if isinstance(card, Vehicle):
        value = vehicle_points(card)
    elif isinstance(card, Towed):
        defense = cards().towed_defense[card.size].medium
        value = SCALE * (attack(cards().guns[card.weapon.gun]) * defense) ** EXPONENT
        value *= 1.3 if card.size == "S" else 1.15
    elif isinstance(card, Leg):
        assault = table("close-assault", CloseAssaultFile).factors[card.kind]
        fire = mean(card.gp, card.gp.F, (1, 3, 6)) + 0.5 * assault
        value = SCALE * (fire * cards().leg_defense.medium) ** EXPONENT * (1.1 if card.engineer else 1)
    elif isinstance(card, Attached):
        flame = table("close-assault", CloseAssaultFile).modifiers["flamethrower"].value or 0
        assault = flame if card.kind == "flamethrower" else card.close_assault
        value = SCALE * ((attack(card) + 0.2 * assault) * LEG_DEFENSE) ** EXPONENT
    elif isinstance(card, Battery):
        value = 0.5 * card.indirect.F[2] ** 2 + 2 * (card.indirect.effectiveness or 0)
    else:
        value = aircraft_points(card)
    return max(1, half_up(value))


def aircraft_points(card: Aircraft) -> float:
    guns = 0.5 * card.strafing.F * card.strafing.attacks * (1 + (card.strafing.effectiveness or 0) / 10)
    loads = [load.F * load.attacks for load in card.bombs]
    loads += [card.rockets.F[2] * card.rockets.attacks] if card.rockets else []
    return 2 * card.gp_defense + guns + max(loads, default=0)
