"""Chapter 17.3: fire zones, and the range of units."""

from __future__ import annotations

from sandtable.games.gts.content import Content, Face, Weapon
from sandtable.games.gts.fire.line_of_sight import seen_from
from sandtable.games.gts.index import NOWHERE, Zones
from sandtable.games.gts.movement.entry_clearance import forbidden_ground
from sandtable.games.gts.state import enemy_of
from sandtable.games.gts.units import Game, face, is_adjacent_to_enemy, side_of
from sandtable.kernel import index, of_content, rule
from sandtable.mechanics.content import Strict, Table
from sandtable.mechanics.switches import is_on


class WeaponClass(Strict, frozen=True, kw_only=True):
    """What a weapon class can do."""

    direct: bool
    indirect: bool
    opportunity: bool
    direct_as: Weapon | None


class WeaponsFile(Table, frozen=True, kw_only=True):
    """The weapon classes, and what shortens the range of a unit."""

    classes: dict[Weapon, WeaponClass]
    direct_within: int
    range_adjacent_to_enemy: int
    range_in_barrage: int


def weapons(game: Game) -> WeaponsFile:
    return game.content.table("weapons", WeaponsFile)


@rule("15.1", "15.3/note", "15.5/2", "16.3/1", "16.4.2.2", "29.24")
def range_of(game: Game, unit_id: str) -> int:
    """How far a unit can fire now: 1 next to an enemy unit or under a barrage."""
    unit, printed = game.state.units[unit_id], face(game, unit_id).range
    if not unit.at or unit.entry:
        return printed
    if unit.at in game.state.barrages:
        printed = min(printed, weapons(game).range_in_barrage)
    if printed > 1 and is_adjacent_to_enemy(game, unit.at, side_of(game, unit_id)):
        printed = min(printed, weapons(game).range_adjacent_to_enemy)
    return printed


@rule("16.1/mortar", "17.3", "29.25", "29.26")
def zone_range(game: Game, unit_id: str) -> int:
    """How far a unit's fire zone can reach: not at all for mortars and units that cannot fire."""
    unit = game.state.units[unit_id]
    if not unit.at or unit.entry:
        return 0
    far = printed_zones(game.content)[unit_id][unit.mounted]
    if not far or (unit.suppressed and not is_on(game.content, "suppressed-units-have-fire-zone")):
        return 0
    return far if far == 1 and unit.at not in game.state.barrages else min(far, range_of(game, unit_id))


@of_content
def printed_zones(content: Content) -> dict[str, tuple[int, int]]:
    """How far the fire zone of each counter would reach by what is printed on its front and on its other side."""
    return {
        unit_id: (_printed_zone(content, kind.front), _printed_zone(content, kind.transport or kind.front))
        for unit_id, kind in content.counters.items()
    }


def _printed_zone(content: Content, shown: Face) -> int:
    file = content.table("weapons", WeaponsFile)
    if shown.fire is None or shown.weapon is None or not file.classes[shown.weapon].direct:
        return 0
    return min(shown.range, file.direct_within) if file.classes[shown.weapon].indirect else shown.range


@rule("17.3", "29.26")
def fire_zone(game: Game, unit_id: str) -> frozenset[str]:
    """The hexes of a unit's fire zone: those in its range that it sees."""
    far = zone_range(game, unit_id)
    return seen_from(game, game.state.units[unit_id].at, far) if far else NOWHERE


@of_content
def far_reaching(content: Content, side: str) -> frozenset[str]:
    """The units of a side whose zone can reach beyond the next hexes, as long as no enemy stands there."""
    zones = printed_zones(content)
    return frozenset(i for i, kind in content.counters.items() if kind.side == side and max(zones[i]) > 1)


def _zones(game: Game, side: str) -> Zones:
    ground = forbidden_ground(game.content)[enemy_of(side)]
    return Zones(side, fire_zone, far_reaching(game.content, side), ground)


side_zones = index(_zones, "units", "barrages", "turn", "weather")
"""The fire zones of a side as they are now. Not to be changed."""


@rule("17.3")
def zones_of(game: Game, side: str) -> frozenset[str]:
    """The hexes in the fire zone of any unit of a side."""
    return side_zones(game, side).hexes


def in_enemy_zone(game: Game, label: str, side: str) -> bool:
    """Whether a hex is in the fire zone of an enemy of a side."""
    return label in side_zones(game, enemy_of(side)).watched


@rule("17.3")
def watchers(game: Game, label: str, side: str) -> list[str]:
    """The units of a side whose fire zone covers a hex, whether they could fire now or not, in the order of ids."""
    found = side_zones(game, side).watched.get(label)
    return sorted(found) if found else []
