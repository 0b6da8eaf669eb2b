"""A10.6: how the staff sends leaders to its broken men, each to the nearest who have nobody to rally them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.games.asl.locations import hex_of
from sandtable.games.asl.state import Unit
from sandtable.games.asl.units import is_good_order, is_leader, is_mmc

if TYPE_CHECKING:
    from sandtable.games.asl.staff.situation import Situation

NEAR, FAR = 6, 12
"""From how many hexes away a leader of those who attack comes to a broken unit, and to several of a Location; others
leave their posts for half of that."""
SEVERAL = 2
PULL, THERE = 0.5, 1.5
"""What it is worth to him to be a hex nearer to them, and to be with them."""


def errands(situation: Situation, observers: set[str]) -> dict[str, str]:
    """Where leaders are wanted, each in one Location: those who are nearest go, but none who calls artillery."""
    if situation.turns_left <= 1:
        return {}
    broken: dict[str, int] = {}
    for unit in situation.own.values():
        if unit.broken and not unit.guard and not unit.disrupted and is_mmc(situation.content, unit):
            broken[unit.at] = broken.get(unit.at, 0) + 1
    free = [name for name, unit in situation.own.items() if name not in observers and _is_free(situation, unit)]
    pairs = []
    for at, count in broken.items():
        for name in free:
            away = situation.content.distance(hex_of(situation.own[name].at), hex_of(at))
            if away <= (FAR if count >= SEVERAL else NEAR) // (1 if situation.presses else 2):
                pairs.append((away, -count, at, name))
    found: dict[str, str] = {}
    for _, _, at, name in sorted(pairs):
        if name not in found and at not in found.values():
            found[name] = at
    return found


def _is_free(situation: Situation, unit: Unit) -> bool:
    fit = is_leader(situation.content, unit) and is_good_order(situation.game, unit)
    return fit and not (unit.pinned or unit.frozen or unit.hidden)


def worth(situation: Situation, location: str, wanted: str) -> float:
    """What a place is worth to a leader who is wanted somewhere, but for the fire that may fall on it."""
    away = situation.content.distance(hex_of(location), hex_of(wanted))
    return -PULL * away + (THERE if location == wanted else 0.0) + 0.2 * situation.cover(hex_of(location))
